"""Sections no book can have: figures and words out of range, each with every line of its message."""

import pytest
from bad_configs import COUNT, GOOD, WORDS, bad, refused, section, swap

PER_PAGE = "auto or a whole number from 1 to 24"
SIZES = "width x height in cells, each 3 to 60, such as 10x10"

CORPUS = [
    bad("count 0", swap("count: 1", "count: 0"), f'5:12: sections[1] "n": count: found "0", allowed {COUNT}'),
    bad("count -1", swap("count: 1", "count: -1"), f'5:12: sections[1] "n": count: found "-1", allowed {COUNT}'),
    bad("count 2001", swap("count: 1", "count: 2001"), f'5:12: sections[1] "n": count: found "2001", allowed {COUNT}'),
    bad(
        "count 007",
        swap("count: 1", "count: 007"),
        f'5:12: sections[1] "n": count: found "007", allowed {COUNT}; did you mean "7"?',
    ),
    bad("count 1e3", swap("count: 1", "count: 1e3"), f'5:12: sections[1] "n": count: found "1e3", allowed {COUNT}'),
    bad("count 0x10", swap("count: 1", "count: 0x10"), f'5:12: sections[1] "n": count: found "0x10", allowed {COUNT}'),
    bad(
        "count 1_000",
        swap("count: 1", "count: 1_000"),
        f'5:12: sections[1] "n": count: found "1_000", allowed {COUNT}; did you mean "1000"?',
    ),
    bad("count 3:30", swap("count: 1", "count: 3:30"), f'5:12: sections[1] "n": count: found "3:30", allowed {COUNT}'),
    bad(
        "count 8.0",
        swap("count: 1", "count: 8.0"),
        f'5:12: sections[1] "n": count: found "8.0", allowed {COUNT}; did you mean "8"?',
    ),
    bad(
        "count eight", swap("count: 1", "count: eight"), f'5:12: sections[1] "n": count: found "eight", allowed {COUNT}'
    ),
    bad("count no", swap("count: 1", "count: no"), f'5:12: sections[1] "n": count: found "no", allowed {COUNT}'),
    bad("count ", swap("count: 1", "count: "), f'5:11: sections[1] "n": count: found nothing, allowed {COUNT}'),
    bad("count [1]", swap("count: 1", "count: [1]"), f'5:12: sections[1] "n": count: found a list, allowed {COUNT}'),
    bad(
        "count 999999999999999999999999",
        swap("count: 1", "count: 999999999999999999999999"),
        f'5:12: sections[1] "n": count: found "999999999999999999999999", allowed {COUNT}',
    ),
    bad("count ٣", swap("count: 1", "count: ٣"), f'5:12: sections[1] "n": count: found "٣", allowed {COUNT}'),
    bad(
        "density",
        section("density: 33%"),
        '8:14: sections[1] "n": density: found "33%", allowed a share from 0.05 to 0.6; did you mean "0.33"?',
    ),
    bad(
        "density comma",
        section("density: 0,33"),
        '8:14: sections[1] "n": density: found "0,33", allowed a share from 0.05 to 0.6; did you mean "0.33"?',
    ),
    bad(
        "density nan",
        section("density: .nan"),
        '8:14: sections[1] "n": density: found ".nan", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "density nan word",
        section("density: nan"),
        '8:14: sections[1] "n": density: found "nan", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "density inf",
        section("density: inf"),
        '8:14: sections[1] "n": density: found "inf", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "density above",
        section("density: 0.61"),
        '8:14: sections[1] "n": density: found "0.61", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "spread negative",
        section("spread: -0.01"),
        '8:13: sections[1] "n": spread: found "-0.01", allowed a share from 0 to 0.2',
    ),
    bad(
        "spread with density",
        section("density: 0.6"),
        '8:14: sections[1] "n": density: density 0.6 with spread 0.03 gives 0.57 to 0.63, allowed 0.05 to '
        "0.6; set spread to 0",
    ),
    bad(
        "spread with low density",
        section("density: 0.06\n    spread: 0.02"),
        '8:14: sections[1] "n": density: density 0.06 with spread 0.02 gives 0.04 to 0.08, allowed 0.05 to '
        "0.6; set spread to 0.01 or less",
    ),
    bad(
        "no mine",
        swap("size: 5x4", "size: 3x3\n    density: 0.1"),
        '6:11: sections[1] "n": size: 3x3 cells with a share of mines of 0.07 may hold no mine at all, '
        "allowed at least one; raise size or density",
    ),
    bad("per_page", section("per_page: 25"), f'8:15: sections[1] "n": per_page: found "25", allowed {PER_PAGE}'),
    bad(
        "per_page nothing", section("per_page:"), f'8:14: sections[1] "n": per_page: found nothing, allowed {PER_PAGE}'
    ),
    bad(
        "per_page 04",
        section("per_page: 04"),
        f'8:15: sections[1] "n": per_page: found "04", allowed {PER_PAGE}; did you mean "4"?',
    ),
    bad(
        "per_page Auto",
        section("per_page: Auto"),
        f'8:15: sections[1] "n": per_page: found "Auto", allowed {PER_PAGE}; did you mean "auto"?',
    ),
    bad(
        "size_order",
        section("size_order: group"),
        '8:17: sections[1] "n": size_order: found "group", allowed grouped, alternating; did you mean "grouped"?',
    ),
    bad(
        "attempts",
        section("attempts: 0"),
        '8:15: sections[1] "n": attempts: found "0", allowed a whole number from 1 to 1000000',
    ),
    bad(
        "hrad",
        swap("easy", "hrad"),
        f'7:17: sections[1] "n": difficulty: found "hrad", allowed {WORDS}; did you mean "hard"?',
    ),
    bad(
        "Easy",
        swap("easy", "Easy"),
        f'7:17: sections[1] "n": difficulty: found "Easy", allowed {WORDS}; did you mean "easy"?',
    ),
    bad(
        "impossible",
        swap("easy", "impossible"),
        f'7:17: sections[1] "n": difficulty: found "impossible", allowed {WORDS}',
    ),
    bad(
        "yes as difficulty",
        swap("difficulty: easy", "difficulty:"),
        f'7:16: sections[1] "n": difficulty: found nothing, allowed {WORDS}',
    ),
    bad(
        "long word",
        swap("easy", "x" * 500),
        '7:17: sections[1] "n": difficulty: found '
        f'"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…", allowed {WORDS}',
    ),
    bad("size 0x0", swap("5x4", "0x0"), f'6:11: sections[1] "n": size: found "0x0", allowed {SIZES}'),
    bad("size 1x1", swap("5x4", "1x1"), f'6:11: sections[1] "n": size: found "1x1", allowed {SIZES}'),
    bad("size 2x5", swap("5x4", "2x5"), f'6:11: sections[1] "n": size: found "2x5", allowed {SIZES}'),
    bad("size -5x5", swap("5x4", "-5x5"), f'6:11: sections[1] "n": size: found "-5x5", allowed {SIZES}'),
    bad(
        "size 1000000000x1000000000",
        swap("5x4", "1000000000x1000000000"),
        f'6:11: sections[1] "n": size: found "1000000000x1000000000", allowed {SIZES}',
    ),
    bad("size 61x10", swap("5x4", "61x10"), f'6:11: sections[1] "n": size: found "61x10", allowed {SIZES}'),
    bad(
        "size 10", swap("5x4", "10"), f'6:11: sections[1] "n": size: found "10", allowed {SIZES}; did you mean "10x10"?'
    ),
    bad("size 10x10x10", swap("5x4", "10x10x10"), f'6:11: sections[1] "n": size: found "10x10x10", allowed {SIZES}'),
    bad("size 10*10", swap("5x4", "10*10"), f'6:11: sections[1] "n": size: found "10*10", allowed {SIZES}'),
    bad("size 010x10", swap("5x4", "010x10"), f'6:11: sections[1] "n": size: found "010x10", allowed {SIZES}'),
    bad(
        "size [8, 8]",
        swap("5x4", "[8, 8]"),
        f'6:11: sections[1] "n": size: found "8", allowed {SIZES}; did you mean "8x8"?',
    ),
    bad("size []", swap("5x4", "[]"), '6:11: sections[1] "n": size: found 0 sizes, allowed 1 to 8'),
    bad("size in size", swap("5x4", "[[5x4]]"), f'6:11: sections[1] "n": size: found a list, allowed {SIZES}'),
    bad(
        "many sizes",
        swap("5x4", "[5x4" + ", 5x4" * 8 + "]"),
        '6:11: sections[1] "n": size: found 9 sizes, allowed 1 to 8',
    ),
    bad(
        "no mine in one size",
        swap("size: 5x4", "size: [9x9, 3x3]\n    density: 0.1"),
        '6:11: sections[1] "n": size: 3x3 cells with a share of mines of 0.07 may hold no mine at all, '
        "allowed at least one; raise size or density",
    ),
    bad(
        "a choice for a section that does not exist, beside a section of pictures",
        GOOD
        + "  - {name: p, kind: mosaic, difficulty: easy, pictures: [heart]}\n"
        + "choices:\n  - {section: m, place: 1, puzzle: x}\n",
        '10:5: choices[1]: found the section "m", allowed those of the book',
    ),
    bad("size 8 by 8", swap("5x4", "8 by 8"), f'6:11: sections[1] "n": size: found "8 by 8", allowed {SIZES}'),
]


@pytest.mark.parametrize(("text", "lines"), CORPUS)
def test_refused_with_these_lines(text: str, lines: list[str]) -> None:
    assert refused(text) == lines
