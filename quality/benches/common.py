"""What benchmarks have in common: where things are, their command lines, how long commands take, and medians of that."""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LLVM = Path(os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin"))
PACKAGER = ROOT / "target/release/sycl-packager"
SYCL = ROOT / "target/intel-sycl"
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def parser(name, description, repeat=None, what="command"):
    """The command line of a benchmark that runs each `what` so often."""
    found = argparse.ArgumentParser(prog=f"scripts/bench {name}", description=description)
    if repeat:
        found.add_argument("--repeat", type=int, default=repeat, metavar="N", help=f"runs of each {what} ({repeat})")
    found.add_argument("--json", metavar="FILE", help="also write the numbers there")
    return found


def timed(command, cwd, **options):
    """Wall and CPU seconds of a command with all its children."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([str(c) for c in command], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed with {done.returncode}:\n{done.stderr.decode()}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_turn(commands, repeat, cwd, **options):
    """The times of named commands, run one after the other so that all meet the same machine."""
    results = {name: [] for name in commands}
    for _ in range(repeat):
        for name, command in commands.items():
            results[name].append(timed(command, cwd, **options))
    return results


def medians(results):
    """Medians of each part of what was measured, by name."""
    return {name: [statistics.median(column) for column in zip(*runs)] for name, runs in results.items()}


def write_json(path, numbers):
    """Writes the numbers where that is asked for."""
    if path:
        Path(path).write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
