; Every option of `sycl-post-link` that is not about specialization constants does the same here.

; RUN: rm -rf %t && mkdir %t %t/split %t/whole %t/lib
; RUN: echo '{ "targets": [], "schema_version": 1 }' > %t/devices.json
; RUN: echo '{ "emit-kernel-names": true }' > %t/config.json
; RUN: opt %s -o %t/lib/libsycl-fallback-bfloat16.bc
; RUN: opt %s -o %t/lib/libsycl-native-bfloat16.bc
; RUN: cd %t/split && %opt -disable-output -passes='device-code-split<kernel;emit-param-info;emit-program-metadata;emit-exported-symbols;emit-imported-symbols;device-globals;legacy-properties;id-queries-range=uint;suppress-undefined-func-warnings;device-lib-dir=../lib;devices=../devices.json;config=../config.json;json-only;S;o=x.table>' %s
; RUN: cd %t/whole && %opt -disable-output -passes='sycl-post-link<split=kernel;emit-param-info;emit-program-metadata;emit-exported-symbols;emit-imported-symbols;device-globals;legacy-properties;id-queries-range=uint;suppress-undefined-func-warnings;device-lib-dir=../lib;devices=../devices.json;config=../config.json;json-only;S;o=x.table>' %s
; RUN: diff -r %t/split %t/whole
; RUN: cat %t/split/x_0.prop.json | FileCheck %s
; RUN: ls %t/split | count 9

; CHECK-DAG: "SYCL/kernel param opt"
; CHECK-DAG: "SYCL/program metadata"
; CHECK-DAG: "SYCL/kernel names"
; CHECK-DAG: "SYCL/imported symbols"
; CHECK-DAG: "SYCL/device globals"
; CHECK-DAG: "SYCL/assert used"

target triple = "spir64-unknown-unknown"

@global = addrspace(1) global i32 0 #1

define spir_kernel void @kernel(i32 %x) #0 !sycl_kernel_omit_args !0 !reqd_work_group_size !1 {
  %value = load i32, ptr addrspace(1) @global
  %converted = call i16 @__devicelib_ConvertFToBF16INTEL(ptr null)
  call void @__devicelib_assert_fail()
  ret void
}
define spir_func void @external() #0 {
  ret void
}
declare i16 @__devicelib_ConvertFToBF16INTEL(ptr)
declare void @__devicelib_assert_fail()

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-unique-id"="unique" "sycl-device-global-size"="4" }

!0 = !{i1 false}
!1 = !{i32 8, i32 1, i32 1}
