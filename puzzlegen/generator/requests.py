"""Defines the request for a puzzle, and makes the requests of a command, a book section or a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from puzzlegen.board import hands, ideas
from puzzlegen.board.difficulty import DIFFICULTIES, NO_AIM, Aim
from puzzlegen.board.drawn_layouts import rows_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.spec import FREE_LAYOUT, PROPERTIES, USUAL_SPREAD, Layout, Mismatch, PuzzleSpec
from puzzlegen.errors import GenerationError
from puzzlegen.generator.pictures import RepairedPicture, repair
from puzzlegen.pictures.drawings import outlined
from puzzlegen.pictures.reduction import Cells
from puzzlegen.wording import describe

if TYPE_CHECKING:  # pydantic takes a third of a second to import, and ``generate`` does not need it
    from puzzlegen.config.generation import GenerationConfig
    from puzzlegen.config.pictures import PictureConfig
    from puzzlegen.config.section import SectionConfig

REISSUE = "/again after "  # part of a stream's name, before the number of puzzles that a day had before
AGAIN = "/again "  # part of a stream's name, before the number of a replacement for a repeat


@dataclass(frozen=True, slots=True)
class PuzzleRequest(PuzzleSpec):
    """The properties that one puzzle must have, and the name of its random stream. It is the unit of parallel work.

    Of the properties, layout, hand, density and spread are those of its board, the shape is that of ``grid``, and
    ``cap`` and ``aim`` are made of the others: ``cap`` is the highest tier thinning may rely on, and ``aim`` says what
    to improve the puzzle for.
    ``picture`` gives the mines: a row of marks a line (see pictures.drawings). Attempts then differ only in the
    order of removals, and the options on mines and layout do not matter. ``picture_name`` is recorded with the puzzle.
    ``classic`` takes the mines of a board of the classic game that needs no guess, and the difficulty, both in the game
    and on paper; it needs ``mines``, and the layout FREE_LAYOUT.
    ``place`` is the section's name and the number in it, for messages. It does not affect the puzzle.
    """

    grid: Grid
    stream: str
    cap: int
    density: float = field(default=MINESWEEPER.usual_density, kw_only=True)
    spread: float = field(default=USUAL_SPREAD, kw_only=True)
    layout: Layout = field(default=FREE_LAYOUT, kw_only=True)
    aim: Aim = field(default=NO_AIM, kw_only=True)
    picture: str | None = field(default=None, kw_only=True)
    picture_name: str | None = field(default=None, kw_only=True)
    classic: bool = field(default=False, kw_only=True)
    place: tuple[str, int] | None = field(default=None, repr=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        """Give a request whose layout has hands that of its stream, if it has none; take it from others.

        A picture has its mines, so it takes none.
        """
        object.__setattr__(self, "hand", self.hand_on(self.layout, self.stream) if self.picture is None else None)

    @property
    def habits(self) -> hands.Hand | None:
        """The habits of the hand; None without a hand."""
        return hands.hand_named(self.hand)

    @property
    def label(self) -> str:
        """The difficulty or the tier, for messages."""
        return self.difficulty or f"tier {self.cap}"

    @property
    def tier(self) -> int:
        """The tier that the difficulty needs; 0 for any difficulty."""
        return DIFFICULTIES[self.difficulty].tier if self.difficulty else 0

    def candidates(self) -> Iterator[PuzzleRequest]:
        """Yield the request itself and copies of it with other streams, as many as the effort of its aim takes."""
        yield self
        for number in range(2, self.aim.candidates + 1):
            yield replace(self, stream=f"{self.stream}/candidate {number}")

    def replacement(self, number: int) -> PuzzleRequest:
        """Return the request for a puzzle that replaces a repeat; ``number`` counts from 1."""
        return replace(self, stream=f"{self.stream}{AGAIN}{number}")

    @property
    def log_fields(self) -> dict[str, str | int]:
        """The fields that name the request in the run log: section and number, or the day.

        They leave out the start of the stream's name. It is the name of the series, from which anyone could generate
        the puzzles to come.
        """
        numbers = _STREAM.search(self.stream)
        assert numbers is not None  # every part of the pattern is optional
        more = {name: int(number) for name, number in numbers.groupdict().items() if number is not None}
        if self.place is None:
            return {"request": self.stream[: numbers.start()].rpartition("/")[2], **more}
        section, number = self.place
        return {"section": section, "number": number, **more}


_STREAM = re.compile(
    r"(?:/again after (?P<after>[0-9]+))?(?:/candidate (?P<candidate>[0-9]+))?(?:/again (?P<again>[0-9]+))?$"
)


def request_for(spec: PuzzleSpec, grid: Grid, stream: str, place: int = 0) -> PuzzleRequest:
    """Return the request for one puzzle on a board; of a range of scores it has the first.

    Without a hand it gets that of its stream, if its layout has hands. ``place`` counts the puzzles from 0, for ideas
    that take turns.
    Raises FormatError where the layout does not fit the board.
    """
    layout = spec.layout_on(grid)
    hand = spec.hand_on(layout, stream)
    density, spread = spec.mines_on(layout, grid.variant, hand)
    given = {name: getattr(spec, name) for name in PROPERTIES} | {
        "kind": grid.variant.name, "shape": None, "layout": layout, "hand": hand, "density": density, "spread": spread,
        "idea": _idea(spec, grid, place),
    }  # fmt: skip
    return PuzzleRequest(grid, stream, spec.highest_tier, aim=_aim(spec, 0, 1), **given)


def requests_for(spec: PuzzleSpec, grid: Grid, seed: str, number: int) -> Iterator[PuzzleRequest]:
    """Return requests for several puzzles on a board, whose scores rise evenly. The streams are ``seed/1`` and so on.

    All have the same hand.
    Raises FormatError where the layout does not fit the board.
    """
    first = request_for(spec, grid, seed)
    return (
        replace(first, stream=f"{seed}/{place}", aim=_aim(spec, place - 1, number), idea=_idea(spec, grid, place - 1))
        for place in range(1, number + 1)
    )


def _idea(spec: PuzzleSpec, grid: Grid, place: int) -> str | None:
    """Return the idea of the puzzle at a place, counted from 0."""
    return None if spec.idea is None else ideas.idea_at(spec.idea, grid, spec.difficulty, place)


def _aim(spec: PuzzleSpec, place: int, places: int) -> Aim:
    """Return the aim at a place, counted from 0: scores rise evenly from the first place to the last."""
    score = None
    if spec.score is not None:
        low, high = spec.score
        score = round(low + (high - low) * place / max(1, places - 1), 1)
    return Aim(spec.resolved_effort, spec.technique, score, spec.start)


def section_requests(series: str, section: SectionConfig) -> list[PuzzleRequest]:
    """Return the requests of a section. Their streams have its name, so that other sections do not affect them.

    All of these puzzles have the hand of the section; a section of no book gets that of its name.
    Raises GenerationError for a picture that no puzzle of the difficulty can have.
    """
    hand = section.hand or hands.hand_for(f"{series}/{section.name}")
    return [
        replace(
            request_for(
                replace(section.settings(n).spec, hand=hand), section.board(n), f"{series}/{section.name}/{n}", n - 1
            ),
            picture="\n".join(rows_of(picture.cells)) if (picture := repaired_picture(section, n)) else None,
            picture_name=section.pictures[n - 1].name if section.pictures else None,
            aim=section_aim(section, n),
            place=(section.name, n),
        )
        for n in range(1, section.count + 1)
    ]


def repaired_picture(section: SectionConfig, number: int) -> RepairedPicture | None:
    """Return the picture of a section's puzzle, repaired; None without pictures.

    For minesweeper it is the outline. Raises GenerationError, which names the picture, for one beyond repair.
    """
    picture = section.picture(number)
    return None if picture is None else repaired(section, picture)


def section_mismatch(
    record: GradedPuzzle, section: SectionConfig, place: int, idea: str | None = None
) -> Mismatch | None:
    """Return what of a puzzle differs from what a place of a section, from 1, asks for; None for one that fits.

    Boards and pictures may be those of other places of its kind. ``idea`` is that of the choice for the place, None to
    take that of the section. Raises GenerationError for a picture beyond repair.
    """
    settings, puzzle = section.settings(place), record.puzzle
    mismatch = settings.spec.mismatch(puzzle.grid, puzzle.total, settings.boards, record.grade.difficulty)
    return mismatch or idea_mismatch(record, idea or settings.idea) or picture_mismatch(record, section)


def idea_mismatch(record: GradedPuzzle, wanted: str | None) -> Mismatch | None:
    """Return how the idea of a puzzle differs from the one wanted; None for one that fits."""
    if record.idea == wanted or (wanted == ideas.MIXED and record.idea is not None):
        return None
    return Mismatch("idea", describe(record.idea), "any" if wanted == ideas.MIXED else str(wanted or "none"))


def picture_mismatch(record: GradedPuzzle, section: SectionConfig) -> Mismatch | None:
    """Return how a puzzle differs from the picture of the section that it names; None for one that fits.

    Raises GenerationError for a picture beyond repair.
    """
    picture = section.picture_named(record.picture)
    if picture is None:
        wanted = "one of its pictures" if section.pictures else "none"
        return Mismatch("picture", describe(record.picture), wanted) if section.pictures or record.picture else None
    if tuple(repaired(section, picture).cells.ravel().tolist()) != record.solution:
        return Mismatch("solution", "other mines", f"the picture {describe(picture.name)}")
    return None


def mines_of(cells: Cells, variant: Variant) -> Cells:
    """Return the cells that are mines in a puzzle of a variant: the picture for a mosaic, else its outline."""
    return cells if variant.clue_on_mine else outlined(cells)


def repaired(config: GenerationConfig, picture: PictureConfig) -> RepairedPicture:
    """Return a picture as puzzles of ``config`` can show it.

    Raises GenerationError, which names the picture, for one beyond repair.
    """
    cells = mines_of(picture.cells, config.variant)
    try:
        return repair(replace(picture.size, variant=config.variant), cells, DIFFICULTIES[config.difficulty].cap)
    except GenerationError as error:
        raise GenerationError(f"picture {picture.name!r}: {error}") from None


def classic_request(grid: Grid, mines: int, difficulty: str, attempts: int, stream: str) -> PuzzleRequest:
    """Return the request for a puzzle whose mines are a board of the classic game that needs no guess.

    The number of mines is printed, as it is known in the game.
    """
    spec = PuzzleSpec(difficulty=difficulty, mines=mines, total=True, attempts=attempts, layout=FREE_LAYOUT)
    return replace(request_for(spec, grid, stream), classic=True)


def with_picture(request: PuzzleRequest, name: str, cells: Cells) -> PuzzleRequest:
    """Return a request for a puzzle that shows a picture."""
    grid = replace(request.grid, height=cells.shape[0], width=cells.shape[1])
    return replace(request, grid=grid, picture="\n".join(rows_of(cells)), picture_name=name)


def picture_request(spec: PuzzleSpec, name: str, cells: Cells, stream: str) -> PuzzleRequest:
    """Return the request for a single puzzle that shows a picture, repaired; where all mines draw it, its outline.

    Raises GenerationError for a picture beyond repair.
    """
    shown = mines_of(cells, spec.variant)
    height, width = shown.shape
    grid = Grid(width, height, spec.variant)
    request = request_for(replace(spec, layout=FREE_LAYOUT), grid, stream)
    return with_picture(request, name, repair(grid, shown, request.cap).cells)


def section_aim(section: SectionConfig, number: int) -> Aim:
    """Return the aim of puzzle ``number`` of a section, counted from 1. Scores rise among the puzzles of one size."""
    if section.score is None:
        return _aim(section.spec, 0, 1)
    board = section.board(number)
    same = [n for n in range(1, section.count + 1) if section.board(n) == board]
    return _aim(section.spec, same.index(number), len(same))
