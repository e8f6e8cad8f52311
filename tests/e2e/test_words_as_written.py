"""Words are printed as written, on every way that they reach a page, and a build that changes them is rejected."""

from pathlib import Path

import pytest
from commands import built, puzzlegen, run

from puzzlegen.checking.page_objects import flow_of, read_objects
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.language.typography import Typography

SIGNS = "Rows (a), (b) and (c), 12(c), (r). See 5*5*5, 5+-2, ??????, a--b@my--site.example."
BOOK = f"""
title: "Rock 'n' roll (c) 5*5*5"
subtitle: "'Twas '69 -- (r)"
author: "Conan O'Brien (c)"
series: words as written
page: {{profile: kdp, trim: 6x9}}
sections:
  - name: "One's first (c) 5*5*5"
    count: 4
    size: 6x5
    difficulty: easy
    per_page: 1
    begin: right
    intro: "{SIGNS}\\n\\n- one 2*3*4\\n- two"
  - {{name: Two, count: 4, size: 6x5, difficulty: easy, per_page: 1, begin: right}}
fillers: [quotation]
back_matter: {{notes_pages: 14}}
quotations: ["Quoted: {SIGNS}"]
front_matter:
  copyright: "(c) 2026 Ada O'Brien. {SIGNS}"
  pages: [{{text: "Own: {SIGNS}", after: title_page}}]
cover:
  make: yes
  back: "Back: {SIGNS}"
  about: "About: {SIGNS}"
  category: Games (c) / Puzzles
  website: https://my--site.example
"""
LINE_ENDS = str.maketrans("", "", " \n")


def words_on(file: Path) -> str:
    with PdfFile(file) as pdf, pdf.document() as document:
        return "".join(flow_of(read_objects(page).letters.turned(0)) for page in document).translate(LINE_ENDS)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("words"), BOOK)


def test_words_are_printed_as_written(book: Path) -> None:
    interior, cover = words_on(book / "interior.pdf"), words_on(book / "cover.pdf")
    signs = SIGNS.translate(LINE_ENDS)
    assert interior.count(signs) >= 4 and cover.count(signs) == 2
    for words in ("Rock’n’roll(c)5*5*5", "’Twas’69–(r)", "ConanO’Brien(c)"):
        assert words in interior and words in cover
    for words in ("One’sfirst(c)5*5*5", "(c)2026AdaO’Brien.", "•one2*3*4", "•two"):
        assert words in interior
    assert "Games(c)/Puzzles" in cover and "https://my--site.example" in cover
    done = puzzlegen("verify", str(book))
    assert (done.returncode, done.stdout) == (0, ""), done.stdout


def test_a_build_that_changes_words_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_well = Typography.letters

    def replaced(self: Typography, text: str, kept: object = ()) -> list[str]:
        return list("".join(set_well(self, text, kept)).replace("(c)", "©").ljust(len(text)))

    monkeypatch.setattr(Typography, "letters", replaced)
    monkeypatch.chdir(tmp_path)
    Path("book.yaml").write_text(BOOK, encoding="utf-8")
    code, _, shown = run("book", "book.yaml", "--no-ledger")
    assert code == 1
    lines = [line for line in shown.splitlines() if " R406 " in line]
    for key in ("title", "author", "front_matter.copyright", "front_matter.pages[1]", "sections[1].name",
                "sections[1].intro", "quotations[1]", "cover.back", "cover.about", "cover.category"):  # fmt: skip
        assert any(f"{key}: " in line for line in lines), f"{key}\n{shown}"
