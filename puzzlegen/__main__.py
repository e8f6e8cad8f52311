"""Runs the ``puzzlegen`` command, also as ``python -m puzzlegen``."""

from __future__ import annotations

# The part of the module signal in C: the rest takes half of the time until Ctrl-C finds the handler below.
import _signal as signal  # type: ignore[import-not-found]  # typeshed does not list modules in C
import gc
import os
import sys

_INTERRUPTED = (130, 143)  # exit codes after Ctrl-C and SIGTERM
THREAD_SECONDS = 0.5  # to wait for threads that are ending, after an interruption
# Objects made since the last search for cycles. With Python's 700 there were 111 searches while `generate` imported its
# modules, 5 % of its time (2026-11-26).
COLLECT_AFTER = 20_000


def run() -> None:
    """Run the command line and end the process, without unloading modules one by one as Python would.

    That takes 0.05 s, a tenth of a short command, and half a second with all modules (2026-11-26).
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else the shell has it ignored, or a program has its own
        signal.signal(signal.SIGINT, _leave_at_once)
    try:
        gc.set_threshold(COLLECT_AFTER)
        # pydantic would read the metadata of all installed packages to find its plugins, 7 ms (2026-11-26)
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
        from puzzlegen.cli.app import main  # noqa: PLC0415  # takes a third of a second

        signal.signal(signal.SIGINT, before)
        main()
    except KeyboardInterrupt:
        os.write(2, b"interrupted\n")
        _exit_now(_INTERRUPTED[0])
    except SystemExit as leave:
        if isinstance(leave.code, int):
            try:
                _exit_now(leave.code, waits=leave.code not in _INTERRUPTED)
            except (OSError, KeyboardInterrupt):  # Python tries again at its own exit, and reports what fails
                raise leave from None
        raise


def _leave_at_once(*_: object) -> None:
    """Answer Ctrl-C during imports, when there is nothing to clean up.

    An exception in the middle of an import may be swallowed, or printed with a traceback.
    """
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED[0])


def _exit_now(code: int, *, waits: bool = False) -> None:
    """Exit, but leave no temporary files and no worker processes. Unless ``waits``, leave running threads.

    Raises OSError if what was printed cannot be written.
    """
    import atexit  # noqa: PLC0415  # imports at the top delay the handler of Ctrl-C
    import threading  # noqa: PLC0415  # at the top it delays the handler too
    import time  # noqa: PLC0415  # at the top it delays the handler too

    if waits:
        threading._shutdown()  # type: ignore[attr-defined]  # what Python does first at its exit
    end = time.monotonic() + THREAD_SECONDS
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))  # the one of worker processes removes their files
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
