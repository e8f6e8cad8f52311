"""What the files of a daily depend on besides the ledger."""

from pathlib import Path

import pytest

from puzzlegen.config.template_lookup import template
from puzzlegen.daily.drawing_versions import drawing_tools


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


def test_each_language_has_its_templates() -> None:
    assert drawing_tools("de")["templates"] != drawing_tools("en")["templates"]
