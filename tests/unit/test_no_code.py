"""The package calls nothing that can run what it reads: the syntax tree of each module is searched."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from puzzlegen.files.templates import shipped_folder
from puzzlegen.studio import access
from puzzlegen.web import templates

ROOT = Path(__file__).parents[2] / "puzzlegen"
BUILT_IN = {"eval", "exec", "compile", "__import__", "breakpoint", "input"}
MODULES = {  # they run what they read, or use the network
    "pickle", "marshal", "shelve", "dbm", "code", "codeop", "runpy", "imp", "ctypes", "cffi", "pty",
    "subprocess", "socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "xmlrpc", "socketserver",
    "requests", "httpx", "aiohttp", "jinja2", "mako", "cloudpickle", "dill", "joblib",
    "xml.sax", "xml.dom", "lxml",  # take entities of their own
}  # fmt: skip
METHODS = {
    ("os", "system"), ("os", "popen"), ("os", "startfile"), ("importlib", "import_module"), ("importlib", "reload"),
    ("yaml", "load"), ("yaml", "load_all"), ("yaml", "full_load"), ("yaml", "unsafe_load"), ("yaml", "Loader"),
    ("yaml", "UnsafeLoader"), ("yaml", "FullLoader"), ("numpy", "load"), ("np", "load"), ("tempfile", "mktemp"),
}  # fmt: skip


def forbidden(tree: ast.AST) -> Iterator[str]:
    """Yield each forbidden import or call, with its line."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
            yield from (f"{node.lineno}: {module}.{one.name}" for one in node.names if (module, one.name) in METHODS)
        elif isinstance(node, ast.Name) and node.id in BUILT_IN:
            yield f"{node.lineno}: {node.id}"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = node.value.id, node.attr
            if found in METHODS or (node.value.id == "os" and node.attr.startswith(("exec", "spawn", "posix_spawn"))):
                yield f"{node.lineno}: {'.'.join(found)}"
        bad = {name for name in names if name in MODULES or name.split(".")[0] in MODULES}
        yield from (f"{node.lineno}: import {name}" for name in sorted(bad))


# Modules that import by names written in their own source
IMPORTERS = {"__init__.py", "cli/app.py", "formats/registry.py", "jobs/dask_cluster.py", "studio/process_functions.py"}
# Modules that pass numbers to a library in C, whose functions are named in their own source
C_CALLERS = {"checking/rendering.py", "engine/kernels.py", "jobs/pools.py"}
# The studio fills its pages with jinja2, in its sandbox and from shipped templates only, and listens on this machine.
STUDIO = {"studio/access.py": "import jinja2", "studio/server.py": "import socket"}
# Pages of dailies are filled with jinja2 too. Their templates may be the user's own, so its sandbox matters.
DAILIES = {"web/templates.py": "import jinja2"}
# Images are read, and kernels checked and compiled, in a process of our own code, which sends no pickles
PROGRAMS = dict.fromkeys(("pictures/image_reader.py", "engine/kernels.py"), "import subprocess")
# They run where the package is built, and read nothing but the source of the engine
COMPILER = {ROOT / "engine" / name for name in ("kernel_build.py", "kernel_linking.py")}
ALLOWED = STUDIO | DAILIES | PROGRAMS


def test_nothing_runs_what_it_reads() -> None:
    found = {}
    for path in sorted(set(ROOT.rglob("*.py")) - COMPILER):
        name = path.relative_to(ROOT).as_posix()
        calls = list(forbidden(ast.parse(path.read_text(encoding="utf-8"))))
        if name in IMPORTERS:
            calls = [call for call in calls if not call.endswith("importlib.import_module")]
        if name in C_CALLERS:
            calls = [call for call in calls if not call.endswith("import ctypes")]
        if name in ALLOWED:
            calls = [call for call in calls if ALLOWED[name] not in call]
        if calls:
            found[name] = calls
    assert found == {}


def test_pages_of_the_studio_come_from_shipped_templates_in_a_sandbox() -> None:
    assert isinstance(access.TEMPLATES, ImmutableSandboxedEnvironment) and access.TEMPLATES.autoescape is True
    assert access.TEMPLATES.loader.searchpath == [str(shipped_folder("templates") / "studio")]


def test_pages_of_dailies_are_filled_in_a_sandbox() -> None:
    environment = templates._environment()
    assert isinstance(environment, ImmutableSandboxedEnvironment) and environment.autoescape is True


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)", "f = exec", "import pickle", "from pickle import loads", "import os; os.system('x')",
        "os.execv(a, b)", "yaml.load(text, Loader=yaml.Loader)", "from yaml import unsafe_load",
        "import subprocess as s",
        "np.load(path)", "from urllib import request", "import urllib.request", "__import__('os')",
        "import http.client",
    ],
)  # fmt: skip
def test_each_kind_is_found(line: str) -> None:
    assert list(forbidden(ast.parse(line)))
