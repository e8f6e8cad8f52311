"""Reads sentences of any language by the placeholders of its messages, and writes them with those of another one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from puzzlegen.language.locale_formatting import capitalized
from puzzlegen.language.messages import Messages

CLUES = {"clue", "clues", "others", "line", "outer", "inner", "one", "two", "most", "least", "broken"}
SENTENCES = ("so", "either", "suppose_mine", "suppose_safe", "ways", "needs", "complete", "together", "more_steps",
             "by_total", "too_many", "too_few", "clash", "total_too_many", "total_too_few")  # fmt: skip


def patterns(messages: Messages, key: str) -> list[tuple[str, str]]:
    """Return the category and the text of each form of a message; a message without forms has one, without a name."""
    entry = messages.entries[key]
    return [("", entry)] if isinstance(entry, str) else list(entry.items())


class Translator:
    """Translates sentences of one language into another one by their messages."""

    def __init__(self, source: Messages, target: Messages) -> None:
        self.source, self.target = source, target
        self.cell = self.regex("step.cell", {"row": r"(\d+)", "col": r"(\d+)"})[0][1]
        bare = self.cell.replace("(", "(?:")
        signs = {sign for count in (2, 3) for sign in source.listed(["@"] * count).split("@") if sign}
        between = "|".join(map(re.escape, signs))
        self.cells = rf"{bare}(?:(?:{between}){bare})*"
        clues = self.regex("step.clue", {"number": r"\d+", "cell": bare})
        clues += self.regex("step.clue_left", {"number": r"\d+", "cell": bare, "count": r"\d+"})
        clue = "(?:" + "|".join(sorted((text for _, text in clues), key=len, reverse=True)) + ")"
        self.clues = rf"{clue}(?:(?:{between}){clue})*"
        mines, safe = (
            "(?:" + "|".join(text for _, text in self.regex(f"step.{key}", {"cells": self.cells})) + ")"
            for key in ("mines", "safe")
        )
        both = self.regex("step.mines_and_safe", {"mines": mines, "safe": safe})[0][1]
        self.values = f"(?:{both}|{mines}|{safe})"
        self.rows = list(self.sentences())

    def regex(self, key: str, fields: dict[str, str]) -> list[tuple[str, str]]:
        """Return a pattern for each form of a message, with patterns for its placeholders."""
        found = []
        for name, text in patterns(self.source, key):
            parts = re.split(r"\{(\w+)\}", text)
            found.append(
                (name, "".join(fields.get(part, r"\d+") if i % 2 else re.escape(part) for i, part in enumerate(parts)))
            )
        return found

    def sentences(self) -> Iterable[tuple[str, str, re.Pattern[str]]]:
        """Yield the key, the form and the pattern of each sentence."""
        keys = [f"step.{key}" for key in SENTENCES]
        keys += [
            "step.zero",
            *(key for key in self.source.entries if re.fullmatch(r"techniques\..*\.(reason|both)", key)),
        ]
        for key in keys:
            for form, text in patterns(self.source, key):
                if "{start}" in text:
                    continue
                names = re.findall(r"\{(\w+)\}", text)
                fields = {name: f"(?P<{name}>{self.pattern_of(name)})" for name in names}
                regex = next(regex for other, regex in self.regex(key, fields) if other == form)
                if not key.startswith("step.") or key == "step.zero":
                    ends = patterns(self.source, "step.follows")[0][1]
                    before, between, after = re.split(r"\{\w+\}", ends)
                    regex = f"{re.escape(before)}{regex}{re.escape(between)}(?P<result>{self.values}){re.escape(after)}"
                yield key, form, re.compile(regex, re.IGNORECASE)

    def pattern_of(self, field: str) -> str:
        if field in CLUES:
            return self.clues
        return {"cells": self.cells, "number": r"\d+", "count": r"\d+", "more": r"\d+"}.get(field, self.values)

    # Parts in the words of the target

    def names(self, text: str) -> list[str]:
        return [self.target.cell(int(row) - 1, int(col) - 1) for row, col in re.findall(self.cell, text)]

    def clues_in(self, text: str) -> str:
        places: dict[int, str] = {}  # where a clue begins: its words, with what it still needs where the text has that
        parts = {
            "number": r"(?P<number>\d+)",
            "cell": f"(?P<cell>{self.cell.replace('(', '(?:')})",
            "count": r"(?P<count>\d+)",
        }
        for key in ("step.clue_left", "step.clue"):
            for _, regex in self.regex(key, parts):
                for match in re.finditer(regex, text, re.IGNORECASE):
                    fields = {"number": match["number"], "cell": self.names(match["cell"])[0]}
                    if key == "step.clue":
                        words = self.target.text(key, **fields)
                    else:
                        words = self.target.plural(key, int(match["count"]), **fields)
                    places.setdefault(match.start(), words)
        return self.target.listed(places[place] for place in sorted(places))

    def values_in(self, text: str) -> str:
        parts: dict[str, str] = {}
        for key in ("mines", "safe"):
            for _, regex in self.regex(f"step.{key}", {"cells": f"(?P<cells>{self.cells})"}):
                if match := re.search(regex, text):
                    names = self.names(match["cells"])
                    words = self.target.plural(f"step.{key}", len(names), cells=self.target.listed(names))
                    parts.setdefault(key, words)
        return self.target.text("step.mines_and_safe", **parts) if len(parts) == 2 else next(iter(parts.values()))

    def translated(self, sentence: str) -> str:
        """Return a step in the words of the target. Raises ValueError for what no message says."""
        supposed = {"number": r"(?P<number>\d+)", "supposed": f"(?P<supposed>{self.values})", "chain": ""}
        case = re.compile(self.regex("step.case", supposed)[0][1].rstrip("\\ "))
        found: list[str] = []
        while text := sentence.strip():
            if match := case.match(text):
                fields = {"number": match["number"], "supposed": self.values_in(match["supposed"])}
                found.append(self.target.text("step.case", chain="", **fields).rstrip())
            else:
                match, words = self.first(text)
                found.append(words)
            sentence = text[match.end() :]
        return " ".join(found)

    def first(self, text: str) -> tuple[re.Match[str], str]:
        matches = [(match, key) for key, _, regex in self.rows if (match := regex.match(text))]
        if not matches:
            raise ValueError(text)
        match, key = max(matches, key=lambda item: item[0].end())
        of: dict[str, Callable[[str], str]] = {"cells": lambda words: self.target.listed(self.names(words))}
        fields: dict[str, str] = {}
        for name, words in match.groupdict().items():
            if name != "result":
                convert = (
                    self.clues_in if name in CLUES else of.get(name, self.values_in if not words.isdigit() else str)
                )
                fields[name] = convert(words)
        if isinstance(self.target.entries[key], str):
            words = self.target.text(key, **fields)
        else:
            count = int(fields["count"]) if "count" in fields else len(self.names(match["cells"]))
            words = self.target.plural(key, count, **{name: value for name, value in fields.items() if name != "count"})
        if "result" in match.groupdict():
            proved = self.values_in(match["result"])
            return match, capitalized(self.target.text("step.follows", reason=words, proved=proved))
        return match, capitalized(words)
