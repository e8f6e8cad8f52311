"""The parts of a book in reading order, as its content asks for them."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.layout.book.answer_key import key_parts
from puzzlegen.layout.book.back_matter import hints_part, notes_part, score_part
from puzzlegen.layout.book.book_content import (
    BookContent,
    BookSection,
    VariantRules,
)
from puzzlegen.layout.book.front_matter import (
    colophon_part,
    copyright_part,
    how_to_play_part,
    techniques_part,
    title_part,
)
from puzzlegen.layout.book.gallery import gallery_part
from puzzlegen.layout.book.own_pages import own_part
from puzzlegen.layout.book.page_plan import BookPart
from puzzlegen.layout.book.puzzle_pages import section_key, section_part
from puzzlegen.layout.book.table_of_contents import contents_part
from puzzlegen.layout.book.title_ornament import ornament_puzzle
from puzzlegen.layout.core.page_builder import LayoutContext


def parts_in_order(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield all parts in reading order; parts may have no pages."""
    front = list(_front_parts(text, sections, context))
    main = [*_own(text, "contents", context), *_main_parts(text, sections, context)]
    yield from front
    if text.aids.contents:
        yield contents_part([*front, *main], context)
    yield from main


def _own(text: BookContent, after: str, context: LayoutContext) -> Iterator[BookPart]:
    """Yield the publisher's own pages that follow this part."""
    return (own_part(own, context) for own in text.own if own.after == after)


def _front_parts(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the parts before the table of contents."""
    yield from _own(text, "cover", context)
    if text.title_page:
        yield title_part(text, ornament_puzzle(sections), context)
    yield from _own(text, "title_page", context)
    if text.copyright:
        yield copyright_part(text, context)
    yield from _own(text, "copyright", context)


def _rules_parts(rules: dict[str, VariantRules], section: BookSection, context: LayoutContext) -> Iterator[BookPart]:
    """Yield the rules of the kinds that first appear in a section, and remove them."""
    for variant in section.variants:
        if variant.words in rules:
            yield how_to_play_part(rules.pop(variant.words), context)


def _main_parts(text: BookContent, sections: tuple[BookSection, ...], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the parts from the rules on, in reading order."""
    rules = {chapter.variant.words: chapter for chapter in text.rules}  # those not printed yet
    yield from _rules_parts(rules, sections[0], context)
    yield from _own(text, "how_to_play", context)
    if text.lessons:
        yield techniques_part(text, context)
    yield from _own(text, "techniques", context)
    keys = key_parts(sections, text.key, context) if text.key and text.key.place != "separate" else []
    former: BookPart | None = None
    for index, section in enumerate(sections, start=1):
        for chapter in _rules_parts(rules, section, context):
            yield (former := chapter)
        yield (former := section_part(section_key(index), section, text.aids, context, former))
        if text.key and text.key.place == "section":
            yield (former := keys[index - 1])
    yield from _own(text, "puzzles", context)
    yield from _back_parts(text, sections, keys, context)


def _back_parts(
    text: BookContent, sections: tuple[BookSection, ...], keys: list[BookPart], context: LayoutContext
) -> Iterator[BookPart]:
    """Yield the parts behind the puzzles; ``keys`` are those of the answer key."""
    if text.aids.hints == "back":
        yield hints_part(sections, context)
    yield from _own(text, "hints", context)
    if text.key and text.key.place == "back":
        yield from keys
    yield from _own(text, "answer_key", context)
    if text.aids.gallery:
        yield gallery_part(sections, bool(text.key and text.key.place == "back"), context)
    yield from _own(text, "gallery", context)
    if text.aids.score_card:
        yield score_part(sections, context)
    yield from _own(text, "score_card", context)
    if text.aids.notes:
        yield notes_part(text.aids.notes, text.aids.ruling, context)
    yield from _own(text, "notes", context)
    if text.colophon:
        yield colophon_part(text, context)
    yield from _own(text, "colophon", context)
