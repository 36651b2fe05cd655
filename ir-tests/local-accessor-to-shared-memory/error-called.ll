; Only a launch can pass the offsets that a kernel expects, so a call of the kernel is an error.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=local-accessor-to-shared-memory %t/call.ll 2>&1 | FileCheck %s --check-prefix=CALL --implicit-check-not=define
; RUN: not %opt -S -passes=local-accessor-to-shared-memory %t/alias.ll 2>&1 | FileCheck %s --check-prefix=ALIAS --implicit-check-not=define

; CALL: error: kernel `kernel`, which has pointers to local memory as parameters, is called in function `another`; expected kernels to be entry points only
; ALIAS: error: kernel `kernel`, which has pointers to local memory as parameters, is called in function `function`; expected kernels to be entry points only

;--- call.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr addrspace(3) %p) {
  ret void
}
define void @caller(ptr addrspace(3) %p) {
  call ptx_kernel void @kernel(ptr addrspace(3) %p)
  ret void
}
define void @another(ptr addrspace(3) %p) {
  call ptx_kernel void @kernel(ptr addrspace(3) %p)
  ret void
}
;--- alias.ll
target triple = "nvptx64-nvidia-cuda"
@other = alias void (ptr addrspace(3)), ptr @kernel
define ptx_kernel void @kernel(ptr addrspace(3) %p) {
  ret void
}
define void @function(ptr addrspace(3) %p) {
  call ptx_kernel void @other(ptr addrspace(3) %p)
  ret void
}
