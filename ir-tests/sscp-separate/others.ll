; A module of a device, and one without device code, stay as they are; what a kernel's name cannot be is an error, and writes no
; file.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes='sscp-separate<hcf=%t/a.hcf>' %s -o %t/same.ll && %opt -S %s -o %t/before.ll && cmp %t/same.ll %t/before.ll
; RUN: sed 's/;WRONG//' %s > %t/wrong.ll
; RUN: not %opt -disable-output -passes='sscp-separate<hcf=%t/a.hcf>' %t/wrong.ll 2>&1 | FileCheck %s
; RUN: sed 's/;KERNEL//' %s > %t/kernel.ll
; RUN: not %opt -disable-output -passes='sscp-separate<hcf=%t/none/a.hcf>' %t/kernel.ll 2>&1 | FileCheck %s --check-prefix=FILE
; RUN: sed 's/x86_64-unknown-linux-gnu/spirv64-unknown-unknown/' %t/kernel.ll | %opt -disable-output -passes='sscp-separate<hcf=%t/a.hcf>'
; RUN: not test -e %t/a.hcf

; CHECK: error: function `caller` calls `__acpp_sscp_extract_kernel_name` with `{{.*}}name`, `{{.*}}name`; expected the address of a function and that of a variable
; FILE: error: {{.*}}none/a.hcf

target triple = "x86_64-unknown-linux-gnu"

;KERNEL@__acpp_sscp_is_device = external global i32
;WRONG@__acpp_sscp_is_device = external global i32
;WRONG@name = global i8 0
;WRONGdeclare void @__acpp_sscp_extract_kernel_name(ptr, ptr)
;WRONGdefine void @caller() {
;WRONG  call void @__acpp_sscp_extract_kernel_name(ptr @name, ptr @name)
;WRONG  ret void
;WRONG}

define void @other() {
  ret void
}
