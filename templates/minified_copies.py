"""Writes the minified copies of the styles and scripts in templates/: `make templates`, after every change of one.

A copy `play.min.js` lies beside `play.js`. Its first line has the digest of that file and one of the rest of the copy.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

TEMPLATES = Path(__file__).parent
TYPES = {".js": "text/javascript", ".css": "text/css"}
LEFT_OUT = (
    "worker.js",
    "brand.css",
    "logo.css",
)  # they have placeholders, and worker.js is not part of a page; brand styles are short


def sources() -> Iterator[Path]:
    """Yield the styles and scripts that need a minified copy."""
    for path in sorted(TEMPLATES.glob("*/*")):
        if path.suffix in TYPES and not path.stem.endswith(".min") and path.name not in LEFT_OUT:
            yield path


def copy_of(path: Path) -> Path:
    """Return the path of a template's minified copy."""
    return path.with_suffix(f".min{path.suffix}")


def first_line(source: str, short: str) -> str:
    """Return the first line of a copy."""
    of, own = (hashlib.sha256(text.encode("utf-8")).hexdigest() for text in (source, short))
    return f"/* of {of}, {own} */"


def main() -> None:
    """Write each copy."""
    from minify import string  # noqa: PLC0415  # the extra "templates"; the test of the copies does not need it

    for path in sources():
        source = path.read_text(encoding="utf-8")
        short = string(TYPES[path.suffix], source)
        short = (
            short.rstrip(";") + ";\n" if path.suffix == ".js" else short + "\n"
        )  # scripts follow each other in a page
        copy_of(path).write_text(f"{first_line(source, short)}\n{short}", encoding="utf-8")
        print(f"{copy_of(path).relative_to(TEMPLATES.parent)}: {len(source):,} to {len(short):,} characters")


if __name__ == "__main__":
    main()
