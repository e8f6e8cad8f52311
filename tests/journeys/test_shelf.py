"""The journey of a publisher of books: a shelf of books in one ledger, a second edition, large print and a reprint.

The order of the books and their puzzles change every day. JOURNEY_SEED, any text, brings those of another day back.
"""

import os
import random
import re
import shutil
from datetime import date
from pathlib import Path

import yaml
from journey_steps import CONFIGS, does, verifies, warnings_of

RECURS = "warning: another book or daily in the ledger has the ready picture"  # which are there for every book
READY = sorted(path.stem for path in CONFIGS.glob("*.yaml") if path.stem != "daily")


def own_copy(folder: Path, name: str, series: str) -> str:
    """Make a ready config one's own, as its warnings ask: another series, title and author."""
    text = (CONFIGS / f"{name}.yaml").read_text(encoding="utf-8")
    ready = yaml.safe_load(text)
    text = text.replace(ready["title"], f"{ready['title']} Again").replace("The puzzlegen Press", "Ann Bee")
    text = re.sub(r"^series: .*", f"series: {series}", text, flags=re.MULTILINE)
    (folder / "configs" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return f"configs/{name}.yaml"


def builds(folder: Path, config: str, *words: str) -> str:
    """Build a book and verify it; return the folder of its files.

    Nothing is warned of but ready pictures that an earlier book has too.
    """
    said = does(folder, " ".join(["book", config, *words]))
    assert all(one.startswith(RECURS) for one in warnings_of(said)), said
    (made,) = re.findall(r"^(\d+ puzzles) on \d+ pages? in .* s: verified; (output/[\w-]+)/", said, re.MULTILINE)
    verifies(folder, made[1], made[0])
    return str(made[1])


def files_of(book: Path) -> dict[str, bytes]:
    """Return the files of a book; the manifest has the time of its build."""
    return {path.name: path.read_bytes() for path in book.rglob("*") if path.is_file() and path.suffix != ".json"}


def edit(config: Path, changes: dict[str, str]) -> None:
    """Change parts of a config, as in an editor."""
    text = config.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    config.write_text(text, encoding="utf-8")


def test_a_shelf_of_books(tmp_path: Path) -> None:
    seed = os.environ.get("JOURNEY_SEED") or str(date.today())
    (tmp_path / "configs").mkdir()
    configs = [own_copy(tmp_path, name, f"{name} of {seed}") for name in READY]
    for kind in ("book", "picture"):
        does(tmp_path, f"new {kind} my{kind} --series 'my{kind} of {seed}'")
        configs.append(f"my{kind}/book.yaml")
    random.Random(seed).shuffle(configs)
    print(f"JOURNEY_SEED={seed}: {' '.join(configs)}")
    # Those of the user's own with all jobs, as usual; the others with one, because two journeys share two cores.
    books = [builds(tmp_path, config, *["--jobs 1"] * config.startswith("configs")) for config in configs]
    assert len(set(books)) == len(READY) + 2

    paperback = (tmp_path / "output/mybook/puzzles.jsonl").read_bytes()
    shutil.copy(tmp_path / "mybook/book.yaml", tmp_path / "mybook/large.yaml")
    edit(tmp_path / "mybook/large.yaml", {"theme: classic": "theme: large-print", "per_page: 4": "", "per_page: 2": ""})
    assert builds(tmp_path, "mybook/large.yaml", "--puzzles", "output/mybook/puzzles.jsonl") == "output/large"
    edit(tmp_path / "mybook/book.yaml", {"title: Mybook\n": "title: Mybook, Second Edition\n"})
    builds(tmp_path, "mybook/book.yaml")
    assert (tmp_path / "output/mybook/puzzles.jsonl").read_bytes() == paperback

    number = 1 if books[0] == "output/mybook" else 0
    first = files_of(tmp_path / books[number])
    shutil.rmtree(tmp_path / books[number])
    builds(tmp_path, configs[number])
    assert files_of(tmp_path / books[number]) == first
