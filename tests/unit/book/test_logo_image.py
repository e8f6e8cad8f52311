"""The publisher's logo in shades of gray."""

import random

import pytest
from PIL import Image

from puzzlegen.book import logo_image


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "LA", "L", "P", "1"])
def test_strips_give_the_same_grays_as_the_whole_image(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    image = Image.frombytes("RGBA", (5, 11), random.Random(1).randbytes(5 * 11 * 4)).convert(mode)
    whole = Image.new("RGBA", image.size, "white")
    whole.alpha_composite(image.convert("RGBA"))
    monkeypatch.setattr(logo_image, "_STRIP", 4)
    assert logo_image._gray_on_white(image).tobytes() == whole.convert("L").tobytes()
