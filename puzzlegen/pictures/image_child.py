"""Runs in the child process of ``image_reader``: limits its memory and time, and answers requests for images.

A request is a line of JSON and the content of a file; a reply is a line of JSON and the pixels. No pickles are sent: a
decoder that a hostile image has taken over could send code in them.
"""

from __future__ import annotations

import json
import math
import os
import select
import sys
from contextlib import suppress
from typing import Any, BinaryIO

from puzzlegen.errors import FormatError
from puzzlegen.pictures.image_decoding import decode

try:
    import resource
except ImportError:  # Windows has no such limits: only image_reader's limit of time holds there
    resource = None  # type: ignore[assignment]  # a module elsewhere

MEMORY = 1_000_000_000  # bytes, with the code of Python and the libraries, which take 150 MB
IDLE_SECONDS = 10.0  # without a request, before the process ends
_STRIP = 1_000_000  # pixels sent at a time: a copy of a whole image would take up to 160 MB


def serve() -> None:
    """Answer requests on stdin until it ends, or until there is none for IDLE_SECONDS."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a library prints is no reply
    if resource is not None:
        _limit("RLIMIT_CORE", 0)  # where a limit is reached, the system would write the memory to a file
        _limit("RLIMIT_AS", MEMORY)
    requests = sys.stdin.buffer
    while _is_asked(requests) and (line := requests.readline()):
        request = json.loads(line)
        data = requests.read(request["bytes"])
        if resource is not None:
            used = resource.getrusage(resource.RUSAGE_SELF)
            _limit("RLIMIT_CPU", math.ceil(used.ru_utime + used.ru_stime + request["seconds"]))
        _answer(data, request, replies)


def _is_asked(requests: BinaryIO) -> bool:
    if os.name != "posix":  # Windows cannot wait for a pipe: there the process ends with its parent
        return True
    return bool(select.select([requests], [], [], IDLE_SECONDS)[0])


def _limit(name: str, value: int) -> None:
    with suppress(OSError, ValueError):  # macOS knows RLIMIT_AS and refuses it
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


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
