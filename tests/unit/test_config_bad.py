"""Configs that are YAML but no book, each with every line that is said about it."""

from pathlib import Path
from typing import Any

import pytest

from puzzlegen.config.load import load_book, loads_book
from puzzlegen.config.printers import load_printers
from puzzlegen.config.schema import BookConfig, PageConfig, SectionConfig
from puzzlegen.errors import ConfigError

HEAD = "title: A\nseries: s\n"
ONE = "sections:\n  - name: n\n    count: 1\n    size: 5x4\n    difficulty: easy\n"
GOOD = HEAD + ONE

BOOK_KEYS, SECTION_KEYS, PAGE_KEYS = (", ".join(kind.model_fields) for kind in (BookConfig, SectionConfig, PageConfig))
PROFILES = ", ".join([*load_printers(), "home"])
KDP = ", ".join(load_printers()["kdp"].trims.sizes) + ", and with a unit any size from 4x6 in to 8.5x11.69 in"
KEY_KEYS = "order, grouping, density, place"
PER_PAGE = "auto or a whole number from 1 to 24"
SIZES = "width x height in cells, each 3 to 60, such as 10x10"
TRIMS = (
    "a name such as 8.5x11, or width x height with a unit, such as 210x297 mm, each side 3 to 20 in (76.2 to 508 mm)"
)
TITLE = "one line of text, 1 to 120 characters"
WORDS = "easy, medium, hard, expert"
LIST = 'a list, each entry on a line that begins with "- "'
COUNT = "a whole number from 1 to 2000"


def bad(name: str, text: str, *lines: str) -> Any:
    """A case: the text, and the lines said about it without the name of the file and its colon."""
    return pytest.param(text, [f"x.yaml:{line}" for line in lines], id=name)


def section(extra: str) -> str:
    """The good config with one more key in its section; the key stands on line 8."""
    return GOOD + "    " + extra + "\n"


def swap(old: str, new: str) -> str:
    """The good config with one text in place of another."""
    assert old in GOOD
    return GOOD.replace(old, new)


CORPUS = [
    bad(
        "all missing",
        "{}\n",
        "1:1: title: missing, required: title of the book, one line",
        "1:1: series: missing, required: the seed, any words: the same words and options give the same "
        "book, others a new one",
        "1:1: sections: missing, required: the sections, in the order they are printed",
    ),
    bad(
        "missing in a section",
        HEAD + "sections:\n  - name: n\n    size: 5x4\n",
        "4:5: sections[0].count: missing, required: how many puzzles the section holds",
        "4:5: sections[0].difficulty: missing, required: how hard each puzzle is: easy needs single "
        "clues only, medium pairs of clues, hard trying out what follows, expert the deepest of that",
    ),
    bad(
        "unknown",
        GOOD + "titel: B\nzzz: 1\n",
        f'8:1: titel: unknown key, allowed {BOOK_KEYS}; did you mean "title"?',
        f"9:1: zzz: unknown key, allowed {BOOK_KEYS}",
    ),
    bad(
        "unknown in group",
        GOOD + "page: {profil: a4}\n",
        f'8:8: page.profil: unknown key, allowed {PAGE_KEYS}; did you mean "profile"?',
    ),
    bad(
        "unknown in section",
        section("dificulty: hard"),
        f'8:5: sections[0].dificulty: unknown key, allowed {SECTION_KEYS}; did you mean "difficulty"?',
    ),
    bad(
        "odd keys",
        GOOD + '"": 1\n"a\\nb": 2\n"' + "k" * 100 + '": 3\n',
        f'8:1: "": unknown key, allowed {BOOK_KEYS}',
        f'9:1: "a\\nb": unknown key, allowed {BOOK_KEYS}',
        f"10:1: kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…: unknown key, allowed {BOOK_KEYS}",
    ),
    bad("twice", GOOD + "title: B\n", "8:1: title: found again on line 8, first given on line 1; keep one of them"),
    bad(
        "twice in a section",
        section("count: 2"),
        "8:5: sections[0].count: found again on line 8, first given on line 5; keep one of them",
    ),
    bad(
        "sections is a group", HEAD + "sections:\n  name: n\n", f"4:3: sections: found a group of keys, allowed {LIST}"
    ),
    bad("sections is a word", HEAD + "sections: many\n", f'3:11: sections: found "many", allowed {LIST}'),
    bad("sections is nothing", HEAD + "sections:\n", f"3:10: sections: found nothing, allowed {LIST}"),
    bad("sections is empty", HEAD + "sections: []\n", "3:11: sections: found no entries, allowed 1 or more"),
    bad(
        "section is a word",
        HEAD + "sections: [easy]\n",
        f'3:12: sections[0]: found "easy", allowed a group of keys: {SECTION_KEYS}',
    ),
    bad(
        "page is a word",
        GOOD + "page: a4\n",
        f'8:7: page: found "a4", allowed a group of keys: {PAGE_KEYS}',
    ),
    bad(
        "page is a list",
        GOOD + "page: [a4]\n",
        f"8:7: page: found a list, allowed a group of keys: {PAGE_KEYS}",
    ),
    bad(
        "too many sections",
        HEAD
        + "sections:\n"
        + "".join(f"  - {{name: n{i}, count: 1, size: 5x4, difficulty: easy}}\n" for i in range(101)),
        "4:3: sections: found 101 entries, allowed up to 100",
    ),
    bad("no title", swap("title: A", "title:"), f"1:7: title: found nothing, allowed {TITLE}"),
    bad("blank title", swap("title: A", 'title: "  "'), f'1:8: title: found "  ", allowed {TITLE}'),
    bad("title is a list", swap("title: A", "title: [A]"), f"1:8: title: found a list, allowed {TITLE}"),
    bad("long title", swap("title: A", "title: " + "A" * 121), f"1:8: title: found 121 characters, allowed {TITLE}"),
    bad(
        "very long title",
        swap("title: A", "title: " + "A" * 10_000),
        f"1:8: title: found 10000 characters, allowed {TITLE}",
    ),
    bad(
        "two-line title",
        swap("title: A", 'title: "A\\nB"'),
        f'1:8: title: found a line break in "A\\nB", allowed {TITLE}; remove it',
    ),
    bad(
        "escape in title",
        swap("title: A", 'title: "A\\e[31m"'),
        f'1:8: title: found the character U+001B in "A\\x1b[31m", allowed {TITLE}; remove it',
    ),
    bad(
        "turned text",
        swap("title: A", 'title: "A\\u202EB"'),
        f'1:8: title: found the character U+202E in "A\\u202eB", allowed {TITLE}; remove it',
    ),
    bad(
        "copyright",
        GOOD + 'front_matter: {copyright: "a\\tb"}\n',
        '8:27: front_matter.copyright: found a tab in "a\\tb", allowed text, 1 to 2000 characters; remove it',
    ),
    bad("count 0", swap("count: 1", "count: 0"), f'5:12: sections[0].count: found "0", allowed {COUNT}'),
    bad("count -1", swap("count: 1", "count: -1"), f'5:12: sections[0].count: found "-1", allowed {COUNT}'),
    bad("count 2001", swap("count: 1", "count: 2001"), f'5:12: sections[0].count: found "2001", allowed {COUNT}'),
    bad(
        "count 007",
        swap("count: 1", "count: 007"),
        f'5:12: sections[0].count: found "007", allowed {COUNT}; did you mean "7"?',
    ),
    bad("count 1e3", swap("count: 1", "count: 1e3"), f'5:12: sections[0].count: found "1e3", allowed {COUNT}'),
    bad("count 0x10", swap("count: 1", "count: 0x10"), f'5:12: sections[0].count: found "0x10", allowed {COUNT}'),
    bad(
        "count 1_000",
        swap("count: 1", "count: 1_000"),
        f'5:12: sections[0].count: found "1_000", allowed {COUNT}; did you mean "1000"?',
    ),
    bad("count 3:30", swap("count: 1", "count: 3:30"), f'5:12: sections[0].count: found "3:30", allowed {COUNT}'),
    bad(
        "count 8.0",
        swap("count: 1", "count: 8.0"),
        f'5:12: sections[0].count: found "8.0", allowed {COUNT}; did you mean "8"?',
    ),
    bad("count eight", swap("count: 1", "count: eight"), f'5:12: sections[0].count: found "eight", allowed {COUNT}'),
    bad("count no", swap("count: 1", "count: no"), f'5:12: sections[0].count: found "no", allowed {COUNT}'),
    bad("count ", swap("count: 1", "count: "), f"5:11: sections[0].count: found nothing, allowed {COUNT}"),
    bad("count [1]", swap("count: 1", "count: [1]"), f"5:12: sections[0].count: found a list, allowed {COUNT}"),
    bad(
        "count 999999999999999999999999",
        swap("count: 1", "count: 999999999999999999999999"),
        f'5:12: sections[0].count: found "999999999999999999999999", allowed {COUNT}',
    ),
    bad("count ٣", swap("count: 1", "count: ٣"), f'5:12: sections[0].count: found "٣", allowed {COUNT}'),
    bad(
        "density",
        section("density: 33%"),
        '8:14: sections[0].density: found "33%", allowed a share from 0.05 to 0.6; did you mean "0.33"?',
    ),
    bad(
        "density comma",
        section("density: 0,33"),
        '8:14: sections[0].density: found "0,33", allowed a share from 0.05 to 0.6; did you mean "0.33"?',
    ),
    bad(
        "density nan",
        section("density: .nan"),
        '8:14: sections[0].density: found ".nan", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "density nan word",
        section("density: nan"),
        '8:14: sections[0].density: found "nan", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "density inf",
        section("density: inf"),
        '8:14: sections[0].density: found "inf", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "density above",
        section("density: 0.61"),
        '8:14: sections[0].density: found "0.61", allowed a share from 0.05 to 0.6',
    ),
    bad(
        "spread negative",
        section("spread: -0.01"),
        '8:13: sections[0].spread: found "-0.01", allowed a share from 0 to 0.2',
    ),
    bad(
        "spread with density",
        section("density: 0.6"),
        "8:14: sections[0].density: density 0.6 with spread 0.03 gives 0.57 to 0.63, allowed 0.05 to "
        "0.6; set spread to 0",
    ),
    bad(
        "spread with low density",
        section("density: 0.06\n    spread: 0.02"),
        "8:14: sections[0].density: density 0.06 with spread 0.02 gives 0.04 to 0.08, allowed 0.05 to "
        "0.6; set spread to 0.01 or less",
    ),
    bad(
        "no mine",
        swap("size: 5x4", "size: 3x3\n    density: 0.1"),
        "6:11: sections[0].size: 3x3 cells with a share of mines of 0.07 may hold no mine at all, "
        "allowed at least one; raise size or density",
    ),
    bad("per_page", section("per_page: 25"), f'8:15: sections[0].per_page: found "25", allowed {PER_PAGE}'),
    bad("per_page nothing", section("per_page:"), f"8:14: sections[0].per_page: found nothing, allowed {PER_PAGE}"),
    bad(
        "per_page 04",
        section("per_page: 04"),
        f'8:15: sections[0].per_page: found "04", allowed {PER_PAGE}; did you mean "4"?',
    ),
    bad(
        "per_page Auto",
        section("per_page: Auto"),
        f'8:15: sections[0].per_page: found "Auto", allowed {PER_PAGE}; did you mean "auto"?',
    ),
    bad(
        "deal",
        section("deal: turn"),
        '8:11: sections[0].deal: found "turn", allowed blocks, turns; did you mean "turns"?',
    ),
    bad(
        "answer_key",
        GOOD + "back_matter: {answer_key: ye}\n",
        f'8:27: back_matter.answer_key: found "ye", allowed yes, no or a group of keys: {KEY_KEYS}; '
        'did you mean "yes"?',
    ),
    bad(
        "answer_key unknown",
        GOOD + "back_matter: {answer_key: {ordr: number}}\n",
        f'8:28: back_matter.answer_key.ordr: unknown key, allowed {KEY_KEYS}; did you mean "order"?',
    ),
    bad(
        "answer_key order",
        GOOD + "back_matter: {answer_key: {order: random}}\n",
        '8:35: back_matter.answer_key.order: found "random", allowed number, shuffled',
    ),
    bad(
        "answer_key together",
        GOOD + "back_matter: {answer_key: {place: section, grouping: none}}\n",
        "8:54: back_matter.answer_key.grouping: found none, and place: section prints the answers section by section; "
        "remove one of them",
    ),
    bad(
        "max_pages",
        GOOD + "page: {max_pages: 1}\n",
        '8:19: page.max_pages: found "1", allowed a whole number from 2 to 9999',
    ),
    bad(
        "attempts",
        section("attempts: 0"),
        '8:15: sections[0].attempts: found "0", allowed a whole number from 1 to 1000000',
    ),
    bad(
        "hrad",
        swap("easy", "hrad"),
        f'7:17: sections[0].difficulty: found "hrad", allowed {WORDS}; did you mean "hard"?',
    ),
    bad(
        "Easy",
        swap("easy", "Easy"),
        f'7:17: sections[0].difficulty: found "Easy", allowed {WORDS}; did you mean "easy"?',
    ),
    bad("impossible", swap("easy", "impossible"), f'7:17: sections[0].difficulty: found "impossible", allowed {WORDS}'),
    bad(
        "yes as difficulty",
        swap("difficulty: easy", "difficulty:"),
        f"7:16: sections[0].difficulty: found nothing, allowed {WORDS}",
    ),
    bad(
        "long word",
        swap("easy", "x" * 500),
        "7:17: sections[0].difficulty: found "
        f'"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…", allowed {WORDS}',
    ),
    bad(
        "switch",
        GOOD + "output: {preview: y}\n",
        '8:19: output.preview: found "y", allowed yes or no; did you mean "yes"?',
    ),
    bad("switch 2", GOOD + "output: {preview: 1}\n", '8:19: output.preview: found "1", allowed yes or no'),
    bad(
        "switch 3",
        GOOD + "output: {preview: tru}\n",
        '8:19: output.preview: found "tru", allowed yes or no; did you mean "true"?',
    ),
    bad(
        "switch 4",
        GOOD + "output: {preview: yES}\n",
        '8:19: output.preview: found "yES", allowed yes or no; did you mean "yes"?',
    ),
    bad("switch 5", GOOD + "output:\n  preview:\n", "9:11: output.preview: found nothing, allowed yes or no"),
    bad("size 0x0", swap("5x4", "0x0"), f'6:11: sections[0].size: found "0x0", allowed {SIZES}'),
    bad("size 1x1", swap("5x4", "1x1"), f'6:11: sections[0].size: found "1x1", allowed {SIZES}'),
    bad("size 2x5", swap("5x4", "2x5"), f'6:11: sections[0].size: found "2x5", allowed {SIZES}'),
    bad("size -5x5", swap("5x4", "-5x5"), f'6:11: sections[0].size: found "-5x5", allowed {SIZES}'),
    bad(
        "size 1000000000x1000000000",
        swap("5x4", "1000000000x1000000000"),
        f'6:11: sections[0].size: found "1000000000x1000000000", allowed {SIZES}',
    ),
    bad("size 61x10", swap("5x4", "61x10"), f'6:11: sections[0].size: found "61x10", allowed {SIZES}'),
    bad("size 10", swap("5x4", "10"), f'6:11: sections[0].size: found "10", allowed {SIZES}; did you mean "10x10"?'),
    bad("size 10x10x10", swap("5x4", "10x10x10"), f'6:11: sections[0].size: found "10x10x10", allowed {SIZES}'),
    bad("size 10*10", swap("5x4", "10*10"), f'6:11: sections[0].size: found "10*10", allowed {SIZES}'),
    bad("size 010x10", swap("5x4", "010x10"), f'6:11: sections[0].size: found "010x10", allowed {SIZES}'),
    bad(
        "size [8, 8]",
        swap("5x4", "[8, 8]"),
        f'6:11: sections[0].size: found "8", allowed {SIZES}; did you mean "8x8"?',
    ),
    bad("size []", swap("5x4", "[]"), "6:11: sections[0].size: found 0 sizes, allowed 1 to 8"),
    bad("size in size", swap("5x4", "[[5x4]]"), f"6:11: sections[0].size: found a list, allowed {SIZES}"),
    bad("many sizes", swap("5x4", "[5x4" + ", 5x4" * 8 + "]"), "6:11: sections[0].size: found 9 sizes, allowed 1 to 8"),
    bad(
        "no mine in one size",
        swap("size: 5x4", "size: [9x9, 3x3]\n    density: 0.1"),
        "6:11: sections[0].size: 3x3 cells with a share of mines of 0.07 may hold no mine at all, "
        "allowed at least one; raise size or density",
    ),
    bad("size 8 by 8", swap("5x4", "8 by 8"), f'6:11: sections[0].size: found "8 by 8", allowed {SIZES}'),
    bad(
        "profile",
        GOOD + "page: {profile: kpd}\n",
        f'8:17: page.profile: found "kpd", allowed {PROFILES}; did you mean "kdp"?',
    ),
    bad("profile far", GOOD + "page: {profile: folio}\n", f'8:17: page.profile: found "folio", allowed {PROFILES}'),
    bad(
        "trim",
        GOOD + "page: {trim: 8.5 x 12}\n",
        f'8:14: page.trim: found "8.5x12", kdp offers {KDP}; did you mean "8.5x11"?',
    ),
    bad(
        "trim with a unit",
        GOOD + "page: {trim: 230x300 mm}\n",
        f'8:14: page.trim: found "230x300 mm", kdp offers {KDP}; the nearest is a4',
    ),
    bad(
        "trim of a sheet",
        GOOD + "page: {profile: home-a4, trim: 8.5x11}\n",
        '8:32: page.trim: found "8.5x11", home-a4 offers a4',
    ),
    bad(
        "trim of an open list",
        GOOD + "page: {profile: lulu, trim: 7x9}\n",
        '8:29: page.trim: found "7x9", lulu offers 5x8, 5.5x8.5, 6x9, 7x10, 8.5x8.5, 8.5x11, a4, and with a unit any '
        'size, such as 7x9 in; did you mean "6x9"?',
    ),
    bad("trim a list", GOOD + "page: {trim: [8, 10]}\n", f"8:14: page.trim: found a list, allowed {TRIMS}"),
    bad(
        "paper",
        GOOD + "page: {paper: crem}\n",
        '8:15: page.paper: found "crem", allowed white, cream, groundwood, standard-colour, premium-colour; '
        'did you mean "cream"?',
    ),
    bad(
        "binding",
        GOOD + "page: {binding: coil, paper: x}\n",
        '8:17: page.binding: found "coil", allowed paperback',
        '8:30: page.paper: found "x", allowed white, cream, groundwood, standard-colour, premium-colour',
    ),
    bad(
        "bleed",
        GOOD + "page: {profile: screen, bleed: yes}\n",
        "8:32: page.bleed: found yes, but screen has no bleed; leave it out",
    ),
    bad("trim small", GOOD + "page: {trim: 1x1 in}\n", f'8:14: page.trim: found "1x1 in", allowed {TRIMS}'),
    bad("trim huge", GOOD + "page: {trim: 9999x9999 mm}\n", f'8:14: page.trim: found "9999x9999 mm", allowed {TRIMS}'),
    bad(
        "margins safe",
        GOOD + "page: {margins_mm: {top: 3}}\n",
        "8:26: page.margins_mm.top: found 3 mm, allowed 11.29 mm or more, the safe area of kdp "
        "and room for the running head",
    ),
    bad(
        "margins wide",
        GOOD + "page: {margins_mm: {inside: 100, outside: 100}}\n",
        "8:20: page.margins_mm: the margins leave 16 mm of the page's width, allowed 38 mm or more; "
        "make margins smaller",
    ),
    bad(
        "margins at the sides",
        GOOD + "page: {margins_mm: {outside: 3}}\n",
        "8:30: page.margins_mm.outside: found 3 mm, allowed 6.35 mm or more, the safe area of kdp",
    ),
    bad(
        "profiles",
        GOOD + "profiles: [kpd, {profil: kdp}, {profile: home-a4, trim: letter}, [], {profile: screen, bleed: yes}]\n",
        f'8:12: profiles[0].profile: found "kpd", allowed {PROFILES}; did you mean "kdp"?',
        f'8:18: profiles[1].profil: unknown key, allowed {PAGE_KEYS}; did you mean "profile"?',
        '8:57: profiles[2].trim: found "letter", home-a4 offers a4',
        f"8:66: profiles[3]: found a list, allowed a group of keys: {PAGE_KEYS}",
        "8:95: profiles[4].bleed: found yes, but screen has no bleed; leave it out",
    ),
    bad(
        "profiles twice",
        GOOD + "profiles: [kdp, {profile: kdp, trim: 6x9}, {profile: kdp, trim: 8.5x11 in}]\n",
        "8:44: profiles[2]: found kdp in 8.5x11, which profiles[0] is too; take it out or change its trim",
    ),
    bad("profiles a word", GOOD + "profiles: kdp\n", f'8:11: profiles: found "kdp", allowed {LIST}'),
    bad(
        "margins over",
        GOOD + "page: {margins_mm: {inside: 101}}\n",
        '8:29: page.margins_mm.inside: found "101", allowed millimetres from 0 to 100',
    ),
    bad(
        "margins in",
        GOOD + "page: {margins_mm: {inside: 1 in}}\n",
        '8:29: page.margins_mm.inside: found "1 in", allowed millimetres from 0 to 100',
    ),
    bad(
        "trim leaves nothing",
        GOOD + "page: {trim: 6x6 in, margins_mm: {top: 70, bottom: 66}}\n",
        "8:34: page.margins_mm: the margins leave 16 mm of the page's height, allowed 38 mm or more; "
        "make margins smaller",
    ),
    bad(
        "trim leaves nothing 2",
        GOOD + "page: {trim: 3x4 in, profile: screen, margins_mm: {inside: 10, outside: 60}}\n",
        "8:51: page.margins_mm: the margins leave 6 mm of the page's width, allowed 38 mm or more; make "
        "margins smaller",
    ),
    bad(
        "same name",
        HEAD + ONE + ONE.replace("sections:\n", "").replace("name: n", "name: N"),
        '8:11: sections[1].name: found "N", which sections[0] is called too; each needs its own name',
    ),
    bad(
        "too many puzzles",
        HEAD
        + "sections:\n"
        + "".join(f"  - {{name: n{i}, count: 2000, size: 5x4, difficulty: easy}}\n" for i in range(6)),
        "4:3: sections: found 12000 puzzles in all, allowed up to 10000; make several books, each its own series",
    ),
    bad(
        "all at once",
        GOOD.replace("A", "").replace("easy", "hrad").replace("count: 1", "count: 0")
        + "page: {profile: a5}\npage: {}\n",
        f"1:7: title: found nothing, allowed {TITLE}",
        f'5:12: sections[0].count: found "0", allowed {COUNT}',
        f'7:17: sections[0].difficulty: found "hrad", allowed {WORDS}; did you mean "hard"?',
        f'8:17: page.profile: found "a5", allowed {PROFILES}',
        "9:1: page: found again on line 9, first given on line 8; keep one of them",
    ),
]


@pytest.mark.parametrize(("text", "lines"), CORPUS)
def test_refused_with_these_lines(text: str, lines: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        loads_book(text, "x.yaml")
    assert str(caught.value).split("\n") == lines


def test_the_list_of_problems_ends() -> None:
    with pytest.raises(ConfigError) as caught:
        loads_book(GOOD + "".join(f"k{i}: 1\n" for i in range(52)), "x.yaml")
    lines = str(caught.value).split("\n")
    assert len(lines) == 51
    assert lines[-1] == "x.yaml: and 2 more problems"


def shipped(name: str) -> str:
    return (Path(__file__).parents[2] / "templates" / name).read_text(encoding="utf-8")


def refused_by_own(name: str, text: str) -> list[str]:
    Path("x.yaml").write_text(GOOD, encoding="utf-8")
    Path("templates").mkdir(exist_ok=True)
    (Path("templates") / name).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_book("x.yaml")
    return str(caught.value).split("\n")


def test_broken_data_files_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = refused_by_own("margins.yaml", "margins:\n  - {trim: [8.5], inside_in: wide}\n")
    place = "templates/margins.yaml:2"
    assert f"{place}:5: margins[0].outside_in: missing, required: margin at the outer edge, in inches" in lines
    assert f'{place}:30: margins[0].inside_in: found "wide", allowed inches from 0 to 5' in lines
    assert refused_by_own("margins.yaml", "margins: []\n") == [
        "templates/margins.yaml:1:10: margins: found no entries, allowed 1 or more"
    ]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("safe_in: 0.25", "safe_in: 7", 'printers.kdp.margins.safe_in: found "7", allowed inches from 0 to 5'),
        (
            "confidence: agreed",
            "confidence: sure",
            'printers.kdp.papers.confidence: found "sure", allowed official, agreed, single, tested, unsure, '
            "ours; did you mean \"unsure\"?",
        ),
        (
            "default: 8.5x11",
            "default: 8.5x12",
            'printers.kdp.trims.default: found "8.5x12", allowed 5.06x7.81, 5.25x8, 5.5x8.5, 5x8, 6.14x9.21, '
            "6.69x9.61, 6x9, 7.44x9.69, 7.5x9.25, 7x10, 8.25x6, 8.25x8.25, 8.5x11, 8.5x8.5, 8x10, a4; did you mean "
            '"8.5x11"?',
        ),
        (
            "{white: [24, 780], cream: [24, 730], ",
            "{white: [24, 780], ",
            "printers.kdp.trims.sizes[3].pages: found groundwood, premium-colour, standard-colour, white, "
            "allowed each of white, cream, groundwood, standard-colour, premium-colour once",
        ),
        (
            "{black: [grey], colour: [cmyk, grey]}",
            "{black: [grey]}",
            "printers.kdp.file.spaces: missing, required: spaces for colour ink",
        ),
    ],
)
def test_a_broken_figure_is_named(
    old: str, new: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = shipped("printers.yaml")
    assert old in text
    row = text[: text.index(old)].count("\n") + 1
    (said,) = refused_by_own("printers.yaml", text.replace(old, new, 1))
    place, _, words = said.partition(": ")
    assert place.rpartition(":")[0] == f"templates/printers.yaml:{row}"
    assert words == line
