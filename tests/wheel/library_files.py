"""Looks at the libraries in a wheel as files: ``python library_files.py WHEEL``. Most cannot run on this machine.

Each must have one entry a kernel and export nothing else, import at most memset and on macOS what LLVM fills memory
with, have no memory that is both writable and executable, and its segments must lie at multiples of the page size of
the platform. The one for macOS on ARM64 must be signed, otherwise the system ends the process that loads it. Exits with
1 and a line for each fault.
"""

import hashlib
import json
import struct
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

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


SYSTEM = "/usr/lib/libSystem.B.dylib"  # every process on macOS has it
FILLING = {"memset", "bzero", "__bzero", "memset_pattern16"}  # parts of it
LINKER = {
    "dyld_stub_binder",
    "_mh_dylib_header",
    "__dso_handle",
}  # zig's linker refers to the first, exports the others
NEWEST_MACOS = [11, 0, 0]  # that a library may ask for
UNDEFINED = 0  # number of the section of what an ELF file imports
SIGNATURE, DIRECTORY, SHA256 = 0xFADE0CC0, 0xFADE0C02, 2


def named_symbols(found: lief.ELF.Binary) -> list[lief.ELF.Symbol]:
    """Return all symbols of a library for Linux. Those of LLVM have no type, and lief's own lists leave such out."""
    return [one for one in found.dynamic_symbols if one.name]


def elf_faults(found: lief.ELF.Binary, page: int) -> Iterator[str]:
    if list(found.libraries):
        yield f"needs {list(found.libraries)}"
    undefined = {one.name for one in named_symbols(found) if one.shndx == UNDEFINED}
    if not undefined <= {"memset"}:
        yield f"imports {sorted(undefined)}"
    for segment in found.segments:
        if segment.type == lief.ELF.Segment.TYPE.LOAD:
            if segment.alignment < page or segment.virtual_address % page != segment.file_offset % page:
                yield f"a segment at {segment.virtual_address:#x} is aligned to {segment.alignment}"
            if segment.has(lief.ELF.Segment.FLAGS.W) and segment.has(lief.ELF.Segment.FLAGS.X):
                yield "a segment can be written to and run"
        if segment.type == lief.ELF.Segment.TYPE.GNU_STACK and segment.has(lief.ELF.Segment.FLAGS.X):
            yield "its stack can be run"
    if lief.ELF.Segment.TYPE.GNU_STACK not in {segment.type for segment in found.segments}:
        yield "its stack can be run"  # the kernel's default


def macho_faults(found: lief.MachO.Binary, content: bytes, page: int) -> Iterator[str]:
    needed = {one.name for one in found.libraries if one.command == lief.MachO.LoadCommand.TYPE.LOAD_DYLIB}
    if not needed <= {SYSTEM}:
        yield f"needs {sorted(needed)}"
    undefined = {one.name.removeprefix("_") for one in found.imported_symbols} - LINKER
    if not undefined <= FILLING:
        yield f"imports {sorted(undefined)}"
    for segment in found.segments:
        if segment.virtual_address % page or segment.file_offset % page:
            yield f"segment {segment.name} at {segment.virtual_address:#x} is not aligned to {page}"
        if segment.max_protection & 2 and segment.max_protection & 4:
            yield f"segment {segment.name} can be written to and run"
    if found.build_version.minos > NEWEST_MACOS:
        yield f"needs macOS {found.build_version.minos}"
    if found.has_code_signature:
        where = found.code_signature
        yield from signature_faults(content, where.data_offset, where.data_size)
    elif found.header.cpu_type == lief.MachO.Header.CPU_TYPE.ARM64:
        yield "is not signed"


def signature_faults(content: bytes, offset: int, size: int) -> Iterator[str]:
    """Compare the digest of each page with the one in the signature, as the system does when it reads the page."""
    blob = content[offset : offset + size]
    magic, _, count = struct.unpack_from(">3I", blob)
    if magic != SIGNATURE or len(blob) != size:
        yield "its signature cannot be read"
        return
    entries = [struct.unpack_from(">2I", blob, 12 + 8 * k) for k in range(count)]
    directories = [blob[at:] for _, at in entries if struct.unpack_from(">I", blob, at)[0] == DIRECTORY]
    if len(directories) != 1:
        yield f"its signature has {len(directories)} directories"
        return
    (directory,) = directories
    hashes, _, _, slots, limit = struct.unpack_from(">5I", directory, 16)
    length, kind, _, shift = struct.unpack_from(">4B", directory, 36)
    if kind != SHA256 or limit != offset or slots != -(-limit >> shift):
        yield "its signature does not cover all of the code"
        return
    for k in range(slots):
        page = content[k << shift : min((k + 1) << shift, limit)]
        if hashlib.sha256(page).digest() != directory[hashes + length * k : hashes + length * (k + 1)]:
            yield f"its signature does not fit page {k}"


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
        kind, looked = found.header.cpu_type, macho_faults(found, content, page)
    elif isinstance(found, lief.PE.Binary):
        kind, looked = found.header.machine, pe_faults(found, page)
    else:
        yield "cannot be read"
        return
    if kind != machine:
        yield f"is for {kind}, expected {machine}"
    yield from looked
    exported = {one.name.removeprefix("_" * isinstance(found, lief.MachO.Binary)) for one in exported_symbols(found)}
    if exported - LINKER != kernels:
        yield f"exports {sorted((exported - LINKER) ^ kernels)} too many or too few"


def exported_symbols(found: lief.Binary) -> Iterable[lief.Symbol | lief.Function]:
    """Return what a library offers: functions on Windows, functions and data elsewhere."""
    if isinstance(found, lief.ELF.Binary):
        return [one for one in named_symbols(found) if one.shndx != UNDEFINED]
    return found.exported_functions if isinstance(found, lief.PE.Binary) else found.exported_symbols


def main(wheel: str) -> int:
    lief.logging.disable()  # it notes that libraries for Windows lack parts that others have
    with zipfile.ZipFile(wheel) as archive:
        kernels = {f"puzzlegen_{name}" for name in json.loads(archive.read(f"{FOLDER}kernels.json"))["answers"]}
        contents = {name: archive.read(f"{FOLDER}{name}") for name in EXPECTED}
    size = Path(wheel).stat().st_size
    wrong = [f"{name}: {fault}" for name, content in contents.items() for fault in faults(name, content, kernels)]
    wrong += [f"the wheel has {size} bytes, at most {LARGEST} are wanted"] if size > LARGEST else []
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    if not wrong:
        print(f"{len(contents)} libraries with {len(kernels)} kernels each; the wheel has {size} bytes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
