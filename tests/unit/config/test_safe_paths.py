"""Names that come out of files: whatever a config, a manifest or a ledger says, nothing leaves the output folder."""

import os
import sqlite3
from pathlib import Path

import pytest
from ledgers import trust
from small_book import BOUND, write_config

from puzzlegen.book.print_images import load_logo
from puzzlegen.config.book import LogoConfig
from puzzlegen.config.load import load_book, loads_book, loads_daily
from puzzlegen.daily.manifest import read_manifest
from puzzlegen.errors import ConfigError, LedgerError, OutputError
from puzzlegen.files.writing import (
    MAX_BYTES,
    atomic_file,
    check_links,
    config_ledger,
    is_plain_name,
    is_plain_path,
    part_leading_out,
    portable_name,
    usable_name,
)
from puzzlegen.ledger.days import DailyLedger

GOOD = ["a", "ledger.sqlite", "2026-12-01", "größe 6x9", "con-6x9", "comet", "..a", ".hidden", "x" * 200]
BAD = [
    "", ".", "..", "a/b", "/a", "a\\b", "..\\a", "C:a", "a:stream", "a*", "a?", 'a"', "a|b", "<a>", "a.", "a ",
    "a\nb", "a\0",     "a\x1b[2J", "a\u202eb", "con", "CON", "Nul.sqlite", "aux.tar.gz", "COM1", "com¹.txt",
    "LPT9.pdf", "CONIN$", "prn .x", "x" * (MAX_BYTES + 1), "ü" * 101, "half\ud800",
]  # fmt: skip
DAILY = "title: t\nseries: s\naddress: https://example.org/\nstart: 2026-01-01\n"
# The others cannot stand in a text, are trimmed, or are a path under the folder.
QUOTED = [name for name in BAD if name and name.isprintable() and name[-1] != " " and name != "a/b"]


@pytest.mark.parametrize("name", GOOD)
def test_plain_names(name: str) -> None:
    assert is_plain_name(name)
    assert is_plain_path(f"output/{name}")


@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_names_that_mean_another_file_somewhere(name: str) -> None:
    assert not is_plain_name(name)
    assert is_plain_path(name) == (name == "a/b")
    assert not is_plain_path(f"output/{name}") or name == "a/b"


@pytest.mark.parametrize("name", [*QUOTED, "../ledger.sqlite", "a/../../b", "/etc/ledger", "a//b", "~/../x", "a/con/b"])
def test_a_config_cannot_name_such_a_ledger(name: str) -> None:
    line = f"ledger: '{name}'\n"
    for text, load in ((BOUND + line, loads_book), (DAILY + line, loads_daily)):
        with pytest.raises(ConfigError, match=r"ledger: found .*allowed") as caught:
            load(text, "x.yaml")
        assert "\n" not in str(caught.value)


# Keys that name a file or a folder, with FILE in its place, and where the config has the path then; None if it has not.
PATH_KEYS = {
    "ledger": ("book", BOUND + "ledger: FILE\n", lambda book: book.ledger),
    "puzzles": ("book", BOUND + "puzzles: FILE\n", lambda book: book.puzzles),
    "logo": ("book", BOUND + "logo: {file: FILE}\n", lambda book: book.logo.file),
    "artwork": ("book", BOUND + "cover: {make: yes, artwork: FILE}\n", lambda book: book.cover.artwork.file),
    "choices": ("book", BOUND + "choices: FILE\n", None),
    "own page": ("book", BOUND.replace("front_matter:\n", "front_matter:\n  pages: [FILE]\n"), None),
    "layout": ("book", BOUND.replace("{name: Three,", "{name: Three, layout: {file: FILE},"), None),
    "shape": ("book", BOUND.replace("{name: Three,", "{name: Three, shape: {file: FILE},"), None),
    "picture": ("book", BOUND.replace("{name: Three,", "{name: Three, kind: mosaic, pictures: [FILE],"), None),
    "folder": ("book", BOUND.replace("{name: Three,", "{name: Three, kind: mosaic, pictures: FILE,"), None),
    "logo of a daily": ("daily", DAILY + "logo: FILE\n", lambda daily: daily.logo),
    "ledger of a daily": ("daily", DAILY + "ledger: FILE\n", lambda daily: daily.ledger),
}


@pytest.mark.parametrize("key", PATH_KEYS)
def test_all_keys_take_the_same_paths(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kind, text, path_in = PATH_KEYS[key]
    load = loads_book if kind == "book" else loads_daily
    Path("a/b").mkdir(parents=True)
    contents = {"choices": "", "own page": "For Ada."}
    drawing = "\n".join(["#.####.#", "########", "##....##", "#..##..#"] * 2)
    Path("a/b/c.txt").write_text(contents.get(key, drawing), encoding="utf-8")
    plain = "a/b" if key == "folder" else "a/b/c.txt"
    due = load(text.replace("FILE", plain), "x.yaml")
    for name in (f"./{plain}", f"././{plain}", plain.replace("/", "/./")):
        found = load(text.replace("FILE", f"'{name}'"), "x.yaml")
        assert found == due
        assert path_in is None or path_in(found) == plain
    for name in (f"../{plain}", f"./../{plain}", str(tmp_path / plain), plain.replace("/", "//"), "con/a.txt", "."):
        with pytest.raises(ConfigError, match=r"found .*, allowed a (file|folder) under the current folder") as caught:
            load(text.replace("FILE", f"'{name}'"), "x.yaml")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("key", ["language", "theme", "page: {profile", "cover: {palette"])
@pytest.mark.parametrize("name", ["../../secret", "/etc", "..", "con"])
def test_no_key_names_a_file_outside_the_templates(key: str, name: str) -> None:
    with pytest.raises(ConfigError, match="allowed"):
        loads_book(BOUND.replace("page: {trim: 6x9}\n", "") + f"{key}: '{name}'" + "}" * key.count("{"), "x.yaml")


def test_sections_name_no_file(tmp_path: Path) -> None:
    """They are words on a page: any that can be printed will do."""
    text = BOUND.replace("name: One", "name: ../../One").replace("title: A Small Book", "title: ../../con")
    assert load_book(write_config(tmp_path, text)).sections[0].name == "../../One"


@pytest.mark.parametrize("name", BAD, ids=ascii)
@pytest.mark.parametrize("usual", ["book", "picture"])
def test_a_name_made_from_any_other_is_plain(name: str, usual: str) -> None:
    assert is_plain_name(portable_name(name, usual)) and is_plain_name(usable_name(name, usual))
    assert is_plain_name(f"{portable_name('ü' * 300, usual)}-100.jpeg")


MADE = {
    "Łucja": "łucja", "Straße": "strasse", "地雷": "地雷", "Größe & Co": "grosse-co", "İstanbul": "istanbul",
    "हिन्दी": "हिन्दी", "Việt": "viet", "한국": "한국", "Русский": "русский", "½ ﬁn": "1-2-fin", "مین\u200cروب": "مینروب",
    "1\ufe0f\u20e3 ☢\u20e0": "1", "Vol. 1.": "vol-1", "Mines: Easy": "mines-easy", "Why?": "why", "CON": "book-con",
    "COM¹": "book-com1", "???": "book", "\u0308x": "x", "a" * 70: "a" * 60, "地" * 70: "地" * 60, "NUL.txt": "nul-txt",
}  # fmt: skip


@pytest.mark.parametrize(("words", "name"), MADE.items(), ids=map(ascii, MADE))
def test_a_name_made_from_words_keeps_their_letters(words: str, name: str) -> None:
    assert portable_name(words, "book") == name
    assert portable_name(name, "book") == name  # what a system makes of it when it lists the folder is the same


def test_a_link_that_leads_out_is_found(tmp_path: Path) -> None:
    out, inside = tmp_path / "elsewhere", tmp_path / "out"
    out.mkdir()
    (inside / "real" / "deep").mkdir(parents=True)
    (inside / "away").symlink_to(out)
    (inside / "latest").symlink_to("real")
    (inside / "real" / "up").symlink_to("../../elsewhere/not yet there")
    (inside / "round").symlink_to("round")
    assert part_leading_out(inside, "away") == inside / "away"
    assert part_leading_out(inside, "away/deeper") == inside / "away"
    assert part_leading_out(inside, "latest/up/x") == inside / "latest" / "up"
    assert part_leading_out(inside, "latest/deep") is None
    assert part_leading_out(inside, "round/x") is None
    assert part_leading_out(inside, "to come/x") is None
    (tmp_path / "link").symlink_to(inside)  # the folder itself may be one
    assert part_leading_out(tmp_path / "link", "real/deep") is None
    check_links(inside, ["real", "latest", "to come"])
    with pytest.raises(OutputError, match=r"away: a link that leads out of .*nothing may be written"):
        check_links(inside, ["real", "away"])


def test_the_ledger_of_a_config_is_no_link_that_leads_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("far").symlink_to(tmp_path)
    Path("one.sqlite").symlink_to(tmp_path / "other.sqlite")
    Path("in").symlink_to(Path())
    for name in ("near/ledger.sqlite", "in/ledger.sqlite"):
        assert config_ledger(name) == Path(name)
    for name in ("far/ledger.sqlite", "one.sqlite"):
        with pytest.raises(LedgerError, match="a link that leads out of the current folder: name the ledger with"):
            config_ledger(name)


def test_a_part_file_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine", encoding="utf-8")
    beside = tmp_path / f".new.txt.{os.getpid()}.part"
    beside.symlink_to(precious)  # left by somebody who guessed the name
    with atomic_file(tmp_path / "new.txt") as again:
        assert again == beside and not again.is_symlink()
        again.write_text("yours", encoding="utf-8")
    assert precious.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/../../x", "C:x", "..", "a\\..\\x", "nul"])
def test_a_manifest_names_no_file_outside_its_folder(name: str, tmp_path: Path) -> None:
    """What a series does not make any more is removed: by names from this file."""
    text = '{"kind": "dailies","series": "s", "inputs": "", "ledger": "","files": {"NAME": {"bytes": 1, "sha256": ""}}}'
    (tmp_path / "manifest.json").write_text(text.replace("NAME", "archive/2026-12.html"), encoding="utf-8")
    assert read_manifest(tmp_path) is not None
    (tmp_path / "manifest.json").write_text(text.replace("NAME", name.replace("\\", "\\\\")), encoding="utf-8")
    assert read_manifest(tmp_path) is None


@pytest.mark.parametrize("date", ["../../x", "/etc", "", "2026-13-01", "20261201", "2026-W01-1", b"2026-12-01", 7])
def test_a_ledger_names_no_day_so(date: object, tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    DailyLedger(path, write=True).__exit__()
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO issues (id, kind, series) VALUES (1, 'daily', 's')")
        db.execute("INSERT INTO puzzles VALUES (1, 1, 'printed', 1, '', zeroblob(16), zeroblob(16), '', '', '')")
        db.execute("INSERT INTO days VALUES (1, ?, 1, 1, '{}', '{}', 1, '')", (date,))
        trust(db)
    db.close()
    with pytest.raises(LedgerError, match="the ledger is damaged"), DailyLedger(path, write=False) as ledger:
        ledger.days("s")


def test_a_logo_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe would be waited for, without end."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.png")
    Path("folder").mkdir()
    cases = (("pipe.png", "not a file"), ("folder", "not a file"), ("none.png", "cannot be read"))
    for name, due in cases:
        with pytest.raises(ConfigError, match=due) as caught:
            load_logo(LogoConfig(file=name), 300)
        assert "\n" not in str(caught.value)
