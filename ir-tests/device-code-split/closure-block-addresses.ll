; The address of a block needs the function of the block, whether it is used in code, in tables or inside other
; constants. A table that every image has keeps the function in every image.

; RUN: rm -rf %t && mkdir -p %t/1 %t/3
; RUN: cd %t/1 && %opt -disable-output -passes='device-code-split<kernel;o=x.table>' %s
; RUN: cd %t/3 && %opt -disable-output -passes='device-code-split<kernel;jobs=3;o=x.table>' %s
; RUN: diff -r %t/1 %t/3
; RUN: opt -S -passes=verify %t/1/x_0.bc | FileCheck %s --check-prefix=TABLE --implicit-check-not=@by_structure --implicit-check-not=@by_integer --implicit-check-not=@by_code
; RUN: opt -S -passes=verify %t/1/x_1.bc | FileCheck %s --check-prefix=STRUCTURE --implicit-check-not=@by_table --implicit-check-not=@by_integer --implicit-check-not=@by_code
; RUN: opt -S -passes=verify %t/1/x_2.bc | FileCheck %s --check-prefix=INTEGER --implicit-check-not=@by_table --implicit-check-not=@by_structure --implicit-check-not=@by_code
; RUN: opt -S -passes=verify %t/1/x_3.bc | FileCheck %s --check-prefix=CODE --implicit-check-not=@by_table --implicit-check-not=@by_structure --implicit-check-not=@by_integer

target triple = "spir64-unknown-unknown"

@everywhere = constant [1 x ptr] [ptr blockaddress(@kept, %block)]
define internal void @kept() {
  br label %block
block:
  ret void
}

@table = internal constant [2 x ptr] [ptr blockaddress(@by_table, %one), ptr blockaddress(@by_table, %two)]
define internal void @by_table(i64 %i) {
  %slot = getelementptr ptr, ptr @table, i64 %i
  %address = load ptr, ptr %slot
  indirectbr ptr %address, [label %one, label %two]
one:
  ret void
two:
  ret void
}
@structure = internal constant { i32, { ptr } } { i32 1, { ptr } { ptr blockaddress(@by_structure, %block) } }
define internal void @by_structure() {
  br label %block
block:
  ret void
}
@integer = internal constant i64 add (i64 ptrtoint (ptr blockaddress(@by_integer, %block) to i64), i64 4)
define internal void @by_integer() {
  br label %block
block:
  ret void
}
define internal void @by_code() {
  br label %block
block:
  ret void
}

; CODE-DAG: define internal void @kept()
; CODE-DAG: define internal void @by_code()
; CODE-DAG: store ptr blockaddress(@by_code, %block)
define spir_kernel void @code(ptr %p) #0 {
  store ptr blockaddress(@by_code, %block), ptr %p
  ret void
}
; INTEGER-DAG: define internal void @kept()
; INTEGER-DAG: @integer = internal constant i64 add (i64 ptrtoint (ptr blockaddress(@by_integer, %block) to i64), i64 4)
; INTEGER-DAG: define internal void @by_integer()
define spir_kernel void @integers() #0 {
  %v = load i64, ptr @integer
  ret void
}
; STRUCTURE-DAG: define internal void @kept()
; STRUCTURE-DAG: define internal void @by_structure()
define spir_kernel void @structures() #0 {
  %v = load i32, ptr @structure
  ret void
}
; TABLE-DAG: define internal void @kept()
; TABLE-DAG: define internal void @by_table(
define spir_kernel void @tables() #0 {
  %v = load ptr, ptr @table
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
