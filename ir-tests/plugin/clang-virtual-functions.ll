; In clang, `sycl-virtual-functions-analysis` runs unasked on device code, behind the last optimization.

; REQUIRES: clang
; RUN: %clang -target spir64 -x ir -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck %s

; CHECK: define spir_kernel void @makes({{.*}}) {{.*}}#[[A:[0-9]+]]
; CHECK: attributes #[[A]] = { {{.*}}"calls-indirectly"="shapes"
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
@table = linkonce_odr addrspace(1) constant [1 x ptr] [ptr @draw]
define spir_kernel void @makes(ptr addrspace(1) %object) {
  store ptr addrspace(1) @table, ptr addrspace(1) %object
  ret void
}
define spir_func void @draw() #0 {
  ret void
}
attributes #0 = { "indirectly-callable"="shapes" }
