"""Replays transcripts: what users type and what they see, one file a topic in tests/e2e/transcripts.

A topic begins with a sentence and with the files that all its cases have; ``uses NAME`` is a fixture of its cases. Each
case has a name and a new folder, in which its lines stand for what happens there:

    === a name of the case
    --- draft.txt           a file, whose text follows
    $ puzzlegen complete draft.txt | head -n 1
    what it prints
    ! what it prints on stderr
    2! the last line on stderr of a command that fails, with its exit code; ``exit 2`` where stderr is empty

``|``, ``<`` and ``>`` mean what they mean to a shell. Other programs than puzzlegen are those of the system. What
depends on the release of a library, such as which two solutions clingo finds, has no place in a transcript.
``GOLDEN=write .venv/bin/pytest -n 0 tests/e2e/test_transcripts.py -k TOPIC`` writes what commands print now into the
transcripts, for a change on purpose: read the difference before you commit it.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from commands import Done, puzzlegen

TOPICS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
CASES = [
    pytest.param(topic, number, id=f"{topic.stem}: {case.partition(chr(10))[0]}")
    for topic in TOPICS
    for number, case in enumerate(topic.read_text(encoding="utf-8").split("\n=== ")[1:], 1)
]
CHANGING = (  # what no two runs print alike
    (r" \d+\.\d s\b", " TIME"),
    (r"^! seconds: .*", "! seconds: TIMES"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", "DATE-AND-TIME"),
)
MARK = re.compile(r"(\$|---|===|\d*!|exit) ")


def done(words: list[str], stdin: str, folder: Path) -> Done:
    """Run one command of a pipe."""
    if words[0] == "puzzlegen":
        return puzzlegen(*words[1:], stdin=stdin, cwd=folder)
    plain = os.environ | {"LC_ALL": "C"}  # ls sorts by it
    return subprocess.run(words, input=stdin, capture_output=True, text=True, cwd=folder, env=plain, check=False)


def shown(line: str, folder: Path) -> str:
    """Return what the user sees of a line of commands: its output, the lines on stderr, and the exit code."""
    stdin, errors, code = "", "", 0
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    parts: list[list[str]] = [[]]
    for word in lexer:
        if word == "|":
            parts.append([])
        else:
            parts[-1].append(word)
    for words in parts:
        files = {words[at]: folder / words[at + 1] for at in range(len(words) - 1) if words[at] in ("<", ">")}
        if "<" in files:
            stdin = files["<"].read_text(encoding="utf-8")
        run = done(words[: min((words.index(sign) for sign in files), default=None)], stdin, folder)
        stdin, errors, code = run.stdout, errors + run.stderr, run.returncode or code
        if ">" in files:
            files[">"].write_text(stdin, encoding="utf-8")
            stdin = ""
    lines = stdin.splitlines()
    assert not any(map(MARK.match, lines)), f"{line} prints what means something else in a transcript"
    lines += [f"! {text}" for text in errors.splitlines()]
    if code:
        lines = [*lines[:-1], f"{code}{lines[-1]}"] if errors else [*lines, f"exit {code}"]
    text = "".join(f"{text}\n" for text in lines)
    for pattern, name in CHANGING:
        text = re.sub(pattern, name, text, flags=re.MULTILINE)
    return text


def replayed(text: str, folder: Path) -> str:
    """Return a case, or the head of a topic, as it is when it is run now."""
    blocks = re.split(r"^(?=\$ |--- )", text.rstrip("\n") + "\n", flags=re.MULTILINE)
    for number, block in enumerate(blocks):
        first, _, rest = block.partition("\n")
        if block.startswith("--- "):
            path = folder / first.removeprefix("--- ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(rest, encoding="utf-8")
        elif block.startswith("$ "):
            blocks[number] = f"{first}\n{shown(first.removeprefix('$ '), folder)}"
    return "".join(blocks).rstrip("\n") + "\n"


@pytest.mark.parametrize(("topic", "number"), CASES)
def test_commands_print_what_the_transcript_says(
    topic: Path, number: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    head, *cases = topic.read_text(encoding="utf-8").split("\n=== ")
    for name in re.findall(r"^uses (\w+)$", head, re.MULTILINE):
        request.getfixturevalue(name)
    replayed(head, tmp_path)
    due, now = cases[number - 1].rstrip("\n") + "\n", replayed(cases[number - 1], tmp_path)
    if now != due and os.environ.get("GOLDEN") == "write" and not os.environ.get("CI"):
        cases[number - 1] = now
        topic.write_text("\n=== ".join([head, *(f"{case.rstrip(chr(10))}\n" for case in cases)]), encoding="utf-8")
        return
    assert now == due
