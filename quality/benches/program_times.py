"""The times that programs of HeCBench print themselves, and how two versions of a program compare by them."""

import argparse
import importlib.machinery
import importlib.util
import json
import math
import os
import pathlib
import re
import statistics

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

def suite():
    """scripts/sycl-suite as a module: which programs need only SYCL, and how they are run."""
    loader = importlib.machinery.SourceFileLoader("suite", str(ROOT / "scripts/sycl-suite"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("suite", loader))
    loader.exec_module(module)
    return module


SUITE = suite()

UNITS = {"s": 1, "sec": 1, "secs": 1, "seconds": 1, "ms": 1e-3, "msec": 1e-3, "milliseconds": 1e-3,
         "us": 1e-6, "usec": 1e-6, "microseconds": 1e-6, "ns": 1e-9, "nanoseconds": 1e-9}
UNIT = "(" + "|".join(sorted(UNITS, key=len, reverse=True)) + ")"
NUMBER = r"(\d+\.?\d*(?:[eE][+-]?\d+)?)"
# `12.5 (us)`, `12.5us`, and `Total time (s) : 12.5`.
TIMES = [re.compile(rf"{NUMBER}\s*[\[(]?\s*{UNIT}\b"), re.compile(rf"[\[(]\s*{UNIT}\s*[\])]\s*[:=]?\s*{NUMBER}")]
# Times of the host, of whole programs and of copies say nothing about kernels.
OTHER = re.compile(r"\bhost\b|\bcpu\b|\bserial\b|reference|offload|transfer|memcpy|copy|alloc|setup|init", re.I)


def times(output):
    """The seconds of an output by the words around them: a list for each."""
    found = {}
    for line in output.splitlines():
        if not re.search(r"time|elapsed|kernel|took|latency", line, re.I) or OTHER.search(line):
            continue
        for pattern in TIMES:
            match = pattern.search(line)
            if match:
                words = [one for one in match.groups() if one]
                number, unit = words if words[1] in UNITS else reversed(words)
                label = re.sub(r"\d+\.?\d*(?:[eE][+-]?\d+)?", "#", line).strip().lower()
                # Fewer than three digits say too little.
                digits = len(re.sub(r"[eE].*|\.", "", number).lstrip("0"))
                seconds = float(number) * UNITS[unit]
                if digits >= 3 and seconds > 0:
                    found.setdefault(label, []).append(seconds)
                break
    return found


def keep_least(best, output):
    """Puts the times of an output among the least ones so far."""
    for label, found in times(output).items():
        best[label] = [min(pair) for pair in zip(best.get(label, found), found)]


def compare(own, other):
    """How the times that both versions print in the same words compare; nothing if there are none."""
    labels = [label for label in own if label in other and len(own[label]) == len(other[label])]
    if any("kernel" in label for label in labels):
        labels = [label for label in labels if "kernel" in label]
    pairs = [pair for label in labels for pair in zip(own[label], other[label])]
    if not pairs:
        return None
    ratios = [one / two for one, two in pairs]
    return {"own": sum(one for one, _ in pairs), "other": sum(two for _, two in pairs),
            "ratio": statistics.geometric_mean(ratios), "least": min(ratios), "most": max(ratios)}


def mean(ratios):
    """The geometric mean."""
    return math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))


def link_others(source, directory, copied):
    """Links to what programs read of each other: headers, and data of their twins."""
    directory.mkdir(parents=True, exist_ok=True)
    for other in source.iterdir():
        link = directory / other.name
        if other.name not in copied and not link.exists():
            link.symlink_to(other.resolve())


def command_of(make, output):
    """The command that a make file's `run` starts; nothing if it has none."""
    _, plan, _ = SUITE.run(f"{make} -n run", output, 60)
    return next((line.strip() for line in plan.splitlines() if re.match(r"\s*(?:\S+=\S+ )*\./", line)), None)


def parser(prog, description):
    """The command line that these benchmarks share."""
    made = argparse.ArgumentParser(prog=prog, description=description)
    made.add_argument("checkout", type=pathlib.Path, help="a clone of github.com/zjin-lcf/HeCBench")
    made.add_argument("--directory", type=pathlib.Path, required=True, help="where programs are built")
    made.add_argument("--build", action="store_true", help="build only; otherwise run only")
    made.add_argument("--sycl", default=str(ROOT / "target/release/sycl++"), help="the SYCL compiler and its options")
    made.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="builds at a time")
    made.add_argument("--only", default="", metavar="NAME,...", help="only these programs")
    made.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each program (3)")
    made.add_argument("--limit", type=int, default=30, metavar="SECONDS", help="for one run (30)")
    made.add_argument("--json", type=pathlib.Path, metavar="FILE",
                      help="a line for each program, appended; programs that are there are not run")
    made.add_argument("--output", type=pathlib.Path, metavar="FILE.md", help="also write the table there")
    return made


def not_compared(reasons):
    """Lines of a table of programs by why they are not compared, from pairs of a name and why."""
    names = {}
    for name, why in reasons:
        names.setdefault(why, []).append(name)
    if not names:
        return []
    return ["", "| not compared | programs |", "|---|---|"] + [
        f"| {why} | {' '.join(sorted(of_why))} |" for why, of_why in sorted(names.items())]


def measure_all(options, names, measure, said, table):
    """Measures the programs that the file of results does not have, and writes the table of all."""
    known = options.json.read_text().splitlines() if options.json and options.json.exists() else []
    results = [json.loads(line) for line in known]
    done = {one["name"] for one in results}
    for name in names:
        if name in done:
            continue
        result = measure(name, options)
        results.append(result)
        print(f"{name:<28}{said(result)}", flush=True)
        if options.json:
            with options.json.open("a") as file:
                file.write(json.dumps(result) + "\n")
    text = table(results)
    print(text)
    if options.output:
        options.output.write_text(text)
