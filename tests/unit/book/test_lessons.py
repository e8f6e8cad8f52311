"""The pages of techniques: every language teaches every technique, by a step of the solver."""

import pytest
from layout_boards import EN

from puzzlegen.book.content import lessons_of
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.language.markdown import blocks, template_blocks
from puzzlegen.solver import exact
from puzzlegen.solver.techniques import TECHNIQUES

TAUGHT = [code for code, technique in TECHNIQUES.items() if technique.lesson]
ONE = "# T\n\n## A\n\nWords.\n\n{{ figure: technique 1-2 4x2:d.12. }}\n"


@pytest.mark.parametrize("language", languages())
def test_every_language_teaches_every_technique_in_order(language: str) -> None:
    messages = load(language)
    intro, lessons = lessons_of(template_blocks("techniques.md", {}, messages), None, "t.md", messages)
    assert len(intro) == 2
    names = [block.name for lesson in lessons for block in lesson.text if hasattr(block, "name")]
    assert names == [f"technique {code}" for code in TAUGHT]
    assert all(lesson.step.caption and lesson.before and lesson.after for lesson in lessons)


def test_what_a_lesson_proves_is_so_in_every_solution_of_its_position() -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), None, "t.md", EN)
    for lesson in lessons:
        known = exact.solutions(lesson.puzzle).solutions
        assert known
        for mines in known:
            assert all(mines[cell] for cell in (*lesson.mines, *lesson.step.mines))
            assert not any(mines[cell] for cell in (*lesson.safe, *lesson.step.safe))
        assert not {*lesson.mines, *lesson.safe} & {*lesson.step.mines, *lesson.step.safe}


def test_only_what_the_puzzles_need_is_taught() -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), {"satisfied", "exhausted"}, "t.md", EN)
    assert len(lessons) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ONE.replace("1-2 ", "1-3 "), r"t\.md: found technique '1-3', allowed satisfied"),
        (ONE.replace("4x2:d.12.", "4x2:d11.."), r"t\.md: the solution of 4x2:d11\.\. does not use the technique 1-2"),
        (ONE.replace("4x2:d.12.", "4x2:d"), r"t\.md: figure: technique 1-2: column 6: 4x2 needs 8 cells"),
        (ONE.replace("{{ figure: technique 1-2 4x2:d.12. }}", ""), r"t\.md: 'A' needs one figure"),
        (ONE.replace("4x2:d.12.", ""), r"t\.md:7: wrong number of words after figure"),
    ],
)
def test_a_problem_in_a_template_is_reported(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        lessons_of(blocks(text, {}, "t.md", EN), None, "t.md", EN)
