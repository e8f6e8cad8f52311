"""Reads themes, which say how a book looks. A key that a theme leaves out is as in the theme ``classic``."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticUseDefault

from puzzlegen.config.ornaments import NONE, ornament_names
from puzzlegen.errors import ConfigError, Problem
from puzzlegen.files.templates import cached_by_file, template, templates_in
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import OptionalGroup, Switch, decimal, one_of, text, whole_number
from puzzlegen.schema.validation import ConfigGroup, CrossFieldChecks, readable_fields, validate
from puzzlegen.units import mm, to_mm
from puzzlegen.wording import describe, did_you_mean

FOLDER = "themes"


def _as_in_classic(value: Any) -> Any:
    """Take the default of a field whose key has no value."""
    if value is None:
        raise PydanticUseDefault
    return value


Classic = BeforeValidator(_as_in_classic)
Points = Annotated[float, *decimal(0, 500, "points"), Classic]
TypeSize = Annotated[float, *decimal(7, 120, "points"), Classic]
Measure = Annotated[float, *decimal(150, 800, "points"), Classic]
Stroke = Annotated[float, *decimal(0.75, 6, "points"), Classic]
Growth = Annotated[float, *decimal(0, 20, "points"), Classic]
Rule = Annotated[float, *decimal(0, 4, "points"), Classic]
Drop = Annotated[float, *decimal(0.03, 0.5, "a share of the page"), Classic]
Share = Annotated[float, *decimal(0.4, 0.7, "a share of the cell"), Classic]
MarkShare = Annotated[float, *decimal(0.4, 0.8, "a share of the cell"), Classic]
Ink = Annotated[float, *decimal(40, 100, "percent of black"), Classic]
SecondInk = Annotated[float, *decimal(0, 60, "percent of black"), Classic]
Tint = Annotated[float, *decimal(0, 15, "percent of black"), Classic]
CellMm = Annotated[float, *decimal(3.3, 40, "millimeters"), AfterValidator(mm), Classic]
PuzzleCellMm = Annotated[float, *decimal(5, 40, "millimeters"), AfterValidator(mm), Classic]
PictureCellMm = Annotated[float, *decimal(4, 40, "millimeters"), AfterValidator(mm), Classic]
Name = Annotated[str, *text(60)]
Line = Annotated[str, *text(200)]
FilePath = Annotated[str, *text(300)]
SwitchField = Annotated[Switch, Classic]
Align = Literal["left", "center"]
DifficultyMark = Literal["discs", "stars", "bars"]
HeaderPart = Literal["marks", "word", "answer"]
MineMark = Literal["disc", "cross", "flag", "ring"]
Placement = Literal["outer", "center"]
RunningHead = Literal["section", "title", "none"]
Place = Annotated[Placement, *one_of("outer", "center"), Classic]
Part = Annotated[HeaderPart, *one_of("marks", "word", "answer")]
Parts = Annotated[tuple[Part, ...], Field(max_length=3), Classic]


def _over(classic: ConfigGroup) -> BeforeValidator:
    """Return the part of a field that takes from this group what the file leaves out."""

    def read(value: Any) -> Any:
        if value is None or isinstance(value, dict):
            values = dict(classic)
            own = (value or {}).items()
            return values | {key: setting for key, setting in own if setting is not None or key not in values}
        return value

    return BeforeValidator(read)


class FontsConfig(ConfigGroup):
    """Fonts: a family by its name, or TrueType files of your own, with paths relative to the theme file."""

    text: Name = "Source Sans Pro"  # family of all text and page numbers
    digits: Name | None = None  # family of the clue digits; the default is that of the text
    digits_weight: Annotated[Literal["regular", "bold"], *one_of("regular", "bold")] = "regular"
    regular: FilePath | None = None  # a file for the text, in place of the family's
    bold: FilePath | None = None  # a file for headings and numbers
    digits_file: FilePath | None = None  # a file for the clue digits


class TypeSizes(ConfigGroup):
    """Sizes of type in points. ``leading`` is the pitch of the baseline grid."""

    body: TypeSize = 10.5
    leading: TypeSize = 14.5
    small: TypeSize = 8.5  # headers, captions, page numbers
    heading: TypeSize = 20.0  # of a page
    display: TypeSize = 36.0  # title of the book
    measure: Measure = 345.0  # the longest line of text: about 66 characters at the body size
    least: TypeSize = 7.0  # no type is smaller


_WIDE = TypeSizes(body=11.5, leading=15.5, small=10.5, heading=23.0, display=44.0, measure=385.0)


class Type(ConfigGroup):
    """Sizes of type by the width of the page: under 7 in (178 mm), and wider ones."""

    narrow: Annotated[TypeSizes, OptionalGroup] = TypeSizes()
    wide: Annotated[TypeSizes, _over(_WIDE)] = _WIDE


class GridConfig(ConfigGroup):
    """Lines and digits of one kind of grid: lines in points, inks in percent of black."""

    frame: Stroke = 1.75
    lines: Stroke = 0.75  # between the cells
    lines_black: Ink = 68.0
    digit: Share = 0.53  # height of a clue digit as a share of the cell
    digit_black: Ink = 100.0
    clue_tint: Tint = 0.0  # background of the cells with a clue; 0 is white


_FIGURE = GridConfig(frame=1.25, lines_black=60.0)
_ANSWER = GridConfig(frame=1.0, lines_black=45.0, digit_black=62.0)  # lighter clues, because readers look for mines


class GridsConfig(ConfigGroup):
    """The grids of puzzles, worked examples and answers."""

    puzzle: Annotated[GridConfig, OptionalGroup] = GridConfig()
    figure: Annotated[GridConfig, _over(_FIGURE)] = _FIGURE
    answer: Annotated[GridConfig, _over(_ANSWER)] = _ANSWER


class Marks(ConfigGroup):
    """Marks for mines and safe cells, and for difficulty."""

    mine: Annotated[MineMark, *one_of("disc", "cross", "flag", "ring"), Classic] = "disc"
    mine_size: MarkShare = 0.58  # width as a share of the cell
    safe_dots: SwitchField = False  # whether answers have a small dot in each safe blank
    difficulty: Annotated[DifficultyMark, *one_of("discs", "stars", "bars"), Classic] = "discs"


class Header(ConfigGroup):
    """The line above a puzzle: its number, the parts of ``left`` beside it, and the parts of ``right`` at the end.

    Lengths are in points.
    """

    left: Parts = ("marks", "word")
    right: Parts = ("answer",)
    number_growth: Growth = 2.5  # how much larger than the text the number is
    rule: Rule = 0.0  # weight of a line above the header as wide as the grid; 0 for none
    height: Points = 19.0  # from the top of the header to the frame
    gap: Points = 8.0  # from the baseline of the header to the frame
    least_width: Points = 124.0  # of a column of puzzles: a header without the difficulty word


class Furniture(ConfigGroup):
    """Page number and running head."""

    folio: Place = "outer"  # the page number at the foot
    running_head: Annotated[RunningHead, *one_of("section", "title", "none"), Classic] = "section"
    head_place: Place = "outer"
    capitals: SwitchField = True  # letterspaced capitals, otherwise as the name is written
    black: Ink = 68.0  # page numbers, running heads and small text, in percent of black


class Cells(ConfigGroup):
    """Sizes of cells in points. Worked examples may be smaller than puzzles, because readers do not write in them."""

    least: PuzzleCellMm = Field(mm(5), alias="least_mm")  # a puzzle that needs smaller ones is refused
    picture_least: PictureCellMm = Field(mm(4), alias="picture_least_mm")  # of pictures, whose cells are only filled
    most: PuzzleCellMm = Field(mm(15), alias="most_mm")
    figure_least: CellMm = Field(mm(5.2), alias="figure_least_mm")
    figure_most: CellMm = Field(mm(8.5), alias="figure_most_mm")
    key_least: CellMm = Field(mm(3.3), alias="key_least_mm")  # wanted in the answer key
    key_most: CellMm = Field(mm(4), alias="key_most_mm")  # density: compact aims halfway between both
    per_page: Annotated[int, *whole_number(1, 24)] | None = None  # most puzzles a page
    column_gap: Points = 24.0  # least gap between columns of puzzles
    row_gap: Points = 24.0


class ThemeConfig(ConfigGroup):
    """How a book looks. The comments in templates/themes/classic.yaml explain the keys to users."""

    about: Line = Field(description="One line that describes the theme.")
    fonts: Annotated[FontsConfig, OptionalGroup] = FontsConfig()
    type: Annotated[Type, OptionalGroup] = Type()
    grids: Annotated[GridsConfig, OptionalGroup] = GridsConfig()
    marks: Annotated[Marks, OptionalGroup] = Marks()
    header: Annotated[Header, OptionalGroup] = Header()
    furniture: Annotated[Furniture, OptionalGroup] = Furniture()
    align: Annotated[Align, *one_of("left", "center"), Classic] = "left"  # of the title page and section openers
    opener_drop: Drop = 0.2  # distance of an opener's name from the top, share of the text block's height
    ornaments: Annotated[str, *text(60), Classic] = NONE  # a file in templates/ornaments
    ornament_tint: SecondInk = 20.0  # second ink of ornaments; 0 for one ink
    cells: Annotated[Cells, OptionalGroup] = Cells()


FontCheck = Callable[[FontsConfig, Path], list[Problem]]


def theme_names() -> list[str]:
    """Return the names of all themes, the user's own and the shipped ones."""
    return sorted({path.stem for path in templates_in(FOLDER, "*.yaml")})


def theme_problems(name: str) -> list[Problem]:
    """Return what is wrong with the name of a theme."""
    names = theme_names()
    if name in names:
        return []
    return [Problem.not_allowed(("theme",), describe(name), f"{', '.join(names)}{did_you_mean(name, names)}")]


def theme_file(name: str) -> Path:
    """Return the file of a theme. Raises ConfigError for an unknown one."""
    if problems := theme_problems(name):
        raise ConfigError(*problems)
    return template(f"{FOLDER}/{name}.yaml")


def theme_files(name: str, own: str | None = None) -> list[str]:
    """Return the names of the templates of a theme: its own and that of its ornaments. Raises ConfigError.

    ``own`` are the ornaments of a book in place of those of its theme.
    """
    ornaments = own or load_theme(name).ornaments
    return [f"{FOLDER}/{name}.yaml", *([] if ornaments == NONE else [f"ornaments/{ornaments}.yaml"])]


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
        problems += _cell_problems(data.get("cells"))
        problems += _header_problems(readable_fields(Header, data.get("header")))
        problems += ornament_problems(readable_fields(ThemeConfig, data))
        try:
            fonts = FontsConfig.model_validate(data.get("fonts") or {})
        except ValueError:  # reported with the field
            return problems
        return problems + [problem.within("fonts") for problem in font_check(fonts, folder)]

    return checks


def _figure_problems(grids: dict[str, Any]) -> list[Problem]:
    tint = grids["figure"].clue_tint if "figure" in grids else 0
    if not tint:
        return []
    words = f"found {tint:g}, allowed 0, because the shaded cells of a worked example are those it proves"
    return [Problem(("grids", "figure", "clue_tint"), words)]


def ornament_problems(data: dict[str, Any]) -> list[Problem]:
    """Return what is wrong with the name of the ornaments of a theme or a book, given its readable fields."""
    name, names = data.get("ornaments") or NONE, [NONE, *ornament_names()]
    words = f"{', '.join(names)}{did_you_mean(name, names)}"
    return [] if name in names else [Problem.not_allowed(("ornaments",), describe(name), words)]


def _cell_problems(data: Any) -> list[Problem]:
    problems, cells = [], readable_fields(Cells, data)
    for kind in ("", "figure_", "key_"):
        low, high = cells.get(f"{kind}least", 0.0), cells.get(f"{kind}most", inf)
        if low > high and {f"{kind}least_mm", f"{kind}most_mm"} <= data.keys():
            words = f"found {to_mm(high):g}, allowed {to_mm(low):g} or more, the {kind}least_mm"
            problems.append(Problem(("cells", f"{kind}most_mm"), words))
    return problems


def _header_problems(header: dict[str, Any]) -> list[Problem]:
    problems = []
    if 0 < header.get("rule", 0) < 0.75:
        words = f"found {header['rule']:g}, allowed 0 for none, or 0.75 or more; thinner lines may not print"
        problems.append(Problem(("header", "rule"), words))
    places = [(side, index, name) for side in ("left", "right") for index, name in enumerate(header.get(side, ()))]
    names = [name for *_, name in places]
    for number, (side, index, name) in enumerate(places, 1):
        if name in names[: number - 1]:
            problems.append(Problem(("header", side, index), f"found {describe(name)} twice, allowed once"))
        elif name == "answer" and number < len(places):
            words = 'found "answer" before other parts, allowed as the last part'
            problems.append(Problem(("header", side, index), words))
    return problems
