; A second run finds offsets instead of pointers and changes nothing; two runs of the tool give the same text.

; RUN: %opt -S -passes=local-accessor-to-shared-memory %s -o %t.once
; RUN: %opt -S -passes='local-accessor-to-shared-memory,local-accessor-to-shared-memory' -verify-each %s -o %t.twice
; RUN: diff %t.once %t.twice
; RUN: %opt -S -passes=local-accessor-to-shared-memory %s -o %t.again
; RUN: diff %t.once %t.again

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @b(ptr addrspace(3) %p, i32 %n, ptr addrspace(3) %q) {
  call void @helper(ptr addrspace(3) %p)
  call void @helper(ptr addrspace(3) %q)
  ret void
}
define ptx_kernel void @a(ptr addrspace(3) %p) {
  call void @helper(ptr addrspace(3) %p)
  ret void
}
define internal void @helper(ptr addrspace(3) %p) {
  store i64 0, ptr addrspace(3) %p, align 8
  ret void
}
