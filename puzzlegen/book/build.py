"""Builds a book or a draft: from a config to a folder with checked files, which replaces the old one when complete.

A draft is for a quick look: each page is marked, nothing is proved, and the ledger does not record it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegen.book import manifest, reuse
from puzzlegen.book.design import Design, Edition, editions_of, load_design, page_counts
from puzzlegen.book.edition import EditionLayout, build_edition, lay_out_edition, write_preview, write_puzzles
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.book.explained_puzzles import ExplainedPuzzles, explain_puzzles, read_puzzles
from puzzlegen.checking.book_files import Report, check_book, repeat_findings
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.proof import Proofs
from puzzlegen.config.book import BookConfig
from puzzlegen.config.error_places import errors_about, places_in
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError, LayoutError, LedgerError, NoLedger
from puzzlegen.files import build_folder
from puzzlegen.files.writing import check_links
from puzzlegen.generator.batch import BookPuzzles, Checkpoint, generate_book, refuse_printed
from puzzlegen.generator.chosen_puzzles import chosen_puzzles
from puzzlegen.generator.requests import repaired_picture
from puzzlegen.jobs.dask_cluster import open_generators
from puzzlegen.jobs.ordered_work import Notify, Progress, StageTimer, Workers
from puzzlegen.jobs.pools import WorkerPool, open_local_pool
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.page_builder import cover_marked_as_draft, marked_as_draft
from puzzlegen.ledger import book_ledger
from puzzlegen.ledger.ledger import Ledger, LedgerEntry
from puzzlegen.printers.profile import Profile
from puzzlegen.schema.validation import config_hash
from puzzlegen.version import __version__
from puzzlegen.wording import pluralize


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How a book is built, which does not change the book.

    Attributes:
        jobs: workers on this machine.
        executor: the address of the workers of a cluster, ``dask://HOST:PORT``, to use instead.
        reprint: a puzzles.jsonl whose puzzles are printed again, instead of new ones or those that the config names.
        fresh: whether to make and prove all puzzles, even those of the last build of the same folder, finished or not.
        force: whether to replace files in the folder that puzzlegen did not make.
    """

    jobs: int = 1
    executor: str | None = None
    reprint: Path | None = None
    fresh: bool = False
    force: bool = False


@dataclass(frozen=True, slots=True)
class BookRequest:
    """A book to build into ``folder``. ``source`` names the config in messages."""

    config: BookConfig
    folder: Path
    source: str
    ledger: book_ledger.LedgerPolicy = book_ledger.NO_LEDGER
    options: BuildOptions = BuildOptions()

    @property
    def reprint(self) -> Path | None:
        """The file whose puzzles are printed again, by the options or else by the config; None for new puzzles."""
        named = self.config.puzzles
        return self.options.reprint or (Path(named) if named else None)


LARGE_BOOK = 200  # puzzles, whose check takes longer than starting the workers for it


def build_book(request: BookRequest, progress: Progress, info: Notify) -> Report:
    """Build the book, check it, and put it in its folder only if it has no errors.

    A book for several printers is generated once. Each printer's edition has a separate folder, and all of them must
    be without errors. A book with errors goes to ``rejected`` inside the folder, and what was in the folder before
    stays. An interrupted or failed build keeps its finished puzzles in the ledger; the same request continues with
    them. ``info`` receives messages to the user.

    Raises ConfigError, GenerationError, LayoutError, LedgerError, OutputError, WorkerError or Interrupted.
    """
    config, timer = request.config, StageTimer(progress)
    with places_in(request.config, request.source):
        design, editions, notes = prepare(config)
        with (
            _open_workers(request) as pool,  # forked workers share what was loaded for the layout
            open_build(request, editions, info, pool) as build,
        ):
            for note in notes:
                info(note)
            with timer.stage("generate"):
                puzzles = make_puzzles(build, progress, (request.folder, request.folder / build_folder.DRAFT))
            with timer.stage("explain"):
                explained = explain_puzzles(config, puzzles.puzzles, design.messages, Workers(pool, progress))
            with build.proofs.making_ahead([record.puzzle for record in puzzles.puzzles]):
                results = _build_editions(build, editions, explained, design, timer)
            report = _finish(build, results, puzzles, timer)
    for line in _statistics(puzzles, timer.seconds):
        info(line)
    return report


class Prepared(NamedTuple):
    """What a build begins with. ``notes`` are lines on what the layout chose, its warnings, and changed pictures."""

    design: Design
    editions: tuple[Edition, ...]
    notes: list[str]


def prepare(config: BookConfig, *, any_length: bool = False) -> Prepared:
    """Check everything of a book but its puzzles, before they are made: files, texts, pages, cover and pictures.

    ``any_length``: a number of pages that the printer does not bind is only a warning. Raises ConfigError,
    GenerationError, LayoutError or OutputError.
    """
    design = load_design(config.theme, config.language, config.cells)
    editions = editions_of(config, design.messages.paper)
    layout = check_layout_with_placeholders(editions, design, any_length=any_length)
    editions = tuple(replace(one, expected=pages) for one, pages in zip(editions, layout.lengths, strict=True))
    warnings = (f"warning: {warning}" for warning in layout.warnings)
    return Prepared(design, editions, [*layout.choices, *warnings, *changed_pictures(config)])


def changed_pictures(config: BookConfig) -> Iterator[str]:
    """Yield a line for each picture that had to be changed so that clues can prove every cell."""
    for index, section in enumerate(config.sections):
        for number, picture in enumerate(section.pictures or (), start=1):
            with errors_about("sections", index):
                repaired = repaired_picture(section, number)
            if repaired is not None and (count := len(repaired.changed)):
                where, cells = f"section {section.name!r}, picture {picture.name!r}", pluralize(count, "cell")
                yield f"{where}: changed {cells} to make a puzzle possible"


def _open_workers(request: BookRequest) -> AbstractContextManager[WorkerPool]:
    """Open the workers of this machine, and start them if they need not be spawned, or the book is large."""
    count = sum(section.count for section in request.config.sections)
    return open_local_pool(request.options.jobs, check_book, much=count >= LARGE_BOOK)


@dataclass(frozen=True, slots=True)
class Build:
    """A build at work: its request, the folder it writes to, its entry in the ledger, its finished puzzles and proofs.

    ``pool`` has the workers of this machine, which check the files.
    """

    request: BookRequest
    folder: Path
    entry: book_ledger.BookRecorder
    checkpoint: Checkpoint
    info: Notify
    pool: WorkerPool
    proofs: Proofs


@contextmanager
def open_build(request: BookRequest, editions: Iterable[Edition], info: Notify, pool: WorkerPool) -> Iterator[Build]:
    """Open the build folder, the ledger and the checkpoint."""
    config, options = request.config, request.options
    check_links(request.folder, [path for edition in editions for path in _folders_of(edition.name)])
    build_folder.check_own_files(request.folder, [edition.name for edition in editions], force=options.force)
    with (
        build_folder.open_build_folder(request.folder) as folder,
        book_ledger.open_recorder(identity(config, request.folder), request.ledger) as entry,
        reuse.open_checkpoint(
            None if request.reprint else request.ledger.path, request.folder, fresh=options.fresh, info=info
        ) as checkpoint,
    ):
        yield Build(request, folder, entry, checkpoint, info, pool, Proofs(pool))


def identity(config: BookConfig, folder: Path) -> book_ledger.BookIdentity:
    """Return what identifies the book in a ledger."""
    names = tuple(section.name for section in config.sections)
    return book_ledger.BookIdentity(config.series, config.title, config_hash(config), folder, names)


def check_unprinted(config: BookConfig, folder: Path, ledger: Path) -> None:
    """Raise GenerationError for a chosen puzzle that another book of a ledger has, which need not exist yet."""
    with suppress(NoLedger), Ledger(ledger, write=False, verify=False) as known:
        entry = book_ledger.BookRecorder(identity(config, folder), book_ledger.LedgerPolicy(ledger), known)
        refuse_printed(config, chosen_puzzles(config), entry.seen)


def _folders_of(edition: str) -> tuple[str, str]:
    """Return the innermost folders that the files of an edition may go to, inside the book's folder."""
    listing = f"{edition}/{build_folder.LISTING}" if edition else build_folder.LISTING
    return listing, f"{build_folder.REJECTED}/{listing}"


# --- The stages -------------------------------------------------------------------------------------------------------


def make_puzzles(build: Build, progress: Progress, places: Iterable[Path]) -> BookPuzzles:
    """Generate the puzzles, or read those that are to be printed again, or those of an earlier build.

    ``places`` are the folders of earlier builds and drafts, the first to be used first.
    """
    request, options = build.request, build.request.options
    if request.reprint is None:
        _check_pictures(build)
        earlier = [] if options.fresh else places
        found = (reuse.kept_puzzles(place, request.config, build.entry) for place in earlier)
        kept = next((one for one in found if one is not None), None)
        if kept is not None:
            reuse.keep_their_proofs(kept, build.proofs)
            build.entry.seen.repeats.update(kept.repeats)
            puzzles = pluralize(len(kept.puzzles.puzzles), "puzzle")
            build.info(f"prints the {puzzles} of the last build; on the command line, --fresh makes them again")
            return kept.puzzles
        with open_generators(options.executor, nullcontext(build.pool)) as pool:
            return generate_book(request.config, pool, progress, build.entry.seen, build.checkpoint)
    if options.reprint is None and not request.reprint.is_file():
        raise ConfigError(
            f"{request.reprint}: no such file: build the book whose puzzles these are first", at=("puzzles",)
        )
    records = read_puzzles(request.reprint, request.config, request.source)
    build.entry.reprint(records, request.reprint)
    _check_pictures(build)
    return BookPuzzles(records, None)


def _check_pictures(build: Build) -> None:
    """Refuse repeated pictures, and warn about those that may repeat. Raises GenerationError."""
    if warning := reuse.check_pictures(build.request.config, build.entry):
        build.info(warning)


def _build_editions(
    build: Build, editions: Iterable[Edition], puzzles: ExplainedPuzzles, design: Design, timer: StageTimer
) -> list[manifest.EditionResult]:
    """Lay out, draw and check the editions. The puzzles outlive a layout that fails."""
    try:
        return [
            build_edition(edition, puzzles, design, build.folder / edition.name, timer, build.proofs)
            for edition in editions
        ]
    except LayoutError as error:  # real hints may be longer than the placeholders were
        write_puzzles(build.folder, puzzles.records)
        build_folder.move_files(build.folder, build.request.folder / build_folder.REJECTED, (build_folder.PUZZLES,))
        raise error.followed_by(f"; {_kept_puzzles(build.request.folder)}") from None


def _finish(build: Build, results: list[manifest.EditionResult], puzzles: BookPuzzles, timer: StageTimer) -> Report:
    """Compare the book with the ledger, write its manifests, move it into its folder and record it."""
    entries = build.entry.entries(puzzles.puzzles)
    repeats = repeat_findings(build.entry.repeats(entries))
    findings = (*repeats, *(finding for result in results for finding in result.named_findings()))
    write_puzzles(build.folder, puzzles.puzzles)
    if len(results) == 1:  # with several editions the findings on repeats belong to none of them
        results = [replace(results[0], findings=findings)]
    facts = manifest.BuildFacts(build.entry.as_dict(), puzzles, dict(build.entry.seen.repeats), timer.seconds)
    manifests = manifest.manifests_of(build.request.config, results, facts)
    report, folder = Report(findings, ""), build.request.folder
    if report.failed:
        manifest.move_into_place(build.folder, folder / build_folder.REJECTED, manifests)
        errors = sum(finding.is_error for finding in findings)
        outcome = f"{pluralize(errors, 'error')}; see {folder / build_folder.REJECTED}"
    else:
        _put_in_place(build, manifests, entries)
        outcome = f"verified; {folder if len(results) > 1 else folder / _for_printing(folder)}"
    pages, seconds = page_counts([result.pages for result in results]), sum(timer.seconds.values())
    made = f"{pluralize(len(puzzles.puzzles), 'puzzle')} on {pages}"
    return replace(report, summary=f"{made} in {seconds:.1f} s: {outcome}")


def _put_in_place(build: Build, manifests: manifest.Manifests, entries: list[LedgerEntry]) -> None:
    """Move a checked book into its folder and record it. ledger.ledger explains the order."""
    folder, top = build.request.folder, manifests[""]
    try:
        build.entry.reserve(entries, top, manifest.sha256_of(top))
    except LedgerError as error:
        manifest.move_into_place(build.folder, folder / build_folder.REJECTED, manifests)  # it may hold hours of work
        raise LedgerError(f"{error}; {_kept_puzzles(folder)}") from None
    manifest.move_into_place(build.folder, folder, manifests)
    for outdated in (folder / build_folder.REJECTED, folder / build_folder.DRAFT):
        build_folder.remove_abandoned(outdated)
        build_folder.remove_outdated(outdated, manifests)
    build.entry.settle(entries)
    if build.entry.summary:
        build.info(build.entry.summary)


def _for_printing(folder: Path) -> str:
    """Return the names of the files of a finished book that a publisher uses, and of their folder for listings."""
    files = (
        build_folder.INTERIOR,
        build_folder.COVER,
        build_folder.BOOKLET,
        build_folder.ANSWERS,
        build_folder.LISTING,
    )
    return ", ".join(name for name in files if (folder / name).exists())


def _kept_puzzles(folder: Path) -> str:
    return f"the puzzles are kept: print them with --puzzles {folder / build_folder.REJECTED / build_folder.PUZZLES}"


def _statistics(puzzles: BookPuzzles, seconds: Mapping[str, float]) -> Iterator[str]:
    """Yield lines on the attempts, why some were rejected, and the seconds of each stage."""
    if puzzles.rejects:
        reasons = ", ".join(f"{count} {reason}" for reason, count in puzzles.rejects.most_common())
        yield f"{puzzles.attempts} attempts, {puzzles.rejects.total()} of them rejected: {reasons}"
    yield "seconds: " + ", ".join(f"{name} {spent:.1f}" for name, spent in seconds.items())


PageRange = tuple[int, int]  # the first and the last page


def build_draft(request: BookRequest, pages: PageRange | None, progress: Progress, info: Notify) -> str:
    """Build a draft of the book into ``draft`` inside its folder, and return a line that sums it up.

    ``pages`` are those to draw, None for all. Puzzles of the book or of an earlier draft are used again, and a later
    build of the book uses those of the draft. Nothing is proved, and no ledger is read or written. What is checked
    before the puzzles are made, and the errors raised, are those of ``build_book``, but a book that is too thin or too
    thick for the printer, because it is not finished, gives only a warning.
    """
    config, timer = request.config, StageTimer(progress)
    folder = request.folder / build_folder.DRAFT
    with places_in(request.config, request.source), open_local_pool(request.options.jobs) as pool:
        design, editions, notes = prepare(config, any_length=True)
        draft = replace(request, folder=folder, ledger=book_ledger.NO_LEDGER)
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
            write_puzzles(build.folder, puzzles.puzzles)
            names = list(dict.fromkeys((*(edition.name for edition in editions), "")))
            manifest.move_into_place(build.folder, folder, _draft_manifests(build, puzzles, names))
    seconds, total = sum(timer.seconds.values()), page_counts(counts)
    drawn = "" if pages is None else f", pages {pages[0]} to {min(pages[1], max(counts))} drawn"
    place = folder if len(editions) > 1 else folder / build_folder.INTERIOR
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
    write_pdf(_marked(pages.between(first, last), design, profile), folder / build_folder.INTERIOR, design.fonts, style)
    if layout.edition.config.output.preview:
        with PdfFile(folder / build_folder.INTERIOR) as interior:
            write_preview(interior, folder / build_folder.PREVIEW)
    if wanted is not None:
        return
    if pages.separate_answers is not None:
        sheets = PdfStyle(space=profile.space)
        write_pdf(_marked(pages.separate_answers, design, profile), folder / build_folder.ANSWERS, design.fonts, sheets)
    if layout.cover is not None:
        page, guide = (cover_marked_as_draft(one, design.metrics) for one in (layout.cover.page, layout.cover.guide))
        replace(layout.cover, page=page, guide=guide).write(folder)


def _marked(pages: Iterable[Page], design: Design, profile: Profile) -> Iterator[Page]:
    bars = profile.covered
    return (marked_as_draft(page, design.metrics, (bars.left, bars.right)) for page in pages)


def _draft_manifests(build: Build, puzzles: BookPuzzles, names: Sequence[str]) -> manifest.Manifests:
    """Return the manifest of the draft, and one for each edition. They say what a later build needs to use its puzzles.

    Their kind keeps ``verify`` and ledgers from taking the folder for that of a book.
    """
    config = build.request.config
    shared: dict[str, Any] = {
        "kind": build_folder.DRAFT,
        "puzzlegen": __version__,
        "title": config.title,
        "series": config.series,
        "requests_sha256": reuse.requests_hash(config),
        "counts": {
            "attempts": puzzles.attempts,
            "rejects": puzzles.rejects,
            "repeats": dict(build.entry.seen.repeats),
        },
        "ledger": None,
        "versions": manifest.versions(config.language),
    }
    return {name: {**shared, "files": manifest.digests(build.folder / name)} for name in names}
