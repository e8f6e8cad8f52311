"""The page of a classic board, as text: what it holds, what it must not hold, and what is refused."""

import base64
import hashlib
import json
import random
import re
from dataclasses import replace

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard
from puzzlegen.files.templates import languages, shipped_folder
from puzzlegen.language.catalogue import load
from puzzlegen.single.classic_page import ClassicPageOptions, classic_page, mask_bytes
from puzzlegen.web.templates import html_page

SMALL = ClassicBoard(Grid(4, 3), tuple(what == "*" for what in "...*...***.."), 0)
NASTY = "</script><script>alert(1)</script> & \"quotes\" <!-- '{{ data }}' {title}"


def many(width: int, height: int, mines: int) -> ClassicBoard:
    order = random.Random(1).sample(range(1, width * height), mines)
    return ClassicBoard(Grid(width, height), tuple(i in order for i in range(width * height)), 0)


def page(board: ClassicBoard = SMALL, language: str = "en", **options: object) -> str:
    return html_page(classic_page([board], load(language), ClassicPageOptions(**options)))


def data_of(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert found is not None
    data = json.loads(found.group(1))
    assert isinstance(data, dict)
    return data | data["boards"][0]


def mines_of(data: dict[str, object]) -> list[bool]:
    """As the script has them, worked out another way: the mask from its own start for every byte."""
    size, key = int(str(data["width"])) * int(str(data["height"])), int(str(data["key"])[:8], 16)
    found = []
    for at, byte in enumerate(base64.b64decode(str(data["mines"]))):
        state = key
        for _ in range(at + 1):
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        found += [bool((byte ^ (state >> 24)) & (128 >> bit)) for bit in range(8)]
    return found[:size]


@pytest.mark.parametrize("language", languages())
def test_a_page_of_an_expert_board_is_under_sixty_kilobytes_and_always_the_same(language: str) -> None:
    board = many(30, 24, 180)
    text = page(board, language, tier=3)
    assert len(text.encode("utf-8")) < 60_000
    assert text == page(board, language, tier=3)
    assert f'<html lang="{language}">' in text
    assert "{{ " not in text


def test_it_loads_nothing_and_runs_only_its_own_script() -> None:
    text = page()
    assert not re.search(r"""https?:|["'(]//|@import|\bsrc=|\bhref=(?!"data:)""", text)
    assert not re.search(r"<[^>]*\son\w+=", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    for name, pattern in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
        (own,) = re.findall(pattern, text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(own.encode("utf-8")).digest()).decode("ascii")
        assert f"{name}-src 'sha256-{digest}';" in policy.group(1)
    assert "default-src 'none'" in text
    assert "unsafe" not in policy.group(1)


def test_the_mines_stand_there_masked() -> None:
    for board in (SMALL, many(30, 16, 99)):
        text = page(board)
        data = data_of(text)
        assert mines_of(data) == list(board.mines)
        bits = "".join("1" if mine else "0" for mine in board.mines)
        plain = int(bits.ljust(-len(bits) % 8 + len(bits), "0"), 2).to_bytes((len(bits) + 7) // 8)
        assert bits not in text
        assert data["mines"] != base64.b64encode(plain).decode("ascii")
        assert mask_bytes(mask_bytes(plain, "0123456789abcdef"), "0123456789abcdef") == plain


def test_boards_keep_their_games_apart() -> None:
    boards = [SMALL, replace(SMALL, start=1), replace(SMALL, start=None), ClassicBoard(Grid(3, 4), SMALL.mines, 0)]
    assert len({str(data_of(page(board))["key"]) for board in boards}) == len(boards)
    assert data_of(page(boards[2]))["start"] is None


def test_what_stands_under_the_title() -> None:
    size = "<span>4\u00a0×\u00a03</span> <span>· 4\u00a0mines</span>"
    assert f'<p class="facts">{size}</p>' in page()
    notes = {tier: re.findall(f"{size}<br>(.*?)</p>", page(tier=tier))[0] for tier in (1, 2, 3, 4)}
    assert notes[1] == "No guessing: one number at a time is enough"
    assert notes[3] == notes[4]
    assert len(set(notes.values())) == 3


def test_titles_are_text() -> None:
    text = page(title=NASTY)
    assert text.count("<script") == 2
    assert "<h1>&lt;/script&gt;" in text
    assert "<h1>Campo minato</h1>" in page(language="it")


def luminance(colour: str) -> float:
    """Of a colour such as #1b55c0 or #fff, as WCAG 2 defines it."""
    if len(colour) == 4:
        colour = "#" + "".join(2 * digit for digit in colour[1:])
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def themes() -> list[dict[str, str]]:
    """The light and the dark colours of the page by name: the first and the second time they are set."""
    found: list[dict[str, str]] = [{}, {}]
    for name in ("page", "classic"):
        text = (shipped_folder("templates") / name / f"{name}.css").read_text(encoding="utf-8")
        for what, colour in re.findall(r"--([\w-]+): (#(?:[0-9a-f]{3}){1,2});", text):
            theme = found[0] if what not in found[0] else found[1]
            theme.setdefault(what, colour)
    return found


@pytest.mark.parametrize("theme", themes(), ids=["light", "dark"])
def test_numbers_flags_and_edges_can_be_seen(theme: dict[str, str]) -> None:
    for color in ("n1", "n2", "n3", "n4", "n5", "n6", "ink", "soft"):  # 7 and 8 have colors of the text
        assert contrast(theme[color], theme["cell-paper"]) >= 4.5, color
    assert contrast(theme["wrong"], theme["cell-paper"]) >= 4.5  # the mine that was opened
    assert contrast(theme["cloth"], theme["tile"]) >= 3
    assert contrast(theme["edge"], theme["tile"]) >= 3
    assert contrast(theme["edge"], theme["cell-paper"]) >= 3


@pytest.mark.parametrize("language", languages())
def test_hints_call_cells_covered_and_nothing_printed(language: str) -> None:
    usual = load(language)
    parts, techniques = (data_of(page(SMALL, language))[key] for key in ("parts", "techniques"))
    assert techniques["exhausted"][0].lower() != usual.text("techniques.exhausted.name").lower()  # of blanks on paper
    covered = usual.text("classic.covered").lower()[:5]  # the stem: it is inflected
    assert all(covered in text.lower() for text in techniques["exhausted"])
    assert parts["look_total"] not in ("", usual.text("step.look_total"))
