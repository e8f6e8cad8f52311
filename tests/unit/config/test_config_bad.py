"""Configs that are YAML but no book, each with every line of its message: keys, groups, lists, text, switches."""

import pytest
from bad_configs import COUNT, GOOD, HEAD, LIST, ONE, PAGE_KEYS, PROFILES, WORDS, bad, refused, section, swap

from puzzlegen.config.book import BookConfig
from puzzlegen.config.section import SectionConfig

BOOK_KEYS, SECTION_KEYS = (", ".join(kind.model_fields) for kind in (BookConfig, SectionConfig))
KEY_KEYS = "order, grouping, density, place"
TITLE = "one line of text, 1 to 120 characters"

CORPUS = [
    bad(
        "all missing",
        "{}\n",
        "1:1: title: missing, required: title of the book, one line",
        "1:1: series: missing, required: the seed, any text: the same text and options give the same "
        "book, another text a new one",
        "1:1: sections: missing, required: the sections, in the order they are printed",
    ),
    bad(
        "missing in a section",
        HEAD + "sections:\n  - name: n\n    size: 5x4\n",
        '4:5: sections[1] "n": difficulty: missing, required: how hard each puzzle is, and what it needs: easy: '
        "single clues only; medium: clues read together; hard: placements tried out; expert: a tier 3 puzzle whose "
        "score is high for its size, or a tier 4 puzzle",
        '4:5: sections[1] "n": count: missing, required: number of puzzles in the section',
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
        f'8:5: sections[1] "n": dificulty: unknown key, allowed {SECTION_KEYS}; did you mean "difficulty"?',
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
        '8:5: sections[1] "n": count: found again on line 8, first given on line 5; keep one of them',
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
        f'3:12: sections[1]: found "easy", allowed a group of keys: {SECTION_KEYS}',
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
        f'1:8: title: found the control character U+001B in "A\\x1b[31m", allowed {TITLE}; remove it',
    ),
    bad(
        "turned text",
        swap("title: A", 'title: "A\\u202EB"'),
        "1:8: title: found the invisible character U+202E (Right-To-Left Override) in "
        f'"A\\u202eB", allowed {TITLE}; remove it',
    ),
    bad(
        "copyright",
        GOOD + 'front_matter: {copyright: "a\\tb"}\n',
        '8:27: front_matter.copyright: found a tab in "a\\tb", allowed text, 1 to 2000 characters; remove it',
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
        "8:54: back_matter.answer_key.grouping: found none, but place: section prints the answers section by section; "
        "remove one of them",
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
    bad(
        "same name",
        HEAD + ONE + ONE.replace("sections:\n", "").replace("name: n", "name: N"),
        '8:11: sections[2] "N": name: found "N", also the name of sections[1]; each needs its own name',
    ),
    bad(
        "too many puzzles",
        HEAD
        + "sections:\n"
        + "".join(f"  - {{name: n{i}, count: 2000, size: 5x4, difficulty: easy}}\n" for i in range(6)),
        "4:3: sections: found 12000 puzzles in all, allowed up to 10000; make several books, each with its own series",
    ),
    bad(
        "all at once",
        GOOD.replace("A", "").replace("easy", "hrad").replace("count: 1", "count: 0")
        + "page: {profile: a5}\npage: {}\n",
        f"1:7: title: found nothing, allowed {TITLE}",
        f'5:12: sections[1] "n": count: found "0", allowed {COUNT}',
        f'7:17: sections[1] "n": difficulty: found "hrad", allowed {WORDS}; did you mean "hard"?',
        f'8:17: page.profile: found "a5", allowed {PROFILES}',
        "9:1: page: found again on line 9, first given on line 8; keep one of them",
    ),
]


@pytest.mark.parametrize(("text", "lines"), CORPUS)
def test_refused_with_these_lines(text: str, lines: list[str]) -> None:
    assert refused(text) == lines


def test_the_list_of_problems_ends() -> None:
    lines = refused(GOOD + "".join(f"k{i}: 1\n" for i in range(52)))
    assert len(lines) == 51
    assert lines[-1] == "x.yaml: and 2 more problems"
