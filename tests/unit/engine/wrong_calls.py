"""Calls kernels with wrong arguments: ``python wrong_calls.py COUNT`` prints how many calls raised TypeError.

A wrong call that is not refused reads memory that is not there, so the process may also crash.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from puzzlegen.engine import kernels, known_answers
from puzzlegen.engine.kernels import Kernel

Call = tuple[Kernel, list[Any]]


def sound_calls() -> list[Call]:
    """The calls of the known answers."""
    calls: list[Call] = []
    plain = Kernel.__call__

    def recorded(self: Kernel, *arguments: Any) -> Any:
        calls.append((self, list(arguments)))
        return plain(self, *arguments)

    with mock.patch.object(Kernel, "__call__", recorded):
        known_answers.Cases().answers()
    return calls


class Odd(np.ndarray[Any, Any]):
    """An array of a subclass."""


NO_NUMBERS = (None, "3", 2.5, 1 << 70, np.float64(1), [1], np.zeros(2, np.int64))
NO_ARRAYS = (None, 7, "array", b"bytes", [1, 2], (), 1.5, object(), np.int8, memoryview(b"abc"))


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
]  # fmt: skip


def other_size(kernel: Kernel, wanted: kernels.Array, found: Any, dice: random.Random) -> Any:
    """The array with one size that does not fit the others, or None where another size may fit."""
    sizes = [size for _, one in kernels.leaves(kernel.wanted) if one for size in one.sizes]
    counted = [size.name for size in sizes if not size.relation]
    k = dice.randrange(len(wanted.sizes))
    size, shape = wanted.sizes[k], list(found.shape)
    if size.relation in ("0 or ", "_") or (size.name and counted.count(size.name) < 2):
        return None
    if size.most:
        shape[k] = dice.choice((1000, 5000))
    elif size.relation == ">= ":
        if size.name or size.summand == 0:  # of a size that may be another number too
            return None
        shape[k] = dice.randrange(size.summand)
    else:
        fewer = shape[k] > 0 and dice.random() < 0.5
        shape[k] = dice.randrange(shape[k]) if fewer else shape[k] + dice.choice((1, 2, 37, 5000))
    return np.zeros(shape, found.dtype)


def read_only(found: Any) -> Any:
    frozen = found.copy()
    frozen.setflags(write=False)
    return frozen


def wrong_value(kernel: Kernel, value: Any, wanted: kernels.Declared, dice: random.Random) -> Any:
    """A wrong value in place of a sound one, or ``value`` where the change that was drawn is none."""
    kind = dice.randrange(12)
    if wanted is None:
        return dice.choice(NO_NUMBERS)
    if isinstance(wanted, dict):
        if kind == 0:
            return dice.choice([(), [*value], value[:-1], (*value, value[-1]), iter(value), dict(enumerate(value)), 7])
        i = dice.randrange(len(value))
        wrong = wrong_value(kernel, value[i], list(wanted.values())[i], dice)
        return value if wrong is value[i] else (*value[:i], wrong, *value[i + 1 :])
    if kind == 0:
        return dice.choice(NO_ARRAYS)
    if kind == 1:
        return value if wanted.const else read_only(value)
    changed = other_size(kernel, wanted, value, dice) if kind < 6 else dice.choice(CHANGES)(value, dice)
    return value if changed is None else changed


def copied(value: Any) -> Any:
    """A copy of what a call may write to."""
    if isinstance(value, tuple):
        return tuple(map(copied, value))
    return value.copy() if isinstance(value, np.ndarray) and value.flags.writeable else value


def moved(kernel: Kernel, arguments: list[Any], dice: random.Random) -> list[Any] | None:
    """The arguments with one of them, as it is, in the place of one that is declared otherwise.

    So a record or a read-only array of which a thread keeps the address is passed as something else.
    """
    i, j = dice.randrange(len(arguments)), dice.randrange(len(arguments))
    wanted = list(kernel.wanted.values())
    one, other = (
        [(array.dtype, len(array.sizes)) for _, array in kernels.leaves({"": wanted[k]}) if array] for k in (i, j)
    )
    if other in ([], one):
        return None
    return [*arguments[:j], arguments[i], *arguments[j + 1 :]]


def wrong_arguments(kernel: Kernel, arguments: list[Any], dice: random.Random) -> list[Any] | None:
    """The arguments with one that is wrong, or None where the change that was drawn is none."""
    kind = dice.randrange(12)
    if kind == 0:
        return moved(kernel, arguments, dice)
    i = dice.randrange(len(arguments))
    changed = list(map(copied, arguments))
    if kind == 1:
        return changed[:i] + changed[i + 1 :] if dice.random() < 0.5 else [*changed, changed[i]]
    wrong = wrong_value(kernel, changed[i], list(kernel.wanted.values())[i], dice)
    return None if wrong is changed[i] else [*changed[:i], wrong, *changed[i + 1 :]]


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
        except TypeError:
            refused += 1
            reached.add(kernel.__name__)
        else:
            sys.exit(f"{kernel.__name__} took {[getattr(one, 'shape', type(one)) for one in wrong]}")
    print(refused, len(reached))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))
    main(int(sys.argv[1]))
