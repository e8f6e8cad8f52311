"""``puzzlegen picture``: an image, a drawing or a text becomes a puzzle, and what is none becomes one line."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from commands import puzzlegen
from PIL import Image, ImageDraw

from puzzlegen.formats import answer, line
from puzzlegen.solver.exact import solutions

HEART = """title: Heart
hint: A shape

.##...##.
####.####
#########
.#######.
..#####..
...###...
....#....
"""


@pytest.fixture
def face(tmp_path: Path) -> Path:
    """A face drawn with thin lines."""
    image = Image.new("RGB", (400, 400), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((40, 40, 360, 360), outline="black", width=6)
    pen.ellipse((120, 130, 160, 170), fill="black")
    pen.ellipse((240, 130, 280, 170), fill="black")
    pen.arc((120, 180, 280, 300), 20, 160, fill="black", width=5)
    image.save(tmp_path / "smiling_face.png")
    return tmp_path / "smiling_face.png"


@pytest.mark.parametrize("kind", ["mosaic", "minesweeper"])
def test_an_image_becomes_a_puzzle_of_one_solution(kind: str, face: Path) -> None:
    shown = puzzlegen("picture", str(face), "--preview", "--width", "20", "--kind", kind)
    assert shown.returncode == 0 and len(shown.stdout.splitlines()) == 10 and "█" in shown.stdout
    output = face.with_suffix(".json")
    done = puzzlegen("picture", str(face), "--width", "20", "--kind", kind, "-o", str(output), "--difficulty", "easy")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith(f"{face}: 20x20 {kind}, easy, ")
    record = json.loads(output.read_text(encoding="utf-8"))
    assert record["picture"] == "smiling_face" and record["difficulty"] == "easy"
    puzzle = line.parse(record["puzzle"])
    assert solutions(puzzle).solutions == (answer.parse(record["solution"]),)
    rows = [record["solution"][start : start + 20] for start in range(0, 400, 20)]
    halves = ["".join(" ▀▄█"[(a == "y") + 2 * (b == "y")] for a, b in zip(*two, strict=True)).rstrip()
              for two in zip(rows[::2], rows[1::2], strict=True)]  # fmt: skip
    assert halves == shown.stdout.splitlines()


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf", ".html", ".txt"])
def test_every_file_can_be_written(ending: str, tmp_path: Path) -> None:
    (tmp_path / "heart.txt").write_text(HEART, encoding="utf-8")
    out, key = tmp_path / f"puzzle{ending}", tmp_path / "answer.svg"
    done = puzzlegen("picture", str(tmp_path / "heart.txt"), "-o", str(out), "--answer", str(key), "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Heart" in key.read_text(encoding="utf-8")
    assert b"Heart" not in out.read_bytes()
    if ending in {".svg", ".html"}:
        assert "A shape" in out.read_text(encoding="utf-8")
    if ending == ".pdf":
        with pikepdf.open(out) as document:
            assert len(document.pages) == 2


def test_the_answer_is_a_picture_in_solid_cells(tmp_path: Path) -> None:
    (tmp_path / "heart.txt").write_text(HEART, encoding="utf-8")
    done = puzzlegen("picture", "heart.txt", "--answer", "answer.svg", "-o", "heart.txt.json", cwd=tmp_path)
    assert done.returncode == 0
    drawn = (tmp_path / "answer.svg").read_text(encoding="utf-8")
    record = json.loads((tmp_path / "heart.txt.json").read_text(encoding="utf-8"))
    done = puzzlegen(
        "render",
        record["puzzle"],
        "--kind",
        "mosaic",
        "--picture",
        "--caption",
        "Heart",
        "-o",
        "same.svg",
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "same.svg").read_text(encoding="utf-8") == drawn
    puzzlegen("render", record["puzzle"], "--kind", "mosaic", "--solution", "-o", "clues.svg", cwd=tmp_path)
    assert (tmp_path / "clues.svg").read_text(encoding="utf-8").count("<path") > 10 > drawn.count("<path") == 1
    done = puzzlegen("render", "3x1:a2a", "--picture", "-o", "x.svg", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "picture: it is for mosaics, found minesweeper; use solution\n",
    )


def test_a_drawing_of_the_picture_makes_the_same_puzzle(face: Path) -> None:
    drawing = face.with_name("copy.txt")
    words = ("--width", "20", "--title", "A face", "--hint", "Smile")
    first = puzzlegen("picture", str(face), *words, "--drawing", str(drawing))
    assert drawing.read_text(encoding="utf-8").startswith("title: A face\nhint: Smile\n\n..")
    assert puzzlegen("picture", str(drawing)).stdout == first.stdout
    refused = puzzlegen("picture", str(face), "--drawing", "copy.png")
    assert refused.returncode == 2 and "expected a name that ends in .txt" in refused.stderr


def test_specks_are_removed_on_request(face: Path) -> None:
    usual, clean = (
        puzzlegen("picture", str(face), "--preview", "--width", "15", "--specks", specks).stdout
        for specks in ("35", "400")
    )
    assert usual.count("█") > clean.count("█") > 0  # without the eyes
