; Claim A, flags of host and device: with AdaptiveCpp's convention its constants of the first stage have the values of device
; code, or those that are set, and both modules of a clone get different values.

; RUN: %opt -S -passes='sscp-ir-constants<convention=adaptivecpp>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,DEVICE
; RUN: %opt -S -verify-each %s -passes='sscp-ir-constants<convention=adaptivecpp;set=__acpp_sscp_is_host=1;set=__acpp_sscp_is_device=0;set=__acpp_local_sscp_hcf_object_id=0x123456789abcdef0;set=__acpp_local_sscp_hcf_content=HCF>' \
; RUN:   | FileCheck %s --check-prefixes=CHECK,HOST

target triple = "spir64-unknown-unknown"

; DEVICE: @__acpp_sscp_is_host = internal constant i32 0, align 4
; HOST:   @__acpp_sscp_is_host = internal constant i32 1, align 4
@__acpp_sscp_is_host = external global i32, align 4
; DEVICE: @__acpp_sscp_is_device = internal constant i32 1, align 4
; HOST:   @__acpp_sscp_is_device = internal constant i32 0, align 4
@__acpp_sscp_is_device = external global i32, align 4
; DEVICE: @__acpp_local_sscp_hcf_object_id = internal constant i64 0, align 8
; HOST:   @__acpp_local_sscp_hcf_object_id = internal constant i64 1311768467463790320, align 8
@__acpp_local_sscp_hcf_object_id = external global i64, align 8
; CHECK:  @__acpp_local_sscp_hcf_object_size = internal constant i64 0, align 8
@__acpp_local_sscp_hcf_object_size = external global i64, align 8
; DEVICE: @__acpp_local_sscp_hcf_content = internal constant [1 x i8] zeroinitializer, align 1
; HOST:   @__acpp_local_sscp_hcf_content = internal constant [4 x i8] c"HCF\00", align 1
@__acpp_local_sscp_hcf_content = external constant [0 x i8], align 1

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %host = load i32, ptr @__acpp_sscp_is_host
  store i32 %host, ptr addrspace(1) %out
  ret void
}
