; A value that does not fit its constant is an error with name, type and value, and nothing is changed.

; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=byte=256>' %s 2>&1 | FileCheck %s --check-prefix=RANGE
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=byte=1.5>' %s 2>&1 | FileCheck %s --check-prefix=KIND
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=bit=2>' %s 2>&1 | FileCheck %s --check-prefix=BIT
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=single=1e39>' %s 2>&1 | FileCheck %s --check-prefix=REAL
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=pointer=1>' %s 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=array=[1]>' %s 2>&1 | FileCheck %s --check-prefix=COUNT
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=array=one>' %s 2>&1 | FileCheck %s --check-prefix=WORD
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=byte=>' %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=wide=1>' %s 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: not %opt -disable-output -passes='sscp-ir-constants<set=record=["abc"]>' %s 2>&1 | FileCheck %s --check-prefix=TEXT

; RANGE: error: constant `byte` of type i8 is set to `256`; expected an integer from -128 to 255
; KIND: error: constant `byte` of type i8 is set to `1.5`; expected an integer from -128 to 255
; BIT: error: constant `bit` of type i1 is set to `2`; expected 0, 1, `true` or `false`
; REAL: error: constant `single` of type float is set to `1e39`; expected a number that the type holds, `inf`, `-inf` or `nan`
; POINTER: error: constant `pointer` of type ptr is set to `1`; expected `null`
; COUNT: error: constant `array` of type [2 x i32] is set to `[1]`; expected 2 values instead of 1
; WORD: error: constant `array` of type [2 x i32] is set to `one`; expected an integer from -2147483648 to 4294967295
; EMPTY: error: constant `byte` of type i8 is set to ``; expected a number, `true`, `false`, `null`, a text in quotes or a list in brackets
; TYPE: error: constant `wide` of type i128 is set to `1`; expected a type made of integers of at most 64 bits, floating-point numbers and pointers
; TEXT: error: constant `record` of type { [2 x i8] } is set to `["abc"]`; expected a text of at most 2 bytes

target triple = "spir64-unknown-unknown"

@byte = external global i8
@bit = external global i1
@single = external global float
@pointer = external global ptr
@array = external global [2 x i32]
@wide = external global i128
@record = external global { [2 x i8] }
