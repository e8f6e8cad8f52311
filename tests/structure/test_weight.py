"""The package may only become lighter: its figures against the limits, and what is counted in small modules."""

import ast
from pathlib import Path

import pytest
from complexity import LIST, Complex, complex_functions, has_grown, listed
from error_texts import taken_apart
from package_files import ROOT, Module, circles, import_graph, modules
from weight import (
    FIGURES,
    Capability,
    Limits,
    Weight,
    code_lines,
    exceeded,
    functions_of,
    has_vague_name,
    improved,
    joint_lines,
    read_limits,
    weigh,
)


@pytest.fixture(scope="module")
def weight() -> Weight:
    return weigh(modules(), read_limits().capabilities)


def test_no_figure_is_above_its_limit(weight: Weight) -> None:
    assert exceeded(weight, read_limits()) == []


def test_a_better_figure_lowers_its_limit(weight: Weight) -> None:
    assert improved(weight, read_limits()) == []
    assert weight.circles == read_limits().circles, "remove from limits.yaml what no longer is a circle"


def test_every_limit_belongs_to_a_figure() -> None:
    assert read_limits().figures.keys() == {one.key for one in FIGURES}


def test_complex_functions_are_those_of_the_list() -> None:
    found = complex_functions(modules())
    where = "\n".join(f"{one.place}: {one.line}" for one in found)
    assert [one.line for one in found] == [one.line for one in listed()], (
        f"split the function, or after an improvement run: python tests/structure/complexity.py --write\n{where}"
    )
    assert LIST.read_text(encoding="utf-8").count("\n") == len(found) + 1


def module(name: str, source: str) -> Module:
    path = ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py")
    return Module(name, path, source, ast.parse(source))


def test_comments_and_docstrings_are_no_code_and_signatures_are_joints() -> None:
    source = '"""A module.\n\nOf two lines."""\nimport a\nfrom b import (\n    c,\n)\n\n# why\nX = """text\n# text"""\n'
    source += 'class D:\n    """Short."""\n\n    @a.b(\n        c\n    )\n    def e(\n        f,\n    ):\n        g\n'
    one = module("puzzlegen.one", source)
    code = code_lines(one)
    assert code == {4, 5, 6, 7, 10, 11, 12, *range(15, 22)}
    assert joint_lines(one, code) == {4, 5, 6, 7, *range(15, 22)} - {21}


def test_locals_that_do_not_say_what_they_hold_are_found() -> None:
    source = "def a():\n    found = 1\n\ndef b():\n    for one, two in c:\n        pass\n\ndef d(at):\n    return at\n"
    assert [has_vague_name(one) for one in functions_of(module("puzzlegen.one", source))] == [True, True, False]


def test_circles_are_found_through_others_and_inside_functions_but_not_among_types() -> None:
    files = (
        module("puzzlegen.a", "from puzzlegen.b import x\n"),
        module("puzzlegen.b", "def f():\n    from puzzlegen import c\n"),
        module("puzzlegen.c", "import puzzlegen.a\n"),
        module("puzzlegen.d", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from puzzlegen import e\n"),
        module("puzzlegen.e", "from puzzlegen.d import y\n"),
        module("puzzlegen.f", "from puzzlegen import a, e\n"),
    )
    assert circles(import_graph(files)) == [["puzzlegen.a", "puzzlegen.b", "puzzlegen.c"]]


def test_figures_are_compared_with_limits() -> None:
    figures = {one.key: 100.0 for one in FIGURES} | {"circles": 1.0}
    weight = Weight(figures=dict(figures), circles=[["a", "b"]])
    weight.capabilities["puzzles"] = 100
    same = Limits(figures, [["a", "b"]], [Capability("puzzles", ".", 100)])
    assert exceeded(weight, same) == improved(weight, same) == []
    other = Limits(figures, [["a", "c"]])
    assert exceeded(weight, other) == ["circles: a, b import each other: remove one of the imports"]
    for figure in FIGURES:
        weight.figures = {**figures, figure.key: figures[figure.key] + 1}
        assert [line.partition(":")[0] for line in exceeded(weight, same)] == [figure.key]
        weight.figures = {**figures, figure.key: figures[figure.key] - 1}
        assert [line.partition(":")[0] for line in improved(weight, same)] == ([] if figure.slack else [figure.key])
        weight.figures = {**figures, figure.key: figures[figure.key] * 0.98}
        assert [line.partition(":")[0] for line in improved(weight, same)] == [figure.key]


def test_no_feature_hides_among_others() -> None:
    rows = [Capability("puzzles", "^engine/|^board/", 1), Capability("rest", ".", 1)]
    files = (module("puzzlegen.engine.a", "a = 1\nb = 2\n"), module("puzzlegen.web.a", "# none\n"))
    weight = weigh(files, rows)
    assert weight.capabilities == {"puzzles": 2, "rest": 0}
    weight.figures = dict.fromkeys(weight.figures, 0)
    limits = Limits(dict.fromkeys(weight.figures, 0), [], rows)
    assert exceeded(weight, limits) == ["capabilities: 2 code lines of puzzles, at most 1 are allowed"]
    assert [line.partition(":")[0] for line in improved(weight, limits)] == ["capabilities"]


def test_a_moved_function_is_no_growth() -> None:
    before = [Complex(20, "one"), Complex(12, "two")]
    assert not has_grown(before, [Complex(20, "other"), Complex(11, "two")])
    assert has_grown(before, [Complex(20, "one"), Complex(13, "two")])
    assert has_grown(before, [*before, Complex(11, "three")])


HANDLER = "def f(path, words):\n    try:\n        g()\n    except ValueError as error:\n"


@pytest.mark.parametrize(
    "lines",
    [
        "        return str(error).partition(': ')[0]",
        "        return str(error)[4:]",
        "        return 'line' in str(error)",
        "        return str(error) == 'line'",
        "        return repr(error).strip().startswith('x')",
        "        return error.args[0].split()",
        "        return error.message.removeprefix('a')",
        "        return f'{error}'.replace('a', 'b')",
        "        return re.sub('a', 'b', str(error))",
        "        return PATTERN.match(\n            str(error)\n        )",
        "        text = str(error)\n        if words:\n            return text.endswith('.')",
        "        text = (str(error) or 'none') + '.'\n        return text[:-1]",
        "        (text,) = error.args\n        return text.find('a')",
        "        if (text := str(error)):\n            return text.count('a')",
        "        return words.detail.partition(':')[0]",
        "        return PATTERN.search(str(words.get('detail', '')))",
        "        return words['detail'].split()",
    ],
)
def test_a_text_taken_apart_is_found(lines: str) -> None:
    source = f"{HANDLER}{lines}\n"
    assert taken_apart((module("puzzlegen.one", source),)), source


@pytest.mark.parametrize(
    "lines",
    [
        "        raise KeyError(f'{path}: {error}') from None",
        "        return str(error)",
        "        return words.partition(str(path))",
        "        return error.place.partition(':')",
        "        return type(error).__name__.removesuffix('Error')",
        "        return error.args[0]",
        "        return ''.join(c for c in str(error) if c != ' ')",
    ],
)
def test_what_takes_no_text_of_an_error_apart_is_not_found(lines: str) -> None:
    assert taken_apart((module("puzzlegen.one", f"{HANDLER}{lines}\n"),)) == []


def test_texts_are_followed_into_functions_and_out_of_them() -> None:
    reader = (
        "def key_of(text, end=':'):\n    return text.partition(end)[0]\n\n\ndef show(text):\n    return text.strip()\n"
    )
    maker = "\n\ndef words(error: ValueError) -> str:\n    return f'no: {error}'\n"
    caller = "from puzzlegen import two\nfrom puzzlegen.two import show, words\n" + HANDLER
    files = (
        module("puzzlegen.one", caller + "        show(str(error))\n        two.key_of(text=str(error))\n"),
        module("puzzlegen.three", caller + "        return words(error)[:9]\n"),
        module("puzzlegen.two", reader + maker),
    )
    assert taken_apart(files) == ["puzzlegen/one.py:8", "puzzlegen/three.py:7", "puzzlegen/two.py:2"]
    assert taken_apart(files[2:]) == []


def test_the_command_names_what_is_exceeded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    import weight as command  # noqa: PLC0415  # the fixture above has its name

    monkeypatch.setattr(command, "modules", lambda: (module("puzzlegen.one", "import os\n"),))
    limits = tmp_path / "limits.yaml"
    rest = "circles: []\ncapabilities:\n- {name: all, paths: ., most: 100}\n"
    limits.write_text("".join(f"{one.key}: 0\n" for one in FIGURES if one.key != "circles") + rest)
    monkeypatch.setattr(command, "LIMITS", limits)
    assert command.main([]) == 1
    shown = capsys.readouterr()
    assert "1 of        0  modules  EXCEEDED" in shown.out
    assert shown.err.splitlines()[0] == "modules: 1 modules, at most 0 are allowed"
    limits.write_text("".join(f"{one.key}: 100\n" for one in FIGURES if one.key != "circles") + rest)
    assert command.main(["--list"]) == 0
    assert "puzzlegen/one.py 1\n" in capsys.readouterr().out
