// A device configuration named in the settings is read once for both runs of a compilation, and not at all for host
// code or if no device module uses it. An unusable one causes a single error.

// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t
// RUN: echo '{"aspect-propagation": {"devices": "%t/fifo", "fixed-targets": "mine"}}' > %t/settings.json
// RUN: env SYCL_PASSES_CONFIG=%t/settings.json %python %S/Inputs/read-once.py %t/fifo %S/Inputs/devices.json \
// RUN:   %clang -target spir64 -fpass-plugin=%plugin -O2 -x c -emit-llvm -S %s -o %t/device.ll
// RUN: echo '{"aspect-propagation": {"devices": "%t/none.json", "fixed-targets": "mine"}}' > %t/settings.json
// RUN: env SYCL_PASSES_CONFIG=%t/settings.json %clang -fpass-plugin=%plugin -O2 -emit-llvm -S %s -o %t/host.ll 2>&1 | count 0
// RUN: env SYCL_PASSES_CONFIG=%t/settings.json not %clang -target spir64 -fpass-plugin=%plugin -O2 -emit-llvm -S %s -o %t/none.ll 2>%t/err
// RUN: FileCheck %s --input-file=%t/err --implicit-check-not=error:
// CHECK: error: device configuration `{{.*}}none.json`: No such file
void f(void) {}
