; Malformed metadata of each kind is an error that names kind, item and operand.

; RUN: split-file %s %t
; RUN: not %opt -passes=aspect-propagation -disable-output %t/aspects-count.ll 2>&1 | FileCheck %s --check-prefix=ASPECTS-COUNT
; RUN: not %opt -passes=aspect-propagation -disable-output %t/aspects-type.ll 2>&1 | FileCheck %s --check-prefix=ASPECTS-TYPE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/aspects-name.ll 2>&1 | FileCheck %s --check-prefix=ASPECTS-NAME
; RUN: not %opt -passes=aspect-propagation -disable-output %t/aspects-more.ll 2>&1 | FileCheck %s --check-prefix=ASPECTS-MORE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/types-name.ll 2>&1 | FileCheck %s --check-prefix=TYPES-NAME
; RUN: not %opt -passes=aspect-propagation -disable-output %t/types-empty.ll 2>&1 | FileCheck %s --check-prefix=TYPES-EMPTY
; RUN: not %opt -passes=aspect-propagation -disable-output %t/types-aspect.ll 2>&1 | FileCheck %s --check-prefix=TYPES-ASPECT
; RUN: not %opt -passes=aspect-propagation -disable-output %t/used.ll 2>&1 | FileCheck %s --check-prefix=USED
; RUN: not %opt -passes=aspect-propagation -disable-output %t/used-pair.ll 2>&1 | FileCheck %s --check-prefix=USED-PAIR
; RUN: not %opt -passes=aspect-propagation -disable-output %t/used-wide.ll 2>&1 | FileCheck %s --check-prefix=USED-WIDE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/declared.ll 2>&1 | FileCheck %s --check-prefix=DECLARED
; RUN: not %opt -passes=aspect-propagation -disable-output %t/instruction.ll 2>&1 | FileCheck %s --check-prefix=INSTRUCTION
; RUN: not %opt -passes=aspect-propagation -disable-output %t/attribute.ll 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/targets.ll 2>&1 | FileCheck %s --check-prefix=TARGETS
; RUN: not %opt -passes=aspect-propagation -disable-output %t/size.ll 2>&1 | FileCheck %s --check-prefix=SIZE

;--- aspects-count.ll
; ASPECTS-COUNT: error: operand 1 of `!sycl_aspects` of `fp64` is missing; expected an integer of 32 bits
!sycl_aspects = !{!0}
!0 = !{!"fp64"}

;--- aspects-type.ll
; ASPECTS-TYPE: error: operand 1 of `!sycl_aspects` of `fp64` is the string "six"; expected an integer of 32 bits
!sycl_aspects = !{!0}
!0 = !{!"fp64", !"six"}

;--- aspects-name.ll
; ASPECTS-NAME: error: operand 0 of `!sycl_aspects` of `entry 1` is `i32 6`; expected an aspect's name
!sycl_aspects = !{!0, !1}
!0 = !{!"fp16", i32 5}
!1 = !{i32 6, !"fp64"}

;--- aspects-more.ll
; ASPECTS-MORE: error: operand 2 of `!sycl_aspects` of `fp64` is `i32 7`; expected two operands, name and integer
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6, i32 7}

;--- types-name.ll
; TYPES-NAME: error: operand 0 of `!sycl_types_that_use_aspects` of `entry 0` is null; expected a type's name
!sycl_types_that_use_aspects = !{!0}
!0 = !{null, i32 6}

;--- types-empty.ll
; TYPES-EMPTY: error: operand 0 of `!sycl_types_that_use_aspects` of `entry 0` is missing; expected a type's name
!sycl_types_that_use_aspects = !{!0}
!0 = !{}

;--- types-aspect.ll
; TYPES-ASPECT: error: operand 2 of `!sycl_types_that_use_aspects` of `struct.half` is `float 1.000000e+00`; expected an integer or a pair of aspect name and integer
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"struct.half", i32 5, float 1.0}

;--- used.ll
; USED: error: operand 1 of `!sycl_used_aspects` of `f` is the string "fp64"; expected an integer or a pair of aspect name and integer
define void @f() !sycl_used_aspects !0 {
  ret void
}
!0 = !{i32 5, !"fp64"}

;--- used-pair.ll
; USED-PAIR: error: operand 0 of `!sycl_used_aspects` of `f` is a node; expected an integer or a pair of aspect name and integer
define void @f() !sycl_used_aspects !0 {
  ret void
}
!0 = !{!1}
!1 = !{!"fp64", i32 6, i32 7}

;--- used-wide.ll
; USED-WIDE: error: operand 0 of `!sycl_used_aspects` of `f` is `i64 4294967296`; expected an integer or a pair
define void @f() !sycl_used_aspects !0 {
  ret void
}
!0 = !{i64 4294967296}

;--- declared.ll
; DECLARED: error: operand 1 of `!sycl_declared_aspects` of `f` is null; expected an integer or a pair
define void @f() !sycl_declared_aspects !0 {
  ret void
}
!0 = !{i32 5, null}

;--- instruction.ll
; INSTRUCTION: error: operand 0 of `!sycl_used_aspects` of `store i32 0, ptr %p{{.*}} in f` is the string "fp64"; expected an integer or a pair
define void @f(ptr %p) {
  store i32 0, ptr %p, !sycl_used_aspects !0
  ret void
}
!0 = !{!"fp64"}

;--- attribute.ll
; ATTRIBUTE: error: attribute "sycl-device-has" of `f` has the item `x`; expected numbers of aspects separated by `,`
define void @f() "sycl-device-has"="5,x" {
  ret void
}

;--- targets.ll
; TARGETS: error: operand 1 of `!sycl_fixed_targets` of `f` is null; expected a target's name or the number of its aspect
define void @f() !sycl_fixed_targets !0 {
  ret void
}
!0 = !{i32 1, null}

;--- size.ll
; SIZE: error: operand 0 of `!intel_reqd_sub_group_size` of `f` is the string "8"; expected a non-negative integer
define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{!"8"}
