"""Judges the figures of a book: each caption must follow from the board before it, and all new marks from the caption.

It reads what screen readers are read: the rows of each board in words, with its marks and circles, and the caption. The
English captions are turned into the sentences that ``sentence_judge`` proves; those of other languages must name the
same messages as the English ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from sentence_judge import MINE, SAFE, Judge, Values, WrongSentence
from sentence_translation import CLUES

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book.book_content import BookContent, BookSection, Excerpt, WorkedExample
from puzzlegen.layout.book.front_matter import example_figures
from puzzlegen.layout.core.page_builder import LayoutContext

Example = Excerpt | WorkedExample
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
ONE, CELLS = r"(?:mines?|filled cells?)", r"(?:mines?|cells?)"
SINGLE = {  # captions of single clues, with the sentence that says the same
    r"A 0(?:: its own cell and every cell around it are empty| (?:touches|counts) no mines?\. "
    r"(?:Every cell around it is|All its cells are) safe)\.": ("touches no mines", True),
    rf"The (?P<number>\d+) has (?:its|all its) {ONE}\. (?:The|Its) other cells (?:around it )?are (?:safe|empty)\.": (
        "already has all its mines", True),
    rf"The (?P<number>\d+) (?P<still>still )?needs (?P<need>\w+) {CELLS}, and only (?P<left>\w+) "
    r"(?:blanks? )?(?:is|are) left\. (?:It must be (?:a mine|filled)|All are (?:mines|filled))\.": (
        "needs every blank it has left", False),
}  # fmt: skip


A, B = r"(?P<a>[Tt]he \d+ at R\d+C\d+)", r"(?P<b>[Tt]he \d+ at R\d+C\d+)"
ONE_OF, MARKED, OPEN = r"(?:mine|filled cell)", r"(?:a mine|filled)", r"(?:safe|empty)"
PAIRS = {  # captions of two numbers, each always called by its circle, with the sentence that says the same
    rf"1-1: {A} also counts the (?P<one>{ONE_OF}) of {B}\. Each cell that only (?P=a) counts is (?P<open>{OPEN})\.": (
        "1-1: {a} also counts the {one} of {b}, so the other cells of the first are {open}"),
    rf"1-2: {B} and {A} can share only one (?P<one>{ONE_OF})\. The cell that only (?P=a) counts is (?P<is>{MARKED})\. "
    rf"Each cell that only (?P=b) counts is (?P<open>{OPEN})\.": (
        "1-2: {b} and {a} can share only one {one}, so the cell that only the second counts is {is}, and all cells "
        "only the first counts are {open}"),
    rf"{A} also counts every unknown cell of {B}\. That decides each cell that only (?P=a) counts\.": (
        "{a} also counts every unknown cell of {b}, which decides the other cells of the first"),
    rf"{A} needs (?P<more>\d+) more than {B}: one for each cell that only (?P=a) counts\. Each of these is "
    rf"(?P<is>{MARKED})\. Each cell that only (?P=b) counts is (?P<open>{OPEN})\.": (
        "{a} needs {more} more than {b}, one for each cell only it counts, so those are {are}, and all cells only the "
        "other counts are {open}"),
}  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A figure as it is read: the marks of its board, the circled clues, and the words below it."""

    values: Values
    circled: tuple[int, ...]
    words: str


def examples_of(content: BookContent, sections: Sequence[BookSection]) -> Iterator[Example]:
    """Yield the examples of rules, lessons and openers."""
    yield from (rules.example for rules in content.rules if rules.example is not None)
    yield from (lesson.excerpt for lesson in content.lessons)
    yield from (section.example for section in sections if section.example is not None)


def drawn(example: Example, context: LayoutContext) -> list[Drawn]:
    """Return the figures of an example."""
    parts = [part for row in example_figures(example, 400, context) for part in row.parts]
    assert [part.tags for part in parts] == [("Figure",), ("P",)] * (len(parts) // 2)
    words = context.messages.for_variant(example.puzzle.grid.variant)
    figures = []
    for board, below in zip(parts[::2], parts[1::2], strict=True):
        cells = [cell for row in board.text.split("\n") for cell in re.split(": |, ", row)[1:]]
        assert len(cells) == example.puzzle.grid.size
        names = {words.text("picture.mine"): MINE, words.text("picture.safe"): SAFE}
        values = {x: is_mine for x, cell in enumerate(cells) for name, is_mine in names.items() if cell.endswith(name)}
        ring = re.escape(words.pattern("picture.circled")).replace(r"\{number\}", r"\d+")
        circled = tuple(x for x, cell in enumerate(cells) if re.match(ring, cell))
        figures.append(Drawn(values, circled, below.text.replace("\u00a0", " ")))
    return figures


class FigureJudge:
    """Follows the figures of one example in English. Raises WrongSentence for what does not follow."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.judge = Judge(puzzle)
        self.name = {x: name for name, x in self.judge.cell_named.items()}
        self.filled = puzzle.grid.variant.clue_on_mine

    def demand(self, holds: object, why: str, words: str) -> None:
        if not holds:
            raise WrongSentence(f"{why}: {words}")

    def see(self, figures: Sequence[Drawn]) -> None:
        """Check all figures of an example."""
        before = figures[0]
        self.demand(
            re.match(r"(?:[^:]+: )?(?:Before|The puzzle)\b.*\.", before.words), "no figure before", before.words
        )
        self.demand(not before.circled, "a circle before the step", before.words)
        self.judge.known |= before.values
        if "Suppose" in figures[1].words:
            self.see_chain(figures)
            return
        for one, figure in pairwise(figures):
            words = re.sub(r"^(?:After\.|\d+\.) ", "", figure.words)
            if words == "Solved.":
                open_cells = set(self.judge.cell_named.values()) - self.judge.known.keys()
                self.demand(not open_cells - set(self.puzzle.grid.voids), "open cells", words)
                return
            new = {x: value for x, value in figure.values.items() if x not in one.values}
            self.demand(new and one.values.items() <= figure.values.items(), "no new mark", words)
            self.see_step(words, figure.circled, new)

    def told(self, values: Values) -> str:
        """Return values as a sentence says them."""
        parts = []
        for value, kinds in ((MINE, ("mines", "filled")), (SAFE, ("safe", "empty"))):
            if cells := [self.name[x] for x in sorted(values) if values[x] == value]:
                parts.append(f"{self.listed(cells)} are {kinds[self.filled]}")
        return "; ".join(parts)

    def listed(self, names: Sequence[str]) -> str:
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))

    def clue(self, clue: int) -> str:
        return f"the {self.puzzle.cells[clue]} at {self.name[clue]}"

    def see_step(self, words: str, circled: Sequence[int], new: Values) -> None:
        """Check the caption of a step whose figure has these ``new`` marks: it proves all of them, and nothing else."""
        for pattern, (sentence, safe) in SINGLE.items():
            if match := re.fullmatch(pattern, words):
                self.demand(len(circled) == 1, "it speaks of one number", words)
                groups = {"number": "0", "need": None, "left": None, "still": None} | match.groupdict()
                (clue,) = circled
                need = self.judge.need(clue, self.judge.known)
                self.demand(self.puzzle.cells[clue] == int(groups["number"]), "another number is circled", words)
                if groups["need"]:
                    said = {NUMBERS[str(groups[key])] for key in ("need", "left")}
                    self.demand(
                        said == {need} and bool(groups["still"]) == (need < int(groups["number"])), "count", words
                    )
                self.demand(set(new.values()) == {not safe}, "other marks", words)
                self.judge.judge(f"{self.clue(clue)} {sentence}: {self.told(new)}.")
                return
        bold = re.search(r"the boldly circled (\d+)", words, re.IGNORECASE)
        along = "1-2-2-1" in words
        whole = self.judge.agreed(circled, self.judge.known)
        self.demand(new == whole, "not all that the numbers prove", words)
        self.demand(bold or along, "not understood", words)
        for order in permutations(circled) if along else self.with_first(circled):
            named, known = self.named(words, order, new), dict(self.judge.known)
            try:
                self.judge.judge(named)
                self.demand(self.judge.known == known | new, "other marks", words)
            except WrongSentence as error:
                self.judge.known, failed = known, error
            else:
                return
        raise failed

    def with_first(self, circled: Sequence[int]) -> list[tuple[int, ...]]:
        return [(first, *(x for x in circled if x != first)) for first in circled]

    def named(self, words: str, order: Sequence[int], new: Values) -> str:
        """Return a caption with the names of clues and cells in place of circles and shades."""
        main, *others = order
        words = re.sub(r"\. The shaded", ": the shaded", re.sub("^The", "the", words))
        for is_thin, number in re.findall(r"the (?:boldly|(thinly)) circled (\d+)", words):
            if [self.puzzle.cells[x] for x in (others if is_thin else (main,))] != [int(number)]:
                return "another number is circled"
        words = re.sub(r"the boldly circled \d+", self.clue(main), words)
        words = re.sub(r"the thinly circled (?:\d+|numbers)", self.listed([self.clue(x) for x in others]), words)
        words = re.sub(r"the circled numbers", self.listed([self.clue(x) for x in order]), words)
        cells = self.listed([self.name[x] for x in sorted(new)])
        for pattern, sentence in PAIRS.items():
            if match := re.fullmatch(pattern, words):
                groups = match.groupdict()
                words = sentence.format(**groups, are={"a mine": "mines"}.get(groups.get("is", ""), "filled"))
        shaded = re.subn(r"the shaded cells?", cells, words)
        return shaded[0] if shaded[1] else f"{words.removesuffix('.')}: {self.told(new)}."

    def see_chain(self, figures: Sequence[Drawn]) -> None:
        """Check a supposition: each figure marks what its caption says, and the last one only what is proved."""
        sentences = []
        for number, (one, figure) in enumerate(pairwise(figures[:-1]), start=1):
            self.demand(figure.words.startswith(f"{number}. "), "not numbered", figure.words)
            self.demand(one.values.items() <= figure.values.items(), "a mark is gone", figure.words)
            new = {x: value for x, value in figure.values.items() if x not in one.values}
            sentences.append(self.of_chain(figure.words.removeprefix(f"{number}. "), figure.circled, new))
        last = figures[-1]
        new = {x: value for x, value in last.values.items() if x not in figures[0].values}
        self.demand(last.words.startswith("After. So ") and not last.circled, "no result", last.words)
        sentences.append(self.of_chain(last.words.removeprefix("After. "), (), new))
        self.judge.judge(" ".join(sentences))
        self.demand(new.items() | figures[0].values.items() == last.values.items(), "other marks", last.words)

    def of_chain(self, words: str, circled: Sequence[int], new: Values) -> str:
        """Return a caption of a supposition with names, which must speak of the circled clue and of all new marks."""
        number = re.search(r"circled (\d+)", words)
        self.demand([str(self.puzzle.cells[x]) for x in circled] == ([number[1]] if number else []), "circles", words)
        shaded = re.search(r"the shaded cell(s?)", words)
        self.demand(bool(shaded) == bool(new) and (not shaded or bool(shaded[1]) == (len(new) > 1)), "shades", words)
        value = re.search(r"needs|mines?\.|filled\.", words) is not None  # what the new marks must be
        self.demand(set(new.values()) <= {value}, "other marks", words)
        words = re.sub(r"[Tt]he circled \d+", lambda _: self.clue(circled[0]), words)
        words = re.sub(r"the shaded cells?", self.listed([self.name[x] for x in sorted(new)] or [""]), words)
        return words[:1].upper() + words[1:]


class CaptionReader:
    """Finds the messages behind the captions of a language."""

    NAMES = ("bold", "thin_ones", "thin", "all_circled", "circled")
    KEYS = ("example.zero", "example.satisfied", "example.exhausted", "example.exhausted_more", "step.suppose_mine",
            "step.suppose_safe", "step.needs", "step.complete", "step.too_many", "step.too_few", "step.so")  # fmt: skip

    def __init__(self, messages: Messages) -> None:
        self.messages = messages
        self.after = messages.text("example.proved")
        names = [(name, self.forms(f"example.{name}", {"number": r"\d+"})[0]) for name in self.NAMES]
        self.names = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in names]
        clue = "(?:" + "|".join(pattern for _, pattern in names) + ")"
        cells = "(?:" + "|".join(self.forms("example.shaded", {})) + ")"
        values = "|".join(
            form for key in ("step.mines", "step.safe") for form in self.forms(key, {"cells": f"(?:{cells})"})
        )
        fields = dict.fromkeys((*CLUES, "bold", "thin"), f"({clue})") | {
            "number": r"(\d+)", "count": r"\w+", "more": r"\d+", "cells": f"({cells})", "proved": f"({values})"
        }  # fmt: skip
        self.rows = [(key, form) for key in self.KEYS for form in self.forms(key, fields)]
        for key in (key for key in messages.entries if re.fullmatch(r"techniques\..*\.(caption|reason)", key)):
            if key.endswith("caption"):
                self.rows += [(key, form) for form in self.forms(key, fields)]
            elif "{start}" not in messages.pattern(key) and key.replace("reason", "caption") not in messages.entries:
                (reason,) = self.forms(key, fields)
                self.rows.append((key, rf"{reason}\.(?: {fields['proved']}\.)?"))

    def forms(self, key: str, fields: dict[str, str]) -> list[str]:
        """Return a pattern for each form of a message, with patterns for its placeholders."""
        entry = self.messages.entries[key]
        return [
            "".join(fields[part] if i % 2 else re.escape(part) for i, part in enumerate(re.split(r"\{(\w+)\}", text)))
            for text in ([entry] if isinstance(entry, str) else entry.values())
        ]

    def read(self, caption: str) -> tuple[str, list[str]]:
        """Return the message of a caption, and how it names clues by their circles and numbers, in no order."""
        caption = re.sub(r"^\d+\. ", "", caption.removeprefix(self.after).strip())
        for key, pattern in self.rows:
            if match := re.fullmatch(pattern.replace("\u00a0", " "), caption, re.IGNORECASE):
                return key, sorted(self.kind(words) for words in match.groups() if words)
        raise WrongSentence(f"no message says: {caption}")

    def kind(self, words: str) -> str:
        number = re.search(r"\d+", words)
        name = next((name for name, pattern in self.names if pattern.fullmatch(words)), "")
        return f"{name} {number[0] if number else ''}"
