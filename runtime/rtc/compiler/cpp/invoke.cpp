// Source text to a module, or headers to what clang reads faster: clang over files in memory.

#include "invoke.h"
#include "diagnostics.h"
#include "precompile.h"
#include "tokens.h"
#include "vfs.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/MultiplexConsumer.h"
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
    rtc::tame(Compiler.getPreprocessor());
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, StringRef) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(rtc::limitClasses(Compiler.getPreprocessor()));
    Consumers.push_back(std::make_unique<rtc::ForgetDeferredChecks>());
    Consumers.push_back(std::make_unique<PCHGenerator>(Compiler.getPreprocessor(), Compiler.getModuleCache(),
                                                       /*OutputFile=*/"",
                                                       /*isysroot=*/"", Buffer, Compiler.getCodeGenOpts(),
                                                       ArrayRef<std::shared_ptr<ModuleFileExtension>>(),
                                                       /*AllowASTWithErrors=*/false,
                                                       // Users of it compare the contents of files.
                                                       /*IncludeTimestamps=*/false));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

public:
  // Bytes that were written; nothing if there were errors.
  StringRef made() const {
    return Buffer->IsComplete ? StringRef(Buffer->Data.data(), Buffer->Data.size()) : StringRef();
  }
};

std::unique_ptr<ASTConsumer> withLimits(CompilerInstance &Compiler, std::unique_ptr<ASTConsumer> Consumer) {
  std::vector<std::unique_ptr<ASTConsumer>> Consumers;
  Consumers.push_back(rtc::limitClasses(Compiler.getPreprocessor()));
  Consumers.push_back(std::move(Consumer));
  return std::make_unique<MultiplexConsumer>(std::move(Consumers));
}

// Makes a module that no pass of clang's runs on. EmitLLVMOnlyAction makes the same, but also makes a target machine of
// the SPIR-V back end for the passes that are not run, which takes a tenth of a small source's time.
class ModuleAction : public ASTFrontendAction {
  LLVMContext &Context;
  std::unique_ptr<llvm::Module> Made;

  // The compiler instance owns it until the source has been read.
  CodeGenerator *Generator = nullptr;

  // With a precompiled header, which has the predefined macros, clang makes the text of all of them and drops it. So
  // there are to be none until there is a preprocessor. Afterwards they are back, as the header was made with them.
  bool UsePredefines = true;

  bool PrepareToExecuteAction(CompilerInstance &Compiler) override {
    PreprocessorOptions &Options = Compiler.getPreprocessorOpts();
    UsePredefines = Options.UsePredefines;
    if (!Options.ImplicitPCHInclude.empty())
      Options.UsePredefines = false;
    return true;
  }
  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.getPreprocessorOpts().UsePredefines = UsePredefines;
    rtc::tame(Compiler.getPreprocessor());
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, StringRef File) override {
    std::unique_ptr<CodeGenerator> Created = CreateLLVMCodeGen(Compiler, File, Context);
    Generator = Created.get();
    return withLimits(Compiler, std::move(Created));
  }
  void EndSourceFileAction() override { Made = Generator->ReleaseModule(); }

public:
  explicit ModuleAction(LLVMContext &Context) : Context(Context) {}
  std::unique_ptr<llvm::Module> takeModule() { return std::move(Made); }
};

// Makes a module that clang's passes have run on.
class OptimizedModuleAction : public EmitLLVMOnlyAction {
  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    rtc::tame(Compiler.getPreprocessor());
    return EmitLLVMOnlyAction::BeginSourceFileAction(Compiler);
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, StringRef File) override {
    std::unique_ptr<ASTConsumer> Created = EmitLLVMOnlyAction::CreateASTConsumer(Compiler, File);
    return Created ? withLimits(Compiler, std::move(Created)) : nullptr;
  }

public:
  explicit OptimizedModuleAction(LLVMContext *Context) : EmitLLVMOnlyAction(Context) {}
};

} // namespace

namespace rtc {
Compilation::Compilation(const sp_source &Source, const sp_report &Report)
    : Source(Source), Report(Report), Files(filesOf(Source)) {}

bool Compilation::parse() {
  std::vector<std::string> Arguments;
  for (sp_text Argument : ArrayRef(Source.Arguments, Source.ArgumentCount))
    Arguments.push_back(ref(Argument).str());
  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  DiagnosticOptions Options;
  std::unique_ptr<DiagnosticConsumer> Consumer = consumerOf(Report, Options);
  IntrusiveRefCntPtr<DiagnosticsEngine> Engine = CompilerInstance::createDiagnostics(*Files, Options, Consumer.get(),
                                                                                     /*ShouldOwnClient=*/false);
  if (!CompilerInvocation::CreateFromArgs(Invocation, Pointers, *Engine, "sycl-rtc"))
    return false;
  if (Source.Precompiled.Length != 0)
    Invocation.getPreprocessorOpts().ImplicitPCHInclude = PrecompiledName;
  return true;
}

bool Compilation::run(Run &Place, std::unique_ptr<FrontendAction> Action,
                      std::unique_ptr<DiagnosticConsumer> Consumer) const {
  Place.Compiler = std::make_unique<CompilerInstance>(std::make_shared<CompilerInvocation>(Invocation));
  CompilerInstance &Compiler = *Place.Compiler;
  Compiler.setVirtualFileSystem(Files);
  // The options of the arguments: those of a new engine would ignore `#line`.
  Place.Consumer = Consumer ? std::move(Consumer) : consumerOf(Report, Compiler.getDiagnosticOpts());
  Compiler.createDiagnostics(Place.Consumer.get(), /*ShouldOwnClient=*/false);
  Compiler.setVerboseOutputStream(Place.Stream);
  Compiler.createFileManager();
  Place.Action = std::move(Action);
  return Compiler.ExecuteAction(*Place.Action);
}
} // namespace rtc

namespace {
// Data that a fatal error leaks.
struct Work {
  rtc::Compilation Compilation;
  rtc::Run Run;

  Work(const sp_source &Source, const sp_report &Report) : Compilation(Source, Report) {}
};

// Runs the action that makes something.
sp_outcome run(const sp_report &Report, Work &All, std::unique_ptr<FrontendAction> Action) {
  bool Compiled = All.Compilation.run(All.Run, std::move(Action));
  if (!All.Run.Printed.empty())
    Report.Log(Report.Data, rtc::text(All.Run.Printed));
  return Compiled ? SP_DONE : SP_FAILED;
}

// Whether the caller has the module of what is compiled.
bool isKnown(const rtc::Compilation &Compilation) {
  const sp_source &Source = Compilation.source();
  if (!Source.Find)
    return false;
  std::optional<rtc::TokenHash> Hash = rtc::hashOfTokens(Compilation);
  return Hash && Source.Find(Source.FindData, {reinterpret_cast<const char *>(Hash->data()), Hash->size()});
}
} // namespace

extern "C" {
// Compiles Source to a module; to none if the caller has found its own.
sp_outcome sp_rtc_front_end(const sp_source *Source, const sp_report *Report, LLVMModuleRef *Result) {
  *Result = nullptr;
  return rtc::guarded(*Report, [&] {
    auto *All = new Work(*Source, *Report);
    bool Parsed = All->Compilation.parse();
    if (!Parsed || isKnown(All->Compilation)) {
      delete All;
      return Parsed ? SP_DONE : SP_FAILED;
    }
    auto *Context = rtc::contextOfFrontEnd();
    std::unique_ptr<llvm::Module> Made;
    auto MakeBy = [&](auto Action) {
      auto &Emit = *Action;
      if (run(*Report, *All, std::move(Action)) == SP_DONE)
        Made = Emit.takeModule();
    };
    if (All->Compilation.runsPasses()) {
      // They ask its target machine.
      rtc::prepareBackEnd(All->Compilation.triple());
      MakeBy(std::make_unique<OptimizedModuleAction>(Context));
    } else {
      MakeBy(std::make_unique<ModuleAction>(*Context));
    }
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
    auto *All = new Work(*Source, *Report);
    auto Action = std::make_unique<PrecompileAction>();
    PrecompileAction &Precompile = *Action;
    sp_outcome Outcome = All->Compilation.parse() ? run(*Report, *All, std::move(Action)) : SP_FAILED;
    if (Outcome == SP_DONE && Precompile.made().empty())
      Outcome = SP_FAILED;
    if (Outcome == SP_DONE)
      Take(Data, rtc::text(Precompile.made()));
    delete All;
    return Outcome;
  });
}
}
