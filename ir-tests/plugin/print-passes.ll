; `print<sycl-passes>` lists every pass with its aliases and parameters on stderr, and leaves the module alone.

; RUN: %opt -passes='print<sycl-passes>' -S %s 2> %t.err | FileCheck %s --check-prefix=IR
; RUN: FileCheck %s < %t.err

; CHECK:      SYCL passes (opt -passes='name<parameter;parameter>'):
; CHECK-NEXT: {{^}}  spec-constants: {{.+}}
; CHECK-NEXT: {{^}}      native {{ *.+}}
; CHECK-NEXT: {{^}}      emulation {{ *.+}}
; CHECK-NEXT: {{^}}      default-values {{ *.+}}
; CHECK-NEXT: {{^}}      host-emulation {{ *.+}}
; CHECK-NEXT: {{^}}  sycl-front-end: {{.+}}
; CHECK-NEXT: {{^}}      optlevel=0|1|2|3 {{ *.+}}
; CHECK-NEXT: {{^}}      aspects=<JSON file> {{ *.+}}
; CHECK-NEXT: {{^}}      keep-linkage {{ *.+}}
; CHECK-NEXT: {{^}}      linked {{ *.+}}
; CHECK-NEXT: {{^}}  free-function-kernels: {{.+}}
; CHECK-NEXT: {{^}}      entry-names=prefixed|plain {{ *.+}}
; CHECK-NEXT: {{^}}  compile-time-properties: {{.+}}
; CHECK-NEXT: {{^}}  aspect-propagation (alias sycl-propagate-aspects-usage): {{.+}}
; CHECK-NEXT: {{^}}      pre-opt {{ *.+}}
; CHECK-NEXT: {{^}}      post-opt {{ *.+}}
; CHECK-NEXT: {{^}}      exclude=<aspect:aspect:...> {{ *.+}}
; CHECK-NEXT: {{^}}      fixed-targets=<target:target:...> {{ *.+}}
; CHECK-NEXT: {{^}}      devices=<JSON file> {{ *.+}}
; CHECK-NEXT: {{^}}      fp64-conv-emu {{ *.+}}
; CHECK-NEXT: {{^}}      no-diagnose {{ *.+}}
; CHECK-NEXT: {{^}}      builtin-aspects {{ *.+}}
; CHECK-NEXT: {{^}}  sycl-virtual-functions-analysis: {{.+}}
; CHECK-NEXT: {{^}}  device-code-split: {{.+}}
; CHECK-NEXT: {{^}}      auto {{ *.+}}
; CHECK-NEXT: {{^}}      source {{ *.+}}
; CHECK-NEXT: {{^}}      kernel {{ *.+}}
; CHECK-NEXT: {{^}}      features {{ *.+}}
; CHECK-NEXT: {{^}}      none {{ *.+}}
; CHECK-NEXT: {{^}}      split-esimd {{ *.+}}
; CHECK-NEXT: {{^}}      symbols {{ *.+}}
; CHECK-NEXT: {{^}}      properties {{ *.+}}
; CHECK-NEXT: {{^}}      json {{ *.+}}
; CHECK-NEXT: {{^}}      json-only {{ *.+}}
; CHECK-NEXT: {{^}}      emit-param-info {{ *.+}}
; CHECK-NEXT: {{^}}      emit-program-metadata {{ *.+}}
; CHECK-NEXT: {{^}}      emit-kernel-names {{ *.+}}
; CHECK-NEXT: {{^}}      emit-exported-symbols {{ *.+}}
; CHECK-NEXT: {{^}}      emit-imported-symbols {{ *.+}}
; CHECK-NEXT: {{^}}      emit-only-kernels-as-entry-points {{ *.+}}
; CHECK-NEXT: {{^}}      built-in-aspects {{ *.+}}
; CHECK-NEXT: {{^}}      emit-aspect-names {{ *.+}}
; CHECK-NEXT: {{^}}      device-globals {{ *.+}}
; CHECK-NEXT: {{^}}      legacy-properties {{ *.+}}
; CHECK-NEXT: {{^}}      allow-device-image-dependencies {{ *.+}}
; CHECK-NEXT: {{^}}      id-queries-range=int|uint|size_t {{ *.+}}
; CHECK-NEXT: {{^}}      suppress-undefined-func-warnings {{ *.+}}
; CHECK-NEXT: {{^}}      o=<[target:]table file> {{ *.+}}
; CHECK-NEXT: {{^}}      out-dir=<directory> {{ *.+}}
; CHECK-NEXT: {{^}}      S {{ *.+}}
; CHECK-NEXT: {{^}}      jobs=<a number from 1> {{ *.+}}
; CHECK-NEXT: {{^}}      devices=<JSON file> {{ *.+}}
; CHECK-NEXT: {{^}}      device-lib-dir=<directory> {{ *.+}}
; CHECK-NEXT: {{^}}      config=<JSON file> {{ *.+}}
; CHECK-NEXT: {{^}}  local-accessor-to-shared-memory (alias localaccessortosharedmemory): {{.+}}
; CHECK-NEXT: {{^}}  global-offset (alias globaloffset): {{.+}}
; CHECK-NEXT: {{^}}      disable {{ *.+}}
; CHECK-NEXT: {{^}}  kernel-size-attributes: {{.+}}
; CHECK-NEXT: {{^}}  sycl-post-link: {{.+}}
; CHECK-NEXT: {{^}}      split=auto|source|kernel|features|none|off|per_source|per_kernel {{ *.+}}
; CHECK-NEXT: {{^}}      spec-const=native|emulation|default-values|host-emulation {{ *.+}}
; CHECK-NEXT: {{^}}      generate-device-image-default-spec-consts {{ *.+}}
; CHECK-NEXT: {{^}}      split-esimd {{ *.+}}
; CHECK-NEXT: {{^}}      symbols {{ *.+}}
; CHECK-NEXT: {{^}}      properties {{ *.+}}
; CHECK-NEXT: {{^}}      json {{ *.+}}
; CHECK-NEXT: {{^}}      json-only {{ *.+}}
; CHECK-NEXT: {{^}}      emit-param-info {{ *.+}}
; CHECK-NEXT: {{^}}      emit-program-metadata {{ *.+}}
; CHECK-NEXT: {{^}}      emit-kernel-names {{ *.+}}
; CHECK-NEXT: {{^}}      emit-exported-symbols {{ *.+}}
; CHECK-NEXT: {{^}}      emit-imported-symbols {{ *.+}}
; CHECK-NEXT: {{^}}      emit-only-kernels-as-entry-points {{ *.+}}
; CHECK-NEXT: {{^}}      built-in-aspects {{ *.+}}
; CHECK-NEXT: {{^}}      emit-aspect-names {{ *.+}}
; CHECK-NEXT: {{^}}      device-globals {{ *.+}}
; CHECK-NEXT: {{^}}      legacy-properties {{ *.+}}
; CHECK-NEXT: {{^}}      allow-device-image-dependencies {{ *.+}}
; CHECK-NEXT: {{^}}      id-queries-range=int|uint|size_t {{ *.+}}
; CHECK-NEXT: {{^}}      suppress-undefined-func-warnings {{ *.+}}
; CHECK-NEXT: {{^}}      o=<[target:]table file> {{ *.+}}
; CHECK-NEXT: {{^}}      out-dir=<directory> {{ *.+}}
; CHECK-NEXT: {{^}}      S {{ *.+}}
; CHECK-NEXT: {{^}}      jobs=<a number from 1> {{ *.+}}
; CHECK-NEXT: {{^}}      devices=<JSON file> {{ *.+}}
; CHECK-NEXT: {{^}}      device-lib-dir=<directory> {{ *.+}}
; CHECK-NEXT: {{^}}      config=<JSON file> {{ *.+}}
; CHECK-NEXT: {{^}}  sscp-ir-constants: {{.+}}
; CHECK-NEXT: {{^}}      set=<NAME=VALUE> {{ *.+}}
; CHECK-NEXT: {{^}}      set-file=<file> {{ *.+}}
; CHECK-NEXT: {{^}}      unset=error|keep|zero {{ *.+}}
; CHECK-NEXT: {{^}}      convention=spir|adaptivecpp {{ *.+}}
; CHECK-NEXT: {{^}}      list {{ *.+}}
; CHECK-NEXT: {{^}}  sscp-reflect: {{.+}}
; CHECK-NEXT: {{^}}      set=<KEY=INTEGER> {{ *.+}}
; CHECK-NEXT: {{^}}      prefix=<prefix> {{ *.+}}
; CHECK-NEXT: {{^}}      unknown=error|keep {{ *.+}}
; CHECK-NEXT: {{^}}  sscp-outline: {{.+}}
; CHECK-NEXT: {{^}}      keep=<symbol> {{ *.+}}
; CHECK-NEXT: {{^}}  sscp-prune: {{.+}}
; CHECK-NEXT: {{^}}      keep=<symbol> {{ *.+}}
; CHECK-NEXT: {{^}}  sscp-separate: {{.+}}
; CHECK-NEXT: {{^}}      hcf=<file> {{ *.+}}
; CHECK-NEXT: {{^}}  sscp-specialize: {{.+}}
; CHECK-NEXT: {{^}}      KERNEL:ARG=<value> {{ *.+}}
; CHECK-NEXT: {{^}}      bytes=<KERNEL:ARG:OFFSET=HEX> {{ *.+}}
; CHECK-NEXT: {{^}}      constants=<KERNEL=HEX> {{ *.+}}
; CHECK-NEXT: {{^}}      group-size=<X:Y:Z> {{ *.+}}
; CHECK-NEXT: {{^}}      local-size=<bytes> {{ *.+}}
; CHECK-NEXT: {{^}}      global-sizes-fit-in-int {{ *.+}}
; CHECK-NEXT: {{^}}      noalias=<KERNEL:ARG> {{ *.+}}
; CHECK-NEXT: {{^}}      align=<KERNEL:ARG=BYTES> {{ *.+}}
; CHECK-NEXT: {{^}}  retarget: {{.+}}
; CHECK-NEXT: {{^}}      target=<target[:processor]> {{ *.+}}
; CHECK-NEXT: {{^}}      generic=4|0|auto {{ *.+}}
; CHECK-NEXT: {{^}}      host=<triple> {{ *.+}}
; CHECK-NEXT: {{^}}  link-builtins: {{.+}}
; CHECK-NEXT: {{^}}      lib=<library> {{ *.+}}
; CHECK-NEXT: {{^}}      libclc=<auto|off|file> {{ *.+}}
; CHECK-NEXT: {{^}}      undefined=error|warn|keep {{ *.+}}
; CHECK-NEXT: {{^}}  work-group-functions: {{.+}}
; CHECK-NEXT: {{^}}      barriers=auto|fission|coroutine|lenient|check|refuse {{ *.+}}
; CHECK-NEXT: {{^}}      sub-group-size=<1|2|4|8|16|32> {{ *.+}}
; CHECK-NEXT: {{^}}  host-image: {{.+}}
; CHECK-NEXT: {{^}}      target=<host[:processor]> {{ *.+}}
; CHECK-NEXT: {{^}}      properties=<file> {{ *.+}}
; CHECK-NEXT: {{^}}      entry {{ *.+}}
; CHECK-NEXT: {{^}}  llvm-to-backend: {{.+}}
; CHECK-NEXT: {{^}}      target=<target[:processor]> {{ *.+}}
; CHECK-NEXT: {{^}}      set=<NAME=VALUE> {{ *.+}}
; CHECK-NEXT: {{^}}      set-file=<file> {{ *.+}}
; CHECK-NEXT: {{^}}      unset=<error|keep|zero> {{ *.+}}
; CHECK-NEXT: {{^}}      convention=<spir|adaptivecpp> {{ *.+}}
; CHECK-NEXT: {{^}}      reflect=<KEY=VALUE> {{ *.+}}
; CHECK-NEXT: {{^}}      specialize=<KERNEL:ARG=VALUE> {{ *.+}}
; CHECK-NEXT: {{^}}      argument-bytes=<KERNEL:ARG:OFFSET=HEX> {{ *.+}}
; CHECK-NEXT: {{^}}      group-size=<X,Y,Z> {{ *.+}}
; CHECK-NEXT: {{^}}      local-size=<bytes> {{ *.+}}
; CHECK-NEXT: {{^}}      global-sizes-fit-in-int {{ *.+}}
; CHECK-NEXT: {{^}}      noalias=<KERNEL:ARG> {{ *.+}}
; CHECK-NEXT: {{^}}      align=<KERNEL:ARG=N> {{ *.+}}
; CHECK-NEXT: {{^}}      spec-const=native|emulation|default-values|host-emulation {{ *.+}}
; CHECK-NEXT: {{^}}      keep=<NAME> {{ *.+}}
; CHECK-NEXT: {{^}}      generic=<4|0|auto> {{ *.+}}
; CHECK-NEXT: {{^}}      host=<triple> {{ *.+}}
; CHECK-NEXT: {{^}}      lib=<file> {{ *.+}}
; CHECK-NEXT: {{^}}      libclc=<auto|off|file> {{ *.+}}
; CHECK-NEXT: {{^}}      undefined=<error|warn> {{ *.+}}
; CHECK-NEXT: {{^}}      barriers=<auto|fission|coroutine|lenient|check|refuse> {{ *.+}}
; CHECK-NEXT: {{^}}      sub-group-size=<1|2|4|8|16|32> {{ *.+}}
; CHECK-NEXT: {{^}}      properties=<file> {{ *.+}}
; CHECK-NEXT: {{^}}      entry {{ *.+}}
; CHECK-NEXT: {{^}}      sanitize=<address|undefined|thread> {{ *.+}}
; CHECK-NEXT: {{^}}      passes=<pipeline> {{ *.+}}
; CHECK-NEXT: {{^}}      distinct-memory {{ *.+}}
; CHECK-NEXT: {{^}}      start-at=constants|{{.+}}|optimize|distinct-memory|back-end {{ *.+}}
; CHECK-NEXT: {{^}}      stop-after=constants|{{.+}}|optimize|distinct-memory|back-end {{ *.+}}
; CHECK-NEXT: {{^}}      dump-stages=<directory> {{ *.+}}
; CHECK-NEXT: {{^}}  sycl-device-pipeline: {{.+}}
; CHECK-NEXT: {{^}}      target=<target[:processor]> {{ *.+}}
; CHECK-NEXT: {{^}}  spirv-legalize: {{.+}}
; CHECK-NEXT: {{^}}      local-memory-argument {{ *.+}}
; CHECK-NEXT: {{^}}      only-kernels {{ *.+}}
; CHECK-NEXT: {{^}}  distinct-memory: {{.+}}
; CHECK-NOT:  {{.+}}

; IR: define void @f()
define void @f() {
  ret void
}
