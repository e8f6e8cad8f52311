"""Changes to pictures, saved again with Pillow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kinds import Change
from PIL import Image, ImageDraw, ImageOps, ImageSequence, PngImagePlugin


def edited_png(name: str, edit: Callable[[Image.Image], Image.Image | None]) -> Change:
    """Edit a picture; ``edit`` changes it in place or returns another."""

    def change(folder: Path) -> None:
        with Image.open(folder / name) as opened:
            picture = opened.convert("RGB")
        before = picture.tobytes()
        picture = edit(picture) or picture
        assert picture.tobytes() != before, f"{name}: nothing changed"
        picture.save(folder / name, optimize=True)

    return change


def rectangle(left: float, top: float, right: float, bottom: float, color: str = "white") -> Callable[[Any], None]:
    """Return an edit that paints a rectangle; positions as shares of width and height."""

    def edit(picture: Image.Image) -> None:
        width, height = picture.size
        ImageDraw.Draw(picture).rectangle((left * width, top * height, right * width, bottom * height), fill=color)

    return edit


def line(color: str = "black") -> Callable[[Any], None]:
    """Return an edit that draws a diagonal line through the picture."""

    def edit(picture: Image.Image) -> None:
        width, height = picture.size
        ImageDraw.Draw(picture).line((0.2 * width, 0.2 * height, 0.8 * width, 0.8 * height), fill=color, width=5)

    return edit


def mirrored(picture: Image.Image) -> Image.Image:
    """Mirror a picture."""
    return ImageOps.mirror(picture)


def cropped(picture: Image.Image) -> Image.Image:
    """Cut off the lower half."""
    return picture.crop((0, 0, picture.width, picture.height // 2))


def shrunk(picture: Image.Image) -> Image.Image:
    """Halve the number of pixels on each side."""
    return picture.resize((picture.width // 2, picture.height // 2))


def with_comment(name: str) -> Change:
    """Save a picture again with a comment in the file."""

    def change(folder: Path) -> None:
        with Image.open(folder / name) as picture:
            picture.load()
            notes = PngImagePlugin.PngInfo()
            notes.add_text("Comment", "the answer is in the file")
            picture.save(folder / name, pnginfo=notes)

    return change


def edited_gif(name: str, edit: Callable[[list[Image.Image], list[int]], Any]) -> Change:
    """Edit frames and durations of an animation."""

    def change(folder: Path) -> None:
        with Image.open(folder / name) as opened:
            frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]
            times = [int(frame.info.get("duration", 100)) for frame in ImageSequence.Iterator(opened)]
        edit(frames, times)
        frames[0].save(folder / name, save_all=True, append_images=frames[1:], duration=times, loop=0)

    return change
