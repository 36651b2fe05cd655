; print<sycl-passes> lists every pass with its parameters on stderr, and leaves the module alone.
;
; RUN: %opt -passes='print<sycl-passes>' -S %s 2> %t.err | FileCheck %s --check-prefix=IR
; RUN: FileCheck %s < %t.err

; CHECK: SYCL passes (opt -passes='name<parameter;parameter>'):
; CHECK: {{^}}  spec-constants: {{.+}}
; CHECK: {{^}}      native {{.+}} (default)
; CHECK: {{^}}      emulation {{.+}}
; CHECK: {{^}}      default-values {{.+}}
; CHECK: {{^}}  device-code-split: {{.+}}
; CHECK: {{^}}  sycl-post-link: {{.+}}
; CHECK: {{^}}      split=auto|source|kernel|none {{.+}}
; CHECK: {{^}}      o=<[target:]table file> {{.+}}

; IR: define void @f()
define void @f() {
  ret void
}
