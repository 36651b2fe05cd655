target triple = "spir64-unknown-unknown"

define spir_kernel void @first(ptr addrspace(1) %out) #0 {
  call spir_func void @shared(ptr addrspace(1) %out)
  ret void
}

define spir_kernel void @second(ptr addrspace(1) %out) #0 {
  call spir_func void @shared(ptr addrspace(1) %out)
  ret void
}

define internal spir_func void @shared(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
