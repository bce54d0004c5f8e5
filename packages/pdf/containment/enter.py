"""Shuts itself in, and becomes a program that reads bytes from strangers: for machines without bubblewrap.

Arguments: a JSON object {"readable", "writable", "pipes"}, and the program with its arguments. What is not listed can
be neither read nor written nor changed (Landlock, and a filter of system calls), other processes' memory and environment cannot be looked into, no socket can be
opened, unless "pipes" says that the program talks to its own children over sockets of this machine, and capabilities
are gone for good. Whatever of this the kernel does not know ends it with status 125, and the program does not start.
"""

import ctypes
import json
import os
import platform
import struct
import sys

CANNOT = 125

# linux/landlock.h
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
PATH_BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_FILE, MAKE_SOCK, TRUNCATE, DEVICE = 1 << 5, 1 << 9, 1 << 14, 1 << 15
FIRST_RIGHTS = (1 << 13) - 1
# Rights over files by version; 1 << 13 is moving between folders, which stays forbidden.
RIGHTS = {1: FIRST_RIGHTS, 2: FIRST_RIGHTS | 1 << 13, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
SINCE_5 = (1 << 16) - 1
NETWORK = 0b11
SCOPES = 0b11
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE

# linux/prctl.h, linux/seccomp.h, linux/filter.h
SET_NO_NEW_PRIVS, SET_SECCOMP, CAPBSET_DROP, CAP_AMBIENT, CAP_AMBIENT_CLEAR_ALL = 38, 22, 24, 47, 4
FILTER = 2
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | 1
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT, ARGUMENT_LENGTH = 0, 4, 16, 8
AF_UNIX = 1
X32 = 0x40000000

# What Landlock leaves open in its older versions or in all: cutting files off, changing whose they are and who may do what
# with them, and calls that would go past the filter. A reader of documents has no business with any of it.
FOR_GOOD = ("truncate", "chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "setxattr", "lsetxattr")
FOR_GOOD += ("removexattr", "lremovexattr", "openat2", "io_uring_setup", "tkill", "pidfd_send_signal")
# By machine: the architecture's number, and its numbers of system calls.
MACHINES = {
    "x86_64": (
        0xC000003E,
        dict(
            open=2, openat=257, socket=41, kill=62, tgkill=234, tkill=200, truncate=76, chmod=90, chown=92, lchown=94,
            fchownat=260, fchmodat=268, setxattr=188, lsetxattr=189, removexattr=197, lremovexattr=198,
            pidfd_send_signal=424, io_uring_setup=425, openat2=437, fchmodat2=452,
        ),
    ),
    "aarch64": (
        0xC00000B7,
        dict(
            openat=56, socket=198, kill=129, tgkill=131, tkill=130, truncate=45, fchownat=54, fchmodat=53, setxattr=5,
            lsetxattr=6, removexattr=14, lremovexattr=15, pidfd_send_signal=424, io_uring_setup=425, openat2=437,
            fchmodat2=452,
        ),
    ),
}

libc = ctypes.CDLL(None, use_errno=True)


def must(result, what):
    if result < 0:
        sys.exit(CANNOT)
    return result


def restrict_files(room):
    version = libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    must(version if version > 0 else -1, "landlock")
    rights = RIGHTS.get(version, SINCE_5)
    # The structure has grown; a kernel takes no more of it than it knows, unless the rest is zero.
    attributes = struct.pack("QQQ", rights, NETWORK if version >= 4 else 0, SCOPES if version >= 6 else 0)
    length = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = must(libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(length), 0), "ruleset")

    def allow(path, access):
        try:
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return
        if not os.path.isdir(path):
            access &= OF_FILES
        rule = struct.pack("=Qi", access & rights, handle)
        must(libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, rule, 0), path)
        os.close(handle)

    for path in room["readable"]:
        allow(path, EXECUTE | READ_FILE | READ_DIR)
    for path in room["writable"]:
        allow(path, rights & ~(1 << 13))
    # Others' entries there that matter are behind the same wall as their memory.
    allow("/proc", READ_FILE | READ_DIR)
    for device in ("null", "zero", "full", "random", "urandom"):
        allow("/dev/" + device, READ_FILE | WRITE_FILE | TRUNCATE)
    if room["pipes"]:
        # LibreOffice makes its sockets there whatever it is told, and makes them anew when it starts itself again.
        allow("/tmp", MAKE_SOCK | REMOVE_FILE)
    must(libc.syscall(RESTRICT_SELF, ruleset, 0), "restrict")
    os.close(ruleset)


def drop_capabilities():
    capability = 0
    while os.geteuid() == 0 and libc.prctl(CAPBSET_DROP, capability, 0, 0, 0) == 0:
        capability += 1
    libc.prctl(CAP_AMBIENT, CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = struct.pack("Ii", 0x20080522, 0)
    must(libc.capset(header, bytes(24)), "capabilities")


def filter_calls(pipes):
    if platform.machine() not in MACHINES:
        sys.exit(CANNOT)
    architecture, numbers = MACHINES[platform.machine()]
    refuse = (RETURN, 0, 0, REFUSE)
    allow = (RETURN, 0, 0, ALLOW)

    def argument(index):
        return (LOAD, 0, 0, FIRST_ARGUMENT + index * ARGUMENT_LENGTH)

    def only_with(value):
        return [argument(0), (EQUAL, 0, 1, value), allow, refuse]

    def unless_emptied_by_reading(flags):
        masked = (AND, 0, 0, os.O_TRUNC | os.O_ACCMODE)
        return [argument(flags), masked, (EQUAL, 1, 0, os.O_TRUNC | os.O_RDONLY), allow, refuse]

    def when(name, steps):
        """Goes through the steps for this call, else past them; the number of the call stays loaded."""
        return [(EQUAL, 0, len(steps), numbers[name]), *steps] if name in numbers else []

    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        refuse,
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, X32),
        refuse,
        *when("socket", only_with(AF_UNIX) if pipes else [refuse]),
        # It ends its own group, and nobody else.
        *when("kill", only_with(0)),
        *when("tgkill", only_with(os.getpid())),
        *when("open", unless_emptied_by_reading(1)),
        *when("openat", unless_emptied_by_reading(2)),
        *(step for name in FOR_GOOD for step in when(name, [refuse])),
        allow,
    ]
    code = b"".join(struct.pack("=HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code)
    described = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    must(libc.prctl(SET_SECCOMP, FILTER, described, 0, 0), "seccomp")


def main(described, *command):
    room = json.loads(described)
    drop_capabilities()
    must(libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    restrict_files(room)
    filter_calls(room["pipes"])
    os.execv(command[0], command)


main(*sys.argv[1:])
