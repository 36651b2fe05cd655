; An entry point that may be dropped when unused gets a linkage that keeps it, however the image is made: directly by
; the split, on a copy because metadata names missing globals, or by lowering a constant of -O0 code. Every image holds
; what its symbol file lists.

; RUN: split-file %s %t
; RUN: cat %t/code.ll %t/plain.ll > %t/1.ll
; RUN: cat %t/code.ll %t/metadata.ll > %t/2.ll
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;symbols;S;o=%t/1.table>' %t/1.ll
; RUN: FileCheck %s --input-file=%t/1_0.ll
; RUN: FileCheck %s --check-prefix=SYMBOLS --input-file=%t/1_0.sym
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;symbols;S;o=%t/2.table>' %t/2.ll
; RUN: FileCheck %s --input-file=%t/2_0.ll
; RUN: FileCheck %s --check-prefix=SYMBOLS --input-file=%t/2_0.sym
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;spec-const=native;symbols;S;o=%t/3.table>' %t/1.ll
; RUN: FileCheck %s --input-file=%t/3_0.ll
; RUN: FileCheck %s --check-prefix=SYMBOLS --input-file=%t/3_0.sym

;--- code.ll
target triple = "spir64-unknown-unknown"

; SYMBOLS: kernel
; SYMBOLS-NEXT: kernel_odr
; SYMBOLS-NEXT: kernel_available
; SYMBOLS-NEXT: function
; SYMBOLS-NEXT: function_odr
; CHECK: define weak spir_kernel void @kernel()
define linkonce spir_kernel void @kernel() #0 {
  ret void
}
; CHECK: define weak_odr spir_kernel void @kernel_odr()
define linkonce_odr spir_kernel void @kernel_odr() #0 {
  ret void
}
; CHECK: define weak_odr spir_kernel void @kernel_available()
define available_externally spir_kernel void @kernel_available() #0 {
  ret void
}
; CHECK: define weak spir_func i32 @function()
define linkonce spir_func i32 @function() #0 {
  %slot = alloca ptr
  store ptr @name, ptr %slot
  %name = load ptr, ptr %slot
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @default, ptr null)
  ret i32 %v
}
; CHECK: define weak_odr spir_func void @function_odr() {{.*}} !own
define linkonce_odr spir_func void @function_odr() #0 !own !0 {
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

@name = internal constant [2 x i8] c"A\00"
@default = internal constant { i32 } { i32 5 }
@target = internal global i32 0

attributes #0 = { "sycl-module-id"="a.cpp" }

;--- plain.ll
!0 = !{i32 1}
;--- metadata.ll
!0 = !{ptr @target}
