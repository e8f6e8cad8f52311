"""The minified copies of styles and scripts belong to the shipped templates, and no others are used."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from puzzlegen.web.templates import fill_scripts, fill_template

ROOT = Path(__file__).parents[3]
SCRIPTS = ["page/page.js", "play/play.js"]


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
    short = fill_scripts(["play/play.js"], {})
    assert "\n//" not in short and len(short) < 0.6 * (ROOT / "templates" / "play" / "play.js").stat().st_size
    values = {"up": "../", "address": "http", "icon": ""}
    assert fill_scripts(["web/install.js"], values).count('"../') == 2
    assert "\n" not in fill_template("page/page.css", {}).strip()


def test_a_template_of_the_user_is_used_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates" / "play").mkdir(parents=True)
    shipped = {name: (ROOT / "templates" / name).read_text(encoding="utf-8") for name in SCRIPTS}
    own = shipped["play/play.js"] + "// mine\n"
    (tmp_path / "templates" / "play" / "play.js").write_text(own, encoding="utf-8")
    assert fill_scripts(SCRIPTS, {}) == shipped["page/page.js"] + own  # its names are those of the other
    (tmp_path / "templates" / "play" / "play.js").write_text(own.removesuffix("// mine\n"), encoding="utf-8")
    assert len(fill_scripts(SCRIPTS, {})) < 0.6 * len(own + shipped["page/page.js"])


def test_shared_names_are_short_in_all_copies_alike(tool: ModuleType) -> None:
    sources = [
        "let shown=1;function around(e){return shown+e}",
        "around(shown),a.shown={around:2,left}",
        "let left=`${around(2)}/${left}`",
    ]
    names = tool.short_names(sources)
    assert set(names) == {"shown"}  # `around` and `left` stand for keys somewhere
    assert tool.renamed(sources[1], names) == f"around({names['shown']}),a.shown={{around:2,left}}"
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("a=b/c/d", ["a", "=", "b", "/", "c", "/", "d"]),
        ("a=/b c/g", ["a", "=", "/b c/g"]),
        ("return/[/]/.test(a)", ["return", "/[/]/", ".", "test", "(", "a", ")"]),
        ("`b${c+`d${e}`}f`+'g`'", ["`b${", "c", "+", "`d${", "e", "}`", "}f`", "+", "'g`'"]),
        ("{a?.b}", ["{", "a", "?.", "b", "}"]),
    ],
)
def test_a_minified_script_is_read_by_tokens(script: str, found: list[str], tool: ModuleType) -> None:
    assert tool.tokens(script) == found
