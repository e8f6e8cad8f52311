"""What `candidates: K` does: tables on stdout, docs/quality-scores.png, and a page of each K in docs/quality.png.

python docs/quality.py [FOLDER]     the books too, for a look under the lens, if a folder is named
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import matplotlib as mpl
import matplotlib.pyplot as plt
import pypdfium2
from PIL import Image
from puzzlegen.selection.quality import WEIGHTS

from puzzlegen.book.build import build_book
from puzzlegen.book.design import load_design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.explained_puzzles import explain_puzzles
from puzzlegen.book.request import BookRequest
from puzzlegen.config.book import SectionConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.page_margins import resolve_page
from puzzlegen.formats.json_record import read_records
from puzzlegen.generator.batch import Filled, best_of, candidates_of, fill, section_slots
from puzzlegen.generator.compile_lock import compile_once
from puzzlegen.jobs.progress import Silent
from puzzlegen.output.build_folder import INTERIOR, PUZZLES
from puzzlegen.selection.repeats import Seen

HERE = Path(__file__).parent
SECTIONS = (("easy", "8x8", 24), ("medium", "10x10", 24), ("hard", "10x10", 12))
KS = (1, 10, 100)
BOOK = """
title: Quiet Minefields
series: quality
page: {{profile: screen, trim: 8.5x11}}
sections:
  - {{name: Two Clues Together, count: 6, size: 10x10, difficulty: medium, per_page: 6, candidates: {k}}}
"""
HIGH, GAP, GROUND = 620, 14, 200  # pixels, pixels, grey


@dataclass(frozen=True)
class Row:
    """A section as it came out."""

    name: str
    k: int
    filled: list[Filled]
    seconds: float

    def mean(self, part: str) -> float:
        """The mean of a part, or of the score."""
        return fmean((one.record.quality or {})[part] for one in self.filled)

    @property
    def scores(self) -> list[float]:
        """Those of all puzzles, rising."""
        return sorted((one.record.quality or {})["score"] for one in self.filled)

    @property
    def attempts(self) -> int:
        """Boards that were tried, those of the candidates not chosen too."""
        return len(self.filled) + sum(sum(one.rejects.values()) for one in self.filled)


def measured() -> Iterator[Row]:
    """Every section with every K, one worker, processor seconds."""
    compile_once()
    for difficulty, size, count in SECTIONS:
        for k in KS:
            said = {"name": "n", "count": str(count), "size": size, "difficulty": difficulty, "candidates": str(k)}
            section = SectionConfig.model_validate(said)
            slots = [replace(slot, rated=True) for slot in section_slots("quality", section)]
            begin = time.process_time()
            made = (fill(one) for slot in slots for one in candidates_of(slot, k))
            filled = list(best_of(slots, made, k, Seen(), fill))
            yield Row(f"{difficulty} {size}", k, filled, time.process_time() - begin)


def tell(rows: list[Row]) -> None:
    """The tables."""
    print("| section | K | least | mean | most | attempts a puzzle | seconds a puzzle |\n|---|---|---|---|---|---|---|")
    for row in rows:
        low, high, count = row.scores[0], row.scores[-1], len(row.filled)
        figures = f"{low:.0f} | {row.mean('score'):.1f} | {high:.0f} | {row.attempts / count:,.0f}"
        print(f"| {row.name} | {row.k} | {figures} | {row.seconds / count:.3f} |")
    print("\n| section | K |" + "".join(f" {name} |" for name in WEIGHTS) + "\n|---|---|" + "---|" * len(WEIGHTS))
    for row in rows:
        print(f"| {row.name} | {row.k} |" + "".join(f" {row.mean(name):.2f} |" for name in WEIGHTS))


def draw(rows: list[Row]) -> None:
    """Every puzzle a dot, by its score."""
    mpl.rcParams["font.family"] = "DejaVu Sans"
    figure, panel = plt.subplots(figsize=(8.5, 3.6), layout="constrained")
    places = [len(rows) - 1 - i - 0.6 * (i // len(KS)) for i in range(len(rows))]
    for row, y in zip(rows, places, strict=True):
        tone = {1: "#9ecae1", 10: "#4a90c2", 100: "#1f5a94"}[row.k]
        panel.plot(row.scores, [y] * len(row.scores), "o", color=tone, alpha=0.7, markeredgewidth=0)
        panel.plot(row.mean("score"), y, "|", color="black", markersize=14)
    panel.set_yticks(places, [f"{row.name}, K = {row.k}" for row in rows])
    for spine in ("top", "right", "left"):
        panel.spines[spine].set_visible(False)
    panel.tick_params(axis="y", length=0)
    panel.set_xlabel("score of each puzzle; the bar is the mean")
    figure.savefig(HERE / "quality-scores.png", dpi=110, metadata={"Software": None})


def page_of(folder: Path, k: int) -> Image.Image:
    """The page of puzzles of the book with ``k`` candidates."""
    config = loads_book(BOOK.format(k=k), f"book of {k}")
    report = build_book(BookRequest(config, folder / f"{k}", f"book of {k}"), Silent(), lambda _: None)
    if report.failed:
        raise SystemExit(report.summary)
    records = read_records(folder / f"{k}" / PUZZLES)
    design = load_design(config.theme, config.language, config.cells)
    puzzles_and_hints = explain_puzzles(config, records, design.words, Silent())
    planned, _ = paginate(config, puzzles_and_hints, resolve_page(config.page), design)
    page = next(page for page in planned if page.kind == "puzzles")
    pdf = pypdfium2.PdfDocument(folder / f"{k}" / INTERIOR)
    return pdf[page.number - 1].render(scale=HIGH / page.height, grayscale=True).to_pil().convert("L")


def main(folder: Path) -> None:
    """Measure, tell, draw."""
    rows = list(measured())
    tell(rows)
    draw(rows)
    pages = [page_of(folder, k) for k in KS]
    sheet = Image.new("L", (sum(page.width + GAP for page in pages) + GAP, HIGH + 2 * GAP), GROUND)
    x = GAP
    for page in pages:
        sheet.paste(page, (x, GAP))
        x += page.width + GAP
    sheet.quantize(16, dither=Image.Dither.NONE).save(HERE / "quality.png", optimize=True, bits=4)


if len(sys.argv) > 1:
    main(Path(sys.argv[1]))
else:
    with TemporaryDirectory() as room:
        main(Path(room))
