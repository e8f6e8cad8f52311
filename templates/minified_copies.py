"""Writes the minified copies of the styles and scripts in templates/: `make templates`, after every change of one.

A copy `play.min.js` lies beside `play.js`. Its first line has the digest of that file and one of the rest of the copy.
The scripts of a page share one scope, so the minifier keeps the names that they define there. These names are made
short here, the same ones in all copies.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product
from pathlib import Path
from string import ascii_lowercase

TEMPLATES = Path(__file__).parent
TYPES = {".js": "text/javascript", ".css": "text/css"}
LEFT_OUT = (
    "worker.js",
    "brand.css",
    "logo.css",
)  # they have placeholders, and worker.js is not part of a page; brand styles are short
LEAST_LENGTH = 4  # of a name that is made short
RESERVED = {"as", "do", "if", "in", "of"}
# What minified JavaScript consists of. A slash after a value divides; else it begins a regular expression.
_TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<value>[\w$]+)|(?P<quote>`)|(?P<sign>\?\.(?!\d)|\.\.\.|\s+|.)""",
    re.DOTALL,
)
_REGULAR = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/[a-z]*")
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)
_OPENS, _CLOSES = ("{", "(", "[", "${"), ("}", ")", "]")
_BEFORE_VALUE = ("return", "typeof", "case", "in", "of")


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


def tokens(script: str) -> list[str]:
    """Return the tokens of a minified script, which together are the script again."""
    found: list[str] = []
    braces: list[str] = []  # those that are open: "{", or "${" in a template literal
    at, before = 0, ""  # the last token that is no space
    while at < len(script):
        divides = (before[-1:].isalnum() or before[-1:] in set("_$)]}\"'`")) and before not in _BEFORE_VALUE
        if script[at] == "/" and not divides and (match := _REGULAR.match(script, at)):
            token = match[0]
        else:
            token = _TOKEN.match(script, at)[0]  # type: ignore[index]  # any character is a token
        ends_value = token == "}" and braces and braces.pop() == "${"
        if token == "{":
            braces.append(token)
        if token == "`" or ends_value:  # the text of a template literal follows
            rest = _TEMPLATE.match(script, at + 1)
            assert rest is not None
            token += rest[0]
            if token.endswith("${"):
                braces.append("${")
        found.append(token)
        at += len(token)
        before = token if token.strip() else before
    return found


def shared_names(script: str) -> set[str]:
    """Return the names of functions and of simple constants and variables that a minified script defines for all."""
    found: set[str] = set()
    depth, expected, declares = 0, False, False
    for token in tokens(script):
        name = re.fullmatch(r"[A-Za-z_$][\w$]*", token)
        if token in {"function", "const", "let"} and depth == 0:
            expected, declares = True, token != "function"
        elif name and expected:
            found.add(token)
            expected = False
        elif token.strip():
            expected = declares and depth == 0 and token == ","
            declares = declares and not (depth == 0 and token == ";")
        depth += _depth(token)
    return found


def _depth(token: str) -> int:
    """Return by how much a token changes the depth of brackets."""
    closes = token in _CLOSES or (token.startswith("}") and len(token) > 1)
    return (token.endswith("${") or token in _OPENS) - closes


def short_names(scripts: Iterable[str]) -> dict[str, str]:
    """Return a short name for each long name that all scripts share, the most frequent first.

    Names that could stand for a key of an object somewhere keep their length.
    """
    texts = [[token for token in tokens(script) if token.strip()] for script in scripts]
    shared = {name for script in scripts for name in shared_names(script) if len(name) >= LEAST_LENGTH}
    used: Counter[str] = Counter()
    keys: set[str] = set()
    for text in texts:
        for before, token, after in zip(["", *text], text, [*text[1:], ""], strict=False):
            if token in shared and before not in {".", "?."}:
                used[token] += 1
                keys |= {token} if after == ":" or (before in {"{", ","} and after in {"}", ","}) else set()
    taken = {token for text in texts for token in text} | RESERVED
    free = (first + second for first, second in product(ascii_lowercase, repeat=2))
    names = sorted(shared - keys, key=lambda name: (-used[name], name))
    return dict(zip(names, (name for name in free if name not in taken), strict=False))


def renamed(script: str, names: Mapping[str, str]) -> str:
    """Return a minified script with other names."""
    return "".join(
        names.get(token, token) if before not in {".", "?."} else token
        for before, token in pairwise(["", *tokens(script)])
    )


def main() -> None:
    """Write each copy."""
    from minify import string  # noqa: PLC0415  # the extra "templates"; the test of the copies does not need it

    paths = list(sources())
    short = {path: string(TYPES[path.suffix], path.read_text(encoding="utf-8")) for path in paths}
    names = short_names([text for path, text in short.items() if path.suffix == ".js"])
    for path in paths:
        source = path.read_text(encoding="utf-8")
        # scripts follow each other in a page
        copy = renamed(short[path], names).rstrip(";") + ";\n" if path.suffix == ".js" else short[path] + "\n"
        copy_of(path).write_text(f"{first_line(source, copy)}\n{copy}", encoding="utf-8")
        print(f"{copy_of(path).relative_to(TEMPLATES.parent)}: {len(source):,} to {len(copy):,} characters")


if __name__ == "__main__":
    main()
