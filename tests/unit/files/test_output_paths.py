"""Default folders and ledgers, and links that lead out of a folder."""

from pathlib import Path

import pytest

from puzzlegen.files.writing import default_folder, default_ledger


def test_a_config_names_its_default_folder() -> None:
    assert default_folder(Path("configs/holiday book.yaml")) == Path("output/holiday book")
    assert default_folder(Path("my-book/book.yaml")) == Path("output/my-book")  # as puzzlegen new names it
    assert default_folder(Path("book.yaml")) == default_folder(Path("../book.yaml")) == Path("output/book")


@pytest.mark.parametrize(
    ("config", "name"),
    [
        ("Why?/book.yaml", "why"),
        ("How?/book.yaml", "how"),
        ("Vol. 1./book.yaml", "vol-1"),
        ("Mines: Easy/book.yaml", "mines-easy"),
        ("CON/book.yaml", "book-con"),
        ("a:b/a:b.yaml", "a-b"),
        ("con.yaml", "book-con"),
        ("...yaml", "book"),
        ("a\x07.yaml", "a"),
        ("x" * 201 + ".yaml", "x" * 60),
        ("地雷?/book.yaml", "地雷"),
    ],
)
def test_a_config_whose_name_is_no_folder_name_has_a_portable_one(config: str, name: str) -> None:
    assert default_folder(Path(config)) == Path("output") / name


def test_books_in_neighboring_folders_share_a_ledger() -> None:
    assert default_ledger(Path("output/one")) == default_ledger(Path("output/two")) == Path("output/ledger.sqlite")
