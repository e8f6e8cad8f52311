"""Runs in the child process of ``image_reader``: limits its memory and time, and answers requests for images.

A request is a line of JSON and the content of a file; a reply is a line of JSON and the pixels. No pickles are sent: a
decoder that a hostile image has taken over could send code in them.
"""

from __future__ import annotations

import json
import os
import select
import sys
from typing import Any, BinaryIO

from puzzlegen.errors import FormatError
from puzzlegen.files import limits
from puzzlegen.files.reading import json_object
from puzzlegen.pictures.image_decoding import decode

IDLE_SECONDS = 10.0  # without a request, before the process ends
_STRIP = 1_000_000  # pixels sent at a time: a copy of a whole image would take up to 160 MB


def serve() -> None:
    """Answer requests on stdin until it ends, or until there is none for IDLE_SECONDS."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a library prints is no reply
    limits.begin()
    limits.limit("RLIMIT_AS", limits.MEMORY)  # with the code of Python and the libraries, which take 150 MB
    requests = sys.stdin.buffer
    while _is_asked(requests) and (line := requests.readline()):
        request = json_object(line)
        data = requests.read(request["bytes"])
        limits.limit_seconds(request["seconds"])
        _answer(data, request, replies)


def _is_asked(requests: BinaryIO) -> bool:
    if os.name != "posix":  # Windows cannot wait for a pipe: there the process ends with its parent
        return True
    return bool(select.select([requests], [], [], IDLE_SECONDS)[0])


def _answer(data: bytes, request: dict[str, Any], replies: BinaryIO) -> None:
    try:
        found = decode(data, request["formats"], colors=request["colors"])
    except FormatError as error:
        _send({"error": str(error)}, replies)
        return
    except MemoryError:
        _send({"memory": True}, replies)
        return
    picture = found.picture
    head = {"mode": picture.mode, "size": picture.size, "format": found.format, "notes": found.notes}
    _send(head, replies)
    rows = max(1, _STRIP // picture.width)
    for top in range(0, picture.height, rows):
        replies.write(picture.crop((0, top, picture.width, min(top + rows, picture.height))).tobytes())
    replies.flush()


def _send(head: dict[str, Any], replies: BinaryIO) -> None:
    replies.write(json.dumps(head).encode() + b"\n")
    replies.flush()
