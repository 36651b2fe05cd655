; What DPC++'s tool rewrites and this one does not is said: metadata of sanitizers, also with a suffix, and joint
; matrices whose elements are indexed or whose layout is computed. Calls of ESIMD code are refused. Code without an entry
; point is warned of, and a module without code is not.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/a.table>' -pass-remarks-output=%t/record %t/asan.ll 2>&1 | FileCheck %s --check-prefix=ASAN
; RUN: grep -c sanUsed %t/a_0.prop
; RUN: grep 'Name: *SanitizerMetadata' %t/record
; RUN: sed 's/__AsanKernelMetadata/__TsanKernelMetadata_a1b2/' %t/asan.ll | %opt -disable-output -passes='sycl-post-link<properties;o=%t/t.table>' 2>&1 | FileCheck %s --check-prefix=TSAN
; RUN: grep -c sanUsed %t/t_0.prop
; RUN: sed 's/__AsanKernelMetadata/__AsanKernelMetadatas/' %t/asan.ll | %opt -disable-output -passes='sycl-post-link<properties;o=%t/o.table>' 2>&1 | FileCheck %s --check-prefix=OTHER --allow-empty
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/m.table>' -pass-remarks-output=%t/record.matrix %t/matrix.ll 2>&1 | FileCheck %s --check-prefix=MATRIX
; RUN: grep 'Name: *JointMatrix' %t/record.matrix
; RUN: not %opt -disable-output -passes='sycl-post-link<properties;o=%t/s.table>' %t/simd.ll 2>&1 | FileCheck %s --check-prefix=SIMD
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/n.table>' %t/nothing.ll 2>&1 | FileCheck %s --check-prefix=NOTHING
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/e.table>' %t/empty.ll 2>&1 | FileCheck %s --check-prefix=EMPTY --allow-empty

; ASAN: warning: `__AsanKernelMetadata` of AddressSanitizer stays as it is, without what DPC++'s sycl-post-link adds for its runtime (`!spirv.Decorations`, a kernel `__sanitizerModule*`): errors in device code may go unreported
; TSAN: warning: `__TsanKernelMetadata_a1b2` of ThreadSanitizer stays as it is
; OTHER-NOT: Sanitizer
; MATRIX: warning: function `mm` indexes elements of a joint matrix (`__spirv_AccessChain`), which DPC++'s sycl-post-link rewrites and this one does not: compilers of devices may refuse the image; expected elements through `joint_matrix_apply`
; MATRIX: warning: function `mm` computes the layout of a joint matrix (`joint_matrix_layout_to_spv`), which DPC++'s sycl-post-link rewrites and this one does not: compilers of devices may refuse the image; expected code that is compiled with optimization
; SIMD: error: function `work` calls `invoke_simd`, which needs ESIMD code to be lowered; expected a module without it
; NOTHING: warning: module `{{.*}}nothing.ll` has no kernel and no other entry point, so its image has no code that a host can ask for
; EMPTY-NOT: no kernel

;--- asan.ll
target triple = "spirv64-unknown-unknown"
@__AsanKernelMetadata = appending addrspace(1) global [1 x { i64, i64, i64 }] zeroinitializer
define spir_kernel void @k1() #0 {
  ret void
}
attributes #0 = { sanitize_address "sycl-module-id"="s.cpp" }

;--- matrix.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @mm(ptr addrspace(4) %tile, i32 %layout) {
  %spv = call spir_func i32 @joint_matrix_layout_to_spv(i32 %layout)
  %element = call spir_func ptr addrspace(4) @_Z19__spirv_AccessChainA(ptr addrspace(4) %tile, i64 0)
  ret void
}
declare spir_func ptr addrspace(4) @_Z19__spirv_AccessChainA(ptr addrspace(4), i64)
define linkonce_odr spir_func i32 @joint_matrix_layout_to_spv(i32 %l) {
  ret i32 %l
}

;--- simd.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @work() #0 {
  %r = call spir_func float @_Z33__regcall3____builtin_invoke_simdXX(ptr null, float 1.0)
  ret void
}
declare spir_func float @_Z33__regcall3____builtin_invoke_simdXX(ptr, float)
attributes #0 = { "sycl-module-id"="i.cpp" }

;--- nothing.ll
target triple = "spirv64-unknown-unknown"
define internal spir_func void @f() {
  ret void
}

;--- empty.ll
target triple = "spirv64-unknown-unknown"
