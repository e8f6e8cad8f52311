"""Calls kernels with wrong arguments: ``python wrong_calls.py COUNT`` prints how many calls raised TypeError.

A wrong call that is not refused reads memory that is not there, so the process may also crash.
"""

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from puzzlegen.engine import kernels, known_answers

Call = tuple[kernels.Kernel, list[Any]]


def sound_calls() -> list[Call]:
    """The calls of the known answers."""
    calls: list[Call] = []
    plain = kernels.Kernel.__call__

    def recorded(self: kernels.Kernel, *arguments: Any) -> Any:
        calls.append((self, list(arguments)))
        return plain(self, *arguments)

    with mock.patch.object(kernels.Kernel, "__call__", recorded):
        known_answers.Cases().answers()
    return calls


class Odd(np.ndarray[Any, Any]):
    """An array of a subclass."""


NO_NUMBERS = ("3", 2.5, 1 << 70, np.float64(1), [1], np.zeros(2, np.int64))
NO_ARRAYS = (7, "array", b"bytes", [1, 2], (), 1.5, object(), np.int8, memoryview(b"abc"))


def swapped(found: Any, dice: random.Random) -> Any:
    return found.astype(found.dtype.newbyteorder()) if found.itemsize > 1 else found.astype("u2")


def other_type(found: Any, dice: random.Random) -> Any:
    types = ["i1", "u1", "i2", "i4", "u4", "i8", "u8", "f4", "f8", "?", "O", "M8[s]", "c16", "U3"]
    return np.zeros(found.shape, dice.choice([one for one in types if np.dtype(one) != found.dtype]))


def scattered(found: Any, dice: random.Random) -> Any:
    apart = np.zeros((*found.shape[:-1], 2 * found.shape[-1] + 2), found.dtype)[..., 1 : 2 * found.shape[-1] + 1 : 2]
    return apart if found.size > 1 else None


def unaligned(found: Any, dice: random.Random) -> Any:
    if found.itemsize == 1 or found.size == 0:
        return None
    return np.zeros(found.nbytes + 1, np.int8)[1:].view(found.dtype).reshape(found.shape)


def more_dimensions(found: Any, dice: random.Random) -> Any:
    return found.reshape((1, *found.shape) if dice.random() < 0.5 else (*found.shape, 1)).copy()


def fewer_dimensions(found: Any, dice: random.Random) -> Any:
    return np.zeros(found.size, found.dtype) if found.ndim > 1 else np.zeros((), found.dtype)


def own_class(found: Any, dice: random.Random) -> Any:
    return found.copy().view(Odd)


CHANGES: list[Callable[[Any, random.Random], Any]] = [
    swapped, other_type, scattered, unaligned, more_dimensions, fewer_dimensions, own_class,
    lambda found, dice: dice.choice(NO_ARRAYS),
]  # fmt: skip


def exact(text: str) -> bool:
    return text != "_" and not text.startswith((">= ", "0 or "))


def names(text: str) -> list[str]:
    return re.findall("[a-z]+", text.split(" <= ", maxsplit=1)[0])


def other_size(kernel: kernels.Kernel, leaf: kernels.Leaf, found: Any, dice: random.Random) -> Any:
    """The array with one size that does not fit the others, or None where any size fits."""
    counted = [name for text in kernel._sizes if exact(text) for name in names(text)]
    k = dice.randrange(len(leaf.sizes))
    text, shape = leaf.sizes[k], list(found.shape)
    if not exact(text) or any(counted.count(name) < 2 for name in names(text)):
        return None
    fewer = shape[k] > 0 and dice.random() < 0.5
    shape[k] = dice.randrange(shape[k]) if fewer else shape[k] + dice.choice((1, 2, 37, 5000))
    return np.zeros(shape, found.dtype)


def read_only(found: Any) -> Any:
    frozen = found.copy()
    frozen.setflags(write=False)
    return frozen


def wrong_value(kernel: kernels.Kernel, value: Any, wanted: kernels.Declared, dice: random.Random) -> Any:
    """A wrong value in place of a sound one, or None where the change that was drawn is none."""
    kind = dice.randrange(12)
    if isinstance(wanted, list):
        i = dice.randrange(len(wanted))
        wrong = wrong_value(kernel, value[i], wanted[i], dice)
        if kind == 0:
            return tuple(value[:i]) + tuple(value[i + 1 :])
        return None if wrong is None else (*value[:i], wrong, *value[i + 1 :])
    if wanted is None:
        return dice.choice(NO_NUMBERS)
    if kind == 1 and not wanted.const:
        return read_only(value)
    if kind < 6:
        return other_size(kernel, wanted, value, dice)
    return dice.choice(CHANGES)(value, dice)


def copied(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(copied, value))
    return value.copy() if isinstance(value, np.ndarray) and value.flags.writeable else value


def wrong_arguments(kernel: kernels.Kernel, arguments: list[Any], dice: random.Random) -> list[Any] | None:
    """The arguments with one that is wrong, or None where the change that was drawn is none."""
    i = dice.randrange(len(arguments))
    changed = list(map(copied, arguments))
    if dice.randrange(12) == 0:
        return changed[:i] + changed[i + 1 :] if dice.random() < 0.5 else [*changed, changed[i]]
    wrong = wrong_value(kernel, changed[i], kernel.wanted[i], dice)
    return None if wrong is None else [*changed[:i], wrong, *changed[i + 1 :]]


def main(count: int) -> None:
    dice, calls = random.Random(7), sound_calls()
    refused, reached = 0, set()
    while refused < count:
        kernel, arguments = dice.choice(calls)
        wrong = wrong_arguments(kernel, arguments, dice)
        if wrong is None:
            continue
        try:
            kernel(*wrong)
        except (TypeError, OverflowError):
            refused += 1
            reached.add(kernel.__name__)
        else:
            sys.exit(f"{kernel.__name__} took {[getattr(one, 'shape', one) for one in wrong]}")
    print(refused, len(reached))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))
    main(int(sys.argv[1]))
