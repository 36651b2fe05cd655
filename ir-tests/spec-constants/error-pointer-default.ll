; XFAIL: *
; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<default-values>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; A default that holds an address has no bytes before the program is loaded.
; Open: the message shows the whole definition of the global instead of its name.

; CHECK: error: default of specialization constant `pair` in function `kernel_pointer` contains `{{(ptr )?@?}}default`; expected integers and floating-point numbers

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, ptr }

@name = private unnamed_addr constant [5 x i8] c"pair\00"
@default = internal constant { %pair } { %pair { i32 1, ptr @default } }

define spir_kernel void @kernel_pointer(ptr %out, ptr %buffer) {
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %pair %pair, ptr %out
  ret void
}

declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)
