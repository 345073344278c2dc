"""What a box was refused, in words for a teacher.

The facts are the kernel's: which system calls were made, with which first argument. They say what
was tried and never why: an honest mistake makes the same calls as an attack.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.inside.surroundings import refusals

SIGNAL_SENDING = "kill tgkill tkill"
CLONE_VFORK = 0x4000


class Attempt(NamedTuple):
    """What a refused call was for: a word to sort by, and what to say of it."""

    kind: str
    words: str


PROGRAM = Attempt("program", "tried to start another program")
# The same words whether Python code is refused by name, or the kernel refuses the call.
PROCESS = Attempt("process", refusals.PROCESS)
NETWORK = Attempt("network", refusals.NETWORK)
LIMITS = Attempt("limits", refusals.LIMITS)
SIGNAL = Attempt("signal sent", "tried to send a signal")
USER = Attempt("user", "tried to become another user")
REPORTED = {
    PROGRAM: "execve execveat vfork",
    PROCESS: "fork",
    Attempt("other process", "tried to look into another process"): """
        ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp
    """,
    SIGNAL: "rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal",
    Attempt("surroundings", "tried to change what it sees of the machine"): """
        unshare setns mount umount umount2 pivot_root chroot
    """,
    USER: """
        setuid setgid setreuid setregid setresuid setresgid setgroups capset
    """,
    LIMITS: "setrlimit",
    Attempt("clock", "tried to set the clock"): """
        clock_settime clock_adjtime settimeofday adjtimex
    """,
    Attempt("owner", refusals.OWNER): "chown fchown lchown fchownat",
    Attempt("special file", refusals.PIPE): "mknod mknodat",
    Attempt("shared memory", refusals.MEMORY): """
        shmget shmat shmctl shmdt msgget msgsnd msgrcv msgctl semget semop semctl semtimedop
        mq_open mq_unlink
    """,
    Attempt("file in memory", "tried to make a file in memory"): "memfd_create memfd_secret",
    Attempt("rare", "tried to use what the kernel has for system programs"): """
        io_uring_setup io_uring_enter io_uring_register bpf perf_event_open userfaultfd keyctl
        add_key request_key open_by_handle_at name_to_handle_at sethostname setdomainname swapon
        swapoff reboot init_module finit_module delete_module kexec_load kexec_file_load acct
        quotactl syslog vhangup iopl ioperm
    """,
}


def attempts(calls: Iterable[tuple[str, int]]) -> Iterator[Attempt]:
    """What calls, given by name and first argument, were for; every attempt once."""
    found: list[Attempt | None] = [None]
    for call in calls:
        attempt = _attempt(*call)
        # If Python can't start a program in the quick way (vfork), it tries fork at once.
        if found[-1] is not PROGRAM or attempt is not PROCESS:
            found.append(attempt)
    yield from dict.fromkeys(attempt for attempt in found if attempt)


def _attempt(name: str, first_argument: int) -> Attempt | None:
    match name:
        case "clone":
            # Its parent waits: so it is a process that starts a program at once.
            return PROGRAM if first_argument & CLONE_VFORK else PROCESS
        case "socket":
            return NETWORK
        case "prlimit64":
            return LIMITS
        # A library under readline becomes the user that it already is whenever it opens a file.
        case "setfsuid" | "setfsgid":
            return None if first_argument else USER
    if name in SIGNAL_SENDING.split():
        return SIGNAL
    return next((attempt for attempt, names in REPORTED.items() if name in names.split()), None)
