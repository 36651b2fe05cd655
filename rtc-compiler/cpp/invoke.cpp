// Source text to a module: clang over files in memory.

#include "diagnostics.h"
#include "vfs.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace clang;
using namespace llvm;

namespace {
// Everything of one compilation, in one place so that it can be leaked at once.
struct Compilation {
  std::string Printed;
  raw_string_ostream Stream{Printed};
  std::unique_ptr<DiagnosticConsumer> Consumer;
  std::unique_ptr<CompilerInstance> Compiler;
  std::unique_ptr<EmitLLVMOnlyAction> Action;
};

// Errors in arguments go to the same consumer as those in the source.
bool parse(const sp_source &Source, const sp_report &Report, vfs::FileSystem &Files, CompilerInvocation &Invocation) {
  std::vector<std::string> Arguments;
  for (sp_text Argument : ArrayRef(Source.Arguments, Source.ArgumentCount))
    Arguments.push_back(rtc::ref(Argument).str());
  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  DiagnosticOptions Options;
  std::unique_ptr<DiagnosticConsumer> Consumer = rtc::consumerOf(Report, Options);
  IntrusiveRefCntPtr<DiagnosticsEngine> Engine =
      CompilerInstance::createDiagnostics(Files, Options, Consumer.get(), /*ShouldOwnClient=*/false);
  return CompilerInvocation::CreateFromArgs(Invocation, Pointers, *Engine, "sycl-rtc");
}

sp_outcome run(const sp_source &Source, const sp_report &Report, Compilation &All, LLVMContext &Context,
               std::unique_ptr<llvm::Module> &Made) {
  IntrusiveRefCntPtr<vfs::FileSystem> Files = rtc::filesOf(Source);
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!parse(Source, Report, *Files, *Invocation))
    return SP_FAILED;
  All.Compiler = std::make_unique<CompilerInstance>(std::move(Invocation));
  CompilerInstance &Compiler = *All.Compiler;
  Compiler.setVirtualFileSystem(Files);
  // The options of the arguments: those of a new engine would ignore `#line`.
  All.Consumer = rtc::consumerOf(Report, Compiler.getDiagnosticOpts());
  Compiler.createDiagnostics(All.Consumer.get(), /*ShouldOwnClient=*/false);
  Compiler.setVerboseOutputStream(All.Stream);
  Compiler.createFileManager();
  All.Action = std::make_unique<EmitLLVMOnlyAction>(&Context);
  bool Compiled = Compiler.ExecuteAction(*All.Action);
  if (!All.Printed.empty())
    Report.Log(Report.Data, rtc::text(All.Printed));
  if (!Compiled)
    return SP_FAILED;
  Made = All.Action->takeModule();
  return Made ? SP_DONE : SP_FAILED;
}
} // namespace

// Compiles Source to a module.
extern "C" sp_outcome sp_rtc_front_end(const sp_source *Source, const sp_report *Report, LLVMModuleRef *Result) {
  return rtc::guarded(*Report, [&] {
    auto *All = new Compilation;
    auto *Context = new LLVMContext;
    std::unique_ptr<llvm::Module> Made;
    sp_outcome Outcome = run(*Source, *Report, *All, *Context, Made);
    // The action uses the context, so it goes first.
    delete All;
    if (Outcome == SP_DONE)
      *Result = wrap(Made.release());
    else
      delete Context;
    return Outcome;
  });
}
