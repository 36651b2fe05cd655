; Libraries that are for something else, are no libraries, or cannot be read.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: not %opt -passes='link-builtins<lib=%t/spir.ll>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=SPIR
; RUN: not %opt -passes='link-builtins<lib=%t/host.ll>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=HOST
; RUN: not %opt -passes='link-builtins<lib=%t/kernel.ll>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=KERNEL
; RUN: not %opt -passes='link-builtins<lib=%t/type.ll>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: not %opt -passes='link-builtins<lib=%t/none.ll>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %opt -passes='link-builtins<lib=%t/text.txt>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=TEXT
; RUN: %python -c "open(r'%t/newer.bc', 'wb').write(b'BC\xc0\xde\xff\xff\xff\xff')"
; RUN: not %opt -passes='link-builtins<lib=%t/newer.bc>' -disable-output %t/module.ll 2>&1 | FileCheck %s --check-prefix=NEWER

; SPIR:   error: library `{{.*}}spir.ll`: its triple is `spir64-unknown-unknown`; expected one of `nvptx64`, as the module's `nvptx64-nvidia-cuda`
; HOST:   error: library `{{.*}}host.ll`: its triple is `x86_64-unknown-linux-gnu`; expected one of `nvptx64`, as the module's `nvptx64-nvidia-cuda`
; KERNEL: error: library `{{.*}}kernel.ll`: it defines the kernel `entry`; expected functions only
; TYPE:   error: library `{{.*}}type.ll`: it defines `f` with the type `void (double)`; expected `void (i32)`, as the module calls it
; NONE:   error: library `{{.*}}none.ll`: No such file or directory
; TEXT:   error: library `{{.*}}text.txt`: expected top-level entity; expected bitcode or text of LLVM 22 or older
; NEWER:  error: library `{{.*}}newer.bc`: {{.+}}; expected bitcode or text of LLVM 22 or older

;--- module.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() {
  call void @f(i32 1)
  ret void
}
declare void @f(i32)

;--- spir.ll
target triple = "spir64-unknown-unknown"
;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
;--- kernel.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @entry() {
  ret void
}
;--- type.ll
define void @f(double %x) {
  ret void
}
;--- text.txt
nonsense
