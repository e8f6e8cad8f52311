"""Checks a wrap-around cover against the rules of its printer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pypdfium2
import zxingcpp

from puzzlegen.checking.findings import Finding, broken_rule
from puzzlegen.checking.page_objects import read_objects
from puzzlegen.checking.page_rendering import Box, Rendered, open_document, render
from puzzlegen.checking.printer_rules.interior_rules import (
    SIZE_SLACK,
    SLACK,
    PrintSpec,
    color_rules,
    damage_rules,
    extra_rules,
    file_rules,
    inch,
    line_rules,
    type_rules,
)
from puzzlegen.checking.printer_rules.pdf_facts import PageFacts, file_facts, open_pdf, page_facts
from puzzlegen.printers.cover_geometry import Area, CoverGeometry
from puzzlegen.printers.isbn import PREFIXES, isbn_digits
from puzzlegen.printers.profile import Profile
from puzzlegen.printers.requirements import CoverRules
from puzzlegen.units import to_inches

COVER_PAGE_RULES = (damage_rules, type_rules, line_rules, color_rules, extra_rules)
BARCODE_SCALE = 300 / 72  # pixels per point: the thinnest bar of a barcode at 80 % is three pixels wide
INTERIOR_ONLY = {"I04", "I05"}  # rules about the number of pages


def check_cover(path: Path, profile: Profile, geometry: CoverGeometry) -> list[Finding]:
    """Check a cover. Raises OutputError when the file cannot be read as a PDF."""
    with open_pdf(path) as pdf, open_document(path) as document:
        facts = file_facts(path, pdf)
        spaces = profile.printer.file.spaces
        # Covers are printed in color, whatever the pages are.
        limits = replace(profile.limits(facts.pages), spaces=spaces.get("colour", spaces["black"]))
        spec = PrintSpec(profile, limits, geometry)
        findings = [finding for finding in file_rules(facts, spec) if finding.code not in INTERIOR_ONLY]
        if facts.pages != 1:
            return [*findings, broken_rule("C01", 0, f"{facts.pages} pages", "one, with back, spine and front")]
        page = page_facts(path, pdf, 1, render(document[0], words=True), read_objects(document[0]))
        for rule in COVER_PAGE_RULES:
            findings += rule(page, spec)
        if profile.printer.cover is not None:
            findings += cover_rules(page, geometry, profile.printer.cover, isbns(document[0], page.shown, geometry))
        return findings


def isbns(page: pypdfium2.PdfPage, shown: Rendered, geometry: CoverGeometry) -> list[str]:
    """Read the ISBN-13 barcodes on the back, or only in the area of the barcode if the cover needs none.

    ``shown`` is the page as it was rendered before.
    """
    area = geometry.back if geometry.isbn else geometry.barcode
    if area is None or shown.is_even(_shrunk(area)):
        return []
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.EAN13)  # at the top it would be reported as a leak at exit
    read = zxingcpp.read_barcodes(render(page, scale=BARCODE_SCALE).part(area), formats=formats)
    return [code.text for code in read if code.text.startswith(PREFIXES)]


def cover_rules(
    page: PageFacts, geometry: CoverGeometry, rules: CoverRules, numbers: Sequence[str]
) -> Iterator[Finding]:
    """Check the one page of a cover: C02 to C06. ``numbers`` are those of the barcodes that were read from it."""
    wide, high = page.shown.size
    if abs(wide - geometry.width) > SIZE_SLACK + SLACK or abs(high - geometry.height) > SIZE_SLACK + SLACK:
        spine = wide - (geometry.width - geometry.spine)
        value = inch(page.media[2] - page.media[0], page.media[3] - page.media[1])
        if abs(high - geometry.height) <= SIZE_SLACK + SLACK and spine > 0:
            value += f", a spine of {to_inches(spine):.3f} in"
        limit = f"{inch(geometry.width, geometry.height)}, a spine of {to_inches(geometry.spine):.3f} in"
        yield broken_rule("C02", page.number, value, limit, rules.basis)
        return  # on a sheet of another size nothing is in its place
    yield from _barcode(page, geometry, rules, numbers)
    yield from _spine(page, geometry, rules)
    yield from _safe(page, geometry, rules)


def _barcode(page: PageFacts, geometry: CoverGeometry, rules: CoverRules, numbers: Sequence[str]) -> Iterator[Finding]:
    if geometry.barcode is None or rules.barcode is None:
        return
    if geometry.isbn:
        expected = isbn_digits(geometry.isbn)
        if list(numbers) != [expected]:
            value = f"it reads {' and '.join(numbers)}" if numbers else "none can be read"
            yield broken_rule("C06", page.number, value, f"expected {expected}", rules.barcode.basis)
        return
    if numbers:  # the publisher's own barcode
        return
    inner = _shrunk(geometry.barcode)
    if not page.shown.is_even(inner) or any(_overlap(word, inner) for word in page.shown.words):
        left, top, right, bottom = geometry.barcode
        limit = (
            f"leave {inch(right - left, bottom - top)} of one tone clear, "
            f"{to_inches(left):.3g} in from the left and {to_inches(top):.3g} in from the top of the sheet"
        )
        yield broken_rule("C03", page.number, "it is not one clear tone", limit, rules.barcode.basis)


def _spine(page: PageFacts, geometry: CoverGeometry, rules: CoverRules) -> Iterator[Finding]:
    band = (geometry.spine_left, 0.0, geometry.spine_right, geometry.height)
    words = [word for word in page.shown.words if _overlap(word, _shrunk(band))]
    if not words:
        return
    if geometry.spine_text is None:
        limit = f"none under {rules.spine_text_pages} pages" if rules.spine_text_pages else f"ask {rules.ask}"
        value = f"words on a spine of {to_inches(geometry.spine):.3f} in"
        yield broken_rule("C04", page.number, value, limit, rules.basis)
        return
    left, _, right, _ = geometry.spine_text
    gap = min(min(word[0] - geometry.spine_left, geometry.spine_right - word[2]) for word in words)
    if any(word[0] < left - SLACK or word[2] > right + SLACK for word in words):
        value = f"words {to_inches(gap):.3f} in from a fold"
        limit = f"at least {to_inches(left - geometry.spine_left):.4g} in"
        yield broken_rule("C04", page.number, value, limit, rules.basis)


def _safe(page: PageFacts, geometry: CoverGeometry, rules: CoverRules) -> Iterator[Finding]:
    panels = (("back", geometry.back, geometry.safe_back), ("front", geometry.front, geometry.safe_front))
    for name, panel, safe in panels:
        for word in page.shown.words:
            if _middle_in(word, panel) and not _within(word, safe):
                gap = min(word[0] - panel[0], word[1] - panel[1], panel[2] - word[2], panel[3] - word[3])
                value = f"words {to_inches(gap):.2f} in from the edge of the {name}"
                limit = f"at least {to_inches(safe[1] - panel[1]):.4g} in"
                yield broken_rule("C05", page.number, value, limit, rules.basis)
                break


def _shrunk(area: Area) -> Box:
    return area[0] + SLACK, area[1] + SLACK, area[2] - SLACK, area[3] - SLACK


def _overlap(word: Box, area: Area) -> bool:
    return word[0] < area[2] and word[2] > area[0] and word[1] < area[3] and word[3] > area[1]


def _within(word: Box, area: Area) -> bool:
    return (
        word[0] >= area[0] - SLACK
        and word[1] >= area[1] - SLACK
        and word[2] <= area[2] + SLACK
        and word[3] <= area[3] + SLACK
    )


def _middle_in(word: Box, area: Area) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return area[0] < x < area[2] and area[1] < y < area[3]
