"""Default folders and ledgers, and links that lead out of a folder."""

from pathlib import Path

import pytest

from puzzlegen.errors import LedgerError, OutputError
from puzzlegen.files.writing import check_links, config_ledger, default_folder, default_ledger


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


def test_the_ledger_of_a_config_stays_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "out").symlink_to(tmp_path)
    (work / "in").symlink_to(work)
    monkeypatch.chdir(work)
    assert config_ledger("ledgers/mine.sqlite") == Path("ledgers/mine.sqlite")
    assert config_ledger("in/mine.sqlite") == Path("in/mine.sqlite")
    with pytest.raises(LedgerError, match="ledger: out is a link that leads out of the current folder"):
        config_ledger("out/mine.sqlite")


def test_links_may_stay_inside_the_output_folder_but_not_leave_it(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    (folder / "large").mkdir(parents=True)
    (folder / "again").symlink_to(folder / "large")
    (folder / "outside").symlink_to(tmp_path)
    check_links(folder, ["large", "again", "not there yet"])
    with pytest.raises(
        OutputError, match=r"outside: a link that leads out of .*book, where nothing may be written: remove it"
    ):
        check_links(folder, ["large", "outside"])


def test_the_output_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real" / "large").mkdir(parents=True)
    (tmp_path / "book").symlink_to(tmp_path / "real")
    check_links(tmp_path / "book", ["large"])
