// Code that the examples in C and C++ have in common: a file becomes an image, and results are checked.
#ifndef COMPILE_H
#define COMPILE_H

#include <stdio.h>
#include <stdlib.h>

#include "sycl_rtc.h"

#define COUNT 1024

// There is no such device here.
#define SKIPPED 77

static inline void stop_unless(int right, const char *what) {
  if (!right) {
    fprintf(stderr, "error: %s\n", what);
    exit(1);
  }
}

// Compiles a file for a target. The image lives as long as the program, whose compiler is gone by then.
static inline sycl_rtc_program *compile_file(const char *path, const char *language, const char *target,
                                             sycl_rtc_image *image) {
  static char source[1 << 16];
  sycl_rtc_compiler *compiler;
  sycl_rtc_program *program;
  const char *log;
  FILE *file = fopen(path, "rb");
  stop_unless(file != NULL, "the source cannot be read");
  size_t length = fread(source, 1, sizeof source, file);
  fclose(file);

  stop_unless(sycl_rtc_compiler_create(NULL, &compiler) == SYCL_RTC_STATUS_SUCCESS, "no compiler");
  sycl_rtc_program_create(compiler, language, source, length, path, &program);
  sycl_rtc_program_add_target(program, target);
  sycl_rtc_status status = sycl_rtc_program_compile(program);
  sycl_rtc_program_log(program, &log); // warnings too
  fputs(log, stderr);
  stop_unless(status == SYCL_RTC_STATUS_SUCCESS, sycl_rtc_status_text(status));
  image->size = sizeof *image;
  stop_unless(sycl_rtc_program_image(program, 0, image) == SYCL_RTC_STATUS_SUCCESS, "no image");
  sycl_rtc_compiler_destroy(compiler);
  return program;
}

static inline void fill(float *a, float *b) {
  for (int i = 0; i < COUNT; i++) {
    a[i] = (float)i;
    b[i] = 10.0f * (float)i;
  }
}

static inline int check(const float *c) {
  for (int i = 0; i < COUNT; i++) {
    if (c[i] != 11.0f * (float)i) {
      printf("vec_add: %g at %d; expected %g\n", c[i], i, 11.0f * (float)i);
      return 1;
    }
  }
  printf("vec_add: %d right results\n", COUNT);
  return 0;
}

#endif
