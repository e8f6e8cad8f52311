"""The import table of the architecture, held against the code."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "puzzlegen"
ANY = None
ALLOWED: dict[str, set[str] | None] = {
    "errors": set(),
    "seeds": set(),
    "units": set(),
    "cores": set(),
    "dates": {"errors"},
    "resources": {"errors"},
    "filling": {"resources", "errors"},
    "wording": set(),
    "words_mosaic": {"wording"},
    "words": {"wording", "words_mosaic"},
    "catalogue": {"wording", "words", "config", "resources", "errors", "solve"},
    "board": {"errors"},
    "engine": set(),
    "formats": {"board", "errors"},
    "solve": {"board", "engine", "errors", "words"},
    "generate": {"board", "engine", "solve", "seeds", "errors"},
    "grade": {"board", "engine", "solve", "seeds", "errors"},
    "matter": {"layout", "resources", "errors", "words"},
    "select": {"board", "grade", "seeds", "errors"},
    "press": {"errors"},
    "preflight": {"press", "errors", "units"},
    "config": {"board", "press", "errors", "units", "resources"},
    "layout": {"board", "press", "units", "errors", "words"},
    "render": {"layout", "press", "units", "errors", "resources", "filling"},
    "verify": {"board", "formats", "solve", "layout", "press", "errors", "units"},
    "ledger": {"board", "errors"},
    "web": {"errors", "resources", "words", "dates", "filling"},
    "pipeline": ANY,
    "journal": {"cores", "errors", "version"},
    "bar": set(),
    "talk": {"bar", "engine", "journal"},
    "cli": ANY,
    "cli_classic": ANY,
    "cli_daily": ANY,
    "cli_doctor": ANY,
    "cli_ledger": ANY,
    "cli_options": set(),
    "cli_puzzles": ANY,
    "__main__": {"cli"},
    "api": ANY,
    "version": set(),
    "__init__": {"api", "version"},
}


def imports_of(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            if node.module == "puzzlegen":
                names |= {f"puzzlegen.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_follow_the_table(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0].removesuffix(".py")
    assert room in ALLOWED, f"{room} is not in the table"
    names = imports_of(path)
    allowed = ALLOWED[room]
    ours = {name.split(".")[1] for name in names if name.startswith("puzzlegen.")}
    if allowed is not None:
        assert ours <= allowed | {room}, f"{path} imports {ours - allowed - {room}}"
    outside = {name.split(".")[0] for name in names}
    if room != "engine":
        assert "numba" not in outside, "numba lives in engine only"
    if room == "layout":
        assert not outside & {"reportlab", "PIL", "pikepdf", "pypdfium2"}, "layout knows no drawing library"
    if path.name == "exact.py":
        assert ours <= {"board", "errors"}, "the second opinion shares no code with the tiers"
