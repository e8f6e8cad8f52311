"""Reads what kernels declare about the types and sizes of their arguments (see kernels.kernel)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, get_args, get_type_hints

from puzzlegen.engine import kernels
from puzzlegen.engine.kernels import ANY, AT_LEAST, EQUAL, EQUAL_OR_NONE, SYMBOL_AT_MOST

_ARRAY = re.compile(r"((?:const )?[a-z]+\d+)\[(.*)\]")
_CONST: Any = re.compile(r"(const |)(.*)")
_SIZE = re.compile(r"(?:(\d+) \* )?([a-z]+)(?: \+ (\d+))?")


class Argument(NamedTuple):
    """The type of an argument, "int" for a number, and the sizes of an array as ``kernels`` compares them."""

    dtype: str
    sizes: list[list[int]]

    @property
    def element(self) -> str:
        """The type of the elements of an array."""
        return self.dtype.removeprefix("const ")


def read_declaration(declared: Iterable[str | type[NamedTuple]]) -> list[Argument]:
    """Return the arguments of a kernel from its declaration (see kernels.kernel)."""
    symbols: list[str] = []
    arguments = []
    for one in declared:
        if isinstance(one, str):
            arguments.append(_argument(one, symbols))
            continue
        for hint in get_type_hints(one, include_extras=True).values():
            dtype = get_args(get_args(hint.__origin__)[1])[0].__name__
            const, sizes = _CONST.fullmatch(hint.__metadata__[0]).groups()
            arguments.append(_argument(f"{const}{dtype}[{sizes}]", symbols))
    if len(symbols) > kernels.SYMBOLS:
        raise ValueError(f"more than {kernels.SYMBOLS} symbols: {symbols}")
    return arguments


def _argument(text: str, symbols: list[str]) -> Argument:
    if text == "int":
        return Argument("int", [])
    found = _ARRAY.fullmatch(text)
    if found is None:
        raise ValueError(f"not a type of an argument: {text!r}")
    return Argument(found[1], [_size(size.strip(), symbols) for size in found[2].split(",")])


def _size(text: str, symbols: list[str]) -> list[int]:
    """Return how one size is compared: the kind, a symbol (-1 for none), a factor and a summand."""

    def number(symbol: str) -> int:
        if symbol not in symbols:
            symbols.append(symbol)
        return symbols.index(symbol)

    if text == "_":
        return [ANY, -1, 0, 0]
    least = text.removeprefix(">= ")
    if least.isdigit():
        return [AT_LEAST if least != text else EQUAL, -1, 0, int(least)]
    if " <= " in text:
        symbol, most = text.split(" <= ")
        return [SYMBOL_AT_MOST, number(symbol), number(most), 0]
    kind = AT_LEAST if least != text else EQUAL_OR_NONE if text.endswith(" or 0") else EQUAL
    found = _SIZE.fullmatch(least.removesuffix(" or 0"))
    if found is None:
        raise ValueError(f"not a size: {text!r}")
    return [kind, number(found[2]), int(found[1] or 1), int(found[3] or 0)]
