"""Puts the puzzles that the user chose at their places of a book, and recognizes shipped pictures by their mines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from puzzlegen.board.difficulty import DIFFICULTIES, EFFORTS, MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import MIXED, idea_shown
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Status
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of, mines_key
from puzzlegen.config.error_places import errors_about
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.formats import line
from puzzlegen.generator.pictures import repair
from puzzlegen.generator.requests import mines_of, picture_mismatch
from puzzlegen.grading.grade import grade
from puzzlegen.grading.order import place_kinds
from puzzlegen.grading.quality import ChosenPuzzles, parts
from puzzlegen.pictures.choices import DRAWING_FILE
from puzzlegen.pictures.drawings import read_drawing_file
from puzzlegen.solver.tiers import PuzzleTrace, run

if TYPE_CHECKING:
    from puzzlegen.board.spec import PuzzleSpec
    from puzzlegen.config.book import BookConfig
    from puzzlegen.config.own_pages import ChoiceConfig
    from puzzlegen.config.section import SectionConfig

Chosen = Mapping[int, Mapping[int, GradedPuzzle]]  # by the number of the section and the place in it, both from 1


def chosen_puzzles(config: BookConfig) -> Chosen:
    """Read, solve and grade the chosen puzzles of a book. They have no random stream and no number.

    Raises GenerationError, which names the entry, for a puzzle that is damaged, has no proof, repeats another or is not
    what its place asks for.
    """
    numbers = {section.name: number for number, section in enumerate(config.sections, start=1)}
    chosen: dict[int, dict[int, GradedPuzzle]] = {number: {} for number in numbers.values()}
    seen: dict[bytes, ChoiceConfig] = {}
    for entry, choice in enumerate(config.choices):
        number = numbers[choice.section]
        with errors_about("choices", entry):
            graded = _read(choice, config.sections[number - 1])
            for key in keys_of(graded.puzzle, graded.solution):
                if (other := seen.setdefault(key, choice)) is not choice:
                    raise GenerationError(
                        f"place {other.place} of section {other.section!r} has this puzzle already, perhaps turned, "
                        "or one with the same mines; choose another"
                    )
        chosen[number][choice.place] = graded
    return chosen


def _read(choice: ChoiceConfig, section: SectionConfig) -> GradedPuzzle:
    """Return a chosen puzzle with its solution, grade and quality."""
    about = f"section {choice.section!r}, place {choice.place}"
    kind = place_kinds(section)[choice.place - 1]
    spec, board = section.kinds[0 if section.pictures else kind[0]].spec, kind[1]
    try:
        puzzle = line.parse(choice.puzzle, board.variant)
    except FormatError as error:
        raise GenerationError(f"{about}: puzzle: {error}") from None
    if mismatch := spec.mismatch(puzzle.grid, puzzle.total, (board,)):
        raise GenerationError(f"{about}: {mismatch}; choose another puzzle")
    try:
        trace = proved(puzzle)
        idea = shown_idea(trace, _wanted_idea(choice, spec))
    except GenerationError as error:
        raise GenerationError(f"{about}: {error}") from None
    grading = grade(trace)
    improved = EFFORTS[section.spec.resolved_effort].moves > 0
    quality = parts(trace, grading.score, grading.difficulty) if improved else None
    picture = section.picture(choice.place)
    name = picture.name if picture else None
    graded = GradedPuzzle(puzzle, trace.solution, grading, quality=quality, picture=name, idea=idea)
    mismatch = spec.mismatch(board, puzzle.total, (board,), grading.difficulty) or picture_mismatch(graded, section)
    if mismatch:
        raise GenerationError(f"{about}: {mismatch}; choose another puzzle")
    return graded


def _wanted_idea(choice: ChoiceConfig, spec: PuzzleSpec) -> str | None:
    """Return the idea that a chosen puzzle must show. Raises GenerationError for one beside that of its section."""
    if choice.idea and spec.idea not in {None, MIXED, choice.idea}:
        raise GenerationError(f"idea: found {choice.idea}, but the section asks for {spec.idea}; leave it out")
    return choice.idea or spec.idea


def proved(puzzle: Puzzle) -> PuzzleTrace:
    """Return how a chosen puzzle is solved. Raises GenerationError for one whose clues do not prove every cell."""
    trace = run(puzzle, MAX_TIER)
    if trace.status is not Status.SOLVED:
        raise GenerationError("the clues do not prove every cell; choose another puzzle")
    return trace


def shown_idea(trace: PuzzleTrace, wanted: str | None) -> str | None:
    """Return the idea that a chosen puzzle shows; None if none is wanted. Raises GenerationError for another one."""
    idea = idea_shown(wanted, trace.puzzle.grid, trace.puzzle.cells, trace.moment.tolist())
    if idea is None and wanted is not None:
        raise GenerationError(f"its clues do not show the idea {wanted}; choose another puzzle or idea")
    return idea


def is_chosen(record: GradedPuzzle, chosen: GradedPuzzle) -> bool:
    """Return whether a record shows a chosen puzzle, wherever it was made."""
    return record.puzzle == chosen.puzzle and record.solution == chosen.solution


def with_chosen_puzzles(config: BookConfig, made: Sequence[GradedPuzzle], chosen: Chosen) -> list[GradedPuzzle]:
    """Return the puzzles of a book: ``made``, which are those without choices, with the chosen ones in their places.

    A puzzle stays where it is unless its place has a chosen one. If it is itself chosen, perhaps for another place, one
    of its kind that has lost its place comes in; puzzles of a kind still stand by rising score.
    Raises GenerationError where there is none.
    """
    if not any(chosen.values()):
        return list(made)
    taken: dict[bytes, str] = {}
    for index, places in chosen.items():
        for place, graded in places.items():
            where = f"section {config.sections[index - 1].name!r}, place {place}"
            taken |= dict.fromkeys(keys_of(graded.puzzle, graded.solution), where)
    puzzles: list[GradedPuzzle] = []
    for index, section in enumerate(config.sections, start=1):
        own = [graded for graded in made if graded.section == index]
        here = chosen.get(index, {})
        puzzles += _section(section, index, own, here, taken) if own or here else []
    return [replace(graded, number=number) for number, graded in enumerate(puzzles, start=1)]


def _section(
    section: SectionConfig,
    index: int,
    made: Sequence[GradedPuzzle],
    chosen: Mapping[int, GradedPuzzle],
    taken: Mapping[bytes, str],
) -> list[GradedPuzzle]:
    """Return the puzzles of one section in printing order. ``made`` may be empty if all places are chosen."""
    kinds = place_kinds(section)
    result: list[GradedPuzzle | None] = [chosen.get(place) for place in range(1, section.count + 1)]
    for kind in dict.fromkeys(kinds):
        places = [place for place, alike in enumerate(kinds) if alike == kind]
        free = [place for place in places if result[place] is None]
        usable = [place for place in places if free and _chosen_at(made[place], taken) is None]
        sources = sorted(sorted(usable, key=lambda place: result[place] is not None)[: len(free)])  # lost ones last
        if len(sources) < len(free):
            place = next(place for place in free if place not in usable)
            raise GenerationError(
                f"the puzzle made for place {place + 1} is also chosen for "
                f"{_chosen_at(made[place], taken)}; choose a puzzle for this place, or another there",
                at=("sections", index - 1),
            )
        for place, source in zip(free, sources, strict=True):
            result[place] = made[source]
    records = [replace(record, section=index) for record in result if record is not None]
    return rated_in_order(records) if chosen and EFFORTS[section.spec.resolved_effort].moves else records


def _chosen_at(graded: GradedPuzzle, taken: Mapping[bytes, str]) -> str | None:
    """Return the place for which a made puzzle is also chosen; None if it is not."""
    keys: PuzzleKeys = keys_of(graded.puzzle, graded.solution)
    return next((taken[key] for key in keys if key in taken), None)


def rated_in_order(records: Iterable[GradedPuzzle]) -> list[GradedPuzzle]:
    """Rate how fresh each puzzle of a section with choices is, compared with those printed before it."""
    before, rated = ChosenPuzzles(), []
    for record in records:
        known = {name: value for name, value in (record.quality or {}).items() if name != "score"}
        rated.append(before.rated(replace(record, quality=known)))
        before.add(record)
    return rated


def is_complete(section: SectionConfig, chosen: Mapping[int, GradedPuzzle]) -> bool:
    """Return whether every place of a section has a chosen puzzle, so that none needs to be made."""
    return len(chosen) == section.count


def is_ready_picture(mines: bytes) -> bool:
    """Tell whether the mines with this key (see ``symmetry.mines_key``) show a picture that ships with puzzlegen.

    Everyone has these pictures, so books and dailies of one ledger may share them, with different clues. A copy of
    their file counts as well; a drawing with other cells does not.
    """
    return mines in _ready_mines(repaired=False) or mines in _ready_mines(repaired=True)


@cache
def _ready_mines(repaired: bool) -> frozenset[bytes]:
    """Return the keys of the mines of the ready pictures in each variant: as drawn, or as repaired for each difficulty.

    Keys are made when a picture repeats, not before. Those of pictures as drawn take 1 s, those of repaired ones
    7 s, which few need (223 pictures, 2026-11-30).
    """
    caps = sorted({difficulty.cap for difficulty in DIFFICULTIES.values()}) if repaired else [None]
    boards = set()
    for path in (shipped_folder("templates") / "pictures").rglob(f"*{DRAWING_FILE}"):  # with the sample for users' own
        cells = read_drawing_file(path).cells
        for variant in VARIANTS.values():
            mines = mines_of(cells, variant)
            grid = Grid(mines.shape[1], mines.shape[0], variant)
            for cap in caps:
                with suppress(GenerationError):  # no puzzle can show it
                    shown = mines if cap is None else repair(grid, mines, cap).cells
                    boards.add((grid, tuple(shown.ravel().tolist())))  # mostly the same for each difficulty
    return frozenset(mines_key(*board) for board in boards)
