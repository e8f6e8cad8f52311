"""The HTML page to play classic boards. Its source hides the mines from a glance, not from a determined reader."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard
from puzzlegen.errors import FormatError, LayoutError
from puzzlegen.files.reading import json_object
from puzzlegen.generator.classic_boards import GeneratedBoard
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import tag_of
from puzzlegen.language.messages import Messages
from puzzlegen.single.play_page import (
    MAX_SIDE,
    SHARED_SCRIPTS,
    board_data,
    classic_rules_example,
    hint_data,
    page_title,
    plural_forms,
    script_words,
    sha256_of,
)
from puzzlegen.web.templates import PlayPage, PublishedParts, write_html

# Messages of the page for puzzles that this page shows too: in its HTML, and in its script
_SHARED_IN_HTML = (
    "hide_time", "pause", "whole", "restart", "rules_heading", "key_move", "hint", "key_hint", "what_if", "keep",
    "discard", "send", "result", "copy_result", "overview",
)  # fmt: skip
_SHARED_IN_SCRIPT = (
    "hide_time", "show_time", "cell", "clue", "solved", "wrong_mark", "fix_mistake_first", "no_technique", "witness",
    "proved", "trial", "pause", "resume", "share", "copied", "not_copied", "whole", "larger",
)  # fmt: skip
_IN_HTML = (  # messages that the HTML contains; the script gets the others
    "flags", "back", "new_board", "show", "rules", "example_mine", "example_safe", "mouse", "touch", "drag",
    "key_open", "key_flag", "key_around", "key_back", "kept", "no_script",
)  # fmt: skip
_TIER_NOTES = ("one_number", "several_numbers", "assumptions")


@dataclass(frozen=True, slots=True)
class ClassicPageOptions:
    """Options of a page.

    ``title``: the language's name of the game if empty. ``link``: the URL at the end of the result that players share,
    or empty. ``tier``: the highest tier, 1 to 4, that the proof from the start needs; the page says which; 0 leaves it
    out. ``facts`` are lines above the size, such as a date. ``published`` has URLs and links of a page that is
    published, and ``day`` what the page keeps in the reader's browser with the result, as ``play_page.day_data``
    returns it.
    """

    title: str = ""
    link: str = ""
    tier: int = 0
    facts: tuple[str, ...] = ()
    published: PublishedParts | None = None
    day: Mapping[str, Any] | None = None


def write_classic_page(
    boards: Sequence[ClassicBoard], path: Path, language: str, options: ClassicPageOptions = ClassicPageOptions()
) -> None:
    """Write the page of boards of one size.

    Raises LayoutError as ``classic_page`` does, ConfigError for an unknown language, OutputError when the file cannot
    be written.
    """
    write_html(classic_page(boards, load(language), options), path)


def write_generated_boards(generated: Sequence[GeneratedBoard], path: Path, language: str) -> None:
    """Write the page of generated boards, which names the hardest tier of their proofs. Raises as the above does."""
    options = ClassicPageOptions(tier=max(board.game.hardest for board in generated))
    write_classic_page([board.game.board for board in generated], path, language, options)


def classic_page(
    boards: Sequence[ClassicBoard], messages: Messages, options: ClassicPageOptions = ClassicPageOptions()
) -> PlayPage:
    """Return the page of boards, which are played one after the other; ``web.templates`` turns it into text.

    ``boards`` are of one size with the same number of mines. Raises LayoutError for a board or a title that is too
    large.
    """
    grid = boards[0].grid
    if max(grid.width, grid.height) > MAX_SIDE:
        raise LayoutError(f"a page to play on takes boards of up to {MAX_SIDE} cells a side, found {grid}")
    size = f"{grid.width}\u00a0×\u00a0{grid.height}"
    facts = [*options.facts, f"{size} · {messages.plural('puzzle.mines', boards[0].total)}"]
    if options.tier:
        note = _TIER_NOTES[min(options.tier, len(_TIER_NOTES)) - 1]
        facts.append(messages.pattern(f"classic.{note}"))
    static = {name: messages.pattern(f"classic.{name}") for name in _IN_HTML}
    static |= {name: messages.pattern(f"play.{name}") for name in _SHARED_IN_HTML}
    title = page_title(options.title, messages)
    data = _data(boards, messages) | {"link": options.link}
    if options.day:
        difficulty = messages.text(f"difficulty.{options.day['difficulty']}")
        data |= {"day": dict(options.day), "level": difficulty}
    return PlayPage(
        messages.code, title, tuple(facts), (), static, data, options.published,
        templates="classic", tools=(*SHARED_SCRIPTS, "classic/field.js", "classic/cells.js"),
        example=classic_rules_example(messages),
    )  # fmt: skip


def _data(boards: Sequence[ClassicBoard], messages: Messages) -> dict[str, Any]:
    texts = script_words(messages.group("classic"), (*_IN_HTML, *_TIER_NOTES))
    texts |= {name: messages.pattern(f"play.{name}") for name in _SHARED_IN_SCRIPT}
    texts["hints"] = plural_forms(messages.forms("play.hints"))
    texts |= {name: messages.pattern(f"picture.{name}") for name in ("mine", "safe")}
    return (
        board_data(boards[0].grid, range(1, 9))
        | hint_data((), messages.for_classic(), has_total=True)
        | {
            "boards": [_board_data(board) for board in boards],
            "words": texts | {"language": tag_of(messages.code)},
        }
    )


def _board_data(board: ClassicBoard) -> dict[str, Any]:
    key = key_of_board(board)
    mines = base64.b64encode(mask_bytes(_bits(board), key)).decode("ascii")
    return {"key": key, "start": board.start, "mines": mines}


def key_of_board(board: ClassicBoard) -> str:
    """Return the name under which the page of a board keeps the reader's progress."""
    return sha256_of(f"classic {board.grid} {board.start} {_bits(board).hex()}")[:16]


def _bits(board: ClassicBoard) -> bytes:
    """Return one bit per cell, the first cell in the highest bit of the first byte."""
    text = "".join("1" if mine else "0" for mine in board.mines)
    return bytes(int(text[first : first + 8].ljust(8, "0"), 2) for first in range(0, len(text), 8))


def mask_bytes(data: bytes, key: str) -> bytes:
    """Combine bytes with a mask, so that no reader of the source sees the mines by chance. It keeps no secret.

    Masking twice gives the bytes back. The mask is the high bytes of a linear congruential generator, whose seed is the
    hexadecimal ``key``.
    """
    state, masked = int(key[:8], 16), bytearray()
    for byte in data:
        state = (state * 1664525 + 1013904223) % 2**32
        masked.append(byte ^ state >> 24)
    return bytes(masked)


def boards_of_page(text: str) -> list[ClassicBoard]:
    """Read the boards back from the text of their page. Raises FormatError for another text."""
    script = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    try:
        data = json_object(script[1] if script else "")
        grid = Grid(data["width"], data["height"])
        return [_read_board(grid, **board) for board in data["boards"]]
    except (LookupError, TypeError, ValueError) as error:
        raise FormatError(f"no page of a classic board: {error}") from None


def _read_board(grid: Grid, key: str, start: int | None, mines: str) -> ClassicBoard:
    bits = "".join(f"{byte:08b}" for byte in mask_bytes(base64.b64decode(mines), key))
    return ClassicBoard(grid, tuple(bit == "1" for bit in bits[: grid.size]), start)
