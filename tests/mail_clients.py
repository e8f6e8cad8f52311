"""Reports what Outlook for Windows and Gmail drop from the HTML of a mail, where nothing replaces it there.

A mail is read twice: as Outlook reads it, which shows what is in comments ``[if mso]`` and not what is between comments
``[if !mso]``, and as all others do. Both must have the same links. Outlook draws mails with Word: it pads only cells of
tables, reads widths of pictures from attributes only, and has no floats, positions, backgrounds or variables. Gmail
keeps only inline styles in some of its programs, and cuts long mails. The table below lists what is allowed, so that
anything else is reported. Sources: the data of caniemail.com, and Word's classes of properties as Microsoft
published them for Outlook 2007, both read on 2026-11-23.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib

CLIP = 102_000  # bytes, after which Gmail cuts a mail; a template around a snippet needs some of them
STYLE_SHEET = 8192  # characters of a style element: Gmail drops a longer one
LINE = 998  # bytes of a line in a mail (RFC 5322)
ALT = 125  # characters that screen readers read in one go
WIDEST = 600  # CSS pixels that all programs show beside their lists
PICTURE, ALL_PICTURES = 200_000, 1_000_000  # bytes

ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "div", "table", "tbody", "tr", "td", "h1", "h2", "h3", "p", "br",
    "a", "img", "span",
}  # fmt: skip
SHAPE = "v:rect"  # that Outlook draws and links as a whole
ELEMENTS_OF_OUTLOOK = {SHAPE, "w:anchorlock", "center"}
ATTRIBUTES = {
    "html": {"lang"},
    "meta": {"charset", "name", "content"},
    "body": {"style"},
    "div": {"style"},
    "table": {"role", "lang", "width", "align", "border", "cellpadding", "cellspacing", "bgcolor", "style"},
    "td": {"width", "align", "valign", "colspan", "bgcolor", "style"},
    "a": {"href", "style"},
    "img": {"src", "width", "height", "alt", "border", "style"},
    SHAPE: {"xmlns:v", "xmlns:w", "href", "style", "fillcolor", "stroked"},
    "center": {"style"},
} | {tag: {"style"} for tag in ("h1", "h2", "h3", "p", "span")}
AS_ATTRIBUTE = {"width": "width", "max-width": "width", "height": "height"}  # for Outlook
COLOR = re.compile(r"#[0-9a-f]{6}")
LENGTH = re.compile(r"0|[0-9]+px")
FOR_OUTLOOK = re.compile(r"<!--\[if mso\]>(.*?)<!\[endif\]-->", re.DOTALL)
FOR_OTHERS = re.compile(r"<!--\[if !mso\]><!-->(.*?)<!--<!\[endif\]-->", re.DOTALL)
Parents = dict[Element, Element]
Style = dict[str, str]


def style_of(tag: Element) -> Style:
    parts = [part.partition(":") for part in (tag.get("style") or "").split(";") if part.strip()]
    return {name.strip(): value.strip() for name, _, value in parts}


def only(*values: str) -> Callable[..., bool]:
    return lambda tag, value, style, parents: value in values


def lengths(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    return all(LENGTH.fullmatch(part) for part in value.split())


def color(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    return COLOR.fullmatch(value) is not None


def margin(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    if tag.tag == "table" and tag.get("align") == "center":
        value = value.replace("auto", "0")
    return lengths(tag, value, style, parents) and (tag.tag in {"h1", "h2", "h3", "p", "table"} or value == "0")


def padding(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    return lengths(tag, value, style, parents) and (tag.tag in {"td", "a"} or value == "0")


def border(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    return value == "0" or (tag.tag == "td" and re.fullmatch(r"[1-8]px solid #[0-9a-f]{6}", value) is not None)


def size(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    has_attribute = any(tag.get(AS_ATTRIBUTE[name]) for name in style if style[name] == value and name in AS_ATTRIBUTE)
    is_known = LENGTH.fullmatch(value) is not None or value in {"100%", "auto"}
    return is_known and (tag.tag == SHAPE or (tag.tag in {"table", "td", "img"} and has_attribute))


def display(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    if value == "none":
        return style.get("mso-hide") == "all"
    # Outlook ignores inline-block: the words of a span then break as any others
    return value == "block" if tag.tag == "img" else tag.tag in {"a", "span"} and value == "inline-block"


def hidden(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    return style.get("display") == "none"


def generic(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    return value.endswith(("sans-serif", ", serif", ",serif", "monospace")) and "Arial" in value


def harmless(tag: Element, value: str, style: Style, parents: Parents) -> bool:
    """Square corners and wrapped links where it is unknown."""
    return True


PROPERTIES: dict[str, Callable[..., bool]] = {
    "color": color, "background-color": color, "font-family": generic, "font-size": lengths, "line-height": lengths,
    "font-weight": only("400", "600", "700"), "text-decoration": only("none", "underline"), "margin": margin,
    "padding": padding, "border": border, "border-top": border, "border-bottom": border, "width": size,
    "max-width": size, "height": size, "display": display, "max-height": hidden, "overflow": hidden,
    "text-align": only("left", "center", "right"), "vertical-align": only("top", "middle", "bottom"),
    "border-radius": harmless, "white-space": harmless, "mso-hide": hidden,
    "v-text-anchor": only("middle"),
}  # fmt: skip


def problems(text: str, is_whole: bool = False) -> list[str]:
    """Return what mail programs would not show as intended; ``is_whole``: a mail with a head, else a snippet."""
    outlook = FOR_OUTLOOK.sub(r"\1", FOR_OTHERS.sub("", text))
    views = {False: _read(text, is_whole), True: _read(outlook, is_whole)}
    found = list(_of_text(text))
    if "<![endif]" in outlook or "[if" in outlook:
        found.append("a condition other than [if mso] and [if !mso], or without its end")
    for in_outlook, root in views.items():
        found += _of_view(root, in_outlook)
    if _links(views[False]) != _links(views[True]):
        found.append("Outlook has other links")
    return list(dict.fromkeys(found + (list(_of_head(views[False])) if is_whole else [])))


def _read(text: str, is_whole: bool) -> Element:
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parser.parse(text) if is_whole else parser.parseFragment(text, container="body")


def _links(root: Element) -> list[tuple[str | None, str]]:
    """Return URL and text of all links."""
    return [(tag.get("href"), "".join(tag.itertext())) for tag in root.iter() if tag.tag in {"a", SHAPE}]


def _of_view(root: Element, in_outlook: bool) -> Iterator[str]:
    parents = {child: tag for tag in root.iter() for child in tag}
    for tag in root.iter():
        if isinstance(tag.tag, str) and tag.tag != "DOCUMENT_FRAGMENT":
            yield from (f"<{tag.tag}>: {problem}" for problem in _of_element(tag, parents, in_outlook))


def pictures_problems(pictures: dict[str, Path]) -> list[str]:
    """Return which files are too large; ``pictures`` are the files by their addresses."""
    sizes = {address: path.stat().st_size for address, path in pictures.items()}
    found = [f"{address}: {size} bytes" for address, size in sizes.items() if size > PICTURE]
    return found + ([f"all pictures: {sum(sizes.values())} bytes"] if sum(sizes.values()) > ALL_PICTURES else [])


def _of_text(text: str) -> Iterator[str]:
    if len(text.encode("utf-8")) > CLIP:
        yield f"{len(text.encode('utf-8'))} bytes: Gmail cuts it"
    if any(len(row.encode("utf-8")) > LINE for row in text.split("\n")):
        yield f"a line of more than {LINE} bytes"
    for what in ("base64", "url(", "var(", "calc(", "javascript:", "<script", "{{"):
        if what in text:
            yield f"contains {what}"


def _of_element(tag: Element, parents: Parents, in_outlook: bool) -> Iterator[str]:
    if tag.tag not in (ELEMENTS | ELEMENTS_OF_OUTLOOK if in_outlook else ELEMENTS):
        yield "not allowed"
        return
    for name in set(tag.keys()) - ATTRIBUTES.get(str(tag.tag), set()):
        yield f"attribute {name}"
    style = style_of(tag)
    for name, value in style.items():
        if name not in PROPERTIES or "!important" in value or not PROPERTIES[name](tag, value, style, parents):
            yield f"{name}:{value}"
    if "background-color" in style and tag.tag in {"table", "td"} and tag.get("bgcolor") != style["background-color"]:
        yield "background-color without the same bgcolor"
    if in_outlook and tag.tag == "a" and {"padding", "display"} & style.keys():
        yield "Outlook does not pad it, so its padding cannot be clicked there"
    special = {"img": _of_picture, "table": _of_table, "a": _of_link, SHAPE: _of_shape}.get(str(tag.tag))
    yield from special(tag) if special else ()


def _of_picture(tag: Element) -> Iterator[str]:
    if not 3 < len(tag.get("alt") or "") <= ALT:
        yield f"alternative text {tag.get('alt')!r}"
    for name in ("width", "height"):
        if not (tag.get(name) or "").isdigit() or int(tag.get(name) or 0) > WIDEST:
            yield f"{name} {tag.get(name)!r}"
    if not re.fullmatch(r"https://\S+\.(png|gif|jpe?g)", tag.get("src") or ""):
        yield f"source {tag.get('src')!r}"
    if tag.get("border") != "0" or style_of(tag).get("display") != "block":
        yield "no border=0 and display:block"


def _of_table(tag: Element) -> Iterator[str]:
    wanted = {"role": "presentation", "border": "0", "cellpadding": "0", "cellspacing": "0"}
    for name, value in wanted.items():
        if tag.get(name) != value:
            yield f"without {name}={value}"
    if (width := tag.get("width") or "").isdigit() and int(width) > WIDEST:
        yield f"width {width}"


def _of_link(tag: Element) -> Iterator[str]:
    if not re.fullmatch(r"(https://|mailto:)\S+", tag.get("href") or ""):
        yield f"address {tag.get('href')!r}"
    if not "".join(tag.itertext()).strip() and tag.find("img") is None:
        yield "empty"
    if not {"color", "text-decoration"} & style_of(tag).keys():
        yield "without color or text-decoration: programs make it blue and underlined"


def _of_shape(tag: Element) -> Iterator[str]:
    if not re.fullmatch(r"https://\S+", tag.get("href") or ""):
        yield f"address {tag.get('href')!r}"
    if not {"width", "height", "v-text-anchor"} <= style_of(tag).keys():
        yield "without width, height or v-text-anchor"
    if not COLOR.fullmatch(tag.get("fillcolor") or "") or tag.get("stroked") != "f":
        yield "without fillcolor or stroked=f"
    if not "".join(tag.itertext()).strip():
        yield "empty"


def _of_head(root: Element) -> Iterator[str]:
    if not root.get("lang"):
        yield "no language"
    if not (root.findtext("head/title") or "").strip():
        yield "no title"
    if next((tag.get("charset") for tag in root.iter("meta")), "") != "utf-8":
        yield "the first meta element is not the character set"
    if list(root.findall("body//style")):
        yield "<style> in the body: Gmail drops it"
    for sheet in (tag.text or "" for tag in root.iter("style")):
        if len(sheet) > STYLE_SHEET:
            yield f"a style sheet of {len(sheet)} characters"
        outside = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet).strip()
        if outside:  # all else has to be inline, because some programs drop style sheets
            yield f"styles that are not for a medium: {outside[:40]}"
