"""The program: ``puzzlegen``, and ``python -m puzzlegen``."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time

_STOPPED = (130, 143)  # exit codes of runs that somebody stopped
PATIENCE = 0.5  # seconds for threads that are ending


def run() -> None:
    """Run the command line as a process of its own, which ends at once when somebody stops it.

    Python would first take apart all that was loaded, which takes half a second, and wait for threads that are at work.
    """
    try:
        from puzzlegen.cli.app import main  # noqa: PLC0415  # takes a third of a second, and may be interrupted too

        main()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        _leave(_STOPPED[0])
    except SystemExit as leave:
        if leave.code in _STOPPED:
            _leave(int(leave.code))
        raise


def _leave(code: int) -> None:
    """Leave no temporary files and no processes; threads that are ending may, those at work are left behind."""
    end = time.monotonic() + PATIENCE
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))  # that of worker processes clears up after them
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
