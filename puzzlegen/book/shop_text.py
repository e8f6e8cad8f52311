"""Writes the text about a book for the forms of shops: description, keywords and categories, all true of this book."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.content import volume_line
from puzzlegen.book.cover import back_blocks, book_facts, is_large_print
from puzzlegen.book.design import Design
from puzzlegen.config.book import BookConfig
from puzzlegen.config.shop_files import Shop, Shops, ShopText, load_shops
from puzzlegen.errors import ConfigError
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Block, Heading, ListItem, Paragraph
from puzzlegen.language.messages import Messages
from puzzlegen.printers.profile import Profile

KEYWORDS = 7  # as many as Amazon's form takes, and the fewest that IngramSpark asks for
CHILDREN = "children"  # the theme of books for children
_HARD = frozenset(("hard", "expert"))


def listing_text(config: BookConfig, records: Sequence[GradedPuzzle], profile: Profile, design: Design) -> str:
    """Return the text of the file for shops: what each shop's form takes, in the language of the book.

    ``profile`` is the printer's, whose page decides what is large print. Raises ConfigError for a text of the back that
    cannot be read, and for one that is longer than a shop takes.
    """
    shops = load_shops()
    text = shop_text(config, records, profile, design, shops)
    for shop in shops.shops:
        for problem in shop.problems(text):
            raise ConfigError(f"{problem}: shorten cover.back, or leave listing out", at=("output", "listing"))
    parts = [_head(config, design), *(part for shop in shops.shops for part in _form(shop, text))]
    return "\n\n".join(parts) + "\n"


def shop_text(
    config: BookConfig, records: Sequence[GradedPuzzle], profile: Profile, design: Design, shops: Shops
) -> ShopText:
    """Return the texts about a book, as long as all ``shops`` take them where parts can be left out."""
    messages, large = design.messages, is_large_print(design, profile.trim.width)
    blocks = back_blocks(config, records, messages)
    stated = (volume_line(config, messages), messages.text("cover.badge_large_print") if large else "")
    facts = [*filter(None, stated), *book_facts(config, records, messages)]
    readers = {"large_print": large, "color": config.page.ink == "color", "adults": config.theme != CHILDREN}
    benefits = _benefits(messages, readers)
    description = "\n\n".join([*_paragraphs(blocks), "\n".join(f"• {line}" for line in (*benefits, *facts))])
    count = messages.text("cover.badge_puzzles", puzzles=messages.number(len(records)))
    first = next((plain_text(block.runs) for block in blocks if isinstance(block, Heading)), count)
    keywords = dict.fromkeys(_keywords(config, records, design, large=large))
    longest = _least(shop.keyword for shop in shops.shops)
    subjects = shops.subjects.children if config.theme == CHILDREN else shops.subjects.adults
    return ShopText(
        description,
        _short([first, *facts], _least(shop.short_description for shop in shops.shops)),
        tuple(word for word in keywords if len(word) <= longest)[:KEYWORDS],
        tuple(subjects),
    )


def title_advice(config: BookConfig) -> Iterator[str]:
    """Yield a warning for each word of title and subtitle that a shop does not take."""
    titles = load_shops().titles
    for key, words in (("title", config.title), ("subtitle", config.subtitle or "")):
        for word in titles.refused(words):
            yield f"{key}: {titles.shop} does not take {word!r} in titles: use other words ({titles.basis})"


def _benefits(messages: Messages, readers: Mapping[str, bool]) -> Iterator[str]:
    """Yield what a book is good for and for whom, as far as it is true of its readers."""
    for name, words in messages.group("shop_benefit").items():
        if readers.get(name, name != CHILDREN or not readers["adults"]):
            yield str(words)


def _least(limits: Iterable[int | None]) -> float:
    """Return the least limit, infinite for none."""
    return min((limit for limit in limits if limit is not None), default=math.inf)


def _paragraphs(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Heading | Paragraph):
            yield plain_text(block.runs)
        elif isinstance(block, ListItem):
            yield f"{block.marker} {plain_text(block.runs)}".strip()


def _short(sentences: Sequence[str], most: float) -> str:
    """Join as many sentences as fit, the first ones first."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence.rstrip('.')}.".strip()
        if len(longer) > most:
            break
        text = longer
    return text


def _keywords(config: BookConfig, records: Sequence[GradedPuzzle], design: Design, *, large: bool) -> Iterator[str]:
    """Yield keywords that are true of the book, those that tell most about it first."""
    messages, key = design.messages, config.back_matter.answer_key
    levels = {record.grade.difficulty for record in records}
    true_of_book = {
        "large_print": large,
        "children": config.theme == CHILDREN,
        "pictures": any(record.picture for record in records),
        "rising": "easy" in levels and bool(levels & _HARD),
        "easy": levels == {"easy"},
        "hard": levels <= _HARD,
        "hints": config.aids.hints != "none",
        "answers": key is not None and key.place != "separate",
    }
    words = {name: str(word) for name, word in messages.group("shop_keyword").items()}
    game, count = words.pop("game"), messages.number(len(records))
    for variant in dict.fromkeys(record.puzzle.grid.variant for record in records):
        yield game.format(game=messages.for_variant(variant).text("picture.game"))
    yield from (word.format(puzzles=count) for name, word in words.items() if true_of_book.get(name, True))


def _head(config: BookConfig, design: Design) -> str:
    lines = [config.title, config.subtitle, volume_line(config, design.messages), config.author]
    words = (
        f"Text for shops in {design.messages.language}, true of the book as it was built: build again after a change.",
        "Shops that are not named here mostly take what the first one takes.",
    )
    return "\n".join([*words, "", *(line for line in lines if line)])


def _form(shop: Shop, text: ShopText) -> Iterator[str]:
    """Yield the parts of what a shop's form takes, each with its length."""
    yield f"===== {shop.name} ====="
    if shop.short_description is not None:
        yield f"--- Short description: {_measured(text.short, shop.short_description)}\n{text.short}"
    yield f"--- Description: {_measured(text.description, shop.description)}\n{text.description}"
    lines = shop.keyword_lines(text)
    most = shop.all_keywords if shop.between is not None else shop.keyword
    each = "in one line" if shop.between is not None else "one a field"
    limit = f", at most {most} characters{'' if shop.between is not None else ' each'}" if most is not None else ""
    yield "\n".join([f"--- Keywords: {len(text.keywords)}, {each}{limit}", *lines])
    allowed = f", at most {shop.categories}" if shop.categories is not None else ""
    notes = [shop.note] if shop.note else []
    yield "\n".join([f"--- Categories: {len(text.categories)}{allowed}", *notes, *text.categories])


def _measured(words: str, most: int | None) -> str:
    return f"{len(words)} characters" + (f" of at most {most}" if most is not None else "")
