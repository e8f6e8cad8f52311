"""No environment variable changes a file: books, days and pictures have the same bytes in a hostile environment."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Done, puzzlegen

from puzzlegen.engine.kernels import cache_folder

pytestmark = pytest.mark.processes

BOOK = """
title: Small
author: A
series: environment
profiles:
  - {profile: kdp, trim: 6x9}
  - {profile: ingram, trim: 6x9}
  - {profile: home-letter}
language: fr
sections:
  - {name: One, count: 4, size: 5x5, difficulty: easy, per_page: 4}
  - {name: Two, kind: mosaic, difficulty: easy, per_page: 1, pictures: [heart]}
back_matter: {notes_pages: 16, gallery: yes}
aids: {hints: back}
output: {listing: yes}
cover: {make: yes, layout: pattern, isbn: 978-0-306-40615-7, spine_mm: 4.0}
"""
DAILY = """
title: Daily
series: environment
address: https://daily.example/
start: 2026-12-01
language: de
"""
# What libraries read (reportlab, Pillow, numpy, fontconfig), the C library and Python itself, and
# what shells and terminals set.
HOSTILE = {
    "SOURCE_DATE_EPOCH": "1234567890",
    "RL_useA85": "1", "RL_pageCompression": "1", "RL_ttfAsciiReadable": "0", "RL_pdfComments": "1",
    "RL_pdfMultiLine": "1", "RL_documentLang": "tlh", "RL_canvas_basefontname": "Times-Roman", "RL_invariant": "0",
    "RL_defaultPageSize": "A3", "RL_canvas_baseColor": "red", "RL_std14Embed": "1", "RL_DEBUG": "1", "EVAL_DEBUG": "1",
    "PILLOW_ALIGNMENT": "64", "PILLOW_BLOCK_SIZE": "1m", "PILLOW_BLOCKS_MAX": "3",
    "LANG": "tr_TR.UTF-8", "LANGUAGE": "ar:xx", "LC_TIME": "th_TH", "LC_NUMERIC": "de_DE", "LC_CTYPE": "C",
    "TZ": "Pacific/Kiritimati",
    "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3", "OMP_NUM_THREADS": "1",
    "PYTHONHASHSEED": "77", "PYTHONUTF8": "0", "PYTHONMALLOC": "malloc",
    "FONTCONFIG_FILE": "/none",
    "COLUMNS": "3", "LINES": "2", "TERM": "dumb", "NO_COLOR": "1", "USER": "nobody",
}  # fmt: skip
SETTINGS = "ttfAsciiReadable = 0\ninvariant = 0\npageCompression = 1\ncanvas_basefontname = 'Courier'\n"
MADE_WHEN = {"seconds"}  # in the manifest at the top of a book


def hostile(folder: Path, *words: str, **variables: str) -> Done:
    """Run a command in a process with a hostile environment, and with settings of reportlab in its home and path."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    (home / ".reportlab_settings").write_text(SETTINGS, encoding="utf-8")
    (home / "reportlab_settings.py").write_text(SETTINGS, encoding="utf-8")
    (home / "reportlab_mods.py").write_text("raise SystemExit('read')\n", encoding="utf-8")
    places = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"), str(home))
    kernels = {"PUZZLEGEN_CACHE": str(cache_folder().parent)}  # where a check of them is recorded
    return subprocess.run(
        [sys.executable, "-m", "puzzlegen", *words],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(home), **places, **kernels, **HOSTILE, **variables},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files; of manifests without what depends on the time of building."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    top = found.get("manifest.json", b"")
    if b'"editions"' in top:
        kept = {key: value for key, value in json.loads(top).items() if key not in MADE_WHEN}
        found["manifest.json"] = json.dumps(kept).encode()
    return found


def differing(one: Path, two: Path) -> list[str]:
    first, second = files_of(one), files_of(two)
    assert len(first) >= 3
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def test_a_book_of_three_printers_has_the_same_bytes_and_is_verified(tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(BOOK, encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "usual", "--no-ledger", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = hostile(tmp_path, "book", "book.yaml", "-o", "hostile", "--no-ledger", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert differing(tmp_path / "usual", tmp_path / "hostile") == []
    names = set(files_of(tmp_path / "usual"))
    assert {f"{edition}/interior.pdf" for edition in ("kdp", "ingram", "home-letter")} < names
    assert {"kdp/cover.pdf", "ingram/cover.pdf", "kdp/preview.png", "kdp/listing/cover.jpg"} < names
    done = hostile(tmp_path, "verify", "usual", "--jobs", "1")
    assert (done.returncode, done.stdout) == (0, "")


def test_days_have_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "daily.yaml").write_text(DAILY, encoding="utf-8")
    words = ("--date", "2026-12-05", "--days", "2", "--as-of", "2026-12-06", "--jobs", "1")
    for name in ("usual", "hostile"):
        (tmp_path / name).mkdir()
    done = puzzlegen("daily", "daily.yaml", "-o", "usual/d", "--ledger", "usual/l.sqlite", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = hostile(tmp_path, "daily", "daily.yaml", "-o", "hostile/d", "--ledger", "hostile/l.sqlite", *words)
    assert done.returncode == 0, done.stderr
    assert differing(tmp_path / "usual" / "d", tmp_path / "hostile" / "d") == []


@pytest.mark.parametrize("ending", ["pdf", "png", "svg", "gif"])
def test_pictures_of_a_puzzle_have_the_same_bytes(ending: str, tmp_path: Path) -> None:
    words = ("render", "4x4:a13f3a2a2a0", "-o")
    done = puzzlegen(*words, f"usual.{ending}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = hostile(tmp_path, *words, f"hostile.{ending}", PYTHONOPTIMIZE="2")  # with kernels it would compile them
    assert done.returncode == 0, done.stderr
    assert (tmp_path / f"usual.{ending}").read_bytes() == (tmp_path / f"hostile.{ending}").read_bytes()


@pytest.mark.parametrize(
    "variables",
    [{"SOURCE_DATE_EPOCH": "soon"}, {"RL_pageCompression": "maybe"}, {"EVAL_DEBUG": "x"}, {"TZ": "no/where"}],
    ids=lambda variables: next(iter(variables)),
)
def test_a_value_that_no_library_understands_stops_nothing(variables: dict[str, str], tmp_path: Path) -> None:
    done = hostile(tmp_path, "render", "4x4:a13f3a2a2a0", "-o", "a.pdf", **variables)
    assert (done.returncode, done.stderr) == (0, "")
