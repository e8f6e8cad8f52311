"""Puzzles as people paste them: whatever was put around or lost, the same puzzle is read, or none."""

import random
from collections.abc import Callable

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line, registry

Decoration = Callable[[str], str]
WIDE = {ord(mark): 0xFEE0 + ord(mark) for mark in "0123456789."}


def each_line(change: Decoration) -> Decoration:
    return lambda text: "\n".join(map(change, text.split("\n")))


# No format may lose a puzzle by any of these.
HARMLESS: dict[str, Decoration] = {
    "mail": each_line("> ".__add__),
    "mail quoted twice": each_line(">> ".__add__),
    "Windows": lambda text: text.replace("\n", "\r\n") + "\r\n",
    "byte order mark": "\ufeff".__add__,
    "code fence": lambda text: f"```\n{text}\n```",
    "indent": each_line("    ".__add__),
    "space at ends": each_line(lambda line: line + "  "),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "entities": lambda text: text.replace(" ", "&nbsp;").replace("1", "&#49;"),
    "full-width marks": lambda text: text.translate(WIDE),
    "invisible characters": lambda text: "\u200b" + text.replace("1", "1\ufe0f"),
    "heading": lambda text: f"Puzzle 12 (hard)\n{text}",
    "breaks": each_line(lambda line: line + "<br>"),
}


@st.composite
def puzzles(draw: st.DrawFn, least: int = 2, others: bool = False) -> Puzzle:
    width, height = draw(st.integers(least, 9)), draw(st.integers(least, 9))
    values = [BLANK, BLANK, BLANK, 0, 1, 1, 2, 3, 8] + ([VOID, EMPTY] if others else [])
    cells = draw(st.lists(st.sampled_from(values), min_size=width * height, max_size=width * height))
    return Puzzle(Grid(width, height), tuple(cells))


def rows_of(puzzle: Puzzle, blank: str) -> list[list[str]]:
    width = puzzle.grid.width
    marks = [{BLANK: blank, VOID: "#", EMPTY: "+"}.get(value, str(value)) for value in puzzle.cells]
    return [marks[begin : begin + width] for begin in range(0, len(marks), width)]


def bordered(rows: list[list[str]]) -> str:
    rule = "+" + "---+" * len(rows[0])
    return "\n".join(
        [rule, *(line for row in rows for line in ("|" + "|".join(f"{one:^3}" for one in row) + "|", rule))]
    )


def boxed(rows: list[list[str]]) -> str:
    lines = bordered(rows).split("\n")
    lines[::2] = ["┼" + "───┼" * len(rows[0])] * len(lines[::2])
    return "\n".join(lines).replace("|", "│")


def framed(rows: list[list[str]]) -> str:
    rule = "+" + "-" * (2 * len(rows[0]) + 1) + "+"
    return "\n".join([rule, *(f"| {' '.join(row)} |" for row in rows), rule])


def joined(separator: str) -> Callable[[list[list[str]]], str]:
    return lambda rows: "\n".join(map(separator.join, rows))


def quoted(rows: list[list[str]]) -> str:
    return "\n".join(",".join(f'"{one}"' for one in row) for row in rows)


def markdown(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


TABLES: dict[str, Callable[[list[list[str]]], str]] = {
    "borders": bordered,
    "box": boxed,
    "quotes": quoted,
    "tabs": joined("\t"),
    "commas": joined(","),
    "semicolons": joined(";"),
    "Markdown": markdown,
}


# Entities hold digits that must stay as they are, and Windows changes the ends of all lines
ORDER = {name: 2 if name == "Windows" else int(name == "entities") for name in HARMLESS}


@settings(max_examples=30)
@given(puzzles(others=True), st.sampled_from(sorted(HARMLESS)), st.sampled_from(sorted(HARMLESS)))
def test_a_decorated_text_is_the_same_puzzle(puzzle: Puzzle, inner: str, outer: str) -> None:
    for name in ("line", "puzzlink", "pzprv3", "gmpuzzles", "janko", "text"):
        try:
            written = registry.write(puzzle, name)
        except FormatError:
            continue
        if name == "pzprv3" and "breaks" in (inner, outer):
            continue  # its rows end in a space, and a slash would begin a file of one line
        decorated = written
        for decoration in sorted({inner, outer}, key=ORDER.__getitem__):
            decorated = HARMLESS[decoration](decorated)
        found = [one.found for one in detect.read_lines(detect.split(decorated), "f")]
        assert found == [puzzle], f"{name}: {decorated!r}"


@pytest.mark.parametrize("table", TABLES)
@given(puzzles(others=True), st.booleans())
@example(line.parse("2x2:0a0a"), True)  # tabs at the ends alone
@example(line.parse("3x2:b0b0"), True)
def test_a_table_with_a_size_is_the_same_puzzle(table: str, puzzle: Puzzle, empty: bool) -> None:
    assume(puzzle.clues or not empty)  # a table of empty cells only is refused
    text = TABLES[table](rows_of(puzzle, "" if empty else "."))
    found = [one.found for one in detect.read_lines(f"size {puzzle.grid}\n{text}".split("\n"), "f")]
    assert found == [puzzle], text


@given(puzzles(others=True))
def test_a_frame_is_read(puzzle: Puzzle) -> None:
    text = framed(rows_of(puzzle, "."))
    found = [one.found for one in detect.read_lines(f"size {puzzle.grid}\n{text}".split("\n"), "f")]
    assert found == [puzzle], text


def _cut_off(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _outdented(text: str) -> str:
    return "\n".join(line.strip() for line in text.split("\n"))


LOSSES: dict[str, Decoration] = {
    "nothing": str,
    "space at ends of lines": _cut_off,
    "space around lines": _outdented,
    "indented": each_line("  ".__add__),
    "indented by a tab": each_line("\t".__add__),
    "tabs as spaces": lambda text: text.replace("\t", " "),
    "spaces in one": lambda text: " ".join(part for part in text.replace("\n", " \n ").split(" ") if part),
    "empty lines between": lambda text: text.replace("\n", "\n\n"),
    "title": "Monday\n".__add__,
    "mail": each_line("> ".__add__),
    "commas at ends": each_line(lambda line: line + ","),
}
BLANKS = ["", " ", ".", "-", "?", "_", "X", "x", "*", "o", "O", "m", "None", "nan", "-1", "⬜", "⬛", "💣", "…"]
SHAPES = TABLES | {"close": joined(""), "apart": joined(" "), "wide": joined("  "), "frame": framed}


@settings(max_examples=100)
@given(
    puzzles(),
    st.sampled_from(BLANKS),
    st.sampled_from(sorted(SHAPES)),
    st.sampled_from(sorted(LOSSES)),
    st.randoms(use_true_random=False),
)
def test_a_damaged_text_is_the_same_puzzle_or_none(
    puzzle: Puzzle, blank: str, shape: str, loss: str, chance: random.Random
) -> None:
    if (shape == "close" and len(blank) != 1) or (shape in {"apart", "wide", "frame"} and not blank):
        blank = " "  # nothing would separate the cells
    text = LOSSES[loss](SHAPES[shape](rows_of(puzzle, blank)))
    if chance.random() < 0.3:  # one row is spoiled
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        lines[at] = lines[at][:-1] + "Q"
        text = "\n".join(lines)
    for one in detect.read_lines(text.split("\n"), "f"):
        assert isinstance(one.found, FormatError) or one.found == puzzle, f"{text!r} is {one.found}"
