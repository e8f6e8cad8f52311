"""Milliseconds and bytes of each kind of picture of one puzzle, as a daily needs them.

    python tests/bench/bench_pictures.py [PUZZLE]

Every kind is drawn and written ROUNDS times after a first time, which reads the fonts. Prints the median of the
processor's time.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.gif_writer import write_gif
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.drawing.svg_writer import write_svg
from puzzlegen.formats import detect
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.link_previews import link_card
from puzzlegen.layout.puzzle_picture import animation_states, frame_durations, position_picture, puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import DARK, THEMES, PictureOptions, PictureTheme, PictureWords
from puzzlegen.solver.tiers import solve

ROUNDS = 7
PUZZLE = "12x12:a32c2a11a1e4c4c5c2a3c2b1a1c4a4d3a3e32a1e4a4b2a11a3332c2h43a12c4a4g55a4a3a3a23e3f2a2d1a"


def kinds(text: str, folder: Path) -> dict[str, tuple[Path, Callable[[], None]]]:
    """What to draw: a name, the file, and the drawing of it."""
    puzzle, metrics = detect.parse(text), FontMetrics()
    trace = solve(puzzle, MAX_TIER)
    mines = tuple(bool(known) for known in trace.known)
    found: dict[str, tuple[Path, Callable[[], None]]] = {}

    def png(name: str, draw: Callable[[], Page]) -> None:
        path = folder / f"{name}.png"
        found[f"{name}.png"] = path, lambda: write_png(draw(), path)

    for name, theme in THEMES.items():
        options = PictureOptions(caption="Quiet Fields · No. 214", theme=theme)
        png(f"puzzle-{name}", lambda o=options: puzzle_picture(puzzle, metrics, None, o))
        png(f"solution-{name}", lambda o=options: puzzle_picture(puzzle, metrics, mines, o))
        shown = animation_states(trace.deductions)[-1]
        png(f"step-{name}", lambda o=options, s=shown: position_picture(puzzle, metrics, s, o))
    words = PictureWords("Quiet Fields", "No. 214", "1 December 2026", "Medium", 2)
    png("card", lambda: link_card(puzzle, words, metrics))

    def film(theme: PictureTheme) -> None:
        options = PictureOptions(caption="Quiet Fields · No. 214", theme=theme)
        pages = [position_picture(puzzle, metrics, one, options) for one in animation_states(trace.deductions)]
        pages.append(puzzle_picture(puzzle, metrics, mines, options))
        write_gif(pages, frame_durations(len(pages) - 1), folder / "steps.gif")

    found["steps.gif"] = folder / "steps.gif", lambda: film(THEMES["light"])
    found["steps.gif, dark"] = folder / "steps.gif", lambda: film(DARK)
    svg, pdf = folder / "x.svg", folder / "x.pdf"
    found["puzzle.svg"] = svg, lambda: write_svg(puzzle_picture(puzzle, metrics), svg)
    found["puzzle.pdf"] = pdf, lambda: write_pdf([puzzle_picture(puzzle, metrics)], pdf, style=PdfStyle(space="rgb"))
    return found


def main() -> None:
    """Time all kinds and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (path, draw) in kinds(sys.argv[1] if len(sys.argv) > 1 else PUZZLE, Path(folder)).items():
            draw()
            taken = []
            for _ in range(ROUNDS):
                start = time.process_time()
                draw()
                taken.append(time.process_time() - start)
            print(f"{name:24} {statistics.median(taken) * 1000:7.1f} ms {path.stat().st_size:8} bytes")


if __name__ == "__main__":
    main()
