// Loads libsycl_rtc.so as plug-ins are loaded, compiles on threads with 64 KB of stack, and unloads it. C99.
//
// usage: loaded LIBRARY local|global DIRECTORY: LIBRARY may be a relative path; DIRECTORY becomes the working directory
// before the first compilation.
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sycl_rtc.h"

#define THREADS 4
static const char source[] = "__kernel void k(__global float *x) { *x = sin(*x); }";

// The functions, whose types the header has.
static __typeof__(&sycl_rtc_compiler_create) create;
static __typeof__(&sycl_rtc_program_create) program_create;
static __typeof__(&sycl_rtc_program_compile) compile;
static __typeof__(&sycl_rtc_program_log) program_log;
static __typeof__(&sycl_rtc_program_image) image_of;
static sycl_rtc_compiler *compiler;

static int load(const char *library, int scope) {
  void *handle = dlopen(library, RTLD_NOW | scope);
  if (handle == NULL) {
    printf("%s\n", dlerror());
    return 0;
  }
  // A function is a pointer here, as POSIX says.
  *(void **)&create = dlsym(handle, "sycl_rtc_compiler_create");
  *(void **)&program_create = dlsym(handle, "sycl_rtc_program_create");
  *(void **)&compile = dlsym(handle, "sycl_rtc_program_compile");
  *(void **)&program_log = dlsym(handle, "sycl_rtc_program_log");
  *(void **)&image_of = dlsym(handle, "sycl_rtc_program_image");
  return dlclose(handle) == 0;
}

// Gives the length of the image; 0 if there is none.
static void *work(void *length) {
  sycl_rtc_program *program;
  sycl_rtc_image image;
  const char *log = "";
  image.size = sizeof image;
  if (program_create(compiler, "opencl-c", source, strlen(source), "k.cl", &program) == SYCL_RTC_STATUS_SUCCESS &&
      compile(program) == SYCL_RTC_STATUS_SUCCESS && image_of(program, 0, &image) == SYCL_RTC_STATUS_SUCCESS) {
    *(size_t *)length = image.length;
  } else {
    program_log(program, &log);
    printf("%s", log);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  pthread_attr_t attributes;
  size_t lengths[THREADS] = {0};
  if (argc != 4)
    return 2;
  // What is closed is used: closing does nothing.
  if (!load(argv[1], strcmp(argv[2], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL) || chdir(argv[3]) != 0)
    return 2;
  if (create(NULL, &compiler) != SYCL_RTC_STATUS_SUCCESS)
    return 1;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], &attributes, work, &lengths[i]) != 0)
      return 2;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    if (lengths[i] == 0 || lengths[i] != lengths[0])
      return 1;
  printf("%d images\n", THREADS);
  return 0;
}
