"""Actions, bytes behind the end and earlier states: each is found in a file that is sound otherwise."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from puzzlegen.checking import pdf_file
from puzzlegen.checking.pdf_file import PdfFile, check_limits, check_structure
from puzzlegen.errors import OutputError

URI = Dictionary(S=Name.URI, URI="https://example.org")
SCRIPT = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def written(path: Path, change: Callable[[pikepdf.Pdf], None]) -> Path:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.add_blank_page()
        change(pdf)
        pdf.save(path)
    return path


def nothing(_: pikepdf.Pdf) -> None:
    """Leave the file as it is."""


def opening(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.Launch, F="calculator")


def views(pdf: pikepdf.Pdf) -> None:
    """Everything that may stay: a view at the opening, a link within the book, an outline."""
    pdf.Root.OpenAction = Array([pdf.pages[0].obj, Name.Fit])
    link = Dictionary(Subtype=Name.Link, A=Dictionary(S=Name.GoTo, D=Array([pdf.pages[1].obj, Name.Fit])))
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(link)])
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("One", 0))


def page_event(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].obj.AA = Dictionary(O=Dictionary(S=Name.SubmitForm))


def file_event(pdf: pikepdf.Pdf) -> None:
    pdf.Root.AA = Dictionary(WC=SCRIPT)


def link(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].obj.Annots = Array([Dictionary(Subtype=Name.Link, A=URI)])


def following(pdf: pikepdf.Pdf) -> None:
    view = Dictionary(S=Name.GoTo, D=Array([pdf.pages[1].obj, Name.Fit]), Next=Array([SCRIPT]))
    pdf.pages[0].obj.Annots = Array([Dictionary(Subtype=Name.Link, A=view)])


def bookmark(pdf: pikepdf.Pdf) -> None:
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("One", 0))
        outline.root.append(pikepdf.OutlineItem("Two", action=Dictionary(S=Name.ImportData)))


@pytest.mark.parametrize(
    ("change", "page", "detail"),
    [
        (opening, 0, "an action Launch in the opening of the file"),
        (page_event, 2, "an action SubmitForm in the page"),
        (file_event, 0, "an action JavaScript in events of the file"),
        (link, 2, "an action URI in a link or note"),
        (following, 1, "an action JavaScript in a link or note"),
        (bookmark, 0, "an action ImportData in a bookmark or form field"),
    ],
)
def test_actions_are_found(change: Callable[[pikepdf.Pdf], None], page: int, detail: str, tmp_path: Path) -> None:
    (finding,) = check_structure(PdfFile(written(tmp_path / "a.pdf", change)))
    assert (finding.code, finding.page, finding.detail, finding.is_error) == ("I27", page, detail, True)


@pytest.mark.parametrize("change", [nothing, views])
def test_views_are_no_actions(change: Callable[[pikepdf.Pdf], None], tmp_path: Path) -> None:
    assert check_structure(PdfFile(written(tmp_path / "a.pdf", change))) == []


def test_a_link_to_the_web_is_a_warning_where_links_are_allowed(tmp_path: Path) -> None:
    (finding,) = check_structure(PdfFile(written(tmp_path / "a.pdf", link)), web_links=True)
    assert not finding.is_error


def test_bytes_behind_the_end_are_found_but_not_empty_lines(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pdf", nothing)
    sound = path.read_bytes()
    path.write_bytes(sound + b"\r\n\0\0 \n")
    assert check_structure(PdfFile(path)) == []
    path.write_bytes(sound + b"PK more")
    assert [(one.code, one.detail) for one in check_structure(PdfFile(path))] == [("I30", "7 bytes")]


def test_an_earlier_state_of_the_file_is_a_warning(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pdf", nothing)
    with pikepdf.open(path) as pdf:
        size, at = len(pdf.objects) + 1, path.read_bytes().rindex(b"startxref")
        root = pdf.Root.objgen[0]
    sound = path.read_bytes()
    table = int(sound[at:].split()[1])
    update = b"%d 0 obj\n(new)\nendobj\n" % size
    xref = len(sound) + len(update)
    update += b"xref\n%d 1\n%010d 00000 n \ntrailer << /Size %d /Root %d 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (
        size, len(sound), size + 1, root, table, xref,
    )  # fmt: skip
    path.write_bytes(sound + update)
    (finding,) = check_structure(PdfFile(path))
    assert (finding.code, finding.is_error) == ("I31", False)
    with pikepdf.open(path) as pdf:
        pdf.save(tmp_path / "web.pdf", linearize=True)
    assert check_structure(PdfFile(tmp_path / "web.pdf")) == []


def test_a_file_that_is_no_pdf_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"")
    with pytest.raises(OutputError, match="cannot be read as a PDF"):
        check_structure(PdfFile(tmp_path / "a.pdf"))


@pytest.mark.parametrize("size", [10, 11, 13, 64, 1000])
def test_a_file_is_read_in_chunks(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_file, "_CHUNK", size)
    path = tmp_path / "a.pdf"
    written(path, nothing)
    sound = path.read_bytes()
    path.write_bytes(sound + sound[sound.rindex(b"startxref") :] + b" \0" * 15 + b"PK  more" + b"\r\n" * 15)
    assert [(one.code, one.detail) for one in check_structure(PdfFile(path))] == [
        ("I30", "8 bytes"),
        ("I31", "it was changed 1 time without being written anew"),
    ]


@pytest.mark.parametrize(
    ("space", "side", "refused"),
    [
        (Name.DeviceRGB, 7000, False),
        (Name.DeviceRGB, 7100, True),
        (Name.DeviceGray, 12200, False),
        (Name.DeviceGray, 12300, True),
        (Name.DeviceCMYK, 7000, True),
        (Array([Name.ICCBased, Dictionary(N=1)]), 12200, False),
        (None, 12200, False),
    ],
)
def test_images_beyond_the_memory_are_refused(space: object, side: int, refused: bool, tmp_path: Path) -> None:
    def add(pdf: pikepdf.Pdf) -> None:
        image = pikepdf.Stream(pdf, b"", Subtype=Name.Image, Width=side, Height=side, BitsPerComponent=8)
        if space is not None:
            image.ColorSpace = space
        pdf.pages[0].Resources = Dictionary(XObject=Dictionary(I=image))

    path = written(tmp_path / "a.pdf", add)
    with pytest.raises(OutputError, match=f"holds an image of {side}x{side} pixels") if refused else nullcontext():
        check_limits(PdfFile(path))
