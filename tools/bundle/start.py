"""Starts the studio of a bundle.

The program of a bundle is its own Python: puzzlegen starts processes with ``sys.executable`` and the options -c and -m,
which are read here as Python reads them.
"""

import multiprocessing
import runpy
import sys


def main() -> None:
    """Run code or a module as Python would, or the studio."""
    multiprocessing.freeze_support()  # a process of multiprocessing ends in this call
    option, given = sys.argv[1:2], sys.argv[2:3]
    if option == ["-c"] and given:
        sys.argv = ["-c", *sys.argv[3:]]
        exec(compile(given[0], "<string>", "exec"), {"__name__": "__main__"})  # the option -c of Python
    elif option == ["-m"] and given:
        sys.argv = sys.argv[2:]
        runpy.run_module(given[0], run_name="__main__", alter_sys=True)
    else:
        from puzzlegen.studio.server import run  # noqa: PLC0415  # other processes need none of it

        run()


if __name__ == "__main__":
    main()
