#!/usr/bin/env python3
"""What the device link of a program of many translation units costs, cold and after changes.

The units are copies of one object that clang compiled: their names have the same length, so that they can be replaced
in its bytes. Each has ten kernels. Links them once with all device code together, and with images for each unit: cold,
again, and after a change of one unit; then starts both programs. Prints time, processor time, the share of all
processors, and the most memory that all processes, and the largest of them, had at a time.
"""

import os
import resource
import subprocess
import tempfile
import time

from common import LLVM, ROOT, parser, write_json

KERNELS = 10
STARTS = 9


def unit():
    """The source of a unit."""
    text = "#include <sycl/sycl.hpp>\nvoid unit0000(sycl::queue &q, float *x, int n) {\n"
    for number in range(KERNELS):
        text += f"""  q.parallel_for<class K0000_{number}>(sycl::range<1>(n), [=](sycl::id<1> i) {{
    float v = x[i];
    for (int round = 0; round < {number + 2}; ++round) v = v * {0.25 + number * 0.05}f + sycl::sqrt(v + {number}.5f);
    x[i] = v;
  }});
"""
    return text + "}\n"


def program(count):
    """The source that calls all units if it has an argument, and else the first one."""
    text = "#include <sycl/sycl.hpp>\n#include <cstdio>\n"
    text += "".join(f"void unit{number:04}(sycl::queue &, float *, int);\n" for number in range(count))
    text += """int main(int argc, char **) {
  sycl::queue q{sycl::property::queue::in_order{}};
  float *x = sycl::malloc_shared<float>(64, q);
  for (int i = 0; i < 64; ++i) x[i] = float(i) / 64;
  auto keep_small = [&] { q.wait(); for (int i = 0; i < 64; ++i) x[i] -= float(int(x[i])); };
  unit0000(q, x, 64), keep_small();
  if (argc > 1) {
"""
    text += "".join(f"    unit{number:04}(q, x, 64), keep_small();\n" for number in range(1, count))
    return text + '  }\n  double sum = 0;\n  for (int i = 0; i < 64; ++i) sum += x[i];\n  std::printf("%.9g\\n", sum);\n}\n'


def memory(root):
    """Bytes of a process and all below it, and of the largest of them."""
    children, sizes = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(name))
        sizes[int(name)] = int(fields[21]) * resource.getpagesize()
    found, left = [], [root]
    while left:
        process = left.pop()
        found.append(sizes.get(process, 0))
        left += children.get(process, [])
    return sum(found), max(found)


def measured(command, directory, environment):
    """Runs a command; gives what it took."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with subprocess.Popen(command, cwd=directory, env=environment) as process:
        most, largest = 0, 0
        while process.poll() is None:
            of_all, of_one = memory(process.pid)
            most, largest = max(most, of_all), max(largest, of_one)
            time.sleep(0.02)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode != 0:
        raise SystemExit(f"{command[0]} failed")
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"wall": wall, "cpu": work, "share": work / wall / os.cpu_count(), "all": most, "largest": largest}


def main():
    arguments = parser("units", __doc__)
    arguments.add_argument("--units", type=int, default=1000, metavar="N", help="translation units, up to 9999 (1000)")
    options = arguments.parse_args()
    results = {}
    with tempfile.TemporaryDirectory() as directory:
        clang = [os.path.join(LLVM, "clang++"), f"--config={ROOT}/target/release/sycl.cfg"]

        def path(name):
            return os.path.join(directory, name)

        for name, text in (("unit0000.cpp", unit()), ("main.cpp", program(options.units))):
            with open(path(name), "w", encoding="utf-8") as file:
                file.write(text)
            subprocess.run([*clang, "-O1", "-c", name], check=True, cwd=directory)
        with open(path("unit0000.o"), "rb") as file:
            first = file.read()
        objects = ["main.o"] + [f"unit{number:04}.o" for number in range(options.units)]

        def write(number, letter=b"K"):
            content = first.replace(b"unit0000", b"unit%04d" % number)
            with open(path(f"unit{number:04}.o"), "wb") as file:
                file.write(content.replace(b"K0000_", letter + b"%04d_" % number))

        for number in range(options.units):
            write(number)
        changed = options.units // 2
        for rdc in ("on", "auto"):
            environment = dict(os.environ, SYCL_PACKAGER_CACHE_DIR=path(f"cache-{rdc}"))
            link = [*clang, *objects, f"-Wl,--sycl-rdc={rdc}", "-o", f"program-{rdc}"]
            results[f"{rdc}, cold"] = measured(link, directory, environment)
            results[f"{rdc}, again"] = measured(link, directory, environment)
            write(changed, b"L")
            results[f"{rdc}, one unit changed"] = measured(link, directory, environment)
            write(changed)
            subprocess.run(link, check=True, cwd=directory, env=environment)
        said = {}
        for rdc in ("on", "auto"):
            for what, arguments in (("start", []), ("all kernels", ["all"])):
                times = []
                for _ in range(STARTS):
                    start = time.perf_counter()
                    ended = subprocess.run([path(f"program-{rdc}"), *arguments], check=True, capture_output=True)
                    times.append(time.perf_counter() - start)
                said.setdefault(what, set()).add(ended.stdout)
                results[f"{rdc}, {what}"] = {"wall": sorted(times)[STARTS // 2]}
    if any(len(texts) != 1 for texts in said.values()):
        raise SystemExit("the programs have different results")
    for name, found in results.items():
        line = f"{name:24}{found['wall']:10.3f} s"
        if "cpu" in found:
            line += f"{found['cpu']:10.2f} s of processors, {found['share']:4.0%} of all"
            line += f"{found['all'] >> 20:8} MiB, largest process {found['largest'] >> 20} MiB"
        print(line)
    write_json(options.json, results)


if __name__ == "__main__":
    main()
