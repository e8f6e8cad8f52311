"""Runs all kernels on large boards with and without the compiler: ``python large_boards.py SIDE ...``.

numpy adds small integers without a compiler in 8 bits, so errors show only on boards with over 127 mines or clues. It
warns of an overflow, which is an error here. Exits with 1 if a kernel gives something else. 40x40 takes minutes.
"""

import json
import os
import subprocess
import sys
import time

from puzzlegen.engine import kernels

CHANGES = 3  # that climbs try
REMOVALS = (
    450  # clues that thinnings try, at most every second cell: without the compiler 600 on 40x40 take over ten minutes
)


def answers(side: str, **variables: str) -> dict[str, str]:
    removals = min(int(side) ** 2 // 2, REMOVALS)
    command = [sys.executable, "-W", "error", "-m", "puzzlegen.engine.known_answers", "--print", side]
    command += [str(CHANGES), str(removals)]
    done = subprocess.run(command, env=os.environ | variables, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def main(*sides: str) -> None:
    assert kernels.load().library, kernels.load().reason
    for side in sides:
        begun = time.monotonic()
        compiled, interpreted = answers(side), answers(side, **{kernels.VARIABLE: kernels.INTERPRETED})
        other = [name for name in compiled if compiled[name] != interpreted[name]]
        if other:
            sys.exit(f"{side}x{side}: other results without the compiler: {', '.join(other)}")
        print(f"{side}x{side}: {len(compiled)} kernels alike, {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
