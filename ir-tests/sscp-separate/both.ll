; Claim, stage 1: one module has host and device code, told apart by a constant. The pass makes host code of it, with the names
; of kernels and the container of the device code, from which the same kernels are compiled for a device.

; REQUIRES: llvm-at-least-22, spirv-backend
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -verify-each -passes='sscp-separate<hcf=%t/a.hcf>' %s -o %t/host.ll
; RUN: FileCheck %s --input-file=%t/host.ll
; RUN: FileCheck %s --check-prefix=HCF --input-file=%t/a.hcf
; RUN: %llvm_to_backend %t/a.hcf --target nvptx64:sm_80 --generic auto -o - --emit ptx | FileCheck %s --check-prefix=PTX
; RUN: %opt -S -passes='sscp-separate<hcf=%t/b.hcf>,sscp-separate<hcf=%t/c.hcf>' %s -o %t/twice.ll
; RUN: cmp %t/host.ll %t/twice.ll && cmp %t/a.hcf %t/b.hcf && not test -e %t/c.hcf

; CHECK-NOT: @llvm.global.annotations
; CHECK: @__acpp_local_sscp_hcf_content = internal constant [[[SIZE:[0-9]+]] x i8] c"object-id = [[ID:[0-9]+]]\0A{{.*}}__acpp_hcf_binary_appendixBC\C0\DE
; CHECK: @name = internal constant [11 x i8] c"_ZTS1K_fcn\00"
; CHECK-NOT: @llvm.global.annotations
; CHECK-NOT: @_ZTS1K_fcn(
; CHECK-LABEL: define linkonce_odr i32 @on_device(
; CHECK-NEXT: host:
; CHECK-NEXT: ret i32 %not
; CHECK-LABEL: define i32 @main()
; CHECK-NOT: call
; CHECK: call void @register(ptr @__acpp_local_sscp_hcf_content, ptr @name, i64 [[SIZE]])

; HCF: object-id = {{[0-9]+$}}
; HCF: {.llvm-ir.global
; HCF: {.exported-symbols
; HCF-NEXT: {._Z8exportedi
; HCF: {.imported-symbols
; HCF-NEXT: {._Z8elsewhei
; HCF-NEXT: }._Z8elsewhei
; HCF-NEXT: }.imported-symbols
; HCF: {._ZTS1K_fcn
; HCF: byte-size = 8
; HCF-NEXT: original-index = 0
; HCF-NEXT: type = pointer
; HCF: byte-size = 24
; HCF-NEXT: original-index = 1
; HCF-NEXT: type = other-by-value
; HCF: byte-size = 4
; HCF-NEXT: original-index = 2
; HCF-NEXT: type = floating-point
; HCF: }.kernels

; PTX: .entry _ZTS1K_fcn(
; PTX-NOT: register

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl nothing_of_a_device"

@__acpp_sscp_is_device = external global i32
@__acpp_local_sscp_hcf_object_id = external global i64
@__acpp_local_sscp_hcf_object_size = external global i64
@__acpp_local_sscp_hcf_content = external constant [0 x i8]
@name = linkonce_odr global i8 0
@mark = private unnamed_addr constant [20 x i8] c"hipsycl_sscp_kernel\00", section "llvm.metadata"
@root = private unnamed_addr constant [24 x i8] c"hipsycl_sscp_outlining\00\00", section "llvm.metadata"
@file = private unnamed_addr constant [2 x i8] c"f\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_ZTS1K_fcn, ptr @mark, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @_Z8exportedi, ptr @root, ptr @file, i32 1, ptr null }], section "llvm.metadata"

declare void @__acpp_sscp_extract_kernel_name(ptr, ptr)
declare void @register(ptr, ptr, i64)
declare i32 @_Z8elsewhei(i32)

define linkonce_odr void @_ZTS1K_fcn(ptr %out, ptr byval({ i64, i64, i64 }) align 8 %object, float %factor) {
  %is.device = load i32, ptr @__acpp_sscp_is_device
  %is = icmp ne i32 %is.device, 0
  br i1 %is, label %device, label %host
device:
  %n = load i64, ptr %object
  store i64 %n, ptr %out
  ret void
host:
  call void @register(ptr %out, ptr null, i64 0)
  ret void
}

define linkonce_odr i32 @_Z8exportedi(i32 %a) {
  %b = call i32 @_Z8elsewhei(i32 %a)
  ret i32 %b
}

define linkonce_odr i32 @on_device(i32 %is, i32 %not) noinline optnone {
  %place = alloca i32
  %flag = load i32, ptr @__acpp_sscp_is_device
  %is.device = icmp ne i32 %flag, 0
  br i1 %is.device, label %device, label %host
device:
  store i32 %is, ptr %place
  br label %end
host:
  store i32 %not, ptr %place
  br label %end
end:
  %result = load i32, ptr %place
  ret i32 %result
}

define i32 @main() {
  %flag = load i32, ptr @__acpp_sscp_is_device
  %is.device = icmp ne i32 %flag, 0
  br i1 %is.device, label %device, label %host
device:
  call void @_ZTS1K_fcn(ptr null, ptr byval({ i64, i64, i64 }) align 8 null, float 0.0)
  br label %host
host:
  call void @__acpp_sscp_extract_kernel_name(ptr @_ZTS1K_fcn, ptr @name)
  %size = load i64, ptr @__acpp_local_sscp_hcf_object_size
  call void @register(ptr @__acpp_local_sscp_hcf_content, ptr @name, i64 %size)
  %number = call i32 @on_device(i32 5, i32 10)
  ret i32 %number
}
