#!/usr/bin/env python3
"""What it costs to compile one generic bitcode for every target.

Two comparisons, each run in turn. The passes: `retarget` and `link-builtins` over the example modules and the same
modules through `opt -passes=verify`. A whole program: one compilation of a translation unit with the headers of a SYCL
runtime and images of it for SPIR-V, sm_80, gfx90a and the host, against a compilation for each of these targets, with
the same back ends. Prints medians in seconds.
"""

import glob
import os
import statistics
import tempfile

from common import LLVM, ROOT, SYCL, in_turn, medians, parser, timed, write_json

RELEASE = os.path.join(ROOT, "target/release")
TARGETS = ["spirv64", "nvptx64:sm_80", "amdgcn:gfx90a"]


def passes(repeat):
    """Sums over the modules: verify, and both passes for each GPU."""
    opt = os.path.join(LLVM, "opt")
    plugin = f"-load-pass-plugin={RELEASE}/libsycl_passes_plugin.so"
    rows = {}
    for target, libclc in (("nvptx64:sm_80", "off"), ("nvptx64:sm_80", "auto"), ("amdgcn:gfx90a", "off"), ("amdgcn:gfx90a", "auto")):
        sums = [0.0, 0.0]
        for module in sorted(glob.glob(f"{ROOT}/examples/ir/*.bc")):
            pipeline = f"-passes=retarget<target={target}>,link-builtins<libclc={libclc};undefined=warn>"
            pipelines = ("-passes=verify", pipeline)
            commands = {name: [opt, plugin, name, "-disable-verify", module, "-o", os.devnull] for name in pipelines}
            times = medians(in_turn(commands, repeat, ROOT))
            sums = [total + times[name][0] for total, name in zip(sums, pipelines)]
        rows[f"{target}, libclc={libclc}"] = sums
    return rows


def program(repeat):
    """One compilation for four targets, and four."""
    clang = [os.path.join(LLVM, "clang++"), "-std=c++20", "-O2", "-fsycl", f"-I{ROOT}/runtime/front-door", "-isystem", f"{SYCL}/include"]
    source = f"{ROOT}/examples/sycl/groups.cpp"
    once, four, again = [], [], []
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as directory:
            environment = dict(os.environ, SYCL_PACKAGER_CACHE_DIR=os.path.join(directory, "cache"))

            def run(*command):
                return timed(command, directory, env=environment)[0]

            def compile_to(name):
                return run(*clang, "-c", source, "-o", name)

            def host(object_name):
                return run(f"{RELEASE}/llvm-to-backend", object_name, "--target", "host", "-o", "host.o")

            def build(name, *targets):
                wanted = [word for target in targets for word in ("--target", target)]
                return run(f"{RELEASE}/sycl-packager", "build", name, *wanted, "-o", "images.o")

            once.append(compile_to("one.o") + build("one.o", *TARGETS) + host("one.o"))
            again.append(build("one.o", *TARGETS))
            environment["SYCL_PACKAGER_CACHE_DIR"] = os.path.join(directory, "other")
            total = 0.0
            for number, target in enumerate(TARGETS):
                total += compile_to(f"{number}.o") + build(f"{number}.o", target)
            four.append(total + compile_to("host-code.o") + host("host-code.o"))
    return [statistics.median(found) for found in (once, four, again)]


def main():
    options = parser("retarget", __doc__, 3).parse_args()
    rows = passes(options.repeat)
    print(f"{'13 modules':<32}{'verify':>10}{'both passes':>14}{'ratio':>8}")
    for name, (verify, both) in rows.items():
        print(f"{name:<32}{verify:>10.3f}{both:>14.3f}{both / verify:>8.2f}")
    results = {"passes": rows}
    if os.path.isdir(os.path.join(SYCL, "include")):
        once, four, again = program(options.repeat)
        results["program"] = {"one compilation": once, "four compilations": four, "nothing to do": again}
        print(f"one compilation, four targets    {once:.2f} s")
        print(f"four compilations                {four:.2f} s; ratio {once / four:.2f}")
        print(f"second run of the build          {again:.3f} s")
    else:
        print("whole program: left out, scripts/setup --with-intel installs the runtime whose headers it takes")
    write_json(options.json, results)


if __name__ == "__main__":
    main()
