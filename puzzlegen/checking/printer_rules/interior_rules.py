"""The rules of an interior, each a numbered check of its own on the facts of the file.

A rule on the file gets its facts once; a rule on pages gets every page; a rule on the run of pages sees a short note
of each, so that a book of any length is judged in the same memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from puzzlegen.checking.printer_rules.findings import Finding
from puzzlegen.checking.printer_rules.pdf_facts import FileFacts, PageFacts, Rectangle
from puzzlegen.printers.figures import PageRange, Space
from puzzlegen.printers.profile import Edges, Limits, Profile
from puzzlegen.units import to_inches

SLACK = 0.75  # points: half a pixel of the rendered page, and rounding in the file
SIZE_SLACK = 0.6  # points a page may differ from its trim: printers measure in hundredths of an inch
THIN_SLACK = 0.005  # points
SAMPLES = 3  # places told a page and rule; the rest is counted
TAKEN: dict[Space, set[str]] = {"grey": {"grey"}, "cmyk": {"cmyk", "grey", "spot"}, "rgb": {"rgb", "grey"}}


@dataclass(frozen=True, slots=True)
class Judge:
    """The printer's word on a book of so many pages."""

    profile: Profile
    limits: Limits

    @property
    def spaces(self) -> set[str]:
        """The colour spaces that may occur."""
        return set().union(*(TAKEN[space] for space in self.limits.spaces)) | {"pattern"}


@dataclass(frozen=True, slots=True)
class PageNote:
    """What rules on the run of pages ask of one page."""

    number: int
    blank: bool


# --- the file


def file_rules(facts: FileFacts, judge: Judge) -> Iterator[Finding]:
    """I01 to I05 and I23 to I27 as far as they belong to the whole file."""
    printer = judge.profile.printer
    rules = printer.file
    for words in facts.damage[:SAMPLES]:
        yield Finding("I01", 0, words, "save the file anew")
    if rules.max_bytes is not None and facts.size > rules.max_bytes:
        value = f"{facts.size / 1e6:.0f} MB"
        yield Finding("I02", 0, value, f"at most {rules.max_bytes / 1e6:.0f} MB", rules.basis)
    if facts.encrypted and not rules.encryption:
        yield Finding("I03", 0, "it is", "save it without a password", rules.basis)
    allowed = PageRange(judge.limits.min_pages, judge.limits.max_pages)
    if facts.pages not in allowed:
        value = f"{facts.pages} pages in {judge.limits.trim} on {judge.limits.paper}"
        mild = printer.pages.filled and facts.pages < allowed.least
        yield Finding("I04", 0, value, f"{allowed} pages are bound", printer.trims.basis, mild)
    if judge.limits.even and facts.pages % 2:
        yield Finding("I05", facts.pages, f"{facts.pages} pages", "an even number", printer.pages.basis)
    if facts.outline and not judge.limits.outline:
        yield Finding("I24", 0, "an outline", "save the file without bookmarks", rules.basis)
    if facts.metadata and not judge.limits.metadata:
        yield Finding("I25", 0, ", ".join(facts.metadata), "remove them", rules.basis)
    if facts.layers and not rules.layers:
        yield Finding("I26", 0, "optional content", "flatten the layers", rules.basis)
    for words in facts.hidden:
        yield Finding("I27", 0, words, "remove it", rules.basis)


# --- the run of pages


def run_rules(notes: Iterable[PageNote], judge: Judge) -> Iterator[Finding]:
    """I06 to I08: blank pages."""
    pages = list(notes)
    rules, limits = judge.profile.printer.pages, judge.limits
    if limits.last_blank and pages and not pages[-1].blank:
        yield Finding("I06", pages[-1].number, "it has ink", "the printer puts its own mark there", rules.basis)
    for blank, run in groupby(pages, key=lambda note: note.blank):
        numbers = [note.number for note in run]
        if not blank:
            continue
        most = limits.blank_run_end if numbers[-1] == len(pages) else limits.blank_run
        if most is not None and len(numbers) > most:
            value = f"{len(numbers)} from page {numbers[0]}"
            where = "at the end" if numbers[-1] == len(pages) else "within the book"
            yield Finding("I07", numbers[0], value, f"at most {most} {where}", rules.basis)
    share = sum(note.blank for note in pages) / max(1, len(pages))
    if limits.blank_share is not None and share > limits.blank_share:
        yield Finding("I08", 0, f"{share:.0%}", f"up to {limits.blank_share:.0%} is usual", rules.basis)


# --- one page


def size_rules(page: PageFacts, judge: Judge) -> Iterator[Finding]:
    """I09 to I11: the page and its boxes."""
    basis = judge.profile.printer.trims.basis
    if page.rotation or page.unit != 1:
        value = f"turned by {page.rotation} degrees" if page.rotation else f"one unit is {page.unit:g} points"
        yield Finding("I11", page.number, value, "upright and at its own size")
    wide, high = _size(page.media)
    due = judge.limits.page_size(page.number)
    if not (_near(wide, due[0]) and _near(high, due[1])):
        yield Finding("I09", page.number, inch(wide, high), _size_advice(page, judge, due), basis)
        return  # the boxes of a page that is wrong altogether say nothing more
    bleed = judge.limits.bleed(page.number)
    inside = _inset(page.media, bleed)
    if page.trim is not None and not _same(page.trim, inside):
        value = f"a trim box of {inch(*_size(page.trim))} at {_corner(page.trim)}"
        yield Finding("I10", page.number, value, f"{inch(*_size(inside))} at {_corner(inside)}", basis)
    if page.trim is None and bleed != Edges():
        yield Finding("I10", page.number, "bleed but no trim box", "a trim box says where it is cut", basis)
    if page.bleed is not None and not _holds(page.media, page.bleed):
        yield Finding("I10", page.number, "a bleed box beyond the page", "within the media box", basis)
    if not _same(page.crop, page.media) and not _same(page.crop, inside):
        yield Finding("I10", page.number, f"a crop box of {inch(*_size(page.crop))}", "none, or the page", basis)


def _size_advice(page: PageFacts, judge: Judge, due: tuple[float, float]) -> str:
    limits = judge.limits
    words = f"{inch(*due)} for {limits.trim}" + (" with bleed" if judge.profile.with_bleed else "")
    wide, high = _size(page.media)
    bleed = judge.profile.printer.bleed
    if bleed is not None and not judge.profile.with_bleed:
        sides = bleed.sides
        more = bleed.amount * len(sides & {"inside", "outside"}), bleed.amount * len(sides & {"top", "bottom"})
        if _near(wide, limits.width + more[0]) and _near(high, limits.height + more[1]):
            return f"{words}; this is {limits.trim} with bleed: say so, or save it without"
    if _near(wide, 2 * limits.width) and _near(high, limits.height):
        return f"{words}; this is a spread: save single pages"
    return words


def margin_rules(page: PageFacts, judge: Judge) -> Iterator[Finding]:
    """I18, I19 and I28: where the ink stands. With bleed pictures may run off the page; words may not."""
    if page.rotation or page.ink is None:
        return
    basis = judge.profile.printer.margins.basis
    cut = page.from_top_left(_cut(page, judge))
    found = _outermost(page.shown.words) if judge.profile.with_bleed else page.ink
    if found is None:
        return
    beside = [
        side
        for side, out in zip(
            ("left", "top", "right", "bottom"),
            (cut[0] - found[0], cut[1] - found[1], found[2] - cut[2], found[3] - cut[3]),
            strict=True,
        )
        if out > SLACK
    ]
    if beside:
        value = f"ink beyond the page's {' and '.join(beside)}"
        yield Finding("I28", page.number, value, "nothing outside the page", judge.profile.printer.file.basis)
        return
    clear = judge.limits.clear(page.number)
    gutter = ("left" if page.number % 2 else "right") if judge.limits.bound else ""
    gaps = {
        "left": (found[0] - cut[0], clear.left),
        "top": (found[1] - cut[1], clear.top),
        "right": (cut[2] - found[2], clear.right),
        "bottom": (cut[3] - found[3], clear.bottom),
    }
    for side, (gap, least) in gaps.items():
        if gap < least - SLACK:
            code = "I18" if side == gutter else "I19"
            limit = f"at least {to_inches(least):.3g} in"
            if code == "I18":
                limit += f" at the spine with {judge.profile.binding.name}"
            yield Finding(code, page.number, f"{max(0.0, to_inches(gap)):.2f} in from the {side} edge", limit, basis)


def _cut(page: PageFacts, judge: Judge) -> Rectangle:
    """Where margins are counted from: the edge of the page in the file, or of the trim box within a larger sheet."""
    wide, high = _size(page.media)
    due = judge.limits.page_size(page.number)
    return page.media if _near(wide, due[0]) and _near(high, due[1]) else page.finished


def _outermost(boxes: Iterable[tuple[float, float, float, float]]) -> tuple[float, float, float, float] | None:
    found = list(boxes)
    if not found:
        return None
    return min(b[0] for b in found), min(b[1] for b in found), max(b[2] for b in found), max(b[3] for b in found)


def type_rules(page: PageFacts, judge: Judge) -> Iterator[Finding]:
    """I12 to I14: fonts and sizes."""
    printer = judge.profile.printer
    for font in page.fonts:
        if not font.embedded and printer.file.fonts_embedded:
            yield Finding("I12", page.number, font.name, "embed all fonts", printer.file.basis)
        if font.kind == "Type3":
            yield Finding("I13", page.number, font.name, "outline fonts stay sharp", printer.file.basis)
    least = judge.limits.least_type
    small = sorted({round(t.size, 1) for t in page.content.types if not t.invisible and t.size < least - 0.05})
    if small:
        yield Finding("I14", page.number, f"{small[0]:g} pt", f"at least {least:g} pt", printer.minima.basis)


def line_rules(page: PageFacts, judge: Judge) -> Iterator[Finding]:
    """I15 to I17: lines, tints, pictures."""
    minima, limits = judge.profile.printer.minima, judge.limits
    visible = [stroke.width for stroke in page.content.strokes if not stroke.colour.is_white]
    drawn = [width for width in visible if width < limits.least_line - THIN_SLACK]
    if drawn:
        value = f"{min(drawn):.2g} pt" + (f", {len(drawn)} lines" if len(drawn) > 1 else "")
        yield Finding("I15", page.number, value, f"at least {limits.least_line:g} pt", minima.basis)
    if limits.least_tint is not None:
        inks = [colour.ink for _, colour in page.content.colours]
        light = [ink for ink in inks if ink is not None and 0.02 <= ink < limits.least_tint - 0.001]
        if light:
            yield Finding("I16", page.number, f"{min(light):.0%}", f"at least {limits.least_tint:.0%}", minima.basis)
    if minima.image_dpi is not None:
        for image in page.content.images:
            if image.dpi < minima.image_dpi * 0.99:
                value = f"image {image.name} at {image.dpi:.0f} dpi"
                yield Finding("I17", page.number, value, f"at least {minima.image_dpi} dpi", minima.basis)


def colour_rules(page: PageFacts, judge: Judge) -> Iterator[Finding]:
    """I20 to I22 and I29: colours, inks, transparency."""
    rules, taken = judge.profile.printer.file, judge.spaces
    strange: dict[str, str] = {}
    for what, colour in page.content.colours:
        if colour.space not in taken:
            strange.setdefault(colour.space, f"{what} in {colour}")
    for words in strange.values():
        yield Finding("I20", page.number, words, " or ".join(judge.limits.spaces), rules.basis)
    most = rules.max_coverage
    if most is not None:
        heaviest = max((colour.coverage for _, colour in page.content.colours), default=0.0)
        if heaviest * 100 > most + 0.5:
            yield Finding("I21", page.number, f"{heaviest:.0%}", f"at most {most:g}%", rules.basis)
    for words in page.content.transparency:
        if not judge.limits.transparency:
            yield Finding("I22", page.number, words, "flatten it", rules.basis)
    if "cmyk" in judge.limits.spaces:
        rich = [t.colour for t in page.content.types if t.colour.space == "cmyk" and _rich_black(t.colour.parts)]
        if rich:
            limit = "0 0 0 1: several inks never meet exactly"
            yield Finding("I29", page.number, f"text in {rich[0]}", limit, rules.basis)


def _rich_black(parts: tuple[float, ...]) -> bool:
    return len(parts) == 4 and parts[3] > 0.8 and max(parts[:3]) > 0.02


def extra_rules(page: PageFacts, judge: Judge) -> Iterator[Finding]:
    """I23 and I27: what lies over or under the page."""
    rules = judge.profile.printer.file
    if page.notes or (page.links and not judge.limits.links):
        value = f"{page.notes or page.links} {'notes or fields' if page.notes else 'links'}"
        yield Finding("I23", page.number, value, "remove them", rules.basis)
    if any(t.invisible for t in page.content.types):
        yield Finding("I27", page.number, "invisible text", "remove it", rules.basis)


PAGE_RULES: tuple[Callable[[PageFacts, Judge], Iterator[Finding]], ...] = (
    size_rules,
    margin_rules,
    type_rules,
    line_rules,
    colour_rules,
    extra_rules,
)

# --- lengths


def inch(width: float, height: float) -> str:
    """A size in inches, as printers write it."""
    return f"{to_inches(width):.4g} x {to_inches(height):.4g} in"


def _size(box: Rectangle) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _corner(box: Rectangle) -> str:
    return f"{to_inches(box[0]):.3g}, {to_inches(box[1]):.3g} in"


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= SIZE_SLACK


def _same(a: Rectangle, b: Rectangle) -> bool:
    return all(_near(one, other) for one, other in zip(a, b, strict=True))


def _holds(outer: Rectangle, inner: Rectangle) -> bool:
    low = all(inner[i] >= outer[i] - SIZE_SLACK for i in (0, 1))
    return low and all(inner[i] <= outer[i] + SIZE_SLACK for i in (2, 3))


def _inset(box: Rectangle, bleed: Edges) -> Rectangle:
    return box[0] + bleed.left, box[1] + bleed.bottom, box[2] - bleed.right, box[3] - bleed.top
