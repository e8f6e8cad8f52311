"""The page to play on, as text: what it holds, what it must not hold, and what is refused."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER, MOSAIC, WRAP_AROUND, Variant
from puzzlegen.board.puzzle import VOID, from_mines
from puzzlegen.errors import SolverError
from puzzlegen.files.templates import languages
from puzzlegen.formats import answer, line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import is_shortened
from puzzlegen.single import play_page as steps_module
from puzzlegen.single.play_page import SHARED_SCRIPTS, PlayOptions, digest_of, play_page, write_play_page
from puzzlegen.solver.tiers import run, solution_path, solve
from puzzlegen.web.templates import fill_scripts, fill_template, html_page

EXPERT = line.parse("12x12:a5b3d12g4443b4c12d5c31a24f34a4d411g5c10a3b323h3b2a1c3a5a33a1b2i2b2a24b4c32e2b3b1")
LISTED = line.parse("mosaic:7x6:a54e6a31a2354a33c3355a1d54a12c2")  # a step has a longer chain than a sentence names
FOUR_TIERS = line.parse("b1c211a1a2a1c31a3b1")
NASTY = "</script><script>alert(1)</script> & \"quotes\" <!-- '{{ data }}' {title}"


class Reader(HTMLParser):
    """The text of each element of the head and the body, by tag; attributes of every tag."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)
        self.texts.setdefault(tag, []).append("")

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]][-1] += data

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass


def page(puzzle: line.Puzzle = FOUR_TIERS, language: str = "en", **options: object) -> str:
    return html_page(play_page(puzzle, load(language), PlayOptions(**options)))


def data_of(text: str) -> dict[str, object]:
    found = json.loads(Reader(text).texts["script"][0])
    assert isinstance(found, dict)
    return found


def test_a_page_is_always_the_same() -> None:
    text = page(EXPERT)
    assert text == page(EXPERT)
    assert "{{ " not in text


def test_titles_are_text_wherever_they_stand() -> None:
    text = page(title=NASTY)
    reader = Reader(text)
    assert reader.texts["title"] == [NASTY]
    assert reader.texts["h1"] == [NASTY]
    assert sum(tag == "script" for tag, _ in reader.tags) == 2
    names = (
        "page/page",
        *(name.removesuffix(".js") for name in SHARED_SCRIPTS),
        "play/puzzle",
        "play/open",
        "play/play",
        "page/framed",
    )
    assert reader.texts["script"][1] == '"use strict";' + fill_scripts([f"{name}.js" for name in names], {})


def test_the_policy_allows_the_pages_own_script_and_style_only() -> None:
    reader = Reader(page())
    policy = next(tag["content"] for _, tag in reader.tags if tag.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    for name, text in (("script", reader.texts["script"][1]), ("style", reader.texts["style"][0])):
        digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
        assert f"{name}-src 'sha256-{digest}';" in policy
    assert "unsafe" not in policy


def test_the_icon_is_in_the_page_and_allowed() -> None:
    reader = Reader(page())
    (icon,) = (tag["href"] for _, tag in reader.tags if tag.get("rel") == "icon")
    assert icon is not None
    assert icon.startswith("data:image/svg+xml,")
    drawing = ElementTree.fromstring(unquote(icon.removeprefix("data:image/svg+xml,")))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert "img-src data:;" in next(str(tag["content"]) for _, tag in reader.tags if "http-equiv" in tag)


def test_nothing_is_loaded_from_anywhere() -> None:
    text = page()
    assert not re.search(r"""https?:|["'(]//|@import|\bsrc=|\bhref=(?!"data:)""", text)
    assert not any(name.startswith("on") for _, tag in Reader(text).tags for name in tag)


def test_the_page_has_the_steps_that_its_script_cannot_find() -> None:
    data = data_of(page(LISTED))
    trace = solve(LISTED, 4)
    assert data["solution"] == answer.write([bool(known) for known in trace.known])
    cases = [step for step in solution_path(run(LISTED, 4)) if step.method in ("split", "agree", "list")]
    assert cases
    steps = data["steps"]
    assert isinstance(steps, list)
    assert [(step[1], step[3]) for step in steps] == [
        (list(step.witnesses), [*step.mines, *step.safe]) for step in cases
    ]
    for step, row in zip(cases, steps, strict=True):
        assert (len(row) > 6) == is_shortened(step)
        assert row[5][0] == row[5][0].upper()
    assert "steps" not in data_of(page(line.parse("3x1:a2a")))


def test_a_reason_does_not_repeat_the_name_above_it() -> None:
    for language in languages():
        techniques = data_of(page(EXPERT, language))["techniques"]
        assert isinstance(techniques, dict)
        assert {"satisfied", "1-2-1", "deep"} <= techniques.keys()
        for name, reason in techniques.values():
            assert not reason.startswith(f"{name}:")
            assert name[0] == name[0].upper()


@pytest.mark.parametrize("variant", [MINESWEEPER, MOSAIC, HEXAGONAL, WRAP_AROUND], ids=str)
def test_a_page_has_the_parts_that_its_board_needs(variant: Variant) -> None:
    text = page(line.Puzzle(Grid(3, 3, variant), (0,) * 9))
    data = data_of(text)
    assert data["neighbors"] == [list(offset) for offset in variant.neighbors]
    assert data.get("wraps", False) == variant.wraps
    assert data["lattice"].get("staggered", False) == (variant is HEXAGONAL)
    assert ('"lines"' in text, '.className="rim"' in text) == (variant is HEXAGONAL, variant is WRAP_AROUND)


def test_a_board_with_a_shape_has_its_part() -> None:
    def has(cells: tuple[int, ...], variant: Variant) -> bool:
        return '"no-top"' in page(line.Puzzle(Grid(3, 2, variant), cells))

    assert [has((0,) * 6, MINESWEEPER), has((0, 0, 0, 0, 0, VOID), MINESWEEPER)] == [False, True]
    assert not has((0, 0, 0, 0, 0, VOID), HEXAGONAL)  # its outline is a drawing


def test_words_about_the_total_stand_on_pages_with_one() -> None:
    without, with_total = data_of(page(line.parse("3x1:a2a"))), data_of(page(line.parse("3x1:a2a,m2")))
    assert {"look_total", "by_total"} <= with_total["parts"].keys() - without["parts"].keys()
    assert with_total["techniques"].keys() - without["techniques"].keys() == {"total"}


def test_steps_keep_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps() -> list[list[object]]:
        found = data_of(page(LISTED))["steps"]
        assert isinstance(found, list)
        return found

    every = steps()
    in_full = [step for step in every if len(step) > 6]
    assert in_full
    monkeypatch.setattr(steps_module, "MAX_STEPS_BYTES", len(json.dumps(every, ensure_ascii=False).encode()) - 1)
    assert [step[:6] for step in steps()] == [step[:6] for step in every]
    assert sum(len(step) > 6 for step in steps()) == len(in_full) - 1  # the sentence in full goes first
    monkeypatch.setattr(steps_module, "MAX_STEPS_BYTES", len(json.dumps([every[0][:6]], ensure_ascii=False).encode()))
    assert steps() == [every[0][:6]]
    monkeypatch.setattr(steps_module, "MAX_STEPS_BYTES", 10)
    assert steps() == []


def test_a_held_page_holds_neither_solution_nor_steps() -> None:
    text = page(EXPERT, hold_solution=True)
    data = data_of(text)
    assert {"solution", "steps"}.isdisjoint(data)
    solution = answer.write([bool(known) for known in solve(EXPERT, 4).known])
    assert data["hash"] == digest_of(f"{data['key']}{solution}") and re.fullmatch("[0-9a-f]{32}", data["hash"])

    assert solution not in text
    # Two puzzles whose pages differ in nothing but what is public: cells, key, salt and hash.
    public = {"cells", "key", "hash", "digits", "extent"}
    other = data_of(page(FOUR_TIERS, hold_solution=True))
    assert {name for name in data if data[name] != other[name]} <= public | {"width", "height"}


def test_the_digest_differs_in_each_part_for_answers_that_differ_in_two_cells() -> None:
    text = "0123456789abcdef" + "yn" * 30
    other = str.maketrans("yn", "ny")
    pairs = combinations(range(16, len(text)), 2)
    changed = ["".join(c.translate(other) if i in pair else c for i, c in enumerate(text)) for pair in pairs]
    digests = [digest_of(one) for one in (text, *changed)]
    for part in range(0, 32, 8):
        assert len({digest[part : part + 8] for digest in digests}) == len(digests)


def test_without_a_title_it_is_the_puzzles_name() -> None:
    assert "<h1>Démineur</h1>" in page(language="fr")
    assert "<h1>No. 7</h1>" in page(title="  No.\n7 ")
    assert "<h1>N°\u00a07\u202f!</h1>" in page(title="N°\u00a07\u202f!")


def test_the_puzzle_stands_there_in_words() -> None:
    assert "<p>Zeile 1: leer, leer, 1, leer, leer</p>" in page(language="de")


@pytest.mark.parametrize(("width", "height"), [(40, 10), (4, 60), (60, 4)])
@pytest.mark.parametrize("variant", [MINESWEEPER, WRAP_AROUND, HEXAGONAL], ids=lambda variant: variant.name)
def test_long_boards_have_a_picture_without_javascript(variant: Variant, width: int, height: int) -> None:
    grid = Grid(width, height, variant)
    assert play_page(from_mines(grid, [0] * grid.size), load("en")).picture.startswith("<svg ")


def test_the_printed_total_stands_under_the_title() -> None:
    with_total = line.parse("2x1:1a,m1")
    facts = "<span>Easy</span> <span>· 2\u00a0×\u00a01</span> <span>· 1\u00a0mine</span>"
    assert f'<p class="facts">{facts}</p>' in page(with_total)
    assert "mine" not in "".join(play_page(line.parse("2x1:1a"), load("en")).facts)


def test_what_cannot_be_played_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match="has no solution"):
        write_play_page(line.parse("2x1:2a"), tmp_path / "x.html", "en", PlayOptions())
    assert list(tmp_path.iterdir()) == []


def test_templates_of_ones_own_go_file_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates" / "play").mkdir(parents=True)
    (tmp_path / "templates" / "play" / "play.css").write_text("h1 { color: teal; }\r\n", encoding="utf-8")
    reader = Reader(page())
    shared = "".join(fill_template(f"page/{name}.css", {}) for name in ("page", "beside"))
    own = "h1 { color: teal; }\n" + fill_template("play/motion.css", {})
    assert reader.texts["style"][0].startswith(f"{shared}{own}main{{--columns:5;--rows:5}}")
    assert "aria-rowcount" in reader.texts["script"][1]
