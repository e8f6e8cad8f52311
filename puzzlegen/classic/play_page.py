"""A classic board as a page to play on. Who reads its source can find the mines; at a glance nobody does."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.drawing.html import PlayPage, write_html
from puzzlegen.errors import LayoutError
from puzzlegen.language.catalogue import load
from puzzlegen.language.locales import tag_of
from puzzlegen.language.messages import Words
from puzzlegen.single.play_page import MAX_SIDE, page_title, script_words, sha256_of

_PLAY = ("hide_time", "restart", "rules_heading", "key_move")  # words of the play page that stand in this one too
_PLAY_SCRIPT = ("hide_time", "show_time", "cell", "clue", "solved", "wrong_mark")
_STATIC = (  # words that stand in the page itself; the script needs the others
    "flags", "larger", "back", "show", "rules", "mouse", "touch", "key_open", "key_flag", "key_around", "key_back",
    "kept", "no_script",
)  # fmt: skip
_NOTES = ("single", "together", "tried")


@dataclass(frozen=True, slots=True)
class ClassicPageOptions:
    """``title`` is the language's word for the game if empty.

    ``tier`` is the highest tier that the proof from the board's start took, 1 to 4; with 0 nothing is said of it.
    """

    title: str = ""
    tier: int = 0


def write_classic_page(
    board: ClassicBoard, path: Path, language: str, options: ClassicPageOptions = ClassicPageOptions()
) -> None:
    """Write the page.

    Raises as ``classic_page`` does, ConfigError for a language there is none of, OutputError when the file cannot be
    written.
    """
    write_html(classic_page(board, load(language), options), path)


def classic_page(board: ClassicBoard, words: Words, options: ClassicPageOptions = ClassicPageOptions()) -> PlayPage:
    """The page of a board; ``drawing.html.html`` makes text of it.

    Raises LayoutError for a board or a title that is too large.
    """
    if max(board.grid.width, board.grid.height) > MAX_SIDE:
        raise LayoutError(f"a page to play on takes boards of up to {MAX_SIDE} cells a side, found {board.grid}")
    said = words.classic
    size = f"{board.grid.width}\u00a0×\u00a0{board.grid.height}"
    facts = [f"{size} · {words.puzzle.mines.of(board.total)}"]
    if options.tier:
        facts.append(getattr(said, _NOTES[min(options.tier, len(_NOTES)) - 1]))
    static = {name: getattr(said, name) for name in _STATIC} | {name: getattr(words.play, name) for name in _PLAY}
    title = page_title(options.title, words)
    return PlayPage(words.code, title, tuple(facts), (), static, _data(board, words), kind="classic")


def _data(board: ClassicBoard, words: Words) -> dict[str, Any]:
    key = sha256_of(f"classic {board.grid} {board.start} {_bits(board).hex()}")[:16]
    said = script_words(words.classic, (*_STATIC, *_NOTES)) | {n: getattr(words.play, n) for n in _PLAY_SCRIPT}
    return {
        "key": key,
        "width": board.grid.width,
        "height": board.grid.height,
        "start": board.start,
        "mines": base64.b64encode(masked(_bits(board), key)).decode("ascii"),
        "words": said | {"mine": words.picture.mine, "language": tag_of(words.code)},
    }


def _bits(board: ClassicBoard) -> bytes:
    """A bit a cell, the first cell in the highest bit of the first byte."""
    text = "".join("1" if mine else "0" for mine in board.mines)
    return bytes(int(text[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(text), 8))


def masked(data: bytes, key: str) -> bytes:
    """The bytes so that nobody reads them by chance; done again it gives them back. It keeps no secret.

    The mask is the high bytes of a linear congruential sequence that ``key``, hexadecimal, begins.
    """
    state, found = int(key[:8], 16), bytearray()
    for byte in data:
        state = (state * 1664525 + 1013904223) % 2**32
        found.append(byte ^ state >> 24)
    return bytes(found)
