"""Builds drafts: books for a quick look, with a mark on each page, without proof and without a record in the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzlegen.book.build import Build, located_errors, make_puzzles, open_build, prepare
from puzzlegen.book.design import Design
from puzzlegen.book.edition_build import EditionLayout, lay_out_edition, write_puzzles
from puzzlegen.book.editions import page_counts
from puzzlegen.book.explained_puzzles import explain_puzzles
from puzzlegen.book.kept_puzzles import requests_hash
from puzzlegen.book.manifest import as_json, versions
from puzzlegen.book.request import BookRequest
from puzzlegen.checking.tasks import Workers
from puzzlegen.drawing.contact_sheet import write_contact_sheet
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError
from puzzlegen.formats.common import pluralize
from puzzlegen.generator.batch import BookPuzzles
from puzzlegen.jobs.progress import Notify, Progress, StageTimer
from puzzlegen.jobs.worker_pools import open_local_pool
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.draft_mark import cover_marked_as_draft, marked_as_draft
from puzzlegen.ledger.book_ledger import NO_LEDGER
from puzzlegen.output.build_folder import (
    ANSWERS,
    DRAFT,
    FILES,
    INTERIOR,
    MANIFEST,
    PREVIEW,
    digest,
    move_into_place,
    write,
)
from puzzlegen.version import __version__

PageRange = tuple[int, int]  # the first and the last page


def build_draft(request: BookRequest, pages: PageRange | None, progress: Progress, info: Notify) -> str:
    """Build a draft of the book into ``draft`` inside its folder, and return a line that sums it up.

    ``pages`` are those to draw, None for all. Puzzles of the book or of an earlier draft are used again, and a later
    build of the book uses those of the draft. Nothing is proved, and no ledger is read or written. What is checked
    before the puzzles are made, and the errors raised, are those of ``build_book``, but a book that is too thin or too
    thick for the printer, because it is not finished, gives only a warning.
    """
    config, timer = request.config, StageTimer(progress)
    folder = request.folder / DRAFT
    with located_errors(request), open_local_pool(request.options.jobs) as pool:
        design, editions, notes = prepare(config, any_length=True)
        draft = replace(request, folder=folder, ledger=NO_LEDGER)
        with open_build(draft, editions, info, pool) as build:
            for note in notes:
                info(note)
            with timer.stage("generate"):
                puzzles = make_puzzles(build, progress, (request.folder, folder))
            with timer.stage("explain"):
                explained = explain_puzzles(config, puzzles.puzzles, design.messages, Workers(pool, progress))
            counts = []
            for edition in editions:
                with timer.stage("lay out", steps=1):
                    layout = lay_out_edition(edition, explained, design)
                counts.append(len(layout.pages))
                with timer.stage("render", steps=1):
                    _draw(layout, pages, design, build.folder / edition.name)
            names = [edition.name for edition in editions if edition.name]
            write_puzzles(build.folder, puzzles.puzzles)
            _write_manifests(build, puzzles, names)
            move_into_place(build.folder, folder, names)
    seconds, total = sum(timer.seconds.values()), page_counts(counts)
    drawn = "" if pages is None else f", pages {pages[0]} to {min(pages[1], max(counts))} drawn"
    place = folder if names else folder / INTERIOR
    return (
        f"draft of {pluralize(len(puzzles.puzzles), 'puzzle')} on {total}{drawn} in {seconds:.1f} s, not verified, "
        f"not recorded: {place}"
    )


def _draw(layout: EditionLayout, wanted: PageRange | None, design: Design, folder: Path) -> None:
    """Draw the pages, the separate answers and the cover of an edition, each page with the mark of a draft."""
    folder.mkdir(exist_ok=True)
    profile, limits, pages = layout.edition.setup.profile, layout.limits, layout.pages
    first, last = wanted or (1, len(pages))
    if first > len(pages):
        raise ConfigError(f"--pages: found {first}-{last}, but the book has {pluralize(len(pages), 'page')}")
    style = PdfStyle(space=profile.space, bleed=(limits.bleed(1), limits.bleed(2)))
    write_pdf(_marked(pages.between(first, last), design), folder / INTERIOR, design.fonts, style)
    if layout.edition.config.output.preview:
        write_contact_sheet(folder / INTERIOR, folder / PREVIEW)
    if wanted is not None:
        return
    if pages.separate_answers is not None:
        sheets = PdfStyle(space=profile.space)
        write_pdf(_marked(pages.separate_answers, design), folder / ANSWERS, design.fonts, sheets)
    if layout.cover is not None:
        page, guide = (cover_marked_as_draft(one, design.metrics) for one in (layout.cover.page, layout.cover.guide))
        replace(layout.cover, page=page, guide=guide).write(folder)


def _marked(pages: Iterable[Page], design: Design) -> Iterator[Page]:
    return (marked_as_draft(page, design.metrics) for page in pages)


def _write_manifests(build: Build, puzzles: BookPuzzles, editions: Sequence[str]) -> None:
    """Write the manifest of the draft, and one for each edition. They say what a later build needs to use its puzzles.

    Their kind keeps ``verify`` and ledgers from taking the folder for that of a book.
    """
    config = build.request.config
    shared: dict[str, Any] = {
        "kind": DRAFT,
        "puzzlegen": __version__,
        "title": config.title,
        "series": config.series,
        "requests_sha256": requests_hash(config),
        "counts": {
            "attempts": puzzles.attempts,
            "rejects": puzzles.rejects,
            "repeats": dict(build.entry.seen.repeats),
        },
        "ledger": None,
        "versions": versions(config.language),
    }
    for name in ("", *editions):
        place = build.folder / name
        files = {file: digest(place / file) for file in FILES if (place / file).exists()}
        write(place / MANIFEST, as_json({**shared, "files": files}))
