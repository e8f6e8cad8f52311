"""Templates of pages and mails, filled: each ``{{ place }}`` becomes a value, and what is filled in is not looked at.

Values are put in as they are: whoever fills a template escapes them for where they stand.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping

from puzzlegen.config.template_files import template
from puzzlegen.errors import ConfigError

_PLACE = re.compile(r"\{\{ ([\w.]+) \}\}")
_ENDS = {".css": "</style", ".js": "</script"}  # what would end the element that holds such a file


def filled(name: str, values: Mapping[str, str]) -> str:
    """The template ``templates/<name>`` with its places filled, all at once.

    Raises ConfigError, with the line, for one that cannot be read, names something unknown, or would end the element
    of the page that it is put into.
    """
    path = template(name)
    try:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read as text: {error}") from error

    def fault(at: int, says: str) -> ConfigError:
        return ConfigError(f"templates/{name}:{text.count(chr(10), 0, at) + 1}: {says}")

    def value(match: re.Match[str]) -> str:
        if match.group(1) not in values:
            known = ", ".join(sorted(values)) or "none in this file"
            raise fault(match.start(), f"unknown place {match.group(0)}; there are {known}")
        return values[match.group(1)]

    end = _ENDS.get(path.suffix)
    if end is not None and (at := text.lower().find(end)) >= 0:
        raise fault(at, f"found {end}, which would end the file in the middle of the page; take it out")
    return _PLACE.sub(value, text)


def source_hash(text: str) -> str:
    """A script or style as a page's policy names it, so that it allows no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
