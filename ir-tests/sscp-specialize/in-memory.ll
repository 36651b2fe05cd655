; An argument that is passed in memory is written to the stack of the kernel. Values with commas come from the settings.

; RUN: split-file %s %t
; RUN: env SYCL_PASSES_CONFIG=%t/settings.json %opt -S -passes=sscp-specialize -verify-each %t/a.ll | FileCheck %t/a.ll

;--- settings.json
{"sscp-specialize": {"kernel:0": "[1, 2]", "kernel:1": 7}}
;--- a.ll
target triple = "spir64-unknown-unknown"

%pair = type { i32, i64 }

; CHECK: define spir_kernel void @kernel() !sycl_kernel_omit_args
; CHECK-NEXT: %[[SLOT:.*]] = alloca %pair, align 8
; CHECK-NEXT: store %pair { i32 1, i64 2 }, ptr %[[SLOT]], align 8
; CHECK:      getelementptr %pair, ptr %[[SLOT]]
; CHECK:      store i32 7
define spir_kernel void @kernel(ptr byval(%pair) align 8 %pair, i32 %number) {
  %second = getelementptr %pair, ptr %pair, i64 0, i32 1
  store i64 3, ptr %second
  store i32 %number, ptr addrspace(1) null
  ret void
}
