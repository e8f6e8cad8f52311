"""Books of pictures: made, read back, verified; records name the pictures, and titles stand with the answers."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from commands import built, puzzlegen, records
from PIL import Image, ImageDraw

BOOK = """
title: Pictures
series: pictures
language: de
page: {profile: screen, trim: 6x9}
sections:
  - name: Ready
    kind: mosaic
    difficulty: easy
    per_page: 1
    pictures: [house, heart]
  - name: Own
    kind: mosaic
    difficulty: easy
    per_page: 1
    size: 18x18
    pictures:
      - {file: own/round_thing.png, title: Ein Ring, hint: Am Finger}
      - {name: plus, drawing: "..###..\\n..###..\\n#######\\n##...##\\n#######\\n..###..\\n..###.."}
  - {name: Mines, difficulty: easy, per_page: 1, size: 14x14, pictures: [own/round_thing.png]}
"""


SECTION = "title: A\nseries: s\nsections:\n  - {name: n, kind: mosaic, difficulty: easy, "


THEMED = """title: T
series: t
theme: THEME
page: {trim: 8.5x11}
sections:
  - {name: N, kind: mosaic, difficulty: easy, per_page: 1, pictures: """


@pytest.mark.parametrize(("theme", "least"), [("children", "11"), ("large-print", "12.7")])
def test_pictures_too_large_for_a_theme_are_named_with_those_that_fit(theme: str, least: str, tmp_path: Path) -> None:
    text = THEMED.replace("THEME", theme)
    (tmp_path / "b.yaml").write_text(f"{text}[cat, duck, tree]}}\n", encoding="utf-8")
    done = puzzlegen("book", "b.yaml", "--draft", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "the pictures cat (22x23), tree (23x28) at 1 a page would get cells of " in done.stderr
    assert f"under the {least} mm that theme {theme} asks for; boards up to 1" in done.stderr
    assert "take smaller pictures, such as apple, duck and notes, or a theme with smaller cells" in done.stderr
    (tmp_path / "b.yaml").write_text(f"{text}[apple, duck, notes]}}\n", encoding="utf-8")
    done = puzzlegen("book", "b.yaml", "--draft", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def draw_ring(folder: Path) -> None:
    (folder / "own").mkdir()
    image = Image.new("RGB", (300, 300), "white")
    ImageDraw.Draw(image).ellipse((20, 40, 280, 260), outline="black", width=50)
    image.save(folder / "own" / "round_thing.png")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    draw_ring(folder)
    return built(folder, BOOK)


def test_the_records_name_the_pictures_in_the_order_of_the_config(book: Path) -> None:
    assert [record["picture"] for record in records(book)] == ["house", "heart", "round_thing", "plus", "round_thing"]


def test_titles_stand_only_with_the_answers(book: Path) -> None:
    document = pypdfium2.PdfDocument(book / "interior.pdf")
    texts = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    for title, hint in (("Herz", "Ein Symbol"), ("Haus", "Ein Gebäude"), ("Ein Ring", "Am Finger")):
        (named,) = [i for i, text in enumerate(texts) if title in text]
        (hinted,) = [i for i, text in enumerate(texts) if hint in text]
        assert hinted < named


def test_the_book_is_verified_again_without_its_files(book: Path) -> None:
    moved = book.parent / "own" / "round_thing.png"
    data = moved.read_bytes()
    moved.unlink()
    try:
        done = puzzlegen("verify", str(book))
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        moved.write_bytes(data)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"picture": "heart"', '"picture": "cat"', 'picture: found "cat", expected one of its pictures'),
        ('"picture": "heart"', '"picture": "house"', 'solution: found other mines, expected the picture "house"'),
        (', "picture": "heart"', "", "picture: found nothing, expected one of its pictures"),
    ],
)
def test_another_name_is_found(old: str, new: str, words: str, book: Path) -> None:
    path = book / "puzzles.jsonl"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        done = puzzlegen("verify", str(book))
        assert done.returncode == 1
        assert "P208" in done.stdout + done.stderr
        assert words in done.stdout + done.stderr
    finally:
        path.write_text(text, encoding="utf-8")


def test_a_picture_shown_twice_is_refused(book: Path) -> None:
    folder = book.parent
    twice = BOOK.replace("[house, heart]", "[house, {file: house, name: other}]")
    (folder / "twice.yaml").write_text(twice, encoding="utf-8")
    done = puzzlegen("book", "twice.yaml", "-o", "twice", "--no-ledger", cwd=folder)
    assert done.returncode == 2
    line = twice.splitlines().index("  - name: Ready") + 1
    shown = "picture 'other': picture 'house' of section 'Ready' shows it already"
    assert f'\ntwice.yaml:{line}:5: sections[1] "Ready": {shown}' in done.stderr


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("none", "none: cannot be read: No such file or directory"),
        (
            "empty",
            "empty: found no pictures, expected files that end in .txt, .png, .jpg, .jpeg, .gif, .webp, .bmp, .svg",
        ),
        ("twice", "twice/a.png: has the same name as twice/a.bmp; rename one of them"),
        ("../own", 'found "../own", allowed a folder under the current folder'),
        ("[]", "found no pictures, allowed a folder, or a list of names"),
        ("[house, house]", 'found two pictures with the name "house"; give one of them another name'),
        ("[hosue]", 'found "hosue", allowed a ready picture such as cat (docs/pictures.md lists them), or the '),
        ("[/etc/passwd]", 'found "/etc/passwd", allowed a file under the current folder, such as pictures/cat.png'),
        ("[empty/none.png]", "empty/none.png: cannot be read: No such file or directory"),
        ("[{file: key, drawing: x}]", "allowed a folder, or a list of names"),
        ("[{file: key, threshold: 300}]", 'threshold: found "300", allowed auto or 0 to 255'),
        ("[{file: key, invert: maybe}]", 'invert: found "maybe", allowed yes or no'),
        ("[{file: key, hint: Room 7}]", 'hint: found "Room 7", allowed a text without digits'),
        ("[{drawing: '#####\n'}]", "found a drawing of 5x1 cells, allowed 5 to 60 a side"),
    ],
)
def test_pictures_that_are_refused(value: str, message: str, tmp_path: Path) -> None:
    for folder, names in (("empty", []), ("twice", ["a.png", "a.bmp"])):
        (tmp_path / folder).mkdir()
        for name in names:
            Image.new("L", (9, 9)).save(tmp_path / folder / name)
    config = SECTION + f"pictures: {value}}}\nback_matter: {{gallery: yes}}\n"  # that the gallery has none is no news
    (tmp_path / "book.yaml").write_text(config, encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("book.yaml:4:")
    assert "pictures: " in done.stderr and message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("count: 3", "count: found 3, but pictures has 1 of them; leave count out"),
        ("layout: natural", "layout: found pictures and layout, which exclude each other; remove one"),
    ],
)
def test_keys_that_pictures_determine(keys: str, message: str, tmp_path: Path) -> None:
    config = SECTION + f"pictures: [key], {keys}}}\n"
    (tmp_path / "book.yaml").write_text(config, encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "out", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert message in done.stderr


@pytest.mark.parametrize(
    ("section", "back", "message"),
    [
        ("count: 1, size: 5x5}", "{gallery: yes}", "gallery: found yes, but no section has pictures and kind: mosaic"),
        ("pictures: [key]}", "{gallery: yes, answer_key: no}", "gallery: found yes, but the book has no"),
        (
            "pictures: [key]}",
            "{gallery: yes, answer_key: {place: separate}}",
            "gallery: found yes, but the book has no answers, which a gallery shows; leave it out",
        ),
    ],
)
def test_a_gallery_needs_pictures_and_answers(section: str, back: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(f"{SECTION}{section}\nback_matter: {back}\n", encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "out", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert message in done.stderr


@pytest.mark.parametrize(
    ("section", "rest", "message"),
    [
        ("count: 1, size: 5x5, two_pages: yes}", "", "two_pages: found yes, but the section has no pictures"),
        (
            "pictures: [key], two_pages: yes, per_page: 2}",
            "",
            "per_page: found 2 and two_pages, but there is one puzzle",
        ),
        (
            "pictures: [key], two_pages: yes}",
            "aids: {qr: yes, qr_url: 'https://a.example/{number}'}\n",
            "two_pages: found yes and aids.qr, which exclude each other; remove one of them",
        ),
        ("pictures: [key], two_pages: yes}", "page: {single_sided: yes}\n", "found yes and page.single_sided, which"),
    ],
)
def test_what_two_pages_need(section: str, rest: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(f"{SECTION}{section}\n{rest}", encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "out", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert message in done.stderr


@pytest.mark.parametrize("profile", ["screen", "home-letter"])
def test_two_pages_stand_on_pages_that_do_not_face_each_other(profile: str, tmp_path: Path) -> None:
    """The numbers of rows need space at the right of the left half, where such a page has its outside margin."""
    config = SECTION + "pictures: [key], two_pages: yes}\nprofiles: [" + profile + "]\n"
    (tmp_path / "book.yaml").write_text(config, encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "out", cwd=tmp_path)
    assert (done.returncode, "1 puzzle on" in done.stdout + done.stderr) == (0, True), done.stderr
