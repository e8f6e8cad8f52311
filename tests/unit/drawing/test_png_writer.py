"""PNG files, read back by Pillow, and the bytes that the pinned zlib-ng gives on every machine."""

import hashlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from zlib_ng import zlib_ng

from puzzlegen.drawing.pixel_files import encode_png


@pytest.mark.parametrize("colors", [2, 16, 17, 255])
@pytest.mark.parametrize("size", [(1, 1), (3, 7), (5, 4)], ids=str)
def test_pixels_come_back(colors, size):
    random = np.random.default_rng(1)
    palette = [tuple(map(int, color)) for color in random.integers(0, 256, (colors, 3))]
    indices = random.integers(0, colors, size, np.uint8)
    with Image.open(BytesIO(encode_png(indices, palette, 0.36))) as file:
        assert (file.mode, file.size) == ("P", size[::-1]) and "transparency" not in file.info
        assert np.array_equal(np.asarray(file.convert("RGB")), np.array(palette, np.uint8)[indices])


@pytest.mark.parametrize(("unit", "dpi"), [(0.36, 200), (1.0, 72), (0.75, 96)])
def test_the_size_on_paper_is_stated(unit, dpi):
    with Image.open(BytesIO(encode_png(np.zeros((1, 1), np.uint8), [(0, 0, 0)], unit))) as file:
        assert file.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_compressed_bytes_are_the_same_on_every_machine():
    """Fails where zlib-ng compresses differently: then verification would doubt files of other machines."""
    pixels = np.random.default_rng(2).integers(0, 3, 200_000, np.uint8).repeat(3).tobytes()
    digest = hashlib.sha256(zlib_ng.compress(pixels, 6)).hexdigest()
    assert digest == "c24edb0cbcd3c4598d5f584094f399d0f92f1b6fd1fbe5c31f8f2a9864197eed"
