; Functions of two images use the address of one block. Each image lists its own users only.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -passes='device-code-split<kernel;o=%t/out.table>' -disable-output %s
; RUN: llvm-dis %t/out_0.bc -o - | FileCheck %s --implicit-check-not=@second
; RUN: llvm-dis %t/out_1.bc -o - | FileCheck %s --implicit-check-not=@first

; CHECK: define {{.*}}spir_kernel void @{{first|second}}(
; CHECK: call void @jump(ptr blockaddress(@jump, %there))
; CHECK: define internal void @jump(

target triple = "spir64-unknown-unknown"

define spir_kernel void @first() #0 {
  call void @jump(ptr blockaddress(@jump, %there))
  ret void
}

define spir_kernel void @second() #0 {
  call void @jump(ptr blockaddress(@jump, %there))
  ret void
}

define internal void @jump(ptr %to) {
  indirectbr ptr %to, [label %there]
there:
  ret void
}

attributes #0 = { "sycl-module-id"="unit" }
