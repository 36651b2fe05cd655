// Modules of NVPTX, AMDGPU and the host: optimized with what their back end knows, and emitted as `llc` does.
//
// These back ends have no state beyond a call, so any number of threads may be in here.

#include "context_report.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>
#include <string>

using namespace llvm;

extern "C" {
// Processor that a module is compiled for. The triple is the module's.
struct sp_processor {
  sp_text Name;
  // As `-mattr` takes them.
  sp_text Features;
  // `0` to `3`.
  char Level;
};

// From the passes' C++ (passes/cpp/target.cpp).
void sp_initialize_target(const char *TripleText);
}

namespace {
CodeGenOptLevel levelOf(char Level) {
  switch (Level) {
  case '0':
    return CodeGenOptLevel::None;
  case '1':
    return CodeGenOptLevel::Less;
  case '3':
    return CodeGenOptLevel::Aggressive;
  default:
    return CodeGenOptLevel::Default;
  }
}

std::unique_ptr<TargetMachine> machineOf(const Triple &TT, const sp_processor &Processor) {
  rtc::prepareBackEnd(TT);
  std::string Error;
  const llvm::Target *Found = TargetRegistry::lookupTarget(TT, Error);
  if (!Found)
    report_fatal_error(Twine(Error));
  TargetOptions Options;
  // Options of `llc`, where they differ: comments of PTX are part of its bytes.
  Options.MCOptions.AsmVerbose = true;
  Options.MCOptions.PreserveAsmComments = true;
  // For the host it becomes a shared library.
  std::optional<Reloc::Model> Model;
  if (!TT.isNVPTX() && !TT.isAMDGPU()) {
    Model = Reloc::PIC_;
    Options.UseInitArray = true;
  }
  return std::unique_ptr<TargetMachine>(
      Found->createTargetMachine(TT, rtc::ref(Processor.Name), rtc::ref(Processor.Features), Options, Model,
                                 std::nullopt, levelOf(Processor.Level)));
}

// The machine that the optimizer has used, for the back end that follows on the same thread.
struct {
  std::string For;
  std::unique_ptr<TargetMachine> Machine;
} thread_local Kept;

std::string nameOf(const Triple &TT, const sp_processor &Processor) {
  return (TT.str() + Twine('\0') + rtc::ref(Processor.Name) + Twine('\0') + rtc::ref(Processor.Features) + Twine('\0') +
          Twine(Processor.Level))
      .str();
}

void keep(std::unique_ptr<TargetMachine> Machine, const sp_processor &Processor) {
  Kept.For = nameOf(Machine->getTargetTriple(), Processor);
  Kept.Machine = std::move(Machine);
}

std::unique_ptr<TargetMachine> keptOrNew(const Triple &TT, const sp_processor &Processor) {
  std::unique_ptr<TargetMachine> Machine = std::move(Kept.Machine);
  return Machine && Kept.For == nameOf(TT, Processor) ? std::move(Machine) : machineOf(TT, Processor);
}

// As `llc` does: functions without a processor get that of the machine, and all get its features.
void setProcessor(Module &M, const sp_processor &Processor) {
  StringRef Name = rtc::ref(Processor.Name), Features = rtc::ref(Processor.Features);
  for (Function &F : M) {
    if (!Name.empty() && !F.hasFnAttribute("target-cpu"))
      F.addFnAttr("target-cpu", Name);
    if (Features.empty())
      continue;
    StringRef Old = F.getFnAttribute("target-features").getValueAsString();
    F.addFnAttr("target-features", Old.empty() ? Features.str() : (Old + "," + Features).str());
  }
}

// The features of a processor, and for PTX its version where functions need a later one: LLVM's back end takes it from
// the machine alone (passes/src/llvm_to_backend/back_end/nvptx_stack.rs).
std::string featuresFor(const Module &M, const sp_processor &Processor) {
  std::string Features = rtc::ref(Processor.Features).str();
  constexpr StringLiteral Version = "+ptx73";
  auto Needs = [&](const Function &F) {
    return is_contained(split(F.getFnAttribute("target-features").getValueAsString(), ','), Version);
  };
  if (M.getTargetTriple().isNVPTX() && any_of(M, Needs))
    Features += Features.empty() ? Version.str() : "," + Version.str();
  return Features;
}

// Data of a run of the optimizer, in one place so that a fatal error leaks it.
struct Optimizer {
  PassInstrumentationCallbacks Callbacks;
  // Leaves functions with `optnone` alone.
  StandardInstrumentations Instrumentations;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
  ModulePassManager Passes;

  // As LLVMRunPasses has it.
  Optimizer(LLVMContext &Context, TargetMachine &Machine)
      : Instrumentations(Context, /*DebugLogging=*/false),
        Builder(&Machine, PipelineTuningOptions(), std::nullopt, &Callbacks) {
    Instrumentations.registerCallbacks(Callbacks, &Modules);
    Builder.registerLoopAnalyses(Loops);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerModuleAnalyses(Modules);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  }
};

// Data of a back end, in one place for the same reason.
struct Emission {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream{Bytes};
  std::optional<legacy::PassManager> Passes;

  // Assembly in code can name files, to be read into an image or shown in a diagnostic: there are none.
  static MachineModuleInfoWrapperPass *withoutFiles(TargetMachine &Machine) {
    auto *Information = new MachineModuleInfoWrapperPass(&Machine);
    MCContext &Context = Information->getMMI().getContext();
    Context.initInlineSourceManager();
    Context.getInlineSourceManager()->setVirtualFileSystem(makeIntrusiveRefCnt<vfs::InMemoryFileSystem>());
    return Information;
  }

  void run(Module &M, TargetMachine &Machine, bool IsObject) {
    Passes.emplace();
    Passes->add(new TargetLibraryInfoWrapperPass(TargetLibraryInfoImpl(M.getTargetTriple())));
    CodeGenFileType Type = IsObject ? CodeGenFileType::ObjectFile : CodeGenFileType::AssemblyFile;
    if (Machine.addPassesToEmitFile(*Passes, Stream, nullptr, Type, /*DisableVerify=*/true, withoutFiles(Machine)))
      report_fatal_error("the back end makes no such file");
    Passes->run(M);
    Passes.reset();
  }
};

// The same of a module that is as if it had just been read: comments of PTX have names of values that the back end
// makes, and those depend on the names that there are and that there were.
struct EmissionAsRead : Emission {
  SmallVector<char, 0> Bitcode;
  LLVMContext Context;
  std::unique_ptr<Module> M;

  // Whether a module may be moved: what move() does not have in mind is not there, and local values have no names.
  static bool isMovable(const Module &Of) {
    auto IsMovable = [](const Function &F) {
      return none_of(F, [](const BasicBlock &Block) { return Block.hasAddressTaken(); });
    };
    return Of.getContext().shouldDiscardValueNames() && Of.alias_empty() && Of.ifunc_empty() &&
           Of.getModuleInlineAsm().empty() && !Of.getNamedMetadata("llvm.dbg.cu") && all_of(Of, IsMovable) &&
           none_of(Of.global_objects(), [](const GlobalObject &Object) { return Object.hasComdat(); });
  }

  // Has the users of one value use another one, in the same order.
  static void replace(Value &Old, Value &New) {
    Old.replaceAllUsesWith(&New);
    New.reverseUseList();
  }

  // A function with the body of another one. One that was made while names are discarded has no table of them.
  static Function *withNames(Function &Old) {
    Function *New = Function::Create(Old.getFunctionType(), Old.getLinkage(), Old.getAddressSpace());
    New->copyAttributesFrom(&Old);
    New->copyMetadata(&Old, 0);
    New->splice(New->begin(), &Old);
    for (auto [From, To] : zip(Old.args(), New->args()))
      replace(From, To);
    replace(Old, *New);
    New->takeName(&Old);
    return New;
  }

  // Moves all there is into a module that has not made a name unique yet. Names are kept from here on.
  void move(Module &Of) {
    LLVMContext &Same = Of.getContext();
    Same.setDiscardValueNames(false);
    M = std::make_unique<Module>(Of.getModuleIdentifier(), Same);
    M->setSourceFileName(Of.getSourceFileName());
    M->setTargetTriple(Of.getTargetTriple());
    M->setDataLayout(Of.getDataLayout());
    for (Function &F : make_early_inc_range(Of)) {
      Function *Moved = F.isDeclaration() ? &F : withNames(F);
      F.removeFromParent();
      M->getFunctionList().push_back(Moved);
      if (Moved != &F)
        delete &F;
    }
    while (!Of.global_empty()) {
      GlobalVariable &Variable = *Of.global_begin();
      Of.removeGlobalVariable(&Variable);
      M->insertGlobalVariable(&Variable);
    }
    for (const NamedMDNode &Node : Of.named_metadata())
      for (unsigned Number = 0; Number < Node.getNumOperands(); ++Number)
        M->getOrInsertNamedMetadata(Node.getName())->addOperand(Node.getOperand(Number));
  }

  void copy(const Module &Of) {
    raw_svector_ostream Into(Bitcode);
    WriteBitcodeToFile(Of, Into, /*ShouldPreserveUseListOrder=*/true);
    auto Read = parseBitcodeFile({{Bitcode.data(), Bitcode.size()}, Of.getModuleIdentifier()}, Context);
    if (!Read)
      report_fatal_error(Read.takeError());
    M = std::move(*Read);
  }
};
} // namespace

// The passes' C++ asks for initializers by their symbols: these back ends are in the static link.
#define SP_BACK_END(T) SP_INITIALIZER(T##TargetInfo) SP_INITIALIZER(T##TargetMC) SP_INITIALIZER(T##Target)
#define SP_INITIALIZER(NAME) .Case("LLVMInitialize" #NAME, LLVMInitialize##NAME)
#define SP_NATIVE_BACK_END(T) SP_BACK_END(T)
extern "C" void (*sp_linked_initializer(const char *Symbol))() {
  return StringSwitch<void (*)()>(Symbol)
      SP_BACK_END(SPIRV) SP_BACK_END(NVPTX) SP_BACK_END(AMDGPU)
#ifdef LLVM_NATIVE_TARGET
      SP_NATIVE_BACK_END(LLVM_NATIVE_ARCH)
#endif
      .Default(nullptr);
}

namespace rtc {
void prepareBackEnd(const Triple &TT) {
  sp_initialize_target(TT.str().c_str());
  if (TT.isSPIRV()) {
    [[maybe_unused]] static const bool Once = (LLVMInitializeSPIRVAsmPrinter(), true);
  } else if (TT.isNVPTX()) {
    [[maybe_unused]] static const bool Once = (LLVMInitializeNVPTXAsmPrinter(), true);
  } else if (TT.isAMDGPU()) {
    // The parser is for inline assembly; NVPTX copies it.
    [[maybe_unused]] static const bool Once =
        (LLVMInitializeAMDGPUAsmPrinter(), LLVMInitializeAMDGPUAsmParser(), true);
  } else {
    [[maybe_unused]] static const bool Once =
        (InitializeNativeTargetAsmPrinter(), InitializeNativeTargetAsmParser(), true);
  }
}
} // namespace rtc

extern "C" {
// Sends what LLVM says of a module to a report until `sp_rtc_unlisten`, which says whether there were errors.
void *sp_rtc_listen(LLVMModuleRef Of, const sp_report *Report) {
  return new rtc::ContextReport(unwrap(Of)->getContext(), *Report);
}

bool sp_rtc_unlisten(void *Listener) {
  std::unique_ptr<rtc::ContextReport> Owned(static_cast<rtc::ContextReport *>(Listener));
  return Owned->failed();
}

// Optimizes the module for a processor.
sp_outcome sp_rtc_optimize_for(LLVMModuleRef Of, const sp_processor *Processor, sp_text Pipeline,
                               const sp_report *Report) {
  return rtc::guarded(*Report, [&] {
    Module &M = *unwrap(Of);
    rtc::ContextReport Diagnostics(M.getContext(), *Report);
    std::unique_ptr<TargetMachine> Machine = machineOf(M.getTargetTriple(), *Processor);
    auto *All = new Optimizer(M.getContext(), *Machine);
    if (Error Problem = All->Builder.parsePassPipeline(All->Passes, rtc::ref(Pipeline)))
      report_fatal_error(std::move(Problem));
    All->Passes.run(M, All->Modules);
    delete All;
    keep(std::move(Machine), *Processor);
    return Diagnostics.failed() ? SP_FAILED : SP_DONE;
  });
}

// Emits text (NVPTX) or an object (AMDGPU, the host) of the module, which is of no use afterwards: what `llc` makes of
// its bitcode.
sp_outcome sp_rtc_emit(LLVMModuleRef Of, const sp_processor *Processor, bool IsObject, const sp_report *Report,
                       void *Data, void (*Take)(void *Data, sp_text Bytes)) {
  return rtc::guarded(*Report, [&] {
    auto *All = new EmissionAsRead;
    bool IsMoved = EmissionAsRead::isMovable(*unwrap(Of));
    LLVMContext &Context = IsMoved ? unwrap(Of)->getContext() : All->Context;
    sp_outcome Outcome = SP_FAILED;
    {
      rtc::ContextReport Diagnostics(Context, *Report);
      if (IsMoved)
        All->move(*unwrap(Of));
      else
        All->copy(*unwrap(Of));
      std::string Features = featuresFor(*All->M, *Processor);
      sp_processor For = *Processor;
      For.Features = rtc::text(Features);
      std::unique_ptr<TargetMachine> Machine = keptOrNew(All->M->getTargetTriple(), For);
      setProcessor(*All->M, *Processor);
      All->run(*All->M, *Machine, IsObject);
      if (!Diagnostics.failed())
        Outcome = SP_DONE;
    }
    if (Outcome == SP_DONE)
      Take(Data, {All->Bytes.data(), All->Bytes.size()});
    delete All;
    if (IsMoved)
      Context.setDiscardValueNames(true);
    return Outcome;
  });
}

// The same of a module that `sp_rtc_read` has given, and that nothing has changed; it is of no use afterwards. Fails
// for one that `llc` would read with another data layout.
sp_outcome sp_rtc_emit_read(LLVMModuleRef Of, const sp_processor *Processor, bool IsObject, const sp_report *Report,
                            void *Data, void (*Take)(void *Data, sp_text Bytes)) {
  return rtc::guarded(*Report, [&] {
    Module &M = *unwrap(Of);
    rtc::ContextReport Diagnostics(M.getContext(), *Report);
    std::unique_ptr<TargetMachine> Machine = machineOf(M.getTargetTriple(), *Processor);
    if (M.getDataLayout() != Machine->createDataLayout())
      return SP_FAILED;
    if (std::optional<CodeModel::Model> Model = M.getCodeModel())
      Machine->setCodeModel(*Model);
    setProcessor(M, *Processor);
    auto *All = new Emission;
    All->run(M, *Machine, IsObject);
    if (!Diagnostics.failed())
      Take(Data, {All->Bytes.data(), All->Bytes.size()});
    delete All;
    return Diagnostics.failed() ? SP_FAILED : SP_DONE;
  });
}
}
