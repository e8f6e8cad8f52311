"""Files that a user could have replaced are opened by ``files.reading`` alone: a pipe in their place hangs a run."""

import ast
from collections.abc import Iterator

import pytest
from package_files import ROOT, Module, modules

READERS = {"open", "read_bytes", "read_text", "PdfDocument", "ZipFile"}
WRITING = {"w", "wb", "x"}
# Calls that open no file of a user, by module, as they stand in the source: code, tables and styles of the package,
# what is open or in memory already, and writing
ALLOWED = {
    "checking.pdf_content": {"stream.read_bytes()"},
    "checking.pdf_file": {"pikepdf.open(self.path)", "pypdfium2.PdfDocument(self.path)"},  # behind check_pdf
    "cli.app": {"os.open(os.devnull, os.O_RDWR)", "os.open(os.devnull, os.O_WRONLY)"},
    "daily.day_content": {"Image.open(BytesIO(self.png))"},
    "daily.published_verification": {"ZipFile(zipped)"},
    "daily.verification": {"ZipFile(zipped)"},
    "drawing.inks": {"Image.open(Path(__file__).with_name('inks.png'))"},  # a part of the package
    "drawing.pdf_parts": {"font.ToUnicode.read_bytes()"},
    "drawing.pdf_writer": {"pikepdf.open(subsets.font_file())"},
    "engine.kernel_build": {"(Path(folder) / kernels.DESCRIPTION).read_text('utf-8')"},
    "engine.kernels": {"(folder / DESCRIPTION).read_text('utf-8')", "path.read_bytes()"},
    "engine.sources": {"path.read_bytes()"},
    "files.build_folder": {"os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)"},  # flushes what it has made
    "files.limits": {"Path('/proc/self/statm').read_text()"},
    "files.reading": {"os.open(path, os.O_RDONLY | wait | getattr(os, 'O_BINARY', 0))"},
    "jobs.code_version": {"path.read_bytes()"},
    "jobs.run_log": {"os.open(path, flags, 420)"},
    "language.locale_data": {"TABLES.read_bytes()"},
    "pictures.image_child": {"os.open(os.devnull, os.O_WRONLY)"},
    "pictures.image_decoding": {"Image.open(BytesIO(data), formats=formats)"},
    "schema.daily_fields": {
        "TIME_ZONE_NAMES.read_bytes()",
        "files('tzdata').joinpath('zoneinfo', 'zone1970.tab').read_text(encoding='utf-8')",
    },
    "studio.server": {
        "(static / 'studio.css').read_text(encoding='utf-8')",
        "path.open(mode, encoding='utf-8', buffering=1)",
        "webbrowser.open(access.start_address)",
        "webbrowser.open(address)",
    },
}


def opened_in(module: Module) -> Iterator[str]:
    """Yield the calls that open a file, but for those that only write. ``read_text`` of files.reading is bounded."""
    bounded = {"read_text"} if "from puzzlegen.files.reading import" in module.source else set()
    for call in module.nodes_of(ast.Call):
        is_method = isinstance(call.func, ast.Attribute)
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        arguments = {one.value for one in call.args if isinstance(one, ast.Constant)}
        if name in READERS and not arguments & WRITING and (is_method or name not in bounded):
            yield ast.unparse(call)


def test_files_are_opened_by_one_function() -> None:
    found = {one.name.removeprefix("puzzlegen."): set(opened_in(one)) for one in modules()}
    assert {name: calls for name, calls in found.items() if calls} == ALLOWED, "use puzzlegen.files.reading"


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("path.read_text()", True),
        ("(a / b).read_bytes()", True),
        ("open(path)", True),
        ("with path.open('rb') as file: pass", True),
        ("ZipFile(path)", True),
        ("path.open('w')", False),
        ("ZipFile(path, 'w')", False),
        ("open_file(path)", False),
        ("from puzzlegen.files.reading import read_text\nread_text(path, 9, 'a page')", False),
        ("from puzzlegen.files.reading import read_text\npath.read_text()", True),
    ],
)
def test_a_call_that_opens_a_file_is_found(source: str, is_found: bool) -> None:
    assert bool([*opened_in(Module("puzzlegen.one", ROOT / "one.py", source, ast.parse(source)))]) == is_found
