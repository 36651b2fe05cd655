; In emulation mode kernels for SPIR in general get the parameter of the buffer back: the properties say that it is there,
; each image has the clones that it needs, and the copy with default values has the parameter, too. Warnings and remarks
; are about the module, which stays as it is.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=emulation;properties;emit-param-info;S;generate-device-image-default-spec-consts;o=%t/x.table>' -pass-remarks=spec-constants %s -o %t/after.ll 2> %t/log
; RUN: FileCheck %s --check-prefix=LOG --implicit-check-not='{{^}}warning:' --input-file=%t/log
; RUN: %opt -S -passes=verify %s -o %t/before.ll
; RUN: diff %t/before.ll %t/after.ll
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=PROPERTIES
; RUN: FileCheck %s --check-prefix=IMAGE --implicit-check-not='@exported()' --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=DEFAULTS --input-file=%t/x_1.ll
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=COPY
; RUN: FileCheck %s --check-prefix=EXPORTED --input-file=%t/x_2.ll

; Workers make the same.
; RUN: mkdir %t/jobs
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=emulation;properties;emit-param-info;S;generate-device-image-default-spec-consts;jobs=2;o=%t/jobs/x.table>' %s
; RUN: diff %t/x_0.ll %t/jobs/x_0.ll
; RUN: diff %t/x_2.ll %t/jobs/x_2.ll
; RUN: diff %t/x_0.prop %t/jobs/x_0.prop

; LOG: warning: function `exported` gets no buffer from other modules that call it: the value of specialization constant `a` is undefined there
; LOG: remark: {{.*}}specialization constant `a` gets the id 0 and is read from the buffer at 0

; PROPERTIES: kernel = bits 00
; COPY:       kernel = bits 00

; IMAGE:      define spir_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) noundef align 1 %[[BUFFER:.+]])
; IMAGE-NEXT:   call i32 @exported_with_constants(ptr addrspace(1) %[[BUFFER]])
; DEFAULTS:   define spir_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) noundef align 1 %{{.+}})
; DEFAULTS:   ret i32 1
; EXPORTED:      define i32 @exported()
; EXPORTED-NEXT:   load i32, ptr addrspace(4) null

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }

define spir_kernel void @kernel(ptr addrspace(1) %out) #0 !sycl_kernel_omit_args !0 {
  %x = call i32 @exported()
  store i32 %x, ptr addrspace(1) %out
  ret void
}

define i32 @exported() #0 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{i1 false, i1 true}
