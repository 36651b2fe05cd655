; A variable of every type gets its value and becomes an internal constant. Alignment and address space stay; a number can
; be written with or without a sign, in hexadecimal, or as `true`.

; RUN: split-file %s %t
; RUN: %opt -S -passes='sscp-ir-constants<set-file=%t/values>' -verify-each %t/a.ll | FileCheck %t/a.ll

;--- values
# A comment, and an empty line.

bit=true
byte = 255
short=-32768
word=0xFFFFFFFF
long=18446744073709551615
half=0.5
brain=1.5
single=0.1
double=-inf
pointer=null
array=[1, 2, 3]
nested=[1, 2, [3, 4]]
open=[5, 6]
record=[7, 2.5, null, "ab"]
vector=[1, 2]

;--- a.ll
target triple = "spir64-unknown-unknown"

; CHECK: @bit = internal constant i1 true, align 1
@bit = external global i1, align 1
; CHECK: @byte = internal addrspace(1) constant i8 -1, align 4
@byte = external addrspace(1) global i8, align 4
; CHECK: @short = internal constant i16 -32768, align 2
@short = global i16 0, align 2
; CHECK: @word = internal constant i32 -1, align 16
@word = external global i32, align 16
; CHECK: @long = internal constant i64 -1
@long = external externally_initialized global i64
; CHECK: @half = internal constant half 0xH3800
@half = external global half
; CHECK: @brain = internal constant bfloat 0xR3FC0
@brain = external global bfloat
; CHECK: @single = internal constant float 0x3FB99999A0000000
@single = external global float
; CHECK: @double = internal constant double 0xFFF0000000000000
@double = external global double
; CHECK: @pointer = internal constant ptr addrspace(4) null
@pointer = external global ptr addrspace(4)
; CHECK: @array = internal constant [3 x i16] [i16 1, i16 2, i16 3]
@array = external global [3 x i16]
; CHECK: @nested = internal constant [2 x [2 x i8]] {{\[}}[2 x i8] c"\01\02", [2 x i8] c"\03\04"]
@nested = external global [2 x [2 x i8]]
; CHECK: @open = internal constant [2 x i32] [i32 5, i32 6]
@open = external constant [0 x i32]
; CHECK: @record = internal constant %record { i32 7, float 2.500000e+00, ptr null, [4 x i8] c"ab\00\00" }
%record = type { i32, float, ptr, [4 x i8] }
@record = external global %record
; CHECK: @vector = internal constant <2 x i64> <i64 1, i64 2>
@vector = external global <2 x i64>
