"""The table of all kinds of damage."""

from __future__ import annotations

import daily_kinds
import page_kinds
import record_kinds
from kinds import by_name

KINDS = list(by_name([*page_kinds.KINDS, *record_kinds.KINDS, *daily_kinds.KINDS]).values())
