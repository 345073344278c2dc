"""The system calls that a box may make, as a seccomp program.

libseccomp writes the program for the machine's processor, once per judge. The list holds what
honest programs were seen to use (threads, tempfile, asyncio, sqlite) and what a C library needs.
Three answers are given to everything else:

* "operation not permitted" where a program should learn that it may not: processes, sockets, …
  Where a teacher should learn of it, too (`refused_calls.py`), the kernel asks the box's nursery
  for that answer (`grader/inside/kernel/listener.py`), which remembers the call. Calls that
  libraries make by themselves (Unix sockets to ask for a user's name, links, locks) are refused
  silently;
* "no such system call" to calls unknown to the list, so that a C library falls back on older
  ones: `clone3` is the important case, since its flags can't be looked at;
* death to calls made in the manner of another processor, whose numbers mean other things.
"""

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from mmap import MAP_ANONYMOUS, MAP_SHARED

# The package has no annotations.
from pyseccomp import (  # type: ignore[import-untyped]
    ALLOW,
    EQ,
    ERRNO,
    MASKED_EQ,
    NE,
    NOTIFY,
    Arch,
    Arg,
    Attr,
    SyscallFilter,
    resolve_syscall,
)

from grader.inside.kernel.room import AS_MUCH_AS_A_FILE, MAPPING, NEW_NAME, REMAPPING
from grader.inside.lockdown import GIVING
from grader.sandbox.kernel.refused_calls import REPORTED, SIGNAL_SENDING

MEMORY = "brk munmap mprotect madvise msync"
FILES = """
    close close_range read readv pread64 preadv
    lseek stat lstat fstat newfstatat fstatat64 access faccessat faccessat2
    getdents getdents64 readlink readlinkat getcwd chdir fchdir rmdir unlink unlinkat
    rename renameat renameat2 truncate ftruncate fsync fdatasync
    umask dup dup2 dup3 pipe pipe2 _llseek
"""
# Calls that take room on a disk, each with the number of the argument that says how many bytes.
WRITING = {
    "write": 2,
    "pwrite64": 2,
    "writev": AS_MUCH_AS_A_FILE,
    "pwritev": AS_MUCH_AS_A_FILE,
    "sendfile": 3,
    "copy_file_range": 4,
}
# Holes of a mapped file are filled without a call; a map of one may grow.
MAPS = {"mmap": MAPPING, "mremap": REMAPPING}
NAMING = "creat mkdir mkdirat"
# These do if they create a file, as the flags in this argument say.
OPENING = {"open": 1, "openat": 2}
# O_TMPFILE includes the flag of folders, which opening a folder has, too.
TEMPORARY = os.O_TMPFILE & ~os.O_DIRECTORY
# This one, too; in other modes it would take room beyond a file's end, more than a file may have.
ALLOCATING, LENGTH_AT, MODE_AT = "fallocate", 3, 1
# Advice that would take pages of the library's files from the memory that all boxes share.
ADVICE = "fadvise64"
# Landlock doesn't stop an owner from changing these facts of a file, wherever it is.
FACTS_OF_FILES = "chmod fchmod fchmodat utime utimes utimensat futimesat"
WAITING = """
    poll ppoll select pselect6 _newselect epoll_create epoll_create1 epoll_ctl epoll_wait
    epoll_pwait eventfd eventfd2 nanosleep pause
    restart_syscall sched_yield wait4 waitid
"""
TIME = "gettimeofday time times getitimer setitimer alarm"
SIGNALS = """
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait
    sigaltstack sigreturn
"""
SELF = """
    getpid gettid getppid getpgrp getuid geteuid getgid getegid getresuid getresgid
    getgroups getrusage getrlimit ugetrlimit uname getcpu getrandom
    sched_get_priority_max sched_get_priority_min exit exit_group arch_prctl set_robust_list
    rseq membarrier mbind get_mempolicy
"""
# On the two ends of a socket pair, or the box's own socket.
TALK = "shutdown getsockname getpeername"
REFUSED = """
    bind connect listen accept accept4 pidfd_open link linkat symlink symlinkat flock personality
    setpriority sched_setaffinity sched_setscheduler sched_setparam sched_setattr setsid setpgid
    fanotify_init inotify_init inotify_init1 inotify_add_watch mlock mlock2 mlockall
    landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp remap_file_pages
    splice tee vmsplice setxattr lsetxattr fsetxattr sysinfo
    statfs fstatfs mincore capget set_tid_address
"""
# Said to be unsupported, so that programs that copy files go on without them.
ATTRIBUTES = "listxattr llistxattr flistxattr getxattr lgetxattr fgetxattr"

# The level at which libseccomp arranges rules so that the kernel searches them by halves.
BINARY_TREE = 2
CLONE_FILES, CLONE_THREAD = 0x400, 0x0001_0000
NEW_NAMESPACES = 0x7E02_0080
AF_UNIX, SOCK_STREAM, SOCK_TYPES = 1, 1, 0xF
IOCTLS = {"TCGETS": 0x5401, "FIONREAD": 0x541B, "FIONBIO": 0x5421, "FIOCLEX": 0x5451}
FCNTLS = {
    "DUPFD": 0,
    "GETFD": 1,
    "SETFD": 2,
    "GETFL": 3,
    "SETFL": 4,
    "GETLK": 5,
    "DUPFD_CLOEXEC": 1030,
}
# A box is one process, and these locks are between processes: taking one does nothing, as it would
# anyway, and asking for others finds none. So files that boxes share never carry a lock, which
# others could ask for, or notice by slower closes if there are many. Locks between the descriptors
# of one process (flock, OFD) would have to be real ones.
LOCKING = {"SETLK": 6, "SETLKW": 7}
PRCTLS = {"SET_NAME": 15, "GET_NAME": 16, "SET_VMA": 0x5356_4D41}
# Of an argument that is a C int, the kernel ignores the upper half; so must a rule.
WHOLE_INT = 0xFFFF_FFFF
# Out-of-band bytes: no program needs them, and the kernel's code for them has had bugs.
MSG_OOB = 1
# Each with the number of its argument with flags. Not among them: `sendmsg`, which can send
# descriptors, whose number the kernel counts by user. A box sends one over `GIVING` only, before it
# reads any student code.
MESSAGES = {"send": 3, "sendto": 3, "recv": 3, "recvfrom": 3, "recvmsg": 2}
DOES_NOTHING = 0
# These may ask only about the calling process, so the argument of this number must be 0. Clocks of
# other processes have negative numbers.
OF_ONESELF = {
    "getpgid": 0,
    "getsid": 0,
    "getpriority": 1,
    "get_robust_list": 0,
    "sched_getaffinity": 0,
    "sched_getparam": 0,
    "sched_getscheduler": 0,
}
CLOCKS, CLOCK_NUMBERS = ("clock_gettime", "clock_getres", "clock_nanosleep"), 0xF
# Higher signals are queued, and the kernel counts them by user, which boxes could notice.
PLAIN_SIGNALS = 0x1F
SIGNAL_AT = {"kill": 1, "tkill": 1, "tgkill": 2}
# Without this flag, two boxes can wait for each other on a page of a file that both have mapped.
FUTEX_PRIVATE = 128
# From 3.13 on Python joins threads: the C library then waits in this way for the kernel.
FUTEX_WAITS, FUTEX_COMMAND = (0, 9), 0x7F
JOINS_THREADS = sys.version_info >= (3, 13)
# Facts of one socket alone. Others are of the whole kernel (SO_COOKIE is a counter of all sockets)
# or of other processes (SO_PEERCRED, SO_PEERPIDFD); SO_ATTACH_FILTER takes a program.
SOL_SOCKET = 1
SOCKET_OPTIONS = {
    "REUSEADDR": 2,
    "TYPE": 3,
    "ERROR": 4,
    "SNDBUF": 7,
    "RCVBUF": 8,
    "KEEPALIVE": 9,
    "LINGER": 13,
    "RCVTIMEO": 20,
    "SNDTIMEO": 21,
    "ACCEPTCONN": 30,
    "PROTOCOL": 38,
    "DOMAIN": 39,
    "RCVTIMEO_NEW": 66,
    "SNDTIMEO_NEW": 67,
}


def seccomp_program(*, may_signal: bool, walled: bool, reporting: bool) -> bytes:
    """The program for this machine, as the kernel takes it.

    `may_signal`: sending signals is allowed, because other walls keep them in the box.
    `walled`: the box has namespaces of its own. So it finds no other files of its user, and may
    change the permissions and dates of those it finds; otherwise such a call does nothing, but
    reports success. Also, the kernel counts its threads and its room for files separately;
    otherwise a listener is asked for each new thread, and whenever it takes room.
    `reporting`: a listener is asked about calls like those of `REPORTED`; otherwise they are
    refused silently. Raises `OSError` if libseccomp refuses.
    """
    rules = SyscallFilter(ERRNO(errno.ENOSYS))
    reported = _listener_or_silence() if reporting else ERRNO(errno.EPERM)
    allowed = chain.from_iterable(
        group.split() for group in (MEMORY, FILES, WAITING, TIME, SIGNALS, SELF, TALK)
    )
    _add(rules, ALLOW, allowed)
    _add_signals(rules, reported, may_signal=may_signal)
    _add(rules, ERRNO(DOES_NOTHING), [ADVICE])
    _add(rules, ALLOW if walled else ERRNO(DOES_NOTHING), FACTS_OF_FILES.split())
    _add(rules, ERRNO(errno.EPERM), REFUSED.split())
    _add(rules, ERRNO(errno.ENOTSUP), ATTRIBUTES.split())
    _add(rules, reported, chain.from_iterable(calls.split() for calls in REPORTED.values()))
    _add_by_arguments(rules, reported)
    _add_what_is_ones_own(rules)
    a_thread = ALLOW if walled or reported != NOTIFY else NOTIFY
    # A thread with its own table of descriptors could have as many as all others together.
    flags, wanted = CLONE_THREAD | CLONE_FILES | NEW_NAMESPACES, CLONE_THREAD | CLONE_FILES
    rules.add_rule(a_thread, "clone", Arg(0, MASKED_EQ, flags, wanted))
    _add_what_takes_room(rules, a_thread)
    with suppress(OSError):  # libseccomp older than 2.5: the rules are searched one by one
        rules.set_attr(Attr.CTL_OPTIMIZE, BINARY_TREE)
    return _exported(rules)


def _listener_or_silence() -> int:
    try:
        SyscallFilter(ALLOW).add_rule(NOTIFY, "execve")
    except OSError:  # libseccomp older than 2.5, or a kernel older than 5.0
        return int(ERRNO(errno.EPERM))
    return int(NOTIFY)


def taking_room() -> dict[int, int]:
    """The calls that take room on a disk, by number (see `grader.inside.kernel.room.Room`)."""
    names = [*NAMING.split(), *OPENING]
    takes = WRITING | MAPS | {ALLOCATING: LENGTH_AT} | dict.fromkeys(names, NEW_NAME)
    return {number_of(name): at for name, at in takes.items()}


def number_of(call: str) -> int:
    """The number of a system call on this machine."""
    return int(resolve_syscall(Arch.NATIVE, call))


def name_of(number: int) -> str:
    """The name of a system call of this machine."""
    return str(resolve_syscall(Arch.NATIVE, number).decode())


def _add(rules: SyscallFilter, action: int, names: Iterable[str], *arguments: Arg) -> None:
    for name in names:
        try:
            rules.add_rule(action, name, *arguments)
        except (OSError, ValueError, RuntimeError):
            # This libseccomp doesn't know the call, so it gets the default answer.
            continue


def _add_by_arguments(rules: SyscallFilter, reported: int) -> None:
    refused = ERRNO(errno.EPERM)
    rules.add_rule(reported, "clone", Arg(0, MASKED_EQ, CLONE_THREAD, 0))
    for request in IOCTLS.values():
        rules.add_rule(ALLOW, "ioctl", Arg(1, MASKED_EQ, WHOLE_INT, request))
    for command in FCNTLS.values():
        rules.add_rule(ALLOW, "fcntl", Arg(1, MASKED_EQ, WHOLE_INT, command))
    for command in LOCKING.values():
        rules.add_rule(ERRNO(DOES_NOTHING), "fcntl", Arg(1, MASKED_EQ, WHOLE_INT, command))
    for option in PRCTLS.values():
        rules.add_rule(ALLOW, "prctl", Arg(0, MASKED_EQ, WHOLE_INT, option))
    for name, flags_at in MESSAGES.items():
        rules.add_rule(ALLOW, name, Arg(flags_at, MASKED_EQ, MSG_OOB, 0))
        rules.add_rule(refused, name, Arg(flags_at, MASKED_EQ, MSG_OOB, MSG_OOB))
    for name in ("getsockopt", "setsockopt"):
        for option in SOCKET_OPTIONS.values():
            own = Arg(1, MASKED_EQ, WHOLE_INT, SOL_SOCKET), Arg(2, MASKED_EQ, WHOLE_INT, option)
            rules.add_rule(ALLOW, name, *own)
    rules.add_rule(ALLOW, "sendmsg", Arg(0, MASKED_EQ, WHOLE_INT, GIVING))
    # A box may read its own limits, but never set any.
    rules.add_rule(ALLOW, "prlimit64", Arg(0, MASKED_EQ, WHOLE_INT, 0), Arg(2, EQ, 0))
    rules.add_rule(reported, "prlimit64", Arg(2, NE, 0))
    kind = Arg(1, MASKED_EQ, SOCK_TYPES, SOCK_STREAM)
    rules.add_rule(ALLOW, "socketpair", Arg(0, MASKED_EQ, WHOLE_INT, AF_UNIX), kind)
    # The C library looks up users' names over such a socket.
    rules.add_rule(refused, "socket", Arg(0, EQ, AF_UNIX))
    rules.add_rule(reported, "socket", Arg(0, NE, AF_UNIX))


def _add_signals(rules: SyscallFilter, reported: int, *, may_signal: bool) -> None:
    if not may_signal:
        _add(rules, reported, SIGNAL_SENDING.split())
        return
    for name, at in SIGNAL_AT.items():
        rules.add_rule(ALLOW, name, Arg(at, MASKED_EQ, WHOLE_INT & ~PLAIN_SIGNALS, 0))


def _add_what_is_ones_own(rules: SyscallFilter) -> None:
    """Allow calls that, with other arguments, could reveal or affect other boxes."""
    for name, at in OF_ONESELF.items():
        rules.add_rule(ALLOW, name, Arg(at, MASKED_EQ, WHOLE_INT, 0))
    for name in CLOCKS:
        rules.add_rule(ALLOW, name, Arg(0, MASKED_EQ, WHOLE_INT & ~CLOCK_NUMBERS, 0))
    rules.add_rule(ALLOW, "futex", Arg(1, MASKED_EQ, FUTEX_PRIVATE, FUTEX_PRIVATE))
    if JOINS_THREADS:
        for command in FUTEX_WAITS:
            shared = Arg(1, MASKED_EQ, FUTEX_COMMAND | FUTEX_PRIVATE, command)
            rules.add_rule(ALLOW, "futex", shared)


def _add_what_takes_room(rules: SyscallFilter, action: int) -> None:
    """Give calls an `action` if they take room on a disk, and allow those that don't."""
    _add(rules, action, [*WRITING, *NAMING.split()])
    for name, at in OPENING.items():
        _add(rules, ALLOW, [name], Arg(at, MASKED_EQ, os.O_CREAT | TEMPORARY, 0))
        for flag in (os.O_CREAT, TEMPORARY):
            _add(rules, action, [name], Arg(at, MASKED_EQ, flag, flag))
    _add(rules, action, [ALLOCATING], Arg(MODE_AT, MASKED_EQ, WHOLE_INT, 0))
    _add(rules, ERRNO(errno.EOPNOTSUPP), [ALLOCATING], Arg(MODE_AT, NE, 0))
    _add_mapping(rules, action)


def _add_mapping(rules: SyscallFilter, of_files: int) -> None:
    """Allow mapping memory; `of_files` is the action if a file's is shared, or if a map grows."""
    shared_memory = MAP_SHARED | MAP_ANONYMOUS
    _add(rules, ALLOW, ["mmap"], Arg(3, MASKED_EQ, MAP_SHARED, 0))
    _add(rules, ALLOW, ["mmap"], Arg(3, MASKED_EQ, shared_memory, shared_memory))
    _add(rules, of_files, ["mmap"], Arg(3, MASKED_EQ, shared_memory, MAP_SHARED))
    _add(rules, of_files, ["mremap"])


def _exported(rules: SyscallFilter) -> bytes:
    descriptor = os.memfd_create("seccomp")
    with open(descriptor, "w+b", buffering=0) as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()
