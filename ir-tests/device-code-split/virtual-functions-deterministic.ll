; An image with the body of a function is the same whether an earlier image omitted the body or a separate process made
; the image. Bitcode names the values of a function in the order of a hash table, which depends on what was removed and
; inserted.

; RUN: rm -rf %t && mkdir -p %t/1 %t/2 %t/3
; RUN: %python -c "print('entry:', *(f'  %%value.{i}.{i * 7919 %% 1000} = add i32 %%x, {i}' for i in range(200)), sep='\n')" > %t/body
; RUN: sed -e '/^entry:/r %t/body' -e '/^entry:/d' %s > %t/x.ll
; RUN: cd %t/1 && %opt -disable-output -passes='device-code-split<kernel;o=x.table>' ../x.ll
; RUN: cd %t/2 && %opt -disable-output -passes='device-code-split<kernel;jobs=2;o=x.table>' ../x.ll
; RUN: cd %t/3 && %opt -disable-output -passes='device-code-split<kernel;jobs=3;o=x.table>' ../x.ll
; RUN: diff -r %t/1 %t/2
; RUN: diff -r %t/1 %t/3

target triple = "spir64-unknown-unknown"

@table = linkonce_odr constant [2 x ptr] [ptr @virtual, ptr @with_addresses]

define spir_func i32 @virtual(i32 %x) #1 {
entry:
  ret i32 0
}
define spir_func i32 @with_addresses(i32 %x) #1 {
entry:
  indirectbr ptr blockaddress(@with_addresses, %end), [label %end]
end:
  ret i32 0
}
define spir_kernel void @z(ptr %object) #0 {
  store ptr @table, ptr %object
  ret void
}
define spir_kernel void @a(ptr %object) #0 {
  store ptr @table, ptr %object
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="set" }
