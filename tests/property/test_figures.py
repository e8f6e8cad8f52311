"""In figures of lessons, openers and rules, captions follow from the board before, and all marks from the captions."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from figure_judge import CaptionReader, Drawn, Example, FigureJudge, drawn, examples_of
from layout_boards import LETTER
from sentence_judge import WrongSentence
from small_book import design_of, puzzles_of

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.content import book_content, book_sections
from puzzlegen.book.explained_puzzles import explain_puzzles
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import load_book, loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.files.templates import languages
from puzzlegen.language.messages import Messages
from puzzlegen.layout.core.page_builder import LayoutContext

CONFIGS = Path(__file__).parents[2] / "configs"
# `make sentences` judges all ready books
READY = sorted(path.stem for path in CONFIGS.glob("*.yaml") if path.stem != "daily")
KINDS = """
title: All kinds
series: figures of all kinds
front_matter: {techniques: all}
sections:
""" + "".join(
    f"  - {{name: {kind} {difficulty}, count: 3, size: 8x8, difficulty: {difficulty}, kind: {kind}}}\n"
    for kind in VARIANTS
    for difficulty in ("easy", "medium", "hard")
)
BOOKS = READY if int(os.environ.get("PUZZLEGEN_SENTENCES", "1000")) > 1000 else ["sampler", "variety"]


@cache
def puzzles_in(name: str) -> Sequence[GradedPuzzle]:
    return puzzles_of(load_book(CONFIGS / f"{name}.yaml"))


def figures_of(config: BookConfig, records: Sequence[GradedPuzzle]) -> list[tuple[Example, list[Drawn], Messages]]:
    """Return the examples of a book, with their figures as they are read aloud and the messages of their kind."""
    design = design_of(config)
    puzzles = explain_puzzles(config, records, design.messages)
    content = book_content(config, puzzles, design, resolve_page(config.page).profile)
    sections = book_sections(config, puzzles, design.messages)
    context = LayoutContext(LETTER, design.metrics, design.messages, design.theme, tagged=True)
    return [
        (one, drawn(one, context), design.messages.for_variant(one.puzzle.grid.variant))
        for one in examples_of(content, sections)
    ]


@pytest.mark.parametrize("name", BOOKS)
def test_each_caption_proves_the_marks_of_its_figure(name: str) -> None:
    for example, figures, _ in figures_of(load_book(CONFIGS / f"{name}.yaml"), puzzles_in(name)):
        FigureJudge(example.puzzle).see(figures)


@cache
def sampler_in(language: str) -> list[tuple[Example, list[Drawn], Messages]]:
    config = load_book(CONFIGS / "sampler.yaml").model_copy(update={"language": language})
    return figures_of(config, puzzles_in("sampler"))


@pytest.mark.parametrize("language", languages())
def test_other_languages_say_what_english_says(language: str) -> None:
    """Boards, marks, circles, and the messages behind the captions are those of the English book."""
    here, english = sampler_in(language), sampler_in("en")
    assert len(here) == len(english) > 10
    for (_, figures, words), (_, same, english_words) in zip(here, english, strict=True):
        assert [(one.values, one.circled) for one in figures] == [(one.values, one.circled) for one in same]
        read, read_english = CaptionReader(words).read, CaptionReader(english_words).read
        for one, other in zip(figures[1:], same[1:], strict=True):
            if other.words != "Solved.":
                assert read(one.words) == read_english(other.words)
                assert language != "de" or not re.search(": [a-zäöü]", one.words), one.words


LINES = ("1-2-1", "1-2-2-1")


def test_figures_of_lines_have_blanks_on_one_side() -> None:
    shown = [figures for _, figures, _ in sampler_in("en") if any(line in figures[1].words for line in LINES)]
    assert shown
    for example, figures, _ in sampler_in("en"):
        if any(line in figures[1].words for line in LINES):
            judge = FigureJudge(example.puzzle).judge
            blanks = {x for clue in figures[1].circled for x in judge.unknown(clue, judge.known | figures[0].values)}
            for places in zip(*map(example.puzzle.grid.position, blanks), strict=True):
                spread = {*places}
                lines = {example.puzzle.grid.position(clue)[len(spread) > 1] for clue in figures[1].circled}
                assert len(spread) > 1 or not spread & lines


def damaged(figures: Sequence[Drawn]) -> dict[str, list[Drawn]]:
    """Return figures with one thing wrong."""
    *others, last = figures
    new = next(x for x in last.values if x not in others[0].values)
    fewer = {x: value for x, value in last.values.items() if x != new}
    wrong = {
        "a mark less": replace(last, values=fewer),
        "a wrong mark": replace(last, values=last.values | {new: not last.values[new]}),
        "no caption": replace(last, words="After."),
    }
    if last.circled:
        wrong["a circle less"] = replace(last, circled=last.circled[1:])
        other = re.sub(r"((?:circled|After\. The) )(\d)", lambda one: one[1] + str(int(one[2]) % 8 + 1), last.words)
        wrong["another number"] = replace(last, words=other)
    return {name: [*others, one] for name, one in wrong.items()}


def test_the_judge_refuses_a_damaged_figure() -> None:
    for example, figures, _ in sampler_in("en"):
        if figures[0].words == "The puzzle.":
            continue
        for name, wrong in damaged(figures).items():
            with pytest.raises(WrongSentence):
                FigureJudge(example.puzzle).see(wrong)
                pytest.fail(f"{name}: {wrong[-1]}")


def test_the_judge_refuses_a_chain_without_one_of_its_figures() -> None:
    example, figures, _ = next(one for one in sampler_in("en") if len(one[1]) > 5 and "Suppose" in one[1][1].words)
    for left_out in range(1, len(figures)):
        with pytest.raises(WrongSentence):
            FigureJudge(example.puzzle).see([*figures[:left_out], *figures[left_out + 1 :]])


def test_figures_of_every_kind_and_technique_are_proved() -> None:
    """Lessons on all techniques, where the template has the figures, and steps of puzzles of each kind."""
    config = loads_book(KINDS)
    techniques = set()
    for example, figures, words in figures_of(config, puzzles_of(config)):
        FigureJudge(example.puzzle).see(figures)
        techniques |= {CaptionReader(words).read(one.words)[0] for one in figures[1:] if one.words != "Solved."}
    assert len(techniques) >= 16
