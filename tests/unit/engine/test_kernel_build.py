"""What kernels declare about their arguments."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzlegen.engine.kernel_declarations import read_declaration
from puzzlegen.engine.kernels import ANY, AT_LEAST, EQUAL, EQUAL_OR_NONE, SYMBOL_AT_MOST

build = pytest.importorskip("puzzlegen.engine.kernel_build", reason="the compiler is not installed: extra jit")
SIZE = 5


class Pair(NamedTuple):
    """Two arrays."""

    one: Annotated[NDArray[np.int8], "n"]
    other: Annotated[NDArray[np.float64], f"const {SIZE}, n + 1"]


def test_a_declaration_is_read() -> None:
    assert [
        tuple(one)
        for one in read_declaration(
            ["const int32[n + 1]", "int", "uint8[_]", "int8[k <= n]", "int64[>= 2 * n + 18]", "int8[n or 0]", Pair]
        )
    ] == [
        ("const int32", [[EQUAL, 0, 1, 1]]),
        ("int", []),
        ("uint8", [[ANY, -1, 0, 0]]),
        ("int8", [[SYMBOL_AT_MOST, 1, 0, 0]]),
        ("int64", [[AT_LEAST, 0, 2, 18]]),
        ("int8", [[EQUAL_OR_NONE, 0, 1, 0]]),
        ("int8", [[EQUAL, 0, 1, 0]]),
        ("const float64", [[EQUAL, -1, 0, 5], [EQUAL, 0, 1, 1]]),
    ]


@pytest.mark.parametrize("text", ["int8", "int8[n - 1]", "int8[N]", "int8[]", "8[n]", "int8[n + m]"])
def test_what_is_no_declaration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a "):
        read_declaration([text])


def test_a_kernel_declares_each_argument() -> None:
    def add(numbers, more):
        numbers[0] += more

    with pytest.raises(ValueError, match="add: 1 arguments are declared, 2 taken"):
        build.Translator().kernel(add, ("int8[n]",))


def test_a_kernel_returns_integers() -> None:
    translator = build.Translator()
    translator.kernel(lambda numbers: numbers[0] > 1.5, ("float64[n]",))
    with pytest.raises(TypeError, match="use int"):
        translator.translate([__name__])
