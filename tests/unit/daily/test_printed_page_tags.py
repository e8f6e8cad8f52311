"""The page to print is tagged for screen readers: they read its parts in order, and the boards row by row."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pytest
from made_days import NINE, day, made, read

from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import print_page
from puzzlegen.drawing.pdf_writer import write_pdf


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("tagged") / "day", day(), day(NINE, 11))


def parts(path: Path) -> list[tuple[str, str, str]]:
    """Return tag, text and alternative text of each part of the first page, in the order of the structure."""
    with pdfplumber.open(path) as pdf:
        page = pdf.pages[0]
        marked: dict[int, str] = {}
        for char in page.chars:
            marked[char["mcid"]] = marked.get(char["mcid"], "") + char["text"]
        assert None not in marked  # no letter is outside the structure
        (document,) = page.structure_tree
        assert document["type"] == "Document"
        return [(part["type"], read_aloud(part, marked), part.get("alt_text", "")) for part in document["children"]]


def read_aloud(part: dict[str, Any], marked: dict[int, str]) -> str:
    printed = "".join(marked[number] for number in part["mcids"])
    text = part.get("actual_text", "" if part["type"] == "Figure" else printed)
    assert part["type"] == "Figure" or letters(text) == letters(printed)
    return " ".join(text.split())


def letters(text: str) -> str:
    return "".join(text.replace(",", "").split())


def test_a_screen_reader_reads_the_parts_in_order(folder: Path) -> None:
    found = parts(folder / "puzzle.pdf")
    assert [(tag, text) for tag, text, _ in found[:3]] == [
        ("H1", "Quiet Fields No. 12"), ("P", "Tuesday, December 1, 2026"), ("P", "Hard, Par 5–10 min"),
    ]  # fmt: skip
    assert [tag for tag, _, _ in found[3:]] == ["P", "Figure", "P", "Figure", "P"]
    assert "including diagonals" in found[3][1]
    assert found[5][1].startswith("Solution of No. 11") and found[7][1].startswith("puzzles.example.org")


def test_figures_are_read_row_by_row(folder: Path) -> None:
    board, before = (alt for tag, _, alt in parts(folder / "puzzle.pdf") if tag == "Figure")
    text = read(folder, "alt.txt")
    assert len(board.splitlines()) == 12 and len(before.splitlines()) == 7
    assert all(row in text for row in board.splitlines())
    assert "mine" not in board and "mine" in before


def test_marks_are_drawn_as_without_tags(folder: Path, tmp_path: Path) -> None:
    page = print_page(DayPresentation(day(), day(NINE, 11)))
    covered = [place for part in page.parts for place in part.marks]
    assert covered == list(range(len(page.marks)))
    with pikepdf.open(folder / "puzzle.pdf") as pdf:
        assert pdf.Root.MarkInfo.Marked is True and not pdf.check_pdf_syntax()
        codes = [str(one.operator) for one in pikepdf.parse_content_stream(pdf.pages[0])]
    assert codes.count("BDC") == codes.count("EMC") == len(page.parts)


def test_marks_of_no_part_are_not_read(tmp_path: Path) -> None:
    page = print_page(DayPresentation(day(), None))
    write_pdf([replace(page, parts=page.parts[:1] + page.parts[-1:])], tmp_path / "some.pdf")
    with pikepdf.open(tmp_path / "some.pdf") as pdf:
        operators = [str(one.operator) for one in pikepdf.parse_content_stream(pdf.pages[0])]
    assert [one for one in operators if one in ("BDC", "BMC", "EMC")] == ["BDC", "EMC", "BMC", "EMC", "BDC", "EMC"]


def test_a_file_without_parts_has_no_tags(tmp_path: Path) -> None:
    write_pdf([replace(print_page(DayPresentation(day(), None)), parts=None)], tmp_path / "plain.pdf")
    with pikepdf.open(tmp_path / "plain.pdf") as pdf:
        assert "/StructTreeRoot" not in pdf.Root and "/MarkInfo" not in pdf.Root
