; What is stored over a name in a frame, in whole or in part, or through its address, makes the name unknown.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -disable-output -passes=spec-constants %t/twice.ll 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes=spec-constants %t/part.ll 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes=spec-constants %t/escapes.ll 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes=spec-constants %t/cleared.ll 2>&1 | FileCheck %s

; CHECK: has the name `%name = load ptr{{.*}}expected a constant string

;--- twice.ll
@id = constant i32 7
@a = private constant [2 x i8] c"a\00"
@b = private constant [2 x i8] c"b\00"
define void @f(ptr %out) {
  %frame = alloca [64 x i8], align 16
  %slot = getelementptr i8, ptr %frame, i64 32
  %same = getelementptr [4 x i64], ptr %frame, i64 1
  store ptr @a, ptr %slot
  store ptr @b, ptr %same
  %name = load ptr, ptr %slot
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @id, ptr null)
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
;--- part.ll
@id = constant i32 7
@a = private constant [2 x i8] c"a\00"
define void @f(ptr %out) {
  %frame = alloca [64 x i8], align 16
  %slot = getelementptr i8, ptr %frame, i64 32
  %part = getelementptr i8, ptr %frame, i64 36
  store ptr @a, ptr %slot
  store i32 0, ptr %part
  %name = load ptr, ptr %slot
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @id, ptr null)
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
;--- escapes.ll
@id = constant i32 7
@a = private constant [2 x i8] c"a\00"
define void @f(ptr %out) {
  %frame = alloca [64 x i8], align 16
  %slot = getelementptr i8, ptr %frame, i64 32
  store ptr @a, ptr %slot
  call void @g(ptr %slot)
  %name = load ptr, ptr %slot
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @id, ptr null)
  ret void
}
declare void @g(ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
;--- cleared.ll
@id = constant i32 7
@a = private constant [2 x i8] c"a\00"
define void @f(ptr %out) {
  %frame = alloca [64 x i8], align 16
  %slot = getelementptr i8, ptr %frame, i64 32
  store ptr @a, ptr %slot
  call void @llvm.memset.p0.i64(ptr %frame, i8 0, i64 64, i1 false)
  %name = load ptr, ptr %slot
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @id, ptr null)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
