; A kernel in a template is compiled in every translation unit that uses it, in a comdat. Linking keeps one copy and its
; unit, and only the image of that unit has the kernel. Local functions of each unit, which linking renamed, are in the
; images that need them. So no symbol is defined in two images.

; RUN: rm -rf %t && split-file %s %t
; RUN: llvm-link %t/a.ll %t/b.ll -o %t/linked.bc
; RUN: cd %t && %opt -disable-output -passes='device-code-split<source;symbols;S;o=x.table>' linked.bc
; RUN: cd %t && grep -H . x_*.sym | FileCheck a.ll --check-prefix=SYMBOLS --implicit-check-not=sym:
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %t/a.ll --check-prefix=A --input-file=%t/x_1.ll --implicit-check-not=@in_b
; RUN: FileCheck %t/b.ll --check-prefix=B --input-file=%t/x_0.ll --implicit-check-not=@both --implicit-check-not=comdat
; RUN: llvm-link -S %t/x_0.ll %t/x_1.ll -o - | FileCheck %t/a.ll --check-prefix=AGAIN

;--- a.ll
target triple = "spir64-unknown-unknown"

; SYMBOLS:      x_0.sym:in_b
; SYMBOLS-NEXT: x_1.sym:both
; SYMBOLS-NEXT: x_1.sym:in_a

; A: $both = comdat any
$both = comdat any

; A: @table = internal addrspace(1) constant i32 1
@table = internal addrspace(1) constant i32 1

; A: define weak_odr spir_kernel void @both() #{{[0-9]+}} comdat
; AGAIN: define weak_odr spir_kernel void @both() #{{[0-9]+}} comdat
define weak_odr spir_kernel void @both() #0 comdat {
  %v = load i32, ptr addrspace(1) @table
  call spir_func void @helper()
  ret void
}
; A: define internal spir_func void @helper() {
define linkonce_odr spir_func void @helper() {
  ret void
}
; A: define spir_kernel void @in_a()
define spir_kernel void @in_a() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

;--- b.ll
target triple = "spir64-unknown-unknown"

$both = comdat any

; B: @table.{{[0-9]+}} = internal addrspace(1) constant i32 2
@table = internal addrspace(1) constant i32 2

define weak_odr spir_kernel void @both() #0 comdat {
  %v = load i32, ptr addrspace(1) @table
  call spir_func void @helper()
  ret void
}
; B: define internal spir_func void @helper() {
define linkonce_odr spir_func void @helper() {
  ret void
}
; B: define spir_kernel void @in_b()
define spir_kernel void @in_b() #0 {
  %v = load i32, ptr addrspace(1) @table
  call spir_func void @helper()
  ret void
}

attributes #0 = { "sycl-module-id"="b.cpp" }
