"""PDF/X: files for a printer that asks for it keep it, and each damage is found."""

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.pdf_x import named_standard, pdf_x_faults
from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import template
from puzzlegen.layout.core.document import Box, Gray, Line, Page, Text
from puzzlegen.printers.profile import Profile
from puzzlegen.printers.requirements import PRINTERS, load_printers

CONDITION = "CGATS TR 001"


def ingram() -> Profile:
    return resolve_page(PageConfig.model_validate({"profile": "ingram", "trim": "6x9"})).profile


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 18 pages, the last one blank, as they are written for IngramSpark."""
    path = tmp_path_factory.mktemp("pdf-x") / "sound.pdf"
    marks = (Text(100, 300, "Twelve mines", 11), Line(100, 320, 300, 320, 0.75, Gray(0.4)))
    pages = [
        Page(number, "text", 432, 648, Box(54, 54, 378, 594), marks if number < 18 else ()) for number in range(1, 19)
    ]
    rules = ingram().printer.file
    style = PdfStyle(rules.spaces["black"][0], title="Mines", author="Ada", output_condition=rules.output_condition)
    write_pdf(pages, path, style=style)
    return path


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


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    page = Page(1, "text", 432, 648, Box(54, 54, 378, 594), (Text(100, 300, "Mines", 11),))
    for name in ("one.pdf", "two.pdf"):
        write_pdf([page], tmp_path / name, style=PdfStyle(title="Mines", output_condition=CONDITION))
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_a_file_without_the_standard_is_a_warning(sound: Path, tmp_path: Path) -> None:
    with pikepdf.open(sound) as pdf:
        del pdf.docinfo["/GTS_PDFXVersion"], pdf.docinfo["/GTS_PDFXConformance"]
        pdf.save(tmp_path / "plain.pdf")
    assert findings(tmp_path / "plain.pdf") == [("I32", "none is named", False)]


def _no_title(pdf: pikepdf.Pdf) -> None:
    del pdf.docinfo["/Title"]


def _other_version(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/GTS_PDFXVersion"] = "PDF/X-3:2002"


def _trapping_unknown(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/Trapped"] = Name.Unknown


def _no_intent(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OutputIntents


def _two_intents(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


def _no_condition(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OutputIntents[0].OutputConditionIdentifier


def _no_registry(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OutputIntents[0].RegistryName


def _no_trim_box(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[2].obj["/TrimBox"]


def _art_box_too(pdf: pikepdf.Pdf) -> None:
    pdf.pages[2].obj.ArtBox = pdf.pages[2].obj.TrimBox


def _bleed_within_trim(pdf: pikepdf.Pdf) -> None:
    pdf.pages[2].obj.BleedBox = Array([20, 20, 400, 600])


def _resource(kind: str, value: object) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Resources[kind] = Dictionary(Added=value)

    return change


def _image(pdf: pikepdf.Pdf, **keys: object) -> pikepdf.Object:
    image = pikepdf.Stream(pdf, b"\0")
    image.Type, image.Subtype, image.Width, image.Height, image.BitsPerComponent = Name.XObject, Name.Image, 1, 1, 8
    image.ColorSpace = Name.DeviceGray
    for key, value in keys.items():
        image[f"/{key}"] = value
    return pdf.make_indirect(image)


def _with_image(**keys: object) -> Callable[[pikepdf.Pdf], None]:
    return lambda pdf: _resource("/XObject", _image(pdf, **keys))(pdf)


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        (_no_title, "the document information lacks Title"),
        (_other_version, "GTS_PDFXVersion is not PDF/X-1:2001"),
        (_trapping_unknown, "Trapped is neither True nor False"),
        (_no_intent, "0 output intents for PDF/X, required: one"),
        (_two_intents, "2 output intents for PDF/X, required: one"),
        (_no_condition, "the output intent names no printing condition"),
        (_no_registry, "the output intent has neither a color profile nor the registry of its condition"),
        (_no_trim_box, "page 3: required: a trim box or an art box, not both"),
        (_art_box_too, "page 3: required: a trim box or an art box, not both"),
        (_bleed_within_trim, "page 3: the trim box is not within the bleed box, or that not within the page"),
        (_resource("/ExtGState", Dictionary(TR=Dictionary(FunctionType=4))), "a transfer curve"),
        (_resource("/ExtGState", Dictionary(HTP=Array([0, 0]))), "a halftone phase"),
        (_resource("/ColorSpace", Array([Name.Lab, Dictionary()])), "colors in Lab"),
        (_with_image(ColorSpace=Name.DeviceRGB), "colors in DeviceRGB"),
        (_with_image(ColorSpace=Array([Name.Indexed, Name.DeviceRGB, 0, b"\0\0\0"])), "colors in DeviceRGB"),
        (_with_image(Alternates=Array([])), "alternate images"),
        (_with_image(OPI=Dictionary()), "a picture that is replaced in print"),
        (_with_image(Subtype=Name.PS), "embedded PostScript"),
    ],
)
def test_what_is_against_the_standard_is_found(
    change: Callable[[pikepdf.Pdf], None], detail: str, sound: Path, tmp_path: Path
) -> None:
    with pikepdf.open(sound) as pdf:
        change(pdf)
        pdf.save(tmp_path / "changed.pdf", deterministic_id=True)
    assert ("I33", detail, True) in findings(tmp_path / "changed.pdf")


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
