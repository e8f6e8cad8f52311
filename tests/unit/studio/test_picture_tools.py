"""Uploads are kept as pictures, reduced as by the command line, and turned into puzzles and files."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from puzzlegen.api import picture
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.errors import FormatError, OutputError
from puzzlegen.formats import line
from puzzlegen.layout.puzzle_picture import SolvingState
from puzzlegen.pictures.choices import PictureTexts
from puzzlegen.pictures.drawings import parse_drawing
from puzzlegen.studio import picture_tools
from puzzlegen.studio.form_fields import PICTURE_FILES
from puzzlegen.studio.picture_book import UPLOADS, UploadOptions, upload_of

STRIPES = "\n".join(["#.#.#.#.#."] * 3 + [".#.#.#.#.#"] * 3 + ["##########"] * 4) + "\n"
WORDS = PictureTexts("", "", "en")


def ring(size: int = 300) -> bytes:
    image = Image.new("RGB", (size, size), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((size // 6, size // 6, size * 5 // 6, size * 5 // 6), outline="black", width=size // 10)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_an_upload_is_kept_and_makes_the_puzzle_of_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "ring.png").write_bytes(ring())
    key = picture_tools.keep(tmp_path, "ring.png", ring())
    options = UploadOptions(20, 100, 50, kind="mosaic", difficulty="easy", seed="x")
    made = picture_tools.made_puzzle(tmp_path, key, options)
    same = {"width": 20, "threshold": 100, "specks": 50, "difficulty": "easy", "seed": "x"}
    assert line.write(picture(tmp_path / "ring.png", **same).puzzle) == made["line"]
    assert (made["size"], made["difficulty"], made["changed"], made["problem"]) == ("20x20", "easy", [], "")
    record = json.loads(picture_tools.picture_file(tmp_path, key, options, WORDS, "puzzle.json", False))
    assert record["picture"] == "ring" and record["puzzle"] == made["line"]


def test_other_files_are_refused_and_not_kept(tmp_path: Path) -> None:
    for name, data, words in (
        ("a.png", b"no image", "not a PNG, JPEG, GIF, WebP, BMP or SVG picture"),
        ("a.txt", b"\xff\xfe", "not a text"),
        ("a.txt", b"hello", "line 1, column 1: found 'h'"),
        ("../../a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><script/></svg>", "script"),
    ):
        with pytest.raises(FormatError, match=words):
            picture_tools.keep(tmp_path, name, data)
    assert list(tmp_path.rglob("*.*")) == []
    huge = io.BytesIO()
    Image.new("1", (8000, 6251)).save(huge, "PNG")
    with pytest.raises(FormatError, match="allowed 50000000 in all"):
        picture_tools.keep(tmp_path, "huge.png", huge.getvalue())


def test_only_the_last_uploads_are_kept(tmp_path: Path) -> None:
    keys = [picture_tools.keep(tmp_path, f"{number}.txt", STRIPES.encode()) for number in range(14)]
    assert len(set(keys)) == 14
    assert len(list((tmp_path / UPLOADS).iterdir())) == 2 * picture_tools.KEPT_UPLOADS
    for key in (keys[0], "../../x", "0" * 24, ""):
        with pytest.raises(OutputError, match="choose its file again"):
            upload_of(tmp_path, key)
    assert upload_of(tmp_path, keys[-1]).name == "13"


BLOB = "............\n" * 2 + "..########..\n" * 5 + "....####....\n" * 3 + "............\n"


@pytest.mark.parametrize("kind", ["mosaic", "minesweeper", "hexagonal", "wrap-around"])
def test_touched_cells_change_and_change_back(tmp_path: Path, kind: str) -> None:
    key = picture_tools.keep(tmp_path, "blob.txt", BLOB.encode())
    page = picture_tools._cells_page((11, 12), VARIANTS[kind], SolvingState())

    def point(cell: int) -> tuple[float, float]:
        x, y = page.grids[0].center(cell)
        return round(x / page.width, 4), round(y / page.height, 4)

    def filled(*cells: int) -> set[int]:
        options = UploadOptions(kind=kind, touched=tuple(map(point, cells)))
        drawing = parse_drawing(picture_tools.drawing(tmp_path, key, options, WORDS))
        assert picture_tools.made_puzzle(tmp_path, key, options)["size"] == "12x11"
        return set(np.flatnonzero(drawing.cells).tolist())

    usual = filled()
    assert filled(0) == usual | {0} and filled(131, 26, 30) == (usual | {131}) - {26, 30}
    assert filled(40, 0, 0, 40) == usual


def test_the_repair_is_named_and_shown(tmp_path: Path) -> None:
    key = picture_tools.keep(tmp_path, "stripes.txt", STRIPES.encode())
    options = UploadOptions(difficulty="easy")
    made = picture_tools.made_puzzle(tmp_path, key, options)
    assert made["changed"] and all(name.startswith("R") for name in made["changed"])
    plain, repaired = (picture_tools.cells_picture(tmp_path, key, options, changes) for changes in (False, True))
    assert plain.startswith("<svg") and plain != repaired


def test_a_picture_that_shows_nothing_has_a_problem_and_no_puzzle(tmp_path: Path) -> None:
    key = picture_tools.keep(tmp_path, "box.txt", ("#" * 9 + "\n").encode() * 9)
    made = picture_tools.made_puzzle(tmp_path, key, UploadOptions())
    assert "too many to recognize" in made["problem"] and made["line"] == ""
    assert picture_tools.cells_picture(tmp_path, key, UploadOptions(), False).startswith("<svg")
    with pytest.raises(FormatError, match="box: "):
        picture_tools.drawing(tmp_path, key, UploadOptions(), WORDS)
    with pytest.raises(FormatError, match="ring: has nothing dark at the threshold 0"):
        picture_tools.made_puzzle(
            tmp_path, picture_tools.keep(tmp_path, "ring.png", ring()), UploadOptions(threshold=0)
        )


def test_title_and_hint_come_from_the_form_the_drawing_or_the_name(tmp_path: Path) -> None:
    named = picture_tools.keep(tmp_path, "old_ring.png", ring())
    assert picture_tools.usual_words(tmp_path, named, "en")[:2] == ("Old ring", "")
    drawn = picture_tools.keep(tmp_path, "a.txt", b"title: Waves\ntitle de: Wellen\nhint: Water\n" + STRIPES.encode())
    assert picture_tools.usual_words(tmp_path, drawn, "de")[:2] == ("Wellen", "Water")
    text = picture_tools.drawing(tmp_path, named, UploadOptions(20), PictureTexts("A ring", "Round", "en"))
    found = parse_drawing(text)
    assert (found.titles, found.hints, found.cells.shape) == ({"": "A ring"}, {"": "Round"}, (20, 20))


def test_all_files_are_made_and_no_others(tmp_path: Path) -> None:
    key = picture_tools.keep(tmp_path, "ring.png", ring())
    starts = {"play.html": b"<!", "puzzle.pdf": b"%PDF", "puzzle.png": b"\x89PNG", "answer.png": b"\x89PNG",
              "puzzle.svg": b"<svg", "drawing.txt": b"title: Ring\n", "puzzle.json": b"{"}  # fmt: skip
    assert set(starts) == set(PICTURE_FILES)
    for name, start in starts.items():
        assert picture_tools.picture_file(tmp_path, key, UploadOptions(15), WORDS, name, False).startswith(start), name
    with pytest.raises(OutputError, match="there is no such file"):
        picture_tools.picture_file(tmp_path, key, UploadOptions(15), WORDS, "../puzzle.png", False)
    assert picture_tools.shown_upload(tmp_path, key).startswith(b"\x89PNG")
