; Running the pass again changes nothing, whether the pass or a front end wrote the lists.

; RUN: %opt -passes='aspect-propagation<fixed-targets=cpu>' -verify-each -S %S/calls.ll -o %t.1
; RUN: %opt -passes='aspect-propagation<fixed-targets=cpu>,aspect-propagation' -verify-each -S %S/calls.ll -o %t.2
; RUN: diff %t.1 %t.2
; RUN: %opt -passes='sycl-propagate-aspects-usage' -S %S/virtual-functions.ll -o %t.3
; RUN: %opt -passes='aspect-propagation,aspect-propagation<post-opt>' -S %S/virtual-functions.ll -o %t.4
; RUN: diff %t.3 %t.4
; RUN: %opt -passes='aspect-propagation<pre-opt>' -print-pipeline-passes -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PIPELINE
; PIPELINE: aspect-propagation<pre-opt>

; A module that needs nothing is as it was.
; RUN: opt -passes=verify -S %s -o %t.before
; RUN: %opt -passes=aspect-propagation -S %s -o %t.after
; RUN: diff %t.before %t.after

define void @f() {
  ret void
}
