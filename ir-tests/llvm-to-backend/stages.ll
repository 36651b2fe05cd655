; Each stage can be the last one, and is written down: constants, queries and arguments are literals before anything is retargeted;
; what is dead then is gone before libraries are linked.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;specialize=kernel:1=7;dump-stages=%t/all>' %s -o %t/all.ll -verify-each
; RUN: ls %t/all | FileCheck %s --check-prefix=FILES
; RUN: FileCheck %s --check-prefix=REFLECT --input-file=%t/all/02-reflect.ll
; RUN: FileCheck %s --check-prefix=PRUNE --input-file=%t/all/03-prune.ll
; RUN: FileCheck %s --check-prefix=SPECIALIZE --input-file=%t/all/04-specialize.ll
; RUN: FileCheck %s --check-prefix=OUTLINE --input-file=%t/all/07-outline.ll
; RUN: FileCheck %s --check-prefix=RETARGET --input-file=%t/all/08-retarget.ll
; RUN: FileCheck %s --check-prefix=LINK --input-file=%t/all/09-link-builtins.ll
; RUN: FileCheck %s --check-prefix=OPTIMIZE --input-file=%t/all/15-optimize.ll
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;specialize=kernel:1=7;stop-after=retarget;dump-stages=%t/some>' %s -o %t/some.ll -verify-each
; RUN: ls %t/some | FileCheck %s --check-prefix=SOME
; RUN: diff %t/all/08-retarget.ll %t/some/08-retarget.ll
; RUN: FileCheck %s --check-prefix=RETARGET --input-file=%t/some.ll

; FILES:      00-input.ll
; FILES-NEXT: 01-constants.ll
; FILES-NEXT: 02-reflect.ll
; FILES-NEXT: 03-prune.ll
; FILES-NEXT: 04-specialize.ll
; FILES-NEXT: 05-spec-constants.ll
; FILES-NEXT: 06-prune-specialized.ll
; FILES-NEXT: 07-outline.ll
; FILES-NEXT: 08-retarget.ll
; FILES-NEXT: 09-link-builtins.ll
; FILES-NEXT: 10-reflect-libraries.ll
; FILES-NEXT: 11-prune-libraries.ll
; FILES-NEXT: 12-device-pipeline.ll
; FILES-NEXT: 13-work-group-functions.ll
; FILES-NEXT: 14-host-image.ll
; FILES-NEXT: 15-optimize.ll
; FILES-NEXT: 16-distinct-memory.ll
; FILES-NEXT: 17-back-end.ll
; FILES-NOT:  .ll
; SOME:       08-retarget.ll
; SOME-NOT:   .ll

; REFLECT-NOT:  call {{.*}}jit_reflect
; REFLECT:      call spir_func void @on_amd()
; PRUNE-NOT:    on_amd
; PRUNE:        _Z33__spirv_BuiltInGlobalInvocationIdi
; SPECIALIZE:   i32 7
; OUTLINE:      target triple = "spir64-unknown-unknown"
; RETARGET:     target triple = "nvptx64-nvidia-cuda"
; RETARGET:     define ptx_kernel void @kernel(ptr addrspace(1)
; RETARGET:     _Z33__spirv_BuiltInGlobalInvocationIdi
; LINK-NOT:     declare {{.*}}_Z33__spirv_BuiltInGlobalInvocationIdi
; OPTIMIZE-NOT: call {{.*}}spirv
; OPTIMIZE:     define ptx_kernel void @kernel(ptr addrspace(1)
; OPTIMIZE:     store i32 7

target triple = "spir64-unknown-unknown"

declare spir_func i64 @__acpp_sscp_jit_reflect_compiler_backend()
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @nowhere()

define internal spir_func void @on_amd() {
  call spir_func void @nowhere()
  ret void
}

define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %value) {
entry:
  %backend = call spir_func i64 @__acpp_sscp_jit_reflect_compiler_backend()
  %is_amd = icmp eq i64 %backend, 2
  br i1 %is_amd, label %amd, label %rest
amd:
  call spir_func void @on_amd()
  br label %rest
rest:
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %value, ptr addrspace(1) %at
  ret void
}
