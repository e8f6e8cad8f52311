"""What is printed is compared with what was written, without the code that sets words."""

from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.checking.expected import WrittenText, check_written, markdown_pieces
from puzzlegen.errors import ConfigError
from puzzlegen.language.catalogue import load
from puzzlegen.language.markdown import blocks, image_names
from puzzlegen.language.markdown_blocks import Heading, ListItem, Paragraph


def test_a_text_may_go_on_from_page_to_page() -> None:
    def found(*pages: str) -> list[int]:
        return [one.page for one in check_written(pages, [WrittenText("intro", markdown_pieces(words), True)])]

    words = " ".join(f"word{number}" for number in range(400))
    parts = [words[:1500], words[1500:2600], words[2600:]]
    pages = [f"{part} {number}" for number, part in enumerate(parts, start=7)]
    assert found("first", *pages) == []
    assert found("first", *[page.replace("word150 ", "") for page in pages]) == [2]
    assert found("first", pages[0], "between", *pages[1:]) != []


MARKUP = [
    *"ab5*_ '\"&|~é[]()=\n\\", "**", "__", "\n\n", "- ", "1. ", "10) ", "# ", "> ", "(c)", "--", "---", "\n---\n",
    "[x](https://a.b)", "<https://a.b/c--d>", "https://x--y.z", "\\*", "&copy;", "...", "+-", "???", "-> ", " <-",
    " ->", "![](a b.png)", "{{ title }}", "  \n", "$5", "2*3", "*x*", "**y**", "1984. ", "word ", "The ",
]  # fmt: skip


@given(st.lists(st.sampled_from(MARKUP), max_size=25), st.sampled_from(["en", "de", "fr"]))
def test_a_text_is_refused_or_printed_as_written(pieces: list[str], language: str) -> None:
    """Two readers of Markdown that share no code agree on every text that is not refused."""
    text = "".join(pieces)
    try:
        found = blocks(text, {"title": "T"}, "own.md", load(language), own_page=True)
    except ConfigError as error:
        assert str(error).startswith("own.md:") and "\n" not in str(error)
        return
    image_names(text)
    words = [block.runs for block in found if isinstance(block, Heading | Paragraph | ListItem)]
    page = "\n".join("".join(run.text for run in runs) for runs in words)
    assert check_written([page], [WrittenText("text", markdown_pieces(text), required=True)]) == []
