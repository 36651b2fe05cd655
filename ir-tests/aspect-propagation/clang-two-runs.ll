; One clang command runs the pass before and after optimization: fp64 is recorded where the optimized kernel still uses
; it, and the warning about the source appears once. Host modules are unchanged. -O0 keeps all recorded aspects.

; REQUIRES: clang
; RUN: %clang -target spir64 -fpass-plugin=%plugin -O2 -emit-llvm -S %s -o - 2>%t.err | FileCheck %s --check-prefixes=CHECK,O2
; RUN: FileCheck %s --check-prefix=WARN --input-file=%t.err --implicit-check-not=device_has
; RUN: %clang -target spir64 -fpass-plugin=%plugin -O0 -emit-llvm -S %s -o - 2>%t.err | FileCheck %s --check-prefixes=CHECK,O0
; RUN: FileCheck %s --check-prefix=WARN --input-file=%t.err --implicit-check-not=device_has
; WARN: warning: function 'folded(float*)' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute [-Wpass-failed=aspect-propagation]
; WARN: note: compile with '-g' to get source location

; RUN: not %clang -target spir64 -fpass-plugin=%plugin -O0 -Werror -emit-llvm -S %s -o - 2>&1 | FileCheck %s --check-prefix=ERROR
; ERROR: error: function 'folded(float*)' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute [-Werror,-Wpass-failed=aspect-propagation]
; RUN: %clang -target spir64 -fpass-plugin=%plugin -O0 -Wno-pass-failed -emit-llvm -S %s -o - 2>&1 | FileCheck %s --check-prefix=NO-WARN
; NO-WARN-NOT: warning: function

; RUN: sed -e 's/^target triple.*/target triple = "x86_64-unknown-linux-gnu"/' -e 's/spir_kernel//; s/spir_func//' %s > %t.host.ll
; RUN: %clang -target x86_64-linux-gnu -fpass-plugin=%plugin -O2 -emit-llvm -S %t.host.ll -o - 2>&1 \
; RUN:   | FileCheck %s --check-prefix=HOST --allow-empty
; HOST-NOT: sycl_fixed_targets

target triple = "spir64-unknown-unknown"

; O2: define spir_kernel void @folds({{.*}}) {{.*}}!sycl_fixed_targets
; O0: define spir_kernel void @folds({{.*}}!sycl_used_aspects ![[FP64:[0-9]+]]
define spir_kernel void @folds(ptr addrspace(1) %p) {
  call spir_func void @_Z6foldedPf(ptr addrspace(1) %p)
  ret void
}
define internal spir_func void @_Z6foldedPf(ptr addrspace(1) %p) !sycl_declared_aspects !1 {
  %wide = fadd double 1.0, 0.5
  %narrow = fptrunc double %wide to float
  store float %narrow, ptr addrspace(1) %p
  ret void
}
; CHECK: define spir_kernel void @keeps({{.*}}!sycl_used_aspects ![[KEPT:[0-9]+]]
define spir_kernel void @keeps(ptr addrspace(1) %p) {
  %d = load double, ptr addrspace(1) %p
  %e = fadd double %d, 1.0
  store double %e, ptr addrspace(1) %p
  ret void
}
; CHECK: ![[KEPT]] = !{i32 6}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 2}
