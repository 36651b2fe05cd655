#!/usr/bin/env python3
"""Kernels that stock clang compiles for SPIR-V and that are retargeted for NVPTX, against the same kernels in plain C++
that clang compiles for NVPTX.

Makes PTX of both (quality/benches/kernels/sycl.cpp, plain.cpp) in target/kernels, and runs them on an NVIDIA GPU in turn: the
results have to be the same, and the times of the kernels are printed, medians in milliseconds. Where there is no GPU, it
says so and exits with 77; another machine needs quality/benches/kernels.py, scripts/gpu-probe and the .ptx files only, and
`--run DIRECTORY`.
"""

import argparse
import ctypes as c
import glob
import importlib.machinery
import importlib.util
import json
import os
import statistics
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LLVM = os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin")


def make(directory, processor):
    """PTX of both sources for a processor, optimized alike."""
    os.makedirs(directory, exist_ok=True)

    def run(*command):
        subprocess.run(command, check=True, cwd=directory)

    clang = os.path.join(LLVM, "clang++")
    flags = ["-std=c++20", "-O2"]
    run(clang, *flags, "-fsycl", "-fsycl-device-only", f"-I{ROOT}/runtime/front-door", "-c", f"{ROOT}/quality/benches/kernels/sycl.cpp",
        "-o", "sycl.bc")
    run(f"{ROOT}/target/release/sycl-packager", "build", "sycl.bc", "--front-end", "--target", f"nvptx64:{processor}",
        "--cuda-image", "ptx", "--split", "none", "--quiet", "-o", "images/")
    (image,) = glob.glob(os.path.join(directory, "images/*.ptx"))
    os.replace(image, os.path.join(directory, "sycl.ptx"))
    version = next(line.split()[1] for line in open(os.path.join(directory, "sycl.ptx"), encoding="utf-8")
                   if line.startswith(".version"))
    run(clang, *flags, "--target=nvptx64-nvidia-cuda", f"-march={processor}", "-nogpulib", "-Xclang", "-target-feature",
        "-Xclang", "+ptx" + version.replace(".", ""), "-S", f"{ROOT}/quality/benches/kernels/plain.cpp", "-o", "plain.ptx")


def probe():
    """The part of CUDA's driver that scripts/gpu-probe uses."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gpu-probe")
    path = path if os.path.exists(path) else os.path.join(ROOT, "scripts/gpu-probe")
    loader = importlib.machinery.SourceFileLoader("gpu_probe", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("gpu_probe", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


class Timed:
    """A kernel with its arguments on the device, run as often as asked."""

    def __init__(self, driver, module, name, groups, size, shared, arguments):
        self.driver, self.groups, self.size, self.shared = driver, groups, size, shared
        self.function = module.function(name)
        if self.function is None:
            sys.exit(f"kernels: {name} is not in the module")
        self.arguments = arguments
        self.pointers = (c.c_void_p * len(arguments))(*(c.cast(c.pointer(a), c.c_void_p) for a in arguments))
        self.events = [c.c_void_p(), c.c_void_p()]
        for event in self.events:
            driver.call("cuEventCreate", c.byref(event), 0)

    def run(self):
        """Milliseconds of one launch."""
        call = self.driver.call
        call("cuEventRecord", self.events[0], None)
        call("cuLaunchKernel", self.function, *self.groups, *self.size, self.shared, None, self.pointers, None)
        call("cuEventRecord", self.events[1], None)
        call("cuEventSynchronize", self.events[1])
        elapsed = c.c_float()
        call("cuEventElapsedTime", c.byref(elapsed), *self.events)
        return elapsed.value


def to_device(driver, data):
    pointer = c.c_uint64()
    driver.call("cuMemAlloc_v2", c.byref(pointer), c.c_size_t(len(data)))
    driver.call("cuMemcpyHtoD_v2", pointer, data, c.c_size_t(len(data)))
    return pointer


def to_host(driver, pointer, size):
    data = c.create_string_buffer(size)
    driver.call("cuMemcpyDtoH_v2", data, pointer, c.c_size_t(size))
    return data.raw


def floats(count, scale):
    return struct.pack(f"<{count}f", *(((i * 37) % 101 - 50) / scale for i in range(count)))


def structure(*members):
    data = b"".join(members)
    return (c.c_char * len(data)).from_buffer_copy(data)


def programs(driver):
    """The plain kernel, the SYCL one, groups and their size, shared memory of both, the output, the members that both
    take, and where the local memory of the SYCL kernel is."""
    u64, i32 = (lambda pointer: struct.pack("<Q", pointer.value)), (lambda value: struct.pack("<i", value))
    count = 16384
    positions = to_device(driver, floats(4 * count, 16.0))
    velocities = to_device(driver, bytes(16 * count))
    members = [u64(positions), u64(velocities), i32(count), struct.pack("<f", 0.01)]
    yield ("nbody", "nbody", (count // 128, 1, 1), (128, 1, 1), (0, 128 * 16), (velocities, 16 * count), members, [0])
    n = 2048
    a, b = to_device(driver, floats(n * n, 64.0)), to_device(driver, floats(n * n, 32.0))
    out = to_device(driver, bytes(4 * n * n))
    members = [u64(a), u64(b), u64(out), i32(n)]
    shape = (n // 16, n // 16, 1), (16, 16, 1)
    yield ("matmul", "matmul", *shape, (2048, 2048), (out, 4 * n * n), members, [0, 1024])
    yield ("matmul_static", "matmul", *shape, (0, 2048), (out, 4 * n * n), members, [0, 1024])
    n = 4096
    out = to_device(driver, bytes(4 * n * n))
    members = [u64(out), i32(n), i32(n), i32(1000)]
    shape = (n // 16, n // 16, 1), (16, 16, 1)
    yield ("mandelbrot", "mandelbrot", *shape, (0, 0), (out, 4 * n * n), members, [])


def run(directory, repeat):
    """Runs both forms of each kernel in turn, and compares their results."""
    driver = probe().Driver()
    modules = {}
    for form in ("plain", "sycl"):
        with open(os.path.join(directory, f"{form}.ptx"), "rb") as file:
            modules[form] = driver.load(file.read())
    results, failed = {}, False
    print(f"{driver.name}, driver {driver.api}, medians of {repeat} in milliseconds")
    print(f"{'kernel':<16}{'plain C++':>12}{'SYCL':>12}{'ratio':>8}")
    for name, of_sycl, groups, size, (plain_shared, shared), (output, bytes_out), members, local in programs(driver):
        raw = [structure(member) for member in members]
        pad = b"\0" * (-sum(map(len, members)) % 8)
        offsets = [structure(struct.pack("<I", offset)) for offset in local]
        # Dynamic memory is an argument there too.
        raw += offsets if plain_shared else []
        plain = Timed(driver, modules["plain"], name, groups, size, plain_shared, raw)
        mangled = f"_ZTS{len(of_sycl)}{of_sycl}"
        sycl = Timed(driver, modules["sycl"], mangled, groups, size, shared, [structure(*members, pad), *offsets])
        found = []
        for form in (plain, sycl):
            driver.call("cuMemsetD8_v2", output, 0, c.c_size_t(bytes_out))
            form.run()
            found.append(to_host(driver, output, bytes_out))
        if not any(found[0]):
            sys.exit(f"kernels: {name} wrote nothing")
        if found[0] != found[1]:
            code = f"<{bytes_out // 4}{'i' if name == 'mandelbrot' else 'f'}"
            pairs = zip(struct.unpack(code, found[0]), struct.unpack(code, found[1]))
            worst = max(abs(x - y) / max(abs(x), 1) for x, y in pairs)
            if worst > 1e-5:
                failed = True
                print(f"{name}: the results differ, by up to {worst}")
        times = [[], []]
        for _ in range(repeat):
            for form, measured in zip((plain, sycl), times):
                measured.append(form.run())
        first, second = (statistics.median(measured) for measured in times)
        results[name] = {"plain": first, "sycl": second}
        print(f"{name:<16}{first:>12.4f}{second:>12.4f}{second / first:>8.3f}")
    return results, failed


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench kernels", description=__doc__)
    parser.add_argument("--processor", default="sm_90", metavar="NAME", help="what PTX is made for (sm_90)")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each kernel (5)")
    parser.add_argument("--run", metavar="DIRECTORY", help="make nothing: run what is there")
    parser.add_argument("--json", metavar="FILE", help="also write the numbers there")
    options = parser.parse_args()
    directory = options.run or os.path.join(ROOT, "target/kernels")
    if not options.run:
        make(directory, options.processor)
        print(f"PTX of both in {directory}")
    results, failed = run(directory, options.repeat)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
