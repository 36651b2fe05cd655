// One good compilation and one bad one. C99.

#include <stdio.h>
#include <string.h>

#include "sycl_rtc.h"

static int status_of(const sycl_rtc_compiler *compiler, const char *source) {
  sycl_rtc_program *program;
  sycl_rtc_status status;
  if (sycl_rtc_program_create(compiler, "opencl-c", source, strlen(source), "k.cl", &program) != 0)
    return -1;
  status = sycl_rtc_program_compile(program);
  sycl_rtc_program_destroy(program);
  return (int)status;
}

int main(void) {
  sycl_rtc_compiler *compiler;
  if (sycl_rtc_compiler_create(NULL, &compiler) != 0)
    return 1;
  printf("%d", status_of(compiler, "__kernel void k(__global float *x) { *x = sin(*x); }"));
  printf(" %d\n", status_of(compiler, "__kernel void k(__global float *x) { *x = y; }"));
  sycl_rtc_compiler_destroy(compiler);
  return 0;
}
