; Inline assembly calls no function of the module: `referenced-indirectly` functions of its signature are not needed for it.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x_0.ll --check-prefix=CALL
; RUN: FileCheck %s --input-file=%t/x_1.ll --check-prefix=ASSEMBLY --implicit-check-not=@candidate

; CALL: define {{.*}} i32 @candidate(
; ASSEMBLY: define spir_kernel void @kernel_assembly(

target triple = "spir64-unknown-unknown"

define internal spir_func i32 @candidate(i32 %x) #1 {
  ret i32 %x
}
define spir_kernel void @kernel_call(ptr %callee) #0 {
  %r = call spir_func i32 %callee(i32 1)
  ret void
}
define spir_kernel void @kernel_assembly() #0 {
  %r = call i32 asm "mov $0, $1", "=r,r"(i32 1)
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "referenced-indirectly" }
