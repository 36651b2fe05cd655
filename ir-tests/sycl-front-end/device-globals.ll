; Device globals of <sycl/sycl.hpp> get the attributes that DPC++'s have, by what their initializers say, and their values are found: that
; of a variable of the program through its first member, which the runtime sets, that of one of an image in the variable itself. Static
; ones are known by their place, and visible, so that no optimizer takes them apart. A second run changes nothing, and other variables stay.

; RUN: %opt -S -passes=sycl-front-end -verify-each %s -o %t.ll && FileCheck %s --input-file=%t.ll
; RUN: %opt -S -passes='sycl-front-end,sycl-front-end' -verify-each %s | diff %t.ll -
; RUN: %opt -S -passes='sycl-front-end,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

%facts = type { i64, i64, i64, i64, i32, i32, i32, i32 }
%storage = type { ptr addrspace(4), %facts, i32 }
%"class.sycl::device_global" = type { %storage }

; CHECK: @shared = addrspace(1) externally_initialized global {{.+}}, align 8 #[[SHARED:[0-9]+]]
@shared = addrspace(1) global %"class.sycl::device_global" { %storage { ptr addrspace(4) null, %facts { i64 7809631459536745009, i64 4, i64 56, i64 17, i32 0, i32 4, i32 4, i32 4 }, i32 5 } }, align 8
; CHECK: @"_00000000000000ff$own" = {{(dso_local )?}}addrspace(1) externally_initialized global {{.+}}, align 8 #[[OWN:[0-9]+]]
@own = internal addrspace(1) global { { ptr addrspace(4), %facts, float } } { { ptr addrspace(4), %facts, float } { ptr addrspace(4) null, %facts { i64 7809631459536745009, i64 4, i64 56, i64 255, i32 0, i32 2, i32 1, i32 1 }, float 1.0 } }, align 8
; CHECK: @of_image = addrspace(1) externally_initialized global {{.+}}, align 8 #[[IMAGE:[0-9]+]]
@of_image = addrspace(1) global { { double, %facts } } { { double, %facts } { double 2.0, %facts { i64 7809631459536745009, i64 8, i64 0, i64 18, i32 1, i32 0, i32 4, i32 4 } } }, align 8
; CHECK: @elsewhere = external addrspace(1) global %"class.sycl::device_global", align 8{{$}}
@elsewhere = external addrspace(1) global %"class.sycl::device_global", align 8
; CHECK: @constant = addrspace(1) constant { i64, i64 } { i64 7, i64 4 }{{$}}
@constant = addrspace(1) constant { i64, i64 } { i64 7, i64 4 }

declare spir_func ptr addrspace(4) @_Z27__sycl_passes_device_globalPKv(ptr addrspace(4)) #0
declare spir_func ptr addrspace(4) @_Z36__sycl_passes_device_global_of_imagePKv(ptr addrspace(4)) #0

; CHECK: define internal spir_func ptr addrspace(4) @_Z27__sycl_passes_device_globalPKv(ptr addrspace(4) %0) #[[FOUND:[0-9]+]] {
; CHECK-NEXT: %memory = load ptr addrspace(4), ptr addrspace(4) %0, align 8, !invariant.load
; CHECK-NEXT: %value = addrspacecast ptr addrspace(4) %memory to ptr addrspace(1)
; CHECK-NEXT: %[[GENERIC:.+]] = addrspacecast ptr addrspace(1) %value to ptr addrspace(4)
; CHECK-NEXT: ret ptr addrspace(4) %[[GENERIC]]
; CHECK: define internal spir_func ptr addrspace(4) @_Z36__sycl_passes_device_global_of_imagePKv(ptr addrspace(4) %0) #[[FOUND]] {
; CHECK-NOT: load
; CHECK: ret ptr addrspace(4)

; O2-LABEL: define {{.*}}void @_ZTS4Test(
; O2-DAG: load ptr addrspace(4), {{.+}} @shared
; O2-DAG: load ptr addrspace(4), {{.+}} @"_00000000000000ff$own" to
; O2-DAG: load ptr addrspace(4), {{.+}} @elsewhere
; O2-DAG: load double, {{.+}} @of_image
; O2: ret void
define spir_kernel void @_ZTS4Test(ptr addrspace(1) %out) {
  %shared = call spir_func ptr addrspace(4) @_Z27__sycl_passes_device_globalPKv(ptr addrspace(4) addrspacecast (ptr addrspace(1) @shared to ptr addrspace(4)))
  %of.shared = load i32, ptr addrspace(4) %shared
  %own = call spir_func ptr addrspace(4) @_Z27__sycl_passes_device_globalPKv(ptr addrspace(4) addrspacecast (ptr addrspace(1) @own to ptr addrspace(4)))
  %of.own = load i32, ptr addrspace(4) %own
  %elsewhere = call spir_func ptr addrspace(4) @_Z27__sycl_passes_device_globalPKv(ptr addrspace(4) addrspacecast (ptr addrspace(1) @elsewhere to ptr addrspace(4)))
  %of.elsewhere = load i32, ptr addrspace(4) %elsewhere
  %image = call spir_func ptr addrspace(4) @_Z36__sycl_passes_device_global_of_imagePKv(ptr addrspace(4) addrspacecast (ptr addrspace(1) @of_image to ptr addrspace(4)))
  %of.image = load double, ptr addrspace(4) %image
  %constant = load i64, ptr addrspace(1) @constant
  %1 = add i32 %of.shared, %of.own
  %2 = add i32 %1, %of.elsewhere
  store i32 %2, ptr addrspace(1) %out
  %next = getelementptr i8, ptr addrspace(1) %out, i64 8
  store double %of.image, ptr addrspace(1) %next
  store i64 %constant, ptr addrspace(1) %next
  store double %of.image, ptr addrspace(1) %out
  %last = getelementptr i8, ptr addrspace(1) %out, i64 16
  store i32 %2, ptr addrspace(1) %last
  ret void
}

attributes #0 = { nounwind willreturn memory(none) }

; CHECK-DAG: attributes #[[SHARED]] = { "sycl-device-global-size"="4" "sycl-host-symbol"="shared" "sycl-unique-id"="shared" }
; CHECK-DAG: attributes #[[OWN]] = { "sycl-device-global-size"="4" "sycl-host-access"="2" "sycl-implement-in-csr"="true" "sycl-init-mode"="1" "sycl-unique-id"="00000000000000ff.own" }
; CHECK-DAG: attributes #[[IMAGE]] = { "sycl-device-global-size"="8" "sycl-device-image-scope"="true" "sycl-host-access"="0" "sycl-host-symbol"="of_image" "sycl-unique-id"="of_image" }
; CHECK-DAG: attributes #[[FOUND]] = { alwaysinline nounwind willreturn }
