"""Configs that load, what they mean, and that nothing given to the loader ends in anything but a config or an error."""

import json
import re
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import hand_for
from puzzlegen.config.book import AnswerKeyConfig, BookConfig
from puzzlegen.config.load import SCHEMAS, load_book, loads_book, schema_json
from puzzlegen.config.pages import load_margins, resolve_page
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import ConfigError
from puzzlegen.schema.validation import config_hash
from puzzlegen.units import inches

CONFIGS = Path(__file__).parents[3] / "configs"
BOOKS = sorted(path for path in CONFIGS.glob("*.yaml") if path.stem != "daily")
GOOD = "title: A\nseries: s\nsections:\n  - {name: n, count: 1, size: 5x4, difficulty: easy}\n"


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_shipped_config_loads_and_fits_the_json_schema(path: Path) -> None:
    config = load_book(path)
    resolve_page(config.page)
    validator = jsonschema.Draft202012Validator(json.loads(schema_json("book")))
    validator.validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    validator.validate(config.model_dump(mode="json"))


def options(model: type[BaseModel]) -> set[str]:
    names = set(model.model_fields)
    for info in model.model_fields.values():
        for part in re.findall(r"\w+Config", str(info.annotation)):
            names |= options(next(group for group in groups() if group.__name__ == part))
    return names


def groups(parent: type[BaseModel] = BaseModel) -> list[type[BaseModel]]:
    return [one for group in parent.__subclasses__() for one in (group, *groups(group))]


def test_the_sampler_shows_every_option() -> None:
    text = (CONFIGS / "sampler.yaml").read_text(encoding="utf-8")
    shown = set(re.findall(r"^\s*(?:# +|- )?(\w+):", text, re.MULTILINE))
    assert options(BookConfig) <= shown


def test_the_sampler_and_the_hundred_fill_whole_pages() -> None:
    for name in ("sampler", "hundred"):
        sections = load_book(CONFIGS / f"{name}.yaml").sections
        assert all(section.per_page and section.count % section.per_page == 0 for section in sections)
    assert sum(section.count for section in sections) == 100
    assert {section.difficulty for section in sections} == {"easy", "medium", "hard", "expert"}


def test_defaults() -> None:
    config = loads_book(GOOD)
    section = config.sections[0]
    assert (section.size, section.density, section.spread, section.per_page) == ((Grid(5, 4),), None, None, None)
    assert (section.intro, section.attempts) == (None, 2000)
    assert (config.author, config.page.profile, config.page.trim) == (None, "kdp", None)
    assert config.front_matter.title_page and config.front_matter.how_to_play
    assert config.front_matter.copyright is None
    assert config.back_matter.answer_key and config.output.preview


@pytest.mark.parametrize(
    "text", ["no", "3:30", "007", "2026-01-01", "1e3", "0x10", "1_000", "on", "null-ish", ".5", "<<"]
)
def test_texts_stay_as_they_are_written(text: str) -> None:
    assert loads_book(GOOD.replace("series: s", f"series: {text}")).series == text


def test_only_plain_nothing_is_nothing() -> None:
    for nothing in ("", "~", "null"):
        assert loads_book(GOOD + f"author: {nothing}\n").author is None
    for text in ('"null"', "'~'", "Null"):
        assert loads_book(GOOD + f"author: {text}\n").author == text.strip("'\"")


@pytest.mark.parametrize("text", ["yes", "No", "TRUE", "false", "On", "off", '"yes"'])
def test_switches(text: str) -> None:
    wanted = text.strip('"').lower() in {"yes", "true", "on"}
    assert loads_book(GOOD + f"output: {{preview: {text}}}\n").output.preview is wanted


def test_groups_with_all_keys_commented_out_have_their_defaults() -> None:
    config = loads_book(GOOD + "page:\n  # profile: a4\nfront_matter: ~\nback_matter:\noutput:\n")
    assert config == loads_book(GOOD)


def test_sizes_are_width_by_height() -> None:
    for text in ("12x5", "12 x 5", "12X5", "12×5"):
        assert loads_book(GOOD.replace("5x4", text)).sections[0].size == (Grid(width=12, height=5),)


def test_several_sizes_are_shared_out_in_turn() -> None:
    section = loads_book(GOOD.replace("5x4", "[5x4, 6x6, 5x4]")).sections[0]
    assert section.size == (Grid(5, 4), Grid(6, 6), Grid(5, 4))
    assert [str(section.board(n)) for n in (1, 2, 3, 4, 5)] == ["5x4", "6x6", "5x4", "5x4", "6x6"]
    assert section.model_dump(mode="json")["size"] == ["5x4", "6x6", "5x4"]
    assert loads_book(GOOD.replace("5x4", "[5x4]")) == loads_book(GOOD)


def test_the_answer_key_is_a_switch_or_a_group() -> None:
    def key(text: str) -> AnswerKeyConfig | None:
        return loads_book(GOOD + f"back_matter: {{answer_key: {text}}}\n").back_matter.answer_key

    assert key("yes") == key("") == key("{}") == key("{order: number}") == AnswerKeyConfig()
    assert key("no") is None
    assert key("{order: shuffled, place: separate}") == AnswerKeyConfig(order="shuffled", place="separate")
    dumped = loads_book(GOOD + "back_matter: {answer_key: no}\n").model_dump(mode="json")
    assert dumped["back_matter"]["answer_key"] is False
    validator = jsonschema.Draft202012Validator(json.loads(schema_json("book")))
    for value in (True, "no", None, {"density": "large"}):
        validator.validate({**yaml.safe_load(GOOD), "back_matter": {"answer_key": value}})
    assert not validator.is_valid({**yaml.safe_load(GOOD), "back_matter": {"answer_key": "maybe"}})


def test_puzzles_a_page_may_be_left_to_the_layout() -> None:
    for text, wanted in (("auto", None), ("3", 3), ("24", 24)):
        section = loads_book(GOOD.replace("easy", f"easy, per_page: {text}")).sections[0]
        assert section.per_page == wanted
        assert str(section.model_dump(mode="json")["per_page"]) == text


def test_texts_for_print_are_cleaned() -> None:
    config = loads_book(
        GOOD.replace("title: A", 'title: "  Cafe\\u0301 "')
        + "front_matter:\n  copyright: |\n    one\n    two\n\n    three\n"
    )
    assert config.title == "Café"
    assert config.front_matter.copyright == "one\ntwo\n\nthree"
    assert loads_book(GOOD + "subtitle: >\n  folded\n  words\n").subtitle == "folded words"
    intro = "      a\n      b\n\n      c\n"
    with_intro = GOOD.replace(
        "  - {name: n, count: 1, size: 5x4, difficulty: easy}", "  - name: n\n    intro: |\n" + intro
    )
    config = loads_book(with_intro + "    count: 1\n    size: 5x4\n    difficulty: easy\n")
    assert config.sections[0].intro == "a b\n\nc"


def test_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load_book(path) == loads_book(GOOD)


def test_json_is_read_too() -> None:
    assert loads_book(json.dumps(yaml.safe_load(GOOD))) == loads_book(GOOD)


def test_the_hash_is_of_the_meaning() -> None:
    first = config_hash(loads_book(GOOD))
    other = (
        "# a note\nsections:\n  - size: 5 x 4\n    name: 'n'\n    difficulty: easy\n    count: 1\n    attempts: 2000\n"
        f"    hand: {hand_for('s/n')}\n"
        "series: s\ntitle: A\noutput: {preview: on}\n"
    )
    assert config_hash(loads_book(other)) == first
    assert config_hash(loads_book(GOOD.replace("series: s", "series: t"))) != first
    assert re.fullmatch("[0-9a-f]{64}", first)


def test_an_own_margins_file_is_seen_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = load_margins()
    monkeypatch.chdir(tmp_path)
    Path("templates").mkdir()
    text = (CONFIGS.parent / "templates" / "margins.yaml").read_text(encoding="utf-8")
    Path("templates/margins.yaml").write_text(text.replace("inside_in: 0.50", "inside_in: 0.65"), encoding="utf-8")
    assert [entry for entry in load_margins() if entry not in shipped] == [
        shipped[1].model_copy(update={"inside": inches(0.65)})
    ]


def test_models_made_in_code_are_held_to_the_same_rules() -> None:
    one: dict[str, Any] = {"name": "n", "count": 1, "size": Grid(5, 4), "difficulty": "easy"}
    assert SectionConfig(**one, per_page=4, density=0.3).per_page == 4
    for wrong in ({"density": 0.6}, {"per_page": True}, {"count": 2.0}, {"count": True}, {"density": float("nan")}):
        with pytest.raises(ValidationError):
            SectionConfig(**{**one, **wrong})
    with pytest.raises(ValidationError, match="each needs its own name"):
        BookConfig(title="A", series="s", sections=[SectionConfig(**one), SectionConfig(**one)])
    with pytest.raises(ValidationError, match="frozen"):
        SectionConfig(**one).count = 2


def test_the_json_schema_is_for_editors() -> None:
    text = schema_json("book")
    assert text == schema_json("book")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["required"] == ["title", "series", "sections"]
    for group in [schema, *schema["$defs"].values()]:
        assert group["additionalProperties"] is False
        assert all(field["description"].endswith(".") for field in group["properties"].values())
    validator = jsonschema.Draft202012Validator(schema)
    good = yaml.safe_load(GOOD)
    for extra in ({"title": 1984}, {"author": None}, {"page": None}, {"output": {"preview": "On"}}):
        validator.validate({**good, **extra})
    validator.validate({**good, "profiles": ["kdp", {"profile": "screen", "trim": "6x9"}]})
    for extra in ({"profiles": [3]}, {"titel": "A"}, {"title": None}, {"sections": []}, {"page": {"trim": "8x10 m"}}):
        assert not validator.is_valid({**good, **extra})
    with pytest.raises(ConfigError, match='found "bok", allowed book, daily; did you mean "book"'):
        schema_json("bok")
    assert SCHEMAS == ("book", "daily")


KEYS = ["title", "series", "sections", "page", "name", "count", "size", "difficulty", "10x10", "easy", "0.33"]
SIGNS = [*r"""-[]{},:?|>&*!%@`'"#\~""", "---", "...", "null", "<<"]
SPACES = ["\n", "\n  ", "\n    ", ": ", "- ", "\t", "\r", "\x85", "\u2028", "\ufeff", "é"]
WORDS = st.sampled_from(KEYS + SIGNS + SPACES)


def refused_or_loaded(text: str) -> None:
    begin = time.process_time()
    try:
        assert isinstance(loads_book(text, "x.yaml"), BookConfig)
    except ConfigError as error:
        lines = str(error).split("\n")
        assert lines and all(line.startswith("x.yaml:") and line.isprintable() for line in lines)
        assert len(lines) <= 51 and max(map(len, lines)) < 500
    assert time.process_time() - begin < 2


@settings(max_examples=300)
@given(st.one_of(st.text(), st.lists(WORDS, max_size=40).map("".join)))
def test_any_text_loads_or_is_refused(text: str) -> None:
    refused_or_loaded(text)


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=9), inner, max_size=3)),
    max_leaves=8,
)


WHOLE = loads_book(GOOD).model_dump_json()


def test_a_missing_kind_is_named_in_a_short_line() -> None:
    refused_or_loaded(GOOD.replace("difficulty: easy}", "difficulty: easy, mix: [{size: 5x5}, mosaic]}"))


def test_a_name_of_a_file_that_would_not_print_is_escaped() -> None:
    text = GOOD + "front_matter: {pages: [{file: \U00018cd6}, {file: \u2067}]}\n"
    with pytest.raises(ConfigError) as caught:
        loads_book(text, "x.yaml")
    assert r"pages[1]: \U00018cd6: cannot be read" in str(caught.value)
    refused_or_loaded(text)


@settings(max_examples=150)
@given(st.data())
def test_a_config_with_any_one_value_loads_or_is_refused(data: st.DataObject) -> None:
    config = json.loads(WHOLE)
    group = data.draw(st.sampled_from([config, config["page"], config["sections"][0], config["front_matter"]]))
    group[data.draw(st.sampled_from([*group, "new"]))] = data.draw(VALUES)
    refused_or_loaded(json.dumps(config, ensure_ascii=data.draw(st.booleans())))
    refused_or_loaded(yaml.safe_dump(config, allow_unicode=True))


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_any_bytes_load_or_are_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.yaml"
    path.write_bytes(data)
    with pytest.raises(ConfigError):
        load_book(path)


def test_lengths_have_units_and_colors_have_names() -> None:
    margins = "{inside: 2 cm, outside: 0.75in, top: 60 pt, bottom: 22 mm}"
    config = loads_book(
        f"{GOOD}page: {{margins_mm: {margins}}}\n"
        "cover: {spine_mm: 0.5 in, colors: {ground: Navy, ink: white, accent: '#ABCDEF'}}\n"
    )
    assert config.page.margins_mm is not None and config.cover.colors is not None
    assert list(config.page.margins_mm.model_dump().values()) == [20, 19.05, 21.1667, 22]
    assert config.cover.spine_mm == 12.7
    assert list(config.cover.colors.model_dump().values()) == ["#000080", "#ffffff", "#abcdef"]
    for color, hint in (("navvy", "navy"), ("fff", "#ffffff"), ("'#abc'", "#aabbcc")):
        with pytest.raises(ConfigError, match=rf'or the name of a color in CSS, such as navy; did you mean "{hint}"'):
            loads_book(f"{GOOD}cover: {{colors: {{ground: {color}, ink: white, accent: red}}}}\n")
