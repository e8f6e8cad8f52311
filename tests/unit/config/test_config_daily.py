"""Configs of dailies: what they mean, and the messages about those that cannot be used."""

import json
import re
import time
from contextlib import nullcontext
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekConfig, WeekdayConfig
from puzzlegen.config.load import load_daily, loads_daily, schema_json
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import ConfigError
from puzzlegen.layout.link_previews import link_card
from puzzlegen.layout.puzzle_picture_parts import PictureWords
from puzzlegen.schema import daily_fields
from puzzlegen.schema.daily_fields import (
    FIRST_YEAR,
    LAST_YEAR,
    MAX_DAILY_SIDE,
    MIN_DAILY_WIDTH,
    parse_day,
    system_time_zone,
    time_zones,
)

SHIPPED = Path(__file__).parents[3] / "configs" / "daily.yaml"
GOOD = "title: A\nseries: s\naddress: https://example.com/d/\nstart: 2026-12-01\n"


def test_the_shipped_daily_loads_and_fits_the_json_schema() -> None:
    config = load_daily(SHIPPED)
    validator = jsonschema.Draft202012Validator(json.loads(schema_json("daily")))
    validator.validate(config.model_dump(mode="json"))
    validator.validate(yaml.load(SHIPPED.read_text(encoding="utf-8"), yaml.BaseLoader))  # texts only
    days = [day and day.model_copy(update={"idea": None}) for day in config.week.days]
    assert days == list(WeekConfig().days)  # it says that weekdays left out are as shown, but for ideas
    assert [day.idea for day in config.week.days if day].count("mixed") == 2


def test_the_shipped_daily_shows_every_option() -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    shown = set(re.findall(r"(?:^\s*(?:# +|- )?|[{,] *)(\w+):", text, re.MULTILINE))
    assert {*DailyConfig.model_fields, *WEEKDAYS, *WeekdayConfig.model_fields} <= shown


def test_the_json_schema_is_for_editors() -> None:
    schema = json.loads(schema_json("daily"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["required"] == ["title", "series", "address", "start"]
    for group in [schema, *schema["$defs"].values()]:
        assert group["additionalProperties"] is False
        assert all(field["description"].endswith(".") for field in group["properties"].values())
    validator = jsonschema.Draft202012Validator(schema)
    good = yaml.load(GOOD, yaml.BaseLoader)
    for extra in ({"week": None}, {"week": {"monday": "none"}}, {"skip": ["12-25"]}, {"first_number": "7"}):
        validator.validate({**good, **extra})
    for extra in ({"week": {"mon": "none"}}, {"address": "http://a.b/"}, {"start": "1.12.2026"}, {"skip": ["25"]}):
        assert not validator.is_valid({**good, **extra})


def test_weekdays_are_read_back_from_their_values_and_fit_the_schema() -> None:
    week = (
        "week:\n  monday: {size: 5x4, difficulty: hard, density: 0.3, lone_cells: no}\n"
        "  saturday: {kind: classic, size: 16x16, difficulty: medium}\n  sunday: none\n"
    )
    config = loads_daily(GOOD + week)
    assert [config.weekday(date(2026, 11, 30)), config.weekday(date(2026, 12, 6))] == [config.week.monday, None]
    assert WeekdayConfig(kind="classic", size=Grid(4, 3), difficulty="easy").classic_mines == 2
    assert loads_daily(GOOD + json.dumps({"week": config.model_dump(mode="json")["week"]})[1:-1]) == config
    jsonschema.Draft202012Validator(json.loads(schema_json("daily"))).validate(yaml.load(GOOD + week, yaml.BaseLoader))


def test_days_without_a_puzzle() -> None:
    config = loads_daily(GOOD + "skip: [2026-12-24, 12-25, 2026-12-30 to 2027-01-02, 02-29]\n")
    single, yearly, between, leap = config.skip
    assert [str(one) for one in config.skip] == ["2026-12-24", "12-25", "2026-12-30 to 2027-01-02", "02-29"]
    assert single.covers(date(2026, 12, 24)) and not single.covers(date(2027, 12, 24))
    assert yearly.covers(date(2026, 12, 25)) and yearly.covers(date(2031, 12, 25))
    assert [between.covers(date(2026, 12, 29 + i)) for i in range(3)] == [False, True, True]
    assert between.covers(date(2027, 1, 2)) and not between.covers(date(2027, 1, 3))
    assert leap.covers(date(2028, 2, 29)) and not leap.covers(date(2028, 2, 28))


@pytest.mark.parametrize(
    "name", ["localtime", "posixrules", "Factory", "posix/Europe/Berlin", "right/UTC", "leapseconds"]
)
def test_files_of_a_system_beside_its_time_zones_are_no_time_zones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match=f'timezone: found "{name}", allowed the name of a time zone'):
        loads_daily(GOOD + f"timezone: {name}\n")
    monkeypatch.setenv("TZ", f":{name}")
    assert system_time_zone() is None


@pytest.mark.parametrize(
    "name", ["UTC", "Europe/Berlin", "Etc/GMT-5", "EST5EDT", "HST", "CET", "America/Argentina/Buenos_Aires"]
)
def test_every_other_name_of_the_database_is_a_time_zone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert loads_daily(GOOD + f"timezone: {name}\n").timezone == name
    monkeypatch.setenv("TZ", name)
    assert system_time_zone() == name


def test_the_database_has_no_other_names_than_time_zones() -> None:
    listed = files("tzdata").joinpath("zones").read_text().split()  # those of the package, without files of a system
    assert set(listed) - set(time_zones()) == {"Factory", "EST", "MST"}  # the last two have no summer time


def test_each_suggested_time_zone_is_one() -> None:
    names = json.loads(daily_fields.TIME_ZONE_NAMES.read_text(encoding="utf-8"))["zones"]
    assert len(names) > 400
    assert set(names.values()) <= set(time_zones())


BERLIN_RULE = "CET-1CEST,M3.5.0,M10.5.0/3"


@pytest.mark.parametrize(
    ("zone", "system", "found"),
    [
        ("Europe/Berlin", None, "Europe/Berlin"),
        ("Europe/Berlin", "Etc/UTC", "Europe/Berlin"),  # a container with the file of its host
        ("Europe/Stockholm", "Europe/Stockholm", "Europe/Stockholm"),  # its clock is Berlin's
        ("Asia/Tokyo", None, "Asia/Tokyo"),
        ("America/Phoenix", "America/Denver", "America/Phoenix"),
        ("UTC", None, "UTC"),
        (None, "Asia/Kolkata", "Asia/Kolkata"),
        (None, None, None),
        ("damaged", "Asia/Kolkata", "Asia/Kolkata"),
        ("damaged", "EST", None),
    ],
)
def test_the_time_zone_of_a_computer_is_that_of_its_clock(
    zone: str | None, system: str | None, found: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = tmp_path / "localtime"
    if zone:
        known = files("tzdata").joinpath("zoneinfo", zone)
        clock.write_bytes(known.read_bytes() if known.is_file() else b"TZif")
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(daily_fields, "_LOCALTIME", str(clock))
    monkeypatch.setattr("tzlocal.get_localzone_name", lambda: system)
    assert system_time_zone() == found
    if zone != "damaged" and zone:
        monkeypatch.setenv("TZ", f":{clock}")
        assert system_time_zone() == (found if found != "Europe/Stockholm" else "Europe/Berlin")


def test_a_linked_clock_has_the_name_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = tmp_path / "zoneinfo" / "Europe" / "Oslo"
    clock.parent.mkdir(parents=True)
    clock.write_bytes(files("tzdata").joinpath("zoneinfo", "Europe", "Oslo").read_bytes())
    (tmp_path / "localtime").symlink_to(clock)
    monkeypatch.setenv("TZ", str(tmp_path / "localtime"))
    assert system_time_zone() == "Europe/Oslo"


@pytest.mark.parametrize(
    ("named", "found"),
    [("europe/berlin", "Europe/Berlin"), (BERLIN_RULE, None), ("EST", None), ("/dev/zero", None), ("x" * 3000, None)],
)
def test_a_time_zone_that_the_environment_names(named: str, found: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", named)
    assert system_time_zone() == found


def test_every_size_allowed_is_one_that_a_card_shows() -> None:
    sides = range(3, MAX_DAILY_SIDE + 1)
    for size in (Grid(width, height) for width in sides for height in sides):
        puzzle, words = Puzzle(size, (0, *[BLANK] * (size.size - 1))), PictureWords("Daily")
        week = f"week: {{monday: {{size: {size}, difficulty: easy, density: 0.33}}}}\n"
        with nullcontext() if size.width >= MIN_DAILY_WIDTH else pytest.raises(ConfigError):
            loads_daily(GOOD + week)
        assert link_card(
            puzzle, words, FontMetrics()
        ).marks  # also where the config refuses a size: cards repeat boards


def test_models_made_in_code_are_held_to_the_same_rules() -> None:
    with pytest.raises(ValidationError, match="density 0"):
        WeekdayConfig(size=Grid(5, 5), difficulty="easy", density=0.6)
    with pytest.raises(ValidationError, match="every weekday"):
        WeekConfig(**dict.fromkeys(WEEKDAYS, "none"))


@given(st.dates(date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)))
def test_every_day_reads_back(day: date) -> None:
    assert parse_day(day.isoformat()) == day


WORDS = st.sampled_from(["2026-12-01", "12-25", "none", "monday", "10x10", "easy", f"{MAX_DAILY_SIDE + 1}x3", "-"])
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=8,
)


WHOLE = loads_daily(GOOD).model_dump_json()


@settings(max_examples=150)
@given(st.data())
def test_a_config_with_any_one_value_loads_or_is_refused(data: st.DataObject) -> None:
    config: dict[str, Any] = json.loads(WHOLE)
    group = data.draw(st.sampled_from([config, config["week"], config["week"]["monday"]]))
    group[data.draw(st.sampled_from([*group, "new"]))] = data.draw(VALUES)
    begin = time.process_time()
    try:
        assert isinstance(loads_daily(json.dumps(config), "x.yaml"), DailyConfig)
    except ConfigError as error:
        assert all(line.startswith("x.yaml:") and line.isprintable() for line in str(error).split("\n"))
    assert time.process_time() - begin < 2
