; The user's device configuration adds to the built-in one, whose targets stay known. An alias stands for its target.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;devices=%t/devices.json;o=my_gpu:%t/x.table;o=my_alias:%t/y.table;o=intel_gpu_dg1:%t/z.table>' %t/module.ll
; RUN: FileCheck %t/module.ll --input-file=%t/x.table
; RUN: FileCheck %t/module.ll --check-prefix=ALIAS --input-file=%t/y.table
; RUN: FileCheck %t/module.ll --check-prefix=BUILTIN --input-file=%t/z.table

;--- devices.json
{
  "schema_version": 1,
  "targets": [
    {
      "name": "my_gpu", "triple": "spir64_gen-unknown-unknown",
      "aliases": ["my_alias"],
      "aspects": ["fp16"], "sub_group_sizes": [8], "may_support_other_aspects": false
    }
  ]
}
;--- module.ll
; CHECK:   {{.*}}/x_empty.bc|{{.*}}/x_0.my_gpu.prop
; ALIAS:   {{.*}}/x_empty.bc|{{.*}}/x_0.my_alias.prop
; BUILTIN: {{.*}}/x_empty.bc|{{.*}}/x_0.intel_gpu_dg1.prop

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 6}
