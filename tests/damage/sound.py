"""Sound artifacts to damage: seven books, a book in two editions, a daily with its zip and its published copy."""

from __future__ import annotations

from pathlib import Path

from commands import run

BOOK, FOOT, EDITIONS, SHAPES, PICTURES, DAILY = "book", "foot", "editions", "shapes", "pictures", "daily"
IDEAS, STEPS = "ideas", "steps"
LEDGER = "ledger.sqlite"  # in the folder of each artifact
SITE, ZIP, PUBLIC = "site", "december.zip", "public"  # of the daily
SERIES = "damage four"
HELD, OPENED, NEXT = "2026-12-02", "2026-12-01", "2026-12-03"  # its days: the answer of the first is out

CONFIGS = {
    # Hints at the back, QR codes, par times, totals, mosaics, a shuffled key, a cover with a barcode, listing pictures
    BOOK: """
title: The Damaged Book
subtitle: To be found out
author: Ada Example
series: damage one
page: {profile: kdp, trim: 6x9}
sections:
  - {name: First, count: 6, size: 6x5, difficulty: easy, per_page: 2, total: yes}
  - {name: Second, count: 2, size: 7x7, difficulty: medium, per_page: 2}
  - {name: Mosaics, kind: mosaic, count: 2, size: 6x5, difficulty: easy, per_page: 2, begin: right}
aids: {hints: back, labels: none, par: yes, qr: yes, qr_url: "https://puzzles.example.org/?n={number}"}
front_matter: {contents: yes, copyright: Copyright 2026 Ada Example}
back_matter:
  notes_pages: 6
  answer_key: {order: shuffled}
cover: {make: yes, isbn: 978-0-306-40615-7, own_barcode: yes}
output: {listing: yes}
""",
    # Hints at the foot, answers in a file of their own
    FOOT: """
title: The Other Book
series: damage two
page: {profile: home-a4}
sections:
  - {name: One, count: 4, size: 6x5, difficulty: easy, per_page: 2}
  - {name: Two, count: 2, size: 8x8, difficulty: hard, per_page: 1}
aids: {hints: foot, qr: yes}
front_matter: {contents: yes, pages: [{text: "# Foreword\n\nto solvers."}]}
back_matter: {score_card: no, answer_key: {place: separate}, pages: [{text: "# Thanks\n\nfor reading."}]}
""",
    EDITIONS: """
title: The Book for Two
series: damage three
page: {trim: 6x9}
profiles: [screen, home-a4]
sections:
  - {name: One, count: 3, size: 6x5, difficulty: easy, per_page: 1}
""",
    # Void cells: a shape of one part, one of two parts
    SHAPES: """
title: The Book of Shapes
series: damage five
page: {profile: home-a4}
sections:
  - {name: One, count: 2, size: 8x7, difficulty: easy, per_page: 2, shape: heart, opener: no}
  - {name: Two, count: 2, size: 13x8, difficulty: easy, per_page: 2, shape: {text: "25"}, opener: no}
front_matter: {title_page: no, how_to_play: no}
""",
    # Answers that are pictures, a gallery of them, sheets to fold
    PICTURES: """
title: The Book of Pictures
series: damage six
page: {profile: home, binding: saddle}
sections:
  - {name: One, kind: mosaic, difficulty: easy, per_page: 1, pictures: [heart, apple], opener: no}
  - {name: Two, count: 2, size: 6x5, difficulty: easy, per_page: 2, opener: no}
front_matter: {title_page: no, how_to_play: no}
back_matter: {gallery: yes}
""",
    # Clues that show an idea, with words over them
    IDEAS: """
title: The Book of Ideas
series: damage seven
page: {profile: home-a4}
sections:
  - {name: One, count: 2, size: 9x8, difficulty: easy, per_page: 2, idea: only-2s, opener: no,
     titles: {2: 22 of Them}}
front_matter: {title_page: no, how_to_play: no}
""",
    # Step-by-step solutions
    STEPS: """
title: The Book of Steps
series: damage eight
page: {profile: home-a4}
sections:
  - {name: One, count: 2, size: 8x7, difficulty: hard, per_page: 2, opener: no}
front_matter: {title_page: no, how_to_play: no}
back_matter: {walkthroughs: hard}
""",
    DAILY: """
title: The Damaged Daily
author: Ada Example
series: damage four
address: https://puzzles.example.org/d/
start: 2026-12-01
skip: [2026-12-04]
digest: wednesday
week:
  monday: {size: 6x5, difficulty: easy}
  tuesday: {size: 5x6, difficulty: easy}
  wednesday: {size: 6x5, difficulty: easy}
  thursday: {kind: classic, size: 9x9, mines: 12, difficulty: easy}
  friday: {size: 6x5, difficulty: easy}
  saturday: none
  sunday: {size: 6x5, difficulty: easy}
""",
}


def build_all(folder: Path) -> None:
    """Build all sound artifacts into folders of their names. Raises AssertionError for one that fails."""
    for name in CONFIGS:
        build(folder / name, name)


def build(folder: Path, name: str) -> None:
    """Build the artifact into ``folder``."""
    folder.mkdir(parents=True)
    config = folder.parent / f"{name}.yaml"
    config.write_text(CONFIGS[name], encoding="utf-8")
    if name == DAILY:
        words = ("daily", str(config), "-o", str(folder / SITE), "--ledger", str(folder / LEDGER))
        days = ("--date", OPENED, "--days", "3", "--as-of", HELD, "--zip", str(folder / ZIP))
        code, _, errors = run(*words, *days, "--publish", str(folder / PUBLIC), "--jobs", "1")
    else:
        code, _, errors = run("book", str(config), "-o", str(folder), "--ledger", str(folder / LEDGER), "--jobs", "1")
    assert code == 0, errors
