; -print-pipeline-passes prints a pipeline, with parameters, that opt accepts and prints identically.

; RUN: %opt -passes='spec-constants,globaldce,spec-constants<emulation>,sycl-post-link<split=kernel;spec-const=native;o=%t.table>,device-code-split<kernel;symbols>,print<sycl-passes>' -print-pipeline-passes -disable-output %s > %t.1 2> %t.err
; RUN: FileCheck %s -DT=%t < %t.1
; RUN: %python -c "import subprocess, sys; sys.exit(subprocess.run(['%llvm_bin/opt', '-load-pass-plugin=%plugin', '-passes=' + open('%t.1').read().strip(), '-print-pipeline-passes', '-disable-output', '%s'], stdout=open('%t.2', 'w'), stderr=subprocess.DEVNULL).returncode)"
; RUN: FileCheck %s -DT=%t < %t.2

; CHECK: {{^}}spec-constants,globaldce,spec-constants<emulation>,sycl-post-link<split=kernel;spec-const=native;o=[[T]].table>,device-code-split<kernel;symbols>,print<sycl-passes>{{(,verify)*$}}

define void @f() {
  ret void
}
