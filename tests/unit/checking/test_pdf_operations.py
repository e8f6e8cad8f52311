"""Content streams are split into the same operations as by pdfminer, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdftypes import PDFStream
from pdfminer.psparser import PSEOF, PSKeyword

from puzzlegen.checking.pdf_objects import Operation, operations


def by_pdfminer(data: bytes) -> list[Operation]:
    stream = PDFStream({}, b"")
    stream.rawdata, stream.data = None, data
    parser = PDFContentParser([stream])
    found: list[Operation] = []
    operands: list[object] = []
    while True:
        try:
            _, thing = parser.nextobject()
        except PSEOF:
            return found
        if isinstance(thing, PSKeyword):
            found.append((operands, thing.name))
            operands = []
        else:
            operands.append(thing)


TAKEN = [
    b"",
    b" \n",
    b"q 1 0 0 1 45.000 602.640 cm Q",
    b"BT 0.000 Tc\n/F1+0 37.400 Tf 1 0 0 1 45 602.64 Tm [ (What If?)] TJ\nET",
    b"[(a) -12.5 (b)] TJ [] 0 d [1[2]] x",
    b"(\\101\\7\\60 \\n\\(\\)\\\\) Tj ('\") '",
    b'1 2(x)" f* B*/A/B gs',
    b"-.5 +5 5. -5-3 1..5 1.5.3 12abc w",
    b"123456789012345678901234567890 w 0.1234567890123456789 w",
    b"1 2",
    b"/\xff\xfe gs /\xc3\xa9 gs",
]


@pytest.mark.parametrize("data", TAKEN)
def test_what_pages_are_made_of_is_taken_and_cut_alike(data: bytes) -> None:
    assert operations(data) == by_pdfminer(data)


@pytest.mark.parametrize(
    "data",
    [
        b"BI /W 1 /H 1 ID x EI", b"/P <</MCID 0>> BDC", b"<48> Tj", b"(\\400) Tj", b"(a\\\nb) Tj", b"(a(b)c) Tj",
        b"(open", b"[1 2", b"1] x", b"% words\nq", b"/A#20B gs", b"true x", b"- w", b"[x] TJ", b"\x00 q", b"{1} x",
        b"9" * 5000 + b" w",
    ],
)  # fmt: skip
def test_the_rest_is_left_to_pdfminer(data: bytes) -> None:
    assert operations(data) is None


ALONE = [*b" \n\r\t\x00019.-+/#()\\[]<>{}%'\"*q\xe9"]
WHOLE = [b"F1", b"#2", b"7", b"400", b"<<", b"Tj", b"true", b"BI", b"ID", b"EI"]
USUAL = [b"1 0 0 1 5.25 -6 cm", b"0.5 w", b"(a) Tj", b"(\\053\\n)", b"[(b) 2] TJ", b"/F1 12 Tf", b"-.5", b"7.", b"q"]
ANYTHING = st.sampled_from([*(bytes((one,)) for one in ALONE), *WHOLE, *USUAL])


@given(
    st.lists(ANYTHING, max_size=20).map(b"".join)
    | st.lists(ANYTHING, max_size=8).map(b" ".join)
    | st.lists(st.sampled_from([*USUAL, b"'", b"*", b"+", b"(x)"]), max_size=20).map(b"".join)
)
def test_what_is_taken_is_cut_as_pdfminer_cuts_it(data: bytes) -> None:
    cut = operations(data)
    assert cut is None or cut == by_pdfminer(data)
