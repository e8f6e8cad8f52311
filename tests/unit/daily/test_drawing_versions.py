"""What the files of a daily depend on besides the ledger."""

import shutil
from pathlib import Path

import pytest

from puzzlegen.book.manifest import versions
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.files.templates import shipped_folder, template


def test_a_changed_template_changes_the_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = drawing_tools("en")
    mail = template("mail/email.html").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates" / "mail").mkdir(parents=True)
    own = tmp_path / "templates" / "mail" / "email.html"
    own.write_text(mail, encoding="utf-8")
    assert drawing_tools("en") == shipped  # the same template in another place
    assert {"puzzlegen", "python", "pillow", "reportlab", "templates"} <= shipped.keys()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    (tmp_path / "other" / "templates").symlink_to(tmp_path / "templates")
    own.write_text(mail + "\n", encoding="utf-8")
    changed = drawing_tools("en")
    assert {name for name in shipped if changed[name] != shipped[name]} == {"templates"}


def test_babel_is_a_tool_of_the_languages_that_it_has_the_data_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("en-GB", "en-kids"):
        shutil.copytree(shipped_folder("templates") / "en", tmp_path / "templates" / name)
    for tools in (drawing_tools, versions):
        assert [name for name in ("en", "en-GB", "en-kids", "de") if "babel" in tools(name)] == ["en-GB"]


def test_each_language_has_its_templates() -> None:
    assert drawing_tools("de")["templates"] != drawing_tools("en")["templates"]
