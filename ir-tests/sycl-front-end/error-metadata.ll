; Facts agree with the metadata that a kernel has already.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=sycl-front-end %t/required.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=REQUIRED
; RUN: not %opt -S -passes=sycl-front-end %t/dimensions.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=DIMENSIONS
; RUN: not %opt -S -passes=sycl-front-end %t/four.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=FOUR
; RUN: not %opt -S -passes=sycl-front-end %t/maximum.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MAXIMUM
; RUN: not %opt -S -passes=sycl-front-end %t/sub_group.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SUB_GROUP
; RUN: not %opt -S -passes=sycl-front-end %t/above.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ABOVE
; RUN: not %opt -S -passes=sycl-front-end %t/below.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=BELOW
; RUN: not %opt -S -passes=sycl-front-end %t/malformed.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MALFORMED
; RUN: not %opt -S -passes=sycl-front-end %t/used.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=USED
; RUN: not %opt -S -passes=sycl-front-end %t/named.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NAMED
; RUN: not ls %t/out

; REQUIRED: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(8, 4)` from function `K` and `reqd_work_group_size(4, 8)` from its metadata; expected facts that agree
; DIMENSIONS: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(1, 4, 8)` from function `K` and `reqd_work_group_size(4, 8)` from its metadata; expected facts that agree
; FOUR: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(4, 8)` from function `K` and `reqd_work_group_size(1, 1, 4, 8)` from its metadata; expected facts that agree
; MAXIMUM: error: kernel or `sycl_external` function `K` has `max_work_group_size(8, 4)` from function `K` and `max_work_group_size(1, 4, 8)` from its metadata; expected facts that agree
; SUB_GROUP: error: kernel or `sycl_external` function `K` has `reqd_sub_group_size(8)` from function `K` and `reqd_sub_group_size(16)` from its metadata; expected facts that agree
; ABOVE: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(64)` from function `K` and `max_work_group_size(1, 4, 8)` from its metadata; expected facts that agree
; BELOW: error: kernel or `sycl_external` function `K` has `reqd_work_group_size(1, 4, 8)` from its metadata and `max_work_group_size(2, 8)` from function `K`; expected facts that agree
; MALFORMED: error: operand 0 of `!reqd_work_group_size` of `_ZTS1K` is the string "x"; expected a non-negative integer
; USED: error: operand 0 of `!sycl_used_aspects` of `_ZTS1K` is the string "x"; expected an integer or a pair of aspect name and integer

;--- required.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !reqd_work_group_size !0 !work_group_num_dim !1 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 8, i64 4)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- dimensions.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !reqd_work_group_size !0 !work_group_num_dim !1 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 1, i64 4, i64 8)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- four.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !reqd_work_group_size !4 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 4, i64 8)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- maximum.ll
target triple = "spirv64-unknown-unknown"
@name.maximum = private unnamed_addr addrspace(1) constant [20 x i8] c"max_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !max_work_group_size !0 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 8, i64 4)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- sub_group.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !intel_reqd_sub_group_size !2 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 8)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- above.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !max_work_group_size !0 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 64)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- below.ll
target triple = "spirv64-unknown-unknown"
@name.maximum = private unnamed_addr addrspace(1) constant [20 x i8] c"max_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !reqd_work_group_size !0 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 2, i64 8)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- malformed.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !reqd_work_group_size !3 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 8)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

;--- used.ll
target triple = "spirv64-unknown-unknown"
@name.uses = private unnamed_addr addrspace(1) constant [13 x i8] c"uses_aspects\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !sycl_used_aspects !3 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.uses to ptr addrspace(4)), i64 5)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}

; NAMED: error: kernel or `sycl_external` function `K` has `reqd_sub_group_size(8)` from function `K` and `reqd_sub_group_size(primary)` from its metadata; expected facts that agree
;--- named.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() !intel_reqd_sub_group_size !2 {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 8)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{!"primary"}
!3 = !{!"x"}
!4 = !{i32 8, i32 4, i32 1, i32 1}
