import pytest
from layout_boards import EN

from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.errors import ConfigError
from puzzlegen.language.markdown import (
    blocks,
    image_names,
    plain_paragraphs,
    plain_text,
    section_intro,
    template_blocks,
)
from puzzlegen.language.rich_text import (
    Block,
    Figure,
    Heading,
    Image,
    ListItem,
    PageBreak,
    Paragraph,
    Rule,
    Run,
)

VARIABLES = {"title": "Quiet *Fields*", "author": "Ada", "year": "2026", "series": "one"}
VARIABLES |= {"typeface": "A Sans", "total": "None.", "puzzles": "9", "rules": "None.", "facts": "None."}


@pytest.mark.parametrize("text", ["Hello {{ title }", "Hello {{title", "Hello title }}"])
def test_a_variable_that_is_not_closed_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"own\.md:2: a variable is not closed"):
        blocks(f"First.\n{text}\n", {"title": "T"}, "own.md", EN)


def test_markdown_becomes_blocks():
    text = '# Rules\n\nFind **every** mine,\nsays "{{ title }}".\n\n{{ figure: marks }}\n\n1. One\n2. Two\n\n- Dot\n'
    assert blocks(text, VARIABLES, "t.md", EN) == (
        Heading(1, (Run("Rules"),)),
        Paragraph((Run("Find "), Run("every", True), Run(" mine,"), Run(" "), Run("says “Quiet *Fields*”."))),
        Figure("marks"),
        ListItem((Run("One"),), "1."),
        ListItem((Run("Two"),), "2."),
        ListItem((Run("Dot"),), "•"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Fine\n\n{{ nobody }}", "t.md:3: unknown variable 'nobody'"),
        ("{{ figure: example }}", "t.md:1: wrong number of words after figure: example; write figure: example 4x4:"),
        ("{{ figure: cat }}", "t.md:1: unknown figure 'cat'"),
        ("See {{ figure: marks }}", "t.md:1: a figure must stand alone"),
        ("ok\n\n![](x.png)", "t.md:3: image cannot be printed"),
        ("```\ncode\n```", "t.md:1: fence cannot be printed"),
    ],
)
def test_unsupported_markdown_is_refused_with_its_line(text, message):
    with pytest.raises(ConfigError) as error:
        blocks(text, VARIABLES, "t.md", EN)
    assert message in str(error.value)


def test_the_included_templates_are_valid():
    names = sorted(path.name for path in (shipped_folder("templates") / "en").glob("*.md"))
    assert {"how-to-play.md", *(f"section-{word}.md" for word in ("easy", "medium", "hard", "expert"))} <= set(names)
    for name in names:
        assert template_blocks(name, VARIABLES, EN)
    (figure,) = (block for block in section_intro("hard", {}, EN) if isinstance(block, Figure))
    assert figure.name == "example" and figure.puzzle


def test_a_user_template_replaces_the_included_one(tmp_path, monkeypatch):
    (tmp_path / "templates" / "en").mkdir(parents=True)
    (tmp_path / "templates" / "en" / "section-easy.md").write_text("Mine.")
    monkeypatch.chdir(tmp_path)
    assert section_intro("easy", {}, EN) == (Paragraph((Run("Mine."),)),)


def test_plain_text_of_a_config():
    assert plain_paragraphs("one\ntwo\n\nthree\n", EN) == (Paragraph((Run("one two"),)), Paragraph((Run("three"),)))
    assert plain_paragraphs("one\ntwo", EN, keep_lines=True) == (Paragraph((Run("one\ntwo"),)),)


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


def test_links_are_printed_with_the_address_that_readers_on_paper_need() -> None:
    def words(text: str) -> str:
        (paragraph,) = own(text)
        assert isinstance(paragraph, Paragraph)
        return plain_text(paragraph.runs)

    assert words("See [my page](https://www.example.org/a/) now.") == "See my page (example.org/a) now."
    assert (
        words("At [example.org](https://example.org), or <ada@example.org>.") == "At example.org, or ada@example.org."
    )


def test_lines_are_kept_where_the_page_is_centered() -> None:
    assert own("One\ntwo") == (Paragraph((Run("One"), Run(" "), Run("two"))),)
    assert own("One\ntwo", keep_lines=True) == (Paragraph((Run("One"), Run("\n"), Run("two"))),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ok\n\n-> Open", r"own\.md:3: -> begins a centered text, as in -> text <-, or one at the right"),
        ("Look ![](x.png) here", r"own\.md:1: an image must stand alone: leave an empty line"),
        ("![](../x.png)", r"own\.md:1: found the image .*\.\./x\.png.*, allowed a file in the folder of the text"),
        ("![](https://a.b/x.png)", r"own\.md:1: found the image .*, allowed a file"),
        ('![](x.png "wide")', r'own\.md:1: found the width "wide", allowed one such as "60 mm", "2\.5 in" or "50%"'),
        ('![](x.png "200%")', r"own\.md:1: found the width 200%, allowed up to 100%"),
        ("a\n{{ page break }}\nb", r"own\.md:2: leave an empty line before and after a page break"),
        ("so {{ page break }}", r"own\.md:1: a page break must stand alone"),
        ("{{ figure: marks }}", r"own\.md:1: only templates have figures; show a picture instead"),
        ("ok\n\n<b>bold</b>", r"own\.md:3: html_inline cannot be printed"),
        ("```\ncode\n```", r"own\.md:1: fence cannot be printed"),
    ],
)
def test_what_own_pages_cannot_print_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        own(text)


def test_templates_have_neither_images_nor_page_breaks() -> None:
    with pytest.raises(ConfigError, match=r"t\.md:1: unknown variable 'page break'"):
        blocks("{{ page break }}", VARIABLES, "t.md", EN)
