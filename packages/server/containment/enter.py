"""Shuts itself in, and becomes a program that reads bytes from strangers: for machines without bubblewrap.

Arguments: a JSON object {"readable", "writable", "pipes"}, and the program with its arguments. What is not listed can
be neither read nor written (Landlock), other processes' memory and environment cannot be looked into, no socket can be
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
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
AF_UNIX = 1
X32 = 0x40000000

# By machine: the architecture's number, and the system calls socket, kill, tkill, tgkill, io_uring_setup,
# pidfd_send_signal.
MACHINES = {
    "x86_64": (0xC000003E, 41, 62, 200, 234, 425, 424),
    "aarch64": (0xC00000B7, 198, 129, 130, 131, 425, 424),
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
    architecture, socket, kill, tkill, tgkill, io_uring, pidfd_signal = MACHINES[platform.machine()]

    def when_equal(value, steps):
        """Goes through the steps where the loaded word is this value, else past them."""
        return [(EQUAL, 0, len(steps), value), *steps]

    number = (LOAD, 0, 0, NUMBER)
    refuse = (RETURN, 0, 0, REFUSE)
    allow = (RETURN, 0, 0, ALLOW)
    argument = (LOAD, 0, 0, FIRST_ARGUMENT)

    def only_with(value):
        return [argument, (EQUAL, 0, 1, value), allow, refuse]

    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        refuse,
        number,
        (AT_LEAST, 0, 1, X32),
        refuse,
        *when_equal(socket, only_with(AF_UNIX) if pipes else [refuse]),
        # It ends its own group, and nobody else.
        *when_equal(kill, only_with(0)),
        *when_equal(tgkill, only_with(os.getpid())),
        *when_equal(tkill, [refuse]),
        *when_equal(io_uring, [refuse]),
        *when_equal(pidfd_signal, [refuse]),
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
