"""Every code of a finding has a folder with a damaged input, for which verification prints the lines written there."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from commands import puzzlegen
from finding_cases import HERE, ROWS, UNCOVERED, FindingCase, all_cases
from kinds import Kind
from printed_files import PrintedFile
from trial import damaged_findings

from puzzlegen.checking.findings import FINDING_TYPES

pytestmark = pytest.mark.xdist_group("damage")  # what they share is made once

CASES = list(all_cases())
DAMAGE = [case for case in CASES if case.damage]
PRINTED = [case for case in CASES if not case.damage]
Findings = Callable[[FindingCase], set[str]]


def test_every_code_has_a_folder_or_a_reason() -> None:
    codes = {case.code for case in CASES}
    assert codes | UNCOVERED.keys() == FINDING_TYPES.keys() and not codes & UNCOVERED.keys()
    assert codes == {path.name for path in HERE.iterdir() if path.is_dir() and path.name in FINDING_TYPES}


def test_every_case_names_its_code_and_one_input() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    for case in CASES:
        assert case.says and all(re.match(rf"(error|warning) {case.code}\b", line) for line in case.says), case.name
        assert bool(case.damage) != bool(case.what and case.preflight), case.name
        assert not case.damage or case.damage in ROWS, case.name


@pytest.fixture(scope="module")
def findings(sound: Path) -> Findings:
    """Finds what is said of the artifact of a case, damaged by all its cases that are not to be alone."""
    together: dict[str, list[Kind]] = {}
    for case in DAMAGE:
        if not case.alone and case.kind not in (rows := together.setdefault(case.kind.artifact, [])):
            rows.append(case.kind)
    of_artifact = cache(lambda artifact: damaged_findings(together[artifact], sound))
    of_row = cache(lambda name: damaged_findings([ROWS[name]], sound))
    return lambda case: of_row(case.damage) if case.alone else of_artifact(case.kind.artifact)


@pytest.mark.parametrize("case", DAMAGE, ids=lambda case: case.name)
def test_damage_is_named(case: FindingCase, findings: Findings) -> None:
    lines = findings(case)
    assert set(case.says) <= lines, "\n".join(sorted(line for line in lines if f" {case.code}" in line) or lines)


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case.name)
def test_a_broken_rule_of_a_printer_is_named(case: FindingCase, tmp_path: Path) -> None:
    PrintedFile(**case.file).write(tmp_path / "file.pdf")
    done = puzzlegen("preflight", "file.pdf", *case.preflight.split(), cwd=tmp_path)
    lines = [line for line in done.stdout.splitlines() if re.match("(error|warning) ", line)]
    assert set(case.says) <= set(lines)
    assert {line.split()[1].rstrip(":") for line in lines} == {case.code, *case.also}
    assert done.returncode == any(line.startswith("error") for line in lines)
