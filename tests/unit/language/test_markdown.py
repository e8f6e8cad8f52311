import pytest
from layout_boards import EN

from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.language.markdown import (
    blocks,
    image_names,
    plain_paragraphs,
    plain_text,
    section_intro,
    template_blocks,
)
from puzzlegen.language.markdown_blocks import Block, Figure, Heading, Image, ListItem, PageBreak, Paragraph, Rule, Run

VARIABLES = {"title": "Quiet *Fields*", "author": "Ada", "year": "2026", "series": "one"}
VARIABLES |= {
    "typeface": "A Sans",
    "total": "None.",
    "puzzles": "9",
    "rules": "None.",
    "facts": "None.",
    "mines": "mines",
}


@pytest.mark.parametrize("text", ["Hello {{ title }", "Hello {{title", "Hello title }}"])
def test_a_variable_that_is_not_closed_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"own\.md:2: a variable is not closed"):
        blocks(f"First.\n{text}\n", {"title": "T"}, "own.md", EN)


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Fine\n\n{{ nobody }}", "t.md:3: unknown variable 'nobody'"),
        (
            "{{ figure: example 1 2 }}",
            "t.md:1: wrong number of words after figure: example; write figure: example 4x4:",
        ),
        ("{{ figure: cat }}", "t.md:1: unknown figure 'cat'"),
        ("See {{ figure: marks }}", "t.md:1: a figure must stand alone"),
        ("ok\n\n![](x.png)", "t.md:3: found an image, which only own pages can show"),
        ("```\ncode\n```", "t.md:1: found lines between ``` (code), which no page can show"),
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
    assert own("One\ntwo") == (Paragraph((Run("One two"),)),)
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
        ("ok\n\n<b>bold</b>", r"own\.md:3: found HTML, which no page can show: write \*\* for words"),
        ("```\ncode\n```", r"own\.md:1: found lines between ``` \(code\), which no page"),
    ],
)
def test_what_own_pages_cannot_print_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        own(text)


def test_templates_have_neither_images_nor_page_breaks() -> None:
    with pytest.raises(ConfigError, match=r"t\.md:1: unknown variable 'page break'"):
        blocks("{{ page break }}", VARIABLES, "t.md", EN)


def words(text: str, **options: bool) -> str:
    """The text of all blocks, lists with their markers, with | between them."""
    shown = []
    for block in own(text, **options):
        marker = f"{'  ' * (block.level - 1)}{block.marker} " if isinstance(block, ListItem) else ""
        shown.append(marker + "".join(f"<{run.text}>" if run.bold else run.text for run in block.runs))
    return "|".join(shown)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Rows (a), (b) and (c). See 5*5*5.", None),
        ("12(c), (r), (tm), 5+-2, ??????, !!!!!, ,, and ... stay", None),
        ("a*b*c and 2**3**4, (2)*3*(4), 5 * 3 * 2 and x*y", None),
        ("https://my--site.example/a--b?c=d--e, a--b@my--site.example, <https://x--y.example>",
         "https://my--site.example/a--b?c=d--e, a--b@my--site.example, https://x--y.example"),
        ("<https://xn--bcher-kva.example> [x](https://bücher.example/%20a)",
         "https://xn--bcher-kva.example x (bücher.example/%20a)"),
        ("**Mine**sweeper and *one*", "<Mine>sweeper and <one>"),
        ("The **5**th of **6**x, H**2**O, x**2 and 5**5", "The <5>th of <6>x, H**2**O, x**2 and 5**5"),
        ("Name: ____, *Prices change, 2 ** 3", None),
        (r"\*\*open and \_\_open", "**open and __open"),
        ("'69 was \"*'twas*\" -- Rock 'n' roll", "’69 was “<’twas>” – Rock ’n’ roll"),
        ('**"Bold"** and "**bold**"', "<“Bold”> and “<bold>”"),
        (r"\"kept\" and it\'s \-- here", "\"kept\" and it's -- here"),
        ("&copy; &quot;x&quot;", '© "x"'),
        ("1984. A year.\n\n1990. Another.", "1984. A year.|1990. Another."),
        ("0. zero\n1. one", "0. zero|1. one"),
        ("3) c\n7) g", "3) c|7) g"),
        ("1. a\n1. b\n1. c", "1. a|2. b|3. c"),
        ("- a\n  - b\n    1. c\n- d", "• a|  • b|    1. c|• d"),
        ("- a\n\n  further\n- b", "• a| further|• b"),
        ("#1 of 9 and C# and # here", None),
        ("costs $5 and $10, 5 < 6 > 4, a~b, ~5, x^2, 3 == 3, f[1][2], a | b", None),
        ("{name} and {{ title }}", "{name} and Quiet *Fields*"),
        ("See [a] or [b](https://b.example).", "See [a] or b (b.example)."),
        ("[b][1]\n\n[1]: https://b.example", "b (b.example)"),
        ("Title\n=====\n\nText", "Title|Text"),
    ],
)  # fmt: skip
def test_words_are_printed_as_written_but_for_quotes_and_dashes(written: str, printed: str | None) -> None:
    assert words(written) == (written if printed is None else printed)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("---\ntitle: A\n---\nText", 1, 'settings between two lines "---"'),
        ("\n+++\na = 1\n+++\n", 2, 'settings between two lines "+++"'),
        ("One\ntwo\n---\n", 2, "--- below words, which makes a heading"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", 1, "a table, which no page can show: write a list"),
        ("+---+---+\n| a | b |", 1, "the edge of a table"),
        ("A\nnote[^1].\n\n[^1]: Words", 2, 'the footnote "[^1]", which no page can show: put its words into the text'),
        ("x^[words]", 1, "the footnote"),
        ("- [ ] one\n- [x] two", 1, '"- [ ]", a box to tick'),
        ("~~x~~", 1, "words crossed out with ~~"),
        ("so ~x y~", 1, '"~x y~", crossed-out words'),
        ("# A {#id}", 1, '"{#id}", an attribute, which no page can show: remove it'),
        ("![](a.png){width=50%}", 1, "an attribute"),
        ("::: note\nA\n:::", 1, "the edge of a block"),
        ("A\n\n\\newpage", 3, 'a command of LaTeX: remove it; {{ page break }} alone on a line ends a page'),
        ("#Heading", 1, '"#Heading": write a space behind # for a heading'),
        ("####### Seven", 1, "headings begin with up to six #"),
        ("<div>\nx\n</div>", 1, "HTML, which no page can show"),
        ("a<br>b", 1, "HTML, which"),
        ("<!-- hidden -->", 1, "HTML, which"),
        ("one\ntwo `code`", 2, "words between ` (code)"),
        ("A\n\n    code", 3, "lines that begin with a tab, or four spaces or more (code)"),
        ("A\n\n~~~\ncode\n~~~", 3, "lines between ~~~ (code)"),
        ("See [[page]]", 1, 'a link between notes'),
        ("![[a.png]]", 1, 'a link between notes'),
        ("==marked==", 1, "a marked text"),
        ("== Heading ==", 1, "begin a heading with #"),
        ("H~2~O", 1, "raised or lowered words"),
        ("x^2^", 1, "raised or lowered words"),
        ("$$x$$", 1, "the formula"),
        ("so $x^2$", 1, 'the formula "$x^2$"'),
        ("Term\n: meaning", 2, "a definition"),
        ("*[HTML]: words", 1, "an abbreviation with its meaning"),
        ("> [!NOTE]\n> x", 1, "a box for a note"),
        ("[TOC]", 1, "the book has contents of its own"),
        (":smile:", 1, "the name of a small picture"),
        ("{% include x %}", 1, "a command of another program"),
        ("[a](https://a b)", 1, "a link whose address has a space"),
        ("[a][b]", 1, "a link to an address that no line gives"),
        ("[a](#b)", 1, "a link to a part of the text"),
        ("[a]()", 1, "a link without an address"),
        ('[a](https://b.example "hover")', 1, 'the words "hover" behind an address'),
        ("A\n\n[b]: https://b.example", 3, 'the address of "[b]", which no link names'),
        ("[a]\n\n[a]: b\n[Straße  1]: c", 4, 'the address of "[Straße 1]", which no link names'),
        ("[A]\n\n[A]: b\n\n[a]: c", 5, 'the address of "[a]", which no link names'),
        ("> [a\n> É]: b", 1, 'the address of "[a É]", which no link names'),
        ("> a\n>> b", 2, "a quotation within a quotation"),
        ("> - a", 1, "a list within a quotation"),
        ("- # a", 1, "a heading within a list"),
        ("- a\n\n  > b", 3, "a quotation within a quotation or a list"),
        ("- 1\n  - 2\n    - 3\n      - 4", 4, "a list within 3 others"),
        ("- -> a <-", 1, "an aligned line within a list"),
        ("a\n\n1984.\n\nb", 3, 'an item of a list without words, "1984."'),
        ("- - a", 1, "an item of a list without words"),
        ("#\n\na", 1, "a heading without words"),
        ("a\n\n**bold one", 3, '"**", which begins or ends words that stand out, without its other half'),
        ("__a b", 1, '"__", which begins or ends words'),
        ("**a** and b**", 1, '"**", which begins or ends words'),
    ],
)  # fmt: skip
def test_markup_that_no_page_shows_is_refused_in_words_of_a_writer(text: str, line: int, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        own(text)
    assert str(error.value).startswith(f"own.md:{line}: found ") and message in str(error.value)
    assert "_" not in str(error.value).replace("front_matter", "").replace('"__"', "")


@pytest.mark.parametrize(
    "sign",
    [
        "#Heading",
        "[[page]]",
        "{#id}",
        "==marked==",
        "x~2~",
        "$$x$$",
        "[^1]",
        ":smile:",
        "~~x~~",
        "`x`",
        "<b>",
        "[a](b c)",
    ],
)
def test_a_backslash_prints_the_sign_itself(sign: str) -> None:
    escaped = "".join(f"\\{letter}" if not letter.isalnum() and letter != " " else letter for letter in sign)
    assert words(escaped) == sign


@pytest.mark.parametrize(
    ("written", "name", "width"),
    [
        ("![](my photo.png)", "my photo.png", None),
        ("![A cat](photo (1).png)", "photo (1).png", None),
        ('  ![](a b/c d.jpg "50%")', "a b/c d.jpg", 50.0),
        ("![](<my photo.png>)", "my photo.png", None),
        ("![](my%20photo.png)", "my photo.png", None),
        ("![](100%.png)", "100%.png", None),
    ],
)
def test_names_of_images_may_have_spaces(written: str, name: str, width: float | None) -> None:
    ((image, _),) = [(one, image_names(written)) for one in own(written)]
    assert isinstance(image, Image) and (image.file, image.width) == (name, width)
    assert image_names(written) == [name]


def test_the_texts_of_a_list_make_room_for_its_widest_number() -> None:
    items = own("9. a\n10. b\n11. c")
    assert [(one.marker, one.widest) for one in items if isinstance(one, ListItem)] == [
        ("9.", "10."), ("10.", "10."), ("11.", "10."),
    ]  # fmt: skip
