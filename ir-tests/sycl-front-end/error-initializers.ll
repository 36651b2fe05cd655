; Device code may not refer to variables whose initializers run when the program starts. Before optimization an
; initializer may yet become a constant; what only initializers call is no function of device code.

; RUN: not %opt -S -passes=sycl-front-end %s -o %t 2>&1 | FileCheck %s --implicit-check-not=count
; RUN: %opt -S -passes='sycl-front-end<keep-linkage>' %s -o %t
; RUN: sed '/call spir_func\|@parameters$\|@_ZZ1fvE4once$\|@count$/d' %s | %opt -S -passes='sycl-front-end<keep-linkage>,globalopt,sycl-front-end' -o %t.folded.ll

; CHECK: error: a.cpp: kernel `K` uses the variable `scale`, whose initializer runs on the host when the program starts, so device code has its zeros; expected an initializer that the compiler evaluates, as of `constexpr` variables, or a captured value
; CHECK-NEXT: a.cpp: kernel `K` uses the variable `parameters`, whose initializer runs
; CHECK-NEXT: a.cpp: kernel `K` uses the variable `f()::once`, whose initializer runs

source_filename = "a.cpp"
target triple = "spirv64-unknown-unknown"

@_ZL5scale = internal addrspace(1) global i32 0
@parameters = linkonce_odr addrspace(1) global i32 0
@_ZGV10parameters = linkonce_odr addrspace(1) global i64 0
@_ZZ1fvE4once = internal addrspace(1) global i32 0
@_ZGVZ1fvE4once = internal addrspace(1) global i64 0
@count = addrspace(1) global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_a.cpp, ptr null }]

define spir_kernel void @_ZTS1K() {
  %1 = load i32, ptr addrspace(1) @_ZL5scale
  %2 = load i32, ptr addrspace(1) @parameters
  %3 = load i32, ptr addrspace(1) @_ZZ1fvE4once
  ret void
}
define spir_func i32 @_Z7computei(i32 %x) {
  store volatile i32 1, ptr addrspace(1) @count
  ret i32 %x
}
define internal void @_GLOBAL__sub_I_a.cpp() {
  %v = call spir_func i32 @_Z7computei(i32 7)
  store i32 7, ptr addrspace(1) @_ZL5scale
  ret void
}
