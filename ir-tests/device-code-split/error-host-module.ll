; Host code is rejected. Device code is recognized by its triple.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='device-code-split<o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0
; RUN: sed -e 's/x86_64-unknown-linux-gnu/nvptx64-nvidia-cuda/' %s | %opt -disable-output -passes='device-code-split<o=%t/x.table>'
; RUN: ls %t | count 2

; CHECK: error: module `{{.*}}error-host-module.ll` is for the host (target triple `x86_64-unknown-linux-gnu`); expected device code: a triple of SPIR, SPIR-V, NVPTX or AMDGPU, or the module flag "sycl-device"

target triple = "x86_64-unknown-linux-gnu"

define void @f() {
  ret void
}
