"""Fuzzes each target of targets.py for a time, led by the coverage of our code, and keeps what it finds.

    python tests/fuzz/run.py [--seconds 60] [--target formats]

All targets share the time evenly. A finding is an input that raised or hung; it is put into ``findings/<target>/``,
where ``test_fuzz.py`` tries it for ever. Exits with 1 if there was one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PATIENCE = 30  # seconds for one input


def fuzz(name: str) -> None:
    """Fuzz one target in this process, which libFuzzer ends."""
    import atheris  # noqa: PLC0415  # of the extra ``fuzz``

    with atheris.instrument_imports(include=["puzzlegen", "yaml"]):
        from targets import TARGETS  # noqa: PLC0415  # the fuzzing process instruments it first

    atheris.Setup([sys.argv[0], *sys.argv[3:]], TARGETS[name])
    atheris.Fuzz()


def session(name: str, seconds: int) -> list[Path]:
    """Fuzz a target in another process for so many seconds, and return the findings."""
    from seeds import SEEDS  # noqa: PLC0415  # the fuzzing process must not import it

    with tempfile.TemporaryDirectory() as room:
        corpus, found = Path(room) / "corpus", Path(room) / "found"
        corpus.mkdir()
        found.mkdir()
        for number, seed in enumerate(SEEDS[name]):
            (corpus / f"seed-{number}").write_bytes(seed)
        command = [sys.executable, __file__, "--fuzz", name, str(corpus), f"-max_total_time={seconds}"]
        options = [f"-timeout={PATIENCE}", "-max_len=4000", "-rss_limit_mb=4096", f"-artifact_prefix={found}/"]
        done = subprocess.run(  # libFuzzer ends its process without tidying up: what it leaves goes with the room
            [*command, *options],
            env=os.environ | {"TMPDIR": room}, capture_output=True, text=True, errors="replace", check=False,
        )  # fmt: skip
        runs = [line for line in done.stderr.splitlines() if "Done " in line]
        kept = [_keep(name, path.read_bytes()) for path in sorted(found.iterdir())]
        print(f"{name}: {runs[-1].split('Done ')[1] if runs else f'ended with {done.returncode}'}", flush=True)
        if done.returncode or kept:
            print("\n".join(done.stderr.splitlines()[-25:]), flush=True)
        if done.returncode and not kept:
            raise SystemExit(f"{name}: the fuzzer itself failed")
    return kept


def _keep(name: str, data: bytes) -> Path:
    path = HERE / "findings" / name / hashlib.sha256(data).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def main() -> int:
    if sys.argv[1:2] == ["--fuzz"]:
        fuzz(sys.argv[2])
        return 0
    from targets import TARGETS  # noqa: PLC0415  # the fuzzing process instruments it first

    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=int, default=60, help="for all targets together")
    options.add_argument("--target", choices=sorted(TARGETS), action="append", help="only this one")
    chosen = options.parse_args()
    names = chosen.target or list(TARGETS)
    found = [path for name in names for path in session(name, max(1, chosen.seconds // len(names)))]
    for path in found:
        print(f"FOUND: {path}")
    return 1 if found else 0


sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]
if __name__ == "__main__":
    sys.exit(main())
