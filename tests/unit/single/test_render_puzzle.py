"""The options of ``render``: which go together, which steps there are, what the files show."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pdfplumber
import pikepdf
import pytest
from PIL import Image

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import FormatError, OutputError
from puzzlegen.formats import detect
from puzzlegen.layout.core.document import Line
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.single.render_puzzle import RenderRequest, render
from puzzlegen.single.solve_puzzles import solve_puzzle
from puzzlegen.solver.tiers import run, solution_path

PUZZLE = detect.parse("4x4:a13f3a2a2a0")
COUNT = len(tuple(solution_path(run(PUZZLE, 4))))


def drawn(tmp_path: Path, name: str, **wishes: object) -> Path:
    path = tmp_path / name
    render(PUZZLE, RenderRequest(path, **wishes))
    return path


def test_a_caption_of_two_lines_is_refused(tmp_path):
    with pytest.raises(OutputError, match=r"caption: .* one line of printable text"):
        drawn(tmp_path, "x.png", caption="a\nb")
    assert not list(tmp_path.iterdir())


def test_scale_makes_finer_pixels_of_the_same_picture(tmp_path):
    one, two = drawn(tmp_path, "1.png", width=300), drawn(tmp_path, "2.png", width=300, scale=2)
    with Image.open(one) as small, Image.open(two) as large:
        assert large.size == (600, 600) and small.size == (300, 300)
        lines = [
            image.convert("L").crop((0, image.height // 3, image.width, image.height // 3 + 1)).tobytes()
            for image in (small, large)
        ]
    dark = [sum(level < 128 for level in line) for line in lines]
    assert dark[1] == 2 * dark[0] > 0


def test_a_gif_ends_with_the_solution_and_a_part_of_it_does_not(tmp_path):
    answer = drawn(tmp_path, "x.png", width=400, solution=True)
    whole = drawn(tmp_path, "x.gif", width=400)
    part = drawn(tmp_path, "y.gif", width=400, steps="1-3")
    with Image.open(whole) as film, Image.open(answer) as still, Image.open(part) as some:
        assert film.n_frames == COUNT + 2 and some.n_frames == 3
        film.seek(COUNT + 1)
        ends = film.convert("L"), still.convert("L")
        assert sum(abs(a - b) > 24 for a, b in zip(*(end.tobytes() for end in ends), strict=True)) == 0
        film.seek(0)
        assert film.convert("L").tobytes() != ends[0].tobytes()


def test_a_pdf_has_a_page_for_each_position(tmp_path):
    for steps, pages in (("", 1), ("2", 1), ("0-3", 4), ("all", COUNT + 1)):
        with pikepdf.open(drawn(tmp_path, "x.pdf", steps=steps)) as pdf:
            assert len(pdf.pages) == pages
            assert [float(side) for side in pdf.pages[0].MediaBox] == [0, 0, 432, 432]


def test_a_page_grows_with_a_board_too_large_for_six_inches(tmp_path):
    render(detect.parse("60x10:" + "z" * 23 + "b"), RenderRequest(tmp_path / "x.pdf"))
    with pikepdf.open(tmp_path / "x.pdf") as pdf:
        _, _, wide, high = map(float, list(pdf.pages[0].MediaBox))
    assert wide > 60 * 14 * 0.75 > high


def test_the_position_after_the_last_step_holds_every_mine(tmp_path):
    answer = solve_puzzle(PUZZLE, 4)
    text = drawn(tmp_path, "x.svg", steps=str(COUNT), theme="contrast").read_text(encoding="utf-8")
    blanks = sum(value < 0 for value in PUZZLE.cells)
    rings = text.count('fill="none" stroke="#000000"') - 1  # the frame
    assert text.count("<circle") == blanks + rings and rings >= 1
    assert sum(answer.rounds.solution) < blanks


@pytest.mark.parametrize("name", ["x.png", "x.svg", "x.gif", "x.pdf"])
@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_every_kind_takes_theme_and_caption_and_gives_the_same_bytes(name, theme, tmp_path):
    first = drawn(tmp_path, name, theme=theme, caption="Quiet Fields").read_bytes()
    assert drawn(tmp_path, name, theme=theme, caption="Quiet Fields").read_bytes() == first
    assert drawn(tmp_path, name, theme=theme).read_bytes() != first


def below(puzzle: Puzzle, **options: str) -> str:
    """Return the words below the picture of a puzzle."""
    with TemporaryDirectory() as folder:
        render(puzzle, RenderRequest(Path(folder) / "a.pdf", **options))
        with pdfplumber.open(Path(folder) / "a.pdf") as pdf:
            words = pdf.pages[0].extract_words(keep_blank_chars=True)
    return str(words[-1]["text"]).replace("\u00a0", " ")


MAGIC = (
    '{"puzzle": "9x9:i01b6b52a3a4c2e4e8b4b0d5b4b34b3c2a3b2b7c1f", "idea": "magic-square", "total": null}'  # by generate
)


def test_a_puzzle_of_an_idea_has_its_words_and_boxes(tmp_path: Path) -> None:
    puzzle, plain = detect.parse(MAGIC), detect.parse(MAGIC.replace("magic-square", "a nice one"))
    assert (puzzle.idea, plain.idea) == ("magic-square", None)
    texts = {}
    for name, drawn in (("idea", puzzle), ("plain", plain)):
        for ending in ("svg", "html"):
            render(drawn, RenderRequest(tmp_path / f"{name}.{ending}"))
            texts[name, ending] = (tmp_path / f"{name}.{ending}").read_text(encoding="utf-8")
    words = "Magic Square: The middles of the boxes add up to 12 in every direction."
    assert all((words in text, "nth-child(3n+1)" in text) == (name == "idea", (name, ending) == ("idea", "html"))
               for (name, ending), text in texts.items())  # fmt: skip
    lines = puzzle_picture(puzzle, FontMetrics()).marks
    heavy = [mark for mark in lines if isinstance(mark, Line) and mark.width > 4]
    assert len(heavy) == 4
    assert all(mark.width % 2 == min(one.width for one in lines if isinstance(one, Line)) % 2 for mark in heavy)


def test_an_idea_that_the_clues_do_not_show_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="idea: the clues do not show only-2s; correct them, or leave the key idea"):
        render(detect.parse(MAGIC.replace("magic-square", "only-2s")), RenderRequest(tmp_path / "x.png"))
