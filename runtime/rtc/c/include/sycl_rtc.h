// The C interface of libsycl_rtc.so, which compiles device code at run time, in the process: SYCL, OpenCL C, C++ for
// OpenCL and LLVM bitcode to images. C99 and C++11. docs/rtc.md has an example.
//
// Functions return a status; results go through the last argument. Only a dangling or wrongly typed pointer can cause a
// crash: null pointers, destroyed handles, structures of another size, and calls that come too early or too late are
// detected. If the status is not 0, the object behind the last argument is unchanged, or null if it is a handle. Texts
// are UTF-8 and terminated. Results live as long as their program or their compiler. Several threads may call functions
// at once; before one destroys a program or a compiler, no other may still read its results. Nothing is printed.

#ifndef SYCL_RTC_H
#define SYCL_RTC_H

#include <stddef.h>
#include <stdint.h>

// Results of functions.
typedef enum {
  // It did what was asked.
  SYCL_RTC_STATUS_SUCCESS = 0,
  // An unknown or refused option, language, target or name.
  SYCL_RTC_STATUS_USAGE = 1,
  // Errors in the source.
  SYCL_RTC_STATUS_FRONTEND = 2,
  // A source without kernels.
  SYCL_RTC_STATUS_NO_KERNEL = 3,
  // Device code that needs what nothing defines.
  SYCL_RTC_STATUS_UNDEFINED = 4,
  // A back end that does not take the module.
  SYCL_RTC_STATUS_BACKEND = 5,
  // Bitcode that cannot be compiled.
  SYCL_RTC_STATUS_BITCODE = 6,
  // The deadline has passed.
  SYCL_RTC_STATUS_TIMED_OUT = 7,
  // The compiler library is missing, or is one of another build.
  SYCL_RTC_STATUS_NO_COMPILER = 8,
  // Too many fatal errors in this process.
  SYCL_RTC_STATUS_POISONED = 9,
  // The process was forked while a thread of its parent compiled, or was in a function of this library.
  SYCL_RTC_STATUS_FORKED = 10,
  // The system gives no thread or no process.
  SYCL_RTC_STATUS_SYSTEM = 11,
  // The compiler crashed in its child process.
  SYCL_RTC_STATUS_CRASHED = 12,
  // A handle that is null, destroyed, or of something else.
  SYCL_RTC_STATUS_INVALID_HANDLE = 64,
  // A pointer that is null where it must not be, a text that is not UTF-8, or a number that has no meaning here.
  SYCL_RTC_STATUS_INVALID_ARGUMENT = 65,
  // A structure that does not begin with its size.
  SYCL_RTC_STATUS_INVALID_SIZE = 66,
  // A call that comes too early or too late.
  SYCL_RTC_STATUS_OUT_OF_ORDER = 67,
  // There is no such diagnostic, image, entry point or name.
  SYCL_RTC_STATUS_NOT_FOUND = 68,
  // A fault of the library.
  SYCL_RTC_STATUS_INTERNAL = 99,
} sycl_rtc_status;

// Severity of a diagnostic.
typedef enum {
  // An explanation of another diagnostic.
  SYCL_RTC_SEVERITY_NOTE = 0,
  // Work that the compiler did, for those who asked.
  SYCL_RTC_SEVERITY_REMARK = 1,
  // A likely mistake.
  SYCL_RTC_SEVERITY_WARNING = 2,
  // A mistake.
  SYCL_RTC_SEVERITY_ERROR = 3,
  // An error after which the compiler did not go on.
  SYCL_RTC_SEVERITY_FATAL = 4,
} sycl_rtc_severity;

// Origins of a program.
typedef enum {
  // It was compiled.
  SYCL_RTC_ORIGIN_COMPILED = 0,
  // The front end ran; the image of its module was on disk.
  SYCL_RTC_ORIGIN_STORED_IMAGE = 1,
  // The whole program was on disk.
  SYCL_RTC_ORIGIN_STORED_PROGRAM = 2,
  // The module of the front end was on disk; passes and back end ran.
  SYCL_RTC_ORIGIN_STORED_MODULE = 3,
  // Both were on disk: the source was only preprocessed.
  SYCL_RTC_ORIGIN_STORED_MODULE_AND_IMAGE = 4,
} sycl_rtc_origin;

// Processes that compilations run in.
typedef enum {
  // In this process: a crash of LLVM is a crash of the process.
  SYCL_RTC_ISOLATION_NONE = 0,
  // Each in a forked child, which costs some milliseconds.
  SYCL_RTC_ISOLATION_FORK = 1,
} sycl_rtc_isolation;

// Caches of programs.
typedef enum {
  // Nothing.
  SYCL_RTC_CACHE_NONE = 0,
  // In the process.
  SYCL_RTC_CACHE_PROCESS = 1,
  // In the process, and on disk in cache_directory.
  SYCL_RTC_CACHE_DIRECTORY = 2,
  // In the process, and on disk in the open directory cache_descriptor, which the library duplicates.
  SYCL_RTC_CACHE_DESCRIPTOR = 3,
  // The cache that SYCL_RTC_CACHE, SYCL_RTC_CACHE_DIR, XDG_CACHE_HOME and HOME ask for (docs/rtc.md).
  SYCL_RTC_CACHE_ENVIRONMENT = 4,
} sycl_rtc_cache;

// Ways to spread the kernels of a program over images.
typedef enum {
  // One image.
  SYCL_RTC_SPLIT_NONE = 0,
  // Kernels that need the same of a device share an image.
  SYCL_RTC_SPLIT_FEATURES = 1,
  // An image for each kernel.
  SYCL_RTC_SPLIT_KERNEL = 2,
} sycl_rtc_split;

// Forms of specialization constants.
typedef enum {
  // The constants of SPIR-V, which hosts set before they build the program.
  SYCL_RTC_SPEC_CONSTANTS_NATIVE = 0,
  // Values in a buffer that hosts pass to kernels.
  SYCL_RTC_SPEC_CONSTANTS_EMULATION = 1,
  // Their defaults.
  SYCL_RTC_SPEC_CONSTANTS_DEFAULTS = 2,
} sycl_rtc_spec_constants;

// Compiles programs, on any number of threads at a time.
typedef struct sycl_rtc_compiler sycl_rtc_compiler;

// A source, and what was made of it.
typedef struct sycl_rtc_program sycl_rtc_program;

// Settings of a compiler. What is 0 or null is the default. Fields that came later have it also where size is that of
// the structure without them.
typedef struct {
  // sizeof(sycl_rtc_settings)
  size_t size;
  // The file libsycl_rtc_compiler.so; by default the one beside this library, or in ../lib.
  const char *compiler;
  // Fatal errors of LLVM in this process after which nothing more is compiled; each leaks memory. By default 1000.
  uint64_t fatal_errors;
  // A number of sycl_rtc_isolation.
  uint32_t isolation;
  // A number of sycl_rtc_cache.
  uint32_t cache;
  // For SYCL_RTC_CACHE_DIRECTORY only.
  const char *cache_directory;
  // For SYCL_RTC_CACHE_DESCRIPTOR only.
  int32_t cache_descriptor;
  // Bytes of programs that are kept in the process, by default 256 MiB; and of files on disk, by default 1 GiB.
  uint64_t cache_memory;
  uint64_t cache_disk;
  // Threads that one compilation may use for its targets, and for the images of a target, if there are several; by
  // default one. Images do not depend on it.
  uint32_t threads;
  // Milliseconds for which a process waits for one of another machine that compiles the same for the same directory,
  // and of which it cannot be known whether it still runs; for one of this machine it waits as long as that runs, up
  // to three times as long. 0: all processes compile what they do not find.
  uint64_t cache_wait;
  // A directory of "sycl-rtc cache export", which is looked in before cache_directory, and may be missing. Null:
  // none.
  const char *cache_shipped;
} sycl_rtc_settings;

// A message of the compiler about a program.
typedef struct {
  // sizeof(sycl_rtc_diagnostic), set by the caller
  size_t size;
  sycl_rtc_severity severity;
  // Place of the message: the line and column of its beginning and behind its end, from 1, columns in bytes. Without
  // a file it is about the whole, and without an end_line the end is not known.
  uint32_t line;
  uint32_t column;
  uint32_t end_line;
  uint32_t end_column;
  // Null if it is about the whole.
  const char *file;
  // The mistake.
  const char *text;
  // The name of a warning, which -Wno- and the name turn off; null if it has none.
  const char *option;
  // Text that clang prints for it, with the line of the source.
  const char *rendered;
  // Explanations, for sycl_rtc_program_note.
  size_t note_count;
} sycl_rtc_diagnostic;

// Device code for a target.
typedef struct {
  // sizeof(sycl_rtc_image), set by the caller
  size_t size;
  // As it was added.
  const char *target;
  // Format of the bytes: "spirv", "ptx" or "elf". Behind PTX, which is text, is a zero byte that is not counted.
  const char *format;
  const void *bytes;
  size_t length;
  // Kernels, for sycl_rtc_program_entry_point.
  size_t entry_point_count;
  // Facts about the image for a runtime, as the text of property sets (docs/property-sets.md); null if a name has a
  // line break, which the text cannot hold.
  const char *properties;
  // The LLVM bitcode that the image was made of; null without sycl_rtc_program_keep_bitcode.
  const void *bitcode;
  size_t bitcode_length;
} sycl_rtc_image;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "0.1.0".
const char *sycl_rtc_version(void);

// Meaning of a number of sycl_rtc_status, in a few words.
const char *sycl_rtc_status_text(int32_t status);

// Makes a compiler; null settings are the defaults. The compiler library is loaded by the first compilation.
sycl_rtc_status sycl_rtc_compiler_create(const sycl_rtc_settings *settings, sycl_rtc_compiler **compiler);

// Ends a compiler. Its programs stay.
sycl_rtc_status sycl_rtc_compiler_destroy(sycl_rtc_compiler *compiler);

// Reason why programs are not kept on disk although the settings ask for it; null if there is no such reason. The text
// lives as long as the compiler.
sycl_rtc_status sycl_rtc_compiler_cache_trouble(const sycl_rtc_compiler *compiler, const char **text);

// Makes a program of a source: "sycl", "opencl-c", "opencl-c++" or "bitcode". All is copied. The name is that of
// diagnostics; null is "program".
sycl_rtc_status sycl_rtc_program_create(const sycl_rtc_compiler *compiler,
                                        const char *language,
                                        const void *source,
                                        size_t length,
                                        const char *name,
                                        sycl_rtc_program **program);

// Ends a program, and with it all that its functions gave.
sycl_rtc_status sycl_rtc_program_destroy(sycl_rtc_program *program);

// Adds a header in memory, which #include finds by its name before files on disk.
sycl_rtc_status sycl_rtc_program_add_header(sycl_rtc_program *program,
                                            const char *name,
                                            const char *source,
                                            size_t length);

// Adds an option of the compiler, such as "-O3" (docs/runtime-options.md).
sycl_rtc_status sycl_rtc_program_add_option(sycl_rtc_program *program, const char *option);

// Adds an expression that names a function of a SYCL source, such as "ns::f<float, 3>". Templates get this instance.
// Of bitcode, adds a kernel by its symbol: only those that are added are compiled.
sycl_rtc_status sycl_rtc_program_add_name_expression(sycl_rtc_program *program, const char *expression);

// Adds a target, such as "nvptx64:sm_90" or "spirv64", which is also the target of a program to which none is added.
// There will be an image for each.
sycl_rtc_status sycl_rtc_program_add_target(sycl_rtc_program *program, const char *target);

// Adds an extension of SPIR-V that images may use, in place of the default list.
sycl_rtc_status sycl_rtc_program_add_spirv_extension(sycl_rtc_program *program, const char *extension);

// Spreads the kernels of SYCL and of bitcode over images; a number of sycl_rtc_split. Otherwise the option
// "-fsycl-device-code-split=" does, or there is one image for a target.
sycl_rtc_status sycl_rtc_program_set_split(sycl_rtc_program *program, uint32_t split);

// Says what specialization constants of SYCL and of bitcode become; a number of sycl_rtc_spec_constants. Otherwise
// they are native ones for SPIR-V, and a buffer elsewhere.
sycl_rtc_status sycl_rtc_program_set_spec_constants(sycl_rtc_program *program, uint32_t constants);

// Images keep the LLVM bitcode that they are made of.
sycl_rtc_status sycl_rtc_program_keep_bitcode(sycl_rtc_program *program);

// Kernels for NVIDIA's GPUs get variants for launches whose pointers lead to different allocations: for launchers that
// read the lists of pointers that are with them (docs/gpu.md).
sycl_rtc_status sycl_rtc_program_distinct_memory(sycl_rtc_program *program);

// Adds what is known of launches, as a parameter of the pass sscp-specialize (docs/retarget.md), such as
// "group-size=16:16": for images that no other launches use. Not for SPIR-V.
// For the host also "barriers=lenient" and its kin, of the pass work-group-functions (docs/host-passes.md).
sycl_rtc_status sycl_rtc_program_specialize(sycl_rtc_program *program, const char *parameter);

// No further step of the compilation begins after so many milliseconds.
sycl_rtc_status sycl_rtc_program_set_deadline(sycl_rtc_program *program, uint64_t milliseconds);

// Compiles, once. Nothing can be added afterwards. Any number of threads may compile programs at a time; their stacks
// do not matter.
sycl_rtc_status sycl_rtc_program_compile(sycl_rtc_program *program);

// Text that clang printed, and the error, if there is one. Empty if there is nothing to say.
sycl_rtc_status sycl_rtc_program_log(const sycl_rtc_program *program, const char **text);

// Number of diagnostics. After an error there is at least one.
sycl_rtc_status sycl_rtc_program_diagnostic_count(const sycl_rtc_program *program, size_t *count);

// A diagnostic, from 0.
sycl_rtc_status sycl_rtc_program_diagnostic(const sycl_rtc_program *program,
                                            size_t index,
                                            sycl_rtc_diagnostic *diagnostic);

// A note of a diagnostic, both from 0.
sycl_rtc_status sycl_rtc_program_note(const sycl_rtc_program *program,
                                      size_t index,
                                      size_t note,
                                      sycl_rtc_diagnostic *diagnostic);

// Number of images: one for each target, in the order in which these were added.
sycl_rtc_status sycl_rtc_program_image_count(const sycl_rtc_program *program, size_t *count);

// An image, from 0.
sycl_rtc_status sycl_rtc_program_image(const sycl_rtc_program *program, size_t index, sycl_rtc_image *image);

// The name by which hosts look up a kernel of an image, both from 0, in the order of the source.
sycl_rtc_status sycl_rtc_program_entry_point(const sycl_rtc_program *program,
                                             size_t image,
                                             size_t index,
                                             const char **name);

// The mangled name of the function that an expression names.
sycl_rtc_status sycl_rtc_program_lowered_name(const sycl_rtc_program *program,
                                              const char *expression,
                                              const char **name);

// The name by which hosts look up the kernel that an expression names; null if it names a function that is no kernel.
sycl_rtc_status sycl_rtc_program_kernel_name(const sycl_rtc_program *program,
                                             const char *expression,
                                             const char **name);

// All images as a SYCLBIN file, which a SYCL runtime loads. There is none if a name has a line break.
sycl_rtc_status sycl_rtc_program_syclbin(const sycl_rtc_program *program, const void **bytes, size_t *length);

// All images as an OffloadBinary of version 1, which LLVM's tools read. There is none if a name has a line break.
sycl_rtc_status sycl_rtc_program_offload_binary(const sycl_rtc_program *program, const void **bytes, size_t *length);

// Origin of the program.
sycl_rtc_status sycl_rtc_program_origin(const sycl_rtc_program *program, sycl_rtc_origin *origin);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SYCL_RTC_H */
