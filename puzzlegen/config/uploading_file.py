"""Reads the steps of uploading a finished book to a printer from ``templates/uploading.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from puzzlegen.config.groups import AllowName, ConfigGroup
from puzzlegen.config.printers_file import FiguresGroup
from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.field_types import field_error, one_of
from puzzlegen.config.reading.field_types import text as line
from puzzlegen.config.reading.message_parts import printable
from puzzlegen.config.reading.validation import validate
from puzzlegen.config.template_lookup import cached_by_file, template

UPLOADING_FILE = "uploading.yaml"
# The conditions for ``when`` of a step, and the values that a step may contain in braces.
FACTS = ("cover", "no cover", "booklet", "no booklet", "own barcode", "printer barcode")
VALUES = (
    "interior", "cover", "booklet", "pages", "trim", "paper", "ink", "binding", "bleed", "spine", "sheet", "isbn",
)  # fmt: skip


def _step_from_text(value: object) -> object:
    return {"text": value} if isinstance(value, str) else value


def _check_values(words: str) -> str:
    """Return a text after a check that its braces contain names of values."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(words) if name is not None]
    except ValueError as error:
        raise field_error(f"{error}: braces may only contain the name of a value") from None
    for name in names:
        if name not in VALUES:
            raise field_error(f"found {{{printable(name)}}}, allowed {', '.join(VALUES)}")
    return words


class UploadStep(ConfigGroup):
    """One step: what to do, and the fact about the book on which it depends."""

    text: Annotated[str, *line(400), AfterValidator(_check_values)] = Field(
        description="What to do, with values of the book in braces."
    )
    when: Annotated[str, *one_of(*FACTS)] | None = Field(
        None, description="The condition of the step: a fact about the book."
    )


class UploadGuide(FiguresGroup):
    """The steps of some printers."""

    printers: list[Annotated[str, *line(40)]] = Field(min_length=1, description="Names of printers in printers.yaml.")
    address: Annotated[str, *line(100)] | None = Field(None, description="Address where books are uploaded, if any.")
    steps: list[Annotated[UploadStep, BeforeValidator(_step_from_text), AllowName()]] = Field(
        min_length=1, description="The steps in their order."
    )

    def steps_for(self, facts: Mapping[str, bool], values: Mapping[str, str]) -> Iterator[str]:
        """Yield the steps that a book needs, with its values filled in."""
        for step in self.steps:
            if step.when is None or facts[step.when]:
                yield step.text.format_map(values)


class _UploadGuides(ConfigGroup):
    """The steps of all printers."""

    guides: list[UploadGuide] = Field(description="Printers with the same steps are in one entry.")


def load_upload_guide(printer: str) -> UploadGuide | None:
    """Return the steps of a printer, or None for a printer without steps.

    They are in the user's own ``templates/uploading.yaml`` or else in the shipped one. Raises ConfigError if the file
    is missing or wrong, with one line for each problem.
    """
    return next((one for one in _read_guides(template(UPLOADING_FILE)).guides if printer in one.printers), None)


@cached_by_file
def _read_guides(path: Path) -> _UploadGuides:
    return validate(yaml_nodes.read(path), _UploadGuides)
