"""Contents, score card, notes, colophon and single-sided books: what stands where."""

import dataclasses
import itertools

import pytest
from layout_boards import EN, LARGE, LETTER, TRAVEL, section, sections, text, with_entries

from puzzlegen.config.themes import Marks
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import LayoutError
from puzzlegen.language.explanations import Hint
from puzzlegen.language.markdown_blocks import Heading, Paragraph, Run
from puzzlegen.layout.book.book_content import ReaderAids
from puzzlegen.layout.book.gallery import PICTURE_ROW_GAP, WIDER_ROW_GAP, gallery_pages
from puzzlegen.layout.book.hint_pages import hint_answers_part, hints_part
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.book.puzzle_space import CODE_GAP
from puzzlegen.layout.core.columns import PagePlan, column_height
from puzzlegen.layout.core.document import Disc, Frame, Line, Link, Page, Path, Ring, Stroke, Text
from puzzlegen.layout.core.page_builder import LayoutContext, PageGeometry
from puzzlegen.layout.core.symbols import difficulty_symbols, qr_code_size
from puzzlegen.layout.core.text import text_items
from puzzlegen.layout.core.theme import DEFAULT, Theme

METRICS = FontMetrics()
ALL = ReaderAids(contents=True, score_card=True, notes=3)


def laid_out(aids: ReaderAids, page=TRAVEL, parts=None, **changes) -> list[Page]:
    return list(lay_out_book(dataclasses.replace(text(), aids=aids, **changes), parts or sections(), page, METRICS, EN))


def strings(pages: list[Page], kind: str) -> list[str]:
    return [mark.string for page in pages if page.kind == kind for mark in page.marks if isinstance(mark, Text)]


@pytest.mark.parametrize("page", [LETTER, TRAVEL], ids=["letter", "travel"])
def test_contents_name_the_page_each_part_opens_on(page):
    pages = laid_out(ALL, page)
    planned = lay_out_book(dataclasses.replace(text(), aids=ALL), sections(), page, METRICS, EN)
    contents = next(page for page in pages if page.kind == "contents")
    baselines = {mark.y: mark.string for mark in contents.marks if isinstance(mark, Text) and mark.anchor == "start"}
    named = {}
    for mark in contents.marks:
        if isinstance(mark, Text) and mark.anchor == "end" and mark.y < contents.block.bottom:
            titles = [m.string for m in contents.marks if isinstance(m, Text) and m.y == mark.y and m.x < 150]
            named[titles[0]] = int(mark.string)
    starts = planned.plan.starts
    assert named == {
        "How to Play": starts["how-to-play"],
        **{part.name: starts[f"section {i}"] for i, part in enumerate(sections(), start=1)},
        "Answers": starts["answers"],
        "Score Card": starts["score-card"],
        "Notes": starts["notes"],
    }
    assert any("Puzzles 1–7 · 5×4" in string for string in baselines.values())
    opened = [mark.string for mark in pages[starts["section 1"] - 1].marks if isinstance(mark, Text)]
    assert "Warm-up" in opened


def test_long_contents_take_several_pages():
    many = tuple(section(f"Part {i}", 2 * i + 1, [(5, 4)] * 2, 2) for i in range(40))
    pages = laid_out(ReaderAids(contents=True), parts=many)
    assert sum(page.kind == "contents" for page in pages) == 3
    assert sum(string.startswith("Part") for string in strings(pages, "contents")) == 40


def test_the_score_card_has_a_row_and_a_box_for_every_puzzle():
    for page in (LETTER, TRAVEL):
        pages = laid_out(ALL, page)
        numbers = [int(string) for string in strings(pages, "score-card") if string.isdigit()]
        folios = [page.folio for page in pages if page.kind == "score-card"]
        assert sorted(numbers) == sorted([*range(1, 27), *folios])
        boxes = [m for page in pages if page.kind == "score-card" for m in page.marks if isinstance(m, Frame)]
        assert len(boxes) == 26


def test_par_times_stand_in_the_score_card_where_there_are_any():
    parts = sections()
    timed, short = (tuple(with_entries(part, par=par) for part in parts) for par in ((3, 5), (1, 1)))
    assert strings(laid_out(ALL, parts=timed), "score-card").count("3–5\u00a0min") == 26
    assert "Par" not in strings(laid_out(ALL, parts=parts), "score-card")
    assert strings(laid_out(ALL, parts=short), "score-card").count("1\u00a0min") == 26
    assert any(string.startswith("Par about 1\u00a0min") for string in strings(laid_out(ALL, parts=short), "puzzles"))


@pytest.mark.parametrize("ruling", ["lines", "dots"])
def test_notes_keep_to_the_block_and_are_faint(ruling):
    pages = [page for page in laid_out(dataclasses.replace(ALL, ruling=ruling)) if page.kind == "notes"]
    assert len(pages) == 3
    for page in pages:
        ruled = [mark for mark in page.marks if not isinstance(mark, Text)]
        assert len(ruled) > 15
        for mark in ruled:
            x = (mark.x1, mark.x2) if isinstance(mark, Line) else (mark.x - mark.radius, mark.x + mark.radius)
            y = mark.y1 if isinstance(mark, Line) else mark.y
            assert page.block.left - 0.01 <= x[0] and x[1] <= page.block.right + 0.01
            assert page.block.top - 0.01 <= y <= page.block.bottom + 0.01
            assert (mark.color if isinstance(mark, Line) else mark.fill).level > 0.6


def test_single_sided_puzzles_stand_on_rectos_with_notes_between():
    pages = laid_out(ReaderAids(single_sided=True))
    assert all(page.recto for page in pages if page.kind == "puzzles")
    assert all(not page.recto for page in pages if page.kind == "notes")
    kinds = [page.kind for page in pages]
    first = kinds.index("section")
    assert "blank" not in kinds[first : kinds.index("answers") - 1]  # the key begins overleaf
    assert [grid.number for page in pages for grid in page.grids if grid.role == "puzzle"] == list(range(1, 27))


def test_loose_sheets_are_single_sided_anyway():
    with pytest.raises(LayoutError, match="need a bound book"):
        laid_out(ReaderAids(single_sided=True), dataclasses.replace(TRAVEL, bound=False))


def test_the_colophon_is_the_last_page_with_words():
    pages = laid_out(ReaderAids(), colophon=(Paragraph((Run("Proved."),)),))
    assert [page.kind for page in pages if page.kind != "blank"][-1] == "colophon"
    assert strings(pages, "colophon") == ["Proved."]


@pytest.mark.parametrize("with_answers", [True, False])
def test_the_plan_names_the_page_each_hint_stands_on(with_answers: bool):
    """Over several columns and pages: a reference to the page before would send the reader wrong."""
    part = section("Hints", 1, [(5, 4)] * 90, 6)
    part = with_entries(part, hints=(Hint("One step. " * 6, "So. " * 12), Hint("Another one. " * 4, "So. " * 9)))
    context = LayoutContext(LETTER, METRICS, EN, DEFAULT)
    hints = hints_part([part], with_answers, context)
    assert hints.pages > 2
    found = {
        int(mark.string): i
        for i, page in enumerate(hints.draw(1, PagePlan(0, {})))
        for mark in page.marks
        if isinstance(mark, Text) and mark.font == "bold" and mark.string.isdigit()
    }
    assert hints.hints == found
    assert len(found) == 90


def hinted_pages(theme: Theme, page: PageGeometry, sentences: int) -> list[Page]:
    part = section("Hints", 1, [(5, 4)] * 5, 6)
    hints = (Hint("One step that takes a line. " * (sentences // 2), "It is safe, as you see. " * (sentences // 2)),)
    part = with_entries(part, hints=hints)
    context = LayoutContext(page, METRICS, EN, theme)
    return list(hints_part([part], True, context).draw(1, PagePlan(0, {})))


@pytest.mark.parametrize("page", [LETTER, TRAVEL], ids=["letter", "travel"])
@pytest.mark.parametrize("sentences", [4, 12, 16])
def test_hints_in_large_type_have_one_column_and_stay_on_their_page(page: PageGeometry, sentences: int) -> None:
    """In two columns of 20 letters, hints of hard puzzles ran off the foot of the page."""
    for number, printed in enumerate(hinted_pages(LARGE, page, sentences), start=1):
        words = [mark for mark in printed.marks if isinstance(mark, Text)]
        assert len({mark.x for mark in words if mark.font == "bold" and mark.string.isdigit()}) <= 1
        assert max(mark.y for mark in words if mark.string != str(number)) <= page.block(number).bottom + 1e-6


def test_turned_answers_stand_below_their_questions_upside_down() -> None:
    (page,) = hinted_pages(DEFAULT, LETTER, 2)
    words = [mark for mark in page.marks if isinstance(mark, Text)]
    questions = sorted(mark.y for mark in words if mark.string.startswith("One step"))
    answers = sorted(mark.y for mark in words if mark.turn == 180)
    assert len(questions) == len(answers) == 5
    assert all(answer > question for question, answer in zip(questions, answers, strict=True))
    assert all(later > answer for later, answer in zip(questions[1:], answers, strict=False))
    assert all(mark.string.startswith("It is safe") for mark in words if mark.turn == 180)


def test_answers_apart_are_upright_and_name_their_puzzles() -> None:
    part = section("Hints", 1, [(5, 4)] * 5, 6)
    hints = (Hint("Look.", "It is safe."), Hint("Look again.", "It is a mine."))
    part = with_entries(part, hints=hints)
    context = LayoutContext(LETTER, METRICS, EN, DEFAULT)
    for at_foot in (True, False):
        (page,) = hint_answers_part([part], at_foot, context).draw(1, PagePlan(0, {}))
        words = [mark for mark in page.marks if isinstance(mark, Text)]
        assert not any(mark.turn for mark in words) and not any("Look" in mark.string for mark in words)
        assert [mark.string for mark in words if mark.font == "bold" and mark.string.isdigit()] == list("12345")
        kinds = {link.place.kind for link in page.links if isinstance(link, Link)} - {"contents"}  # the head's
        assert kinds == {"puzzle" if at_foot else "hint"}


def test_a_hint_that_is_longer_than_a_page_is_refused_with_its_puzzle() -> None:
    with pytest.raises(LayoutError, match=r"^aids\.hints: the hints of puzzle 1 are longer than a page in the theme"):
        hinted_pages(LARGE, TRAVEL, 60)


def test_difficulty_marks_stand_at_one_place_whatever_the_number():
    part = section("S", 7, [(9, 9)] * 12, 4)  # 7 to 18: numbers of one digit and of two
    for pages in (laid_out(ReaderAids(), parts=(part,)), laid_out(ReaderAids(), LETTER, parts=(part,))):
        for page in (page for page in pages if page.kind == "puzzles"):
            starts = set()
            for grid in page.grids:
                marks = [m for m in page.marks if isinstance(m, Disc | Ring) and grid.y - 30 < m.y < grid.y]
                marks = [m for m in marks if grid.x < m.x < grid.x + grid.width * grid.cell]
                starts.add(round(min(m.x for m in marks) - grid.x, 1))
            assert len(starts) == 1


def test_codes_begin_at_the_left_edges_of_grids():
    code = tuple(bytes(29) for _ in range(29))
    part = section("S", 1, [(6, 6)] * 6, 6, opener=False)
    part = with_entries(part, code=code)
    (page,) = (page for page in laid_out(ReaderAids(), LETTER, parts=(part,)) if page.kind == "puzzles")
    edges = {round(grid.x - DEFAULT.puzzle.frame, 3) for grid in page.grids}
    foot = max(grid.y + grid.height * grid.cell for grid in page.grids)
    words = [mark for mark in page.marks if isinstance(mark, Text) and mark.string == EN.text("puzzle.online")]
    assert len(words) == 6 and all(mark.y > foot for mark in words)
    starts = {round(mark.x - qr_code_size(code) - CODE_GAP, 3) for mark in words}
    middles = {round((left + right) / 2, 3) for left, right in itertools.pairwise(sorted(starts))}
    assert edges < starts and not middles & edges
    assert len(starts) == 4  # as many on each row as columns of grids, or twice as many


@pytest.mark.parametrize("theme", [DEFAULT, LARGE], ids=["usual", "large"])
@pytest.mark.parametrize("modules", [21, 25, 29, 37])
def test_words_beside_codes_stay_in_the_text_block(theme: Theme, modules: int) -> None:
    code = tuple(bytes(modules) for _ in range(modules))
    part = section("S", 1, [(6, 6)] * 6, 6, opener=False)
    part = with_entries(part, code=code)
    pages = lay_out_book(text(), (part,), LETTER, METRICS, EN, theme)
    (page,) = (page for page in pages if page.kind == "puzzles")
    baselines = sorted(
        mark.y for mark in page.marks if isinstance(mark, Text) and mark.string == EN.text("puzzle.online")
    )
    assert len(baselines) == 6 and baselines[-1] <= page.block.bottom + 1e-6


@pytest.mark.parametrize(("page", "par", "across"), [(TRAVEL, None, 2), (TRAVEL, (10, 20), 1), (LETTER, (10, 20), 2)])
def test_a_score_card_has_as_many_columns_as_fit(page, par, across):
    part = section("S", 1, [(5, 4)] * 40, 6)
    part = with_entries(part, par=par)
    cards = [one for one in laid_out(ReaderAids(score_card=True), page, parts=(part,)) if one.kind == "score-card"]
    names = [mark for mark in cards[0].marks if isinstance(mark, Text) and mark.string == EN.text("score.done")]
    assert len(names) == across
    for card in cards:
        for name in (EN.text("score.number"), EN.text("score.difficulty"), EN.text("score.time")):
            assert all(
                mark.x < card.block.right for mark in card.marks if isinstance(mark, Text) and mark.string == name
            )
        assert max(mark.x2 for mark in card.marks if isinstance(mark, Line)) == pytest.approx(card.block.right)


def test_outlined_stars_are_stars():
    marks, _ = difficulty_symbols(dataclasses.replace(DEFAULT, marks=Marks(difficulty="stars")), 2, 0.0, 0.0, 5.1)
    assert [type(mark) for mark in marks] == [Path, Path, Stroke, Stroke]
    solid, outlined = marks[0], marks[3]
    assert len(solid.points) == len(outlined.lines[0]) == 10
    high = max(y for _, y in solid.points) - min(y for _, y in solid.points)
    inner = max(y for _, y in outlined.lines[0]) - min(y for _, y in outlined.lines[0])
    assert 0.6 * high < inner < high


@pytest.mark.parametrize("count", [1, 5, 13, 22, 37])
def test_the_last_page_of_a_gallery_is_balanced(count):
    def picture(one):
        picture_puzzle = dataclasses.replace(one.graded, solution=(True,) * 20)
        return dataclasses.replace(one, graded=picture_puzzle, title="Name")

    part = section("S", 1, [(5, 4)] * count, 6)
    entries = [picture(one) for one in part.entries]
    context = LayoutContext(TRAVEL, METRICS, EN, DEFAULT)
    head = text_items([Heading(1, (Run("Gallery"),))], context.measure(), context.text)
    pages = gallery_pages(head, entries, context)
    rows = [[len(item.links) for _, item in column if item.links] for column in pages]
    assert sum(map(sum, rows)) == count
    flat = [row for page in rows for row in page]
    assert max(flat) - min(flat) <= 1 and flat == sorted(flat, reverse=True)
    sizes = [len(page) for page in rows]
    assert max(sizes) - min(sizes) <= 1
    for column in pages:  # rows reach the foot of their page, or stand as far apart as they may
        gaps = {drop - above.height - over for (over, above), (drop, item) in itertools.pairwise(column) if above.links}
        assert len({round(gap, 3) for gap in gaps}) <= 1
        left = context.geometry.block(1).height - column_height(column)
        assert not gaps or left < 0.01 or max(gaps) == pytest.approx(PICTURE_ROW_GAP + WIDER_ROW_GAP)
