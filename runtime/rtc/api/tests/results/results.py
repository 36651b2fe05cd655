#!/usr/bin/env python3
"""Compiles kernels.cpp at run time, runs its kernels on a device and compares the results.

usage: results.py SYCL-RTC DEVICE

DEVICE is OpenCL's loader, or the target of a GPU (nvptx64:sm_90). Specialization constants are set in their buffer, and
in OpenCL also through clSetProgramSpecializationConstant, by the ids of the image's properties. Prints `N right
results`; exit code 1 if one is not, 3 if there is no such GPU.
"""

import ctypes
import json
import os
import string
import struct
import subprocess
import sys
import tempfile

from devices import Gpu, OpenClDevice

HERE = os.path.dirname(os.path.abspath(__file__))
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
TEMPLATES = ["ns::times<float, 3>", "ns::times<int, -2>"]
right = 0


def compare(what, found, expected):
    global right
    if list(found) != list(expected):
        sys.exit(f"{what}: {list(found)}; expected {list(expected)}")
    right += 1


def compile_source(rtc, target, directory, *options):
    image = os.path.join(directory, "image")
    command = [rtc, "compile", os.path.join(HERE, "kernels.cpp"), "--target", target, "-o", image, *options]
    for name in TEMPLATES:
        command += ["--name", name]
    text = subprocess.run([*command, "--print", "properties"], check=True, capture_output=True, text=True).stdout
    made = json.loads(subprocess.run([*command, "--json"], check=True, capture_output=True, text=True).stdout)
    with open(image, "rb") as file:
        return file.read(), text, {name["expression"]: name["kernel"] for name in made["names"]}


def blobs(properties, of):
    """The byte arrays of a property set, by name."""
    found = {}
    for line in properties.split(f"[{of}]\n")[1].splitlines():
        if line.startswith("["):
            break
        name, value = line.split("=", 1)
        # Six bits a letter, the lowest first; the number of bits comes before the content.
        bits = sum(LETTERS.index(letter) << 6 * at for at, letter in enumerate(value.split("|", 1)[1]))
        content = bits.to_bytes(len(value), "little")
        found[name] = content[8 : 8 + int.from_bytes(content[:8], "little") // 8]
    return found


def constants_of(properties):
    """The parts of specialization constants, (id, offset, size), by name."""
    return {name: list(struct.iter_unpack("<3I", content))
            for name, content in blobs(properties, "SYCL/specialization constants").items()}


def forms(device, image, names):
    program = device.program(image)
    line = device.ints(program, "__sycl_kernel_line", [0] * 8, ((8,), (4,)))
    compare("line", line, [0, 1, 2, 3, 100, 101, 102, 103])
    plane = device.ints(program, "__sycl_kernel_plane", [0] * 6, ((2, 3), (1, 3)))
    compare("plane", plane, [0, 1, 2, 100, 101, 102])
    if isinstance(device, OpenClDevice):
        # Ids have the offset of the launch, linear ones do not.
        plane = device.ints(program, "__sycl_kernel_plane", [0] * 6, ((2, 3), (1, 3)), offset=(5, 7))
        compare("plane with an offset", plane, [507, 508, 509, 607, 608, 609])
    space = device.ints(program, "__sycl_kernel_space", [0] * 24, ((2, 3, 4), (1, 1, 2)))
    compare("space", space, [10000 * x + 100 * y + z for x in range(2) for y in range(3) for z in range(4)])
    compare("once", device.ints(program, "__sycl_kernel_once", [0], ((1,), (1,))), [42])
    device.launch(program, "__sycl_kernel_nothing", [])
    out = bytearray(4)
    shape = struct.pack("f3ibxxx", 1.5, 1, 20, 3, 4)
    device.launch(program, "__sycl_kernel_by_value", [out, shape, struct.pack("h", -100)])
    compare("by_value", struct.unpack("f", out), [1.5 * 20 + 4 - 100])
    # A local accessor is its memory, two ranges and where it begins.
    size, zero = struct.pack("Q", 4), struct.pack("Q", 0)
    turned = device.ints(program, "__sycl_kernel_reversed", range(8), ((8,), (4,)), 16, size, size, zero)
    compare("reversed", turned, [3, 2, 1, 0, 7, 6, 5, 4])
    totals = device.ints(program, "__sycl_kernel_totals", range(8), ((8,), (4,)), 4)
    compare("totals", totals, [6, 6, 6, 6, 22, 22, 22, 22])
    out = bytearray(8)
    numbers = [7 * number - 50 for number in range(29)]
    device.launch(program, "__sycl_kernel_thirty", [out, *(struct.pack("i", number) for number in numbers)])
    compare("thirty", struct.unpack("q", out), [sum((index + 1) * number for index, number in enumerate(numbers))])
    floats = bytearray(struct.pack("4f", 1, 2, 3, 4))
    device.launch(program, names["ns::times<float, 3>"], [floats], ((4,), (4,)))
    compare("times<float, 3>", struct.unpack("4f", floats), [3, 6, 9, 12])
    compare("times<int, -2>", device.ints(program, names["ns::times<int, -2>"], [1, 2], ((2,), (1,))), [-2, -4])


DEFAULTS = [3, 7, 1, 0.5, 11, 2.5]
VALUES = {"first": [("i", -5)], "flag": [("B", 0)], "ratio": [("d", 0.125)], "both": [("i", 99), ("f", -1.5)]}
CHANGED = [-5, 7, 0, 0.125, 99, -1.5]


def run_constants(device, program, *buffers):
    out = bytearray(48)
    device.launch(program, "__sycl_kernel_constants", [out, *buffers])
    return struct.unpack("6d", out)


def by_word(properties):
    """The parts of each constant of the source, in their order."""
    parts = constants_of(properties)
    words = ("first", "second", "flag", "ratio", "both")
    found = {next(word for word in words if f"{len(word)}{word}" in name): parts[name] for name in parts}
    assert len(found) == len(parts) == len(words), parts
    return found


def native_constants(device, image, properties):
    compare("defaults of constants", run_constants(device, device.program(image)), DEFAULTS)
    parts = by_word(properties)
    program = device.create(image)
    for word, numbers in VALUES.items():
        assert [size for _, _, size in parts[word]] == [struct.calcsize(kind) for kind, _ in numbers], parts
        for (number, _, size), (kind, value) in zip(parts[word], numbers):
            content = ctypes.c_char_p(struct.pack(kind, value))
            device.check(device.cl.clSetProgramSpecializationConstant(program, number, ctypes.c_size_t(size), content))
    device.build(program)
    compare("constants that are set", run_constants(device, program), CHANGED)


def emulated_constants(device, image, properties):
    """The values are in a buffer, one constant after the other; padding is a part, too."""
    program = device.program(image)
    (defaults,) = blobs(properties, "SYCL/specialization constants default values").values()
    compare("defaults in a buffer", run_constants(device, program, bytearray(defaults)), DEFAULTS)
    buffer, begin = bytearray(defaults), 0
    for word, parts in by_word(properties).items():
        content = b"".join(struct.pack(kind, value) for kind, value in VALUES.get(word, []))
        buffer[begin:begin + len(content)] = content
        begin += sum(size for _, _, size in parts)
    assert begin == len(buffer) == len(defaults), properties
    compare("constants in a buffer", run_constants(device, program, buffer), CHANGED)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rtc, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    device = Gpu(name) if ":" in name else OpenClDevice(name)
    with tempfile.TemporaryDirectory() as directory:
        for level in ("-O0", "-O2", "-O3"):
            image, properties, names = compile_source(rtc, device.target, directory, level, "--spec-const", "emulation")
            forms(device, image, names)
            emulated_constants(device, image, properties)
            if device.target == "spirv64":
                image, properties, names = compile_source(rtc, device.target, directory, level)
                forms(device, image, names)
                native_constants(device, image, properties)
        image, _, _ = compile_source(rtc, device.target, directory, "--spec-const", "defaults")
        compare("constants that are defaults", run_constants(device, device.program(image)), DEFAULTS)
    print(f"{right} right results")


if __name__ == "__main__":
    main()
