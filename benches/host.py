#!/usr/bin/env python3
"""Kernels as functions of the host, against the same SPIR-V on Intel's OpenCL CPU device.

Makes images of benches/kernels/sycl.cpp in target/host-kernels: for the target host:native, once with fission and once
with coroutines, and as SPIR-V. Runs them in turn, with as many threads, and compares the results. Without OpenCL
(scripts/setup --with-opencl) only the first two are measured.
"""

import argparse
import ctypes as c
import json
import os
import statistics
import struct
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LLVM = os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin")
PROGRAMS = os.environ.get("PROGRAMS", os.path.join(ROOT, "target/release"))
WAYS = ["fission", "coroutine"]


def make(directory):
    """Images of the kernels."""
    os.makedirs(directory, exist_ok=True)

    def run(*command):
        subprocess.run(command, check=True, cwd=directory)

    run(os.path.join(LLVM, "clang++"), "-std=c++20", "-O2", "-fsycl", "-fsycl-device-only", f"-I{ROOT}/include", "-c",
        f"{ROOT}/benches/kernels/sycl.cpp", "-o", "sycl.bc")
    backend = os.path.join(PROGRAMS, "llvm-to-backend")
    for way in WAYS:
        run(backend, "sycl.bc", "--target", "host:native", "--barriers", way, "-o", f"{way}.so")
    run(backend, "sycl.bc", "--target", "spirv64", "-o", "sycl.spv")


class Host:
    """An image, by the C interface of libsycl_host_device.so."""

    class Range(c.Structure):
        _fields_ = [("dimensions", c.c_uint32), ("global_", c.c_void_p), ("local", c.c_void_p), ("offset", c.c_void_p),
                    ("dynamic", c.c_uint64)]

    class Value(c.Structure):
        _fields_ = [("value", c.c_void_p), ("size", c.c_uint64)]

    def __init__(self, library, path):
        self.library, self.program = library, c.c_void_p()
        self.check(library.sycl_host_open(path.encode(), c.byref(self.program)))

    def check(self, result):
        if result:
            sys.exit(f"host: {self.library.sycl_host_error().decode()}")

    def launch(self, kernel, size, group, value, local):
        numbers = c.c_uint64 * len(size)
        extents = numbers(*size), numbers(*group)
        shape = self.Range(len(size), c.addressof(extents[0]), c.addressof(extents[1]), None, 0)
        values = [self.Value(c.addressof(value), c.sizeof(value)), *(self.Value(None, bytes_) for bytes_ in local)]
        array = (self.Value * len(values))(*values)
        start = time.perf_counter()
        self.check(self.library.sycl_host_launch(self.program, kernel, c.byref(shape), array, len(values)))
        return time.perf_counter() - start


class OpenCL:
    """A SPIR-V module on the first device of the first platform."""

    def __init__(self, library, path):
        self.library = library
        pointer = c.c_void_p
        for name in ("clCreateContext", "clCreateCommandQueueWithProperties", "clCreateProgramWithIL", "clCreateKernel"):
            getattr(library, name).restype = pointer
        platform, self.device, error = pointer(), pointer(), c.c_int()
        self.check("clGetPlatformIDs", library.clGetPlatformIDs(1, c.byref(platform), None))
        every = c.c_uint64(0xFFFFFFFF)
        self.check("clGetDeviceIDs", library.clGetDeviceIDs(platform, every, 1, c.byref(self.device), None))
        context = pointer(library.clCreateContext(None, 1, c.byref(self.device), None, None, c.byref(error)))
        self.check("clCreateContext", error.value)
        self.queue = pointer(
            library.clCreateCommandQueueWithProperties(context, self.device, None, c.byref(error)))
        self.check("clCreateCommandQueueWithProperties", error.value)
        with open(path, "rb") as file:
            code = file.read()
        self.program = pointer(
            library.clCreateProgramWithIL(context, code, c.c_size_t(len(code)), c.byref(error)))
        self.check("clCreateProgramWithIL", error.value)
        self.check("clBuildProgram", library.clBuildProgram(self.program, 0, None, b"", None, None))
        self.kernels = {}

    @staticmethod
    def check(what, error):
        if error:
            sys.exit(f"host: {what} returns {error}")

    def launch(self, kernel, size, group, value, local):
        library = self.library
        if kernel not in self.kernels:
            error = c.c_int()
            self.kernels[kernel] = c.c_void_p(library.clCreateKernel(self.program, kernel, c.byref(error)))
            self.check("clCreateKernel", error.value)
        handle = self.kernels[kernel]
        # Kernels reach memory by addresses in a structure.
        yes = c.c_uint(1)
        library.clSetKernelExecInfo(handle, 0x11B7, c.c_size_t(4), c.byref(yes))
        self.check("clSetKernelArg", library.clSetKernelArg(handle, 0, c.c_size_t(c.sizeof(value)), value))
        for index, bytes_ in enumerate(local):
            self.check("clSetKernelArg", library.clSetKernelArg(handle, index + 1, c.c_size_t(bytes_), None))
        numbers = c.c_size_t * len(size)
        start = time.perf_counter()
        self.check("clEnqueueNDRangeKernel", library.clEnqueueNDRangeKernel(
            self.queue, handle, len(size), None, numbers(*size), numbers(*group), 0, None, None))
        self.check("clFinish", library.clFinish(self.queue))
        return time.perf_counter() - start


def floats(count, scale):
    return (c.c_float * count)(*(((i * 37) % 101 - 50) / scale for i in range(count)))


def programs():
    """Kernels: sizes, what is written, the structure, bytes of local memory. What is pointed to lives with them."""
    address = lambda memory: struct.pack("<Q", c.addressof(memory))
    i32 = lambda value: struct.pack("<i", value)
    count = 8192
    positions, velocities = floats(4 * count, 16.0), (c.c_float * (4 * count))()
    members = address(positions) + address(velocities) + i32(count) + struct.pack("<f", 0.01)
    yield "nbody", (count,), (128,), velocities, members, [128 * 16], [positions]
    n = 512
    a, b, out = floats(n * n, 64.0), floats(n * n, 32.0), (c.c_float * (n * n))()
    members = address(a) + address(b) + address(out) + i32(n)
    yield "matmul", (n, n), (16, 16), out, members, [1024, 1024], [a, b]
    n = 2048
    out = (c.c_int * (n * n))()
    yield "mandelbrot", (n, n), (16, 16), out, address(out) + i32(n) + i32(n) + i32(200), [], []


def worst(first, second):
    """The largest relative difference."""
    return max((abs(x - y) / max(abs(x), 1e-6) for x, y in zip(first, second) if x != y), default=0)


def measure(forms, repeat):
    """Seconds of each kernel in each form, and whether a result differs."""
    results, is_wrong = {}, False
    for name, size, group, output, members, local, _ in programs():
        value = (c.c_char * (-(-len(members) // 8) * 8)).from_buffer_copy(members.ljust(-(-len(members) // 8) * 8, b"\0"))
        kernel, found, times = f"_ZTS{len(name)}{name}".encode(), {}, {form: [] for form in forms}
        for form, device in forms.items():
            c.memset(output, 0, c.sizeof(output))
            device.launch(kernel, size, group, value, local)
            found[form] = list(output)
        for form in forms:
            difference = worst(found["fission"], found[form])
            if difference > 1e-4:
                print(f"{name}: {form} differs from fission by {difference}")
                is_wrong = True
        for _ in range(repeat):
            for form, device in forms.items():
                # Threads of the device before spin for a while once they have nothing to do. The first launch then
                # finds cold caches.
                time.sleep(0.1)
                device.launch(kernel, size, group, value, local)
                times[form].append(device.launch(kernel, size, group, value, local))
        results[name] = {form: statistics.median(each) for form, each in times.items()}
        row = "".join(f"{1000 * results[name][form]:>12.2f}" for form in forms)
        ratio = results[name]["fission"] / results[name]["opencl"] if "opencl" in forms else float("nan")
        print(f"{name:<12}{row}{ratio:>10.2f}", flush=True)
    return results, is_wrong


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench host", description=__doc__)
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each kernel (5)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="threads (one for each processor)")
    parser.add_argument("--json", metavar="FILE", help="also write the numbers there")
    options = parser.parse_args()
    # Both read it when they are loaded.
    os.environ["SYCL_HOST_THREADS"] = os.environ["CL_CONFIG_CPU_TBB_NUM_WORKERS"] = str(options.threads)
    os.environ["DPCPP_CPU_NUM_CUS"] = str(options.threads)
    opencl = os.environ.get("OPENCL_LIB", os.path.join(ROOT, "target/intel-opencl/lib"))
    has_opencl = os.path.exists(os.path.join(opencl, "libintelocl.so"))
    # Intel's libraries look for each other where the process looks from its start.
    if has_opencl and opencl not in os.environ.get("LD_LIBRARY_PATH", ""):
        os.environ["LD_LIBRARY_PATH"] = opencl + ":" + os.environ.get("LD_LIBRARY_PATH", "")
        os.execv(sys.executable, [sys.executable, "-B", *sys.argv])
    directory = os.path.join(ROOT, "target/host-kernels")
    make(directory)
    host = c.CDLL(os.path.join(PROGRAMS, "libsycl_host_device.so"))
    host.sycl_host_error.restype = c.c_char_p
    forms = {way: Host(host, os.path.join(directory, f"{way}.so")) for way in WAYS}
    if has_opencl:
        os.environ.setdefault("OCL_ICD_FILENAMES", os.path.join(opencl, "libintelocl.so"))
        forms["opencl"] = OpenCL(c.CDLL(os.path.join(opencl, "libOpenCL.so.1")), os.path.join(directory, "sycl.spv"))
    print(f"milliseconds, medians of {options.repeat}, {options.threads} threads")
    print(f"{'kernel':<12}" + "".join(f"{form:>12}" for form in forms) + f"{'ratio':>10}")
    results, is_wrong = measure(forms, options.repeat)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    sys.exit(1 if is_wrong else 0)


if __name__ == "__main__":
    main()
