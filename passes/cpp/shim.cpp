// The one C++ file of the project: what LLVM's C API cannot do, as plain C functions.
//
// Every function says why the C API does not do. Nothing here decides anything: names, order and policy are Rust's.
// Built against LLVM 16 to 22; the version tests mark what moved in between.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h" // moved from llvm/Passes in 22
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace llvm;

// --- registration: PassBuilder has no C API -------------------------------------------------------------------------

namespace {
using Drop = void (*)(void *);
using RunPass = bool (*)(void *Data, Module *M);

constexpr unsigned PassSlots = 16;

// Class names by slot, written once per plugin registration.
std::string &className(unsigned Slot) {
  static std::string Names[PassSlots];
  return Names[Slot];
}

// One instantiation per pass, so that -debug-pass-manager, -time-passes and -print-after tell them apart.
template <unsigned Slot> struct ModulePass : PassInfoMixin<ModulePass<Slot>> {
  std::shared_ptr<void> Data;
  RunPass Run;
  std::string Pipeline;

  ModulePass(std::shared_ptr<void> Data, RunPass Run, std::string Pipeline)
      : Data(std::move(Data)), Run(Run), Pipeline(std::move(Pipeline)) {}
  static StringRef name() { return className(Slot); }
  static bool isRequired() { return true; } // these are lowerings: optnone and bisecting must not drop them
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Run(Data.get(), &M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) { OS << Pipeline; }
};

template <unsigned... S>
void addPass(std::integer_sequence<unsigned, S...>, unsigned Slot, ModulePassManager &MPM, std::shared_ptr<void> Data,
             RunPass Run, const std::string &Pipeline) {
  ((Slot == S ? MPM.addPass(ModulePass<S>(Data, Run, Pipeline)) : void()), ...);
}
} // namespace

extern "C" {
unsigned sp_pass_slots() { return PassSlots; }

uint32_t sp_plugin_api_version() { return LLVM_PLUGIN_API_VERSION; }

void sp_register_pass_name(PassBuilder *PB, unsigned Slot, const char *Class, const char *Pass) {
  className(Slot) = Class;
  if (auto *PIC = PB->getPassInstrumentationCallbacks())
    PIC->addClassToPassName(Class, Pass);
}

void sp_on_module_pipeline_parsing(PassBuilder *PB, void *Data, Drop Delete,
                                   bool (*Parse)(void *Data, const char *Text, size_t Length, ModulePassManager *)) {
  std::shared_ptr<void> Shared(Data, Delete);
  PB->registerPipelineParsingCallback(
      [Shared, Parse](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
        return Parse(Shared.get(), Name.data(), Name.size(), &MPM);
      });
}

void sp_add_module_pass(ModulePassManager *MPM, unsigned Slot, void *Data, Drop Delete, RunPass Run,
                        const char *Pipeline, size_t Length) {
  addPass(std::make_integer_sequence<unsigned, PassSlots>(), Slot, *MPM, std::shared_ptr<void>(Data, Delete), Run,
          std::string(Pipeline, Length));
}
}

// --- diagnostics: the C API can only install a handler ----------------------------------------------------------------

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

// A host without a handler of its own (opt) ends the process inside diagnose(). Output files that it has opened but not
// finished are removed then, as LLVM does on every other fatal error.
bool EndingInDiagnose = false;
void removeUnfinishedOutputs() {
  if (EndingInDiagnose)
    sys::RunInterruptHandlers();
}
} // namespace

extern "C" {
// Severity as in LLVMDiagnosticSeverity: 0 error, 1 warning, 2 remark, 3 note.
void sp_diagnose(Module *M, int Severity, const char *Text, size_t Length) {
  static bool Registered = std::atexit(removeUnfinishedOutputs) == 0;
  (void)Registered;
  auto S = Severity == 0 ? DS_Error : Severity == 1 ? DS_Warning : Severity == 2 ? DS_Remark : DS_Note;
  EndingInDiagnose = S == DS_Error;
  M->getContext().diagnose(PluginDiagnostic(S, std::string(Text, Length)));
  EndingInDiagnose = false;
}

// The place of an instruction or function as `file:line:column`, to Out (the C API has no column for functions and
// crashes on a missing location in some versions). Returns the length; 0 without debug info.
size_t sp_location(Value *V, char *Out, size_t Capacity) {
  DiagnosticLocation Loc;
  if (auto *I = dyn_cast<Instruction>(V)) {
    if (I->getDebugLoc())
      Loc = DiagnosticLocation(I->getDebugLoc());
  } else if (auto *F = dyn_cast<Function>(V)) {
    if (auto *SP = F->getSubprogram())
      Loc = DiagnosticLocation(SP);
  }
  if (!Loc.isValid())
    return 0;
  std::string Text =
      (Loc.getRelativePath() + ":" + Twine(Loc.getLine()) + ":" + Twine(Loc.getColumn())).str();
  size_t N = std::min(Text.size(), Capacity);
  std::copy_n(Text.data(), N, Out);
  return N;
}
}

// --- moving globals between modules of one context: the C API can only clone a module whole ----------------------------

extern "C" {
// An empty module like M: context, layout, triple, source file name and inline assembly.
Module *sp_module_like(Module *M, const char *Name, size_t Length) {
  auto *New = new Module(StringRef(Name, Length), M->getContext());
  New->setSourceFileName(M->getSourceFileName());
  New->setDataLayout(M->getDataLayout());
  New->setTargetTriple(M->getTargetTriple());
  New->setModuleInlineAsm(M->getModuleInlineAsm());
#if LLVM_VERSION_MAJOR >= 19 && LLVM_VERSION_MAJOR <= 20
  New->setIsNewDbgInfoFormat(M->IsNewDbgInfoFormat); // functions bring their debug records in the form of M
#endif
  return New;
}

// Takes G out of its module and appends it to To. A comdat becomes the comdat of that name in To.
// Values of other modules may go on using G; until G is back, To can be written but not transformed.
void sp_move_global(GlobalValue *G, Module *To) {
  Comdat *C = nullptr;
  if (auto *GO = dyn_cast<GlobalObject>(G)) {
    C = GO->getComdat();
    if (C)
      GO->setComdat(nullptr);
  }
  if (auto *F = dyn_cast<Function>(G)) {
    F->removeFromParent();
    To->getFunctionList().push_back(F);
  } else if (auto *V = dyn_cast<GlobalVariable>(G)) {
    V->removeFromParent();
#if LLVM_VERSION_MAJOR >= 17
    To->insertGlobalVariable(V);
#else
    To->getGlobalList().push_back(V);
#endif
  } else if (auto *A = dyn_cast<GlobalAlias>(G)) {
    A->removeFromParent();
#if LLVM_VERSION_MAJOR >= 17
    To->insertAlias(A);
#else
    To->getAliasList().push_back(A);
#endif
  } else {
    auto *I = cast<GlobalIFunc>(G);
    I->removeFromParent();
#if LLVM_VERSION_MAJOR >= 17
    To->insertIFunc(I);
#else
    To->getIFuncList().push_back(I);
#endif
  }
  if (C) {
    Comdat *New = To->getOrInsertComdat(C->getName());
    New->setSelectionKind(C->getSelectionKind());
    cast<GlobalObject>(G)->setComdat(New);
  }
}

// Moves G to the end of its list in its own module (no C API for order).
void sp_move_to_end(GlobalValue *G) { sp_move_global(G, G->getParent()); }

// Moves the body of F to the empty function Holder, which makes F a declaration (and back, with the roles swapped).
// The subprogram goes along: a declaration may not have a distinct one.
void sp_move_body(Function *F, Function *Holder) {
  Holder->splice(Holder->end(), F);
  DISubprogram *SP = F->getSubprogram();
  F->setSubprogram(nullptr);
  Holder->setSubprogram(SP);
}

// The C API has comdats but not their names.
const char *sp_comdat_name(Comdat *C, size_t *Length) {
  *Length = C->getName().size();
  return C->getName().data();
}

void sp_clear_comdat(GlobalObject *G) { G->setComdat(nullptr); }

// Gives G the comdat of this name in its own module (LLVMGetOrInsertComdat loses the selection kind of a new one).
void sp_set_comdat(GlobalObject *G, const char *Name, size_t Length, int Kind) {
  Comdat *C = G->getParent()->getOrInsertComdat(StringRef(Name, Length));
  C->setSelectionKind(Comdat::SelectionKind(Kind));
  G->setComdat(C);
}
}

// --- metadata: the C API neither removes named metadata nor follows metadata to values ---------------------------------

namespace {
// Whether every global that the node names, directly or through nested tuples, is in M.
bool namesOnlyGlobalsOf(const MDNode *N, const Module *M, SmallPtrSetImpl<const MDNode *> &Seen) {
  if (!Seen.insert(N).second)
    return true;
  for (const MDOperand &Op : N->operands()) {
    if (auto *C = dyn_cast_or_null<ConstantAsMetadata>(Op.get())) {
      if (auto *G = dyn_cast<GlobalValue>(C->getValue()->stripPointerCasts()))
        if (G->getParent() != M)
          return false;
    } else if (auto *T = dyn_cast_or_null<MDTuple>(Op.get())) {
      if (!namesOnlyGlobalsOf(T, M, Seen))
        return false;
    }
  }
  return true;
}

void collectUnit(const MDNode *Scope, SmallSetVector<DICompileUnit *, 2> &Units) {
  if (auto *Local = dyn_cast_or_null<DILocalScope>(Scope))
    if (auto *SP = Local->getSubprogram())
      if (auto *CU = SP->getUnit())
        Units.insert(CU);
}

// What an image's debug info needs of the source module, found once: which units each function reaches, and which
// unit lists each global variable.
struct DebugIndex {
  Module &M;
  std::vector<DICompileUnit *> Units;
  DenseMap<const DIGlobalVariableExpression *, DICompileUnit *> UnitOfVariable;
  DenseMap<const Function *, SmallSetVector<DICompileUnit *, 2>> UnitsOfFunction;
  // Operands of a trimmed unit, to put back.
  std::vector<std::pair<DICompileUnit *, std::vector<Metadata *>>> Trimmed;

  explicit DebugIndex(Module &M) : M(M) {
    if (NamedMDNode *N = M.getNamedMetadata("llvm.dbg.cu"))
      for (MDNode *Op : N->operands())
        if (auto *CU = dyn_cast<DICompileUnit>(Op))
          Units.push_back(CU);
    for (DICompileUnit *CU : Units)
      for (auto *E : CU->getGlobalVariables())
        UnitOfVariable[E] = CU;
  }

  const SmallSetVector<DICompileUnit *, 2> &unitsOf(Function &F) {
    auto [It, New] = UnitsOfFunction.try_emplace(&F);
    if (New) {
      auto &S = It->second;
      if (auto *SP = F.getSubprogram())
        if (auto *CU = SP->getUnit())
          S.insert(CU);
      if (Units.size() > 1)
        for (auto &BB : F)
          for (auto &I : BB)
            for (const DILocation *L = I.getDebugLoc().get(); L; L = L->getInlinedAt())
              collectUnit(L->getScope(), S);
    }
    return It->second;
  }
};
// Operands of a compile unit that list things of the whole translation unit: enums, retained types, global variables,
// imported entities, macros.
constexpr unsigned UnitLists[] = {4, 5, 6, 7, 8};
} // namespace

extern "C" {
DebugIndex *sp_debug_index_new(Module *M) { return new DebugIndex(*M); }
void sp_debug_index_free(DebugIndex *D) { delete D; }

// Gives To, whose globals were moved out of D's module, that module's named metadata: operands that name a global
// outside To are left out, and so are compile units that nothing in To belongs to. The units kept list only To's
// variables until sp_debug_restore.
void sp_copy_named_metadata(DebugIndex *D, Module *To) {
  for (NamedMDNode &N : D->M.named_metadata()) {
    if (N.getName() == "llvm.dbg.cu")
      continue;
    NamedMDNode *New = nullptr;
    bool Dropped = false;
    for (MDNode *Op : N.operands()) {
      SmallPtrSet<const MDNode *, 8> Seen;
      if (!namesOnlyGlobalsOf(Op, To, Seen)) {
        Dropped = true;
        continue;
      }
      if (!New)
        New = To->getOrInsertNamedMetadata(N.getName());
      New->addOperand(Op);
    }
    if (!New && !Dropped)
      To->getOrInsertNamedMetadata(N.getName()); // was empty and stays so
  }
  if (D->Units.empty())
    return;
  DenseMap<DICompileUnit *, SmallVector<Metadata *, 8>> Variables;
  SmallPtrSet<DICompileUnit *, 8> Needed;
  for (GlobalVariable &G : To->globals()) {
    SmallVector<DIGlobalVariableExpression *, 1> Es;
    G.getDebugInfo(Es);
    for (auto *E : Es)
      if (auto *CU = D->UnitOfVariable.lookup(E)) {
        Needed.insert(CU);
        Variables[CU].push_back(E);
      }
  }
  for (Function &F : *To)
    for (DICompileUnit *CU : D->unitsOf(F))
      Needed.insert(CU);
  NamedMDNode *New = nullptr;
  for (DICompileUnit *CU : D->Units) {
    if (!Needed.count(CU))
      continue;
    if (!New)
      New = To->getOrInsertNamedMetadata("llvm.dbg.cu");
    New->addOperand(CU);
    std::vector<Metadata *> Old;
    for (unsigned I : UnitLists) {
      Old.push_back(CU->getOperand(I).get());
      CU->replaceOperandWith(I, nullptr);
    }
    D->Trimmed.emplace_back(CU, std::move(Old));
    auto It = Variables.find(CU);
    if (It != Variables.end())
      CU->replaceGlobalVariables(MDTuple::get(To->getContext(), It->second));
  }
}

// Gives the compile units of the source module their lists back.
void sp_debug_restore(DebugIndex *D) {
  for (auto &[CU, Old] : D->Trimmed)
    for (unsigned I = 0; I < std::size(UnitLists); ++I)
      CU->replaceOperandWith(UnitLists[I], Old[I]);
  D->Trimmed.clear();
}

// Calls Found for every global that metadata of functions, instructions, debug records or variables refers to (not
// named metadata), in a stable order. The lists of compile units are not followed: parts do without them.
void sp_globals_in_metadata(Module *M, void *Data, void (*Found)(void *, GlobalValue *)) {
  if (none_of(M->global_values(), [](GlobalValue &G) { return G.isUsedByMetadata(); }))
    return;
  SmallSetVector<GlobalValue *, 8> Globals;
  SmallPtrSet<const MDNode *, 32> Seen;
  SmallVector<const MDNode *, 32> Work;
  auto Visit = [&](const Metadata *MD) {
    if (auto *C = dyn_cast_or_null<ConstantAsMetadata>(MD)) {
      if (auto *G = dyn_cast<GlobalValue>(C->getValue()->stripPointerCasts()))
        Globals.insert(G);
    } else if (auto *L = dyn_cast_or_null<DIArgList>(MD)) { // a node in 16, not any more later
      for (auto *A : L->getArgs())
        if (auto *C = dyn_cast<ConstantAsMetadata>(A))
          if (auto *G = dyn_cast<GlobalValue>(C->getValue()->stripPointerCasts()))
            Globals.insert(G);
    } else if (auto *N = dyn_cast_or_null<MDNode>(MD)) {
      if (Seen.insert(N).second)
        Work.push_back(N);
    }
    while (!Work.empty()) {
      const MDNode *N = Work.pop_back_val();
      for (unsigned I = 0; I < N->getNumOperands(); ++I) {
        if (isa<DICompileUnit>(N) && is_contained(UnitLists, I))
          continue;
        const Metadata *Op = N->getOperand(I).get();
        if (auto *C = dyn_cast_or_null<ConstantAsMetadata>(Op)) {
          if (auto *G = dyn_cast<GlobalValue>(C->getValue()->stripPointerCasts()))
            Globals.insert(G);
        } else if (auto *Child = dyn_cast_or_null<MDNode>(Op)) {
          if (Seen.insert(Child).second)
            Work.push_back(Child);
        }
      }
    }
  };
  SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
  for (GlobalObject &G : M->global_objects()) {
    Attached.clear();
    G.getAllMetadata(Attached);
    for (auto &A : Attached)
      Visit(A.second);
  }
  for (Function &F : *M)
    for (BasicBlock &BB : F)
      for (Instruction &I : BB) {
        if (I.hasMetadata()) {
          Attached.clear();
          I.getAllMetadata(Attached);
          for (auto &A : Attached)
            Visit(A.second);
        }
        for (Value *Op : I.operands())
          if (auto *V = dyn_cast<MetadataAsValue>(Op))
            Visit(V->getMetadata());
#if LLVM_VERSION_MAJOR >= 19
        for (DbgRecord &R : I.getDbgRecordRange())
          if (auto *V = dyn_cast<DbgVariableRecord>(&R)) {
            Visit(V->getRawLocation());
            Visit(V->getRawVariable());
            if (V->isDbgAssign())
              Visit(V->getRawAddress());
          }
#endif
      }
  for (GlobalValue *G : Globals)
    Found(Data, G);
}

// Value of the string attribute of a variable (the C API has none for variables); null if it has no such attribute.
const char *sp_variable_attribute(GlobalVariable *V, const char *Name, size_t Length, size_t *ValueLength) {
  Attribute A = V->getAttributes().getAttribute(StringRef(Name, Length));
  if (!A.isValid())
    return nullptr;
  *ValueLength = A.getValueAsString().size();
  return A.getValueAsString().data();
}

// Bits of an integer constant as little-endian words (the C API stops at 64 bits).
// Returns the width in bits; 0 if it is no integer or has more than Capacity words.
unsigned sp_integer_bits(Value *V, uint64_t *Words, size_t Capacity) {
  auto *I = dyn_cast<ConstantInt>(V);
  if (!I || I->getValue().getNumWords() > Capacity)
    return 0;
  const APInt &Bits = I->getValue();
  std::copy_n(Bits.getRawData(), Bits.getNumWords(), Words);
  return Bits.getBitWidth();
}

// Whether any metadata refers to V (the C API counts only ordinary uses).
bool sp_used_by_metadata(Value *V) { return V->isUsedByMetadata(); }

void sp_erase_named_metadata(Module *M, const char *Name, size_t Length) {
  if (NamedMDNode *N = M->getNamedMetadata(StringRef(Name, Length)))
    M->eraseNamedMetadata(N);
}

// Removes constants that use G and are used by nothing, so that G's remaining uses are real.
void sp_remove_dead_constant_users(GlobalValue *G) { G->removeDeadConstantUsers(); }
}
