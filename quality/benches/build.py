#!/usr/bin/env python3
"""Times sycl-packager build: what it adds to the back ends' own time, and what a run costs that has nothing to do.

usage: quality/benches/build.py [--images 200] [--repeat 5] [--json FILE]

The module is generated (quality/benches/generate.py) and split by kernel for spirv64; two jobs at a time. Beside the build run, in
turns: the back ends alone (the same llc and spirv-val commands on the same files, by xargs -P2), and Ninja on the build's own
`--emit ninja` file. Wall time and CPU time (user + system, children included) in seconds, medians.

What a build adds to the back ends' own time is taken from one run, as the machine differs more between runs than that: the
summary says how long calls of each program took, and two jobs cannot be faster than half the sum of llc and validation.
"""
import json
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from common import LLVM, PACKAGER, ROOT, SCRATCH, medians, parser, timed, write_json


def change_one_kernel(text):
    """The same module with another constant in one kernel."""
    at = text.rindex("spir_kernel void @")
    found = re.compile(r"(add|xor|mul|sub) i32 (%\w+), (\d+)").search(text, at)
    return text[: found.start(3)] + str(int(found.group(3)) + 1) + text[found.end(3) :]


class Bench:
    def __init__(self, scratch, images):
        self.at = Path(scratch)
        self.overheads = []
        text = subprocess.check_output([sys.executable, ROOT / "quality/benches/generate.py", str(images), "--spec-constants"], text=True)
        for name, content in (("m", text), ("changed", change_one_kernel(text))):
            (self.at / f"{name}.ll").write_text(content)
            subprocess.check_call([LLVM / "llvm-as", self.at / f"{name}.ll", "-o", self.at / f"{name}.bc"])
        subprocess.check_call([*map(str, self.build("m", "ninja.o")), "--emit", "ninja", "--build-dir", self.at / "ninja"],
                              cwd=self.at, stdout=subprocess.DEVNULL)
        commands = re.findall(r"^  command = (.*)$", (self.at / "ninja/build.ninja").read_text(), re.M)
        alone = []
        for words in map(shlex.split, commands):
            if words[0].endswith("/llc"):
                alone.append(words)
            elif "validate" in words:
                program = next(w for w in words if w.startswith("--spirv-val=")).split("=", 1)[1]
                # As a validator takes what llc writes: see the packager's `validate`.
                alone.append(["sh", "-c", 'exec "$1" "$2" > /dev/null 2>&1 || true', "sh", program, words[-1]])
        self.alone = alone

    def build(self, module, out):
        return [PACKAGER, "build", f"{module}.bc", "--target", "spirv64", "--split", "kernel", "-j", "2",
                "--cache-dir", self.at / "cache", "-o", out]

    def back_ends(self):
        """The commands for llc, then those for the validator, each set by two workers."""
        lists = []
        for is_llc in (True, False):
            chosen = [c for c in self.alone if c[0].endswith("/llc") == is_llc]
            path = self.at / f"alone-{is_llc}"
            path.write_text("".join(shlex.join(c) + "\0" for c in chosen))
            lists.append(f"xargs -0 -P2 -I@ sh -c 'exec @' < {path}")
        # Splitting has been done by a run of Ninja.
        return timed(["sh", "-ec", "; ".join(lists)], self.at / "ninja")

    def turn(self, results):
        def add(name, value):
            results.setdefault(name, []).append(value)
            print(f"  {name}: {value[0]:.3f} s wall, {value[1]:.3f} s CPU", file=sys.stderr, flush=True)

        shutil.rmtree(self.at / "cache", ignore_errors=True)
        (self.at / "m.o").unlink(missing_ok=True)
        done = subprocess.run([*map(str, self.build("m", "m.o")), "--json"], cwd=self.at, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        summary = json.loads(done.stdout)
        tools = summary["tool_milliseconds"]
        self.overheads.append(2000 * summary["seconds"] / (tools["llc"] + tools["sycl-packager"]) - 1)
        shutil.rmtree(self.at / "cache")
        (self.at / "m.o").unlink()
        add("build, nothing cached", timed(self.build("m", "m.o"), self.at))
        add("build, nothing to do", timed(self.build("m", "m.o"), self.at))
        (self.at / "m.o").unlink()
        add("build, result removed", timed(self.build("m", "m.o"), self.at))
        add("build, one kernel changed", timed(self.build("changed", "m.o"), self.at))
        subprocess.run(["ninja", "-C", self.at / "ninja", "-t", "clean"], stdout=subprocess.DEVNULL, check=True)
        add("ninja, nothing built", timed(["ninja", "-j2", "-C", "ninja"], self.at))
        add("ninja, nothing to do", timed(["ninja", "-j2", "-C", "ninja"], self.at))
        add("back ends alone", self.back_ends())


def main():
    arguments = parser("build", __doc__.split("\n")[0], 5)
    arguments.add_argument("--images", type=int, default=200)
    options = arguments.parse_args()
    results = {}
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
        bench = Bench(scratch, options.images)
        for _ in range(options.repeat):
            bench.turn(results)
    median = medians(results)
    print(f"\n{options.images} images, two jobs: medians of {options.repeat}")
    print(f"{'':28}{'wall s':>10}{'CPU s':>10}")
    for name, (wall, cpu) in median.items():
        print(f"{name:28}{wall:10.3f}{cpu:10.3f}")
    added = statistics.median(bench.overheads)
    print(f"a build adds to the back ends' own time: {added:.1%} (of {', '.join(f'{o:.1%}' for o in bench.overheads)})")
    for name in ("build, nothing cached", "ninja, nothing built"):
        wall, cpu = (a / b for a, b in zip(median[name], median["back ends alone"]))
        print(f"{name} / back ends alone: {wall:.3f} wall, {cpu:.3f} CPU")
    write_json(options.json, {"images": options.images, "added": added, "median": median, "runs": results})


if __name__ == "__main__":
    main()
