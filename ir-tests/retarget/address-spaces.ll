; Address spaces, calling conventions, triple and layout of each target: in types of values, parameters, results and calls.
; Casts between what is one space now vanish.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64:sm_90>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,GPU,NVPTX
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,GPU,AMDGPU
; RUN: %opt -S -passes='retarget<target=host>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,HOST

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

; CHECK-DAG: %struct.S = type { ptr, i32 }
%struct.S = type { ptr addrspace(4), i32 }

; NVPTX-DAG:  target datalayout = "e-p6:32:32-i64:64
; NVPTX-DAG:  target triple = "nvptx64-nvidia-cuda"
; AMDGPU-DAG: target datalayout = "e-m:e-p:64:64-p1:64:64{{.*}}-A5-G1-ni:7:8:9"
; AMDGPU-DAG: target triple = "amdgcn-amd-amdhsa"
; HOST-NOT: target triple = "spir

; NVPTX-LABEL:  define weak_odr ptx_kernel void @kernel(
; AMDGPU-LABEL: define weak_odr protected amdgpu_kernel void @kernel(
; HOST-LABEL:   define weak_odr void @kernel(
; GPU-SAME:       ptr addrspace(1) noundef align 4 %global, ptr addrspace(3) %local, ptr addrspace(4) %constant, ptr addrspace(1) %generic)
; HOST-SAME:      ptr noundef align 4 %global, ptr "sycl-argument"="local" %local, ptr %constant, ptr %generic) #[[KERNEL:[0-9]+]]
define weak_odr spir_kernel void @kernel(ptr addrspace(1) noundef align 4 %global, ptr addrspace(3) %local, ptr addrspace(2) %constant, ptr addrspace(4) %generic) {
; GPU:      %generic.ascast = addrspacecast ptr addrspace(1) %generic to ptr
; GPU:      %a = addrspacecast ptr addrspace(1) %global to ptr
; HOST-NOT: addrspacecast
  %a = addrspacecast ptr addrspace(1) %global to ptr addrspace(4)
; GPU:      %b = addrspacecast ptr addrspace(3) %local to ptr
  %b = addrspacecast ptr addrspace(3) %local to ptr addrspace(4)
; GPU:      %c = call ptr @helper(ptr %a, ptr %b)
; HOST:     %c = call ptr @helper(ptr %global, ptr %local)
  %c = call spir_func ptr addrspace(4) @helper(ptr addrspace(4) %a, ptr addrspace(4) %b)
; GPU:      %d = addrspacecast ptr %c to ptr addrspace(3)
  %d = addrspacecast ptr addrspace(4) %c to ptr addrspace(3)
; GPU:      store i32 1, ptr addrspace(3) %d
; HOST:     store i32 1, ptr %c
  store i32 1, ptr addrspace(3) %d
; GPU:      %e = load i32, ptr addrspace(4) %constant
  %e = load i32, ptr addrspace(2) %constant
; GPU:      store i32 %e, ptr %generic.ascast
; HOST:     store i32 %e, ptr %generic
  store i32 %e, ptr addrspace(4) %generic
; CHECK: ret void
  ret void
}

; HOST:         define linkonce_odr ptr @helper(ptr %x, ptr %y)
; NVPTX-LABEL:  define linkonce_odr ptr @helper(ptr %x, ptr %y)
; AMDGPU-LABEL: define linkonce_odr protected ptr @helper(ptr %x, ptr %y)
define linkonce_odr spir_func ptr addrspace(4) @helper(ptr addrspace(4) %x, ptr addrspace(4) %y) {
; CHECK:      {{^}}entry:
; CHECK-NEXT:   %less = icmp ult ptr %x, %y
; CHECK-NEXT:   br i1 %less, label %then, label %done
; CHECK:      then:
; CHECK-NEXT:   br label %done
; CHECK:      done:
; CHECK-NEXT:   %pointer = phi ptr [ %x, %entry ], [ %y, %then ]
; CHECK-NEXT:   %chosen = select i1 %less, ptr %pointer, ptr null
; CHECK-NEXT:   %field = getelementptr inbounds %struct.S, ptr %chosen, i64 0, i32 1
; CHECK-NEXT:   %frozen = freeze ptr %field
; CHECK-NEXT:   ret ptr %frozen
entry:
  %less = icmp ult ptr addrspace(4) %x, %y
  br i1 %less, label %then, label %done
then:
  %cast = addrspacecast ptr addrspace(4) %y to ptr
  br label %done
done:
  %pointer = phi ptr addrspace(4) [ %x, %entry ], [ %y, %then ]
  %chosen = select i1 %less, ptr addrspace(4) %pointer, ptr addrspace(4) null
  %field = getelementptr inbounds %struct.S, ptr addrspace(4) %chosen, i64 0, i32 1
  %frozen = freeze ptr addrspace(4) %field
  ret ptr addrspace(4) %frozen
}

; Calls through pointers.
; CHECK-LABEL: @indirect(
define spir_func void @indirect(ptr addrspace(4) %generic, ptr %f) {
; CHECK: call void %f(ptr %generic)
  call spir_func void %f(ptr addrspace(4) %generic)
; CHECK: call void %generic()
  %g = addrspacecast ptr addrspace(4) %generic to ptr
  call spir_func void %g()
  ret void
}

; HOST: attributes #[[KERNEL]] = { "sycl-kernel" }
