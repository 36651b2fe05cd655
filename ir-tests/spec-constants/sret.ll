; A composite that is returned in memory (`sret`) is stored there, and the call is removed.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, float }

@name = private unnamed_addr constant [5 x i8] c"pair\00"
@default = internal addrspace(1) constant { %pair } { %pair { i32 7, float 1.500000e+00 } }

define spir_kernel void @kernel_pair(ptr addrspace(1) %out, ptr addrspace(4) %buffer) {
; NATIVE:         %[[SLOT:.*]] = alloca %pair
; NATIVE-NEXT:    %[[GENERIC:.*]] = addrspacecast ptr %[[SLOT]] to ptr addrspace(4)
; NATIVE:         %[[PAIR:.*]] = call %pair @_Z29__spirv_SpecConstantCompositeif_Rpair(
; NATIVE-NEXT:    store %pair %[[PAIR]], ptr addrspace(4) %[[GENERIC]], align 4
; NATIVE-NEXT:    load i32, ptr %[[SLOT]]
; EMULATION:      %[[GENERIC:.*]] = addrspacecast ptr %{{.*}} to ptr addrspace(4)
; EMULATION-NEXT: %[[ADDRESS:.*]] = getelementptr i8, ptr addrspace(4) %buffer, i32 0
; EMULATION-NEXT: %[[PAIR:.*]] = load %pair, ptr addrspace(4) %[[ADDRESS]], align 4
; EMULATION-NEXT: store %pair %[[PAIR]], ptr addrspace(4) %[[GENERIC]], align 4
; DEFAULTS:       %[[GENERIC:.*]] = addrspacecast ptr %{{.*}} to ptr addrspace(4)
; DEFAULTS-NEXT:  store %pair { i32 7, float 1.500000e+00 }, ptr addrspace(4) %[[GENERIC]], align 4
  %slot = alloca %pair
  %generic = addrspacecast ptr %slot to ptr addrspace(4)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr addrspace(4) sret(%pair) align 4 %generic, ptr addrspace(4) addrspacecast (ptr @name to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @default to ptr addrspace(4)), ptr addrspace(4) %buffer)
  %first = load i32, ptr %slot
  store i32 %first, ptr addrspace(1) %out
  ret void
}

; NATIVE-NOT: @_Z40__sycl_
; EMULATION-NOT: @_Z40__sycl_
; DEFAULTS-NOT: @_Z40__sycl_
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr addrspace(4) sret(%pair) align 4, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
