"""Findings of a build name the file of their page."""

from dataclasses import replace

import pytest

from puzzlegen.checking.findings import Finding, broken_rule
from puzzlegen.studio.builds import shown_findings


@pytest.mark.parametrize(
    ("finding", "folder", "file"),
    [
        (Finding("P202", 5, 3, "row 1, column 2: reads 3", cell=(0, 1)), "", "interior.pdf"),
        (Finding("P202", 5, 3, "row 1", file="answers.pdf"), "rejected/", "rejected/answers.pdf"),
        (replace(broken_rule("C05", 1, "a word", "0.125 in"), file="cover.pdf"), "rejected/", "rejected/cover.pdf"),
        (Finding("I09", 2, 0, "wide", edition="a4"), "", "a4/interior.pdf"),
        (Finding("F117", 0, 0, "no page looks different", file="cover.pdf"), "", ""),
        (Finding("F101", 0, 0, "cover.pdf: is missing"), "", ""),
        (Finding("R406", 3, 0, "booklet.pdf: these are the words of a page"), "", "interior.pdf"),
    ],
)
def test_findings_name_the_file_of_their_page(finding: Finding, folder: str, file: str) -> None:
    (shown,) = shown_findings([finding], folder)
    assert (shown["file"], shown["number"], shown["cell"]) == (file, finding.number, finding.cell)
    assert shown["detail"] == (f"{finding.file}: {finding.detail}" if finding.file else finding.detail)
