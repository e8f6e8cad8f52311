"""What a check found: one record for every finding, and the table of all codes with meaning and remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from puzzlegen.printers.requirements import Basis
from puzzlegen.wording import IN_CALENDAR, Step

Severity = Literal["error", "warning"]
Remedy = str | tuple[Step, ...]  # a text is for every reader


def remedy_text(remedy: Remedy, *, in_studio: bool = False) -> str:
    """Return a remedy as sentences: with its commands, or with the places of the studio."""
    if isinstance(remedy, str):
        return remedy
    if in_studio:
        return " ".join(f"{part.told(in_studio=True)}." for part in remedy if part.place or not part.command)
    return " ".join(f"{part.words}: `{part.command}`." if part.command else f"{part.words}." for part in remedy)


class FindingType(NamedTuple):
    """A row of the table: what a code means, and how to remedy it. A warning never fails a build or a command.

    ``daily`` is the remedy for a finding about a daily, empty where it is the same or no daily has the finding.
    """

    meaning: str
    remedy: Remedy
    severity: Severity = "error"
    daily: Remedy = ()


# The steps for dailies, which findings about a certain day or file give in other words
DAILY_COMMAND = "puzzlegen daily CONFIG"
_REBUILD = "Build the book again. If the finding stays, report it as an error in puzzlegen."
DRAW = Step("Draw the day again", f"{DAILY_COMMAND} --date DAY", IN_CALENDAR)
_REISSUE = Step("Make another puzzle for the day", f"{DAILY_COMMAND} --date DAY --reissue", IN_CALENDAR)
_RESTORE = (Step("Restore the ledger from a backup"), _REISSUE._replace(words="Or make another puzzle for the day"))
MAKE = Step(
    "If it is a file beside the days, such as a feed, make it again",
    DAILY_COMMAND,
    f"with the button Make {IN_CALENDAR}",
)
PUBLISH = Step("If a published copy is wrong, publish again", f"{DAILY_COMMAND} --publish FOLDER", "to its folder")
KEEP_LINE_ENDS = Step("Write the line `* -text` into the file .gitattributes beside manifest.json")
WRITE_ZIP = Step("If a zip is wrong, write it again", f"{DAILY_COMMAND} --date FIRST --days COUNT --zip FILE")
_DO_NOT_EDIT = Step("Do not edit files of a finished folder")

_SHORT_OF_EDGE = FindingType(
    "a ground or picture ends at the trim or short of the edge of the file",
    "Extend it over the trim to the edge of the file: the printer cuts the bleed off, and never exactly.",
)

# Codes never change their meaning, because scripts depend on them. This table is the only list of codes:
# docs/findings.md is made from it, and a test finds codes that are missing here or used nowhere.
FINDING_TYPES: dict[str, FindingType] = {
    "F101": FindingType(
        "a file is missing, changed or unreadable",
        "Build the book again. Do not edit files of a finished folder.",
        daily=(DRAW, MAKE, PUBLISH, _DO_NOT_EDIT),
    ),
    "F109": FindingType("a printed page number is wrong or on the wrong side", _REBUILD),
    "F112": FindingType(
        "cells are smaller than 5 mm in a puzzle, 4 mm in a picture or 3.3 mm in the answer key",
        "Put fewer puzzles on a page, choose smaller boards, or choose a larger trim.",
    ),
    "F113": FindingType("a letter is too light to read", "Choose darker grays in the theme."),
    "F115": FindingType(
        "manifest.json contradicts the files of the book or its own config",
        "Build the book again. Do not edit files of a finished folder.",
    ),
    "F116": FindingType(
        "the book was made by another version or from other files, so a new drawing of it may differ rightly",
        "Build the book again with this version to have every page compared; the puzzles stay.",
        "warning",
    ),
    "F117": FindingType(
        "a file is not what the config and the puzzles of the book make",
        "Build the book again. Do not edit files of a finished folder.",
    ),
    "F118": FindingType("a word is covered or leaves no ink", _REBUILD),
    "F119": FindingType(
        "the sheets of a booklet do not have the pages of the interior in the order of folding",
        "Build the book again. Do not edit files of a finished folder.",
    ),
    "P201": FindingType("a puzzle is missing, printed twice, or not in puzzles.jsonl", _REBUILD),
    "P202": FindingType("a printed clue differs from puzzles.jsonl or cannot be read", _REBUILD),
    "P203": FindingType("a puzzle has no solution or more than one", _REBUILD, daily=_RESTORE),
    "P204": FindingType("a puzzle needs a higher tier than recorded, or more than all tiers", _REBUILD, daily=_RESTORE),
    "P205": FindingType(
        "the difficulty is not the grade of the puzzle",
        "Do not edit puzzles.jsonl. Build the book again with this version of puzzlegen, which grades all puzzles.",
        daily=_RESTORE,
    ),
    "P206": FindingType(
        "a puzzle or its mines repeat an earlier one, perhaps rotated or mirrored",
        "Change `series` in the config and build again.",
        daily=(_REISSUE,),
    ),
    "P207": FindingType(
        "a puzzle or its mines repeat one of another book or daily in the ledger, perhaps rotated or mirrored",
        (
            Step("Change `series` in the config and build again with the ledger"),
            Step("Or allow repeats", "puzzlegen book CONFIG --allow-repeats"),
        ),
        daily=(_REISSUE,),
    ),
    "P208": FindingType(
        "puzzles.jsonl does not have the records that the config asks for, or one cannot be read", _REBUILD
    ),
    "P209": FindingType(
        "the tier, score, bottlenecks, par time or quality of a record is not that of its puzzle",
        "Do not edit puzzles.jsonl. Build the book again with this version of puzzlegen, which grades all puzzles.",
        daily=_RESTORE,
    ),
    "P210": FindingType("a printed puzzle looks other than its clues, lines and blanks", _REBUILD),
    "P211": FindingType("the labels of the rows or columns of a printed puzzle are missing or wrong", _REBUILD),
    "P212": FindingType(
        "a classic board needs a guess, or other techniques than its difficulty says",
        (_REISSUE,),
    ),
    "P213": FindingType("the clues of a puzzle do not show the idea that is recorded", _REBUILD, daily=_RESTORE),
    "A301": FindingType("an answer is missing, printed twice, or belongs to no puzzle", _REBUILD),
    "A302": FindingType("an answer differs from the solution of its puzzle", _REBUILD, daily=(DRAW,)),
    "A303": FindingType("the page named for an answer is not the page of the answer", _REBUILD),
    "A304": FindingType("the page that the answer key names for a puzzle is not the page of the puzzle", _REBUILD),
    "A305": FindingType("an answer can be seen from its puzzle, or is not on the next spread", _REBUILD),
    "A306": FindingType(
        "the answer key is shuffled, but answers of neighbors are side by side",
        "Build the book again, or set `order: number` in `back_matter.answer_key`.",
    ),
    "A307": FindingType("a printed answer looks other than its clues, marks and lines", _REBUILD),
    "A308": FindingType("the title of a puzzle or picture does not stand with its answer", _REBUILD),
    "A309": FindingType("a picture of the gallery is missing, or differs from the solution or the name", _REBUILD),
    "A310": FindingType(
        "a step-by-step solution is missing, or its boards or words differ from the solution", _REBUILD
    ),
    "R401": FindingType("the contents omit a part or name a page where it does not begin", _REBUILD),
    "R402": FindingType("a hint is missing or wrong, or the page named for it is wrong", _REBUILD),
    "R403": FindingType("a QR code is missing, unreadable, or does not open the puzzle beside it", _REBUILD),
    "R404": FindingType(
        "the par time or the number of mines printed over a puzzle is wrong",
        "Build the book again, so that interior.pdf and puzzles.jsonl come from the same run.",
    ),
    "R405": FindingType("a page of your own lacks words of its text, or has others or a grid", _REBUILD),
    "R406": FindingType(
        "words of the config are printed otherwise than they are written there",
        "Look at the page. Write a backslash before signs of Markdown that are part of the words, and build again. "
        "If the finding stays, report it as an error in puzzlegen.",
    ),
    "R407": FindingType(
        "the words over a puzzle are not its title and those of its idea",
        "Build the book again, so that interior.pdf and puzzles.jsonl come from the same run.",
    ),
    "D501": FindingType("a day is not the one in the ledger", (DRAW,)),
    "D502": FindingType("a file reveals an answer before its date", (Step("Do not publish the file"), DRAW)),
    "D503": FindingType("the puzzle in a file of a day is not the puzzle of the day, or cannot be read", (DRAW,)),
    "D504": FindingType(
        "a file is not what the ledger gives when it is made again",
        (DRAW, MAKE, PUBLISH, WRITE_ZIP),
    ),
    "D505": FindingType(
        "files were written with other versions of puzzlegen, its libraries or its templates, and differ from what "
        "these versions write",
        (
            Step("Look at the files"),
            Step(
                "Or write them with these versions", f"{DAILY_COMMAND} --date DAY --redraw", f"by Redraw {IN_CALENDAR}"
            ),
        ),
        "warning",
    ),
    "D506": FindingType(
        "a folder of the series has a file that puzzlegen did not write there",
        "Check that the file reveals nothing, or remove it.",
        "warning",
    ),
    "D507": FindingType(
        "feeds, calendar and archive have other settings than the newest day",
        (Step("Do nothing if you changed the config since"), MAKE._replace(words="Otherwise make these files again")),
        "warning",
    ),
    "D508": FindingType(
        "a published copy or a zip was made before a day was issued late, withdrawn or changed",
        (PUBLISH._replace(words="Publish again"), WRITE_ZIP._replace(words="Or write the zip again")),
    ),
    "D509": FindingType(
        "the line ends of files were changed, as git does on some systems",
        (KEEP_LINE_ENDS, MAKE._replace(words="Then make the files again"), PUBLISH._replace(words="Or publish again")),
    ),
    "I01": FindingType("the file is damaged", "Save the file again with the program that made it."),
    "I02": FindingType("the file is too large", "Use smaller pictures, or split the book into volumes."),
    "I03": FindingType("the file is encrypted", "Save the file without a password."),
    "I04": FindingType(
        "the printer does not bind this number of pages",
        "Change the number of puzzles or the puzzles per page, add notes pages, or choose another trim or paper.",
    ),
    "I05": FindingType("the number of pages is odd", "Add a page."),
    "I06": FindingType("the last page is not blank", "Add a blank page at the end."),
    "I07": FindingType("too many blank pages in a row", "Remove blank pages."),
    "I08": FindingType(
        "many pages are blank",
        "Remove blank pages, or expect a question from the printer. A build names the keys of the config that help.",
        "warning",
    ),
    "I09": FindingType("a page has the wrong size", "Save the file at the trim size, with bleed only if it is chosen."),
    "I10": FindingType(
        "the page boxes contradict each other or the printer", "Save the file without trim, bleed and crop boxes."
    ),
    "I11": FindingType("a page is rotated or scaled", "Save the pages upright, with a unit of one point."),
    "I12": FindingType("a font is not embedded", "Embed all fonts when you save the file."),
    "I13": FindingType(
        "letters are pictures instead of outlines", "Use fonts with outlines (TrueType or OpenType).", "warning"
    ),
    "I14": FindingType("type is too small", "Set the text larger."),
    "I15": FindingType("a line is too thin", "Draw the line thicker."),
    "I16": FindingType("a tint is too light to print", "Choose a darker gray."),
    "I17": FindingType(
        "the resolution of a picture is too low", "Use a picture with more pixels, or print it smaller."
    ),
    "I18": FindingType("ink in the gutter", "Increase the inside margin."),
    "I19": FindingType("ink too close to an edge", "Increase the margin of that edge."),
    "I20": FindingType("a color space that the printer does not accept", "Convert the colors when you save the file."),
    "I21": FindingType("too much ink in one place", "Use colors with less ink in total."),
    "I22": FindingType("transparency", "Flatten transparency when you save the file."),
    "I23": FindingType("links, notes or form fields", "Remove them when you save the file."),
    "I24": FindingType("bookmarks", "Save the file without bookmarks."),
    "I25": FindingType("document information or metadata", "Remove them when you save the file."),
    "I26": FindingType("layers", "Flatten the layers when you save the file."),
    "I27": FindingType(
        "hidden or active content: hidden text, scripts, attachments", "Remove it when you save the file."
    ),
    "I28": FindingType("ink outside the page, such as crop marks", "Save the file without printer's marks."),
    "I29": FindingType(
        "black text of several inks", "Set text in black ink only, because several inks never align.", "warning"
    ),
    "I30": FindingType("bytes behind the end of the file", "Save the file again with the program that made it."),
    "I31": FindingType(
        "the file holds an earlier state of itself", "Save the file under a new name, which writes it anew.", "warning"
    ),
    "I32": FindingType(
        "the file is not of the PDF standard that the printer asks for",
        "Save the file as this standard, if your program offers it; a book made by puzzlegen is.",
        "warning",
    ),
    "I33": FindingType(
        "the file names a PDF standard and does not keep it", "Save the file again as this standard, not only named so."
    ),
    "I34": FindingType(
        "ink where bars of the tablet cover the page", "Increase the margin of that edge, or choose the tablet you use."
    ),
    "I35": _SHORT_OF_EDGE,
    "C01": FindingType("a cover file has more than one page", "Save back, spine and front as one page."),
    "C02": FindingType("the cover has the wrong size", "Make the cover for this number of pages, trim and paper."),
    "C03": FindingType("something covers the area of the barcode", "Leave the area in one tone."),
    "C04": FindingType(
        "words on a spine that is too thin, or too close to a fold", "Remove the words, or set them smaller."
    ),
    "C05": FindingType("words too close to the trim of the cover", "Move the words away from the edge."),
    "C06": FindingType(
        "the barcode is missing, cannot be read, or is not that of the ISBN",
        "Build the book again, and put nothing over the barcode.",
    ),
    "C07": _SHORT_OF_EDGE,
}
KINDS = {
    "F": "Files and pages",
    "P": "Puzzles",
    "A": "Answers",
    "R": "Reading aids",
    "D": "Days of a series",
    "I": "Interiors: the rules of printers",
    "C": "Covers: the rules of printers",
}

SHOWN = 3  # findings of a code that ``summary_lines`` prints in full
MAX_PAGES = 20  # further pages that it names


class Fault(NamedTuple):
    """What is wrong with a printed board, and the cell that it is about, as row and column from 0."""

    words: str
    cell: tuple[int, int] | None = None

    def __str__(self) -> str:
        return f"row {self.cell[0] + 1}, column {self.cell[1] + 1}: {self.words}" if self.cell else self.words


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem.

    ``page`` counts from 1, 0 for the whole file. ``number`` is the number of the puzzle, 0 for none. ``detail`` says
    what was found. ``limit`` is what the printer accepts, empty if the finding is not about a printer, and ``basis`` is
    the source of that limit, None for what every printer demands. ``advisory`` makes a warning of an error, where the
    printer only advises. ``edition`` names the book or day where there are several. ``is_daily``: it is about a daily.
    ``file`` is the file that it is about, perhaps empty for the interior of a book, ``cell`` the cell, as in Fault.
    ``step`` is the remedy for this very finding, where it is known.
    """

    code: str
    page: int
    number: int
    detail: str
    limit: str = ""
    basis: Basis | None = None
    advisory: bool = False
    edition: str = ""
    is_daily: bool = False
    file: str = ""
    cell: tuple[int, int] | None = None
    step: Step | None = None

    @property
    def text(self) -> str:
        """What was found, behind the file."""
        return f"{self.file}: {self.detail}" if self.file else self.detail

    @property
    def text_with_step(self) -> str:
        """What was found, with the command that remedies it."""
        return f"{self.text}: {self.step.told()}" if self.step else self.text

    @property
    def severity(self) -> Severity:
        """``error`` or ``warning``."""
        return "warning" if self.advisory else FINDING_TYPES[self.code].severity

    @property
    def is_error(self) -> bool:
        """Whether it fails a build or a command."""
        return self.severity == "error"

    @property
    def sort_key(self) -> tuple[str, int, int, str]:
        """By code, then by place."""
        return self.code, self.page, self.number, self.text

    def __str__(self) -> str:
        place = [self.code]
        if self.edition:
            place.append(self.edition)
        if self.page:
            place.append(f"page {self.page}")
        if self.number:
            place.append(f"puzzle {self.number}")
        limit = f"; {self.limit}" if self.limit else ""
        return f"{self.severity} {' '.join(place)}: {FINDING_TYPES[self.code].meaning}: {self.text_with_step}{limit}"

    def as_dict(self, *, in_studio: bool = False) -> dict[str, object]:
        """Return the finding for JSON; one about a printer has the value and its limit, others have the detail.

        Remedies name commands, or the places of the studio.
        """
        meaning, remedy, _, daily = FINDING_TYPES[self.code]
        detail = self.text if in_studio else self.text_with_step
        result: dict[str, object] = {"code": self.code, "page": self.page}
        if self.limit:
            result |= {"error": self.is_error, "rule": meaning, "value": self.text, "limit": self.limit}
        else:
            result |= {"number": self.number, "error": self.is_error, "rule": meaning, "detail": detail}
        known = daily if self.is_daily and daily else remedy
        if in_studio and self.step:
            known = (self.step._replace(words=self.step.words.capitalize()),)
        result["remedy"] = remedy_text(known, in_studio=in_studio)
        if self.basis is not None:
            result |= {
                "source": self.basis.source,
                "verified_on": self.basis.verified_on,
                "confidence": self.basis.confidence,
            }
        return result


def broken_rule(
    code: str, page: int, value: str, limit: str, basis: Basis | None = None, advisory: bool = False
) -> Finding:
    """Return the finding that a file breaks a rule of its printer: ``value`` was found, ``limit`` is accepted."""
    return Finding(code, page, 0, value, limit, basis, advisory)


def summary_lines(findings: Sequence[Finding]) -> list[str]:
    """Return lines by code: the first findings in full, the pages of the others; then the source of each limit."""
    lines: list[str] = []
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    for code in sorted(by_code):
        same = by_code[code]
        lines += [str(finding) for finding in same[:SHOWN]]
        if more := list(dict.fromkeys(finding.page for finding in same[SHOWN:])):
            pages = ", ".join(map(str, more[:MAX_PAGES])) + (" ..." if len(more) > MAX_PAGES else "")
            lines.append(f"{code}: the same on page{'s' if len(more) > 1 else ''} {pages}")
    bases = {finding.code: finding.basis for finding in findings if finding.basis is not None}
    return lines + [f"{code}: {basis}" for code, basis in sorted(bases.items())]
