"""Damage to what is painted on the pages of a book: puzzles, answers, reading aids, front matter and cover."""

from __future__ import annotations

from functools import partial

from kinds import Change, Kind, Rows
from outline_changes import as_they_are, first_cell_void, one_more_cell, redrawn
from pdf_changes import (
    WHITE_CLUE,
    Code,
    at_blank,
    at_clue,
    at_grid,
    clues_moved,
    edited_pdf,
    emptied,
    form_over_clue,
    graphics_state,
    in_clues,
    in_grid,
    inside,
    layered,
    more,
    note_over_clue,
    on_page_object,
    outline_copied,
    outlines_exchanged,
    pages_exchanged,
    painted,
    picture_over_clue,
    sub,
    texts_exchanged,
    unembedded,
    widths_changed,
)
from pikepdf import Array, Name
from sound import BOOK, FOOT, IDEAS, PICTURES, SHAPES, STEPS
from text_changes import other_digit

INTERIOR, COVER, ANSWERS = "interior.pdf", "cover.pdf", "answers.pdf"
# Pages of the sound book
TITLE, COPYRIGHT, CONTENTS, RULES, EXAMPLE, OPENER, PUZZLE, MOSAIC, HINTS, KEY = 1, 2, 3, 4, 5, 6, 7, 16, 17, 18
NOTES = 20
FOOT_RULES, FOOT_PUZZLE = 4, 6  # of the other book
HEARTS, NUMBERS, SHAPE_KEY = 1, 2, 3  # of the book of shapes
PICTURE, FACING, PICTURE_KEY, GALLERY = 2, 3, 4, 5  # of the book of pictures
STEP_PAGE = 2  # of the book of step-by-step solutions

_GRID = "{g.left:.2f} {g.bottom:.2f} {g.width:.2f} {g.height:.2f} re"
_BOARD = (
    "0 G 1.75 w 200 300 90 90 re S 0.75 w 230 300 m 230 390 l 260 300 m 260 390 l S "
    "200 330 m 290 330 l 200 360 m 290 360 l S"
)
_CLUE = r"\((\d)\)"  # in a content stream
_CELL = r"R\dC(\d) (?:is a mine|is safe|are)\b"  # in the answer to a hint
_ROW = r"at R(\d)C\d"  # in a hint
_DISC = "33 20 m 33 27 27 33 20 33 c 13 33 7 27 7 20 c 7 13 13 7 20 7 c 27 7 33 13 33 20 c h"  # as mines of answers are
_FILLED = r"[\d.]+ [\d.]+ [\d.]+ [\d.]+ re f\n"
_HALF = "0 0 216 648 re W n"
_FONT = "/F2+0 {g.size:.2f} Tf 1 0 0 1 {c.x:.2f} {c.y:.2f} Tm"

_painted = Rows("puzzles painted over or clipped", BOOK, "P210 P202")
_fonts = Rows("embedded fonts", BOOK, "P210 P202")
_answers = Rows("answers", BOOK, "A307 A302")
_aids = Rows("reading aids", BOOK, "F117")
_front = Rows("front and back matter", BOOK, "F117")
_cover = Rows("covers", BOOK, "F117")
_outlines = Rows("outlines", SHAPES, "P202")
_foot = Rows("hints at the foot", FOOT, "F117")
_separate = Rows("separate answers", FOOT, "F117")
_pictures = Rows("answers that are pictures", PICTURES, "A309")
_ideas = Rows("ideas", IDEAS, "F117")
_steps = Rows("step-by-step solutions", STEPS, "A310")


def _page(edit: Code, number: int = PUZZLE, name: str = INTERIOR) -> Change:
    return painted(name, number, edit)


def _cells(edit: Code) -> Change:
    return painted(INTERIOR, PUZZLE, in_grid(edit))


def _clues(edit: Code) -> Change:
    return painted(INTERIOR, PUZZLE, in_clues(edit))


KINDS: list[Kind] = [
    # Ideas
    _ideas("a 3 among the 2s", _page(in_grid(sub(r"\(2\)", "(3)")), 1), "P213 P202"),
    _ideas("another title of an idea", _page(sub(r"Only 2s", "Only 3s"), 1), "R407"),
    _ideas("another title of a puzzle", _page(sub(r"22 of", "23 of"), 1), "R407"),
    _ideas("another title with an answer", _page(sub(r"22 of", "23 of"), 2), "A308"),
    _ideas("another sentence of an idea", _page(sub(r"number is a 2", "number is a 4"), 1), "R407"),
    _painted("a white rectangle over a clue", _page(at_clue(WHITE_CLUE)), quick=True),
    _painted("a white rectangle over a puzzle", _page(at_grid(f"1 g {_GRID} f"))),
    _painted("a white rectangle over half a digit", _page(at_clue("1 g {x:.2f} {y:.2f} {s:.2f} 20 re f"))),
    _painted("a white rectangle over a heading", _page(more("1 g 90 576 260 24 re f")), "F118"),
    _painted("a black rectangle over a clue", _page(at_clue("0 g {x:.2f} {y:.2f} {s:.2f} {s:.2f} re f"))),
    _painted("a black rectangle over a blank", _page(at_blank("0 g {x:.2f} {y:.2f} {s:.2f} {s:.2f} re f"))),
    _painted("a gray rectangle in a blank", _page(at_blank("0.8 g {x:.2f} {y:.2f} {s:.2f} {s:.2f} re f"))),
    _painted("a white inline picture over a clue",
             _page(at_clue("{s:.2f} 0 0 {s:.2f} {x:.2f} {y:.2f} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI"))),
    _painted("a white picture over a clue", edited_pdf(INTERIOR, partial(picture_over_clue, number=PUZZLE))),
    _painted("a form with a white rectangle over a clue", edited_pdf(INTERIOR, partial(form_over_clue, number=PUZZLE))),
    _painted("a white line over a row", _page(at_clue("1 G 30 w {g.left:.2f} {c.y:.2f} m 340 {c.y:.2f} l S"))),
    _painted("a black line over a row", _page(at_clue("0 G 30 w {g.left:.2f} {c.y:.2f} m 340 {c.y:.2f} l S"))),
    _painted("white text over a clue", _page(at_clue(f"1 g 1 G 4 w 2 Tr BT {_FONT} ({{c.digit}}) Tj ET"))),
    _painted("a second digit in a clue's cell", _page(at_clue(f"0 g BT {_FONT} (1) Tj ET"))),
    _painted("a digit in a blank", _page(at_blank(
        "0 g BT /F2+0 {g.size:.2f} Tf 1 0 0 1 {x:.2f} {y:.2f} Tm 12 9 Td (1) Tj ET"))),
    _painted("a dot in a blank", _page(at_blank("0 G 4 w 1 J 1 0 0 1 {x:.2f} {y:.2f} cm 20 20 m 20 20 l S"))),
    _painted("a mine in a blank", _page(at_blank("0 G 20 w 1 J 1 0 0 1 {x:.2f} {y:.2f} cm 20 20 m 20 20 l S"))),
    _painted("an answer's mine in a blank", _page(at_blank(f"1 0 0 1 {{x:.2f}} {{y:.2f}} cm 0 g {_DISC} f"))),
    _painted("a cross in a blank",
             _page(at_blank("0 G 2 w 1 0 0 1 {x:.2f} {y:.2f} cm 8 8 m 33 33 l 33 8 m 8 33 l S"))),
    _painted("a line through the puzzle", _page(at_grid("0 G 1 w {g.left:.2f} {g.bottom:.2f} m 330 560 l S"))),
    _painted("a line more between cells", _page(at_grid("0 G 0.75 w 155 362 m 155 568 l S"))),
    _painted("a clip path that cuts off the right half", _page(inside(_HALF))),
    _painted("a clip path that leaves nothing", _page(inside("0 0 0 0 re W n"))),
    _painted("a clip path around all but one cell",
             _page(inside("0 0 432 648 re 219 528 40 40 re W* n"))),
    _painted("clues that only clip", _clues(sub(r"BT ", "BT 7 Tr "))),
    _painted("invisible clues", _clues(sub(r"BT ", "BT 3 Tr "))),
    _painted("clues as outlines", _clues(sub(r"BT ", "BT 0.2 w 1 Tr "))),
    _painted("white clues", _page(in_grid(sub(r"0 g BT", "1 g BT")))),
    _painted("pale clues", _page(in_grid(sub(r"0 g BT", "0.93 g BT"))), "F113"),
    _painted("tiny clues", _clues(sub(r"/F2\+0 [\d.]+ Tf", "/F2+0 2 Tf"))),
    _painted("narrow clues", _clues(sub(r"BT ", "BT 30 Tz "))),
    _painted("a clue between two cells", _page(clues_moved(0.5))),
    _painted("a clue in the next cell", _page(clues_moved(1))),
    _painted("a clue left out", _clues(sub(_CLUE, "( )"))),
    _painted("another clue", _clues(sub(_CLUE, other_digit))),
    _painted("clues upside down", _clues(sub(r"1 0 0 1 ([\d.]+) ([\d.]+) Tm", r"-1 0 0 -1 \1 \2 Tm"))),
    _painted("clues mirrored", _clues(sub(r"1 0 0 1 ([\d.]+) ([\d.]+) Tm", r"-1 0 0 1 \1 \2 Tm", 0))),
    _painted("clues raised", _clues(sub(r"BT ", "BT 14 Ts "))),
    _painted("clues of the bold font", _clues(sub(r"/F2\+0", "/F1+0"))),
    _painted("white grid lines", _cells(sub(r"0\.32 G 0\.750 w", "1 G 0.750 w"))),
    _painted("dashed grid lines", _cells(sub(r"0\.32 G 0\.750 w", "[0.5 15] 0 d 0.32 G 0.750 w"))),
    _painted("thick grid lines", _cells(sub(r"0\.32 G 0\.750 w", "0.32 G 9 w")), "F117"),
    _painted("hairlines", _cells(sub(r"0\.32 G 0\.750 w", "0.32 G 0 w"))),
    _painted("a grid line left out", _cells(sub(r"[\d.]+ 527\.300 m [\d.]+ 527\.300 l\n", ""))),
    _painted("a shorter grid line", _cells(sub(r"527\.300 m [\d.]+ 527\.300 l", "527.300 m 200 527.300 l"))),
    _painted("no frame", _cells(sub(r"[\d.]+ [\d.]+ [\d.]+ [\d.]+ re S", "")), "P201"),
    _painted("a white frame", _cells(sub(r"0 G 1\.750 w", "1 G 1.750 w"))),
    _painted("a transparent page", edited_pdf(INTERIOR, partial(graphics_state, number=PUZZLE, CA=0, ca=0)), "I22"),
    _painted("a page blended away",
             edited_pdf(INTERIOR, partial(graphics_state, number=PUZZLE, BM=Name.Screen)), "I22"),
    _painted("a white note over a puzzle", edited_pdf(INTERIOR, partial(note_over_clue, number=PUZZLE)), "I23"),
    _painted("a page on a hidden layer", edited_pdf(INTERIOR, partial(layered, number=PUZZLE)), "I26"),
    _painted("a page at half its size", _page(inside("0.5 0 0 0.5 0 0 cm")), "P201"),
    _painted("a page mirrored", _page(inside("-1 0 0 1 432 0 cm")), "P201"),
    _painted("a page shifted", _page(inside("1 0 0 1 30 0 cm")), "F117"),
    _painted("a page rotated", edited_pdf(INTERIOR, on_page_object(PUZZLE, "/Rotate", lambda _: 180)), "I11"),
    _painted("a page cropped",
             edited_pdf(INTERIOR, on_page_object(PUZZLE, "/CropBox", lambda _: Array([0, 300, 432, 648]))), "I10"),
    _painted("a page of another size",
             edited_pdf(INTERIOR, on_page_object(PUZZLE, "/MediaBox", lambda _: Array([0, 0, 432, 600]))), "I09"),
    _painted("a page with a larger unit",
             edited_pdf(INTERIOR, on_page_object(PUZZLE, "/UserUnit", lambda _: 2)), "I11"),
    _painted("a mosaic's clue painted over", _page(at_clue(WHITE_CLUE), MOSAIC)),
    _painted("a mosaic's cell filled", _page(at_blank("0.3 g {x:.2f} {y:.2f} {s:.2f} {s:.2f} re f"), MOSAIC)),
    # Fonts
    _fonts("two outlines exchanged", edited_pdf(INTERIOR, outlines_exchanged("2", "3"))),
    _fonts("a digit that looks like another", edited_pdf(INTERIOR, outline_copied("3", "2"))),
    _fonts("a digit that looks like a space", edited_pdf(INTERIOR, outline_copied(" ", "4"))),
    _fonts("two digits exchanged in the text alone", edited_pdf(INTERIOR, texts_exchanged)),
    _fonts("digits of twice the width", edited_pdf(INTERIOR, widths_changed), "P210 P202 I12"),
    _fonts("a font that is not embedded", edited_pdf(INTERIOR, unembedded), "I12"),
    # Answers
    _answers("a page at three fifths of its size", _page(inside("0.6 0 0 0.6 0 0 cm"), KEY), "F112"),
    _answers("an answer painted over", _page(at_grid(f"1 g {_GRID} f"), KEY)),
    _answers("a clue of an answer painted over", _page(at_clue(WHITE_CLUE), KEY)),
    _answers("another clue in an answer", _page(in_clues(sub(_CLUE, other_digit)), KEY)),
    _answers("a mine painted over", _page(at_blank("1 g {x:.2f} {y:.2f} {s:.2f} {s:.2f} re f"), KEY)),
    _answers("a mine painted into a clue's cell",
             _page(at_clue("0 g 1 0 0 1 {x:.2f} {y:.2f} cm 0 G 8 w 1 J 6 6 m 6 6 l S"), KEY)),
    _answers("another number over an answer", _page(sub(r"\(2\)", "(9)"), KEY)),
    _answers("another page named for a puzzle", _page(sub(r"p\. 7", "p. 8"), KEY), "A304"),
    _answers("another page named for an answer", _page(sub(r"Answer: p\. 18", "Answer: p. 19")), "A303", quick=True),
    _answers("a page of answers emptied", edited_pdf(INTERIOR, emptied(KEY)), "A301"),
    # Reading aids
    _aids("another page in the contents", _page(sub(r"\(10\)", "(11)"), CONTENTS), "R401"),
    _aids("a section left out of the contents", _page(sub(r"\(Second\)", "()"), CONTENTS), "R401", quick=True),
    _aids("a page number painted over in the contents", _page(more("1 g 370 490 30 70 re f"), CONTENTS)),
    _aids("a QR code painted over", _page(more("1 g 30 40 60 60 re f"), PUZZLE), "R403 F117"),
    _aids("all QR codes painted over", _page(more("1 g 0 0 432 98 re f"), PUZZLE), "R403"),
    _aids("another number of mines over a puzzle", _page(sub(r"\d+ mines", "99 mines")), "R404"),
    _aids("another par time over a puzzle", _page(sub(r"Par about \d+", "Par about 77")), "R404"),
    _aids("another difficulty over a puzzle", _page(sub(r"\(Easy\)", "(Hard)")), "P205", quick=True),
    _aids("another number over a puzzle", _page(sub(r"\(1\)", "(9)")), "P201"),
    _aids("another page named for a hint", _page(sub(r"Hint: p\. 17", "Hint: p. 18")), "R402"),
    _aids("a hint with another cell", _page(sub(_CELL, other_digit), HINTS), "R402"),
    _aids("a hint that proves the opposite", _page(sub(r"is safe\b", "is a mine"), HINTS), "R402"),
    _aids("a hint with another number", _page(sub(r"[Tt]he (\d) at R\d", other_digit), HINTS), "R402"),
    _aids("hints painted over", _page(more("1 g 0 300 432 200 re f"), HINTS)),
    _aids("hints in white", _page(sub(r"0 g BT", "1 g BT", 0), HINTS), "F113 F118"),
    _aids("another page number", _page(sub(r"\(7\)\] TJ", "(9)] TJ")), "F109"),
    _aids("a page number painted over", _page(more("1 g 0 0 432 36 re f"))),
    _aids("stars of another difficulty", _page(sub(r"c h\nf\n0 G", "c h\nS\n0 G")), "P205 F117"),
    # Front and back matter
    _front("another title", _page(sub(r"Damaged", "Healthy"), TITLE)),
    _front("another subtitle", _page(sub(r"To be found out", "Not to be found"), TITLE)),
    _front("another author", _page(sub(r"Ada", "Eve"), TITLE)),
    _front("the puzzle of the title page painted over", _page(at_grid(f"1 g {_GRID} f"), TITLE)),
    _front("another clue on the title page", _page(in_clues(sub(_CLUE, other_digit)), TITLE)),
    _front("another copyright", _page(sub(r"Ada", "Eve"), COPYRIGHT), "R406"),
    _front("the rules emptied", edited_pdf(INTERIOR, emptied(RULES))),
    _front("the rules painted over", _page(more("1 g 0 300 432 300 re f"), RULES)),
    _front("a word of the rules changed", _page(sub(r"either a mine or safe", "neither a mine nor safe"), RULES)),
    _front("the worked example painted over", _page(at_grid(f"1 g {_GRID} f"), EXAMPLE)),
    _front("another clue in the worked example", _page(in_clues(sub(_CLUE, other_digit)), EXAMPLE)),
    _front("another sentence of the worked example", _page(sub(r"circled", "crossed"), EXAMPLE)),
    _front("another name of a section", _page(sub(r"\(First\)", "(Fist)"), OPENER)),
    _front("another range of a section", _page(sub(r"Puzzles 1", "Puzzles 2"), OPENER)),
    _front("a section's text painted over", _page(more("1 g 0 300 432 200 re f"), OPENER)),
    _front("a section's page emptied", edited_pdf(INTERIOR, emptied(OPENER))),
    _front("another head of notes", _page(sub(r"NOTES", "VOTES"), NOTES + 1)),
    _front("notes without lines", _page(sub(r"\bS\b", "n", 0), NOTES)),
    # Covers
    _cover("another title", _page(sub(r"Damaged", "Healthy"), 1, COVER)),
    _cover("another author", _page(sub(r"Ada", "Eve"), 1, COVER)),
    _cover("another subtitle", _page(sub(r"To be found out", "Not to be found"), 1, COVER)),
    _cover("another clue", _page(in_clues(sub(_CLUE, other_digit)), 1, COVER)),
    _cover("the puzzle painted over", _page(more("1 g 480 80 380 380 re f"), 1, COVER)),
    _cover("a line through the puzzle", _page(more("0 G 2 w 480 80 m 860 450 l S"), 1, COVER)),
    _cover("the text of the back painted over", _page(more("1 g 30 150 300 400 re f"), 1, COVER)),
    _cover("the number of puzzles", _page(sub(r"10 puzzles", "90 puzzles"), 1, COVER)),
    _cover("a puzzle on the back painted over", _page(more("1 g 30 30 230 240 re f"), 1, COVER)),
    _cover("the barcode painted over", _page(more("1 g 279 27 70 87 re f"), 1, COVER), "C06 F117"),
    _cover("another bar in the barcode", _page(more("0 g 340 27 4 87 re f"), 1, COVER), "C06 F117"),
    _cover("another number below the barcode", _page(sub(r"ISBN 978", "ISBN 979"), 1, COVER)),
    _cover("emptied", edited_pdf(COVER, emptied(1))),
    _cover("another spine",
           edited_pdf(COVER, on_page_object(1, "/MediaBox", lambda _: Array([0, 0, 900, 666]))), "C02"),
    _cover("another page than the cover", edited_pdf(COVER, lambda pdf: pdf.pages.append(pdf.pages[0])), "C01"),
    _cover("the guide emptied", edited_pdf("cover-guide.pdf", emptied(1))),
    # The outlines of boards with void cells
    _outlines("a cell missing from the outline", redrawn(INTERIOR, HEARTS, first_cell_void)),
    _outlines("a cell added to the outline", redrawn(INTERIOR, HEARTS, one_more_cell)),
    _outlines("a cell missing from a part", redrawn(INTERIOR, NUMBERS, first_cell_void)),
    _outlines("a cell added to a part", redrawn(INTERIOR, NUMBERS, one_more_cell)),
    _outlines("a gap in the outline", redrawn(INTERIOR, HEARTS, as_they_are, [-1])),
    _outlines("a line between cells missing", redrawn(INTERIOR, HEARTS, as_they_are, [3])),
    _outlines("a line through a void", _page(more("0 G 1.75 w 40 40 m 550 780 l S"), HEARTS), "P201"),
    _outlines("an outline painted over", _page(more("1 g 0 500 595 20 re f"), HEARTS), "P210 P202"),
    _outlines("a cell missing from an answer", redrawn(INTERIOR, SHAPE_KEY, first_cell_void), "A302"),
    # Hints at the foot, and answers apart
    _foot("a hint painted over", _page(more("1 g 0 30 595 40 re f"), FOOT_PUZZLE)),
    _foot("a hint with another row", _page(sub(_ROW, other_digit), FOOT_PUZZLE), "R402"),
    _foot("the rules emptied", edited_pdf(INTERIOR, emptied(FOOT_RULES))),
    _foot("a label painted over", _page(at_grid("1 g {g.left:.2f} {g.bottom:.2f} -12 40 re f"), FOOT_PUZZLE), "F118"),
    _foot("another label of a column",
          _page(sub(r"\(5\) (-[\d.]+) \(6\)\] TJ", r"(5) \1 (7)] TJ"), FOOT_PUZZLE), "P211"),
    _foot("a label of a column left out",
          _page(sub(r"\(1\)( -[\d.]+ \(2\) -[\d.]+ \(3\) )", r"( )\1"), FOOT_PUZZLE), "P211"),
    _foot("two labels of rows exchanged",
          _page(sub(r"\(4\)(\] TJ\n[\d. ]+ Tm \[ )\(5\)", r"(5)\1(4)"), FOOT_PUZZLE), "P211"),
    _foot("another word on an own page", _page(sub(r"for reading", "for writing"), -1), "R405"),
    _foot("a grid on an own page", _page(more(_BOARD), -1), "R405"),
    _foot("a clue painted over", _page(at_clue(WHITE_CLUE), FOOT_PUZZLE), "P210 P202"),
    _separate("an answer painted over", _page(at_grid(f"1 g {_GRID} f"), 1, ANSWERS), "A307 A302"),
    _separate("another clue in an answer", _page(in_clues(sub(_CLUE, other_digit)), 1, ANSWERS), "A302"),
    _separate("another page named for a puzzle", _page(sub(r"p\. 6", "p. 7"), 1, ANSWERS), "A304"),
    _separate("emptied", edited_pdf(ANSWERS, emptied(1)), "A301"),
    # Answers that are pictures, the gallery of them, and the sheets of a booklet
    _pictures("another name of an answer", _page(sub("Heart", "Horse"), PICTURE_KEY), "A308"),
    _pictures("a cell of an answer left out", _page(sub(_FILLED, ""), PICTURE_KEY), "A302"),
    _pictures("an answer opposite its puzzle", edited_pdf(INTERIOR, pages_exchanged(FACING, PICTURE_KEY)), "A305"),
    _pictures("another name in the gallery", _page(sub("Heart", "Horse"), GALLERY)),
    _pictures("a cell left out in the gallery", _page(sub(_FILLED, ""), GALLERY)),
    _pictures("the gallery emptied", edited_pdf(INTERIOR, emptied(GALLERY))),
    _pictures("two sides of sheets exchanged", edited_pdf("booklet.pdf", pages_exchanged(1, 2)), "F119"),
    _pictures("a side of a sheet emptied", edited_pdf("booklet.pdf", emptied(1)), "F119"),
    # Step-by-step solutions
    _steps("emptied", edited_pdf(INTERIOR, emptied(STEP_PAGE))),
    _steps("another clue on a board", _page(in_clues(sub(_CLUE, other_digit)), STEP_PAGE)),
    _steps("a word of a step exchanged", _page(sub(_CELL, other_digit), STEP_PAGE)),
    _steps("a clue painted over", _page(at_clue(WHITE_CLUE), STEP_PAGE)),
    _steps("a mine more in a blank", _page(at_blank(f"0.4 0 0 0.4 {{x:.2f}} {{y:.2f}} cm 0 g {_DISC} f"), STEP_PAGE)),
    _steps("a board painted over", _page(at_grid(f"1 g {_GRID} f"), STEP_PAGE)),
]  # fmt: skip
