; Functions are reached through their addresses too: in a table, in a variable that points to the table, in a constant
; expression, as an operand of a store or a phi.
;
;   uses_table --> pointer --> operations --> add, subtract
;              --> difference (expression) --> multiply
;              --> divide (stored), modulo (phi)

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x_0.ll --implicit-check-not=unrelated
; RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t/x_1.ll --implicit-check-not=@operations --implicit-check-not=@add \
; RUN:   --implicit-check-not=@subtract --implicit-check-not=@pointer --implicit-check-not=@difference

target triple = "spir64-unknown-unknown"

; TABLE-DAG: @operations = internal constant [2 x ptr] [ptr @add, ptr @subtract]
@operations = internal constant [2 x ptr] [ ptr @add, ptr @subtract ]
; TABLE-DAG: @pointer = internal global ptr @operations
@pointer = internal global ptr @operations
; TABLE-DAG: @difference = internal constant i64 sub (i64 ptrtoint (ptr @multiply to i64), i64 8)
@difference = internal constant i64 sub (i64 ptrtoint (ptr @multiply to i64), i64 8)
@unrelated = internal constant ptr @unrelated_function

; PLAIN: define spir_kernel void @plain()
define spir_kernel void @plain() #0 {
  ret void
}
; TABLE-DAG: define spir_kernel void @uses_table(
define spir_kernel void @uses_table(i1 %which, ptr %out) #0 {
entry:
  %table = load ptr, ptr @pointer
  %number = load i64, ptr @difference
  store ptr @divide, ptr %out
  br i1 %which, label %other, label %end

other:
  br label %end

end:
  %chosen = phi ptr [ @modulo, %entry ], [ %out, %other ]
  store ptr %chosen, ptr %out
  ret void
}
; TABLE-DAG: define internal spir_func void @add()
define spir_func void @add() {
  ret void
}
; TABLE-DAG: define internal spir_func void @subtract()
define spir_func void @subtract() {
  ret void
}
; TABLE-DAG: define internal spir_func void @multiply()
define spir_func void @multiply() {
  ret void
}
; TABLE-DAG: define internal spir_func void @divide()
define spir_func void @divide() {
  ret void
}
; TABLE-DAG: define internal spir_func void @modulo()
define spir_func void @modulo() {
  ret void
}
define spir_func void @unrelated_function() {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
