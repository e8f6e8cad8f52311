import pytest
from layout_boards import EN

from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.errors import ConfigError
from puzzlegen.language.markdown import blocks, plain_paragraphs, section_intro, template_blocks
from puzzlegen.language.rich_text import Figure, Heading, ListItem, Paragraph, Run

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
        ("> quote", "t.md:1: blockquote cannot be printed"),
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
