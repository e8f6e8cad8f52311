"""Fronts of covers: balanced titles, digits that can be read, marks within their areas, true badges."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from small_book import SMALL

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, GradedPuzzle, Puzzle
from puzzlegen.book.cover import cover_badges
from puzzlegen.book.design import load_design
from puzzlegen.config.load import loads_book
from puzzlegen.config.palettes import load_palettes
from puzzlegen.drawing.color import rgb
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import LayoutError
from puzzlegen.files.templates import languages
from puzzlegen.layout.core.document import RGB, Box, Disc, Frame, Mark, Path, Rect, Text
from puzzlegen.layout.core.theme import Palette, contrast
from puzzlegen.layout.cover.front import LAYOUTS, front_marks
from puzzlegen.layout.cover.front_parts import line_width, set_title
from puzzlegen.layout.cover.front_pictures import READABLE, digit_color, tile_color
from puzzlegen.layout.cover.panels import CoverArt, CoverText
from puzzlegen.printers.profile import CoverGeometry

METRICS = FontMetrics()
PALETTES = {name: Palette(rgb(one.ground), rgb(one.ink), rgb(one.accent)) for name, one in load_palettes().items()}
HEART = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
ART = Puzzle(Grid(9, 9), tuple(i % 5 if i % 3 == 0 else BLANK for i in range(81)))
WORDS = CoverText(
    "One Hundred Minefields", "For pencil and paper", "Ada Example", (), (), ("100 puzzles", "Easy to Expert")
)
SAFE = 9.0


def sheet(width: float, height: float) -> CoverGeometry:
    """A cover of that trim in inches, with a spine of 30 points."""
    wide, high = width * 72, height * 72
    fold = 9 + wide + 30
    safe = (fold + SAFE, 9 + SAFE, fold + wide - SAFE, 9 + high - SAFE)
    return CoverGeometry(2 * wide + 48, high + 18, 9, wide, 30, None, None, safe, safe)


def front(
    layout: str, palette: str = "brick", text: CoverText = WORDS, trim: tuple[float, float] = (6, 9)
) -> list[Mark]:
    return list(front_marks(text, CoverArt(layout, ART, HEART), sheet(*trim), PALETTES[palette], METRICS))


def test_a_title_is_as_large_as_fits() -> None:
    setting = set_title((), "Minesweeper on Paper", (300, 200), METRICS)
    assert setting.lines == ("Minesweeper", "on Paper")
    assert max(line_width(line, METRICS) for line in setting.lines) * setting.size == pytest.approx(300)
    low = set_title((), "Minesweeper on Paper", (300, 20), METRICS)
    assert low.lines == ("Minesweeper on Paper",)
    assert set_title(("Minesweeper on", "Paper"), "", (300, 200), METRICS).lines == ("Minesweeper on", "Paper")


@pytest.mark.parametrize("palette", PALETTES)
def test_digits_on_tiles_have_contrast(palette: str) -> None:
    colors = PALETTES[palette]
    for count in range(9):
        tile = tile_color(colors, count)
        assert contrast(digit_color(colors, tile), tile) >= READABLE, count


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_words_of_a_front_have_contrast(layout: str, palette: str) -> None:
    """The ground of a text is the last shape drawn before it over its middle."""
    for text, ground in grounds(front(layout, palette), PALETTES[palette].ground):
        assert isinstance(text.color, RGB)
        assert contrast(text.color, ground) >= READABLE - 0.001, (text.string, text.x, text.y)


def grounds(marks: list[Mark], paper: RGB) -> Iterator[tuple[Text, RGB]]:
    for index, mark in enumerate(marks):
        if not isinstance(mark, Text):
            continue
        shift = {"start": 0.5, "middle": 0.0, "end": -0.5}[mark.anchor]
        x = mark.x + shift * METRICS.width(mark.string, mark.font) * mark.size
        y = mark.y - mark.size * METRICS.cap_height(mark.font) / 2
        found = [color for other in marks[:index] if (color := fill_at(other, x, y)) is not None]
        yield mark, found[-1] if found else paper


def fill_at(mark: Mark, x: float, y: float) -> RGB | None:
    inside = False
    if isinstance(mark, Rect):
        inside = mark.x <= x <= mark.x + mark.width and mark.y <= y <= mark.y + mark.height
    elif isinstance(mark, Disc):
        inside = (x - mark.x) ** 2 + (y - mark.y) ** 2 <= mark.radius**2
    elif isinstance(mark, Path):  # convex
        ends = zip(mark.points, (*mark.points[1:], mark.points[0]), strict=True)
        turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in ends]
        inside = min(turns) >= 0 or max(turns) <= 0
    if not inside or not isinstance(mark, Rect | Disc | Path):
        return None
    assert isinstance(mark.fill, RGB)
    return mark.fill


@pytest.mark.parametrize("trim", [(5, 8), (8.5, 11), (8.25, 6), (8.5, 8.5)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_marks_end_at_the_fold_and_the_bleed_and_words_are_safe(layout: str, trim: tuple[float, float]) -> None:
    geometry = sheet(*trim)
    left, right, bottom = geometry.spine_right - 9, geometry.width - 9, geometry.height - 9
    for mark in front(layout, trim=trim):
        box = extent(mark)
        near = SAFE if isinstance(mark, Text) else -9
        assert box.left >= left + max(0, near) - 0.01, mark
        assert box.right <= right - (near + 9 if near > 0 else 0) + 0.01, mark
        assert box.top >= -9 + (near + 9 if near > 0 else 0) - 0.01, mark
        assert box.bottom <= bottom - (near + 9 if near > 0 else 0) + 0.01, mark


@pytest.mark.parametrize("centered", [False, True])
@pytest.mark.parametrize("trim", [(5, 8), (8.5, 11), (8.25, 6), (8.5, 8.5)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_badges_hide_no_words(layout: str, trim: tuple[float, float], centered: bool) -> None:
    words = replace(WORDS, badges=("100 puzzles", "Easy to Expert", "Large Print"), author="The Quiet Pencil Press")
    words = replace(
        words, title="The Great Sunday Book of Minesweeper", subtitle="For pencil, paper and a long afternoon"
    )
    art = CoverArt(layout, ART, HEART, centered=centered)
    marks = list(front_marks(words, art, sheet(*trim), PALETTES["brick"], METRICS))
    discs = [mark for mark in marks if isinstance(mark, Disc)]
    assert len(discs) == (0 if layout == "framed" else 3)
    first = marks.index(discs[0]) if discs else len(marks)
    for text in marks[:first]:
        if isinstance(text, Text):
            box = extent(text)
            for disc in discs:
                x, y = min(max(disc.x, box.left), box.right), min(max(disc.y, box.top), box.bottom)
                assert (x - disc.x) ** 2 + (y - disc.y) ** 2 >= disc.radius**2, (text.string, disc)


def extent(mark: Mark) -> Box:
    if isinstance(mark, Text):
        wide = METRICS.width(mark.string, mark.font) * mark.size + mark.spacing * (len(mark.string) - 1)
        x = mark.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
        return Box(x, mark.y - mark.size * METRICS.cap_height(mark.font), x + wide, mark.y)
    if isinstance(mark, Path):
        xs, ys = zip(*mark.points, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))
    if isinstance(mark, Rect | Frame):
        return Box(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
    if isinstance(mark, Disc):
        return Box(mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius)
    ends = [getattr(mark, name, None) for name in ("x1", "y1", "x2", "y2")]
    if None in ends:  # a ring within its disc
        return Box(mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius)
    return Box(min(mark.x1, mark.x2), min(mark.y1, mark.y2), max(mark.x1, mark.x2), max(mark.y1, mark.y2))


@pytest.mark.parametrize("trim", [(6, 9), (8.5, 11), (11, 8.5)], ids=str)
@pytest.mark.parametrize("subtitle", ["Sixty puzzles", "A subtitle that is much longer than a line of the front " * 2])
@pytest.mark.parametrize("title", ["Mybook", "Happy Puzzling", "One Hundred Minefields"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_title_ends_above_the_subtitle(layout: str, title: str, subtitle: str, trim: tuple[float, float]) -> None:
    """Also the tail of its last line: the y of a large title hung into the subtitle."""
    text = replace(WORDS, title=title, subtitle=subtitle.strip())
    words = [mark for mark in front(layout, text=text, trim=trim) if isinstance(mark, Text)]
    below = next(one for one in words if one.font == "bold" and subtitle.startswith(one.string))
    last = max((one for one in words if one.font == "display" and one.string in title), key=lambda one: one.y)
    deep = 0.21 * last.size if set("gpqy") & set(last.string) else 0.0  # of Source Sans
    assert last.y + deep < below.y - METRICS.cap_height("bold") * below.size


@pytest.mark.parametrize(("volume", "clue"), [(None, 3), (1, 1), (2, 2), (5, 5), (6, 3)])
def test_the_giant_clue_counts_the_mines_around_it(volume: int | None, clue: int) -> None:
    text = replace(WORDS, badges=(), volume=volume, volume_line=f"Volume {volume}" if volume else "")
    marks = front("digit", text=text)
    assert max((mark for mark in marks if isinstance(mark, Text)), key=lambda mark: mark.size).string == str(clue)
    assert sum(isinstance(mark, Path) and len(mark.points) > 8 for mark in marks) == clue  # discs, perhaps cut
    assert sum(isinstance(mark, Text) and mark.string.startswith("Volume") for mark in marks) == bool(volume)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_number_of_a_volume_is_larger_than_the_subtitle(layout: str) -> None:
    marks = front(layout, text=replace(WORDS, badges=("Volume 7", "120 puzzles"), volume=7))
    sizes = {mark.string: mark.size for mark in marks if isinstance(mark, Text) and mark.font != "bold"}
    assert sizes["7"] > max(mark.size for mark in marks if isinstance(mark, Text) and mark.string == WORDS.subtitle)


def test_a_badge_that_is_too_long_is_refused() -> None:
    with pytest.raises(LayoutError, match=r"cover.badges: 'Incompre.*' does not fit a badge at 7 pt"):
        front("digit", text=replace(WORDS, badges=("Incomprehensiblenesses-of-all-kinds",)), trim=(5, 8))


def records(*difficulties: str) -> list[GradedPuzzle]:
    return [
        GradedPuzzle(ART, (False,) * 81, Grade(1, difficulty, 0.0, 0, (0, 0)), number=number)
        for number, difficulty in enumerate(difficulties, start=1)
    ]


def badges(given: str, theme: str = "classic", language: str = "en", *difficulties: str) -> list[str]:
    config = loads_book(SMALL + f"cover: {{make: yes{given}}}\n")
    return list(cover_badges(config, records(*(difficulties or ("easy", "hard"))), 612, load_design(theme, language)))


@pytest.mark.parametrize("language", languages())
def test_badges_fit_in_every_language(language: str) -> None:
    named = ", badges: [puzzles, difficulty, large print]"
    words = tuple(badges(named, "large-print", language, "easy", "expert"))
    assert len(front("pattern", text=replace(WORDS, badges=words))) > 100
    words = tuple(badges("}\nvolume: 12\naids: {qr: no", "large-print", language))
    assert len(words) == 3 and "12" in words[0]
    assert len(front("pattern", text=replace(WORDS, badges=words))) > 100
