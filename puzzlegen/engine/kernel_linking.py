"""Makes a shared library of modules of kernels for a platform: LLVM optimizes each, a linker finishes the file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from puzzlegen.engine import kernels


class Target(NamedTuple):
    """A platform: what LLVM calls it and its oldest processor, and what zig calls it."""

    triple: str
    processor: str
    zig: str


TARGETS = {
    "linux-x86_64.so": Target("x86_64-unknown-linux-gnu", "x86-64-v2", "x86_64-linux-gnu"),
    "linux-aarch64.so": Target("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu"),
    "macos-arm64.dylib": Target("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos.11.0"),
    "macos-x86_64.dylib": Target("x86_64-apple-macosx11.0.0", "x86-64-v2", "x86_64-macos.11.0"),
    "windows-x86_64.dll": Target("x86_64-pc-windows-gnu", "x86-64-v2", "x86_64-windows-gnu"),
}


def compile_object(whole: Any, target: Target) -> bytes:
    """Return the object file of a module for a platform, optimized."""
    machine = _machine(target)
    module = whole.clone()
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    unused.run(module, passes)
    passes.getModulePassManager().run(module, passes)
    module.verify()
    return bytes(machine.emit_object(module))


# What LLVM calls on its own: a C library that every process has loaded provides it, except on Windows. Words of 64 bits
# first, because boards are cleared with it.
_MEMSET = """
target triple = "{triple}"
target datalayout = "{layout}"
define i8* @memset(i8* %to, i32 %value, i64 %count) {{
entry:
  %byte = trunc i32 %value to i8
  %wide = zext i8 %byte to i64
  %word = mul i64 %wide, 72340172838076673
  %words = lshr i64 %count, 3
  %long = bitcast i8* %to to i64*
  br label %word_test
word_test:
  %i = phi i64 [ 0, %entry ], [ %i_next, %word_body ]
  %more_words = icmp ult i64 %i, %words
  br i1 %more_words, label %word_body, label %tail
word_body:
  %word_at = getelementptr i64, i64* %long, i64 %i
  store i64 %word, i64* %word_at, align 1
  %i_next = add i64 %i, 1
  br label %word_test
tail:
  %first = shl i64 %words, 3
  br label %byte_test
byte_test:
  %j = phi i64 [ %first, %tail ], [ %j_next, %byte_body ]
  %more = icmp ult i64 %j, %count
  br i1 %more, label %byte_body, label %end
byte_body:
  %byte_at = getelementptr i8, i8* %to, i64 %j
  store i8 %byte, i8* %byte_at
  %j_next = add i64 %j, 1
  br label %byte_test
end:
  ret i8* %to
}}
"""


def _memset_object(target: Target) -> bytes:
    """Return an object file with a memset, not optimized: LLVM would make a call of memset of its loops."""
    machine = _machine(target)
    text = _MEMSET.format(triple=target.triple, layout=machine.target_data)
    return bytes(machine.emit_object(llvm.parse_assembly(text)))


def _machine(target: Target) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, opt=3, reloc="pic", codemodel="small"
    )


def link_library(parts: Sequence[bytes], names: Sequence[str], library: str, path: Path) -> None:
    """Make a shared library of object files. ``names`` are the kernels, ``library`` is a key of TARGETS.

    Raises OSError if there is no linker, and CalledProcessError if it fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        if library.endswith(".dll"):
            parts = [*parts, _memset_object(TARGETS[library])]
        objects = [f"part{number}.o" for number in range(len(parts))]
        for name, machine_code in zip(objects, parts, strict=True):
            (Path(folder) / name).write_bytes(machine_code)
        variables = {"ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}  # the user's folder stays as it is
        subprocess.run([*_link_command(library, names), *objects], check=True, cwd=folder, env=os.environ | variables)
        shutil.copyfile(Path(folder) / library, path)


def _link_command(library: str, names: Sequence[str]) -> list[str]:
    """Return the command that links the object files named after it, by zig's linker or, on Linux, the system's."""
    zig = [sys.executable, "-m", "ziglang"] if find_spec("ziglang") else None
    if library.endswith(".so"):
        options = ["-shared", "-s", "--hash-style=gnu", "--build-id=none", "-z", "noexecstack"]
        own = system_linker() if library == kernels.LIBRARIES.get(kernels.MACHINE) else None
        linker = [own] if own and not zig else [*zig, "ld.lld", "-m", _EMULATIONS[library]] if zig else None
        command = [*(linker or []), *options, "-o", library]
    elif library.endswith(".dylib"):
        linker = [*zig, "cc"] if zig else None
        command = [
            *(linker or []),
            "-target",
            TARGETS[library].zig,
            "-shared",
            "-nostdlib",
            "-s",
            "-o",
            library,
        ]
    else:
        linker = [*zig, "lld-link"] if zig else None
        exports = [f"/export:puzzlegen_{name}" for name in names]
        options = ["/dll", "/noentry", "/nodefaultlib", "/machine:x64", "/Brepro", f"/out:{library}"]
        command = [*(linker or []), *options, *exports]
    if linker is None:
        raise FileNotFoundError(f"no linker for {library}: install ziglang")
    return command


def system_linker() -> str | None:
    """Return the linker of this machine that can be used in place of zig's, or None."""
    return next(filter(None, map(shutil.which, ("ld", "ld.lld"))), None) if sys.platform == "linux" else None


_EMULATIONS = {"linux-x86_64.so": "elf_x86_64", "linux-aarch64.so": "aarch64linux"}
