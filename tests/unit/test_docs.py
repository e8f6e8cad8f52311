"""Links and paths in the documentation lead to files that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#]+)(#[^)]*)?\)")
SOURCE = re.compile(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.(?:py|txt))`")  # as `board/grid.py`, from the root or the package
PLACEHOLDERS = {"puzzlegen/formats/NAME.py"}


def test_links_lead_to_files() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target, _ in LINK.findall(re.sub("`[^`\n]*`", "", page.read_text(encoding="utf-8")))
        if "://" not in target and target != "..." and not (page.parent / target).exists()
    ]
    assert broken == []


def test_sources_named_in_text_exist() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in PAGES
        for name in SOURCE.findall(page.read_text(encoding="utf-8"))
        if name not in PLACEHOLDERS and not (ROOT / name).exists() and not (ROOT / "puzzlegen" / name).exists()
    ]
    assert missing == []


def test_every_page_of_docs_is_linked() -> None:
    linked = {
        (page.parent / target).resolve()
        for page in PAGES
        for target, _ in LINK.findall(page.read_text(encoding="utf-8"))
        if "://" not in target
    }
    assert [page.name for page in PAGES[2:] if page.resolve() not in linked] == []
