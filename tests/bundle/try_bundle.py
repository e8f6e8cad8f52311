"""Tries the bundle of the studio as a user does: started by its menu entry, a book made and checked, then stopped.

``python tests/bundle/try_bundle.py FOLDER`` installs the bundle of a folder for a user whose home is empty, in an
environment without Python. `make bundle` runs it.
"""

import json
import shlex
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from configparser import ConfigParser
from http.cookiejar import CookieJar
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

T = TypeVar("T")

SECONDS = 300.0  # for a start and for a book
BOOK = """title: Bundle
series: bundle
page: {profile: home-letter}
sections:
  - {name: One, count: 4, size: 8x8, difficulty: easy}
"""


def environment(home: Path) -> dict[str, str]:
    """Return the variables of a user without Python, whose browser writes the address that it opens into a file."""
    browser = home / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{home}/address"\n', encoding="utf-8")
    browser.chmod(0o755)
    return {"HOME": str(home), "PATH": "/usr/bin:/bin", "BROWSER": f"{browser} %s", "LANG": "C.UTF-8"}


def until_true(what: str, found: Callable[[], T]) -> T:
    """Wait until a function returns something."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.2)
    raise SystemExit(f"{what}: not within {SECONDS:g} s")


def address_opened(home: Path) -> str:
    """Return the address that the browser was given; empty so far."""
    path = home / "address"
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def main(bundle: Path) -> None:
    """Try a bundle."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        known = environment(home)
        subprocess.run([str(bundle / "install.sh")], env=known, check=True)
        (entry,) = (home / ".local/share/applications").glob("*.desktop")
        parser = ConfigParser(interpolation=None)
        parser.read(entry, encoding="utf-8")
        desktop = parser["Desktop Entry"]
        assert Path(desktop["Icon"]).is_file(), desktop["Icon"]
        command = shlex.split(desktop["Exec"])
        with subprocess.Popen(command, env=known, cwd=home) as first:
            try:
                start = until_true("the studio opens the browser", lambda: address_opened(home))
                site = start.partition("/?")[0]
                client = build_opener(HTTPCookieProcessor(CookieJar()))
                assert "puzzlegen studio" in answer(client, start)
                (home / "address").unlink()
                subprocess.run(command, env=known, cwd=home, check=True)  # the second start ends at once
                assert address_opened(home) == start
                make_book(client, site, home)
                answer(client, f"{site}/stop", b"", site)
                assert first.wait(SECONDS) == 0
            finally:
                first.kill()
        subprocess.run([str(bundle / "install.sh"), "--remove"], env=known, check=True)
        assert not entry.exists() and (home / "puzzlegen" / "bundle" / "book.yaml").is_file()
    print(f"{bundle}: installed, started twice, made and verified a book, stopped, removed; books stay")


def answer(client: OpenerDirector, address: str, body: bytes | None = None, site: str = "") -> str:
    """Return a reply of the studio as text."""
    headers = {"Origin": site, "Accept": "application/json"} if site else {}
    with client.open(Request(address, body, headers), timeout=SECONDS) as reply:  # of this computer
        return str(reply.read().decode())


def black_square(side: int) -> bytes:
    """Return a PNG file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(bytes(side * (side + 1))))
    return b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")


def make_book(client: OpenerDirector, site: str, home: Path) -> None:
    """Make a book by the requests of the studio's pages, and check its files."""
    folder = home / "puzzlegen" / "bundle"
    folder.mkdir(parents=True)
    (folder / "book.yaml").write_text(BOOK, encoding="utf-8")
    version = json.loads(answer(client, f"{site}/books/bundle/config", site=site))["version"]
    words = urlencode({"loc": "logo/file", "name": "logo.png", "base": version})
    answer(client, f"{site}/books/bundle/picture?{words}", black_square(400), site)  # read by a process of the bundle
    answer(client, f"{site}/books/bundle/build", b"{}", site)

    def finished() -> dict[str, object] | None:
        report: dict[str, object] = json.loads(answer(client, f"{site}/books/bundle/build", site=site))
        return None if report["state"] == "running" else report

    report = until_true("the book is built", finished)
    assert report["state"] == "verified", report
    assert (folder / "output" / "interior.pdf").read_bytes().startswith(b"%PDF-")
    assert "interpreted" not in (home / "puzzlegen" / "studio.log").read_text(encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
