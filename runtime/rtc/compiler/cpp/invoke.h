// One run of clang after another over the same source (invoke.cpp).

#pragma once

#include "nesting.h"
#include "shim.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

namespace rtc {
// Sees to it that no source ends the process: takes away the pragmas that clang's developers crash it and have it print
// with (`#pragma clang __debug ...`), and limits nesting.
inline void tame(clang::Preprocessor &PP) {
  // Takes the place of clang's handler.
  PP.AddPragmaHandler("clang", new clang::EmptyPragmaHandler("__debug"));
  limitNesting(PP);
}

// Everything of one run, in one place so that it can be leaked at once.
struct Run {
  std::string Printed;
  llvm::raw_string_ostream Stream{Printed};
  std::unique_ptr<clang::DiagnosticConsumer> Consumer;
  std::unique_ptr<clang::CompilerInstance> Compiler;
  std::unique_ptr<clang::FrontendAction> Action;
};

// A source with its arguments read: what all runs over it have in common.
class Compilation {
  const sp_source &Source;
  const sp_report &Report;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  clang::CompilerInvocation Invocation;

public:
  Compilation(const sp_source &Source, const sp_report &Report);

  const sp_source &source() const { return Source; }

  // Reads the arguments. Errors in them are reported as those in the source.
  bool parse();

  llvm::Triple triple() const { return llvm::Triple(Invocation.getTargetOpts().Triple); }

  // Whether clang optimizes what it makes.
  bool runsPasses() const { return !Invocation.getCodeGenOpts().DisableLLVMPasses; }

  // Runs an action in Place. What clang says goes to a consumer, or else to the report.
  bool run(Run &Place, std::unique_ptr<clang::FrontendAction> Action,
           std::unique_ptr<clang::DiagnosticConsumer> Consumer = nullptr) const;
};
} // namespace rtc
