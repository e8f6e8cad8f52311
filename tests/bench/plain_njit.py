"""Compare a solve with kernels compiled by plain njit, as for an unknown numba version, with the usual kernels.

Compiling takes 20 s. The kernels that make puzzles would take 80 s, so only the solver is compared.
"""

from __future__ import annotations

import subprocess
import sys

# Numba itself no longer needs this class after its import, so only numba_linking misses it
WITHOUT = """
import sys
import numba
import numba.core.caching
del numba.core.caching._CacheLocator
from puzzlegen.engine import kernel_decorators
assert kernel_decorators._LINKING is None
sys.argv[0] = "puzzlegen"
from puzzlegen.cli.app import main
main()
"""
GENERATE = ("generate", "-q", "-n", "20", "--seed", "plain", "--difficulty", "hard", "--size", "8x8")
SOLVE = ("solve", "-q", "--max-tier", "4")


def output(*arguments: str, stdin: str = "") -> str:
    """Run Python with the arguments and return what it prints."""
    return subprocess.run(
        [sys.executable, *arguments], input=stdin, stdout=subprocess.PIPE, text=True, check=True
    ).stdout  # fmt: skip


def main() -> None:
    """Solve puzzles both ways and exit with 1 if the answers differ."""
    made = output("-m", "puzzlegen", *GENERATE)
    same = output("-c", WITHOUT, *SOLVE, stdin=made) == output("-m", "puzzlegen", *SOLVE, stdin=made)
    print("plain njit:", "the same answers" if same else "DIFFERENT ANSWERS")
    sys.exit(not same)


if __name__ == "__main__":
    main()
