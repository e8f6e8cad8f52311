"""The rules of a wrap-around cover."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.checking.printer_rules.findings import Finding
from puzzlegen.checking.printer_rules.interior_rules import SIZE_SLACK, SLACK, inch
from puzzlegen.checking.printer_rules.pdf_facts import PageFacts
from puzzlegen.checking.printer_rules.rendered_ink import Box
from puzzlegen.printers.cover_geometry import Area, Wrap
from puzzlegen.printers.figures import CoverRules
from puzzlegen.units import to_inches


def cover_rules(page: PageFacts, wrap: Wrap, rules: CoverRules) -> Iterator[Finding]:
    """C02 to C05 on the one page of a cover."""
    wide, high = page.shown.size
    if abs(wide - wrap.width) > SIZE_SLACK + SLACK or abs(high - wrap.height) > SIZE_SLACK + SLACK:
        spine = wide - (wrap.width - wrap.spine)
        value = inch(page.media[2] - page.media[0], page.media[3] - page.media[1])
        if abs(high - wrap.height) <= SIZE_SLACK + SLACK and spine > 0:
            value += f", a spine of {to_inches(spine):.3f} in"
        limit = f"{inch(wrap.width, wrap.height)}, a spine of {to_inches(wrap.spine):.3f} in"
        yield Finding("C02", page.number, value, limit, rules.basis)
        return  # nothing stands where it is due on a sheet of another size
    yield from _barcode(page, wrap, rules)
    yield from _spine(page, wrap, rules)
    yield from _safe(page, wrap, rules)


def _barcode(page: PageFacts, wrap: Wrap, rules: CoverRules) -> Iterator[Finding]:
    if wrap.barcode is None:
        return
    inner = _shrunk(wrap.barcode)
    if not page.shown.is_even(inner) or any(_meet(word, inner) for word in page.shown.words):
        left, top, right, bottom = wrap.barcode
        limit = (
            f"leave {inch(right - left, bottom - top)} of one tone clear, "
            f"{to_inches(left):.3g} in from the left and {to_inches(top):.3g} in from the top of the sheet"
        )
        yield Finding("C03", page.number, "it is not one clear tone", limit, rules.basis)


def _spine(page: PageFacts, wrap: Wrap, rules: CoverRules) -> Iterator[Finding]:
    band = (wrap.spine_left, 0.0, wrap.spine_right, wrap.height)
    words = [word for word in page.shown.words if _meet(word, _shrunk(band))]
    if not words:
        return
    if wrap.spine_text is None:
        limit = f"none under {rules.spine_text_pages} pages" if rules.spine_text_pages else f"ask {rules.ask}"
        yield Finding("C04", page.number, f"words on a spine of {to_inches(wrap.spine):.3f} in", limit, rules.basis)
        return
    left, _, right, _ = wrap.spine_text
    gap = min(min(word[0] - wrap.spine_left, wrap.spine_right - word[2]) for word in words)
    if any(word[0] < left - SLACK or word[2] > right + SLACK for word in words):
        value = f"words {to_inches(gap):.3f} in from a fold"
        limit = f"at least {to_inches(left - wrap.spine_left):.4g} in"
        yield Finding("C04", page.number, value, limit, rules.basis)


def _safe(page: PageFacts, wrap: Wrap, rules: CoverRules) -> Iterator[Finding]:
    for name, panel, safe in (("back", wrap.back, wrap.safe_back), ("front", wrap.front, wrap.safe_front)):
        for word in page.shown.words:
            if _middle_in(word, panel) and not _within(word, safe):
                gap = min(word[0] - panel[0], word[1] - panel[1], panel[2] - word[2], panel[3] - word[3])
                value = f"words {to_inches(gap):.2f} in from the edge of the {name}"
                limit = f"at least {to_inches(safe[1] - panel[1]):.4g} in"
                yield Finding("C05", page.number, value, limit, rules.basis)
                break


def _shrunk(area: Area) -> Box:
    return area[0] + SLACK, area[1] + SLACK, area[2] - SLACK, area[3] - SLACK


def _meet(word: Box, area: Area) -> bool:
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
