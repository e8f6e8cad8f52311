"""Checks what pages show against the records: puzzles, answers, page numbers, contents, headings and hints.

Both solvers prove each printed puzzle, and its answer is compared with it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.checking.expected import AidExpectations, Expectations, KeyExpectations
from puzzlegen.checking.findings import Fault, Finding
from puzzlegen.checking.printed_answers import check_answer, check_title, check_walkthroughs, difference, findings_of
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import PrintedPage, check_gallery, joined_halves
from puzzlegen.checking.proof import Proofs, check_proof, check_repeats
from puzzlegen.errors import FormatError, PuzzlegenError
from puzzlegen.files.build_folder import PUZZLES
from puzzlegen.language.explanations import LabeledHint
from puzzlegen.units import to_mm

SLACK = 0.05  # points: rounding in the file
MIN_CELL, MIN_KEY_CELL, MIN_ANSWER_PICTURE_CELL = 14.17, 9.35, 5.6  # points: 5 mm, 3.3 mm and 2 mm
MIN_PICTURE_CELL = 11.33  # 4 mm: cells of a picture are only filled in
MAX_TITLE_LINES = 5
SHOWN = 30  # letters of a wrong text that a finding quotes
_LEADER = r"[\s.]*(\d+)"


def check_pages(
    pages: Sequence[PrintedPage], bound: bool, folios: bool = True, pictures: Container[int] = ()
) -> list[Finding]:
    """Check page numbers, gray letters and cell sizes: F109, F112 and F113.

    ``bound``: pages face each other, so that even ones are left-hand pages. ``folios``: they have numbers.
    ``pictures`` are the numbers of the puzzles that show pictures.
    """
    return [finding for page in pages for finding in (*_check_page(page, bound, folios), *_check_cells(page, pictures))]


def _check_page(page: PrintedPage, bound: bool, folios: bool) -> Iterator[Finding]:
    number = page.number
    if fault := _folio_fault(page, bound, folios):
        yield Finding("F109", number, 0, fault)
    if page.faint:
        yield Finding("F113", number, 0, page.faint)
    if page.unseen:
        yield Finding("F118", number, 0, page.unseen)


def _check_cells(page: PrintedPage, pictures: Container[int]) -> Iterator[Finding]:
    for grid in page.grids:
        answers = MIN_ANSWER_PICTURE_CELL if grid.is_picture else MIN_KEY_CELL
        minimum = answers if grid.is_answer else MIN_PICTURE_CELL if grid.number in pictures else MIN_CELL
        if grid.number is not None and grid.cell < minimum - SLACK:
            yield Finding("F112", page.number, grid.number, f"{to_mm(grid.cell):.1f} mm")


def _folio_fault(page: PrintedPage, bound: bool, folios: bool) -> str:
    """Return what is wrong with the number of a page; empty if nothing is."""
    if page.folio is None:
        has_puzzles = any(grid.number is not None for grid in page.grids)
        return f"there is none, expected {page.number}" if folios and has_puzzles else ""
    if not folios:
        return f"reads {page.folio}, expected none"
    side = "right" if page.number % 2 or not bound else "left"
    if page.folio == page.number and page.folio_side in (side, "middle"):
        return ""
    return f"reads {page.folio} at the {page.folio_side}, expected {page.number} at the {side}"


def check_contents(
    pages: Sequence[PrintedPage], titles: Sequence[str], first_puzzles: Mapping[str, int] = MappingProxyType({})
) -> list[Finding]:
    """Check that each title is listed with a page number, and begins on that page: R401.

    Titles with ``first_puzzles`` are sections that may begin without their name, on the page of the puzzle with this
    number.
    """
    findings = []
    listed: dict[str, tuple[int, int]] = {}
    entries = {title: re.compile(_pattern(title) + _LEADER) for title in titles}
    for page in pages:
        for line in page.lines:
            for title, entry in entries.items():
                if title not in listed and (named := entry.fullmatch(line)):
                    listed[title] = page.number, int(named[1])
    for title in entries:
        at, named_page = listed.get(title, (0, 0))
        if not at:
            findings.append(Finding("R401", 0, 0, f"{title!r} is not listed with a page number"))
        elif not 0 < named_page <= len(pages) or not (
            first_puzzles.get(title) in _puzzles_of(pages[named_page - 1]) or _begins(title, named_page, pages)
        ):
            findings.append(
                Finding("R401", at, 0, f"{title!r} is listed on page {named_page}, where it does not begin")
            )
    return findings


def check_own_pages(pages: Sequence[PrintedPage], texts: Mapping[int, str]) -> list[Finding]:
    """Check that each of the publisher's own pages has its text, by page number, and no grid: R405."""
    findings = []
    for number, text in texts.items():
        if not 0 < number <= len(pages):
            findings.append(Finding("R405", number, 0, "there is no such page"))
            continue
        page = pages[number - 1]
        if page.grids:
            findings.append(Finding("R405", number, 0, "it shows a grid"))
            continue
        expected = "".join(text.split())
        found = "".join(page.flow.split())
        if page.folio is not None:
            found = found.removesuffix(str(page.folio))
        if found != expected:
            at = next((i for i, pair in enumerate(zip(found, expected, strict=False)) if pair[0] != pair[1]),
                      min(len(found), len(expected)))  # fmt: skip
            read, wanted = (one[at : at + SHOWN] or "nothing" for one in (found, expected))
            findings.append(Finding("R405", number, 0, f"reads {read!r}, expected {wanted!r}"))
    return findings


def _puzzles_of(page: PrintedPage) -> set[int | None]:
    """Return the numbers of the puzzles on a page."""
    return {grid.number for grid in page.grids if grid.number is not None and not grid.is_answer}


def _pattern(words: str) -> str:
    """Return a pattern for printed words. A thin space, or one into which a letter extends, may be read as none."""
    return r"\s*".join(re.escape(word) for word in words.split())


def _begins(title: str, number: int, pages: Sequence[PrintedPage]) -> bool:
    """Tell whether a title is a line of the page with this number, or several lines if it is long.

    A section without an opening page has its title in the running head only, which a theme may set in capitals. It
    begins on the first page with that head.
    """
    either = re.compile(f"{_pattern(title)}|{_pattern(title.upper())}")

    def shows(lines: Sequence[str]) -> bool:
        return any(
            either.fullmatch(" ".join(lines[start:stop]))
            for start in range(len(lines))
            for stop in range(start + 1, min(start + MAX_TITLE_LINES, len(lines)) + 1)
        )

    lines, before = pages[number - 1].lines, pages[number - 2].lines if number > 1 else ()
    return shows(lines[1:]) or (shows(lines) and not shows(before[:1]))


def check_heading(printed: PrintedGrid, record: GradedPuzzle, aids: AidExpectations) -> list[Finding]:
    """Check the numbers in the second line of a heading: the par time, then the number of mines: R404."""
    total = record.puzzle.total
    expected = [*aids.par.get(record.number or 0, ()), *([] if total is None else [total])]
    read = _second_line(printed, aids)
    if read == expected:
        return []
    return [Finding("R404", printed.page, record.number or 0, f"reads {read}, expected {expected}")]


def check_words_over(printed: PrintedGrid, record: GradedPuzzle, aids: AidExpectations) -> list[Finding]:
    """Check the title, and the sentence of an idea, over a puzzle: R407."""
    words, due = " ".join(printed.below), aids.words.get(record.number or 0, "")
    if re.search(_pattern(due), words):
        return []
    return [Finding("R407", printed.page, record.number or 0, f"reads {words!r}, expected {due!r}")]


def check_labels(printed: PrintedGrid, record: GradedPuzzle, aids: AidExpectations) -> list[Finding]:
    """Check the labels of rows and columns: P211. Only puzzles on spreads have numbered rows without such labels."""
    grid = record.puzzle.grid
    columns = () if grid.ragged else tuple(aids.column_name(col) for col in range(grid.width))
    rows = tuple("" if grid.ragged and start is None else str(row + 1) for row, start in enumerate(grid.row_starts()))
    findings = []
    for what, found, due in (("columns", printed.columns, columns), ("rows", printed.rows, rows)):
        if found != due and (found or aids.labels):
            read = " ".join(name or "-" for name in found) or "nothing"
            detail = f"the {what} read {read}, expected {' '.join(due)}"
            findings.append(Finding("P211", printed.page, record.number or 0, detail))
    return findings


def printed_puzzle(printed: PrintedGrid, aids: AidExpectations) -> Puzzle:
    """Return the puzzle of a printed grid, with the number of mines over it if there is one.

    Raises FormatError for clues that are not a puzzle, and for a number that is not in puzzles.jsonl.
    """
    if printed.number is None or printed.number not in aids.variants:
        raise FormatError(f"puzzle {printed.number} is not in puzzles.jsonl")
    total = _second_line(printed, aids)[len(aids.par.get(printed.number, ())) :]
    return Puzzle(
        Grid(printed.width, printed.height, aids.variants[printed.number]), printed.clues, total[0] if total else None
    )


def _second_line(printed: PrintedGrid, aids: AidExpectations) -> list[int]:
    """Return the numbers in the second line of a heading, other than the page of the hint."""
    words = " ".join(printed.below)
    if due := aids.words.get(printed.number or 0):
        before, *after = re.split(_pattern(due), words, maxsplit=1)
        words = before + after[0] if after else ""  # other words have numbers that are no facts; R407 reports them
    if aids.hint_reference:
        words = _hint_pattern(aids).sub("", words)
    return [int(number) for number in re.findall(r"\d+", words)]


def _hint_pattern(aids: AidExpectations) -> re.Pattern[str]:
    """Return a pattern for the words that name the page of a hint; its group is the page."""
    before, after = (_pattern(part.replace("\u00a0", " ")) for part in aids.hint_reference.split("{page}"))
    return re.compile(rf"{before}\s*(\d+)\s*{after}")


def check_hints(
    pages: Sequence[PrintedPage], printed: Mapping[int, PrintedGrid], aids: AidExpectations, proofs: Proofs
) -> list[Finding]:
    """Check that the hints of the printed puzzles are on the pages that their headings name: R402.

    ``printed`` has the puzzles by number.
    """
    if aids.hints is None:
        return []
    findings: list[Finding] = []
    upright = {page.number: f" {page.flow} " for page in pages}
    rotated = {page.number: f" {page.rotated} " for page in pages}
    for _, grid in sorted(printed.items()):
        with suppress(PuzzlegenError):  # P203 reports a puzzle that cannot be solved
            hints = aids.hints(proofs.of(printed_puzzle(grid, aids)).rounds)
            if hints:
                findings += _check_hint(grid, hints, upright, rotated, aids)
    return findings


def _hint_words(start: str, hints: Sequence[LabeledHint], part: Literal["question", "answer"]) -> str:
    """Return the questions or the answers of hints as one text behind the number and the title of their puzzle."""
    return " ".join([start, *(word for label, hint in hints for word in (label, getattr(hint, part)) if word)])


def _check_hint(
    grid: PrintedGrid,
    hints: Sequence[LabeledHint],
    upright: Mapping[int, str],
    rotated: Mapping[int, str],
    aids: AidExpectations,
) -> Iterator[Finding]:
    """Check that the words of hints are on the page that the heading of their puzzle names, or at the foot of that.

    Their answers are upside down on the same page, or together on another one.
    """
    number = grid.number or 0
    start = f"{number} {aids.titles.get(number, '')}".rstrip()
    questions = _hint_words(start, hints, "question")
    shown = _page_with(questions, {grid.page: rotated[grid.page]} if aids.hints_at_foot else upright)
    missing = [] if shown else [questions]
    if shown and not aids.hints_at_foot and (named := _hint_page(grid, aids)) != shown:
        said = f"names page {named}" if named else "names no page"
        yield Finding("R402", grid.page, number, f"{said}, the hint is on page {shown}")
    if not aids.answers_turned:
        answers = _hint_words(start, hints, "answer")
        missing += [] if _page_with(answers, upright) else [answers]
    elif shown:
        missing += [hint.answer for _, hint in hints if not _page_with(hint.answer, {shown: rotated[shown]})]
    for words in missing:
        yield Finding("R402", 0, number, f"no page reads {words!r}")


def _page_with(words: str, texts: Mapping[int, str]) -> int:
    """Return the first page whose text has the words between spaces; 0 if none has."""
    words = " ".join(words.split())
    page = next((page for page, text in texts.items() if f" {words} " in text), 0)
    if not page:  # seldom: a space was read as none; compiling the pattern of each hint took 3 ms (2026-11-27)
        first, _, rest = words.partition(" ")
        expected = re.compile(f" {re.escape(first)} {_pattern(rest)} ")
        page = next((page for page, text in texts.items() if expected.search(text)), 0)
    return page


def _hint_page(grid: PrintedGrid, aids: AidExpectations) -> int:
    """Return the page that one of the lines of a heading names for the hint, 0 if none does."""
    lines = (" ".join(grid.heading[1:]), " ".join(grid.below))
    found = [match for line in lines if (match := _hint_pattern(aids).search(line))]
    return int(found[0].group(1)) if found else 0


def check_puzzles(
    pages: Sequence[PrintedPage],
    expected: Expectations,
    answer_file: Sequence[PrintedPage] = (),
    proofs: Proofs | None = None,
) -> list[Finding]:
    """Check all puzzles and answers, the contents, the hints, own pages: codes P, A and R401, R402, R404, R405.

    ``answer_file`` has the pages of a separate answer key, ``proofs`` those of puzzles that are proved already.
    """
    proofs = proofs or Proofs()
    grids = _book_grids(pages, expected, answer_file)
    findings = grids.puzzles.findings + (grids.answers.findings if expected.key else _unwanted(grids.answer_pages))
    for record in {record.number or 0: record for record in expected.records}.values():
        findings += _check_record(record, grids, expected, proofs)
    if expected.key is not None:
        findings += _check_neighbors(grids.key, expected.key.apart)
        if expected.gallery:
            pictures = ((page.number, picture) for page in pages for picture in page.pictures)
            findings += check_gallery(pictures, expected.records, expected.key.titles)
    findings += check_contents(pages, expected.aids.contents, expected.aids.first_puzzles)
    findings += check_own_pages(pages, expected.own_pages)
    findings += check_hints(pages, grids.puzzles.grids, expected.aids, proofs)
    findings += check_walkthroughs(pages, expected.records, expected.aids, proofs)
    return findings + check_repeats(expected.records)


def _check_record(record: GradedPuzzle, grids: _BookGrids, expected: Expectations, proofs: Proofs) -> list[Finding]:
    """Check one puzzle and its answer."""
    findings = []
    printed, answered = grids.puzzles.grids.get(record.number or 0), grids.answers.grids.get(record.number or 0)
    if printed is not None:
        findings += _check_clues(printed, record)
        findings += _check_solution(printed, record, expected, proofs)
        findings += check_labels(printed, record, expected.aids)
        findings += check_heading(printed, record, expected.aids)
        findings += check_words_over(printed, record, expected.aids)
    if expected.key is not None and answered is not None:
        findings += check_answer(answered, record)
        findings += check_title(answered, record, expected.key)
        if printed is not None:
            findings += _check_references(printed, answered, expected.key, expected.folios)
            names_hint = expected.aids.hints is not None and not expected.aids.hints_at_foot  # a number in the heading
            if grids.names_answer or not names_hint:
                findings += _check_answer_page(printed, answered, grids.names_answer)
    return findings


def _unwanted(answer_pages: Iterable[int]) -> list[Finding]:
    """Return a finding for each page with answers of a book that must have none."""
    return [Finding("A301", page, 0, "the book must have no answers") for page in sorted(answer_pages)]


@dataclass(frozen=True, slots=True)
class _NumberedGrids:
    grids: dict[int, PrintedGrid]
    findings: list[Finding]


@dataclass(frozen=True, slots=True)
class _BookGrids:
    """The puzzles and the answers of a book by number, and all answers in order.

    ``answer_pages`` are the pages with answers in the book itself. ``names_answer``: puzzles name the page of their
    answer.
    """

    puzzles: _NumberedGrids
    answers: _NumberedGrids
    key: list[PrintedGrid]
    answer_pages: set[int]
    names_answer: bool


def _book_grids(pages: Sequence[PrintedPage], expected: Expectations, answer_file: Sequence[PrintedPage]) -> _BookGrids:
    """Return the grids on the pages of a book and of its separate answer key."""
    records = {record.number or 0: record for record in expected.records}
    separate = expected.key is not None and expected.key.separate
    bound = expected.key is None or expected.key.bound
    in_book = joined_halves(_numbered(pages), records, bound)
    answer_pages = set() if separate else {grid.page for grid in in_book if grid.is_answer}
    key = [*_numbered(answer_file), *(grid for grid in in_book if _is_in_key(grid, answer_pages))]
    puzzles = (grid for grid in in_book if not _is_in_key(grid, answer_pages))
    names_answer = expected.key is not None and (not separate or len(answer_file) > 1)  # one sheet needs no number
    return _BookGrids(
        _by_number(puzzles, set(records), "P201"),
        _by_number(key, set(records), "A301"),
        key,
        answer_pages,
        names_answer,
    )


def _is_in_key(grid: PrintedGrid, answer_pages: set[int]) -> bool:
    """Tell whether a grid is on a page with answers and no puzzle, which has stars."""
    return grid.page in answer_pages and not grid.stars


def _numbered(pages: Iterable[PrintedPage]) -> Iterator[PrintedGrid]:
    return (grid for page in pages for grid in page.grids if grid.number is not None)


def _by_number(grids: Iterable[PrintedGrid], numbers: set[int], code: str) -> _NumberedGrids:
    """Sort grids by number; one that is missing, unknown or repeated is a finding with this code."""
    found: dict[int, PrintedGrid] = {}
    findings = []
    for grid in grids:
        number = grid.number or 0
        if number not in numbers:
            findings.append(Finding(code, grid.page, number, "it is not in puzzles.jsonl"))
        elif number in found:
            findings.append(Finding(code, grid.page, number, f"also on page {found[number].page}"))
        else:
            found[number] = grid
    findings += [Finding(code, 0, number, "it is on no page of the PDF") for number in sorted(numbers - set(found))]
    return _NumberedGrids(found, findings)


def _check_clues(printed: PrintedGrid, record: GradedPuzzle) -> list[Finding]:
    findings = findings_of("P202", printed, record, printed.faults) + findings_of(
        "P210", printed, record, printed.unseen
    )
    differs = difference(printed, record)
    if not differs and printed.rim != record.puzzle.grid.variant.wraps:
        differs = Fault(f"it has {'a' if printed.rim else 'no'} rim that repeats the opposite sides")
    for what, marked in (("a mine", printed.mines), ("a filled cell", printed.filled), ("a dot", printed.dots)):
        if not differs and any(marked):
            differs = Fault(f"there is {what}", divmod(marked.index(True), printed.width))
    return findings + findings_of("P202", printed, record, [differs] if differs else [])


def _check_solution(
    printed: PrintedGrid, record: GradedPuzzle, expected: Expectations, proofs: Proofs
) -> list[Finding]:
    """Prove the puzzle as it is printed, and compare the printed difficulty."""
    try:
        puzzle = printed_puzzle(printed, expected.aids)
    except PuzzlegenError as error:
        return [Finding("P203", printed.page, record.number or 0, str(error))]
    findings = check_proof(puzzle, record, PUZZLES, printed.page, proofs)
    graded_differently = any(finding.code == "P205" for finding in findings)
    if not graded_differently and not _label_agrees(printed, record, expected.labels):
        detail = f"{' '.join(printed.heading)!r} is printed, {record.grade.difficulty} recorded"
        findings.append(Finding("P205", printed.page, record.number or 0, detail))
    return findings


def _label_agrees(printed: PrintedGrid, record: GradedPuzzle, labels: Mapping[str, str]) -> bool:
    """Tell whether the heading has the stars of the difficulty, and its name unless the board is too narrow for it."""
    words = [word.casefold() for word in printed.heading[1:]]
    names = {code: label.casefold().split() for code, label in labels.items()}
    found = [name for name in names.values() if _contains(words, name)]
    named = not found or max(found, key=len) == names.get(record.grade.difficulty)  # "very hard" contains "hard" too
    band = DIFFICULTIES.get(record.grade.difficulty)
    return named and band is not None and printed.stars == band.stars


def _contains(words: list[str], name: list[str]) -> bool:
    return any(words[i : i + len(name)] == name for i in range(len(words)))


def _check_answer_page(printed: PrintedGrid, answered: PrintedGrid, names_answer: bool) -> list[Finding]:
    """Check that the heading names the page of the answer, or no page unless ``names_answer``: A303."""
    if printed.reference == (answered.page if names_answer else None):
        return []
    where = f"on page {answered.page}" if names_answer else "on the only sheet"
    detail = f"names page {printed.reference}, the answer is {where}"
    return [Finding("A303", printed.page, printed.number or 0, detail)]


def _check_references(printed: PrintedGrid, answered: PrintedGrid, key: KeyExpectations, folios: bool) -> list[Finding]:
    """Check the page that the answer names, and whether it can be seen from the puzzle or a turn later: A304 and A305.

    ``folios``: pages have numbers; otherwise the answer names none.
    """
    number = printed.number or 0
    findings = []
    if answered.reference != (printed.page if folios else None):
        detail = f"names page {answered.reference}, the puzzle is on page {printed.page}"
        findings.append(Finding("A304", answered.page, number, detail))
    sheet = 2 if key.bound else 1  # pages that are seen together: a spread has pages 2 and 3, or 4 and 5, ...
    turns = answered.page // sheet - printed.page // sheet
    if not key.separate and (turns != 1 if key.next_spread else not turns):
        findings.append(Finding("A305", answered.page, number, f"the puzzle is on page {printed.page}"))
    return findings


def _check_neighbors(key: Iterable[PrintedGrid], apart: frozenset[int]) -> list[Finding]:
    """Find answers side by side in a row whose puzzles have consecutive numbers: A306."""
    rows: dict[tuple[int, int], list[PrintedGrid]] = {}
    for grid in key:
        rows.setdefault((grid.page, round(grid.top)), []).append(grid)
    findings = []
    for row in rows.values():
        for one, other in pairwise(sorted(row, key=lambda grid: grid.left)):
            low, high = sorted((one.number or 0, other.number or 0))
            if high - low == 1 and {low, high} <= apart:
                findings.append(Finding("A306", one.page, low, f"it is beside the answer of puzzle {high}"))
    return findings
