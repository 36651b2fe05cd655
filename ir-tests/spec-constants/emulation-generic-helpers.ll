; Functions between a kernel and a call take the buffer as a further parameter, also those that call themselves or each
; other. What a kernel without the parameter reaches stays as it is for that kernel; the others get clones.

; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s 2>&1 | FileCheck %s
; RUN: %opt -S -passes='spec-constants<emulation>' %s -o %t.once.ll
; RUN: %opt -S -passes='spec-constants<emulation>,spec-constants<emulation>' -verify-each %s -o %t.twice.ll
; RUN: diff %t.once.ll %t.twice.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

$own_helper = comdat any

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }
@own_helper_with_constants = global i32 0

; CHECK-NOT:   warning
; CHECK-LABEL: define spir_kernel void @first(ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-NEXT:    %x = tail call spir_func i32 @own_helper(i32 signext 3, ptr addrspace(1) %_arg__specialization_constants_buffer) #[[CALL:[0-9]+]], !note !{{[0-9]+}}
; CHECK-NEXT:    %y = call i32 @shared_with_constants(i32 %x, ptr addrspace(1) %_arg__specialization_constants_buffer)
; CHECK-NEXT:    %z = call i32 @pure(i32 %y)
define spir_kernel void @first() !sycl_kernel_omit_args !0 {
  %x = tail call spir_func i32 @own_helper(i32 signext 3) #0, !note !1
  %y = call i32 @shared(i32 %x)
  %z = call i32 @pure(i32 %y)
  ret void
}

; CHECK-LABEL: define linkonce_odr spir_func i32 @own_helper(i32 signext %n, ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-SAME:      #[[EFFECTS:[0-9]+]] comdat !note
; CHECK:         %[[BUFFER:.+]] = addrspacecast ptr addrspace(1) %_arg__specialization_constants_buffer to ptr addrspace(4)
; CHECK-NEXT:    getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 0
; CHECK:         %again = call spir_func i32 @own_helper(i32 %a, ptr addrspace(1) %_arg__specialization_constants_buffer)
; CHECK:         %back = call i32 @partner(ptr addrspace(1) %_arg__specialization_constants_buffer)
define linkonce_odr spir_func i32 @own_helper(i32 signext %n) #1 comdat !note !1 {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more
more:
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  %again = call spir_func i32 @own_helper(i32 %a)
  %back = call i32 @partner()
  br label %end
end:
  ret i32 %n
}

; CHECK-LABEL: define internal i32 @partner(ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call spir_func i32 @own_helper(i32 1, ptr addrspace(1) %_arg__specialization_constants_buffer)
define internal i32 @partner() {
  %x = call spir_func i32 @own_helper(i32 1)
  ret i32 %x
}

; CHECK-LABEL: define internal i32 @shared(i32 %n)
; CHECK-NEXT:    call i32 @innermost(i32 %n)
; CHECK-LABEL: define internal i32 @shared_with_constants(i32 %n, ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-NEXT:    call i32 @innermost_with_constants(i32 %n, ptr addrspace(1) %_arg__specialization_constants_buffer)
define internal i32 @shared(i32 %n) {
  %x = call i32 @innermost(i32 %n)
  ret i32 %x
}

; CHECK-LABEL: define linkonce_odr i32 @innermost(i32 %0)
; CHECK-NEXT:    %handler = load ptr addrspace(4)
; CHECK-NEXT:    getelementptr i8, ptr addrspace(4) %handler, i32 8
; CHECK-LABEL: define internal i32 @innermost_with_constants(i32 %0, ptr addrspace(1) noundef align 1 %1)
; CHECK-NEXT:    load ptr addrspace(4)
; CHECK-NEXT:    %[[BUFFER:.+]] = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
; CHECK-NEXT:    getelementptr i8, ptr addrspace(4) %[[BUFFER]], i32 8
define linkonce_odr i32 @innermost(i32 %0) {
  %handler = load ptr addrspace(4), ptr addrspace(1) @handlers
  %b = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4) @name_b, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_b to ptr addrspace(4)), ptr addrspace(4) %handler)
  ret i32 %0
}
@handlers = addrspace(1) global ptr addrspace(4) null

; CHECK-LABEL: define spir_kernel void @other()
; CHECK-NEXT:    call i32 @shared(i32 5)
define spir_kernel void @other() {
  %x = call i32 @shared(i32 5)
  ret void
}

; CHECK-LABEL: define spir_kernel void @second(i32 %0, ptr addrspace(1) noundef align 1 %1)
; CHECK-NEXT:    call i32 @shared_with_constants(i32 %0, ptr addrspace(1) %1)
define spir_kernel void @second(i32 %0) !sycl_kernel_omit_args !2 {
  %x = call i32 @shared(i32 %0)
  ret void
}

; CHECK-LABEL: define internal i32 @pure(i32 %n)
define internal i32 @pure(i32 %n) {
  ret i32 %n
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

; CHECK-DAG: attributes #[[CALL]] = { convergent }
; CHECK-DAG: attributes #[[EFFECTS]] = { nounwind memory(argmem: read, inaccessiblemem: readwrite) }
attributes #0 = { convergent }
attributes #1 = { nounwind memory(inaccessiblemem: readwrite) }
!0 = !{i1 true}
!1 = !{!"note"}
!2 = !{i1 false, i1 true}
