; Calls whose buffer comes from a parameter of the kernel, or of a function that others call, keep it, whatever the mask
; says. Kernels without a sign of such a parameter keep null, with one warning each.

; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s 2> %t.log | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not='{{^}}warning:' --input-file=%t.log

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }

; CHECK-LABEL: define spir_kernel void @its_own(ptr addrspace(4) %buffer, i1 %c)
; CHECK:         getelementptr i8, ptr addrspace(4) %buffer, i32 0
; CHECK:         getelementptr i8, ptr addrspace(4) %either, i32 0
; CHECK:         getelementptr i8, ptr addrspace(4) %inside, i32 8
; CHECK:         getelementptr i8, ptr addrspace(4) %merged, i32 8
; CHECK:         call void @passed(ptr addrspace(4) %buffer)
define spir_kernel void @its_own(ptr addrspace(4) %buffer, i1 %c) !sycl_kernel_omit_args !0 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) %buffer)
  %either = select i1 %c, ptr addrspace(4) %buffer, ptr addrspace(4) null
  %a2 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) %either)
  %inside = getelementptr i8, ptr addrspace(4) %buffer, i64 16
  %b = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4) @name_b, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_b to ptr addrspace(4)), ptr addrspace(4) %inside)
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %merged = phi ptr addrspace(4) [ %either, %0 ], [ null, %then ]
  %b2 = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4) @name_b, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_b to ptr addrspace(4)), ptr addrspace(4) %merged)
  call void @passed(ptr addrspace(4) %buffer)
  ret void
}

; CHECK-LABEL: define internal void @passed(ptr addrspace(4) %given)
; CHECK-NEXT:    getelementptr i8, ptr addrspace(4) %given, i32 0
define internal void @passed(ptr addrspace(4) %given) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) %given)
  ret void
}

; CHECK-LABEL: define void @exported(ptr addrspace(4) %given)
; CHECK-NEXT:    getelementptr i8, ptr addrspace(4) %given, i32 0
define void @exported(ptr addrspace(4) %given) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) %given)
  ret void
}

; Where only null is passed there is no buffer.
; CHECK-LABEL: define spir_kernel void @promoted(ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call void @takes_null(ptr addrspace(4) null, ptr addrspace(1) %_arg__specialization_constants_buffer)
define spir_kernel void @promoted() !sycl_kernel_omit_args !1 {
  call void @takes_null(ptr addrspace(4) null)
  ret void
}
; CHECK-LABEL: define internal void @takes_null(ptr addrspace(4) %given, ptr addrspace(1)
; CHECK-NEXT:    %[[BUFFER:.+]] = addrspacecast
; CHECK-NEXT:    getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 0
define internal void @takes_null(ptr addrspace(4) %given) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) %given)
  ret void
}

; WARNING: warning: kernel `no_sign` has no parameter for a buffer: the value of specialization constant `b` is undefined there; use the mode `default-values`
; CHECK-LABEL: define spir_kernel void @no_sign(i32 %n)
; CHECK-NEXT:    load i64, ptr addrspace(4) {{.*}}null, i32 8)
define spir_kernel void @no_sign(i32 %n) !sycl_kernel_omit_args !2 {
  %b = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4) @name_b, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_b to ptr addrspace(4)), ptr addrspace(4) null)
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

; Not null, but not to be found either: no warning.
; CHECK-LABEL: define spir_kernel void @loads(
; CHECK:         getelementptr i8, ptr addrspace(4) %buffer, i32 0
define spir_kernel void @loads(ptr addrspace(1) %handler) {
  %buffer = load ptr addrspace(4), ptr addrspace(1) %handler
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) %buffer)
  ret void
}

; A mask that is none.
; WARNING: warning: kernel `odd_mask` has no parameter for a buffer
; CHECK-LABEL: define spir_kernel void @odd_mask()
define spir_kernel void @odd_mask() !sycl_kernel_omit_args !3 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

!0 = !{i1 false, i1 false, i1 true}
!1 = !{i1 true}
!2 = !{i1 false}
!3 = !{!"all", i1 true}
