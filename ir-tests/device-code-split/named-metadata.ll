; Named metadata is copied into an image, without the nodes that name a global of another image; flags and nodes that
; name no global are kept. Named metadata that loses all nodes is removed. A name can hold any byte, zero included.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=TWO --input-file=%t/x_0.ll --implicit-check-not=@one --implicit-check-not='!only.one'
; RUN: FileCheck %s --check-prefix=ONE --input-file=%t/x_1.ll --implicit-check-not=@two

target triple = "spir64-unknown-unknown"

define spir_kernel void @one() #0 {
  ret void
}
define spir_kernel void @two() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; ONE-DAG: !spirv.ExecutionMode = !{![[ONE_MODE:[0-9]+]]}
; TWO-DAG: !spirv.ExecutionMode = !{![[TWO_MODE:[0-9]+]], ![[TWO_MODE_2:[0-9]+]]}
; ONE-DAG: ![[ONE_MODE]] = !{ptr @one, i32 17, i32 1, i32 1, i32 1}
; TWO-DAG: ![[TWO_MODE]] = !{ptr @two, i32 17, i32 2, i32 1, i32 1}
; TWO-DAG: ![[TWO_MODE_2]] = !{ptr @two, i32 35, i32 8}
!spirv.ExecutionMode = !{!0, !1, !2}
; ONE-DAG: !only.one = !{
!only.one = !{!0}
; ONE-DAG: !llvm.module.flags = !{![[FLAG:[0-9]+]]}
; TWO-DAG: !llvm.module.flags = !{![[FLAG:[0-9]+]]}
; ONE-DAG: ![[FLAG]] = !{i32 1, !"sycl-device", i32 1}
; TWO-DAG: ![[FLAG]] = !{i32 1, !"sycl-device", i32 1}
!llvm.module.flags = !{!3}
; ONE-DAG: !opencl.spir.version = !{![[VERSION:[0-9]+]]}
; TWO-DAG: !opencl.spir.version = !{![[VERSION:[0-9]+]]}
!opencl.spir.version = !{!4}
; ONE-DAG: !a\00b = !{![[VERSION]]}
; TWO-DAG: !a\00b = !{![[VERSION]]}
!a\00b = !{!4}

!0 = !{ptr @one, i32 17, i32 1, i32 1, i32 1}
!1 = !{ptr @two, i32 17, i32 2, i32 1, i32 1}
!2 = !{ptr @two, i32 35, i32 8}
!3 = !{i32 1, !"sycl-device", i32 1}
!4 = !{i32 1, i32 2}
