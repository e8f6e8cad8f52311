"""Remedies of findings about dailies."""

import re
from pathlib import Path

import pytest

from puzzlegen.checking import proof
from puzzlegen.checking.findings import FINDING_TYPES, Finding
from puzzlegen.daily import verification
from puzzlegen.daily.verification import report_of

SOURCES = [*Path(verification.__file__).parent.glob("*.py"), Path(proof.__file__)]
CODES = sorted(
    {code for path in SOURCES for code in re.findall(r'"([A-Z][0-9]{3})"', path.read_text(encoding="utf-8"))}
)


def test_all_codes_of_dailies_are_known() -> None:
    assert {"F101", "P203", "P206", "A302", "D501", "D508"} <= set(CODES) <= FINDING_TYPES.keys()


@pytest.mark.parametrize("code", CODES)
def test_the_remedy_of_a_finding_about_a_daily_speaks_of_dailies(code: str) -> None:
    (finding,) = report_of([Finding(code, 0, 0, "x")], 1).findings
    remedy = str(finding.as_dict()["remedy"])
    assert not re.search(r"\bbook|puzzles\.jsonl|build", remedy, re.IGNORECASE)
    assert "puzzlegen daily" in remedy or code == "D506"


def test_the_remedy_of_a_finding_about_a_book_speaks_of_books() -> None:
    assert "Build the book again" in str(Finding("A302", 1, 1, "x").as_dict()["remedy"])
