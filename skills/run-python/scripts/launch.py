"""Runs a Python file under limits that it can't raise again.

launch.py LIMITS FILE [ARGUMENT ...], LIMITS being a JSON object of `cpu` (seconds), `memory`, `file` (bytes),
`processes` (null: counted elsewhere) and `begun` (the file descriptor where the file's beginning is told, and which is
closed then; null: nobody listens). Each limit is tried out first: when one does not hold, nothing of the file runs and
the exit code is 97.
"""

import json
import mmap
import os
import resource
import runpy
import socket
import sys
import traceback

REFUSED = 97


def refuse(limit):
    os.write(2, ("limit not in force: " + limit + "\n").encode())
    os._exit(REFUSED)


def set_limit(kind, size, hard=None):
    bounds = (size, size if hard is None else hard)
    resource.setrlimit(kind, bounds)
    if resource.getrlimit(kind) != bounds:
        refuse("setrlimit")


def prove_processes(count):
    # The superuser is excepted from this limit on Linux: a fork that must fail tells whether it counts here.
    resource.setrlimit(resource.RLIMIT_NPROC, (1, count))
    try:
        child = os.fork()
    except OSError:
        set_limit(resource.RLIMIT_NPROC, count)
        return
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    refuse("processes")


def prove_memory(size):
    set_limit(resource.RLIMIT_AS, size)
    try:
        mmap.mmap(-1, size)
    except (OSError, ValueError, MemoryError):
        return
    refuse("memory")


def prove_no_network():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))  # An address for documentation (RFC 5737); nothing is sent.
        except OSError:
            return
    refuse("network")


def tell_beginning(listener):
    if listener is None:
        return
    try:
        os.write(listener, b"begun")
        os.close(listener)
    except OSError:
        pass


def run(file):
    try:
        runpy.run_path(file, run_name="__main__")
    except SystemExit:
        raise
    except BaseException as error:
        trace = error.__traceback__
        while trace and trace.tb_frame.f_code.co_filename in (__file__, runpy.__file__, "<frozen runpy>"):
            trace = trace.tb_next
        traceback.print_exception(type(error), error, trace)
        sys.exit(1)


def main():
    limits = json.loads(sys.argv[1])
    with open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")
    prove_no_network()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # At the hard limit the process is killed without a word; a second before, by a signal that says why.
    set_limit(resource.RLIMIT_CPU, limits["cpu"], limits["cpu"] + 1)
    set_limit(resource.RLIMIT_FSIZE, limits["file"])
    if limits["processes"] is not None:
        prove_processes(limits["processes"])
    prove_memory(limits["memory"])
    file = sys.argv[2]
    sys.argv = sys.argv[2:]
    sys.path.insert(0, os.getcwd() if file.startswith("/run/") else os.path.dirname(file))
    tell_beginning(limits["begun"])
    run(file)


main()
