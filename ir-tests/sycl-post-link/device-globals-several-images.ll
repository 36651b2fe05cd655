; A device global of the whole program is in every image; one with image scope is in the image of its kernel, even if
; the kernel reaches it through several functions.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;device-globals;emit-program-metadata;S;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=B --match-full-lines
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=A --match-full-lines
; RUN: FileCheck %s --check-prefix=B-IR --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=A-IR --input-file=%t/x_1.ll --implicit-check-not=@of_b

; A:      [SYCL/program metadata]
; A-NEXT: id_program@global_id_mapping = "in_program"
; A-NEXT: [SYCL/device globals]
; A-NEXT: id_program = {4, 0}
; A-NOT:  id_b{{.*}}
; B:      [SYCL/program metadata]
; B-DAG:  id_program@global_id_mapping = "in_program"
; B-DAG:  id_b@global_id_mapping = "of_b"
; B:      [SYCL/device globals]
; B-NEXT: id_program = {4, 0}
; B-NEXT: id_b = {8, 1}

; A-IR: @in_program = addrspace(1) global
; B-IR: @in_program = addrspace(1) global
; B-IR: @of_b = internal addrspace(1) global

target triple = "spir64-unknown-unknown"

@in_program = addrspace(1) global i32 0 #1
@of_b = internal addrspace(1) global i64 0 #2

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  call spir_func void @helper()
  ret void
}
define internal spir_func void @helper() {
  store i64 1, ptr addrspace(1) @of_b
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id_program" }
attributes #2 = { "sycl-device-global-size"="8" "sycl-unique-id"="id_b" "sycl-device-image-scope" }
