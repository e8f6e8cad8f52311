"""What kernels declare about their arguments."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import pytest

from puzzlegen.engine.kernels import Float64, Int8, Int32, Leaf, declared

build = pytest.importorskip("puzzlegen.engine.kernel_build", reason="the compiler is not installed: extra jit")
SIZE = 5


class Pair(NamedTuple):
    """Two arrays."""

    one: Annotated[Int8, "n"]
    other: Annotated[Float64, f"const {SIZE}, n + 1"]


class Nested(NamedTuple):
    """A record in a record."""

    pair: Pair
    more: Annotated[Int32, "_"]


def test_a_declaration_is_read() -> None:
    assert declared(int) is None
    assert declared(Nested) == [
        [Leaf(np.dtype("i1"), ("n",), False), Leaf(np.dtype("f8"), ("5", "n + 1"), True)],
        Leaf(np.dtype("i4"), ("_",), False),
    ]


def test_a_kernel_returns_integers() -> None:
    def larger(numbers: Annotated[Float64, "n"]) -> bool:
        return numbers[0] * 1.5

    translator = build.Translator()
    translator.kernel(larger)
    with pytest.raises(Exception, match="use int"):
        translator.translate([__name__])
