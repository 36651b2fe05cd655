; Dimensions are unsigned integers of any width. If a dimension does not exist, constant or not, the offset is zero, and
; nothing is loaded.

; RUN: sed -e 's/TYPE/i1/g; s/LAST/true/; s/BEYOND/poison/' %s | %opt -S -passes=global-offset -verify-each | FileCheck %s --check-prefix=ONE
; RUN: sed -e 's/TYPE/i2/g; s/LAST/2/; s/BEYOND/3/' %s | %opt -S -passes=global-offset -verify-each | FileCheck %s --check-prefixes=CHECK,NARROW -DTYPE=i2
; RUN: sed -e 's/TYPE/i8/g; s/LAST/2/; s/BEYOND/-1/' %s | %opt -S -passes=global-offset -verify-each | FileCheck %s --check-prefixes=CHECK,NARROW -DTYPE=i8
; RUN: sed -e 's/TYPE/i32/g; s/LAST/2/; s/BEYOND/undef/' %s | %opt -S -passes=global-offset -verify-each | FileCheck %s --check-prefix=CHECK -DTYPE=i32
; RUN: sed -e 's/TYPE/i64/g; s/LAST/2/; s/BEYOND/4294967296/' %s | %opt -S -passes=global-offset -verify-each | FileCheck %s --check-prefixes=CHECK,WIDE -DTYPE=i64
; RUN: sed -e 's/TYPE/i128/g; s/LAST/2/; s/BEYOND/18446744073709551617/' %s | %opt -S -passes=global-offset -verify-each | FileCheck %s --check-prefixes=CHECK,WIDE -DTYPE=i128

target triple = "nvptx64-nvidia-cuda"

declare i32 @_Z27__spirv_BuiltInGlobalOffseti(TYPE)

; CHECK: @known_with_offset(
; CHECK-NEXT: getelementptr inbounds i32, ptr %offset, i32 2
; CHECK-NEXT: %x = load i32
; CHECK-NEXT: %z = add i32 %x, 0
; CHECK-NEXT: ret i32 %z
; ONE: @known_with_offset(
; ONE-NEXT: getelementptr inbounds i32, ptr %offset, i32 1
define i32 @known() {
  %x = call i32 @_Z27__spirv_BuiltInGlobalOffseti(TYPE LAST)
  %y = call i32 @_Z27__spirv_BuiltInGlobalOffseti(TYPE BEYOND)
  %z = add i32 %x, %y
  ret i32 %z
}
; CHECK: @computed_with_offset(
; CHECK-NEXT: %[[EXISTS:.*]] = icmp ult [[TYPE]] %d, {{3|-1}}
; CHECK-NEXT: %[[SAFE:.*]] = select i1 %[[EXISTS]], [[TYPE]] %d, [[TYPE]] 0
; NARROW-NEXT: %[[INDEX:.*]] = zext [[TYPE]] %[[SAFE]] to i32
; NARROW-NEXT: getelementptr inbounds i32, ptr %offset, i32 %[[INDEX]]
; WIDE-NEXT: %[[INDEX:.*]] = trunc [[TYPE]] %[[SAFE]] to i32
; WIDE-NEXT: getelementptr inbounds i32, ptr %offset, i32 %[[INDEX]]
; CHECK: %[[LOADED:.*]] = load i32
; CHECK-NEXT: %x = select i1 %[[EXISTS]], i32 %[[LOADED]], i32 0
; ONE: @computed_with_offset(
; ONE-NEXT: %[[INDEX:.*]] = zext i1 %d to i32
; ONE-NEXT: getelementptr inbounds i32, ptr %offset, i32 %[[INDEX]]
; ONE-NEXT: %x = load i32
define i32 @computed(TYPE %d) {
  %x = call i32 @_Z27__spirv_BuiltInGlobalOffseti(TYPE %d)
  ret i32 %x
}
