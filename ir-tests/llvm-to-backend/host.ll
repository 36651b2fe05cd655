; Kernels become functions for work-groups, which a table describes: with the properties of a file, or with what is known. The host may be
; another one than LLVM's own.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=host>' %s -verify-each | FileCheck %s --implicit-check-not=__spirv --implicit-check-not=__sp_host
; RUN: rm -f %t.prop && not %opt -S -passes='llvm-to-backend<target=host:x86-64-v2;host=x86_64-unknown-linux-gnu;sub-group-size=8;barriers=refuse;entry;properties=%t.prop>' %s -verify-each 2>&1 | FileCheck %s --check-prefix=NO-FILE
; RUN: echo '[SYCL/device requirements]' > %t.prop
; RUN: %opt -S -passes='llvm-to-backend<target=host:x86-64-v2;host=x86_64-unknown-linux-gnu;sub-group-size=8;barriers=refuse;entry;properties=%t.prop>' %s -verify-each | FileCheck %s --check-prefix=GIVEN
; RUN: %opt -S -passes='llvm-to-backend<target=host:neoverse-v1;host=aarch64-unknown-linux-gnu>' %s -verify-each | FileCheck %s --check-prefix=ARM
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=host:x86-64-v3;host=aarch64-unknown-linux-gnu>' %s 2>&1 | FileCheck %s --check-prefix=PROCESSOR
; RUN: %llvm_to_backend %s --target host --specialize kernel:1=3 --print-dead-arguments -o %t.so | FileCheck %s --check-prefix=DEAD
; RUN: llvm-readelf --dyn-syms --dynamic-table %t.so | FileCheck %s --check-prefix=LIBRARY
; RUN: llvm-strings %t.so | FileCheck %s --check-prefix=PROPERTIES
; RUN: %llvm_to_backend %s --target host --properties %t.prop -o %t.o
; RUN: llvm-nm %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: %llvm_to_backend %s --target host --host aarch64-unknown-linux-gnu -o %t.arm.so
; RUN: llvm-readelf -h %t.arm.so | FileCheck %s --check-prefix=ARM-LIBRARY

; CHECK-DAG:   @sycl_host_image = internal constant {{.+}}, section "sycl_host_images"
; CHECK-DAG:   constant [{{.+}} x i8] c"[SYCL/specialization constants]\0Aid=2|{{.+}}[SYCL/kernel names]\0Akernel=1|1\0A\00"
; CHECK-DAG:   define internal void @kernel.wg(
; GIVEN-DAG:   constant [28 x i8] c"[SYCL/device requirements]\0A\00"
; GIVEN-DAG:   constant [15 x i8] c"host:x86-64-v2\00"
; GIVEN-DAG:   { i32, i32, i64 } { i32 0, i32 4, i64 4 }
; GIVEN-DAG:   define {{.*}}@sycl_host_image_v1()
; NO-FILE:     cannot read {{.+}}.prop: No such file
; ARM:         target triple = "aarch64-unknown-linux-gnu"
; ARM:         c"+{{.+}},+sve,{{.+}}\00"
; PROCESSOR:   target `host:x86-64-v3`: unknown processor `x86-64-v3`; expected one of LLVM's such as {{.+}} (`llc -mcpu=help` lists all)
; DEAD:        kernel: 3 arguments, removed: 1
; LIBRARY-DAG: (NEEDED) {{.+}}: [libm.so.6]
; LIBRARY-DAG: FUNC GLOBAL DEFAULT {{.+}} sycl_host_image_v1
; LIBRARY-DAG: UND tgamma{{$}}
; PROPERTIES:  [SYCL/kernel param opt]
; PROPERTIES-NEXT: kernel=
; OBJECT-NOT:  sycl_host_image_v1
; OBJECT:      t kernel.wg
; OBJECT:      d sycl_host_image
; OBJECT-NOT:  sycl_host_image_v1
; ARM-LIBRARY: Machine: AArch64

target triple = "spir64-unknown-unknown"

@id = internal addrspace(1) constant { i32 } { i32 3 }
@name = internal addrspace(1) constant [3 x i8] c"id\00"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func double @_Z18__spirv_ocl_tgammad(double)
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS3_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %value, ptr addrspace(1) %_arg__specialization_constants_buffer) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %real = uitofp i64 %id to double
  %exp = call spir_func double @_Z18__spirv_ocl_tgammad(double %real)
  %buffer = addrspacecast ptr addrspace(1) %_arg__specialization_constants_buffer to ptr addrspace(4)
  %constant = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS3_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id to ptr addrspace(4)), ptr addrspace(4) %buffer)
  %sum = add i32 %constant, %value
  store double %exp, ptr addrspace(1) %out
  %next = getelementptr i8, ptr addrspace(1) %out, i64 8
  store i32 %sum, ptr addrspace(1) %next
  ret void
}
