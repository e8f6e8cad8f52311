"""Findings of a build name the file of their page."""

import pytest

from puzzlegen.checking.findings import Finding, broken_rule
from puzzlegen.studio.builds import shown_findings


@pytest.mark.parametrize(
    ("finding", "folder", "file"),
    [
        (Finding("P202", 5, 3, "row 1, column 2: reads 3"), "", "interior.pdf"),
        (Finding("P202", 5, 3, "answers.pdf: row 1"), "rejected/", "rejected/answers.pdf"),
        (broken_rule("C05", 1, "cover.pdf: a word", "0.125 in"), "rejected/", "rejected/cover.pdf"),
        (Finding("I09", 2, 0, "wide", edition="a4"), "", "a4/interior.pdf"),
        (Finding("F101", 0, 0, "cover.pdf is missing"), "", ""),
    ],
)
def test_findings_name_the_file_of_their_page(finding: Finding, folder: str, file: str) -> None:
    (shown,) = shown_findings([finding], folder)
    assert (shown["file"], shown["number"], shown["detail"]) == (file, finding.number, finding.detail)
