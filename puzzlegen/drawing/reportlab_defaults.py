"""Imports reportlab with its own default settings, so that neither the environment nor files of the user change a PDF.

While it is imported, reportlab reads variables that begin with RL_, files such as ``~/.reportlab_settings`` and the
modules in ``_SETTINGS``, and several of its modules keep copies. So others import from here what they need of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

__all__ = ["Canvas", "TTFError", "TTFont", "new_canvas", "pdfmetrics", "rl_config"]

_SETTINGS = ("reportlab.local_rl_settings", "reportlab_settings", "reportlab.local_rl_mods", "reportlab_mods")
_NO_FOLDER = os.path.join(os.path.dirname(__file__), "no home")  # noqa: PTH118, PTH120  # a name is enough
_NO_HOME = {"HOME": _NO_FOLDER, "USERPROFILE": _NO_FOLDER}


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Replace all environment variables within the block."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _without_modules(names: tuple[str, ...]) -> Iterator[None]:
    """Make imports of these modules fail within the block."""
    missing: dict[str, Any] = dict.fromkeys(set(names) - sys.modules.keys())
    sys.modules.update(missing)
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]


with _environment(_NO_HOME), _without_modules(_SETTINGS):
    from reportlab import rl_config
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from reportlab.pdfgen.canvas import Canvas


def new_canvas(*args: Any, **options: Any) -> Canvas:
    """Return a canvas. Its date, from which names of objects derive, is the same whatever SOURCE_DATE_EPOCH says."""
    with _environment({}):
        return Canvas(*args, **options)
