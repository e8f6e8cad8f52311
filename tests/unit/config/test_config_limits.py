"""Files made to use up time or memory are refused early, in one line, whoever asks for them."""

import time
import tracemalloc
from pathlib import Path

import pytest
from commands import puzzlegen

from puzzlegen.config.load import load_book, loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.schema.yaml_nodes import MAX_BYTES

FULL = MAX_BYTES - 1000
SECONDS = 6.0  # of the processor; the worst took 1.4 s (2026-11-21)
MEGABYTES = 20  # of Python's; the worst took 7

HOSTILE = {
    "bomb": "a: &a [x, x]\n" + "".join(f"k{i}: &k{i} [{'*a, ' * 20}]\n" for i in range(4000)),
    "deep lists": "a: " + "[" * FULL,
    "deep groups": "a: " + "{a: " * (FULL // 4),
    "deep indents": "".join(" " * i + "a:\n" for i in range(880)),
    "deep dashes": "- " * (FULL // 2),
    "deep keys": "? " * (FULL // 2),
    "long key": "a" * FULL + ": b",
    "long anchor": "a: &" + "a" * FULL,
    "long tag": "a: !!" + "a" * FULL,
    "directives": "".join(f"%TAG !a{i}! b\n" for i in range(20_000)) + "---\n- b\n",
    "many values": "a: [" + "b, " * (FULL // 3),
    "many entries": "sections:\n" + "  - {name: x}\n" * 9000,
    "comments": "#\n" * (FULL // 2),
    "blank lines": "- a\n" + "\n" * FULL,
    "folded": "- >\n" + " b\n" * (FULL // 3),
    "escapes": '- "' + "\\x41" * (FULL // 4) + '"',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_refused_early(text: str) -> None:
    assert len(text) <= MAX_BYTES
    began = time.process_time()
    with pytest.raises(ConfigError) as caught:
        loads_book(text, "x.yaml")
    assert time.process_time() - began < SECONDS
    message = str(caught.value)
    assert message.startswith("x.yaml") and "\n" not in message and len(message) < 300


GOOD = "title: A\nseries: s\nsections:\n  - {name: n, count: 1, size: 5x4, difficulty: easy}\n"
LONG = {
    "many sections": (
        "title: A\nseries: s\nsections:\n"
        + "".join(f"  - {{name: n{i}, count: 1, size: 5x4, difficulty: easy}}\n" for i in range(101)),
        "4:3: sections: found 101 entries, allowed up to 100",
    ),
    "a long title": (
        GOOD.replace("A", "A" * 10_000),
        "1:8: title: found 10000 characters, allowed one line of text, 1 to 120 characters",
    ),
    "many values": (
        "a:\n" + "  - x\n" * 20_001,
        "19999:5: found more than 20000 values, allowed up to that; is this a config?",
    ),
    "a long version": (
        "%YAML 1." + "1" * 5000 + "\n---\na: b\n",
        "1:9: not valid YAML; check escapes and directives",
    ),
    "many problems": (GOOD + "".join(f"k{i}: 1\n" for i in range(52)), "and 2 more problems"),
}


@pytest.mark.parametrize(("text", "last"), LONG.values(), ids=LONG)
def test_long_texts_get_a_message_of_its_usual_length(text: str, last: str) -> None:
    with pytest.raises(ConfigError) as caught:
        loads_book(text, "x.yaml")
    *others, line = str(caught.value).split("\n")
    assert line.removeprefix("x.yaml:").strip() == last
    assert len(others) == (50 if last.startswith("and") else 0)


def test_a_file_that_is_too_large_or_never_ends_and_a_name_that_is_too_long(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_bytes(b"#" * (MAX_BYTES + 1))
    for path, words in (
        (tmp_path / "large.yaml", f"larger than {MAX_BYTES} bytes, allowed up to that; is this a config?"),
        (Path("/dev/zero"), "found a device, expected a file"),
        (Path("x" * 5000), "cannot be read: File name too long"),
    ):
        with pytest.raises(ConfigError, match=words) as caught:
            load_book(path)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["bomb", "many values"])
def test_memory_stays_small(name: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ConfigError):
            loads_book(HOSTILE[name], "x.yaml")
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES * 1e6
    finally:
        tracemalloc.stop()


def test_a_hundred_megabytes_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(ConfigError, match="larger than 400000 bytes"):
        load_book(path)
    assert time.process_time() - began < 1.0
    assert tracemalloc.get_traced_memory()[1] < 2 * MAX_BYTES
    tracemalloc.stop()


@pytest.mark.parametrize("command", ["book", "daily"])
def test_the_commands_say_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(HOSTILE["bomb"], encoding="utf-8")
    done = puzzlegen(command, "x.yaml", cwd=tmp_path)
    line = 'x.yaml:1:4: found the anchor "&a", not allowed; remove it, or quote the text\n'
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    assert [one.name for one in tmp_path.iterdir()] == ["x.yaml"]
