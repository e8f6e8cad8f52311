"""A short fuzz of everything that comes from outside, and all that a long one ever found.

``make fuzz SECONDS=600`` goes on for longer, led by coverage. Findings are kept in ``findings/<target>/``, one input a
file, and are tried here for ever.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import SEEDS
from targets import TARGETS

FINDINGS = sorted((Path(__file__).parent / "findings").glob("*/*"))
MANY = {"config": 25, "ledger_bytes": 15, "ledger_rows": 20, "arguments": 25, "manifests": 50, "logos": 60}


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_stays_mended(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_good_ground(name: str) -> None:
    for seed in SEEDS[name]:
        TARGETS[name](seed)


@st.composite
def changed(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """A seed cut, joined, or with other bytes in it; or nothing of one."""
    data = draw(st.sampled_from([b"", *seeds]))
    for _ in range(draw(st.integers(0, 4))):
        begin = draw(st.integers(0, len(data)))
        end = draw(st.integers(begin, min(len(data), begin + 30)))
        data = data[:begin] + draw(st.binary(max_size=20) | st.text(max_size=8).map(str.encode)) + data[end:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_from_outside_breaks_it(name: str) -> None:
    @settings(max_examples=MANY.get(name, 50))
    @given(changed(SEEDS[name]))
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()
