"""large.py WHAT: prints a module with a large initializer, or one that is nested deep."""
import sys

print('target triple = "spir64-unknown-unknown"')
if sys.argv[1] == "wide":
    count = 100_000
    element = "ptr addrspace(4) addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 {}) to ptr addrspace(4))"
    elements = ", ".join(element.format(index) for index in range(count))
    print(f"@g = addrspace(1) global [{count} x ptr addrspace(4)] [{elements}]")
elif sys.argv[1] == "deep":
    value = "ptrtoint (ptr addrspace(1) @g to i64)"
    for index in range(3000):
        value = f"sub (i64 {index}, i64 {value})"
    print(f"@g = addrspace(1) global i64 {value}")
else:
    # Deeper than LLVM's reader takes as one expression: each variable's type holds the one before.
    print("%t0 = type { ptr addrspace(4) }")
    for index in range(1, 3000):
        print(f"%t{index} = type {{ %t{index - 1} }}")
    print("define spir_func void @f(ptr addrspace(4) %p) {\n  %s = alloca %t2999\n  ret void\n}")
