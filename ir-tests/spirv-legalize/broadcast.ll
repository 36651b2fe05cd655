; A broadcast in a work-group is the maximum of the bits that the named item has and of zeros in all others: a number or
; vector of each type, by the linear number of the item or by one in each dimension. Sub-groups broadcast as they did, and
; so do groups whose scope is not known, and what is no number. A second run changes nothing.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes=spirv-legalize -verify-each %s -o %t/once.ll
; RUN: FileCheck %s < %t/once.ll
; RUN: %opt -S -passes=spirv-legalize,spirv-legalize %s | diff %t/once.ll -
; RUN: sed 's/spirv64-unknown-unknown/amdgcn-amd-amdhsa/' %s | %opt -S -passes=spirv-legalize | FileCheck %s --check-prefix=OTHER

; OTHER-COUNT-8: call {{.*}} @_Z22__spirv_GroupBroadcast
; OTHER-NOT: GroupUMax

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_func i32 @number(
; CHECK-NEXT: %[[OWN:.*]] = call spir_func i64 @_Z35__spirv_BuiltInLocalInvocationIndexv()
; CHECK-NEXT: %[[IS:.*]] = icmp eq i64 %[[OWN]], %item
; CHECK-NEXT: %[[BITS:.*]] = select i1 %[[IS]], i32 %x, i32 0
; CHECK-NEXT: %[[ALL:.*]] = call spir_func i32 @_Z17__spirv_GroupUMaxiij(i32 2, i32 0, i32 %[[BITS]])
; CHECK-NEXT: ret i32 %[[ALL]]
define spir_func i32 @number(i32 %x, i64 %item) {
  %r = call spir_func i32 @_Z22__spirv_GroupBroadcastiim(i32 2, i32 %x, i64 %item)
  ret i32 %r
}

; CHECK-LABEL: define spir_func i8 @narrow(
; CHECK: %[[ITEM:.*]] = zext i32 %item to i64
; CHECK: icmp eq i64 %{{.*}}, %[[ITEM]]
; CHECK: %[[BITS:.*]] = zext i8 %x to i32
; CHECK: select i1 %{{.*}}, i32 %[[BITS]], i32 0
; CHECK: %[[ALL:.*]] = call spir_func i32 @_Z17__spirv_GroupUMaxiij(
; CHECK: %[[R:.*]] = trunc i32 %[[ALL]] to i8
; CHECK: ret i8 %[[R]]
define spir_func i8 @narrow(i8 %x, i32 %item) {
  %r = call spir_func i8 @_Z22__spirv_GroupBroadcastjcj(i32 2, i8 %x, i32 %item)
  ret i8 %r
}

; CHECK-LABEL: define spir_func half @half(
; CHECK: %[[BITS:.*]] = bitcast half %x to i16
; CHECK: zext i16 %[[BITS]] to i32
; CHECK: trunc i32 %{{.*}} to i16
; CHECK: bitcast i16 %{{.*}} to half
define spir_func half @half(half %x, i64 %item) {
  %r = call spir_func half @_Z22__spirv_GroupBroadcastIDF16_ET_iS0_m(i32 2, half %x, i64 %item)
  ret half %r
}

; CHECK-LABEL: define spir_func double @two(
; CHECK-DAG: %[[X:.*]] = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK-DAG: %[[AT_X:.*]] = extractelement <2 x i64> %item, i64 0
; CHECK-DAG: %[[IS_X:.*]] = icmp eq i64 %[[X]], %[[AT_X]]
; CHECK-DAG: %[[Y:.*]] = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
; CHECK-DAG: %[[AT_Y:.*]] = extractelement <2 x i64> %item, i64 1
; CHECK-DAG: %[[IS_Y:.*]] = icmp eq i64 %[[Y]], %[[AT_Y]]
; CHECK: and i1 %[[IS_X]], %[[IS_Y]]
; CHECK: bitcast double %x to i64
; CHECK: call spir_func i64 @_Z17__spirv_GroupUMaxiim(i32 2, i32 0, i64
; CHECK: bitcast i64 %{{.*}} to double
define spir_func double @two(double %x, <2 x i64> %item) {
  %r = call spir_func double @_Z22__spirv_GroupBroadcastidDv2_m(i32 2, double %x, <2 x i64> %item)
  ret double %r
}

; CHECK-LABEL: define spir_func <3 x float> @three(
; CHECK: call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 2)
; CHECK-COUNT-3: call spir_func i32 @_Z17__spirv_GroupUMaxiij(
; CHECK-NOT: GroupUMax
; CHECK: ret <3 x float>
define spir_func <3 x float> @three(<3 x float> %x, <3 x i64> %item) {
  %r = call spir_func <3 x float> @_Z22__spirv_GroupBroadcastiDv3_fDv3_m(i32 2, <3 x float> %x, <3 x i64> %item)
  ret <3 x float> %r
}

; CHECK-LABEL: define spir_func i32 @others(
; CHECK-NOT: GroupUMax
; CHECK: call spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32 3,
; CHECK: call spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32 %scope,
; CHECK: call spir_func ptr @_Z22__spirv_GroupBroadcastiPvj(i32 2,
; CHECK-NOT: GroupUMax
; CHECK: ret i32
define spir_func i32 @others(i32 %x, i32 %item, i32 %scope, ptr %p) {
  %a = call spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32 3, i32 %x, i32 %item)
  %b = call spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32 %scope, i32 %a, i32 %item)
  %q = call spir_func ptr @_Z22__spirv_GroupBroadcastiPvj(i32 2, ptr %p, i32 %item)
  store i32 %b, ptr %q, align 4
  ret i32 %b
}

; No item may skip the reduction.
; CHECK: declare spir_func i32 @_Z17__spirv_GroupUMaxiij(i32, i32, i32) #[[CONVERGENT:[0-9]+]]
; CHECK-NOT: @_Z22__spirv_GroupBroadcastiim
; CHECK: attributes #[[CONVERGENT]] = { convergent nounwind }

declare spir_func i32 @_Z22__spirv_GroupBroadcastiim(i32, i32, i64) #0
declare spir_func i8 @_Z22__spirv_GroupBroadcastjcj(i32, i8, i32) #0
declare spir_func half @_Z22__spirv_GroupBroadcastIDF16_ET_iS0_m(i32, half, i64) #0
declare spir_func double @_Z22__spirv_GroupBroadcastidDv2_m(i32, double, <2 x i64>) #0
declare spir_func <3 x float> @_Z22__spirv_GroupBroadcastiDv3_fDv3_m(i32, <3 x float>, <3 x i64>) #0
declare spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32, i32, i32) #0
declare spir_func ptr @_Z22__spirv_GroupBroadcastiPvj(i32, ptr, i32) #0
attributes #0 = { convergent nounwind }
