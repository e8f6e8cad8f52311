"""Shows what ``effort`` and the wishes do: prints the tables of docs/quality.md, and draws a page of each effort.

python docs/quality.py [FOLDER]     keeps the books in FOLDER
"""

import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

from puzzlegen.board.difficulty import DIFFICULTIES, EFFORTS, LOW, NORMAL, TECHNIQUE_TIERS
from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.config.load import loads_book
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import GenerationError
from puzzlegen.files.build_folder import INTERIOR
from puzzlegen.generator.attempts import GeneratedPuzzle
from puzzlegen.generator.batch import best_of, generate_puzzle
from puzzlegen.generator.requests import section_requests
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.grading.quality import WEIGHTS, ChosenPuzzles, parts, technique_uses
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.solver.tiers import run

HERE = Path(__file__).parent
SECTIONS = (("easy", "8x8", 24), ("medium", "10x10", 24), ("hard", "10x10", 12), ("expert", "12x12", 12))
RAMPS = (
    ("easy", "9x9", "2-6"),
    ("medium", "10x10", "10-40"),
    ("hard", "10x10", "22-29"),
    ("expert", "12x12", "32-50"),
)
WISHED, UNWISHED = 12, 40  # puzzles for each wish, and without one
TECHNIQUES_OF = ("medium", "hard")
BOOK = """
title: Quiet Minefields
series: quality
page: {{profile: screen, trim: 8.5x11}}
sections:
  - {{name: Two Clues Together, count: 6, size: 10x10, difficulty: medium, per_page: 6, effort: {effort}, opener: no}}
"""
HIGH, GAP, GROUND = 760, 14, 200  # pixels, pixels, gray


@dataclass(frozen=True)
class Row:
    """The rated puzzles of a section made with one effort, and the processor seconds they took."""

    name: str
    effort: str
    made: list[GeneratedPuzzle]
    seconds: float

    def mean(self, part: str) -> float:
        """Return the mean of a part, or of the score."""
        return fmean((one.graded.quality or {})[part] for one in self.made)

    @property
    def scores(self) -> list[float]:
        """The scores of all puzzles, rising."""
        return sorted((one.graded.quality or {})["score"] for one in self.made)

    @property
    def attempts(self) -> int:
        """Number of boards tried, including those of the candidates that were not chosen."""
        return len(self.made) + sum(sum(one.rejects.values()) for one in self.made)


def make(**keys: str | int) -> Row:
    """Make and rate the puzzles of a section; those of the lowest effort too."""
    section = SectionConfig.model_validate({"name": "n", **keys})
    requests = section_requests("quality", section)
    begin = time.process_time()
    made = (generate_puzzle(one) for request in requests for one in request.candidates())
    improved = section.spec.resolved_effort != LOW
    found = list(best_of(requests, made, RepeatFilter(), generate_puzzle) if improved else made)
    seconds = time.process_time() - begin
    if not improved:
        chosen = ChosenPuzzles()
        for i, one in enumerate(found):
            quality = parts(run(one.graded.puzzle), one.graded.grade.score, section.difficulty)
            found[i] = replace(one, graded=chosen.rated(replace(one.graded, quality=quality)))
            chosen.add(found[i].graded)
    return Row(f"{section.difficulty} {section.boards[0]}", section.spec.resolved_effort, found, seconds)


def measured() -> list[Row]:
    """Make every section with every effort."""
    return [
        make(count=count, size=size, difficulty=difficulty, effort=effort)
        for difficulty, size, count in SECTIONS
        for effort in EFFORTS
    ]


def print_efforts(rows: list[Row]) -> None:
    """Print the tables of the efforts."""
    print("| section | effort | least | mean | most | boards tried a puzzle | seconds a puzzle |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        low, high, count = row.scores[0], row.scores[-1], len(row.made)
        figures = f"{low:.0f} | {row.mean('score'):.1f} | {high:.0f} | {row.attempts / count:,.0f}"
        print(f"| {row.name} | {row.effort} | {figures} | {row.seconds / count:.3f} |")
    print("\n| section | effort |" + "".join(f" {name} |" for name in WEIGHTS) + "\n|---|---|" + "---|" * len(WEIGHTS))
    for row in rows:
        print(f"| {row.name} | {row.effort} |" + "".join(f" {row.mean(name):.2f} |" for name in WEIGHTS))


def print_wishes() -> None:
    """Print how often wishes are fulfilled, and at what cost."""
    print("\n| section | technique | share without the wish | uses a puzzle | boards tried | seconds a puzzle |")
    print("|---|---|---|---|---|---|")
    for difficulty in TECHNIQUES_OF:
        for technique, tier in TECHNIQUE_TIERS.items():
            if not 2 <= tier <= DIFFICULTIES[difficulty].cap or technique.startswith("disjoint"):
                continue
            try:
                row = make(count=WISHED, size="10x10", difficulty=difficulty, technique=technique, effort=NORMAL)
            except GenerationError as error:
                print(f"| {difficulty} 10x10 | {technique} | {error} |")
                continue
            uses = [float((one.graded.wishes or {})["technique"]["reached"]) for one in row.made]
            figures = f"{fmean(uses):.1f} | {row.attempts / WISHED:.1f} | {row.seconds / WISHED:.3f}"
            print(f"| {row.name} | {technique} | {without(difficulty, technique):.0%} | {figures} |")
    print("\n| section | score | mean distance | boards tried | seconds a puzzle | scores |")
    print("|---|---|---|---|---|---|")
    for difficulty, size, score in RAMPS:
        row = make(count=WISHED, size=size, difficulty=difficulty, score=score, effort=NORMAL)
        wishes = [(one.graded.wishes or {})["score"] for one in row.made]
        off = fmean(abs(float(wish["reached"]) - float(wish["wanted"])) for wish in wishes)
        figures = f"{off:.2f} | {row.attempts / WISHED:.1f} | {row.seconds / WISHED:.3f}"
        print(f"| {row.name} | {score} | {figures} | {', '.join(str(wish['reached']) for wish in wishes)} |")


def without(difficulty: str, technique: str) -> float:
    """Return the share of puzzles that need a technique though nobody asked for it."""
    row = make(count=UNWISHED, size="10x10", difficulty=difficulty, effort=LOW)
    return fmean(technique_uses(run(one.graded.puzzle), technique) > 0 for one in row.made)


def page_of(folder: Path, effort: str) -> Image.Image:
    """Return the page of puzzles of the book with this effort."""
    config = loads_book(BOOK.format(effort=effort), f"book of {effort}")
    report = build_book(BookRequest(config, folder / effort, f"book of {effort}"), Silent(), lambda _: None)
    if report.failed:
        raise SystemExit(report.summary)
    pdf = pypdfium2.PdfDocument(folder / effort / INTERIOR)
    number = next(i for i in range(len(pdf)) if "Medium" in pdf[i].get_textpage().get_text_range())
    page = pdf[number]
    drawn: Image.Image = page.render(scale=HIGH / page.get_height(), grayscale=True).to_pil()
    return drawn.convert("L")


def draw_pages(folder: Path) -> None:
    """Draw a page of each effort, side by side."""
    pages = [page_of(folder, effort) for effort in EFFORTS]
    sheet = Image.new("L", (sum(page.width + GAP for page in pages) + GAP, HIGH + 2 * GAP), GROUND)
    x = GAP
    for page in pages:
        sheet.paste(page, (x, GAP))
        x += page.width + GAP
    sheet.quantize(16, dither=Image.Dither.NONE).save(HERE / "quality.png", optimize=True, bits=4)


def main(folder: Path) -> None:
    """Measure, print and draw."""
    rows = measured()
    print_efforts(rows)
    print_wishes()
    draw_pages(folder)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with TemporaryDirectory() as room:
            main(Path(room))
