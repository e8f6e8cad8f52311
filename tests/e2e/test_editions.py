"""One config for several printers: the puzzles once, a folder each, and all of them proved."""

import json
import shutil
from pathlib import Path

import pikepdf
import pytest
from commands import puzzlegen
from small_book import BOUND, SMALL, write_config
from tagged_files import faults

from puzzlegen.book.design import editions_of
from puzzlegen.config.load import loads_book
from puzzlegen.language.catalogue import load

pytestmark = pytest.mark.xdist_group("editions")  # what they share is made once

EDITIONS = BOUND + "profiles: [kdp, {profile: ingram, trim: 6x9}, home-a4, screen]\n"
NAMES = ("kdp", "ingram", "home-a4", "screen")
ALL = {*NAMES, "manifest.json", "puzzles.jsonl"}
FILES = {"interior.pdf", "puzzles.jsonl", "preview.png", "manifest.json"}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("editions")
    (folder / "out").mkdir()
    (folder / "out" / "interior.pdf").write_bytes(b"of an earlier build for one printer")
    (folder / "out" / "manifest.json").write_text(json.dumps({"puzzlegen": "0.1.0", "files": {"interior.pdf": ""}}))
    done = puzzlegen("book", str(write_config(folder, EDITIONS)), "-o", str(folder / "out"))
    assert done.returncode == 0, done.stderr
    assert f"verified; {folder / 'out'}" in done.stderr
    return folder / "out"


def test_each_edition_is_a_whole_book_of_the_same_puzzles(out: Path) -> None:
    assert {path.name for path in out.iterdir()} == ALL
    assert len({(out / name / "puzzles.jsonl").read_bytes() for name in (*NAMES, ".")}) == 1
    for name in NAMES:
        assert {path.name for path in (out / name).iterdir()} == FILES
        manifest = json.loads((out / name / "manifest.json").read_text())
        assert (manifest["kind"], manifest["page"]["printer"]) == ("book", name)
        assert manifest["counts"]["puzzles"] == 8


def test_each_edition_is_what_its_printer_takes(out: Path) -> None:
    sizes = {"kdp": (432, 648), "ingram": (432, 648), "home-a4": (595.274, 841.889), "screen": (432, 648)}
    for name in NAMES:
        with pikepdf.open(out / name / "interior.pdf") as pdf:
            assert all(
                [float(v) for v in page.MediaBox] == pytest.approx([0, 0, *sizes[name]], abs=0.01) for page in pdf.pages
            )
            screen = name == "screen"
            assert ("/StructTreeRoot" in pdf.Root, "/MarkInfo" in pdf.Root) == (screen, screen)
            # PDF/X demands information on the document, and other printers accept none.
            assert ("/Info" in pdf.trailer, "/Outlines" in pdf.Root) == (screen or name == "ingram", screen)
            assert any("/Annots" in page for page in pdf.pages) is screen
            blank = [len(page.Contents.read_bytes()) == 0 for page in pdf.pages]
            assert blank[-1] or name != "ingram"
            assert any(blank) is (name == "ingram")  # its printer wants the last page blank


def test_the_edition_for_the_screen_is_pdf_ua(out: Path) -> None:
    assert faults(out / "screen" / "interior.pdf") == []


def test_verify_takes_an_edition_or_all_of_them(out: Path, tmp_path: Path) -> None:
    assert puzzlegen("verify", str(out / "screen")).returncode == 0
    copy = tmp_path / "copy"
    shutil.copytree(out, copy)
    done = puzzlegen("verify", str(copy))
    assert (done.returncode, done.stderr.count("8 puzzles read back and solved: 0 errors")) == (0, 4)
    (copy / "screen" / "interior.pdf").write_bytes((copy / "kdp" / "interior.pdf").read_bytes())
    (copy / "ingram" / "manifest.json").unlink()
    done = puzzlegen("verify", str(copy))
    assert done.returncode == 1
    assert "error F101 screen: " in done.stdout
    assert "error F101 ingram: " in done.stdout
    (copy / "manifest.json").write_text('{"kind": "editions", "editions": 3}')
    done = puzzlegen("verify", str(copy))
    assert (done.returncode, "not a manifest" in done.stderr) == (2, True)


def test_the_ledger_knows_the_editions_as_one_book(out: Path, tmp_path: Path) -> None:
    ledger = ("--ledger", str(out.parent / "ledger.sqlite"))
    rows = puzzlegen("ledger", "list", "--format", "json", *ledger).stdout.splitlines()
    assert [json.loads(row)["title"] for row in rows] == ["A Small Book"]
    assert json.loads((out / "manifest.json").read_text())["ledger"]["file"] == "../ledger.sqlite"
    for folder in (out, out / "kdp"):
        done = puzzlegen("verify", str(folder), *ledger)
        assert done.returncode == 0, done.stdout
        assert "P207" not in done.stdout
    config = str(write_config(tmp_path, BOUND + "profiles: [screen, home-a4]\n"))
    again = puzzlegen("book", config, "-o", str(tmp_path / "o"), *ledger)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "o" / "puzzles.jsonl").read_bytes() != (out / "puzzles.jsonl").read_bytes()


def test_one_edition_with_faults_holds_all_of_them_back(out: Path, tmp_path: Path) -> None:
    rows = [json.loads(row) for row in (out / "kdp" / "puzzles.jsonl").read_text().splitlines()]
    rows[0]["solution"] = rows[0]["solution"].translate(str.maketrans("yn", "ny"))
    (tmp_path / "spoilt.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    files = ALL - {"ingram", "home-a4"}
    two = BOUND + "profiles: [kdp, screen]\n"
    words = ("book", str(write_config(tmp_path, two)), "-o", str(tmp_path / "out"))
    done = puzzlegen(*words, "--puzzles", str(tmp_path / "spoilt.jsonl"))
    assert done.returncode == 1
    assert "error A302 screen" in done.stderr
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"rejected"}
    assert {path.name for path in (tmp_path / "out" / "rejected").iterdir()} == files
    assert puzzlegen(*words, "--puzzles", str(out / "kdp" / "puzzles.jsonl")).returncode == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == files


def test_the_printer_at_home_takes_the_paper_of_the_language() -> None:
    text = SMALL.replace("page: {trim: 6x9}", "page: {profile: home}\nlanguage: LANGUAGE")
    for language, width in (("en", 612.0), ("de", 595.3), ("fr", 595.3)):
        (edition,) = editions_of(loads_book(text.replace("LANGUAGE", language)), load(language).paper)
        assert abs(edition.setup.profile.trim.width - width) < 0.5
