; A sanitizer makes one alloca of all variables of code that is not optimized. Names and defaults of constants are found
; in it at their offsets, in pointers and in integers, and their stores are removed; nothing else in the frame changes.

; RUN: %opt -S -passes=spec-constants -verify-each %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%id = type { i32 }

@size_id = addrspace(1) constant %id { i32 7 }
; CHECK-NOT: _name
@size_name = private unnamed_addr addrspace(1) constant [5 x i8] c"size\00"
@other_name = private unnamed_addr addrspace(1) constant [6 x i8] c"other\00"

; CHECK-LABEL: @pointers
; CHECK: store i64 1, ptr %frame
; CHECK-NOT: store ptr addrspace(4)
; CHECK: %v = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
define spir_kernel void @pointers(ptr addrspace(1) %out, i64 %n) {
  %frame = alloca [64 x i8], align 16
  store i64 1, ptr %frame
  %slot = getelementptr i8, ptr %frame, i64 32
  %slot4 = addrspacecast ptr %slot to ptr addrspace(4)
  %array = getelementptr i8, ptr %frame, i64 40
  %element = getelementptr i64, ptr %array, i64 %n
  store i64 0, ptr %element
  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @size_name to ptr addrspace(4)), ptr addrspace(4) %slot4, align 8
  %again = getelementptr i8, ptr %frame, i64 32
  %again4 = addrspacecast ptr %again to ptr addrspace(4)
  %name = load ptr addrspace(4), ptr addrspace(4) %again4, align 8
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) %name, ptr addrspace(4) addrspacecast (ptr addrspace(1) @size_id to ptr addrspace(4)), ptr addrspace(4) null)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @integers
; CHECK-NOT: store ptr addrspace(4)
; CHECK: %v = call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 7)
; CHECK: store i8 -1, ptr addrspace(1) %shadow
define spir_kernel void @integers(ptr addrspace(1) %out) {
  %frame = alloca i8, i64 96, align 32
  %base = ptrtoint ptr %frame to i64
  %name.at = add i64 %base, 32
  %name.slot = inttoptr i64 %name.at to ptr
  %default.at = add i64 48, %base
  %default.slot = inttoptr i64 %default.at to ptr
  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @other_name to ptr addrspace(4)), ptr %name.slot, align 8
  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @size_id to ptr addrspace(4)), ptr %default.slot, align 8
  %name = load ptr addrspace(4), ptr %name.slot, align 8
  %default = load ptr addrspace(4), ptr %default.slot, align 8
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) %name, ptr addrspace(4) %default, ptr addrspace(4) null)
  store i32 %v, ptr addrspace(1) %out
  %shadow.at = lshr i64 %base, 3
  %shadow = inttoptr i64 %shadow.at to ptr addrspace(1)
  store i8 -1, ptr addrspace(1) %shadow
  ret void
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
