#!/usr/bin/env python3
"""Kernels as functions of the host, against the same SPIR-V on Intel's OpenCL CPU device.

Makes images of kernels of stock clang (quality/benches/kernels/sycl.cpp), of DPC++ (quality/benches/kernels/dpcpp.bc) and of the
examples in target/host-kernels: for the target host:native, once with fission and once with coroutines, and as SPIR-V.
Runs them in turn, with as many threads, and compares the results. Without OpenCL (scripts/setup --with-opencl) only the
first two are measured.
"""

import ctypes as c
import os
import resource
import shutil
import statistics
import struct
import subprocess
import sys
import time

from common import LLVM, ROOT, parser, write_json
from host_launches import EXAMPLES, Local, Memory, launches

PROGRAMS = os.environ.get("PROGRAMS", os.path.join(ROOT, "target/release"))
PACKAGER = os.environ.get("PACKAGER", os.path.join(PROGRAMS, "sycl-packager"))
PLUGIN = ["--plugin", os.environ["PLUGIN"]] if "PLUGIN" in os.environ else []
WAYS = ["fission", "coroutine"]


def make(directory, has_opencl):
    """Images of all modules, in a directory for each form."""
    def run(*command):
        subprocess.run(command, check=True, cwd=directory)

    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    run(os.path.join(LLVM, "clang++"), "-std=c++20", "-O2", "-fsycl", "-fsycl-device-only", f"-I{ROOT}/runtime/front-door", "-c",
        f"{ROOT}/quality/benches/kernels/sycl.cpp", "-o", "sycl.bc")
    modules = {"sycl": "sycl.bc", "dpcpp": f"{ROOT}/quality/benches/kernels/dpcpp.bc"}
    modules.update((name, f"{ROOT}/examples/ir/{name}.bc") for name in EXAMPLES)
    options = {way: ["--target", "host:native", "--barriers", way] for way in WAYS}
    if has_opencl:
        options["opencl"] = ["--target", "spirv64", "--spec-const", "native"]
    for form, of_form in options.items():
        for name, file in modules.items():
            front_end = ["--front-end"] if name == "sycl" else []
            run(PACKAGER, "build", file, *front_end, *of_form, "--split", "none", "--quiet", "--cache-dir", "cache",
                *PLUGIN, "-o", f"{form}/{name}/")


class Host:
    """Images, by the C interface of libsycl_host_device.so."""

    class Range(c.Structure):
        _fields_ = [("dimensions", c.c_uint32), ("global_", c.c_void_p), ("local", c.c_void_p), ("offset", c.c_void_p),
                    ("dynamic", c.c_uint64)]

    class Value(c.Structure):
        _fields_ = [("value", c.c_void_p), ("size", c.c_uint64)]

    def __init__(self, library, directory):
        self.library, self.programs = library, {}
        for module in os.listdir(directory):
            self.programs[module] = c.c_void_p()
            path = os.path.join(directory, module)
            self.check(library.sycl_host_open(path.encode(), c.byref(self.programs[module])))

    def check(self, result):
        if result:
            sys.exit(f"host: {self.library.sycl_host_error().decode()}")

    def prepare(self, launch):
        """A function that launches."""
        numbers = c.c_uint64 * len(launch.size)
        extents = numbers(*launch.size), numbers(*(launch.group or launch.size))
        local = c.addressof(extents[1]) if launch.group else None
        shape = self.Range(len(launch.size), c.addressof(extents[0]), local, None, 0)
        kept, values = [extents], []
        for argument in launch.arguments:
            if isinstance(argument, Local):
                values.append(self.Value(None, argument))
                continue
            value = struct.pack("<Q", argument.address) if isinstance(argument, Memory) else argument
            kept.append(c.create_string_buffer(value, len(value)))
            values.append(self.Value(c.addressof(kept[-1]), len(value)))
        array = (self.Value * len(values))(*values)
        program, kernel = self.programs[launch.module], launch.kernel.encode()

        def run(_=kept):
            self.check(self.library.sycl_host_launch(program, kernel, c.byref(shape), array, len(values)))

        return run


class OpenCL:
    """SPIR-V modules on the first device of the first platform."""

    def __init__(self, library, directory):
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
        self.programs = {}
        for module in os.listdir(directory):
            with open(os.path.join(directory, module, "spirv64_0.spv"), "rb") as file:
                code = file.read()
            program = pointer(
                library.clCreateProgramWithIL(context, code, c.c_size_t(len(code)), c.byref(error)))
            self.check("clCreateProgramWithIL", error.value)
            self.check("clBuildProgram", library.clBuildProgram(program, 0, None, b"", None, None))
            self.programs[module] = program

    @staticmethod
    def check(what, error):
        if error:
            sys.exit(f"host: {what} returns {error}")

    def prepare(self, launch):
        """A function that launches."""
        library, error = self.library, c.c_int()
        program = self.programs[launch.module]
        handle = c.c_void_p(library.clCreateKernel(program, launch.kernel.encode(), c.byref(error)))
        self.check("clCreateKernel", error.value)
        # Kernels reach memory by addresses in structures.
        yes = c.c_uint(1)
        library.clSetKernelExecInfo(handle, 0x11B7, c.c_size_t(4), c.byref(yes))
        for index, argument in enumerate(launch.arguments):
            if isinstance(argument, Memory):
                result = library.clSetKernelArgSVMPointer(handle, index, c.c_void_p(argument.address))
            elif isinstance(argument, Local):
                result = library.clSetKernelArg(handle, index, c.c_size_t(argument), None)
            else:
                result = library.clSetKernelArg(handle, index, c.c_size_t(len(argument)), argument)
            self.check(f"clSetKernelArg({index}) of {launch.name}", result)
        numbers = c.c_size_t * len(launch.size)
        size, group = numbers(*launch.size), numbers(*launch.group) if launch.group else None

        def run():
            self.check("clEnqueueNDRangeKernel", library.clEnqueueNDRangeKernel(
                self.queue, handle, len(size), None, size, group, 0, None, None))
            self.check("clFinish", library.clFinish(self.queue))

        return run


def worst(first, second):
    """The largest relative difference."""
    return max((abs(x - y) / max(abs(x), 1e-6) for x, y in zip(first, second) if x != y), default=0)


def timed(run):
    """Seconds, and seconds of processors, of a launch."""
    cpu = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    start, start_cpu = time.perf_counter(), cpu()
    run()
    return time.perf_counter() - start, cpu() - start_cpu


def measure(forms, repeat, wanted):
    """Seconds of each launch in each form, and whether a result differs."""
    results, is_wrong = {}, False
    for launch, memory in launches():
        if wanted and launch.name not in wanted and launch.module not in wanted:
            continue
        runs = {form: device.prepare(launch) for form, device in forms.items() if form != "coroutine" or launch.waits}
        found, times = {}, {form: [] for form in runs}

        def again(run):
            for each in memory:
                if each.is_output:
                    each.reset()
            return timed(run)

        for form, run in runs.items():
            again(run)
            found[form] = memory[0].read(launch.letter)
        for form in runs:
            difference = worst(found["fission"], found[form])
            if difference > (1e-2 if launch.letter == "e" else 1e-4):
                print(f"{launch.name}: {form} differs from fission by {difference}")
                is_wrong = True
        for _ in range(repeat):
            for form, run in runs.items():
                # Threads of the device before spin for a while once they have nothing to do. The first launch then
                # finds cold caches.
                time.sleep(0.1)
                again(run)
                times[form].append(again(run))
        wall, cpu = ({form: statistics.median(time[part] for time in each) for form, each in times.items()}
                     for part in (0, 1))
        results[f"{launch.module}/{launch.name}"] = {"wall": wall, "cpu": cpu}
        row = "".join(f"{1000 * wall[form]:>12.2f}" if form in runs else f"{'':>12}" for form in forms)
        for each in (wall, cpu):
            row += f"{each['fission'] / each['opencl'] if each.get('opencl') else float('nan'):>10.2f}"
        print(f"{launch.module:<16}{launch.name:<20}{row}", flush=True)
    return results, is_wrong


def main():
    arguments = parser("host", __doc__, 5, "kernel")
    arguments.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="threads (one for each processor)")
    arguments.add_argument("kernels", nargs="*", metavar="KERNEL", help="names of kernels or modules as they are shown (all)")
    options = arguments.parse_args()
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
    make(directory, has_opencl)
    host = c.CDLL(os.path.join(PROGRAMS, "libsycl_host_device.so"))
    host.sycl_host_error.restype = c.c_char_p
    forms = {way: Host(host, os.path.join(directory, way)) for way in WAYS}
    if has_opencl:
        os.environ.setdefault("OCL_ICD_FILENAMES", os.path.join(opencl, "libintelocl.so"))
        forms["opencl"] = OpenCL(c.CDLL(os.path.join(opencl, "libOpenCL.so.1")), os.path.join(directory, "opencl"))
    print(f"milliseconds, medians of {options.repeat}, {options.threads} threads; fission to OpenCL: time, processor time")
    print(f"{'module':<16}{'kernel':<20}" + "".join(f"{form:>12}" for form in forms) + f"{'time':>10}{'cpu':>10}")
    results, is_wrong = measure(forms, options.repeat, options.kernels)
    write_json(options.json, results)
    sys.exit(1 if is_wrong else 0)


if __name__ == "__main__":
    main()
