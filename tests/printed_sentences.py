"""Judges the hints and step-by-step solutions of finished books, as they are read back from the pages.

    python tests/printed_sentences.py FOLDER ...
    python tests/printed_sentences.py --languages CONFIG FOLDER

The second form prints the puzzles of a finished folder in the other languages, and judges these books. Prints how many
sentences each book has. Exits with 1 at the first sentence that is not on its page, or claims what does not follow.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml
from sentence_judge import MINE, SAFE, Judge
from sentence_translation import Translator

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.book.build import BookRequest, BuildOptions, build_book
from puzzlegen.checking.printed_pages import PrintedPage, read_pages, stage_of
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.engine import clue_rules
from puzzlegen.files.build_folder import INTERIOR, MANIFEST, PUZZLES
from puzzlegen.files.templates import languages
from puzzlegen.formats import json_record
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import puzzle_hints
from puzzlegen.language.walkthroughs import walkthrough
from puzzlegen.solver.tiers import run, sticking_points


def joined(texts: Iterable[str]) -> str:
    """Return texts without spaces, because a letter may extend into one."""
    return "".join("".join(texts).split())


class Book:
    """A finished book: its puzzles, and the words of its pages."""

    def __init__(self, folder: Path) -> None:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        self.config = BookConfig.model_validate(manifest["config"])
        self.records: list[GradedPuzzle] = json_record.read_records(folder / PUZZLES)
        self.pages: list[PrintedPage] = list(read_pages(folder / INTERIOR))
        self.printed = joined(f"{page.drawn}\n{page.rotated}" for page in self.pages)
        self.messages, self.english = load(self.config.language, self.config.cells), load("en")
        self.is_plain = self.config.language == "en" and self.config.cells == "rc"

    def read(self, words: str, puzzle: Puzzle) -> str:
        """Return words that must be on a page, in English."""
        assert joined([words]) in self.printed, f"not on a page: {words}"
        if self.is_plain:
            return words
        variant = puzzle.grid.variant
        return Translator(self.messages.for_variant(variant), self.english.for_variant(variant)).translated(words)

    def judge(self) -> int:
        """Judge all hints and step-by-step solutions. Returns how many sentences they have. Raises AssertionError."""
        return sum(self.judge_hints(record) + self.judge_boards(record) for record in self.records)

    def judge_hints(self, record: GradedPuzzle) -> int:
        if self.config.aids.hints == "none":
            return 0
        puzzle, rounds = record.puzzle, run(record.puzzle, MAX_TIER)
        hints, english = puzzle_hints(rounds, self.messages), puzzle_hints(rounds, self.english)
        for (marks, step), hint, plain in zip(sticking_points(rounds), hints, english, strict=True):
            assert joined([hint.question]) in self.printed, f"not on a page: {hint.question}"
            judge = Judge(puzzle)
            for x, mark in enumerate(marks.tolist()):
                if mark != clue_rules.UNKNOWN:
                    judge.known[x] = MINE if mark == clue_rules.MINE else SAFE
            if step.method != "list" or self.is_plain:
                judge.judge_hint(plain.question, self.read(hint.answer, puzzle))
        return 2 * len(hints)

    def judge_boards(self, record: GradedPuzzle) -> int:
        """Judge the words of each board of a step-by-step solution, from the marks of the board without its step."""
        puzzle, number = record.puzzle, record.number or 0
        boards = {stage[1]: grid for page in self.pages for grid in page.grids
                  if (stage := stage_of(grid)) and stage[0] == number}  # fmt: skip
        if not boards:
            return 0
        stages = walkthrough(run(puzzle, MAX_TIER), self.messages)
        for at, stage in enumerate(stages, start=1):
            if not stage.sentence:
                continue
            grid, judge = boards[at], Judge(puzzle)
            mines = grid.filled if puzzle.grid.variant.clue_on_mine else grid.mines
            values = {x: MINE for x, is_one in enumerate(mines) if is_one and puzzle.hidden[x]}
            values |= {x: SAFE for x, is_one in enumerate(grid.dots) if is_one and puzzle.hidden[x]}
            judge.known |= {x: value for x, value in values.items() if x not in stage.proves}
            judge.judge(self.read(stage.sentence, puzzle))
            assert all(judge.known[x] == values[x] for x in stage.proves)
        return sum(bool(stage.sentence) for stage in stages)


def judge_languages(source: Path, folder: Path, top: Path) -> Iterator[tuple[str, int]]:
    """Print the puzzles of a finished folder in the other languages, in folders in ``top``, and judge these books.

    Yields each language, and how many sentences its book has.
    """
    config = yaml.safe_load(source.read_text(encoding="utf-8"))
    for language in (one for one in languages() if one != config.get("language", "en")):
        text = yaml.safe_dump(config | {"language": language}, allow_unicode=True)
        options = BuildOptions(reprint=folder / PUZZLES)
        request = BookRequest(loads_book(text), top / language, source.name, options=options)
        report = build_book(request, Silent(), lambda _: None)
        assert not report.failed, [str(finding) for finding in report.findings]
        yield language, Book(top / language).judge()


def main() -> None:
    """Judge what the command line names."""
    if sys.argv[1] == "--languages":
        with tempfile.TemporaryDirectory() as top:
            for language, count in judge_languages(Path(sys.argv[2]), Path(sys.argv[3]), Path(top)):
                print(f"{sys.argv[3]} in {language}: {count} sentences", flush=True)
        return
    for folder in sys.argv[1:]:
        print(f"{folder}: {Book(Path(folder)).judge()} sentences", flush=True)


if __name__ == "__main__":
    main()
