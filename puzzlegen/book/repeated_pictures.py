"""Finds pictures that a book shows twice, or that its ledger has for others, before any puzzle is made."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.board.symmetry import mines_key
from puzzlegen.config.book import BookConfig
from puzzlegen.errors import GenerationError
from puzzlegen.generator.ready_pictures import is_ready_picture
from puzzlegen.generator.requests import errors_about_section, repaired_picture
from puzzlegen.ledger.book_ledger import BookRecorder


def check_pictures(config: BookConfig, recorder: BookRecorder) -> str:
    """Return a warning that names the ready pictures which other books and dailies show too; empty without any.

    Raises GenerationError, which names section and picture, for one that the book shows twice, and for one that is not
    a ready picture and that another book or daily has.
    """
    shown: dict[bytes, str] = {}
    shared = []
    for number, name, mines in _pictures(config):
        with errors_about_section(number):
            if mines in shown:
                raise GenerationError(f"picture {name!r}: {shown[mines]} shows it already, perhaps turned: remove one")
            shown[mines] = f"picture {name!r} of section {config.sections[number - 1].name!r}"
            holder = recorder.picture_holder(mines)
            if holder is None:
                continue
            if not is_ready_picture(mines):
                raise GenerationError(
                    f"picture {name!r}: it was printed as {holder}: replace it, choose another --ledger, or say "
                    "--allow-repeats"
                )
        shared.append(name)
    return pictures_warning(shared)


def _pictures(config: BookConfig) -> Iterator[tuple[int, str, bytes]]:
    """Yield the number of the section, from 1, the name and the key of the mines of each picture."""
    for number, section in enumerate(config.sections, start=1):
        for place, picture in enumerate(section.pictures or (), start=1):
            with errors_about_section(number):
                repaired = repaired_picture(section, place)
            if repaired is not None:
                yield number, picture.name, mines_key(section.board(place), repaired.cells.ravel().tolist())


def pictures_warning(names: list[str]) -> str:
    """Return the warning on ready pictures that others of the ledger have too; empty for none."""
    if not names:
        return ""
    pictures = f"the ready picture{'s' * (len(names) > 1)} {', '.join(names)}"
    return f"warning: another book or daily in the ledger has {pictures} too, with other clues"
