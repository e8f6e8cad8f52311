"""Defines ideas, what is special about the clues of a puzzle, such as "every number is a 2", in one table.

An idea is a pattern: for each cell the numbers that it may show, and whether it may be blank. Where an idea may stand
in several places, such as a row of digits, there is a pattern for each. The generator searches mines that fit one of
them (``generator.idea_puzzles``). A check asks whether the clues of a puzzle, as they were read from a page, fit one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import chain, product
from operator import and_, or_
from typing import TYPE_CHECKING

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.lattices import MINESWEEPER, VARIANTS
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # numpy takes a tenth of a second to import, and --help does not need it
    from puzzlegen.board.grid import Grid

BLANK_BIT = 1 << 13  # of a cell of a pattern: it may be blank; the lower bits are the numbers 0 to 12
ANY_NUMBER = BLANK_BIT - 1
Pattern = list[int]  # one entry a cell, row by row
Place = tuple[int, int]  # row and column
Patterns = Callable[["Grid", str], Iterator[Pattern]]  # of a board, and the digits of the idea
Draw = Callable[["Grid", Callable[[int], int]], Pattern]  # of a board, and a function that draws a number below another
MIXED = "mixed"  # a different idea for each puzzle
DIGITS = "digits"
USUAL_DIGITS = "314"
_COUNTED = "123456"  # a cell between two safe ones touches six others
LEAST_ORDER = 0.9  # rank correlation of moments and columns of a solve that leads to the right
_GAP = "."  # a blank between clues of a row
DIGITS_RULE, DIGITS_PATTERN = "2 to 10 digits from 0 to 8", "[0-8]{2,10}"
IDEA_DIGITS = f"^{DIGITS}:{DIGITS_PATTERN}$"  # a pattern of JSON Schema


@dataclass(frozen=True, slots=True)
class Idea:
    """What is special about the clues of a puzzle.

    ``meaning`` says it in a sentence for configs; readers of a puzzle see the messages of its name. ``patterns`` yields
    the patterns of a board. ``needs`` are sets of numbers, as bits, of each of which some clue must be. With ``apart``
    no two clues may touch. With ``leads_right`` the solve must lead from the left edge to the right. ``sides`` are the
    shortest and the longest side of a board, ``mines`` the share of mines to search between. ``kept`` is the share of
    the clues that stay though they are needless, so that the idea can be seen. ``reads_text`` tells whether the idea
    has digits of the user. ``draw`` draws a pattern to search for, where there are too many to list.
    ``boxes`` is the side of the boxes between which a board has heavier lines, 0 for none.
    """

    name: str
    meaning: str
    patterns: Patterns
    mines: tuple[float, float]
    needs: tuple[int, ...] = ()
    apart: bool = False
    leads_right: bool = False
    sides: tuple[int, int] = (8, 20)
    kinds: tuple[str, ...] = (MINESWEEPER.name,)
    difficulties: tuple[str, ...] = tuple(DIFFICULTIES)
    kept: float = 0.0
    reads_text: bool = False
    draw: Draw | None = None
    boxes: int = 0

    def shows(self, grid: Grid, cells: Sequence[int], text: str, moments: Sequence[int]) -> bool:
        """Return whether the clues of a puzzle, negative for other cells, show the idea.

        ``moments`` has for each cell the moment of the solve that proves it, 0 for cells known from the start.
        """
        bits = [1 << value if value >= 0 else BLANK_BIT for value in cells]
        if self.apart and _touch(grid, cells):
            return False
        if self.leads_right and not _leads_right(grid, moments):
            return False
        shown = reduce(or_, bits)
        return all(needed & shown for needed in self.needs) and self.pattern_of(grid, bits, text) is not None

    def pattern_of(self, grid: Grid, bits: Sequence[int], text: str) -> Pattern | None:
        """Return the first pattern that cells fit, each given by the bit of its number or BLANK_BIT; None without."""
        return next((pattern for pattern in self.patterns(grid, text) if all(map(and_, pattern, bits))), None)


def _touch(grid: Grid, cells: Sequence[int]) -> bool:
    """Return whether two clues touch, if only at a corner."""
    places = {grid.position(cell) for cell, value in enumerate(cells) if value >= 0}
    near = ((0, 1), (1, -1), (1, 0), (1, 1))
    return any((row + down, col + right) in places for row, col in places for down, right in near)


def _leads_right(grid: Grid, moments: Sequence[int]) -> bool:
    """Return whether the moments of the proofs rise with the columns, by their rank correlation."""
    proved = [(moment, cell % grid.width) for cell, moment in enumerate(moments) if moment > 0]
    if not proved:
        return False
    first, second = (_ranks([pair[i] for pair in proved]) for i in (0, 1))
    spread = sum(a * a for a in first) * sum(b * b for b in second)
    product = sum(a * b for a, b in zip(first, second, strict=True))
    return product > 0 and product * product >= LEAST_ORDER**2 * spread


def _ranks(values: Sequence[int]) -> list[int]:
    """Return twice the rank of each value, around 0; equal values share the middle of their ranks."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    last = {value: place for place, value in enumerate(ordered)}
    return [first[value] + last[value] - len(values) + 1 for value in values]


def _bits(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def _numbers(*numbers: int) -> Patterns:
    """Return the pattern in which all clues are among these numbers."""
    return lambda grid, _: iter([[_bits(*numbers) | BLANK_BIT] * grid.size])


def _where(grid: Grid, place: Callable[[int, int], bool], inside: int) -> Pattern:
    """Return the pattern with ``inside`` in the cells whose row and column fit, and blanks elsewhere."""
    return [inside if place(row, col) else BLANK_BIT for row in range(grid.height) for col in range(grid.width)]


def _diagonals(grid: Grid, slope: int, step: int, first: int, inside: int) -> Pattern:
    """Return the pattern with ``inside`` on diagonals of a slope, 1 or -1, ``step`` cells from each other."""
    return _where(grid, lambda row, col: (row + slope * col) % step == first, inside)


def _checkerboards(grid: Grid, _: str) -> Iterator[Pattern]:
    return (_diagonals(grid, 1, 2, color, ANY_NUMBER | BLANK_BIT) for color in (0, 1))


def _stripes(grid: Grid, _: str) -> Iterator[Pattern]:
    return (_diagonals(grid, slope, 3, first, ANY_NUMBER) for slope in (1, -1) for first in range(3))


def _lattice(grid: Grid, _: str) -> Iterator[Pattern]:
    """Yield the patterns with a clue in every second row and column, so that each blank touches one."""
    for down, right in product(*((0, 1)[side % 2 :] for side in (grid.height, grid.width))):
        places = map(grid.position, range(grid.size))
        yield [ANY_NUMBER if (row % 2, col % 2) == (down, right) else BLANK_BIT for row, col in places]


def _rings(grid: Grid, _: str) -> Iterator[Pattern]:
    """Yield the patterns with clues on every third of the square rings around a middle, so that each blank touches one.

    The outermost ring with clues is at each side the first or the second one. Boards have patterns if the second one
    at all sides gives one.
    """
    places = [grid.position(cell) for cell in range(grid.size)]
    outermost = product((0, 1), repeat=4) if (min(grid.height, grid.width) - 1) // 2 % 3 else ()
    for top, left, bottom, right in outermost:
        drawn = {
            (row, col)
            for row, col in places
            if min(row + top, grid.height - 1 - row + bottom, col + left, grid.width - 1 - col + right) % 3 == 1
        }
        if not set(places).difference(*map(_near, drawn)):
            yield [ANY_NUMBER if place in drawn else BLANK_BIT for place in places]


def _near(place: Place) -> set[Place]:
    """Return a place and those around it."""
    return {(place[0] + down, place[1] + right) for down, right in product((-1, 0, 1), repeat=2)}


def _rivers(grid: Grid, _: str) -> Iterator[Pattern]:
    """Yield the patterns with two blank rows and two blank columns, at least two cells from the edges."""
    for top in range(2, grid.height - 3):
        for left in range(2, grid.width - 3):
            yield [
                BLANK_BIT if row - top in (0, 1) or col - left in (0, 1) else ANY_NUMBER | BLANK_BIT
                for row in range(grid.height)
                for col in range(grid.width)
            ]


def _single_8(grid: Grid, _: str) -> Iterator[Pattern]:
    """Yield the patterns with an 8 in one cell and no number above 3 elsewhere."""
    for row in range(1, grid.height - 1):
        for col in range(1, grid.width - 1):
            pattern = [_bits(0, 1, 2, 3) | BLANK_BIT] * grid.size
            pattern[grid.cell(row, col)] = _bits(8)
            yield pattern


def _row_patterns(grid: Grid, clues: str) -> Iterator[Pattern]:
    """Yield the patterns with clues side by side, a dot for a blank, in a row without other clues where they can be."""
    for row in range(1, grid.height - 1):
        for left in range(grid.width - len(clues) + 1):
            if not _fits_in_row(clues, left > 0, left + len(clues) < grid.width):
                continue
            pattern = [ANY_NUMBER | BLANK_BIT] * grid.size
            first = grid.cell(row, 0)
            pattern[first : first + grid.width] = [BLANK_BIT] * grid.width
            for col, clue in enumerate(clues, first + left):
                pattern[col] = BLANK_BIT if clue == _GAP else _bits(int(clue))
            yield pattern


@lru_cache(maxsize=256)
def _fits_in_row(clues: str, more_left: bool, more_right: bool) -> bool:
    """Return whether clues can stand side by side, from the mines in the columns that they share.

    A column has up to three mines, that of a clue up to two. ``more_left`` and ``more_right``: the row goes on there.
    """
    most = [3 * more_left, *(3 if clue == _GAP else 2 for clue in clues), 3 * more_right]
    ends = {(first, second) for first in range(most[0] + 1) for second in range(most[1] + 1)}
    for clue, highest in zip(clues, most[2:], strict=True):
        ends = {
            (own, right)
            for left, own in ends
            for right in range(highest + 1)
            if clue == _GAP or left + own + right == int(clue)
        }
    return bool(ends)


def _digits(grid: Grid, text: str) -> Iterator[Pattern]:
    return _row_patterns(grid, _spaced(text))


@lru_cache(maxsize=256)
def _spaced(text: str) -> str:
    """Return digits with a blank between two, or two where they cannot share a column, which are as few as possible."""
    gaps = sorted(product((_GAP, 2 * _GAP), repeat=len(text) - 1), key=lambda gaps: sum(map(len, gaps)))
    spaced = ("".join(chain.from_iterable(zip(text, (*between, ""), strict=True))) for between in gaps)
    return next(digits for digits in spaced if _fits_in_row(digits, more_left=True, more_right=True))


def _counting(grid: Grid, _: str) -> Iterator[Pattern]:
    return _row_patterns(grid, _COUNTED)


_MAGIC_SQUARES = tuple(
    tuple(tuple(turned) for turned in square)
    for square in (
        ((1, 8, 3), (6, 4, 2), (5, 0, 7)), ((5, 6, 1), (0, 4, 8), (7, 2, 3)), ((7, 0, 5), (2, 4, 6), (3, 8, 1)),
        ((3, 2, 7), (8, 4, 0), (1, 6, 5)), ((3, 8, 1), (2, 4, 6), (7, 0, 5)), ((1, 6, 5), (8, 4, 0), (3, 2, 7)),
        ((5, 0, 7), (6, 4, 2), (1, 8, 3)), ((7, 2, 3), (0, 4, 8), (5, 6, 1)),
    )
)  # fmt: skip


def _magic(grid: Grid, _: str) -> Iterator[Pattern]:
    """Yield the patterns with a magic square of 0 to 8 in the middles of the nine boxes."""
    for square in _MAGIC_SQUARES:
        pattern = [ANY_NUMBER | BLANK_BIT] * grid.size
        for row, numbers in enumerate(square):
            for col, number in enumerate(numbers):
                pattern[grid.cell(3 * row + 1, 3 * col + 1)] = _bits(number)
        yield pattern


def _hearts(grid: Grid, _: str) -> Iterator[Pattern]:
    """Yield the patterns of a heart as wide and high as the board, or one cell less, which has two places each."""
    ends = ((0, 0), (0, 1), (1, 0))  # cells left over before and behind
    return (_heart(grid.height, grid.width, rows, cols) for rows, cols in product(ends, repeat=2))


@lru_cache(maxsize=256)
def _heart(height: int, width: int, rows: Place, cols: Place) -> Pattern:
    """Return the pattern with clues along a heart, and places for few more that reach the other blanks.

    ``rows`` and ``cols`` are how many of the board lie before and behind it.
    """
    import numpy as np  # noqa: PLC0415  # see above

    x, y = ((2 * np.arange(count) + 1 - count) / count for count in (width - sum(cols), height - sum(rows)))
    filled = np.pad(SHAPES["heart"](x[None, :], y[:, None]), 1)
    line = filled & ~(np.roll(filled, 1, 0) & np.roll(filled, -1, 0) & np.roll(filled, 1, 1) & np.roll(filled, -1, 1))
    drawn = {(row - 1 + rows[0], col - 1 + cols[0]) for row, col in np.argwhere(line).tolist()}
    near = {place: _near(place) for place in product(range(height), range(width))}
    far, more = set(near).difference(*map(_near, drawn)), set[Place]()
    while far:
        best = max(near, key=lambda place: (len(near[place] & far), -len(near[place] & drawn)))
        more.add(best)
        far -= near[best]
    figure = dict.fromkeys(more, ANY_NUMBER | BLANK_BIT) | dict.fromkeys(drawn, ANY_NUMBER)
    return [figure.get(place, BLANK_BIT) for place in near]


def _loners(grid: Grid, below: Callable[[int], int]) -> Pattern:
    """Draw a pattern with as many places for clues as go in, in random order, of which no two touch."""
    pattern = [BLANK_BIT] * grid.size
    free = list(range(grid.size))
    while free:
        row, col = grid.position(free[below(len(free))])
        pattern[grid.cell(row, col)] = ANY_NUMBER | BLANK_BIT
        free = [cell for cell in free if max(abs(cell // grid.width - row), abs(cell % grid.width - col)) > 1]
    return pattern


_EASIER = ("easy", "medium")
_CLUES_ON_SAFE = tuple(name for name, variant in VARIANTS.items() if not variant.clue_on_mine)
_TO_HARD = (*_EASIER, "hard")
_ROWS = (
    Idea(
        "only-2s", "every clue is a 2", _numbers(2), (0.2, 0.45), sides=(8, 15),
        kinds=(MINESWEEPER.name, "knight", "hexagonal"),
    ),
    Idea(
        "only-3s", "every clue is a 3", _numbers(3), (0.25, 0.5), sides=(8, 15), kinds=(MINESWEEPER.name, "orthogonal"),
    ),
    Idea(
        "1s-and-3s", "every clue is a 1 or a 3", _numbers(1, 3), (0.2, 0.45), needs=(_bits(1), _bits(3)),
        sides=(8, 15), kinds=_CLUES_ON_SAFE,
    ),
    Idea(
        "even", "every clue is an even number", _numbers(0, 2, 4, 6, 8), (0.2, 0.45), sides=(8, 15),
        kinds=_CLUES_ON_SAFE,
    ),
    Idea("odd", "every clue is an odd number", _numbers(1, 3, 5, 7), (0.2, 0.45), sides=(8, 15), kinds=_CLUES_ON_SAFE),
    Idea(
        "0-or-high", "every clue is a 0, or a 4 or more", _numbers(0, 4, 5, 6, 7, 8), (0.2, 0.5), sides=(8, 15),
        needs=(_bits(0), _bits(4, 5, 6, 7, 8)), difficulties=_TO_HARD,
        kinds=(MINESWEEPER.name, "orthogonal", "wrap-around"),
    ),
    Idea("single-8", "one clue is an 8, and all others are 3 or less", _single_8, (0.15, 0.35)),
    Idea(
        DIGITS, "a row of clues reads as a number or a year", _digits, (0.2, 0.4),
        reads_text=True, sides=(8, 30),  # 10 digits with two blanks between take 28 columns
    ),
    Idea("counting", "a row of clues counts 1 2 3 4 5 6", _counting, (0.2, 0.4)),
    Idea(
        "magic-square", "the clues in the middles of the nine boxes of 3x3 cells are a magic square of 0 to 8", _magic,
        (0.25, 0.5), sides=(9, 9), difficulties=_TO_HARD, boxes=3,
    ),
    Idea(
        "rivers", "two blank rivers, two cells wide, cross the board", _rivers, (0.2, 0.4),
        difficulties=_TO_HARD, kept=0.4,
    ),
    Idea(
        "checkerboard", "the clues stand on the cells of one color of a checkerboard", _checkerboards,
        (0.2, 0.4), kept=0.5,
    ),
    Idea(
        "stripes", "the clues stand on diagonal stripes, every third one", _stripes, (0.2, 0.45),
    ),
    Idea("lattice", "a clue stands in every second row and column", _lattice, (0.2, 0.45), difficulties=_EASIER),
    Idea("rings", "the clues stand on rectangles, one inside the other", _rings, (0.2, 0.45), difficulties=_EASIER),
    Idea("heart", "clues draw a heart", _hearts, (0.2, 0.45), difficulties=_EASIER),
    Idea(
        "loners", "no two clues touch, not even at a corner", _numbers(*range(9)), (0.2, 0.4), apart=True, draw=_loners,
        difficulties=_EASIER,
    ),
    Idea(
        "left-to-right", "the solution leads from the left edge to the right", _numbers(*range(9)), (0.18, 0.4),
        leads_right=True, sides=(8, 15), difficulties=_EASIER,
    ),
)  # fmt: skip
IDEAS: Mapping[str, Idea] = {idea.name: idea for idea in _ROWS}
IDEA_CHOICES = (*IDEAS, MIXED)
IDEA_MEANING = (
    "What is special about the clues of each puzzle: "
    + "; ".join(f"{idea.name}: {idea.meaning}{f', such as {idea.name}:2026' * idea.reads_text}" for idea in _ROWS)
    + f"; {MIXED}: another idea for each puzzle, of those that work there"
)


def parse_idea(value: str) -> str:
    """Return an idea as it is recorded: its name, followed by ``:`` and its digits if it has some.

    Raises FormatError for an unknown name, and for digits that are none or belong to another idea.
    """
    name, colon, text = value.partition(":")
    if name not in IDEA_CHOICES:
        raise FormatError(f'found "{value}", allowed {", ".join(IDEA_CHOICES)}')
    if colon and not (name in IDEAS and IDEAS[name].reads_text):
        raise FormatError(f'found "{value}", but only {DIGITS} takes digits; allowed {name}')
    if colon and not re.fullmatch(DIGITS_PATTERN, text):
        raise FormatError(f'found "{value}", allowed {DIGITS_RULE}, such as {DIGITS}:2026')
    return f"{name}:{USUAL_DIGITS}" if name == DIGITS and not colon else value


def idea_named(recorded: str) -> tuple[Idea, str]:
    """Return the idea of a record, and its digits. Raises FormatError as ``parse_idea`` does, and for ``mixed``."""
    name, _, text = parse_idea(recorded).partition(":")
    if name == MIXED:
        raise FormatError(f"found {MIXED}, expected the idea of one puzzle")
    return IDEAS[name], text


def figure_of(recorded: str, grid: Grid, cells: Sequence[int]) -> frozenset[int]:
    """Return the cells with the clues that draw the figure of an idea; none where it is about numbers alone.

    These are the clues that the pattern needs, or all where it only says which cells have none.
    """
    idea, text = idea_named(recorded)
    bits = [1 << value if value >= 0 else BLANK_BIT for value in cells]
    pattern = idea.pattern_of(grid, bits, text) or []
    needed = frozenset(cell for cell, allowed in enumerate(pattern) if not allowed & BLANK_BIT)
    return needed or frozenset(cell for cell, bit in enumerate(bits) if BLANK_BIT in pattern and bit != BLANK_BIT)


def boxes_of(recorded: str | None) -> int:
    """Return the side of the boxes between which the board of a puzzle with an idea, or none, has heavier lines."""
    return 0 if recorded is None else idea_named(recorded)[0].boxes


def idea_problem(recorded: str, board: Grid, difficulty: str | None) -> str:
    """Return why puzzles on a board, of a difficulty or any, cannot show an idea; empty if they can."""
    if recorded == MIXED:
        return "" if working_ideas(board, difficulty) else f"found {MIXED}, but no idea works for such puzzles"
    idea, text = idea_named(recorded)
    shortest, longest = idea.sides
    if board.variant.name not in idea.kinds:
        return f"found {recorded}, which works for {', '.join(idea.kinds)}, not for {board.variant}"
    if not shortest <= min(board.width, board.height) <= max(board.width, board.height) <= longest:
        sizes = f"{shortest}x{shortest}" if shortest == longest else f"{shortest}x{shortest} to {longest}x{longest}"
        return f"found {recorded} on a board of {board} cells, allowed {sizes}"
    if difficulty is not None and difficulty not in idea.difficulties:
        return f"found {recorded} and {difficulty}, allowed with it: {', '.join(idea.difficulties)}"
    if next(idea.patterns(board, text), None) is None:
        digits = " or other digits" * idea.reads_text
        return f"found {recorded}, which boards of {board} cells cannot show; choose another size{digits}"
    return ""


def nearest_board(recorded: str, board: Grid) -> Grid:
    """Return the board that can show an idea, of those with sides least different.

    It is of another kind if the idea does not work for that of ``board``.
    """
    idea, _ = idea_named(recorded)
    variant = board.variant if board.variant.name in idea.kinds else VARIANTS[idea.kinds[0]]
    shortest, longest = idea.sides
    sizes = product(range(shortest, longest + 1), repeat=2)
    nearest = sorted(sizes, key=lambda size: abs(size[0] - board.width) + abs(size[1] - board.height))
    boards = (replace(board, width=width, height=height, variant=variant, voids=()) for width, height in nearest)
    return next(board for board in boards if not idea_problem(recorded, board, None))


def working_ideas(board: Grid, difficulty: str | None) -> list[str]:
    """Return the ideas that puzzles on a board can show, as they are recorded."""
    return [name for name in map(parse_idea, IDEAS) if not idea_problem(name, board, difficulty)]


def idea_shown(wanted: str | None, grid: Grid, cells: Sequence[int], moments: Sequence[int]) -> str | None:
    """Return the idea that a puzzle from elsewhere shows: the one wanted, or the first that it shows for ``mixed``.

    None if it shows none, and where none is wanted. ``moments`` are as for ``Idea.shows``.
    """
    for name in [parse_idea(name) for name in IDEAS] if wanted == MIXED else filter(None, [wanted]):
        idea, text = idea_named(name)
        if not idea_problem(name, grid, None) and idea.shows(grid, cells, text, moments):
            return name
    return None


def ideas_shown(grid: Grid, cells: Sequence[int], moments: Sequence[int]) -> list[str]:
    """Return all ideas that a puzzle shows, as they are recorded; the arguments are as for ``idea_shown``."""
    names = [name for name in IDEAS if name != DIGITS] + [f"{DIGITS}:{text}" for text in _digits_in_rows(grid, cells)]
    return [name for name in names if idea_shown(name, grid, cells, moments)]


def _digits_in_rows(grid: Grid, cells: Sequence[int]) -> list[str]:
    """Return the clues of each row as digits, where there are as many as an idea can have."""
    rows = (cells[first : first + grid.width] for first in range(0, grid.size, grid.width))
    texts = dict.fromkeys("".join(str(value) for value in row if value >= 0) for row in rows)
    return [text for text in texts if re.fullmatch(DIGITS_PATTERN, text)]


def idea_at(recorded: str, board: Grid, difficulty: str | None, place: int) -> str:
    """Return the idea of the puzzle at a place, counted from 0: the ideas of ``mixed`` take turns."""
    if recorded != MIXED:
        return recorded
    working = working_ideas(board, difficulty)
    return working[place % len(working)]
