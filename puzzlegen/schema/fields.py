"""Field types of configs: each reads a value and has its own message for one that it refuses.

The loader passes every scalar as the text in the file, because YAML 1.1 would read ``no`` as false, ``3:30`` as 210 and
``007`` as 7. So each type decides which texts it accepts. Numbers and booleans are accepted too, for configs made by
programs.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from puzzlegen.board.difficulty import parse_scores, write_scores
from puzzlegen.board.grid import Grid
from puzzlegen.errors import ConfigError, FormatError, Problem
from puzzlegen.files.writing import plain_path
from puzzlegen.schema.isbn import EXAMPLE, isbn_digits
from puzzlegen.units import inches, mm
from puzzlegen.wording import (
    as_meant,
    as_typed,
    character_name,
    describe,
    did_you_mean,
    first_unprintable,
    single_spaced,
    unset_letter,
    unset_letter_text,
)

FIELD_ERROR = "puzzlegen"  # error type of a field; its text is the message
CROSS_FIELD_ERROR = (
    "puzzlegen_together"  # error type of a rule between fields; for files, the loader checks these rules itself
)

MIN_SIDE = 3  # a 2x2 board has no inner cell and no puzzle worth printing
MAX_SIZES = 8  # of boards in one section
MAX_SIDE = 60  # at 4 mm, the smallest cells of pictures, these are 240 mm, more than the pages of usual trims

_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
_DECIMAL = re.compile(r"-?(?:[0-9]{1,9}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")
_LENGTH = re.compile(rf"({_DECIMAL.pattern})(?: ?(mm|cm|in|pt))?")
_POINTS = {  # in one unit, by its name in messages and its sign
    "millimeters": mm(1), "inches": inches(1), "points": 1.0, "mm": mm(1), "cm": mm(10), "in": inches(1), "pt": 1.0,
}  # fmt: skip
_SIZE = re.compile(r"([1-9][0-9]{0,9}|0) ?[xX×] ?([1-9][0-9]{0,9}|0)")
_TRIM = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,4})?) ?[xX×] ?([0-9]{1,4}(?:\.[0-9]{1,4})?) ?(in|mm|cm)")
_INCHES = r"(?:in|inch|inches|[\"″”])"
_SPOKEN_TRIM = re.compile(rf"([0-9.]+) ?{_INCHES}? ?(?:[xX×]|by) ?([0-9.]+) ?({_INCHES}?)")
_TRIM_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,39}")
# Lines that Markdown does not join to the one above, lists with their indentation; and those that none is joined to
_LIST = re.compile(r" *(?:[-*+] |[0-9]{1,9}[.)] )")
_BLOCK = re.compile(r" {0,3}(?:>|#{1,6}[^#\n]|[-=]{3,} *$|\||:::|`{3}|~{3})")
_WHOLE_LINE = re.compile(r" {0,3}(?:#{1,6} |[-=]{3,} *$|\||:::|`{3}|~{3})")
Lines = Literal["one", "kept", "flow", "source"]

_TRUE = ("yes", "true", "on")
_FALSE = ("no", "false", "off")


def field_error(text: str) -> PydanticCustomError:
    """Return the error of a field; the user sees its text unchanged."""
    return PydanticCustomError(FIELD_ERROR, "{text}", {"text": text})


def not_allowed(found: str, allowed: str, hint: str = "") -> PydanticCustomError:
    """Return the error of a field whose value is none of what is ``allowed``, with a hint such as what may be meant.

    ``found`` is the value in words.
    """
    problem = Problem.not_allowed((), found, f"{allowed}{hint}")
    return PydanticCustomError(FIELD_ERROR, "{text}", {"text": problem.text, "allowed": problem.allowed})


def cross_field_error(text: str) -> PydanticCustomError:
    """Return the error of a rule between fields, like ``field_error``."""
    return PydanticCustomError(CROSS_FIELD_ERROR, "{text}", {"text": text})


def whole_number(low: int, high: int) -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is a whole number written as ``8``.

    ``08``, ``8.0``, ``1e3``, ``0x10`` and ``1_000`` are refused, because YAML readers disagree about them.
    """

    def read(value: Any) -> int:
        number = _whole(value, low, high)
        if number is None:
            hint = _plain_number_hint(value, low, high)
            raise not_allowed(describe(value), f"a whole number from {low} to {high}", hint)
        return number

    return BeforeValidator(read), WithJsonSchema({"anyOf": _whole_shapes(low, high)})


def whole_number_or(name: str, low: int, high: int) -> tuple[BeforeValidator, PlainSerializer, WithJsonSchema]:
    """Return the parts of a field that is a whole number, or the word ``name``, which is read as None."""

    def read(value: Any) -> int | None:
        number = _whole(value, low, high)
        if number is None and value != name:
            hint = _plain_number_hint(value, low, high) or did_you_mean(value, [name])
            raise not_allowed(describe(value), f"{name} or a whole number from {low} to {high}", hint)
        return number

    def write(value: int | None) -> int | str:
        return name if value is None else value

    shape = {"anyOf": [{"const": name}, *_whole_shapes(low, high)]}
    return BeforeValidator(read), PlainSerializer(write), WithJsonSchema(shape)


def _whole(value: Any, low: int, high: int) -> int | None:
    """The number if the value is one in the range, else None."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        value = int(value)
    return value if type(value) is int and low <= value <= high else None


def _whole_shapes(low: int, high: int) -> list[dict[str, Any]]:
    return [
        {"type": "integer", "minimum": low, "maximum": high},
        {"type": "string", "pattern": f"^({_WHOLE.pattern})$"},
    ]


def _plain_number_hint(value: object, low: int, high: int) -> str:
    """A hint for a number in the range that is written in an unusual way."""
    if isinstance(value, str) and re.fullmatch(r"\+?0*[0-9_]{1,18}(\.0+)?", value):
        digits = value.lstrip("+").split(".")[0].replace("_", "")
        if digits and low <= int(digits) <= high:
            return f'; did you mean "{int(digits)}"?'
    return ""


def decimal(low: float, high: float, what: str) -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is a number such as ``0.33``. ``what`` names its unit in messages.

    A length in millimeters, inches or points may also have another unit, such as ``1.6 cm``, and is converted.
    """
    form = _LENGTH if what in _POINTS else _DECIMAL

    def read(value: Any) -> float:
        number: Any = as_typed(value) if isinstance(value, str) else value
        value = number
        if isinstance(value, str) and _DECIMAL.fullmatch(value):
            number = float(value)
        elif isinstance(value, str) and form is _LENGTH and (length := _LENGTH.fullmatch(value)):
            number = round(float(length[1]) * _POINTS[length[2]] / _POINTS[what], 4)
        right = isinstance(number, int | float) and not isinstance(number, bool)
        if not right or not math.isfinite(number) or not low <= number <= high:
            hint = ""
            if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9},[0-9]{1,9}", value):
                hint = f'; did you mean "{value.replace(",", ".")}"?'
            elif isinstance(value, str) and re.fullmatch(r"[0-9]{1,3} ?%", value):
                hint = f'; did you mean "{int(value.rstrip(" %")) / 100:g}"?'
            units = ", or a length such as 1.6 cm or 0.5 in" if form is _LENGTH and number is value else ""
            raise not_allowed(describe(value), f"{what} from {low:g} to {high:g}{units}", hint)
        return float(number) + 0.0  # no negative zero, which would be another text in the canonical form

    shape = {
        "anyOf": [
            {"type": "number", "minimum": low, "maximum": high},
            {"type": "string", "pattern": f"^({form.pattern})$"},
        ]
    }
    return BeforeValidator(read), WithJsonSchema(shape)


def _read_scores(value: Any) -> tuple[float, float]:
    given = write_scores(value) if isinstance(value, tuple) else value
    try:
        return parse_scores(str(given) if type(given) in (str, int, float) else "")
    except FormatError as error:
        raise field_error(f"found {describe(value)}, {error}") from None


ScoreRange = Annotated[
    tuple[float, float],
    PlainValidator(_read_scores),
    PlainSerializer(write_scores, return_type=str),
    WithJsonSchema({"type": ["string", "number"], "examples": ["40", "20-60"]}),
]
"""The score of puzzles, or the first and the last of scores that rise."""


def one_of(*allowed: str) -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is one of a few words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            hint = did_you_mean(value, allowed)
            raise not_allowed(describe(value), ", ".join(allowed), hint)
        return value

    return BeforeValidator(read), WithJsonSchema({"type": "string", "enum": list(allowed)})


_HEX = re.compile(r"#[0-9A-Fa-f]{6}")
_SHORT_HEX = re.compile(r"#?([0-9A-Fa-f]{3})")


def color() -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is a color: ``"#1c2733"``, quoted because # begins a comment, or a CSS name."""

    def read(value: Any) -> str:
        if isinstance(value, str) and _HEX.fullmatch(value):
            return value.lower()
        from PIL.ImageColor import colormap, getrgb  # noqa: PLC0415  # runs of a daily with nothing to do need none

        if isinstance(value, str) and value.lower() in colormap:  # whose values change as colors are read
            return "#{:02x}{:02x}{:02x}".format(*getrgb(value.lower())[:3])
        hint = did_you_mean(value, colormap)
        if isinstance(value, str) and (short := _SHORT_HEX.fullmatch(value)):
            hint = f'; did you mean "#{"".join(2 * digit for digit in short[1])}"?'
        raise not_allowed(
            describe(value),
            '# and six hexadecimal digits, such as "#1c2733", or the name of a color in CSS, such as navy',
            hint,
        )

    return BeforeValidator(read), WithJsonSchema({"type": "string", "pattern": f"^({_HEX.pattern}|[A-Za-z]+)$"})


def text(longest: int, lines: Lines = "one", *, is_set: bool = True) -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is a text of at most ``longest`` visible characters.

    ``lines`` determines the meaning of line breaks. ``one``: not allowed. ``kept``: kept. ``flow``: an empty line
    separates paragraphs, which are joined by two breaks, and other breaks count as spaces. ``source``: kept, also those
    before the text, so that messages count its lines as an editor does. Other white space around the text is removed.
    Accents are composed (Unicode NFC), so that the same words always give the same book.
    Letters that pages cannot show are refused unless ``is_set`` is off.
    """
    kind = "one line of text" if lines == "one" else "text"
    allowed = f"{kind}, 1 to {longest} characters"

    def read(value: Any) -> str:
        if not isinstance(value, str) or not as_meant(value).strip():
            raise not_allowed(describe(value), allowed)
        if len(value) > 4 * longest + 100:  # checked before work that grows with the length
            raise not_allowed(f"{len(value)} characters", allowed)
        whole = unicodedata.normalize("NFC", as_meant(value.replace("\r\n", "\n")))
        clean = whole.strip()
        if lines == "source":
            clean = "\n" * whole[: whole.index(clean)].count("\n") + clean
        if character := first_unprintable(clean, "" if lines == "one" else "\n"):
            name = {"\n": "a line break", "\t": "a tab"}.get(character) or character_name(character)
            raise field_error(f"found {name} in {describe(clean)}, allowed {allowed}; remove it")
        if is_set and (letter := unset_letter(clean)):
            raise field_error(unset_letter_text(letter))
        if lines == "flow":
            clean = "\n\n".join(_joined_lines(part) for part in re.split(r"\n[ \n]*\n", clean))
        if len(clean) > longest:
            raise not_allowed(f"{len(clean)} characters", allowed)
        return clean

    # An unquoted 1984 is a text for the loader, but a number for an editor that checks the JSON Schema.
    shape = {"type": ["string", "number", "boolean"], "minLength": 1, "maxLength": longest}
    return BeforeValidator(read), WithJsonSchema(shape)


def _joined_lines(part: str) -> str:
    """Return the lines of a paragraph as one, but begin a line where Markdown begins a block, such as a list."""
    lines: list[str] = []
    for line in part.split("\n"):
        words = single_spaced(line)
        if _LIST.match(line):
            lines.append(" " * (len(line) - len(line.lstrip(" "))) + words)
        elif not lines or _BLOCK.match(line) or _WHOLE_LINE.match(lines[-1]):
            lines.append(words)
        else:
            lines[-1] += f" {words}"
    return "\n".join(lines)


def file_path(example: str, *, is_option: bool = False) -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is a path under the current folder; a foreign config cannot reach outside.

    ``example`` is for messages; with ``is_option`` they advise to name other files on the command line.
    """
    remedy = "name any other file on the command line" if is_option else "copy other files there"
    read_text, shape = text(300, is_set=False)

    def read(value: Any) -> str:
        name: str = read_text.func(value)  # type: ignore[call-arg]  # a function defined here, with one argument
        if not (plain := plain_path(name)):
            raise not_allowed(describe(name), f"a file under the current folder, such as {example}", f"; {remedy}")
        return plain

    return BeforeValidator(read), shape


def isbn_number() -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is an ISBN-13, with or without hyphens."""

    def read(value: Any) -> str:
        written = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
        try:
            isbn_digits(written or "?")
        except ConfigError as error:
            raise field_error(f"found {describe(value)}, {error}") from None
        return " ".join(as_typed(written).split())

    return BeforeValidator(read), WithJsonSchema({"type": ["string", "integer"], "examples": [EXAMPLE]})


def puzzle_address() -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is a web address with {puzzle} or {number}, for QR codes."""
    longest = 188
    form = re.compile(rf"https?://[A-Za-z0-9._~:/?#@!$&'()*+,;=%{{}}-]{{1,{longest - len('https://')}}}")
    allowed = "an address that holds {puzzle} or {number}, such as https://example.com/play/{number}"

    def read(value: Any) -> str:
        if isinstance(value, str) and len(value) > longest:
            raise not_allowed(f"{len(value)} characters", f"up to {longest}")
        names = re.findall(r"\{.*?\}|[{}]", value) if isinstance(value, str) and form.fullmatch(value) else []
        if not names or not set(names) <= {"{puzzle}", "{number}"}:
            raise not_allowed(describe(value), allowed)
        return str(value)

    return BeforeValidator(read), WithJsonSchema({"type": "string", "pattern": r"^https?://.*\{(puzzle|number)\}"})


def _read_switch(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    lower = value.lower() if isinstance(value, str) and value in (value.lower(), value.upper(), value.title()) else ""
    if lower not in _TRUE + _FALSE:
        hint = {"y": '; did you mean "yes"?', "n": '; did you mean "no"?'}.get(str(value).lower(), "")
        raise not_allowed(describe(value), "yes or no", hint or did_you_mean(value, _TRUE + _FALSE))
    return lower in _TRUE


_SWITCH_TEXTS = [form for name in _TRUE + _FALSE for form in (name, name.title(), name.upper())]

Switch = Annotated[bool, BeforeValidator(_read_switch), WithJsonSchema({"enum": [True, False, *_SWITCH_TEXTS]})]
"""yes or no; true, false, on and off are accepted too."""


def read_size(value: Any, longest: int = MAX_SIDE) -> Grid:
    """Return the grid of a size in cells, each side at most ``longest``. Raises a field error."""
    if isinstance(value, Grid):
        value = str(value)
    match = _SIZE.fullmatch(as_typed(value)) if isinstance(value, str) else None
    sides = [int(side) for side in match.groups()] if match else []
    if not sides or not all(MIN_SIDE <= side <= longest for side in sides):
        hint = ""
        if isinstance(value, str | int) and re.fullmatch("[1-9][0-9]?", str(value)):
            hint = f'; did you mean "{value}x{value}"?'
        allowed = f"width x height in cells, each {MIN_SIDE} to {longest}, such as 10x10"
        raise not_allowed(describe(value), allowed, hint)
    return Grid(sides[0], sides[1])


def _read_sizes(value: Any) -> tuple[Grid, ...]:
    if not isinstance(value, list | tuple):
        return (read_size(value),)
    if not 1 <= len(value) <= MAX_SIZES:
        raise not_allowed(f"{len(value)} sizes", f"1 to {MAX_SIZES}")
    return tuple(read_size(size) for size in value)


SIZE_SCHEMA = {"type": "string", "pattern": f"^({_SIZE.pattern})$", "examples": ["10x10", "12x16"]}
_SIZE_LIST = {"type": "array", "items": SIZE_SCHEMA, "minItems": 1, "maxItems": MAX_SIZES}

Sizes = Annotated[
    tuple[Grid, ...],
    PlainValidator(_read_sizes),
    PlainSerializer(lambda sizes: str(sizes[0]) if len(sizes) == 1 else [str(one) for one in sizes]),
    WithJsonSchema({"anyOf": [SIZE_SCHEMA, _SIZE_LIST]}),
]
"""Width x height of a board in cells, or a list of them."""


@dataclass(frozen=True, slots=True)
class Trim:
    """Size of the trimmed page as written in the config; ``unit`` is ``in`` or ``mm``, into which cm are converted."""

    width: float
    height: float
    unit: str

    @property
    def points(self) -> tuple[float, float]:
        """``(width, height)`` in points."""
        convert = inches if self.unit == "in" else mm
        return convert(self.width), convert(self.height)

    def __str__(self) -> str:
        return f"{self.width:g}x{self.height:g} {self.unit}"


_SHORTEST, _LONGEST = inches(3), inches(20)  # from a small card to a tabloid sheet


def _plain_trim(value: str) -> str:
    """Return a size in inches as ``6x9 in``, and without a unit as ``6x9``; other texts stay as they are.

    >>> [_plain_trim(size) for size in ("6 by 9", "6 x 9 inches", '6" x 9"', "150x200 mm")]
    ['6x9', '6x9 in', '6x9 in', '150x200 mm']
    """
    match = _SPOKEN_TRIM.fullmatch(value)
    return f"{match[1]}x{match[2]}{' in' if match[3] else ''}" if match else value


def _read_trim(value: Any) -> Trim | str:
    if isinstance(value, Trim):
        value = str(value)
    if isinstance(value, str):
        value = _plain_trim(as_typed(value))
    match = _TRIM.fullmatch(value) if isinstance(value, str) else None
    trim = Trim(float(match[1]), float(match[2]), match[3]) if match else None
    if trim is not None and trim.unit == "cm":
        trim = Trim(round(10 * trim.width, 4), round(10 * trim.height, 4), "mm")
    if trim is not None and all(_SHORTEST <= side <= _LONGEST for side in trim.points):
        return trim
    name = re.sub(" ?[xX×] ?", "x", value) if isinstance(value, str) else ""
    if trim is None and _TRIM_NAME.fullmatch(name):
        return name
    allowed = "a name such as 8.5x11, or width x height with a unit, such as 210x297 mm, each side 3 to 20 in"
    raise not_allowed(describe(value), f"{allowed} (76.2 to 508 mm)")


TrimSize = Annotated[
    Trim | str,
    PlainValidator(_read_trim),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "pattern": f"^({_TRIM.pattern}|{_TRIM_NAME.pattern})$",
                    "examples": ["8.5x11", "a4", "210x297 mm"]}),
]  # fmt: skip
"""A trim by the printer's name for it, or width x height with a unit."""


def group_or_yes_no(keys: str) -> tuple[BeforeValidator, PlainSerializer]:
    """Return the parts of a field that is a group of keys, yes for its defaults, or no, which is read as None.

    ``keys`` lists the keys for messages.
    """

    def read(value: Any) -> Any:
        if value is None:
            return {}
        if isinstance(value, str | int):
            try:
                return {} if _read_switch(value) else None
            except PydanticCustomError:
                hint = did_you_mean(value, _TRUE + _FALSE)
                raise not_allowed(describe(value), f"yes, no or a group of keys: {keys}", hint) from None
        return value

    def write(value: Any) -> Any:
        return False if value is None else value.model_dump(mode="json")

    return BeforeValidator(read), PlainSerializer(write)


def allow_switch(schema: dict[str, Any]) -> None:
    """Let the JSON Schema of an optional group accept yes and no too."""
    schema["anyOf"].append({"enum": [True, False, *_SWITCH_TEXTS]})


OptionalGroup = BeforeValidator(lambda value: {} if value is None else value)
"""Marks a group of optional keys. With all keys commented out its value is empty, which means the defaults."""


MAX_PUZZLE_LINE = 20_000  # characters; a puzzle of 60x60 cells has fewer than 8,000
MAX_PUZZLE_TITLE = 60  # characters
PuzzleLine = Annotated[str, *text(MAX_PUZZLE_LINE)]
"""A puzzle as one line in the format ``line``."""

PUZZLE_MEANING = "The puzzle as one line in the format line, such as 4x4:a13f3a2a2a0."
PuzzleTitle = Annotated[str, *text(MAX_PUZZLE_TITLE)]
"""The words over a chosen puzzle."""
