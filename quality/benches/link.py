#!/usr/bin/env python3
"""What sycl-link adds to a link, and how long the device pass of the header takes.

Three pairs, each run in turn: a program without SYCL code through LLVM's linker wrapper and through ours; a program with
SYCL code, all from the cache, and its host linker alone; the device pass of a translation unit with sycl_passes.hpp and
the host pass of the same one. Prints medians in milliseconds.
"""

import os
import shlex
import subprocess
import tempfile

from common import LLVM, PACKAGER, ROOT, SYCL, in_turn, medians, parser, write_json

DRIVER = os.path.join(ROOT, "target/release/driver")


def pair(commands, repeat, directory, environment):
    """Names of two commands, and their milliseconds."""
    times = medians(in_turn(commands, repeat, directory, env=environment))
    return [*commands, [1000 * wall for wall, _ in times.values()]]


def link_command(arguments, directory):
    """What clang's driver calls to link."""
    command = [os.path.join(LLVM, "clang++"), "-fsycl", f"-B{DRIVER}", *arguments, "-###"]
    said = subprocess.run(command, check=True, cwd=directory, capture_output=True, text=True).stderr
    return shlex.split(next(line for line in said.splitlines() if "clang-linker-wrapper" in line))


def main():
    options = parser("link", __doc__, 15).parse_args()
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
        commands = {"LLVM's wrapper": real, "sycl-link": ours}
        results["without SYCL code"] = pair(commands, options.repeat, directory, environment)

        ours = link_command(["tour.o", "tour_math.o", f"-L{SYCL}/lib", "-lsycl", "-o", "tour"], directory)
        run(PACKAGER, "build", "tour.o", "tour_math.o", "--target", "spirv64", "-o", "images.o")
        shown = shlex.split(run(*ours, "--wrapper-verbose").stdout)
        images = os.path.join(directory, "images.o")
        host = [images if word.endswith("/sycl-images.o") else word for word in shown]
        commands = {"host linker": host, "sycl-link": ours}
        results["SYCL code from the cache"] = pair(commands, options.repeat, directory, environment)

        device = [clang, *flags, "-fsycl-device-only", "-c", source, "-o", "tour.bc"]
        both = [clang, *flags, "-c", source]
        count = max(3, options.repeat // 5)
        commands = {"both passes": both, "device pass": device}
        results["compile tour.cpp"] = pair(commands, count, directory, environment)

    print(f"{'':28} {'peer':>16} {'ms':>8}  {'ours':>12} {'ms':>8} {'added':>8}")
    for name, (peer, own, (first, second)) in results.items():
        print(f"{name:28} {peer:>16} {first:8.1f}  {own:>12} {second:8.1f} {second - first:8.1f}")
    write_json(options.json, results)


if __name__ == "__main__":
    main()
