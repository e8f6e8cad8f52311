"""Turns a config and its puzzles into the content that layout arranges on pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.variants import Variant
from puzzlegen.book.design import Design
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.book.lessons import lessons_of
from puzzlegen.book.own_pages import own_pages
from puzzlegen.book.worked_example import example_of
from puzzlegen.config.book import CONTENTS_FROM, AidsConfig, BookConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.config.section import BoardsConfig, SectionConfig
from puzzlegen.formats.qr_address import address, code
from puzzlegen.language.markdown import blocks, plain_paragraphs, section_intro, template_blocks
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block, Figure, Paragraph, Run
from puzzlegen.layout.book.book_content import (
    AUTO,
    AnswerKeyPlan,
    BookContent,
    BookSection,
    Filler,
    Lesson,
    PuzzleEntry,
    ReaderAids,
    VariantRules,
    WorkedExample,
)
from puzzlegen.printers.isbn import has_isbn, isbn_label
from puzzlegen.printers.profile import Profile
from puzzlegen.selection.printing_order import answer_groups, spread_apart

MIXED = "mixed"  # introduction of a section whose kinds take turns


def book_content(config: BookConfig, puzzles: ExplainedPuzzles, design: Design, profile: Profile) -> BookContent:
    """Return the texts around the puzzles, and which parts the book has, as ``profile`` prints them."""
    messages, front, back = design.messages, config.front_matter, config.back_matter
    typeset = messages.typography.typeset
    variables = {**_variables(config, messages), "typeface": design.typeface}
    colophon = template_blocks("colophon.md", variables, messages)
    by_message_group: dict[str, Variant] = {}  # variants with the same group of messages share the chapter of rules
    for settings in _kinds(config):
        by_message_group.setdefault(settings.variant.words, settings.variant)
    variants = by_message_group.values() if front.how_to_play else ()
    rules = tuple(_rules(variant, config, variables, messages) for variant in variants)
    techniques, lessons = _lessons(config, puzzles, variables, messages)
    fillers, filler_texts = _fillers(config, variables, messages)
    return BookContent(
        title=typeset(config.title),
        subtitle=typeset(config.subtitle or ""),
        author=typeset(config.author or ""),
        copyright=_copyright(config, profile, messages) + (() if back.colophon else colophon)
        if front.copyright
        else (),
        rules=tuple(chapter for chapter in rules if chapter.text),
        title_page=front.title_page,
        max_pages=config.page.max_pages,
        key=answer_key_plan(config, puzzles.records),
        fillers=fillers,
        filler_texts=filler_texts,
        colophon=colophon if back.colophon else (),
        techniques=techniques,
        lessons=lessons,
        aids=ReaderAids(
            contents=_has_contents(config),
            hints=config.aids.hints,
            time=config.aids.time,
            name=config.aids.name,
            rules=config.aids.rules,
            labels=config.aids.prints_labels,
            gallery=back.gallery,
            score_card=back.score_card,
            notes=back.notes_pages,
            ruling=back.ruling,
            single_sided=config.page.single_sided,
        ),
        own=own_pages(config, variables, messages, profile),
    )


def _copyright(config: BookConfig, profile: Profile, messages: Messages) -> tuple[Block, ...]:
    """Return the publisher's text of the copyright page, and the ISBN unless the text has it.

    The ISBN is that of the bound book, so files for screens and printers at home have none.
    """
    text, isbn = config.front_matter.copyright or "", config.cover.isbn
    paragraphs = plain_paragraphs(text, messages)
    if isbn is None or profile.printer.cover is None or has_isbn(text, isbn):
        return paragraphs
    return (*paragraphs, Paragraph((Run(isbn_label(isbn)),)))


def _variables(config: BookConfig, messages: Messages) -> dict[str, str]:
    """Return what texts of a book name in double braces."""
    return {
        "title": config.title,
        "subtitle": config.subtitle or "",
        "author": config.author or "",
        "series": messages.colophon.series.format(series=config.series) if config.front_matter.series else "",
        "puzzles": messages.number(sum(section.count for section in config.sections)),
    }


def _fillers(
    config: BookConfig, variables: Mapping[str, str], messages: Messages
) -> tuple[tuple[Filler, ...] | None, tuple[tuple[Block, ...], ...]]:
    """Return what blank pages show, and the texts for them: the book's quotations and the tips, in turn.

    ``without_repeated_tips`` removes the tips that openers of sections show.
    """
    if config.fillers is None:
        return None, ()
    texts: list[tuple[Block, ...]] = []
    if "tip" in config.fillers:
        texts += [(tip,) for tip in template_blocks("tips.md", variables, messages)]
    if "quotation" in config.fillers:
        quotations = []
        for index, quotation in enumerate(config.quotations):
            with errors_about(f"quotations[{index}]"):
                quotations.append(blocks(quotation, variables, "", messages))
        texts = [text for pair in zip_longest(quotations, texts) for text in pair if text is not None]
    kinds: dict[str, Filler] = {"notes": "notes", "ornament": "ornament"}
    return tuple(kinds.get(name, "text") for name in config.fillers), tuple(texts)


def _has_contents(config: BookConfig) -> bool:
    """Tell whether the book has a table of contents: what the config says, or else by its sections and puzzles."""
    if config.front_matter.contents is not None:
        return config.front_matter.contents
    return len(config.sections) > 1 and sum(section.count for section in config.sections) >= CONTENTS_FROM


def _kinds(config: BookConfig) -> list[BoardsConfig]:
    """Return the settings of all kinds of puzzles in a book, in the order of its sections."""
    return [settings for section in config.sections for settings in section.kinds]


def rules_template(variant: Variant) -> str:
    """Return the name of the template that explains the rules of a variant."""
    return f"how-to-play-{variant.words}.md" if variant.words else "how-to-play.md"


def _rules(variant: Variant, config: BookConfig, variables: Mapping[str, str], messages: Messages) -> VariantRules:
    variant_messages = messages.for_variant(variant)
    alike = [settings for settings in _kinds(config) if settings.variant.words == variant.words]
    printed = any(settings.total for settings in alike)
    total = variant_messages.section.total if printed else variant_messages.section.no_total
    if any(settings.shape for settings in alike):
        total = f"{total} {variant_messages.section.shape}"
    variables = {**variables, "total": total}
    text = template_blocks(rules_template(variant), variables, messages)
    return VariantRules(
        variant, text, example_of(text, f"templates/{messages.code}/{rules_template(variant)}", variant_messages)
    )


def _lessons(
    config: BookConfig, puzzles: ExplainedPuzzles, variables: Mapping[str, str], messages: Messages
) -> tuple[tuple[Block, ...], tuple[Lesson, ...]]:
    """Return the introduction and the lessons of the technique pages, for variants that have lessons."""
    if config.front_matter.techniques == "none":
        return (), ()
    if not any(record.puzzle.grid.variant.lessons for record in puzzles.records):
        return (), ()
    source = f"templates/{messages.code}/techniques.md"
    return lessons_of(template_blocks("techniques.md", variables, messages), puzzles.techniques, source, messages)


def answer_key_plan(config: BookConfig, records: Iterable[GradedPuzzle]) -> AnswerKeyPlan | None:
    """Return how the answers are printed; None if they are not."""
    key = config.back_matter.answer_key
    if key is None:
        return None
    order: list[int] = []
    if key.order == "shuffled":
        for i, group in enumerate(answer_groups(key.grouping, records)):
            order += spread_apart(group, f"{config.series}/answers/{i}")
    return AnswerKeyPlan(tuple(order), key.grouping == "section", key.density, key.place)


def _entry(
    record: GradedPuzzle, hints: tuple[str, ...], aids: AidsConfig, section: SectionConfig, messages: Messages
) -> PuzzleEntry:
    number, puzzle = record.number or 0, record.puzzle
    picture, typeset = section.picture_named(record.picture), messages.typography.typeset
    return PuzzleEntry(
        record,
        messages.difficulty[record.grade.difficulty],
        DIFFICULTIES[record.grade.difficulty].stars,
        par=record.grade.par if aids.par else None,
        hints=hints,
        code=code(address(puzzle, number, aids.qr_url)) if aids.qr else (),
        clue=typeset(picture.hint_in(messages.code)) if picture else "",
        title=typeset(picture.title_in(messages.code)) if picture else "",
    )


def _with_sentence(intro: tuple[Block, ...], text: str, messages: Messages) -> tuple[Block, ...]:
    """Add a paragraph to a section's introduction, before its first figure."""
    at = next((i for i, block in enumerate(intro) if isinstance(block, Figure)), len(intro))
    sentence = Paragraph((Run(messages.typography.typeset(text)),))
    return (*intro[:at], sentence, *intro[at:])


def _rules_of_kinds(section: SectionConfig, messages: Messages) -> list[Block]:
    """Return a paragraph for each kind of a section: its name and its rules in short."""
    found: list[Block] = []
    for variant in dict.fromkeys(settings.variant for settings in section.kinds):
        own = messages.for_variant(variant)
        found.append(Paragraph((Run(f"{own.picture.game}. ", True), Run(own.puzzle.rules))))
    return found


def _introduction(
    section: SectionConfig, index: int, template: str, messages: Messages
) -> tuple[tuple[Block, ...], WorkedExample | None]:
    """Return the introduction of section ``index``, counted from 1, with its example: its own or the ``template``."""
    variables = {"name": section.name, "puzzles": messages.number(section.count)}
    variant_messages = messages.for_variant(section.kinds[0].variant)
    if section.intro:
        with errors_about(f"sections[{index}].intro"):
            intro = blocks(section.intro, variables, "", messages)
            return intro, example_of(intro, "", variant_messages, steps=1)
    intro = section_intro(template, variables, messages)
    if section.mix:
        intro = (*intro, *_rules_of_kinds(section, messages))
    return intro, example_of(intro, f"templates/{messages.code}/section-{template}.md", variant_messages, steps=1)


def book_sections(config: BookConfig, puzzles: ExplainedPuzzles, messages: Messages) -> tuple[BookSection, ...]:
    """Return the sections with their introductions and puzzles.

    An opener that would repeat the introduction of an earlier section names that section. Alone, this is followed by a
    tip, except for mosaics.
    """
    pages = []
    stated: set[str] = set()  # notes about boards, which one opener of the book prints
    tips = list(template_blocks("tips.md", _variables(config, messages), messages))  # used up from the last one on
    explained: dict[object, str] = {}  # introductions, by template or own text, and the first section that prints each
    for index, section in enumerate(config.sections, start=1):
        entries = tuple(
            _entry(record, puzzles.hints.get(record.number or 0, ()), config.aids, section, messages)
            for record in puzzles.records
            if record.section == index
        )
        variant_messages = messages.for_variant(section.kinds[0].variant)
        template = MIXED if section.mix else section.variant.words or section.difficulty
        opener = section.opener and section.begin not in ("same page", "blank pages")
        intro, example = _introduction(section, index, template, messages)
        said = intro if section.intro else template
        repeats = opener and said in explained
        if repeats:
            intro, example = _with_sentence((), messages.section.more.format(name=explained[said]), messages), None
        elif opener:
            explained[said] = section.name
        own = variant_messages.section
        notes = [own.total] * any(settings.total for settings in section.kinds)
        notes += [own.shape] * any(settings.shape for settings in section.kinds)
        notes += [own.two_pages] * section.two_pages
        for note in notes if opener else ():
            if note not in stated:
                intro = _with_sentence(intro, note, variant_messages)
                stated.add(note)
        mosaics = any(settings.variant.clue_on_mine for settings in section.kinds)  # tips speak of mines
        if repeats and len(intro) == 1 and tips and not mosaics:
            intro = (*intro, tips.pop())
        name = messages.typography.typeset(section.name)
        per_page = 1 if section.two_pages else section.per_page or AUTO
        pages.append(BookSection(name, entries, per_page, intro, example, opener, section.two_pages, section.begin))
    return tuple(pages)


def without_repeated_tips(content: BookContent, sections: Iterable[BookSection]) -> BookContent:
    """Return the content without those texts for blank pages that an opener of the book shows."""
    shown = {block for section in sections for block in section.intro}
    return replace(content, filler_texts=tuple(text for text in content.filler_texts if not shown & set(text)))
