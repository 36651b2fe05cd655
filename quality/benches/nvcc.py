#!/usr/bin/env python3
"""Stock clang behind nvcc's command line, so that make files of CUDA programs build with it; for benchmarks.

Reads CUDA_PATH (the toolkit) and GPU_ARCHITECTURE. The toolkit on PyPI has no `fatbinary`, which clang calls: as
`fatbinary` this program packs images into the container that CUDA's runtime reads (the fields are those that LLVM's
clang/lib/CodeGen/CGCUDANV.cpp and the runtime agree on: magic 0xBA55ED50, version, size; of each image its kind, size
and architecture).
"""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile

LLVM = os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin")
# Words of nvcc that clang lacks; those of the second set have a value.
DROPPED = {"-lineinfo", "--expt-relaxed-constexpr", "--expt-extended-lambda", "--extended-lambda", "-extended-lambda",
           "-expt-relaxed-constexpr", "-fopenmp", "-lcudart"}
DROPPED_WITH_VALUE = {"--default-stream", "-gencode", "--generate-code", "-maxrregcount", "-diag-suppress"}


def fatbinary(arguments):
    """Packs images into one file."""
    output, images = None, []
    for number, word in enumerate(arguments):
        if word.startswith("--create"):
            output = word.partition("=")[2] or arguments[number + 1]
        elif word.startswith("--image"):
            images.append(dict(part.split("=", 1) for part in word.partition("=")[2].split(",")))
    body = b""
    for image in images:
        name = image.get("sm") or image["profile"]
        is_text = image.get("kind", "elf") == "ptx" or name.startswith("compute")
        data = pathlib.Path(image["file"]).read_bytes() + b"\0" * is_text
        data += b"\0" * (-len(data) % 8)
        architecture = int("".join(letter for letter in name if letter.isdigit()))
        minor, major = (8, 8) if is_text else (7, 1)
        body += struct.pack("<HHIQIIHHIIIQQQ", 1 if is_text else 2, 0x0101, 64, len(data), 0, 0, minor, major,
                            architecture, 0, 0, 0x11, 0, 0) + data
    pathlib.Path(output).write_bytes(struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body)


def translated(arguments):
    """clang's arguments for nvcc's."""
    words, position = [], 0
    while position < len(arguments):
        word = arguments[position]
        position += 1
        if word in ("-Xcompiler", "--compiler-options", "-Xlinker"):
            words += arguments[position].strip("\"'").split(",")
            position += 1
        elif word in ("-x", "--x"):
            position += 1
        elif word in DROPPED_WITH_VALUE:
            position += 1
        elif word in ("-use_fast_math", "--use_fast_math"):
            words.append("-ffast-math")
        elif not (word in DROPPED or word.startswith(("-arch", "--gpu-architecture", "-gencode=", "-code", "-ccbin"))):
            words.append(word)
    return words


def main():
    arguments = sys.argv[1:]
    if any(word.startswith("--create") for word in arguments):
        return fatbinary(arguments)
    words = translated(arguments)
    toolkit, architecture = os.environ["CUDA_PATH"], os.environ["GPU_ARCHITECTURE"]
    with tempfile.TemporaryDirectory() as directory:
        # clang takes `fatbinary` from the toolkit's bin/, so it gets a toolkit with ours.
        for name in os.listdir(toolkit):
            if name != "bin":
                os.symlink(f"{toolkit}/{name}", f"{directory}/{name}")
        os.mkdir(f"{directory}/bin")
        os.symlink(f"{toolkit}/bin/ptxas", f"{directory}/bin/ptxas")
        program = pathlib.Path(directory, "bin/fatbinary")
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{os.path.abspath(__file__)}" "$@"\n')
        program.chmod(0o755)
        compiler = [f"{LLVM}/clang++", "-Wno-unknown-cuda-version"]
        inputs = [word for word in words if not word.startswith("-")]
        if any(word.endswith((".cu", ".cpp", ".cc", ".c", ".cxx")) for word in inputs):
            compiler += ["-xcuda", f"--cuda-path={directory}", f"--cuda-gpu-arch={architecture}", "-Xcuda-ptxas", "-v"]
        if "-c" not in words:
            # Objects are no source code, whatever comes before them.
            words = [part for word in words for part in (["-xnone", word] if word.endswith((".o", ".a")) else [word])]
            words += [f"-L{toolkit}/lib64", "-lcudart_static", "-ldl", "-lrt", "-lpthread"]
        return subprocess.run(compiler + words).returncode


if __name__ == "__main__":
    sys.exit(main())
