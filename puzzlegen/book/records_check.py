"""Checks the records in puzzles.jsonl against the config: places, boards, streams, order and quality."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from puzzlegen.board.aims import EFFORTS
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig
from puzzlegen.config.section import BoardsConfig, SectionConfig
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.formats.json_record import as_dict, dumps, loads, parse_record
from puzzlegen.generator.chosen_puzzles import chosen_puzzles, is_chosen
from puzzlegen.generator.requests import repaired_picture, section_aim
from puzzlegen.grading.quality import WEIGHTS, score_of
from puzzlegen.selection.candidate_rating import ChosenPuzzles
from puzzlegen.selection.printing_order import Alike, place_kinds, request_kind

MAX_FINDINGS = 20  # of a file of records


@dataclass(frozen=True, slots=True)
class RecordsReport:
    """The records that can be read, and what is wrong with the file. ``usable``: a book can be laid out from them."""

    records: tuple[GradedPuzzle, ...]
    findings: tuple[Finding, ...]
    usable: bool


def check_records(path: Path, config: BookConfig, *, reprinted: bool, same_version: bool) -> RecordsReport:
    """Read all records, and compare what does not need a solver with the config: P208 and P209.

    ``reprinted``: the puzzles come from an earlier build, whose order and streams are not known. ``same_version``: this
    version wrote the file, so each line must be exactly what it writes.
    """
    records, findings = _read(path, same_version)
    findings += _misplaced(records, config)
    usable = not findings
    if usable:
        findings += _wrong_values(records, config, reprinted=reprinted)
    if len(findings) > MAX_FINDINGS:
        more = Finding("P208", 0, 0, f"{len(findings) - MAX_FINDINGS} more findings of {path.name} are left out")
        findings = [*findings[:MAX_FINDINGS], more]
    return RecordsReport(tuple(records), tuple(findings), usable)


def _read(path: Path, same_version: bool) -> tuple[list[GradedPuzzle], list[Finding]]:
    records: list[GradedPuzzle] = []
    findings: list[Finding] = []
    try:
        rows = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        return [], [Finding("P208", 0, 0, f"{path.name} cannot be read: {error}")]
    if rows[-1] == "":
        rows.pop()
    for line, row in enumerate(rows, start=1):
        try:
            record = parse_record(row)
        except FormatError as error:
            findings.append(Finding("P208", 0, 0, f"line {line}: {error}"))
            continue
        records.append(record)
        if detail := _written_differently(row, record, same_version):
            findings.append(Finding("P208", 0, record.number or 0, f"line {line}: {detail}"))
    return records, findings


def _written_differently(row: str, record: GradedPuzzle, same_version: bool) -> str:
    """Describe a key of a line that contradicts its puzzle, or that this version does not write; else return ''."""
    found, expected = loads(row), as_dict(record)
    for key in dict.fromkeys((*found, *expected)):
        if key not in expected:
            if same_version:
                return f"the key {key!r} is unknown"
        elif found.get(key) != expected[key] or type(found.get(key)) is not type(expected[key]):
            return f"{key}: found {_short(found.get(key))}, expected {_short(expected[key])}"
    return "it is not written as puzzlegen writes it" if same_version and row != dumps(expected) else ""


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _misplaced(records: Sequence[GradedPuzzle], config: BookConfig) -> Iterator[Finding]:
    """Find records out of place: numbers, counts of sections, and boards that their section does not ask for."""
    places = [
        (section, index, place)
        for index, section in enumerate(config.sections, start=1)
        for place in range(1, section.count + 1)
    ]  # fmt: skip
    if len(records) != len(places):
        yield Finding("P208", 0, 0, f"it has {len(records)} records, the config asks for {len(places)}")
    for number, (record, place) in enumerate(zip_longest(records, places), start=1):
        if record is None:
            return
        if record.number != number:
            yield Finding("P208", 0, record.number or 0, f"line {number} has the number {record.number}")
        elif place is not None:
            section, index, at = place
            if record.section != index:
                yield Finding("P208", 0, number, f"it is in section {record.section}, expected {index}")
            elif detail := _not_asked_for(record, section, section.settings(at)):
                yield Finding("P208", 0, number, f"{detail} in section {section.name!r}")


def _not_asked_for(record: GradedPuzzle, section: SectionConfig, settings: BoardsConfig) -> str:
    grid = record.puzzle.grid
    if grid not in settings.boards:
        sizes = " or ".join(dict.fromkeys(map(str, settings.boards)))
        other = " of another shape" if str(grid) in map(str, settings.boards) else ""
        return f"found {grid} {grid.variant}{other}, expected {sizes} {settings.kind}"
    if record.grade.difficulty != settings.difficulty:
        return f"found {record.grade.difficulty}, expected {settings.difficulty}"
    if (record.puzzle.total is not None) != settings.total:
        return f"found a total of {record.puzzle.total}, expected {'one' if settings.total else 'none'}"
    return _other_picture(record, section)


def _other_picture(record: GradedPuzzle, section: SectionConfig) -> str:
    """Describe a picture that the section does not have, and a solution that is not the picture it names."""
    names = [picture.name for picture in section.pictures or ()]
    if record.picture is None and not names:
        return ""
    if record.picture is None or record.picture not in names:
        return f"found the picture {_short(record.picture)}, expected {'one of its pictures' if names else 'none'}"
    picture = repaired_picture(section, names.index(record.picture) + 1)
    if picture is not None and tuple(picture.cells.ravel().tolist()) != record.solution:
        return f"the solution is not the picture {record.picture!r}"
    return ""


# --- Values that follow from the section ------------------------------------------------------------------------------


def _wrong_values(records: Sequence[GradedPuzzle], config: BookConfig, *, reprinted: bool) -> Iterator[Finding]:
    """Find wrong streams, orders and qualities in records that are in their places."""
    for record in records:
        quality = record.quality
        if quality is not None and (set(quality) != {"score", *WEIGHTS} or quality["score"] != score_of(quality)):
            yield Finding("P209", 0, record.number or 0, "the quality is not the sum of its parts")
            return
    if reprinted:
        return
    try:
        chosen = chosen_puzzles(config)
    except GenerationError as error:
        yield Finding("P208", 0, 0, str(error))
        return
    for index, section in enumerate(config.sections, start=1):
        found = [record for record in records if record.section == index]
        yield from _not_chosen(found, chosen[index])
        made = [record for place, record in enumerate(found, start=1) if place not in chosen[index]]
        by_stream, wrong = _by_stream(made, config.series, section)
        yield from wrong
        if wrong:
            continue
        yield from _wrong_order(found, by_stream, section, chosen[index])
        yield from _wrong_quality(found if chosen[index] else by_stream.values(), section)


def _not_chosen(records: Sequence[GradedPuzzle], chosen: Mapping[int, GradedPuzzle]) -> Iterator[Finding]:
    """Find places of a section whose puzzle is not the chosen one."""
    for place, expected in chosen.items():
        record = records[place - 1]
        if not is_chosen(record, expected) or record.stream is not None or record.attempts is not None:
            yield Finding("P208", 0, record.number or 0, "it is not the puzzle that the config chooses for its place")


def _wrong_order(
    records: Sequence[GradedPuzzle],
    by_request: Mapping[int, GradedPuzzle],
    section: SectionConfig,
    chosen: Mapping[int, GradedPuzzle],
) -> Iterator[Finding]:
    """Find the first puzzle of a section that does not stand by its score among those of its kind."""
    alike: dict[Alike, list[GradedPuzzle]] = {}
    for number, record in by_request.items():
        alike.setdefault(request_kind(section, number), []).append(record)
    rising = {kind: iter(sorted(some, key=lambda one: one.grade.score)) for kind, some in alike.items()}
    for place, (kind, record) in enumerate(zip(place_kinds(section), records, strict=True), start=1):
        if place in chosen:
            continue
        expected = next(rising.get(kind, iter(())), None)
        if record is not expected:
            detail = f"the place is that of puzzle {expected.number}" if expected else "it is of another kind"
            yield Finding("P208", 0, record.number or 0, detail)
            return


def _by_stream(
    records: Iterable[GradedPuzzle], series: str, section: SectionConfig
) -> tuple[dict[int, GradedPuzzle], list[Finding]]:
    """Return the records of a section by the numbers of their requests, and those whose stream is wrong."""
    pattern = re.compile(
        re.escape(f"{series}/{section.name}/") + r"(?P<place>[1-9][0-9]*)(/candidate (?P<candidate>[1-9][0-9]*))?"
        r"(/again [1-9][0-9]*)?/(?P<attempt>0|[1-9][0-9]*)"
    )
    by_place: dict[int, GradedPuzzle] = {}
    findings = []
    for record in records:
        match = pattern.fullmatch(record.stream or "")
        place = int(match["place"]) if match else 0
        fits = (
            match is not None
            and 1 <= place <= section.count
            and place not in by_place
            and (
                match["candidate"] is None
                or 2 <= int(match["candidate"]) <= EFFORTS[section.resolved_effort].candidates
            )
            and record.attempts == int(match["attempt"]) + 1
            and record.puzzle.grid == section.board(place)
            and (not section.pictures or record.picture == section.pictures[place - 1].name)
        )
        wanted = {name: wish["wanted"] for name, wish in (record.wishes or {}).items()}
        if fits and wanted != section_aim(section, place).wishes:
            asked = ", ".join(f"{name} {value}" for name, value in section_aim(section, place).wishes.items())
            detail = f"it was made for {_short(wanted)}, the section asks for {asked or 'nothing'}"
            findings.append(Finding("P208", 0, record.number or 0, detail))
        if fits:
            by_place[place] = record
        else:
            detail = f"the seed {_short(record.stream)} with {record.attempts} attempts is none of its section"
            findings.append(Finding("P208", 0, record.number or 0, detail))
    return dict(sorted(by_place.items())), findings


def _wrong_quality(records: Iterable[GradedPuzzle], section: SectionConfig) -> Iterator[Finding]:
    """Compare the quality, which depends on the puzzles chosen before. ``puzzle_proof`` compares its other parts."""
    chosen = ChosenPuzzles()
    for record in records:
        if (record.quality is not None) != (EFFORTS[section.resolved_effort].moves > 0):
            there = "without a quality" if record.quality is None else "with a quality"
            detail = f"it is {there}, the section has the effort {section.resolved_effort}"
            yield Finding("P209", 0, record.number or 0, detail)
        elif record.quality is not None:
            expected = (chosen.rated(record).quality or {})["fresh"]
            if record.quality["fresh"] != expected:
                detail = f"fresh {record.quality['fresh']} recorded, {expected} found"
                yield Finding("P209", 0, record.number or 0, detail)
            chosen.add(record)
