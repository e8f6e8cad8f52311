"""The puzzles of a book with their hints and techniques; reads and checks the records of an earlier build.

The records in puzzles.jsonl are compared with the config: places, boards, streams, order and quality.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, product, repeat, zip_longest
from pathlib import Path
from typing import Any

from puzzlegen.board.difficulty import DIFFICULTIES, EFFORTS, GRADING, MAX_TIER, Grade
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, blank_cells
from puzzlegen.book.excerpts import (
    KEPT,
    Excerpts,
    Found,
    Rank,
    excerpts_of,
    is_searched,
    keep_best,
    placeholder_excerpt,
)
from puzzlegen.checking.expected import walked_numbers
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import ConfigError, FormatError, GenerationError
from puzzlegen.files.reading import MAX_RECORDS, read_limited
from puzzlegen.formats.json_record import as_dict, dumps, loads, parse_record, read_records
from puzzlegen.generator.chosen_puzzles import Chosen, chosen_puzzles, is_chosen
from puzzlegen.generator.requests import section_aim, section_mismatch
from puzzlegen.grading.order import Alike, place_kinds, printing_order, request_kind
from puzzlegen.grading.quality import WEIGHTS, ChosenPuzzles, score_of
from puzzlegen.jobs.ordered_work import HERE, Task, Workers
from puzzlegen.language.explanations import Hint, puzzle_hints
from puzzlegen.language.messages import Messages
from puzzlegen.language.walkthroughs import Stage, facts_of, remarks_on, walkthrough
from puzzlegen.solver.techniques import CONTRADICTION, ONE_TWO, SATISFIED, TECHNIQUES
from puzzlegen.solver.tiers import run, solution_path
from puzzlegen.wording import pluralize

TASK_PUZZLES = 20  # explained in one task: a fiftieth of a second
PLACEHOLDER_HINTS = (Hint("– " * 45, "– " * 60), Hint("– " * 45, "– " * 120))  # as long as most hints
PLACEHOLDER_TECHNIQUES = (SATISFIED.code, ONE_TWO.code, CONTRADICTION.code)  # one of each tier that lessons teach
PLACEHOLDER_STAGES = (*[Stage((), (), sentence="– " * 120)] * 2, *[Stage((), ())] * 2)


@dataclass(frozen=True, slots=True)
class ExplainedPuzzles:
    """The puzzles of a book in printing order, with what their solutions add to its pages.

    Attributes:
        records: the puzzles, numbered from 1.
        hints: the hints of each puzzle by its number; empty in a book without hints.
        walkthroughs: the step-by-step solutions by the numbers of their puzzles.
        techniques: for each group of kinds (see Variant.words), the techniques that the solutions use; None stands for
            all.
        excerpts: the best examples of each technique in each section, counted from 1.
        uses: how many steps of a section's puzzles, as far as they were searched for examples, use each technique.
        remarks: what is special about puzzles by their numbers; empty in a book without remarks.
    """

    records: Sequence[GradedPuzzle]
    hints: Mapping[int, tuple[Hint, ...]] = field(default_factory=dict)
    walkthroughs: Mapping[int, tuple[Stage, ...]] = field(default_factory=dict)
    techniques: Mapping[str, frozenset[str]] | None = None
    excerpts: Excerpts[tuple[int, str]] = field(default_factory=dict)
    uses: Counter[tuple[int, str]] = field(default_factory=Counter)
    remarks: Mapping[int, str] = field(default_factory=dict)

    @property
    def hints_by_puzzle(self) -> dict[Puzzle, tuple[Hint, ...]]:
        """The hints of each puzzle that has some."""
        numbered = ((record.puzzle, self.hints.get(record.number or 0)) for record in self.records)
        return {puzzle: hints for puzzle, hints in numbered if hints}


def explain_puzzles(
    config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages, workers: Workers = HERE
) -> ExplainedPuzzles:
    """Solve each puzzle at most once, for its hints and its step-by-step solution, for lessons, and for examples.

    Lessons are on the techniques that the puzzles need. Puzzles that the book needs for nothing are not solved. The
    others are spread over ``workers``.
    """
    with_hints = config.aids.hints != "none"
    teaches = config.front_matter.techniques == "auto"
    workers.progress.start("explain", len(records))
    parts = [records[first : first + TASK_PUZZLES] for first in range(0, len(records), TASK_PUZZLES)]
    explain_some = partial(
        _explain_some, messages=messages, with_hints=with_hints, teaches=teaches,
        walked=walked_numbers(config, records), searched=_searched(config, records),
    )  # fmt: skip
    found = workers.run([Task(partial(explain_some, part), len(part)) for part in parts])
    hints: dict[int, tuple[Hint, ...]] = {}
    walkthroughs: dict[int, tuple[Stage, ...]] = {}
    techniques: dict[str, frozenset[str]] = {}
    excerpts: dict[tuple[int, str], tuple[Found, ...]] = {}
    uses: Counter[tuple[int, str]] = Counter()
    for one in chain.from_iterable(found):
        hints |= one.hints
        walkthroughs |= one.walkthroughs
        for words, some in (one.techniques or {}).items():
            techniques[words] = techniques.get(words, frozenset()) | some
        keep_best(excerpts, one.excerpts)
        uses += one.uses
    facts = workers.run([Task(partial(facts_of, part, messages), 0) for part in parts if config.back_matter.remarks])
    remarks = remarks_on(records, [*chain.from_iterable(facts)], messages)
    return ExplainedPuzzles(records, hints, walkthroughs, techniques if teaches else None, excerpts, uses, remarks)


def _searched(config: BookConfig, records: Sequence[GradedPuzzle]) -> frozenset[int | None]:
    """Return the numbers of the puzzles that are searched for the examples of lessons and openers."""
    teaches = config.front_matter.techniques != "none"
    shown = {index for index, section in enumerate(config.sections, start=1) if teaches or section.opener}
    counts = Counter(record.section for record in records)
    places: Counter[int | None] = Counter()
    numbers = []
    for record in records:
        if record.section in shown and is_searched(places[record.section], counts[record.section]):
            numbers.append(record.number)
        places[record.section] += 1
    return frozenset(numbers)


def _explain_some(
    records: Sequence[GradedPuzzle],
    messages: Messages,
    with_hints: bool,
    walked: frozenset[int],
    teaches: bool,
    searched: frozenset[int | None],
) -> list[ExplainedPuzzles]:
    """Explain some puzzles: their hints, with ``teaches`` their techniques, and examples from those ``searched``.

    Those ``walked`` get a step-by-step solution.
    """
    hints: dict[int, tuple[Hint, ...]] = {}
    walkthroughs: dict[int, tuple[Stage, ...]] = {}
    lessons = {code for code, technique in TECHNIQUES.items() if technique.lesson}
    used: dict[str, set[str]] = {}
    excerpts: dict[tuple[int, str], tuple[Found, ...]] = {}
    uses: Counter[tuple[int, str]] = Counter()
    for record in records:
        number, section = record.number or 0, record.section or 0
        taught = used.setdefault(record.puzzle.grid.variant.words, set())
        shows_examples = record.number in searched
        explains = shows_examples or (teaches and taught != lessons)
        if not (with_hints or explains or number in walked):
            continue
        trace = run(record.puzzle, MAX_TIER)
        steps = tuple(solution_path(trace)) if explains else ()
        codes = [step.technique for step in steps]
        taught |= lessons & {*codes}
        if shows_examples:
            uses.update(zip(repeat(section), codes))
            keep_best(excerpts, _in_section(section, excerpts_of(record.puzzle, steps, number, messages)))
        if with_hints:
            hints[number] = puzzle_hints(trace, messages)
        if number in walked:
            walkthroughs[number] = walkthrough(trace, messages)
    techniques = {words: frozenset(some) for words, some in used.items()}
    return [ExplainedPuzzles((), hints, walkthroughs, techniques, excerpts, uses)]


def _in_section(section: int, excerpts: Excerpts[str]) -> Excerpts[tuple[int, str]]:
    return {(section, code): some for code, some in excerpts.items()}


def placeholder_puzzles(config: BookConfig) -> ExplainedPuzzles:
    """Return empty puzzles of the sizes of a book's puzzles, with long hints and all techniques.

    Their layout shows before hours of work what cannot be printed.
    """
    records: list[GradedPuzzle] = []
    for index, section in enumerate(config.sections, start=1):
        empty = [_placeholder(section, number, index) for number in range(1, section.count + 1)]
        in_order = enumerate(printing_order(empty, section), start=len(records) + 1)
        records += [replace(record, number=number) for number, record in in_order]
    with_hints = records if config.aids.hints != "none" else []
    hints = {record.number or 0: _placeholder_hints(record.grade.difficulty) for record in with_hints}
    walkthroughs = dict.fromkeys(walked_numbers(config, records), PLACEHOLDER_STAGES)
    excerpts = {
        (record.section or 0, code): (
            Found(Rank(False, 0.0, record.number or 0, 0, ()), placeholder_excerpt(record.puzzle.grid.variant, code)),
        )
        * KEPT
        for record, code in product(records, PLACEHOLDER_TECHNIQUES)
    }
    remarks = dict.fromkeys(range(1, 1 + len(records) * config.back_matter.remarks, 2), PLACEHOLDER_HINTS[0].question)
    return ExplainedPuzzles(records, hints, walkthroughs, excerpts=excerpts, remarks=remarks)


def _placeholder_hints(difficulty: str) -> tuple[Hint, ...]:
    """Return as many hints as puzzles of a difficulty have: one for single clues (see tiers.sticking_points)."""
    return PLACEHOLDER_HINTS if DIFFICULTIES[difficulty].tier > 1 else PLACEHOLDER_HINTS[:1]


def _placeholder(section: SectionConfig, number: int, index: int) -> GradedPuzzle:
    grid, settings = section.board(number), section.settings(number)
    spec = settings.spec
    density, _ = spec.mines_on(spec.layout_on(grid), grid.variant, spec.hand)
    total = round(density * grid.area) if spec.total else None
    puzzle = Puzzle(grid, tuple(blank_cells(grid).tolist()), total)
    grade = Grade(DIFFICULTIES[settings.difficulty].tier, settings.difficulty, 0.0, 0, (0, 0))
    picture = section.picture(number)
    return GradedPuzzle(puzzle, (False,) * grid.size, grade, section=index, picture=picture.name if picture else None)


def read_puzzles(path: Path, config: BookConfig, source: str) -> list[GradedPuzzle]:
    """Read the puzzles.jsonl of an earlier build, to print its puzzles again; ``source`` names the config.

    Raises ConfigError for puzzles that do not match the sections of the config.
    """
    records = read_records(path)
    wrong_choices = _not_chosen(records, config, chosen_puzzles(config), reprinted=True)
    for problem in chain(_misplaced(records, config), wrong_choices):
        number = f"puzzle {problem.number}: " if problem.number else ""
        raise ConfigError(f"{path}: {number}{problem.detail}; leave out --puzzles, or correct {source}")
    return records


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
        if same_version and not reprinted:
            findings += _graded_otherwise(records)
    if len(findings) > MAX_FINDINGS:
        more = Finding("P208", 0, 0, f"{len(findings) - MAX_FINDINGS} more findings of {path.name} are left out")
        findings = [*findings[:MAX_FINDINGS], more]
    return RecordsReport(tuple(records), tuple(findings), usable)


def _read(path: Path, same_version: bool) -> tuple[list[GradedPuzzle], list[Finding]]:
    records: list[GradedPuzzle] = []
    findings: list[Finding] = []
    try:
        rows = read_limited(path, MAX_RECORDS).decode().split("\n")  # with line ends as they are: each byte counts
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


def _wrong_counts(records: Sequence[GradedPuzzle], config: BookConfig) -> Iterator[Finding]:
    counts = Counter(record.section for record in records)
    for index, section in enumerate(config.sections, start=1):
        if counts[index] != section.count:
            count = pluralize(counts[index], "record")
            yield Finding("P208", 0, 0, f"it has {count} for section {section.name!r}, expected {section.count}")


def _chosen_ideas(config: BookConfig) -> dict[tuple[str, int], str | None]:
    """Return the ideas of chosen puzzles by the names of their sections and their places."""
    return {(choice.section, choice.place): choice.idea for choice in config.choices}


def _misplaced(records: Sequence[GradedPuzzle], config: BookConfig) -> Iterator[Finding]:
    """Find records out of place: counts of sections, numbers, and boards that their section does not ask for."""
    yield from _wrong_counts(records, config)
    ideas = _chosen_ideas(config)
    places = [
        (section, index, place)
        for index, section in enumerate(config.sections, start=1)
        for place in range(1, section.count + 1)
    ]  # fmt: skip
    for number, (record, place) in enumerate(zip_longest(records, places), start=1):
        if record is None:
            return
        if record.number != number:
            yield Finding("P208", 0, record.number or 0, f"line {number} has the number {record.number}")
        elif place is not None:
            section, index, at = place
            if record.section != index:
                yield Finding("P208", 0, number, f"it is in section {record.section}, expected {index}")
            elif mismatch := section_mismatch(record, section, at, ideas.get((section.name, at))):
                yield Finding("P208", 0, number, f"{mismatch} in section {section.name!r}")


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
    yield from _not_chosen(records, config, chosen, reprinted=False)
    for index, section in enumerate(config.sections, start=1):
        found = [record for record in records if record.section == index]
        made = [record for place, record in enumerate(found, start=1) if place not in chosen[index]]
        by_stream, wrong = _by_stream(made, config.series, section)
        yield from wrong
        if wrong:
            continue
        yield from _wrong_order(found, by_stream, section, chosen[index])
        yield from _wrong_quality(found if chosen[index] else by_stream.values(), section)


def _graded_otherwise(records: Sequence[GradedPuzzle]) -> Iterator[Finding]:
    """Find puzzles that this version made, but that have the grading of another one."""
    for record in records:
        if record.stream is not None and record.grade.grading != GRADING:
            yield Finding("P208", 0, record.number or 0, f"grading: found {record.grade.grading}, expected {GRADING}")


def _not_chosen(
    records: Sequence[GradedPuzzle], config: BookConfig, chosen: Chosen, *, reprinted: bool
) -> Iterator[Finding]:
    """Find places whose puzzle is not the chosen one, which has no stream unless it is ``reprinted``."""
    for index, places in chosen.items():
        in_section = [record for record in records if record.section == index]
        for place, expected in places.items():
            record = in_section[place - 1]
            has_stream = record.stream is not None or record.attempts is not None
            if not is_chosen(record, expected) or (has_stream and not reprinted):
                name = config.sections[index - 1].name
                detail = f"it is not the puzzle that choices has for place {place} of section {name!r}"
                yield Finding("P208", 0, record.number or 0, detail)


def _wrong_order(
    records: Sequence[GradedPuzzle],
    by_request: Mapping[int, GradedPuzzle],
    section: SectionConfig,
    chosen: Mapping[int, GradedPuzzle],
) -> Iterator[Finding]:
    """Find the first puzzle of a section that does not stand by its score among those of its kind.

    Each place of the section is for one kind. The places of a kind take its puzzles from the lowest score on, those of
    the ``chosen`` puzzles apart.
    """
    by_kind: dict[Alike, list[GradedPuzzle]] = {}
    for number, record in by_request.items():
        by_kind.setdefault(request_kind(section, number), []).append(record)
    waiting = {kind: deque(sorted(puzzles, key=lambda puzzle: puzzle.grade.score)) for kind, puzzles in by_kind.items()}
    for place, (kind, record) in enumerate(zip(place_kinds(section), records, strict=True), start=1):
        if place in chosen:
            continue
        expected = waiting[kind].popleft() if waiting.get(kind) else None
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
        place = _place_of(record, match, section) if match is not None else 0
        if not place or place in by_place:
            detail = f"the seed {_short(record.stream)} with {record.attempts} attempts is none of its section"
            findings.append(Finding("P208", 0, record.number or 0, detail))
            continue
        by_place[place] = record
        findings += [
            Finding("P208", 0, record.number or 0, detail) for detail in _made_for_others(record, section, place)
        ]
    return dict(sorted(by_place.items())), findings


def _made_for_others(record: GradedPuzzle, section: SectionConfig, place: int) -> Iterator[str]:
    """Describe how the wishes and the hand of a record differ from those of its place in a section.

    Records of earlier versions have no hand.
    """
    wanted = {name: wish["wanted"] for name, wish in (record.wishes or {}).items()}
    asked_for = section_aim(section, place).wishes
    if wanted != asked_for:
        asked = ", ".join(f"{name} {value}" for name, value in asked_for.items())
        yield f"it was made for {_short(wanted)}, the section asks for {asked or 'nothing'}"
    hand = section.settings(place).hand
    if record.hand not in (None, hand):
        yield f"it has the hand {record.hand}, the section {hand or 'has none'}"


def _place_of(record: GradedPuzzle, stream: re.Match[str], section: SectionConfig) -> int:
    """Return the place in its section for which a record was made by its stream; 0 if it does not fit there."""
    place, candidate = int(stream["place"]), stream["candidate"]
    candidates = EFFORTS[section.spec.resolved_effort].candidates
    fits = (
        1 <= place <= section.count
        and (candidate is None or 2 <= int(candidate) <= candidates)
        and record.attempts == int(stream["attempt"]) + 1
        and record.puzzle.grid == section.board(place)
        and (not section.pictures or record.picture == section.pictures[place - 1].name)
    )
    return place if fits else 0


def _wrong_quality(records: Iterable[GradedPuzzle], section: SectionConfig) -> Iterator[Finding]:
    """Compare the quality, which depends on the puzzles chosen before. ``proof`` compares its other parts."""
    chosen = ChosenPuzzles()
    for record in records:
        if (record.quality is not None) != (EFFORTS[section.spec.resolved_effort].moves > 0):
            there = "without a quality" if record.quality is None else "with a quality"
            detail = f"it is {there}, the section has the effort {section.spec.resolved_effort}"
            yield Finding("P209", 0, record.number or 0, detail)
        elif record.quality is not None:
            expected = (chosen.rated(record).quality or {})["fresh"]
            if record.grade.grading == GRADING and record.quality["fresh"] != expected:
                detail = f"fresh {record.quality['fresh']} recorded, {expected} found"
                yield Finding("P209", 0, record.number or 0, detail)
            chosen.add(record)
