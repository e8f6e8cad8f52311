"""The folder of the studio: one subfolder for each book or daily, with its config."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Literal

from puzzlegen.config.day_files import THUMB
from puzzlegen.errors import ConfigError, FormatError, GenerationError, OutputError
from puzzlegen.files.build_folder import FILES, INTERIOR, MANIFEST
from puzzlegen.files.reading import read_limited
from puzzlegen.files.writing import atomic_file, is_plain_name, is_plain_path, part_leading_out, portable_name
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.yaml_nodes import MAX_BYTES

ProjectKind = Literal["book", "daily"]
CONFIGS: dict[ProjectKind, str] = {"book": "book.yaml", "daily": "daily.yaml"}
OUTPUT = "output"  # folder of the finished files, inside that of the project
DRAFTS = ".studio/drafts.json"  # of puzzles that are composed
LEDGER = "ledger.sqlite"  # shared by all projects, so that no book repeats a puzzle of another
USUAL_NAME = "book"  # of a folder whose title has no letters or digits


class ChangedElsewhere(OutputError):
    """A config was changed by another window or program since it was read."""


@dataclass(frozen=True, slots=True)
class ConfigText:
    """The text of a config and its version, which identifies exactly this text."""

    text: str

    @property
    def version(self) -> str:
        """The SHA-256 of the text."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Project:
    """A book or daily of the studio."""

    name: str
    folder: Path
    kind: ProjectKind

    @property
    def address(self) -> str:
        """The path of its view in the studio."""
        return f"/{'books' if self.kind == 'book' else 'dailies'}/{self.name}"

    @property
    def config(self) -> Path:
        """The config file."""
        return self.folder / CONFIGS[self.kind]

    @property
    def output(self) -> Path:
        """The folder of the finished files."""
        return self.folder / OUTPUT

    def finished_files(self) -> list[str]:
        """Return the finished files, as paths in the output folder with slashes: the files to print come first."""
        folders = ["", *sorted(f"{each.name}/" for each in self.output.glob("[!.]*/") if (each / INTERIOR).is_file())]
        names = [folder + name for folder in folders for name in reversed(FILES)]
        return [name for name in names if (self.output / name).is_file()]

    def file_in(self, folder: str, path: str, remedy: str) -> Path:
        """Return a file of a folder of the project; both are paths with slashes.

        Raises OutputError for a path that leads out of the folder, and, with ``remedy``, for a missing file.
        """
        inside = f"{folder}/{path}"
        if not is_plain_path(path) or part_leading_out(self.folder, inside) is not None:
            raise OutputError(f"{path}: there is no such file")
        file = self.folder / inside
        if not file.is_file():
            raise OutputError(f"{path}: there is no such file; {remedy}")
        return file

    def newest_board(self) -> str:
        """Return the picture of the last made day of a daily, as a path in the folder of its days; empty for none."""
        boards = sorted(self.output.glob(f"daily/[0-9]*/{THUMB}"))
        return "/".join(boards[-1].parts[-2:]) if boards else ""

    def is_built_after(self, seconds: float) -> bool:
        """Return whether the finished book was written after a time, in seconds since 1970."""
        manifest = self.output / MANIFEST
        return manifest.is_file() and manifest.stat().st_mtime > seconds

    def read(self, file: str = "") -> ConfigText:
        """Return the text of the config, or of another file. Raises OutputError if it cannot be read as text."""
        path = path_inside(self.folder, file) if file else self.config
        try:
            return ConfigText(read_limited(path, MAX_BYTES).decode("utf-8-sig").replace("\r\n", "\n"))
        except (OSError, UnicodeDecodeError) as error:
            raise OutputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None

    def other_books(self) -> list[str]:
        """Return the names of other configs in the folder of a book, such as that of an edition in large print."""
        paths = sorted(self.folder.glob("*.yaml")) if self.kind == "book" else ()
        names = (path.name for path in paths if path.is_file() and path != self.config)
        return [name for name in names if is_plain_name(name) and "sections" in self._values(name)]

    def title(self) -> str:
        """Return the title in the config; the name of the folder for a config that has none or cannot be read."""
        return " ".join(self.value("title").split()) or self.name

    def value(self, key: str, file: str = "") -> str:
        """Return the text of a key of the config, or of another; empty if it has none there or cannot be read."""
        node = self._values(file).get(key)
        return node.text if isinstance(node, yaml_nodes.Scalar) else ""

    def _values(self, file: str) -> Mapping[str, yaml_nodes.Node]:
        try:
            root = yaml_nodes.parse(self.read(file).text, "config").root
        except (ConfigError, FormatError, OutputError):
            return {}
        return root.values if isinstance(root, yaml_nodes.Mapping) else {}

    def save(self, text: str, base: str) -> ConfigText:
        """Replace the config completely or not at all, if its version is still ``base``.

        Raises ChangedElsewhere if it is not, and OutputError for a text that is too long to be read again, or if the
        file cannot be written.
        """
        self.check_version(base)
        return _write(self.config, text)

    def check_version(self, base: str) -> None:
        """Raise ChangedElsewhere if the version of the config is not ``base`` anymore."""
        if self.read().version != base:
            raise ChangedElsewhere(
                f"{self.config}: another window or program changed it: load it again, then repeat the last change"
            )


def _write(path: Path, text: str) -> ConfigText:
    """Write a text completely or not at all. Raises OutputError, also if it is too long to be read again."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise OutputError("the text has a character that cannot be saved: type it again") from None
    if size > MAX_BYTES:
        raise OutputError(f"the text has {size:,} bytes, at most {MAX_BYTES:,} are allowed: shorten it")
    with atomic_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    return ConfigText(text)


@contextmanager
def problems_of_shown(check: Callable[[], None]) -> Iterator[None]:
    """Let ``check`` raise ChangedElsewhere before a problem of a text that the window does not show is raised."""
    try:
        yield
    except (ConfigError, GenerationError):
        check()
        raise


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder that the studio works in; it never reads or writes configs outside."""

    folder: Path

    @property
    def ledger(self) -> Path:
        """The ledger of all projects."""
        return self.folder / LEDGER

    def projects(self) -> list[Project]:
        """Return all projects, the last changed first."""
        return sorted(self._found(), key=lambda project: project.config.stat().st_mtime, reverse=True)

    def project(self, name: str) -> Project:
        """Return the project of a name. Raises OutputError if there is none."""
        if is_plain_name(name) and part_leading_out(self.folder, name) is None:
            for project in _projects_in(self.folder / name):
                return project
        raise OutputError(f"{name!r}: there is no such book or daily in {self.folder}")

    def free_name(self, title: str) -> str:
        """Return a name for the folder of a new project, made from its title."""
        return free_name(title, USUAL_NAME, lambda name: (self.folder / name).exists())

    def drafts(self) -> ConfigText:
        """Return the drafts as the page that composes puzzles wrote them; empty for none. Raises OutputError."""
        there = (self.folder / DRAFTS).exists()
        return Project("", self.folder, "book").read(DRAFTS) if there else ConfigText("")

    def keep_drafts(self, text: str, base: str) -> None:
        """Replace the drafts if their version is still ``base``. Raises ChangedElsewhere and OutputError."""
        if self.drafts().version != base:
            raise ChangedElsewhere(f"{DRAFTS}: another window has changed the drafts: load the page again")
        path = path_inside(self.folder, DRAFTS)
        path.parent.mkdir(exist_ok=True)
        _write(path, text)

    def _found(self) -> Iterator[Project]:
        if self.folder.is_dir():
            for folder in self.folder.iterdir():
                if is_plain_name(folder.name) and part_leading_out(self.folder, folder.name) is None:
                    yield from _projects_in(folder)


def distinct_titles(projects: Sequence[Project]) -> list[tuple[Project, str]]:
    """Return projects with their titles; several of one kind with the same title have the names of their folders."""
    titles = [(project.kind, project.title()) for project in projects]
    return [
        (project, title if titles.count((kind, title)) == 1 else f"{title} ({project.name})")
        for project, (kind, title) in zip(projects, titles, strict=True)
    ]


def path_inside(folder: Path, path: str) -> Path:
    """Return the path of what the studio keeps in a folder. Raises OutputError for a link out of the folder."""
    leading_out = part_leading_out(folder, path)
    if leading_out is not None:
        raise OutputError(f"{leading_out}: a link that leads out of the folder of the studio or the book: remove it")
    return folder / path


def free_name(words: str, usual: str, is_taken: Callable[[str], bool]) -> str:
    """Return a name made from words as ``portable_name`` does, with a number behind it if it is taken."""
    return numbered(portable_name(words, usual), is_taken)


def numbered(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return a name that is not taken: the given one, or the first with a number from 2 on behind it."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(free for free in names if not is_taken(free))


def is_named_after(name: str, title: str) -> bool:
    """Return whether a folder has the name that ``free_name`` makes from a title, with or without a number."""
    return re.fullmatch(re.escape(portable_name(title, USUAL_NAME)) + "(-[0-9]+)?", name) is not None


def _projects_in(folder: Path) -> Iterator[Project]:
    for kind, file in CONFIGS.items():
        if (folder / file).is_file() and part_leading_out(folder, file) is None:
            yield Project(folder.name, folder, kind)
            return
