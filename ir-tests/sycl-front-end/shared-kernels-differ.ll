; Different bodies of one kernel are an error that names both source files, and nothing is written. LLVM 16 cannot compare.

; REQUIRES: llvm-at-least-19
; RUN: rm -rf %t && split-file %s %t
; RUN: cd %t
; RUN: %opt -passes=sycl-front-end -o one.bc one.ll
; RUN: %opt -passes=sycl-front-end -o other.bc other.ll
; RUN: %opt -passes=sycl-front-end -o short.bc short.ll
; RUN: %opt -passes=sycl-front-end -o long.bc long.ll
; RUN: llvm-link one.bc other.bc -o different.bc
; RUN: not %opt -S -passes='sycl-front-end<linked>' different.bc -o out 2>&1 | FileCheck %s --check-prefix=DIFFERENT
; RUN: not ls out
; Nothing defines what one of them calls, so inlining does not explain the difference.
; RUN: llvm-link long.bc short.bc -o different.bc
; RUN: not %opt -S -passes='sycl-front-end<linked>' different.bc -o out 2>&1 | FileCheck %s --check-prefix=CALLS

; Front ends that let other translation units define a kernel mean the same one.
; RUN: sed 's/define spir_kernel/define weak_odr spir_kernel/' one.ll > one-weak.ll
; RUN: sed 's/define spir_kernel/define weak_odr spir_kernel/' other.ll > other-weak.ll
; RUN: %opt -passes=sycl-front-end,sycl-front-end -o one.bc one-weak.ll
; RUN: %opt -passes=sycl-front-end -o other.bc other-weak.ll
; RUN: llvm-link one.bc other.bc -o different.bc
; RUN: not %opt -S -passes='sycl-front-end<linked>' different.bc -o out 2>&1 | FileCheck %s --check-prefix=DIFFERENT

; DIFFERENT: error: kernel `K` has different bodies in `one.cpp` and `other.cpp`; expected one definition, or the same in both

; CALLS: error: kernel `K` has different bodies in `long.cpp` and `short.cpp`

;--- one.ll
source_filename = "one.cpp"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @_ZTS1K(ptr %p) {
  %value = load i32, ptr %p
  %sum = add i32 %value, 1
  store i32 %sum, ptr %p
  ret void
}

;--- other.ll
source_filename = "other.cpp"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @_ZTS1K(ptr %p) {
  %value = load i32, ptr %p
  %difference = sub i32 %value, 1
  store i32 %difference, ptr %p
  ret void
}

;--- long.ll
source_filename = "long.cpp"
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z8externalPi(ptr)
define spir_kernel void @_ZTS1K(ptr %p) {
  call spir_func void @_Z8externalPi(ptr %p)
  ret void
}

;--- short.ll
source_filename = "short.cpp"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @_ZTS1K(ptr %p) {
  store i32 7, ptr %p
  ret void
}
