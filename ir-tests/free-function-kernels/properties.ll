; Sizes and aspects become the metadata that they are for all passes: sizes of three dimensions, the fastest first.
; `device_has` holds for other functions as well.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

@.text = private constant [19 x i8] c"sycl-free-function\00"
@.range = private constant [16 x i8] c"nd_range_kernel\00"
@.size = private constant [16 x i8] c"work_group_size\00"
@.hint = private constant [21 x i8] c"work_group_size_hint\00"
@.max = private constant [20 x i8] c"max_work_group_size\00"
@.linear = private constant [27 x i8] c"max_linear_work_group_size\00"
@.sub = private constant [15 x i8] c"sub_group_size\00"
@.has = private constant [11 x i8] c"device_has\00"
@.args.range = private constant { ptr, i32 } { ptr @.range, i32 3 }
@.args.size = private constant { { ptr, [2 x i32] } } { { ptr, [2 x i32] } { ptr @.size, [2 x i32] [i32 16, i32 2] } }
@.args.hint = private constant { ptr, [3 x i32] } { ptr @.hint, [3 x i32] [i32 3, i32 4, i32 5] }
@.args.max = private constant { ptr, [1 x i32] } { ptr @.max, [1 x i32] [i32 64] }
@.args.linear = private constant { ptr, i64 } { ptr @.linear, i64 128 }
@.args.sub = private constant { ptr, [1 x i32] } { ptr @.sub, [1 x i32] [i32 32] }
@.args.has = private constant { { ptr, [3 x i32] } } { { ptr, [3 x i32] } { ptr @.has, [3 x i32] [i32 9999, i32 6, i32 6] } }
@.args.none = private constant { { ptr, [1 x i32] } } { { ptr, [1 x i32] } { ptr @.has, [1 x i32] zeroinitializer } }
@llvm.global.annotations = appending global [8 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args.size },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args.range },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args.hint },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args.max },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args.linear },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args.sub },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args.has },
  { ptr, ptr, ptr, i32, ptr } { ptr @helper, ptr @.text, ptr null, i32 0, ptr @.args.none }
], section "llvm.metadata"

; CHECK: define spir_kernel void @__sycl_kernel_kernel()
; CHECK-SAME: !sycl_declared_aspects ![[HAS:[0-9]+]]
; CHECK-SAME: !reqd_work_group_size ![[SIZE:[0-9]+]]
; CHECK-SAME: !work_group_num_dim ![[DIMENSIONS:[0-9]+]]
; CHECK-SAME: !work_group_size_hint ![[HINT:[0-9]+]]
; CHECK-SAME: !max_work_group_size ![[MAX:[0-9]+]]
; CHECK-SAME: !max_linear_work_group_size ![[LINEAR:[0-9]+]]
; CHECK-SAME: !intel_reqd_sub_group_size ![[SUB:[0-9]+]]
define spir_func void @kernel() {
  call spir_func void @helper()
  ret void
}
; CHECK: define spir_func void @helper() !sycl_declared_aspects ![[NONE:[0-9]+]] {
define spir_func void @helper() {
  ret void
}

; CHECK-DAG: ![[SIZE]] = !{i32 2, i32 16, i32 1}
; CHECK-DAG: ![[DIMENSIONS]] = !{i32 2}
; CHECK-DAG: ![[HINT]] = !{i32 5, i32 4, i32 3}
; CHECK-DAG: ![[MAX]] = !{i32 64, i32 1, i32 1}
; CHECK-DAG: ![[LINEAR]] = !{i32 128}
; CHECK-DAG: ![[SUB]] = !{i32 32}
; CHECK-DAG: ![[HAS]] = !{![[FP64:[0-9]+]], i32 9999}
; CHECK-DAG: ![[FP64]] = !{!"fp64", i32 6}
; CHECK-DAG: ![[NONE]] = !{![[HOST:[0-9]+]]}
; CHECK-DAG: ![[HOST]] = !{!"host", i32 0}
