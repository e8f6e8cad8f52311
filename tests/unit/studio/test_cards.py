"""The pictures of books on the start page."""

from pathlib import Path

import pytest

from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.reading import time_of_change
from puzzlegen.studio.preview import draw_card
from puzzlegen.studio.projects import OUTPUT
from puzzlegen.studio.start_views import card_file


def test_the_name_of_a_picture_changes_with_the_build_and_needs_none(tmp_path: Path) -> None:
    config = tmp_path / "book.yaml"
    config.write_text("title: A\n", encoding="utf-8")
    unbuilt = card_file(config)
    manifest = tmp_path / OUTPUT / MANIFEST
    manifest.parent.mkdir()
    manifest.write_text("{}", encoding="utf-8")
    assert card_file(config) != unbuilt
    manifest.unlink()
    assert card_file(config) == unbuilt


def test_a_file_that_another_process_removes_has_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking first whether it is there made the studio reply with status 500 at high load (2026-11-26)."""
    monkeypatch.setattr(Path, "is_file", lambda *_: True)
    monkeypatch.setattr(Path, "exists", lambda *_, **_options: True)
    assert time_of_change(tmp_path / "gone") == 0
    (tmp_path / "book.yaml").write_text("title: A\n", encoding="utf-8")
    card_file(tmp_path / "book.yaml")


def test_a_picture_that_was_drawn_while_a_call_waited_is_not_drawn_again(tmp_path: Path) -> None:
    (tmp_path / "drawn.png").write_bytes(b"drawn")
    assert draw_card(tmp_path / "gone.yaml", tmp_path / "drawn.png") == b"drawn"
