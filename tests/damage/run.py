"""Tries every kind of damage, prints a table, and fails for damage that is neither caught nor listed with a reason."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

CAUGHT, LISTED = "caught", "listed"  # verdicts that are no faults
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "e2e")]

from kinds import Kind  # noqa: E402  # found in the folders added above; so below
from sound import CONFIGS, DAILY, build_all  # noqa: E402  # as above
from table import KINDS  # noqa: E402  # as above
from trial import SOUND, Trial, codes_of, tried, tried_after_upgrade  # noqa: E402  # as above


def main() -> int:
    """Run all kinds, or those whose name holds one of the words. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sound", type=Path, help="folder of sound artifacts, built there if it is empty")
    parser.add_argument("--upgraded", action="store_true", help="verify the books by another version of puzzlegen")
    parser.add_argument("words", nargs="*", help="only kinds whose group or name holds one of them")
    asked = parser.parse_args()
    kinds = [kind for kind in KINDS if not asked.words or any(w in f"{kind.group} {kind.name}" for w in asked.words)]
    with TemporaryDirectory(prefix="damage-sound-") as temporary:
        sound = asked.sound or Path(temporary)
        if not any((sound / name).is_dir() for name in CONFIGS):
            build_all(sound)
        used = {kind.artifact for kind in kinds}
        for name in sorted(used):
            found = codes_of(sound / name, name) - SOUND - ({"F116"} if asked.upgraded else set())
            if found:
                print(f"{name}: sound, but found {', '.join(sorted(found))}")
                return 1
        with ProcessPoolExecutor(asked.jobs, get_context("fork")) as pool:
            if asked.upgraded:
                kinds = [kind for kind in kinds if kind.artifact != DAILY]
                upgraded = pool.map(partial(_tried_after_upgrade, sound=sound), [kind.name for kind in kinds])
                return _report_upgraded(zip(kinds, upgraded, strict=True))
            trials = pool.map(partial(_tried, sound=sound), [kind.name for kind in kinds])
            return _report(zip(kinds, trials, strict=True))


def _tried(name: str, sound: Path) -> Trial:
    (kind,) = (kind for kind in KINDS if kind.name == name)  # a kind holds functions, which cannot be sent
    return tried(kind, sound)


def _tried_after_upgrade(name: str, sound: Path) -> tuple[Trial, bool]:
    (kind,) = (kind for kind in KINDS if kind.name == name)
    return tried_after_upgrade(kind, sound)


def _report_upgraded(trials: Iterable[tuple[Kind, tuple[Trial, bool]]]) -> int:
    """Print the kinds that are not caught, and how many only the ledger tells. Returns the exit code."""
    counts: Counter[str] = Counter()
    for kind, (trial, only_ledger) in trials:
        counts["all"] += 1
        counts["by the ledger alone"] += only_ledger
        if trial.fault or not trial.found:
            counts["not caught"] += 1
            print(f"  NOT CAUGHT  {kind.name}  [{trial.fault or 'nothing'}]", flush=True)
    print(
        f"after an upgrade: {counts['all']} kinds, {counts['all'] - counts['not caught']} caught, "
        f"{counts['by the ledger alone']} of them by the ledger alone"
    )
    return 1 if counts["not caught"] else 0


def _report(trials: Iterable[tuple[Kind, Trial]]) -> int:
    """Print a row for each kind as soon as it is tried, then the numbers by group. Returns the exit code."""
    totals: dict[str, Counter[str]] = {}
    wrong = 0
    for kind, trial in trials:
        verdict = _verdict(kind, trial)
        wrong += verdict not in (CAUGHT, LISTED)
        if kind.group not in totals:
            print(f"\n{kind.group}")
        totals.setdefault(kind.group, Counter())[verdict] += 1
        found = trial.fault or ", ".join(trial.found) or "nothing"
        print(f"  {verdict:10}  {' or '.join(kind.codes):12}  {kind.artifact}: {kind.what}  [{found}]", flush=True)
    print()
    for group, counts in totals.items():
        numbers = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
        print(f"{group}: {counts.total()} kinds, {numbers}")
    print(f"{sum(counts.total() for counts in totals.values())} kinds, {wrong} faults")
    return 1 if wrong else 0


def _verdict(kind: Kind, trial: Trial) -> str:
    if trial.is_caught(kind):
        return "CAUGHT, but listed as not" if kind.reason else CAUGHT
    return LISTED if kind.reason else "NOT CAUGHT"


if __name__ == "__main__":
    sys.exit(main())
