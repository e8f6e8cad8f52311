"""Easy mosaics next to sgt-mosaic: milliseconds a puzzle in one run, one core each, and the share of clues."""

import shutil
import subprocess
import time

from puzzlegen.board.grid import Grid
from puzzlegen.board.kind import Kind
from puzzlegen.pipeline.make import Wish, fill, wished_slots

BOARDS = {5: 400, 10: 200, 15: 40, 20: 20, 30: 8}


def ours(side: int, count: int) -> tuple[float, float]:
    """Seconds a puzzle, and the share of its cells that are clues."""
    density = Kind.MOSAIC.usual_density
    wish = Wish(Grid(side, side, Kind.MOSAIC), number=count + 1, max_tier=1, density=density, attempts=100_000)
    first, *slots = wished_slots(wish, "bench")
    fill(first)  # loads the kernels
    began = time.perf_counter()
    clues = [fill(slot).puzzle.clues for slot in slots]
    return (time.perf_counter() - began) / count, sum(clues) / count / side**2


def theirs(program: str, side: int, count: int) -> tuple[float, float]:
    """The same for the program, its start included."""
    began = time.perf_counter()
    command = [program, "--generate", str(count), f"{side}x{side}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    clues = sum(mark.isdigit() for game in done.stdout.split() for mark in game.partition(":")[2])
    return seconds / count, clues / count / side**2


def main() -> None:
    """Print a line a size."""
    program = shutil.which("sgt-mosaic", path="/usr/games:/usr/local/bin:/usr/bin")
    for side, count in BOARDS.items():
        seconds, share = ours(side, count)
        said = f"{side}x{side}: {seconds * 1e3:.2f} ms, {share:.1%} clues"
        if program is not None:
            peer, theirs_share = theirs(program, side, count)
            said += f"; sgt-mosaic {peer * 1e3:.2f} ms, {theirs_share:.1%}; {peer / seconds:.1f} times as fast"
        print(said)


if __name__ == "__main__":
    main()
