"""Runs the ``puzzlegen`` command, also as ``python -m puzzlegen``."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time

_INTERRUPTED = (130, 143)  # exit codes after Ctrl-C and SIGTERM
THREAD_SECONDS = 0.5  # to wait for threads that are ending


def run() -> None:
    """Run the command line, and end the process at once when it is interrupted.

    A normal exit of Python would first unload all modules, which takes half a second, and wait for running threads.
    """
    try:
        from puzzlegen.cli.app import main  # noqa: PLC0415  # takes a third of a second, and may be interrupted too

        main()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        _exit_now(_INTERRUPTED[0])
    except SystemExit as leave:
        if leave.code in _INTERRUPTED:
            _exit_now(int(leave.code))
        raise


def _exit_now(code: int) -> None:
    """Exit without waiting for running threads, but leave no temporary files and no worker processes."""
    end = time.monotonic() + THREAD_SECONDS
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))  # the one of worker processes removes their files
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
