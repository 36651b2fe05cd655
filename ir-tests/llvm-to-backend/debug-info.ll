; Debug info stays valid through all stages, and names the kernel's line.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90>' -verify-each %root/examples/ir/convolution.g.bc | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=amdgcn:gfx90a>' -verify-each %root/examples/ir/convolution.g.bc | FileCheck %s

; CHECK: kernel {{.*}} !dbg
; CHECK: !DISubprogram(name:
