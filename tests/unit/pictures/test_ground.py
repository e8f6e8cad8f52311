"""An even ground: what differs from it is the picture, whatever the colors and the light."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from puzzlegen.pictures.choices import ReductionOptions
from puzzlegen.pictures.drawings import read_picture
from puzzlegen.pictures.gray_images import on_white
from puzzlegen.pictures.reduction import reduce_image

SIZE = (480, 360)
FILL = ReductionOptions(24)


def shape() -> Image.Image:
    """A shape without symmetry: a body, a head and a hole."""
    mask = Image.new("L", SIZE)
    pen = ImageDraw.Draw(mask)
    pen.ellipse((120, 120, 330, 320), fill=255)
    pen.polygon([(260, 180), (400, 40), (420, 200)], fill=255)
    pen.ellipse((180, 180, 240, 240), fill=0)
    return mask


def photo(ground: np.ndarray, figure: tuple[int, int, int]) -> Image.Image:
    """Paint the shape on a ground, then blur it and add noise as a camera does."""
    image = Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))
    image.paste(figure, (0, 0), shape())
    image = image.filter(ImageFilter.GaussianBlur(1.5))
    noise = np.random.default_rng(5).normal(0, 8, (*SIZE[::-1], 3))
    return Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8))


def even(*color: float) -> np.ndarray:
    return np.broadcast_to(np.array(color, np.float64), (*SIZE[::-1], 3))


def lit(dark: float, light: float) -> np.ndarray:
    """A wall that is lit from the right."""
    return np.linspace(dark, light, SIZE[0])[None, :, None] * np.ones((SIZE[1], 1, 3)) * np.array((1, 0.95, 0.85))


EXPECTED = reduce_image(255 - np.asarray(shape()), FILL)


@pytest.mark.parametrize(
    ("ground", "figure", "was_dark"),
    [
        (even(255, 255, 255), (20, 20, 20), False),
        (even(255, 255, 255), (255, 200, 40), False),  # gold on white: lighter than Otsu's threshold on gray
        (even(20, 60, 110), (255, 255, 255), True),
        (even(60, 110, 60), (190, 60, 60), True),  # about as dark as its ground
        (lit(40, 240), (20, 18, 16), False),  # the wall at the left is as dark as the figure
        (lit(20, 90), (210, 200, 190), True),
    ],
)
def test_the_figure_is_filled(ground: np.ndarray, figure: tuple[int, int, int], was_dark: bool, tmp_path: Path) -> None:
    photo(ground, figure).save(tmp_path / "a.jpg", quality=60)
    found = read_picture(tmp_path / "a.jpg", FILL)
    assert found.cells.shape == EXPECTED.shape
    assert np.mean(found.cells == EXPECTED) >= 0.97
    assert found.notes == ("its dark ground stays blank; invert the picture to fill it",) * was_dark


def test_a_given_threshold_and_invert_keep_their_meaning(tmp_path: Path) -> None:
    photo(even(20, 60, 110), (255, 255, 255)).save(tmp_path / "a.png")
    dark = read_picture(tmp_path / "a.png", ReductionOptions(24, threshold=120)).cells
    assert dark[0].all() and dark[-1].all() and dark[:, 0].all()  # the ground is below the threshold
    assert (read_picture(tmp_path / "a.png", ReductionOptions(24, invert=True)).cells == dark).mean() > 0.97


def test_without_an_even_ground_the_shades_decide() -> None:
    blocks = np.random.default_rng(2).integers(0, 256, (6, 8, 3)).repeat(60, axis=0).repeat(60, axis=1)
    assert on_white(Image.fromarray(blocks.astype(np.uint8))) is None
    assert on_white(Image.fromarray(np.full((90, 120, 3), 200, np.uint8))) is None  # nothing differs
