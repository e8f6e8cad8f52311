"""The configs of the books among the outputs: one of each kind of board, each with other pages and covers."""

# Every page that a book can have, with a cover, a listing and a barcode
RECTANGLES = """
title: A Small Book of Every Page
subtitle: Nobody guesses
volume: 2
author: Ada Example
series: outputs rectangles
page: {profile: kdp, trim: 6x9}
sections:
  - {name: One, count: 6, size: 6x5, difficulty: easy, per_page: 4}
  - {name: Two, count: 2, size: 7x6, difficulty: medium, per_page: 2, effort: normal, intro: "Two *clues* help."}
  - {name: Three, count: 1, size: 8x7, difficulty: hard, per_page: 1}
  - {name: Four, count: 1, size: 9x8, difficulty: expert, per_page: 1, total: yes}
aids: {hints: back, par: yes, time: yes}
front_matter: {contents: yes, series: yes, techniques: auto, copyright: Copyright nobody.}
back_matter: {score_card: yes, notes_pages: 2, ruling: dots, colophon: yes}
fillers: [tip, ornament]
cover: {make: yes, layout: framed, palette: blush, facts: yes, isbn: 978-0-306-40615-7, price: $9, about: Ada draws.}
output: {listing: yes}
"""
# For children, with the answers in a second file, at a printer that wants PDF/X
SHAPES = """
title: Shapes
series: outputs shapes
theme: children
page: {profile: ingram, trim: 8.5x11}
sections:
  - {name: Hearts, count: 2, size: 9x8, difficulty: easy, per_page: 1, shape: heart, layout: left-right}
  - {name: Letters, count: 1, size: 13x8, difficulty: easy, per_page: 1, shape: {text: "25"}}
aids: {labels: all, name: yes, rules: yes}
back_matter: {notes_pages: 12, ruling: lines, answer_key: {order: shuffled, density: large, place: separate}}
cover: {make: yes, layout: pattern, spine_mm: 2}
"""
# In German, with hints at the foot of the page
HEXAGONS = """
title: Waben
series: outputs hexagons
language: de
cells: a1
page: {profile: screen, trim: a5}
sections:
  - {name: Waben, kind: hexagonal, count: 2, size: 6x5, difficulty: easy, per_page: 2, total: yes}
  - {name: Springer, kind: knight, count: 1, size: 6x5, difficulty: medium, per_page: 1}
aids: {hints: foot, par: yes, qr: yes, qr_url: "https://outputs.example/{number}"}
"""
# In French, in large print, on loose sheets
MOSAICS = """
title: Mosaiques
series: outputs mosaics
language: fr
theme: large-print
page: {profile: home-a4}
sections:
  - {name: Petites, kind: mosaic, count: 2, size: 6x5, difficulty: medium, per_page: 1}
  - {name: Grandes, kind: mosaic, count: 1, size: 8x6, difficulty: easy, per_page: 1}
aids: {hints: back}
back_matter: {answer_key: {grouping: none, density: compact}}
"""
# With a gallery of the pictures, for two readers
PICTURES = """
title: Pictures
series: outputs pictures
profiles: [tablet, home-letter]
sections:
  - {name: Mosaics, kind: mosaic, difficulty: easy, per_page: 1, pictures: [heart, duck]}
  - {name: Mines, difficulty: easy, per_page: 1, size: 14x14, pictures: [star]}
back_matter: {gallery: yes}
"""
BOOKS = {
    "rectangles": RECTANGLES, "shapes": SHAPES, "hexagons": HEXAGONS, "mosaics": MOSAICS, "pictures": PICTURES,
}  # fmt: skip
