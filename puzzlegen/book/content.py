"""From a config and its records to the records that layout takes."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlegen.board.grade import DIFFICULTIES, MAX_TIER
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.variants import Variant
from puzzlegen.book.answer_key import key_plan
from puzzlegen.book.lessons import lessons_of, techniques_in
from puzzlegen.book.worked_example import example_of
from puzzlegen.config.book import AidsConfig, BookConfig
from puzzlegen.config.locate import about
from puzzlegen.formats.qr_address import address, code
from puzzlegen.language.explanations import puzzle_hints
from puzzlegen.language.markdown import blocks, plain_paragraphs, section_intro, template_blocks
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block, Figure, Paragraph, Run
from puzzlegen.layout.book.book_content import (
    AUTO,
    BookContent,
    BookSection,
    Lesson,
    PuzzleEntry,
    ReaderAids,
    VariantRules,
)
from puzzlegen.solver.tiers import run

STAND_IN_HINTS = ("– " * 60, "– " * 80)  # as long as most: what has no room is found before generating


def book_text(config: BookConfig, records: list[GradedPuzzle], words: Messages, typeface: str) -> BookContent:
    """The words around the puzzles, and which parts the book has."""
    front, back, spaced = config.front_matter, config.back_matter, words.typography.spaced
    variables = {
        "title": config.title,
        "subtitle": config.subtitle or "",
        "author": config.author or "",
        "series": config.series,
        "puzzles": words.number(sum(section.count for section in config.sections)),
        "typeface": typeface,
    }
    colophon = template_blocks("colophon.md", variables, words)
    variants = dict.fromkeys(section.variant for section in config.sections)
    rules = tuple(_rules(variant, config, variables, words) for variant in variants) if front.how_to_play else ()
    techniques, lessons = _lessons(config, records, variables, words)
    return BookContent(
        title=spaced(config.title),
        subtitle=spaced(config.subtitle or ""),
        author=config.author or "",
        copyright=plain_paragraphs(front.copyright, words, keep_lines=True) + (() if back.colophon else colophon)
        if front.copyright
        else (),
        rules=tuple(found for found in rules if found.text),
        title_page=front.title_page,
        max_pages=config.page.max_pages,
        key=key_plan(config, records),
        colophon=colophon if back.colophon else (),
        techniques=techniques,
        lessons=lessons,
        aids=ReaderAids(
            contents=front.contents,
            hints=config.aids.hints,
            time=config.aids.time,
            name=config.aids.name,
            rules=config.aids.rules,
            score_card=back.score_card,
            notes=back.notes_pages,
            ruling=back.ruling,
            single_sided=config.page.single_sided,
        ),
    )


def rules_template(variant: Variant) -> str:
    """Name of the template that explains a variant's rules."""
    return f"how-to-play-{variant.words}.md" if variant.words else "how-to-play.md"


def _rules(variant: Variant, config: BookConfig, variables: Mapping[str, str], words: Messages) -> VariantRules:
    said = words.for_variant(variant)
    printed = any(section.total for section in config.sections if section.variant is variant)
    variables = {**variables, "total": said.section.total if printed else said.section.no_total}
    text = template_blocks(rules_template(variant), variables, words)
    return VariantRules(variant, text, example_of(text, f"templates/{words.code}/{rules_template(variant)}", said))


def _lessons(
    config: BookConfig, records: list[GradedPuzzle], variables: Mapping[str, str], words: Messages
) -> tuple[tuple[Block, ...], tuple[Lesson, ...]]:
    """The pages of techniques, on variants with ``lessons``. Stand-ins need them all, until it is known which."""
    choice = config.front_matter.techniques
    puzzles = [record.puzzle for record in records if record.puzzle.grid.variant.lessons]
    if choice == "none" or not puzzles:
        return (), ()
    wanted = None
    if choice == "auto" and all(puzzle.clues for puzzle in puzzles):
        wanted = techniques_in(puzzles)
    source = f"templates/{words.code}/techniques.md"
    return lessons_of(template_blocks("techniques.md", variables, words), wanted, source, words)


def _entry(record: GradedPuzzle, aids: AidsConfig, words: Messages) -> PuzzleEntry:
    number, puzzle = record.number or 0, record.puzzle
    hints = (
        () if aids.hints == "none" else puzzle_hints(run(puzzle, MAX_TIER), words) if puzzle.clues else STAND_IN_HINTS
    )
    return PuzzleEntry(
        number,
        puzzle,
        record.solution,
        words.difficulty[record.grade.difficulty],
        DIFFICULTIES[record.grade.difficulty].stars,
        par=record.grade.par if aids.par else None,
        hints=hints,
        code=code(address(puzzle, number, aids.qr_url)) if aids.qr else (),
    )


def _with_total(intro: tuple[Block, ...], words: Messages) -> tuple[Block, ...]:
    """The words that open a section, with what a printed number of mines says behind them, before the figures."""
    at = next((i for i, block in enumerate(intro) if isinstance(block, Figure)), len(intro))
    said = Paragraph((Run(words.typography.spaced(words.section.total)),))
    return (*intro[:at], said, *intro[at:])


def book_sections(config: BookConfig, records: list[GradedPuzzle], words: Messages) -> tuple[BookSection, ...]:
    """The sections with their puzzles."""
    pages = []
    for index, section in enumerate(config.sections, start=1):
        entries = tuple(_entry(record, config.aids, words) for record in records if record.section == index)
        variables = {"name": section.name, "puzzles": words.number(section.count)}
        said = words.for_variant(section.variant)
        if section.intro:
            with about(f"sections[{index - 1}].intro"):
                intro = blocks(section.intro, variables, "", words)
                example = example_of(intro, "", said, steps=1)
        else:
            name = section.variant.words or section.difficulty
            intro = section_intro(name, variables, words)
            example = example_of(intro, f"templates/{words.code}/section-{name}.md", said, steps=1)
        if section.total:
            intro = _with_total(intro, said)
        name, per_page = words.typography.spaced(section.name), section.per_page or AUTO
        pages.append(BookSection(name, entries, per_page, intro, example, section.opener))
    return tuple(pages)
