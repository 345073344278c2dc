"""Which files of the Python that runs us a box needs."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from grader.sandbox.walls import interpreter
from grader.sandbox.walls.interpreter import (
    VERSION,
    base_interpreter,
    is_open_to_all,
    library_folders,
    library_path,
    own_files,
    package_folders,
    readable_interpreter,
)


def test_the_interpreter_is_this_python_without_its_virtual_environment() -> None:
    asked = "import sys; print(sys.prefix == sys.base_prefix, sys.version_info[:3])"
    said = subprocess.run(
        [base_interpreter(), "-I", "-c", asked], capture_output=True, text=True, check=True
    )
    assert said.stdout == f"True {sys.version_info[:3]}\n"


def test_all_its_files_exist_and_none_is_a_folder_of_packages() -> None:
    files = list(own_files())
    assert [file for file in files if not os.path.exists(file)] == []
    assert [file for file in files if file.endswith("-packages")] == []
    assert os.path.dirname(os.__file__) in files


def test_folders_of_packages_lie_in_the_standard_library() -> None:
    outside = [
        folder
        for folder in package_folders()
        if not any(folder.startswith(file + os.sep) for file in own_files())
    ]
    assert outside == []


def test_a_readable_interpreter_is_of_our_version() -> None:
    program = readable_interpreter()
    if program is None:
        pytest.skip(f"no {VERSION} that every user can run")
    assert is_open_to_all(Path(program).resolve())
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.split()[1].split(".")[:2] == VERSION.removeprefix("python").split(".")


def test_a_file_is_open_to_all_only_if_every_folder_above_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    program = folder / "program"
    program.touch(mode=0o755)
    assert not is_open_to_all(program)
    assert not is_open_to_all(tmp_path / "nowhere")
    assert is_open_to_all(Path("/usr/bin/env"))


@pytest.mark.parametrize(("mode", "is_ours"), [(0o755, True), (0o700, False), (0o711, False)])
def test_a_program_is_not_readable_if_its_standard_library_is_closed(
    monkeypatch: pytest.MonkeyPatch,
    mode: int,
    is_ours: bool,
) -> None:
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        library = Path(folder) / "lib"
        library.mkdir()
        library.chmod(mode)
        monkeypatch.setattr(interpreter, "base_interpreter", lambda: "/usr/bin/env")
        monkeypatch.setattr(interpreter, "stdlib_folders", lambda: [str(library)])
        assert (readable_interpreter() == "/usr/bin/env") == is_ours


def test_there_are_folders_of_shared_libraries() -> None:
    assert all(os.path.isdir(folder) for folder in library_folders())
    assert library_folders()


def test_its_own_library_is_found_where_it_was_moved_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, moved = tmp_path / "built", tmp_path / "moved"
    configured = {"INSTSONAME": "libpython.so", "Py_ENABLE_SHARED": 1, "LIBDIR": f"{built}/lib"}
    monkeypatch.setattr("sysconfig.get_config_var", configured.get)
    monkeypatch.setattr("sys.base_exec_prefix", str(moved))
    for folder in (built, moved):
        (folder / "lib").mkdir(parents=True)
        (folder / "lib/libpython.so").touch()
    assert f"{moved}/lib/libpython.so" in own_files()
    assert f"{built}/lib/libpython.so" not in own_files()
    (moved / "lib/libpython.so").unlink()
    assert f"{built}/lib/libpython.so" in own_files()
    assert library_path().startswith(f"{moved}/lib:{built}/lib")
