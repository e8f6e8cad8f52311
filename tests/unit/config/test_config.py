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
from puzzlegen.config import shop_files
from puzzlegen.config.book import BookConfig
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.load import SCHEMAS, load_book, load_daily, loads_book, schema_json
from puzzlegen.config.pages import load_margins, resolve_page
from puzzlegen.config.section import SectionConfig
from puzzlegen.config.shop_files import load_upload_guide
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.printers.requirements import load_printers
from puzzlegen.schema.validation import config_hash, place_of_key
from puzzlegen.schema.yaml_nodes import quoting_problem
from puzzlegen.units import inches

CONFIGS = Path(__file__).parents[3] / "configs"
BOOKS = sorted(path for path in CONFIGS.glob("*.yaml") if path.stem != "daily")
REST = "series: s\nsections:\n  - {name: n, count: 1, size: 5x4, difficulty: easy}\n"
GOOD = f"title: A\n{REST}"


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


def test_the_sampler_fills_whole_pages() -> None:
    sections = load_book(CONFIGS / "sampler.yaml").sections
    assert all(section.per_page and section.count % section.per_page == 0 for section in sections)


def test_the_hundred_has_a_hundred_puzzles_of_all_difficulties() -> None:
    sections = load_book(CONFIGS / "hundred.yaml").sections
    assert sum(section.count for section in sections) == 100
    assert {section.difficulty for section in sections} == {"easy", "medium", "hard", "expert"}


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_no_worksheet_of_a_ready_book_has_a_par_time(path: Path) -> None:
    aids = load_book(path).aids
    assert not (aids.name and aids.par), "a child would be measured by it"


@pytest.mark.parametrize(
    "text", ["no", "3:30", "007", "2026-01-01", "1e3", "0x10", "1_000", "on", "null-ish", ".5", "<<"]
)
def test_texts_stay_as_they_are_written(text: str) -> None:
    assert loads_book(GOOD.replace("series: s", f"series: {text}")).series == text


@pytest.mark.parametrize("text", ["yes", "No", "TRUE", "false", "On", "off", '"yes"'])
def test_switches(text: str) -> None:
    wanted = text.strip('"').lower() in {"yes", "true", "on"}
    assert loads_book(GOOD + f"output: {{preview: {text}}}\n").output.preview is wanted


def test_the_answer_key_is_a_switch_or_a_group_in_the_schema_too() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(schema_json("book")))
    for value in (True, "no", None, {"density": "large"}):
        validator.validate({**yaml.safe_load(GOOD), "back_matter": {"answer_key": value}})
    assert not validator.is_valid({**yaml.safe_load(GOOD), "back_matter": {"answer_key": "maybe"}})


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


@pytest.mark.parametrize("model", [BookConfig, DailyConfig])
def test_every_key_of_a_group_names_its_place_at_the_top_level(model: type[BookConfig | DailyConfig]) -> None:
    for key, info in model.model_fields.items():
        group = info.annotation
        for inner in getattr(group, "model_fields", {}):
            place = place_of_key(model, (inner,))
            assert place.startswith(f"{inner} belongs in ") or inner in model.model_fields, (key, inner)


@pytest.mark.parametrize(
    "title", ['The "best" book', '"The best"', "'It''s'", '"a \\" b"', "a:b", '"a: b" # c', "x #1"]
)
def test_right_quotes_are_read(title: str) -> None:
    loads_book(f"title: {title}\n{REST}")
    assert quoting_problem(f"title: {title.split(' #', maxsplit=1)[0]}", 0) is None


def test_the_line_as_it_must_be_written_is_read() -> None:
    for title in ('"The "best" book"', "'It's mine'", "Mines: a book", '"It\'s" "x"'):
        found = quoting_problem(f"title: {title}\n", 0)
        assert found is not None
        loads_book(f"{found.words.partition('; write ')[2]}\n{REST}")


def test_shipped_configs_cut_no_text() -> None:
    for file in sorted(shipped_folder("configs").glob("*.yaml")):
        found: list[str] = []
        (load_daily if "daily" in file.stem else load_book)(file, found.append)
        assert found == []


@pytest.mark.parametrize("printer", load_printers())
@pytest.mark.parametrize("there", [False, True])
def test_every_printer_has_steps_with_all_values(printer: str, there: bool) -> None:
    guide = load_upload_guide(printer)
    assert guide is not None
    facts = {one: there != one.startswith("no ") for one in shop_files.FACTS}
    steps = list(guide.steps_for(facts, {name: f"<{name}>" for name in shop_files.VALUES}))
    assert len(steps) >= 2 and "<interior>" in " ".join(steps)
    assert not any("{" in step or "  " in step for step in steps)


def test_other_printers_have_none() -> None:
    assert load_upload_guide("another") is None
