"""Adds hints and techniques to the puzzles of a book, and reads the puzzles of an earlier build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from puzzlegen.board.difficulty import MAX_TIER, Grade
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.puzzle import Puzzle, blank_cells
from puzzlegen.checking.tasks import HERE, Task, Workers
from puzzlegen.config.book import BookConfig
from puzzlegen.config.section import BoardsConfig, SectionConfig
from puzzlegen.errors import ConfigError
from puzzlegen.formats.json_record import read_records
from puzzlegen.generator.chosen_puzzles import chosen_puzzles, is_chosen
from puzzlegen.language.explanations import puzzle_hints
from puzzlegen.language.messages import Messages
from puzzlegen.selection.printing_order import printing_order
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import explain, run

TASK_PUZZLES = 20  # explained in one task: a fiftieth of a second
PLACEHOLDER_HINTS = {"back": ("– " * 75, "– " * 160), "foot": ("– " * 60, "– " * 70)}  # as long as most hints


@dataclass(frozen=True, slots=True)
class ExplainedPuzzles:
    """The puzzles of a book in printing order, with what their solutions add to its pages.

    Attributes:
        records: the puzzles, numbered from 1.
        hints: the sentences of each puzzle's hints by its number; empty in a book without hints.
        techniques: the techniques that the solutions use; None stands for all.
    """

    records: Sequence[GradedPuzzle]
    hints: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    techniques: frozenset[str] | None = None

    @property
    def hints_by_puzzle(self) -> dict[Puzzle, tuple[str, ...]]:
        """The hints of each puzzle that has some."""
        numbered = ((record.puzzle, self.hints.get(record.number or 0)) for record in self.records)
        return {puzzle: hints for puzzle, hints in numbered if hints}


def explain_puzzles(
    config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages, workers: Workers = HERE
) -> ExplainedPuzzles:
    """Solve each puzzle once, for its hints and for the techniques that the book should teach.

    Puzzles that the book needs neither for are not solved. The others are spread over ``workers``.
    """
    with_hints = config.aids.hints != "none"
    choice = config.front_matter.techniques
    workers.progress.start("explain", len(records))
    if not with_hints and choice != "auto":
        return ExplainedPuzzles(records)
    parts = [records[first : first + TASK_PUZZLES] for first in range(0, len(records), TASK_PUZZLES)]
    explain_some = partial(
        _explain_some,
        messages=messages if with_hints else None,
        teach=choice == "auto",
        short=config.aids.hints == "foot",
    )
    found = workers.run([Task(partial(explain_some, part), len(part)) for part in parts])
    hints: dict[int, tuple[str, ...]] = {}
    techniques: set[str] = set()
    for one in chain.from_iterable(found):
        hints |= one.hints
        techniques |= one.techniques or frozenset()
    return ExplainedPuzzles(records, hints, frozenset(techniques) if choice == "auto" else None)


def _explain_some(
    records: Sequence[GradedPuzzle], messages: Messages | None, teach: bool, short: bool
) -> list[ExplainedPuzzles]:
    """Explain some puzzles: their hints in the language of ``messages``, and with ``teach`` their techniques.

    ``short`` as in ``puzzle_hints``.
    """
    hints: dict[int, tuple[str, ...]] = {}
    lessons = {code for code, technique in TECHNIQUES.items() if technique.lesson}
    found: set[str] = set()
    for record in records:
        teaches = teach and record.puzzle.grid.variant.lessons and found != lessons
        if messages is None and not teaches:
            continue
        trace = run(record.puzzle, MAX_TIER)
        steps = explain(trace, only_shortest=True) if teaches else None
        found.update(step.technique for step in steps or () if step.technique in lessons)
        if messages is not None:
            hints[record.number or 0] = puzzle_hints(trace, messages, steps, short=short)
    return [ExplainedPuzzles((), hints, frozenset(found))]


def placeholder_puzzles(config: BookConfig) -> ExplainedPuzzles:
    """Return empty puzzles of the sizes of a book's puzzles, with long hints and all techniques.

    Their layout shows before hours of work what cannot be printed.
    """
    records: list[GradedPuzzle] = []
    for index, section in enumerate(config.sections, start=1):
        empty = [_placeholder(section, number, index) for number in range(1, section.count + 1)]
        in_order = enumerate(printing_order(empty, section), start=len(records) + 1)
        records += [replace(record, number=number) for number, record in in_order]
    hints = PLACEHOLDER_HINTS.get(config.aids.hints)
    return ExplainedPuzzles(records, {record.number or 0: hints for record in records} if hints else {})


def _placeholder(section: SectionConfig, number: int, index: int) -> GradedPuzzle:
    grid, settings = section.board(number), section.settings(number)
    total = round(settings.density * grid.area) if settings.total else None
    puzzle = Puzzle(grid, tuple(blank_cells(grid).tolist()), total)
    grade = Grade(0, settings.difficulty, 0.0, 0, (0, 0))
    picture = section.picture(number)
    return GradedPuzzle(puzzle, (False,) * grid.size, grade, section=index, picture=picture.name if picture else None)


def read_puzzles(path: Path, config: BookConfig, source: str) -> list[GradedPuzzle]:
    """Read the puzzles.jsonl of an earlier build, to print its puzzles again; ``source`` names the config.

    Raises ConfigError for puzzles that do not match the sections of the config.
    """
    records = read_records(path)
    sections = len(config.sections)
    if any(record.section not in range(1, sections + 1) for record in records):
        raise ConfigError(f"{path}: holds puzzles of other sections than the {sections} of {source}")
    for index, section in enumerate(config.sections, start=1):
        found = [record for record in records if record.section == index]
        if len(found) != section.count:
            raise ConfigError(
                f"{path}: holds {len(found)} puzzles for section {section.name!r}, {source} asks for {section.count}"
            )
        for place, record in enumerate(found, start=1):
            _check_section(record, section, section.settings(place), path)
    if [record.number for record in records] != list(range(1, len(records) + 1)):
        raise ConfigError(f"{path}: puzzles must be numbered 1 to {len(records)} in order")
    _check_chosen(records, config, path)
    return records


def _check_chosen(records: Sequence[GradedPuzzle], config: BookConfig, path: Path) -> None:
    """Raise ConfigError where the config chooses another puzzle for a place."""
    for index, places in chosen_puzzles(config).items():
        found = [record for record in records if record.section == index]
        for place, chosen in places.items():
            if not is_chosen(found[place - 1], chosen):
                raise ConfigError(
                    f"{path}: puzzle {found[place - 1].number} is not the one that choices has for place {place} of "
                    f"section {config.sections[index - 1].name!r}; leave out --puzzles, or remove the choice"
                )


def _check_section(record: GradedPuzzle, section: SectionConfig, settings: BoardsConfig, path: Path) -> None:
    """Raise ConfigError for a puzzle that its section does not ask for. ``settings`` are those of its place."""
    if (record.puzzle.total is not None) != settings.total:
        having, asked = ("without", "total: yes") if settings.total else ("with", "total: no")
        raise ConfigError(
            f"{path}: puzzle {record.number} is {having} a number of mines, section {section.name!r} asks for {asked}"
        )
    if record.picture not in ([picture.name for picture in section.pictures] if section.pictures else [None]):
        raise ConfigError(
            f"{path}: puzzle {record.number} shows the picture {record.picture!r}, which section {section.name!r} "
            "does not have"
        )
    grid = record.puzzle.grid
    if grid not in settings.boards or record.grade.difficulty != settings.difficulty:
        sizes = " and ".join(dict.fromkeys(map(str, settings.boards)))
        other = " of another shape" if str(grid) in map(str, settings.boards) and grid not in settings.boards else ""
        raise ConfigError(
            f"{path}: puzzle {record.number} is {record.grade.difficulty} {grid} {grid.variant}{other}, "
            f"section {section.name!r} asks for {settings.difficulty} {sizes} {settings.kind}"
        )
