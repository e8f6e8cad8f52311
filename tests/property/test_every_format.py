"""Every format: what is written is read back; whatever is read, only FormatError comes out."""

import json
import random
import time
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, VARIANTS
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, GradedPuzzle, Puzzle, from_mines
from puzzlegen.errors import FormatError
from puzzlegen.formats import (
    answer,
    detect,
    draft,
    gmpuzzles,
    janko,
    json_record,
    line,
    puzzlink,
    pzprv3,
    registry,
    saved_page,
    tatham_mines,
    tatham_mosaic,
    text,
)

LOSSES = {  # what each format cannot hold
    "line": "",
    "site": "total void empty size mosaic",
    "puzzlink": "total void mosaic",
    "pzprv3": "total void mosaic",
    "janko": "empty mosaic",
    "gmpuzzles": "total void empty mosaic",
    "text": "",
}


def parse_page(text: str) -> Puzzle:
    return saved_page.parse_page(text, MINESWEEPER)


def by_lines(parse: Callable[[list[str]], object]) -> Callable[[str], object]:
    """The parser of a text that is given as lines."""

    def parse_text(text: str) -> object:
        return parse(text.split("\n"))

    parse_text.__module__ = parse.__module__
    return parse_text


PARSERS: list[Callable[[str], object]] = [
    answer.parse,
    draft.parse,
    by_lines(gmpuzzles.parse_lines),
    by_lines(janko.parse_lines),
    line.parse,
    puzzlink.parse,
    pzprv3.parse,
    json_record.parse,
    json_record.parse_record,
    parse_page,
    tatham_mines.parse,
    by_lines(text.parse_lines),
    detect.parse,
]


@st.composite
def puzzles(draw: st.DrawFn, without: str = "") -> Puzzle:
    kind = draw(st.sampled_from([MINESWEEPER] if "mosaic" in without else list(VARIANTS.values())))
    width = draw(st.integers(kind.least_side, 30))
    height = width if "size" in without else draw(st.integers(kind.least_side, 30))
    values = [BLANK, BLANK, BLANK, *range(kind.highest_clue + 1)]
    values += [] if "void" in without or kind.wraps else [VOID]
    values += [] if "empty" in without else [EMPTY]
    some = draw(st.lists(st.sampled_from(values), min_size=1, max_size=40))
    cells = (some * (width * height))[: width * height]
    puzzle = Puzzle(Grid(width, height, kind), tuple(cells))
    if "total" in without or draw(st.booleans()):
        return puzzle
    return Puzzle(puzzle.grid, puzzle.cells, draw(st.integers(0, puzzle.unproved)))


@pytest.mark.parametrize("form", LOSSES)
@given(data=st.data())
def test_what_is_written_is_read_back(form: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(without=LOSSES[form]))
    try:
        written = registry.write(puzzle, form)
    except FormatError as refused:
        words = {"site": "can be read as a row", "line": "none is blank"}  # its dots may be blanks
        assert words[form] in str(refused)
        assert form == "site" or BLANK not in puzzle.cells
        return
    if form != "gmpuzzles":
        assert detect.parse(written, puzzle.grid.variant) == puzzle
    else:
        assert gmpuzzles.parse_lines(written.split("\n")) == detect.parse(written) == puzzle


@given(puzzles(), puzzles(), st.sampled_from(["", "\n"]), st.randoms(use_true_random=False))
def test_formats_mixed_in_one_stream(first: Puzzle, second: Puzzle, between: str, chance: random.Random) -> None:
    parts, due = [], []
    for puzzle in (first, second):
        for form in sorted(LOSSES.keys() - {"site"}):
            try:
                written = registry.write(puzzle, form)
            except FormatError:
                continue
            parts += ["// a comment", "# one of another kind", between, _commented(written, chance)]
            parts += [""] if registry.format_for(form, puzzle.grid.variant).several_lines else []
            due.append(puzzle)
    read = list(detect.read_lines("\n".join(parts).split("\n"), "mixed"))
    assert [one.found for one in read] == due


def _commented(written: str, chance: random.Random) -> str:
    first, *others = written.split("\n")
    comments = ("", "", "// inside it\n", "# inside it\n// twice\n")
    return "\n".join([first, *(chance.choice(comments) + row for row in others)])


@given(puzzles())
def test_what_a_format_has_no_place_for_is_refused_with_the_remedy(puzzle: Puzzle) -> None:
    lost = {
        "total": puzzle.total is not None,
        "void": VOID in puzzle.cells,
        "empty": EMPTY in puzzle.cells,
        "mosaic": puzzle.grid.variant is MOSAIC,
        "size": puzzle.grid.width != puzzle.grid.height,
    }
    for form, losses in LOSSES.items():
        if any(lost[loss] for loss in losses.split()):
            with pytest.raises(FormatError, match="; use line"):
                registry.write(puzzle, form)


@given(st.integers(1, 20), st.integers(1, 20), st.lists(st.booleans(), min_size=1, max_size=30))
def test_answers_are_boards_with_every_clue(width: int, height: int, some: list[bool]) -> None:
    mines = tuple((some * (width * height))[: width * height])
    written = answer.write(mines)
    assert answer.parse(written) == mines
    if width * height >= 2:
        due = from_mines(Grid(width, height), mines)
        assert detect.parse(f"{width}x{height}:{written}") == due
        assert width != height or detect.parse(written) == due


@given(puzzles(without="total void empty"))
def test_arrays_of_rows(puzzle: Puzzle) -> None:
    width = puzzle.grid.width
    assume(BLANK in puzzle.cells)  # an array without a blank may be a list of places
    values = [None if value == BLANK else value for value in puzzle.cells]
    rows = [values[begin : begin + width] for begin in range(0, len(values), width)]
    kind = puzzle.grid.variant
    assert detect.parse(json.dumps(rows), kind) == puzzle
    assert detect.parse(json.dumps({"grid": rows}, indent=1), kind) == puzzle
    essence = "\n".join(" ".join("-1" if value is None else str(value) for value in row) for row in rows)
    if width > 1:  # in a column -1 is a blank beside a one
        assert detect.parse(f"size {puzzle.grid}\n{essence}", kind) == puzzle
    packed = "\n".join("".join("?" if value is None else str(value) for value in row) for row in rows)
    assert text.parse_lines(f"rows {puzzle.grid.height}\ncols {width}\n{packed}".split("\n"), kind) == puzzle


SEEDS = [
    "5x5:b1c211a1a2a1c31a3b1",
    "mosaic:3x3:d9d",
    "https://puzz.link/p?mines/3/2/g1.i",
    "pzprv3\nmines\n2\n3\n. 1 - \n. . . \n# . + \n. . . ",
    "pzprv3/mines/2/3/. 1 - /. . . /# . . /. . . /",
    "begin\npuzzle minesweeper\nsize 2\nmines 1\nproblem\n- 1\nx -\nsolution\nx .\n. .\nend",
    "Genre: Minesweeper\nVariation: Standard\n3 2\n. 1 .\n. . .",
    "2\n3\n..2\n2..",
    "2 3 1\n- - 2\n2 - -",
    "9x9:4,4,me10b1013d1694d98de708",
    '<html><script>var task = "a13f3a2a2a0"; puzzleWidth: 4, puzzleHeight: 4</script></html>',
    '[[1, null], [null, -1]]\n{"puzzle": "2x2:d"}',
]
PIECES = [
    "0",
    "1",
    "9",
    "٣",
    "²",
    "\x00",
    "\udc80",
    "-1",
    "x",
    "#",
    "# ",
    ".",
    "-",
    " ",
    "\t",
    "\n",
    "\r",
    "/",
    ":",
    ",",
    "[",
]
PIECES += [
    "]",
    "{",
    "}",
    '"',
    "<html>",
    "</html>",
    "begin",
    "end",
    "problem",
    "solution",
    "pzprv3",
    "mines",
    "size",
    "z",
]
PIECES += [
    "null",
    "NaN",
    "1e999",
    "1" * 30,
    "task='",
    "puzzleWidth:",
    "Genre:",
    "\ufeff",
    "\u2028",
    "\x1c",
    "é",
    "\xa0",
]


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """Texts that begin as puzzles do, with something else in them."""
    given = draw(st.sampled_from([*SEEDS, ""]))
    for piece in draw(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), min_size=1, max_size=12)):
        begin = draw(st.integers(0, len(given)))
        given = given[:begin] + piece + given[begin + draw(st.integers(0, 3)) :]
    return given


@settings(max_examples=400)
@given(spoilt() | st.text())
@example("٣x٣:i")
@example("²x²:i")
@example("pzprv3\nmines\n²\n1\n")
@example('{"puzzle": "\ud800"}')
@example("[" * 100_000)
@example("[[" + "1" * 5000 + "]]")
def test_only_format_errors_come_out(given: str) -> None:
    for parse in PARSERS:
        try:
            found = parse(given)
        except FormatError as fault:
            assert "\n" not in str(fault), "an error is one line"
            str(fault).encode("utf-8")
            continue
        if isinstance(found, Puzzle):
            assert line.parse(line.write(found)) == found
    for read in detect.read_lines(given.split("\n"), "file"):
        assert isinstance(read.found, Puzzle) or str(read.found).startswith("file:")


LARGE = 2_000_000  # twice the cells of the largest board, which is where parsers stop
HUGE: dict[str, Callable[[int], str]] = {
    "digits": lambda n: "1" * n,
    "runs": lambda n: "z" * n,
    "sized runs": lambda n: "1000x1000:" + "z" * n,
    "spaces": lambda n: "1" + " " * n + "q",
    "dashes": lambda n: "-" * n,
    "number": lambda n: "1" * n + "x1:a",
    "run of 10^9": lambda _: "5x5:1000000000",
    "total": lambda n: "5x5:y,m" + "9" * n,
    "brackets": lambda n: "[" * n,
    "strings": lambda n: '{"' + "\\" * n,
    "a string without an end": lambda n: '{"' + '\\"' * (n // 2) + ",",
    "many strings": lambda n: "[" + '"' * n + ",",
    "address": lambda n: "https://" + "a" * n,
    "body": lambda n: "https://puzz.link/p?mines/1000/1000/" + "z" * n,
    "hex": lambda n: "1000x1000:1,1,m" + "f" * n,
    "slashes": lambda n: "pzprv3/mines/1000/1000/" + "/" * n,
    "tags": lambda n: "<html>" + "<input " * (n // 7),
    "links": lambda n: "<html>" + "<link " * (n // 6),
    "task": lambda n: "<html>task='" + "z" * n,
    "tasks": lambda n: "<html>" + "task='" * (n // 6),
    "answer": lambda n: "y" * n,
    "field": lambda n: "Genre: " + "a" * n,
    "gaps in a field": lambda n: "Genre:" + " " * (n // 2) + "x" + " " * (n // 2) + "y",
    "gap before a field": lambda n: " " * (n // 2) + "Genre" + " " * (n // 2) + "x",
    "keyword": lambda n: "size " + "9" * n,
    "gap in a size": lambda n: "size 1" + " " * n + "q",
    "keyword after a tab": lambda n: "size\t" + "9" * n,
    "gaps in numbers": lambda n: "1" + " " * (n // 2) + "2" + " " * (n // 2) + "q",
    "commas": lambda n: "," * n,
    "a total": lambda n: '{"grid": [[null]], "total": ' + "9" * min(n, 4000) + "}",
}
_RECORD = json_record.as_dict(GradedPuzzle(line.parse("1x1:a"), (True,), Grade(1, "easy", 1.0, 1, (1, 2)), "s"))
RECORDS: dict[str, Callable[[int], str]] = {  # good as a puzzle, bad as a whole record
    "a key": lambda n: '{"puzzle": "1x1:a", "solution": ' + json.dumps(["y" * n]) + "}",
    "an answer": lambda n: json.dumps(_RECORD | {"solution": "y" * n}),
    "no answer": lambda n: json.dumps(_RECORD | {"solution": "q" * n}),
    "a number": lambda n: json.dumps(_RECORD | {"tier": "1" * n}),
    "par": lambda n: json.dumps(_RECORD | {"par": ["1" * n]}),
}


def read_traced(given: str) -> tuple[list[detect.ParsedEntry], float, int]:
    """Return what is read, the processor's seconds and the peak of memory in bytes."""
    tracemalloc.start()
    begin = time.process_time()
    read = list(detect.read_lines([given, "5x5:y"], "file"))
    seconds = time.process_time() - begin
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return read, seconds, peak


@pytest.mark.parametrize("name", HUGE)
def test_large_texts_are_refused_in_bounded_time_and_memory(name: str) -> None:
    """A text that is four times as long takes about four times as long, where a quadratic search would take sixteen.

    A limit in seconds failed on a slow machine.
    """
    _, before, _ = read_traced(HUGE[name](LARGE // 4))
    read, seconds, peak = read_traced(HUGE[name](LARGE))
    assert isinstance(read[0].found, FormatError)
    assert len(str(read[0].found)) < 400
    assert seconds < 8 * max(before, 0.1), "it grows faster than the text"
    assert peak < 6 * LARGE, "beside the text itself; quotes alone take 4.4 times as much, all else 2"


@pytest.mark.parametrize("parse", PARSERS, ids=lambda parse: f"{parse.__module__}.{parse.__name__}")
def test_every_parser_by_itself_takes_large_texts_in_bounded_time(parse: Callable[[str], object]) -> None:
    for name, made in (HUGE | RECORDS).items():
        given = made(100_000)
        begin = time.process_time()
        try:
            parse(given)
        except FormatError as fault:
            assert len(str(fault)) < 400, name
        assert time.process_time() - begin < 1, name


def test_a_stream_without_an_end_is_kept_in_bounds() -> None:
    tracemalloc.start()
    for begin, go_on in (("1 2", "1 2"), ("begin", "a b"), ("[", "[1],"), ("pzprv3", "x"), ("Genre: x", "y: z")):
        read = list(detect.read_lines(iter([begin, *[go_on] * 10_000, "", "5x5:y"]), "file"))
        assert isinstance(read[0].found, FormatError)
        assert len(read) <= 3
    assert tracemalloc.get_traced_memory()[1] < 30_000_000
    tracemalloc.stop()


def test_mosaic_ids_are_the_line_without_its_mark() -> None:
    puzzle = line.parse("mosaic:3x4:d9g")
    assert line.parse(tatham_mosaic.write(puzzle), MOSAIC) == puzzle
    address = f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mosaic.html#{tatham_mosaic.write(puzzle)}"
    assert detect.parse(address) == puzzle
