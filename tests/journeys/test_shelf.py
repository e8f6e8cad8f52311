"""The journey of a publisher of books: from the first config to a shelf whose books share one ledger."""

from pathlib import Path

from journey_steps import does, verifies


def test_a_first_book(tmp_path: Path) -> None:
    assert does(tmp_path, "new book mybook") == "wrote mybook/book.yaml\nnext: puzzlegen book mybook/book.yaml\n"
    assert "warning" not in does(tmp_path, "book mybook/book.yaml")
    verifies(tmp_path, "output/mybook", "60 puzzles")
