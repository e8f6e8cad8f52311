import pytest
from layout_boards import EN
from test_language_cases import own_page as printed

from puzzlegen.files.templates import shipped_folder
from puzzlegen.language.markdown import (
    blocks,
    image_names,
    plain_paragraphs,
    section_intro,
    template_blocks,
)
from puzzlegen.language.markdown_blocks import Block, Figure, Heading, Image, ListItem, PageBreak, Paragraph, Rule, Run

VARIABLES = {"title": "Quiet *Fields*", "author": "Ada", "year": "2026", "series": "one", "typeface": "A Sans"}
VARIABLES |= {"total": "None.", "puzzles": "9", "rules": "None.", "facts": "None.", "mines": "mines"}


def test_markdown_becomes_blocks():
    text = '# Rules\n\nFind **every** mine,\nsays "{{ title }}".\n\n{{ figure: marks }}\n\n1. One\n2. Two\n\n- Dot\n'
    assert blocks(text, VARIABLES, "t.md", EN) == (
        Heading(1, (Run("Rules"),)),
        Paragraph((Run("Find "), Run("every", True), Run(" mine, says “Quiet *Fields*”."))),
        Figure("marks"),
        ListItem((Run("One"),), "1.", 1, "1."),
        ListItem((Run("Two"),), "2.", 1, "1."),
        ListItem((Run("Dot"),), "•"),
    )


def test_the_included_templates_are_valid():
    names = sorted(path.name for path in (shipped_folder("templates") / "en").glob("*.md"))
    assert {"how-to-play.md", *(f"section-{word}.md" for word in ("easy", "medium", "hard", "expert"))} <= set(names)
    for name in names:
        assert template_blocks(name, VARIABLES, EN)
    (figure,) = (block for block in section_intro("hard", VARIABLES, EN) if isinstance(block, Figure))
    assert figure == Figure("example")


def test_a_user_template_replaces_the_included_one(tmp_path, monkeypatch):
    (tmp_path / "templates" / "en").mkdir(parents=True)
    (tmp_path / "templates" / "en" / "section-easy.md").write_text("Mine.")
    monkeypatch.chdir(tmp_path)
    assert section_intro("easy", {}, EN) == (Paragraph((Run("Mine."),)),)


def test_plain_text_of_a_config():
    assert plain_paragraphs("one\ntwo\n\nthree's\n", EN) == (
        Paragraph((Run("one\ntwo"),)),
        Paragraph((Run("three’s"),)),
    )


def own(text: str, **options: bool) -> tuple[Block, ...]:
    return blocks(text, VARIABLES, "own.md", EN, own_page=True, **options)


def test_own_pages_have_images_page_breaks_rules_and_aligned_text() -> None:
    text = '# -> Hello <-\n\n![](a b/cat.png "2.5 cm")\n\n---\n\n{{ page break }}\n\n> Well.\n\n-> **Ada**  \nBern ->\n'
    assert own(text.replace("a b", "a%20b")) == (
        Heading(1, (Run("Hello"),), "center"),
        Image("a b/cat.png", 25.0, "mm", "own.md:3: "),
        Rule(),
        PageBreak(),
        Paragraph((Run("Well."),), quoted=True),
        Paragraph((Run("Ada", True), Run("\n"), Run("Bern")), "end"),
    )
    assert image_names(text.replace("a b", "a%20b")) == ["a b/cat.png"]


def test_lines_are_kept_where_the_page_is_centered() -> None:
    assert own("One\ntwo") == (Paragraph((Run("One two"),)),)
    assert own("One\ntwo", keep_lines=True) == (Paragraph((Run("One"), Run("\n"), Run("two"))),)


SIGNS = ["#Heading", "[[page]]", "{#id}", "==marked==", "x~2~", "$$x$$", "[^1]", ":smile:", "~~x~~", "`x`", "<b>"]


@pytest.mark.parametrize("sign", [*SIGNS, "[a](b c)"])
def test_a_backslash_prints_the_sign_itself(sign: str) -> None:
    escaped = "".join(f"\\{letter}" if not letter.isalnum() and letter != " " else letter for letter in sign)
    assert printed(escaped) == sign


def test_the_texts_of_a_list_make_room_for_its_widest_number() -> None:
    items = own("9. a\n10. b\n11. c")
    assert [(one.marker, one.widest) for one in items if isinstance(one, ListItem)] == [
        ("9.", "10."), ("10.", "10."), ("11.", "10."),
    ]  # fmt: skip
