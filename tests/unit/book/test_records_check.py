"""The records of a book: each damage to a line of puzzles.jsonl gives its finding, and a sound file gives none."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_book import SMALL, puzzles_of

from puzzlegen.board.hands import HANDS
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.explained_puzzles import MAX_FINDINGS, RecordsReport, check_records
from puzzlegen.checking.proof import check_proof
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import PUZZLES
from puzzlegen.formats.json_record import as_dict, dumps

TEXT = SMALL.replace("name: Two, count: 2", "name: Two, effort: normal, count: 2")
CONFIG = loads_book(TEXT)
OTHER_HAND = next(hand for hand in HANDS if hand != CONFIG.sections[0].hand)


Row = dict[str, Any]
Damage = Callable[[list[Row]], object]


def rows_of(records: list[GradedPuzzle]) -> list[Row]:
    return [json.loads(dumps(as_dict(record))) for record in records]


@pytest.fixture(scope="module")
def made() -> list[GradedPuzzle]:
    return puzzles_of(CONFIG)


@pytest.fixture
def rows(made: list[GradedPuzzle]) -> list[Row]:
    return rows_of(made)


def checked(folder: Path, rows: list[Row], **options: bool) -> RecordsReport:
    path = folder / PUZZLES
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return check_records(path, CONFIG, **({"reprinted": False, "same_version": True} | options))


def swap(rows: list[Row], one: int, other: int) -> None:
    """Exchange two records, with their numbers put right."""
    rows[one], rows[other] = rows[other] | {"number": one + 1}, rows[one] | {"number": other + 1}


DAMAGES: dict[str, tuple[Damage, str, str]] = {
    "a record twice": (lambda rows: rows.insert(3, rows[2]), "P208", "line 4 has the number 3"),
    "a record is missing": (lambda rows: rows.pop(), "P208", "it has 0 records for section 'Three', expected 1"),
    "another board": (lambda rows: rows.__setitem__(0, rows[7] | {"number": 1, "section": 1}), "P208", "found 8x8, "),
    "order": (lambda rows: swap(rows, 0, 4), "P208", "the place is that of puzzle"),
    "seed twice": (lambda rows: rows[0].update(seed=rows[1]["seed"]), "P208", "is none of its section"),
    "quality": (lambda rows: rows[5]["quality"].update(score=99.0), "P209", "the quality is not the sum of its parts"),
    "no quality": (lambda rows: rows[5].pop("quality"), "P209", "it is without a quality"),
    "another hand": (lambda rows: rows[0].update(hand=OTHER_HAND), "P208", f"it has the hand {OTHER_HAND}, the "),
    "not an object": (lambda rows: rows.__setitem__(0, []), "P208", "line 1: expected one JSON object"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_to_records_is_found(name: str, rows: list[Row], tmp_path: Path) -> None:
    damage, code, detail = DAMAGES[name]
    damage(rows)
    findings = checked(tmp_path, rows).findings
    assert findings and findings[0].code == code
    assert any(detail in finding.detail for finding in findings), [str(finding) for finding in findings]


def test_fresh_of_a_quality_is_derived(rows: list[Row], tmp_path: Path) -> None:
    quality = next(row for row in rows if "quality" in row and row["quality"]["fresh"] == 1.0)["quality"]
    quality["fresh"], quality["score"] = 0.9, round(quality["score"] - 1.5, 3)
    (finding,) = checked(tmp_path, rows).findings
    assert (finding.code, finding.detail) == ("P209", "fresh 0.9 recorded, 1.0 found")


def test_a_line_in_another_form_is_found_only_of_this_version(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / PUZZLES
    path.write_text("\n".join([json.dumps(rows[0], separators=(", ", ":")), *map(dumps, rows[1:])]), encoding="utf-8")
    (finding,) = check_records(path, CONFIG, reprinted=False, same_version=True).findings
    assert finding.detail == "line 1: it is not written as puzzlegen writes it"
    assert check_records(path, CONFIG, reprinted=False, same_version=False).findings == ()


def test_a_reprint_may_have_another_order_and_no_seeds(rows: list[Row], tmp_path: Path) -> None:
    changed = [row | {"seed": None, "attempts": None} for row in rows]
    swap(changed, 0, 4)
    assert checked(tmp_path, changed, reprinted=True).findings == ()


def test_a_file_that_is_no_text_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / PUZZLES).write_bytes(b"\xff")
    (finding,) = check_records(tmp_path / PUZZLES, CONFIG, reprinted=False, same_version=True).findings[:1]
    assert (finding.code, "cannot be read" in finding.detail) == ("P208", True)


def test_many_findings_are_cut_short(tmp_path: Path) -> None:
    report = checked(tmp_path, [{}] * 30)
    assert len(report.findings) == MAX_FINDINGS + 1 and "more findings" in report.findings[-1].detail


@pytest.mark.parametrize(
    ("key", "value"), [("tier", 3), ("score", 1.5), ("par", [9, 99]), ("bottlenecks", 77), ("opening", 0.123)]
)
def test_the_proof_of_a_puzzle_derives_its_grade(key: str, value: object, rows: list[Row], tmp_path: Path) -> None:
    (rows[5] if key in rows[5] else rows[5]["quality"])[key] = value
    record: GradedPuzzle = checked(tmp_path, rows).records[5]
    (finding,) = check_proof(record.puzzle, record, PUZZLES)
    assert finding.code == "P209" and finding.detail.removeprefix("quality ").startswith(f"{key} ")
