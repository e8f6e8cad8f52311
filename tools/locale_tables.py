"""Write puzzlegen/language/locales.json, the data of the shipped languages, from Babel: `make locales`.

python tools/locale_tables.py
"""

import json
import re
from dataclasses import asdict

import babel
from babel.core import get_cldr_version

from puzzlegen.files.templates import WORDS, shipped_folder
from puzzlegen.language.babel_locales import read_locale
from puzzlegen.language.locale_data import TABLES

_JOINED = re.compile(r"\[\n[^][]*\]")  # lists of texts, which stand on a line
SOURCE = (
    f"Written by `make locales` from the Unicode locale data (CLDR) {get_cldr_version()} in Babel {babel.__version__}. "
    "CLDR: Copyright 1991-present Unicode, Inc., Unicode License V3, https://www.unicode.org/license.txt."
)


def shipped_languages() -> list[str]:
    """Return the names of the shipped folders of templates that are languages."""
    return sorted(path.parent.name for path in shipped_folder("templates").glob(f"*/{WORDS}"))


def main() -> None:
    """Write the file: an object for each language, below its name, with a field on a line."""
    tables = {"source": SOURCE} | {name: asdict(read_locale(name)) for name in shipped_languages()}
    text = _JOINED.sub(lambda lines: " ".join(lines[0].split()), json.dumps(tables, ensure_ascii=False, indent=1))
    TABLES.write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
