#!/usr/bin/env python3
"""Writes the text of a linked SYCL device module of a given size.

usage: generate.py KERNELS [--debug] [--spec-constants] > module.ll

N kernels, ten to a translation unit; N helpers in five call levels, each called from a bounded neighbourhood, eight of them
from everywhere; N/2 constant tables, one in seven of which refers to another; forty declared builtins. Function sizes are
spread around 150 instructions. The same arguments give the same text.
"""
import argparse
import random


def body(rng, lines, values, count, callees, builtins, tables, debug):
    """Straight-line integer code over `values`, with calls and table loads strewn in."""
    calls = list(callees)
    calls += [("b", b) for b in builtins]
    places = sorted(rng.sample(range(count), min(count, len(calls) + len(tables))))
    events = calls + [("t", t) for t in tables]
    rng.shuffle(events)
    number = 0
    for index in range(count):
        suffix = debug(index)
        if places and places[0] == index:
            places.pop(0)
            kind, what = events.pop()
            a = rng.choice(values)
            if kind == "h":
                lines.append(f"  %v{number} = call spir_func i32 @helper_{what}(i32 {a}, ptr addrspace(1) %p){suffix}")
            elif kind == "b":
                lines.append(f"  %v{number} = call spir_func i32 @_Z{15 + len(str(what))}__spirv_builtin{what}i(i32 {a}){suffix}")
            else:
                lines.append(f"  %x{number} = and i32 {a}, 15{suffix}")
                lines.append(f"  %g{number} = getelementptr inbounds i32, ptr addrspace(1) @table_{what}, i32 %x{number}{suffix}")
                lines.append(f"  %v{number} = load i32, ptr addrspace(1) %g{number}, align 4{suffix}")
        else:
            op = rng.choice(("add", "mul", "xor", "sub", "and", "or"))
            a, b = rng.choice(values), rng.choice(values + [str(rng.randrange(1, 1000))])
            lines.append(f"  %v{number} = {op} i32 {a}, {b}{suffix}")
        values = values[-12:] + [f"%v{number}"]
        number += 1
    return values[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kernels", type=int)
    parser.add_argument("--debug", action="store_true", help="with debug info")
    parser.add_argument("--spec-constants", action="store_true", help="every kernel asks for a specialization constant")
    options = parser.parse_args()
    n = options.kernels
    rng = random.Random(n)
    lines = ['source_filename = "bench.cpp"',
             'target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"',
             'target triple = "spir64-unknown-unknown"', ""]
    metadata = []

    def node(text):
        metadata.append(text)
        return f"!{len(metadata) - 1}"

    flags = [node('!{i32 1, !"sycl-device", i32 1}')]
    units, subprogram_type = [], None
    tus = max(1, (n + 9) // 10)
    if options.debug:
        flags.append(node('!{i32 2, !"Debug Info Version", i32 3}'))
        integer = node('!DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)')
        subprogram_type = node(f"!DISubroutineType(types: {node('!{' + integer + '}')})")
        for tu in range(tus):
            file = node(f'!DIFile(filename: "tu{tu}.cpp", directory: "/bench")')
            members = ", ".join(node(f'!DIDerivedType(tag: DW_TAG_member, name: "m{i}", baseType: {integer}, size: 32, offset: {32 * i})') for i in range(8))
            retained = node("!{" + node(f'!DICompositeType(tag: DW_TAG_structure_type, name: "S{tu}", file: {file}, line: 1, size: 256, elements: {node("!{" + members + "}")})') + "}")
            units.append((node(f'distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: {file}, producer: "bench", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: {retained})'), file))

    def subprogram(name, tu, line):
        if not options.debug:
            return "", lambda index: ""
        unit, file = units[tu]
        sp = node(f'distinct !DISubprogram(name: "{name}", linkageName: "{name}", scope: {file}, file: {file}, line: {line}, type: {subprogram_type}, scopeLine: {line}, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: {unit})')
        places = [node(f"!DILocation(line: {line + i}, column: {3 + i % 40}, scope: {sp})") for i in range(24)]
        return f" !dbg {sp}", lambda index: f", !dbg {places[index % 24]}"

    for t in range(max(1, n // 2)):
        values = ", ".join(f"i32 {rng.randrange(1 << 30)}" for _ in range(16))
        lines.append(f"@table_{t} = internal unnamed_addr addrspace(1) constant [16 x i32] [{values}], align 4")
        if t % 7 == 0 and t:
            lines.append(f"@index_{t} = internal unnamed_addr addrspace(1) constant [2 x ptr addrspace(1)] [ptr addrspace(1) @table_{t - 1}, ptr addrspace(1) @table_{t}], align 8")
    if options.spec_constants:
        for k in range(n):
            name = f"constant_{k}"
            lines.append(f'@name_{k} = private unnamed_addr addrspace(4) constant [{len(name) + 1} x i8] c"{name}\\00", align 1')
            lines.append(f"@default_{k} = internal addrspace(1) constant {{ i32 }} {{ i32 {k} }}, align 4")
        lines.append("declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))")
    for b in range(40):
        lines.append(f"declare spir_func i32 @_Z{15 + len(str(b))}__spirv_builtin{b}i(i32)")

    sizes = lambda: max(40, int(rng.gauss(150, 52)))
    tables = max(1, n // 2)
    levels = 5
    for h in range(n):
        level = h % levels
        popular = [("h", i * levels + level + 1) for i in range(8) if level + 1 < levels and i * levels + level + 1 < n]
        near = [h + d for d in range(1, 40) if (h + d) < n and (h + d) % levels == level + 1] if level + 1 < levels else []
        width = 2 if rng.random() < 0.3 else 1
        callees = [("h", c) for c in rng.sample(near, min(len(near), width))]
        if rng.random() < 0.4:
            callees += rng.sample(popular, min(len(popular), 1))
        attach, place = subprogram(f"helper_{h}", min(h // 10, tus - 1), 10 + h)
        lines.append(f"\ndefine internal spir_func i32 @helper_{h}(i32 %a, ptr addrspace(1) %p){attach} {{")
        last = body(rng, lines, ["%a"], sizes(), callees, rng.sample(range(40), 2), [rng.randrange(tables)], place)
        lines.append(f"  ret i32 {last}{place(0)}\n}}")
    for k in range(n):
        tu = k // 10
        base = (k // levels) * levels
        near = [c for c in range(base, min(n, base + 30)) if c % levels == 0]
        callees = [("h", c) for c in rng.sample(near, min(len(near), 3))]
        attach, place = subprogram(f"kernel_{k}", tu, 10 + k)
        lines.append(f'\ndefine weak_odr spir_kernel void @kernel_{k}(ptr addrspace(1) %p, i32 %a) #{tu}{attach} {{')
        values = ["%a"]
        if options.spec_constants:
            lines.append(f"  %c = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_{k}, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_{k} to ptr addrspace(4)), ptr addrspace(4) null){place(0)}")
            values = ["%a", "%c"]
        last = body(rng, lines, values, sizes(), callees, rng.sample(range(40), 3), [rng.randrange(tables)], place)
        lines.append(f"  store i32 {last}, ptr addrspace(1) %p, align 4{place(1)}")
        lines.append(f"  ret void{place(2)}\n}}")
    lines.append("")
    for tu in range(tus):
        lines.append(f'attributes #{tu} = {{ "sycl-module-id"="tu{tu}.cpp" "module-id"="tu{tu}.cpp" "sycl-optlevel"="2" }}')
    lines.append("\n!llvm.module.flags = !{" + ", ".join(flags) + "}")
    if units:
        lines.append("!llvm.dbg.cu = !{" + ", ".join(u for u, _ in units) + "}")
    lines.extend(f"!{i} = {text}" for i, text in enumerate(metadata))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
