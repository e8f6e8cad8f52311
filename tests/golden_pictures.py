"""Compares pictures with golden pictures: PNG files in tests/golden, each checked by eye before it was added.

Call ``compare(picture, name)`` with a Pillow picture, for a page of a PDF with ``pdf_page(path, number)``.
To update golden pictures, run the tests that failed with GOLDEN=write in the environment, and look at each new picture:

    GOLDEN=write pytest tests/unit/drawing/test_golden_drawings.py
"""

import os
from pathlib import Path

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

GOLDEN = Path(__file__).parent / "golden"
ACTUAL = Path(__file__).parents[1] / "output" / "golden"  # where a picture that differs is written
DPI = 72

# Versions of FreeType and PDFium smooth edges differently, so single pixels may differ. In a block of 4 by 4 pixels a
# smoothed edge changes the mean by a few levels, and two pixels from white to black change it by 32.
BLOCK = 4
TOLERANCE = 24  # of 255: the means of a block may differ by so much in each channel
LEVELS = 16  # of each channel in the golden files, evenly spaced: a file of a gray page has half the size


def pdf_page(path: Path, number: int, dpi: int = DPI) -> Image.Image:
    """Render page ``number`` of a PDF, counted from 1."""
    document = pypdfium2.PdfDocument(path)
    try:
        return document[number - 1].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()


def compare(picture: Image.Image, name: str) -> None:
    """Fail unless the picture looks like tests/golden/<name>.png; with GOLDEN=write, make that file instead."""
    golden = GOLDEN / f"{name}.png"
    if os.environ.get("GOLDEN") == "write":
        save(picture, golden)
        return
    remedy = f"run this test with GOLDEN=write in the environment, and look at {golden}"
    assert golden.is_file(), f"{golden} is missing: {remedy}"
    problem = difference(picture, Image.open(golden))
    if problem:
        ACTUAL.mkdir(parents=True, exist_ok=True)
        picture.save(ACTUAL / golden.name)
        raise AssertionError(f"{ACTUAL / golden.name} is not like {golden}: {problem}; if it should differ, {remedy}")


def difference(picture: Image.Image, golden: Image.Image) -> str:
    """Say where and how much two pictures differ, if by more than the tolerance; empty if not."""
    if picture.size != golden.size:
        return f"it has {picture.size[0]} x {picture.size[1]} pixels, expected {golden.size[0]} x {golden.size[1]}"
    apart = np.abs(block_means(picture) - block_means(golden)).max(axis=2)
    row, col = np.unravel_index(int(apart.argmax()), apart.shape)
    if apart[row, col] <= TOLERANCE:
        return ""
    count = int((apart > TOLERANCE).sum())
    return (
        f"{count} blocks of {BLOCK} x {BLOCK} pixels differ by more than {TOLERANCE} of 255, most of all "
        f"({apart[row, col]:.0f}) at x = {col * BLOCK}, y = {row * BLOCK}"
    )


def block_means(picture: Image.Image) -> NDArray[np.float64]:
    """Return the mean of each channel in each block, shape (rows, columns, 3); the last blocks repeat edge pixels."""
    pixels = np.asarray(picture.convert("RGB"), np.float64)
    height, width = pixels.shape[:2]
    padded = np.pad(pixels, ((0, -height % BLOCK), (0, -width % BLOCK), (0, 0)), mode="edge")
    rows, cols = padded.shape[0] // BLOCK, padded.shape[1] // BLOCK
    return padded.reshape(rows, BLOCK, cols, BLOCK, 3).mean(axis=(1, 3))


def save(picture: Image.Image, path: Path) -> None:
    """Write a golden picture, each channel rounded to 16 levels."""
    path.parent.mkdir(parents=True, exist_ok=True)
    step = 255 // (LEVELS - 1)
    pixels = (np.round(np.asarray(picture.convert("RGB")) / step) * step).astype(np.uint8)
    gray = bool((pixels == pixels[:, :, :1]).all())
    if gray:  # one entry a level, so that a pixel takes half a byte
        small = Image.fromarray(pixels[:, :, 0] // step)
        small.putpalette([level * step for level in range(LEVELS) for _ in range(3)])
        small.save(path, optimize=True, bits=4)
    else:
        Image.fromarray(pixels).save(path, optimize=True)
