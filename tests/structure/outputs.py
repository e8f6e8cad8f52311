"""Digests of one of each kind of output, in tests/golden/outputs.json: a pure move of code leaves every digest alone.

``python tests/structure/outputs.py --write`` writes the file: after a change of outputs that is wanted, or of the
libraries in constraints.txt. ``--into FOLDER`` writes the outputs themselves, as they are digested, so that those of
two checkouts can be compared with ``diff -r``. Names of runs make only these.
"""

import argparse
import hashlib
import json
import re
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
GOLDEN = HERE.parent / "golden" / "outputs.json"

# Keys of manifests whose values differ from run to run, with the code, or with the releases of libraries
_REMOVED = {"code", "inputs", "puzzlegen", "requests_sha256", "seconds", "tools", "versions"}
_REMOVED_IN_EDITIONS = {"manifest_sha256"}
_NAMES_ONLY = {"files", "pictures_and_fonts", "templates"}  # their digests follow from outputs and templates
# What else differs from run to run, by output: the first part stays, the rest goes
_REMOVED_TEXTS = {
    # the first day and the time zone that are proposed: today, and that of the machine
    "studio/new daily.html": re.compile(rb'(name="(?:start|timezone)"[^>]* value=")[^"]*'),
    "daily/messages.txt": re.compile(rb"( in )[0-9.]+(?= s;)"),
}

FONTS = ("font-source-sans-pro", "font-source-serif-pro", "ttf-opensans")
PNG = ("pillow", "zlib-ng")
PDF = ("reportlab", "pikepdf", "pillow", "markdown-it-py", "python-barcode", "segno", "zlib")
# The libraries that the bytes of an output depend on; of several patterns the first that fits counts
DEPENDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("*/manifest.json", ()),
    ("book/*.png", (*FONTS, *PDF, *PNG, "pypdfium2")),  # of finished pages, as those for the listing
    ("book/*.jpg", (*FONTS, *PDF, *PNG, "pypdfium2")),
    ("*.pdf", (*FONTS, *PDF)),
    ("*.png", (*FONTS, *PNG)),
    ("*.gif", (*FONTS, "pillow")),
    ("*.svg", FONTS),
    ("*.yaml", ()),
    ("*.ics", ("icalendar",)),
    ("studio/*.html", ("jinja2",)),
    ("studio/config.json", ("jinja2",)),
    ("daily/*.html", (*FONTS, "jinja2")),  # with the outlines of digits
    ("published/*.html", (*FONTS, "jinja2")),
    ("render/*.html", FONTS),
    ("*.txt", ()),
    ("*.csv", ()),
    ("*.json", ()),
    ("*.jsonl", ()),
    ("*.js", ("jinja2",)),  # with the page for what is not kept offline
    ("*.xml", ()),
    ("*.webmanifest", ()),
)
LIBRARIES = sorted({name for _, names in DEPENDS for name in names})


@dataclass(frozen=True)
class Golden:
    """The releases of libraries that the outputs were made with, and the digests of the outputs by run and name."""

    releases: Mapping[str, str]
    digests: Mapping[str, Mapping[str, str]]


def libraries_of(name: str) -> tuple[str, ...]:
    """Return the libraries that an output depends on. Raises LookupError if the table has no row for it."""
    for pattern, libraries in DEPENDS:
        if fnmatchcase(name, pattern):
            return libraries
    raise LookupError(f"{name}: add a row to DEPENDS")


def releases() -> dict[str, str]:
    """Return the installed releases of all libraries of the table; zlib is that of Python."""
    return {name: zlib.ZLIB_RUNTIME_VERSION if name == "zlib" else version(name) for name in LIBRARIES}


def steady(name: str, data: bytes) -> bytes:
    """Return an output without what may differ between runs, codes and releases."""
    if name.endswith("manifest.json"):
        return json.dumps(_steady(json.loads(data)), indent=1).encode()
    return _REMOVED_TEXTS[name].sub(rb"\1*", data) if name in _REMOVED_TEXTS else data


def _steady(manifest: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in manifest.items() if key not in _REMOVED}
    kept |= {key: sorted(manifest[key]) for key in _NAMES_ONLY & kept.keys()}
    for edition in kept.get("editions", {}).values():
        for key in _REMOVED_IN_EDITIONS:
            del edition[key]
    return kept


def digests(outputs: Mapping[str, bytes]) -> dict[str, str]:
    """Return half of the SHA-256 of each output, by name. Raises LookupError for one without a row in the table."""
    found = {}
    for name, data in sorted(outputs.items()):
        libraries_of(name)
        found[name] = hashlib.sha256(steady(name, data)).hexdigest()[:32]
    return found


def differences(golden: Golden, run: str, found: Mapping[str, str], installed: Mapping[str, str]) -> list[str]:
    """Return the outputs of a run that are new, missing or changed.

    What depends on a library whose release is not the golden one is not compared, but must be there.
    """
    expected = golden.digests[run]
    other = {name for name in installed if installed[name] != golden.releases[name]}
    lines = [f"{name}: missing" for name in expected.keys() - found.keys()]
    lines += [f"{name}: new" for name in found.keys() - expected.keys()]
    for name in expected.keys() & found.keys():
        if expected[name] != found[name] and other.isdisjoint(libraries_of(name)):
            lines.append(f"{name}: changed")
    return sorted(lines)


def read_golden() -> Golden:
    """Read the golden file."""
    data = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return Golden(data["releases"], data["outputs"])


def write_golden(runs: Mapping[str, Mapping[str, bytes]]) -> None:
    """Write the golden file with the digests of these outputs; those of other runs stay as they are."""
    found = {**read_golden().digests, **{run: digests(outputs) for run, outputs in runs.items()}}
    text = json.dumps({"releases": releases(), "outputs": found}, indent=1)
    GOLDEN.write_text(text + "\n", encoding="utf-8")


def make(runs: Mapping[str, Callable[[Path], dict[str, bytes]]], names: Iterable[str]) -> dict[str, dict[str, bytes]]:
    """Make the outputs of these runs, each in a folder of its own, which is removed."""
    made = {}
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            made[name] = runs[name](Path(folder))
    return made


def main(words: list[str]) -> int:
    """Write the golden file, or the outputs into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {GOLDEN.name}")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="write the outputs into this folder")
    parser.add_argument("runs", nargs="*", metavar="RUN", help="only these, such as studio")
    options = parser.parse_args(words)
    if not options.write and not options.into:
        parser.error("give --write or --into FOLDER")
    sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent)]  # as pytest finds helpers
    from output_runs import RUNS  # noqa: PLC0415  # its helpers are found only now

    if unknown := [name for name in options.runs if name not in RUNS]:
        parser.error(f"found {unknown[0]}, allowed {', '.join(RUNS)}")
    made = make(RUNS, options.runs or RUNS)
    if options.write:
        write_golden(made)
    for outputs in made.values() if options.into else ():
        for name, data in outputs.items():
            path: Path = options.into / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(steady(name, data))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
