"""Reads the publisher's own pages from a config: their Markdown, and the images that it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from puzzlegen.book.print_images import dots_per_inch, load_image
from puzzlegen.config.book import BookConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.config.own_pages import BackPageConfig, FrontPageConfig
from puzzlegen.config.reading.message_parts import did_you_mean
from puzzlegen.errors import ConfigError
from puzzlegen.language.markdown import blocks, image_names
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Image
from puzzlegen.layout.book.own_pages import USUAL_DPI, OwnPages
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.layout.core.document import Page, Picture
from puzzlegen.printers.profile import Profile
from puzzlegen.printers.requirements import Space
from puzzlegen.units import to_mm

_MOST_NAMES = 200  # files of a folder that a misspelled name is compared with
OwnConfig = FrontPageConfig | BackPageConfig


def own_pages(
    config: BookConfig, variables: Mapping[str, str], messages: Messages, profile: Profile
) -> tuple[OwnPages, ...]:
    """Return all own pages as ``profile`` prints them.

    Raises ConfigError, with file and line, for text that cannot be printed and for images that cannot be read.
    """
    return tuple(_read(key, own, variables, messages, profile) for key, own in _entries(config))


def image_files(config: BookConfig) -> list[Path]:
    """Return the files of all images on own pages, each once."""
    found = (_folder(own) / name for _, own in _entries(config) for name in image_names(own.markdown))
    return list(dict.fromkeys(found))


def image_advice(pages: BookPages) -> Iterator[tuple[str, int]]:
    """Yield a warning for each image that prints less sharp than books do, and its page."""
    for page in pages.own_pages():
        for mark in page.marks:
            if isinstance(mark, Picture) and dots_per_inch(mark) < USUAL_DPI - 0.5:
                yield (
                    f"page {page.number}: an image of {mark.columns} pixels is {to_mm(mark.width):.0f} mm wide, "
                    f"{dots_per_inch(mark):.0f} dpi; {USUAL_DPI} print sharp: take a larger one, or make it narrower",
                    page.number,
                )


def image_notes(pages: Iterable[Page]) -> Iterator[tuple[str, int]]:
    """Yield what the publisher should know about the file of each image on the pages, and the number of its page."""
    for page in pages:
        for mark in page.marks:
            if isinstance(mark, Picture) and mark.note:
                yield mark.note, page.number


def _entries(config: BookConfig) -> Iterator[tuple[str, OwnConfig]]:
    """Yield the groups of own pages with their keys in the config."""
    for index, front in enumerate(config.front_matter.pages, start=1):
        yield f"front_matter.pages[{index}]", front
    for index, back in enumerate(config.back_matter.pages, start=1):
        yield f"back_matter.pages[{index}]", back


def _folder(own: OwnConfig) -> Path:
    """Return the folder that images are relative to: that of the text."""
    return Path(own.file or "").parent


def _load(folder: Path, image: Image, space: Space) -> Picture:
    """Return an image of a text. A missing one is looked for beside the text, because the usual message cannot know."""
    path = folder / image.file
    if not path.exists():
        where = f"the folder of their text, {folder.as_posix()}" if folder.name else "the folder where puzzlegen runs"
        near = did_you_mean(path.name, (one.name for one in _files(path.parent)))
        raise ConfigError(f"{image.place}{path.as_posix()}: no such file; names of images begin in {where}{near}")
    return load_image(path, image.place, space)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())[:_MOST_NAMES] if folder.is_dir() else []


def _read(key: str, own: OwnConfig, variables: Mapping[str, str], messages: Messages, profile: Profile) -> OwnPages:
    folder, least_dpi = _folder(own), profile.printer.minima.image_dpi
    with errors_about(f"{key}.file" if own.file else f"{key}.text"):
        text = blocks(
            own.markdown, variables, own.file or "text", messages, own_page=True, keep_lines=own.align == "center"
        )
        if not text:
            raise ConfigError("it has no words; write some, or leave the page out")
        images = [block for block in text if isinstance(block, Image)]
        pictures = {image.file: _load(folder, image, profile.space) for image in images}
    pages = OwnPages(
        key, own.after, text, pictures, least_dpi, own.begin == "right", own.align == "center", own.contents
    )
    if own.contents and not pages.title:
        raise ConfigError(
            f"{key}.contents: found yes, but the text has no heading; begin it with a line such as # Foreword"
        )
    return pages
