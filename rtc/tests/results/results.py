#!/usr/bin/env python3
"""Compiles kernels.cpp at run time, runs its kernels on an OpenCL device and compares the results.

usage: results.py SYCL-RTC LIBRARY

LIBRARY is OpenCL's loader. Specialization constants are set through clSetProgramSpecializationConstant, by the ids of
the image's properties. Prints `N right results`.
"""

import ctypes
import json
import os
import string
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../examples/rtc"))
from vec_add import OpenCl  # noqa: E402

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
TEMPLATES = ["ns::times<float, 3>", "ns::times<int, -2>"]
right = 0


def compare(what, found, expected):
    global right
    if list(found) != list(expected):
        sys.exit(f"{what}: {list(found)}; expected {list(expected)}")
    right += 1


class Device(OpenCl):
    def launch(self, program, kernel, arguments, sizes=((1,), (1,))):
        """Runs a kernel. Arguments: bytearrays are buffers, which get what the kernel wrote; bytes are values; a number is
        the size of local memory."""
        kernel = self.make("clCreateKernel", program, kernel.encode())
        buffers = []
        for index, argument in enumerate(arguments):
            if isinstance(argument, int):
                self.check(self.cl.clSetKernelArg(kernel, index, ctypes.c_size_t(argument), None))
                continue
            if isinstance(argument, bytearray):
                size = ctypes.c_size_t(len(argument))
                buffer = self.make("clCreateBuffer", self.context, ctypes.c_uint64(1), size, None)
                text = ctypes.c_char_p(bytes(argument))
                self.check(self.cl.clEnqueueWriteBuffer(self.queue, buffer, 1, ctypes.c_size_t(0), size, text, 0, None, None))
                buffers.append((buffer, argument))
                argument = bytes(buffer)
            value = ctypes.c_char_p(argument)
            self.check(self.cl.clSetKernelArg(kernel, index, ctypes.c_size_t(len(argument)), value))
        # OpenCL's first dimension is SYCL's last.
        whole, group = ((ctypes.c_size_t * len(range_))(*reversed(range_)) for range_ in sizes)
        self.check(self.cl.clEnqueueNDRangeKernel(self.queue, kernel, len(sizes[0]), None, whole, group, 0, None, None))
        for buffer, argument in buffers:
            size = ctypes.c_size_t(len(argument))
            read = ctypes.create_string_buffer(len(argument))
            self.check(self.cl.clEnqueueReadBuffer(self.queue, buffer, 1, ctypes.c_size_t(0), size, read, 0, None, None))
            argument[:] = read.raw
        self.check(self.cl.clReleaseKernel(kernel))

    def ints(self, program, kernel, data, sizes, *further):
        buffer = bytearray(struct.pack(f"{len(data)}i", *data))
        self.launch(program, kernel, [buffer, *further], sizes)
        return struct.unpack(f"{len(data)}i", buffer)


def compile_source(rtc, directory, *options):
    image = os.path.join(directory, "kernels.spv")
    command = [rtc, "compile", os.path.join(HERE, "kernels.cpp"), "-o", image, *options]
    for name in TEMPLATES:
        command += ["--name", name]
    text = subprocess.run([*command, "--print", "properties"], check=True, capture_output=True, text=True).stdout
    made = json.loads(subprocess.run([*command, "--json"], check=True, capture_output=True, text=True).stdout)
    with open(image, "rb") as file:
        return file.read(), text, {name["expression"]: name["kernel"] for name in made["names"]}


def constants_of(properties):
    """The parts of specialization constants, (id, offset, size), by name."""
    constants = {}
    for line in properties.split("[SYCL/specialization constants]\n")[1].splitlines():
        if line.startswith("["):
            break
        name, value = line.split("=", 1)
        # Six bits a letter, the lowest first; the number of bits comes before the content.
        bits = sum(LETTERS.index(letter) << 6 * at for at, letter in enumerate(value.split("|", 1)[1]))
        content = bits.to_bytes(len(value), "little")
        content = content[: 8 + int.from_bytes(content[:8], "little") // 8]
        constants[name] = list(struct.iter_unpack("<3I", content[8:]))
    return constants


def forms(device, image, names):
    program = device.program(spirv=image)
    line = device.ints(program, "__sycl_kernel_line", [0] * 8, ((8,), (4,)))
    compare("line", line, [0, 1, 2, 3, 100, 101, 102, 103])
    plane = device.ints(program, "__sycl_kernel_plane", [0] * 6, ((2, 3), (1, 3)))
    compare("plane", plane, [0, 1, 2, 100, 101, 102])
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


def run_constants(device, program):
    out = bytearray(48)
    device.launch(program, "__sycl_kernel_constants", [out])
    return struct.unpack("6d", out)


def constants(device, image, properties):
    defaults = [3, 7, 1, 0.5, 11, 2.5]
    compare("defaults of constants", run_constants(device, device.program(spirv=image)), defaults)
    parts = constants_of(properties)
    ids = {word: next(name for name in parts if f"{len(word)}{word}" in name)
           for word in ("first", "second", "flag", "ratio", "both")}
    assert len(set(ids.values())) == len(parts) == 5, parts
    values = {"first": [("i", -5)], "flag": [("B", 0)], "ratio": [("d", 0.125)], "both": [("i", 99), ("f", -1.5)]}
    program = device.create(image)
    for word, numbers in values.items():
        assert [size for _, _, size in parts[ids[word]]] == [struct.calcsize(kind) for kind, _ in numbers], parts
        for (number, _, size), (kind, value) in zip(parts[ids[word]], numbers):
            content = ctypes.c_char_p(struct.pack(kind, value))
            device.check(device.cl.clSetProgramSpecializationConstant(program, number, ctypes.c_size_t(size), content))
    device.build(program)
    compare("constants that are set", run_constants(device, program), [-5, 7, 0, 0.125, 99, -1.5])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rtc, device = os.path.abspath(sys.argv[1]), Device(sys.argv[2])
    with tempfile.TemporaryDirectory() as directory:
        for level in ("-O0", "-O2", "-O3"):
            image, properties, names = compile_source(rtc, directory, level)
            forms(device, image, names)
            constants(device, image, properties)
        image, _, _ = compile_source(rtc, directory, "--spec-const", "defaults")
        compare("constants that are defaults", run_constants(device, device.program(spirv=image)), [3, 7, 1, 0.5, 11, 2.5])
    print(f"{right} right results")


if __name__ == "__main__":
    main()
