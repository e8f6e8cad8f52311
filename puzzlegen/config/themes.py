"""Reads themes, which say how a book looks. A key that a theme leaves out is as in the theme ``classic``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from puzzlegen.errors import ConfigError, Problem
from puzzlegen.files.templates import cached_by_file, template, templates_in
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import OptionalGroup, Switch, decimal, one_of, text, whole_number
from puzzlegen.schema.validation import ConfigGroup, CrossFieldChecks, readable_fields, validate
from puzzlegen.wording import describe, did_you_mean

FOLDER = "themes"

Points = Annotated[float, *decimal(0, 500, "points")]
TypeSize = Annotated[float, *decimal(7, 120, "points")]
Stroke = Annotated[float, *decimal(0.75, 6, "points")]
Share = Annotated[float, *decimal(0.4, 0.7, "a share of the cell")]
MarkShare = Annotated[float, *decimal(0.4, 0.8, "a share of the cell")]
Ink = Annotated[float, *decimal(40, 100, "percent of black")]
Tint = Annotated[float, *decimal(0, 15, "percent of black")]
CellMm = Annotated[float, *decimal(3.3, 40, "millimeters")]
PuzzleCellMm = Annotated[float, *decimal(5, 40, "millimeters")]
Name = Annotated[str, *text(60)]
Line = Annotated[str, *text(200)]
FilePath = Annotated[str, *text(300)]
Place = Annotated[Literal["outer", "center"], *one_of("outer", "center")]
HeaderPart = Annotated[Literal["marks", "word", "answer"], *one_of("marks", "word", "answer")]


class FontsConfig(ConfigGroup):
    """Fonts: a family by its name, or files of your own, with paths relative to the theme file."""

    text: Name = Field("Source Sans Pro", description="Family of all text and page numbers.")
    digits: Name | None = Field(None, description="Family of the clue digits; the default is that of the text.")
    digits_weight: Annotated[Literal["regular", "bold"], *one_of("regular", "bold")] = Field(
        "regular", description="Weight of the clue digits: regular or bold."
    )
    regular: FilePath | None = Field(None, description="A TrueType file for the text, in place of the family's.")
    bold: FilePath | None = Field(None, description="A TrueType file for headings and numbers.")
    digits_file: FilePath | None = Field(None, description="A TrueType file for the clue digits.")


class SizesConfig(ConfigGroup):
    """Sizes of type in points."""

    body: TypeSize | None = Field(None, description="Running text, in points.")
    leading: TypeSize | None = Field(None, description="Distance from one baseline to the next, in points.")
    small: TypeSize | None = Field(None, description="Headers, captions, page numbers, in points.")
    heading: TypeSize | None = Field(None, description="Heading of a page, in points.")
    display: TypeSize | None = Field(None, description="Title of the book, in points.")
    measure: Annotated[float, *decimal(150, 800, "points")] | None = Field(
        None, description="Longest line of text, in points."
    )
    least: TypeSize | None = Field(None, description="Smallest type of the book, in points.")


class TypeConfig(ConfigGroup):
    """Sizes of type by the width of the page."""

    narrow: Annotated[SizesConfig, OptionalGroup] = Field(SizesConfig(), description="Pages under 7 in (178 mm) wide.")
    wide: Annotated[SizesConfig, OptionalGroup] = Field(SizesConfig(), description="Wider pages.")


class GridConfig(ConfigGroup):
    """Lines and digits of one kind of grid."""

    frame: Stroke | None = Field(None, description="Line around the grid, in points.")
    lines: Stroke | None = Field(None, description="Lines between the cells, in points.")
    lines_black: Ink | None = Field(None, description="Lines between the cells, in percent of black.")
    digit: Share | None = Field(None, description="Height of a clue digit, as a share of the cell.")
    digit_black: Ink | None = Field(None, description="Clue digits, in percent of black.")
    clue_tint: Tint | None = Field(
        None, description="Background of the cells with a clue, in percent of black; 0 is white."
    )


class GridsConfig(ConfigGroup):
    """The three kinds of grids."""

    puzzle: Annotated[GridConfig, OptionalGroup] = Field(GridConfig(), description="Puzzles.")
    figure: Annotated[GridConfig, OptionalGroup] = Field(GridConfig(), description="Worked examples.")
    answer: Annotated[GridConfig, OptionalGroup] = Field(GridConfig(), description="Answers.")


class MarksConfig(ConfigGroup):
    """Marks for mines and safe cells, and for difficulty."""

    mine: Annotated[Literal["disc", "cross", "flag", "ring"], *one_of("disc", "cross", "flag", "ring")] | None = Field(
        None, description="A mine: disc, cross, flag or ring."
    )
    mine_size: MarkShare | None = Field(None, description="Width of a mine's mark, as a share of the cell.")
    safe_dots: Switch | None = Field(None, description="Print a small dot in each safe blank of an answer.")
    difficulty: Annotated[Literal["discs", "stars", "bars"], *one_of("discs", "stars", "bars")] | None = Field(
        None, description="Marks for difficulty: discs, stars or bars."
    )


class HeaderConfig(ConfigGroup):
    """The line above a puzzle. Its number always comes first."""

    left: list[HeaderPart] | None = Field(None, max_length=3, description="What follows the number.")
    right: list[HeaderPart] | None = Field(None, max_length=3, description="What stands at the right edge of the grid.")
    number_growth: Annotated[float, *decimal(0, 20, "points")] | None = Field(
        None, description="By how many points the number is larger than the text."
    )
    rule: Annotated[float, *decimal(0, 4, "points")] | None = Field(
        None, description="A line above the header as wide as the grid, 0.75 points or more; 0 for none."
    )
    height: Points | None = Field(None, description="Height from the top of the header to the frame, in points.")
    gap: Points | None = Field(None, description="Distance from the header text to the frame, in points.")
    least_width: Points | None = Field(None, description="Least width of a column of puzzles, in points.")


class FurnitureConfig(ConfigGroup):
    """Page number and running head."""

    folio: Place | None = Field(None, description="The page number at the foot: outer or center.")
    running_head: Annotated[Literal["section", "title", "none"], *one_of("section", "title", "none")] | None = Field(
        None, description="Running head: section for its name, title for that of the book, or none."
    )
    head_place: Place | None = Field(None, description="Where the running head stands: outer or center.")
    capitals: Switch | None = Field(None, description="Set the running head in spaced capitals.")
    black: Ink | None = Field(None, description="Page numbers, running heads and small text, in percent of black.")


class CellsConfig(ConfigGroup):
    """Sizes of cells."""

    least_mm: PuzzleCellMm | None = Field(
        None, description="Smallest cell of a puzzle, in mm; a puzzle that needs smaller ones is refused."
    )
    most_mm: PuzzleCellMm | None = Field(None, description="Largest cell of a puzzle, in mm.")
    figure_least_mm: CellMm | None = Field(None, description="Smallest cell of a worked example, in mm.")
    figure_most_mm: CellMm | None = Field(None, description="Largest cell of a worked example, in mm.")
    key_least_mm: CellMm | None = Field(None, description="Smallest cell wanted in the answer key, in mm.")
    key_most_mm: CellMm | None = Field(
        None, description="Largest cell wanted in the answer key, in mm; density: compact aims halfway between both."
    )
    per_page: Annotated[int, *whole_number(1, 24)] | None = Field(None, description="Most puzzles a page.")
    column_gap: Points | None = Field(None, description="Least gap between two columns of puzzles, in points.")
    row_gap: Points | None = Field(None, description="Least gap between two rows of puzzles, in points.")


class ThemeConfig(ConfigGroup):
    """How a book looks."""

    about: Line = Field(description="One line that describes the theme.")
    fonts: Annotated[FontsConfig, OptionalGroup] = Field(FontsConfig(), description="Fonts.")
    type: Annotated[TypeConfig, OptionalGroup] = Field(TypeConfig(), description="Sizes of type.")
    grids: Annotated[GridsConfig, OptionalGroup] = Field(GridsConfig(), description="Lines and digits of grids.")
    marks: Annotated[MarksConfig, OptionalGroup] = Field(MarksConfig(), description="Mines, safe cells, difficulty.")
    header: Annotated[HeaderConfig, OptionalGroup] = Field(HeaderConfig(), description="The line above a puzzle.")
    furniture: Annotated[FurnitureConfig, OptionalGroup] = Field(
        FurnitureConfig(), description="Page number, running head."
    )
    align: Annotated[Literal["left", "center"], *one_of("left", "center")] | None = Field(
        None, description="Title page and section openers: left or center."
    )
    opener_drop: Annotated[float, *decimal(0.03, 0.5, "a share of the page")] | None = Field(
        None, description="Distance of a section's name from the top, as a share of the text height."
    )
    cells: Annotated[CellsConfig, OptionalGroup] = Field(CellsConfig(), description="Sizes of cells.")


FontCheck = Callable[[FontsConfig, Path], list[Problem]]


def theme_names() -> list[str]:
    """Return the names of all themes, the user's own and the shipped ones."""
    return sorted({path.stem for path in templates_in(FOLDER, "*.yaml")})


def theme_problems(name: str) -> list[Problem]:
    """Return what is wrong with the name of a theme."""
    names = theme_names()
    if name in names:
        return []
    return [Problem(("theme",), f"found {describe(name)}, allowed {', '.join(names)}{did_you_mean(name, names)}")]


def theme_file(name: str) -> Path:
    """Return the file of a theme. Raises ConfigError for an unknown one."""
    if problems := theme_problems(name):
        raise ConfigError(f"theme: {problems[0].text}")
    return template(f"{FOLDER}/{name}.yaml")


def load_theme(name: str, font_check: FontCheck = lambda _fonts, _folder: []) -> ThemeConfig:
    """Load the theme of that name. ``font_check`` gets its fonts, if they could be read, and its folder.

    Raises ConfigError with one line a problem, ``file:line:column: key: found ..., allowed ...``.
    """
    path = theme_file(name)
    return validate(_read_nodes(path), ThemeConfig, _checks(path.parent, font_check))


@cached_by_file
def _read_nodes(path: Path) -> yaml_nodes.YamlFile:
    return yaml_nodes.read(path)


def _checks(folder: Path, font_check: FontCheck) -> CrossFieldChecks:
    def checks(data: dict[str, Any]) -> list[Problem]:
        problems = _figure_problems(readable_fields(GridsConfig, data.get("grids")))
        problems += _cell_problems(readable_fields(CellsConfig, data.get("cells")))
        problems += _header_problems(readable_fields(HeaderConfig, data.get("header")))
        try:
            fonts = FontsConfig.model_validate(data.get("fonts") or {})
        except ValueError:  # reported with the field
            return problems
        return problems + [Problem(("fonts", *loc), words) for loc, words in font_check(fonts, folder)]

    return checks


def _figure_problems(grids: dict[str, Any]) -> list[Problem]:
    tint = grids["figure"].clue_tint if "figure" in grids else None
    if not tint:
        return []
    words = f"found {tint:g}, allowed 0, because the shaded cells of a worked example are those it proves"
    return [Problem(("grids", "figure", "clue_tint"), words)]


def _cell_problems(cells: dict[str, Any]) -> list[Problem]:
    problems = []
    for kind in ("", "figure_", "key_"):
        low, high = f"{kind}least_mm", f"{kind}most_mm"
        if cells.get(low) and cells.get(high) and cells[low] > cells[high]:
            words = f"found {cells[high]:g}, allowed {cells[low]:g} or more, the {low}"
            problems.append(Problem(("cells", high), words))
    return problems


def _header_problems(header: dict[str, Any]) -> list[Problem]:
    problems = []
    if 0 < (header.get("rule") or 0) < 0.75:
        words = f"found {header['rule']:g}, allowed 0 for none, or 0.75 or more; thinner lines may not print"
        problems.append(Problem(("header", "rule"), words))
    left, right = header.get("left") or [], header.get("right") or []
    for side, given in (("left", left), ("right", right)):
        for index, name in enumerate(given):
            if name in given[:index] or (side == "right" and name in left):
                problems.append(Problem(("header", side, index), f"found {describe(name)} twice, allowed once"))
    if "answer" in left and (right or left[-1] != "answer"):
        words = 'found "answer" before other parts, allowed as the last part'
        problems.append(Problem(("header", "left", left.index("answer")), words))
    elif "answer" in right and right[-1] != "answer":
        words = 'found "answer" before other parts, allowed as the last part'
        problems.append(Problem(("header", "right", right.index("answer")), words))
    return problems
