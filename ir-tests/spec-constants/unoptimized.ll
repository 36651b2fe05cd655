; Without optimization, the addresses of name and default are stored in stack variables. They are found there, also
; through casts of the address of the variable, and loads and stores that only served the call are removed.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s \
; RUN:   | FileCheck %s --check-prefixes=CHECK,NATIVE --implicit-check-not=@name --implicit-check-not=@default
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefixes=CHECK,EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s \
; RUN:   | FileCheck %s --check-prefixes=CHECK,DEFAULTS --implicit-check-not=@name --implicit-check-not=@default

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr addrspace(1) constant [6 x i8] c"value\00"
@default = internal addrspace(1) constant { i32 } { i32 5 }

; CHECK-LABEL: define linkonce_odr spir_func i32 @get(
define linkonce_odr spir_func i32 @get(ptr addrspace(4) %buffer) noinline optnone {
  %name_slot = alloca ptr addrspace(4)
  %default_slot = alloca ptr addrspace(4)
  %buffer_slot = alloca ptr addrspace(4)
  %name_generic = addrspacecast ptr %name_slot to ptr addrspace(4)
  %default_generic = addrspacecast ptr %default_slot to ptr addrspace(4)
  %buffer_generic = addrspacecast ptr %buffer_slot to ptr addrspace(4)
; CHECK-NOT: store ptr addrspace(4) addrspacecast
; CHECK: store ptr addrspace(4) %buffer, ptr addrspace(4) %buffer_generic
; CHECK-NOT: store ptr addrspace(4) addrspacecast
  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), ptr addrspace(4) %name_generic
  store ptr addrspace(4) %buffer, ptr addrspace(4) %buffer_generic
  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @default to ptr addrspace(4)), ptr addrspace(4) %default_generic
  %name = load ptr addrspace(4), ptr addrspace(4) %name_generic
  %default = load ptr addrspace(4), ptr addrspace(4) %default_generic
; CHECK: %[[BUFFER:.*]] = load ptr addrspace(4), ptr addrspace(4) %buffer_generic
  %buffer_loaded = load ptr addrspace(4), ptr addrspace(4) %buffer_generic
; NATIVE-NEXT:    %[[VALUE:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 5)
; NATIVE-NEXT:    ret i32 %[[VALUE]]
; EMULATION-NEXT: %[[ADDRESS:.*]] = getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 0
; EMULATION-NEXT: %[[VALUE:.*]] = load i32, ptr addrspace(4) %[[ADDRESS]], align 4
; EMULATION-NEXT: ret i32 %[[VALUE]]
; DEFAULTS-NEXT:  ret i32 5
  %value = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS4KcPU3AS4KvS4_(ptr addrspace(4) %name, ptr addrspace(4) %default, ptr addrspace(4) %buffer_loaded)
  ret i32 %value
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PU3AS4KcPU3AS4KvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
