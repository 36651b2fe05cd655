#!/usr/bin/env python3
"""What SYCL programs cost to compile and to link on this machine.

An empty program with <sycl/sycl.hpp>, compiled by clang and by sycl++ with precompiled headers, against one with
<functional>, <memory>, <string> and <vector>; both passes. The device link of a program with one kernel and of one of 40
lines: with new device code, after a change of host code only, and the host linker alone. Commands run in turn; prints medians of CPU time
(user and system) and of wall time in milliseconds.
"""

import os
import shlex
import subprocess
import tempfile

from common import LLVM, ROOT, in_turn, medians, parser, timed, write_json

RELEASE = os.environ.get("RELEASE", os.path.join(ROOT, "target/release"))
CONFIG = os.environ.get("SYCL_CFG", os.path.join(RELEASE, "sycl.cfg"))
STANDARD = ("functional", "memory", "string", "vector")
ONE_KERNEL = """#include <sycl/sycl.hpp>
int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(8, queue);
  queue.parallel_for(8, [=](sycl::id<1> i) { numbers[i] = static_cast<int>(i) + DEVICE_CODE; }).wait();
  return numbers[7] == HOST_CODE;
}
"""
FORTY_LINES = """#include <cmath>
#include <iostream>
#include <vector>
#include <sycl/sycl.hpp>

constexpr std::size_t size = 1024, local = 64;

int main() {
  sycl::queue queue;
  std::vector<float> a(size, 2.0f), b(size, 3.0f);
  std::vector<double> sums(size / local);
  float greatest = 0;
  {
    sycl::buffer<float> from(a), to(b);
    sycl::buffer<double> of_groups(sums);
    sycl::buffer<float> result(&greatest, 1);
    queue.submit([&](sycl::handler &h) {
      sycl::accessor in(from, h, sycl::read_only);
      sycl::accessor out(to, h);
      h.parallel_for(size, [=](sycl::id<1> i) { out[i] += sycl::sqrt(in[i]) * sycl::sin(float(i)) + DEVICE_CODE; });
    });
    queue.submit([&](sycl::handler &h) {
      sycl::accessor in(to, h, sycl::read_only);
      sycl::accessor out(of_groups, h, sycl::write_only);
      sycl::local_accessor<double> part(local, h);
      h.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) {
        const auto at = item.get_local_id(0);
        part[at] = in[item.get_global_id()];
        for (std::size_t step = local / 2; step != 0; step /= 2) {
          sycl::group_barrier(item.get_group());
          if (at < step) part[at] += part[at + step];
        }
        if (at == 0) out[item.get_group(0)] = part[0];
      });
    });
    queue.submit([&](sycl::handler &h) {
      sycl::accessor in(to, h, sycl::read_only);
      auto most = sycl::reduction(result, h, sycl::maximum<float>());
      h.parallel_for(size, most, [=](sycl::id<1> i, auto &most) { most.combine(in[i]); });
    });
  }
  std::cout << greatest << ' ' << sums[HOST_CODE] << '\\n';
}
"""


def main():
    options = parser("compile", __doc__, 7).parse_args()
    with tempfile.TemporaryDirectory() as directory:
        environment = dict(os.environ, SYCL_CFG=CONFIG, SYCL_PCH_DIR=os.path.join(directory, "headers"))
        clang = [os.path.join(LLVM, "clang++"), f"--config={CONFIG}"]
        sycl = os.path.join(RELEASE, "sycl++")

        def write(name, text):
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write(text)

        def run(*command):
            return subprocess.run(command, check=True, cwd=directory, env=environment, capture_output=True, text=True)

        write("standard.cpp", "".join(f"#include <{name}>\n" for name in STANDARD) + "int main() {}\n")
        write("empty.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n")
        compilers = {
            "four standard headers": [*clang, "-c", "standard.cpp"],
            "<sycl/sycl.hpp>, clang": [*clang, "-c", "empty.cpp"],
            "<sycl/sycl.hpp>, sycl++": [sycl, "-c", "empty.cpp"],
        }
        # The second command makes precompiled headers.
        for _ in range(2):
            run(*compilers["<sycl/sycl.hpp>, sycl++"])
        found = in_turn(compilers, options.repeat, directory, env=environment)

        links = dict(environment, SYCL_PACKAGER_CACHE_DIR=os.path.join(directory, "cache"))
        for name, source in (("one kernel", ONE_KERNEL), ("40 lines", FORTY_LINES)):
            write("program.cpp", source)

            # The first run lets the cache know the programs of LLVM, whose versions are asked for once.
            for number in range(options.repeat + 1):
                commands = {}
                for host, kind in ((1, "new device code"), (2, "host code changed")):
                    run(*clang, "-O2", f"-DHOST_CODE={host}", f"-DDEVICE_CODE={number}", "-c", "program.cpp", "-o", f"{host}.o")
                    said = run(*clang, f"{host}.o", "-o", "program", "-###").stderr
                    command = next(line for line in said.splitlines() if "clang-linker-wrapper" in line)
                    commands[kind] = shlex.split(command)
                kept = [f"--sycl-keep={directory}/kept", "--sycl-no-cache", "--wrapper-verbose"]
                shown = run(*commands["new device code"], *kept).stdout.splitlines()[-1]
                images = os.path.join(directory, "kept/result")
                commands["host linker"] = [images if word.endswith("/sycl-images.o") else word for word in shlex.split(shown)]
                for kind, command in commands.items():
                    times = timed(command, directory, env=links)
                    if number:
                        found.setdefault(f"link of {name}, {kind}", []).append(times)

    milliseconds = {name: [1000 * used, 1000 * wall] for name, (wall, used) in medians(found).items()}
    print(f"{'':<38}{'CPU':>8}{'wall':>8}   ms")
    for name, (used, wall) in milliseconds.items():
        print(f"{name:<38}{used:>8.0f}{wall:>8.0f}")
    write_json(options.json, milliseconds)


if __name__ == "__main__":
    main()
