"""Proving the reading aids right: contents, hints, codes, by what the pages show."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzlegen.verify.findings import Finding
from puzzlegen.verify.printed import PrintedPage

_LEADER = re.compile(r"[\s.]*(\d+)")


def check_contents(pages: Sequence[PrintedPage], titles: Sequence[str]) -> list[Finding]:
    """Whether each title has a line that ends in a page number, and stands on that page once more."""
    titles = [" ".join(title.split()) for title in titles]  # a no-break space in print is a space between words here
    findings = []
    listed: dict[str, tuple[int, int]] = {}
    for page in pages:
        for line in page.lines:
            for title in titles:
                if title not in listed and line.startswith(title) and (named := _LEADER.fullmatch(line[len(title) :])):
                    listed[title] = page.number, int(named[1])
    for title in titles:
        at, named_page = listed.get(title, (0, 0))
        if not at:
            findings.append(Finding("R401", 0, 0, f"{title!r} is in no line with a page number"))
        elif not 0 < named_page <= len(pages) or not _begins(title, pages[named_page - 1]):
            findings.append(Finding("R401", at, 0, f"page {named_page} is named for {title!r}, which is not there"))
    return findings


def _begins(title: str, page: PrintedPage) -> bool:
    """Whether the title stands at the head of lines of its own; a long one takes several."""
    for start in range(len(page.lines)):
        for stop in range(start + 1, min(start + 5, len(page.lines)) + 1):
            if " ".join(page.lines[start:stop]) == title:
                return True
    return False
