; The offset in its older form: an intrinsic of DPC++'s that gives a pointer to three i32, here as the device library for
; NVPTX uses it. Front ends without the intrinsic cannot spell it, so this one is written in IR.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare ptr @llvm.nvvm.implicit.offset()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define internal i64 @offset_y() noinline {
  %offset = tail call ptr @llvm.nvvm.implicit.offset()
  %place = getelementptr inbounds i32, ptr %offset, i64 1
  %y = load i32, ptr %place, align 4
  %wide = zext i32 %y to i64
  ret i64 %wide
}

; out[local id] = local id + x of the offset + 1000 * y of the offset
define ptx_kernel void @intrinsic(ptr addrspace(1) %out) {
  %id = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide.id = zext i32 %id to i64
  %offset = tail call ptr @llvm.nvvm.implicit.offset()
  %x = load i32, ptr %offset, align 4
  %wide.x = zext i32 %x to i64
  %y = tail call i64 @offset_y()
  %thousands = mul i64 %y, 1000
  %partial = add i64 %wide.id, %wide.x
  %sum = add i64 %partial, %thousands
  %place = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %wide.id
  store i64 %sum, ptr addrspace(1) %place, align 8
  ret void
}
