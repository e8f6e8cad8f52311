"""Message catalogues: every language is complete, and an error is reported with its place."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from puzzlegen.api import generate_many
from puzzlegen.board.lattices import KNIGHT, MINESWEEPER, MOSAIC, ORTHOGONAL, VARIANTS, Variant
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.fonts import FAMILIES, FontMetrics, FontSet, family_file
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import language_problem, languages, shipped_folder
from puzzlegen.formats import detect, line
from puzzlegen.language.catalogue import VARIANT_RULES, load, placeholders
from puzzlegen.language.explanations import caption, step_sentence
from puzzlegen.language.markdown import blocks, template_blocks
from puzzlegen.language.markdown_blocks import Figure, Paragraph
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


def refused(monkeypatch: pytest.MonkeyPatch, folder: Path, old: str, new: str) -> list[str]:
    """Return the errors of the English catalogue with one part replaced."""
    assert ENGLISH.partition("\nvariants:")[0].count(old) == 1, old  # the words of mosaics have the same entries again
    monkeypatch.chdir(folder)
    own = Path("templates/en/words.yaml")
    own.parent.mkdir(parents=True)
    own.write_text(ENGLISH.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load("en")
    lines = str(caught.value).split("\n")
    assert all(line.startswith("templates/en/words.yaml:") for line in lines)
    return [line.removeprefix("templates/en/words.yaml:") for line in lines]


WRONG = [
    ("  heading: Answers\n", "", ':3: key.heading: missing, required: in English "Answers"'),
    ("  heading: Answers", "  headin: Answers\n  heading: Answers", ":3: key.headin: unknown key, allowed heading, "),
    ("heading: Answers", "heading: [Answers]", ":12: key.heading: found a list, allowed one line of text, 1 to 400"),
    ("Answer: p.\\_{page}", "Answer: p. {seite}", ":11: puzzle.answer: found the placeholder {seite}, allowed {page}"),
    ("Answer: p.\\_{page}", "Answer: p. {pag}", 'allowed {page}; did you mean "page"?'),
    ("Answer: p.\\_{page}", "Answer overleaf", ":11: puzzle.answer: lacks the placeholder {page}"),
    ("Answer: p.\\_{page}", "Answer: p. {page:>9}", "found the placeholder {page...}, allowed {page}"),
    ("Answer: p.\\_{page}", "Answer: p. {page", "where a { or } is alone"),
    ("after: Solved.", "after: Solved {number}.", "example.after: found the placeholder {number}, allowed none"),
    ("paper: letter ", "paper: foolscap ", 'paper: found "foolscap", allowed letter, a4'),
    ('"‘", "’"]', '"‘"]', "typography.quotes"),
    (
        '    other: "The {number} has',
        '    others: "The {number} has',
        'The other cells around it ar…"; the plural form other, for 0, 2, 3, 4 and so on',
    ),
    ("  deep:\n", "  deeper:\n", "techniques.deep: missing, required: a group of keys: name, reason"),
    (
        "name: difference",
        "name: ''",
        'techniques.difference.name: found "", allowed one line of text, 1 to 400 characters',
    ),
    ("[one, two, three, four, five, six, seven, eight]", "[one]", "numbers: found 1 entries, allowed 8 or more"),
    ("  no_total: ", "  undo: U\n  no_total: ", ":3: section.undo: unknown key here, undo belongs in play"),
    (
        "  no_total: ",
        "  gallery: {}\n  no_total: ",
        "section.gallery: unknown key here, gallery belongs at the top level",
    ),
    ("  no_total: ", "  heading: H\n  no_total: ", "section.heading: unknown key, allowed range, single, more, "),
    ("  more: ", "  single: S\n  more: ", "section.single: found again on line "),
    ("heading: Answers", "heading: #1", '"#1" is read as a comment: write heading: "#1"'),
    ("heading: Answers", "heading: null", "key.heading: found nothing, allowed one line of text, 1 to 400 characters"),
    (
        '{one: "1\\_mine", other: "{count}\\_mines"}',
        "mines",
        ':10: puzzle.mines: found "mines", allowed a group of keys: one, other',
    ),
]


@pytest.mark.parametrize(("old", "new", "says"), WRONG, ids=[new[:40].strip() for _, new, _ in WRONG])
def test_a_wrong_catalogue_is_refused_with_the_place(
    old: str, new: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = refused(monkeypatch, tmp_path, old, new)
    assert any(says in line for line in lines), lines
    near = ENGLISH[: ENGLISH.index(old)].count("\n") + 1  # a missing entry is reported where its group begins
    assert all(near - 40 <= int(line.split(":")[0]) <= near + 2 for line in lines), lines


OWN = [  # of variants: all entries are optional but those that state the rules
    (
        '      clue: "A number counts the mines a knight’s move away. Its own cell is safe."\n',
        "",
        ": variants.knight.legend",
    ),
    (
        'game: "Knight Minesweeper"',
        'gam: "Knight"',
        ": variants.knight.picture.gam: unknown key, allowed game, mine, safe",
    ),
    ("  knight:\n", "  night:\n", ": variants.knight: missing, required: a group of keys: puzzle, picture"),
    ('game: "Knight Minesweeper"', 'game: "Knight {number}"', "found the placeholder {number}, allowed none"),
]


@pytest.mark.parametrize(("old", "new", "says"), OWN, ids=[says for _, _, says in OWN])
def test_a_variant_without_its_rules_is_refused(
    old: str, new: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = Path("templates/en/words.yaml")
    own.parent.mkdir(parents=True)
    assert ENGLISH.count(old) == 1
    own.write_text(ENGLISH.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load("en")
    assert says in str(caught.value)


def test_all_errors_are_reported_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = ENGLISH[ENGLISH.index("key:  ") : ENGLISH.index("contents:\n")]
    assert len(refused(monkeypatch, tmp_path, old, "key: {heading: '{a}', page: P}\n")) == 5


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ConfigError, match=r'language: found "enn", allowed .*en.*; did you mean "en"'):
        load("enn")
    with pytest.raises(ConfigError, match=r"language: found \"\.\./en\""):
        load("../en")
    config = "title: A\nseries: s\nlanguage: En\nsections:\n  - {name: n, count: 1, size: 5x4, difficulty: easy}\n"
    with pytest.raises(ConfigError, match=r'x\.yaml:3:11: language: found "En", allowed .*; did you mean "en"\?'):
        loads_book(config, "x.yaml")


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


def test_plurals_follow_the_language() -> None:
    english = replace(load("en"), entries={"mines": {"one": "{count} mine", "other": "{count} mines"}})
    french = replace(english, code="fr")
    assert [english.plural("mines", n) for n in (0, 1, 2)] == ["0 mines", "1 mine", "2 mines"]
    assert [french.plural("mines", n) for n in (0, 1, 2)] == ["0 mine", "1 mine", "2 mines"]
    assert english.plural("mines", 2, count="two") == "two mines"


def test_lists_and_names_of_cells() -> None:
    english = load("en")
    assert [english.listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b, and c"]
    assert english.either("abc") == "a, b, or c"
    assert english.cell(2, 27) == "R3C28"
    assert load("en", "a1").cell(2, 27) == "AB3"
    assert english.spelled(3) == "three"
    assert english.spelled(9) == "9"


def test_numbers_are_written_as_the_language_has_them() -> None:
    assert [load("en").number(*n) for n in ((1600,), (16000,), (12.7, 1))] == ["1600", "16,000", "12.7"]


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
    assert set(words.group("techniques")) == {f"{code}.{entry}" for code in TECHNIQUES for entry in ("name", "reason")}
    assert set(words.group("example.several_clues")) == {code for code, row in TECHNIQUES.items() if row.tier == 2}


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


def test_french_spaces_become_no_break_ones_and_none_is_put_in() -> None:
    french = load("fr")
    (paragraph,) = blocks('Qui ? **Lui** : il dit "oui" ; à 10:30, 50 % !', {}, "x.md", french)
    assert isinstance(paragraph, Paragraph)
    text = "".join(run.text for run in paragraph.runs)
    assert text == "Qui\u202f? Lui\u00a0: il dit «\u202foui\u202f»\u202f; à 10:30, 50\u202f%\u202f!"
    assert french.typography.spaced("« oui »") == "«\u202foui\u202f»"


QUOTES = {"en": "“a ‘b’”", "de": "„a ‚b‘“", "es": "«a “b”»", "it": "«a “b”»", "nl": "“a ‘b’”", "pt": "“a ‘b’”"}


@pytest.mark.parametrize(("language", "quoted"), QUOTES.items())
def test_quotes_follow_the_language(language: str, quoted: str) -> None:
    (paragraph,) = blocks("\"a 'b'\"", {}, "x.md", load(language))
    assert isinstance(paragraph, Paragraph)
    assert paragraph.runs[0].text == quoted


def test_paper_and_numbers_follow_the_language() -> None:
    assert {code for code in LANGUAGES if load(code).paper == "letter"} == {"en"}
    assert load("de").number(12345.5, 1) == "12.345,5"
    assert load("fr").number(12345) == "12\u202f345"
    assert (
        load("fr").plural("step.more_placements", 0)
        == load("fr").plural("step.more_placements", 1)
        != load("fr").plural("step.more_placements", 2)
    )


EXPLAINED = {
    "de": "Die 1 auf Z5S5 braucht alle Felder, die noch offen sind: Z5S4 ist eine Mine.",
    "es": "El 1 de F5C5 necesita todas las casillas que le quedan: F5C4 es una mina.",
    "fr": "Le 1 en L5C5 a besoin de toutes les cases qui lui restent\u00a0: L5C4 est une mine.",
    "it": "Il numero 1 in R5C5 ha bisogno di tutte le caselle che gli restano: R5C4 è una mina.",
    "nl": "De 1 in R5K5 heeft elk vakje nodig dat nog over is: R5K4 is een mijn.",
    "pt": "O 1 em L5C5 precisa de todas as casas que lhe restam: L5C4 é uma mina.",
}


@pytest.mark.parametrize(("language", "sentence"), EXPLAINED.items())
def test_steps_are_explained_in_the_language(language: str, sentence: str) -> None:
    puzzle = line.parse("b1c211a1a2a1c31a3b1")
    steps = [step_sentence(puzzle, step, load(language)) for step in solve(puzzle).deductions]
    assert steps[0] == sentence
    named = step_sentence(puzzle, solve(puzzle).deductions[0], load(language, "a1"))
    assert named.startswith(sentence[: sentence.index(" 1 ")] + " 1 ") and " E5 " in named


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
