#!/usr/bin/env python3
"""What a launch costs on this processor: an empty kernel with its wait, without, and small command groups over a buffer.

Beside them a parallel region of GCC's OpenMP, with as many threads. Each program runs in turn; prints the median of the
runs in nanoseconds, for one thread and for two.
"""

import os
import statistics
import subprocess
import tempfile

from common import LLVM, ROOT, parser, write_json


def main():
    options = parser("launch", __doc__, 5, "program").parse_args()
    source = f"{ROOT}/quality/benches/kernels/launch.cpp"
    found = {}
    with tempfile.TemporaryDirectory() as directory:
        sycl, openmp = (os.path.join(directory, name) for name in ("sycl", "openmp"))
        configuration = f"--config={ROOT}/target/release/sycl.cfg"
        subprocess.run([f"{LLVM}/clang++", configuration, "-O2", source, "-o", sycl], check=True)
        subprocess.run(["g++", "-O2", "-fopenmp", source, "-o", openmp], check=True)
        for _ in range(options.repeat):
            for threads in (1, 2):
                environment = dict(os.environ, SYCL_HOST_THREADS=str(threads), OMP_NUM_THREADS=str(threads))
                for program in (sycl, openmp):
                    output = subprocess.run([program], check=True, env=environment, capture_output=True, text=True).stdout
                    for line in output.splitlines():
                        name, number = line.split()
                        found.setdefault((name, threads), []).append(float(number))
    print(f"{'':<18}{'1 thread':>12}{'2 threads':>12}   ns")
    medians = {key: statistics.median(numbers) for key, numbers in found.items()}
    for name in dict.fromkeys(name for name, _ in found):
        print(f"{name:<18}{medians[name, 1]:>12.0f}{medians[name, 2]:>12.0f}")
    write_json(options.json, {f"{name} {threads}": number for (name, threads), number in medians.items()})


if __name__ == "__main__":
    main()
