"""Files and texts that are refused before the schema is applied, each with its one line of message."""

from pathlib import Path
from typing import Any

import pytest

from puzzlegen.config.load import load_book, loads_book, loads_daily
from puzzlegen.errors import ConfigError
from puzzlegen.schema.yaml_nodes import MAX_BYTES, parse

HEAD = "title: A\nseries: s\n"
ONE = "sections:\n  - name: n\n    count: 1\n    size: 5x4\n    difficulty: easy\n"
GOOD = HEAD + ONE


def bad(name: str, text: str | bytes, line: str) -> Any:
    """A case: the text, and its message without the name of the file and the colon."""
    return pytest.param(text, f"x.yaml:{line}", id=name)


CORPUS = [
    bad("empty", "", " found nothing in the file; puzzlegen schema book lists the keys"),
    bad("comments only", "# nothing\n", " found nothing in the file; puzzlegen schema book lists the keys"),
    bad("null document", "~\n", " found nothing in the file; puzzlegen schema book lists the keys"),
    bad("a list", "- title: A\n", '1:1: found a list, allowed keys with values such as "title: The title"'),
    bad("a word", "hello\n", '1:1: found a single value, allowed keys with values such as "title: The title"'),
    bad("two documents", GOOD + "---\ntitle: B\n", '8:1: found a second document, allowed one; remove the "---" line'),
    bad(
        "python object",
        "title: !!python/object/apply:os.system [ls]\n",
        '1:8: found the tag "!!python/object/apply:os.system", not allowed; remove it, or quote the text',
    ),
    bad("a harmless tag", "title: !!str 7\n", '1:8: found the tag "!!str", not allowed; remove it, or quote the text'),
    bad("a local tag", "title: !wow\n", '1:8: found the tag "!wow", not allowed; remove it, or quote the text'),
    bad("anchor", "title: &a A\n", '1:8: found the anchor "&a", not allowed; remove it, or quote the text'),
    bad("alias", "title: *a\n", '1:8: found the alias "*a", not allowed; write the value out, or quote it'),
    bad(
        "yaml bomb",
        "a: &a [x, x]\nb: &b [*a, *a]\n",
        '1:4: found the anchor "&a", not allowed; remove it, or quote the text',
    ),
    bad(
        "merge key", GOOD + "<<: *base\n", '8:5: found the alias "*base", not allowed; write the value out, or quote it'
    ),
    bad("deep", "a: " + "[" * 40, "1:33: found values nested deeper than 30, allowed up to that"),
    bad("deep braces", "a: " + "{a: " * 40, "1:120: found values nested deeper than 30, allowed up to that"),
    bad(
        "too many",
        "a:\n" + "  - x\n" * 20_001,
        "19999:5: found more than 20000 values, allowed up to that; is this a config?",
    ),
    bad("list as key", "[a, b]: c\n", "1:1: found a list or group as a key, allowed plain words"),
    bad("group as key", "{a: b}: c\n", "1:1: found a list or group as a key, allowed plain words"),
    bad("tab", "page:\n\tprofile: a4\n", "2:1: found a tab, allowed spaces; indent with spaces"),
    bad(
        "colon in title",
        "title: Mines: a book\n",
        '1:13: found ": " in a text without quotes; write title: "Mines: a book"',
    ),
    bad(
        "no colon",
        "title: A\nseries\nsections: []\n",
        '2:1: found text that is neither "key: value" nor "- entry"; a ":" may be missing',
    ),
    bad(
        "open quote", 'title: "A\nseries: s\n', '1:8: found a quote that is not closed on its line; end the text with "'
    ),
    bad("open bracket", "title: A\nsections: [\n", "3:1: found the end of the file inside brackets; close them"),
    bad(
        "misaligned",
        "title: A\n  series: s\n",
        '2:9: found a ":" where none can stand; check indentation, or quote text that holds ": "',
    ),
    bad(
        "outdented",
        "  title: A\nseries: s\n",
        "2:1: found text that does not belong to the lines above; check indentation and quotes",
    ),
    bad(
        "after a quote",
        'title: "A" book\n',
        """1:11: found text behind the closing quote; write title: '"A" book'""",
    ),
    bad("at sign", "title: @home\n", "1:8: found a character that cannot begin a value; put the text in quotes"),
    bad("star", "title: * A\n", "1:9: found * or & at the start of a value; put the text in quotes"),
    bad("percent", "%A\n", "2:1: found text that does not belong to the lines above; check indentation and quotes"),
    bad(
        "bad escape", 'title: "C:\\q"\n', '1:12: found an unknown escape after "\\"; use single quotes or write "\\\\"'
    ),
    bad("beyond unicode", 'title: "\\UFFFFFFFF"\n', "1:11: not valid YAML; check escapes and directives"),
    bad(
        "half a character",
        'title: "\\uD800"\n',
        "1:8: found an escape for U+D800, which is half a character; remove it",
    ),
    bad("long version", "%YAML 1." + "1" * 5000 + "\n---\na: b\n", "1:9: not valid YAML; check escapes and directives"),
    bad("bell", "title: A\nseries: \a\n", "2:9: found the control character U+0007; remove it"),
    bad("open brace", GOOD + "page: {\n", "9:1: found the end of the file inside brackets; close them"),
    bad("open list", GOOD + "page: [a\n", "9:1: found the end of the file inside brackets; close them"),
]


@pytest.mark.parametrize(("text", "line"), CORPUS)
def test_refused_with_this_line(text: str, line: str) -> None:
    with pytest.raises(ConfigError) as caught:
        loads_book(text, "x.yaml")
    assert str(caught.value) == line


@pytest.mark.parametrize("text", ["", "# nothing\n", "~\n"])
def test_an_empty_file_names_where_its_own_keys_are_listed(text: str) -> None:
    with pytest.raises(
        ConfigError, match=r"^x\.yaml: found nothing in the file; puzzlegen schema daily lists the keys$"
    ):
        loads_daily(text, "x.yaml")
    with pytest.raises(ConfigError, match=r"^x\.yaml: found nothing in the file; write its keys, or delete the file$"):
        parse(text, "x.yaml")  # as of themes, words and printers, which have no schema


FILES = [
    bad("utf-32", "\ufeffa: b".encode("utf-32-le"), " found UTF-32 text, allowed UTF-8; save the file again as UTF-8"),
    bad(
        "utf-32 of another order",
        "\ufeffa".encode("utf-32-be"),
        " found UTF-32 text, allowed UTF-8; save the file again as UTF-8",
    ),
    bad("utf-16", "\ufeffa: b".encode("utf-16-le"), " found UTF-16 text, allowed UTF-8; save the file again as UTF-8"),
    bad(
        "latin-1",
        b"a: b\nc: caf\xe9\n",
        "2:7: found the byte 0xE9, which is not UTF-8; save the file again as UTF-8",
    ),
    bad("binary", b"%PDF\0\1", " found a binary file, allowed a YAML file"),
    bad("large", b"#" * (MAX_BYTES + 1), f" larger than {MAX_BYTES} bytes, allowed up to that; is this a config?"),
]


def message(path: Path | str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_book(path)
    return str(caught.value)


@pytest.mark.parametrize(("data", "line"), FILES)
def test_files_that_are_no_text(data: bytes, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.yaml").write_bytes(data)
    assert message("x.yaml") == line


def test_files_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sampler.yaml").write_text(GOOD, encoding="utf-8")
    assert message("smapler.yaml") == 'smapler.yaml: no such file; did you mean "sampler.yaml"?'
    assert message("far/away.yaml") == "far/away.yaml: no such file"
    assert message(".") == ".: found a folder, allowed a YAML file"
    assert message("a\0b.yaml").startswith("a\\x00b.yaml: ")
    assert message("sampler.yaml/more").startswith("sampler.yaml/more: ")
    assert message("x" * 5000).count("\n") == 0


def test_a_file_that_never_ends() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no endless file on this system")
    assert "found a device, expected a file" in message("/dev/zero")
