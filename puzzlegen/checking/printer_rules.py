"""Checks the pages and the cover of a book against the rules of its printer, one finding for each rule and place.

Rules about the file get its facts once, and rules about pages get one page at a time. Rules about the sequence of pages
get only which pages are blank, so that a book of any length is checked in constant memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby

import pypdfium2
import zxingcpp

from puzzlegen.checking.findings import Finding, broken_rule
from puzzlegen.checking.page_objects import read_objects
from puzzlegen.checking.pdf_file import FileFacts, PageFacts, PdfFile, Rectangle, file_facts, page_facts
from puzzlegen.checking.rendering import Box, Rendered, render
from puzzlegen.files.limits import limited
from puzzlegen.printers.profile import Area, CoverGeometry, Edges, Limits, Profile
from puzzlegen.printers.requirements import MEGABYTE, CoverRules, PageRange, Space
from puzzlegen.schema import isbn
from puzzlegen.units import to_inches
from puzzlegen.wording import pluralize

SLACK = 0.75  # points: half a pixel of the rendered page, and rounding in the file
SIZE_SLACK = 0.6  # points by which a page may differ from its trim: printers measure in hundredths of an inch
LINE_SLACK = 0.005  # points
MAX_DAMAGES = 3  # damages of a file that are reported
# For each color space that a printer accepts, the spaces that may occur in the file.
ACCEPTED: dict[Space, set[str]] = {"grey": {"grey"}, "cmyk": {"cmyk", "grey", "spot"}, "rgb": {"rgb", "grey"}}


@dataclass(frozen=True, slots=True)
class PrintSpec:
    """How a book of a known number of pages is printed: its profile, and the limits that follow from it.

    ``cover`` is the geometry of its cover, None without a cover. ``creep`` is how far the innermost sheet of its
    booklet stands out in points, None without a booklet.
    """

    profile: Profile
    limits: Limits
    cover: CoverGeometry | None = None
    creep: float | None = None

    @property
    def color_spaces(self) -> set[str]:
        """The color spaces that may occur in the file."""
        return set().union(*(ACCEPTED[space] for space in self.limits.spaces)) | {"pattern"}


def page_rules(page: PageFacts, spec: PrintSpec) -> list[Finding]:
    """Check one page by all rules about pages."""
    return [finding for rule in PAGE_RULES for finding in rule(page, spec)]


# --- the file


def file_rules(facts: FileFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check the whole file."""
    for rule in (_document_rules, _count_rules, _extra_rules, _standard_rules):
        yield from rule(facts, spec)


def _document_rules(facts: FileFacts, spec: PrintSpec) -> Iterator[Finding]:
    rules = spec.profile.printer.file
    for words in facts.damage[:MAX_DAMAGES]:
        yield broken_rule("I01", 0, words, "save the file again")
    if rules.max_mb is not None and facts.size > rules.max_mb * MEGABYTE:
        value = f"{facts.size / 1e6:.0f} MB"
        yield broken_rule("I02", 0, value, f"at most {rules.max_mb:.0f} MB", rules.basis)
    if facts.encrypted and not rules.encryption:
        yield broken_rule("I03", 0, "it is", "save it without a password", rules.basis)


def _count_rules(facts: FileFacts, spec: PrintSpec) -> Iterator[Finding]:
    printer, limits = spec.profile.printer, spec.limits
    allowed = PageRange(limits.min_pages, limits.max_pages)
    if facts.pages not in allowed:
        value = f"{pluralize(facts.pages, 'page')} in {limits.trim} on {limits.paper}"
        advisory = printer.pages.filled and facts.pages < allowed.least
        yield broken_rule("I04", 0, value, f"{allowed} pages are bound", printer.trims.basis, advisory)
    if facts.pages % limits.multiple:
        wanted = "an even number" if limits.multiple == 2 else f"a multiple of {limits.multiple}"
        yield broken_rule("I05", facts.pages, pluralize(facts.pages, "page"), wanted, printer.pages.basis)


def _extra_rules(facts: FileFacts, spec: PrintSpec) -> Iterator[Finding]:
    rules = spec.profile.printer.file
    if facts.outline and not spec.limits.outline:
        yield broken_rule("I24", 0, "an outline", "save the file without bookmarks", rules.basis)
    if facts.metadata and not spec.limits.metadata:
        yield broken_rule("I25", 0, ", ".join(facts.metadata), "remove them", rules.basis)
    if facts.layers and not rules.layers:
        yield broken_rule("I26", 0, "optional content", "flatten the layers", rules.basis)
    for words in facts.hidden:
        yield broken_rule("I27", 0, words, "remove it", rules.basis)


def _standard_rules(facts: FileFacts, spec: PrintSpec) -> Iterator[Finding]:
    rules = spec.profile.printer.file
    if rules.standard is not None:
        if facts.standard != rules.standard:
            yield broken_rule("I32", 0, facts.standard or "none is named", rules.standard, rules.basis)
        for words in facts.faults:
            yield broken_rule("I33", 0, words, f"as {facts.standard} requires", rules.basis)


# --- the sequence of pages


def sequence_rules(blanks: Sequence[bool], spec: PrintSpec) -> Iterator[Finding]:
    """Check blank pages. ``blanks`` has a flag for each page, in order."""
    rules, limits = spec.profile.printer.pages, spec.limits
    if limits.last_blank and blanks and not blanks[-1]:
        yield broken_rule("I06", len(blanks), "it has ink", "the printer puts its own mark there", rules.basis)
    for blank, run in groupby(range(1, len(blanks) + 1), key=lambda number: blanks[number - 1]):
        numbers = list(run)
        if not blank:
            continue
        most = limits.blank_run_end if numbers[-1] == len(blanks) else limits.blank_run
        if most is not None and len(numbers) > most:
            value = f"{len(numbers)} from page {numbers[0]}"
            where = "at the end" if numbers[-1] == len(blanks) else "within the book"
            yield broken_rule("I07", numbers[0], value, f"at most {most} {where}", rules.basis)
    share = sum(blanks) / max(1, len(blanks))
    if limits.blank_share is not None and share > limits.blank_share:
        yield broken_rule("I08", 0, f"{share:.0%}", f"up to {limits.blank_share:.0%} is usual", rules.basis)


# --- one page


def damage_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:  # noqa: ARG001  # all rules about pages are called alike
    """Report content that cannot be read."""
    for words in page.damage[:MAX_DAMAGES]:
        yield broken_rule("I01", page.number, words, "save the file again")


def size_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check the size of a page and its boxes."""
    basis = spec.profile.printer.trims.basis
    if page.rotation or page.unit != 1:
        value = f"rotated by {page.rotation} degrees" if page.rotation else f"one unit is {page.unit:g} points"
        yield broken_rule("I11", page.number, value, "upright and at its own size")
    wide, high = _size(page.media)
    expected = spec.limits.page_size(page.number)
    if not (_near(wide, expected[0]) and _near(high, expected[1])):
        yield broken_rule("I09", page.number, inch(wide, high), _size_advice(page, spec, expected), basis)
        return  # the boxes of a page of the wrong size are wrong too
    bleed = spec.limits.bleed(page.number)
    inside = _inset(page.media, bleed)
    if page.trim is not None and not _same(page.trim, inside):
        value = f"a trim box of {inch(*_size(page.trim))} at {_corner(page.trim)}"
        yield broken_rule("I10", page.number, value, f"{inch(*_size(inside))} at {_corner(inside)}", basis)
    if page.bleed is not None and not _holds(page.media, page.bleed):
        yield broken_rule("I10", page.number, "a bleed box beyond the page", "within the media box", basis)
    if not _same(page.crop, page.media):  # also at the trim: it hides the bleed
        yield broken_rule("I10", page.number, f"a crop box of {inch(*_size(page.crop))}", "none, or the page", basis)


def _size_advice(page: PageFacts, spec: PrintSpec, expected: tuple[float, float]) -> str:
    """Say which size is expected, and how to get it where the mistake is a common one."""
    limits = spec.limits
    words = f"{inch(*expected)} for {limits.trim}" + (" with bleed" if spec.profile.with_bleed else "")
    wide, high = _size(page.media)
    bleed = spec.profile.printer.bleed
    if bleed is not None and not spec.profile.with_bleed:
        sides = set(bleed.sides)
        more = bleed.amount * len(sides & {"inside", "outside"}), bleed.amount * len(sides & {"top", "bottom"})
        if _near(wide, limits.width + more[0]) and _near(high, limits.height + more[1]):
            return f"{words}; this is {limits.trim} with bleed: use --bleed, or save it without bleed"
    if _near(wide, 2 * limits.width) and _near(high, limits.height):
        return f"{words}; this is a spread: save single pages"
    return words


def margin_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check where the ink is. With bleed, pictures may extend over the edge but words may not."""
    if page.rotation or page.ink is None:
        return
    basis = spec.profile.printer.margins.basis
    cut = page.from_top_left(_cut(page, spec))
    inked = _outermost(page.shown.words) if spec.profile.with_bleed else page.ink
    if inked is None:
        return
    margins = spec.limits.min_margins(page.number)
    gutter = ("left" if page.number % 2 else "right") if spec.limits.bound else ""
    gaps = {
        "left": (inked[0] - cut[0], margins.left),
        "top": (inked[1] - cut[1], margins.top),
        "right": (cut[2] - inked[2], margins.right),
        "bottom": (cut[3] - inked[3], margins.bottom),
    }
    if outside := [side for side, (gap, _) in gaps.items() if gap < -SLACK]:
        value = f"ink beyond the edge of the page: {' and '.join(outside)}"
        yield broken_rule("I28", page.number, value, "nothing outside the page", spec.profile.printer.file.basis)
        return
    for side, (gap, least) in gaps.items():
        if gap < least - SLACK:
            code = "I18" if side == gutter else "I19"
            limit = f"at least {to_inches(least):.3g} in"
            if code == "I18":
                limit += f" at the spine with {spec.profile.binding}"
            value = f"{max(0.0, to_inches(gap)):.2f} in from the {side} edge"
            yield broken_rule(code, page.number, value, limit, basis)


def bleed_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check that grounds and pictures at the trim extend to the edge of the file, where there is bleed."""
    cover, limits, printer = spec.cover, spec.limits, spec.profile.printer
    bleed = Edges(*4 * (cover.bleed,)) if cover else limits.bleed(page.number)
    expected = (cover.width, cover.height) if cover else limits.page_size(page.number)
    rules = printer.cover if cover else printer.bleed
    if page.rotation or rules is None or not all(map(_near, _size(page.media), expected)):
        return  # with another size, nothing is in its place
    for side, gap in page.shown.short_edges(asdict(bleed)).items():
        value = f"one ends {to_inches(gap):.2f} in from the {side} edge of the file"
        limit = f"extend it to that edge, {to_inches(getattr(bleed, side)):.3g} in over the trim"
        yield broken_rule("C07" if cover else "I35", page.number, value, limit, rules.basis)


def covered_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check that no ink is where bars of a tablet cover the page."""
    shares, covered = spec.profile.printer.covered, spec.profile.covered
    if shares is None or page.rotation or page.ink is None:
        return
    cut, inked = page.from_top_left(_cut(page, spec)), page.ink
    gaps = {
        "left": (inked[0] - cut[0], covered.left, spec.limits.width),
        "top": (inked[1] - cut[1], covered.top, spec.limits.height),
        "right": (cut[2] - inked[2], covered.right, spec.limits.width),
        "bottom": (cut[3] - inked[3], covered.bottom, spec.limits.height),
    }
    for side, (gap, hidden, length) in gaps.items():
        if gap < hidden - SLACK:
            value = f"ink at {max(0.0, gap / length):.1%} from the {side} edge"
            yield broken_rule("I34", page.number, value, f"{hidden / length:.1%} are covered there", shares.basis)


def _cut(page: PageFacts, spec: PrintSpec) -> Rectangle:
    """Return the box that margins are measured from: the page in the file, or the trim box within a larger sheet."""
    wide, high = _size(page.media)
    expected = spec.limits.page_size(page.number)
    return page.media if _near(wide, expected[0]) and _near(high, expected[1]) else page.finished


def _outermost(boxes: Iterable[tuple[float, float, float, float]]) -> tuple[float, float, float, float] | None:
    """Return the box around all boxes; None without boxes."""
    sides = list(zip(*boxes, strict=True))
    return (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])) if sides else None


def type_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check fonts and type sizes."""
    printer = spec.profile.printer
    for font in page.fonts:
        if not font.embedded and printer.file.fonts_embedded:
            yield broken_rule("I12", page.number, font.name, "embed all fonts", printer.file.basis)
        if font.kind == "Type3":
            yield broken_rule("I13", page.number, font.name, "outline fonts stay sharp", printer.file.basis)
    least = spec.limits.least_type
    small = sorted(
        {round(text.size, 1) for text in page.content.texts if not text.invisible and text.size < least - 0.05}
    )
    if small:
        yield broken_rule("I14", page.number, f"{small[0]:g} pt", f"at least {least:g} pt", printer.minima.basis)


def line_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check lines, tints and pictures."""
    minima, limits = spec.profile.printer.minima, spec.limits
    drawn = [width for width in page.lines if width < limits.least_line - LINE_SLACK]
    if drawn:
        value = f"{min(drawn):.2g} pt" + (f", {len(drawn)} lines" if len(drawn) > 1 else "")
        yield broken_rule("I15", page.number, value, f"at least {limits.least_line:g} pt", minima.basis)
    if limits.least_tint is not None:
        inks = [color.ink for _, color in page.content.colors]
        light = [ink for ink in inks if ink is not None and 0.02 <= ink < limits.least_tint - 0.001]
        if light:
            yield broken_rule(
                "I16", page.number, f"{min(light):.0%}", f"at least {limits.least_tint:.0%}", minima.basis
            )
    if minima.image_dpi is not None:
        for image in page.content.images:
            if image.dpi < minima.image_dpi * 0.99:
                value = f"image {image.name} at {image.dpi:.0f} dpi"
                yield broken_rule("I17", page.number, value, f"at least {minima.image_dpi} dpi", minima.basis)


def color_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check colors, inks and transparency."""
    rules, accepted = spec.profile.printer.file, spec.color_spaces
    refused: dict[str, str] = {}
    for what, color in page.content.colors:
        if color.space not in accepted:
            refused.setdefault(color.space, f"{what} in {color}")
    for words in refused.values():
        yield broken_rule("I20", page.number, words, " or ".join(spec.limits.spaces), rules.basis)
    most = rules.max_coverage
    if most is not None:
        heaviest = max((color.coverage for _, color in page.content.colors), default=0.0)
        if heaviest * 100 > most + 0.5:
            yield broken_rule("I21", page.number, f"{heaviest:.0%}", f"at most {most:g}%", rules.basis)
    for words in page.content.transparency:
        if not spec.limits.transparency:
            yield broken_rule("I22", page.number, words, "flatten it", rules.basis)
    if "cmyk" in spec.limits.spaces:
        rich = [
            text.color for text in page.content.texts if text.color.space == "cmyk" and _is_rich_black(text.color.parts)
        ]
        if rich:
            limit = "0 0 0 1, because several inks never align"
            yield broken_rule("I29", page.number, f"text in {rich[0]}", limit, rules.basis)


def _is_rich_black(parts: tuple[float, ...]) -> bool:
    return len(parts) == 4 and parts[3] > 0.8 and max(parts[:3]) > 0.02


def extra_rules(page: PageFacts, spec: PrintSpec) -> Iterator[Finding]:
    """Check links, notes and hidden text."""
    rules = spec.profile.printer.file
    if page.notes or (page.links and not spec.limits.links):
        value = pluralize(page.notes, "annotation") if page.notes else pluralize(page.links, "link")
        yield broken_rule("I23", page.number, value, "remove them", rules.basis)
    if any(text.invisible for text in page.content.texts):
        yield broken_rule("I27", page.number, "invisible text", "remove it", rules.basis)


PAGE_RULES: tuple[Callable[[PageFacts, PrintSpec], Iterator[Finding]], ...] = (
    damage_rules,
    size_rules,
    margin_rules,
    bleed_rules,
    covered_rules,
    type_rules,
    line_rules,
    color_rules,
    extra_rules,
)

# --- lengths


def inch(width: float, height: float) -> str:
    """Return a size in inches, in the notation of printers."""
    return f"{to_inches(width):.4g} x {to_inches(height):.4g} in"


def _size(box: Rectangle) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _corner(box: Rectangle) -> str:
    return f"{to_inches(box[0]):.3g}, {to_inches(box[1]):.3g} in"


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= SIZE_SLACK


def _same(a: Rectangle, b: Rectangle) -> bool:
    return all(_near(number, other) for number, other in zip(a, b, strict=True))


def _holds(outer: Rectangle, inner: Rectangle) -> bool:
    low = all(inner[i] >= outer[i] - SIZE_SLACK for i in (0, 1))
    return low and all(inner[i] <= outer[i] + SIZE_SLACK for i in (2, 3))


def _inset(box: Rectangle, bleed: Edges) -> Rectangle:
    return box[0] + bleed.left, box[1] + bleed.bottom, box[2] - bleed.right, box[3] - bleed.top


COVER_PAGE_RULES = (damage_rules, bleed_rules, type_rules, line_rules, color_rules, extra_rules)
BARCODE_SCALE = 300 / 72  # pixels per point: the thinnest bar of a barcode at 80 % is three pixels wide
INTERIOR_ONLY = {"I04", "I05"}  # rules about the number of pages


def check_cover(file: PdfFile, profile: Profile, geometry: CoverGeometry) -> list[Finding]:
    """Check a cover. Raises OutputError when the file cannot be read as a PDF."""
    with limited(file.path, file.pages()), file.document() as document:
        facts = file_facts(file)
        spaces = profile.printer.file.spaces
        # Covers are printed in color, whatever the pages are.
        limits = replace(profile.limits(facts.pages), spaces=spaces.get("color", spaces["black"]))
        spec = PrintSpec(profile, limits, geometry)
        findings = [finding for finding in file_rules(facts, spec) if finding.code not in INTERIOR_ONLY]
        if facts.pages != 1:
            return [*findings, broken_rule("C01", 0, f"{facts.pages} pages", "one, with back, spine and front")]
        page = page_facts(file, 1, render(document[0], words=True), read_objects(document[0]))
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
    return [code.text for code in read if code.text.startswith(isbn.PREFIXES)]


def cover_rules(
    page: PageFacts, geometry: CoverGeometry, rules: CoverRules, numbers: Sequence[str]
) -> Iterator[Finding]:
    """Check the one page of a cover. ``numbers`` are those of the barcodes that were read from it."""
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
        expected = isbn.isbn_digits(geometry.isbn)
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
    return all(word[i] >= area[i] - SLACK and word[i + 2] <= area[i + 2] + SLACK for i in (0, 1))


def _middle_in(word: Box, area: Area) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return area[0] < x < area[2] and area[1] < y < area[3]
