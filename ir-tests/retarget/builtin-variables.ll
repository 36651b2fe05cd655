; Builtin variables become calls of functions: whole vectors, elements, computed addresses, scalars.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='retarget<target=host>' -verify-each %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-NOT: @__spirv_BuiltIn
@__spirv_BuiltInGlobalInvocationId = external local_unnamed_addr addrspace(1) constant <3 x i64>, align 32
@__spirv_BuiltInLocalInvocationIndex = external local_unnamed_addr addrspace(1) constant i64, align 8
@__spirv_BuiltInSubgroupSize = external addrspace(1) constant i32, align 4

; CHECK-LABEL: define {{.*}}i64 @scalars()
define spir_func i64 @scalars() {
; CHECK-NEXT: %index = call i64 @_Z35__spirv_BuiltInLocalInvocationIndexv()
  %index = load i64, ptr addrspace(1) @__spirv_BuiltInLocalInvocationIndex, align 8
; CHECK-NEXT: %size = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
  %size = load i32, ptr addrspace(4) addrspacecast (ptr addrspace(1) @__spirv_BuiltInSubgroupSize to ptr addrspace(4)), align 4
  %wide = zext i32 %size to i64
  %sum = add i64 %index, %wide
  ret i64 %sum
}

; CHECK-LABEL: define {{.*}}i64 @vector()
define spir_func i64 @vector() {
; CHECK-NEXT: %[[X:.+]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK-NEXT: %[[V0:.+]] = insertelement <3 x i64> poison, i64 %[[X]], i64 0
; CHECK-NEXT: %[[Y:.+]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
; CHECK-NEXT: %[[V1:.+]] = insertelement <3 x i64> %[[V0]], i64 %[[Y]], i64 1
; CHECK-NEXT: %[[Z:.+]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
; CHECK-NEXT: %ids = insertelement <3 x i64> %[[V1]], i64 %[[Z]], i64 2
; CHECK-NEXT: %id = extractelement <3 x i64> %ids, i64 1
  %ids = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, align 32
  %id = extractelement <3 x i64> %ids, i64 1
  ret i64 %id
}

; CHECK-LABEL: define {{.*}}i64 @elements()
define spir_func i64 @elements() {
; CHECK-NEXT: %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
; CHECK-NEXT: %z = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
; CHECK-NEXT: %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = load i64, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 8), align 8
  %a = getelementptr <3 x i64>, ptr addrspace(4) addrspacecast (ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId to ptr addrspace(4)), i64 0, i64 2
  %z = load i64, ptr addrspace(4) %a, align 8
  %x = load i64, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, align 8
  %s = add i64 %y, %z
  %t = add i64 %s, %x
  ret i64 %t
}

; CHECK-LABEL: define {{.*}}i64 @computed(i64 %dimension)
define spir_func i64 @computed(i64 %dimension) {
; CHECK:      %[[SLOT:.+]] = alloca <3 x i64>
; CHECK:      call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
; CHECK:      store <3 x i64>
; CHECK:      %element{{.*}} = getelementptr i64, ptr %[[SLOT]]{{.*}}, i64 %dimension
; CHECK-NEXT: %id = load i64, ptr %element{{.*}}, align 8
; CHECK-NEXT: ret i64 %id
  %element = getelementptr i64, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 %dimension
  %id = load i64, ptr addrspace(1) %element, align 8
  ret i64 %id
}

; CHECK-DAG: declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
; CHECK-DAG: declare i64 @_Z35__spirv_BuiltInLocalInvocationIndexv()
; CHECK-DAG: declare i32 @_Z27__spirv_BuiltInSubgroupSizev()
