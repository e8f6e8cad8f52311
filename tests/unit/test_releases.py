"""One file fixes every release that make and CI install, and its versions are those that pyproject.toml allows."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
ABOUT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FIXED = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
LISTS = (
    ABOUT["build-system"]["requires"],
    ABOUT["project"]["dependencies"],
    *ABOUT["project"]["optional-dependencies"].values(),
)
VARIABLES = "PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt"
ASKED_FOR = {need for needs in LISTS for need in needs if not need.startswith("puzzlegen[")}  # another extra


@pytest.mark.parametrize("need", sorted(ASKED_FOR))
def test_everything_that_is_asked_for_is_fixed_at_an_allowed_release(need: str) -> None:
    wanted = Requirement(need)
    fixed = [one for one in FIXED if one.name == canonicalize_name(wanted.name)]
    assert fixed, "run make constraints"
    assert all(wanted.specifier.contains(version_of(one), prereleases=True) for one in fixed)


@pytest.mark.parametrize("need", sorted(ASKED_FOR))
def test_everything_that_is_asked_for_has_a_lowest_release(need: str) -> None:
    """Else make test-latest would take the first release ever."""
    assert {one.operator for one in Requirement(need).specifier} & {">=", "=="}


def test_the_version_is_that_of_the_changes_and_of_the_named_wheels() -> None:
    about, version = ABOUT["project"], ABOUT["project"]["version"]
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = [heading for heading in headings if heading != "Unreleased"]
    assert re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", released[0])
    guide = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert set(re.findall(r"puzzlegen-([\d.]+)-py3", guide)) == {version}
    pythons = sorted(one.rpartition(" ")[2] for one in about["classifiers"] if ":: Python ::" in one)
    assert about["requires-python"] == f">={pythons[0]}"
    assert f"You need Python {', '.join(pythons[:-1])} or {pythons[-1]}." in (ROOT / "README.md").read_text("utf-8")
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert f"python: {json.dumps(pythons)}" in workflow


def version_of(fixed: Requirement) -> str:
    (only,) = fixed.specifier
    assert only.operator == "=="
    assert "*" not in only.version
    return only.version


def test_releases_are_fixed_by_version_alone() -> None:
    assert [str(one) for one in FIXED if one.url] == []
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if re.search(r"://|^-|@", line)] == []
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []


@pytest.mark.parametrize("file", ["Makefile", ".ci/run", "Dockerfile"])
def test_nothing_is_installed_past_the_fixed_releases(file: str) -> None:
    fixed = f"FIXED  := {VARIABLES}\n"
    text = (ROOT / file).read_text(encoding="utf-8")
    assert file != "Makefile" or text.index(fixed) < text.index("$(FIXED)")  # := takes the value that it has there
    lines = text.splitlines()
    installs = [
        line.strip() for line in lines if re.search(r"(pip3?|npm|npx|uv|uvx) +(install|i|add|run|tool)\b", line)
    ]
    assert all(
        re.match(r"PIP    := (?:\w+=\w+ )?\$\(FIXED\) |COMPILER_PIP := \$\(FIXED\) ", line)
        or line.startswith(f"&& {VARIABLES} pip install ")
        or "--resolution $$end" in line  # test-latest, which is there to try other releases
        or "--package-lock-only" in line  # constraints, which writes the file
        for line in installs
    ), installs
