#!/usr/bin/env python3
"""Compiles dpcpp.cpp at run time with DPC++'s headers, runs its kernel on an OpenCL device and compares the results.

usage: dpcpp.py SYCL-RTC LIBRARY DIRECTORY...

LIBRARY is OpenCL's loader; the directories are those of `--sycl-headers`. Prints `N right results`.
"""

import array
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../../../examples/rtc"))
from vec_add import COUNT, OpenCl  # noqa: E402

GROUP = 32
NAME = "times<double, 3>"


def expected(i, a, b):
    x, y = [a[i], a[i] + 100, b[i], -a[i]], [b[i], a[i], a[i], b[i]]
    greater = [left > right for left, right in zip(x, y)]
    bits = sum(1 << index for index in range(4) if greater[index])
    integers = max(int(a[i]), 7) + 16 - int(a[i]).bit_length() + bin(i).count("1")
    group = sum(range(GROUP)) + a[i - i % GROUP] + 20000
    return bits + (y if greater[0] else x)[0] + 1000 + math.ceil(x[0] * 1.25) + a[i] + 1 + integers + group


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    command = [sys.argv[1], "compile", os.path.join(HERE, "dpcpp.cpp"), "--name", NAME, "--print", "names"]
    command += [word for directory in sys.argv[3:] for word in ("--sycl-headers", directory)]
    device = OpenCl(sys.argv[2])
    a = array.array("f", (i % 50 for i in range(COUNT)))
    b = array.array("f", (i * 7 % 64 for i in range(COUNT)))
    with tempfile.TemporaryDirectory() as directory:
        image = os.path.join(directory, "image.spv")
        printed = subprocess.run(command + ["-o", image], check=True, capture_output=True, text=True).stdout
        if "_Z19__sycl_kernel_timesIdLi3EEvPT_" not in printed:
            sys.exit(f"the name of {NAME} is not in: {printed}")
        with open(image, "rb") as file:
            program = device.program(spirv=file.read())
    found = device.run(program, "__sycl_kernel_all", [a, b, array.array("f", bytes(4 * COUNT))])
    wrong = [i for i in range(COUNT) if found[i] != expected(i, a, b)]
    if wrong:
        i = wrong[0]
        sys.exit(f"{len(wrong)} wrong results, the first at {i}: {found[i]}; expected {expected(i, a, b)}")
    print(f"{COUNT} right results")


if __name__ == "__main__":
    main()
