; Claim B, fixed arguments: a fixed argument becomes its value, is no parameter any more, and is in the mask that tells the
; runtime so. Attributes and metadata of the other parameters follow. A number means the same in a second run.

; RUN: %opt -S -verify-each %s -passes='sscp-specialize<KERNEL:ARG=512;_ZTS6Matmul:1=0x10;Matmul:3=2.5;typeinfo name for Matmul:4=null>' | FileCheck %s
; RUN: %opt -S -passes='sscp-specialize<KERNEL:0=512;Matmul:1=16;Matmul:3=2.5>' %s -o %t.once.ll
; RUN: %opt -S -passes='sscp-specialize<KERNEL:0=512;Matmul:1=16;Matmul:3=2.5>,sscp-specialize<KERNEL:0=512;Matmul:1=16;Matmul:3=2.5>' %s -o %t.twice.ll
; RUN: cmp %t.once.ll %t.twice.ll
; RUN: %opt -disable-output %s -passes='sscp-specialize<KERNEL:ARG=512>,sycl-post-link<properties;emit-param-info;symbols;o=%t.table>'
; RUN: %props %t_0.prop | FileCheck %s --check-prefix=PROPS

; PROPS: SYCL/kernel param opt
; PROPS: KERNEL

target triple = "spir64-unknown-unknown"

%pair = type { i32, i64 }

; CHECK: @llvm.used = appending global [1 x ptr] [ptr @KERNEL]
@llvm.used = appending global [1 x ptr] [ptr @KERNEL], section "llvm.metadata"

; CHECK: define spir_kernel void @KERNEL() #[[ATTRIBUTES:[0-9]+]] !sycl_kernel_omit_args ![[ONE:[0-9]+]] {
; CHECK-NEXT: store i32 512
define spir_kernel void @KERNEL(i32 noundef %ARG) #0 {
  store i32 %ARG, ptr addrspace(1) null
  ret void
}

; CHECK: define spir_kernel void @_ZTS6Matmul(ptr addrspace(1) noalias align 16 %out, i64 noundef signext %last) #[[ATTRIBUTES]] !dbg ![[DBG:[0-9]+]] !kernel_arg_type ![[TYPES:[0-9]+]] !sycl_kernel_omit_args ![[MASK:[0-9]+]] {
; CHECK:        store i64 16, ptr addrspace(1) %out
; CHECK:        store float 2.5
; CHECK:        store ptr addrspace(1) null
; CHECK:        store i64 %last
define spir_kernel void @_ZTS6Matmul(ptr addrspace(1) noalias align 16 %out, i64 zeroext %size, float %scale, ptr addrspace(1) nonnull %other, i64 noundef signext %last) #0 !dbg !3 !kernel_arg_type !7 !sycl_kernel_omit_args !8 {
  store i64 %size, ptr addrspace(1) %out, !dbg !6
  store float %scale, ptr addrspace(1) %out, !dbg !6
  store ptr addrspace(1) %other, ptr addrspace(1) %out, !dbg !6
  store i64 %last, ptr addrspace(1) %out, !dbg !6
  call void @llvm.dbg.value(metadata i64 %size, metadata !10, metadata !DIExpression()), !dbg !6
  ret void, !dbg !6
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

attributes #0 = { nounwind "sycl-module-id"="a.cpp" }

; CHECK-DAG: attributes #[[ATTRIBUTES]] = { nounwind "sycl-module-id"="a.cpp" }
; CHECK-DAG: ![[ONE]] = !{i1 true}
; CHECK-DAG: ![[TYPES]] = !{!"int*", !"long"}
; CHECK-DAG: ![[MASK]] = !{i1 false, i1 true, i1 true, i1 true, i1 true, i1 false}
; CHECK-DAG: ![[DBG]] = distinct !DISubprogram(name: "Matmul"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "Matmul", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !9)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, scope: !3)
!7 = !{!"int*", !"long", !"float", !"int*", !"long"}
!8 = !{i1 false, i1 false, i1 true, i1 false, i1 false, i1 false}
!9 = !{!10}
!10 = !DILocalVariable(name: "size", arg: 2, scope: !3, file: !1, line: 1, type: !11)
!11 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
