; Operands of aspect metadata of every kind are read or rejected with a single error. Null operands and tuples are not
; numbers; narrow integers are unsigned.

; RUN: split-file %s %t
; RUN: %opt -passes=aspect-propagation -S %t/narrow.ll | FileCheck %s --check-prefix=NARROW
; RUN: %opt -passes=aspect-propagation -S %t/empty.ll | FileCheck %s --check-prefix=EMPTY
; RUN: not %opt -passes=aspect-propagation -disable-output %t/null.ll 2>&1 | FileCheck %s --check-prefix=NULL
; RUN: not %opt -passes=aspect-propagation -disable-output %t/null-declared.ll 2>&1 | FileCheck %s --check-prefix=NULL-DECLARED
; RUN: not %opt -passes=aspect-propagation -disable-output %t/null-instruction.ll 2>&1 | FileCheck %s --check-prefix=NULL-INSTRUCTION
; RUN: not %opt -passes=aspect-propagation -disable-output %t/null-targets.ll 2>&1 | FileCheck %s --check-prefix=NULL-TARGETS
; RUN: not %opt -passes=aspect-propagation -disable-output %t/null-size.ll 2>&1 | FileCheck %s --check-prefix=NULL-SIZE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/null-named.ll 2>&1 | FileCheck %s --check-prefix=NULL-NAMED
; RUN: not %opt -passes=aspect-propagation -disable-output %t/null-type.ll 2>&1 | FileCheck %s --check-prefix=NULL-TYPE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/nested.ll 2>&1 | FileCheck %s --check-prefix=NESTED
; RUN: not %opt -passes=aspect-propagation -disable-output %t/nested-pair.ll 2>&1 | FileCheck %s --check-prefix=NESTED-PAIR
; RUN: not %opt -passes=aspect-propagation -disable-output %t/poison.ll 2>&1 | FileCheck %s --check-prefix=POISON
; RUN: not %opt -passes=aspect-propagation -disable-output %t/undef.ll 2>&1 | FileCheck %s --check-prefix=UNDEF
; RUN: not %opt -passes=aspect-propagation -disable-output %t/wide.ll 2>&1 | FileCheck %s --check-prefix=WIDE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/wide-size.ll 2>&1 | FileCheck %s --check-prefix=WIDE-SIZE
; RUN: not %opt -passes=aspect-propagation -disable-output %t/name.ll 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not %opt -passes=aspect-propagation -disable-output %t/two-names.ll 2>&1 | FileCheck %s --check-prefix=TWO-NAMES

;--- narrow.ll
; NARROW: define void @f() !sycl_used_aspects ![[ALL:[0-9]+]]
; NARROW: ![[ALL]] = !{i32 -3, i32 1, i32 200, i32 60000}
define void @f() !sycl_used_aspects !0 !sycl_declared_aspects !1 {
  ret void
}
!0 = !{i8 200, i1 true, i32 -3}
!1 = !{i16 60000, i64 -3}

;--- empty.ll
; EMPTY: define void @f() !sycl_used_aspects ![[EMPTY:[0-9]+]]
; EMPTY: ![[EMPTY]] = !{}
define void @f() !sycl_used_aspects !0 !sycl_declared_aspects !0 !intel_reqd_sub_group_size !0 !reqd_work_group_size !0 !sycl_fixed_targets !0 {
  ret void, !sycl_used_aspects !0
}
!0 = !{}

;--- null.ll
; NULL: error: operand 0 of `!sycl_used_aspects` of `f` is null; expected an integer or a pair of aspect name and integer
declare !sycl_used_aspects !0 void @f()
!0 = !{null}

;--- null-declared.ll
; NULL-DECLARED: error: operand 0 of `!sycl_declared_aspects` of `f` is null; expected an integer or a pair
define void @f() !sycl_declared_aspects !0 {
  ret void
}
!0 = !{null}

;--- null-instruction.ll
; NULL-INSTRUCTION: error: operand 0 of `!sycl_used_aspects` of `ret void{{.*}} in f` is null; expected an integer or a pair
define void @f() {
  ret void, !sycl_used_aspects !0
}
!0 = !{null}

;--- null-targets.ll
; NULL-TARGETS: error: operand 0 of `!sycl_fixed_targets` of `f` is null; expected a target's name
define void @f() !sycl_fixed_targets !0 {
  ret void
}
!0 = !{null}

;--- null-size.ll
; NULL-SIZE: error: operand 0 of `!intel_reqd_sub_group_size` of `f` is null; expected a non-negative integer
define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{null}

;--- null-named.ll
; NULL-NAMED: error: operand 0 of `!sycl_aspects` of `entry 0` is null; expected an aspect's name
!sycl_aspects = !{!0}
!0 = !{null}

;--- null-type.ll
; NULL-TYPE: error: operand 0 of `!sycl_types_that_use_aspects` of `entry 0` is null; expected a type's name
!sycl_types_that_use_aspects = !{!0}
!0 = !{null}

;--- nested.ll
; NESTED: error: operand 0 of `!sycl_used_aspects` of `f` is a node; expected an integer or a pair of aspect name and integer
define void @f() !sycl_used_aspects !0 {
  ret void
}
!0 = !{!1}
!1 = !{i32 5}

;--- nested-pair.ll
; NESTED-PAIR: error: operand 0 of `!sycl_used_aspects` of `f` is a node; expected an integer or a pair of aspect name and integer
define void @f() !sycl_used_aspects !0 {
  ret void
}
!0 = !{!1}
!1 = !{!"fp64", !2}
!2 = !{i32 6}

;--- poison.ll
; POISON: error: operand 1 of `!sycl_used_aspects` of `f` is `i32 poison`; expected an integer or a pair
define void @f() !sycl_used_aspects !0 {
  ret void
}
!0 = !{i32 5, i32 poison}

;--- undef.ll
; UNDEF: error: operand 0 of `!intel_reqd_sub_group_size` of `f` is `i32 undef`; expected a non-negative integer
define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{i32 undef}

;--- wide.ll
; WIDE: error: operand 0 of `!sycl_used_aspects` of `f` is `i128 6`; expected an integer or a pair
define void @f() !sycl_used_aspects !0 {
  ret void
}
!0 = !{i128 6}

;--- wide-size.ll
; WIDE-SIZE: error: operand 0 of `!intel_reqd_sub_group_size` of `f` is 4294967296; expected an integer of 32 bits
define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{i64 4294967296}

;--- name.ll
; NAME: error: operand 0 of `!intel_reqd_sub_group_size` of `f` is the string "Primary"; expected a non-negative integer, "primary" or "automatic"
define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{!"Primary"}

;--- two-names.ll
; TWO-NAMES: error: operand 0 of `!intel_reqd_sub_group_size` of `f` is the string "primary"; expected a non-negative integer
define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{!"primary", i32 8}
