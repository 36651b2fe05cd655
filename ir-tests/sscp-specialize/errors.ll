; What names nothing, does not fit or contradicts the program is an error that says what there is; nothing is changed.

; RUN: not %opt -disable-output -passes='sscp-specialize<missing:0=1>' %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not %opt -disable-output -passes='sscp-specialize<K:0=1>' %s 2>&1 | FileCheck %s --check-prefix=AMBIGUOUS
; RUN: not %opt -disable-output -passes='sscp-specialize<first:2=1>' %s 2>&1 | FileCheck %s --check-prefix=ARGUMENT
; RUN: not %opt -disable-output -passes='sscp-specialize<first:size=1.5>' %s 2>&1 | FileCheck %s --check-prefix=VALUE
; RUN: not %opt -disable-output -passes='sscp-specialize<noalias=first:size>' %s 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not %opt -disable-output -passes='sscp-specialize<group-size=4>' %s 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not %opt -disable-output -passes='sscp-specialize<group-size=8:1:1>' %s 2>&1 | FileCheck %s --check-prefix=MOST
; RUN: not %opt -disable-output -passes='sscp-specialize<called:0=1>' %s 2>&1 | FileCheck %s --check-prefix=CALLED
; RUN: not %opt -disable-output -passes='sscp-specialize<group-size=0>' %s 2>&1 | FileCheck %s --check-prefix=ZERO
; RUN: not %opt -disable-output -passes='sscp-specialize<local-size=0>' %s 2>&1 | FileCheck %s --check-prefix=LOCAL
; RUN: not %opt -disable-output -passes='sscp-specialize<align=first:0=3>' %s 2>&1 | FileCheck %s --check-prefix=ALIGN
; RUN: not %opt -disable-output -passes='sscp-specialize<noalias=first>' %s 2>&1 | FileCheck %s --check-prefix=PLACE
; RUN: sed 's/;MASK//' %s > %t.ll
; RUN: not %opt -disable-output -passes=sscp-specialize %t.ll 2>&1 | FileCheck %s --check-prefix=MASK

; NAME: error: `missing` is not a kernel of the module; expected `first`, `most`, `called`, `_ZTS1K`, `_ZTSN1KE`
; AMBIGUOUS: error: `K` names the kernels `_ZTS1K`, `_ZTSN1KE`; expected the symbol of one of them
; ARGUMENT: error: kernel `first` has no argument `2`; expected `0 (out)`, `1 (size)`
; VALUE: error: argument `first:size` of type i32 is set to `1.5`; expected an integer from -2147483648 to 4294967295
; POINTER: error: `noalias` is given for argument `first:size` of type i32; expected a pointer
; SIZE: error: kernel `first` requires the size 8, 1, 1, and the group size is 4, 1, 1; expected sizes that agree
; MOST: error: kernel `most` has at most 4 work-items in a group, and the group size is 8, 1, 1; expected sizes that agree
; CALLED: error: kernel `called` is called in function `caller`; expected kernels to be entry points only
; ZERO: parameter `group-size` of pass `sscp-specialize` has the value `0`; expected X:Y:Z
; LOCAL: parameter `local-size` of pass `sscp-specialize` has the value `0`; expected a number from 1
; ALIGN: parameter `align` of pass `sscp-specialize` has the value `first:0=3`; expected KERNEL:ARG=BYTES
; PLACE: parameter `noalias` of pass `sscp-specialize` has the value `first`; expected KERNEL:ARG
; MASK: error: `!sycl_kernel_omit_args` of kernel `masked` leaves 2 arguments, and the kernel has 1; expected as many

target triple = "spir64-unknown-unknown"

define spir_kernel void @first(ptr addrspace(1) %out, i32 %size) !reqd_work_group_size !0 {
  ret void
}
define spir_kernel void @most() !max_linear_work_group_size !1 {
  ret void
}
define spir_kernel void @called(i32 %a) {
  ret void
}
define spir_func void @caller() {
  call spir_func void @called(i32 1)
  ret void
}
define spir_kernel void @_ZTS1K(i32 %a) {
  ret void
}
define spir_kernel void @_ZTSN1KE(i32 %a) {
  ret void
}
;MASKdefine spir_kernel void @masked(i32 %a) !sycl_kernel_omit_args !2 { ret void }

!0 = !{i32 8, i32 1, i32 1}
!1 = !{i64 4}
!2 = !{i1 false, i1 false}
