"""The form has every key of the schema, and problems are shown beside their fields."""

from collections.abc import Iterator

import pytest

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.schema.edit import set_value
from puzzlegen.schema.yaml_nodes import parse, plain_values
from puzzlegen.studio.config_editor import FormValue, form_of, loc_of, path_of, problems_of, value_of, with_text
from puzzlegen.studio.form_fields import FormField, form_fields, labels

SAMPLER = (shipped_folder("configs") / "sampler.yaml").read_text()


def leaves(values: tuple[FormValue, ...]) -> Iterator[FormValue]:
    """Yield the fields that hold a value."""
    for value in values:
        if value.field.kind == "group":
            yield from leaves(value.fields)
        elif value.field.kind == "groups":
            for entry in value.entries:
                yield from leaves(entry)
        else:
            yield value


@pytest.mark.parametrize("config", ["book", "daily"])
def test_every_field_has_help_and_an_input(config: str) -> None:
    def check(fields: tuple[FormField, ...]) -> None:
        for field in fields:
            assert field.label and (field.help or field.kind in ("group", "groups")), field
            assert "docs/" not in field.help, "an installed program has no files of the documentation"
            assert field.kind != "choice" or field.choices
            check(field.fields)

    check(form_fields(config))


def test_values_are_as_written() -> None:
    shown = {value.loc: value for value in leaves(form_of("book", SAMPLER))}
    assert shown["title"].text == "The Pencil Minesweeper Sampler"
    assert shown["sections/1/size"].text == "10x10" and not shown["sections/1/density"].given


def test_setting_every_value_to_itself_changes_nothing_that_is_read() -> None:
    before, text = loads_book(SAMPLER), SAMPLER
    for value in leaves(form_of("book", SAMPLER)):
        if value.given:
            text = set_value(text, loc_of(value.loc), value_of(value.field.kind, value.text))
    assert loads_book(text) == before


def test_problems_name_their_field_and_line() -> None:
    bad = SAMPLER.replace("size: 8x8", "size: 8y8").replace("hints: back", "hints: bak")
    found = problems_of("book", bad)
    assert [one.loc for one in found] == ["sections/0/size", "aids/hints"]
    assert all(
        bad.splitlines()[one.line - 1].count("8y8") + bad.splitlines()[one.line - 1].count("bak") for one in found
    )
    assert found[0].text.startswith("use width x height in cells")


def test_a_text_that_is_not_yaml_has_one_problem_with_a_line() -> None:
    (problem,) = problems_of("book", SAMPLER.replace("title: The", "title: [The"))
    assert problem.loc == "" and problem.line > 0 and "brackets" in problem.text


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", "12", 12),
        ("number", "0.33", 0.33),
        ("number", "auto", "auto"),
        ("number", "012", "012"),
        ("yaml", "[8x8, 10x10]", ["8x8", "10x10"]),
        ("yaml", "{rule: half-turn, clues: 0.25}", {"rule": "half-turn", "clues": 0.25}),
        ("words", "8x8", "8x8"),
        ("words", "8x8, 10x10", ["8x8", "10x10"]),
        ("names", "2026-11-27", ["2026-11-27"]),
        ("names", "- 2026-11-27\n12-25, 12-26", ["2026-11-27", "12-25", "12-26"]),
        ("names", "[kdp, screen]", ["kdp", "screen"]),
        ("list", "Mines, and\nmore mines\n", ["Mines, and", "more mines"]),
        ("texts", "One\n\nNora\n---\nTwo", ["One\n\nNora", "Two"]),
        ("line", "  a ", "a"),
        ("line", "  ", None),
        ("lines", "a\r\n\r\nb", "a\n\nb"),
    ],
)
def test_texts_of_the_form_become_values(kind: str, text: str, value: object) -> None:
    assert value_of(kind, text) == value


def test_lists_are_shown_as_they_are_typed() -> None:
    daily = "title: A\nskip: [2026-12-24, 12-25]\n"
    shown = {value.loc: value for value in leaves(form_of("daily", daily))}
    assert (shown["skip"].field.kind, shown["skip"].text) == ("names", "2026-12-24\n12-25")
    text = with_text("daily", daily, ("skip",), "2026-11-27")
    assert plain_values(parse(text, "config").root)["skip"] == ["2026-11-27"]
    assert shown["start"].field.kind == "date"
    text = with_text("daily", text, ("start",), "2026-11-28")
    assert plain_values(parse(text, "config").root)["start"] == "2026-11-28"
    for wrong in ("01.12.2026", "2026-13-45"):  # an input for dates would show nothing of it
        shown = {value.loc: value for value in leaves(form_of("daily", f"title: A\nstart: {wrong}\n"))}
        assert (shown["start"].field.kind, shown["start"].text) == ("line", wrong)

    book = "cover: {badges: ['Tea, coffee', '50']}\nquotations: ['A\n\nB', C]\nprofiles: [kdp, {profile: screen}]\n"
    shown = {value.loc: value for value in leaves(form_of("book", book))}
    assert (shown["cover/badges"].field.kind, shown["cover/badges"].text) == ("list", "Tea, coffee\n50")
    assert (shown["quotations"].field.kind, shown["quotations"].text) == ("texts", "A\n---\nC".replace("A", "A\nB"))
    assert shown["profiles"].text == "[kdp, {profile: screen}]"


def test_a_list_that_cannot_be_read_is_refused_in_words_about_the_field() -> None:
    with pytest.raises(ConfigError, match=r"^this cannot be read; "):
        value_of("names", "[2026-11-27")


def test_paths_and_places_are_the_same() -> None:
    assert loc_of(path_of(("sections", 2, "size"))) == ("sections", 2, "size")


def test_each_label_names_a_field_and_fields_side_by_side_have_different_ones() -> None:
    paths = set()

    def check(fields: tuple[FormField, ...]) -> None:
        assert len({field.label for field in fields}) == len(fields)
        for field in fields:
            paths.add(field.path)
            check(field.fields)

    check(form_fields("book"))
    check(form_fields("daily"))
    assert set(labels()) <= paths
    monday = next(field for field in form_fields("daily") if field.path == "week").fields[0]
    assert {field.path: field.label for field in monday.fields}["week/monday/total"] == labels()["sections/total"]
