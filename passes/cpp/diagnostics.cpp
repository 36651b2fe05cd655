// Diagnostics: the C API can only install a handler.

#include "shim.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/Signals.h"
#include <cstdlib>
#include <string>

namespace {
struct PluginDiagnostic : DiagnosticInfo {
  std::string Message;
  PluginDiagnostic(DiagnosticSeverity Severity, std::string Message)
      : DiagnosticInfo(kind(), Severity), Message(std::move(Message)) {}
  static int kind() {
    static int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  void print(DiagnosticPrinter &DP) const override { DP << Message; }
};

// A warning about a place in the user's program: clang gives this kind a source location with a caret and the flag
// -Wpass-failed=<pass>. Every virtual function is our own, so that loading the plugin resolves none of LLVM's, which a
// foreign LLVM may lack; the one table that the destructor names is in every LLVM.
struct LocatedWarning final : DiagnosticInfoOptimizationFailure {
  std::string Message;
  LocatedWarning(const char *Pass, StringRef Id, const DiagnosticLocation &Loc, const BasicBlock *Block, StringRef Text)
      : DiagnosticInfoOptimizationFailure(Pass, Id, Loc, Block), Message(Text) {
    insert(Text);
  }
  bool isEnabled() const override { return true; }
  // As LLVM prints it, without `<unknown>:0:0: ` where there is no location. clang asks for the message instead.
  void print(DiagnosticPrinter &DP) const override {
    if (getLocation().isValid())
      DP << getLocationStr() << ": ";
    DP << Message;
  }

private:
  void anchor() override {}
};

// The numbers of `Kind` in diagnostic.rs.
enum RemarkKind { KindWarning, KindPassed, KindMissed };

// The place of a diagnostic: the function, and the block that an instruction is in or that a definition starts with.
struct Place {
  Function *F;
  const BasicBlock *Block;
  explicit Place(Value *V) : F(dyn_cast<Function>(V)) {
    if (auto *I = dyn_cast<Instruction>(V)) {
      F = I->getFunction();
      Block = I->getParent();
    } else {
      Block = F->isDeclaration() ? nullptr : &F->getEntryBlock();
    }
  }
};

// A string of debug information. LLVM's getters take the operand for one, and its verifier does not look.
const MDString *stringOf(const MDNode *Node, unsigned Operand) {
  return dyn_cast_or_null<MDString>(Node->getOperand(Operand).get());
}

// The name of a subprogram or namespace.
StringRef nameOf(const DIScope *Scope) {
  const MDString *Name = stringOf(Scope, 2);
  return Name ? Name->getString() : StringRef();
}

bool hasName(const DIFile *File) { return File && stringOf(File, 0); }

// The name of the outermost namespace around a scope; empty without one.
StringRef outermostNamespace(const DIScope *Scope) {
  StringRef Outermost;
  for (; Scope; Scope = Scope->getScope())
    if (auto *Namespace = dyn_cast<DINamespace>(Scope))
      Outermost = nameOf(Namespace);
  return Outermost;
}

// Whether a place is in a header of the language: in a function of namespace `sycl` or `std`, or with a reserved name.
bool isInHeaderOfLanguage(const DILocation *At) {
  const DISubprogram *Function = At->getScope()->getSubprogram();
  if (Function && nameOf(Function).starts_with("__"))
    return true;
  StringRef Outermost = outermostNamespace(Function);
  return Outermost == "sycl" || Outermost == "std" || Outermost == "__gnu_cxx";
}

// The place in the program that led to an instruction: where headers of the language are inlined, the call of those.
const DILocation *inProgram(const DILocation *At) {
  for (const DILocation *Outer = At; Outer; Outer = Outer->getInlinedAt())
    if (!isInHeaderOfLanguage(Outer))
      return Outer;
  return At;
}

DiagnosticLocation locationOf(const Value *V) {
  if (auto *I = dyn_cast<Instruction>(V)) {
    const DILocation *Loc = I->getDebugLoc() ? inProgram(I->getDebugLoc().get()) : nullptr;
    if (Loc && hasName(Loc->getFile()))
      return DiagnosticLocation(DebugLoc(Loc));
  } else if (auto *F = dyn_cast<Function>(V)) {
    if (auto *SP = F->getSubprogram(); SP && hasName(SP->getFile()))
      return DiagnosticLocation(SP);
  }
  return {};
}

// Whether a function is one of SYCL's headers: members of their namespaces, and what they declare with reserved names.
bool isOfHeaders(const DISubprogram *Function) {
  if (nameOf(Function).starts_with("__"))
    return true;
  StringRef Outermost = outermostNamespace(Function);
  return Outermost == "sycl" || Outermost == "syp";
}

// The place in the program, where what is inlined from SYCL's headers was called.
DiagnosticLocation locationInProgram(const Instruction *I) {
  for (const DILocation *Loc = I->getDebugLoc(); Loc; Loc = Loc->getInlinedAt())
    if (const DISubprogram *Function = Loc->getScope()->getSubprogram();
        Function && !isOfHeaders(Function) && hasName(Loc->getFile()))
      return DiagnosticLocation(DebugLoc(Loc));
  return locationOf(I);
}

std::string textOf(const DiagnosticLocation &Loc) {
  if (!Loc.isValid())
    return {};
  return (Loc.getRelativePath() + ":" + Twine(Loc.getLine()) + ":" + Twine(Loc.getColumn())).str();
}

// A host without a handler of its own (opt) ends the process inside diagnose(), in the thread that calls it. Output
// files that it has opened but not finished are removed then, as LLVM does on every other fatal error.
thread_local bool EndingInDiagnose = false;
void removeUnfinishedOutputs() {
  if (EndingInDiagnose)
    sys::RunInterruptHandlers();
}
bool removesUnfinishedOutputs() {
  static bool Registered = std::atexit(removeUnfinishedOutputs) == 0;
  return Registered;
}
} // namespace

void initializeDiagnostics() {
  PluginDiagnostic::kind();
  removesUnfinishedOutputs();
}

extern "C" {
// Severity as in LLVMDiagnosticSeverity: 0 error, 1 warning, 2 remark, 3 note.
void sp_diagnose(Module *M, int Severity, const char *Text, size_t Length) {
  removesUnfinishedOutputs();
  auto S = Severity == 0 ? DS_Error : Severity == 1 ? DS_Warning : Severity == 2 ? DS_Remark : DS_Note;
  EndingInDiagnose = S == DS_Error;
  M->getContext().diagnose(PluginDiagnostic(S, std::string(Text, Length)));
  EndingInDiagnose = false;
}

// Like sp_diagnose, about an instruction or function, with its place in front of the text.
void sp_diagnose_at(Value *V, int Severity, const char *Text, size_t Length) {
  DiagnosticLocation Loc = locationOf(V);
  std::string Message(Text, Length);
  if (Loc.isValid())
    Message = textOf(Loc) + ": " + Message;
  sp_diagnose(Place(V).F->getParent(), Severity, Message.data(), Message.size());
}

// Whether remarks of a kind by this pass go anywhere: to the handler of diagnostics, or to the optimization record.
bool sp_wants_remarks(Module *M, int Kind, const char *Pass) {
  LLVMContext &C = M->getContext();
  if (C.getLLVMRemarkStreamer() && C.getMainRemarkStreamer()->matchesFilter(Pass))
    return true;
  const DiagnosticHandler *Handler = C.getDiagHandlerPtr();
  return Kind == KindMissed ? Handler->isMissedOptRemarkEnabled(Pass) : Handler->isPassedOptRemarkEnabled(Pass);
}

// A warning or remark about an instruction or function. clang shows it at the place in the source.
void sp_remark(Value *V, int Kind, const char *Pass, const char *Id, size_t IdLength, const char *Text, size_t Length) {
  Place At(V);
  DiagnosticLocation Loc = locationOf(V);
  StringRef Name(Id, IdLength), Message(Text, Length);
  LLVMContext &C = V->getContext();
  if (Kind == KindWarning) {
    if (At.Block) // LLVM's class takes no declarations
      C.diagnose(LocatedWarning(Pass, Name, Loc, At.Block, Message));
    else
      sp_diagnose_at(V, 1, Text, Length);
  } else if (auto *I = dyn_cast<Instruction>(V)) {
    if (Kind == KindPassed)
      C.diagnose(OptimizationRemark(Pass, Name, Loc, I->getParent()) << Message);
    else
      C.diagnose(OptimizationRemarkMissed(Pass, Name, Loc, I->getParent()) << Message);
  } else if (Kind == KindPassed) {
    C.diagnose(OptimizationRemark(Pass, Name, At.F) << Message);
  } else {
    C.diagnose(OptimizationRemarkMissed(Pass, Name, At.F) << Message);
  }
}

// The place of an instruction or function as `file:line:column`, to Out (the C API has no column for functions and
// crashes on a missing location in some versions). Returns the length; 0 without debug info.
// With InProgram the place of an instruction that was inlined from SYCL's headers is that of the call in the program;
// the C API does not say where code was inlined.
size_t sp_location(Value *V, bool InProgram, char *Out, size_t Capacity) {
  auto *I = dyn_cast<Instruction>(V);
  std::string Text = textOf(InProgram && I ? locationInProgram(I) : locationOf(V));
  size_t N = std::min(Text.size(), Capacity);
  std::copy_n(Text.data(), N, Out);
  return N;
}
}
