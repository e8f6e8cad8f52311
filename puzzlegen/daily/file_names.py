"""Names of the files of a series beside its days."""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode

FEED, RSS, CALENDAR = "feed.json", "feed.xml", "calendar.ics"
SITEMAP, EMBED = "sitemap.xml", "embed.txt"
HOME = "index.html"  # of the series: the newest month
APP, WORKER = "manifest.webmanifest", "worker.js"  # of the series as an app
ICON_SMALL, ICON_LARGE = "icon-192.png", "icon-512.png"
DIGEST, DIGEST_TEXT = "digest.html", "digest.txt"  # the weekly mail
TOP_FILES = (FEED, RSS, CALENDAR, SITEMAP, EMBED, HOME, APP, WORKER, ICON_SMALL, ICON_LARGE)  # beside the days
WANTED_FILES = (DIGEST, DIGEST_TEXT)  # beside the days, if the config asks for them
LOGO = re.compile(r"logo-[0-9a-f]{8}\.png")  # beside the days, one for each logo that a day was issued with
MONTHS = "archive"  # the folder of the pages of all months
TODAY, TODAY_PICTURE, TODAY_DATA = "today", "today.png", "today.json"  # of the newest day, in a published copy only


def logo_file(logo: str) -> str:
    """Return the file name of a logo, which is a PNG file in Base64.

    It has a digest of the file: another logo has another name, so mails that were sent keep theirs.
    """
    return f"logo-{hashlib.sha256(b64decode(logo)).hexdigest()[:8]}.png"
