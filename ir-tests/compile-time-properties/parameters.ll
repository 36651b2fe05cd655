; Attributes of parameters of kernels become decorations, in a list with an entry for each parameter, and alignments of
; pointers `align`, unless that promises more or is part of how a copy is passed. A list that is there counts more. Functions
; that are not kernels keep theirs as attributes.

; RUN: %opt -S -passes=compile-time-properties -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=compile-time-properties,compile-time-properties %s | FileCheck %s

; Back ends get the alignments, not the decorations, whose numbers are those of DPC++.
; RUN: %opt -S -passes=sycl-device-pipeline -verify-each %s | FileCheck %s --check-prefix=BACK-END
; RUN: %opt -passes='sycl-post-link<o=%t.table;S>' -disable-output %s
; RUN: FileCheck %s --check-prefix=BACK-END < %t_0.ll

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @all(
; CHECK-SAME: ptr addrspace(1) align 64 "sycl-alignment"="64"
; CHECK-SAME: !spirv.ParameterDecorations ![[ALL:[0-9]+]]
; BACK-END: define spir_kernel void @all(ptr addrspace(1) align 64 "sycl-alignment"="64"
; BACK-END-NOT: spirv.ParameterDecorations
define spir_kernel void @all(ptr addrspace(1) "sycl-alignment"="64" "sycl-buffer-location"="3" "sycl-awidth"="32" "sycl-dwidth"="256" "sycl-latency"="1" "sycl-read-write-mode"="2" "sycl-maxburst"="4" "sycl-wait-request"="1" %p, i32 %n, i32 "sycl-alignment"="8" "sycl-conduit" "sycl-register-map"="false" "sycl-stable"="true" "sycl-strict" %m) "sycl-module-id"="a.cpp" {
  ret void
}
; CHECK: define spir_kernel void @alignments(
; CHECK-SAME: ptr align 16 "sycl-alignment"="16" %more,
; CHECK-SAME: ptr align 32 "sycl-alignment"="16" %less,
; CHECK-SAME: ptr byval(i64) align 8 "sycl-alignment"="16" %copy)
; CHECK-NOT: !spirv
; CHECK-SAME: {
; BACK-END: define spir_kernel void @alignments(
define spir_kernel void @alignments(ptr align 8 "sycl-alignment"="16" %more, ptr align 32 "sycl-alignment"="16" %less, ptr byval(i64) align 8 "sycl-alignment"="16" %copy) "sycl-module-id"="a.cpp" {
  ret void
}
; CHECK: define spir_kernel void @own(ptr "sycl-buffer-location"="3" %p){{.*}} !spirv.ParameterDecorations ![[OWN:[0-9]+]]
define spir_kernel void @own(ptr "sycl-buffer-location"="3" %p) "sycl-module-id"="a.cpp" !spirv.ParameterDecorations !0 {
  ret void
}
; CHECK: define spir_func void @function(ptr "sycl-alignment"="8" "sycl-buffer-location"="3" %p) {
define spir_func void @function(ptr "sycl-alignment"="8" "sycl-buffer-location"="3" %p) {
  ret void
}
; CHECK: declare spir_kernel void @declared(ptr "sycl-alignment"="8")
declare spir_kernel void @declared(ptr "sycl-alignment"="8")

; CHECK-DAG: ![[ALL]] = !{![[P:[0-9]+]], ![[N:[0-9]+]], ![[M:[0-9]+]]}
; CHECK-DAG: ![[P]] = !{![[LOCATION:[0-9]+]], ![[AWIDTH:[0-9]+]], ![[DWIDTH:[0-9]+]], ![[LATENCY:[0-9]+]], ![[MODE:[0-9]+]], ![[BURST:[0-9]+]], ![[WAIT:[0-9]+]]}
; CHECK-DAG: ![[LOCATION]] = !{i32 5921, i32 3}
; CHECK-DAG: ![[AWIDTH]] = !{i32 6177, i32 32}
; CHECK-DAG: ![[DWIDTH]] = !{i32 6178, i32 256}
; CHECK-DAG: ![[LATENCY]] = !{i32 6179, i32 1}
; CHECK-DAG: ![[MODE]] = !{i32 6180, i32 2}
; CHECK-DAG: ![[BURST]] = !{i32 6181, i32 4}
; CHECK-DAG: ![[WAIT]] = !{i32 6182, i32 1}
; CHECK-DAG: ![[N]] = !{}
; CHECK-DAG: ![[M]] = !{![[CONDUIT:[0-9]+]], ![[MAP:[0-9]+]], ![[STABLE:[0-9]+]], ![[STRICT:[0-9]+]]}
; CHECK-DAG: ![[CONDUIT]] = !{i32 6175, i32 1}
; CHECK-DAG: ![[MAP]] = !{i32 6176, i32 0}
; CHECK-DAG: ![[STABLE]] = !{i32 6183, i32 1}
; CHECK-DAG: ![[STRICT]] = !{i32 19, i32 1}
; CHECK-DAG: ![[OWN]] = !{![[EMPTY:[0-9]+]]}
!0 = !{!1}
!1 = !{}
