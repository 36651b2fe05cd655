; A loop whose items are a step apart is run in rounds of all items: the first of them, as many as have another round to
; go, each at the number of the first item and its id. What a round hands to the next has an array. The loop is also there
; as it was, for numbers that wrap and groups of few items.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='default<O2>,work-group-functions,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2

; CHECK-NOT:   rounds
; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         [[SUMS:%sum.*items]] = alloca float, i64 %group.items
; CHECK-NOT:     alloca float
; CHECK:         %result.items = alloca float, i64 %group.items
; CHECK-NOT:     alloca
; CHECK:         br i1 %{{.+}}, label %{{.+}}, label %apart
; CHECK:       round:
; CHECK-NEXT:    %least = phi i64 [ 0, %{{.+}} ], [ %next.least, %{{.+}} ]
; CHECK-NEXT:    %next.least = add nuw nsw i64 %least, [[STEP:%.+]]
; CHECK-NEXT:    %goes.on = icmp ult i64 %next.least, [[END:%.+]]
; CHECK-NEXT:    %count = sub i64 [[END]], %least
; CHECK:         [[FEW:%.+]] = icmp ult i64 %count, %size
; CHECK-NEXT:    [[ITEMS:%.+]] = select i1 [[FEW]], i64 %count, i64 %size
; CHECK:         [[ID:%region.+id0]] = phi i64
; CHECK:         icmp eq i64 %{{.+}}, [[ITEMS]]
; CHECK:         br i1 %goes.on,
; CHECK:         br i1 true, label %loop,
; CHECK:       loop:
; CHECK-NEXT:    %number = add nuw nsw i64 %least, [[ID]]
; CHECK:         %place = getelementptr float, ptr %data, i64 %number
; CHECK:         %more = fadd float
; CHECK:         [[SUM:%.+]] = getelementptr inbounds float, ptr [[SUMS]], i64 %item
; CHECK-NEXT:    store float %{{.+}}, ptr [[SUM]]
; CHECK:       last:
; CHECK:       loop.copy:
; CHECK-NEXT:    %i.copy = phi i64

; If something else decides about it as well, or items may leave it in the middle, each item has a number that says on
; which way it got past the loop, or out of it. Rounds are for those without one; where there are no others, that is not
; asked.

; CHECK-LABEL: define internal void @late.guard.wg(
; CHECK:         %way{{.*}} = phi i32 [ 0, %{{.+}} ], [ 1, %way ]
; CHECK:       counted{{.*}}:
; CHECK:         br i1 %{{.+}}, label %{{.+}}, label %apart
; CHECK:       round:
; CHECK:         %are.all = icmp eq i32 %items.here{{.*}}, %all
; CHECK:       is.in{{.*}}:
; CHECK-NEXT:    [[IN:%.+]] = icmp eq i32 %way{{.+}}, 0
; CHECK-NEXT:    %is.there = or i1 %are.all, [[IN]]
; CHECK-NEXT:    br i1 %is.there, label %loop,

; A loop stays as it is if its step is in memory or shorter than what is between neighbours, if its end differs between
; items, if it has accesses with an order or memory of the item, and if it calls what may do anything.

; CHECK-NOT:   rounds

; O2-LABEL: define internal void @kernel.wg(
; O2:         load <{{[0-9]+}} x float>

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare i64 @__sp_host_group_size(i32) memory(none)
declare void @unknown(i64)

define void @kernel(ptr %data, ptr %out, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %size = call i64 @__sp_host_group_size(i32 0)
  %is.in = icmp slt i64 %id, %n
  br i1 %is.in, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %more, %loop ]
  %place = getelementptr float, ptr %data, i64 %i
  %loaded = load float, ptr %place, align 4
  %more = fadd float %sum, %loaded
  %next = add i64 %i, %size
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  %last = phi float [ %more, %loop ]
  br label %end
end:
  %result = phi float [ 0.0, %0 ], [ %last, %exit ]
  %to = getelementptr float, ptr %out, i64 %id
  store float %result, ptr %to, align 4
  ret void
}

define void @next.number(ptr %data, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %is.in = icmp slt i64 %id, %n
  br i1 %is.in, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %place = getelementptr float, ptr %data, i64 %i
  store float 1.0, ptr %place, align 4
  %next = add i64 %i, 1
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}

define void @step.in.memory(ptr %data, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %is.in = icmp slt i64 %id, %n
  br i1 %is.in, label %before, label %end
before:
  %step = load i64, ptr %data
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %place = getelementptr float, ptr %data, i64 %i
  store float 1.0, ptr %place, align 4
  %next = add i64 %i, %step
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}

define void @other.end(ptr %data, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %size = call i64 @__sp_host_group_size(i32 0)
  %own = mul i64 %id, %n
  %is.in = icmp slt i64 %id, %own
  br i1 %is.in, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %place = getelementptr float, ptr %data, i64 %i
  store float 1.0, ptr %place, align 4
  %next = add i64 %i, %size
  %go.on = icmp slt i64 %next, %own
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}

define void @volatile(ptr %data, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %size = call i64 @__sp_host_group_size(i32 0)
  %is.in = icmp slt i64 %id, %n
  br i1 %is.in, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %place = getelementptr float, ptr %data, i64 %i
  store volatile float 1.0, ptr %place, align 4
  %next = add i64 %i, %size
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}

define void @released(ptr %data, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %size = call i64 @__sp_host_group_size(i32 0)
  %is.in = icmp slt i64 %id, %n
  br i1 %is.in, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %place = getelementptr i32, ptr %data, i64 %i
  %old = atomicrmw add ptr %place, i32 1 release
  %next = add i64 %i, %size
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}

define void @own.memory(ptr %data, i64 %n) "sycl-kernel" {
  %own = alloca [8 x float]
  %id = call i64 @__sp_host_local_id(i32 0)
  %size = call i64 @__sp_host_group_size(i32 0)
  %is.in = icmp slt i64 %id, %n
  br i1 %is.in, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %which = and i64 %i, 7
  %place = getelementptr float, ptr %own, i64 %which
  %to = getelementptr float, ptr %data, i64 %i
  %old = load float, ptr %place, align 4
  store float %old, ptr %to, align 4
  store float 1.0, ptr %place, align 4
  %next = add i64 %i, %size
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}

define void @calls(ptr %data, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %size = call i64 @__sp_host_group_size(i32 0)
  %is.in = icmp slt i64 %id, %n
  br i1 %is.in, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  call void @unknown(i64 %i)
  %next = add i64 %i, %size
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}

define void @late.guard(ptr %data, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %size = call i64 @__sp_host_group_size(i32 0)
  %is.in = icmp slt i64 %id, 40
  br i1 %is.in, label %guard, label %end
guard:
  %has.some = icmp slt i64 %id, %n
  br i1 %has.some, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %next, %loop ]
  %place = getelementptr float, ptr %data, i64 %i
  store float 1.0, ptr %place, align 4
  %next = add i64 %i, %size
  %go.on = icmp slt i64 %next, %n
  br i1 %go.on, label %loop, label %exit
exit:
  br label %end
end:
  ret void
}
