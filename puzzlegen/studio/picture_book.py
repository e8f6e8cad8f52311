"""Keeps the uploads of the page for picture puzzles with their options, and adds pictures and sections to a book.

An image is kept as a PNG that Pillow has encoded again, a drawing as text. A book gets a drawing file beside its config
and an entry in one of its sections.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from collections.abc import Mapping as Values
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.files.reading import MAX_MANIFEST, read_json, record_of
from puzzlegen.files.writing import is_plain_path, part_leading_out
from puzzlegen.pictures.choices import SPECKS
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.edit import add_entry, group_at, move_entry, set_value
from puzzlegen.schema.yaml_nodes import Mapping, Node, Scalar, Sequence
from puzzlegen.studio.config_editor import section_names
from puzzlegen.studio.projects import Project, free_name, path_inside

FOLDER = "pictures"  # of drawings, in the project
_SECTIONS = "sections"
_NUMBER = re.compile("[1-9][0-9]?")  # no year


@dataclass(frozen=True, slots=True)
class PictureSection:
    """A section of a book that shows pictures: its place among the sections, from 0, and its name.

    ``folder`` is the folder whose pictures it shows; empty for a section with a list of pictures.
    """

    index: int
    name: str
    folder: str = ""


def picture_sections(text: str) -> list[PictureSection]:
    """Return the sections of a config that show pictures; none for a text that cannot be read."""
    try:
        root = yaml_nodes.parse(text, "config").root
    except ConfigError:
        return []
    found = []
    for index, section in enumerate(_items(root.values.get(_SECTIONS))):
        shown = section.values.get("pictures") if isinstance(section, Mapping) else None
        if isinstance(section, Mapping) and (isinstance(shown, Sequence) or (isinstance(shown, Scalar) and shown.text)):
            found.append(
                PictureSection(
                    index, _name(section) or f"section {index + 1}", shown.text if isinstance(shown, Scalar) else ""
                )
            )
    return found


def _items(node: Node | None) -> list[Node]:
    return list(node.items) if isinstance(node, Sequence) else []


@dataclass(frozen=True, slots=True)
class Addition:
    """The changes that add a picture: the file of its drawing, as a path in the project, and the text of the config."""

    file: str
    text: str


class NewSection(NamedTuple):
    """A new section of pictures: its usual name, and the kind and difficulty of its puzzles."""

    name: str
    kind: str
    difficulty: str


def addition(project: Project, text: str, title: str, section: int | NewSection) -> Addition:
    """Return the changes that add a picture to the config ``text`` of a project; write nothing.

    ``section`` is the place of a section that shows pictures, or a new one at the end. Raises ConfigError for a text
    that cannot be read, and OutputError for a section that does not exist or whose folder is outside the project.
    """
    root = yaml_nodes.parse(text, "config").root
    sections = _items(root.values.get(_SECTIONS))
    known = {one.index: one for one in picture_sections(text)}
    if isinstance(section, NewSection):
        file = _free_file(project, FOLDER, title)
        names = names_in_order([*map(_name, sections), section.name], section.name)
        entry = section._asdict() | {"name": names[-1], "pictures": [file]}
        return Addition(file, set_value(text, (_SECTIONS, len(sections)), entry))
    if section not in known:
        raise OutputError(f"section {section + 1}: the book has no such section with pictures: load the page again")
    if known[section].folder:
        return Addition(_free_file(project, known[section].folder, title), text)
    shown = sections[section]
    assert isinstance(shown, Mapping), "picture_sections has looked"
    listed = _items(shown.values["pictures"])
    file = _free_file(project, FOLDER, title, set(map(_picture_name, listed)))
    if "count" in shown.values:  # which would have to grow
        text = set_value(text, (_SECTIONS, section, "count"), None)
    return Addition(
        file, set_value(text, (_SECTIONS, section, "pictures", len(_items(shown.values["pictures"]))), file)
    )


def _name(section: Node) -> str:
    """Return the name of a section; empty without one."""
    name = section.values.get("name") if isinstance(section, Mapping) else None
    return name.text if isinstance(name, Scalar) else ""


class Room(NamedTuple):
    """Where a new place comes: the section, from 0, how many of its places are before it, and whether instead of one.

    ``longer`` is the number of sections that were added; if it is 0, the places behind are in the same section.
    """

    section: int
    inside: int
    instead: bool
    longer: int = 0

    def changes(self, index: int) -> bool:
        """Return whether places of an earlier section move within it, to another section, or away."""
        return index == self.section and bool(self.inside or self.instead or not self.longer)

    def after(self, index: int, place: int) -> tuple[int, int] | None:
        """Return where an earlier place, from 1, of an earlier section is now; None for the one that is replaced."""
        if index != self.section or place <= self.inside:
            return index + self.longer * (index > self.section), place
        if self.instead and place == self.inside + 1:
            return None
        return index + self.longer, place - self.inside - self.instead if self.longer else place + 1


def names_in_order(names: Iterable[str], name: str) -> list[str]:
    """Return the names of sections in printing order, in which the numbers behind one name rise.

    Of ``First Steps``, ``Finale`` and ``First Steps``, the last one becomes ``First Steps 2``.
    """
    found, number, (wanted, _) = list[str](), 0, _divided_name(name)
    for given in names:
        begin, own = _divided_name(given)
        if begin == wanted:
            number = max(own, number + 1)
        found.append(given if begin != wanted or number == own else f"{begin} {number}")
    return found


def with_numbers(text: str, before: Collection[str]) -> str:
    """Return the text of a config with the numbers of new names of sections, and of those there twice, in order."""
    names = list(section_names(text))
    for name in [name for name in names if names.count(name) > 1 or name not in before]:
        names = names_in_order(names, name)
    for index, (old, name) in enumerate(zip(section_names(text), names, strict=True)):
        text = text if old == name else set_value(text, (_SECTIONS, index, "name"), name)
    return text


def _divided_name(name: str) -> tuple[str, int]:
    """Return a name without the number behind it, and the number, 1 without one."""
    begin, _, number = name.rpartition(" ")
    return (begin, int(number)) if begin and _NUMBER.fullmatch(number) else (name, 1)


def with_same_hands(before: str, text: str) -> str:
    """Return the text of a config in which sections were added, moved or removed, with the hands of those ``before``.

    A section has another hand than its neighbors, so other neighbors could give it another, and with it other puzzles.
    """
    with suppress(ConfigError):
        hands = {section.name: section.hand for section in loads_book(set_value(before, ("choices",), None)).sections}
        return with_hands(text, {index: hands.get(name) for index, name in enumerate(section_names(text))})
    return text


def with_hands(text: str, hands: Values[int, str | None]) -> str:
    """Return the text of a config whose sections, from 0, have these hands; None leaves them as drawn."""
    drawn = loads_book(set_value(text, ("choices",), None)).sections
    for index, hand in sorted(hands.items()):
        if hand and drawn[index].hand != hand:  # those behind are drawn again
            return with_hands(set_value(text, ("sections", index, "hand"), hand), hands)
    return text


def with_section(text: str, index: int, section: dict[str, Any]) -> str:
    """Return the text of a config with another section at the place ``index``."""
    longer = add_entry(text, (_SECTIONS,), section)
    return move_entry(longer, (_SECTIONS,), len(group_at(longer, ())[_SECTIONS]) - 1, index)


def divided(text: str, index: int, counts: tuple[int, int], new: dict[str, Any]) -> str:
    """Return the text of a config with a ``new`` section within the section ``index``, without an introduction.

    ``counts`` are the numbers of puzzles of the section before and behind it, not both 0. If there are both, those
    behind are in another section of the same name, which has no introduction either.
    """
    before, rest = counts
    own = group_at(text, (_SECTIONS, index))
    look = {"opener": False} | ({"begin": own["begin"]} if own.get("begin") == "same page" else {})
    added = [new | look]
    if before and rest:
        kept = {key: value for key, value in own.items() if key not in {"intro", "begin"}}
        added.append(kept | {"count": rest} | look)
    text = set_value(text, (_SECTIONS, index, "count"), before or rest)
    for place, section in enumerate(added, start=index + bool(before)):
        text = with_section(text, place, section)
    return text


def _picture_name(entry: Node) -> str:
    """Return the name of an entry in a list of pictures."""
    if isinstance(entry, Mapping):
        entry = entry.values.get("name") or entry.values.get("file") or entry
    return Path(entry.text).stem.casefold() if isinstance(entry, Scalar) else ""


def _free_file(project: Project, folder: str, title: str, names: Collection[str] = ()) -> str:
    """Return a path for a drawing, with a name that no file of the folder and no picture in ``names`` has."""
    if not is_plain_path(folder) or part_leading_out(project.folder, folder) is not None:
        raise OutputError(f"{folder!r} is outside the folder of the book: name a folder beside the config")
    place = project.folder / folder
    taken = {path.stem.casefold() for path in place.iterdir()} if place.is_dir() else set()
    return f"{folder}/{free_name(title, 'picture', lambda name: name in taken or name in names)}.txt"


UPLOADS = ".studio/pictures"  # in the folder of the studio
_KEY = re.compile("[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class UploadOptions:
    """The options for the puzzle of an upload, as in ``puzzlegen picture``; an empty ``difficulty`` allows any.

    The cells at the points ``touched``, shares of the width and height of the picture, change from filled to empty or
    back, each as often as it is touched.
    """

    width: int = 30
    threshold: int | None = None
    specks: int = SPECKS
    invert: bool = False
    kind: str = "mosaic"
    difficulty: str = ""
    seed: str = "picture"
    touched: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload that is kept: its key, its name without ending, notes on its file, and whether it is a drawing."""

    key: str
    name: str
    notes: tuple[str, ...]
    is_drawing: bool

    def path(self, workspace: Path) -> Path:
        """Return its file. Raises OutputError for a link out of the folder."""
        return path_inside(workspace, f"{UPLOADS}/{self.key}{'.txt' if self.is_drawing else '.png'}")


def facts_file(workspace: Path, key: str) -> Path:
    """Return the file with the facts about an upload. Raises OutputError for a link out of the folder."""
    return path_inside(workspace, f"{UPLOADS}/{key}.json")


def upload_of(workspace: Path, key: str) -> Upload:
    """Return the upload of a key. Raises OutputError if there is none."""
    if _KEY.fullmatch(key):
        try:
            found = record_of(Upload, read_json(facts_file(workspace, key), MAX_MANIFEST))
            if found.key == key and found.path(workspace).is_file():
                return found
        except (OSError, ValueError):
            pass  # removed, or changed by hand
    raise OutputError("this picture is not kept anymore: choose its file again")
