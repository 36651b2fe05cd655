; The value of an unknown key is an error with the key, the functions that ask and the keys that there are. `unknown=keep` leaves
; it for a later run, and a query that nothing uses is no error.

; RUN: not %opt -disable-output -passes='sscp-reflect<set=arch=90;set=vendor=1>' %s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not %opt -disable-output -passes=sscp-reflect %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: %opt -S -passes='sscp-reflect<set=arch=90;unknown=keep>' -verify-each %s | FileCheck %s --check-prefix=KEEP
; RUN: %opt -S -passes='sscp-reflect<set=arch=90;unknown=keep>,sscp-reflect<set=color=3;set=arch=1;set=shape=2>' -verify-each %s | FileCheck %s --check-prefix=LATER

; ERROR: error: unknown key `color`, whose value is used in functions `first`, `second`, key `shape`, whose value is used in function `second`; expected one of: arch, vendor; or a value for it (`set=KEY=VALUE`, `--reflect KEY=VALUE`)
; NONE: error: unknown key `arch`, whose value is used in function `first`, key `color`, {{.*}}; expected `set=KEY=VALUE` for it

target triple = "spir64-unknown-unknown"

declare i32 @__acpp_sscp_jit_reflect_arch()
declare i32 @__acpp_sscp_jit_reflect_color()
declare i32 @__acpp_sscp_jit_reflect_shape()
declare i32 @__acpp_sscp_jit_reflect_unused()

; KEEP-LABEL:  @first
; KEEP-NEXT:     %color = call i32 @__acpp_sscp_jit_reflect_color()
; KEEP-NEXT:     %sum = add i32 90, %color
; LATER-LABEL: @first
; LATER-NEXT:    %sum = add i32 90, 3
define i32 @first() {
  %arch = call i32 @__acpp_sscp_jit_reflect_arch()
  %color = call i32 @__acpp_sscp_jit_reflect_color()
  %sum = add i32 %arch, %color
  ret i32 %sum
}

define ptr @second() {
  %color = call i32 @__acpp_sscp_jit_reflect_color()
  ret ptr @__acpp_sscp_jit_reflect_shape
}
