"""Defines the request for a puzzle, and makes the requests of a command, a book section or a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from puzzlegen.board.clue_layout import FREE_LAYOUT, USUAL_SPREAD, Layout
from puzzlegen.board.difficulty import (
    DIFFICULTIES,
    EFFORTS,
    NO_AIM,
    Aim,
    check_effort,
    check_score,
    check_start,
    check_technique,
    default_effort,
    parse_scores,
)
from puzzlegen.board.drawn_layouts import rows_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.generator.pictures import RepairedPicture, repair
from puzzlegen.pictures.drawings import outlined
from puzzlegen.pictures.reduction import Cells

if TYPE_CHECKING:  # pydantic takes a third of a second to import, and ``generate`` does not need it
    from puzzlegen.config.generation import GenerationConfig
    from puzzlegen.config.pictures import PictureConfig
    from puzzlegen.config.section import SectionConfig

REISSUE = "/again after "  # part of a stream's name, before the number of puzzles that a day had before
AGAIN = "/again "  # part of a stream's name, before the number of a replacement for a repeat


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """The properties that one puzzle must have, and the name of its random stream. It is the unit of parallel work.

    ``cap`` is the highest tier thinning may rely on. ``difficulty`` is a name of DIFFICULTIES; None accepts any puzzle
    up to the cap. ``density`` is the usual share of mines among the cells, and ``spread`` how far a puzzle's share may
    be from it; ``mines`` sets the number instead. ``total`` prints the number of mines.
    ``lone`` allows safe cells with mines all around, whose clue can never be dropped. ``attempts`` is the most boards
    to try. ``aim`` says what to improve the puzzle for.
    ``layout`` says where clues may stand.
    ``picture`` gives the mines: a row of marks a line (see pictures.cell_pictures). Attempts then differ only in the
    order of removals, and the options on mines and layout do not matter. ``picture_name`` is recorded with the puzzle.
    ``classic`` takes the mines of a board of the classic game that needs no guess, and the difficulty, both in the game
    and on paper; it needs ``mines``, and the layout FREE_LAYOUT.
    ``place`` is the section's name and the number in it, for messages. It does not affect the puzzle.
    """

    grid: Grid
    stream: str
    cap: int
    difficulty: str | None = None
    density: float = MINESWEEPER.usual_density
    spread: float = USUAL_SPREAD
    mines: int | None = None
    total: bool = False
    lone: bool = True
    attempts: int = 2000
    aim: Aim = NO_AIM
    layout: Layout = FREE_LAYOUT
    picture: str | None = None
    picture_name: str | None = None
    classic: bool = False
    place: tuple[str, int] | None = field(default=None, repr=False, compare=False)

    @property
    def label(self) -> str:
        """The difficulty or the tier, for messages."""
        return self.difficulty or f"tier {self.cap}"

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
        found = _STREAM.search(self.stream)
        assert found is not None  # every part of the pattern is optional
        more = {name: int(number) for name, number in found.groupdict().items() if number is not None}
        if self.place is None:
            return {"request": self.stream[: found.start()].rpartition("/")[2], **more}
        section, number = self.place
        return {"section": section, "number": number, **more}


_STREAM = re.compile(
    r"(?:/again after (?P<after>[0-9]+))?(?:/candidate (?P<candidate>[0-9]+))?(?:/again (?P<again>[0-9]+))?$"
)


@dataclass(frozen=True, slots=True)
class GenerateOptions:
    """The options of ``puzzlegen generate``. No difficulty accepts any puzzle up to ``max_tier``, by default 3.

    ``scores`` are the scores wanted of the first puzzle and of the last; those between rise evenly.
    """

    grid: Grid
    number: int = 1
    difficulty: str | None = None
    max_tier: int | None = None
    mines: int | None = None
    density: float | None = None
    total: bool = False
    attempts: int = 2000
    layout: Layout = FREE_LAYOUT
    aim: Aim = NO_AIM
    scores: tuple[float, float] | None = None

    def requests(self, seed: str) -> Iterator[PuzzleRequest]:
        """Return one request for each puzzle. Raises GenerationError for an unknown difficulty."""
        if self.difficulty is not None and self.difficulty not in DIFFICULTIES:
            raise GenerationError(f"difficulty: found {self.difficulty!r}, allowed {', '.join(DIFFICULTIES)}")
        cap = DIFFICULTIES[self.difficulty].cap if self.difficulty else self.max_tier or 3
        density, spread = self.layout.usual_mines(self.grid.variant)
        first = PuzzleRequest(
            grid=self.grid,
            stream=seed,
            cap=cap,
            difficulty=self.difficulty,
            density=density if self.density is None else self.density,
            spread=spread if self.density is None else USUAL_SPREAD,
            mines=self.mines,
            total=self.total,
            attempts=self.attempts,
            layout=self.layout,
            aim=self.aim,
        )
        self._check_wishes(cap)
        return (
            replace(first, stream=f"{seed}/{number}", aim=_scored(self.aim, self.scores, number - 1, self.number))
            for number in range(1, self.number + 1)
        )

    def _check_wishes(self, cap: int) -> None:
        """Raise GenerationError for a wish that no such puzzle can fulfill."""
        aim, place = self.aim, "effort"
        try:
            check_effort(aim.effort, {**aim.wishes, "score": self.scores})
            place = "technique"
            if aim.technique is not None:
                check_technique(aim.technique, self.grid.variant, self.difficulty, cap, total=self.total)
            place = "score"
            if self.scores is not None and self.difficulty is not None:
                check_score(self.scores, self.difficulty, self.grid)
            place = "start"
            if aim.start is not None:
                check_start(aim.start, self.grid)
        except FormatError as error:
            raise GenerationError(f"{place}: {error}") from None


def read_aim(effort: str | None, technique: str | None, score: str | None, start: str | None) -> Aim:
    """Return the aim of options, without the score, which differs from puzzle to puzzle.

    Raises GenerationError for an unknown effort.
    """
    if effort is not None and effort not in EFFORTS:
        raise GenerationError(f"effort: found {effort!r}, allowed {', '.join(EFFORTS)}")
    wishes = {"technique": technique, "score": score, "start": start}
    return Aim(effort or default_effort(wishes), technique, None, start)


def read_scores(score: str | None) -> tuple[float, float] | None:
    """Return the scores of an option. Raises GenerationError."""
    try:
        return None if score is None else parse_scores(score)
    except FormatError as error:
        raise GenerationError(f"score: found {score!r}, {error}") from None


def _scored(aim: Aim, scores: tuple[float, float] | None, place: int, places: int) -> Aim:
    """Return the aim with the score of a place, counted from 0: scores rise evenly from the first place to the last."""
    if scores is None:
        return aim
    low, high = scores
    return replace(aim, score=round(low + (high - low) * place / max(1, places - 1), 1))


def request_for(config: GenerationConfig, grid: Grid, stream: str) -> PuzzleRequest:
    """Return the request for one puzzle with the settings of ``config``, of a range of scores with the first."""
    return PuzzleRequest(
        grid=grid,
        stream=stream,
        cap=DIFFICULTIES[config.difficulty].cap,
        difficulty=config.difficulty,
        density=config.density,
        spread=config.spread,
        total=config.total,
        lone=config.lone_cells,
        attempts=config.attempts,
        aim=_scored(_unscored_aim(config), config.score, 0, 1),
        layout=config.layout.for_board(grid),
    )


def _unscored_aim(config: GenerationConfig) -> Aim:
    return Aim(config.resolved_effort, config.technique, None, config.start)


def section_requests(series: str, section: SectionConfig) -> list[PuzzleRequest]:
    """Return the requests of a section. Their streams have its name, so that other sections do not affect them.

    Raises GenerationError for a picture that no puzzle of the difficulty can have.
    """
    return [
        replace(
            request_for(section.settings(n), section.board(n), f"{series}/{section.name}/{n}"),
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
    cap = DIFFICULTIES[difficulty].cap
    return PuzzleRequest(grid, stream, cap, difficulty, mines=mines, total=True, attempts=attempts, classic=True)


def with_picture(request: PuzzleRequest, name: str, cells: Cells) -> PuzzleRequest:
    """Return a request for a puzzle that shows a picture."""
    height, width = cells.shape
    grid = replace(request.grid, width=width, height=height)
    return replace(request, grid=grid, picture="\n".join(rows_of(cells)), picture_name=name)


@dataclass(frozen=True, slots=True)
class PicturePuzzleOptions:
    """Options of a single puzzle that shows a picture; ``difficulty`` None accepts any puzzle up to tier 3."""

    kind: Variant = MOSAIC
    difficulty: str | None = None
    seed: str = "picture"
    attempts: int = 300

    def request(self, name: str, cells: Cells) -> tuple[PuzzleRequest, int]:
        """Return the request for a picture, repaired, and the number of cells that the repair changed.

        Where all mines draw the picture it is its outline. Raises GenerationError for one beyond repair.
        """
        cap = DIFFICULTIES[self.difficulty].cap if self.difficulty else 3
        shown = mines_of(cells, self.kind)
        height, width = shown.shape
        grid = Grid(width, height, self.kind)
        found = repair(grid, shown, cap)
        request = PuzzleRequest(grid, self.seed, cap, self.difficulty, attempts=self.attempts)
        return with_picture(request, name, found.cells), len(found.changed)


def section_aim(section: SectionConfig, number: int) -> Aim:
    """Return the aim of puzzle ``number`` of a section, counted from 1. Scores rise among the puzzles of one size."""
    aim = _unscored_aim(section)
    if section.score is None:
        return aim
    board = section.board(number)
    same = [n for n in range(1, section.count + 1) if section.board(n) == board]
    return _scored(aim, section.score, same.index(number), len(same))
