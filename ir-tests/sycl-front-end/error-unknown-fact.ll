; A fact with an unknown name is an error that lists the names there are.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=sycl-front-end %t/unknown.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %opt -S -passes=sycl-front-end %t/empty.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not ls %t/out

; UNKNOWN: error: unknown fact `work_group_size` in function `Scale`; expected one of: reqd_work_group_size, max_work_group_size, reqd_sub_group_size, device_has, uses_aspects{{$}}
; EMPTY: error: unknown fact `` in function `helper()`; expected one of: reqd_work_group_size,

;--- unknown.ll
target triple = "spirv64-unknown-unknown"
@name.other = private unnamed_addr addrspace(1) constant [16 x i8] c"work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS5Scale() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.other to ptr addrspace(4)), i64 16)
  ret void
}

;--- empty.ll
target triple = "spirv64-unknown-unknown"
@name.other = private unnamed_addr addrspace(1) constant [2 x i8] c"\00\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define internal spir_func void @_Z6helperv() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.other to ptr addrspace(4)))
  ret void
}
