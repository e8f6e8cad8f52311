"""A PDF that would take any amount of memory or time ends at a limit, which one line names; a long sound one passes."""

import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from puzzlegen.checking import page_objects, pdf_file
from puzzlegen.checking.pdf_file import PDF_LIMITS, PdfFile, check_limits
from puzzlegen.checking.preflight import PreflightRequest, preflight
from puzzlegen.errors import OutputError
from puzzlegen.files import limits
from puzzlegen.jobs.ordered_work import Workers
from puzzlegen.jobs.pools import open_local_pool

PAGES = 24
MIB = 1 << 20


def written(path: Path, change: Callable[[pikepdf.Pdf], None], pages: int = PAGES) -> Path:
    pdf = pikepdf.new()
    for number in range(pages):
        page = pdf.add_blank_page(page_size=(432, 648))
        page.Contents = pdf.make_stream(b"100 100 %d 50 re f" % (number + 9))
    change(pdf)
    pdf.save(path)
    return path


def stream(pdf: pikepdf.Pdf, data: bytes, *filters: str, **keys: object) -> pikepdf.Stream:
    made = pikepdf.Stream(pdf, b"")
    made.write(data, filter=Array([Name(f"/{one}") for one in filters]))
    for key, value in keys.items():
        made[f"/{key}"] = value
    return made


def deflated(size: int) -> bytes:
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(b" " * MIB) for _ in range(size // MIB)) + packer.flush()


def big_content(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].Contents = stream(pdf, deflated(40 * MIB), "FlateDecode")


def twice_deflated(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].Contents = stream(pdf, zlib.compress(deflated(40 * MIB)), "FlateDecode", "Fl")


def big_notes(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Notes = stream(pdf, deflated(40 * MIB), "FlateDecode")


def long_rows(pdf: pikepdf.Pdf) -> None:
    rows = Dictionary(K=-1, Columns=600_000_000)
    picture = stream(pdf, b"0", "CCITTFaxDecode", Subtype=Name.Image, Width=9, Height=9, DecodeParms=rows)
    pdf.pages[1].Resources = Dictionary(XObject=Dictionary(I=picture))


def predicted_rows(pdf: pikepdf.Pdf) -> None:
    rows = Array([Dictionary(Predictor=12, Columns=3_000_000)])
    pdf.pages[1].Contents = stream(pdf, zlib.compress(b"0"), "FlateDecode", DecodeParms=rows)


def one_page_often(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Pages.Kids = Array([pdf.pages[0].obj] * 3000)
    pdf.Root.Pages.Count = 3000


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (big_content, "more than 30 MB in one packed stream"),
        (twice_deflated, "more than 30 MB in one packed stream"),
        (big_notes, "more than 30 MB in one packed stream"),
        (long_rows, "rows of 600000000 columns, allowed up to 1000000"),
        (predicted_rows, "rows of 3000000 columns, allowed up to 1000000"),
        (one_page_often, "damaged in 2999 places: export it again"),
    ],
)
def test_more_than_may_be_read_is_refused_before_any_page(
    change: Callable[[pikepdf.Pdf], None], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_file, "MAX_STREAM", 30_000_000)
    path = written(tmp_path / "a.pdf", change)
    with pytest.raises(OutputError, match=message) as caught:
        check_limits(PdfFile(path))
    assert str(caught.value).startswith(f"{path}: ") and "\n" not in str(caught.value)


def forms(pdf: pikepdf.Pdf) -> None:
    keys: dict[str, object] = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array([0, 0, 99, 99])}
    inner = stream(pdf, b"0 0 10 10 re f\n" * 10, **keys)
    for _ in range(9):
        inner = stream(pdf, b"/F Do " * 10, **keys, Resources=Dictionary(XObject=Dictionary(F=inner)))
    pdf.pages[1].Resources = Dictionary(XObject=Dictionary(F=inner))
    pdf.pages[1].Contents = pdf.make_stream(b"/F Do")


def tiles(pdf: pikepdf.Pdf) -> None:
    keys: dict[str, object] = {"Type": Name.Pattern, "PatternType": 1, "PaintType": 1, "TilingType": 1}
    keys |= {"BBox": Array([0, 0, 1, 1]), "XStep": 0.001, "YStep": 0.001, "Resources": Dictionary()}
    tile = stream(pdf, b"0 0 1 1 re f", **keys)
    pdf.pages[1].Resources = Dictionary(Pattern=Dictionary(P=tile))
    pdf.pages[1].Contents = pdf.make_stream(b"/Pattern cs /P scn 0 0 400 600 re f " * 300)


def spaces(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].Contents = stream(pdf, deflated(200 * MIB), "FlateDecode")


LOWERED = """
import sys
from pathlib import Path
from puzzlegen.checking.pdf_file import PDF_LIMITS
from puzzlegen.checking.preflight import PreflightRequest, preflight
from puzzlegen.errors import PuzzlegenError
from puzzlegen.files import limits
from puzzlegen.jobs.ordered_work import Workers
from puzzlegen.jobs.pools import open_local_pool

path, jobs, limits.MEMORY, limits.SECONDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
with open_local_pool(jobs, limits=PDF_LIMITS) as pool:
    try:
        preflight(PreflightRequest(Path(path), "kdp", "6x9"), Workers(pool))
    except PuzzlegenError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("change", "limit"), [(forms, "1 GB of memory"), (tiles, "more than 1 s"), (spaces, "1 GB")])
def test_a_page_that_takes_too_much_ends_at_a_limit(
    change: Callable[[pikepdf.Pdf], None], limit: str, jobs: int, tmp_path: Path
) -> None:
    """The limits are lowered, so that the test is short; workers are forked from a process without other threads."""
    path = written(tmp_path / "a.pdf", change)
    words = (str(path), str(jobs), str(100 * MIB), "1" if change is tiles else "60")
    done = subprocess.run([sys.executable, "-c", LOWERED, *words], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{path}: ") and limit in done.stdout and done.stdout.count("\n") == 1


def many_paths(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].Contents = pdf.make_stream(b"0 0 9 9 re f\n" * 60)


def many_forms(pdf: pikepdf.Pdf) -> None:
    keys: dict[str, object] = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array([0, 0, 99, 99])}
    pdf.pages[1].Resources = Dictionary(XObject=Dictionary(F=stream(pdf, b"0 0 9 9 re f\n" * 6, **keys)))
    pdf.pages[1].Contents = pdf.make_stream(b"/F Do " * 10)


def deep_forms(pdf: pikepdf.Pdf) -> None:
    keys: dict[str, object] = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array([0, 0, 99, 99])}
    inner = stream(pdf, b"0 0 9 9 re f", **keys)
    for _ in range(20):
        inner = stream(pdf, b"/F Do", **keys, Resources=Dictionary(XObject=Dictionary(F=inner)))
    pdf.pages[1].Resources = Dictionary(XObject=Dictionary(F=inner))
    pdf.pages[1].Contents = pdf.make_stream(b"/F Do")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (many_paths, "a page draws more than 50 objects: simplify it"),
        (many_forms, "a page draws more than 50 objects: simplify it"),
        (deep_forms, "forms are nested too deep"),
    ],
)
def test_a_page_of_too_many_objects_is_refused_with_the_file(
    change: Callable[[pikepdf.Pdf], None], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_objects, "MAX_OBJECTS", 50)
    path = written(tmp_path / "a.pdf", change)
    with pytest.raises(OutputError) as caught:
        preflight(PreflightRequest(path, "kdp", "6x9"))
    assert str(caught.value) == f"{path}: cannot be read as a PDF: {message}"


def test_the_limits_grow_with_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 1.0)
    path = written(tmp_path / "a.pdf", lambda _: None, pages=828)
    with open_local_pool(2, limits=PDF_LIMITS) as pool:
        found = preflight(PreflightRequest(path, "kdp", "6x9"), Workers(pool))
    assert {finding.code for finding in found} == {"I18", "I19"}
