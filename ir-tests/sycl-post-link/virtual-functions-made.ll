; The image of a kernel that makes objects names the sets of their virtual functions, also if no compiler has run
; `sycl-virtual-functions-analysis`. The module of the pass stays as it was.

; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %opt -S -passes='sycl-post-link<split=auto;properties;symbols;o=a.table>' %s | FileCheck %s
; RUN: cat a_0.sym a_0.prop a_1.sym a_1.prop | FileCheck %s --check-prefix=PROPS

; CHECK: define weak_odr spir_kernel void @makes(ptr addrspace(1) %object) #[[A:[0-9]+]]
; CHECK: attributes #[[A]] = { "sycl-module-id"="s.cpp" }

; PROPS: draw
; PROPS: virtual-functions-set=2|
; PROPS: makes
; PROPS: [SYCL/virtual functions]
; PROPS-NEXT: uses-virtual-functions-set=2|wAAAAAAAAAwcoFGclNH
target triple = "spir64-unknown-unknown"
@table = linkonce_odr unnamed_addr addrspace(1) constant [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr @draw to ptr addrspace(4))]
define linkonce_odr spir_func void @draw() #0 {
  ret void
}
define weak_odr spir_kernel void @makes(ptr addrspace(1) %object) #1 {
  call spir_func void @init(ptr addrspace(1) %object)
  ret void
}
define internal spir_func void @init(ptr addrspace(1) %object) {
  store ptr addrspace(1) @table, ptr addrspace(1) %object
  ret void
}
attributes #0 = { "indirectly-callable"="shapes" "sycl-module-id"="s.cpp" }
attributes #1 = { "sycl-module-id"="s.cpp" }
