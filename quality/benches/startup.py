#!/usr/bin/env python3
"""Builds of the compiler library that start in different ways, in turn: new processes that load it, that load it and
compile a kernel, and that compile it many times. LIBRARY is a file of this tree's build; LIBRARY:PROGRAM has another
sycl-rtc-measure call it. Prints medians of milliseconds, of CPU time where nothing else is said, and differences from
the first library.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from common import ROOT, parser, timed, write_json

# How a file is in the page cache changes loading by a twentieth, and stays so: each is copied again so often.
COPIES = 6
BLOCK = 4 << 20
LOAD = """#include <dlfcn.h>
int main(int count, char **arguments) { return dlopen(arguments[count - 1], RTLD_NOW) == 0; }
"""
WARM = 30
COLUMNS = ("load", "load and compile twice for spirv64", "first for spirv64, wall", "load and compile twice for sm_90",
           "first for sm_90, wall", "warm for spirv64, wall", "first for sm_90, from the disk, wall")


def compiled(program, library, count, target):
    """What sycl-rtc-measure found in a new process, and the CPU time of that."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, library, "sycl", str(count), "1", target]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def in_memory(load, program, library):
    """The columns but the last, once."""
    row = [timed([load, library], ROOT)[1] * 1e3]
    for target in ("spirv64", "nvptx64:sm_90"):
        found, cpu = compiled(program, library, 1, target)
        row += [cpu, found["cold"]]
    return [*row, statistics.median(compiled(program, library, WARM, "spirv64")[0]["warm"])]


def from_disk(program, library):
    """The last column, once."""
    with open(library, "rb") as file:
        os.fdatasync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return [compiled(program, library, 1, "nvptx64:sm_90")[0]["cold"]]


def main():
    command_line = parser("startup", __doc__, 10, "library's copy")
    command_line.add_argument("libraries", nargs="+", metavar="LIBRARY")
    options = command_line.parse_args()
    runs = {name: [] for name in options.libraries}
    with tempfile.TemporaryDirectory(dir=ROOT / "target") as directory:
        load = Path(directory, "load")
        subprocess.run(["cc", "-O2", "-xc", "-", "-o", load], input=LOAD, text=True, check=True)
        for _ in range(COPIES):
            copies = {}
            for name in runs:
                library = name.partition(":")[0]
                copies[name] = Path(directory, str(len(copies)))
                copies[name].unlink(missing_ok=True)
                with open(library, "rb") as source, open(copies[name], "wb") as copy:
                    shutil.copyfileobj(source, copy, BLOCK)
            programs = {name: name.partition(":")[2] or ROOT / "target/release/sycl-rtc-measure" for name in runs}
            rows = {name: [] for name in runs}
            for _ in range(options.repeat):
                for name, row in rows.items():
                    row.append(in_memory(load, programs[name], copies[name]))
            # Later, as the files are in memory in another way then.
            disk = {name: [] for name in runs}
            for _ in range(options.repeat // 2):
                for name, row in disk.items():
                    row.append(from_disk(programs[name], copies[name]))
            for name in runs:
                columns = [*zip(*rows[name]), *zip(*disk[name])]
                runs[name].append([statistics.median(column) for column in columns])
    base = next(iter(runs))
    numbers = {}
    for number, column in enumerate(COLUMNS):
        print(column)
        for name, found in runs.items():
            median = statistics.median(run[number] for run in found)
            ratio = statistics.median(run[number] / other[number] for run, other in zip(found, runs[base]))
            numbers.setdefault(column, {})[name] = median
            print(f"  {name:60} {median:8.2f} {100 * (ratio - 1):+6.1f} %")
    write_json(options.json, numbers)


if __name__ == "__main__":
    main()
