; An unusable device configuration stops the run with its name and line, before anything is written.

; RUN: rm -rf %t && split-file %s %t && mkdir %t/out
; RUN: not %opt -disable-output -passes='sycl-post-link<devices=%t/syntax.json;o=%t/out/x.table>' %t/module.ll 2>&1 | FileCheck %t/module.ll --check-prefix=SYNTAX
; RUN: not %opt -disable-output -passes='sycl-post-link<devices=%t/aspect.json;o=%t/out/x.table>' %t/module.ll 2>&1 | FileCheck %t/module.ll --check-prefix=ASPECT
; RUN: not %opt -disable-output -passes='sycl-post-link<devices=%t/version.json;o=%t/out/x.table>' %t/module.ll 2>&1 | FileCheck %t/module.ll --check-prefix=VERSION
; RUN: not %opt -disable-output -passes='sycl-post-link<devices=%t/missing.json;o=%t/out/x.table>' %t/module.ll 2>&1 | FileCheck %t/module.ll --check-prefix=MISSING
; RUN: not %opt -disable-output -passes='sycl-post-link<devices=;o=%t/out/x.table>' %t/module.ll 2>&1 | FileCheck %t/module.ll --check-prefix=NO-VALUE
; RUN: ls -A %t/out | count 0

;--- syntax.json
{
  "schema_version": 1,
  "targets": [
}
;--- aspect.json
{
  "schema_version": 1,
  "targets": [
    { "name": "my_gpu", "triple": "spir64-unknown-unknown", "aliases": [],
      "aspects": ["fp46"], "sub_group_sizes": [8], "may_support_other_aspects": false }
  ]
}
;--- version.json
{
  "schema_version": 77,
  "targets": []
}
;--- module.ll
; SYNTAX: error: {{.*}}/syntax.json:4:{{[0-9]+}}: {{.+}}
; ASPECT: error: {{.*}}/aspect.json:5:{{[0-9]+}}: {{.*}}unknown aspect `fp46`; did you mean `fp16`?
; VERSION: error: {{.*}}/version.json:2:{{[0-9]+}}: {{.*}}77
; MISSING: error: cannot read `{{.*}}/missing.json`: No such file or directory
; NO-VALUE: parameter `devices` of pass `sycl-post-link` has the value ``; expected JSON file

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
