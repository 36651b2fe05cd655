#!/usr/bin/env python3
"""Times each pass against LLVM's own globaldce on the same generated module, in one run.

usage: quality/benches/passes.py [--repeat 7] [--json FILE] [PASS...]

  PASS   spec-constants, aspect-propagation, global-offset, local-accessor-to-shared-memory, host (default: all)

Every figure is the median of the CPU time (user + system) of whole `opt` processes without output, and what of it is more
than reading the module. The modules: 10,000 specialization constants with 100,000 uses; 4,000 kernels and 100,000 functions
with aspects; 4,000 kernels with two local arguments and an offset that is asked for two calls down. `host` is what the
plugin costs clang on a host module of 100,000 functions: the pipeline of -O0 with the plugin and without it.
"""
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from common import LLVM, ROOT, SCRATCH, parser, write_json
from split import run

PLUGIN = ROOT / "target/release/libsycl_passes_plugin.so"
SPIR = 'target triple = "spir64-unknown-unknown"'
NVPTX = 'target triple = "nvptx64-nvidia-cuda"'


def spec_constants():
    constants, uses = 10_000, 100_000
    yield SPIR
    yield "declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)"
    for i in range(constants):
        name = f"constant_{i}"
        yield f'@name_{i} = private constant [{len(name) + 1} x i8] c"{name}\\00"'
        yield f"@default_{i} = internal constant {{ i32 }} {{ i32 {i} }}"
    for kernel in range(uses // 100):
        yield f"define spir_kernel void @kernel_{kernel}(ptr addrspace(1) %out) {{"
        for use in range(100):
            i = (kernel * 37 + use * 101) % constants
            yield (f"  %v{use} = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_"
                   f"(ptr @name_{i}, ptr @default_{i}, ptr null)")
            yield f"  store i32 %v{use}, ptr addrspace(1) %out"
        yield "  ret void\n}"


def aspects():
    kernels, functions = 4_000, 100_000
    yield SPIR
    for i in range(functions):
        used = " !sycl_used_aspects !1" if i % 97 == 0 else ""
        yield f"define spir_func i32 @function_{i}(i32 %a){used} {{"
        for step in range(6):
            yield f"  %t{step} = add i32 {'%a' if step == 0 else f'%t{step - 1}'}, {step}"
        last = "%t5"
        # Calls go to higher numbers only, a few steps away.
        for call, target in enumerate(t for t in (i + 1 + i % 7, i + 13) if t < functions and i % 25 < 20):
            yield f"  %c{call} = call spir_func i32 @function_{target}(i32 {last})"
            last = f"%c{call}"
        yield f"  ret i32 {last}\n}}"
    for k in range(kernels):
        yield f"define spir_kernel void @kernel_{k}(ptr addrspace(1) %p) {{"
        yield f"  %r = call spir_func i32 @function_{k * (functions // kernels)}(i32 {k})"
        yield "  store i32 %r, ptr addrspace(1) %p\n  ret void\n}"
    yield '!sycl_aspects = !{!0}\n!0 = !{!"fp64", i32 6}\n!1 = !{i32 6}'


def gpu():
    kernels = 4_000
    yield NVPTX
    yield "declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)"
    for k in range(kernels):
        yield f"define internal i64 @inner_{k}(i32 %d) {{"
        yield "  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)\n  ret i64 %o\n}"
        yield f"define internal i64 @outer_{k}(i32 %d) {{"
        yield f"  %o = call i64 @inner_{k}(i32 %d)\n  %r = add i64 %o, 1\n  ret i64 %r\n}}"
        yield f"define ptx_kernel void @kernel_{k}(ptr addrspace(1) %p, ptr addrspace(3) %a, ptr addrspace(3) %b) {{"
        yield f"  %o = call i64 @outer_{k}(i32 0)"
        yield "  %x = load i32, ptr addrspace(3) %a\n  %y = load i64, ptr addrspace(3) %b"
        for step in range(40):
            yield f"  %t{step} = add i64 {'%y' if step == 0 else f'%t{step - 1}'}, {step}"
        yield "  %s = add i64 %t39, %o\n  store i64 %s, ptr addrspace(1) %p\n  ret void\n}"


def host():
    for line in aspects():
        yield line.replace("spir64-unknown-unknown", "x86_64-pc-linux-gnu").replace("spir_kernel ", "").replace("spir_func ", "")


MODULES = {
    "spec-constants": spec_constants,
    "aspect-propagation": aspects,
    "global-offset": gpu,
    "local-accessor-to-shared-memory": gpu,
    "host": host,
}


def measure(name, repeat):
    with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
        text, module = Path(scratch, "m.ll"), Path(scratch, "m.bc")
        text.write_text("\n".join(MODULES[name]()) + "\n")
        subprocess.check_call([LLVM / "llvm-as", text, "-o", module])
        opt = [LLVM / "opt", "-disable-verify", "-disable-output", module]
        plugin = f"-load-pass-plugin={PLUGIN}"
        if name == "host":
            turns = [[run([*opt, "-passes=default<O0>", *more], scratch)[0] for more in ([], [plugin])] for _ in range(repeat)]
            without, loaded = (statistics.median(column) for column in zip(*turns))
            return {"pass": name, "without_s": without, "with_s": loaded}
        opt.append(plugin)
        pipelines = {"read": "function(no-op-function)", "globaldce": "globaldce", name: name}
        times = {key: [] for key in pipelines}
        for _ in range(repeat):
            for key, pipeline in pipelines.items():
                times[key].append(run([*opt, f"-passes={pipeline}"], scratch)[0])
        medians = {key: statistics.median(values) for key, values in times.items()}
    return {"pass": name, "read_s": medians["read"], "globaldce_s": medians["globaldce"], "pass_s": medians[name]}


def main():
    arguments = parser("passes", __doc__.split("\n")[0], 7, "pass")
    arguments.add_argument("passes", nargs="*", metavar="PASS")
    options = arguments.parse_args()
    for name in options.passes:
        if name not in MODULES:
            sys.exit(f"passes.py: unknown pass '{name}'; expected one of: {', '.join(MODULES)}")
    rows = [measure(name, options.repeat) for name in options.passes or MODULES]
    print(f"{'CPU seconds, medians':34}{'read':>8}{'globaldce':>11}{'the pass':>10}{'/ globaldce':>13}{'less reading':>14}")
    for row in rows:
        if row["pass"] == "host":
            print(f"host module, -O0: {row['without_s']:.2f} without the plugin, {row['with_s']:.2f} with it")
            continue
        read, dce, own = row["read_s"], row["globaldce_s"], row["pass_s"]
        print(f"{row['pass']:34}{read:>8.2f}{dce:>11.2f}{own:>10.2f}{own / dce:>13.2f}{own - read:>14.2f}")
    write_json(options.json, rows)


if __name__ == "__main__":
    main()
