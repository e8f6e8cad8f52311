"""Preflight of a whole file: facts in, findings out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from puzzlegen.checking.printer_rules.cover_rules import cover_rules
from puzzlegen.checking.printer_rules.findings import Finding
from puzzlegen.checking.printer_rules.interior_rules import (
    PAGE_RULES,
    Judge,
    PageNote,
    colour_rules,
    extra_rules,
    file_rules,
    line_rules,
    run_rules,
    type_rules,
)
from puzzlegen.checking.printer_rules.pdf_facts import opened
from puzzlegen.printers.cover_geometry import Wrap
from puzzlegen.printers.profile import Limits, Profile

COVER_PAGE_RULES = (type_rules, line_rules, colour_rules, extra_rules)
NOT_OF_A_COVER = {"I04", "I05"}  # how many pages a book has is no matter of its cover


def judge_interior(path: Path, profile: Profile, limits: Limits | None = None) -> list[Finding]:
    """Hold the pages of a book against what the printer takes.

    ``limits`` replace what the profile allows a book of as many pages as the file has. Raises OutputError when the file
    cannot be read as a PDF.
    """
    with opened(path) as (facts, pages):
        judge = Judge(profile, limits or profile.limits(facts.pages))
        findings = list(file_rules(facts, judge))
        notes = []
        for page in pages:
            for rule in PAGE_RULES:
                findings += rule(page, judge)
            notes.append(PageNote(page.number, page.ink is None))
        return findings + list(run_rules(notes, judge))


def judge_cover(path: Path, profile: Profile, wrap: Wrap) -> list[Finding]:
    """Hold a cover against what the printer takes. Raises OutputError when the file cannot be read as a PDF."""
    with opened(path) as (facts, pages):
        spaces = profile.printer.file.spaces
        coloured = replace(profile.limits(facts.pages), spaces=spaces.get("colour", spaces["black"]))
        judge = Judge(profile, coloured)  # covers are printed in colour, whatever the pages are
        findings = [finding for finding in file_rules(facts, judge) if finding.code not in NOT_OF_A_COVER]
        if facts.pages != 1:
            return [*findings, Finding("C01", 0, f"{facts.pages} pages", "one, with back, spine and front")]
        rules = profile.printer.cover
        for page in pages:
            for rule in COVER_PAGE_RULES:
                findings += rule(page, judge)
            if rules is not None:
                findings += cover_rules(page, wrap, rules)
        return findings
