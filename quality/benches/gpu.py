#!/usr/bin/env python3
"""SYCL programs and their CUDA twins of a checkout of HeCBench on an NVIDIA GPU: the times that they print themselves.

Two steps, which may run on different machines: `--build` needs clang and a CUDA toolkit (headers, ptxas, libdevice and
libcudart_static.a; NVIDIA's packages on PyPI have them), the run needs the driver alone. Both versions of a program are
compiled by stock clang with the options of its own make file. They run in turn, alone on the GPU; of each time that
both print under the same words the smallest counts. A program's ratio is the geometric mean of its times' ratios.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import sys

from program_times import (ROOT, SUITE, command_of, compare, keep_least, link_others, mean, measure_all, not_compared,
                           parser)


def build(compiler, output):
    """Builds a program by its make file; the reason if that fails."""
    make = f"make CC='{compiler}' CXX='{compiler}' GPU=yes ARCH={os.environ['GPU_ARCHITECTURE']}"
    SUITE.run("make clean", output, 60)
    status, text, _ = SUITE.run(make, output, 600)
    if status != 0:
        lines = [line for line in text.splitlines() if "error" in line]
        return (lines or text.splitlines() or [""])[0][:200]
    command = command_of(make, output)
    if not command:
        return "its make file has no `run`"
    (output / "command").write_text(command)
    frames = [int(size) for size in re.findall(r"(\d+) bytes stack frame", text)]
    registers = [int(count) for count in re.findall(r"Used (\d+) registers", text)]
    taken = {"registers": max(registers, default=None), "local": max(frames, default=None)}
    (output / "facts").write_text(json.dumps(taken))
    return None


def build_all(options):
    """Builds all programs that have both versions; the others' reasons go into a file."""
    source = options.checkout / "src"
    names = sorted(path.name.removesuffix("-sycl") for path in source.glob("*-sycl"))
    names = [name for name in names if (source / f"{name}-cuda").is_dir() and not SUITE.needs(source / f"{name}-sycl")]
    only = set(filter(None, options.only.split(",")))
    names = [name for name in names if not only or name in only]
    os.environ["GPU_ARCHITECTURE"] = options.architecture
    os.environ["PATH"] = f"{options.cuda}/bin:{os.environ['PATH']}"
    os.environ["CUDA_PATH"] = str(options.cuda)
    sycl = f"{options.sycl} -Wl,--sycl-target=nvptx64:{options.architecture}"
    cuda = f"{sys.executable} {ROOT}/quality/benches/nvcc.py"
    link_others(source, options.directory, {f"{name}-{kind}" for name in names for kind in ("sycl", "cuda")})
    for name in names:
        for directory in (f"{name}-sycl", f"{name}-cuda"):
            copy = options.directory / directory
            copy.unlink() if copy.is_symlink() else shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(source / directory, copy)
    failures = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = {}
        for name in names:
            for kind, compiler in (("sycl", sycl), ("cuda", cuda)):
                directory = f"{name}-{kind}"
                job = pool.submit(build, compiler, options.directory / directory)
                jobs[job] = directory
        for job in concurrent.futures.as_completed(jobs):
            why = job.result()
            if why:
                failures[jobs[job]] = why
                print(f"{jobs[job]}: {why}", flush=True)
    (options.directory / "failures.json").write_text(json.dumps(failures, indent=1, sort_keys=True))
    print(f"{len(names)} programs; {len(failures)} of {2 * len(names)} builds failed")


def measure(name, options):
    """What came of both versions of a program."""
    best, said = {}, {}
    facts = {"cuda": json.loads((options.directory / f"{name}-cuda/facts").read_text())}
    for turn in range(options.repeat):
        for kind in ("sycl", "cuda"):
            directory = options.directory / f"{name}-{kind}"
            command = (directory / "command").read_text()
            # The runtime says what kernels take when it loads them; the least time of several runs counts.
            is_asked = kind == "sycl" and turn == 0 and options.repeat > 1
            if is_asked:
                command = "export SYCL_RUNTIME_LOG=debug; " + command
            status, output, _ = SUITE.run(command, directory, options.limit)
            if is_asked:
                taken = re.findall(r"(\d+) registers, (\d+) bytes of private memory", output)
                facts["sycl"] = {"registers": max((int(one) for one, _ in taken), default=None),
                                 "local": max((int(one) for _, one in taken), default=None)}
            if status != 0:
                why = "time over" if status == "timeout" else f"ended with {status}"
                return {"name": name, "why": f"{kind}: {why}"}
            said[kind] = bool(SUITE.WRONG.search(output))
            keep_least(best.setdefault(kind, {}), output)
    if said["sycl"] and not said["cuda"]:
        return {"name": name, "why": "sycl: says that its results are wrong"}
    compared = compare(best.get("sycl", {}), best.get("cuda", {}))
    if not compared:
        return {"name": name, "why": "no time that both print in the same words"}
    result = {"name": name, "sycl": compared.pop("own"), "cuda": compared.pop("other")} | compared
    for kind, known in facts.items():
        result |= {f"{kind}_{fact}": number for fact, number in known.items()}
    return result


def table(results):
    """Markdown of the results."""
    compared = sorted((one for one in results if "ratio" in one), key=lambda one: (-one["ratio"], one["name"]))
    lines = []
    if compared:
        faster = sum(one["ratio"] < 1 for one in compared)
        lines += [f"{len(compared)} programs: geometric mean {mean(one['ratio'] for one in compared):.3f} of CUDA's time, {faster} faster.", "",
                  "| program | SYCL ms | CUDA ms | SYCL / CUDA | least to most | registers | bytes of private memory |",
                  "|---|---|---|---|---|---|---|"]
    for one in compared:
        registers = "/".join(str(one.get(f"{kind}_registers") or "-") for kind in ("sycl", "cuda"))
        private = "/".join(str(one.get(f"{kind}_local", "-")) for kind in ("sycl", "cuda"))
        lines.append(f"| {one['name']} | {one['sycl'] * 1e3:.4g} | {one['cuda'] * 1e3:.4g} | {one['ratio']:.2f} "
                     f"| {one['least']:.2f} to {one['most']:.2f} | {registers} | {private} |")
    lines += not_compared((one["name"], one["why"]) for one in results if "why" in one)
    return "\n".join(lines) + "\n"


def main():
    made = parser("scripts/bench gpu", __doc__)
    made.add_argument("--cuda", type=pathlib.Path, help="a CUDA toolkit, for --build")
    made.add_argument("--architecture", default="sm_90", help="of the GPU (sm_90)")
    options = made.parse_args()
    if options.build and not options.cuda:
        made.error("--build: found no --cuda; expected the directory of a toolkit")
    options.directory, options.cuda = options.directory.resolve(), options.cuda and options.cuda.resolve()
    if options.build:
        return build_all(options)
    names = sorted(path.parent.name.removesuffix("-sycl") for path in options.directory.glob("*-sycl/command"))
    only = set(filter(None, options.only.split(",")))
    names = [name for name in names if not only or name in only]
    names = [name for name in names if (options.directory / f"{name}-cuda/command").exists()]
    said = lambda result: f"{result['ratio']:.3f}" if "ratio" in result else result["why"]  # noqa: E731
    return measure_all(options, names, measure, said, table)


if __name__ == "__main__":
    main()
