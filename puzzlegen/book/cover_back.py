"""What the back of a cover says about a book: its puzzles, their rules, sizes and difficulty, hints and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.config.book import BookConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.language.markdown import blocks, template_blocks
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block
from puzzlegen.layout.core.theme import GridStyle
from puzzlegen.layout.cover.panels import BackText, Sample

SAMPLE_SIDE, MAX_SAMPLE = 8, 30  # cells: the best side of the puzzle on the back, and the largest one


def cover_back(
    config: BookConfig, records: Sequence[GradedPuzzle], art: Puzzle, messages: Messages, style: GridStyle
) -> BackText:
    """Return the content of the back: the text of the config, or that of the language, and facts about the book.

    ``art`` is the puzzle on the front, and ``style`` that of grids in the book. Raises ConfigError for an unknown
    variable and for Markdown that cannot be printed.
    """
    cover = config.cover
    variables = {
        "title": config.title,
        "subtitle": config.subtitle or "",
        "author": config.author or "",
        "puzzles": messages.number(len(records)),
        "rules": _rules(records, messages),
    }
    if cover.back is None:
        text = template_blocks("cover-back.md", variables, messages)
    else:
        with errors_about("cover.back"):
            text = blocks(cover.back, variables, "", messages)
    about: tuple[Block, ...] = ()
    if cover.about is not None:
        with errors_about("cover.about"):
            about = blocks(cover.about, variables, "", messages)
    typeset = messages.typography.typeset
    lines = tuple(typeset(line) for line in (cover.category, cover.price, cover.website) if line is not None)
    facts = tuple(_facts(config, records, messages)) if cover.facts else ()
    return BackText(text, facts, about, lines, _sample(records, art, messages, style))


def _sample(records: Sequence[GradedPuzzle], art: Puzzle, messages: Messages, style: GridStyle) -> Sample | None:
    """Return the puzzle whose size is closest to SAMPLE_SIDE, another one than that on the front if there is one.

    None if all puzzles are too large.
    """

    def rating(record: GradedPuzzle) -> tuple[bool, int]:
        grid = record.puzzle.grid
        return record.puzzle == art, abs(grid.width - SAMPLE_SIDE) + abs(grid.height - SAMPLE_SIDE)

    small = [record for record in records if max(record.puzzle.grid.width, record.puzzle.grid.height) <= MAX_SAMPLE]
    if not small:
        return None
    best = min(small, key=rating)
    own = messages.for_variant(best.puzzle.grid.variant)
    difficulty = messages.difficulty_in_text[best.grade.difficulty]
    caption = own.cover.sample.format(number=messages.number(best.number or 0), difficulty=difficulty)
    return Sample(best.puzzle, caption, style)


def _rules(records: Sequence[GradedPuzzle], messages: Messages) -> str:
    """Return the rules of the only kind of puzzles, or the names of several kinds: the back has no room for more."""
    kinds = {variant.words: variant for variant in (record.puzzle.grid.variant for record in records)}
    own = [messages.for_variant(variant) for variant in kinds.values()]
    if len(own) == 1:
        return own[0].puzzle.rules
    return messages.cover.kinds.format(kinds=messages.listed(one.picture.game for one in own))


def _facts(config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages) -> Iterator[str]:
    """Yield a fact each on sizes, difficulty, pictures, hints and answers, as far as the book has them.

    Answers in a separate file are no part of the book that is sold.
    """
    words, key = messages.cover, config.back_matter.answer_key
    sizes = sorted({(grid.size, f"{grid.width}×{grid.height}") for grid in (record.puzzle.grid for record in records)})
    if len({size for _, size in sizes}) == 1:
        yield words.size.format(size=sizes[0][1])
    else:
        yield words.sizes.format(smallest=sizes[0][1], largest=sizes[-1][1])
    present = {record.grade.difficulty for record in records}
    names = [messages.difficulty[difficulty] for difficulty in DIFFICULTIES if difficulty in present]
    if len(names) == 1:
        yield words.difficulty.format(difficulty=names[0])
    else:
        yield words.difficulties.format(easiest=names[0], hardest=names[-1])
    pictures = sum(bool(record.picture) for record in records)
    if pictures:
        yield words.pictures if pictures == len(records) else words.some_pictures
    if config.aids.hints == "back":
        yield words.hints_back
    elif config.aids.hints == "foot":
        yield words.hints_foot
    if key is not None and key.place == "back":
        yield words.answers_back
    elif key is not None and key.place == "section":
        yield words.answers_section
