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
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekConfig, WeekdayConfig
from puzzlegen.config.day_files import DAY_FILES, OPTIONAL_FILES
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


def test_defaults() -> None:
    config = loads_daily(GOOD)
    assert (config.timezone, config.first_number, config.skip, config.hold_solution) == ("UTC", 1, [], True)
    assert (config.start, config.address, config.paper) == (date(2026, 12, 1), "https://example.com/d/", "auto")
    assert not config.par and loads_daily(GOOD + "par: yes\n").par
    sides = [max(day.size.width, day.size.height) for day in config.week.days if day]
    assert max(sides[:6]) <= 12 and sides[6] <= 15 and sides[6] > max(sides[:6])
    assert loads_daily(GOOD + "week:\n") == config


def test_weekdays() -> None:
    week = "week:\n  monday: {size: 5x4, difficulty: hard, density: 0.3, lone_cells: no}\n  sunday: none\n"
    config = loads_daily(GOOD + week)
    monday = config.weekday(date(2026, 11, 30))
    assert monday == WeekdayConfig(size=Grid(5, 4), difficulty="hard", density=0.3, lone_cells=False)
    assert config.weekday(date(2026, 12, 6)) is None
    assert config.weekday(date(2026, 12, 1)) == WeekConfig().tuesday
    assert loads_daily(GOOD + json.dumps({"week": config.model_dump(mode="json")["week"]})[1:-1]) == config


def test_weekdays_of_classic_boards() -> None:
    week = (
        "week:\n  saturday: {kind: classic, size: 16x16, difficulty: medium}\n"
        "  sunday: {kind: classic, size: 30x16, mines: 99, difficulty: hard, attempts: 50}\n"
    )
    config = loads_daily(GOOD + week)
    saturday, sunday = config.week.saturday, config.week.sunday
    assert saturday and sunday and saturday.is_classic and sunday.is_classic
    assert (saturday.classic_mines, sunday.classic_mines, sunday.attempts) == (40, 99, 50)
    assert saturday.attempts > 2000  # boards of the game are found in less than a millisecond
    assert sunday.board == Grid(30, 16) and sunday.boards == (Grid(30, 16),)
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


def test_addresses_end_with_a_slash() -> None:
    for text in ("https://example.com", "https://example.com/", "https://example.com:8443/a/b%20c", "https://a.b/v1.2"):
        assert loads_daily(GOOD.replace("https://example.com/d/", text)).address == text.rstrip("/") + "/"


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


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("CEST", "Europe/Paris"),
        ("cest", "Europe/Paris"),
        ("MESZ", "Europe/Paris"),
        ("JST", "Asia/Tokyo"),
        ("BST", "Europe/London"),
        ("EST", "America/New_York"),
        ("MST", "America/Denver"),
        ("AEST", "Australia/Sydney"),
        ("HNE", "America/New_York"),
        ("Pacific Standard Time", "America/Los_Angeles"),
        ("Pacific Daylight Time", "America/Los_Angeles"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("India  Standard Time", "Asia/Calcutta"),
        ("utc", "UTC"),
        ("europe/berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("Tokio", "Asia/Tokyo"),
        ("Europe/Bukarest", "Europe/Bucharest"),
        # more than one zone, offsets, regions and words that no zone has
        *(
            (typed, None)
            for typed in ("Z", "IST", "Arabian Standard Time", "GMT+1", "UTC+2", "Europe", "WGST", "Mumbai")
        ),
    ],
)
def test_a_time_zone_is_suggested_where_a_name_stands_for_one(typed: str, meant: str | None) -> None:
    with pytest.raises(ConfigError, match="timezone: found") as found:
        loads_daily(GOOD + f"timezone: {typed}\n")
    assert str(found.value).partition("; did you mean ")[2] == (f'"{meant}"?' if meant else "")


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


def test_files_that_nothing_needs_can_be_left_out() -> None:
    assert set(OPTIONAL_FILES) < set(DAY_FILES)
    assert loads_daily(GOOD).leave_out == []
    config = loads_daily(GOOD + "leave_out: [steps.gif, alt.txt, steps.gif]\n")
    assert config.leave_out == ["alt.txt", "steps.gif"]
    assert loads_daily(GOOD + "leave_out: [board.png, email.html, mail.html]\n").leave_out
    for left_out, words in (
        ("thumb.png", 'found "thumb.png", allowed puzzle-dark.png, .*; all other files are needed'),
        ("step.gif", 'did you mean "steps.gif"'),
        ("board.png", "found board.png, which email.html and mail.html would show; leave out email.html and mail.html"),
        ("board-solution.png, mail.html", "found board-solution.png, which email.html would show"),
    ):
        with pytest.raises(ConfigError, match=words) as found:
            loads_daily(GOOD + f"leave_out: [{left_out}]\n")
        assert "leave_out" in str(found.value)


def test_the_site_of_the_publisher_has_a_name() -> None:
    assert loads_daily(GOOD).home_text == ""
    assert loads_daily(GOOD + "home: https://a.example.com\n").home_text == "a.example.com"
    config = loads_daily(GOOD + "home: https://a.example.com\nhome_name: A\n")
    assert (config.home, config.home_text) == ("https://a.example.com/", "A")
    for text in ("https://a.example.com/about.html", "https://a.example.com/v2.1/", "https://a.example.com/my.site/"):
        assert loads_daily(GOOD + f"home: {text}\n").home == text
    with pytest.raises(
        ConfigError, match=r'"www.a.example.com", allowed the address of your site that begins with https:'
    ):
        loads_daily(GOOD + "home: www.a.example.com\n")
    with pytest.raises(ConfigError, match=r"home_name.*found a text without a link, allowed only with home"):
        loads_daily(GOOD + "home_name: A\n")


CLASSIC_KEYS = "means nothing for kind: classic, allowed kind, size, difficulty, mines, attempts; leave it out"
SIZE = "width x height in cells, each 3 to 18, such as 10x10"
LARGER = "; classic boards and pictures have sides of up to 30"
ADDRESS = "allowed the address of a folder that begins with https://, such as https://example.com/daily/"
DAY = "allowed a day such as 2026-12-01"
SKIP = "a day such as 2026-12-25, one of every year such as 12-25, or a range such as 2026-12-24 to 2027-01-01"
WEEK = ", ".join(WEEKDAYS)


def swap(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def start(text: str) -> str:
    return swap("2026-12-01", text)


LETTERS = "; the letters of addresses in links are a to z"
PASSWORDS = "; names and passwords would be published"


def address(text: str) -> str:
    return swap("https://example.com/d/", text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("title: A\nseries: s\nstart: 2026-12-01\n", [
            "1:1: address: missing, required: address of the folder where the daily is published, beginning with "
            "https://; mails and feeds link to it"]),
        (start("2026-02-30"), ['4:8: start: found "2026-02-30", but that month has days 1 to 28']),
        (start("2026-13-01"), [f'4:8: start: found "2026-13-01", but there is no month 13, {DAY}']),
        (start("0000-01-01"), ['4:8: start: found "0000-01-01", allowed the years 2000 to 2999']),
        (start("2026-1-5"), [f'4:8: start: found "2026-1-5", {DAY}; did you mean "2026-01-05"?']),
        (start("20261205"), [f'4:8: start: found "20261205", {DAY}; did you mean "2026-12-05"?']),
        (start("1.12.2026"), [f'4:8: start: found "1.12.2026", {DAY}']),
        (start("tomorrow"), [f'4:8: start: found "tomorrow", {DAY}']),
        (start(""), [f"4:7: start: found nothing, {DAY}"]),
        (address("http://example.com/d"), [
            f'3:10: address: found "http://example.com/d", {ADDRESS}; mail programs and feeds need https; did you mean '
            '"https://example.com/d"?']),
        (address("http://localhost:8000/"), [
            f'3:10: address: found "http://localhost:8000/", {ADDRESS}; to try a series on this computer, leave the '
            "example address: its pages work at any address"]),
        (address("https://example.com/my daily"), [
            f'3:10: address: found "https://example.com/my daily", {ADDRESS}; write each space as %20, or use an '
            "address without spaces"]),
        (address("https://example.com/?d=1"), [
            f'3:10: address: found "https://example.com/?d=1", {ADDRESS}; remove ? or # and all that follows']),
        (address("https://example.com/d/#top"), [
            f'3:10: address: found "https://example.com/d/#top", {ADDRESS}; remove ? or # and all that follows']),
        (address("https://example.com/d/index.html"), [
            f'3:10: address: found "https://example.com/d/index.html", {ADDRESS}; index.html is a file; did you mean '
            '"https://example.com/d/"?']),
        (address("https://example.com/feed.xml/"), [
            f'3:10: address: found "https://example.com/feed.xml/", {ADDRESS}; feed.xml is a file; did you mean '
            '"https://example.com/"?']),
        (address("https://example.com/d/calendar.ICS"), [
            f'3:10: address: found "https://example.com/d/calendar.ICS", {ADDRESS}; calendar.ICS is a file; did you '
            'mean "https://example.com/d/"?']),
        (address("https://example.com/my.site"), [
            f'3:10: address: found "https://example.com/my.site", {ADDRESS}; my.site is a file; did you mean '
            '"https://example.com/", or "https://example.com/my.site/" if my.site is a folder?']),
        (address("example.com/d"), [
            f'3:10: address: found "example.com/d", {ADDRESS}; did you mean "https://example.com/d"?']),
        (address("https:///d"), [f'3:10: address: found "https:///d", {ADDRESS}']),
        (address("https://..//"), [f'3:10: address: found "https://..//", {ADDRESS}; ".." is not the name of a host']),
        *((address(text), [f'3:10: address: found "{text}", {ADDRESS}{hint}']) for text, hint in {
            "https://müller-rätsel.de/": f'{LETTERS}; did you mean "https://xn--mller-rtsel-r8a91a.de/"?',
            "https://faß.de": f'{LETTERS}; did you mean "https://xn--fa-hia.de"?',
            "https://例え.jp/d/": f'{LETTERS}; did you mean "https://xn--r8jz45g.jp/d/"?',
            "https://example.com/rätsel/": f'{LETTERS}; did you mean "https://example.com/r%C3%A4tsel/"?',
            "http://müller.de/x": "; mail programs and feeds need https"
            f'{LETTERS}; did you mean "https://xn--mller-kva.de/x"?',
            "HTTPS://example.com/d/": '; did you mean "https://example.com/d/"?',
            "https:/example.com": '; did you mean "https://example.com"?',
            "//example.com/": '; did you mean "https://example.com/"?',
            "https://user:pw@example.com/": f'{PASSWORDS}; did you mean "https://example.com/"?',
            "https://user@example.com:8443/d/": f'{PASSWORDS}; did you mean "https://example.com:8443/d/"?',
            "https://exa_mple.com/": '; "exa_mple.com" is not the name of a host',
            "https://☃.net/": f'{LETTERS}; "☃.net" is not the name of a host',
            "https://example.com:99999/": "; a port is a number up to 65535",
            "mailto:a@example.com": "",
        }.items()),
        (GOOD + "timezone: Europe/Berlín\n", [
            '5:11: timezone: found "Europe/Berlín", allowed the name of a time zone such as Europe/Berlin or UTC; did '
            'you mean "Europe/Berlin"?']),
        (GOOD + "timezone: Berlin\n", [
            '5:11: timezone: found "Berlin", allowed the name of a time zone such as Europe/Berlin or UTC; did you '
            'mean "Europe/Berlin"?']),
        (GOOD + "timezone: Europe\n", [
            '5:11: timezone: found "Europe", allowed the name of a time zone such as Europe/Berlin or UTC']),
        (GOOD + "timezone: localtime\n", [
            '5:11: timezone: found "localtime", allowed the name of a time zone such as Europe/Berlin or UTC']),
        (GOOD + "timezone: Factory\n", [
            '5:11: timezone: found "Factory", allowed the name of a time zone such as Europe/Berlin or UTC']),
        (GOOD + "timezone: ../../etc/passwd\n", [
            '5:11: timezone: found "../../etc/passwd", allowed the name of a time zone such as Europe/Berlin or UTC']),
        (GOOD + "skip: [2026-12-31 to 2026-12-24]\n", [
            '5:8: skip[1]: found "2026-12-31 to 2026-12-24", but the range runs backward; did you mean "2026-12-24 to '
            '2026-12-31"?']),
        (GOOD + "skip: [02-30, 25-12, Christmas, 2026-02-29, 2026-06-31 to 2026-07-01]\n", [
            '5:8: skip[1]: found "02-30", but no year has that day; the month comes first: 12-25',
            '5:15: skip[2]: found "25-12", but no year has that day; the month comes first: 12-25',
            f'5:22: skip[3]: found "Christmas", allowed {SKIP}',
            '5:33: skip[4]: found "2026-02-29", but that month has days 1 to 28',
            '5:45: skip[5]: found "2026-06-31", but that month has days 1 to 30']),
        (GOOD + "skip: 12-25\n", [
            '5:7: skip: found "12-25", allowed a list, each entry on a line that begins with "- "']),
        (GOOD + "week:\n  modnay: none\n  Friday: none\n", [
            f'6:3: week.modnay: unknown key, allowed {WEEK}; did you mean "monday"?',
            f'7:3: week.Friday: unknown key, allowed {WEEK}; did you mean "friday"?']),
        (GOOD + "week:\n  monday: non\n  tuesday:\n  friday: {size: 10x10}\n", [
            '6:11: week.monday: found "non", allowed none or a group of keys: kind, difficulty, density, spread, '
            'lone_cells, attempts, layout, hand, shape, idea, effort, technique, score, start, total, size, '
            'mines, pictures; did you mean "none"?',
            "7:11: week.tuesday: found nothing, allowed none or a group of keys: kind, difficulty, density, spread, "
            "lone_cells, attempts, layout, hand, shape, idea, effort, technique, score, start, total, size, mines, "
             "pictures",
            "8:11: week.friday.difficulty: missing, required: how hard each puzzle is, and what it needs: easy: single "
            "clues only; medium: clues read together; hard: placements tried out; expert: a tier 3 puzzle whose score "
            "is high for its size, or a tier 4 puzzle"]),
        (GOOD + "week: {monday: {size: [8x8, 9x9], difficulty: hrad}, friday: {size: 30x9, difficulty: easy}}\n", [
            '5:23: week.monday.size: found a list, allowed ' + SIZE,
            '5:47: week.monday.difficulty: found "hrad", allowed easy, medium, hard, expert; did you mean "hard"?',
            '5:69: week.friday.size: found "30x9", allowed ' + SIZE]),
        (GOOD + "week: {monday: {size: 3x18, difficulty: easy}}\n", [
            '5:23: week.monday.size: found "3x18", allowed a width of 4 cells or more, which card.png shows']),
        (GOOD + "week: {monday: {size: 5x5, difficulty: easy, density: 0.6}}\n", [
            "5:55: week.monday.density: density 0.6 with spread 0.03 gives 0.57 to 0.63, allowed 0.05 to 0.6; set "
            "spread to 0"]),
        (GOOD + "week: {monday: {size: 4x3, difficulty: easy, start: top}, friday: {size: 8x8, difficulty: easy, "
         "technique: 1-2}}\n", [
            "5:53: week.monday.start: found top on a board of 4x3 cells; each side must be at least 4 cells",
            "5:108: week.friday.technique: found 1-2, a technique of tier 2, but easy puzzles use 1 at most; choose "
            "medium, hard or expert"]),
        (GOOD + "week:\n  monday: {kind: classic, size: 9x9, difficulty: easy, density: 0.2, start: top, shape: star}\n"
         "  tuesday: {kind: clasic, size: 9x9, difficulty: easy}\n"
         "  friday: {size: 9x9, difficulty: easy, mines: 9}\n", [
            f"6:65: week.monday.density: {CLASSIC_KEYS}", f"6:77: week.monday.start: {CLASSIC_KEYS}",
            f"6:89: week.monday.shape: {CLASSIC_KEYS}",
            f'7:19: week.tuesday.kind: found "clasic", allowed {", ".join(VARIANTS)}, classic; did you mean "classic"?',
            "8:48: week.friday.mines: found 9, allowed only with kind: classic; other puzzles have a density"]),
        (GOOD + "week:\n  monday: {kind: classic, size: 9x9, difficulty: easy, mines: 73}\n"
         "  tuesday: {kind: classic, size: 4x3, difficulty: easy, mines: 4}\n"
         "  friday: {kind: classic, size: 4x2, difficulty: easy, pictures: [cat]}\n", [
            "6:63: week.monday.mines: found 73, but at most 72 fit 9x9, as the start and the cells around it stay free",
            "7:64: week.tuesday.mines: found 4, but at most 3 fit 4x3, as the start and the cells around it stay free",
            f'8:33: week.friday.size: found "4x2", allowed {SIZE}{LARGER}',
            f"8:66: week.friday.pictures: {CLASSIC_KEYS}"]),
        (GOOD + "week: {friday: {kind: mosaic, difficulty: easy, size: 20x20, pictures: [cat, kat]}}\n", [
            '5:72: week.friday.pictures: found "kat", allowed a ready picture such as cat (docs/pictures.md lists '
            'them), or the path of a file; did you mean "cat"?']),
        (GOOD + "week:\n  monday: {kind: classic, size: 31x9, difficulty: easy}\n"
         "  friday: {kind: mosaic, size: 30x9, difficulty: easy}\n", [
            f'6:33: week.monday.size: found "31x9", allowed {SIZE}{LARGER}',
            f'7:32: week.friday.size: found "30x9", allowed {SIZE}']),
        (GOOD + "week: {monday: {size: 12x10, difficulty: expert, score: 20}}\n", [
            "5:57: week.monday.score: found 20, but expert 12x10 puzzles have scores of 47 and more; choose such "
            "scores, or difficulty hard"]),
        (GOOD + "week: {monday: {size: 9x9, difficulty: medium, score: 20-60, effort: low}}\n", [
            "5:55: week.monday.score: found 20-60, but a day has one puzzle; allowed one score such as 20",
            "5:70: week.monday.effort: found low, which changes no puzzle, but score is wished; choose normal "
            "or high"]),
        (GOOD + "week:\n" + "".join(f"  {name}: none\n" for name in WEEKDAYS), [
            "6:3: week: found none for every weekday, allowed for six of them at most"]),
        (GOOD + "language: xx\npalette: brik\npaper: a5\n", [
            '5:11: language: found "xx", allowed de, en, es, fr, it, nl, pt; to add one, make a folder '
            "of templates with a words.yaml",
            '6:10: palette: found "brik", allowed brick, harbour, moss, slate, sunflower, tomato, ocean, midnight, '
            'mint, blush, sky, forest; did you mean "brick"?',
            '7:8: paper: found "a5", allowed auto, a4, letter']),
        (GOOD + "first_number: 0\nledger: ../x.sqlite\n", [
            '5:15: first_number: found "0", allowed a whole number from 1 to 1000000',
            '6:9: ledger: found "../x.sqlite", allowed a file under the current folder, such as output/ledger.sqlite; '
            "name any other file on the command line"]),
    ],
)  # fmt: skip
def test_refused_with_these_lines(text: str, lines: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        loads_daily(text, "x.yaml")
    assert str(caught.value).split("\n") == [f"x.yaml:{line}" for line in lines]


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
