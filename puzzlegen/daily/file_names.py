"""Names of the files in a day's folder, and of the files of a series beside its days."""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode

PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK = "puzzle.png", "puzzle-dark.png", "solution.png", "solution-dark.png"
BOARD, BOARD_SOLVED = "board.png", "board-solution.png"
THUMB, CARD, STEPS, VECTOR = "thumb.png", "card.png", "steps.gif", "puzzle.svg"
PRINT, DATA, MAIL, PLAY, ALT = "puzzle.pdf", "puzzle.json", "email.html", "index.html", "alt.txt"
MAIL_PAGE, MAIL_TEXT = "mail.html", "mail.txt"
DAY_FILES = (
    PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK, BOARD, BOARD_SOLVED, THUMB, CARD, STEPS, VECTOR,
    PRINT, DATA, MAIL, MAIL_PAGE, MAIL_TEXT, PLAY, ALT,
)  # fmt: skip
ANSWER_FILES = (SOLUTION, SOLUTION_DARK, BOARD_SOLVED, STEPS)  # show the answer even while the series holds it back
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
MEDIA_TYPES = {
    PUZZLE: "image/png",
    PUZZLE_DARK: "image/png",
    SOLUTION: "image/png",
    SOLUTION_DARK: "image/png",
    BOARD: "image/png",
    BOARD_SOLVED: "image/png",
    THUMB: "image/png",
    CARD: "image/png",
    STEPS: "image/gif",
    VECTOR: "image/svg+xml",
    PRINT: "application/pdf",
    MAIL: "text/html",
    MAIL_PAGE: "text/html",
    MAIL_TEXT: "text/plain",
    PLAY: "text/html",
    ALT: "text/plain",
}


def logo_file(logo: str) -> str:
    """Return the file name of a logo, which is a PNG file in Base64.

    It has a digest of the file: another logo has another name, so mails that were sent keep theirs.
    """
    return f"logo-{hashlib.sha256(b64decode(logo)).hexdigest()[:8]}.png"
