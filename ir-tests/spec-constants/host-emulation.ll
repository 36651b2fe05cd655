; For host images every kernel that needs the buffer has a parameter for it, the last one, which is marked: kernels of stock
; clang, which have none, and those of DPC++, which get theirs back. There is nothing to warn of, and a second run changes
; nothing.

; RUN: %opt -S -passes='spec-constants<host-emulation>' -verify-each %s -o %t.ll 2>&1 | FileCheck %s --allow-empty --check-prefix=QUIET
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %opt -S -passes='spec-constants<host-emulation>,spec-constants<host-emulation>' -verify-each %s | diff %t.ll -
; RUN: %opt -S -passes='spec-constants<emulation>' %s 2>&1 | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -passes='sycl-post-link<spec-const=host-emulation;split=none;S;o=%t.table>' -disable-output %s
; RUN: FileCheck %s --input-file=%t_0.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@name_a = private unnamed_addr addrspace(1) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(1) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }

; QUIET-NOT: buffer
; EMULATION: warning: kernel `of_clang` has no parameter for a buffer
; EMULATION: define spir_kernel void @of_clang(ptr byval({ ptr }) align 8 %f)
; CHECK-LABEL: define spir_kernel void @of_clang(ptr byval({ ptr }) align 8 %f, ptr addrspace(1) noundef align 1 "sycl-argument"="constants" %_arg__specialization_constants_buffer)
; CHECK-NEXT:    %[[BUFFER:.+]] = addrspacecast ptr addrspace(1) %_arg__specialization_constants_buffer to ptr addrspace(4)
; CHECK-NEXT:    %[[PLACE:.+]] = getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 0
; CHECK-NEXT:    %[[VALUE:.+]] = load i32, ptr addrspace(4) %[[PLACE]], align 4
; CHECK-NEXT:    call void @helper(i32 %[[VALUE]], ptr addrspace(1) %_arg__specialization_constants_buffer)
define spir_kernel void @of_clang(ptr byval({ ptr }) align 8 %f) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name_a to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  call void @helper(i32 %a)
  ret void
}

; CHECK-LABEL: define internal void @helper(i32 %n, ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK:         getelementptr i8, ptr addrspace(4) %{{.+}}, i32 8
define internal void @helper(i32 %n) {
  %b = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name_b to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_b to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

; CHECK-LABEL: define spir_kernel void @had_it(i32 %n, ptr addrspace(1) noundef align 1 "sycl-argument"="constants" %_arg__specialization_constants_buffer){{.*}} !sycl_kernel_omit_args
; EMULATION:   define spir_kernel void @had_it(i32 %n, ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer) !sycl_kernel_omit_args
define spir_kernel void @had_it(i32 %n) !sycl_kernel_omit_args !0 {
  call void @helper(i32 %n)
  ret void
}

; CHECK-LABEL: define spir_kernel void @has_it(ptr addrspace(1) noundef align 1 "sycl-argument"="constants" %given)
define spir_kernel void @has_it(ptr addrspace(1) noundef align 1 %given) {
  call void @helper(i32 3)
  ret void
}

; CHECK-LABEL: define spir_kernel void @without(i32 %n)
define spir_kernel void @without(i32 %n) {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

!0 = !{i1 false, i1 true}
