target triple = "nvptx64-unknown-unknown"

@table = internal constant [2 x i32] [i32 3, i32 5]

define i32 @_Z5fromAi(i32 %x) {
  %a = call i32 @helper(i32 %x)
  %b = call i32 @_Z5againi(i32 %a)
  ret i32 %b
}
define internal i32 @helper(i32 %x) noinline {
  %p = getelementptr [2 x i32], ptr @table, i32 0, i32 %x
  %v = load i32, ptr %p
  ret i32 %v
}
define linkonce_odr hidden i32 @_Z5againi(i32 %x) {
  ret i32 %x
}
define i32 @_Z8unneededi(i32 %x) {
  %a = call i32 @nowhere(i32 %x)
  ret i32 %a
}
declare i32 @nowhere(i32)
