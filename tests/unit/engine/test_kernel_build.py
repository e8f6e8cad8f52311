"""What kernels declare about their arguments."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzlegen.engine.kernels import Float64, Int8, Int32, declared, leaves

build = pytest.importorskip("puzzlegen.engine.kernel_build", reason="the compiler is not installed: extra jit")
SIZE = 5


class Pair(NamedTuple):
    """Two arrays."""

    one: Annotated[Int8, "n"]
    other: Annotated[Float64, f"const {SIZE}, n + 1"]


class Nested(NamedTuple):
    """A record in a record."""

    pair: Pair
    more: Annotated[Int32, "_, 2 * n + 18, >= 3, 0 or n, k <= n"]


def test_a_declaration_is_read() -> None:
    assert declared(int) is None
    read = declared(Nested)
    assert isinstance(read, dict) and list(read) == ["pair", "more"]
    assert {name: str(array) for name, array in leaves(read)} == {
        "one": "int8[n]", "other": "float64[5, n + 1]", "more": "int32[_, 2 * n + 18, >= 3, 0 or n, k <= n]",
    }  # fmt: skip
    assert [array.const for _, array in leaves(read)] == [False, True, False]
    assert declared(Nested) is read


@pytest.mark.parametrize(
    ("text", "fitting", "wrong"),
    [
        ("n", [7], [6, 8, 0]), ("n + 1", [8], [7, 0]), ("2 * n + 18", [32], [14]), (">= n", [7, 9], [6]),
        (">= 2 * n + 1", [15, 99], [14]), ("0 or n + 1", [0, 8], [7, 9]), ("k <= n", [5], [4, 6]), ("_", [0, 9], []),
        ("3", [3], [4, 0]),
    ],
)  # fmt: skip
def test_sizes_are_compared_as_declared(text: str, fitting: list[int], wrong: list[int]) -> None:
    (size,) = declared(Annotated[Int8, text]).sizes
    known = {"n": 7, "k": 5}
    assert [one for one in [*fitting, *wrong] if size.fits(one, known)] == fitting


def test_a_size_at_most_another_is_compared_with_it() -> None:
    (size,) = declared(Annotated[Int8, "k <= n"]).sizes
    assert size.fits(7, {"n": 7, "k": 7}) and not size.fits(8, {"n": 7, "k": 8})


@pytest.mark.parametrize("text", ["", "n - 1", "N", "n, ", "n + m", "n * 2", "n + 1 or 0", "> n"])
def test_what_is_no_size_is_refused(text: str) -> None:
    def add(numbers: Annotated[Int8, text]) -> None:
        numbers[0] += 1

    add.__annotations__ = {"numbers": Annotated[Int8, text], "return": None}
    with pytest.raises(ValueError, match="not the size of an array"):
        build.Translator().kernel(add)


@pytest.mark.parametrize("text", ["n + 1", ">= n", "0 or n", "2 * n"])
def test_a_name_without_a_value_is_refused(text: str) -> None:
    def add(numbers: NDArray[np.int8]) -> None:
        numbers[0] += 1

    add.__annotations__["numbers"] = Annotated[Int8, text]
    with pytest.raises(ValueError, match="add: no size is just n"):
        build.Translator().kernel(add)


def test_a_kernel_returns_integers() -> None:
    def larger(numbers: Annotated[Float64, "n"]) -> bool:
        return numbers[0] * 1.5

    translator = build.Translator()
    translator.kernel(larger)
    with pytest.raises(TypeError, match="use int"):
        translator.translate([__name__])
