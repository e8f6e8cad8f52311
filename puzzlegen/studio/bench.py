"""The puzzle bench: lists the puzzles of a book, turns changes into choices, and explains solutions.

Its functions run in the process that draws the pages of the project, in the folder of the project. Puzzles come from
the folder of the studio or from the finished book.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import MIXED, idea_named, working_ideas
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Status
from puzzlegen.board.shape_cells import shape_of
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.board.symmetry import keys_of
from puzzlegen.book.build import check_unprinted
from puzzlegen.book.design import load_design
from puzzlegen.book.explained_puzzles import read_puzzles
from puzzlegen.book.reuse import requests_hash
from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.load import loads_book
from puzzlegen.config.own_pages import ChoiceConfig
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import ConfigError, FormatError, GenerationError, PuzzlegenError
from puzzlegen.files.build_folder import PUZZLES, UNREADABLE, BookFolder
from puzzlegen.files.reading import json_object
from puzzlegen.files.writing import config_ledger
from puzzlegen.formats import line
from puzzlegen.generator.chosen_puzzles import chosen_puzzles, with_chosen_puzzles
from puzzlegen.grading.grade import grade
from puzzlegen.grading.order import place_kinds
from puzzlegen.grading.quality import parts, score_of
from puzzlegen.language.catalogue import load
from puzzlegen.schema.edit import set_value
from puzzlegen.schema.validation import field_problem
from puzzlegen.solver.tiers import run
from puzzlegen.studio.chosen import KEY
from puzzlegen.studio.config_editor import section_names
from puzzlegen.studio.picture_book import Room, divided, with_hands, with_numbers, with_section
from puzzlegen.studio.projects import LEDGER, OUTPUT, path_inside
from puzzlegen.studio.solve_tools import sentences, solution_steps

MADE_PUZZLES = ".studio/puzzles-{}.jsonl"  # in the project: puzzles without choices, by the hash of what is asked


def without_choices(config: BookConfig) -> BookConfig:
    """Return the book without chosen puzzles."""
    return config.model_copy(update={"choices": []})


def made_file(config: BookConfig) -> Path:
    """Return the file for the puzzles that the studio makes for a book; choices do not change it.

    Raises OutputError for a link out of the folder of the book.
    """
    return path_inside(Path(), MADE_PUZZLES.format(requests_hash(without_choices(config))[:32]))


def made_records(config: BookConfig) -> list[GradedPuzzle] | None:
    """Return the puzzles of a book as it is printed, with the chosen ones; None if they are not made.

    Raises GenerationError for choices that do not fit.
    """
    path, usual = made_file(config), without_choices(config)
    made = read_puzzles(path, usual, "the config") if path.is_file() else _printed(usual)
    if made is not None:
        return with_chosen_puzzles(config, made, chosen_puzzles(config))
    return _printed(config) if config.choices else None


def _printed(config: BookConfig) -> list[GradedPuzzle] | None:
    """Return the puzzles of the finished book if it has just these."""
    folder = Path(OUTPUT)
    try:
        if BookFolder.read(folder).has_puzzles_of(requests_hash(config)):
            return read_puzzles(folder / PUZZLES, config, "the config")
    except (*UNREADABLE, ConfigError, FormatError):
        pass  # no book, or one of other puzzles
    return None


def shown_puzzle(graded: GradedPuzzle) -> dict[str, Any]:
    """Return what the studio shows of a puzzle, for JSON."""
    puzzle_line = line.write(graded.puzzle)
    return {
        "line": puzzle_line,
        "size": str(graded.puzzle.grid),
        "kind": str(graded.puzzle.grid.variant),
        "difficulty": graded.grade.difficulty,
        "score": round(graded.grade.score, 1),
        "quality": round(_quality(graded)),
        "par": list(graded.grade.par),
        "idea": graded.idea or "",
    }


def _quality(graded: GradedPuzzle) -> float:
    """Return the quality score; where it is not recorded, it is computed as for a puzzle unlike all others."""
    if graded.quality is not None and "score" in graded.quality:
        return graded.quality["score"]
    return _computed_quality(graded)


@lru_cache(maxsize=4096)
def _known_quality(puzzle_line: str, difficulty: str, score: float) -> float:
    return score_of({**parts(run(line.parse(puzzle_line), MAX_TIER), score, difficulty), "fresh": 1.0})


def _computed_quality(graded: GradedPuzzle) -> float:
    return _known_quality(line.write(graded.puzzle), graded.grade.difficulty, graded.grade.score)


def _possible_ideas(config: BookConfig, name: str, place: int, graded: GradedPuzzle) -> list[str]:
    """Return the names of the ideas that another puzzle at a place of a section could show."""
    spec = _spec_of(config, name, place)
    if graded.picture or spec.shape or spec.total or spec.idea not in {None, MIXED}:
        return []  # the section promises its own idea, and no idea goes together with a shape or a printed total
    return _working_ideas(graded.puzzle.grid, graded.grade.difficulty)


@lru_cache(maxsize=64)
def _working_ideas(grid: Grid, difficulty: str) -> list[str]:
    return [idea_named(recorded)[0].name for recorded in working_ideas(grid, difficulty)]


Place = tuple[str, int]  # the name of a section and the place in it, from 1


def bench_puzzles(text: str) -> list[dict[str, Any]] | None:
    """Return what the bench shows of each puzzle; None while they are not made.

    ``earlier`` and ``later`` are the numbers of the nearest places that it may move to, None if there are none.

    Raises ConfigError, or GenerationError for choices that do not fit.
    """
    config = loads_book(text)
    records = made_records(config)
    if records is None:
        return None
    titles = {(choice.section, choice.place): choice.title or "" for choice in config.choices}
    shown, messages = [], load(config.language)
    for number, (record, (section, place)) in enumerate(zip(records, places(config), strict=True), start=1):
        kinds = _kinds(config, section)
        shown.append(
            {
                **shown_puzzle(record),
                "number": number,
                "section": section,
                "place": place,
                "chosen": (section, place) in titles,
                "title": titles.get((section, place), ""),
                "earlier": number - place + before if (before := _next_place(kinds, place, -1)) else None,
                "later": number - place + after if (after := _next_place(kinds, place, 1)) else None,
                "ideas": _possible_ideas(config, section, place, record),
                "sentence": words.sentence if (words := messages.idea(record.idea)) else "",
            }
        )
    return shown


def places(config: BookConfig) -> list[Place]:
    """Return the section and place of each puzzle, in printing order."""
    return [(section.name, place) for section in config.sections for place in range(1, section.count + 1)]


def _kinds(config: BookConfig, name: str) -> list[Any]:
    return list(place_kinds(next(section for section in config.sections if section.name == name)))


def _next_place(kinds: Sequence[Any], place: int, step: int) -> int | None:
    """Return the nearest place, from 1, whose puzzle is of the same kind and board; ``step`` is 1 or -1."""
    index = place - 1 + step
    while 0 <= index < len(kinds):
        if kinds[index] == kinds[place - 1]:
            return index + 1
        index += step
    return None


# --- Changes ----------------------------------------------------------------------------------------------------------


def pinned(text: str, number: int, puzzle: str | None, title: str | None = None, idea: str | None = None) -> str:
    """Return the file of choices with one more, ``puzzle`` for the place of a number; None removes the choice.

    ``title`` is printed over the puzzle, and ``idea`` is what its clues show; None leaves what it has. Raises
    ConfigError for a title that cannot be printed, and GenerationError for a puzzle that does not fit.
    """
    config = loads_book(text)
    all_places = places(config)
    if not 1 <= number <= len(all_places):
        raise ConfigError(f"puzzle {number}: the book has {len(all_places)}")
    if title and (problem := field_problem(ChoiceConfig, "title", title)):
        raise ConfigError(f"title over it: {problem.beside_value}")
    if title:
        _check_glyphs(config, title)
    given = {"title": title, "idea": idea}
    words = {name: value for name, value in given.items() if value is not None}
    return _changed(config, {all_places[number - 1]: puzzle}, {puzzle: words} if puzzle else {})


def _check_glyphs(config: BookConfig, title: str) -> None:
    """Raise ConfigError for a title that the fonts of a book lack: bold over the puzzle, regular with the answer."""
    design = load_design(config.theme, config.language, config.cells)
    words = design.messages.words_over(None, title)
    for font in ("bold", "regular"):
        if missing := design.metrics.missing(words.title if words else "", font):
            raise ConfigError(f"title over it: the font of the book has no {' '.join(missing)}: use other words")


def moved(text: str, number: int, to: int) -> str:
    """Return the file of choices with puzzle ``number`` at the place of puzzle ``to``, and those between moved by one.

    Only places of the same kind and board take part. Raises ConfigError for places that cannot be exchanged.
    """
    config = loads_book(text)
    records = made_records(config)
    all_places = places(config)
    if records is None or not (1 <= number <= len(records) and 1 <= to <= len(records)):
        raise ConfigError(f"puzzle {number}: cannot be moved to {to}; load the page again")
    (section, place), (other, target) = all_places[number - 1], all_places[to - 1]
    kinds = _kinds(config, section)
    if other != section or kinds[place - 1] != kinds[target - 1]:
        raise ConfigError(f"puzzle {number}: can only take the place of a puzzle of its section, size and kind")
    path = _path(kinds, place, target)
    moving = [records[number - place + place_on_path - 1] for place_on_path in path]
    turned = [line.write(record.puzzle) for record in (*moving[1:], moving[0])]
    changes = {(section, place_on_path): puzzle for place_on_path, puzzle in zip(path, turned, strict=True)}
    return _changed(config, changes, {line.write(record.puzzle): _words(record) for record in moving})


def _path(kinds: Sequence[Any], place: int, target: int) -> list[int]:
    """Return the places from one to another that are of their kind, both included."""
    path = [place]
    while path[-1] != target:
        path.append(_next_place(kinds, path[-1], 1 if target > place else -1) or target)
    return path


Words = dict[str, str]  # title and idea of a chosen puzzle, by their keys; empty ones are left out


def _words(of: ChoiceConfig | GradedPuzzle) -> Words:
    title = {"title": of.title or ""} if isinstance(of, ChoiceConfig) else {}
    return {**title, "idea": of.idea or ""}


def _changed(config: BookConfig, changes: Mapping[Place, str | None], given: Mapping[str, Words]) -> str:
    """Return the file of choices with changes, in printing order. ``given`` has new words by their puzzles."""
    chosen: dict[Place, str | None] = {(choice.section, choice.place): choice.puzzle for choice in config.choices}
    chosen |= changes
    words = {choice.puzzle: _words(choice) for choice in config.choices}  # they move with their puzzles
    words |= {puzzle: words.get(puzzle, {}) | new for puzzle, new in given.items()}
    rows = [_row_for(place, puzzle, words.get(puzzle, {})) for place in places(config) if (puzzle := chosen.get(place))]
    try:
        chosen_puzzles(_with_rows(config, rows))  # refuses what does not fit
        _check_unprinted(config, changes)
    except GenerationError as error:
        texts = [problem.text for problem in error.problems]  # without places: the page knows no list of choices
        raise GenerationError(*texts) from None
    return _written(rows)


def _check_unprinted(config: BookConfig, changes: Mapping[Place, str | None]) -> None:
    """Raise GenerationError for a newly chosen puzzle that another book of the ledger has."""
    before = {choice.puzzle for choice in config.choices}
    new = [_row_for(place, puzzle, {}) for place, puzzle in changes.items() if puzzle and puzzle not in before]
    ledger = config_ledger(config.ledger) if config.ledger else Path("..", LEDGER).resolve()
    check_unprinted(_with_rows(config, new), Path(OUTPUT), ledger)


def _row_for(place: Place, puzzle: str, words: Words) -> dict[str, Any]:
    """Return an entry of the choices."""
    section, number = place
    return {"section": section, "place": number, "puzzle": puzzle} | {key: text for key, text in words.items() if text}


def fitting(text: str, content: str) -> str:
    """Return the file of choices with those of ``content`` that fit the book; the others are left out.

    Raises ConfigError if the config has other problems than its choices.
    """
    config = loads_book(set_value(text, (KEY,), None))
    rows: list[dict[str, Any]] = []
    taken: set[object] = set()
    for row in content.splitlines():
        try:
            found = json_object(row)
            (graded,) = [one for some in chosen_puzzles(_with_rows(config, [found])).values() for one in some.values()]
        except (PuzzlegenError, ValueError):
            continue
        names = {(found["section"], found["place"]), *keys_of(graded.puzzle, graded.solution)}
        if not names & taken:
            taken |= names
            rows.append(found)
    return _written(rows)


def _with_rows(config: BookConfig, rows: list[dict[str, Any]]) -> BookConfig:
    return BookConfig.model_validate(config_values(config) | {"choices": rows})


def _written(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


# --- Composed puzzles -------------------------------------------------------------------------------------------------


def fitting_places(text: str, puzzle_line: str) -> dict[str, Any]:
    """Return the ``places`` of a book that a puzzle fits: the number of each, and its section.

    ``new`` are the places before which a new one can be: the first of each section, and those within one that can be
    divided. ``wanted`` has what the places of the book ask for, in words, and
    ``ideas`` the sentences about what the puzzle shows, by their ideas. Raises ConfigError for a config with problems.
    """
    config, grid = loads_book(text), line.parse(puzzle_line).grid
    kinds = {section_config.name: _kinds(config, section_config.name) for section_config in config.sections}
    fits: dict[tuple[str, object], bool] = {}
    sections = {section_config.name: section_config for section_config in config.sections}
    fitting: dict[str, list[Any]] = {"places": [], "wanted": [], "new": []}
    for number, (section, place) in enumerate(places(config), start=1):
        kind = section, kinds[section][place - 1]
        if place == 1 or _is_divisible(sections[section]):
            fitting["new"].append({"number": number, "section": section})
        if kind not in fits:
            fits[kind] = kinds[section][place - 1][1] == grid and _is_fitting(
                config, _row_for((section, place), puzzle_line, {})
            )
            fitting["wanted"].append(_wanted(config, section, place))
        if fits[kind]:
            fitting["places"].append({"number": number, "section": section})
    fitting["wanted"] = list(dict.fromkeys(fitting["wanted"]))
    return fitting | {"ideas": sentences(puzzle_line, config.language)}


def _wanted(config: BookConfig, name: str, place: int) -> str:
    """Return what a place asks for, such as ``10x10 minesweeper, easy``."""
    section = next(section_config for section_config in config.sections if section_config.name == name)
    spec, board = _spec_of(config, name, place), place_kinds(section)[place - 1][1]
    picture = "a picture" if section.pictures else None
    return ", ".join(filter(None, (f"{board} {board.variant}", spec.difficulty, spec.idea, picture)))


def _spec_of(config: BookConfig, name: str, place: int) -> PuzzleSpec:
    """Return what a place of a section asks for."""
    section = next(section_config for section_config in config.sections if section_config.name == name)
    return section.kinds[0 if section.pictures else place_kinds(section)[place - 1][0]].spec


def _is_fitting(config: BookConfig, row: dict[str, Any]) -> bool:
    try:
        chosen_puzzles(_with_rows(config, [row]))
    except (PuzzlegenError, ValidationError):
        return False
    return True


def put_back(text: str, number: int, was: str, puzzle: str) -> str:
    """Return the file of choices with ``puzzle`` for the place of a number, whose puzzle ``was`` another one.

    The title stays, and the idea if the clues of the puzzle show it. Raises ConfigError if the book has a third puzzle
    there, and what ``pinned`` raises.
    """
    config = loads_book(text)
    place = dict(enumerate(places(config), start=1)).get(number, ("", 0))
    chosen = dict(zip((section.name for section in config.sections), chosen_puzzles(config).values(), strict=True))
    made = dict(enumerate(made_records(config) or (), start=1))
    graded = chosen.get(place[0], {}).get(place[1]) or made.get(number)  # others may be not made yet
    if graded is None or line.write(graded.puzzle) != was:
        raise ConfigError(
            f"puzzle {number}: the book has another one there by now; choose a place below, under Add it to a book"
        )
    title = next((choice.title for choice in config.choices if (choice.section, choice.place) == place), None)
    return pinned(text, number, puzzle, title, graded.idea if graded.idea in sentences(puzzle, config.language) else "")


def with_place_for(
    text: str, puzzle_line: str, before: int | None = None, *, instead: bool = False
) -> tuple[str, list[dict[str, Any]], int]:
    """Return the config of a book with one more place for a puzzle, the earlier choices, and the number of the place.

    The place is at the end, or ``before`` the puzzle with this number, or ``instead`` of that puzzle. It is in the
    section before if that holds chosen puzzles only, or in the section of that puzzle, if the puzzle fits it; else in a
    new section, whose name is that of a new book for the difficulty. Within a section that the puzzle does not fit, the
    new section divides it. Numbers behind names follow the pages. The other puzzles stay: those made for a section that
    changes or is renamed are among the choices, and sections keep their hands.

    Raises ConfigError for a config with problems, FormatError for a text that is no puzzle, and GenerationError for a
    puzzle whose clues do not prove every cell, and for a place within a section that cannot be divided.
    """
    config, puzzle = loads_book(text), line.parse(puzzle_line)
    sections = config.sections
    starts = list(accumulate((section.count for section in sections), initial=1))  # and behind the last
    number = starts[-1] if before is None else before
    if not 1 <= number <= starts[-1] - instead:
        raise ConfigError(f"puzzle {number}: the book has {starts[-1] - 1}; load the page again, then choose the place")
    trace = run(puzzle, MAX_TIER)
    if trace.status is not Status.SOLVED:
        raise GenerationError("the clues do not prove every cell: finish the puzzle first")
    index, difficulty = bisect_right(starts, number) - 1, grade(trace).difficulty
    inside = number - starts[index]
    if index and not inside and not instead and _takes(config, sections[index - 1], puzzle, difficulty):
        index, inside = index - 1, sections[index - 1].count
    return *_with_room(text, config, Room(index, inside, instead), puzzle, difficulty), number


def _with_room(
    text: str, config: BookConfig, room: Room, puzzle: Puzzle, difficulty: str
) -> tuple[str, list[dict[str, Any]]]:
    """Return the config with a new place, and the earlier choices. Raises GenerationError."""
    section = config.sections[room.section] if room.section < len(config.sections) else None
    new, at = _section_for(config, puzzle, difficulty), ("sections", room.section)
    if section is not None and not room.instead and _fits(section, puzzle, difficulty):
        text = set_value(text, (*at, "count"), section.count + 1)
    elif section is not None and (room.inside or room.instead):
        if not _is_divisible(section):
            raise GenerationError(f"section {section.name!r}: cannot be divided; choose a place before it")
        if section.count == room.instead:
            text = set_value(text, (*at, "difficulty"), difficulty)
        else:
            text = divided(text, room.section, (room.inside, section.count - room.inside - room.instead), new)
    else:
        text = with_section(text, room.section, new)
    longer = len(section_names(text)) - len(config.sections)
    return _with_other_puzzles(text, config, room._replace(longer=longer))


def _with_other_puzzles(text: str, config: BookConfig, room: Room) -> tuple[str, list[dict[str, Any]]]:
    """Return a config with a new place, with the names and hands of its sections, and the earlier choices."""
    before = [section.name for section in config.sections]
    text = with_numbers(text, before)
    names, hands = section_names(text), dict[int, str | None]()
    known = {(choice.section, choice.place): (choice.puzzle, _words(choice)) for choice in config.choices}
    made, rows = made_records(config), list[dict[str, Any]]()
    for number, (name, place) in enumerate(places(config)):
        index = before.index(name)
        if (now := room.after(index, place)) is None:
            continue
        hands[now[0]] = config.sections[index].hand
        given = known.get((name, place))
        if made and (names[now[0]] != name or room.changes(index)):
            given = given or (line.write(made[number].puzzle), _words(made[number]))
        rows += [_row_for((names[now[0]], now[1]), *given)] if given else []
    return with_hands(text, hands), rows


def _is_divisible(section: SectionConfig) -> bool:
    """Return whether a new place can be within a section, so that its other puzzles keep their places."""
    alike = len(set(section.boards)) == 1 and not section.pictures and not section.mix
    return alike and not section.titles and not section.two_pages and section.begin != "blank pages"


def _takes(config: BookConfig, section: SectionConfig, puzzle: Puzzle, difficulty: str) -> bool:
    """Return whether a section holds chosen puzzles only, and this one fits it."""
    chosen = sum(choice.section == section.name for choice in config.choices)
    return chosen == section.count and _fits(section, puzzle, difficulty)


def _fits(section: SectionConfig, puzzle: Puzzle, difficulty: str) -> bool:
    """Return whether a section takes one more puzzle, at any place."""
    mismatch = section.spec.mismatch(puzzle.grid, puzzle.total, set(section.boards), difficulty)
    return _is_divisible(section) and not mismatch


def _section_for(config: BookConfig, puzzle: Puzzle, difficulty: str) -> dict[str, Any]:
    """Return the keys of a new section for one composed puzzle; its name is that of a new book for the difficulty."""
    name, grid = load(config.language).text(f"section_name.{difficulty}"), puzzle.grid
    keys = {"name": name, "kind": grid.variant.name, "count": 1, "size": str(grid), "difficulty": difficulty}
    if grid.voids:
        keys["shape"] = shape_of(grid)
    return keys if puzzle.total is None else {**keys, "total": True}


def steps_in_language(text: str, puzzle_line: str) -> list[dict[str, str]]:
    """Return the words of the steps of a puzzle, in the language of the book."""
    return solution_steps(puzzle_line, loads_book(text).language)
