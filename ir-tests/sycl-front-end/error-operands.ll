; Operands are as many constant integers as the fact takes. Sizes are positive and have 32 bits, and aspects are known.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=sycl-front-end %t/few.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=FEW
; RUN: not %opt -S -passes=sycl-front-end %t/many.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MANY
; RUN: not %opt -S -passes=sycl-front-end %t/two.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: not %opt -S -passes=sycl-front-end %t/none.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %opt -S -passes=sycl-front-end %t/zero.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ZERO
; RUN: not %opt -S -passes=sycl-front-end %t/negative.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NEGATIVE
; RUN: not %opt -S -passes=sycl-front-end %t/wide.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=WIDE
; RUN: not %opt -S -passes=sycl-front-end %t/wider.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=WIDER
; RUN: not %opt -S -passes=sycl-front-end %t/variable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=VARIABLE
; RUN: not %opt -S -passes=sycl-front-end %t/double.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=DOUBLE
; RUN: not %opt -S -passes=sycl-front-end %t/pointer.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not %opt -S -passes=sycl-front-end %t/expression.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=EXPRESSION
; RUN: not %opt -S -passes=sycl-front-end %t/undefined.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=UNDEFINED
; RUN: not %opt -S -passes=sycl-front-end %t/aggregate.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=AGGREGATE
; RUN: not %opt -S -passes=sycl-front-end %t/aspect.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ASPECT
; RUN: not %opt -S -passes=sycl-front-end %t/named.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NAMED
; RUN: not %opt -S -passes=sycl-front-end %t/sized.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SIZED
; RUN: not %opt -S -passes=sycl-front-end %t/internal.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=INTERNAL
; RUN: not ls %t/out

; FEW: error: fact `reqd_work_group_size` in function `K` has 0 operands; expected 1 to 3 sizes
; MANY: error: fact `max_work_group_size` in function `K` has 4 operands; expected 1 to 3 sizes
; TWO: error: fact `reqd_sub_group_size` in function `K` has 2 operands; expected 1 size
; NONE: error: fact `uses_aspects` in function `K` has 0 operands; expected at least 1 name or number of an aspect
; ZERO: error: operand 2 of fact `reqd_work_group_size` in function `K` is `i64 0`; expected a constant integer from 1 to 4294967295
; NEGATIVE: error: operand 1 of fact `max_work_group_size` in function `K` is `i32 -8`; expected a constant integer from 1 to 4294967295
; WIDE: error: operand 1 of fact `reqd_sub_group_size` in function `K` is `i64 4294967296`; expected a constant integer from 1 to 4294967295
; WIDER: error: operand 1 of fact `reqd_sub_group_size` in function `K` is `i128 -1`; expected a constant integer from 1 to 4294967295
; VARIABLE: error: operand 1 of fact `reqd_work_group_size` in function `size(long)` is `i64 %size`; expected a constant integer from 1 to 4294967295
; DOUBLE: error: operand 3 of fact `reqd_work_group_size` in function `K` is `double 4.000000e+00`; expected a constant integer
; POINTER: error: operand 1 of fact `reqd_work_group_size` in function `K` is `name.required`; expected a constant integer
; EXPRESSION: error: operand 1 of fact `reqd_work_group_size` in function `K` is `i64 ptrtoint (ptr addrspace(1) @name.required to i64)`; expected a constant integer
; UNDEFINED: error: operand 1 of fact `reqd_work_group_size` in function `K` is `i64 undef`; expected a constant integer
; AGGREGATE: error: operand 1 of fact `reqd_work_group_size` in function `K` is `[1 x i32] [i32 4]`; expected a constant integer
; ASPECT: error: operand 2 of fact `device_has` in function `K` is 999, which is no aspect in the built-in table; expected one that it has, or a table that has it as parameter `aspects`
; NAMED: error: operand 1 of fact `device_has` in function `K` is `uses_aspects`, which is no aspect in the built-in table; expected one that it has
; SIZED: error: operand 1 of fact `reqd_sub_group_size` in function `K` is `name.sub_group`; expected a constant integer from 1
; INTERNAL: error: operand 1 of fact `uses_aspects` in function `K` is `i32 -1`; expected a constant integer or string, the number or name of an aspect

;--- few.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)))
  ret void
}

;--- many.ll
target triple = "spirv64-unknown-unknown"
@name.maximum = private unnamed_addr addrspace(1) constant [20 x i8] c"max_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 1, i64 1, i64 1, i64 1)
  ret void
}

;--- two.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 8, i64 16)
  ret void
}

;--- none.ll
target triple = "spirv64-unknown-unknown"
@name.uses = private unnamed_addr addrspace(1) constant [13 x i8] c"uses_aspects\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.uses to ptr addrspace(4)))
  ret void
}

;--- zero.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 8, i64 0)
  ret void
}

;--- negative.ll
target triple = "spirv64-unknown-unknown"
@name.maximum = private unnamed_addr addrspace(1) constant [20 x i8] c"max_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i32 -8)
  ret void
}

;--- wide.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 4294967296)
  ret void
}

;--- wider.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i128 -1)
  ret void
}

;--- variable.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define internal spir_func void @_Z4sizel(i64 %size) {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 %size)
  ret void
}

;--- double.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 4, i64 4, double 4.0)
  ret void
}

;--- pointer.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), ptr addrspace(1) @name.required)
  ret void
}

;--- expression.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 ptrtoint (ptr addrspace(1) @name.required to i64))
  ret void
}

;--- undefined.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 undef)
  ret void
}

;--- aggregate.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), [1 x i32] [i32 4])
  ret void
}

;--- aspect.ll
target triple = "spirv64-unknown-unknown"
@name.device_has = private unnamed_addr addrspace(1) constant [11 x i8] c"device_has\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.device_has to ptr addrspace(4)), i64 5, i64 999)
  ret void
}

;--- internal.ll
target triple = "spirv64-unknown-unknown"
@name.uses = private unnamed_addr addrspace(1) constant [13 x i8] c"uses_aspects\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.uses to ptr addrspace(4)), i32 -1)
  ret void
}

;--- named.ll
target triple = "spirv64-unknown-unknown"
@name.device_has = private unnamed_addr addrspace(1) constant [11 x i8] c"device_has\00"
@name.uses = private unnamed_addr addrspace(1) constant [13 x i8] c"uses_aspects\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.device_has to ptr addrspace(4)), ptr addrspace(1) @name.uses)
  ret void
}

;--- sized.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), ptr addrspace(1) @name.sub_group)
  ret void
}
