"""What preflight says: one finding a rule and place: what was found, the printer's limit, and where that stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.printers.figures import Basis

# Rules never change their number: people script them. I interiors, and any file; C covers.
TITLES = {
    "I01": "the file is damaged",
    "I02": "the file is too large",
    "I03": "the file is encrypted",
    "I04": "the printer binds no book of so many pages",
    "I05": "the number of pages is odd",
    "I06": "the last page is not blank",
    "I07": "too many blank pages in a row",
    "I08": "many pages are blank",
    "I09": "a page has the wrong size",
    "I10": "the page boxes contradict each other or the printer",
    "I11": "a page is turned or scaled",
    "I12": "a font is not embedded",
    "I13": "type made of pictures instead of outlines",
    "I14": "type is too small",
    "I15": "a line is too thin",
    "I16": "a tint is too light to print",
    "I17": "a picture is too coarse",
    "I18": "ink in the gutter",
    "I19": "ink too near an edge",
    "I20": "a colour space the printer does not take",
    "I21": "too much ink in one place",
    "I22": "something is transparent",
    "I23": "links, notes or form fields",
    "I24": "bookmarks",
    "I25": "document information or metadata",
    "I26": "layers",
    "I27": "something invisible or active: hidden text, scripts, attachments",
    "I28": "ink beside the page: crop marks or the like",
    "I29": "black text of several inks",
    "C01": "a cover is one page",
    "C02": "the cover has the wrong size",
    "C03": "something stands where the barcode goes",
    "C04": "words on a spine too thin for them, or too near a fold",
    "C05": "words too near the trim of the cover",
}
SHOWN = 3  # places told in full for each rule
MOST_PAGES = 20  # further ones named
WARNINGS = {"I08", "I13", "I29"}  # a printer may take the file, and may ask


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule broken. ``page`` counts from 1, 0 for the file; ``value`` was found, ``limit`` is what is taken.

    ``basis`` says where the limit was read; None for what every printer asks. A ``mild`` one only warns, whatever the
    rule; ``edition`` names the book where there are several.
    """

    code: str
    page: int
    value: str
    limit: str
    basis: Basis | None = None
    mild: bool = False
    edition: str = ""

    @property
    def is_error(self) -> bool:
        """Whether the printer would refuse the file."""
        return self.code not in WARNINGS and not self.mild

    def __str__(self) -> str:
        kind = "error" if self.is_error else "warning"
        page = f" page {self.page}" if self.page else ""
        edition = f" {self.edition}" if self.edition else ""
        return f"{kind} {self.code}{edition}{page}: {TITLES[self.code]}: {self.value}; {self.limit}"

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        found: dict[str, object] = {
            "code": self.code,
            "page": self.page,
            "error": self.is_error,
            "rule": TITLES[self.code],
            "value": self.value,
            "limit": self.limit,
        }
        if self.basis is not None:
            found |= {
                "source": self.basis.source,
                "verified_on": self.basis.verified_on,
                "confidence": self.basis.confidence,
            }
        return found


def in_words(findings: Sequence[Finding]) -> list[str]:
    """Rule by rule, the first places in full and the others by page; then where each limit stands, and its day."""
    rows: list[str] = []
    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        by_rule.setdefault(finding.code, []).append(finding)
    for code in sorted(by_rule):
        found = by_rule[code]
        rows += [str(finding) for finding in found[:SHOWN]]
        if more := list(dict.fromkeys(finding.page for finding in found[SHOWN:])):
            pages = ", ".join(map(str, more[:MOST_PAGES])) + (" ..." if len(more) > MOST_PAGES else "")
            rows.append(f"{code}: the same on page{'s' if len(more) > 1 else ''} {pages}")
    bases = {finding.code: finding.basis for finding in findings if finding.basis is not None}
    return rows + [f"{code}: {basis}" for code, basis in sorted(bases.items())]
