; RUN: rm -rf %t && mkdir %t %t/old %t/new %t/x
; RUN: sed s/CONSTANT/1/ %s > %t/old.ll && sed s/CONSTANT/2/ %s > %t/new.ll
; RUN: cd %t/old && %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=x.table>' ../old.ll
; RUN: cd %t/new && %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=x.table>' ../new.ll
; RUN: cd %t && bash -c "for jobs in 1 2; do for ms in 15 20 25 30 35 40 45 50 60 80 120; do \
; RUN:   rm -rf x && cp -r old x && cd x; \
; RUN:   timeout -s KILL 0.\$(printf %%03d \$ms) %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;jobs='\$jobs';o=x.table>' ../new.ll; \
; RUN:   for f in x*.*; do cmp -s \$f ../old/\$f || cmp -s \$f ../new/\$f || { echo \$f; exit 1; }; done; \
; RUN:   if [ -e x.table ]; then diff -rq ../old . || diff -rq ../new . || exit 1; fi; cd ..; \
; RUN: done; done" 2> /dev/null

; A run that is killed, whenever that is, leaves whole files only, old ones or new ones, and a table only if it describes
; what is there.

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_b(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_c(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_d(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_e(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_f(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_g(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_h(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_i(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_j(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_k(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_l(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
