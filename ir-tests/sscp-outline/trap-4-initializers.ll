; Trap 4: what only an initializer refers to is needed, too: tables of functions, virtual functions, aliases, ifuncs, what
; `llvm.used` lists, constructors, and functions whose blocks' addresses are taken. The rest is deleted, cycles included.

; RUN: %opt -S -passes=sscp-outline -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=sscp-outline %s -o %t.once.ll
; RUN: %opt -S -passes=sscp-outline,sscp-outline %s -o %t.twice.ll
; RUN: cmp %t.once.ll %t.twice.ll

target triple = "spir64-unknown-unknown"

; CHECK-NOT: dead
; CHECK: @vtable = linkonce_odr constant
@vtable = linkonce_odr constant { [1 x ptr] } { [1 x ptr] [ptr @virtual] }
; CHECK: @table = internal constant
@table = internal constant [2 x ptr] [ptr @in_table, ptr @alias]
; CHECK: @by_used = internal global
@by_used = internal global i32 0
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @by_used]
@llvm.used = appending global [1 x ptr] [ptr @by_used], section "llvm.metadata"
; CHECK: @llvm.global_ctors
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @constructor, ptr null }]
; CHECK: @llvm.global.annotations = appending global [1 x {{.*}} @kernel
@about = private constant [2 x i8] c"a\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @about, ptr @about, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @dead, ptr @about, ptr @about, i32 1, ptr null }], section "llvm.metadata"
@dead_table = constant [2 x ptr] [ptr @dead, ptr @dead_cycle]

; CHECK: @alias = alias void (), ptr @behind_alias
@alias = alias void (), ptr @behind_alias
@dead_alias = alias void (), ptr @dead

; CHECK: define spir_kernel void @kernel
define spir_kernel void @kernel(i64 %index) {
  %place = getelementptr [2 x ptr], ptr @table, i64 0, i64 %index
  %function = load ptr, ptr %place
  call void %function()
  store ptr @vtable, ptr addrspace(1) null
  store ptr blockaddress(@with_block, %block), ptr addrspace(1) null
  ret void
}
; CHECK: define internal void @in_table
define internal void @in_table() {
  ret void
}
; CHECK: define internal void @behind_alias
define internal void @behind_alias() {
  call void @helper()
  ret void
}
; CHECK: define linkonce_odr void @virtual
define linkonce_odr void @virtual() {
  ret void
}
; CHECK: define internal void @with_block
define internal void @with_block() {
  br label %block
block:
  ret void
}
; CHECK: define internal void @constructor
define internal void @constructor() {
  ret void
}
; CHECK: declare void @helper
declare void @helper()
define void @dead() {
  store ptr @dead_table, ptr null
  call void @dead_cycle()
  ret void
}
define internal void @dead_cycle() {
  call void @dead()
  ret void
}
declare void @dead_declaration()
; CHECK-NOT: dead
