; A value that the type of a query does not hold, a key that cannot be asked for, and what is no integer are errors.

; RUN: not %opt -disable-output -passes='sscp-reflect<set=arch=300>' %s 2>&1 | FileCheck %s --check-prefix=RANGE
; RUN: not %opt -disable-output -passes='sscp-reflect<set=knows_arch=1>' %s 2>&1 | FileCheck %s --check-prefix=KEY
; RUN: not %opt -disable-output -passes='sscp-reflect<set=arch=high>' %s 2>&1 | FileCheck %s --check-prefix=WORD
; RUN: not %opt -disable-output -passes='sscp-reflect<set=arch=18446744073709551616>' %s 2>&1 | FileCheck %s --check-prefix=WORD

; RANGE: error: key `arch` has the value `300`, and function `kernel` asks for i8; expected an integer from -128 to 255
; KEY: error: key `knows_arch` begins with `knows_`, which queries have before a key; expected another key
; WORD: parameter `set` of pass `sscp-reflect` has the value `arch={{.*}}`; expected KEY=INTEGER

target triple = "spir64-unknown-unknown"

declare i8 @__acpp_sscp_jit_reflect_arch()

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %arch = call i8 @__acpp_sscp_jit_reflect_arch()
  store i8 %arch, ptr addrspace(1) %out
  ret void
}
