"""Files for printers, words and findings as cases: checking.yaml has files that are sound or damaged."""

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from cases import Case, cases, replay
from printed_files import PrintedFile, pdf_object, profile
from test_pdf_structure import written_for_ingram

from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.expected import WrittenText, check_written, markdown_pieces
from puzzlegen.checking.findings import Finding, broken_rule
from puzzlegen.checking.pdf_file import PdfFile, check_structure
from puzzlegen.printers.requirements import Basis


def structure(web_links: bool = False, **file: Any) -> list[str]:
    path = PrintedFile(**{"pages": 3, **file}).write(Path("a.pdf"))
    return list(map(str, check_structure(PdfFile(path), web_links=web_links)))


@cache
def for_ingram() -> bytes:
    return written_for_ingram(Path("sound.pdf")).read_bytes()


def changed(**changes: Any) -> list[str]:
    """Return what is found in a file for IngramSpark with other values at these places, or without them for null."""
    with pikepdf.open(io.BytesIO(for_ingram())) as pdf:
        for place, value in changes.items():
            start, *way, last = place.split(".")
            at = {"info": pdf.docinfo, "root": pdf.Root}.get(start) or pdf.pages[
                int(start.removeprefix("page ")) - 1
            ].obj
            for key in way:
                at = at[int(key)] if key.isdecimal() else at[f"/{key}"]
            if value is None:
                del at[f"/{last}"]
            else:
                at[f"/{last}"] = pdf_object(pdf, value)
        pdf.save("changed.pdf", deterministic_id=True)
    return [one.detail for one in check_interior(PdfFile(Path("changed.pdf")), profile("ingram")) if one.code == "I33"]


def rules(printer: str = "kdp", trim: str = "6x9", bleed: bool = False, **file: Any) -> list[str]:
    """Return what a printer finds in an interior."""
    path = PrintedFile(**file).write(Path("a.pdf"))
    return list(map(str, check_interior(PdfFile(path), replace(profile(printer, trim), with_bleed=bleed))))


def finding(rule: list[str] | None = None, **values: Any) -> list[Any]:
    """Return a finding as text, and as JSON for the command and for the studio."""
    basis = Basis("KDP help", "2026-11-20", "official")
    found = broken_rule(*rule, **values, basis=basis) if rule else Finding(**values)
    return [str(found), found.as_dict(), found.as_dict(in_studio=True).get("remedy")]


def missing(text: str, pages: list[str], required: bool = False, alone: bool = False) -> list[int]:
    """Return the pages that are named for a text that is printed otherwise."""
    return [one.page for one in check_written(pages, [WrittenText("intro", markdown_pieces(text), required, alone)])]


FUNCTIONS: dict[str, Callable[..., object]] = {
    "structure": structure,
    "changes": changed,
    "rules": rules,
    "finding": finding,
    "pages": missing,
    "pieces": lambda text: [piece.strip() for piece in markdown_pieces(text)],
}


@cases(__file__, "checking")
def test_checking(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
