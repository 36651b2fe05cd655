; Triggers that do not have the documented signature are errors.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=global-offset %t/type.ll 2>&1 | FileCheck %s --check-prefix=TYPE --implicit-check-not=define
; RUN: not %opt -S -passes=global-offset %t/space.ll 2>&1 | FileCheck %s --check-prefix=SPACE --implicit-check-not=define
; RUN: not %opt -S -passes='global-offset<disable>' %t/address.ll 2>&1 | FileCheck %s --check-prefix=ADDRESS --implicit-check-not=define
; RUN: not %opt -S -passes=global-offset %t/initializer.ll 2>&1 | FileCheck %s --check-prefix=INITIALIZER --implicit-check-not=define
; RUN: not %opt -S -passes=global-offset %t/returned.ll 2>&1 | FileCheck %s --check-prefix=RETURNED --implicit-check-not=define
; RUN: not %opt -S -passes=global-offset %t/invoked.ll 2>&1 | FileCheck %s --check-prefix=INVOKED --implicit-check-not=define

; TYPE: error: `_Z27__spirv_BuiltInGlobalOffseti` has the type double (i32); expected an integer of one integer, such as i64 (i32)
;--- type.ll
target triple = "nvptx64-nvidia-cuda"
declare double @_Z27__spirv_BuiltInGlobalOffseti(i32)

; SPACE: error: `llvm.amdgcn.implicit.offset` has the type ptr (); expected ptr addrspace(5) ()
;--- space.ll
target triple = "amdgcn-amd-amdhsa"
declare ptr @llvm.amdgcn.implicit.offset()

; ADDRESS: error: `_Z27__spirv_BuiltInGlobalOffseti` is used in function `function` other than by a call; expected calls only
;--- address.ll
target triple = "nvptx64-nvidia-cuda"
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
define ptr @function() {
  ret ptr @_Z27__spirv_BuiltInGlobalOffseti
}

; INITIALIZER: error: `_Z27__spirv_BuiltInGlobalOffseti` is used in a constant other than by a call; expected calls only
;--- initializer.ll
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) constant ptr @_Z27__spirv_BuiltInGlobalOffseti
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; RETURNED: error: function `function` returns the pointer of `llvm.amdgcn.implicit.offset`; expected it to be used inside the function
;--- returned.ll
target datalayout = "A5"
target triple = "amdgcn-amd-amdhsa"
declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()
define ptr addrspace(5) @function() {
  %pointer = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  ret ptr addrspace(5) %pointer
}

; INVOKED: error: function `helper`, which needs the global offset, is invoked in function `caller`; expected calls only
;--- invoked.ll
target triple = "nvptx64-nvidia-cuda"
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare i32 @personality(...)
define i64 @helper() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %x
}
define void @caller() personality ptr @personality {
  %x = invoke i64 @helper() to label %normal unwind label %unwind
normal:
  ret void
unwind:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}
