"""Checks the write-ahead log of a ledger, whose damaged end SQLite drops without a word.

The log begins with a header of 32 bytes. A frame is a header of 24 bytes and a page. Each has a checksum that continues
that of the frame before, and the salts of the log's header; after a restart, frames of the earlier log may follow, with
salts of that log. The format is documented at https://sqlite.org/walformat.html.
"""

from __future__ import annotations

import os
import struct
import time
from pathlib import Path

_HEADER, _FRAME = 32, 24  # bytes
_MAGIC = 0x377F0682  # plus 1 if checksums read the words of the log as big-endian
_ATTEMPTS, _PAUSE = 10, 0.05  # a frame that another process is writing is whole a moment later; seconds
_RESTARTS = 2**16  # the first salt of an earlier log is less by the number of restarts since
_MASK = 0xFFFFFFFF


def is_log_damaged(log: Path) -> bool:
    """Return whether the log ends before its last frame. A missing or empty log is undamaged."""
    for attempt in range(_ATTEMPTS):
        time.sleep(_PAUSE if attempt else 0)
        try:
            data = log.read_bytes()
        except FileNotFoundError:
            return False
        if _is_whole(data):
            return False
    return True


def remove_partial_frame(log: Path) -> None:
    """Remove the end of a log that a full disk cut off within a frame. The caller holds the write lock.

    Raises OSError.
    """
    data = log.read_bytes()
    end = 0 if len(data) < _HEADER else _end_of_frames(data)
    if end is not None and end < len(data):
        os.truncate(log, end)


def _is_whole(data: bytes) -> bool:
    if not data:
        return True
    end = _end_of_frames(data) if len(data) >= _HEADER else None
    # A process killed between its two writes of a frame leaves a frame's header without the page.
    return end is not None and len(data) - end in (0, _FRAME)


def _end_of_frames(data: bytes) -> int | None:
    """Return where the last whole frame ends, or an earlier log; None if the log is damaged before its end."""
    magic, _, page, _, *salts = struct.unpack_from(">6I", data)
    order = ">" if magic & 1 else "<"
    state = _checksum(data[:24], (0, 0), order)
    if magic & ~1 != _MAGIC or struct.unpack_from(">2I", data, 24) != state or page < 512:
        return None
    at = _HEADER
    while len(data) - at >= _FRAME + page:
        found = list(struct.unpack_from(">2I", data, at + 8))
        if found != salts:
            return len(data) if _is_earlier(found, salts) else None
        state = _checksum(data[at : at + 8], state, order)
        state = _checksum(data[at + _FRAME : at + _FRAME + page], state, order)
        if struct.unpack_from(">2I", data, at + 16) != state:
            return None
        at += _FRAME + page
    return at


def _is_earlier(found: list[int], salts: list[int]) -> bool:
    """Return whether a frame with the salts ``found`` is left of an earlier log; the second salt is random."""
    return 1 <= (salts[0] - found[0]) & _MASK <= _RESTARTS and found[1] != salts[1]


def _checksum(data: bytes, state: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = state
    for one, two in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & _MASK
        second = (second + two + first) & _MASK
    return first, second
