; A vector of `i1` that is taken for an integer becomes that integer by arithmetic, in a type that SPIR-V has, where it is
; compared or extended. Other uses stay. A second run changes nothing.

; RUN: %opt -S -passes=spirv-legalize -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %opt -S -passes=spirv-legalize,spirv-legalize -verify-each %s | diff %t.ll -

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @all(
; CHECK-NEXT:    [[LAST:%.+]] = extractelement <3 x i1> %mask, i64 2
; CHECK-NEXT:    [[TOP:%.+]] = sext i1 [[LAST]] to i8
; CHECK-NEXT:    [[SECOND:%.+]] = extractelement <3 x i1> %mask, i64 1
; CHECK-NEXT:    [[TWICE:%.+]] = add i8 [[TOP]], [[TOP]]
; CHECK-NEXT:    [[BIT:%.+]] = zext i1 [[SECOND]] to i8
; CHECK-NEXT:    [[TWO:%.+]] = add i8 [[TWICE]], [[BIT]]
; CHECK:         extractelement <3 x i1> %mask, i64 0
; CHECK:         [[LOWEST:%.+]] = zext i1
; CHECK-NEXT:    [[THREE:%.+]] = add i8 %{{.+}}, [[LOWEST]]
; CHECK-NEXT:    %is = icmp eq i8 [[THREE]], -1
define spir_kernel void @all(ptr addrspace(1) %to, <3 x i1> %mask) {
  %bits = bitcast <3 x i1> %mask to i3
  %is = icmp eq i3 %bits, -1
  store i1 %is, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define spir_kernel void @both(
; CHECK-NOT:     bitcast
; CHECK:         icmp ult i16 %{{.+}}, %{{.+}}
define spir_kernel void @both(ptr addrspace(1) %to, <16 x i1> %one, <16 x i1> %other) {
  %bits = bitcast <16 x i1> %one to i16
  %more = bitcast <16 x i1> %other to i16
  %is = icmp ult i16 %bits, %more
  store i1 %is, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define spir_kernel void @wider(
; CHECK-NOT:     bitcast
; CHECK:         zext i1 %{{.+}} to i32
; CHECK-NOT:     zext i2
; CHECK:         store i32
define spir_kernel void @wider(ptr addrspace(1) %to, <2 x i1> %mask) {
  %bits = bitcast <2 x i1> %mask to i2
  %wide = zext i2 %bits to i32
  store i32 %wide, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define spir_kernel void @stored(
; CHECK:         bitcast <8 x i1> %mask to i8
define spir_kernel void @stored(ptr addrspace(1) %to, <8 x i1> %mask) {
  %bits = bitcast <8 x i1> %mask to i8
  store i8 %bits, ptr addrspace(1) %to
  ret void
}
