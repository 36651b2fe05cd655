; Claim A: branches and code of other back ends go, before libraries are linked: constants, queries, switches and structs in
; memory. The same at -O0 and without `optnone`.

; RUN: %opt -S -verify-each %s -passes='sscp-ir-constants<set=current_backend=1>,sscp-reflect<set=vendor=5;unknown=keep>,sscp-prune,sscp-reflect' | FileCheck %s
; RUN: sed 's/noinline optnone/nounwind/' %s > %t.ll
; RUN: %opt -S -verify-each %t.ll -passes='sscp-ir-constants<set=current_backend=1>,sscp-reflect<set=vendor=5;unknown=keep>,sscp-prune,sscp-reflect' | FileCheck %s

; CHECK-NOT: backend0
; CHECK-NOT: backend2
; CHECK-NOT: other_vendor
; CHECK-NOT: color
; CHECK: define spir_kernel void @kernel
; CHECK-NOT: switch
; CHECK-NOT: br
; CHECK: call spir_func void @backend1()
; CHECK: call spir_func void @this_vendor()
; CHECK: ret void
; CHECK-NOT: backend0
; CHECK-NOT: backend2
; CHECK-NOT: other_vendor
; CHECK-NOT: color

target triple = "spir64-unknown-unknown"

@current_backend = internal global i32 0, align 4
%target = type { i32, i64 }

declare spir_func void @backend0()
declare spir_func void @backend1()
declare spir_func void @backend2()
declare spir_func void @other_vendor()
declare spir_func void @this_vendor()
declare i64 @__acpp_sscp_jit_reflect_vendor()
declare i64 @__acpp_sscp_jit_reflect_color()
declare zeroext i1 @__acpp_sscp_jit_reflect_knows_color()

define linkonce_odr spir_func i32 @backend() #0 {
  %value = load i32, ptr @current_backend
  ret i32 %value
}


define spir_kernel void @kernel(ptr addrspace(1) %out) #0 {
  %info = alloca %target
  %backend = call spir_func i32 @backend()
  store i32 %backend, ptr %info
  %place = getelementptr %target, ptr %info, i32 0, i32 1
  %vendor = call i64 @__acpp_sscp_jit_reflect_vendor()
  store i64 %vendor, ptr %place
  %number = load i32, ptr %info
  switch i32 %number, label %next [ i32 0, label %zero
                                    i32 1, label %one
                                    i32 2, label %two ]
zero:
  call spir_func void @backend0()
  br label %next
one:
  call spir_func void @backend1()
  br label %next
two:
  call spir_func void @backend2()
  br label %next
next:
  %who = load i64, ptr %place
  %other = icmp ne i64 %who, 5
  br i1 %other, label %others, label %this
others:
  call spir_func void @other_vendor()
  br label %end
this:
  call spir_func void @this_vendor()
  br label %end
end:
  %knows = call zeroext i1 @__acpp_sscp_jit_reflect_knows_color()
  br i1 %knows, label %colored, label %done
colored:
  %color = call i64 @__acpp_sscp_jit_reflect_color()
  store i64 %color, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

attributes #0 = { noinline optnone }
