; A call keeps everything it has: calling convention, tail kind, attributes of result, arguments and call, operand
; bundles, flags and metadata. NVPTX lowers `byval` from the call.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

%struct = type { i64, i64 }

; CHECK: define internal fastcc float @helper_with_offset(ptr byval(%struct) align 8 %s, i8 signext %c, ptr align 4 dereferenceable(12) %offset)
define internal fastcc float @helper(ptr byval(%struct) align 8 %s, i8 signext %c) {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  %f = uitofp i64 %o to float
  ret float %f
}

; CHECK: define float @caller_with_offset(
; CHECK-NEXT: %result = notail call nnan fastcc noundef float @helper_with_offset(ptr byval(%struct) align 8 %s, i8 signext 3, ptr %offset) #[[#CALL:]] [ "some"(i32 7) ], !note ![[#NOTE:]]
; CHECK-NEXT: %other = tail call fastcc float @helper_with_offset(ptr byval(%struct) align 8 %s, i8 signext 4, ptr %offset)
define float @caller(ptr byval(%struct) align 8 %s) {
  %result = notail call nnan fastcc noundef float @helper(ptr byval(%struct) align 8 %s, i8 signext 3) #0 [ "some"(i32 7) ], !note !0
  %other = tail call fastcc float @helper(ptr byval(%struct) align 8 %s, i8 signext 4)
  ret float %result
}

; CHECK: attributes #[[#CALL]] = { convergent nounwind "thing"="1" }
; CHECK: ![[#NOTE]] = !{!"note"}
attributes #0 = { convergent nounwind "thing"="1" }
!0 = !{!"note"}
