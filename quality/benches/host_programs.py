#!/usr/bin/env python3
"""SYCL programs of a checkout of HeCBench on this machine's processors: this project, AdaptiveCpp and Intel's CPU device.

`--build` compiles each program with the options of its own make file, for the processor that is there, by `sycl++` and by
`acpp --acpp-targets=omp`, and says what that takes of CPU time: a new file, and with `sycl++` one that is compiled again,
from the third time on with precompiled headers; programs run on Intel's device as generic code (scripts/build
--rtc). A program whose run takes longer than `--fit` seconds gets a tenth of its last number, most often the rounds, up to
three times. Then the three run in turn, alone, with all processors; of each time that versions print under the same words
the smallest counts. A program's ratio is the geometric mean of its times' ratios.
"""

import concurrent.futures
import json
import re
import resource
import shutil
import statistics
import sys

from program_times import (ROOT, SUITE, command_of, compare, keep_least, link_others, mean, measure_all, not_compared,
                           parser)

OPENCL = ROOT / "target/intel-opencl/lib"
# The environment of each, and the version that it runs.
PEERS = {
    "own": ("sycl", {"ONEAPI_DEVICE_SELECTOR": "host:*"}),
    "acpp": ("acpp", {"ACPP_VISIBILITY_MASK": "omp"}),
    "intel": ("sycl", {"ONEAPI_DEVICE_SELECTOR": "opencl:cpu", "OCL_ICD_FILENAMES": str(OPENCL / "libintelocl.so"),
                       "LD_LIBRARY_PATH": str(OPENCL)}),
}


def build(name, compiler, times, output):
    """Builds a version of a program; the reason if that fails. Its command, and the CPU seconds that it took the first and
    the last time, go into files."""
    make = f"make CC='{compiler}' CXX='{compiler}' GPU=no"
    seconds = []
    for _ in range(times):
        SUITE.run("make clean", output, 60)
        status, text, _ = SUITE.run(f"TIMEFORMAT=$'\\ncpu %U %S'; time {make}", output, 600)
        if status != 0:
            lines = [line for line in text.splitlines() if "error" in line]
            return (lines or text.splitlines() or [""])[0][:200]
        seconds.append(sum(float(part) for part in text.splitlines()[-1].split()[1:]))
    command = command_of(make, output)
    if not command:
        return "its make file has no `run`"
    (output / "command").write_text(command)
    (output / "cpu").write_text(str(seconds[0]))
    (output / "cpu-again").write_text(str(seconds[-1]))
    return None


def build_all(options, names):
    source = options.checkout / "src"
    options.directory.mkdir(parents=True, exist_ok=True)
    # The make files have `-fsycl`, which AdaptiveCpp refuses.
    acpp = options.directory / "acpp-without-fsycl"
    acpp.write_text(f"""#!/bin/bash
for word in "$@"; do [[ $word = -fsycl* ]] || words+=("$word"); done
exec '{options.acpp}' --acpp-targets=omp -march=native -Wno-everything "${{words[@]}}"
""")
    acpp.chmod(0o755)
    compilers = {
        "sycl": (f"{options.sycl} -Wl,--sycl-target=host:native -Wl,--sycl-target=generic -Wl,--sycl-no-cache", 3),
        "acpp": (str(acpp), 1),
    }
    failures = {}
    for kind in compilers:
        link_others(source, options.directory / kind, {f"{name}-sycl" for name in names})
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = {}
        for name in names:
            for kind, (compiler, times) in compilers.items():
                copy = options.directory / kind / f"{name}-sycl"
                if (copy / "command").exists():
                    continue
                copy.unlink() if copy.is_symlink() else shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(source / f"{name}-sycl", copy)
                jobs[pool.submit(build, name, compiler, times, copy)] = f"{kind}/{name}"
        for job in concurrent.futures.as_completed(jobs):
            if why := job.result():
                failures[jobs[job]] = why
                print(f"{jobs[job]}: {why}", flush=True)
    (options.directory / "failures.json").write_text(json.dumps(failures, indent=1, sort_keys=True))
    print(f"{len(names)} programs; {len(failures)} of {len(jobs)} builds failed")


def run(peer, command, name, options, limit):
    """The status and output of a program."""
    kind, environment = PEERS[peer]
    words = " ".join(f"{variable}='{value}'" for variable, value in environment.items())
    return SUITE.run(f"export {words}; {command}", options.directory / kind / f"{name}-sycl", limit)


def fit(name, options):
    """The command of a program with arguments by which it ends soon; nothing if no arguments do that."""
    command = (options.directory / "sycl" / f"{name}-sycl/command").read_text()
    for _ in range(4):
        status, _, _ = run("own", command, name, options, options.fit)
        if status != "timeout":
            return command
        numbers = list(re.finditer(r"(?<= )\d+(?= |$)", command))
        if not numbers or int(numbers[-1].group()) == 1:
            return None
        last = numbers[-1]
        command = command[:last.start()] + str(max(1, int(last.group()) // 10)) + command[last.end():]
    return None


def measure(name, options):
    """What came of the versions of a program."""
    result = {"name": name}
    for kind in ("sycl", "acpp"):
        for file in ("cpu", "cpu-again"):
            cpu = options.directory / kind / f"{name}-sycl" / file
            result[f"{kind}_{file}"] = float(cpu.read_text()) if cpu.exists() else None
    command = fit(name, options)
    if not command:
        return result | {"why": "its run takes too long with each size that was tried"}
    result["command"] = command
    best, why = {}, {}
    for _ in range(options.repeat):
        for peer, (kind, _) in PEERS.items():
            if peer in why or not (options.directory / kind / f"{name}-sycl/command").exists():
                why.setdefault(peer, "it is not built")
                continue
            status, output, _ = run(peer, command, name, options, options.limit)
            if status != 0:
                why[peer] = "time over" if status == "timeout" else f"ended with {status}"
            elif SUITE.WRONG.search(output):
                why[peer] = "says that its results are wrong"
            else:
                keep_least(best.setdefault(peer, {}), output)
    for peer in ("acpp", "intel"):
        if peer not in why and "own" not in why:
            result[peer] = compare(best.get("own", {}), best.get(peer, {}))
    return result | ({"reasons": why} if why else {}) | ({"why": why["own"]} if "own" in why else {})


def table(results):
    """Markdown of the results."""
    lines = []
    peers = {"acpp": "AdaptiveCpp", "intel": "Intel's device"}
    for peer, words in peers.items():
        ratios = [one[peer]["ratio"] for one in results if one.get(peer)]
        if ratios:
            lines.append(f"* {words}: {len(ratios)} programs, geometric mean {mean(ratios):.3f} of its time, "
                         f"{sum(ratio < 1 for ratio in ratios)} faster, {sum(ratio > 1.3 for ratio in ratios)} above 1.3.")
    for file, words in (("cpu", "of new files"), ("cpu-again", "of files that are compiled again")):
        both = [one for one in results if one.get(f"sycl_{file}") and one.get("acpp_cpu")]
        compiled = [one[f"sycl_{file}"] / one["acpp_cpu"] for one in both]
        if compiled:
            lines.append(f"* Compilation {words}: {len(compiled)} programs, geometric mean {mean(compiled):.3f} of "
                         f"AdaptiveCpp's CPU time, median {statistics.median(compiled):.3f}.")
    lines += ["", "| program | ms | to AdaptiveCpp | to Intel's device | CPU seconds to compile: own, own again/AdaptiveCpp |", "|---|---|---|---|---|"]
    compared = [one for one in results if any(one.get(peer) for peer in peers)]
    worst = lambda one: max(one[peer]["ratio"] for peer in peers if one.get(peer))  # noqa: E731
    for one in sorted(compared, key=lambda one: (-worst(one), one["name"])):
        cells = [f"{one[peer]['ratio']:.2f}" if one.get(peer) else one.get("reasons", {}).get(peer, "") for peer in peers]
        own = next(one[peer]["own"] for peer in peers if one.get(peer))
        seconds = (one.get(key) for key in ("sycl_cpu", "sycl_cpu-again", "acpp_cpu"))
        cpu = "{}, {}/{}".format(*(f"{number:.1f}" if number else "-" for number in seconds))
        lines.append(f"| {one['name']} | {own * 1e3:.4g} | {' | '.join(cells)} | {cpu} |")
    without = "no time that two versions print in the same words"
    lines += not_compared((one["name"], one.get("why", without)) for one in results if one not in compared)
    return "\n".join(lines) + "\n"


def said(result):
    """The words on a program while the others run."""
    ratios = [f"{peer} {result[peer]['ratio']:.3f}" for peer in ("acpp", "intel") if result.get(peer)]
    return ", ".join(ratios) or result.get("why") or str(result.get("reasons", "no times"))


def main():
    made = parser("scripts/bench host-programs", __doc__)
    made.add_argument("--acpp", default="acpp", help="AdaptiveCpp's compiler driver")
    made.add_argument("--fit", type=int, default=5, metavar="SECONDS", help="that a run may take (5)")
    options = made.parse_args()
    options.directory = options.directory.resolve()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    source = options.checkout / "src"
    only = set(filter(None, options.only.split(",")))
    names = sorted(path.name.removesuffix("-sycl") for path in source.glob("*-sycl"))
    names = [name for name in names if (not only or name in only) and not SUITE.needs(source / f"{name}-sycl")]
    if options.build:
        return build_all(options, names)
    names = [name for name in names if (options.directory / "sycl" / f"{name}-sycl/command").exists()]
    return measure_all(options, names, measure, said, table)


if __name__ == "__main__":
    sys.exit(main())
