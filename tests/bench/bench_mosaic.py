"""Time easy mosaics next to sgt-mosaic, and mosaics of pictures; write it into docs/benchmarks.md.

python tests/bench/bench_mosaic.py [--seed 1] [--out docs/benchmarks.md]
"""

import shutil
import statistics
import subprocess
import time

from benchmark_page import made, options, shown, table, write_section
from PIL import Image, ImageDraw

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.spec import FREE_LAYOUT, PICTURE_ATTEMPTS, PuzzleSpec
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import picture_request, requests_for
from puzzlegen.pictures.choices import ReductionOptions
from puzzlegen.pictures.drawings import picture_of_image, text_shades
from puzzlegen.pictures.reduction import Cells, reduce_image

BOARDS = {5: 400, 10: 200, 15: 40, 20: 20, 30: 8}
PICTURE, ROUNDS, WANTED = 40, 15, 50  # cells a side, puzzles of each picture, ms wanted


def ours(side: int, count: int, seed: int) -> tuple[float, float]:
    """Seconds a puzzle, and the share of its cells that are clues."""
    spec = PuzzleSpec(max_tier=1, attempts=100_000, layout=FREE_LAYOUT)
    first, *slots = requests_for(spec, Grid(side, side, MOSAIC), f"mosaic/{seed}", count + 1)
    generate_puzzle(first)  # loads the kernels
    began = time.perf_counter()
    clues = [generate_puzzle(slot).graded.puzzle.clues for slot in slots]
    return (time.perf_counter() - began) / count, sum(clues) / count / side**2


def theirs(program: str, side: int, count: int) -> tuple[float, float]:
    """The same for the program, its start included."""
    began = time.perf_counter()
    command = [program, "--generate", str(count), f"{side}x{side}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    clues = sum(mark.isdigit() for game in done.stdout.split() for mark in game.partition(":")[2])
    return seconds / count, clues / count / side**2


def pictures() -> dict[str, Cells]:
    """Pictures of up to 40x40 cells: a large shape, thin lines, and letters."""
    shape, lines = (Image.new("L", (800, 800), "white") for _ in range(2))
    pen = ImageDraw.Draw(shape)
    pen.ellipse((0, 160, 800, 800), fill="black")
    pen.polygon([(90, 400), (150, 0), (400, 200), (650, 0), (710, 400)], fill="black")
    pen.ellipse((220, 330, 330, 440), fill="white")
    pen = ImageDraw.Draw(lines)
    for inset in range(0, 400, 90):
        pen.ellipse((inset, inset, 800 - inset, 800 - inset), outline="black", width=12)
    pen.line((0, 0, 800, 800), fill="black", width=12)
    options = ReductionOptions(PICTURE, PICTURE)
    return {
        "a shape": picture_of_image(shape, "shape", options).cells,
        "thin lines": picture_of_image(lines, "lines", options).cells,
        "letters": reduce_image(text_shades("R&B\nno.7", default_fonts().bold), options),
    }


def picture_ms(cells: Cells, difficulty: str | None) -> float:
    """Return the median of processor milliseconds a puzzle, with repair and grade; each removes other clues."""
    taken, spec = [], PuzzleSpec(kind=MOSAIC.name, difficulty=difficulty, attempts=PICTURE_ATTEMPTS)
    for number in range(ROUNDS + 1):  # the first loads the kernels
        began = time.process_time()
        generate_puzzle(picture_request(spec, "bench", cells, f"bench {number}"))
        taken.append(1e3 * (time.process_time() - began))
    return statistics.median(taken[1:])


def report(seed: int) -> list[str]:
    """The section's lines."""
    program = shutil.which("sgt-mosaic", path="/usr/games:/usr/local/bin:/usr/bin")
    rows = []
    for side, count in BOARDS.items():
        seconds, share = ours(side, count, seed)
        peer, theirs_share = theirs(program, side, count) if program else (None, None)
        times = shown(1e3 * seconds), shown(peer and 1e3 * peer), shown(peer and peer / seconds)
        rows.append((f"{side}x{side}", [*times, f"{share:.1%}", f"{theirs_share:.1%}" if theirs_share else "-"]))
    heads = ("ours, ms", "sgt-mosaic, ms", "times as fast", "clues of ours", "of sgt-mosaic")
    return [
        "## Mosaics",
        "",
        f"{made(seed, 'bench-mosaic')}, one core each.",
        "",
        "Easy mosaics, a puzzle: ours by the generator whole, with its grade; theirs with the start of the program.",
        "",
        *table(heads, rows),
        f"Mosaics of pictures of {PICTURE}x{PICTURE} cells, from the cells to the graded puzzle: median processor time "
        f"of {ROUNDS} puzzles in ms; wanted are {WANTED}. `any` is the default: as hard as tier 3 makes it.",
        "",
        *table(
            ("easy", "medium", "any"),
            [
                (name, [shown(picture_ms(cells, one)) for one in ("easy", "medium", None)])
                for name, cells in pictures().items()
            ],
        ),
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="10x10")


if __name__ == "__main__":
    main()
