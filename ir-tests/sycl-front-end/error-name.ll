; The name of a fact is a constant string, which ends with a zero byte and is UTF-8.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=sycl-front-end %t/parameter.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=PARAMETER
; RUN: not %opt -S -passes=sycl-front-end %t/missing.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not %opt -S -passes=sycl-front-end %t/number.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NUMBER
; RUN: not %opt -S -passes=sycl-front-end %t/null.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=NULL
; RUN: not %opt -S -passes=sycl-front-end %t/unterminated.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=UNTERMINATED
; RUN: not %opt -S -passes=sycl-front-end %t/bytes.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=BYTES
; RUN: not %opt -S -passes=sycl-front-end %t/mutable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MUTABLE
; RUN: not %opt -S -passes=sycl-front-end %t/external.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=EXTERNAL
; RUN: not %opt -S -passes=sycl-front-end %t/zeros.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ZEROS
; RUN: not %opt -S -passes=sycl-front-end %t/offset.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=OFFSET
; RUN: not %opt -S -passes=sycl-front-end %t/function.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=FUNCTION
; RUN: not ls %t/out

; PARAMETER: error: the name of a fact in function `f(char const*)` is `ptr addrspace(4) %name`; expected a constant string in UTF-8 that ends with a zero byte
; MISSING: error: the name of a fact in function `K` is missing; expected a constant string in UTF-8 that ends with a zero byte
; NUMBER: error: the name of a fact in function `K` is `i64 4`; expected a constant string in UTF-8 that ends with a zero byte
; NULL: error: the name of a fact in function `K` is `ptr addrspace(4) null`; expected a constant string in UTF-8 that ends with a zero byte
; UNTERMINATED: error: the name of a fact in function `K` is `@name = private addrspace(1) constant [10 x i8] c"device_has"`; expected a constant string in UTF-8 that ends with a zero byte
; BYTES: error: the name of a fact in function `K` is `@name = private addrspace(1) constant [5 x i8] c"\C3(ab\00"`; expected a constant string in UTF-8 that ends with a zero byte
; MUTABLE: error: the name of a fact in function `K` is `@name = private addrspace(1) global [11 x i8] c"device_has\00"`; expected a constant string in UTF-8 that ends with a zero byte
; EXTERNAL: error: the name of a fact in function `K` is `@name = external addrspace(1) constant [11 x i8]`; expected a constant string in UTF-8 that ends with a zero byte
; ZEROS: error: unknown fact `` in function `K`; expected one of: reqd_work_group_size,
; OFFSET: error: the name of a fact in function `K` is `ptr addrspace(1) getelementptr{{.*}}(i8, ptr addrspace(1) @name, i64 7)`; expected a constant string in UTF-8 that ends with a zero byte
; FUNCTION: error: the name of a fact in function `K` is `f`; expected a constant string in UTF-8 that ends with a zero byte

;--- parameter.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define internal spir_func void @_Z1fPKc(ptr addrspace(4) %name) {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) %name, i64 4)
  ret void
}

;--- missing.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @__sycl_passes_fact(...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (...) @__sycl_passes_fact()
  ret void
}

;--- number.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @__sycl_passes_fact(...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (...) @__sycl_passes_fact(i64 4)
  ret void
}

;--- null.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) null, i64 4)
  ret void
}

;--- unterminated.ll
target triple = "spirv64-unknown-unknown"
@name = private addrspace(1) constant [10 x i8] c"device_has"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), i64 4)
  ret void
}

;--- bytes.ll
target triple = "spirv64-unknown-unknown"
@name = private addrspace(1) constant [5 x i8] c"\C3\28ab\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), i64 4)
  ret void
}

;--- mutable.ll
target triple = "spirv64-unknown-unknown"
@name = private addrspace(1) global [11 x i8] c"device_has\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), i64 4)
  ret void
}

;--- external.ll
target triple = "spirv64-unknown-unknown"
@name = external addrspace(1) constant [11 x i8]
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), i64 4)
  ret void
}

;--- zeros.ll
target triple = "spirv64-unknown-unknown"
@name = private addrspace(1) constant [4294967297 x i8] zeroinitializer
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), i64 4)
  ret void
}

;--- offset.ll
target triple = "spirv64-unknown-unknown"
@name = private unnamed_addr addrspace(1) constant [11 x i8] c"device_has\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @name, i64 7) to ptr addrspace(4)), i64 4)
  ret void
}

;--- function.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
declare void @f()
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr @f to ptr addrspace(4)), i64 4)
  ret void
}
