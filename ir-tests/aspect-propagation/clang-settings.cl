// In clang, settings come from a file. Warnings appear at the source location, with the flag that controls them,
// followed by their notes. An unusable file is an error, but only when device code is compiled.

// REQUIRES: clang
// RUN: echo '{"aspect-propagation": {"fixed-targets": "intel_gpu_pvc"}}' > %t.json
// RUN: env SYCL_PASSES_CONFIG=%t.json %clang -target spir64 -fpass-plugin=%plugin -O0 -emit-llvm -S %s -o %t.ll 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// RUN: env SYCL_PASSES_CONFIG=%t.json %clang -target spir64 -fpass-plugin=%plugin -O2 -g -emit-llvm -S %s -o %t.ll 2> %t.err
// RUN: FileCheck %s --check-prefix=DEBUG --input-file=%t.err --implicit-check-not=note:
// RUN: env SYCL_PASSES_CONFIG=%t.json not %clang -target spir64 -fpass-plugin=%plugin -Werror -emit-llvm -S %s -o %t.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR

// RUN: echo '{"aspect-propagation": {"fixed-target": "intel_gpu_pvc"}}' > %t.wrong.json
// RUN: env SYCL_PASSES_CONFIG=%t.wrong.json not %clang -target spir64 -fpass-plugin=%plugin -emit-llvm -S %s -o %t.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: env SYCL_PASSES_CONFIG=%t.none.json not %clang -target spir64 -fpass-plugin=%plugin -emit-llvm -S %s -o %t.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: echo 'void f(void) {}' > %t.host.c
// RUN: env SYCL_PASSES_CONFIG=%t.none.json %clang -fpass-plugin=%plugin -O2 -emit-llvm -S %t.host.c -o %t.host.ll
// RUN: env SYCL_PASSES_CONFIG=%t.none.json not opt -load-pass-plugin=%plugin -passes=aspect-propagation %t.host.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// WRONG: error: configuration file `{{.*}}.wrong.json`: unknown parameter `fixed-target=intel_gpu_pvc` of pass `aspect-propagation`; expected one of: pre-opt,
// NONE: configuration file `{{.*}}.none.json`: No such file

// CHECK: clang-settings.cl:[[#@LINE+6]]:{{[0-9]+}}: warning: function 'small' has required sub-group size '8' not supported by fixed target 'intel_gpu_pvc' [-Wpass-failed=aspect-propagation]
// CHECK: note: compile with '-g' to get source location
// DEBUG: clang-settings.cl:[[#@LINE+4]]:{{[0-9]+}}: warning: function 'small' has required sub-group size '8' not supported by fixed target 'intel_gpu_pvc' [-Wpass-failed=aspect-propagation]
// ERROR: clang-settings.cl:[[#@LINE+3]]:{{[0-9]+}}: error: function 'small' has required sub-group size '8' not supported by fixed target 'intel_gpu_pvc' [-Werror,-Wpass-failed=aspect-propagation]
// IR: define {{.*}}spir_kernel void @small({{.*}}!sycl_fixed_targets ![[LIST:[0-9]+]]
__attribute__((intel_reqd_sub_group_size(8)))
kernel void small(global int *p) { *p = 1; }

__attribute__((intel_reqd_sub_group_size(16)))
kernel void fits(global int *p) { *p = 1; }

// IR: ![[LIST]] = !{!"intel_gpu_pvc"}
