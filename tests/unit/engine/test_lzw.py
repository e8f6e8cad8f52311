"""The compression of GIF frames gives the bytes of Pillow's encoder, and Pillow reads the pixels back."""

import struct
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from puzzlegen.engine import lzw

rng = np.random.default_rng(18)
EDGES = np.repeat(rng.integers(0, 256, 3000), rng.integers(1, 60, 3000))
PIXELS = {
    "one pixel": [7],
    "two pixels": [255, 255],
    "one run": np.full(200_000, 255),  # of more lengths than the dictionary keeps
    "every value": np.arange(256),
    "noise": rng.integers(0, 256, 30_000),  # empties the dictionary often
    "two values": rng.integers(0, 2, 30_000),
    "short runs": EDGES,
    "rows of tiles": np.tile(np.concatenate([EDGES[:300], np.full(500, 255)]), 60),
    "one row again and again": np.tile(EDGES[:801], 300),
    "long runs between tiles": np.concatenate([np.append(np.full(n * n, 255), EDGES[:n]) for n in range(100)]),
}
PIXELS = {name: np.array(pixels, np.uint8) for name, pixels in PIXELS.items()}


def compressed(pixels: np.ndarray, dictionary: lzw.Dictionary) -> bytes:
    found = np.zeros(lzw.most_bytes(pixels.size), np.uint8)
    return found[: lzw.compress(pixels, dictionary, found)].tobytes()


def without_lengths(blocks: bytes) -> bytes:
    """The content of the blocks of a GIF, each of which begins with its length."""
    parts, at = [], 0
    while at < len(blocks):
        parts.append(blocks[at + 1 : at + 1 + blocks[at]])
        at += 1 + blocks[at]
    return b"".join(parts)


def assert_as_pillow(pixels: np.ndarray) -> None:
    """The same bytes as Pillow's encoder, also when the dictionary was used before."""
    row = Image.fromarray(pixels.reshape(1, -1))
    expected = without_lengths(row.tobytes("gif", "L", 8, 0))
    dictionary = lzw.new_dictionary()
    assert compressed(pixels, dictionary) == expected
    assert compressed(pixels, dictionary) == expected


@pytest.mark.parametrize("pixels", PIXELS.values(), ids=PIXELS)
def test_the_bytes_are_those_of_pillow(pixels):
    assert_as_pillow(pixels)


@pytest.mark.parametrize("length", [*range(1, 40), *range(3830, 3850), *range(7660, 7700)])
def test_lengths_around_a_full_dictionary(length):
    """Noise takes a code for nearly each pixel, so the dictionary is full after about 3,838 of them."""
    assert_as_pillow(PIXELS["noise"][:length])


def test_strings_of_random_tiles():
    for seed in range(60):
        random = np.random.default_rng(seed)
        tiles = [random.integers(0, random.integers(1, 257), random.integers(1, 90)) for _ in range(12)]
        tiles += [np.full(random.integers(1, 3000), random.integers(0, 256)) for _ in range(6)]
        order = random.integers(0, len(tiles), 150)
        assert_as_pillow(np.concatenate([tiles[i] for i in order]).astype(np.uint8))


@pytest.mark.parametrize("pixels", PIXELS.values(), ids=PIXELS)
def test_pillow_reads_the_pixels_back(pixels):
    pixels = pixels[:65_535]
    data = compressed(pixels, lzw.new_dictionary())
    blocks = [data[at : at + 255] for at in range(0, len(data), 255)]
    size = struct.pack("<HH", pixels.size, 1)
    grays = bytes(level for level in range(256) for _ in "rgb")
    file = b"GIF89a" + size + b"\xf7\0\0" + grays + b"," + bytes(4) + size + b"\0\x08"
    file += b"".join(bytes([len(block)]) + block for block in blocks) + b"\0;"
    with Image.open(BytesIO(file)) as image:
        assert np.array_equal(np.asarray(image.convert("L")).ravel(), pixels)
