"""Makes a source file that uses every name and call in the tables of docs/runtime-header.md.

usage: uses-of-names.py runtime-header.md > uses.cpp
"""
import re
import sys

NUMBERS = ["float", "double", "sycl::half", "sycl::vec<float, 3>", "sycl::marray<double, 5>"]


def rows(text, header):
    table = text.split(header, 1)[1].split("\n\n", 1)[0]
    for line in table.splitlines()[2:]:
        cells = [cell.replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        yield [re.findall(r"`([^`]+)`", cell) for cell in cells]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    count = 0
    print("#include <sycl/sycl.hpp>")
    names, members, calls = [], [], []
    for place, found in rows(text, "| in | names |"):
        if len(place) > 1:
            print(f"#include {place[1]}")
        names += [f"namespace name_{count + i} {{ using {place[0]}::{name}; }}" for i, name in enumerate(found)]
        count += len(found)
    for i, ([kind], found) in enumerate(rows(text, "| class | members |")):
        uses = " ".join(f"using base::{member};" for member in found)
        members.append(f"struct member_{i} : {kind} {{ using base = {kind}; {uses} }};")
        count += len(found)
    for functions, [arguments] in rows(text, "| functions of `sycl` | called with |"):
        for function in functions:
            for number in NUMBERS if "x" in arguments else ["float"]:
                calls.append(f"  {{ [[maybe_unused]] {number} x(p[0]), y(p[1]); (void)sycl::{function}{arguments}; }}")
            count += 1
    assert count > 400, f"the tables have {count} names"
    print("\n".join(names + members))
    print("#include <cmath>")
    cmath = text.split("`<cmath>` has", 1)[1].split(":", 1)[1].split("\n\n", 1)[0]
    twice, once = (re.findall(r"`(\w+)`", part) for part in cmath.split("; and "))
    print("\n".join(f"namespace c_{name} {{ using std::{name}; using ::{name}; }}" for name in twice + once))
    print("\n".join(f"namespace c_{name}f {{ using std::{name}f; using ::{name}f; }}" for name in twice))
    print("[[clang::sycl_external]] void calls(float *p) {")
    print("  [[maybe_unused]] float f = p[0]; [[maybe_unused]] int i = 1; [[maybe_unused]] sycl::float3 v(f);")
    print("\n".join(calls))
    print("}")


main()
