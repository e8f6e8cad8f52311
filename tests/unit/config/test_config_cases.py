"""Configs and what they name as cases: refused.yaml and files.yaml have what is refused, values.yaml what is meant."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cases import Case, cases, replay

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.spec import RULES
from puzzlegen.book.design import Design, load_design
from puzzlegen.config.book import BookConfig, PageConfig
from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekdayConfig
from puzzlegen.config.generation import ShapeConfig, parse_layout, parse_shape
from puzzlegen.config.load import load_book, loads_book, loads_daily
from puzzlegen.config.section import SectionConfig
from puzzlegen.config.shop_files import load_upload_guide
from puzzlegen.printers.requirements import load_printers

KDP = load_printers()["kdp"].trims.sizes
WORDS = {
    "book keys": ", ".join(BookConfig.model_fields),
    "section keys": ", ".join(SectionConfig.model_fields),
    "page keys": ", ".join(PageConfig.model_fields),
    "day keys": ", ".join(WeekdayConfig.model_fields),
    "weekdays": ", ".join(WEEKDAYS),
    "kinds": ", ".join(VARIANTS),
    "profiles": ", ".join([*load_printers(), "home"]),
    "kdp trims": f"{', '.join(KDP)}, and with a unit any size from 4x6 in to 8.5x11.69 in",
    "layouts": ", ".join(RULES),
    "shapes": ", ".join(SHAPES),
}


def values(config: BookConfig | DailyConfig, *expressions: str) -> Any:
    """Return what expressions such as ``sections[0].size`` are in a config, alone if there is one."""
    found = [eval(f"config.{one}", {"config": config}) for one in expressions]
    return found[0] if len(found) == 1 else found


def doubts(text: str) -> list[str]:
    """Return what is said of a config that loads."""
    found: list[str] = []
    loads_book(text, "c", found.append)
    return found


def theme(text: str) -> Design:
    """Load a theme of the user in the current folder."""
    Path("templates/themes").mkdir(parents=True)
    Path("templates/themes/mine.yaml").write_text(text, encoding="utf-8")
    return load_design("mine", "en")


FUNCTIONS: dict[str, Callable[..., object]] = {
    "book": lambda text: loads_book(text, "c"),
    "daily": lambda text: loads_daily(text, "c"),
    "values of a book": lambda text, *expressions: values(loads_book(text), *expressions),
    "values of a daily": lambda text, *expressions: values(loads_daily(text), *expressions),
    "doubts": doubts,
    "layout": lambda value, width, height: parse_layout(value).for_board(Grid(width, height)),
    "shape": lambda value: parse_shape(value).on(Grid(9, 9)),
    "shape of keys": lambda **keys: ShapeConfig(**keys).on(Grid(9, 9)),
    "theme": theme,
    "book in a file": lambda: load_book("c.yaml"),
    "book of a path": load_book,
    "steps of uploading": lambda: load_upload_guide("kdp"),
}


@cases(__file__, "refused", "files", "values")
def test_config(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]], WORDS)
