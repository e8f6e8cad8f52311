"""The journey of a publisher who sells a book again: an edition in large print, then the second volume."""

from pathlib import Path

import yaml
from journey_steps import does, verifies, warnings_of


def builds(folder: Path, name: str) -> list[str]:
    """Build and verify a book of ten puzzles without a warning, and return its puzzles."""
    assert warnings_of(does(folder, f"book {name}/book.yaml --jobs 1")) == []
    verifies(folder, f"output/{name}", "10 puzzles")
    return (folder / "output" / name / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()


def keys_of(folder: Path, name: str) -> dict[str, object]:
    return dict(yaml.safe_load((folder / name / "book.yaml").read_text(encoding="utf-8")))


def test_a_book_an_edition_and_two_volumes(tmp_path: Path) -> None:
    does(tmp_path, "new book mine --puzzles 10 --difficulty easy --effort low --trim 6x9 --author Ann --cover --yes")
    first = builds(tmp_path, "mine")

    said = does(tmp_path, "new edition mine --theme large-print")
    assert said.splitlines() == [
        "wrote mine-large-print/book.yaml",
        "next: puzzlegen book mine-large-print/book.yaml",
    ]
    assert builds(tmp_path, "mine-large-print") == first

    does(tmp_path, "new volume mine --series 'the second of Ann'")
    does(tmp_path, "new volume mine-2 --series 'the third of Ann'")
    config = tmp_path / "mine-2" / "book.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("listing: no", "listing: yes"), encoding="utf-8")
    second = builds(tmp_path, "mine-2")
    assert not {*map(puzzle_of, first)} & {*map(puzzle_of, second)}
    assert [keys_of(tmp_path, name)["volume"] for name in ("mine-2", "mine-3")] == [2, 3]
    others = keys_of(tmp_path, "mine-3")["back_matter"]["volumes"]
    assert [(one["title"], one["volume"]) for one in others] == [("Mine", 1), ("Mine", 2)]
    assert "• Volume 2" in (tmp_path / "output" / "mine-2" / "listing" / "shop-text.txt").read_text(encoding="utf-8")


def puzzle_of(line: str) -> str:
    return str(yaml.safe_load(line)["puzzle"])
