"""Looks at the libraries in a wheel as files: ``python library_files.py WHEEL``. Most cannot run on this machine.

Each must have one entry a kernel and export nothing else, import at most memset, have no memory that is writable and
executable, and its segments must lie at multiples of the page size of the platform. Those for macOS on ARM64 must be
signed, otherwise the system ends the process that loads them. Exits with 1 and a line for each fault.
"""

import json
import sys
import zipfile
from collections.abc import Iterator

import lief

FOLDER = "puzzlegen/engine/built/"
LARGEST = 4_000_000  # bytes of the wheel
EXPECTED = {
    "linux-x86_64.so": (lief.ELF.ARCH.X86_64, 4096),
    "linux-aarch64.so": (lief.ELF.ARCH.AARCH64, 65536),  # kernels with large pages exist
    "macos-arm64.dylib": (lief.MachO.Header.CPU_TYPE.ARM64, 16384),
    "macos-x86_64.dylib": (lief.MachO.Header.CPU_TYPE.X86_64, 4096),
    "windows-x86_64.dll": (lief.PE.Header.MACHINE_TYPES.AMD64, 4096),
}


def elf_faults(found: lief.ELF.Binary, page: int) -> Iterator[str]:
    if found.libraries:
        yield f"needs {found.libraries}"
    for segment in found.segments:
        if segment.type == lief.ELF.Segment.TYPE.LOAD:
            if segment.alignment < page or segment.virtual_address % page != segment.file_offset % page:
                yield f"a segment at {segment.virtual_address:#x} is aligned to {segment.alignment}"
            if segment.has(lief.ELF.Segment.FLAGS.W) and segment.has(lief.ELF.Segment.FLAGS.X):
                yield "a segment can be written to and run"
        if segment.type == lief.ELF.Segment.TYPE.GNU_STACK and segment.has(lief.ELF.Segment.FLAGS.X):
            yield "its stack can be run"


def macho_faults(found: lief.MachO.Binary, page: int) -> Iterator[str]:
    others = {library.name for library in found.libraries} - {"/usr/lib/libSystem.B.dylib", f"@rpath/{found.name}"}
    others -= {one for one in others if one.endswith(".dylib") and one.startswith("@rpath")}
    if others:
        yield f"needs {others}"
    for segment in found.segments:
        if segment.virtual_address % page or segment.file_offset % page:
            yield f"segment {segment.name} at {segment.virtual_address:#x} is not aligned to {page}"
        if segment.max_protection & 2 and segment.init_protection & 4:
            yield f"segment {segment.name} can be written to and run"
    if found.header.cpu_type == lief.MachO.Header.CPU_TYPE.ARM64 and not found.has_code_signature:
        yield "is not signed"


def pe_faults(found: lief.PE.Binary, page: int) -> Iterator[str]:
    if list(found.imports):
        yield f"imports {[one.name for one in found.imports]}"
    if found.optional_header.section_alignment < page:
        yield f"sections are aligned to {found.optional_header.section_alignment}"
    for section in found.sections:
        if section.has_characteristic(lief.PE.Section.CHARACTERISTICS.MEM_WRITE) and section.has_characteristic(
            lief.PE.Section.CHARACTERISTICS.MEM_EXECUTE
        ):
            yield f"section {section.name} can be written to and run"


def faults(name: str, content: bytes, kernels: set[str]) -> Iterator[str]:
    """Yield what is wrong with a library."""
    found = lief.parse(content)
    machine, page = EXPECTED[name]
    if isinstance(found, lief.ELF.Binary):
        kind, looked = found.header.machine_type, elf_faults(found, page)
    elif isinstance(found, lief.MachO.Binary):
        kind, looked = found.header.cpu_type, macho_faults(found, page)
    elif isinstance(found, lief.PE.Binary):
        kind, looked = found.header.machine, pe_faults(found, page)
    else:
        yield "cannot be read"
        return
    if kind != machine:
        yield f"is for {kind}, expected {machine}"
    yield from looked
    exported = {one.name.removeprefix("_") for one in found.exported_functions}
    if exported != kernels:
        yield f"exports {sorted(exported ^ kernels)} too many or too few"
    imported = {one.name.removeprefix("_") for one in found.imported_functions} - {"dyld_stub_binder"}
    if not imported <= {"memset"}:
        yield f"imports {sorted(imported)}"


def main(wheel: str) -> int:
    with zipfile.ZipFile(wheel) as archive:
        kernels = {f"puzzlegen_{name}" for name in json.loads(archive.read(f"{FOLDER}kernels.json"))["kernels"]}
        contents = {name: archive.read(f"{FOLDER}{name}") for name in EXPECTED}
        size = sum(one.compress_size for one in archive.infolist())
    wrong = [f"{name}: {fault}" for name, content in contents.items() for fault in faults(name, content, kernels)]
    wrong += [f"the wheel has {size} bytes, at most {LARGEST} are wanted"] if size > LARGEST else []
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    if not wrong:
        print(f"{len(contents)} libraries with {len(kernels)} kernels each; the wheel has {size} bytes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
