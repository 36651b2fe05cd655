; Others who call a function have no buffer to give: other modules, and calls through its address, an alias or an
; invoke. It stays as it is for them, with a warning; direct calls from kernels reach a clone. Functions that can neither
; get a parameter nor a clone stay for all.

; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s 2> %t.log | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not='{{^}}warning:' --input-file=%t.log
; RUN: %opt -S -passes='spec-constants<emulation>' %s -o %t.once.ll
; RUN: %opt -S -passes='spec-constants<emulation>,spec-constants<emulation>' -verify-each %s -o %t.twice.ll
; RUN: diff %t.once.ll %t.twice.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }
@table = internal addrspace(1) global [1 x ptr] [ptr @in_table]
@blocks = internal addrspace(1) global [1 x ptr] [ptr blockaddress(@jumped, %next)]
@other_name = alias i32 (), ptr @aliased

; CHECK-LABEL: define spir_kernel void @kernel(ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call i32 @exported_with_constants(ptr addrspace(1) %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call i32 @external_with_constants(ptr addrspace(1) %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call i32 @in_table_with_constants(ptr addrspace(1) %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call i32 @aliased_with_constants(ptr addrspace(1) %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call i32 @copied_with_constants(ptr addrspace(1) %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call i32 (...) @any_number(i32 1)
; CHECK-NEXT:    call i32 @jumped()
; CHECK-NEXT:    invoke i32 @invoked()
define spir_kernel void @kernel() personality ptr @personality !sycl_kernel_omit_args !0 {
  %1 = call i32 @exported()
  %2 = call i32 @external()
  %3 = call i32 @in_table()
  %4 = call i32 @aliased()
  %5 = call i32 @copied()
  %6 = call i32 (...) @any_number(i32 1)
  %7 = call i32 @jumped()
  %8 = invoke i32 @invoked() to label %fine unwind label %caught
fine:
  %9 = call i32 @invoked()
  ret void
caught:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}

; WARNING: warning: function `exported` gets no buffer from other modules that call it: the value of specialization constant `a` is undefined there; use the mode `default-values`
; CHECK-LABEL: define i32 @exported()
; CHECK-NEXT:    load i32, ptr addrspace(4) null
; CHECK-LABEL: define internal i32 @exported_with_constants(ptr addrspace(1)
; CHECK-NEXT:    addrspacecast
define i32 @exported() {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

; WARNING: warning: function `external` gets no buffer from other modules
; CHECK-LABEL: define linkonce_odr i32 @external()
; CHECK-SAME:      #[[EXTERNAL:[0-9]+]]
; CHECK-LABEL: define internal i32 @external_with_constants(ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-SAME:      #[[CLONE:[0-9]+]]
define linkonce_odr i32 @external() #0 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

; WARNING: warning: function `in_table` gets no buffer from calls through its address, an alias or `invoke`: the value of specialization constant `a` is undefined there
; CHECK-LABEL: define internal i32 @in_table()
; CHECK-LABEL: define internal i32 @in_table_with_constants(ptr addrspace(1)
define internal i32 @in_table() {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

; WARNING: warning: function `aliased` gets no buffer from calls through its address, an alias or `invoke`
; CHECK-LABEL: define internal i32 @aliased()
define internal i32 @aliased() {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

; Another module has the code that runs in its place.
; CHECK-LABEL: define available_externally i32 @copied()
; CHECK-LABEL: define internal i32 @copied_with_constants(ptr addrspace(1)
define available_externally i32 @copied() {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

; WARNING: warning: function `any_number` takes variable arguments, so it gets no buffer: the value of specialization constant `a` is undefined there
; CHECK-LABEL: define internal i32 @any_number(...)
; CHECK-NEXT:    load i32, ptr addrspace(4) null
define internal i32 @any_number(...) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

; WARNING: warning: function `jumped` has a block whose address is used, so it gets no buffer
; CHECK-LABEL: define internal i32 @jumped()
; CHECK:         load i32, ptr addrspace(4) null
define internal i32 @jumped() {
  br label %next
next:
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

; WARNING: warning: function `invoked` gets no buffer from calls through its address, an alias or `invoke`
; CHECK-LABEL: define internal i32 @invoked()
; CHECK-LABEL: define internal i32 @invoked_with_constants(ptr addrspace(1)
define internal i32 @invoked() {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %a
}

declare i32 @personality(...)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

; The clone is no entry point.
; CHECK-DAG: attributes #[[EXTERNAL]] = { nounwind "sycl-module-id"="a.cpp" }
; CHECK-DAG: attributes #[[CLONE]] = { nounwind }
attributes #0 = { nounwind "sycl-module-id"="a.cpp" }
!0 = !{i1 true}
