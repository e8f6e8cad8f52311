"""Message catalogues: every language is complete, and an error is reported with its place."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import get_args

import pytest

from puzzlegen.api import generate_many
from puzzlegen.board.lattices import KNIGHT, MINESWEEPER, MOSAIC, ORTHOGONAL, VARIANTS, Variant
from puzzlegen.drawing.fonts import FAMILIES, FontMetrics, FontSet, family_file
from puzzlegen.files.templates import language_problem, languages, shipped_folder
from puzzlegen.formats import detect, line
from puzzlegen.language.catalogue import VARIANT_RULES, load, placeholders
from puzzlegen.language.explanations import caption, step_sentence
from puzzlegen.language.locale_formatting import date_in_words
from puzzlegen.language.markdown import template_blocks
from puzzlegen.language.markdown_blocks import Figure
from puzzlegen.language.messages import Message
from puzzlegen.layout.core.document import Font
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run, solve

LANGUAGES = languages()
TEMPLATES = shipped_folder("templates")
VARIABLES = {"title": "T", "subtitle": "S", "author": "A", "series": "s", "puzzles": "12", "name": "N"}
VARIABLES |= {"typeface": "F", "total": "None.", "rules": "R.", "facts": "F.", "mines": "mines"}
ENGLISH = (TEMPLATES / "en" / "words.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "code"),
    [("Português", "pt"), ("portugues", "pt"), ("portuguese", "pt"), ("ESPAÑOL", "es"), ("espanol", "es"),
     ("italiano", "it"), ("Nederlands", "nl"), ("deutsch", "de"), ("francais", "fr"), ("english", "en")],
)  # fmt: skip
def test_the_name_of_a_language_suggests_its_code(name: str, code: str) -> None:
    assert f'; did you mean "{code}"?; to add' in str(language_problem(name))


def test_user_files_replace_the_included_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = Path("templates/sv/words.yaml")
    own.parent.mkdir(parents=True)
    own.write_text(ENGLISH.replace("heading: Answers", "heading: Svar"), encoding="utf-8")
    assert load("sv").text("key.heading") == "Svar"
    assert load("en").text("key.heading") == "Answers"
    own.write_text(ENGLISH.replace("heading: Answers", "heading: Facit"), encoding="utf-8")
    assert load("sv").text("key.heading") == "Facit"


def words_of(entries: Mapping[str, Message]) -> dict[str, str]:
    """Every message by its key, and every form of a plural by its key and category."""
    flat: dict[str, str] = {}
    for key, message in entries.items():
        flat |= {key: message} if isinstance(message, str) else {f"{key}.{form}": message[form] for form in message}
    return flat


def printed(language: str) -> dict[str, str]:
    """Every printed text of a language, its Markdown set."""
    words = load(language)
    found = {f"number {number}": text for number, text in enumerate(words.numbers, start=1)}
    for name, entries in (("", words.entries), *words.variants.items()):
        found |= {f"{name} {key}": text for key, text in words_of(entries).items()}
    for path in sorted((TEMPLATES / language).glob("*.md")):
        for i, block in enumerate(template_blocks(path.name, VARIABLES, words)):
            if not isinstance(block, Figure):
                found[f"{path.name} {i}"] = "".join(run.text for run in block.runs)
    return found


def test_seven_languages_are_included() -> None:
    assert set(LANGUAGES) == {"en", "de", "es", "fr", "it", "nl", "pt"}
    assert {code for code in LANGUAGES if load(code).paper == "letter"} == {"en"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_writes_dates_in_letters_that_fonts_have(language: str) -> None:
    assert not FontMetrics().missing(date_in_words(date(2026, 12, 1), language), "regular")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_entries_placeholders_and_templates(language: str) -> None:
    for variant in VARIANTS.values():  # a variant replaces other entries in other languages
        mine, english = (words_of(load(code).for_variant(variant).entries) for code in (language, "en"))
        assert list(mine) == list(english)
        for path, text in english.items():
            if not path.endswith(".one"):  # which may spell the number out
                assert set(placeholders(mine[path])) == set(placeholders(text)), path
    for file in (TEMPLATES / "en").iterdir():
        assert (TEMPLATES / language / file.name).is_file()
        if file.suffix == ".md":
            ours, theirs = (template_blocks(file.name, VARIABLES, load(code)) for code in (language, "en"))
            assert [type(block) for block in ours] == [type(block) for block in theirs], file.name
            assert [b for b in ours if isinstance(b, Figure)] == [b for b in theirs if isinstance(b, Figure)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_technique(language: str) -> None:
    words = load(language)
    pairs = {f"{code}.caption" for code, technique in TECHNIQUES.items() if technique.first}
    named = {f"{code}.{entry}" for code in TECHNIQUES for entry in ("name", "reason")}
    assert set(words.group("techniques")) == named | pairs


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_every_character_of_every_language(language: str, family: str) -> None:
    text = "".join(printed(language).values()) + "".join(load(language).typography.quotes)
    regular = family_file(family)
    metrics = FontMetrics(FontSet(regular, family_file(family, "bold"), regular, family_file(family, "display")))
    for font in get_args(Font):
        assert metrics.missing(text.replace("\n", ""), font) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_words_are_well_set(language: str) -> None:
    """No typewriter quotes, no double spaces, no space before a mark that could break a line."""
    for path, text in printed(language).items():
        assert not re.search(r"[\"'`]|  | [,.;:!?%»”]|« |\.\.\.| - |\d-\d{2}", text), (path, text)
        if language == "fr":
            assert not re.search(r"(?<![\u00a0\u202f\d]):|(?<!\u202f)[;!?»]|«(?!\u202f)", text), (path, text)
    answer = load(language).pattern("puzzle.answer")
    assert "p.\u00a0" in answer or ".\u00a0{page}" in answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_technique_has_a_complete_sentence(language: str) -> None:
    words = load(language)
    rows = (Path(__file__).parents[1] / "solver" / "techniques.txt").read_text(encoding="utf-8").splitlines()
    techniques = set()
    for _, text, state in (row.split() for row in rows if row and not row.startswith("#")):
        if state != "-":
            puzzle = line.parse(text)
            for step in solve(puzzle, 4).deductions:
                for sentence in (step_sentence(puzzle, step, words), caption(puzzle, step, words)):
                    assert re.fullmatch(r"[^{}]*[^{} ,;:]\.", sentence), sentence
                    assert "  " not in sentence
                techniques.add(step.technique)
    assert techniques == set(TECHNIQUES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", [row for row in VARIANTS.values() if row.words], ids=str)
def test_every_variant_states_its_own_rules(variant: Variant, language: str) -> None:
    words = load(language)
    own = words.for_variant(variant)
    for key in VARIANT_RULES:
        assert own.text(key) != words.text(key)
    assert len({load(language).for_variant(row).text("picture.game") for row in VARIANTS.values()}) == len(VARIANTS)


@pytest.mark.parametrize("variant", [row for row in VARIANTS.values() if row.words], ids=str)
def test_the_examples_of_a_variant_are_puzzles_of_it_with_one_solution(variant: Variant) -> None:
    """Languages have the same figures (see above)."""
    figures = template_blocks(f"how-to-play-{variant.words}.md", VARIABLES, load("en"))
    (puzzle,) = (detect.parse(one.puzzle) for one in figures if isinstance(one, Figure) and one.name == "example")
    rounds = run(puzzle, 4)
    assert puzzle.grid.variant is variant
    assert solutions(puzzle).solutions == (rounds.solution,)
    assert rounds.hardest == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", [KNIGHT, ORTHOGONAL], ids=str)
def test_steps_of_a_variant_do_not_mention_cells_around_a_number(variant: Variant, language: str) -> None:
    """A number does not touch the cells that it counts, which are not around it either."""
    words = load(language)
    own = words.for_variant(variant)
    puzzles = generate_many(12, "6x6", kind=variant, seed="words", difficulty="medium", density=0.25)
    sentences = [own.text("puzzle.rules"), own.text("play.rules"), own.text("legend.clue")]
    for puzzle in (one.puzzle for one in puzzles):
        for step in solve(puzzle).deductions:
            sentences += [step_sentence(puzzle, step, words), caption(puzzle, step, own)]
    touching = r"touch\w*|berühr\w*|toca\w?|tocc\w*|raak\w*|rak\w*|around|ringsum|um sie|rode\w*|alrededor"
    foreign = re.compile(rf"\b({touching}|entoure\w?|autour|intorno|omheen|eromheen|ao redor)\b", re.IGNORECASE)
    assert len(sentences) > 100
    assert not [sentence for sentence in sentences if foreign.search(sentence)]


MOSAICS = ["8x6:a33b3a2c33b4a53b53b5a4e74a2f1b0a", "6x6:c01a3a42b3a4a2a3555c6a4e211", "3x3:i,m9"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_of_a_mosaic_do_not_mention_mines(language: str) -> None:
    """Cells are filled or empty there, and a number does not touch cells but counts them, its own too."""
    words = load(language)
    sentences = [
        words.for_variant(MOSAIC).text("puzzle.rules"),
        words.for_variant(MOSAIC).text("play.rules"),
        words.for_variant(MOSAIC).text("legend.clue"),
    ]
    for text in MOSAICS:
        puzzle = detect.parse(text, MOSAIC)
        sentences += [step_sentence(puzzle, step, words) for step in solve(puzzle, 4).deductions]
    assert len(sentences) > 30
    foreign = re.compile(r"\b(mines?|minen?|minas?|mijn(en)?|touch(es)?|berührt|toca|tocca|raakt)\b", re.IGNORECASE)
    assert not [sentence for sentence in sentences if foreign.search(sentence)]
    assert words.for_variant(MINESWEEPER) is words
    assert words.for_variant(MOSAIC).for_variant(MOSAIC) == words.for_variant(MOSAIC)


def test_a_variant_replaces_some_messages_and_keeps_the_others() -> None:
    english = load("en")
    assert english.for_variant(MINESWEEPER) is english
    mosaic = english.for_variant(MOSAIC)
    assert mosaic.group("step") != english.group("step")
    assert (mosaic.language, mosaic.typography, mosaic.numbers) == (
        english.language,
        english.typography,
        english.numbers,
    )
