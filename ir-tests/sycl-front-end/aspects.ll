; A module without a table of aspects gets one, and `half` becomes a type that needs fp16. Of several names with one
; number the last counts, so that is the canonical one. A table that the user gives takes the place of the built-in one, for
; facts, too.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/none.ll | FileCheck %s --check-prefix=BUILTIN
; RUN: %opt -S -passes='sycl-front-end<aspects=%t/aspects.json>' -verify-each %t/fact.ll | FileCheck %s --check-prefix=OWN
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/table.ll | FileCheck %s --check-prefix=TABLE

; RUN: not %opt -S -passes='sycl-front-end<aspects=%t/aspects.json>' %t/unknown.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %opt -S -passes='sycl-front-end<aspects=%t/large.json>' %t/none.ll 2>&1 | FileCheck %s --check-prefix=LARGE
; RUN: not %opt -S -passes='sycl-front-end<aspects=%t/broken.json>' %t/none.ll 2>&1 | FileCheck %s --check-prefix=BROKEN
; RUN: not %opt -S -passes='sycl-front-end<aspects=%t/none.json>' %t/none.ll 2>&1 | FileCheck %s --check-prefix=NONE

; BUILTIN: !sycl_aspects = !{![[DEPRECATED:[0-9]+]],
; BUILTIN: !sycl_types_that_use_aspects = !{![[HALF:[0-9]+]]}
; BUILTIN: ![[DEPRECATED]] = !{!"usm_system_allocator", i32 17}
; BUILTIN: = !{!"fp64", i32 6}
; BUILTIN: = !{!"usm_system_allocations", i32 17}
; BUILTIN: ![[HALF]] = !{!"half", i32 5}

; OWN: define weak_odr spir_kernel void @_ZTS1K() #[[#]] !sycl_declared_aspects ![[HAS:[0-9]+]] {
; OWN: !sycl_aspects = !{![[OLD:[0-9]+]], ![[FP64:[0-9]+]], ![[FAST:[0-9]+]]}
; OWN-NOT: sycl_types_that_use_aspects
; OWN: ![[OLD]] = !{!"slow", i32 999}
; OWN: ![[FP64]] = !{!"fp64", i32 6}
; OWN: ![[FAST]] = !{!"fast", i32 999}
; OWN: ![[HAS]] = !{![[FAST]]}

; TABLE: !sycl_aspects = !{![[ONE:[0-9]+]]}
; TABLE-NOT: sycl_types_that_use_aspects
; TABLE: ![[ONE]] = !{!"own", i32 7}

; UNKNOWN: error: operand 1 of fact `device_has` in function `K` is 5, which is no aspect in `{{.*}}/aspects.json`; expected one that it has,
; LARGE: error: aspect `large` in `{{.*}}/large.json` has the number 2147483648; expected at most 2147483647
; BROKEN: error: table of aspects {{.*}}/broken.json:1:{{[0-9]+}}: schema_version: found version 2; expected 1
; NONE: error: table of aspects `{{.*}}/none.json`: No such file

;--- none.ll
target triple = "spirv64-unknown-unknown"
;--- table.ll
target triple = "spirv64-unknown-unknown"
!sycl_aspects = !{!0}
!0 = !{!"own", i32 7}
;--- fact.ll
target triple = "spirv64-unknown-unknown"
@name = private constant [11 x i8] c"device_has\00"
declare spir_func void @__sycl_passes_fact(ptr, ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name, i64 999)
  ret void
}
;--- unknown.ll
target triple = "spirv64-unknown-unknown"
@name = private constant [11 x i8] c"device_has\00"
declare spir_func void @__sycl_passes_fact(ptr, ...)
define spir_kernel void @_ZTS1K() {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name, i64 5)
  ret void
}
;--- aspects.json
{"schema_version": 1, "aspects": [{"name": "fp64", "value": 6}, {"name": "fast", "value": 999}, {"name": "slow", "value": 999}]}
;--- large.json
{"schema_version": 1, "aspects": [{"name": "large", "value": 2147483648}]}
;--- broken.json
{"schema_version": 2, "aspects": []}
