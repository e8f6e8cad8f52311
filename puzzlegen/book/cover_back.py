"""What the back of a cover says about a book: its puzzles, their rules, their difficulty, hints and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.config.book import BookConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.language.markdown import blocks, template_blocks
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block


def cover_back(config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages) -> tuple[Block, ...]:
    """Return the text of the back: that of the config, or that of the language.

    Raises ConfigError for an unknown variable and for Markdown that cannot be printed.
    """
    variables = {
        "title": config.title,
        "subtitle": config.subtitle or "",
        "author": config.author or "",
        "puzzles": messages.number(len(records)),
        "rules": _rules(records, messages),
        "facts": " ".join(_facts(config, records, messages)),
    }
    if config.cover.back is None:
        return template_blocks("cover-back.md", variables, messages)
    with errors_about("cover.back"):
        return blocks(config.cover.back, variables, "", messages)


def _rules(records: Sequence[GradedPuzzle], messages: Messages) -> str:
    """Return the rules of the only kind of puzzles, or the names of several kinds: the back has no room for more."""
    kinds = {variant.words: variant for variant in (record.puzzle.grid.variant for record in records)}
    own = [messages.for_variant(variant) for variant in kinds.values()]
    if len(own) == 1:
        return own[0].puzzle.rules
    return messages.cover.kinds.format(kinds=messages.listed(one.picture.game for one in own))


def _facts(config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages) -> Iterator[str]:
    """Yield a sentence each on difficulty, pictures, hints and answers, as far as the book has them.

    Answers in a separate file are no part of the book that is sold.
    """
    words, key = messages.cover, config.back_matter.answer_key
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
