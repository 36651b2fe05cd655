; Facts of one kernel agree, wherever they are from. The message has both.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=sycl-front-end %t/sizes.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SIZES
; RUN: not %opt -S -passes=sycl-front-end %t/dimensions.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=DIMENSIONS
; RUN: not %opt -S -passes=sycl-front-end %t/maxima.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MAXIMA
; RUN: not %opt -S -passes=sycl-front-end %t/helpers.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=HELPERS
; RUN: not %opt -S -passes=sycl-front-end %t/bounds.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=BOUNDS
; RUN: not %opt -S -passes=sycl-front-end %t/external.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=EXTERNAL
; RUN: not ls %t/out

; SIZES: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(16)` from function `K` and `reqd_work_group_size(32)` from function `K`; expected facts that agree
; DIMENSIONS: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(16)` from function `K` and `reqd_work_group_size(1, 16)` from function `K`; expected facts that agree
; MAXIMA: error: kernel or `sycl_external` function `K` has `max_work_group_size(16)` from function `K` and `max_work_group_size(8)` from function `K`; expected facts that agree
; HELPERS: error: kernel or `sycl_external` function `K` has `reqd_sub_group_size(8)` from function `eight()` and `reqd_sub_group_size(16)` from function `sixteen()`; expected facts that agree
; BOUNDS: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(4, 16)` from function `K` and `max_work_group_size(8, 8)` from function `K`; expected facts that agree
; EXTERNAL: error: kernel or `sycl_external` function `exported()` has `reqd_sub_group_size(8)` from function `exported()` and `reqd_sub_group_size(16)` from function `exported()`; expected facts that agree

;--- sizes.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 32)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 64)
  ret void
}

;--- dimensions.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 1, i64 16)
  ret void
}

;--- maxima.ll
target triple = "spirv64-unknown-unknown"
@name.maximum = private unnamed_addr addrspace(1) constant [20 x i8] c"max_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 16)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 8)
  ret void
}

;--- helpers.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define internal spir_func void @_Z5eightv() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 8)
  ret void
}
define internal spir_func void @_Z7sixteenv() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 16)
  ret void
}
define spir_kernel void @_ZTS1J() {
  call spir_func void @_Z7sixteenv()
  ret void
}
define spir_kernel void @_ZTS1K() {
  call spir_func void @_Z7sixteenv()
  call spir_func void @_Z5eightv()
  ret void
}

;--- bounds.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
@name.maximum = private unnamed_addr addrspace(1) constant [20 x i8] c"max_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 4, i64 16)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 8, i64 8)
  ret void
}

;--- external.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_func void @_Z8exportedv() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 8)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 16)
  ret void
}
