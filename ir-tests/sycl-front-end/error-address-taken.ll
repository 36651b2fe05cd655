; Nothing but direct calls can be done with a marker, whose result nothing uses.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=sycl-front-end %t/stored.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=STORED
; RUN: not %opt -S -passes=sycl-front-end %t/indirect.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=INDIRECT
; RUN: not %opt -S -passes=sycl-front-end %t/argument.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ARGUMENT
; RUN: not %opt -S -passes=sycl-front-end %t/table.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=TABLE
; RUN: not %opt -S -passes=sycl-front-end %t/personality.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=PERSONALITY
; RUN: not %opt -S -passes=sycl-front-end %t/resolver.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=RESOLVER
; RUN: not %opt -S -passes=sycl-front-end %t/alias.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=ALIAS
; RUN: not %opt -S -passes=sycl-front-end %t/result.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=RESULT
; RUN: not ls %t/out

; STORED: error: `__sycl_passes_fact(char const*, ...)` is used in function `K` other than by a call; expected calls only
; INDIRECT: error: `__sycl_passes_fact(char const*, ...)` is used in function `K` other than by a call; expected calls only
; ARGUMENT: error: `__sycl_passes_fact` is used in function `K` other than by a call; expected calls only
; TABLE: error: `__sycl_passes_fact(char const*, ...)` is used in the variable `table`; expected calls only
; PERSONALITY: error: `__sycl_passes_fact(char const*, ...)` is used in the function `_ZTS1K`; expected calls only
; RESOLVER: error: `__sycl_passes_fact` has a body; expected a declaration, which stands for facts and is removed
; ALIAS: error: `__sycl_passes_fact` has a body; expected a declaration, which stands for facts and is removed
; RESULT: error: `__sycl_passes_fact` is used in function `K` other than by a call; expected calls only

;--- stored.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  %slot = alloca ptr
  store ptr @_Z18__sycl_passes_factPKcz, ptr %slot
  ret void
}

;--- indirect.ll
target triple = "spirv64-unknown-unknown"
@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() {
  %marker = select i1 true, ptr @_Z18__sycl_passes_factPKcz, ptr null
  call spir_func void (ptr addrspace(4), ...) %marker(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 4)
  ret void
}

;--- argument.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @__sycl_passes_fact(ptr, ...)
declare void @f(ptr)
define spir_kernel void @_ZTS1K() {
  call void @f(ptr @__sycl_passes_fact)
  ret void
}

;--- table.ll
target triple = "spirv64-unknown-unknown"
@table = constant [1 x ptr] [ptr @_Z18__sycl_passes_factPKcz]
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)

;--- personality.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
define spir_kernel void @_ZTS1K() personality ptr @_Z18__sycl_passes_factPKcz {
  ret void
}

;--- resolver.ll
target triple = "spirv64-unknown-unknown"
@chosen = ifunc void (), ptr @__sycl_passes_fact
define ptr @__sycl_passes_fact() {
  ret ptr null
}

;--- alias.ll
target triple = "spirv64-unknown-unknown"
@other = alias void (ptr, ...), ptr @__sycl_passes_fact
define void @__sycl_passes_fact(ptr %name, ...) {
  ret void
}
define spir_kernel void @_ZTS1K() {
  call void (ptr, ...) @other(ptr null)
  ret void
}

;--- result.ll
target triple = "spirv64-unknown-unknown"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
declare i32 @__sycl_passes_fact(ptr, ...)
define spir_kernel void @_ZTS1K() {
  %result = call i32 (ptr, ...) @__sycl_passes_fact(ptr addrspacecast (ptr addrspace(1) @name.sub_group to ptr), i64 8)
  %slot = alloca i32
  store i32 %result, ptr %slot
  ret void
}
