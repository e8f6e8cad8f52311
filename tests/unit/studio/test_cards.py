"""The pictures of books on the start page."""

import io
from pathlib import Path

import pytest
from PIL import Image
from small_book import SMALL

from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.reading import time_of_change
from puzzlegen.studio.preview import HEIGHT, draw_card
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


def test_the_front_of_a_cover_is_drawn_without_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("the pages are laid out")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("puzzlegen.studio.preview.NICENESS", 0)
    (tmp_path / "book.yaml").write_text(SMALL + "cover: {make: yes}\n", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("puzzlegen.studio.preview.lay_out_edition", refused)
        shown = draw_card(tmp_path / "book.yaml", tmp_path / "book.png")
    assert shown is not None and Image.open(io.BytesIO(shown)).height == HEIGHT
    (tmp_path / "plain.yaml").write_text(SMALL, encoding="utf-8")
    assert draw_card(tmp_path / "plain.yaml", tmp_path / "plain.png") is not None
