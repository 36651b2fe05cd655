// clang prints the same line if the plugin was built for another LLVM.

// REQUIRES: all-plugins, clang
// RUN: not %clang -fpass-plugin=%plugin_19 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: sycl-passes: this plugin was built for LLVM 19 and cannot run in LLVM 22.

int f(void) { return 0; }
