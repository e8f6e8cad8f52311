"""Renderings have the same scale across and down, also on pages whose size is no whole number of pixels."""

from pathlib import Path

import pypdfium2
import pytest

from puzzlegen.checking.rendering import CODE_SCALE, SCALE, render
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.layout.core.document import BLACK, Box, Page, Rect
from puzzlegen.units import mm

SIZES = [(mm(148), mm(210)), (mm(210), mm(297)), (432.0, 648.0), (612.0, 792.0), (442.08, 663.12), (mm(111), mm(181))]


@pytest.mark.parametrize("scale", [SCALE, CODE_SCALE])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_ink_is_found_where_it_is_at_both_ends_of_a_page(
    width: float, height: float, scale: float, tmp_path: Path
) -> None:
    marks = (Rect(10.0, 10.0, 5.0, 5.0, BLACK), Rect(width - 15.0, height - 15.0, 5.0, 5.0, BLACK))
    write_pdf([Page(1, "test", width, height, Box(0, 0, width, height), marks)], tmp_path / "page.pdf")
    document = pypdfium2.PdfDocument(tmp_path / "page.pdf")
    shown = render(document[0], scale=scale)
    document.close()
    found = shown.bounds()
    assert found is not None
    assert found == pytest.approx((10.0, 10.0, width - 10.0, height - 10.0), abs=1.1 / shown.scale)
    assert shown.pixels.shape[1] / shown.scale == pytest.approx(width, abs=0.001)
    assert shown.pixels.shape[0] / shown.scale == pytest.approx(height, abs=0.03)
    assert scale - 0.01 <= shown.scale < scale * 1.2
    if scale == SCALE and width == int(width):
        assert shown.scale == SCALE
