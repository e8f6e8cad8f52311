"""The journey of a publisher of books: a shelf of books in one ledger, a second edition, large print and a reprint.

The books, their order and their puzzles change every day. JOURNEY_SEED, any text, brings those of another day back.
"""

import json
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
A_DAY = 5  # of the 13 ready books, 30 s each; with all the journey took 590 s (2026-11-30). make books builds all
FOR_SEVERAL = ("sampler", "tablet")  # ready configs that name several printers in a comment


def own_copy(folder: Path, name: str, series: str) -> str:
    """Make a ready config one's own, as its warnings ask: another series, title and author."""
    text = (CONFIGS / f"{name}.yaml").read_text(encoding="utf-8")
    ready = yaml.safe_load(text)
    text = text.replace(ready["title"], f"{ready['title']} Again").replace("The puzzlegen Press", "Ann Bee")
    text = re.sub(r"^series: .*", f"series: {series}", text, flags=re.MULTILINE)
    (folder / "configs" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return f"configs/{name}.yaml"


def own_copy_for_several(folder: Path, name: str, series: str) -> str:
    """Make a ready config one's own, with the printers that its comment names and fewer puzzles."""
    config = folder / own_copy(folder, name, series)
    changed = config.with_name(f"{name}-for-several.yaml")
    text = re.sub(r"^# profiles:.*(\n#   - .*)*", lambda found: found[0].replace("# ", "").replace("#  ", " "),
                  config.read_text(encoding="utf-8"), flags=re.MULTILINE)  # fmt: skip
    changed.write_text(re.sub(r"count: (8|16),", "count: 1,", text), encoding="utf-8")
    assert len(yaml.safe_load(text)["profiles"]) >= 4
    config.unlink()
    return f"configs/{changed.name}"


def builds(folder: Path, config: str, *words: str) -> str:
    """Build a book and verify it; return the folder of its files.

    Nothing is warned of but ready pictures that an earlier book has too.
    """
    said = does(folder, " ".join(["book", config, *words]))
    assert all(one.startswith(RECURS) for one in warnings_of(said)), said
    made = re.findall(r"^(\d+ puzzles) on [\d and]+ pages? in .* s: verified; (output/[\w-]+)", said, re.MULTILINE)
    ((count, book),) = made
    names = json.loads((folder / book / "manifest.json").read_text(encoding="utf-8")).get("editions", ())
    found = " read back and solved: 0 errors; ".join(f"{name}: {count}" for name in names) or count
    verifies(folder, book, found)
    return str(book)


def pass_preflight(folder: Path, book: str) -> int:
    """Check each file of a book that goes to a printer or a reader; nothing may be found. Return how many there are."""
    files = 0
    for manifest in sorted((folder / book).rglob("manifest.json")):
        made = json.loads(manifest.read_text(encoding="utf-8"))
        if "editions" in made:
            continue
        page, pages = made["page"], made["counts"]["pages"]
        asked = f"--profile {page['printer']} --trim '{page['trim']}' --paper {page['paper']} --jobs 1"
        for path in sorted(manifest.parent.glob("*.pdf")):
            if path.name != "cover-guide.pdf":  # which shows where the printer folds, and is not printed
                name = path.relative_to(folder).as_posix()
                cover = f" --cover {pages}" if path.name == "cover.pdf" else ""
                said = does(folder, f"preflight {name} {asked}{cover}")
                assert said.startswith(f"{name}: 0 errors, 0 warnings for {page['printer']}"), said
                files += 1
    return files


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
    today = random.Random(seed)
    configs = [own_copy(tmp_path, name, f"{name} of {seed}") for name in today.sample(READY, A_DAY)]
    for kind in ("book", "picture"):
        does(tmp_path, f"new {kind} my{kind} --series 'my{kind} of {seed}'")
        configs.append(f"my{kind}/book.yaml")
    today.shuffle(configs)
    print(f"JOURNEY_SEED={seed}: {' '.join(configs)}")
    # Those of the user's own with all jobs, as usual; the others with one, because two journeys share two cores.
    books = [builds(tmp_path, config, *["--jobs 1"] * config.startswith("configs")) for config in configs]
    assert len(set(books)) == A_DAY + 2
    assert all(pass_preflight(tmp_path, book) >= 1 for book in books)
    for name in FOR_SEVERAL:
        config = own_copy_for_several(tmp_path, name, f"{name} for several, of {seed}")
        assert pass_preflight(tmp_path, builds(tmp_path, config, "--jobs 1")) >= 4

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
