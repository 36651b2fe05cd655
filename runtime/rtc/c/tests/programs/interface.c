// Uses every function of sycl_rtc.h, right and wrong. C99 and C++17. The argument is a directory for a cache.

#include <stdio.h>
#include <string.h>

#include "sycl_rtc.h"

static int failed = 0;

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: %s\n", __LINE__, #condition);                                                                   \
      failed = 1;                                                                                                      \
    }                                                                                                                  \
  } while (0)
#define IS(status, call) CHECK((call) == SYCL_RTC_STATUS_##status)
#define OK(call) IS(SUCCESS, call)

static const char kernel[] = "#include \"n.h\"\n"
                             "__kernel void first(__global int *x) { *x = N; }\n"
                             "__kernel void second(__global int *x) { *x = N + 1; }\n";

static sycl_rtc_program *make(const sycl_rtc_compiler *compiler, const char *source, const char *name) {
  sycl_rtc_program *program = NULL;
  OK(sycl_rtc_program_create(compiler, "opencl-c", source, strlen(source), name, &program));
  CHECK(program != NULL);
  return program;
}

static sycl_rtc_program *good(const sycl_rtc_compiler *compiler) {
  sycl_rtc_program *program = make(compiler, kernel, "k.cl");
  OK(sycl_rtc_program_add_header(program, "n.h", "#define N 4\n", 12));
  OK(sycl_rtc_program_add_option(program, "-O3"));
  OK(sycl_rtc_program_add_target(program, "spirv64"));
  OK(sycl_rtc_program_add_spirv_extension(program, "SPV_KHR_bit_instructions"));
  OK(sycl_rtc_program_keep_bitcode(program));
  OK(sycl_rtc_program_distinct_memory(program));
  OK(sycl_rtc_program_set_deadline(program, 600000));
  return program;
}

static void early(sycl_rtc_program *program) {
  sycl_rtc_diagnostic diagnostic;
  sycl_rtc_image image;
  sycl_rtc_origin origin;
  const char *text = kernel;
  const void *file = NULL;
  size_t count = 7;
  memset(&diagnostic, 0, sizeof diagnostic);
  diagnostic.size = sizeof diagnostic;
  memset(&image, 0, sizeof image);
  image.size = sizeof image;
  IS(OUT_OF_ORDER, sycl_rtc_program_log(program, &text));
  IS(OUT_OF_ORDER, sycl_rtc_program_diagnostic_count(program, &count));
  IS(OUT_OF_ORDER, sycl_rtc_program_diagnostic(program, 0, &diagnostic));
  IS(OUT_OF_ORDER, sycl_rtc_program_note(program, 0, 0, &diagnostic));
  IS(OUT_OF_ORDER, sycl_rtc_program_image_count(program, &count));
  IS(OUT_OF_ORDER, sycl_rtc_program_image(program, 0, &image));
  IS(OUT_OF_ORDER, sycl_rtc_program_entry_point(program, 0, 0, &text));
  IS(OUT_OF_ORDER, sycl_rtc_program_syclbin(program, &file, &count));
  IS(OUT_OF_ORDER, sycl_rtc_program_lowered_name(program, "f", &text));
  IS(OUT_OF_ORDER, sycl_rtc_program_kernel_name(program, "f", &text));
  IS(OUT_OF_ORDER, sycl_rtc_program_origin(program, &origin));
  CHECK(text == kernel && count == 7);
}

static void images(const sycl_rtc_compiler *compiler) {
  sycl_rtc_program *program = good(compiler);
  sycl_rtc_image image;
  sycl_rtc_origin origin = SYCL_RTC_ORIGIN_STORED_PROGRAM;
  const char *text = NULL;
  size_t count = 0;
  uint32_t magic = 0;

  early(program);
  OK(sycl_rtc_program_compile(program));
  OK(sycl_rtc_program_log(program, &text));
  CHECK(strcmp(text, "") == 0);
  OK(sycl_rtc_program_diagnostic_count(program, &count));
  CHECK(count == 0);
  OK(sycl_rtc_program_image_count(program, &count));
  CHECK(count == 1);
  OK(sycl_rtc_program_origin(program, &origin));
  CHECK(origin == SYCL_RTC_ORIGIN_COMPILED);

  memset(&image, 0, sizeof image);
  IS(INVALID_SIZE, sycl_rtc_program_image(program, 0, &image));
  image.size = sizeof image + 8;
  IS(INVALID_SIZE, sycl_rtc_program_image(program, 0, &image));
  CHECK(image.bytes == NULL);
  image.size = sizeof image;
  IS(NOT_FOUND, sycl_rtc_program_image(program, 1, &image));
  OK(sycl_rtc_program_image(program, 0, &image));
  CHECK(strcmp(image.target, "spirv64") == 0 && strcmp(image.format, "spirv") == 0);
  CHECK(image.length > 20 && image.length % 4 == 0);
  memcpy(&magic, image.bytes, 4);
  CHECK(magic == 0x07230203);
  CHECK(image.bitcode_length > 20 && memcmp(image.bitcode, "BC", 2) == 0);
  CHECK(image.entry_point_count == 2);
  OK(sycl_rtc_program_entry_point(program, 0, 0, &text));
  CHECK(strcmp(text, "first") == 0);
  OK(sycl_rtc_program_entry_point(program, 0, 1, &text));
  CHECK(strcmp(text, "second") == 0);
  IS(NOT_FOUND, sycl_rtc_program_entry_point(program, 0, 2, &text));
  IS(NOT_FOUND, sycl_rtc_program_entry_point(program, 1, 0, &text));

  IS(OUT_OF_ORDER, sycl_rtc_program_compile(program));
  IS(OUT_OF_ORDER, sycl_rtc_program_add_option(program, "-O3"));
  IS(OUT_OF_ORDER, sycl_rtc_program_add_target(program, "spirv64"));
  IS(OUT_OF_ORDER, sycl_rtc_program_add_header(program, "m.h", "", 0));
  IS(OUT_OF_ORDER, sycl_rtc_program_add_spirv_extension(program, "SPV_KHR_bit_instructions"));
  IS(OUT_OF_ORDER, sycl_rtc_program_keep_bitcode(program));
  IS(OUT_OF_ORDER, sycl_rtc_program_distinct_memory(program));
  IS(OUT_OF_ORDER, sycl_rtc_program_specialize(program, "group-size=8"));
  IS(OUT_OF_ORDER, sycl_rtc_program_set_deadline(program, 1));
  OK(sycl_rtc_program_destroy(program));
}

// A kernel, an instance of a template, and a function that is no kernel, by their names.
static void names(const sycl_rtc_compiler *compiler) {
  static const char source[] =
      "#include <sycl/sycl.hpp>\n"
      "namespace exp = sycl::ext::oneapi::experimental;\n"
      "int plain(int x) { return x; }\n"
      "constexpr sycl::specialization_id<int> by(3);\n"
      "template <int N> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::single_task_kernel)) void set(int *x) { *x = N; }\n"
      "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::single_task_kernel)) void other(int *x) {\n"
      "  *x = sycl::get_specialization_constant<by>();\n"
      "}\n";
  sycl_rtc_program *program = NULL;
  sycl_rtc_image image;
  size_t count = 0;
  const char *name = "x";
  const void *file = NULL;
  OK(sycl_rtc_program_create(compiler, "sycl", source, sizeof source - 1, "k.cpp", &program));
  OK(sycl_rtc_program_add_name_expression(program, "set<4>"));
  OK(sycl_rtc_program_add_name_expression(program, "plain"));
  IS(INVALID_ARGUMENT, sycl_rtc_program_set_split(program, 3));
  OK(sycl_rtc_program_set_split(program, SYCL_RTC_SPLIT_KERNEL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_set_spec_constants(program, 3));
  OK(sycl_rtc_program_set_spec_constants(program, SYCL_RTC_SPEC_CONSTANTS_NATIVE));
  IS(OUT_OF_ORDER, sycl_rtc_program_lowered_name(program, "set<4>", &name));
  OK(sycl_rtc_program_compile(program));
  OK(sycl_rtc_program_log(program, &name));
  printf("%s", name);
  OK(sycl_rtc_program_lowered_name(program, "set<4>", &name));
  CHECK(strcmp(name, "_Z3setILi4EEvPi") == 0);
  OK(sycl_rtc_program_kernel_name(program, "set<4>", &name));
  CHECK(strcmp(name, "_Z17__sycl_kernel_setILi4EEvPi") == 0);
  OK(sycl_rtc_program_lowered_name(program, "plain", &name));
  CHECK(strcmp(name, "_Z5plaini") == 0);
  OK(sycl_rtc_program_kernel_name(program, "plain", &name));
  CHECK(name == NULL);
  IS(NOT_FOUND, sycl_rtc_program_lowered_name(program, "set<5>", &name));
  IS(NOT_FOUND, sycl_rtc_program_kernel_name(program, "set<5>", &name));
  OK(sycl_rtc_program_image_count(program, &count));
  CHECK(count == 2);
  image.size = sizeof image;
  for (size_t i = 0; i < count; i++) {
    OK(sycl_rtc_program_image(program, i, &image));
    CHECK(image.entry_point_count == 1 && image.properties != NULL);
    if (image.properties != NULL)
      CHECK(strncmp(image.properties, "[SYCL/", 6) == 0);
  }
  OK(sycl_rtc_program_syclbin(program, &file, &count));
  CHECK(count > 100 && memcmp(file, "\x10\xff\x10\xad", 4) == 0);
  IS(INVALID_ARGUMENT, sycl_rtc_program_syclbin(program, NULL, &count));
  IS(INVALID_ARGUMENT, sycl_rtc_program_syclbin(program, &file, NULL));
  OK(sycl_rtc_program_offload_binary(program, &file, &count));
  // A binary for each image, of the version that LLVM 22 reads.
  CHECK(count > 100 && memcmp(file, "\x10\xff\x10\xad\x01\0\0\0", 8) == 0);
  IS(INVALID_ARGUMENT, sycl_rtc_program_offload_binary(program, NULL, &count));
  IS(INVALID_ARGUMENT, sycl_rtc_program_offload_binary(program, &file, NULL));
  IS(OUT_OF_ORDER, sycl_rtc_program_add_name_expression(program, "set<5>"));
  IS(OUT_OF_ORDER, sycl_rtc_program_set_split(program, SYCL_RTC_SPLIT_NONE));
  IS(OUT_OF_ORDER, sycl_rtc_program_set_spec_constants(program, SYCL_RTC_SPEC_CONSTANTS_DEFAULTS));
  OK(sycl_rtc_program_destroy(program));
}

static void errors(const sycl_rtc_compiler *compiler) {
  static const char source[] = "#warning careful\n"
                               "void f(int x);\n"
                               "__kernel void k(__global int *x) { f(); *x = y; }\n";
  sycl_rtc_program *program = make(compiler, source, "bad.cl");
  sycl_rtc_diagnostic diagnostic;
  sycl_rtc_image image;
  const char *text = NULL;
  size_t count = 0;

  IS(FRONTEND, sycl_rtc_program_compile(program));
  OK(sycl_rtc_program_log(program, &text));
  CHECK(strncmp(text, "bad.cl:1:2: warning: careful [-W#warnings]\n", 43) == 0);
  CHECK(strstr(text, "bad.cl:3:46: error: use of undeclared identifier 'y'") != NULL);
  OK(sycl_rtc_program_diagnostic_count(program, &count));
  CHECK(count == 3);
  memset(&diagnostic, 0, sizeof diagnostic);
  IS(INVALID_SIZE, sycl_rtc_program_diagnostic(program, 0, &diagnostic));
  IS(INVALID_SIZE, sycl_rtc_program_note(program, 0, 0, &diagnostic));
  diagnostic.size = sizeof diagnostic;
  OK(sycl_rtc_program_diagnostic(program, 0, &diagnostic));
  CHECK(diagnostic.severity == SYCL_RTC_SEVERITY_WARNING && strcmp(diagnostic.option, "#warnings") == 0);
  OK(sycl_rtc_program_diagnostic(program, 1, &diagnostic));
  CHECK(diagnostic.severity == SYCL_RTC_SEVERITY_ERROR && diagnostic.note_count == 1 && diagnostic.option == NULL);
  CHECK(strncmp(diagnostic.rendered, "bad.cl:3:38: error: ", 20) == 0);
  CHECK(diagnostic.size == sizeof diagnostic);
  OK(sycl_rtc_program_note(program, 1, 0, &diagnostic));
  CHECK(diagnostic.severity == SYCL_RTC_SEVERITY_NOTE && diagnostic.line == 2);
  IS(NOT_FOUND, sycl_rtc_program_note(program, 1, 1, &diagnostic));
  IS(NOT_FOUND, sycl_rtc_program_note(program, 3, 0, &diagnostic));
  OK(sycl_rtc_program_diagnostic(program, 2, &diagnostic));
  CHECK(strcmp(diagnostic.file, "bad.cl") == 0 && diagnostic.line == 3 && diagnostic.column == 46);
  CHECK(diagnostic.end_line == 3 && diagnostic.end_column == 47);
  CHECK(strcmp(diagnostic.text, "use of undeclared identifier 'y'") == 0);
  IS(NOT_FOUND, sycl_rtc_program_diagnostic(program, 3, &diagnostic));

  memset(&image, 0, sizeof image);
  image.size = sizeof image;
  IS(OUT_OF_ORDER, sycl_rtc_program_image_count(program, &count));
  IS(OUT_OF_ORDER, sycl_rtc_program_image(program, 0, &image));
  IS(OUT_OF_ORDER, sycl_rtc_program_compile(program));
  OK(sycl_rtc_program_destroy(program));
}

// Compiles, expects a status, and shows the log, which an error always has.
static void refused(sycl_rtc_program *program, sycl_rtc_status status) {
  const char *text = "";
  size_t count = 0;
  sycl_rtc_diagnostic diagnostic;
  CHECK(sycl_rtc_program_compile(program) == status);
  OK(sycl_rtc_program_log(program, &text));
  OK(sycl_rtc_program_diagnostic_count(program, &count));
  CHECK(count == 1);
  diagnostic.size = sizeof diagnostic;
  OK(sycl_rtc_program_diagnostic(program, 0, &diagnostic));
  CHECK(diagnostic.severity == SYCL_RTC_SEVERITY_ERROR && strcmp(diagnostic.rendered, text) == 0);
  CHECK(diagnostic.file == NULL && diagnostic.line == 0);
  printf("%s", text);
  OK(sycl_rtc_program_destroy(program));
}

static void refusals(const sycl_rtc_compiler *compiler) {
  static const char missing[] = "int f(void); __kernel void k(__global int *x) { *x = f(); }";
  sycl_rtc_program *program = NULL;
  refused(make(compiler, "", NULL), SYCL_RTC_STATUS_NO_KERNEL);
  refused(make(compiler, missing, "k.cl"), SYCL_RTC_STATUS_UNDEFINED);
  program = make(compiler, kernel, "k.cl");
  OK(sycl_rtc_program_add_option(program, "-mllvm"));
  refused(program, SYCL_RTC_STATUS_USAGE);
  program = make(compiler, kernel, "k.cl");
  OK(sycl_rtc_program_add_target(program, "z80"));
  refused(program, SYCL_RTC_STATUS_USAGE);
  program = make(compiler, kernel, "k.cl");
  OK(sycl_rtc_program_set_deadline(program, 0));
  refused(program, SYCL_RTC_STATUS_TIMED_OUT);
  OK(sycl_rtc_program_create(compiler, "cobol", "", 0, "k", &program));
  refused(program, SYCL_RTC_STATUS_USAGE);
  OK(sycl_rtc_program_create(compiler, "bitcode", "junk", 4, "k.bc", &program));
  refused(program, SYCL_RTC_STATUS_BITCODE);
}

static void wrong_pointers(const sycl_rtc_compiler *compiler) {
  sycl_rtc_program *program = make(compiler, kernel, "k.cl"), *other = program;
  sycl_rtc_compiler *none = NULL, *no_compiler = (sycl_rtc_compiler *)(void *)program;
  sycl_rtc_diagnostic diagnostic;
  sycl_rtc_image image;
  sycl_rtc_origin origin;
  const char *text = NULL;
  const void *file = NULL;
  size_t count = 0;
  memset(&diagnostic, 0, sizeof diagnostic);
  diagnostic.size = sizeof diagnostic;
  memset(&image, 0, sizeof image);
  image.size = sizeof image;

  IS(INVALID_ARGUMENT, sycl_rtc_compiler_create(NULL, NULL));
  IS(INVALID_HANDLE, sycl_rtc_program_create(NULL, "opencl-c", "", 0, "k", &other));
  CHECK(other == NULL);
  IS(INVALID_HANDLE, sycl_rtc_program_create(no_compiler, "opencl-c", "", 0, "k", &other));
  IS(INVALID_ARGUMENT, sycl_rtc_program_create(compiler, "opencl-c", "", 0, "k", NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_create(compiler, NULL, "", 0, "k", &other));
  IS(INVALID_ARGUMENT, sycl_rtc_program_create(compiler, "opencl-c", NULL, 1, "k", &other));
  // Lengths that no memory has.
  IS(INVALID_ARGUMENT, sycl_rtc_program_create(compiler, "opencl-c", "", SIZE_MAX, "k", &other));
  IS(INVALID_ARGUMENT, sycl_rtc_program_create(compiler, "opencl-c", "", (size_t)1 << 62, "k", &other));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_header(program, "a.h", "", (size_t)1 << 62));
  IS(INVALID_ARGUMENT, sycl_rtc_program_create(compiler, "opencl-c", "", 0, "\xff", &other));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_header(program, NULL, "", 0));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_header(program, "a.h", NULL, 1));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_header(program, "a.h", "\xff", 1));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_option(program, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_target(program, "\xff"));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_name_expression(program, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_add_spirv_extension(program, NULL));
  OK(sycl_rtc_program_create(compiler, "opencl-c", NULL, 0, NULL, &other));
  OK(sycl_rtc_program_destroy(other));

  OK(sycl_rtc_program_add_header(program, "n.h", "#define N 4\n", 12));
  OK(sycl_rtc_program_compile(program));
  IS(INVALID_ARGUMENT, sycl_rtc_program_log(program, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_diagnostic_count(program, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_diagnostic(program, 0, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_note(program, 0, 0, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_image_count(program, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_image(program, 0, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_entry_point(program, 0, 0, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_origin(program, NULL));
  IS(INVALID_ARGUMENT, sycl_rtc_program_lowered_name(program, NULL, &text));
  IS(INVALID_ARGUMENT, sycl_rtc_program_kernel_name(program, NULL, &text));
  IS(INVALID_ARGUMENT, sycl_rtc_compiler_cache_trouble(compiler, NULL));

  // Destroyed, null and of something else.
  OK(sycl_rtc_program_destroy(program));
  for (int i = 0; i < 3; i++) {
    IS(INVALID_HANDLE, sycl_rtc_program_add_header(program, "a.h", "", 0));
    IS(INVALID_HANDLE, sycl_rtc_program_add_option(program, "-O3"));
    IS(INVALID_HANDLE, sycl_rtc_program_add_target(program, "spirv64"));
    IS(INVALID_HANDLE, sycl_rtc_program_add_spirv_extension(program, "SPV_A"));
    IS(INVALID_HANDLE, sycl_rtc_program_keep_bitcode(program));
    IS(INVALID_HANDLE, sycl_rtc_program_distinct_memory(program));
    IS(INVALID_HANDLE, sycl_rtc_program_specialize(program, "group-size=8"));
    IS(INVALID_HANDLE, sycl_rtc_program_set_deadline(program, 1));
    IS(INVALID_HANDLE, sycl_rtc_program_compile(program));
    IS(INVALID_HANDLE, sycl_rtc_program_log(program, &text));
    IS(INVALID_HANDLE, sycl_rtc_program_diagnostic_count(program, &count));
    IS(INVALID_HANDLE, sycl_rtc_program_diagnostic(program, 0, &diagnostic));
    IS(INVALID_HANDLE, sycl_rtc_program_note(program, 0, 0, &diagnostic));
    IS(INVALID_HANDLE, sycl_rtc_program_image_count(program, &count));
    IS(INVALID_HANDLE, sycl_rtc_program_image(program, 0, &image));
    IS(INVALID_HANDLE, sycl_rtc_program_entry_point(program, 0, 0, &text));
    IS(INVALID_HANDLE, sycl_rtc_program_origin(program, &origin));
    IS(INVALID_HANDLE, sycl_rtc_program_add_name_expression(program, "f"));
    IS(INVALID_HANDLE, sycl_rtc_program_syclbin(program, &file, &count));
    IS(INVALID_HANDLE, sycl_rtc_program_offload_binary(program, &file, &count));
    IS(INVALID_HANDLE, sycl_rtc_program_set_split(program, 0));
    IS(INVALID_HANDLE, sycl_rtc_program_set_spec_constants(program, 0));
    IS(INVALID_HANDLE, sycl_rtc_program_lowered_name(program, "f", &text));
    IS(INVALID_HANDLE, sycl_rtc_program_kernel_name(program, "f", &text));
    IS(INVALID_HANDLE, sycl_rtc_program_destroy(program));
    program = i == 0 ? NULL : (sycl_rtc_program *)(void *)compiler;
  }
  IS(INVALID_HANDLE, sycl_rtc_compiler_destroy(none));
  IS(INVALID_HANDLE, sycl_rtc_compiler_cache_trouble(none, &text));
}

static void settings(const char *directory, const char *library) {
  sycl_rtc_compiler *compiler = NULL;
  sycl_rtc_program *program = NULL;
  sycl_rtc_settings settings;
  sycl_rtc_origin origin = SYCL_RTC_ORIGIN_COMPILED;
  const char *text = NULL;
  memset(&settings, 0, sizeof settings);
  IS(INVALID_SIZE, sycl_rtc_compiler_create(&settings, &compiler));
  settings.size = sizeof settings - 1;
  IS(INVALID_SIZE, sycl_rtc_compiler_create(&settings, &compiler));
  settings.size = sizeof settings;
  settings.isolation = 2;
  IS(INVALID_ARGUMENT, sycl_rtc_compiler_create(&settings, &compiler));
  settings.isolation = SYCL_RTC_ISOLATION_FORK;
  settings.cache = 5;
  IS(INVALID_ARGUMENT, sycl_rtc_compiler_create(&settings, &compiler));
  settings.cache = SYCL_RTC_CACHE_DIRECTORY;
  IS(INVALID_ARGUMENT, sycl_rtc_compiler_create(&settings, &compiler));
  settings.cache = SYCL_RTC_CACHE_DESCRIPTOR;
  settings.cache_descriptor = -1;
  IS(INVALID_ARGUMENT, sycl_rtc_compiler_create(&settings, &compiler));
  settings.cache_descriptor = 12345;
  IS(INVALID_ARGUMENT, sycl_rtc_compiler_create(&settings, &compiler));
  CHECK(compiler == NULL);

  // Fills the cache, in a child, and takes the program from it. The program outlives its compiler.
  settings.cache = SYCL_RTC_CACHE_DIRECTORY;
  settings.cache_directory = directory;
  settings.cache_memory = settings.cache_disk = 1 << 20;
  settings.compiler = library;
  for (int i = 0; i < 3; i++) {
    // Of a program that does not know the last fields, what is there is something else.
    const size_t older[] = {offsetof(sycl_rtc_settings, threads), offsetof(sycl_rtc_settings, cache_wait)};
    settings.size = i == 0 ? sizeof settings : older[i - 1];
    settings.threads = i == 1 ? UINT32_MAX : 4;
    settings.cache_wait = 1000;
    settings.cache_shipped = i == 0 ? directory : (const char *)1;
    OK(sycl_rtc_compiler_create(&settings, &compiler));
    program = good(compiler);
    OK(sycl_rtc_compiler_destroy(compiler));
    IS(INVALID_HANDLE, sycl_rtc_compiler_destroy(compiler));
    OK(sycl_rtc_program_compile(program));
    OK(sycl_rtc_program_origin(program, &origin));
    CHECK(origin == (i == 0 ? SYCL_RTC_ORIGIN_COMPILED : SYCL_RTC_ORIGIN_STORED_PROGRAM));
    OK(sycl_rtc_program_destroy(program));
  }

  settings.cache_directory = "/dev/null";
  OK(sycl_rtc_compiler_create(&settings, &compiler));
  OK(sycl_rtc_compiler_cache_trouble(compiler, &text));
  CHECK(text != NULL && strstr(text, "/dev/null") != NULL);
  OK(sycl_rtc_compiler_destroy(compiler));

  settings.cache = SYCL_RTC_CACHE_NONE;
  settings.compiler = "/none.so";
  OK(sycl_rtc_compiler_create(&settings, &compiler));
  OK(sycl_rtc_compiler_cache_trouble(compiler, &text));
  CHECK(text == NULL);
  program = good(compiler);
  IS(NO_COMPILER, sycl_rtc_program_compile(program));
  OK(sycl_rtc_program_log(program, &text));
  CHECK(strncmp(text, "error: no compiler library; tried `/none.so` (", 46) == 0);
  OK(sycl_rtc_program_destroy(program));
  OK(sycl_rtc_compiler_destroy(compiler));
}

int main(int argc, char **argv) {
  sycl_rtc_compiler *compiler = NULL;
  if (argc != 3)
    return 2;
  CHECK(strcmp(sycl_rtc_version(), "0.1.0") == 0);
  CHECK(strcmp(sycl_rtc_status_text(SYCL_RTC_STATUS_SUCCESS), "success") == 0);
  CHECK(strcmp(sycl_rtc_status_text(-1), "unknown status") == 0);
  OK(sycl_rtc_compiler_create(NULL, &compiler));
  images(compiler);
  names(compiler);
  errors(compiler);
  refusals(compiler);
  wrong_pointers(compiler);
  OK(sycl_rtc_compiler_destroy(compiler));
  settings(argv[1], argv[2]);
  if (!failed)
    printf("all right\n");
  return failed;
}
