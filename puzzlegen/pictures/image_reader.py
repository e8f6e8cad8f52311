"""Reads images of users in a child process with limits of time and memory, which an interrupt ends at once.

Every image that a config, a command or an upload names is read here: a file of 334 bytes can keep a renderer busy for
ever, and one of 146 kB can take 4.5 GB (2026-11-26). Libraries in C and Rust cannot be stopped within the process.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from puzzlegen.errors import FormatError
from puzzlegen.files.limits import PATIENCE, SECONDS, TOO_MUCH_MEMORY
from puzzlegen.files.reading import json_object, read_limited
from puzzlegen.pictures.image_decoding import MAX_PIXELS

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 150_000_000  # of an image file
PRINT_FORMATS = ("PNG", "JPEG")
PICTURE_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "SVG")
_CODE = "import sys; sys.path[:] = sys.argv[1:]; from puzzlegen.pictures.image_child import serve; serve()"
_ENDING = 10.0  # seconds that a process whose pipe has ended may take to end; Python takes 0.1 on an idle computer
_PIPE = 1_000_000  # bytes that a pipe holds; the usual 64 KB change between the processes 50 times for one image
_MAX_HEAD = 10_000  # bytes of the first line of a reply
_CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}


@dataclass(frozen=True, slots=True)
class ReadImage:
    """An image of a user: gray, RGB or RGBA, upright; its format by Pillow's name; and what the user should know."""

    picture: Image
    format: str
    notes: tuple[str, ...]


def read_image_file(path: Path, formats: Sequence[str], *, colors: bool = False) -> ReadImage:
    """Read an image file as ``read_image`` does. Raises FormatError, without the path, and OSError."""
    return read_image(read_limited(path, MAX_BYTES), formats, colors=colors)


def read_image(data: bytes, formats: Sequence[str], *, colors: bool = False, seconds: float = SECONDS) -> ReadImage:
    """Read the content of an image file in one of ``formats``, PRINT_FORMATS or PICTURE_FORMATS.

    Of an animation it reads the first frame. With ``colors`` the result is in sRGB by the color profile of the file.
    Raises FormatError for a file that cannot be read or needs more than ``seconds`` or 1 GB of memory.
    """
    request = {"bytes": len(data), "formats": list(formats), "colors": colors, "seconds": seconds}
    return _READER.read(json.dumps(request).encode() + b"\n", data, seconds)


class _EndedIdle(Exception):
    """The child process ended because it was idle."""


class _Reader:
    """The child process of this process; it starts with the first image and serves those that follow."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()

    def read(self, head: bytes, data: bytes, seconds: float) -> ReadImage:
        """Send a request and return the reply."""
        with self._lock:
            try:
                try:
                    return self._reply(head, data, seconds)
                except _EndedIdle:
                    return self._reply(head, data, seconds)
            except FormatError:
                raise
            except BaseException:  # above all interrupts: the child works on
                self._end()
                raise

    def _reply(self, head: bytes, data: bytes, seconds: float) -> ReadImage:
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        limit = seconds * PATIENCE
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(limit, stop)
        timer.daemon = True
        timer.start()
        try:
            process.stdin.write(head)
            process.stdin.write(data)
            process.stdin.flush()
            found = _received(process.stdout)
        except (OSError, EOFError, ValueError, LookupError, TypeError):  # none, or one of a decoder that was taken over
            code = self._end(patience=_ENDING)  # one that ends idle closes its pipe first; killed then, it gave -9
            if code == 0:
                raise _EndedIdle from None
            raise FormatError(_reason(code, seconds, limit if late.is_set() else 0.0)) from None
        finally:
            timer.cancel()
        return found

    def _started(self) -> subprocess.Popen[bytes]:
        """Return the child process, started if there is none or if it is that of the process that forked this one."""
        if self._process is None or self._owner != os.getpid():
            self._owner = os.getpid()
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CODE, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pipesize=_PIPE,
                start_new_session=True,  # Ctrl-C in a terminal goes to this process, which ends the child
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        return self._process

    def _end(self, patience: float = 0.0) -> int:
        """Close the pipes of the child process, kill it if it does not end in ``patience`` s, return its exit code."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return 0
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def close(self) -> None:
        """End the child process when this process ends."""
        self._end()


def _close(pipe: IO[bytes]) -> None:
    with suppress(OSError):  # what was to be sent
        pipe.close()


def _received(stream: IO[bytes]) -> ReadImage:
    """Return the image of a reply. Raises FormatError for a reply that says why there is none, EOFError for none."""
    from PIL import Image  # noqa: PLC0415  # half of the time of a short command

    line = stream.readline(_MAX_HEAD)
    if not line.endswith(b"\n"):
        raise EOFError
    head = json_object(line)
    if "error" in head:
        raise FormatError(str(head["error"]))
    if "memory" in head:
        raise FormatError(TOO_MUCH_MEMORY)
    columns, rows = head["size"]
    mode, notes = str(head["mode"]), tuple(map(str, head["notes"]))
    size = columns * rows * _CHANNELS[mode]
    if not 0 < size <= MAX_PIXELS * _CHANNELS["RGBA"] or len(pixels := stream.read(size)) < size:
        raise EOFError
    return ReadImage(Image.frombytes(mode, (columns, rows), pixels), str(head["format"]), notes)


def _reason(code: int, seconds: float, waited: float) -> str:
    """Return why a child process ended that was not idle: which limit, or which error."""
    if waited or code == -getattr(signal, "SIGXCPU", 0):
        return f"takes more than {waited or seconds:g} s to read; simplify it or make it smaller"
    if code == -signal.SIGABRT:  # what the renderer of SVG ends with when it gets no memory
        return TOO_MUCH_MEMORY
    return f"cannot be read: the process that reads images ended with code {code}; save it again in another program"


_READER = _Reader()
atexit.register(_READER.close)
