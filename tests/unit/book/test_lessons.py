"""The pages of techniques: every language teaches every technique, by a step of the solver."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest
from layout_boards import EN
from small_book import puzzles_of

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, VARIANTS, Variant
from puzzlegen.board.puzzle import BLANK, GradedPuzzle, Puzzle
from puzzlegen.book.examples import lessons_of, section_example
from puzzlegen.book.explained_puzzles import ExplainedPuzzles, explain_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.language.markdown import blocks, template_blocks
from puzzlegen.language.markdown_blocks import Figure
from puzzlegen.layout.book.book_content import Excerpt, Lesson
from puzzlegen.solver import exact
from puzzlegen.solver.techniques import TECHNIQUES

TAUGHT = [code for code, technique in TECHNIQUES.items() if technique.lesson]
ONE = "# T\n\n## A\n\nWords.\n\n{{ figure: technique 1-2 4x2:d.12. }}\n"


def plain(used: Mapping[str, frozenset[str]] | None = None) -> ExplainedPuzzles:
    """A book of one Minesweeper puzzle without examples."""
    puzzle = Puzzle(Grid(3, 3), (BLANK,) * 9)
    graded = GradedPuzzle(puzzle, (False,) * 9, Grade(1, "easy", 1.0, 0, (1, 2)), number=1, section=1)
    return ExplainedPuzzles([graded], techniques=used)


@pytest.mark.parametrize("language", languages())
def test_every_language_teaches_every_technique_in_order(language: str) -> None:
    messages = load(language)
    intro, lessons = lessons_of(template_blocks("techniques.md", {}, messages), plain(), "t.md", messages)
    assert len(intro) == 3
    names = [block.name for lesson in lessons for block in lesson.text if hasattr(block, "name")]
    assert names == [f"technique {code}" for code in TAUGHT]
    shown = [lesson.excerpt for lesson in lessons]
    assert all(one.step.caption and one.before and one.after for one in shown)


def test_what_a_lesson_proves_is_so_in_every_solution_of_its_position() -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), plain(), "t.md", EN)
    for one in (lesson.excerpt for lesson in lessons):
        known = exact.solutions(one.puzzle).solutions
        assert known
        for mines in known:
            assert all(mines[cell] for cell in (*one.mines, *one.step.mines))
            assert not any(mines[cell] for cell in (*one.safe, *one.step.safe))
        assert not {*one.mines, *one.safe} & {*one.step.mines, *one.step.safe}


def test_the_promise_that_lessons_are_all_needs_lessons_on_what_the_puzzles_need() -> None:
    text, one = template_blocks("techniques.md", {}, EN), plain({"": frozenset({"satisfied"})})
    (record,) = one.records
    expert, deep = (replace(one, records=[replace(record, grade=replace(record.grade, tier=tier))]) for tier in (3, 4))
    taught = [lessons_of(text, puzzles, "t.md", EN) for puzzles in (one, expert, deep)]
    assert [len(intro) for intro, _ in taught] == [3, 3, 2]
    assert [len(lessons) for _, lessons in taught] == [1, 2, 2]


def test_only_what_the_puzzles_need_is_taught() -> None:
    used = {"": frozenset({"satisfied", "exhausted"})}
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), plain(used), "t.md", EN)
    assert len(lessons) == 2


ALL_KINDS = """
title: Lessons
series: lessons of kinds
front_matter: {techniques: auto}
sections:
""" + "".join(
    f"  - {{name: {kind} {difficulty}, count: 4, size: 8x8, difficulty: {difficulty}, kind: {kind}}}\n"
    for kind in VARIANTS
    for difficulty in ("hard", "expert")
)
OTHERS = """  - {name: medium, count: 4, size: 8x8, difficulty: medium}
  - {name: small, count: 3, size: 5x5, difficulty: hard, kind: wrap-around}
  - {name: shape, count: 3, size: 9x9, difficulty: hard, kind: hexagonal, shape: heart}
"""


@pytest.fixture(scope="module")
def of_kinds() -> ExplainedPuzzles:
    config = loads_book(ALL_KINDS + OTHERS)
    return explain_puzzles(config, puzzles_of(config), EN)


def tiers_of(lessons: Sequence[Lesson]) -> list[int]:
    """The tiers of the techniques that lessons teach."""
    names = [block.name for lesson in lessons for block in lesson.text if isinstance(block, Figure)]
    return [TECHNIQUES[name.removeprefix("technique ")].tier for name in names]


def heading_of(lesson: Lesson) -> str:
    return "".join(run.text for run in lesson.text[0].runs)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_book_of_one_kind_teaches_every_tier(of_kinds: ExplainedPuzzles, variant: Variant) -> None:
    records = [one for one in of_kinds.records if one.puzzle.grid.variant is variant]
    numbers = {record.number for record in records}
    excerpts = {key: some for key, some in of_kinds.excerpts.items() if some[0].rank.number in numbers}
    alone = replace(of_kinds, records=records, excerpts=excerpts)
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), alone, "t.md", EN)
    assert set(tiers_of(lessons)) == {1, 2, 3}
    assert len(lessons) <= len((of_kinds.techniques or {})[variant.words])


def test_every_further_kind_is_taught_at_every_tier(of_kinds: ExplainedPuzzles) -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), of_kinds, "t.md", EN)
    for variant in (one for one in VARIANTS.values() if one is not MINESWEEPER):
        further = [lesson for lesson in lessons if heading_of(lesson).startswith(f"{EN.kind(variant)}: ")]
        assert [*dict.fromkeys(tiers_of(further))] == [1, 2, 3]  # and techniques that no kind before has
        assert not variant.clue_on_mine or all(len(lesson.text) == 2 for lesson in further)  # no words about mines
    words = [lesson.text[1:-1] for lesson in lessons if len(lesson.text) > 2]
    assert len(set(words)) == len(words) >= 3


def test_lessons_with_other_figures_to_choose_from_have_a_clean_edge(of_kinds: ExplainedPuzzles) -> None:
    """Those of Minesweeper: at most one clue that the step does not need, but in long suppositions."""
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), of_kinds, "t.md", EN)
    first = [lesson for lesson in lessons if ": " not in heading_of(lesson)]
    by_tier = zip(tiers_of(first), first, strict=True)
    assert all(lesson.excerpt.other_clues <= 1 for tier, lesson in by_tier if tier < 3)
    assert any(lesson.excerpt.before != EN.text("example.so_far") for lesson in first)


def counted(grid: Grid, clue: int) -> set[int]:
    """The cells that a clue counts."""
    around = grid.neighborhood
    return set(around.cells[around.start[clue] : around.start[clue + 1]].tolist())


def places_of(part: Excerpt, record: GradedPuzzle) -> Iterator[tuple[int, int]]:
    """The places of a board where a part is found: the same cells, known as they are in the solution."""
    whole, wide = record.puzzle.grid, part.puzzle.grid
    mines, safe = {*part.mines, *part.step.mines}, {*part.safe, *part.step.safe}
    for top in range(whole.height if whole.variant.wraps else whole.height - wide.height + 1):
        for left in range(whole.width if whole.variant.wraps else whole.width - wide.width + 1):
            cells = {
                wide.cell(row, col): whole.cell((top + row) % whole.height, (left + col) % whole.width)
                for row in range(wide.height)
                for col in range(wide.width)
            }
            if (
                all(part.puzzle.cells[here] == record.puzzle.cells[there] for here, there in cells.items())
                and all(record.solution[cells[cell]] for cell in mines)
                and not any(record.solution[cells[cell]] for cell in safe)
                and all(
                    counted(whole, cells[clue]) == {cells[cell] for cell in counted(wide, clue)}
                    for clue in part.step.witnesses
                )
            ):
                yield top, left


def test_an_excerpt_is_a_true_part_of_its_puzzle(of_kinds: ExplainedPuzzles) -> None:
    """The cells, all that its clues count, and what is known there, found again at one place of the board."""
    shown: set[str] = set()
    for index, found in ((index, one) for (index, _), some in of_kinds.excerpts.items() for one in some):
        record, part = of_kinds.records[found.rank.number - 1], found.excerpt
        assert record.section == index
        whole, wide = record.puzzle.grid, part.puzzle.grid
        sides = []
        for top, left in places_of(part, record):
            below, beside = top + wide.height - whole.height, left + wide.width - whole.width
            ends = {"top": top > 0, "left": left > 0, "bottom": below != 0, "right": beside != 0}
            joined = (whole.height - top if below > 0 else 0, whole.width - left if beside > 0 else 0)
            sides.append(({side for side, goes_on in ends.items() if goes_on}, joined))
        assert (part.cut, part.joined) in sides
        assert all(part.puzzle.cells[clue] >= 0 for clue in part.step.witnesses)
        assert ("frame" in part.before) == any(part.joined)
        shown |= {"joined"} if any(part.joined) else {"whole"} if not part.cut else {"part"}
        shown |= {"shape"} if wide.voids else {"rim"} if wide.variant.wraps else set()
    assert shown == {"joined", "whole", "part", "shape", "rim"}


def test_openers_show_the_step_that_their_section_needs_most_and_lessons_another(
    of_kinds: ExplainedPuzzles,
) -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), of_kinds, "t.md", EN)
    sections = {record.section or 0: record.grade.difficulty for record in of_kinds.records}
    for index, difficulty in sections.items():
        example = section_example(of_kinds, index)
        assert example is not None
        technique, found = example
        assert of_kinds.excerpts[index, technique][0] is found
        tier = 2 if difficulty == "medium" else 3
        assert TECHNIQUES[technique].tier == tier
        alike = [code for at, code in of_kinds.excerpts if at == index and TECHNIQUES[code].tier == tier]
        assert of_kinds.uses[index, technique] == max(of_kinds.uses[index, code] for code in alike) > 0
        assert found.excerpt not in [lesson.excerpt for lesson in lessons]
    assert section_example(ExplainedPuzzles(of_kinds.records), 1) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ONE.replace("1-2 ", "1-3 "), r"t\.md: found technique '1-3', allowed satisfied"),
        (ONE.replace("4x2:d.12.", "4x2:d11.."), r"t\.md: no step of 4x2:d11\.\. shows the technique 1-2 as lessons do"),
        (ONE.replace("4x2:d.12.", "4x2:d"), r"t\.md: figure: technique 1-2: column 6: 4x2 needs 8 cells"),
        (ONE.replace("{{ figure: technique 1-2 4x2:d.12. }}", ""), r"t\.md: 'A' needs one figure"),
        (ONE.replace("4x2:d.12.", ""), r"t\.md:7: wrong number of words after figure"),
    ],
)
def test_a_problem_in_a_template_is_reported(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        lessons_of(blocks(text, {}, "t.md", EN), plain(), "t.md", EN)
