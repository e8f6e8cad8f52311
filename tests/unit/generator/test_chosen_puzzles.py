"""Chosen puzzles stand at their places, and all other puzzles of the book stay as they are."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from small_book import SMALL, puzzles_of

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.edition import write_puzzles
from puzzlegen.book.explained_puzzles import check_records, read_puzzles
from puzzlegen.checking.proof import check_proof
from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, GenerationError
from puzzlegen.formats import line
from puzzlegen.generator.batch import CHOSEN, generate_book
from puzzlegen.generator.chosen_puzzles import chosen_puzzles, with_chosen_puzzles
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.schema.validation import config_hash

Choice = tuple[str, int, str]


def config(*choices: Choice, text: str = SMALL) -> BookConfig:
    entries = [{"section": name, "place": place, "puzzle": puzzle} for name, place, puzzle in choices]
    return loads_book(f"{text}\nchoices: {json.dumps(entries)}\n")


@cache
def made(series: str = "small") -> tuple[GradedPuzzle, ...]:
    return tuple(puzzles_of(loads_book(SMALL.replace("series: small", f"series: {series}"))))


def written(record: GradedPuzzle) -> str:
    return line.write(record.puzzle)


def boards(records: list[GradedPuzzle]) -> list[str]:
    return [written(record) for record in records]


def test_a_chosen_puzzle_replaces_one_and_leaves_the_others() -> None:
    other = written(made("other")[2])
    book = config(("One", 2, other))
    with open_local_pool(1) as pool:
        found = generate_book(book, pool, Silent())
    assert found.rejects is not None and found.rejects[CHOSEN] == 1
    expected = boards(list(made()))
    expected[1] = other
    assert boards(found.puzzles) == expected
    assert [record.number for record in found.puzzles] == list(range(1, 9))
    assert (found.puzzles[1].stream, found.puzzles[1].section) == (None, 1)


def placed(book: BookConfig) -> list[str]:
    return boards(with_chosen_puzzles(book, made(), chosen_puzzles(book)))


def test_a_pinned_puzzle_changes_nothing() -> None:
    assert placed(config(("One", 3, written(made()[2])))) == boards(list(made()))


def test_two_puzzles_change_places() -> None:
    first, fourth = written(made()[0]), written(made()[3])
    expected = boards(list(made()))
    expected[0], expected[3] = fourth, first
    assert placed(config(("One", 1, fourth), ("One", 4, first))) == expected


def test_a_puzzle_chosen_for_another_place_is_not_printed_twice() -> None:
    """The one that lost its place comes in, by its score."""
    last = written(made()[4])
    assert placed(config(("One", 1, last)))[:5] == [last, *boards(list(made()[:4]))]


def test_a_section_of_chosen_puzzles_makes_none() -> None:
    book = config(("Two", 1, written(made()[6])), ("Two", 2, written(made()[5])))
    with open_local_pool(1) as pool:
        found = generate_book(book, pool, Silent())
    assert found.rejects is not None and found.rejects[CHOSEN] == 0
    assert boards(found.puzzles)[5:7] == [written(made()[6]), written(made()[5])]


def test_a_puzzle_of_another_book_is_refused() -> None:
    book = config(("One", 1, written(made()[0])))
    with open_local_pool(1) as pool, pytest.raises(GenerationError, match="printed as one of another book"):
        generate_book(book, pool, Silent(), RepeatFilter(held_as=lambda _: "one of another book"))


def test_a_made_puzzle_chosen_for_another_section_needs_a_choice_of_its_own() -> None:
    text = SMALL.replace("Two, count: 2, size: 7x7, difficulty: medium", "Two, count: 1, size: 6x5, difficulty: easy")
    book = config(("Two", 1, written(made()[0])), text=text)
    with pytest.raises(GenerationError, match=r"sections\[1\]: the puzzle made for place 1 is also chosen for"):
        with_chosen_puzzles(book, [record for record in made() if record.section == 1], chosen_puzzles(book))


# --- The file ---------------------------------------------------------------------------------------------------------


def test_a_file_is_read_into_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    row = {"section": "One", "place": 2, "puzzle": written(made()[1])}
    Path("choices.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    found = loads_book(SMALL + "choices: choices.jsonl\n")
    assert found == config(("One", 2, written(made()[1])))
    Path("choices.jsonl").unlink()  # a finished book does not need it
    again = BookConfig.model_validate(json.loads(json.dumps(config_values(found))))
    assert config_hash(again) == config_hash(found) != config_hash(loads_book(SMALL))


def test_a_file_whose_lists_are_nested_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("choices.jsonl").write_text('{"a":' * 50_000, encoding="utf-8")
    with pytest.raises(ConfigError, match="expected one JSON object"):
        loads_book(SMALL + "choices: choices.jsonl\n")


# --- Records ----------------------------------------------------------------------------------------------------------

EFFORT = SMALL.replace("name: One, count: 5", "name: One, effort: normal, count: 5")


def records_with(folder: Path, book: BookConfig, change: int | None = None) -> list[str]:
    base = puzzles_of(loads_book(EFFORT))
    records = with_chosen_puzzles(book, base, chosen_puzzles(book))
    if change is not None:
        records[change] = replace(base[change], number=change + 1, section=base[change].section)
    write_puzzles(folder, records)
    report = check_records(folder / "puzzles.jsonl", book, reprinted=False, same_version=True)
    assert not [found for record in report.records for found in check_proof(record.puzzle, record, "file")]
    return [finding.detail for finding in report.findings]


def test_records_with_chosen_puzzles_are_checked(tmp_path: Path) -> None:
    book = config(("One", 2, written(made("other")[2])), ("Two", 1, written(made("other")[5])), text=EFFORT)
    assert records_with(tmp_path, book) == []
    problem = "it is not the puzzle that choices has for place 1 of section 'Two'"
    assert problem in records_with(tmp_path, book, 5)


def test_printing_records_again_needs_the_chosen_ones(tmp_path: Path) -> None:
    write_puzzles(tmp_path, list(made()))
    path = tmp_path / "puzzles.jsonl"
    assert len(read_puzzles(path, config(("One", 1, written(made()[0]))), "b.yaml")) == 8
    with pytest.raises(
        ConfigError, match="puzzle 1: it is not the puzzle that choices has for place 1 of section 'One'"
    ):
        read_puzzles(path, config(("One", 1, written(made("other")[0]))), "b.yaml")


def test_a_chosen_puzzle_has_its_own_idea(tmp_path: Path) -> None:
    """Its record names it, so that the sentence about it is printed; without it in the config, none may be named."""
    plain = SMALL.replace("count: 2, size: 7x7, difficulty: medium", "count: 1, size: 9x9, difficulty: easy")
    asked = {name: plain.replace("size: 9x9", f"size: 9x9, idea: {name}") for name in ("even", "odd")}
    base = puzzles_of(loads_book(asked["even"]))

    def book(text: str, idea: str | None) -> BookConfig:
        choice = {"section": "Two", "place": 1, "puzzle": written(base[5]), "idea": idea}
        return loads_book(f"{text}choices: {json.dumps([choice])}\n")

    def ideas(text: str, idea: str | None) -> list[str | None]:
        return [found.idea for found in chosen_puzzles(book(text, idea))[2].values()]

    assert [ideas(plain, None), ideas(plain, "even"), ideas(asked["even"], None)] == [[None], ["even"], ["even"]]
    with_idea, without = book(plain, "even"), book(plain, None)
    write_puzzles(tmp_path, with_chosen_puzzles(with_idea, base, chosen_puzzles(with_idea)))
    file = tmp_path / "puzzles.jsonl"
    assert check_records(file, with_idea, reprinted=False, same_version=True).findings == ()
    (finding,) = check_records(file, without, reprinted=False, same_version=True).findings
    assert finding.detail == "idea: found \"even\", expected none in section 'Two'"
    for text, idea, kind, words in (
        (plain, "only-2s", GenerationError, "place 1: its clues do not show the idea only-2s; choose another puzzle"),
        (
            asked["odd"],
            "even",
            GenerationError,
            "idea: found even, but the section asks for odd; leave it out",
        ),
        (plain, "mixed", ConfigError, 'idea: found "mixed", allowed only-2s'),
    ):
        with pytest.raises(kind, match=words):
            ideas(text, idea)
