"""One of each kind of output has the bytes of the golden file; and what the comparison leaves out."""

import json
from pathlib import Path

import outputs
import pytest
from output_runs import RUNS
from outputs import Golden, differences, digests, libraries_of, read_golden, releases
from packaging.requirements import Requirement

REMEDY = (
    "a change that is wanted: python tests/structure/outputs.py --write; "
    "to see it, run it with --into FOLDER in two checkouts, and compare the folders with diff -r"
)


@pytest.mark.parametrize("run", RUNS)
def test_outputs_are_the_golden_ones(run: str, tmp_path: Path) -> None:
    found = differences(read_golden(), run, digests(RUNS[run](tmp_path)), releases())
    assert not found, "\n".join([*found, REMEDY])


def test_golden_outputs_were_made_with_the_fixed_releases() -> None:
    """Else what depends on another release would never be compared."""
    lines = (Path(__file__).parents[2] / "constraints.txt").read_text(encoding="utf-8").splitlines()
    fixed = [Requirement(line) for line in lines if not line.startswith("#")]
    wanted = {one.name: str(one.specifier).removeprefix("==") for one in fixed if one.name in outputs.LIBRARIES}
    golden = dict(read_golden().releases)
    assert golden.pop("zlib"), "that of the Python which wrote the file"
    assert golden == wanted, "python tests/structure/outputs.py --write"


def test_every_golden_output_has_a_row_in_the_table_of_libraries() -> None:
    golden = read_golden()
    assert golden.digests.keys() == RUNS.keys()
    names = [name for run in golden.digests.values() for name in run]
    assert sum(not libraries_of(name) for name in names) >= 40, "compared on all releases"
    with pytest.raises(LookupError, match=r"picture\.webp: add a row"):
        libraries_of("render/picture.webp")


GOLDEN = Golden({"pillow": "1", "zlib": "1"}, {"run": {"a.gif": "1", "b.txt": "2", "gone.txt": "3"}})


def test_what_depends_on_another_release_is_not_compared_but_must_be_there() -> None:
    found = {"a.gif": "0", "b.txt": "0", "c.txt": "0"}
    rest = ["b.txt: changed", "c.txt: new", "gone.txt: missing"]
    assert differences(GOLDEN, "run", found, {"pillow": "1", "zlib": "1"}) == ["a.gif: changed", *rest]
    assert differences(GOLDEN, "run", found, {"pillow": "1", "zlib": "2"}) == ["a.gif: changed", *rest]
    assert differences(GOLDEN, "run", found, {"pillow": "2", "zlib": "1"}) == rest
    assert "a.gif: missing" in differences(GOLDEN, "run", {"b.txt": "2"}, {"pillow": "2", "zlib": "1"})


def test_versions_digests_and_seconds_of_manifests_are_left_out_and_nothing_else() -> None:
    manifest = {"title": "A", "code": "1", "seconds": {"verify": 1}, "files": {"b": "1", "a": "2"}, "tools": {}}

    def changed(**values: object) -> bool:
        before, after = (json.dumps(one).encode() for one in (manifest, manifest | values))
        return digests({"book/x/manifest.json": before}) != digests({"book/x/manifest.json": after})

    def changed_edition(**values: object) -> bool:
        edition = {"pages": 2, "manifest_sha256": "1"}
        before, after = (json.dumps({"editions": {"a": one}}).encode() for one in (edition, edition | values))
        return digests({"book/x/manifest.json": before}) != digests({"book/x/manifest.json": after})

    assert not changed(code="2", seconds={"verify": 2}, files={"a": "3", "b": "4"}, tools={"pillow": "2"})
    assert not changed_edition(manifest_sha256="2")
    assert changed_edition(pages=3)
    assert changed(title="B")
    assert changed(files={"a": "2"})
    assert changed(findings=["P203"])
    page = b'<input name="start" required value="2026-12-01"><input name="timezone" value="UTC"><input name="title">'
    later = page.replace(b"12-01", b"12-02").replace(b"UTC", b"Europe/London")
    assert digests({"studio/new daily.html": page}) == digests({"studio/new daily.html": later})
    assert digests({"studio/new daily.html": page}) != digests({"studio/new daily.html": page.replace(b"title", b"t")})
    assert digests({"studio/daily.html": page}) != digests({"studio/daily.html": later})
    for seconds in (b"0.3", b"12"):
        text = b"2 issued in %s s; days" % seconds
        assert digests({"daily/messages.txt": text}) == digests({"daily/messages.txt": b"2 issued in 1 s; days"})
        assert digests({"verify/days.txt": text}) != digests({"verify/days.txt": b"2 issued in 1 s; days"})
