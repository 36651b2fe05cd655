; If the body of a function is in another image, the addresses of its blocks are replaced as when LLVM deletes a body.

; RUN: rm -rf %t && mkdir -p %t/1 %t/3
; RUN: opt -S -passes=verify %s -o %t/before.ll
; RUN: cd %t/1 && %opt -S -passes='device-code-split<kernel;S;o=x.table>,verify' %s -o %t/after.ll
; RUN: diff %t/before.ll %t/after.ll
; RUN: cd %t/3 && %opt -disable-output -passes='device-code-split<kernel;S;jobs=3;o=x.table>' %s
; RUN: diff -r %t/1 %t/3
; RUN: opt -disable-output -passes=verify %t/1/x_0.ll
; RUN: opt -disable-output -passes=verify %t/1/x_1.ll
; RUN: FileCheck %s --check-prefix=OWNS --input-file=%t/1/x_0.ll
; RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/1/x_1.ll --implicit-check-not=blockaddress

target triple = "spir64-unknown-unknown"

; KERNEL: @table = constant [2 x ptr] [ptr inttoptr ([[INT:i[0-9]+]] 1 to ptr), ptr @virtual_function]
; OWNS: @table = constant [2 x ptr] [ptr blockaddress(@virtual_function, %block), ptr @virtual_function]
@table = constant [2 x ptr] [ptr blockaddress(@virtual_function, %block), ptr @virtual_function]

; KERNEL: define spir_kernel void @kernel(
; KERNEL: store ptr inttoptr ([[INT]] 1 to ptr), ptr %p
define spir_kernel void @kernel(ptr %p) #0 {
  store ptr blockaddress(@virtual_function, %block), ptr %p
  ret void
}
; KERNEL: declare spir_func i64 @virtual_function(i64)
; OWNS: define spir_func i64 @virtual_function(i64 %i)
define spir_func i64 @virtual_function(i64 %i) #1 {
entry:
  %address = load ptr, ptr @table
  indirectbr ptr %address, [label %block, label %end]
block:
  %next = add i64 %i, 1
  br label %end
end:
  %r = phi i64 [ %next, %block ], [ 0, %entry ]
  ret i64 %r
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="set" }
