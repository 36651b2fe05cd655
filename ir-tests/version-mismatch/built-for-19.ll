; The plugin for LLVM 19 works in LLVM 19. In another LLVM it says in one line what it was built for and what to do.
; With the runs of all three LLVMs, the three files here are the nine combinations.

; REQUIRES: all-plugins
; DEFINE: %{load} = %llvm_bin/opt -load-pass-plugin=%plugin_19 -passes=spec-constants -S %s
; RUN: %if llvm-19 %{ %{load} 2>&1 | FileCheck %s --check-prefix=SAME %} %else %{ not %{load} > %t 2>&1 %}
; RUN: %if !llvm-19 %{ FileCheck %s --check-prefix=OTHER -DHERE=%llvm < %t && count 1 < %t %}

; SAME: define void @kernel
; OTHER: {{^}}sycl-passes: this plugin was built for LLVM 19 and cannot run in LLVM [[HERE]].{{[0-9.]+}}; use a tool of LLVM 19, or build the plugin with --no-default-features --features llvm[[HERE]]{{$}}

define void @kernel() {
  ret void
}
