// The C++ of the compiler library: what needs clang's and LLVM's C++ interfaces, as plain C functions.
//
// Each file has one topic. Order and policy are Rust's. The structures are those of
// `runtime/rtc/api/src/compiler_library/interface.rs`. Every function that runs code of LLVM catches everything, so
// that no exception reaches Rust (`fatal.cpp`).
//
// A module that a function gives is the only one in a context of its own, and both are the caller's.

#pragma once

#include "llvm-c/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>

namespace llvm {
class LLVMContext;
class Triple;
} // namespace llvm

extern "C" {
// Bytes of the caller, not terminated.
struct sp_text {
  const char *Data;
  size_t Length;
};

// A file in memory.
struct sp_file {
  sp_text Name;
  sp_text Content;
};

enum sp_severity : uint32_t { SP_NOTE, SP_REMARK, SP_WARNING, SP_ERROR, SP_FATAL };

// Lines and columns count from 1; 0 is unknown.
struct sp_diagnostic {
  sp_severity Severity;
  uint32_t Line, Column, EndLine, EndColumn;
  sp_text File;
  sp_text Text;
  // The warning option, without `-W`.
  sp_text Option;
  // As clang prints it, with the source line.
  sp_text Rendered;
  // The function that a back end complains about.
  sp_text Function;
};

// Destination of reports. The texts live as long as the call.
struct sp_report {
  void *Data;
  void (*Diagnostic)(void *Data, const sp_diagnostic *);
  // Text that clang prints after the diagnostics, and warnings of the linker.
  void (*Log)(void *Data, sp_text);
};

// Kind of what was found under a name.
enum sp_found : uint32_t { SP_READ, SP_PRESENT, SP_ABSENT, SP_OTHER };

// Subject of a hash of a source.
enum sp_exactness : uint32_t {
  // The tokens.
  SP_TOKENS,
  // And their files, lines and columns.
  SP_PLACES,
  // And all texts, comments included.
  SP_TEXTS,
};

// Source that the front end compiles.
struct sp_source {
  sp_text Name;
  sp_text Content;
  const sp_file *Files;
  size_t FileCount;
  // The only directories whose files are read.
  const sp_text *Directories;
  size_t DirectoryCount;
  // Arguments of `clang -cc1`, the source's name included.
  const sp_text *Arguments;
  size_t ArgumentCount;
  // Result of `sp_rtc_precompile` with the same options, or nothing.
  sp_text Precompiled;
  // Takes what is read below the directories, or looked for there; may be null. The hash has 32 bytes, or none.
  void (*File)(void *Data, sp_text Name, sp_found Found, sp_text Hash);
  void *FileData;
  // Whether the caller has the module of what has this hash of 32 bytes, so that it need not be made; may be null.
  bool (*Find)(void *Data, sp_text Hash);
  void *FindData;
  // Subject of the hash.
  sp_exactness Exactness;
};

// End of a call.
enum sp_outcome : uint32_t {
  SP_DONE,
  // Errors were reported.
  SP_FAILED,
  // LLVM gave up in the middle of its work, which was reported as SP_FATAL. What it worked on is leaked.
  SP_ABANDONED,
};
}

namespace rtc {
inline llvm::StringRef ref(sp_text Text) { return {Text.Data, Text.Length}; }
inline sp_text text(llvm::StringRef Text) { return {Text.data(), Text.size()}; }
inline llvm::ArrayRef<sp_text> directories(const sp_source &Source) {
  return {Source.Directories, Source.DirectoryCount};
}

// A context for a module of the front end, whether clang makes it or it is read (emit.cpp).
llvm::LLVMContext *contextOfFrontEnd();

// Prepares the back end of a triple, in any thread: it can make target machines, and code (emit_device.cpp).
void prepareBackEnd(const llvm::Triple &TT);

// Makes LLVM's fatal errors exceptions of the threads that are inside `guarded` (fatal.cpp).
void installFatalErrorHandler();

// Runs Work, and reports what it throws. Work must own what LLVM uses through raw pointers only: when a fatal error is
// thrown, LLVM is in the middle of changing it, and it must be leaked.
sp_outcome guarded(const sp_report &Report, llvm::function_ref<sp_outcome()> Work);

// Reports an error that has no place in the source.
void reportError(const sp_report &Report, sp_severity Severity, llvm::StringRef Text, llvm::StringRef Function = "");
} // namespace rtc
