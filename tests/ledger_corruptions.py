"""Random damage to the files of a ledger, and what all commands answer from it."""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ledgers import BOOK_MANIFEST, DAY, RECORD, entry, finished_book, ledger_of, printing
from typer.testing import CliRunner

from puzzlegen.book.verification import _ledger_findings
from puzzlegen.cli.services import app
from puzzlegen.errors import LedgerError
from puzzlegen.files.build_folder import BookFolder
from puzzlegen.formats.json_record import dumps, parse_record
from puzzlegen.ledger.book_ledger import BookIdentity, BookRecorder, LedgerPolicy, UnfinishedWork, open_recorder
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.ledger import Ledger

PAGE = 4096
LEDGER, JOURNAL = "ledger.sqlite", "ledger.sqlite-journal"


def make_subjects(folder: Path) -> list[Path]:
    """Two folders with a ledger of the same content: one closed, one whose writer was killed within a transaction."""
    closed, killed = folder / "closed", folder / "killed"
    finished_book(closed / "book")
    path = ledger_of(closed / "book", closed / LEDGER)
    _record_books(path)
    with closing(sqlite3.connect(shutil.copytree(closed, folder / "work") / LEDGER, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 5")  # most changed pages go to the file before the end of the transaction
        writer.execute("BEGIN")
        writer.execute("DELETE FROM puzzles WHERE id % 2")
        shutil.copytree(folder / "work", killed)
    assert (killed / JOURNAL).stat().st_size > 10 * PAGE
    assert (killed / LEDGER).read_bytes() != path.read_bytes()
    return [closed, killed]


def _record_books(path: Path) -> None:
    for book in range(3):
        entries = [replace(entry(1000 * book + 1000 + number), number=number) for number in range(1, 150)]
        with Ledger(path, write=True) as ledger:
            ledger.settle(ledger.reserve(printing("book", f"book {book}"), entries, None), entries)
    with UnfinishedWork(path, path.parent / "started") as work:
        work.keep((bytes([slot] * 16), dumps(RECORD)) for slot in range(40))


def corrupt(folder: Path, rng: random.Random) -> str:
    """Damage one file of the ledger in ``folder``; return how. Its bytes are others afterwards."""
    names = [name for name in (LEDGER, JOURNAL) if (folder / name).exists()]
    if rng.random() < 0.02 and JOURNAL not in names:
        (folder / JOURNAL).write_bytes(rng.randbytes(3000))
        return "a journal of random bytes"
    path = folder / rng.choice(names)
    before = path.read_bytes()
    while True:
        kind = rng.choice(list(KINDS))
        data = KINDS[kind](bytearray(before), rng)
        if data != before:
            path.write_bytes(data)
            return f"{path.name}: {kind}"


def _flip_bits(data: bytearray, rng: random.Random) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 8))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def _zero(size: int) -> Callable[[bytearray, random.Random], bytes]:
    def zero(data: bytearray, rng: random.Random) -> bytes:
        at = size * rng.randrange(-(-len(data) // size))
        end = min(at + size, len(data))
        data[at:end] = bytes(end - at)
        return bytes(data)

    return zero


def _truncate(data: bytearray, rng: random.Random) -> bytes:
    return bytes(data[: rng.choice((rng.randrange(len(data)), 512 * rng.randrange(-(-len(data) // 512))))])


def _two_pages(data: bytearray, rng: random.Random) -> tuple[int, int]:
    one, two = (PAGE * rng.randrange(len(data) // PAGE) for _ in range(2))
    return one, two


def _exchange(data: bytearray, rng: random.Random) -> bytes:
    one, two = _two_pages(data, rng)
    data[one : one + PAGE], data[two : two + PAGE] = data[two : two + PAGE], data[one : one + PAGE]
    return bytes(data)


def _repeat(data: bytearray, rng: random.Random) -> bytes:
    one, two = _two_pages(data, rng)
    data[one : one + PAGE] = data[two : two + PAGE]
    return bytes(data)


def _overwrite(data: bytearray, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    end = min(at + rng.choice((1, 4, 16, 100, 5000)), len(data))
    data[at:end] = rng.randbytes(end - at)
    return bytes(data)


def _change_text(data: bytearray, rng: random.Random) -> bytes:
    """Change one letter or digit: what no checksum guards stays a valid row."""
    places = [at for at, byte in enumerate(data) if chr(byte).isascii() and chr(byte).isalnum()]
    data[rng.choice(places)] = ord(rng.choice("0123456789abcxyz"))
    return bytes(data)


KINDS: dict[str, Callable[[bytearray, random.Random], bytes]] = {
    "bits flipped": _flip_bits,
    "512 bytes zeroed": _zero(512),
    "4096 bytes zeroed": _zero(PAGE),
    "truncated": _truncate,
    "two pages exchanged": _exchange,
    "a page written over another": _repeat,
    "a range overwritten": _overwrite,
    "a letter changed": _change_text,
}


def answers(folder: Path) -> list[object]:
    """What commands say from the ledger in ``folder``, before and after one more book is recorded.

    Raises LedgerError where a command refuses the ledger.
    """
    path, book = folder / LEDGER, folder / "book"
    found: list[object] = [_command("list", path), _command("export", path), _command("show", path, "1")]
    records = [parse_record(row) for row in (book / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()]
    manifest = BOOK_MANIFEST | {"ledger": {"file": f"../{LEDGER}", "repeats_allowed": False}}
    found.append(_ledger_findings(None, BookFolder(book, manifest), records))
    known = [entry(number) for number in (90, 91, 119, 500, *range(1001, 3150, 50))]
    with DailyLedger(path, write=False) as ledger:
        found += [ledger.days("d"), ledger.home("d"), ledger.times_issued("d", DAY.name), ledger.repeats(known, None)]
    identity = BookIdentity("book 1", "Book", "book 1", folder / "book 1", ())
    with open_recorder(identity, LedgerPolicy(path)) as entry_of_book:
        found += [entry_of_book.as_dict(), entry_of_book._own, entry_of_book.repeats(known)]
    other = BookIdentity("other", "Other", "other", folder / "other", ())
    with open_recorder(other, LedgerPolicy(path)) as recorder:
        found.append(_record(recorder, known))
    return [*found, _command("list", path), _command("export", path)]


def _record(recorder: BookRecorder, known: list) -> object:
    assert recorder.ledger is not None
    repeats = recorder.repeats(known)
    new = [replace(entry(number), number=number - 8999) for number in range(9000, 9030)]
    recorder.ledger.settle(recorder.ledger.reserve(printing("book", "other"), new, None), new)
    return repeats


def _command(name: str, path: Path, *words: str) -> str:
    result = CliRunner().invoke(app, [name, *words, "--ledger", str(path)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output.replace(str(path.parent), "FOLDER")


def run_trials(folder: Path, number: int, seed: int) -> tuple[dict[str, list[int]], list[str]]:
    """Damage copies of both ledgers ``number`` times; return counts and faults.

    The counts are, for each kind of damage: how often no answer changed, and how often a command refused the ledger.
    A fault is an answer that changed without a word, or an error other than LedgerError.
    """
    subjects = make_subjects(folder)
    expected = []
    for subject in subjects:
        expected.append(json.dumps(answers(shutil.copytree(subject, folder / "trial")), default=repr))
        shutil.rmtree(folder / "trial")
    counts: dict[str, list[int]] = {}
    faults = []
    for trial in range(number):
        rng = random.Random(f"{seed}/{trial}")
        which = rng.randrange(len(subjects))
        work = shutil.copytree(subjects[which], folder / "trial")
        damage = corrupt(work, rng)
        refused = 0
        try:
            if json.dumps(answers(work), default=repr) != expected[which]:
                faults.append(f"trial {trial} ({damage}): another answer")
        except LedgerError as error:
            refused = 1
            if "\n" in str(error):
                faults.append(f"trial {trial} ({damage}): a message of several lines: {error}")
        except Exception as error:  # any other is what this looks for
            faults.append(f"trial {trial} ({damage}): {error!r}")
        counts.setdefault(damage, [0, 0])[refused] += 1
        shutil.rmtree(work)
    return counts, faults
