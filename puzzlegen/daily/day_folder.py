"""Draws the folder of one day with its manifest, and puts it in its place. Runs in a worker process."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from puzzlegen.config.day_files import DAY_FILES
from puzzlegen.daily.day_files import write_day
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.manifest import DAY, Manifest, inputs_of_day, manifest_text, read_manifest, sizes_and_digests
from puzzlegen.errors import DayError, OutputError, PuzzlegenError
from puzzlegen.ledger.issued_day import Day
from puzzlegen.output.build_folder import MANIFEST, digest, flush_to_disk, move_files


@dataclass(frozen=True, slots=True)
class DrawingJob:
    """One day to draw into ``folder``, which does not exist yet.

    ``before`` is the previous day; ``is_open``: the answer is shown. ``series`` is the fingerprint of the series and
    ``ledger`` the path of the ledger relative to the final folder, both for the manifest.
    """

    folder: Path
    day: Day
    before: Day | None
    is_open: bool
    series: str
    ledger: str


def draw_folder(job: DrawingJob) -> str:
    """Draw a day's files and manifest, and wait until they are on the disk; returns the manifest's SHA-256.

    Raises OutputError when they cannot be written, DayError when the day cannot be drawn for another reason.
    """
    day, folder = job.day, job.folder
    try:
        folder.mkdir()
        write_day(folder, day, job.before, job.is_open)
        names = sorted(path.name for path in folder.iterdir())
        inputs, files = inputs_of_day(day, job.before, job.is_open), sizes_and_digests(folder, names)
        tools = drawing_tools(day.series.language)
        manifest = Manifest(DAY, job.series, inputs, files, job.ledger, day.name, day.number, tools)
        (folder / MANIFEST).write_text(manifest_text(manifest), encoding="utf-8", newline="\n")
        for name in (*names, MANIFEST):
            flush_to_disk(folder / name)
    except OSError as error:
        raise OutputError(f"{folder.parent.parent}: cannot be written to: {error.strerror or error}") from None
    except OutputError:
        raise
    except PuzzlegenError as error:
        raise DayError(f"{day.name}: {error}") from None
    except Exception as error:  # a defect of ours, but other days can still be drawn
        raise DayError(
            f"{day.name}: cannot be drawn ({type(error).__name__}: {error}): a fault of puzzlegen; please report it"
        ) from error
    return digest(folder / MANIFEST)


def draw_folder_or_error(job: DrawingJob) -> str | DayError:
    """Draw as ``draw_folder`` does, but return a DayError, so that one day does not stop the others."""
    try:
        return draw_folder(job)
    except DayError as error:
        return error


def remove_folder(target: Path) -> None:
    """Remove the files of a day, its manifest last, then the folder if nothing else is in it. Raises OutputError."""
    before = read_manifest(target)
    names = [name for name in (before.files if before else ()) if "/" not in name]
    try:
        for name in dict.fromkeys((*DAY_FILES, *names, MANIFEST)):
            (target / name).unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{target}: cannot be removed: {error.strerror or error}") from None
    with suppress(OSError):  # the editor's own files are in it
        target.rmdir()


def place_folder(drawn: Path, target: Path) -> None:
    """Move a drawn folder to its place: as a whole if there is none yet, else file by file, the manifest last.

    So readers find the files at any time. Raises OutputError.
    """
    if not target.exists():
        try:
            drawn.rename(target)
            with suppress(OSError):  # not every system can open folders
                flush_to_disk(target.parent)
        except OSError as error:
            raise OutputError(f"{target}: cannot be written to: {error.strerror}") from None
        return
    before = read_manifest(target)
    new = [path.name for path in drawn.iterdir() if path.name != MANIFEST]
    gone = [name for name in (before.files if before else DAY_FILES) if name not in new]
    move_files(drawn, target, [*sorted(new), *gone, MANIFEST])
    shutil.rmtree(drawn, ignore_errors=True)
