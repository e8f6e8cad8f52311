"""Each printer has steps for uploading a finished book, and steps that cannot be filled in are refused."""

from pathlib import Path

import pytest

from puzzlegen.config.shop_files import FACTS, UPLOADING_FILE, VALUES, load_upload_guide
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.printers.requirements import load_printers

SHIPPED = (shipped_folder("templates") / UPLOADING_FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("printer", load_printers())
@pytest.mark.parametrize("there", [False, True])
def test_every_printer_has_steps_with_all_values(printer: str, there: bool) -> None:
    guide = load_upload_guide(printer)
    assert guide is not None
    steps = list(
        guide.steps_for({one: there != one.startswith("no ") for one in FACTS}, {name: f"<{name}>" for name in VALUES})
    )
    assert len(steps) >= 2 and "<interior>" in " ".join(steps)
    assert not any("{" in step or "  " in step for step in steps)


def test_other_printers_have_none() -> None:
    assert load_upload_guide("another") is None


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("{ink} ink", "{inks} ink", "found {inks}, allowed interior, cover"),
        ("{ink} ink", "{ink ink", "braces may only contain the name of a value"),
        ("when: printer barcode", "when: barcode", 'found "barcode", allowed cover'),
    ],
)
def test_steps_that_cannot_be_filled_in_are_refused(
    old: str, new: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / UPLOADING_FILE).write_text(SHIPPED.replace(old, new, 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=line):
        load_upload_guide("kdp")
