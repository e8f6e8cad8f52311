"""Names what the bytes of a daily's files depend on besides the ledger: code, versions of libraries, templates."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path

from puzzlegen.config.palettes import COVERS
from puzzlegen.files.build_folder import fact_of
from puzzlegen.files.templates import template, templates_in
from puzzlegen.jobs.code_version import drawing_code_version
from puzzlegen.language.locale_formatting import libraries_of
from puzzlegen.version import __version__

_LIBRARIES = ("font-source-sans-pro", "icalendar", "jinja2", "pikepdf", "pillow", "reportlab", "zlib-ng")
_TEMPLATE_FOLDERS = ("classic", "mail", "page", "play", "web")  # and that of the language


def drawing_tools(language: str) -> dict[str, str]:
    """Return the versions of puzzlegen, Python and the libraries, and digests of code and templates for a language.

    Files drawn with the same tools from the same days have the same bytes. Raises ConfigError for a language whose data
    is not installed.
    """
    return _drawing_tools(language, Path.cwd())


@cache
def _drawing_tools(language: str, _folder: Path) -> dict[str, str]:
    libraries = {name: version(name) for name in (*_LIBRARIES, *libraries_of(language))}
    paths = [path for folder in (language, *_TEMPLATE_FOLDERS) for path in templates_in(folder, "*")]
    found = hashlib.sha256()
    for path in (*paths, template(COVERS)):
        # Names without the folders above, so that the digest is the same wherever the program is installed
        found.update(f"{path.parent.name}/{path.name} {fact_of(str(path))}\n".encode())
    return {
        "puzzlegen": __version__,
        "code": drawing_code_version(),  # the version number stays the same between two releases
        "python": ".".join(platform.python_version_tuple()[:2]),
        **libraries,
        "templates": found.hexdigest(),
    }
