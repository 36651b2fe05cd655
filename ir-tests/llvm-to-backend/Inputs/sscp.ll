; What AdaptiveCpp's first stage leaves of a kernel: y[i] = f(x[i]) with sscp builtins.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__acpp_sscp_get_local_id_x()
declare i64 @__acpp_sscp_get_group_id_x()
declare i64 @__acpp_sscp_get_local_size_x()

define internal i32 @f(ptr %p) {
  %v = load i32, ptr %p
  %w = mul i32 %v, 3
  ret i32 %w
}

define void @_ZTS6Kernel(ptr %x, ptr %y) {
  %slot = alloca i32
  %local = call i64 @__acpp_sscp_get_local_id_x()
  %group = call i64 @__acpp_sscp_get_group_id_x()
  %size = call i64 @__acpp_sscp_get_local_size_x()
  %start = mul i64 %group, %size
  %i = add i64 %start, %local
  %from = getelementptr i32, ptr %x, i64 %i
  %in = load i32, ptr %from
  store i32 %in, ptr %slot
  %out = call i32 @f(ptr %slot)
  %to = getelementptr i32, ptr %y, i64 %i
  store i32 %out, ptr %to
  ret void
}
