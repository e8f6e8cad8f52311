"""Takes puzzles of earlier builds again, finished or stopped, and finds pictures that would be shown twice.

A new build of a folder takes the puzzles of the book there if it would make the same ones. A stopped build resumes from
the puzzles that its ledger keeps.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.symmetry import mines_key
from puzzlegen.book.explained_puzzles import check_records
from puzzlegen.checking.proof import Proof, Proofs
from puzzlegen.config.book import BookConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.errors import (
    FormatError,
    FullError,
    GenerationError,
    Interrupted,
    LedgerError,
    OutputError,
    PuzzlegenError,
    WorkerError,
)
from puzzlegen.files import build_folder
from puzzlegen.files.reading import json_object, record_of
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.generator.attempts import GeneratedPuzzle
from puzzlegen.generator.batch import NO_CHECKPOINT, BookPuzzles, Checkpoint
from puzzlegen.generator.chosen_puzzles import is_ready_picture
from puzzlegen.generator.requests import AGAIN, PuzzleRequest, repaired_picture, section_requests
from puzzlegen.grading.order import BOOK, LEDGER
from puzzlegen.jobs.code_version import code_version
from puzzlegen.jobs.ordered_work import Notify
from puzzlegen.ledger.book_ledger import BookRecorder, UnfinishedWork
from puzzlegen.solver.tiers import run
from puzzlegen.wording import pluralize

EXACT_SOLVER = "clingo"


@dataclass(frozen=True, slots=True)
class KeptPuzzles:
    """The puzzles of the last build. ``repeats`` counts those it replaced because they repeated others, by place.

    ``confirmed``: the exact solver in use confirmed each of them.
    """

    puzzles: BookPuzzles
    repeats: Mapping[str, int]
    confirmed: bool


def requests_hash(config: BookConfig) -> str:
    """Return the SHA-256 of everything that decides which puzzles a book has, apart from those of other books.

    It covers the requests with their streams, the order of each section, the chosen puzzles, and the code that makes
    puzzles.
    """
    text = hashlib.sha256(code_version().encode())
    for section in config.sections:
        order = (section.count, section.size_order, section.boards, len(section.kinds))
        text.update(repr((section_requests(config.series, section), order)).encode())
    if config.choices:
        text.update(repr(config.choices).encode())
    return text.hexdigest()


def kept_puzzles(folder: Path, config: BookConfig, recorder: BookRecorder) -> KeptPuzzles | None:
    """Return the puzzles of the book or draft in ``folder`` if a new build would make the same; otherwise None.

    They must be those that the manifest names, made from the same requests by the same code, and in their places. A
    replaced repeat depends on the other books in the ledger, so either these are the same, or there was none.
    """
    try:
        book = build_folder.BookFolder.read(folder)
        if not book.has_puzzles_of(requests_hash(config)):
            return None
        manifest = book.first_edition().manifest
        counts = manifest["counts"]
        rejects = Counter({str(reason): int(number) for reason, number in counts["rejects"].items()})
        repeats = {place: int(counts["repeats"][place]) for place in (BOOK, LEDGER)}
        by_this_solver = manifest["versions"][EXACT_SOLVER] == version(EXACT_SOLVER)
        confirmed = manifest["kind"] != build_folder.DRAFT and by_this_solver
    except build_folder.UNREADABLE:
        return None  # another version, a reprint, an unfinished or damaged book
    report = check_records(folder / build_folder.PUZZLES, config, reprinted=False, same_version=True)
    if report.findings or not _same_repeats(book.manifest, repeats, recorder, report.records):
        return None
    return KeptPuzzles(BookPuzzles(list(report.records), rejects), repeats, confirmed)


def _same_repeats(
    manifest: Mapping[str, Any], repeats: Mapping[str, int], recorder: BookRecorder, records: tuple[Any, ...]
) -> bool:
    """Return whether a new build would replace the same repeats of other books."""
    now, then = recorder.as_dict(), manifest.get("ledger")
    if now is not None and isinstance(then, dict) and now["sha256"] == then.get("sha256"):
        return bool(now["repeats_allowed"] == then.get("repeats_allowed"))
    return repeats[LEDGER] == 0 and not recorder.repeats(recorder.entries(records))


def keep_their_proofs(kept: KeptPuzzles, proofs: Proofs) -> None:
    """Add to ``proofs`` what the exact solver found in the last build. The tiers solve and grade each puzzle again.

    So a wrong record cannot pass: each step of the tiers is a proof, and their solution must be the one on record.
    """
    if not kept.confirmed:
        return
    for record in kept.puzzles.puzzles:
        with suppress(PuzzlegenError):  # the check of the book will report it
            proofs.keep([(record.puzzle, Proof((record.solution,), run(record.puzzle, MAX_TIER)))])


FLUSH_SECONDS = 1.0  # between two transactions: at most this much work is lost by a kill


class LedgerCheckpoint:
    """A Checkpoint (see generator.batch) in a ledger, written about once a second and by ``flush``.

    ``kept`` counts the puzzles of this run that the ledger holds, those of earlier runs included.
    """

    def __init__(self, unfinished: UnfinishedWork, info: Notify) -> None:
        self._unfinished, self._info = unfinished, info
        self._held = unfinished.slots()
        self._batch: dict[bytes, tuple[PuzzleRequest, str]] = {}
        self._saved = time.monotonic()
        self._begun = False
        self.kept = 0

    def resume(self, requests: Iterable[PuzzleRequest]) -> int:
        """Return how many of the requests are done. Reports that, and how many stored puzzles this run cannot use."""
        self._begun = True
        if not self._held:  # most builds begin with nothing: no need to compute keys
            return 0
        unused, spares = set(self._held), self._spares()
        for request in requests:
            unused.discard(request_key(request))
            unused -= {request_key(replace(request, stream=stream)) for stream in spares.get(request.stream, ())}
            self.kept += self.has(request)
        if self.kept:
            self._info(f"resumes with {_puzzles(self.kept)}")
        if unused:
            more = " more" if self.kept else ""
            self._info(
                f"{_puzzles(len(unused))}{more} kept for this folder, but made for another config or by another "
                "version: not used"
            )
        return self.kept

    def _spares(self) -> dict[str, list[str]]:
        """Return the spare streams of the stored puzzles, by the stream whose puzzle was a repeat."""
        found: dict[str, list[str]] = {}
        for text in self._unfinished.texts_with(AGAIN):
            with suppress(LedgerError):  # an unreadable puzzle cannot be used
                stream = (_parsed(text, self._unfinished.path).graded.stream or "").rpartition("/")[0]
                found.setdefault(stream.rpartition(AGAIN)[0], []).append(stream)
        return found

    def has(self, request: PuzzleRequest) -> bool:
        """Return whether the puzzle was stored when the run began."""
        return bool(self._held) and request_key(request) in self._held

    def load(self, request: PuzzleRequest) -> GeneratedPuzzle:
        """Return a stored puzzle. Raises LedgerError when it cannot be read."""
        return _parsed(self._unfinished.made(request_key(request)), self._unfinished.path)

    def store(self, request: PuzzleRequest, generated: GeneratedPuzzle) -> None:
        """Store a puzzle. Raises LedgerError when the ledger's file fails, such as on a full disk."""
        made = {"record": as_dict(generated.graded), "rejects": dict(generated.rejects)}
        self._batch[request_key(request)] = request, dumps(made)
        if time.monotonic() - self._saved >= FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is not written yet. If another program locks the file, try again at the next flush."""
        if self._batch and self._unfinished.keep((key_, text) for key_, (_, text) in self._batch.items()):
            self.kept += self._unwritten()
            self._batch.clear()
        self._saved = time.monotonic()

    def _unwritten(self) -> int:
        """Count the puzzles not written yet. A puzzle of a spare stream replaces another and is not counted."""
        return sum(AGAIN not in request.stream for request, _ in self._batch.values())

    def summary(self, error: PuzzlegenError | None = None) -> str:
        """Flush, and describe what is kept and how to resume; ``error`` is what stopped the run, if anything did."""
        there, lost, reason = self._unfinished.path, "", ""
        try:
            self.flush()
        except LedgerError as again:
            reason = "" if isinstance(error, FullError) else f" ({again})"
            lost = f", {self._unwritten()} more could not be{reason}"
        if not self._begun and self._held:
            return f"the puzzles of earlier runs in {there} are kept: start the same run again to continue"
        if not self.kept:
            return f"no finished puzzle could be kept{reason}" if lost else "no puzzle was finished yet"
        are = "is" if self.kept == 1 else "are"
        return f"{_puzzles(self.kept)} {are} kept in {there}{lost}: start the same run again to continue"


def _puzzles(number: int) -> str:
    return pluralize(number, "finished puzzle")


def _ignore(message: str) -> None:
    """Do nothing."""


@contextmanager
def open_checkpoint(path: Path | None, folder: Path, *, fresh: bool, info: Notify = _ignore) -> Iterator[Checkpoint]:
    """Open the checkpoint of the book built in ``folder``, emptied if ``fresh``; without a ledger it stores nothing.

    ``info`` receives messages on puzzles of earlier runs. Raises Interrupted for Ctrl-C, and adds what is kept to
    WorkerError, OutputError and FullError. Raises LedgerError.
    """
    if path is None:
        try:
            yield NO_CHECKPOINT
        except KeyboardInterrupt:
            raise Interrupted("no puzzles are kept: start the run again") from None
        return
    with UnfinishedWork(path, folder) as unfinished:
        if fresh and (gone := unfinished.forget()):
            info(f"--fresh: forgot {_puzzles(gone)} of earlier runs")
        checkpoint = LedgerCheckpoint(unfinished, info)
        try:
            yield checkpoint
        except KeyboardInterrupt:
            raise Interrupted(checkpoint.summary()) from None
        except (WorkerError, OutputError, FullError) as error:
            raise type(error)(f"{error}; {checkpoint.summary(error)}") from None
        except OSError as error:
            raise OutputError(
                f"{error.filename or folder}: {build_folder.write_problem(error)}; {checkpoint.summary()}"
            ) from None
        except PuzzlegenError:
            checkpoint.flush()
            raise


def request_key(request: PuzzleRequest) -> bytes:
    """Return 16 bytes that identify the request, its random stream and the code version that makes the puzzle."""
    return hashlib.blake2b(f"{request!r}\n{code_version()}".encode(), digest_size=16).digest()


def _parsed(text: str, path: Path) -> GeneratedPuzzle:
    try:
        found = json_object(text)
        rejects = record_of(dict[str, int], found["rejects"])
        return GeneratedPuzzle(parse_record(dumps(found["record"])), rejects)
    except (FormatError, ValueError, LookupError) as error:
        words = f"what an unfinished build left cannot be read ({error}): build once with --fresh on the command line"
        raise LedgerError(f"{path}: {words}") from None


def check_pictures(config: BookConfig, recorder: BookRecorder) -> str:
    """Return a warning that names the ready pictures which other books and dailies show too; empty without any.

    Raises GenerationError, which names section and picture, for one that the book shows twice, and for one that is not
    a ready picture and that another book or daily has.
    """
    shown: dict[bytes, str] = {}
    shared = []
    for number, name, mines in _pictures(config):
        with errors_about("sections", number - 1):
            if mines in shown:
                raise GenerationError(f"picture {name!r}: {shown[mines]} shows it already, perhaps turned: remove one")
            shown[mines] = f"picture {name!r} of section {config.sections[number - 1].name!r}"
            holder = recorder.picture_holder(mines)
            if holder is None:
                continue
            if not is_ready_picture(mines):
                raise GenerationError(
                    f"picture {name!r}: it was printed as {holder}: choose another picture; on the command line, "
                    "another --ledger or --allow-repeats helps too"
                )
        shared.append(name)
    return pictures_warning(shared)


def _pictures(config: BookConfig) -> Iterator[tuple[int, str, bytes]]:
    """Yield the number of the section, from 1, the name and the key of the mines of each picture."""
    for number, section in enumerate(config.sections, start=1):
        for place, picture in enumerate(section.pictures or (), start=1):
            with errors_about("sections", number - 1):
                repaired = repaired_picture(section, place)
            if repaired is not None:
                yield number, picture.name, mines_key(section.board(place), repaired.cells.ravel().tolist())


def pictures_warning(names: list[str]) -> str:
    """Return the warning on ready pictures that others of the ledger have too; empty for none."""
    if not names:
        return ""
    pictures = f"the ready picture{'s' * (len(names) > 1)} {', '.join(names)}"
    return f"warning: another book or daily in the ledger has {pictures} too, with other clues"
