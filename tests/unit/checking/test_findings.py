"""The table of codes, and findings as text, as JSON and in the docs."""

import re
import runpy
from pathlib import Path

import pytest

from puzzlegen.checking.findings import DRAW, FINDING_TYPES, KINDS, Finding, broken_rule, remedy_text, summary_lines
from puzzlegen.printers.requirements import Basis

ROOT = Path(__file__).parents[3]
BASIS = Basis("KDP help", "2026-11-20", "official")


def test_the_page_of_findings_is_made_from_the_table():
    page = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    made = runpy.run_path(str(ROOT / "docs" / "findings.py"))["findings_page"]()
    assert page == made, "run make docs, which writes docs/findings.md"


def test_the_table_has_every_code_that_is_used_and_no_other():
    used = set()
    for path in (ROOT / "puzzlegen").rglob("*.py"):
        if path.name != "findings.py":
            used |= set(re.findall(r'"([FPARDIC]\d{2,3})"', path.read_text(encoding="utf-8")))
    assert used == set(FINDING_TYPES)


def test_codes_are_sorted_by_kind_and_number():
    order = [(list(KINDS).index(code[0]), code) for code in FINDING_TYPES]
    assert order == sorted(order)


@pytest.mark.parametrize("code", FINDING_TYPES)
def test_each_meaning_fits_in_a_message_and_each_remedy_is_a_sentence(code):
    row = FINDING_TYPES[code]
    texts = [remedy_text(one, in_studio=studio) for one in (row.remedy, row.daily) if one for studio in (False, True)]
    assert not row.meaning.endswith(".") and "|" not in row.meaning + "".join(texts)
    assert texts and all(text[:1].isupper() and text.endswith(".") for text in texts)


@pytest.mark.parametrize("code", FINDING_TYPES)
def test_the_studio_names_no_commands(code: str) -> None:
    for is_daily, step in ((False, None), (True, None), (True, DRAW)):
        found = Finding(code, 0, 0, "x", is_daily=is_daily, step=step).as_dict(in_studio=True)
        assert not re.search(r"puzzlegen (daily|book|verify)|--", f"{found['remedy']} {found.get('detail')}")


def test_many_findings_of_one_code_are_summed_up_by_page():
    findings = [broken_rule("I15", page, "0.5 pt", "at least 0.75 pt", BASIS) for page in (1, 2, 3, 4, 4, 5)]
    lines = summary_lines([*findings, broken_rule("I01", 0, "a hole", "save the file again")])
    assert [line.split(":")[0] for line in lines] == [
        "error I01", "error I15 page 1", "error I15 page 2", "error I15 page 3", "I15", "I15"
    ]  # fmt: skip
    assert lines[-2:] == ["I15: the same on pages 4, 5", "I15: KDP help (official, 2026-11-20)"]
