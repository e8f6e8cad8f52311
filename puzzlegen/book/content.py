"""Turns a config and its puzzles into the content that layout arranges: texts, lessons, examples, own pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.design import Design
from puzzlegen.book.examples import book_lessons, drawn_example, example_of, own_example
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.book.print_images import dots_per_inch, load_image
from puzzlegen.config.book import CONTENTS_FROM, AidsConfig, BookConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.config.own_pages import BackPageConfig, FrontPageConfig, own_titles
from puzzlegen.config.section import BoardsConfig, SectionConfig
from puzzlegen.drawing.color import rgb
from puzzlegen.errors import ConfigError, Loc
from puzzlegen.formats.line import address, code
from puzzlegen.grading.order import answer_groups, spread_apart
from puzzlegen.language.markdown import blocks, image_names, plain_paragraphs, section_intro, template_blocks
from puzzlegen.language.markdown_blocks import Block, Figure, Image, Paragraph, Run
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book.book_content import (
    AUTO,
    AnswerKeyPlan,
    BookContent,
    BookSection,
    Excerpt,
    Filler,
    OtherVolume,
    PuzzleEntry,
    ReaderAids,
    VariantRules,
    WorkedExample,
)
from puzzlegen.layout.book.own_pages import USUAL_DPI, OwnPages
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.layout.core.document import Page, Picture
from puzzlegen.layout.core.theme import light_gray
from puzzlegen.printers.profile import Profile
from puzzlegen.printers.requirements import Space
from puzzlegen.schema.isbn import has_isbn, isbn_label
from puzzlegen.units import to_mm
from puzzlegen.wording import did_you_mean, key_path

_MOST_NAMES = 200  # files of a folder that a misspelled name is compared with
OwnConfig = FrontPageConfig | BackPageConfig


def own_pages(
    config: BookConfig, variables: Mapping[str, str], messages: Messages, profile: Profile
) -> tuple[OwnPages, ...]:
    """Return all own pages as ``profile`` prints them.

    Raises ConfigError, with file and line, for text that cannot be printed and for images that cannot be read.
    """
    entries: list[tuple[Loc, OwnConfig]] = [*_entries(config)]
    if config.front_matter.gift:
        text = "\n\n___\n\n".join([f"# {messages.text('gift.reader')}", f"# {messages.text('gift.giver')}", ""])
        page = FrontPageConfig(text=text, after="cover", align="center", begin="right")
        entries.insert(0, (("front_matter", "gift"), page))
    return tuple(_read(loc, own, variables, messages, profile) for loc, own in entries)


def image_files(config: BookConfig) -> list[Path]:
    """Return the files of all images on own pages, each once."""
    paths = (_folder(own) / name for _, own in _entries(config) for name in image_names(own.markdown))
    return list(dict.fromkeys(paths))


def image_advice(pages: BookPages) -> Iterator[tuple[str, int]]:
    """Yield a warning for each image that prints less sharp than books do, and its page."""
    for page in pages.own_pages():
        for mark in page.marks:
            if isinstance(mark, Picture) and dots_per_inch(mark) < USUAL_DPI - 0.5:
                yield (
                    f"page {page.number}: an image of {mark.columns} pixels is {to_mm(mark.width):.0f} mm wide, "
                    f"{dots_per_inch(mark):.0f} dpi; {USUAL_DPI} print sharp: take a larger one, or make it narrower",
                    page.number,
                )


def image_notes(pages: Iterable[Page]) -> Iterator[tuple[str, int]]:
    """Yield what the publisher should know about the file of each image on the pages, and the number of its page."""
    for page in pages:
        for mark in page.marks:
            if isinstance(mark, Picture) and mark.note:
                yield mark.note, page.number


def _entries(config: BookConfig) -> Iterator[tuple[Loc, OwnConfig]]:
    """Yield the groups of own pages with their keys in the config."""
    for index, front in enumerate(config.front_matter.pages):
        yield ("front_matter", "pages", index), front
    for index, back in enumerate(config.back_matter.pages):
        yield ("back_matter", "pages", index), back


def _folder(own: OwnConfig) -> Path:
    """Return the folder that images are relative to: that of the text."""
    return Path(own.file or "").parent


def _load(folder: Path, image: Image, space: Space) -> Picture:
    """Return an image of a text. A missing one is looked for beside the text, because the usual message cannot know."""
    path = folder / image.file
    if not path.exists():
        where = f"the folder of their text, {folder.as_posix()}" if folder.name else "the folder where puzzlegen runs"
        near = did_you_mean(path.name, (file.name for file in _files(path.parent)))
        raise ConfigError(f"{image.place}{path.as_posix()}: no such file; names of images begin in {where}{near}")
    return load_image(path, image.place, space)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())[:_MOST_NAMES] if folder.is_dir() else []


def _read(loc: Loc, own: OwnConfig, variables: Mapping[str, str], messages: Messages, profile: Profile) -> OwnPages:
    folder, least_dpi = _folder(own), profile.printer.minima.image_dpi
    with errors_about(*loc, "file" if own.file else "text"):
        text = blocks(
            own.markdown, variables, own.file or "text", messages, own_page=True, keep_lines=own.align == "center"
        )
        if not text:
            raise ConfigError("it has no words; write some, or leave the page out")
        images = [block for block in text if isinstance(block, Image)]
        pictures = {image.file: _load(folder, image, profile.space) for image in images}
    pages = OwnPages(
        key_path(loc), own.after, text, pictures, least_dpi, own.begin == "right", own.align == "center", own.contents
    )
    if own.contents and not pages.title:
        raise ConfigError(
            "found yes, but the text has no heading; begin it with a line such as # Foreword", at=(*loc, "contents")
        )
    return pages


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
    techniques, lessons = book_lessons(config, puzzles, variables, messages)
    fillers, filler_texts = _fillers(config, variables, messages)
    return BookContent(
        title=typeset(config.title),
        subtitle=typeset(config.subtitle or ""),
        volume=volume_line(config, messages),
        other_volumes=tuple(_other_volumes(config, typeset)),
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
            turned_answers=config.aids.turns_answers,
            time=config.aids.time,
            name=config.aids.name,
            rules=config.aids.rules,
            labels=config.aids.prints_labels,
            walkthroughs=back.walkthroughs != "none",
            gallery=back.gallery,
            score_card=back.score_card,
            notes=back.notes_pages,
            ruling=back.ruling,
            single_sided=config.page.single_sided,
        ),
        own=own_pages(config, variables, messages, profile),
    )


def _other_volumes(config: BookConfig, typeset: Callable[[str], str]) -> Iterator[OtherVolume]:
    """Yield the other books of the series; in books printed in black, the gray of each color, lighter than it."""
    for book in config.back_matter.volumes:
        fill = rgb(book.color) if config.page.ink == "color" else light_gray(rgb(book.color))
        yield OtherVolume(typeset(book.title), typeset(book.about or ""), str(book.volume or ""), fill)


def volume_line(config: BookConfig, messages: Messages) -> str:
    """Return the words for the volume, such as "Volume 2"; empty for a book without."""
    return messages.text("volume.line", volume=messages.number(config.volume)) if config.volume else ""


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
        "series": messages.text("colophon.series", series=config.series) if config.front_matter.series else "",
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
            with errors_about("quotations", index):
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
    total = variant_messages.text("section.total" if printed else "section.no_total")
    if config.aids.par and variant == _kinds(config)[0].variant:  # the first rules of the book
        total = f"{total} {messages.text('section.par')}"
    text = tuple(template_blocks(rules_template(variant), {**variables, "total": total}, messages))
    text = _with_sentence(text, " ".join(_shape_notes(config, alike, variant_messages)), variant_messages)
    return VariantRules(
        variant, text, example_of(text, f"templates/{messages.code}/{rules_template(variant)}", variant_messages)
    )


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


def _entries_of(
    index: int,
    section: SectionConfig,
    titles: Mapping[int, str],
    puzzles: ExplainedPuzzles,
    aids: AidsConfig,
    messages: Messages,
) -> tuple[PuzzleEntry, ...]:
    """Return the puzzles of section ``index`` with what is printed beside them; ``titles`` are by their numbers."""
    return tuple(
        _entry(record, titles.get(record.number or 0, ""), puzzles, aids, section, messages)
        for record in puzzles.records
        if record.section == index
    )


def _entry(
    record: GradedPuzzle,
    title: str,
    puzzles: ExplainedPuzzles,
    aids: AidsConfig,
    section: SectionConfig,
    messages: Messages,
) -> PuzzleEntry:
    number, puzzle = record.number or 0, record.puzzle
    picture, typeset = section.picture_named(record.picture), messages.typography.typeset
    return PuzzleEntry(
        record,
        messages.text(f"difficulty.{record.grade.difficulty}"),
        DIFFICULTIES[record.grade.difficulty].stars,
        par=record.grade.par if aids.par else None,
        hints=puzzles.hints.get(number, ()),
        walkthrough=puzzles.walkthroughs.get(number, ()),
        code=code(address(puzzle, number, aids.qr_url)) if aids.qr else (),
        clue=typeset(picture.hint_in(messages.code)) if picture else "",
        title=typeset(picture.title_in(messages.code) if picture else title),
        words=messages.words_over(record.idea, title),
        remark=puzzles.remarks.get(number, ""),
    )


def _with_sentence(intro: tuple[Block, ...], text: str, messages: Messages) -> tuple[Block, ...]:
    """Add a paragraph to a section's introduction, before its first figure; none for an empty text."""
    if not text:
        return intro
    place = next((i for i, block in enumerate(intro) if isinstance(block, Figure)), len(intro))
    sentence = Paragraph((Run(messages.typography.typeset(text)),))
    return (*intro[:place], sentence, *intro[place:])


def _rules_of_kinds(section: SectionConfig, messages: Messages) -> list[Block]:
    """Return a paragraph for each kind of a section: its name and its rules in short."""
    paragraphs: list[Block] = []
    for variant in dict.fromkeys(settings.variant for settings in section.kinds):
        variant_messages = messages.for_variant(variant)
        name, rules = variant_messages.text("picture.game"), variant_messages.text("puzzle.rules")
        paragraphs.append(Paragraph((Run(f"{name}. ", True), Run(rules))))
    return paragraphs


def _dateline(section: SectionConfig, messages: Messages) -> str:
    return messages.typography.typeset(section.dateline or "")


def _standfirst(section: SectionConfig, texts: _Texts) -> tuple[Block, ...]:
    """Return the text below the heading of a section on a page of puzzles: its own introduction, if it has one."""
    if section.begin != "same page" or not section.intro:
        return ()
    return tuple(block for block in texts[0][1] if not isinstance(block, Figure))


_Texts = list[tuple[object, tuple[Block, ...]]]  # parts of an introduction, each with what it explains


def _introduction(section: SectionConfig, index: int, messages: Messages) -> _Texts:
    """Return the introduction of section ``index``, counted from 1: its own text, or those of templates.

    A template of a kind has the rules and where to begin, one of a difficulty the method. Harder sections of a kind
    have the rules of the one and the method of the other.
    """
    settings = section.kinds[0]
    variables = {
        "name": section.name,
        "puzzles": messages.number(section.count),
        "mines": messages.for_variant(settings.variant).text("section.mines"),
    }
    if section.intro:
        with errors_about("sections", index - 1, "intro"):
            intro = blocks(section.intro, variables, "", messages)
            return [(intro, intro)]
    if section.mix:
        return [(MIXED, (*section_intro(MIXED, variables, messages), *_rules_of_kinds(section, messages)))]
    kind, is_hard = settings.variant.words, DIFFICULTIES[settings.difficulty].tier > 1
    texts: _Texts = []
    if kind:
        rules = section_intro(kind, variables, messages)
        texts.append((kind, rules[:1] if is_hard else rules))
    if is_hard or not kind:
        texts.append((settings.difficulty, section_intro(settings.difficulty, variables, messages)))
    return texts


@dataclass
class _Openers:
    """What the openers of a book have explained so far, so that none repeats another."""

    messages: Messages
    explained: dict[object, str] = field(default_factory=dict)  # texts, and the first section that has each
    shown: set[object] = field(default_factory=set)  # what the texts explain, of openers with an example

    def introduce(
        self, section: SectionConfig, texts: _Texts, drawn: tuple[Excerpt | None, str]
    ) -> tuple[tuple[Block, ...], WorkedExample | Excerpt | None]:
        """Return the introduction of a section and its example; ``drawn`` is one from its puzzles, and words for it.

        Texts that an earlier opener has are left out, and a sentence names that section.
        """
        new = [(key, text) for key, text in texts if key not in self.explained]
        said = next((self.explained[key] for key, _ in texts if key in self.explained), "")
        self.explained |= dict.fromkeys((key for key, _ in new), section.name)
        parts = [block for _, text in new for block in text]
        messages = self.messages.for_variant(section.kinds[0].variant)
        place, sentence = Figure("example"), ""
        example, parts = own_example(parts, section.name, messages)
        if example is None:
            shown = (*dict(texts),)
            named = any(block == place for _, text in texts for block in text)
            example, sentence = drawn if named and shown not in self.shown else (None, "")
            self.shown.add(shown)
            parts = [block for block in parts if block != place] + [place] * (example is not None)
        intro = tuple(parts)
        if said:
            intro = _with_sentence(intro, self.messages.text("section.more", name=said), self.messages)
        return _with_sentence(intro, sentence, self.messages), example


def _shape_notes(config: BookConfig, boards: Sequence[BoardsConfig], messages: Messages) -> list[str]:
    """Return the sentences about boards with a shape, if some of them have one; ``messages`` are those of their kind.

    How rows and columns are counted matters where the book names cells.
    """
    shaped = [board.shape is not None for board in boards]
    counting = any(shaped) and (config.aids.hints != "none" or config.back_matter.walkthroughs != "none")
    notes = [messages.text("section.shape")] if any(shaped) and not all(shaped) else []
    return [*notes, *([messages.text("section.shape_counting", cell=messages.cell(1, 2))] if counting else [])]


def _names_kinds(config: BookConfig, section: SectionConfig) -> bool:
    """Tell whether kinds stand over puzzles: where they take turns, or look alike in a book that explains several."""
    in_section, in_book = ({settings.variant for settings in kinds} for kinds in (section.kinds, _kinds(config)))
    looks_alike = any(variant.words for variant in in_section)
    return len(in_section) > 1 or (looks_alike and len(in_book) > 1 and config.front_matter.how_to_play)


def _notes(config: BookConfig, section: SectionConfig, messages: Messages) -> list[str]:
    """Return the sentences of an opener about the boards of its section."""
    notes = [messages.text("section.total")] * any(settings.total for settings in section.kinds)
    notes += _shape_notes(config, section.kinds, messages)
    return notes + [messages.text("section.two_pages")] * section.two_pages


def _takes_tips(section: SectionConfig) -> bool:
    """Tell whether a tip may follow the introduction: tips speak of mines, and texts of the config are complete."""
    return section.intro is None and not any(settings.variant.clue_on_mine for settings in section.kinds)


def book_sections(config: BookConfig, puzzles: ExplainedPuzzles, messages: Messages) -> tuple[BookSection, ...]:
    """Return the sections with their introductions and puzzles.

    An opener that would repeat the introduction of an earlier section names that section. Alone, this is followed by a
    tip, except for mosaics. An introduction of the config is printed as it is written.
    """
    pages = []
    stated: set[str] = set()  # notes about boards, which one opener of the book prints
    # Used up from the last one on, without the very last: it is about suppositions, which easy sections do not need.
    tips = list(template_blocks("tips.md", _variables(config, messages), messages))[:-1]
    openers, titles = _Openers(messages), own_titles(config)
    for index, section in enumerate(config.sections, start=1):
        variant_messages = messages.for_variant(section.kinds[0].variant)
        opener = section.opener and section.begin not in ("same page", "blank pages")
        drawn = drawn_example(puzzles, index, messages, mixed=section.is_mixed, own_words=section.intro is not None)
        texts = _introduction(section, index, messages)
        with errors_about("sections", index - 1, "intro"):
            intro, example = openers.introduce(section, texts, drawn) if opener else (_standfirst(section, texts), None)
        for note in _notes(config, section, variant_messages) if opener else ():
            if note not in stated:
                intro = _with_sentence(intro, note, variant_messages)
                stated.add(note)
        if opener and len(intro) == 1 and example is None and tips and _takes_tips(section):
            intro = (*intro, tips.pop())
        entries = _entries_of(index, section, titles, puzzles, config.aids, messages)
        name = messages.typography.typeset(section.name)
        per_page = 1 if section.two_pages else section.per_page or AUTO
        pages.append(BookSection(name, entries, per_page, intro, example, opener, section.two_pages, section.begin))
        pages[-1] = replace(pages[-1], names_kinds=_names_kinds(config, section))
        finale = messages.text("section.finale") * section.finale
        pages[-1] = replace(pages[-1], dateline=_dateline(section, messages), finale=finale)
    return tuple(pages)


def without_repeated_tips(content: BookContent, sections: Iterable[BookSection]) -> BookContent:
    """Return the content without those texts for blank pages that an opener of the book shows."""
    shown = {block for section in sections for block in section.intro}
    return replace(content, filler_texts=tuple(text for text in content.filler_texts if not shown & set(text)))
