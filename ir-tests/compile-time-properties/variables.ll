; Attributes of variables become decorations, behind those that are there; device globals say how the host accesses them and
; by which name, also if only the name is written. A decoration that is there is not written again.

; RUN: %opt -S -passes=compile-time-properties -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=compile-time-properties,compile-time-properties %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: @all = addrspace(1) global i32 0, !spirv.Decorations ![[ALL:[0-9]+]] #
@all = addrspace(1) global i32 0 #0
; CHECK: @default = addrspace(1) global i32 0, !spirv.Decorations ![[DEFAULT:[0-9]+]] #
@default = addrspace(1) global i32 0 #1
; CHECK: @own = addrspace(1) global i32 0, !spirv.Decorations ![[OWN:[0-9]+]] #
@own = addrspace(1) global i32 0, !spirv.Decorations !0 #2
; CHECK: @other = addrspace(1) global i32 0, !spirv.Decorations ![[OTHER:[0-9]+]] #
@other = addrspace(1) global i32 0 #3
; CHECK: @none = addrspace(1) global i32 0 #
@none = addrspace(1) global i32 0 #4

; CHECK-DAG: ![[ALL]] = !{![[CSR:[0-9]+]], ![[INIT:[0-9]+]], ![[HOST:[0-9]+]]}
; CHECK-DAG: ![[CSR]] = !{i32 6149, i32 1}
; CHECK-DAG: ![[INIT]] = !{i32 6148, i32 0}
; CHECK-DAG: ![[HOST]] = !{i32 6147, i32 1, !"uid_all"}
; CHECK-DAG: ![[DEFAULT]] = !{![[NOT_CSR:[0-9]+]], ![[READ_WRITE:[0-9]+]]}
; CHECK-DAG: ![[NOT_CSR]] = !{i32 6149, i32 0}
; CHECK-DAG: ![[READ_WRITE]] = !{i32 6147, i32 2, !"uid_default"}
; CHECK-DAG: ![[OWN]] = !{![[CONSTANT:[0-9]+]], ![[OWN_HOST:[0-9]+]], ![[RESET:[0-9]+]]}
; CHECK-DAG: ![[CONSTANT]] = !{i32 22}
; CHECK-DAG: ![[OWN_HOST]] = !{i32 6147, i32 3, !"mine"}
; CHECK-DAG: ![[RESET]] = !{i32 6148, i32 1}
; CHECK-DAG: ![[OTHER]] = !{![[CSR]]}
attributes #0 = { "sycl-unique-id"="uid_all" "sycl-device-global-size"="4" "sycl-host-access"="1" "sycl-implement-in-csr"="true" "sycl-init-mode"="0" }
attributes #1 = { "sycl-unique-id"="uid_default" "sycl-device-global-size"="4" "sycl-implement-in-csr"="false" }
attributes #2 = { "sycl-unique-id"="uid_own" "sycl-device-global-size"="4" "sycl-host-access"="1" "sycl-init-mode"="1" }
attributes #3 = { "sycl-unique-id"="uid_other" "sycl-host-access"="1" "sycl-implement-in-csr" }
attributes #4 = { "sycl-unique-id"="uid_none" "sycl-host-access"="1" }
!0 = !{!1, !2}
!1 = !{i32 22}
!2 = !{i32 6147, i32 3, !"mine"}
