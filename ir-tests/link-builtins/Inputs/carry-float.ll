target triple = "nvptx64-nvidia-cuda"
declare { float, float } @_Z17__spirv_IAddCarryff(float, float)
define void @f(ptr %p, float %a) {
  %b = call { float, float } @_Z17__spirv_IAddCarryff(float %a, float %a)
  store { float, float } %b, ptr %p
  ret void
}
