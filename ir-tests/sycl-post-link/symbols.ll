; Kernel names are those of kernels only. SYCL_EXTERNAL functions are exported. Nothing is imported, since without
; dependencies between images (device-image-dependencies.ll) each holds everything it needs. The symbol file lists all
; entry points, one per line, in the order of the module.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;symbols;emit-kernel-names;emit-exported-symbols;emit-imported-symbols;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines
; RUN: FileCheck %s --check-prefix=SYM --input-file=%t/x_0.sym --match-full-lines

; CHECK:      [SYCL/exported symbols]
; CHECK-NEXT: exported = 1
; CHECK-NEXT: [SYCL/kernel names]
; CHECK-NEXT: kernel_b = 1
; CHECK-NEXT: kernel_a = 1
; CHECK-NEXT: [SYCL/virtual functions]
; CHECK-NEXT: virtual-functions-set = "set"

; SYM:      kernel_b
; SYM-NEXT: exported
; SYM-NEXT: kernel_a
; SYM-NEXT: virtual
; SYM-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_b(i32 %x) #0 {
  call spir_func void @imported()
  call spir_func void @__reserved()
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret void
}
define spir_func void @exported() #0 {
  ret void
}
define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_func void @virtual() #1 {
  ret void
}
declare spir_func void @imported()
declare spir_func void @unneeded()
declare spir_func void @__reserved()
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i32 @llvm.ctpop.i32(i32)

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="set" }
