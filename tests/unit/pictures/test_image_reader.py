"""Images that would take any amount of time or memory end at a limit, and one process serves all images of a run."""

from __future__ import annotations

import base64
import os
import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from color_profiles import ADOBE_RGB, power, rgb_profile
from PIL import Image

from puzzlegen.errors import FormatError
from puzzlegen.pictures import image_reader
from puzzlegen.pictures.image_reader import PICTURE_FORMATS, PRINT_FORMATS, read_image

TIME, MEMORY = "takes more than", "takes more than 1 GB of memory to read; simplify it or make it smaller"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">%s</svg>'
)
WHOLE = '<rect width="100" height="100" %s/>'


def filtered(content: str) -> str:
    return f'<filter id="f">{content}</filter>' + WHOLE % 'filter="url(#f)"'


def png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def claimed_png(side: int) -> bytes:
    """A PNG of that many pixels a side in four channels, of which only the first rows are there."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(400_000))) + chunk(b"IEND", b"")


EMBEDDED = (
    '<image width="100" height="100" xlink:href="data:image/png;base64,'
    f'{base64.b64encode(claimed_png(30000)).decode()}"/>'
)
MASKS = "".join(
    f'<mask id="m{i}"><rect width="100" height="100" fill="white" mask="url(#m{i + 1})"/></mask>' for i in range(150)
)
SLOW = filtered('<feTurbulence baseFrequency="0.05" numOctaves="1000"/>')


@pytest.mark.parametrize(
    ("drawing", "limit"),
    [
        (SLOW, TIME),
        (filtered('<feMorphology operator="dilate" radius="100"/>'), TIME),
        (filtered('<feGaussianBlur stdDeviation="40"/><feMorphology radius="9"/>' * 300), TIME),
        (filtered('<feConvolveMatrix order="99" kernelMatrix="' + "1 " * 9801 + '"/>'), TIME),
        ("<rect " + " ".join(f'a{i}="{i}"' for i in range(300_000)) + "/>", TIME),
        (MASKS + WHOLE % 'mask="url(#m0)"', MEMORY),
        (EMBEDDED, MEMORY),
    ],
    ids=["turbulence", "morphology", "chain", "convolution", "attributes", "masks", "embedded"],
)
def test_a_drawing_that_takes_too_much_ends_at_a_limit(drawing: str, limit: str) -> None:
    """Where the limit is memory, a busy computer may reach that of time first."""
    with pytest.raises(FormatError) as caught:
        read_image((SVG % drawing).encode(), PICTURE_FORMATS, seconds=0.5 if limit is TIME else 10)
    assert str(caught.value).startswith(limit) or (limit is MEMORY and str(caught.value).startswith("takes more than"))
    assert str(caught.value).endswith("simplify it or make it smaller") and "\n" not in str(caught.value)


def test_the_next_image_after_a_limit_is_read() -> None:
    with pytest.raises(FormatError, match=r"^takes more than (0\.5|1\.5) s to read"):
        read_image((SVG % SLOW).encode(), PICTURE_FORMATS, seconds=0.5)
    assert read_image(png(Image.new("L", (3, 2))), PRINT_FORMATS).picture.size == (3, 2)


def test_one_process_serves_all_images_and_another_starts_after_its_end() -> None:
    data, reader = png(Image.new("RGB", (3, 2), "red")), image_reader._READER
    read_image(data, PRINT_FORMATS)
    first = reader._process
    assert first is not None
    read_image(data, PRINT_FORMATS)
    assert reader._process is first
    first.stdin.close()  # it ends by itself, as when it is idle
    assert first.wait(60) == 0
    reader._process = first
    assert read_image(data, PRINT_FORMATS).picture.getpixel((1, 1)) == (255, 0, 0)
    assert reader._process is not first


def test_a_process_that_is_about_to_end_idle_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has closed its pipe and still ends Python when the request comes."""
    ending = (
        "import os, pathlib, time\n"
        f"first = pathlib.Path({str(tmp_path / 'first')!r})\n"
        "if not first.exists():\n    first.touch(); os.close(1); time.sleep(0.5); os._exit(0)\n"
    )
    monkeypatch.setattr(image_reader, "_CODE", ending + image_reader._CODE)
    monkeypatch.setattr(image_reader, "_READER", reader := image_reader._Reader())
    assert read_image(png(Image.new("L", (3, 2))), PRINT_FORMATS).picture.size == (3, 2)
    assert (tmp_path / "first").exists()
    reader.close()


def test_a_process_that_is_killed_from_outside_is_one_line_and_the_next_image_is_read() -> None:
    data, reader = png(Image.new("L", (3, 2))), image_reader._READER
    read_image(data, PRINT_FORMATS)
    process = reader._process
    assert process is not None
    process.kill()
    process.wait()
    with pytest.raises(FormatError, match="cannot be read: the process that reads images ended with code -9"):
        read_image(data, PRINT_FORMATS)
    assert read_image(data, PRINT_FORMATS).picture.size == (3, 2)


@pytest.mark.parametrize(
    "reply",
    [b"", b"no json\n", b"{}\n", b'{"mode": "RGB", "size": [9, 9], "format": "PNG", "notes": []}\nfew',
     b'{"mode": "RGB", "size": [999999, 999999], "format": "PNG", "notes": []}\n', b"[1]\n", b"x" * 20_000,
     b'{"mode": "P", "size": [1, 1], "format": "PNG", "notes": []}\nabcd'],
)  # fmt: skip
def test_a_reply_that_is_none_is_refused(reply: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a decoder that a hostile image has taken over."""
    code = f"import sys; sys.stdin.buffer.readline(); sys.stdout.buffer.write({reply!r}); sys.stdout.flush(); exit(3)"
    monkeypatch.setattr(image_reader, "_CODE", code)
    monkeypatch.setattr(image_reader, "_READER", image_reader._Reader())
    with pytest.raises(FormatError, match="cannot be read: the process that reads images ended with code"):
        read_image(png(Image.new("L", (3, 2))), PRINT_FORMATS)


def test_the_process_loads_neither_the_solver_nor_numpy_and_does_not_run_the_script_of_the_user(tmp_path: Path) -> None:
    """A script without ``if __name__ == "__main__"`` would be run again by multiprocessing."""
    (tmp_path / "a.svg").write_text(SVG % "<circle cx='50' cy='50' r='40'/>")
    script = tmp_path / "script.py"
    script.write_text(
        "from puzzlegen.pictures import image_reader\n"
        "from pathlib import Path\n"
        "print('run')\n"
        "image_reader.read_image(Path('a.svg').read_bytes(), image_reader.PICTURE_FORMATS)\n"
        "print(Path(f'/proc/{image_reader._READER._process.pid}/maps').read_text())\n"
    )
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=True)
    run, _, maps = done.stdout.partition("\n")
    assert run == "run" and "_imaging" in maps and "resvg" in maps
    assert not any(name in maps for name in ("numpy", "numba", "llvmlite", "clingo"))
    assert done.stderr == ""


def test_the_limit_of_memory_holds_for_the_largest_image_that_is_allowed() -> None:
    """50 million pixels in four channels, turned, with a color profile: all that is allowed, at once."""
    exif = Image.Exif()
    exif[0x0112] = 6
    out = BytesIO()
    large = Image.new("RGBA", (8000, 6250), (10, 200, 30, 40))
    large.save(out, "PNG", compress_level=1, exif=exif, icc_profile=rgb_profile(ADOBE_RGB, power(2.2)))
    found = read_image(out.getvalue(), PRINT_FORMATS, colors=True, seconds=60)
    assert found.picture.size == (6250, 8000) and found.picture.mode == "RGBA"


def test_a_fork_does_not_share_the_process(tmp_path: Path) -> None:
    data = png(Image.new("L", (3, 2), 7))
    read_image(data, PRINT_FORMATS)
    process = image_reader._READER._process
    assert process is not None
    child = os.fork()
    if child == 0:
        found = read_image(data, PRINT_FORMATS).picture.getpixel((0, 0))
        own = image_reader._READER._process
        os._exit(0 if found == 7 and own is not process else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert read_image(data, PRINT_FORMATS).picture.getpixel((0, 0)) == 7 and image_reader._READER._process is process
