"""Own pages in a config: files are read at once, and what cannot be read is named with its place."""

from pathlib import Path

import pytest
from bad_configs import GOOD, refused

from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.load import loads_book
from puzzlegen.config.own_pages import MAX_LETTERS
from puzzlegen.schema.validation import config_hash

FRONT = GOOD + "front_matter:\n  pages:\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_file_is_named_alone_or_with_keys_or_its_text_stands_in_the_config() -> None:
    Path("a.md").write_text("\ufeffFor Ada.\n", encoding="utf-8")
    config = loads_book(FRONT + "    - a.md\n    - {file: a.md, after: contents, begin: right}\n    - text: Hello\n")
    one, two, three = config.front_matter.pages
    assert [one.markdown, two.markdown, three.markdown] == ["For Ada.", "For Ada.", "Hello"]
    assert (one.after, one.begin, one.align, two.after, two.begin) == (
        "copyright", "next page", "top", "contents", "right",
    )  # fmt: skip


def test_empty_lines_before_a_text_count_in_messages() -> None:
    Path("a.md").write_text("\n \n\nFor Ada.\n\n", encoding="utf-8")
    config = loads_book(FRONT + "    - a.md\n")
    assert config.front_matter.pages[0].markdown == "\n\n\nFor Ada."
    assert BookConfig.model_validate(config_values(config)) == config


def test_a_config_keeps_the_text_when_the_file_changes_or_goes() -> None:
    Path("a.md").write_text("For Ada.", encoding="utf-8")
    config = loads_book(FRONT + "    - a.md\n")
    Path("a.md").unlink()
    again = BookConfig.model_validate(config_values(config))
    assert again == config
    assert config_hash(again) == config_hash(config)
    Path("a.md").write_text("For Eve.", encoding="utf-8")
    assert config_hash(loads_book(FRONT + "    - a.md\n")) != config_hash(config)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("none.md", "none.md: cannot be read: No such file or directory"),
        ("latin.md", "latin.md: not a text: save it as UTF-8"),
        ("folder", "folder: not a file: name a Markdown file"),
        ("empty.md", "empty.md: it has no words; write some, or leave the page out"),
        ("long.md", f"long.md: has {MAX_LETTERS + 1} characters, allowed {MAX_LETTERS}; divide it into several files"),
        ("bell.md", "bell.md: found the control character U+0007 in "),
        ("../a.md", 'found "../a.md", allowed a file under the current folder'),
        ("{after: title_page}", "found neither file nor text, allowed one of them"),
        ("{file: a.md, text: Hello}", "found both file and text, allowed one of them"),
        ("{file: a.md, after: puzzles}", 'after: found "puzzles", allowed cover, title_page, copyright, contents,'),
        ("{file: a.md, begin: left}", 'begin: found "left", allowed right, next page'),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(entry: str, message: str) -> None:
    Path("a.md").write_text("For Ada.", encoding="utf-8")
    Path("latin.md").write_bytes("Grüße".encode("latin-1"))
    Path("empty.md").write_text("\n\n", encoding="utf-8")
    Path("long.md").write_text("a" * (MAX_LETTERS + 1), encoding="utf-8")
    Path("bell.md").write_text("Ring\a", encoding="utf-8")
    Path("folder").mkdir()
    (line,) = refused(FRONT + f"    - {entry}\n")
    assert line.startswith("x.yaml:10:")
    assert f"front_matter.pages[1]{'.' if message[:4] in ('file', 'afte', 'begi') else ': '}{message}" in line
