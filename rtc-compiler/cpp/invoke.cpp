// Source text to a module, or headers to what clang reads faster: clang over files in memory.

#include "diagnostics.h"
#include "vfs.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace clang;
using namespace llvm;

namespace {
// Writes a precompiled header to memory.
class PrecompileAction : public ASTFrontendAction {
  std::shared_ptr<PCHBuffer> Buffer = std::make_shared<PCHBuffer>();

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.getLangOpts().CompilingPCH = true;
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, StringRef) override {
    return std::make_unique<PCHGenerator>(Compiler.getPreprocessor(), Compiler.getModuleCache(), /*OutputFile=*/"",
                                          /*isysroot=*/"", Buffer, Compiler.getCodeGenOpts(),
                                          ArrayRef<std::shared_ptr<ModuleFileExtension>>());
  }
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

public:
  // What was written; nothing if there were errors.
  StringRef made() const {
    return Buffer->IsComplete ? StringRef(Buffer->Data.data(), Buffer->Data.size()) : StringRef();
  }
};

// Everything of one compilation, in one place so that it can be leaked at once.
struct Compilation {
  std::string Printed;
  raw_string_ostream Stream{Printed};
  std::unique_ptr<DiagnosticConsumer> Consumer;
  std::unique_ptr<CompilerInstance> Compiler;
  std::unique_ptr<FrontendAction> Action;
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

sp_outcome run(const sp_source &Source, const sp_report &Report, Compilation &All,
               std::unique_ptr<FrontendAction> Action) {
  IntrusiveRefCntPtr<vfs::FileSystem> Files = rtc::filesOf(Source);
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!parse(Source, Report, *Files, *Invocation))
    return SP_FAILED;
  if (Source.Precompiled.Length != 0)
    Invocation->getPreprocessorOpts().ImplicitPCHInclude = rtc::PrecompiledName;
  All.Compiler = std::make_unique<CompilerInstance>(std::move(Invocation));
  CompilerInstance &Compiler = *All.Compiler;
  Compiler.setVirtualFileSystem(Files);
  // The options of the arguments: those of a new engine would ignore `#line`.
  All.Consumer = rtc::consumerOf(Report, Compiler.getDiagnosticOpts());
  Compiler.createDiagnostics(All.Consumer.get(), /*ShouldOwnClient=*/false);
  Compiler.setVerboseOutputStream(All.Stream);
  Compiler.createFileManager();
  All.Action = std::move(Action);
  bool Compiled = Compiler.ExecuteAction(*All.Action);
  if (!All.Printed.empty())
    Report.Log(Report.Data, rtc::text(All.Printed));
  return Compiled ? SP_DONE : SP_FAILED;
}
} // namespace

extern "C" {
// Compiles Source to a module.
sp_outcome sp_rtc_front_end(const sp_source *Source, const sp_report *Report, LLVMModuleRef *Result) {
  return rtc::guarded(*Report, [&] {
    auto *All = new Compilation;
    auto *Context = new LLVMContext;
    auto Action = std::make_unique<EmitLLVMOnlyAction>(Context);
    EmitLLVMOnlyAction &Emit = *Action;
    sp_outcome Outcome = run(*Source, *Report, *All, std::move(Action));
    std::unique_ptr<llvm::Module> Made = Outcome == SP_DONE ? Emit.takeModule() : nullptr;
    // The action uses the context, so it goes first.
    delete All;
    if (Made) {
      *Result = wrap(Made.release());
      return SP_DONE;
    }
    delete Context;
    return SP_FAILED;
  });
}

// Gives Take what clang reads in the place of Source, in compilations with the same options; macros, directories and
// diagnostics may differ.
sp_outcome sp_rtc_precompile(const sp_source *Source, const sp_report *Report, void *Data,
                             void (*Take)(void *Data, sp_text Bytes)) {
  return rtc::guarded(*Report, [&] {
    auto *All = new Compilation;
    auto Action = std::make_unique<PrecompileAction>();
    PrecompileAction &Precompile = *Action;
    sp_outcome Outcome = run(*Source, *Report, *All, std::move(Action));
    if (Outcome == SP_DONE && Precompile.made().empty())
      Outcome = SP_FAILED;
    if (Outcome == SP_DONE)
      Take(Data, rtc::text(Precompile.made()));
    delete All;
    return Outcome;
  });
}
}
