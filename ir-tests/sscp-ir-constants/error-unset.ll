; IR constants that are needed and not set are one error that names all of them. Those that only dead code uses are
; left alone. What is marked is an IR constant, too: by an attribute, or by an annotation of the source.

; RUN: not %opt -disable-output -passes=sscp-ir-constants %s 2>&1 | FileCheck %s --check-prefix=ALL
; RUN: not %opt -disable-output -passes='sscp-ir-constants<convention=spir>' %s 2>&1 | FileCheck %s --check-prefix=MARKED
; RUN: %opt -S -passes='sscp-ir-constants<set=current_backend=1;set=__acpp_sscp_is_host=0;set=by_attribute=2;set=by_annotation=3>' %s \
; RUN:   | FileCheck %s --check-prefix=SET

; ALL: error: IR constants without a value: `acpp::current_backend` (i32, symbol `_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v`), `__acpp_sscp_is_host` (i32), `by_attribute` (i64), `by_annotation` (i8); expected `set=NAME=VALUE` for each, or `unset=keep` or `unset=zero`
; MARKED: error: IR constants without a value: `by_attribute` (i64), `by_annotation` (i8); expected `set=
; SET: @__acpp_sscp_is_device = external global i32

target triple = "spir64-unknown-unknown"

@_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v = internal global i32 0, align 4
@__acpp_sscp_is_host = external global i32
@__acpp_sscp_is_device = external global i32
@by_attribute = internal global i64 0 #0
@by_annotation = global i8 0
@text = private constant [17 x i8] c"sycl-ir-constant\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @by_annotation, ptr @text, ptr null, i32 1, ptr null }], section "llvm.metadata"

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %backend = load i32, ptr @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v
  store i32 %backend, ptr addrspace(1) %out
  %host = load i32, ptr @__acpp_sscp_is_host
  store i32 %host, ptr addrspace(1) %out
  %a = load i64, ptr @by_attribute
  store i64 %a, ptr addrspace(1) %out
  %b = load i8, ptr @by_annotation
  store i8 %b, ptr addrspace(1) %out
  ret void
}

define internal i32 @dead() {
  %device = load i32, ptr @__acpp_sscp_is_device
  ret i32 %device
}

attributes #0 = { "sycl-ir-constant" }
