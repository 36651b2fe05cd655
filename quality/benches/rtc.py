#!/usr/bin/env python3
"""Run-time compilation against Intel's compilers of OpenCL C and of SYCL, which take the same sources, and for PTX against
NVRTC, where it is installed (scripts/setup --with-cuda).

Both compile vec_add with other text in each run, in turn on the same machine: ours to SPIR-V and from there the device's
driver, theirs from source. SYCL is that of the design document; what the driver takes is subtracted from Intel's time. Then
programs from the caches, and parts of them, two threads against one, for several compilations and for one, and the memory of
1,000 compilations. Prints medians in milliseconds, and ratios beside what they must be.
"""

import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from common import ROOT, SYCL, parser, write_json

sys.path.insert(0, os.path.join(ROOT, "examples/rtc"))
from vec_add import OpenCl  # noqa: E402

LIBRARY = os.path.join(ROOT, "target/release/libsycl_rtc_compiler.so")
MEASURE = os.path.join(ROOT, "target/release/sycl-rtc-measure")
RTC = os.path.join(ROOT, "target/release/sycl-rtc")
OPENCL = os.path.join(ROOT, "target/intel-opencl/lib")

# What is compared over seconds is measured so often, in turn: the machine may be faster at one time than at another.
TURNS = 5

SOURCE = """__kernel void vec_add(__global const float *a, __global const float *b, __global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i] + %d;
}
"""


def measure(count, threads, language="opencl-c", target="spirv64", sycl_headers=()):
    return run_measure(language, str(count), str(threads), target, *sycl_headers)


def run_measure(*arguments):
    command = [MEASURE, LIBRARY, *arguments]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def cached(repeat):
    """Milliseconds of a stored program in new processes, and of one in memory."""
    with tempfile.TemporaryDirectory() as directory:
        runs = [run_measure("--cache", os.path.join(directory, "cache")) for _ in range(repeat + 1)]
    if any(run["from"] != "StoredProgram" or run["loaded"] for run in runs[1:]):
        sys.exit(f"bench rtc: error: {runs[1]}; expected a stored program, without the compiler library")
    return [run["disk"] for run in runs[1:]], [run["memory"] for run in runs[1:]]


def stored_parts(repeat):
    """Rows of SYCL with parts of the program on disk; the last are of headers, with and without those on disk."""
    with tempfile.TemporaryDirectory() as directory:
        times = run_measure("--parts", os.path.join(directory, "cache"), "sycl", str(repeat))
        first = {}
        for name, headers in (("own", []), ("dpcpp", dpcpp_headers())):
            cache = os.path.join(directory, name)
            # The first run stores the header.
            for number in range(repeat + 1 if name == "own" else max(repeat // 4, 2) + 1):
                for kind, place in (("", ""), (" stored", cache)):
                    run = run_measure("--header", place, str(number), *headers)
                    if run["from"] != "Compiled":
                        sys.exit(f"bench rtc: error: {run}; expected a compilation")
                    if number > 0:
                        first.setdefault(name + kind, []).append(run["first"])
    first = {name: statistics.median(values) for name, values in first.items()}
    rows = [
        ("SYCL with its module on disk (L2)", f"{times['module']:.1f} ms", ""),
        ("with its images on disk (L3)", f"{times['image']:.1f} ms", ""),
        ("with both on disk", f"{times['both']:.1f} ms", ""),
        ("and with nothing on disk, which is stored", f"{times['miss']:.1f} ms", ""),
        ("the first with an option in a process", f"{first['own']:.1f} ms", ""),
        ("with its header on disk (L4)", f"{first['own stored']:.1f} ms", ""),
        ("with DPC++'s headers", f"{first['dpcpp']:.0f} ms", ""),
        ("with those on disk (L4)", f"{first['dpcpp stored']:.0f} ms", ""),
    ]
    return rows, {"parts": times, "headers": first}


def against_nvrtc(repeat):
    """Rows of SYCL to PTX against NVRTC, which takes CUDA; none where it is missing."""
    found = glob.glob(os.path.join(ROOT, "target/nvidia/lib/python*/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"))
    if not found:
        return [("SYCL to PTX", "", "skipped: no NVRTC (scripts/setup --with-cuda)")], {}

    def theirs(count):
        command = [sys.executable, os.path.join(ROOT, "quality/benches/nvrtc.py"), found[0], str(count)]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    # In turn, so that both see the same machine.
    cold = [(measure(1, 1, "sycl", "nvptx64:sm_90")["cold"], theirs(1)["cold"]) for _ in range(repeat)]
    ours_cold, theirs_cold = (statistics.median(pair[side] for pair in cold) for side in (0, 1))
    # Both get faster during the first ten or so.
    count = 2 * repeat
    warm = [(measure(count, 1, "sycl", "nvptx64:sm_90")["warm"], theirs(count)["warm"]) for _ in range(TURNS)]
    ours, nvrtc = (statistics.median(time for pair in warm for time in pair[side]) for side in (0, 1))
    amdgcn = statistics.median(measure(count, 1, "sycl", "amdgcn:gfx90a")["warm"])
    rows = [
        ("SYCL to PTX, warm", f"{ours:.1f} ms", ""),
        ("NVRTC, warm", f"{nvrtc:.1f} ms", ""),
        ("theirs against ours", f"{nvrtc / ours:.2f}", "at least 2"),
        ("SYCL to PTX in a new process, with loading", f"{ours_cold:.1f} ms", ""),
        ("NVRTC in a new process, with loading", f"{theirs_cold:.1f} ms", ""),
        ("theirs against ours", f"{theirs_cold / ours_cold:.2f}", "at least 3"),
        ("SYCL to code for gfx90a, warm", f"{amdgcn:.1f} ms", ""),
    ]
    numbers = {"ptx": ours, "nvrtc": nvrtc, "ptx_cold": ours_cold, "nvrtc_cold": theirs_cold, "amdgcn": amdgcn}
    return rows, numbers


def milliseconds(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def peer(repeat):
    """Milliseconds from source by the device's compiler, and of the device's driver from our SPIR-V."""
    os.environ.setdefault("OCL_ICD_FILENAMES", os.path.join(OPENCL, "libintelocl.so"))
    device = OpenCl(os.path.join(OPENCL, "libOpenCL.so"))
    from_source, from_spirv = [], []
    # The first of each loads the device's compiler.
    for number in range(-1, repeat):
        text = (SOURCE % number).encode()
        command = [RTC, "compile", "-", "--language", "opencl-c", "-o", "-"]
        image = subprocess.run(command, check=True, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        pair = []
        for given in ({"source": text}, {"spirv": image}):
            pair.append(milliseconds(lambda given=given: device.release(device.program(**given))))
        if number >= 0:
            from_source.append(pair[0])
            from_spirv.append(pair[1])
    return from_source, from_spirv


class IntelSycl:
    """Intel's SYCL runtime, which compiles sources with the compiler in it."""

    def __init__(self, directory):
        self.directory, self.program = directory, os.path.join(directory, "intel_rtc")
        source = os.path.join(ROOT, "quality/benches/intel_rtc.cpp")
        libraries = [f"-L{SYCL}/lib", "-lsycl", f"-Wl,-rpath,{SYCL}/lib"]
        command = ["g++", "-std=c++17", "-isystem", f"{SYCL}/include", source, "-o", self.program, *libraries]
        subprocess.run(command, check=True)

    def run(self, repeat, *options, caches=False):
        """Milliseconds of the first and of further compilations, the driver's time included, and kB of memory."""
        environment = dict(os.environ, OCL_ICD_FILENAMES=os.path.join(SYCL, "lib/libintelocl.so"))
        if caches:
            environment.update(SYCL_CACHE_PERSISTENT="1", SYCL_CACHE_DIR=os.path.join(self.directory, "cache"))
        command = [self.program, str(repeat), *options]
        run = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
        first, *further, peak = map(float, run.stdout.split())
        return first, further, peak


def dpcpp_headers():
    """The directories of DPC++'s headers, and of the C++ and the C library's, as clang lists them."""
    command = ["clang++-22", "-E", "-v", "-x", "c++", os.devnull]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    listed = listed.split("#include <...> search starts here:\n")[1].split("End of search list")[0]
    return [f"{SYCL}/include", *(line.strip() for line in listed.splitlines() if "/clang/" not in line)]


def against_intel(repeat, from_spirv, disk):
    """Rows of SYCL to SPIR-V against Intel's compiler, whose times have the driver's in them."""
    if not os.path.exists(os.path.join(SYCL, "lib/libsycl.so")):
        sys.exit("bench rtc: error: there is no SYCL runtime of Intel's; run: scripts/setup --with-intel")
    few = max(repeat // 4, 2)
    ours = measure(repeat, 1, "sycl")
    cold = statistics.median(measure(1, 1, "sycl")["cold"] for _ in range(repeat))
    warm = statistics.median(ours["warm"])
    with_headers = statistics.median(measure(few, 1, "sycl", sycl_headers=dpcpp_headers())["warm"])
    with tempfile.TemporaryDirectory() as directory:
        intel = IntelSycl(directory)
        first, further, peak = intel.run(few)
        theirs = statistics.median(further) - from_spirv
        _, further, _ = intel.run(few, "--auto-pch")
        with_preamble = statistics.median(further) - from_spirv
        stored = statistics.median([intel.run(0, caches=True)[0] for _ in range(few + 1)][1:])
    rows = [
        ("SYCL to SPIR-V, warm", f"{warm:.1f} ms", "at most 20"),
        *((f"  of it: {step}", f"{time:.1f} ms", "") for step, time in ours["steps"].items()),
        ("Intel's SYCL compiler, less the driver", f"{theirs:.0f} ms", ""),
        ("theirs against ours", f"{theirs / warm:.0f}", "at least 100"),
        ("with DPC++'s headers, kept", f"{with_headers:.0f} ms", ""),
        ("theirs with --auto-pch, less the driver", f"{with_preamble:.0f} ms", ""),
        ("theirs against ours", f"{with_preamble / with_headers:.1f}", "at least 5"),
        ("SYCL in a new process, with loading", f"{cold:.1f} ms", ""),
        ("theirs, the first time, against that", f"{first / cold:.0f}", "at least 60"),
        ("peak memory of SYCL compilations", f"{ours['peak_kb'] / 1024:.0f} MB", ""),
        ("ours against theirs", f"{ours['peak_kb'] / peak:.2f}", "at most 0.25"),
        ("a stored program, in a new process", f"{disk:.2f} ms", "at most 3"),
        ("theirs from its cache against that", f"{stored / disk:.0f}", "at least 100"),
    ]
    numbers = {"sycl": ours, "sycl_cold": cold, "sycl_first": first, "sycl_theirs": theirs, "sycl_headers": with_headers,
               "auto_pch": with_preamble, "intel_peak_kb": peak, "intel_stored": stored}
    return rows, numbers


def main():
    options = parser("rtc", __doc__, 20).parse_args()
    if not os.path.exists(os.path.join(OPENCL, "libintelocl.so")):
        sys.exit("bench rtc: error: there is no OpenCL device; run: scripts/setup --with-opencl")
    cold = [measure(1, 1)["cold"] for _ in range(options.repeat)]
    warm = statistics.median(measure(options.repeat, 1)["warm"])
    from_source, from_spirv = (statistics.median(times) for times in peer(options.repeat))
    disk, memory = (statistics.median(times) for times in cached(options.repeat))
    rows_of_sycl, numbers_of_sycl = against_intel(options.repeat, from_spirv, disk)
    rows_of_parts, numbers_of_parts = stored_parts(options.repeat)
    rows_of_ptx, numbers_of_ptx = against_nvrtc(options.repeat)
    images = {name: statistics.median(times) for name, times in run_measure("--split", str(options.repeat)).items()}
    threads = [(measure(200, 1), measure(200, 2)) for _ in range(TURNS)]
    one, two = threads[0]
    many = measure(1000, 1)
    speed = statistics.median(2 * one["wall"] / two["wall"] for one, two in threads)
    growth = (many["last_kb"] - one["first_kb"]) / 1024
    rows = [
        ("OpenCL C to SPIR-V, warm", f"{warm:.1f} ms", ""),
        ("the same in a new process, with loading", f"{statistics.median(cold):.1f} ms", ""),
        ("the device's driver, from SPIR-V", f"{from_spirv:.1f} ms", ""),
        ("Intel's compiler, from source", f"{from_source:.1f} ms", ""),
        ("theirs against ours and the driver", f"{from_source / (warm + from_spirv):.2f}", "at least 1.5"),
        *rows_of_sycl,
        ("a program in memory", f"{memory:.3f} ms", "at most 0.1"),
        *rows_of_parts,
        *rows_of_ptx,
        ("eight images for sm_90, -j 2 against -j 1", f"{images['one'] / images['two']:.2f}", ""),
        ("two threads against one, throughput", f"{speed:.2f}", "at least 1.7 on two idle cores"),
        ("memory after one compilation", f"{one['first_kb'] / 1024:.0f} MB", ""),
        ("growth in 1,000 compilations", f"{growth:.1f} MB", "at most 10"),
        ("peak memory", f"{many['peak_kb'] / 1024:.0f} MB", ""),
    ]
    for name, value, must in rows:
        print(f"{name:42} {value:>10}   {must}".rstrip())
    numbers = {"cold": cold, "warm": warm, "from_source": from_source, "from_spirv": from_spirv, "disk": disk,
               "memory": memory, "one": one, "two": two, "many": many, "images": images, **numbers_of_sycl, **numbers_of_parts,
               **numbers_of_ptx}
    write_json(options.json, numbers)


if __name__ == "__main__":
    main()
