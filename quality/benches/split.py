#!/usr/bin/env python3
"""Times splitting: sycl-post-link against llvm-split of the same LLVM, with reading and verifying as the floor.

usage: quality/benches/split.py [--sizes 100,1000,4000] [--repeat 5] [--json FILE] [--chart FILE.svg] [--peer-limit SECONDS]

Every figure is the median over the repeats of the CPU time (user + system) of one whole process; the tools take turns, so
that a slow moment of the machine hits all of them. Memory is the greatest resident set. Outputs go to a memory file system
where there is one. A process that reaches the limit of CPU time for peers is ended; its figures, marked >, are then lower
bounds. The JSON file is written again after each size.
"""
import math
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import LLVM, ROOT, SCRATCH, parser, write_json

POST_LINK = ROOT / "target/release/sycl-post-link"


def run(command, cwd, limit=None):
    """CPU seconds, wall seconds and peak MiB of one process, which may use `limit` seconds of CPU time, and whether it was ended
    for using them."""
    start = time.monotonic()
    process = subprocess.Popen(
        [str(c) for c in command],
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))) if limit else None,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    ended = limit and process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    if process.returncode != 0 and not ended:
        sys.exit(f"{' '.join(map(str, command))} failed with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024, bool(ended)


def contenders(module):
    everything = ["-spec-const=native", "-symbols", "-properties", "-emit-kernel-names", "-emit-param-info"]
    return {
        "ours, kernel": [POST_LINK, "-split=kernel", "-o=x.table", module],
        "ours, kernel, all": [POST_LINK, "-split=kernel", *everything, "-o=x.table", module],
        "ours, kernel, jobs=2": [POST_LINK, "-split=kernel", "-jobs=2", "-o=x.table", module],
        "ours, source": [POST_LINK, "-split=source", "-o=x.table", module],
        "llvm-split, kernel": [LLVM / "llvm-split", "-split-by-category=kernel", module, "-o", "s"],
        "llvm-split, module-id": [LLVM / "llvm-split", "-split-by-category=module-id", module, "-o", "s"],
        "opt, read": [LLVM / "opt", "-disable-verify", "-disable-output", module],
        "opt, verify": [LLVM / "opt", "-passes=verify", "-disable-output", module],
    }


def floor(out, read, repeat):
    """CPU seconds that no splitter can do without: reading the input once and writing every part. What writing a part costs
    is opt's time to read and write it less its time to read it, over a sample of the parts."""
    parts = sorted(Path(out).glob("x_*.bc"))
    sample = parts[:: max(1, len(parts) // 16)][:16]
    cost = 0.0
    for part in sample:
        written = [run([LLVM / "opt", "-disable-verify", part, "-o", "written"], out)[0] for _ in range(repeat)]
        only_read = [run([LLVM / "opt", "-disable-verify", part, "-disable-output"], out)[0] for _ in range(repeat)]
        cost += statistics.mean(written) - statistics.mean(only_read)
    return read + max(0.0, cost) / max(1, len(sample)) * len(parts)


def measure(size, debug, repeat, slow_limit, peer_limit):
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
        text, module = Path(scratch, "m.ll"), Path(scratch, "m.bc")
        arguments = [str(size), "--spec-constants"] + (["--debug"] if debug else [])
        text.write_bytes(subprocess.check_output([sys.executable, ROOT / "quality/benches/generate.py", *arguments]))
        subprocess.check_call([LLVM / "llvm-as", text, "-o", module])
        text.unlink()
        results = {name: [] for name in contenders(module)}
        for turn in range(repeat):
            for name, command in contenders(module).items():
                # The quadratic tools are timed once where one run takes minutes.
                if turn and results[name][0][0] > slow_limit:
                    continue
                out = Path(scratch, "out")
                shutil.rmtree(out, ignore_errors=True)
                out.mkdir()
                limit = peer_limit if name.startswith("llvm-split") else None
                results[name].append(run(command, out, limit))
                if name == "ours, kernel" and not turn:
                    size_out = sum(f.stat().st_size for f in out.iterdir())
                    reading = run(contenders(module)["opt, read"], out)[0]
                    least = floor(out, reading, max(5, repeat))
                print(f"  {size}{' -g' if debug else ''} {name}: {results[name][-1][0]:.2f} s", file=sys.stderr, flush=True)
        return {
            "kernels": size,
            "debug": debug,
            "module_bytes": module.stat().st_size,
            "output_bytes": size_out,
            "floor_s": least,
            "results": {
                name: {
                    "cpu_s": statistics.median(r[0] for r in runs),
                    "wall_s": statistics.median(r[1] for r in runs),
                    "peak_mib": max(r[2] for r in runs),
                    "runs": len(runs),
                    "is_lower_bound": any(r[3] for r in runs),
                }
                for name, runs in results.items()
            },
        }


def exponent(rows, name):
    """Growth of the CPU time with the number of kernels, from the second smallest to the greatest size."""
    points = [(r["kernels"], r["results"][name]["cpu_s"]) for r in rows]
    if len(points) < 2:
        return None
    (n0, t0), (n1, t1) = points[-2], points[-1]
    return math.log(t1 / t0) / math.log(n1 / n0)


def bound(result):
    return ">" if result["is_lower_bound"] else ""


def report(rows):
    for debug in (False, True):
        chosen = [r for r in rows if r["debug"] == debug]
        if not chosen:
            continue
        print(f"\n{'with' if debug else 'without'} debug info: CPU seconds (peak MiB), medians")
        print(f"{'':24}" + "".join(f"{'N=' + str(r['kernels']):>18}" for r in chosen) + f"{'exponent':>10}")
        for name in chosen[0]["results"]:
            cells = "".join(
                f"{bound(r['results'][name])}{r['results'][name]['cpu_s']:.2f}".rjust(10) + f" ({r['results'][name]['peak_mib']:>4.0f})"
                for r in chosen
            )
            e = exponent(chosen, name)
            print(f"{name:24}{cells}{'' if e is None else format(e, '10.2f')}")
        for title, peer, ours in (
            ("faster, kernel", "llvm-split, kernel", "ours, kernel"),
            ("faster, source", "llvm-split, module-id", "ours, source"),
            ("all / split", "ours, kernel, all", "ours, kernel"),
        ):
            ratios = "".join(
                f"{bound(r['results'][peer])}{r['results'][peer]['cpu_s'] / r['results'][ours]['cpu_s']:.2f}".rjust(18) for r in chosen
            )
            print(f"{title:24}{ratios}")
        for title, ours in (("split / floor", "ours, kernel"), ("all / floor", "ours, kernel, all")):
            print(f"{title:24}" + "".join(f"{r['results'][ours]['cpu_s'] / r['floor_s']:>18.2f}" for r in chosen))
        memory = "".join(f"{r['results']['ours, kernel']['peak_mib'] / r['results']['opt, verify']['peak_mib']:>18.2f}" for r in chosen)
        print(f"{'memory / verify':24}{memory}")
        wall = "".join(f"{r['results']['ours, kernel']['wall_s'] / r['results']['ours, kernel, jobs=2']['wall_s']:>18.2f}" for r in chosen)
        print(f"{'wall, jobs 1 / 2':24}{wall}")


def chart(rows, path):
    """CPU time over the number of kernels, both axes logarithmic, as a small SVG."""
    chosen = [r for r in rows if not r["debug"]]
    names = ["llvm-split, kernel", "llvm-split, module-id", "ours, kernel", "ours, source", "opt, read"]
    colours = ["#c0392b", "#e59866", "#1f618d", "#5dade2", "#7f8c8d"]
    width, height, left, bottom = 720, 420, 70, 50
    xs = [math.log10(r["kernels"]) for r in chosen]
    ys = [math.log10(r["results"][n]["cpu_s"]) for r in chosen for n in names]
    x0, x1, y0, y1 = min(xs), max(xs), math.floor(min(ys)), math.ceil(max(ys))
    px = lambda v: left + (v - x0) / ((x1 - x0) or 1) * (width - left - 190)
    py = lambda v: height - bottom - (v - y0) / ((y1 - y0) or 1) * (height - bottom - 20)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for decade in range(y0, y1 + 1):
        out.append(f'<line x1="{left}" x2="{width - 190}" y1="{py(decade):.1f}" y2="{py(decade):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{py(decade) + 4:.1f}" text-anchor="end">{10.0 ** decade:g} s</text>')
    for r in chosen:
        x = px(math.log10(r["kernels"]))
        out.append(f'<text x="{x:.1f}" y="{height - bottom + 18}" text-anchor="middle">{r["kernels"]}</text>')
    out.append(f'<text x="{(left + width - 190) / 2:.0f}" y="{height - 12}" text-anchor="middle">kernels in the module</text>')
    for name, colour in zip(names, colours):
        points = [(px(math.log10(r["kernels"])), py(math.log10(r["results"][name]["cpu_s"]))) for r in chosen]
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        out.append(f'<text x="{points[-1][0] + 10:.1f}" y="{points[-1][1] + 4:.1f}" fill="{colour}">{name}</text>')
    out.append("</svg>")
    Path(path).write_text("\n".join(out) + "\n")


def main():
    arguments = parser("split", __doc__.split("\n")[0], 5, "tool")
    arguments.add_argument("--sizes", default="100,1000,4000")
    arguments.add_argument("--chart")
    arguments.add_argument("--no-debug", action="store_true", help="only modules without debug info")
    arguments.add_argument("--slow-limit", type=float, default=30.0, help="time what takes longer only once (CPU seconds)")
    arguments.add_argument("--peer-limit", type=int, help="end llvm-split after this many CPU seconds; it is then slower than that")
    options = arguments.parse_args()
    rows = []
    for debug in (False,) if options.no_debug else (False, True):
        for size in map(int, options.sizes.split(",")):
            rows.append(measure(size, debug, options.repeat, options.slow_limit, options.peer_limit))
            write_json(options.json, rows)
    report(rows)
    if options.chart:
        chart(rows, options.chart)


if __name__ == "__main__":
    main()
