"""The HTML page to play a classic board. Its source hides the mines from a glance, not from a determined reader."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.drawing.html_pages import PlayPage, write_html
from puzzlegen.errors import LayoutError
from puzzlegen.generator.classic_boards import GeneratedBoard
from puzzlegen.language.catalogue_loader import load
from puzzlegen.language.locale_formatting import tag_of
from puzzlegen.language.messages import Messages
from puzzlegen.single.play_page import MAX_SIDE, board_data, page_title, script_words, sha256_of

# Messages of the page for puzzles that this page shows too: in its HTML, and in its script
_SHARED_IN_HTML = ("hide_time", "restart", "rules_heading", "key_move")
_SHARED_IN_SCRIPT = ("hide_time", "show_time", "cell", "clue", "solved", "wrong_mark")
_IN_HTML = (  # messages that the HTML contains; the script gets the others
    "flags", "larger", "back", "show", "rules", "mouse", "touch", "key_open", "key_flag", "key_around", "key_back",
    "kept", "no_script",
)  # fmt: skip
_TIER_NOTES = ("one_number", "several_numbers", "assumptions")


@dataclass(frozen=True, slots=True)
class ClassicPageOptions:
    """Options of a page.

    ``title``: the language's name of the game if empty. ``tier``: the highest tier, 1 to 4, that the proof from the
    start needs; the page says which; 0 leaves it out.
    """

    title: str = ""
    tier: int = 0


def write_classic_page(
    board: ClassicBoard, path: Path, language: str, options: ClassicPageOptions = ClassicPageOptions()
) -> None:
    """Write the page of a board.

    Raises LayoutError as ``classic_page`` does, ConfigError for an unknown language, OutputError when the file cannot
    be written.
    """
    write_html(classic_page(board, load(language), options), path)


def write_board_page(generated: GeneratedBoard, number: int | None, path: Path, language: str) -> None:
    """Write the page of a generated board; ``number``, if any, is added to the file name."""
    target = path if number is None else path.with_stem(f"{path.stem}-{number}")
    write_classic_page(generated.game.board, target, language, ClassicPageOptions(tier=generated.game.hardest))


def classic_page(
    board: ClassicBoard, messages: Messages, options: ClassicPageOptions = ClassicPageOptions()
) -> PlayPage:
    """Return the page of a board; ``drawing.html.html`` turns it into text.

    Raises LayoutError for a board or a title that is too large.
    """
    if max(board.grid.width, board.grid.height) > MAX_SIDE:
        raise LayoutError(f"a page to play on takes boards of up to {MAX_SIDE} cells a side, found {board.grid}")
    classic = messages.classic
    size = f"{board.grid.width}\u00a0×\u00a0{board.grid.height}"
    facts = [f"{size} · {messages.puzzle.mines.of(board.total)}"]
    if options.tier:
        facts.append(getattr(classic, _TIER_NOTES[min(options.tier, len(_TIER_NOTES)) - 1]))
    static = {name: getattr(classic, name) for name in _IN_HTML} | {
        name: getattr(messages.play, name) for name in _SHARED_IN_HTML
    }
    title = page_title(options.title, messages)
    return PlayPage(messages.code, title, tuple(facts), (), static, _data(board, messages), templates="classic")


def _data(board: ClassicBoard, messages: Messages) -> dict[str, Any]:
    key = sha256_of(f"classic {board.grid} {board.start} {_bits(board).hex()}")[:16]
    texts = script_words(messages.classic, (*_IN_HTML, *_TIER_NOTES)) | {
        n: getattr(messages.play, n) for n in _SHARED_IN_SCRIPT
    }
    return board_data(board.grid, range(1, 9)) | {
        "key": key,
        "start": board.start,
        "mines": base64.b64encode(mask_bytes(_bits(board), key)).decode("ascii"),
        "words": texts | {"mine": messages.picture.mine, "language": tag_of(messages.code)},
    }


def _bits(board: ClassicBoard) -> bytes:
    """Return one bit per cell, the first cell in the highest bit of the first byte."""
    text = "".join("1" if mine else "0" for mine in board.mines)
    return bytes(int(text[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(text), 8))


def mask_bytes(data: bytes, key: str) -> bytes:
    """Combine bytes with a mask, so that no reader of the source sees the mines by chance. It keeps no secret.

    Masking twice gives the bytes back. The mask is the high bytes of a linear congruential generator, whose seed is the
    hexadecimal ``key``.
    """
    state, found = int(key[:8], 16), bytearray()
    for byte in data:
        state = (state * 1664525 + 1013904223) % 2**32
        found.append(byte ^ state >> 24)
    return bytes(found)
