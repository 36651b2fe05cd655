; Claim A, query form: calls become the value of a known key, in the type that is asked for; whether a key is known is 1 or 0.
; Keys of users are made lower-case, and other characters become `_`. Invokes, casts of the function's address, calls through
; another type and uses of the address are answered, too.

; RUN: %opt -S -passes='sscp-reflect<set=Target::Vendor-ID=4318;set=target_arch=90;set=big=18446744073709551615;set=target_arch=0x5a>' \
; RUN:   -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: @table = internal constant [1 x ptr] [ptr @__acpp_sscp_jit_reflect_big]
@table = internal constant [1 x ptr] [ptr @__acpp_sscp_jit_reflect_big]

declare i64 @__acpp_sscp_jit_reflect_target__vendor_id()
declare i32 @__acpp_sscp_jit_reflect_target_arch()
; CHECK-NOT: declare {{.*}}reflect
; CHECK: define internal i64 @__acpp_sscp_jit_reflect_big() {
; CHECK-NEXT: ret i64 -1
; CHECK-NOT: declare {{.*}}reflect
declare i64 @__acpp_sscp_jit_reflect_big()
declare zeroext i1 @__acpp_sscp_jit_reflect_knows_target_arch()
declare zeroext i1 @__acpp_sscp_jit_reflect_knows_target_color()
declare i32 @personality(...)

; CHECK-LABEL: @kernel
define spir_kernel void @kernel(ptr addrspace(1) %out) personality ptr @personality {
; CHECK-NEXT: store i64 4318
  %vendor = call i64 @__acpp_sscp_jit_reflect_target__vendor_id()
  store i64 %vendor, ptr addrspace(1) %out
; CHECK-NEXT: store i32 90
  %arch = call i32 @__acpp_sscp_jit_reflect_target_arch()
  store i32 %arch, ptr addrspace(1) %out
; CHECK-NEXT: store i1 true
  %known = call zeroext i1 @__acpp_sscp_jit_reflect_knows_target_arch()
  store i1 %known, ptr addrspace(1) %out
; CHECK-NEXT: store i1 false
  %unknown = call zeroext i1 @__acpp_sscp_jit_reflect_knows_target_color()
  store i1 %unknown, ptr addrspace(1) %out
; CHECK-NEXT: store i16 90
  %other = call i16 @__acpp_sscp_jit_reflect_target_arch()
  store i16 %other, ptr addrspace(1) %out
; CHECK-NEXT: br label %next
  %invoked = invoke i64 @__acpp_sscp_jit_reflect_big() to label %next unwind label %unwind
next:
; CHECK: store i64 -1
  store i64 %invoked, ptr addrspace(1) %out
; CHECK-NEXT: store ptr @__acpp_sscp_jit_reflect_big
  store ptr @__acpp_sscp_jit_reflect_big, ptr addrspace(1) %out
  ret void
unwind:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}

; CHECK-LABEL: @defined
define i32 @defined() {
; CHECK-NEXT: call i32 @__acpp_sscp_jit_reflect_defined()
  %own = call i32 @__acpp_sscp_jit_reflect_defined()
  ret i32 %own
}

; What the module defines is no query.
define internal i32 @__acpp_sscp_jit_reflect_defined() {
  ret i32 7
}

