"""A whole book from a config, as a publisher makes it."""

import hashlib
import json
import os
import resource
import shutil
from pathlib import Path

import pikepdf
import pytest
from commands import puzzlegen, started
from small_book import BOUND, NOTES, write_config

pytestmark = pytest.mark.xdist_group("book")  # what they share is made once

ONE_SECTION = """
title: T
series: s
page: {{profile: screen, trim: 6x9}}
sections:
  - {{name: {name}, count: 2, size: {size}, difficulty: easy, per_page: 4}}
"""
FILES = ("interior.pdf", "puzzles.jsonl", "preview.png")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    done = started("book", str(write_config(folder)), "-o", str(folder / "out"), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "8 puzzles on" in done.stderr
    assert "verified" in done.stderr
    assert done.stdout == ""
    return folder / "out"


def without_seconds(folder: Path) -> dict[str, object]:
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest.pop("seconds")
    return manifest


def test_all_files_are_there_and_nothing_else(book: Path) -> None:
    assert {path.name for path in book.iterdir()} == {*FILES, "manifest.json"}
    manifest = without_seconds(book)
    for name in FILES:
        assert manifest["files"][name] == hashlib.sha256((book / name).read_bytes()).hexdigest()
    counts = manifest["counts"]
    assert counts["by_difficulty"] == {"easy": 5, "medium": 2, "hard": 1}
    assert counts["attempts"] == counts["puzzles"] + sum(counts["rejects"].values()) > counts["puzzles"]
    assert manifest["findings"] == []


def test_two_jobs_and_another_run_give_the_same_bytes(book: Path, tmp_path: Path) -> None:
    done = started("book", str(write_config(tmp_path)), "-o", str(tmp_path / "again"), "--jobs", "2", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (book / name).read_bytes(), name
    assert without_seconds(tmp_path / "again") == without_seconds(book)


def test_golden_puzzles(book: Path) -> None:
    """The first puzzles of this series must never change, but as the changelog says; the file's own bytes may."""
    rows = [json.loads(row) for row in (book / "puzzles.jsonl").read_text().splitlines()]
    assert [row["puzzle"] for row in rows[:2]] == ["6x5:2a22a2e3e21b32a11b10", "6x5:2a2f5a223d0a22d0a2a"]
    assert [row["number"] for row in rows] == list(range(1, 9))
    scores = [row["score"] for row in rows[:5]]
    assert scores == sorted(scores)


def test_reprint_from_the_records(book: Path, tmp_path: Path) -> None:
    words = ["book", str(write_config(tmp_path)), "-o", str(tmp_path / "re"), "--puzzles", str(book / "puzzles.jsonl")]
    assert puzzlegen(*words).returncode == 0
    assert (tmp_path / "re" / "interior.pdf").read_bytes() == (book / "interior.pdf").read_bytes()


def test_reprint_refuses_what_does_not_fit_or_is_wrong(book: Path, tmp_path: Path) -> None:
    rows = (book / "puzzles.jsonl").read_text().splitlines()
    records = tmp_path / "puzzles.jsonl"
    config = str(write_config(tmp_path))
    words = ["book", config, "-o", str(tmp_path / "re"), "--puzzles", str(records)]
    records.write_text("\n".join(rows[1:]))
    done = puzzlegen(*words)
    assert (done.returncode, "expected 5; leave out --puzzles" in done.stderr) == (2, True)
    records.write_text("\n".join([rows[0].replace('"tier": 1', '"tier": "one"'), *rows[1:]]))
    assert "puzzles.jsonl:1: tier" in puzzlegen(*words).stderr
    spoilt = json.loads(rows[0])
    spoilt["solution"] = spoilt["solution"].translate(str.maketrans("yn", "ny"))
    records.write_text("\n".join([json.dumps(spoilt), *rows[1:]]))
    done = puzzlegen(*words)
    assert done.returncode == 1
    assert "A302" in done.stderr
    assert not (tmp_path / "re" / "interior.pdf").exists()
    assert (tmp_path / "re" / "rejected" / "manifest.json").exists()


def test_verify_again_and_after_damage(book: Path, tmp_path: Path) -> None:
    assert puzzlegen("verify", str(book)).returncode == 0
    copy = tmp_path / "copy"
    shutil.copytree(book, copy)
    rows = (copy / "puzzles.jsonl").read_text().splitlines()
    (copy / "puzzles.jsonl").write_text("\n".join(rows[:-1]) + "\n")
    done = puzzlegen("verify", str(copy))
    assert done.returncode == 1
    assert {row.split()[1].rstrip(":") for row in done.stdout.splitlines()} >= {"F101", "P201", "A301"}
    (copy / "interior.pdf").write_bytes(b"%PDF-1.7 half a fi")
    assert puzzlegen("verify", str(copy)).returncode == 2
    (copy / "manifest.json").write_text("{")
    assert "not a manifest" in puzzlegen("verify", str(copy)).stderr


def test_the_file_is_what_a_printer_wants(book: Path) -> None:
    with pikepdf.open(book / "interior.pdf") as pdf:
        assert len(pdf.pages) % 2 == 0
        assert "/Info" not in pdf.trailer
        assert "/Outlines" not in pdf.Root
        for page in pdf.pages:
            assert [float(x) for x in page.MediaBox] == [0, 0, 432, 648]


def test_a_killed_build_leaves_nothing_that_looks_finished(tmp_path: Path) -> None:
    out = tmp_path / "out"
    room = out / ".building-killed"
    room.mkdir(parents=True)
    (room / "interior.pdf").write_bytes(b"%PDF half")
    os.utime(room, (0, 0))
    assert puzzlegen("book", str(write_config(tmp_path)), "-o", str(out)).returncode == 0
    assert {path.name for path in out.iterdir()} == {*FILES, "manifest.json"}


def test_an_output_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = puzzlegen("book", str(write_config(tmp_path)), "-o", str(tmp_path / "file" / "out"))
    assert done.returncode == 2
    assert "choose another folder" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_full_disk_leaves_the_earlier_book(book: Path, tmp_path: Path) -> None:
    """A limit on the size of files stands in for the full disk: writing fails in the middle with the system's error."""
    out = tmp_path / "out"
    shutil.copytree(book, out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    words = ("book", str(write_config(tmp_path)), "-o", str(out), "--no-ledger")
    done = started(
        *words,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "interior.pdf" in done.stderr.splitlines()[-1]
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_section_without_puzzles_is_named_with_its_line(tmp_path: Path) -> None:
    bad = "  - {name: Hopeless, count: 1, size: 3x3, difficulty: expert, attempts: 5}\n"
    config = write_config(tmp_path, ONE_SECTION.format(name="Good", size="5x5") + bad)
    done = puzzlegen("book", str(config), "-o", str(tmp_path / "out"), "--no-ledger", "--jobs", "1")
    line = config.read_text(encoding="utf-8").splitlines().index(bad.rstrip()) + 1
    expected = f'{config}:{line}:5: sections[2] "Hopeless": no expert 3x3 puzzle in 5 attempts ('
    assert (done.returncode, done.stderr.splitlines()[-1].startswith(expected)) == (2, True), done.stderr


def test_narrow_boards_and_no_author(tmp_path: Path) -> None:
    text = ONE_SECTION.format(name="Narrow", size="3x9")
    done = puzzlegen("book", str(write_config(tmp_path, text)), "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr


def test_an_earlier_failure_is_forgotten_but_nothing_else(book: Path, tmp_path: Path) -> None:
    rejected = tmp_path / "out" / "rejected"
    rejected.mkdir(parents=True)
    for name in ("interior.pdf", "notes.txt"):
        (rejected / name).write_text("left")
    assert puzzlegen("book", str(write_config(tmp_path)), "-o", str(tmp_path / "out")).returncode == 0
    assert [path.name for path in rejected.iterdir()] == ["notes.txt"]


def test_a_folder_without_a_book_is_no_success(book: Path, tmp_path: Path) -> None:
    manifest = json.loads((book / "manifest.json").read_text()) | {"files": {}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    done = puzzlegen("verify", str(tmp_path))
    assert (done.returncode, done.stdout.count("F101")) == (1, 3)


def test_small_cells_are_warned_of(tmp_path: Path) -> None:
    text = ONE_SECTION.format(name="Tight", size="9x9")
    done = puzzlegen("book", str(write_config(tmp_path, text)), "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert "warning: section 'Tight': cells of" in done.stderr


def test_a_separate_key_is_a_file_of_its_own_and_part_of_the_proof(book: Path, tmp_path: Path) -> None:
    text = BOUND.replace("{notes", "{answer_key: {place: separate, order: shuffled}, notes").replace(
        f"pages: {NOTES}", "pages: 20"
    )
    out = tmp_path / "out"
    words = ["book", str(write_config(tmp_path, text)), "-o", str(out), "--puzzles", str(book / "puzzles.jsonl")]
    done = puzzlegen(*words)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in out.iterdir()} == {*FILES, "answers.pdf", "manifest.json"}
    assert (out / "interior.pdf").read_bytes() != (book / "interior.pdf").read_bytes()
    assert puzzlegen("verify", str(out)).returncode == 0
    shutil.copy(book / "interior.pdf", out / "answers.pdf")
    done = puzzlegen("verify", str(out))
    assert done.returncode == 1
    assert {"F101", "A301"} <= {row.split()[1].rstrip(":") for row in done.stdout.splitlines()}
    assert puzzlegen(*words).returncode == 0
    done = puzzlegen("book", str(write_config(tmp_path)), "-o", str(out), "--puzzles", str(book / "puzzles.jsonl"))
    assert done.returncode == 0
    assert not (out / "answers.pdf").exists()
