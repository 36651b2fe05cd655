; Numbers in properties are those of the module, which are its runtime's. For a device with the numbers of the built-in
; table, aspects get these by their names, which stand beside numbers or in the module's table. Targets are compared by
; such names, too. Names may stand beside numbers that the table gives to others.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/runtime.table>' %t/a.ll
; RUN: %props %t/runtime_0.prop | FileCheck %s --check-prefix=RUNTIME
; RUN: %opt -disable-output -passes='sycl-post-link<properties;built-in-aspects;o=%t/own.table>' %t/a.ll
; RUN: %props %t/own_0.prop | FileCheck %s --check-prefix=OWN
; RUN: %opt -disable-output -passes='device-code-split<properties;built-in-aspects;o=%t/split.table>' %t/a.ll
; RUN: %props %t/split_0.prop | FileCheck %s --check-prefix=OWN
; RUN: %opt -disable-output -passes='sycl-post-link<properties;emit-aspect-names;o=%t/named.table>' %t/a.ll
; RUN: %props %t/named_0.prop | FileCheck %s --check-prefix=NAMED
; RUN: %opt -disable-output -passes='device-code-split<properties;emit-aspect-names;built-in-aspects;o=%t/both.table>' %t/a.ll
; RUN: %props %t/both_0.prop | FileCheck %s --check-prefix=OWN --implicit-check-not=aspect_names
; RUN: %opt -disable-output -passes='sycl-post-link<properties;devices=%t/devices.json;o=has:%t/has.table;o=lacks:%t/lacks.table>' %t/a.ll
; RUN: FileCheck %s --check-prefix=HAS --input-file=%t/has.table
; RUN: FileCheck %s --check-prefix=LACKS --input-file=%t/lacks.table

; RUNTIME: aspects = {6, 26, 27}
; NAMED: aspect_names = "usm_atomic_shared_allocations=26,atomic64=27"
; NAMED-NEXT: aspects = {6, 26, 27}
; OWN: aspects = {6, 27, 28}
; HAS: {{.*}}/has_0.bc|{{.*}}/has_0.has.prop
; LACKS: {{.*}}/has_empty.bc|{{.*}}/has_0.lacks.prop

;--- a.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @beside_and_in_the_table() !sycl_used_aspects !0 !sycl_declared_aspects !1 {
  ret void
}
!sycl_aspects = !{!2, !3}
!0 = !{!4}
!1 = !{i32 6, i32 27}
!2 = !{!"fp64", i32 6}
!3 = !{!"atomic64", i32 27}
!4 = !{!"usm_atomic_shared_allocations", i32 26}
;--- devices.json
{
  "schema_version": 1,
  "targets": [
    { "name": "has", "triple": "spir64_gen-unknown-unknown", "aspects": ["fp64", "atomic64", "usm_atomic_shared_allocations"],
      "sub_group_sizes": [], "may_support_other_aspects": false },
    { "name": "lacks", "triple": "spir64_gen-unknown-unknown", "aspects": ["fp64", "usm_atomic_shared_allocations"],
      "sub_group_sizes": [], "may_support_other_aspects": false }
  ]
}
