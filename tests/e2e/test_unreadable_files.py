"""Every command that reads a PDF or an image refuses what it cannot read in one line, with code 2."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from commands import puzzlegen
from PIL import Image, ImageDraw
from small_book import BOUND

DAILY = "title: t\nseries: s\naddress: https://example.org/\nstart: 2026-01-01\n"
TINY = (
    "title: A\nseries: tiny\npage: {profile: screen, trim: 6x9}\n"
    "sections: [{name: One, count: 2, size: 5x5, difficulty: easy, per_page: 2}]\n"
)
PICTURES = BOUND.replace("{name: Three, count: 1, size: 8x8,", "{name: Three, kind: mosaic, pictures: [FILE],")


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def pdf(*, revision: int = 0) -> bytes:
    """A PDF of one page; with a revision of the standard handler, one that opens with a password only."""
    out, file = BytesIO(), pikepdf.new()
    file.add_blank_page(page_size=(432, 648))
    lock = pikepdf.Encryption(owner="o", user="u", R=revision, aes=revision >= 4, metadata=revision >= 4)
    file.save(out, encryption=lock if revision else False)
    return out.getvalue()


def picture_file(name: str) -> list[str]:
    return ["picture", name, "--preview"]


def in_config(command: str, text: str) -> Callable[[str], list[str]]:
    def write(name: str) -> list[str]:
        Path("c.yaml").write_text(text.replace("FILE", name), encoding="utf-8")
        return [command, "c.yaml", *(["--date", "2026-01-01"] if command == "daily" else [])]

    return write


OF_PDF: dict[str, Callable[[str], list[str]]] = {
    "preflight": lambda name: ["preflight", name, "--profile", "kdp"],
    "preflight of a cover": lambda name: ["preflight", name, "--profile", "kdp", "--cover", "100"],
}
OF_PICTURE: dict[str, Callable[[str], list[str]]] = {
    "picture": picture_file,
    "pictures of a book": in_config("book", PICTURES),
    "layout": lambda name: ["generate", "--size", "9x9", "--layout", f"file:{name}"],
    "shape": lambda name: ["generate", "--size", "9x9", "--shape", f"file:{name}"],
}
OF_PRINT: dict[str, Callable[[str], list[str]]] = {
    "logo": in_config("book", BOUND + "logo: {file: FILE, width_mm: 20}\n"),
    "artwork": in_config("book", BOUND + "cover: {make: yes, artwork: FILE}\n"),
    "own page": in_config("book", BOUND.replace("front_matter:\n", 'front_matter:\n  pages: [{text: "![](FILE)"}]\n')),
    "logo of a daily": in_config("daily", DAILY + "logo: FILE\n"),
}
NOISE = Image.fromarray(np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8))
PNG, JPEG = encoded(NOISE, "PNG"), encoded(NOISE, "JPEG")
NOT_A_PDF = "cannot be read as a PDF: it does not begin as one"
LOCKED = "the file is locked with a password: save it without one"
# Content of the file and the message of each reader
PDF_FAULTS = {
    "empty.pdf": (b"", NOT_A_PDF),
    "text.pdf": (b"words", NOT_A_PDF),
    "picture.pdf": (PNG, NOT_A_PDF),
    "cut.pdf": (pdf()[:200], "cannot be read as a PDF: "),
    "begun.pdf": (b"%PDF-1.7\n", "cannot be read as a PDF: "),
    **{f"locked-{bits}.pdf": (pdf(revision=one), LOCKED) for bits, one in ((40, 2), (128, 3), ("aes", 4), (256, 6))},
}
IMAGE_FAULTS = {
    "empty.png": (b"", "an empty file: save it again"),
    "text.png": (b"words", "not a PNG"),
    "pdf.png": (pdf(), "found PDF, not a PNG"),
    "office.jpg": (b"PK\x03\x04" + bytes(99), "found zip or Office, not a PNG"),
    "scan.jpg": (encoded(NOISE, "TIFF"), "found TIFF, not a PNG"),
    "phone.jpg": (b"\0\0\0\x24ftypheic" + bytes(99), "found HEIC, not a PNG"),
    "web.png": (b"\0\0\0\x20ftypavif" + bytes(99), "found AVIF, not a PNG"),
    "cut.png": (PNG[:-9000], "cannot be read: "),
    "cut.jpg": (JPEG[:-9000], "cannot be read: "),
    "begun.png": (PNG[:12], "a damaged PNG picture: save it again"),
    "begun.jpg": (JPEG[:12], "cannot be read: "),
    "no-drawing.png": (b"<html></html>", "SVG"),
}
PRINT_FAULTS = {
    "drawing.png": (b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>", "found SVG, not a PNG or JPEG"),
    "film.png": (encoded(NOISE, "GIF"), "found GIF, not a PNG or JPEG"),
    "web.jpg": (encoded(NOISE, "WEBP"), "found WebP, not a PNG or JPEG"),
}


def refused(words: list[str], name: str, message: str) -> None:
    done = puzzlegen(*words)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert f"{name}: {message}" in line or (f"{name}: " in line and message in line), line


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("reader", OF_PDF)
def test_pdfs_that_cannot_be_read(reader: str) -> None:
    for name, (data, message) in PDF_FAULTS.items():
        Path(name).write_bytes(data)
        refused(OF_PDF[reader](name), name, message)
    Path("folder.pdf").mkdir()
    refused(OF_PDF[reader]("folder.pdf"), "folder.pdf", "found a folder, expected a PDF file")
    os.mkfifo("pipe.pdf")
    refused(OF_PDF[reader]("pipe.pdf"), "pipe.pdf", "found a device or pipe, expected a PDF file")
    refused(OF_PDF[reader]("none.pdf"), "none.pdf", "cannot be read: No such file or directory")


def test_a_book_whose_pdf_cannot_be_read() -> None:
    Path("b.yaml").write_text(TINY, encoding="utf-8")
    assert puzzlegen("book", "b.yaml", "-o", "out", "-q", "--no-ledger").returncode == 0
    for data, message in PDF_FAULTS.values():
        Path("out/interior.pdf").write_bytes(data)
        refused(["verify", "out"], "interior.pdf", message)


@pytest.mark.parametrize("reader", [*OF_PICTURE, *OF_PRINT])
def test_images_that_cannot_be_read(reader: str) -> None:
    read = {**OF_PICTURE, **OF_PRINT}[reader]
    for name, (data, message) in {**IMAGE_FAULTS, **(PRINT_FAULTS if reader in OF_PRINT else {})}.items():
        Path(name).write_bytes(data)
        refused(read(name), name, message)
    Path("folder.png").mkdir()
    refused(read("folder.png"), "folder.png", "not a file: name a")
    os.mkfifo("pipe.png")
    refused(read("pipe.png"), "pipe.png", "not a file: name a")
    refused(read("none.png"), "none.png", "o such file")
    refused(read("empty.png/inside.png"), "empty.png/inside.png", "")


@pytest.mark.parametrize("reader", [*OF_PICTURE, *OF_PRINT, *OF_PDF])
def test_a_file_without_permission(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system lets root read every file, so the refusal is that of the call that opens the file."""
    Path("secret.png").write_bytes(PNG)
    usual = os.open

    def guarded(path: str | Path, *args: int, **options: int) -> int:
        if Path(path).name == "secret.png":
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, *args, **options)

    monkeypatch.setattr(os, "open", guarded)
    words = {**OF_PICTURE, **OF_PRINT, **OF_PDF}[reader]("secret.png")
    refused(words, "secret.png", "cannot be read: Permission denied")


def disc(mode: str = "L") -> Image.Image:
    image = Image.new("L", (120, 90), "white")
    ImageDraw.Draw(image).ellipse((20, 10, 90, 80), "black")
    return Image.fromarray(np.asarray(image).astype(np.uint16) * 257) if mode == "I;16" else image.convert(mode)


FRAMES = {"save_all": True, "append_images": [Image.new("L", (120, 90))]}
UNUSUAL = {
    "wrong-suffix.jpg": encoded(disc(), "PNG"),
    "inks.jpg": encoded(disc("CMYK"), "JPEG"),
    "deep.png": encoded(disc("I;16"), "PNG"),
    "two-colors.png": encoded(disc("1"), "PNG"),
    "moving.png": encoded(disc(), "PNG", **FRAMES),
    "moving.gif": encoded(disc(), "GIF", **FRAMES),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_images_that_can_be_read(name: str) -> None:
    Path(name).write_bytes(UNUSUAL[name])
    Path("usual.png").write_bytes(encoded(disc(), "PNG"))
    done, usual = (puzzlegen("picture", one, "--preview") for one in (name, "usual.png"))
    assert (done.returncode, done.stdout) == (0, usual.stdout), done.stderr
    assert ("it has 2 frames: the first is used" in done.stderr) == name.startswith("moving")
