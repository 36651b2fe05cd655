; Name and default are found in any address space, direct or through casts, and the buffer may be in any. Once unused
; casts have been cleaned up, names and defaults are gone.

; RUN: %opt -S -passes='spec-constants<native>,function(dce),globaldce,verify' %s | FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,function(dce),globaldce,verify' %s | FileCheck %s --check-prefixes=CHECK,EMULATION

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_private = private unnamed_addr constant [2 x i8] c"p\00"
@name_global = private unnamed_addr addrspace(1) constant [2 x i8] c"g\00"
@name_constant = private unnamed_addr addrspace(2) constant [2 x i8] c"c\00"
@default_private = internal constant { i32 } { i32 10 }
@default_global = internal addrspace(1) constant { i32 } { i32 11 }
@default_constant = internal addrspace(2) constant { i32 } { i32 12 }

; CHECK-NOT: @name
; CHECK-NOT: @default
; CHECK-LABEL: define spir_kernel void @kernel_spaces(
define spir_kernel void @kernel_spaces(ptr addrspace(1) %out, ptr addrspace(1) %global_buffer, ptr addrspace(4) %buffer) {
; NATIVE:         call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 10)
; EMULATION:      getelementptr i8, ptr addrspace(4) %buffer, i32 0
; EMULATION-NEXT: load i32, ptr addrspace(4) %{{.*}}, align 4
  %p = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS4KcPU3AS4KvS4_(ptr addrspace(4) addrspacecast (ptr @name_private to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr @default_private to ptr addrspace(4)), ptr addrspace(4) %buffer)
  store i32 %p, ptr addrspace(1) %out
; NATIVE:         call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 11)
; EMULATION:      getelementptr i8, ptr addrspace(1) %global_buffer, i32 4
; EMULATION-NEXT: load i32, ptr addrspace(1) %{{.*}}, align 4
  %g = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS1KcPU3AS1KvS4_(ptr addrspace(1) @name_global, ptr addrspace(1) @default_global, ptr addrspace(1) %global_buffer)
  store i32 %g, ptr addrspace(1) %out
; NATIVE:         call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 12)
; EMULATION:      getelementptr i8, ptr addrspace(4) %buffer, i32 8
; EMULATION-NEXT: load i32, ptr addrspace(4) %{{.*}}, align 4
  %c = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS2KcPU3AS2KvS4_(ptr addrspace(2) @name_constant, ptr addrspace(2) @default_constant, ptr addrspace(4) %buffer)
  store i32 %c, ptr addrspace(1) %out
; Casts written as instructions.
; CHECK-NOT:      addrspacecast ptr @
; NATIVE:         call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 11)
; EMULATION:      getelementptr i8, ptr addrspace(4) %buffer, i32 4
  %name_cast = addrspacecast ptr addrspace(1) @name_global to ptr addrspace(4)
  %default_cast = addrspacecast ptr addrspace(1) @default_global to ptr addrspace(4)
  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS4KcPU3AS4KvS4_(ptr addrspace(4) %name_cast, ptr addrspace(4) %default_cast, ptr addrspace(4) %buffer)
  store i32 %i, ptr addrspace(1) %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS4KcPU3AS4KvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS1KcPU3AS1KvS4_(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS2KcPU3AS2KvS4_(ptr addrspace(2), ptr addrspace(2), ptr addrspace(4))

; CHECK: !sycl.specialization-constants = !{![[P:[0-9]+]], ![[G:[0-9]+]], ![[C:[0-9]+]]}
; CHECK-DAG: ![[P]] = !{!"p", i32 0, i32 0, i32 4}
; CHECK-DAG: ![[G]] = !{!"g", i32 1, i32 0, i32 4}
; CHECK-DAG: ![[C]] = !{!"c", i32 2, i32 0, i32 4}
