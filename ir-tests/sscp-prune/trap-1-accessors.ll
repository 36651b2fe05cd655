; Trap 1, at -O0: a constant that is read through accessors, which are `linkonce_odr`, `noinline` and `optnone`, leaves no branch
; and no function of the branch that is not taken. One accessor is called with two constants. What is kept keeps its attributes.

; RUN: %opt -S -passes='sscp-ir-constants<set=c=1>,sscp-prune' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='sscp-ir-constants<set=c=1>,sscp-prune' -opt-bisect-limit=0 %s 2> %t.bisect | FileCheck %s
; RUN: %opt -S -passes='sscp-ir-constants<set=c=1>,sscp-prune' %s -o %t.once.ll
; RUN: %opt -S -passes='sscp-ir-constants<set=c=1>,sscp-prune,sscp-prune' %s -o %t.twice.ll
; RUN: cmp %t.once.ll %t.twice.ll

; CHECK-NOT:   @c
; CHECK-NOT:   @get
; CHECK-NOT:   @is
; CHECK:       define spir_kernel void @k(ptr addrspace(1) %out) #[[ATTRIBUTES:[0-9]+]] {
; CHECK-NOT:     br
; CHECK:         call spir_func void @only_a()
; CHECK-NEXT:    ret void
; CHECK:       define internal spir_func void @only_a() #[[ATTRIBUTES]]
; CHECK-NOT:   only_c
; CHECK-NOT:   undefined_c
; CHECK:       attributes #[[ATTRIBUTES]] = { noinline optnone }

target triple = "spir64-unknown-unknown"
$get = comdat any
$c = comdat any
@c = linkonce_odr global i32 0, comdat, align 4
define linkonce_odr spir_func i32 @get() #0 comdat {
  %r = alloca i32
  %v = load i32, ptr @c
  store i32 %v, ptr %r
  %w = load i32, ptr %r
  ret i32 %w
}
define linkonce_odr spir_func zeroext i1 @is(i32 %b) #0 {
  %s = alloca i32
  store i32 %b, ptr %s
  %v = call spir_func i32 @get()
  %w = load i32, ptr %s
  %x = icmp eq i32 %v, %w
  ret i1 %x
}
define spir_kernel void @k(ptr addrspace(1) %out) #0 {
  %flag = alloca i8
  %x = call spir_func zeroext i1 @is(i32 1)
  %z = zext i1 %x to i8
  store i8 %z, ptr %flag
  %q = load i8, ptr %flag
  %t = trunc i8 %q to i1
  br i1 %t, label %a, label %b
a:
  call spir_func void @only_a()
  br label %b
b:
  %y = call spir_func zeroext i1 @is(i32 2)
  br i1 %y, label %c, label %d
c:
  call spir_func void @only_c()
  br label %d
d:
  ret void
}
define spir_func void @only_a() #0 {
  call void @undefined_a()
  ret void
}
define spir_func void @only_c() #0 {
  call void @undefined_c()
  ret void
}
declare void @undefined_a()
declare void @undefined_c()
attributes #0 = { noinline optnone }
