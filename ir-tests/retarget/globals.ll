; Variables: where they live, what their initializers become, and what stays: order, linkage, comdats, metadata, aliases.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,GPU,NVPTX
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,GPU,AMDGPU
; RUN: %opt -S -passes='retarget<target=host>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,HOST

target triple = "spir64-unknown-unknown"

%named = type { ptr addrspace(1), [2 x %inner] }
%inner = type { ptr addrspace(4), i8 }
%opaque = type opaque

$dg = comdat any

; Casts of null are null, also in device globals.
; GPU:  @dg = weak_odr {{(protected )?}}addrspace(1) global { ptr addrspace(1), i32 } zeroinitializer, comdat, align 8 #0
; HOST: @dg = weak_odr global { ptr, i32 } zeroinitializer, comdat, align 8 #0
@dg = weak_odr addrspace(1) global { ptr addrspace(1), i32 } { ptr addrspace(1) addrspacecast (ptr addrspace(4) null to ptr addrspace(1)), i32 0 }, comdat, align 8 #0

; Strings in generic or private memory.
; NVPTX:  @text = private unnamed_addr constant [2 x i8] c"x\00"
; AMDGPU: @text = private unnamed_addr addrspace(1) constant [2 x i8] c"x\00"
@text = private unnamed_addr addrspace(4) constant [2 x i8] c"x\00"
; NVPTX:  @private = internal global i32 1
; AMDGPU: @private = internal addrspace(1) global i32 1
@private = internal global i32 1
; GPU:  @constant = internal addrspace(4) constant i32 2, section "s", align 64
; HOST: @constant = internal constant i32 2, section "s", align 64
@constant = internal addrspace(2) constant i32 2, section "s", align 64

; A work-group's memory has no initial value on GPUs, and belongs to its thread on the host.
; GPU:  @local = internal addrspace(3) global [4 x i32] poison, align 4
; HOST: @local = internal thread_local global [4 x i32] zeroinitializer, align 4
@local = internal addrspace(3) global [4 x i32] zeroinitializer, align 4

; Addresses, at any depth, in cycles, of elements and of functions.
; NVPTX:  @cycle = internal addrspace(1) global %named { ptr addrspace(1) @cycle, [2 x %inner] [%inner { ptr addrspacecast (ptr addrspace(1) @cycle to ptr), i8 1 }, %inner { ptr getelementptr (i8, ptr @text, i64 1), i8 2 }] }
; AMDGPU: @cycle = internal addrspace(1) global %named { ptr addrspace(1) @cycle, [2 x %inner] [%inner { ptr addrspacecast (ptr addrspace(1) @cycle to ptr), i8 1 }, %inner { ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @text, i64 1) to ptr), i8 2 }] }
; HOST:   @cycle = internal global %named { ptr @cycle, [2 x %inner] [%inner { ptr @cycle, i8 1 }, %inner { ptr getelementptr (i8, ptr @text, i64 1), i8 2 }] }
@cycle = internal addrspace(1) global %named { ptr addrspace(1) @cycle, [2 x %inner] [%inner { ptr addrspace(4) addrspacecast (ptr addrspace(1) @cycle to ptr addrspace(4)), i8 1 }, %inner { ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @text, i64 1), i8 2 }] }
; GPU:  @table = internal addrspace(1) constant [3 x ptr] [ptr @f, ptr null, ptr inttoptr (i64 16 to ptr)], !type !0
@table = internal addrspace(1) constant [3 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr @f to ptr addrspace(4)), ptr addrspace(4) null, ptr addrspace(4) inttoptr (i64 16 to ptr addrspace(4))], !type !0
; NVPTX: @number = internal addrspace(1) constant i64 ptrtoint (ptr @text to i64)
; AMDGPU: @number = internal addrspace(1) constant i64 ptrtoint (ptr addrspacecast (ptr addrspace(1) @text to ptr) to i64)
@number = internal addrspace(1) constant i64 ptrtoint (ptr addrspace(4) @text to i64)
; CHECK: @opaque_ = external {{.*}}global %opaque
@opaque_ = external addrspace(1) global %opaque
; CHECK: @available = available_externally {{.*}}constant i32 1
@available = available_externally addrspace(1) constant i32 1
; CHECK: @llvm.compiler.used = appending {{.*}}global [1 x ptr{{( addrspace\(4\))?}}]
@llvm.compiler.used = appending addrspace(1) global [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @dg to ptr addrspace(4))], section "llvm.metadata"

; GPU:  @alias = weak alias i32, getelementptr (i8, ptr addrspace(1) @dg, i64 8)
; HOST: @alias = weak alias i32, getelementptr (i8, ptr @dg, i64 8)
@alias = weak alias i32, getelementptr (i8, ptr addrspace(1) @dg, i64 8)
; NVPTX:  @moved = internal alias [2 x i8], ptr @text
; AMDGPU: @moved = internal alias [2 x i8], ptr addrspace(1) @text
@moved = internal alias [2 x i8], ptr addrspace(4) @text
; CHECK: @kernel_alias = weak alias void (), ptr @kernel
@kernel_alias = weak alias void (), ptr @kernel
; CHECK: @ifunc_ = ifunc void (), ptr @resolver
@ifunc_ = ifunc void (), ptr @resolver

; CHECK-LABEL: @f(
; CHECK-SAME: comdat($dg) gc "shadow-stack" prefix i64 7 personality ptr @personality
define spir_func ptr addrspace(4) @f(ptr addrspace(4) %p) section "code" comdat($dg) gc "shadow-stack" prefix i64 7 personality ptr @personality {
; AMDGPU: store ptr addrspacecast (ptr addrspace(1) @text to ptr), ptr %p
; NVPTX:  store ptr @text, ptr %p
  store ptr addrspace(4) @text, ptr addrspace(4) %p
; AMDGPU: %v = load i8, ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @text, i64 1) to ptr)
  %v = load i8, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @text, i64 1)
; AMDGPU: ret ptr addrspacecast (ptr addrspace(1) @moved to ptr)
  ret ptr addrspace(4) @moved
}
declare i32 @personality(...)
define spir_kernel void @kernel() {
  ret void
}
; The resolver's result is a pointer to code.
define ptr @resolver() {
  ret ptr @kernel
}

attributes #0 = { "sycl-unique-id"="dg" }
!named.nodes = !{!1}
; CHECK: !named.nodes = !{![[NODE:[0-9]+]]}
; GPU-DAG:  ![[NODE]] = !{ptr @kernel, ptr addrspace(1) @dg, ptr @f,
; HOST-DAG: ![[NODE]] = !{ptr @kernel, ptr @dg, ptr @f,
!0 = !{i64 0, !"type"}
!1 = !{ptr @kernel, ptr addrspace(1) @dg, ptr addrspace(4) addrspacecast (ptr @f to ptr addrspace(4)), !"text"}
