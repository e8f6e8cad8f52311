"""What is in a file besides its pages: bytes behind the end, earlier states, large images, and the standard PDF/X."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from puzzlegen.checking import pdf_file
from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.pdf_file import PdfFile, check_limits, check_structure
from puzzlegen.checking.pdf_x import named_standard, pdf_x_faults
from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.files.templates import template
from puzzlegen.layout.core.document import Box, Gray, Line, Page, Text
from puzzlegen.printers.profile import Profile
from puzzlegen.printers.requirements import PRINTERS, load_printers


def written(path: Path, change: Callable[[pikepdf.Pdf], None]) -> Path:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.add_blank_page()
        change(pdf)
        pdf.save(path)
    return path


def nothing(_: pikepdf.Pdf) -> None:
    """Leave the file as it is."""


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


CONDITION = "CGATS TR 001"


def ingram() -> Profile:
    return resolve_page(PageConfig.model_validate({"profile": "ingram", "trim": "6x9"})).profile


def written_for_ingram(path: Path) -> Path:
    """Write a file of 18 pages, the last one blank, as they are written for IngramSpark."""
    marks = (Text(100, 300, "Twelve mines", 11), Line(100, 320, 300, 320, 0.75, Gray(0.4)))
    pages = [
        Page(number, "text", 432, 648, Box(54, 54, 378, 594), marks if number < 18 else ()) for number in range(1, 19)
    ]
    rules = ingram().printer.file
    style = PdfStyle(rules.spaces["black"][0], title="Mines", author="Ada", output_condition=rules.output_condition)
    write_pdf(pages, path, style=style)
    return path


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written_for_ingram(tmp_path_factory.mktemp("pdf-x") / "sound.pdf")


def findings(path: Path) -> list[tuple[str, str, bool]]:
    return [(found.code, found.detail, found.is_error) for found in check_interior(PdfFile(path), ingram())]


def test_what_is_written_keeps_the_standard(sound: Path) -> None:
    assert findings(sound) == []
    with pikepdf.open(sound) as pdf:
        assert named_standard(pdf) == "PDF/X-1a:2001"
        assert pdf.pdf_version == "1.3"
        assert not any(isinstance(one, pikepdf.Stream) and one.get("/Type") == Name.ObjStm for one in pdf.objects)
        assert pdf.Root.OutputIntents[0].OutputConditionIdentifier == CONDITION
        assert str(pdf.docinfo["/Title"]) == "Mines"
        assert list(pdf_x_faults(pdf)) == []
    assert b"/ObjStm" not in sound.read_bytes()


def test_a_file_without_the_standard_is_a_warning(sound: Path, tmp_path: Path) -> None:
    with pikepdf.open(sound) as pdf:
        del pdf.docinfo["/GTS_PDFXVersion"], pdf.docinfo["/GTS_PDFXConformance"]
        pdf.save(tmp_path / "plain.pdf")
    assert findings(tmp_path / "plain.pdf") == [("I32", "none is named", False)]


def test_a_later_version_of_pdf_is_found(sound: Path, tmp_path: Path) -> None:
    with pikepdf.open(sound) as pdf:
        pdf.save(tmp_path / "later.pdf", min_version="1.5")
    assert findings(tmp_path / "later.pdf") == [("I33", "PDF 1.5, allowed up to 1.3", True)]


def test_a_condition_is_required_with_a_standard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "templates").mkdir()
    text = template(PRINTERS).read_text(encoding="utf-8")
    own = tmp_path / "templates" / PRINTERS
    own.write_text(text.replace(f"      output_condition: {CONDITION}\n", ""), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="output_condition: missing, required with a standard"):
        load_printers()
