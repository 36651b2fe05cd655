#!/usr/bin/env python3
"""What sycl-link adds to a link, and how long the device pass of the header takes.

Three pairs, each run in turn: a program without SYCL code through LLVM's linker wrapper and through ours; a program with
SYCL code, all from the cache, and its host linker alone; the device pass of a translation unit with sycl_passes.hpp and
the host pass of the same one. Prints medians in milliseconds.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LLVM = os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin")
DRIVER = os.path.join(ROOT, "target/release/driver")
SYCL = os.path.join(ROOT, "target/intel-sycl")


def in_turn(commands, repeat, directory, environment):
    """Milliseconds of each command, run one after the other so that all meet the same machine."""
    times = [[] for _ in commands]
    for _ in range(repeat):
        for number, command in enumerate(commands):
            start = time.perf_counter()
            subprocess.run(command, check=True, cwd=directory, env=environment, stdout=subprocess.DEVNULL)
            times[number].append((time.perf_counter() - start) * 1000)
    return [statistics.median(found) for found in times]


def link_command(arguments, directory):
    """What clang's driver calls to link."""
    command = [os.path.join(LLVM, "clang++"), "-fsycl", f"-B{DRIVER}", *arguments, "-###"]
    said = subprocess.run(command, check=True, cwd=directory, capture_output=True, text=True).stderr
    return shlex.split(next(line for line in said.splitlines() if "clang-linker-wrapper" in line))


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench link", description=__doc__)
    parser.add_argument("--repeat", type=int, default=15, metavar="N", help="runs of each command (15)")
    parser.add_argument("--json", metavar="FILE", help="also write the numbers there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        environment = dict(os.environ, SYCL_PACKAGER_CACHE_DIR=os.path.join(directory, "cache"))
        clang = os.path.join(LLVM, "clang++")
        flags = ["-std=c++20", "-fsycl", f"-I{ROOT}/runtime/front-door", "-isystem", f"{SYCL}/include"]
        source = f"{ROOT}/examples/sycl/tour.cpp"

        def run(*command):
            return subprocess.run(command, check=True, cwd=directory, env=environment, capture_output=True, text=True)

        with open(os.path.join(directory, "plain.cpp"), "w", encoding="utf-8") as file:
            file.write('#include <iostream>\nint main() { std::cout << "plain"; }\n')
        run(clang, "-c", "plain.cpp")
        for name in ("tour", "tour_math"):
            run(clang, *flags, "-c", f"{ROOT}/examples/sycl/{name}.cpp")
        results = {}

        ours = link_command(["plain.o", "-o", "plain"], directory)
        real = [os.path.join(LLVM, "clang-linker-wrapper"), *ours[1:]]
        found = in_turn([real, ours], options.repeat, directory, environment)
        results["without SYCL code"] = ["LLVM's wrapper", "sycl-link", found]

        ours = link_command(["tour.o", "tour_math.o", f"-L{SYCL}/lib", "-lsycl", "-o", "tour"], directory)
        packager = os.path.join(ROOT, "target/release/sycl-packager")
        run(packager, "build", "tour.o", "tour_math.o", "--target", "spirv64", "-o", "images.o")
        shown = shlex.split(run(*ours, "--wrapper-verbose").stdout)
        images = os.path.join(directory, "images.o")
        host = [images if word.endswith("/sycl-images.o") else word for word in shown]
        found = in_turn([host, ours], options.repeat, directory, environment)
        results["SYCL code from the cache"] = ["host linker", "sycl-link", found]

        device = [clang, *flags, "-fsycl-device-only", "-c", source, "-o", "tour.bc"]
        both = [clang, *flags, "-c", source]
        count = max(3, options.repeat // 5)
        found = in_turn([both, device], count, directory, environment)
        results["compile tour.cpp"] = ["both passes", "device pass", found]

    print(f"{'':28} {'peer':>16} {'ms':>8}  {'ours':>12} {'ms':>8} {'added':>8}")
    for name, (peer, own, (first, second)) in results.items():
        print(f"{name:28} {peer:>16} {first:8.1f}  {own:>12} {second:8.1f} {second - first:8.1f}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=2)


if __name__ == "__main__":
    main()
