#!/usr/bin/env python3
"""Times sycl-packager build of many small images with the compiler library against the same build with programs.

usage: quality/benches/images.py [--images 512] [--repeat 5] [--json FILE] [MODULE.bc]
       quality/benches/images.py --generate COUNT MODULE.bc

The module has so many kernels of a few instructions each, unless one is given, and is split by kernel for spirv64. The cache
knows the programs from another build, and nothing else. In turns: programs and library, with one job and with two; results
are compared. Wall time and CPU time (user + system, all children included) in seconds, medians, and medians of the ratios
within a turn.
"""
import filecmp
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from common import LLVM, PACKAGER, SCRATCH, medians, parser, timed, write_json

KERNEL = """
define spir_kernel void @kernel_{0}(ptr addrspace(1) %to, i32 %value) #0 {{
  %ids = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId
  %id = extractelement <3 x i64> %ids, i64 0
  %at = getelementptr i32, ptr addrspace(1) %to, i64 %id
  %sum = add i32 %value, {0}
  store i32 %sum, ptr addrspace(1) %at
  ret void
}}
"""
MODULE = """target triple = "spirv64-unknown-unknown"
@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>
{}
attributes #0 = {{ "sycl-module-id"="many.cpp" }}
"""


def generate(module, count):
    text = MODULE.format("".join(KERNEL.format(number) for number in range(count)))
    subprocess.run([LLVM / "llvm-as", "-", "-o", module], input=text.encode(), check=True)
    return module


def build(module, scratch, who, jobs, cache="cache"):
    return timed([PACKAGER, "build", module, "--target", "spirv64", "--split", "kernel", "-q", "-j", jobs, "--back-ends", who,
                  "--cache-dir", scratch / cache, "-o", scratch / f"{who}{jobs}.o"], scratch)


def main():
    arguments = parser("images", __doc__.split("\n")[0], 5)
    arguments.add_argument("--images", type=int, default=512)
    arguments.add_argument("module", nargs="?", type=Path)
    arguments.add_argument("--generate", type=int, metavar="COUNT", help="only write the module")
    options = arguments.parse_args()
    if options.generate:
        generate(options.module or arguments.error("--generate needs the name of the module"), options.generate)
        return
    results = {}
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
        scratch = Path(scratch)
        module = options.module.resolve() if options.module else generate(scratch / "many.bc", options.images)
        build(generate(scratch / "one.bc", 1), scratch, "library", 1, "known")
        for turn in range(options.repeat):
            for jobs in (1, 2):
                for who in ("programs", "library"):
                    shutil.rmtree(scratch / "cache", ignore_errors=True)
                    shutil.copytree(scratch / "known", scratch / "cache")
                    wall, cpu = build(module, scratch, who, jobs)
                    results.setdefault(f"{who}, -j {jobs}", []).append((wall, cpu))
                    print(f"  {turn} {who}, -j {jobs}: {wall:.3f} s wall, {cpu:.3f} s CPU", file=sys.stderr, flush=True)
                    if not filecmp.cmp(scratch / f"{who}{jobs}.o", scratch / "programs1.o", shallow=False):
                        sys.exit(f"{who} with {jobs} jobs made another result")
    median = medians(results)
    print(f"\n{options.module or options.images} images: medians of {options.repeat}")
    print(f"{'':18}{'wall s':>10}{'CPU s':>10}")
    for name, (wall, cpu) in median.items():
        print(f"{name:18}{wall:10.3f}{cpu:10.3f}")

    def ratio(first, second, column):
        return statistics.median(a[column] / b[column] for a, b in zip(results[first], results[second]))

    for jobs in (1, 2):
        share = ratio(f"library, -j {jobs}", f"programs, -j {jobs}", 1)
        print(f"library / programs, -j {jobs}: {share:.3f} of the CPU time (must: at most 0.100)")
    for who in ("programs", "library"):
        print(f"{who}: two jobs {ratio(f'{who}, -j 1', f'{who}, -j 2', 0):.2f} times as fast as one (must: 1.70)")
    write_json(options.json, {"median": median, "runs": results})


if __name__ == "__main__":
    main()
