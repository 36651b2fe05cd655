; A configuration file is checked like the parameters of a pipeline; if it is wrong, nothing is written.

; RUN: rm -rf %t && split-file %s %t && mkdir %t/out
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../unknown.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=UNKNOWN
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../flag.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=FLAG
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../value.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=VALUE
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../jobs.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=JOBS
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../null.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=NULL
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../nested.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=NESTED
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../list.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=LIST
; RUN: cd %t/out && not %opt -disable-output -passes='sycl-post-link<o=x.table;config=../syntax.json>' ../module.ll 2>&1 | FileCheck ../module.ll --check-prefix=SYNTAX
; RUN: ls -A %t/out | count 0

;--- unknown.json
{ "symbol": true }
;--- flag.json
{ "symbols": "please" }
;--- value.json
{ "out-dir": true }
;--- jobs.json
{ "jobs": 1.5 }
;--- null.json
{ "out-dir": null }
;--- nested.json
{ "split": { "by": "kernel" } }
;--- list.json
[ "symbols" ]
;--- syntax.json
{
  "symbols": true,
  "split": kernel
}
;--- module.ll
; UNKNOWN: unknown parameter `symbol` of pass `sycl-post-link`; expected one of: {{.*}}symbols
; FLAG: parameter `symbols` of pass `sycl-post-link` has the value `please`; expected
; VALUE: parameter `out-dir` of pass `sycl-post-link` has no value; expected directory
; JOBS: parameter `jobs` of pass `sycl-post-link` has the value `1.5`; expected a number from 1
; NULL: configuration file `../null.json`: `out-dir` is null; expected
; NESTED: configuration file `../nested.json`: `split` is {"by":"kernel"}; expected
; LIST: configuration file `../list.json`: {{.*}} expected an object of parameters
; SYNTAX: configuration file `../syntax.json`: {{.*}}line 3 column 12

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
