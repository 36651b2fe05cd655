; A kernel that makes objects, itself or through functions, gets the sets of the virtual functions in their tables, behind
; those that it declares and in the order of the module. A second run changes nothing.

; RUN: %opt -S -passes=sycl-virtual-functions-analysis -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=sycl-virtual-functions-analysis,sycl-virtual-functions-analysis %s | FileCheck %s

target triple = "spir64-unknown-unknown"

@shape = linkonce_odr addrspace(1) constant { [2 x ptr addrspace(4)] } { [2 x ptr addrspace(4)] [ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr @draw to ptr addrspace(4))] }
@both = linkonce_odr addrspace(1) constant [2 x ptr] [ptr @draw, ptr @play]
; A table of tables, as classes with virtual bases have.
@tables = linkonce_odr addrspace(1) constant [1 x ptr addrspace(1)] [ptr addrspace(1) @shape_alias]
@shape_alias = alias { [2 x ptr addrspace(4)] }, ptr addrspace(1) @shape

define linkonce_odr spir_func void @draw() #0 {
  ret void
}
define linkonce_odr spir_func void @play() #1 {
  ret void
}

; CHECK: define spir_kernel void @makes(ptr addrspace(1) %object) #[[SHAPES:[0-9]+]]
define spir_kernel void @makes(ptr addrspace(1) %object) #2 {
  store ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @shape, i64 8), ptr addrspace(1) %object
  ret void
}
; CHECK: define spir_kernel void @makes_through(ptr addrspace(1) %object) #[[BOTH:[0-9]+]]
define spir_kernel void @makes_through(ptr addrspace(1) %object) #2 {
  call spir_func void @first(ptr addrspace(1) %object)
  ret void
}
; CHECK: define internal spir_func void @first(ptr addrspace(1) %object) {
define internal spir_func void @first(ptr addrspace(1) %object) {
  call spir_func void @second(ptr addrspace(1) %object)
  ret void
}
define internal spir_func void @second(ptr addrspace(1) %object) {
  store ptr addrspace(1) @both, ptr addrspace(1) %object
  ; Recursion ends the walk.
  call spir_func void @first(ptr addrspace(1) %object)
  ret void
}
; CHECK: define spir_kernel void @makes_with_virtual_base(ptr addrspace(1) %object) #[[SHAPES]]
define spir_kernel void @makes_with_virtual_base(ptr addrspace(1) %object) #2 {
  store ptr addrspace(1) @tables, ptr addrspace(1) %object
  ret void
}
; CHECK: define spir_kernel void @declares(ptr addrspace(1) %object) #[[DECLARED:[0-9]+]]
define spir_kernel void @declares(ptr addrspace(1) %object) #3 {
  store ptr addrspace(1) @both, ptr addrspace(1) %object
  ret void
}
; A name that is a part of another one is not the same.
; CHECK: define spir_kernel void @declares_longer(ptr addrspace(1) %object) #[[LONGER:[0-9]+]]
define spir_kernel void @declares_longer(ptr addrspace(1) %object) #4 {
  store ptr addrspace(1) @shape, ptr addrspace(1) %object
  ret void
}
; Calls that were devirtualized, and addresses that are not in a table, say nothing about objects.
; CHECK: define spir_kernel void @other() #[[OTHER:[0-9]+]]
define spir_kernel void @other() #2 {
  %address = addrspacecast ptr @draw to ptr addrspace(4)
  call spir_func void @draw()
  ret void
}

; CHECK-DAG: attributes #[[SHAPES]] = { "calls-indirectly"="shapes" "sycl-module-id"="s.cpp" }
; CHECK-DAG: attributes #[[BOTH]] = { "calls-indirectly"="shapes,sounds" "sycl-module-id"="s.cpp" }
; CHECK-DAG: attributes #[[DECLARED]] = { "calls-indirectly"="sounds,others,shapes" }
; CHECK-DAG: attributes #[[LONGER]] = { "calls-indirectly"="shapes-2d,shapes" }
; CHECK-DAG: attributes #[[OTHER]] = { "sycl-module-id"="s.cpp" }
attributes #0 = { "indirectly-callable"="shapes" "sycl-module-id"="s.cpp" }
attributes #1 = { "indirectly-callable"="sounds" "sycl-module-id"="s.cpp" }
attributes #2 = { "sycl-module-id"="s.cpp" }
attributes #3 = { "calls-indirectly"="sounds,others" }
attributes #4 = { "calls-indirectly"="shapes-2d" }
