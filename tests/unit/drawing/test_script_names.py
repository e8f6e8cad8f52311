"""Short names of local variables in scripts of pages."""

import pytest

from puzzlegen.drawing.script_names import with_short_names


@pytest.mark.parametrize(
    ("script", "short"),
    [
        ("(() => { const count = 1; return count + count; })();", "(() => { const aA = 1; return aA + aA; })();"),
        (
            "(() => { function walk(one) { return walk(one); } })();",
            "(() => { function aB(aA) { return aB(aA); } })();",
        ),
        (
            "(() => { const add = ([one, ...two], some = other) => one; })();",
            "(() => { const aB = ([aA, ...aD], aC = other) => aA; })();",
        ),
        ("(() => { let some = 1; other ? some : 2; })();", "(() => { let aA = 1; other ? aA : 2; })();"),
        ("(() => { let [some] = x; let aA; f(...some); })();", "(() => { let [aB] = x; let aA; f(...aB); })();"),
    ],
)
def test_local_names_are_shortened(script: str, short: str) -> None:
    assert with_short_names(script) == short


@pytest.mark.parametrize(
    "script",
    [
        "const outside = () => {};",  # other scripts may use it
        "(() => { const name = 1; })();",  # of the window
        "(() => { const key = 1; return { key }; })();",
        "(() => { const key = 1; return { key: 2 }; })();",
        "(() => { const { key } = data; const other = 1; return { other, key }; })();",
        "(() => { const key = 1; return data.key; })();",
        "(() => { const key = 1; return `${key}`; })();",
        "(() => { const key = 1; return /key/; })();",
        "(() => { const key = { key() {} }; })();",
    ],
)
def test_names_that_others_may_see_stay(script: str) -> None:
    assert with_short_names(script) == script


def test_no_name_is_given_twice() -> None:
    names = [f"name{n}" for n in range(1000)]
    script = "(() => { " + " ".join(f"let {name};" for name in names) + " })();"
    short = with_short_names(script).split()[4:-1:2]
    assert len(set(short)) == len(names)
