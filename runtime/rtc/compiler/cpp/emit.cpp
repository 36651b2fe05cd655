// Modules: from bitcode, to bitcode, and to SPIR-V.

#include "context_report.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

using namespace llvm;

// From LLVM's SPIR-V library. No header declares it; it takes the extensions of each call, where a target machine takes
// those of the process.
extern "C" bool SPIRVTranslate(Module *M, std::string &Object, std::string &Error,
                               const std::vector<std::string> &Extensions, CodeGenOptLevel Level, Triple Target);

// From the passes' C++ (passes/cpp/target.cpp).
extern "C" void sp_initialize_targets();

#ifdef SPIRV_STATE_SIZE
// `SPIRVModuleAnalysis::MAI`: a static member where LLVM 22's SPIR-V back end keeps entries of earlier modules, keyed
// by addresses that later modules use again, so that later images are wrong (LLVM issue 160613). Its bytes as they were
// before the first module are put back before each one, after the destructor of the class, which frees what they point
// to. The destructor is in LLVM's archive, in no header, and not in a shared LLVM.
extern "C" char _ZN4llvm19SPIRVModuleAnalysis3MAIE[SPIRV_STATE_SIZE];
extern "C" void _ZN4llvm5SPIRV18ModuleAnalysisInfoD2Ev(void *) __attribute__((weak));
#endif

namespace {
constexpr StringLiteral SpirvTriple = "spirv64-unknown-unknown";

// Held while the SPIR-V back end runs: its state is one for the process.
std::mutex SpirvLock;

class SpirvState {
#ifdef SPIRV_STATE_SIZE
  char Bytes[SPIRV_STATE_SIZE];

public:
  SpirvState() { std::memcpy(Bytes, _ZN4llvm19SPIRVModuleAnalysis3MAIE, sizeof Bytes); }
  void reset() const {
    if (_ZN4llvm5SPIRV18ModuleAnalysisInfoD2Ev)
      _ZN4llvm5SPIRV18ModuleAnalysisInfoD2Ev(_ZN4llvm19SPIRVModuleAnalysis3MAIE);
    std::memcpy(_ZN4llvm19SPIRVModuleAnalysis3MAIE, Bytes, sizeof Bytes);
  }
#else
public:
  void reset() const {}
#endif
};

const llvm::Target &spirvTarget() {
  std::string Error;
  const llvm::Target *Found = TargetRegistry::lookupTarget(Triple(SpirvTriple), Error);
  if (!Found)
    report_fatal_error(Twine(Error));
  return *Found;
}

// SPIR-V as LLVM registers it.
const llvm::Target &registered() {
  static const llvm::Target Registered = (rtc::prepareBackEnd(Triple(SpirvTriple)), spirvTarget());
  return Registered;
}

// The target machine that the SPIR-V back end has made in this thread. Fatal errors leave it behind: 0.65 of 1 MB,
// tables that refer to nothing that LLVM was changing.
thread_local TargetMachine *Machine = nullptr;

TargetMachine *makeMachine(const llvm::Target &, const Triple &TT, StringRef CPU, StringRef Features,
                           const TargetOptions &Options, std::optional<Reloc::Model> Relocation,
                           std::optional<CodeModel::Model> Code, CodeGenOptLevel Level, bool IsJit) {
  Machine = registered().createTargetMachine(TT, CPU, Features, Options, Relocation, Code, Level, IsJit);
  return Machine;
}

// Has LLVM make target machines by `makeMachine`, and frees that of this thread unless LLVM has. Needs the lock: the
// first SPIRVTranslate registers what was registered before, so this is done each time.
struct MachineGuard {
  MachineGuard() {
    registered();
    Machine = nullptr;
    TargetRegistry::RegisterTargetMachine(const_cast<llvm::Target &>(spirvTarget()), makeMachine);
  }
  MachineGuard(const MachineGuard &) = delete;
  void done() { Machine = nullptr; }
  ~MachineGuard() {
    delete Machine;
    Machine = nullptr;
  }
};

// Made by sp_rtc_initialize, when no module has been emitted.
const SpirvState &spirvState() {
  static const SpirvState State;
  return State;
}

bool isKernel(const Function &F) {
  switch (F.getCallingConv()) {
  case CallingConv::SPIR_KERNEL:
  case CallingConv::PTX_Kernel:
  case CallingConv::AMDGPU_KERNEL:
    return true;
  default:
    return false;
  }
}

std::string spirvLayout() {
  std::unique_ptr<TargetMachine> Made(registered().createTargetMachine(
      Triple(SpirvTriple), "", "", TargetOptions(), std::nullopt, std::nullopt, CodeGenOptLevel::None));
  return Made->createDataLayout().getStringRepresentation();
}

const std::string &spirvLayoutOnce() {
  static const std::string Layout = spirvLayout();
  return Layout;
}
} // namespace

LLVMContext *rtc::contextOfFrontEnd() {
  auto *Context = new LLVMContext;
  // LLVM's reader makes this kind, and the numbers of kinds show in bitcode.
  Context->getMDKindID("heapallocsite");
  return Context;
}

extern "C" {
// Prepares LLVM. Called once, before anything else.
void sp_rtc_initialize() {
  sp_initialize_targets();
  spirvState();
  rtc::installFatalErrorHandler();
}

const char *sp_rtc_llvm_version() { return LLVM_VERSION_STRING; }

// Reads bitcode or text into a module, with the data layout of SPIR-V, as `llc` does.
sp_outcome sp_rtc_read(sp_text Name, sp_text Content, const sp_report *Report, LLVMModuleRef *Result) {
  return rtc::guarded(*Report, [&] {
    // Leaked by a fatal error.
    auto *Context = new LLVMContext;
    std::unique_ptr<Module> Read;
    auto Diagnostics = std::make_optional<rtc::ContextReport>(*Context, *Report);
    SMDiagnostic Error;
    std::string Buffer = rtc::ref(Content).str();
    auto Layout = [](StringRef Found, StringRef) -> std::optional<std::string> {
      if (Triple(Found).isSPIROrSPIRV())
        return spirvLayoutOnce();
      return std::nullopt;
    };
    Read = parseIR(MemoryBufferRef(Buffer, rtc::ref(Name)), Error, *Context, ParserCallbacks(Layout));
    bool Failed = !Read || Diagnostics->failed();
    Diagnostics.reset();
    if (Failed) {
      if (!Read) {
        sp_diagnostic Diagnostic = {};
        Diagnostic.Severity = SP_ERROR;
        Diagnostic.Text = rtc::text(Error.getMessage());
        Diagnostic.File = rtc::text(Error.getFilename());
        Diagnostic.Line = Error.getLineNo() > 0 ? Error.getLineNo() : 0;
        Diagnostic.Column = Error.getLineNo() > 0 ? Error.getColumnNo() + 1 : 0;
        std::string Rendered;
        raw_string_ostream Stream(Rendered);
        Error.print(nullptr, Stream, /*ShowColors=*/false);
        Diagnostic.Rendered = rtc::text(Rendered);
        Report->Diagnostic(Report->Data, &Diagnostic);
      }
      Read.reset();
      delete Context;
      return SP_FAILED;
    }
    *Result = wrap(Read.release());
    return SP_DONE;
  });
}

// Reads bitcode or text into a module, as `opt` does before it runs passes, and gives it a triple unless that is empty.
// Fails for a module that `opt` would give a data layout, and for one that is not valid.
sp_outcome sp_rtc_read_for_passes(const sp_file *File, sp_text TripleText, const sp_report *Report,
                                  LLVMModuleRef *Result) {
  return rtc::guarded(*Report, [&] {
    // Leaked by a fatal error.
    auto *Context = new LLVMContext;
    Context->enableDebugTypeODRUniquing();
    std::string Buffer = rtc::ref(File->Content).str();
    std::unique_ptr<Module> Read;
    {
      rtc::ContextReport Diagnostics(*Context, *Report);
      SMDiagnostic Error;
      Read = parseIR(MemoryBufferRef(Buffer, rtc::ref(File->Name)), Error, *Context);
      if (Read && (Diagnostics.failed() || Read->getDataLayoutStr().empty()))
        Read.reset();
    }
    if (Read && TripleText.Length != 0)
      Read->setTargetTriple(Triple(Triple::normalize(rtc::ref(TripleText))));
    if (!Read || verifyModule(*Read)) {
      Read.reset();
      delete Context;
      return SP_FAILED;
    }
    *Result = wrap(Read.release());
    return SP_DONE;
  });
}

// Reads what sp_rtc_bitcode has made of a module of the front end into one that all that follows takes for that.
// What cannot be read is not reported: the caller has the source.
sp_outcome sp_rtc_restore(sp_text Name, sp_text Content, const sp_report *Report, LLVMModuleRef *Result) {
  return rtc::guarded(*Report, [&] {
    auto *Context = rtc::contextOfFrontEnd();
    // As clang does with `-discard-value-names`.
    Context->setDiscardValueNames(true);
    std::string Buffer = rtc::ref(Content).str();
    Expected<std::unique_ptr<Module>> Read = parseBitcodeFile(MemoryBufferRef(Buffer, rtc::ref(Name)), *Context);
    if (!Read) {
      consumeError(Read.takeError());
      delete Context;
      return SP_FAILED;
    }
    *Result = wrap(Read->release());
    return SP_DONE;
  });
}

// Calls Take with the name of each kernel that the module defines, in its order.
void sp_rtc_kernels(LLVMModuleRef M, void *Data, void (*Take)(void *Data, sp_text Name)) {
  for (const Function &F : *unwrap(M))
    if (!F.isDeclaration() && isKernel(F))
      Take(Data, rtc::text(F.getName()));
}

// Whether something in a module of the front end depends on places that its tokens do not ask for: those of assembly
// and of calls to what must not be called, and names of types without names in what is known of kernels.
bool sp_rtc_has_places(LLVMModuleRef M) {
  // To ask for the kind would make it, which shows in bitcode.
  SmallVector<StringRef, 64> Kinds;
  unwrap(M)->getContext().getMDKindNames(Kinds);
  const auto *Srcloc = llvm::find(Kinds, "srcloc");
  for (const Function &F : *unwrap(M)) {
    SmallVector<std::pair<unsigned, MDNode *>, 8> Attached;
    F.getAllMetadata(Attached);
    for (const auto &[Kind, Node] : Attached)
      for (const MDOperand &Operand : Node->operands())
        if (const auto *Text = dyn_cast_or_null<MDString>(Operand); Text && Text->getString().contains(" at "))
          return true;
    for (const Instruction &I : instructions(F))
      if (Srcloc != Kinds.end() && I.hasMetadata(Srcloc - Kinds.begin()))
        return true;
  }
  return false;
}
// Checks a module: a wrong one, of a front end or of bitcode, is found here and not by a crash of a back end.
sp_outcome sp_rtc_verify(LLVMModuleRef M, const sp_report *Report) {
  return rtc::guarded(*Report, [&] {
    std::string Found;
    raw_string_ostream Stream(Found);
    if (!verifyModule(*unwrap(M), &Stream))
      return SP_DONE;
    rtc::reportError(*Report, SP_ERROR, StringRef(Found).rtrim());
    return SP_FAILED;
  });
}

// The module as bitcode, with the order of uses: back ends make the same of it as of the module.
sp_outcome sp_rtc_bitcode(LLVMModuleRef M, const sp_report *Report, void *Data,
                          void (*Take)(void *Data, sp_text Bytes)) {
  return rtc::guarded(*Report, [&] {
    SmallVector<char, 0> Bytes;
    raw_svector_ostream Stream(Bytes);
    WriteBitcodeToFile(*unwrap(M), Stream, /*ShouldPreserveUseListOrder=*/true);
    Take(Data, {Bytes.data(), Bytes.size()});
    return SP_DONE;
  });
}

// Makes SPIR-V of the module, which is of no use afterwards. Extensions are names without `+`.
sp_outcome sp_rtc_emit_spirv(LLVMModuleRef Of, const sp_text *Extensions, size_t ExtensionCount,
                             const sp_report *Report, void *Data, void (*Take)(void *Data, sp_text Bytes)) {
  return rtc::guarded(*Report, [&] {
    std::vector<std::string> Allowed;
    for (sp_text Extension : ArrayRef(Extensions, ExtensionCount))
      Allowed.push_back(rtc::ref(Extension).str());
    Module &M = *unwrap(Of);
    M.setTargetTriple(Triple(SpirvTriple));
    M.setDataLayout(spirvLayoutOnce());
    std::string Object, Error;
    bool Made = false;
    rtc::ContextReport Diagnostics(M.getContext(), *Report);
    {
      std::lock_guard<std::mutex> Lock(SpirvLock);
      spirvState().reset();
      MachineGuard Guard;
      Made = SPIRVTranslate(&M, Object, Error, Allowed, CodeGenOptLevel::None, Triple(SpirvTriple));
      Guard.done();
    }
    if (!Made)
      rtc::reportError(*Report, SP_ERROR, Error);
    if (!Made || Diagnostics.failed())
      return SP_FAILED;
    Take(Data, rtc::text(Object));
    return SP_DONE;
  });
}
}
