target triple = "nvptx64-nvidia-cuda"
define i32 @from_library() {
  ret i32 17
}
