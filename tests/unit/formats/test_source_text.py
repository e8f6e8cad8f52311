"""Files of puzzles in the encodings of other programs, and files that hold no text."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.source_text import encoding_of, opened_text
from puzzlegen.single.puzzle_inputs import read_puzzles

TEXT = "// grün – two\r\n. 1 .\r\n. . 2\r\n\r\n4x4:a13f3a2a2a0\r\n"
READ = ["3x2:a1c2", "4x4:a13f3a2a2a0"]


def all_of(path: Path) -> list[str]:
    found = [entry.found for entry in read_puzzles([str(path)])]
    return [str(one) if isinstance(one, FormatError) else line.write(one) for one in found]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1"]
)
def test_every_encoding_of_windows_is_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_bytes(TEXT.replace("–", "-" if encoding == "latin-1" else "–").encode(encoding))
    assert all_of(path) == READ


def test_a_sheet_saved_as_unicode_text_by_excel(tmp_path: Path) -> None:
    path = tmp_path / "Book1.txt"
    path.write_bytes("size 3x2\r\n1\t\t2\r\n\t1\t\r\n".encode("utf-16"))
    assert all_of(path) == ["3x2:1a2a1a"]


@pytest.mark.parametrize(
    ("raw", "due"),
    [
        (b".\xa01\xa0.\n.\xa0.\xa02\n", "3x2:a1c2"),  # no-break spaces
        (b"\x96 1 \x96\n\x96 \x96 2\n", "3x2:a1c2"),  # dashes
        (b"\xb7 1 \xb7\n\xb7 \xb7 2\n", "3x2:a1c2"),  # dots
        (b"4x4:\xada13f3a2a2a0\n", "4x4:a13f3a2a2a0"),  # a soft hyphen
    ],
)
def test_characters_of_windows_are_read_as_what_they_mean(raw: bytes, due: str, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_bytes(raw)
    assert all_of(path) == [due]


def test_a_byte_order_mark_may_stand_before_every_format(tmp_path: Path) -> None:
    for number, text in enumerate(
        (
            "4x4:a13f3a2a2a0",
            "https://puzz.link/p?mines/2/2/1i",
            "pzprv3\nmines\n2\n2\n1 . \n. . ",
            "begin\nsize 2\nproblem\n1 -\n- -\nend",
            "Genre: Minesweeper\n2 2\n1 .\n. .",
            '{"puzzle": "2x2:1c"}',
            "[[1, null], [null, null]]",
            "<html><script>var task='1c'; puzzleWidth: 2, puzzleHeight: 2</script></html>",
            "9x9:4,4,me10b1013d1694d98de708",
        )
    ):
        for encoding in ("utf-8-sig", "utf-16"):
            path = tmp_path / f"{number}{encoding}.txt"
            path.write_bytes(text.encode(encoding))
            (found,) = all_of(path)
            assert not found.startswith(str(tmp_path)), (text, found)


def workbook() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return file.getvalue()


def image(form: str) -> bytes:
    file = io.BytesIO()
    Image.new("L", (3, 2)).save(file, form)
    return file.getvalue()


def archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("p.txt", "4x4:a13f3a2a2a0")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (image("PNG"), "a PNG image"),
        (image("JPEG"), "a JPEG image"),
        (image("GIF"), "a GIF image"),
        (b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n', "an SVG drawing"),
        (b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n" * 9, "a PDF"),
        (workbook(), "an Excel workbook"),
        (archive(), "a ZIP archive"),
        (gzip.compress(b"4x4:a13f3a2a2a0\n"), "a gzip archive"),
        (b"{\\rtf1\\ansi . 1 .\\par\n. . 2}\n", "a rich-text document"),
        (bytes(range(256)) * 8, "a binary file"),
    ],
)
def test_a_file_that_is_no_text_is_named_in_one_line(data: bytes, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_bytes(data)
    (found,) = all_of(path)
    assert found.startswith(f"{path}: found {kind}, expected a text of puzzles")
    assert "\n" not in found


def test_a_nul_in_a_text_is_an_error_of_its_line() -> None:
    assert opened_text(io.BytesIO(b"4x4:a13f3a2a2a0\n\0\n4x4:a13f3a2a2a0\n"), "f").read().count("\n") == 3
    assert encoding_of(b"1\0") == "utf-8-sig"


def test_a_text_in_no_known_format_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text('#include <stdio.h>\n\nint main(void) {\n  puts("hello");\n  puts("world");\n  return 0;\n}\n' * 3)
    (found,) = all_of(path)
    assert found.startswith(f"{path}: found no puzzle, but ")
    assert found.endswith("texts in no known format; the first is in line 1")


def test_many_words_between_puzzles_are_one_error(tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    words = "\n\n".join(["Dear reader,", "here is a puzzle.", "Have fun with it", "on this fine day"])
    path.write_text(f"{words}\n\n2x2:1c\n\n{words}\n\n2x2:d\n\nBye for now\n")
    first, puzzle, second, other, last = all_of(path)
    assert (puzzle, other) == ("2x2:1c", "2x2:d")
    assert first.startswith(f"{path}:1:1: found 'Dear reader,', expected a puzzle")
    assert first.endswith("; so are 3 more up to line 7")
    assert second.endswith("; so are 3 more up to line 17")
    assert last.startswith(f"{path}:21:1: found 'Bye for now'")


@pytest.mark.parametrize(("text", "found"), [("", "nothing"), ("\n \n", "nothing"), ("// a\n\n# b\n", "only comments")])
def test_a_source_without_a_puzzle_is_an_error(text: str, found: str, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(text)
    assert all_of(path) == [f"{path}: found {found}, expected a puzzle such as 4x4:a13f3a2a2a0"]
