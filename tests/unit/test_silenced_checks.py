"""Every comment that silences a check names the check and gives the reason: ``# noqa: ARG001  # the reason``."""

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("puzzlegen", "tests", "docs", "templates")
_SILENCING = re.compile(r"#\s*(flake8:|ruff:|noqa|type:\s*ignore|mypy:|pragma:|fmt:\s*(off|skip))", re.IGNORECASE)
_NAMED = r"# (?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*|type: ignore\[[a-z, -]+\]|pragma: no cover)"
_WITH_REASON = re.compile(rf"(?:{_NAMED}  )+# [\w-].*\w.*")
_UNFORMATTED = {"# fmt: skip", "# fmt: off", "# fmt: on"}  # of tables, which need no reason


def without_reason(source: str) -> list[str]:
    """Return the comments of a module that silence a check, and do not name it or give no reason."""
    if not _SILENCING.search(source):
        return []
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    silencing = [one for one in comments if _SILENCING.search(one) and one not in _UNFORMATTED]
    return [one for one in silencing if not _WITH_REASON.fullmatch(one)]


def test_silenced_checks_have_reasons() -> None:
    modules = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(modules) > 500
    found = {path.relative_to(ROOT).as_posix(): without_reason(path.read_text(encoding="utf-8")) for path in modules}
    assert {name: comments for name, comments in found.items() if comments} == {}


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa", "# noqa: E402", "# noqa: E402  #", "# noqa  # any reason", "# type: ignore", "# type: ignore[misc]",
        "# type: ignore  # any reason", "# ruff: noqa", "# mypy: ignore-errors", "#noqa", "# NOQA: E402",
    ],
)  # fmt: skip
def test_a_comment_without_a_name_or_a_reason_is_found(comment: str) -> None:
    assert without_reason(f"x = 1  {comment}\n") == [comment]


@pytest.mark.parametrize(
    "comment",
    ["# noqa: E402  # the path is set above", "# type: ignore[misc]  # noqa: RUF012  # as the library has it", "# why"],
)
def test_a_comment_with_its_reason_passes(comment: str) -> None:
    assert without_reason(f"x = 1  {comment}\ny = '# noqa'\n") == []
