"""The functions for programs: every example in their guide and their docstrings is run."""

import doctest
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import puzzlegen
from puzzlegen import api
from puzzlegen.formats.registry import FORMAT_NAMES

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "api.md"
DOCUMENTED = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "puzzlegen").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_in_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried > 0
    assert failed == 0


def test_examples_of_the_guide(tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    example = doctest.DocTestParser().get_doctest("".join(blocks), {}, GUIDE.name, str(GUIDE), 0)
    assert len(example.examples) > 30
    output: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=output.append)
    assert result.failed == 0, "".join(output)
    assert (tmp_path / "solution.png").read_bytes().startswith(b"\x89PNG")


def test_the_guide_names_every_function() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    functions = [name for name in puzzlegen.__all__ if inspect.isfunction(getattr(puzzlegen, name))]
    assert len(functions) >= 9
    assert [name for name in functions if f"puzzlegen.{name}(" not in text] == []


def test_the_package_gives_what_it_names() -> None:
    assert {*puzzlegen.__all__} == {*api.__all__, "__version__"}
    assert all(getattr(puzzlegen, name) is getattr(api, name) for name in api.__all__)
    assert {*puzzlegen.__all__} <= {*dir(puzzlegen)}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = puzzlegen.nonsense
    assert (ROOT / "puzzlegen" / "py.typed").exists()


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_functions_are_there_whatever_was_imported_before() -> None:
    """Packages and functions have different names, so ``import a.b as c`` works too."""
    code = (
        "import puzzlegen.solver.tiers as t, puzzlegen.grading.grade, puzzlegen.drawing.pixel_files\n"
        "import puzzlegen.generator.attempts\n"
        "import puzzlegen\n"
        "from puzzlegen.solver import exact\n"
        "from puzzlegen import solve\n"
        "assert puzzlegen.solve is solve\n"
        "print(solve('3x1:a2a').line, puzzlegen.grade('3x1:a2a').tier, *map(callable, (puzzlegen.render, "
        "puzzlegen.generate)), exact.__name__)"
    )
    assert python(code) == "yny 1 True True puzzlegen.solver.exact"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: puzzlegen.parse("4x4:?"), "column 5"),
        (lambda: puzzlegen.write(puzzlegen.parse("1x1:0"), "lien"), "format: found 'lien', allowed line, "),
        (lambda: puzzlegen.generate("0x4"), "each side must be 1 to 1000"),
        (lambda: puzzlegen.generate("5x5", difficulty="hrad"), "allowed easy, medium"),
        (
            lambda: puzzlegen.generate("5x5", difficulty="easy", max_tier=2),
            "found difficulty and max_tier",
        ),
        (lambda: puzzlegen.generate("5x5", mines=3, density=0.2), "found mines and density, which exclude each other"),
        (lambda: puzzlegen.solve("3x1:a2a", max_tier=5), "tier 5: must be 1 to 4"),
        (lambda: list(puzzlegen.solve_many(["3x1:a2a", "3x1:"])), "needs 3 cells, found 0"),
        (lambda: puzzlegen.explain("3x1:a2a", language="xx"), 'language: found "xx"'),
        (lambda: puzzlegen.parse(None), "text: found None, expected a text"),
        (lambda: puzzlegen.parse(b"3x1:a2a"), "text: found a value of type bytes, expected a text"),
        (lambda: puzzlegen.parse("3x1:a2a", kind="x"), "kind: found 'x', allowed minesweeper, mosaic"),
        (lambda: list(puzzlegen.parse_many([b"3x1:a2a"])), "lines:1: found a value of type bytes, expected a text"),
        (lambda: puzzlegen.solve(None), "puzzle: found None, expected a text, a Puzzle or a GradedPuzzle"),
        (lambda: puzzlegen.write(5), "puzzle: found a value of type int, expected a text, a Puzzle or a GradedPuzzle"),
        (lambda: puzzlegen.write(puzzlegen.parse("3x1:a1a"), "tatham"), "tatham: the format holds the solution"),
        (lambda: puzzlegen.generate("5x5", density=5), "density: found 5, allowed a share from 0.05 to 0.6"),
        (lambda: puzzlegen.generate("5x5", techniqe="1-2"), 'techniqe: no such argument; did you mean "technique"?'),
        (lambda: puzzlegen.generate("5x5", layout=5), "layout: found 5, expected a text"),
        (lambda: puzzlegen.generate(5), "size: found a value of type int, expected a text such as 12x9"),
        (lambda: puzzlegen.generate("5x5", max_tier=9), "max_tier: found 9, allowed a whole number from 1 to 4"),
        (lambda: puzzlegen.generate_many(-1, "5x5"), "number: found -1, expected 0 or more"),
        (lambda: puzzlegen.explain("3x1:a2a", cells="zz"), "cells: found 'zz', allowed rc, a1"),
        (lambda: list(puzzlegen.solve_many(["3x1:a2a", "3x1:"])), "puzzles[1]: column 5: "),
        (lambda: puzzlegen.solve_many("3x1:a2a"), "puzzles: found one, expected several"),
        (lambda: puzzlegen.render("3x1:a2a", "x.png", theme="x"), 'theme: found "x"'),
        (lambda: puzzlegen.render("3x1:a2a", "x.bmp"), "expected a name that ends in"),
        (lambda: puzzlegen.render("3x1:a1a", "x.png", solution=True), "more than one solution"),
        (lambda: puzzlegen.render("3x1:a2a", "x.html", solution=True), "are for pictures"),
        (lambda: puzzlegen.render("3x1:a2a", "x.png", picture=True), "picture: it is for mosaics"),
        (lambda: puzzlegen.picture("none.png"), "none.png: cannot be read: No such file or directory"),
        (lambda: puzzlegen.picture(5), "image: found a value of type int, expected a path or a Pillow image"),
        (lambda: puzzlegen.picture("x.png", width=4), "width: found 4, expected 5 to 60"),
        (lambda: puzzlegen.picture("x.png", threshold=256), "threshold: found 256, expected 0 to 255"),
        (lambda: puzzlegen.picture("x.png", difficulty="mild"), 'difficulty: found "mild", allowed easy, medium'),
        (lambda: puzzlegen.picture("x.png", attempts=0), "attempts: found 0, allowed a whole number from 1 to 1000000"),
        (lambda: puzzlegen.picture(Image.new("L", (9, 9))), "image: has one shade only"),
    ],
)
def test_bad_input_is_a_line_of_ours(call, words: str, tmp_path: Path) -> None:
    with pytest.raises(puzzlegen.PuzzlegenError, match=re.escape(words)) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert "--" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_a_file_and_of_an_image_is_that_of_the_command(tmp_path: Path) -> None:
    image = Image.new("LA", (90, 120), (0, 0))
    ImageDraw.Draw(image).polygon([(5, 115), (45, 4), (85, 90)], fill=(30, 255))
    image.save(tmp_path / "thorn.png")
    from_file = puzzlegen.picture("thorn.png", width=9)
    assert from_file.picture == "thorn" and from_file.puzzle.grid.variant.name == "mosaic"
    assert puzzlegen.picture(image, width=9, name="thorn") == from_file
    assert puzzlegen.solve(from_file.puzzle).solution == from_file.solution
    mines = puzzlegen.picture(Path("thorn.png"), width=15, kind="minesweeper", difficulty="easy", seed="other")
    assert mines.puzzle.grid.variant.name == "minesweeper" and mines.grade.difficulty == "easy"
    inverted = puzzlegen.picture(image, width=9, invert=True, threshold=128)
    assert inverted.solution != from_file.solution


def test_jobs_must_be_1_or_more() -> None:
    with pytest.raises(puzzlegen.PuzzlegenError, match="jobs: found 0, expected 1 or more"):
        puzzlegen.solve_many([], jobs=0)


def test_an_endless_input_gives_answers() -> None:
    def endless():
        while True:
            yield "3x1:a2a"

    answers = puzzlegen.solve_many(endless(), jobs=2)
    assert {next(answers).line for _ in range(50)} == {"yny"}


def test_a_record_is_taken_for_its_puzzle(tmp_path: Path) -> None:
    record = puzzlegen.generate("6x5", difficulty="easy", seed="api")
    puzzle = record.puzzle
    assert puzzlegen.solve(record).solution == record.solution
    assert [answer.line for answer in puzzlegen.solve_many([record])] == [puzzlegen.solve(puzzle).line]
    assert puzzlegen.grade(record) == puzzlegen.grade(puzzle)
    assert puzzlegen.explain(record) == puzzlegen.explain(puzzle)
    assert puzzlegen.write(record) == puzzlegen.write(puzzle)
    puzzlegen.render(record, tmp_path / "one.svg")
    puzzlegen.render(puzzle, tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_game_id_has_the_mines_of_a_record() -> None:
    record = puzzlegen.generate("6x5", difficulty="easy", seed="api")
    found = puzzlegen.parse(puzzlegen.write(record, "tatham"), form="tatham")
    assert puzzlegen.solve(found).solution == record.solution


def test_one_text_of_lines_is_read_by_its_lines() -> None:
    found = list(puzzlegen.parse_many("3x1:a2a\n\n2x1:1a"))
    assert [puzzlegen.write(one) for one in found if isinstance(one, puzzlegen.Puzzle)] == ["3x1:a2a", "2x1:1a"]


def test_the_guide_names_every_format_of_write() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert [form for form in FORMAT_NAMES if f"`{form}`" not in text] == []
