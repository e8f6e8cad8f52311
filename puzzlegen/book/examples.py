"""Makes the examples of a book: lessons on techniques, worked examples of the rules, and those of sections."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER
from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import Status
from puzzlegen.book.excerpts import Found, excerpt_on_whole_board, keep_best
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.config.book import BookConfig
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.formats import detect
from puzzlegen.language.explanations import caption
from puzzlegen.language.locale_formatting import capitalized
from puzzlegen.language.markdown import template_blocks
from puzzlegen.language.markdown_blocks import Block, Figure, Heading, Run
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book.book_content import Excerpt, FigureStep, Lesson, WorkedExample
from puzzlegen.solver.techniques import CONTRADICTION, DEEP, TECHNIQUES
from puzzlegen.solver.tiers import solve
from puzzlegen.wording import did_you_mean

FIGURE_PREFIX = "technique "  # of the names of figures that show a technique
GOOD = 20.0  # points of an excerpt (see Rank): one that is worse is harder to read than the puzzle of the template
OTHER_CLUES = 1  # that an excerpt may have where the puzzle of the template has fewer


def book_lessons(
    config: BookConfig, puzzles: ExplainedPuzzles, variables: Mapping[str, str], messages: Messages
) -> tuple[tuple[Block, ...], tuple[Lesson, ...]]:
    """Return the introduction and the lessons of the technique pages; see ``lessons_of``."""
    if config.front_matter.techniques == "none":
        return (), ()
    source = f"templates/{messages.code}/techniques.md"
    return lessons_of(template_blocks("techniques.md", variables, messages), puzzles, source, messages)


def lessons_of(
    text: Sequence[Block], puzzles: ExplainedPuzzles, source: str, messages: Messages
) -> tuple[tuple[Block, ...], tuple[Lesson, ...]]:
    """Return the text before the first second-level heading of a template, and the lessons of a book.

    The first kind of the book has a lesson for each technique that any puzzle uses, or for all where the book teaches
    all. Where these are not all that the book needs, the first of several paragraphs, which says so, is left out. Each
    further kind has one for each tier and for each technique that no earlier kind has, with the words of the
    template where no earlier kind has them. Their figures are steps of the book's puzzles that are easy to read and
    that no opener shows, else those of the template, which is named ``source``. Kinds without figures in the template
    have large ones for techniques and tiers that have no other. Raises ConfigError for a lesson without a figure, an
    unknown technique, or a puzzle without a step that shows the technique.
    """
    parts: list[list[Block]] = [[]]
    for block in text:
        if isinstance(block, Heading) and block.level == 2:
            parts.append([])
        parts[-1].append(block)
    templates = dict(_template(part, source) for part in parts[1:])
    kinds = {variant.words: variant for variant in (record.puzzle.grid.variant for record in puzzles.records)}
    lessons: list[Lesson] = []
    shown: set[str] = set()
    explained: set[str] = set()
    used, needed = puzzles.techniques or {}, _needed(puzzles, kinds, templates)
    promises: list[bool] = []  # for each kind, whether its lessons and those before have all that the book needs
    for words, variant in kinds.items():
        best = _best_of_kind(puzzles, words)
        best_of_tiers = _best_of_tiers(best)
        kind = messages.kind(variant) if len(kinds) > 1 else ""
        for code in _taught(templates, (used.get(words, needed) if shown else needed), variant, shown, best_of_tiers):
            text_of, puzzle = templates[code]
            ready = None if words else _from_template(code, puzzle, source, messages)
            excerpt = _shown(best.get(code), ready, is_needed=code not in shown - {*best_of_tiers})
            if excerpt is not None:
                explains = not variant.clue_on_mine and code not in explained
                lessons.append(Lesson(_for_kind(text_of, code, kind, messages, variant, explains), excerpt, words))
                shown.add(code)
                explained |= {code} if explains else set()
        promises.append(needed <= shown)
    return tuple(_intro(parts[0], next(iter(kinds.values()), None), promises)), tuple(lessons)


def _intro(intro: list[Block], first: Variant | None, promises: Sequence[bool]) -> list[Block]:
    """Return the text before lessons: a heading and paragraphs, without the first of several if it is not true.

    For mosaics only headings are left.
    """
    if first is not None and first.clue_on_mine:
        return _headings(intro)
    return intro[:1] + intro[2:] if len(intro) > 2 and False in promises[:1] else intro


def _needed(puzzles: ExplainedPuzzles, kinds: Iterable[str], templates: Iterable[str]) -> set[str]:
    """Return the techniques that the puzzles of all ``kinds`` need, as their tiers say or as their solutions do."""
    used, hardest = puzzles.techniques, max((record.grade.tier for record in puzzles.records), default=0)
    needed = {*templates} if used is None else {*chain.from_iterable(used.get(words, ()) for words in kinds)}
    return needed | {technique.code for technique in (CONTRADICTION, DEEP) if technique.tier <= hardest}


def _shown(found: Found | None, ready: Excerpt | None, *, is_needed: bool) -> Excerpt | None:
    """Return the excerpt of a lesson: the one from the book if it is as easy to read as that ``ready`` in a template.

    Where none is ready, a large one is shown only if it ``is_needed``.
    """
    if found is None:
        return ready
    if ready is None:
        return found.excerpt if is_needed or not found.rank.large else None
    most = max(OTHER_CLUES, ready.other_clues)
    is_easy = not found.rank.large and found.rank.points <= GOOD and found.excerpt.other_clues <= most
    return found.excerpt if is_easy else ready


def _headings(text: Iterable[Block]) -> list[Block]:
    """Return the headings alone, for mosaics: the words of the template speak of mines."""
    return [block for block in text if isinstance(block, Heading)]


def _taught(
    techniques: Iterable[str],
    needed: Collection[str],
    variant: Variant,
    shown: Collection[str],
    best_of_tiers: Collection[str],
) -> list[str]:
    """Return which of the techniques a kind of a book has lessons for, of those ``needed``.

    Those of the kinds before are ``shown``: further kinds have those of them that are ``best_of_tiers``.
    """
    again = best_of_tiers if shown else ()
    return [
        code
        for code in techniques
        if code in again or (code in needed and code not in shown and code not in variant.absent)
    ]


def _template(part: Sequence[Block], source: str) -> tuple[str, tuple[tuple[Block, ...], str]]:
    """Return the technique of a lesson in a template, its text, and the puzzle of its figure."""
    figures = [block for block in part if isinstance(block, Figure) and block.name.startswith(FIGURE_PREFIX)]
    if len(figures) != 1:
        title = "".join(run.text for run in part[0].runs) if isinstance(part[0], Heading) else ""
        raise ConfigError(f"{source}: {title!r} needs one figure, such as figure: technique 1-2 4x2:d.12.")
    technique = figures[0].name.removeprefix(FIGURE_PREFIX)
    if technique not in TECHNIQUES:
        hint = did_you_mean(technique, TECHNIQUES)
        raise ConfigError(f"{source}: found technique {technique!r}, allowed {', '.join(TECHNIQUES)}{hint}")
    return technique, (tuple(part), figures[0].puzzle)


def _best_of_kind(puzzles: ExplainedPuzzles, words: str) -> dict[str, Found]:
    """Return the best excerpt of each technique from the puzzles of a group of kinds, without those of openers."""
    examples = {section: section_example(puzzles, section) for section, _ in puzzles.excerpts}
    variants = {record.number: record.puzzle.grid.variant for record in puzzles.records}
    found: dict[str, tuple[Found, ...]] = {}
    for (section, code), some in puzzles.excerpts.items():
        others = (one for one in some if (code, one) != examples[section])
        keep_best(found, {code: tuple(one for one in others if variants[one.rank.number].words == words)})
    return {code: some[0] for code, some in found.items() if some}


def _best_of_tiers(best: Mapping[str, Found]) -> list[str]:
    """Return the technique with the best excerpt of each tier."""
    tiers = sorted({TECHNIQUES[code].tier for code in best})
    return [
        min((code for code in best if TECHNIQUES[code].tier == tier), key=lambda code: best[code].rank)
        for tier in tiers
    ]


def _for_kind(
    text: Sequence[Block], code: str, kind: str, messages: Messages, variant: Variant, explains: bool
) -> tuple[Block, ...]:
    """Return the text of a lesson with the name of a ``kind`` before its heading.

    Only one that ``explains`` has more than heading and figure; captions say the rest. The heading of one about mosaics
    is the name of the technique.
    """
    heading, *others = text
    assert isinstance(heading, Heading)
    runs = heading.runs
    if not explains:
        others = [block for block in others if isinstance(block, Figure)]
    if variant.clue_on_mine:
        runs = (Run(capitalized(messages.for_variant(variant).text(f"techniques.{code}.name"))),)
    return (Heading(heading.level, (Run(f"{kind}: "), *runs) if kind else runs), *others)


def _from_template(technique: str, puzzle_text: str, source: str, messages: Messages) -> Excerpt:
    """Return the step of a template's puzzle that uses a technique."""
    try:
        puzzle = detect.parse(puzzle_text)
    except FormatError as error:
        raise ConfigError(f"{source}: figure: technique {technique}: {error}") from None
    trace = solve(puzzle, MAX_TIER)
    steps = trace.deductions if trace.status is not Status.CONTRADICTION else ()
    excerpt = excerpt_on_whole_board(puzzle, steps, technique, messages)
    if excerpt is None:
        raise ConfigError(
            f"{source}: no step of {puzzle_text} shows the technique {technique} as lessons do: name another puzzle"
        )
    return excerpt


MAX_FIGURES = 8


def example_of(
    blocks: Sequence[Block], source: str, messages: Messages, steps: int = MAX_FIGURES
) -> WorkedExample | None:
    """Return the example whose puzzle the blocks name, with its first ``steps`` deductions; None if they name none.

    ``source`` names the template in errors; it is empty for a text of the config. Raises ConfigError when the example
    is not a puzzle that the solver solves.
    """
    example = next((block.puzzle for block in blocks if isinstance(block, Figure) and block.name == "example"), None)
    if not example:
        return None
    place = f"{source}: " if source else ""
    try:
        puzzle = detect.parse(example)
    except FormatError as error:
        raise ConfigError(f"{place}figure: example {error}") from None
    trace = solve(puzzle, MAX_TIER)
    if trace.status is not Status.SOLVED or not trace.deductions:
        raise ConfigError(f"{place}the example {example} is not a puzzle that the solver can solve: {trace.status}")
    figures = []
    for step in trace.deductions[:steps]:
        figures.append(FigureStep(caption(puzzle, step, messages), step.witnesses, step.mines, step.safe))
    solution = tuple(bool(known) for known in trace.known)
    return WorkedExample(
        puzzle, solution, tuple(figures), messages.text("example.before"), messages.text("example.after")
    )


def own_example(
    parts: Sequence[Block], section: str, messages: Messages
) -> tuple[WorkedExample | Excerpt | None, list[Block]]:
    """Return the example whose technique or puzzle an introduction names, and its blocks with the figure of an example.

    ``section`` names the introduction in errors. Raises ConfigError as ``lessons_of`` does.
    """
    example = _taught_in(parts, section, messages) or example_of(parts, "", messages, steps=1)
    named = [isinstance(block, Figure) and block.name.startswith(FIGURE_PREFIX) for block in parts]
    return example, [Figure("example") if is_named else block for is_named, block in zip(named, parts, strict=True)]


def _taught_in(intro: Sequence[Block], source: str, messages: Messages) -> Excerpt | None:
    """Return the step that shows the technique which an introduction names; None if it names none.

    ``source`` names the introduction in errors. Raises ConfigError as ``lessons_of`` does.
    """
    if not any(isinstance(block, Figure) and block.name.startswith(FIGURE_PREFIX) for block in intro):
        return None
    code, (_, puzzle) = _template(intro, source)
    return _from_template(code, puzzle, source, messages)


def section_example(puzzles: ExplainedPuzzles, section: int) -> tuple[str, Found] | None:
    """Return the technique that most steps of a section use, of those with an excerpt, and its best excerpt.

    ``section`` counts from 1. The technique is of the hardest tier that its difficulty needs and lessons teach. Return
    None if no excerpt shows one.
    """
    records = [record for record in puzzles.records if record.section == section]
    tiers = [DIFFICULTIES[record.grade.difficulty].tier for record in records]
    hardest = min(max(1, *tiers), max(technique.tier for technique in TECHNIQUES.values() if technique.lesson))
    codes = [code for index, code in puzzles.excerpts if index == section and TECHNIQUES[code].tier == hardest]
    if not codes:
        return None
    code = max(sorted(codes), key=lambda code: puzzles.uses[section, code])
    return code, puzzles.excerpts[section, code][0]


def drawn_example(
    puzzles: ExplainedPuzzles, section: int, messages: Messages, *, mixed: bool, own_words: bool
) -> tuple[Excerpt | None, str]:
    """Return the example of a section, None if there is none, and the sentence that names its technique.

    There is no sentence where one text explains all techniques of the tier, nor for ``own_words`` of the config. In a
    section of ``mixed`` kinds the caption names the kind of the example.
    """
    example = section_example(puzzles, section)
    if example is None:
        return None, ""
    (technique, best), sentence = example, ""
    variant = puzzles.records[best.rank.number - 1].puzzle.grid.variant
    variant_messages = messages.for_variant(variant)
    if TECHNIQUES[technique].tier == 2 and not own_words:
        sentence = messages.text("section.needs", name=variant_messages.text(f"techniques.{technique}.name"))
    kind = f" {variant_messages.text('picture.game')}." if mixed else ""
    return replace(best.excerpt, before=best.excerpt.before + kind), sentence
