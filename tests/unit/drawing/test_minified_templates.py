"""The minified copies of styles and scripts belong to the shipped templates, and no others are used."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from puzzlegen.web.templates import fill_template

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("minify", ROOT / "templates" / "minified_copies.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_copy_is_of_its_template_and_unchanged(tool: ModuleType) -> None:
    sources = list(tool.sources())
    assert {"page.js", "play.js", "classic.js", "archive.js", "page.css"} <= {path.name for path in sources}
    assert {path.name for path in ROOT.glob("templates/*/*.min.*")} == {tool.copy_of(path).name for path in sources}
    for path in sources:
        first, _, short = tool.copy_of(path).read_text(encoding="utf-8").partition("\n")
        wanted = tool.first_line(path.read_text(encoding="utf-8"), short)
        assert first == wanted, f"{path} has changed, or its copy: run `make templates`"


def test_a_page_has_the_copy(tool: ModuleType) -> None:
    short = fill_template("play/play.js", {})
    assert "\n//" not in short and len(short) < 0.6 * (ROOT / "templates" / "play" / "play.js").stat().st_size
    assert fill_template("web/install.js", {"up": "../", "address": "http"}).count('"../') == 2


def test_a_template_of_the_user_is_used_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates" / "play").mkdir(parents=True)
    own = (ROOT / "templates" / "play" / "play.js").read_text(encoding="utf-8") + "// mine\n"
    (tmp_path / "templates" / "play" / "play.js").write_text(own, encoding="utf-8")
    assert fill_template("play/play.js", {}) == own
    (tmp_path / "templates" / "play" / "play.js").write_text(own.removesuffix("// mine\n"), encoding="utf-8")
    assert len(fill_template("play/play.js", {})) < 0.6 * len(own)
