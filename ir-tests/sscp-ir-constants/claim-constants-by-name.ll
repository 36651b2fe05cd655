; Claim A, constants of the user by name: a symbol, or the name in the source, qualified or not. A variable that is constant
; already is only known by its symbol, unless it is marked as an IR constant.

; RUN: %opt -S -passes='sscp-ir-constants<set=_ZN2ns5widthE=8;set=ns::height=9;set=depth=10;set=_ZL5fixed=11;set=marked=12>' \
; RUN:   -verify-each %s | FileCheck %s
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=fixed=1>' %s 2>&1 | FileCheck %s --check-prefix=FIXED

target triple = "spir64-unknown-unknown"

; CHECK: @_ZN2ns5widthE = internal constant i32 8
@_ZN2ns5widthE = external global i32
; CHECK: @_ZN2ns6heightE = internal constant i32 9
@_ZN2ns6heightE = external global i32
; CHECK: @_ZN2ns5depthE = internal constant i32 10
@_ZN2ns5depthE = external global i32
; CHECK: @_ZL5fixed = internal constant i32 11
@_ZL5fixed = internal constant i32 3
; CHECK: @_ZL6marked = internal constant i32 12 #[[MARK:[0-9]+]]
@_ZL6marked = internal constant i32 3 #0

; FIXED: error: `fixed` is neither an IR constant nor a specialization constant of the module; expected a name

; CHECK: attributes #[[MARK]] = { "sycl-ir-constant" }
attributes #0 = { "sycl-ir-constant" }
