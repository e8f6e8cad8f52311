"""Commands on many puzzles: nothing is lost, everything in order, answers while input still arrives."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import puzzlegen

from puzzlegen.cli import console
from puzzlegen.formats.json_record import as_dict, parse_record
from puzzlegen.single import puzzle_inputs

SAMPLE = "5x5:b1c211a1a2a1c31a3b1"
ANSWER = "yynnnnnnnynnnnnnyynnnnyyn"
CONFLICT = "3x1:a3a"
# Three separate parts with 1 or 3, 1 or 4, and 1 or 2 mines, together 5: one solution, which tier 4 does not reach
BEYOND = "5x11:##a####1##a1a1a#######a####1##a1a1a##1####a#######a1a1a,m5"
BEYOND_ANSWER = "nnynnnnnnnynnnynnnnnnnnnnnnnnnnnynnnnnnnnnnnnnnnnnnnynn"


def test_one_bad_line_costs_no_other() -> None:
    done = puzzlegen("solve", stdin=f"{SAMPLE}\n5x5:?\n\n// said\n3x3:i\nnonsense!\n{SAMPLE}\n")
    assert done.returncode == 2
    assert done.stdout.splitlines() == [ANSWER, "?????????", ANSWER]
    rows = done.stderr.splitlines()
    assert rows[0].startswith("stdin:2:5: found")
    assert [row.partition(": ")[0] for row in rows if row.startswith("stdin")] == ["stdin:2:5", "stdin:5", "stdin:6:9"]


def test_bad_lines_are_named_even_to_who_wants_quiet(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(f"{SAMPLE}\n5x5:?\n", encoding="utf-8")
    for command, rows in (("solve", [ANSWER]), ("convert", [SAMPLE])):
        done = puzzlegen(command, "-q", str(path))
        assert (done.returncode, done.stdout.splitlines()) == (2, rows)
        assert done.stderr.startswith(f"{path}:2:5: ")
    done = puzzlegen("grade", "-q", "--format", "json", str(path), "no-such.txt", SAMPLE)
    assert [json.loads(row)["difficulty"] for row in done.stdout.splitlines()] == ["easy", "easy"]
    assert len(done.stderr.splitlines()) == done.returncode == 2


def test_unsolved_is_1_unless_something_was_unreadable() -> None:
    assert puzzlegen("solve", SAMPLE, "3x3:i").returncode == 1
    assert puzzlegen("grade", "3x3:i", SAMPLE).returncode == 1
    assert puzzlegen("solve", "3x3:i", "5x5:?").returncode == 2


def test_convert_says_what_it_leaves_out() -> None:
    done = puzzlegen("convert", "--to", "puzzlink", stdin=f"{SAMPLE}\n{SAMPLE},m7\n{SAMPLE}\n")
    assert (done.returncode, len(done.stdout.splitlines())) == (2, 2)
    assert done.stderr.startswith("stdin:2:")
    done = puzzlegen("convert", "--to", "answer", stdin=f"3x3:i\n{SAMPLE}\n")
    assert (done.returncode, done.stdout) == (1, ANSWER + "\n")
    assert done.stderr == "stdin:1: left out: it has more than one solution, so it has no answer to write\n"


def test_what_is_left_out_is_named_even_to_who_wants_quiet() -> None:
    done = puzzlegen("convert", "-q", "--to", "json", "3x3:i")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "3x3:i: left out: it has more than one solution, so it has no answer to write\n"


STATED = "3 4 {}\n1 - - -\n- - - -\n- - 1 -\n"
SAYS = "stdin:1: {}; the clues alone have more than one solution, so the {} that its source states became its total\n"


def test_stated_mines_are_the_total_where_the_puzzle_needs_one() -> None:
    text = STATED.format(1)
    done = puzzlegen("convert", stdin=text)
    assert (done.returncode, done.stdout) == (0, "4x3:1i1a,m1\n")
    assert done.stderr == SAYS.format("solved", "1 mine")
    done = puzzlegen("solve", stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "nnnnnynnnnnn\n", SAYS.format("solved", "1 mine"))
    assert puzzlegen("grade", stdin=text).stdout.startswith("4x3:1i1a,m1  hard")
    assert json.loads(puzzlegen("convert", "--to", "json", stdin=text).stdout)["total"] == 1
    assert "mines 1" in puzzlegen("convert", "--to", "janko", stdin=text).stdout
    done = puzzlegen("convert", "--to", "puzzlink", stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert "left out: puzzlink: the format has no printed number of mines" in done.stderr


def test_steps_say_that_stated_mines_became_the_total() -> None:
    says = SAYS.format("", "1 mine").replace(" ; ", " ")
    for option in ("--hint", "--known=????????????"):
        done = puzzlegen("solve", option, stdin=STATED.format(1))
        assert (done.returncode, done.stderr) == (0, says)


def test_stated_mines_that_the_clues_imply_are_no_clue() -> None:
    text = f"// 7 mines\n{SAMPLE}\n"
    for command, due in (("convert", SAMPLE), ("solve", ANSWER)):
        done = puzzlegen(command, stdin=text)
        assert (done.returncode, done.stdout, done.stderr) == (0, due + "\n", "")


def test_stated_mines_that_contradict_the_clues_are_named() -> None:
    done = puzzlegen("solve", stdin=f"// 6 mines\n{SAMPLE}\n")
    assert (done.returncode, done.stdout) == (0, ANSWER + "\n")
    assert done.stderr == "stdin:2: solved; its source states 6 mines, but its only solution has 7\n"
    done = puzzlegen("grade", stdin=f"// 6 mines\n{SAMPLE},m7\n")
    assert done.stderr == "stdin:2: solved; its source states 6 mines, but its total is 7\n"
    done = puzzlegen("solve", stdin=STATED.format(11))
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        1, "stdin:1: has more than one solution; its source states 11 mines, which cannot fit",
    )  # fmt: skip
    done = puzzlegen("solve", stdin="// 0 mines\n4x3:1i1a")
    assert done.stderr.startswith(
        "stdin:2: has no solution: R1C1 and the total cannot both hold; "
        "the clues alone have more than one solution, but none with the 0 mines of its source\n"
    )
    done = puzzlegen("solve", stdin="// 5 mines\n4x3:1i1a")
    words = "has more than one solution; the 5 mines that its source states, used as its total, do not change that"
    assert done.stderr.startswith(f"stdin:2: {words}\n")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("// 3 mines\n// 1 mine\n4x3:1i1a", "3 and 1"),
        ("// 3 mines, 1 bomb\n4x3:1i1a", "3 and 1"),
        (f"// 3 mines\n// 5 mines\n{STATED.format(1)}", "3, 5 and 1"),
        ("int: mines = 1;\nint: bombs = 3;\nx = [|1,_,_,_|_,_,_,_|_,_,1,_|];", "1 and 3"),
        ('{"puzzle": "4x3:1i1a", "mines": 3, "settings": {"bombs": 1}}', "3 and 1"),
        ("begin\ninfo 3 Mines\ntitle 1 mine\nrows 3\ncols 4\nproblem\n1 - - -\n- - - -\n- - 1 -\nend", "3 and 1"),
    ],
)
def test_of_numbers_of_mines_that_differ_none_is_used(text: str, numbers: str) -> None:
    done = puzzlegen("convert", stdin=text)
    assert (done.returncode, done.stdout) == (0, "4x3:1i1a\n")
    words = (
        f"has more than one solution; its source states {numbers} mines, so no total was used; leave the wrong number"
    )
    assert words in done.stderr and done.stderr.count("\n") == 1
    done = puzzlegen("convert", "--total", "1", stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "4x3:1i1a,m1\n", "")
    done = puzzlegen("convert", "--total", "2", stdin=text)
    assert done.returncode == 2 and f"--total is 2, but the puzzle states {numbers}; give one of these" in done.stderr


def test_numbers_that_differ_are_named_where_the_clues_are_enough() -> None:
    done = puzzlegen("solve", stdin=f"// 7 mines\n// 8 mines\n{SAMPLE}\n")
    assert (done.returncode, done.stdout) == (0, ANSWER + "\n")
    assert done.stderr == "stdin:3: solved; its source states 7 and 8 mines, but its only solution has 7\n"


def test_the_total_can_be_given() -> None:
    for command, due in (("solve", "nnnnnynnnnnn"), ("convert", "4x3:1i1a,m1"), ("grade", "4x3:1i1a,m1  hard")):
        done = puzzlegen(command, "4x3:1i1a", "--total", "1")
        assert (done.returncode, done.stdout[: len(due)], done.stderr) == (0, due, "")
    done = puzzlegen("solve", "4x3:1i1a,m2", "--total", "1")
    assert (done.returncode, done.stderr) == (2, "4x3:1i1a,m2: --total is 1, but the puzzle states 2; leave it out\n")
    done = puzzlegen("convert", "4x3:1i1a", "--total", "11")
    assert (done.returncode, done.stderr) == (2, "4x3:1i1a: --total: 11 mines cannot fit in 10 blank cells\n")


def test_a_stated_total_is_drawn(tmp_path: Path) -> None:
    drawn = []
    for name, text, options in (
        ("a", STATED.format(1), []),
        ("b", "4x3:1i1a,m1", []),
        ("c", "4x3:1i1a", ["--total", "1"]),
    ):
        path = tmp_path / f"{name}.svg"
        assert puzzlegen("render", "-", "-o", str(path), *options, stdin=text).returncode == 0
        drawn.append(path.read_bytes())
    assert drawn[0] == drawn[1] == drawn[2]


def test_a_printed_total_is_used_and_only_a_printed_one() -> None:
    rows = [json.loads(row) for row in puzzlegen("solve", "--format", "json", "2x1:b", "2x1:b,m2").stdout.splitlines()]
    assert [row["status"] for row in rows] == ["ambiguous", "solved"]


def test_two_solutions_and_where_they_differ() -> None:
    done = puzzlegen("solve", "3x1:a1a")
    assert (done.stdout, done.stderr.splitlines()[0]) == ("?n?\n", "3x1:a1a: has more than one solution")
    assert sorted(done.stderr.splitlines()[1:]) == ["NnY", "YnN"]
    data = json.loads(puzzlegen("solve", "3x1:a1a", "--format", "json").stdout)
    assert sorted(data["solutions"]) == ["nny", "ynn"]
    assert data["differ"] == ["R1C1", "R1C3"]


def test_boards_to_look_at() -> None:
    done = puzzlegen("solve", "--format", "text", SAMPLE, CONFLICT, "5x2:e.121.", "--max-tier", "1")
    assert done.stdout.split("\n\n") == [
        f"{SAMPLE}: solved, tier 1\n *  *  1  .  .\n .  2  1  1  *\n 1  .  2  .  1\n .  *  *  3  1\n .  3  *  *  1",
        f"{CONFLICT}: has no solution: R1C2 cannot hold\n ?  3  ?",
        "5x2:e.121.: has one solution, beyond the tiers: found by search\n .  *  .  *  .\n .  1  2  1  .",
        "",
    ]
    head, above, below, _ = puzzlegen("solve", "--format", "text", "3x2:a1a#.#").stdout.split("\n", 3)
    assert head == "3x2:a1a#.#: has more than one solution"
    assert sorted(above.split("    ")) == ["[*] 1 [.]", "[.] 1 [*]"]
    assert below == "    ." + " " * 12 + "."
    assert len(puzzlegen("solve", "--format", "text", "40x1:zn").stdout.splitlines()) == 5  # below each other


def test_where_the_tiers_end_a_search_finds_the_answer_and_says_so() -> None:
    advice = "has one solution, beyond the tiers: found by search"
    for command in (("solve",), ("convert", "--to", "answer")):
        done = puzzlegen(*command, BEYOND)
        assert (done.returncode, done.stdout, done.stderr) == (0, BEYOND_ANSWER + "\n", f"{BEYOND}: {advice}\n")
    data = json.loads(puzzlegen("solve", "--format", "json", BEYOND).stdout)
    assert (data["status"], data["solution"], "?" in data["proved"]) == ("searched", BEYOND_ANSWER, True)
    data = json.loads(puzzlegen("convert", "--to", "json", BEYOND).stdout)
    assert (data["mines"], data["tier"], data["difficulty"], data["par"]) == (5, None, None, None)
    hint = puzzlegen("solve", "--hint", "5x2:e.121.", "--max-tier", "1")
    assert (hint.returncode, hint.stdout) == (1, "")
    assert hint.stderr.endswith(f"no further step can be proved: it {advice}\n")


def test_jobs_change_nothing() -> None:
    made = puzzlegen("generate", "-n", "40", "--size", "7x6", "--seed", "jobs").stdout
    made += puzzlegen("generate", "-n", "10", "--size", "5x9", "--seed", "jobs", "--total").stdout
    mixed = "".join(f"{row}\n" for row in sorted(made.splitlines())) + "3x3:i\n5x5:?\n"
    for command in (("solve", "--explain"), ("grade",), ("convert", "--to", "json")):
        one = puzzlegen(*command, "--jobs", "1", stdin=mixed)
        two = puzzlegen(*command, "--jobs", "3", stdin=mixed)
        assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
        assert len(one.stdout.splitlines()) >= 50


def test_progress_is_written_to_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LOG_SECONDS", 0.0)
    lines = puzzlegen("grade", stdin=f"{SAMPLE}\n" * 300).stderr.splitlines()
    counts = [int(re.fullmatch(r"grade: (\d+)(, [\d.]+ an? (second|minute|hour))?", line)[1]) for line in lines]
    assert counts == sorted(counts)
    assert counts[-1] <= 300
    assert puzzlegen("grade", "-q", stdin=f"{SAMPLE}\n" * 30).stderr == ""


def test_answers_come_while_input_still_does() -> None:
    command = [sys.executable, "-m", "puzzlegen", "solve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(3):
            running.stdin.write(f"{SAMPLE}\n")
            running.stdin.flush()
            assert running.stdout.readline() == f"{ANSWER}\n"  # or the test hangs: the input is still open
        running.stdin.close()
        assert running.wait(60) == 0


def test_a_reader_who_has_enough_ends_endless_input() -> None:
    command = f"yes {SAMPLE} | {sys.executable} -m puzzlegen solve -q | head -n 2000 | tail -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == (f"{ANSWER}\n", "")


def test_no_bytes_and_no_length_of_line_do_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.txt"
    path.write_bytes(b"\xef\xbb\xbf" + SAMPLE.encode() + b"\r\n\xff\xfe\x00\n" + SAMPLE.encode() + b"\n")
    done = puzzlegen("solve", str(path))
    assert (done.returncode, done.stdout) == (2, f"{ANSWER}\n" * 2)
    assert done.stderr.startswith(f"{path}:2:1: ")
    assert len(done.stderr.splitlines()) == 1
    monkeypatch.setattr(puzzle_inputs, "MAX_LINE_LENGTH", 100)
    path.write_text(f"{SAMPLE}\n" + "z" * 100 + "\n")
    done = puzzlegen("solve", str(path), SAMPLE)
    assert (done.returncode, done.stdout) == (2, f"{ANSWER}\n" * 2)
    assert done.stderr == f"{path}:2: a line of 100 characters or more; no puzzle is as long\n"


def test_clues_that_cannot_hold_prove_no_cell() -> None:
    done = puzzlegen("solve", "3x1:a2a,m1")
    assert (done.returncode, done.stdout) == (1, "???\n")
    data = json.loads(puzzlegen("solve", "--format", "json", "3x1:a2a,m1").stdout)
    assert (data["status"], data["solution"]) == ("contradiction", "???")
    assert puzzlegen("solve", "--format", "text", "3x1:a2a,m1").stdout.splitlines()[1] == " ?  2  ?"


@pytest.mark.parametrize("command", ["solve", "grade", "convert", "render"])
@pytest.mark.parametrize(
    "name", ["nofile.txt", "no/file", "no\\file", "days/2028/03/11.txt", "PUZZLES.JSONL", "./nofile"]
)
def test_a_mistyped_name_of_a_file_is_no_puzzle(command: str, name: str, tmp_path: Path) -> None:
    done = puzzlegen(command, name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{name!r}: no such file, and no puzzle either\n"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    done = puzzlegen("convert", str(tmp_path))
    assert (done.returncode, done.stderr) == (2, f"{tmp_path}: is a directory; name a file in it\n")


@pytest.mark.parametrize(
    "text",
    [
        "5x5:a/b",
        "5x5:?.txt",
        "https://puzz.link/p?mines/4/4/!",
        "puzz.link/p?mines/4/4/!",
        "mines/4/4/!",
        "pzprv3/mines/2/x",
    ],
)
def test_a_puzzle_with_a_slip_is_not_taken_for_a_file(text: str) -> None:
    done = puzzlegen("convert", text)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "no such file" not in done.stderr


def test_of_several_arguments_the_bad_one_is_named() -> None:
    done = puzzlegen("solve", SAMPLE, "5x5:?")
    assert (done.returncode, done.stdout) == (2, f"{ANSWER}\n")
    assert done.stderr.startswith("argument 2, column 5: found '?'")
    assert puzzlegen("solve", "5x5:?").stderr.startswith("column 5: found '?'")


def test_one_of_a_thing_is_one() -> None:
    assert puzzlegen("grade", "3x1:a2a").stdout.endswith(" 1 bottleneck\n")
    done = puzzlegen("classic", "--size", "5x5", "--mines", "1", "--seed", "one", "--format", "text")
    assert " 1 mine, " in done.stdout


def test_options_that_would_do_nothing_are_refused() -> None:
    done = puzzlegen("classic", "--language", "de")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--language applies to pages: give --format html too\n"


def test_a_bad_choice_has_a_message_in_plain_words() -> None:
    done = puzzlegen("convert", "--to", "foo", SAMPLE)
    assert done.returncode == 2
    assert done.stderr.startswith("--to: found 'foo', allowed line, site, ")


def test_nothing_is_made_up_of_a_puzzle_from_elsewhere() -> None:
    row = puzzlegen("convert", "--to", "json", SAMPLE).stdout
    data = json.loads(row)
    assert (data["seed"], data["attempts"], data["solution"]) == (None, None, ANSWER)
    assert as_dict(parse_record(row)) == data
