; Where a directory of the output is a file, is missing, or the table is a directory, the message names the file that could
; not be written, and nothing of the run is left, images and other tables included.

; RUN: rm -rf %t && mkdir -p %t/x %t/a.directory && touch %t/file
; RUN: cd %t/x && not %opt -disable-output -passes='sycl-post-link<symbols;properties;o=x.table;out-dir=../file>' %s 2>&1 | FileCheck %s --check-prefix=FILE --implicit-check-not=.sycl-passes
; RUN: cd %t/x && not %opt -disable-output -passes='sycl-post-link<symbols;properties;o=../file/x.table;out-dir=.>' %s 2>&1 | FileCheck %s --check-prefix=TABLE-FILE
; RUN: cd %t/x && not %opt -disable-output -passes='sycl-post-link<symbols;properties;o=x.table;o=missing/y.table;out-dir=.>' %s 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: cd %t/x && not %opt -disable-output -passes='sycl-post-link<symbols;properties;o=../a.directory;out-dir=.>' %s 2>&1 | FileCheck %s --check-prefix=DIRECTORY
; RUN: ls -A %t/x | count 0
; RUN: ls -A %t/a.directory | count 0

; FILE: error: cannot write `../file/x_0.bc`: Not a directory
; TABLE-FILE: error: cannot write `../file/x.table`: Not a directory
; MISSING: error: cannot write `missing/y.table`: No such file or directory
; DIRECTORY: error: cannot write `../a.directory`: Is a directory

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
