; A name that nothing has is an error with the nearest one; a name that two things have is an error with both.

; RUN: split-file %s %t
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=widt=1>' %t/a.ll 2>&1 | FileCheck %s --check-prefix=NEAR
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=something_else=1>' %t/a.ll 2>&1 | FileCheck %s --check-prefix=FAR
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=width=1>' %t/a.ll 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=gain=1>' %t/a.ll 2>&1 | FileCheck %s --check-prefix=KINDS
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=width>' %t/a.ll 2>&1 | FileCheck %s --check-prefix=FORM
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set-file=%s.missing>' %t/a.ll 2>&1 | FileCheck %s --check-prefix=FILE
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set-file=%t/values>' %t/a.ll 2>&1 | FileCheck %s --check-prefix=LINE

; NEAR: error: `widt` is neither an IR constant nor a specialization constant of the module; expected `width`, perhaps
; FAR: error: `something_else` is neither an IR constant nor a specialization constant of the module; expected a name that `llvm-to-backend --list-constants` prints, or the parameter `list` of the pass
; TWO: error: `width` means variable `_ZN1a5widthE` and variable `_ZN1b5widthE`; expected the symbol or symbolic id of one of them
; KINDS: error: `gain` means variable `gain` and specialization constant `____ZL4gain`; expected the symbol or symbolic id of one of them
; FORM: parameter `set` of pass `sscp-ir-constants` has the value `width`; expected NAME=VALUE
; FILE: error: file of constants `{{.*}}.missing`: No such file
; LINE: error: file of constants `{{.*}}values`, line 3: found `no value`; expected `NAME=VALUE`, or a comment after `#`

;--- a.ll
target triple = "spir64-unknown-unknown"

@_ZN1a5widthE = external global i32
@_ZN1b5widthE = external global i32
@gain = external global i32
@id = private constant [12 x i8] c"____ZL4gain\00"
@_ZL4gain = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %gain = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @_ZL4gain, ptr null)
  store i32 %gain, ptr addrspace(1) %out
  ret void
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
;--- values
# Values.
gain=1
no value
