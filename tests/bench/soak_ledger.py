"""Random damage to ledgers: reports answers that changed although no command called the ledger damaged.

python tests/bench/soak_ledger.py [--number 1000] [--seed 1]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from ledger_corruptions import run_trials


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--number", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        counts, faults = run_trials(Path(folder), chosen.number, chosen.seed)
    for damage, (unchanged, refused) in sorted(counts.items()):
        print(f"{damage}: {refused} refused, {unchanged} without effect")
    refused = sum(count[1] for count in counts.values())
    print(f"{chosen.number} corruptions, {refused} refused, {time.perf_counter() - began:.0f} s, {len(faults)} faults")
    for fault in faults:
        print(f"FAULT: {fault}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
