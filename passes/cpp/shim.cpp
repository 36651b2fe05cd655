// The one C++ file of the project: what LLVM's C API cannot do, as plain C functions.
//
// Every function says why the C API does not do. Nothing here decides anything: names, order and policy are Rust's.
// Built against LLVM 16 to 22; the version tests mark what moved in between.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h" // moved from llvm/Passes in 22
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace llvm;

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

DiagnosticLocation locationOf(const Value *V) {
  if (auto *I = dyn_cast<Instruction>(V)) {
    if (I->getDebugLoc())
      return DiagnosticLocation(I->getDebugLoc());
  } else if (auto *F = dyn_cast<Function>(V)) {
    if (auto *SP = F->getSubprogram())
      return DiagnosticLocation(SP);
  }
  return {};
}

std::string textOf(const DiagnosticLocation &Loc) {
  if (!Loc.isValid())
    return {};
  return (Loc.getRelativePath() + ":" + Twine(Loc.getLine()) + ":" + Twine(Loc.getColumn())).str();
}

// A host without a handler of its own (opt) ends the process inside diagnose(), in the thread that calls it. Output files
// that it has opened but not finished are removed then, as LLVM does on every other fatal error.
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

// Whether anybody gets remarks of a kind by this pass: whoever handles diagnostics, or the optimization record.
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
size_t sp_location(Value *V, char *Out, size_t Capacity) {
  std::string Text = textOf(locationOf(V));
  size_t N = std::min(Text.size(), Capacity);
  std::copy_n(Text.data(), N, Out);
  return N;
}
}

// --- registration: PassBuilder has no C API -------------------------------------------------------------------------

namespace {
using Drop = void (*)(void *);
using RunPass = bool (*)(void *Data, Module *M);

// `PassName` of ir/ffi.rs: what a pass is called in LLVM's output and in pipelines.
struct PassName {
  const char *Class;
  size_t ClassLength;
  const char *Pass;
  size_t PassLength;
};

constexpr unsigned PassSlots = 32; // PASS_SLOTS in ir/ffi.rs

// Class names by slot. Written by sp_initialize only: later, several threads may register passes and read names.
std::array<StringRef, PassSlots> ClassNames;

// One instantiation per pass, so that -debug-pass-manager, -time-passes and -print-after tell them apart.
template <unsigned Slot> struct ModulePass : PassInfoMixin<ModulePass<Slot>> {
  std::shared_ptr<void> Data;
  RunPass Run;
  std::string Pipeline;

  ModulePass(std::shared_ptr<void> Data, RunPass Run, std::string Pipeline)
      : Data(std::move(Data)), Run(Run), Pipeline(std::move(Pipeline)) {}
  static StringRef name() { return ClassNames[Slot]; }
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

// Everything that the process shares is written here. The caller sees to it that this runs once, before anything is
// registered. Names live as long as the process: LLVM keeps references.
void sp_initialize(const PassName *Names, size_t Count) {
  for (size_t Slot = 0; Slot < Count && Slot < PassSlots; ++Slot)
    ClassNames[Slot] = StringRef(Names[Slot].Class, Names[Slot].ClassLength);
  PluginDiagnostic::kind();
  removesUnfinishedOutputs();
}

// Tells the instrumentation of this PassBuilder what the passes are called in pipelines.
void sp_register_pass_names(PassBuilder *PB, const PassName *Names, size_t Count) {
  if (auto *PIC = PB->getPassInstrumentationCallbacks())
    for (size_t Slot = 0; Slot < Count; ++Slot)
      PIC->addClassToPassName(StringRef(Names[Slot].Class, Names[Slot].ClassLength),
                              StringRef(Names[Slot].Pass, Names[Slot].PassLength));
}

// Whether this PassBuilder takes a pipeline.
bool sp_takes_pipeline(PassBuilder *PB, const char *Text, size_t Length) {
  ModulePassManager MPM;
  Error E = PB->parsePassPipeline(MPM, StringRef(Text, Length));
  bool Taken = !E;
  consumeError(std::move(E));
  return Taken;
}

// Calls Add for every pipeline that LLVM builds by itself, at one of its extension points: 0 before the first pass,
// 1 after the last optimization, 2 and 3 the same in a full link-time pipeline, which has neither of the others.
void sp_on_extension_point(PassBuilder *PB, int Point, void *Data, Drop Delete,
                           void (*Add)(void *Data, int Point, ModulePassManager *)) {
  std::shared_ptr<void> Shared(Data, Delete);
  auto Callback = [Shared, Add, Point](ModulePassManager &MPM, OptimizationLevel) { Add(Shared.get(), Point, &MPM); };
  switch (Point) {
  case 0:
    PB->registerPipelineStartEPCallback(Callback);
    break;
  case 1:
#if LLVM_VERSION_MAJOR >= 20
    PB->registerOptimizerLastEPCallback([Callback](ModulePassManager &MPM, OptimizationLevel Level,
                                                   ThinOrFullLTOPhase) { Callback(MPM, Level); });
#else
    PB->registerOptimizerLastEPCallback(Callback);
#endif
    break;
  case 2:
    PB->registerFullLinkTimeOptimizationEarlyEPCallback(Callback);
    break;
  case 3:
    PB->registerFullLinkTimeOptimizationLastEPCallback(Callback);
    break;
  }
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

// --- moving globals between modules of one context: the C API can only clone a module whole ----------------------------

namespace {
// LLVM 20 prefers iterators, which older ones do not take.
void insertBefore(Instruction *New, Instruction *Place) {
#if LLVM_VERSION_MAJOR >= 20
  New->insertBefore(Place->getIterator());
#else
  New->insertBefore(Place);
#endif
}

// Metadata, personality, prefix and prologue go where the body goes: they belong to a definition.
void moveDefinitionData(Function *From, Function *To) {
  To->clearMetadata();
  To->copyMetadata(From, 0);
  From->clearMetadata();
  To->setPersonalityFn(From->hasPersonalityFn() ? From->getPersonalityFn() : nullptr);
  From->setPersonalityFn(nullptr);
  To->setPrefixData(From->hasPrefixData() ? From->getPrefixData() : nullptr);
  From->setPrefixData(nullptr);
  To->setPrologueData(From->hasPrologueData() ? From->getPrologueData() : nullptr);
  From->setPrologueData(nullptr);
}
} // namespace

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
void sp_move_body(Function *F, Function *Holder) {
  Holder->splice(Holder->end(), F);
  moveDefinitionData(F, Holder);
}

// Whether the address of a block of F was taken: such an address refers to the block, wherever that moves, and blocks of a copy
// of F have other addresses. Since LLVM 22 such a constant does not refer to the function.
bool sp_has_block_addresses(Function *F) {
  return any_of(*F, [](BasicBlock &BB) { return BB.hasAddressTaken(); });
}

// Whether a function outside of M uses the address of a block in M. The bitcode writer notes for each block which functions use
// its address, wherever they are, and cannot number those of other modules.
bool sp_block_addresses_used_elsewhere(Module *M) {
  SmallVector<const User *, 8> Work;
  SmallPtrSet<const User *, 8> Seen;
  for (Function &F : *M)
    for (BasicBlock &BB : F)
      if (BB.hasAddressTaken())
        for (const User *U : BB.users())
          if (auto *Address = dyn_cast<BlockAddress>(U))
            Work.push_back(Address);
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (auto *I = dyn_cast<Instruction>(U)) {
      if (!I->getParent() || I->getModule() != M)
        return true;
    } else if (isa<Constant>(U) && !isa<GlobalValue>(U) && Seen.insert(U).second) {
      append_range(Work, U->users());
    }
  }
  return false;
}

// As sp_move_body, but the blocks stay in F, empty but for an `unreachable`, so that their addresses remain addresses of F.
void sp_hollow_body(Function *F, Function *Holder) {
  for (BasicBlock &BB : *F) {
    auto *Held = BasicBlock::Create(F->getContext(), "", Holder);
    Held->splice(Held->end(), &BB);
    new UnreachableInst(F->getContext(), &BB);
  }
  moveDefinitionData(F, Holder);
}

// Undoes sp_hollow_body.
void sp_fill_body(Function *F, Function *Holder) {
  for (auto [BB, Held] : zip_equal(*F, *Holder)) {
    BB.getTerminator()->eraseFromParent();
    BB.splice(BB.end(), &Held);
  }
  moveDefinitionData(Holder, F);
}

// Brings the symbol table of F into a form that no longer changes when its body is moved out and back. The bitcode writer
// walks the table in the order of its buckets, which depends on the order in which names came and went. With room for six
// times its names the table is never rehashed again; after one move, names have the places that every later move gives them.
void sp_settle_names(Function *F) {
  size_t Names = F->getValueSymbolTable() ? F->getValueSymbolTable()->size() : 0;
  if (Names == 0)
    return;
  std::vector<BasicBlock *> Extra;
  for (size_t I = 0; I < 7 * Names; ++I)
    Extra.push_back(BasicBlock::Create(F->getContext(), "sycl-passes." + Twine(I), F));
  for (BasicBlock *BB : Extra)
    BB->eraseFromParent();
  auto *Holder = Function::Create(F->getFunctionType(), GlobalValue::InternalLinkage, "", F->getParent());
  if (sp_has_block_addresses(F)) {
    sp_hollow_body(F, Holder);
    sp_fill_body(F, Holder);
  } else {
    sp_move_body(F, Holder);
    sp_move_body(Holder, F);
  }
  Holder->eraseFromParent();
}

// Deletes the body of F. Addresses of its blocks become `inttoptr (i64 1 to ptr)`.
void sp_delete_body(Function *F) { F->deleteBody(); }

// Erases globals that only refer to each other, and that nothing else but metadata refers to (the C API neither drops
// references first nor erases aliases).
void sp_erase_globals(GlobalValue **Globals, size_t Count) {
  ArrayRef<GlobalValue *> All(Globals, Count);
  for (GlobalValue *G : All) {
    if (auto *F = dyn_cast<Function>(G))
      F->deleteBody();
    else if (auto *V = dyn_cast<GlobalVariable>(G))
      V->setInitializer(nullptr);
    else if (auto *A = dyn_cast<GlobalAlias>(G))
      A->setAliasee(nullptr);
    else
      cast<GlobalIFunc>(G)->setResolver(nullptr);
  }
  for (GlobalValue *G : All) {
    G->removeDeadConstantUsers();
    G->eraseFromParent();
  }
}

// Whether G is dso_local; changes of linkage imply it, and the C API has no word for it.
bool sp_is_dso_local(GlobalValue *G) { return G->isDSOLocal(); }
void sp_set_dso_local(GlobalValue *G, bool Local) { G->setDSOLocal(Local); }

// The C API has comdats but not their names.
const char *sp_comdat_name(Comdat *C, size_t *Length) {
  *Length = C->getName().size();
  return C->getName().data();
}

// Gives To the name of From, in the same function: the symbol table keeps its form, and with it the order in which the
// bitcode writer walks it (removing and adding a name does not).
void sp_take_name(Value *To, Value *From) { To->takeName(From); }

// Puts an instruction without parent before Next, and before the debug records of Next (the C API's builder puts it behind
// them and gives it a debug location).
void sp_insert_before(Instruction *I, Instruction *Next) {
#if LLVM_VERSION_MAJOR >= 19
  BasicBlock::iterator Position = Next->getIterator();
  Position.setHeadBit(true);
  I->insertBefore(*Next->getParent(), Position);
#else
  I->insertBefore(Next);
#endif
}

// Takes an instruction that nothing uses out of its block, and everything that it refers to away from it, as
// eraseFromParent does. It is freed by sp_free_erased: handles may still be asked.
void sp_erase_instruction(Instruction *I) {
  I->removeFromParent();
  if (I->isUsedByMetadata())
    ValueAsMetadata::handleRAUW(I, PoisonValue::get(I->getType()));
  I->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
  I->dropAllReferences();
}

// The same for a global that nothing uses: a variable, or a function without body.
void sp_erase_global(GlobalValue *G) {
  G->removeFromParent();
  if (auto *O = dyn_cast<GlobalObject>(G)) {
    O->setComdat(nullptr);
    O->clearMetadata();
  }
  if (G->isUsedByMetadata())
    ValueAsMetadata::handleDeletion(G);
  if (auto *F = dyn_cast<Function>(G))
    F->dropAllReferences();
  else
    cast<GlobalVariable>(G)->dropAllReferences();
}

// Frees what was erased. Whoever came to use such a value afterwards gets poison.
void sp_free_erased(Value **Values, size_t Count) {
  ArrayRef<Value *> All(Values, Count);
  for (Value *V : All)
    if (!V->use_empty())
      V->replaceAllUsesWith(PoisonValue::get(V->getType()));
  for (Value *V : All) {
    // `deleteValue` takes no globals.
    if (auto *F = dyn_cast<Function>(V))
      delete F;
    else if (auto *G = dyn_cast<GlobalVariable>(V))
      delete G;
    else
      V->deleteValue();
  }
}

// Makes an invoke a call and a branch to where it goes on (the C API cannot take the unwind edge out of phis). Returns the
// call. The invoke is erased, and phis at the unwind destination may be: changeToCall, less the freeing.
Instruction *sp_invoke_to_call(Instruction *I, void *Data, void (*Erased)(void *Data, Value *)) {
  auto *Invoke = cast<InvokeInst>(I);
  BasicBlock *Block = Invoke->getParent();
  BasicBlock *Unwind = Invoke->getUnwindDest();
  CallInst *Call = createCallMatchingInvoke(Invoke);
  Call->takeName(Invoke);
  insertBefore(Call, Invoke);
  Invoke->replaceAllUsesWith(Call);
  auto *Branch = BranchInst::Create(Invoke->getNormalDest());
  insertBefore(Branch, Invoke);
#if LLVM_VERSION_MAJOR >= 22
  Branch->setDebugLoc(Invoke->getDebugLoc());
#endif
  // As BasicBlock::removePredecessor.
  for (PHINode &Phi : make_early_inc_range(Unwind->phis())) {
    bool IsLast = Phi.getNumIncomingValues() == 1;
    Phi.removeIncomingValue(Block, false);
    Value *Same = IsLast ? PoisonValue::get(Phi.getType()) : Phi.hasConstantValue();
    if (Same) {
      Phi.replaceAllUsesWith(Same);
      sp_erase_instruction(&Phi);
      Erased(Data, &Phi);
    }
  }
  sp_erase_instruction(Invoke);
  Erased(Data, Invoke);
  return Call;
}

// Length of an array (32 bits of it in the C API of LLVM 16).
uint64_t sp_array_length(Type *Array) { return cast<ArrayType>(Array)->getNumElements(); }

void sp_clear_comdat(GlobalObject *G) { G->setComdat(nullptr); }

// Gives G the comdat of this name in its own module (LLVMGetOrInsertComdat loses the selection kind of a new one).
void sp_set_comdat(GlobalObject *G, const char *Name, size_t Length, int Kind) {
  Comdat *C = G->getParent()->getOrInsertComdat(StringRef(Name, Length));
  C->setSelectionKind(Comdat::SelectionKind(Kind));
  G->setComdat(C);
}
}

// --- attributes: the C API asks for one kind at one place at a time -------------------------------------------------------

extern "C" {
// Calls Found with the type of every attribute that carries one (byval, sret, byref, inalloca, preallocated, elementtype),
// of a function or of a call.
void sp_attribute_types(Value *FunctionOrCall, void *Data, void (*Found)(void *Data, Type *T)) {
  AttributeList L = isa<Function>(FunctionOrCall) ? cast<Function>(FunctionOrCall)->getAttributes()
                                                  : cast<CallBase>(FunctionOrCall)->getAttributes();
  bool Any = false;
  for (unsigned Kind = Attribute::FirstTypeAttr; Kind <= Attribute::LastTypeAttr; ++Kind)
    Any |= L.hasAttrSomewhere(Attribute::AttrKind(Kind));
  if (!Any)
    return;
  for (unsigned Index : L.indexes())
    for (const Attribute &A : L.getAttributes(Index))
      if (A.isTypeAttribute() && A.getValueAsType())
        Found(Data, A.getValueAsType());
}
}

// --- walking instructions: a call into the C API for every operand costs more than the look itself ---------------------

namespace {
using PlainTypes = DenseSet<Type *>;

bool isPlain(const PlainTypes &Plain, const Instruction &I) {
  if (isa<CallBase>(I) || I.isAtomic() || I.hasMetadataOtherThanDebugLoc() || !Plain.count(I.getType()))
    return false;
  if (auto *A = dyn_cast<AllocaInst>(&I))
    if (!Plain.count(A->getAllocatedType()))
      return false;
  if (auto *G = dyn_cast<GetElementPtrInst>(&I))
    if (!Plain.count(G->getSourceElementType()))
      return false;
  for (const Value *Op : I.operands())
    if (auto *C = dyn_cast<Constant>(Op))
      if (C->getNumOperands() || isa<GlobalValue>(C) || !Plain.count(C->getType()))
        return false;
  return true;
}
} // namespace

extern "C" {
PlainTypes *sp_plain_types_new() { return new PlainTypes; }
void sp_plain_types_free(PlainTypes *Plain) { delete Plain; }
void sp_plain_types_add(PlainTypes *Plain, Type *T) { Plain->insert(T); }

// The first instruction of F, after After if that is not null, which is no mere computation with plain types: a call, one
// or atomic one, one with metadata, one that refers to a global or to a constant with operands, one of another type. Null if
// there is none.
Instruction *sp_next_special_instruction(PlainTypes *Plain, Function *F, Instruction *After) {
  auto B = After ? After->getParent()->getIterator() : F->begin();
  auto I = After ? std::next(After->getIterator()) : BasicBlock::iterator();
  for (bool Inside = After != nullptr; B != F->end(); ++B, Inside = false)
    for (auto E = (I = Inside ? I : B->begin(), B->end()); I != E; ++I)
      if (!isPlain(*Plain, *I))
        return &*I;
  return nullptr;
}
}

// --- metadata nodes: the C API hands them out as values, which turns `!{null}` into `!{}` and `!{i32 1}` into `i32 1` ------

extern "C" {
unsigned sp_node_size(const Metadata *Node) {
  auto *N = dyn_cast<MDNode>(Node);
  return N ? N->getNumOperands() : 0;
}

// What operand Index of a node is: 0 null, 1 a string (Out, Length), 2 a value (Out), 3 a node or another kind of metadata
// (Out).
int sp_node_operand(const MDNode *Node, unsigned Index, const void **Out, size_t *Length) {
  const Metadata *Operand = Node->getOperand(Index).get();
  *Out = Operand;
  if (!Operand)
    return 0;
  if (auto *S = dyn_cast<MDString>(Operand)) {
    *Out = S->getString().data();
    *Length = S->getString().size();
    return 1;
  }
  if (auto *V = dyn_cast<ValueAsMetadata>(Operand)) {
    *Out = V->getValue();
    return 2;
  }
  return 3;
}

MDNode *sp_instruction_node(Instruction *I, unsigned Kind) { return I->getMetadata(Kind); }

unsigned sp_named_metadata_size(Module *M, const char *Name, size_t Length) {
  auto *N = M->getNamedMetadata(StringRef(Name, Length));
  return N ? N->getNumOperands() : 0;
}
MDNode *sp_named_metadata_operand(Module *M, const char *Name, size_t Length, unsigned Index) {
  return M->getNamedMetadata(StringRef(Name, Length))->getOperand(Index);
}
void sp_add_named_metadata(Module *M, const char *Name, size_t Length, MDNode *Node) {
  M->getOrInsertNamedMetadata(StringRef(Name, Length))->addOperand(Node);
}
}

// --- metadata: the C API neither removes named metadata nor follows metadata to values ---------------------------------

namespace {
// Operands of a compile unit that list things of the whole translation unit: enums, retained types, global variables,
// imported entities, macros. Parts do without them, so walks over metadata do not follow them.
constexpr unsigned UnitLists[] = {4, 5, 6, 7, 8};

// Walks what metadata reaches, each node once. OnNode is called for every node, OnConstant for every constant that may
// refer to globals; it may be called again for the same constant.
template <class OnNode, class OnConstant> struct MetadataWalk {
  OnNode Node;
  OnConstant Found;
  DenseSet<const MDNode *> Seen;
  SmallVector<const MDNode *, 32> Work;

  MetadataWalk(OnNode Node, OnConstant Found) : Node(std::move(Node)), Found(std::move(Found)) {}

  void value(const ValueAsMetadata *V) {
    if (auto *C = dyn_cast<ConstantAsMetadata>(V))
      if (!isa<ConstantData>(C->getValue()))
        Found(C->getValue());
  }
  void push(const Metadata *MD) {
    if (!MD)
      return;
    if (auto *V = dyn_cast<ValueAsMetadata>(MD))
      value(V);
    else if (auto *L = dyn_cast<DIArgList>(MD)) // a node in 16, not any more later
      for (auto *A : L->getArgs())
        value(A);
    else if (auto *N = dyn_cast<MDNode>(MD))
      if (Seen.insert(N).second)
        Work.push_back(N);
  }
  void drain() {
    while (!Work.empty()) {
      const MDNode *N = Work.pop_back_val();
      Node(N);
      for (unsigned I = 0; I < N->getNumOperands(); ++I)
        if (!isa<DICompileUnit>(N) || !is_contained(UnitLists, I))
          push(N->getOperand(I).get());
    }
  }

  // Everything that metadata of a global refers to: attached, in instructions, in debug records.
  void global(GlobalValue &G) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
    if (auto *O = dyn_cast<GlobalObject>(&G))
      O->getAllMetadata(Attached);
    for (auto &A : Attached)
      push(A.second);
    if (auto *F = dyn_cast<Function>(&G))
      for (BasicBlock &BB : *F)
        for (Instruction &I : BB)
          instruction(I);
    drain();
  }
  void named(Module &M) {
    for (NamedMDNode &N : M.named_metadata())
      for (MDNode *Op : N.operands())
        push(Op);
    drain();
  }
  void instruction(Instruction &I) {
    if (I.hasMetadata()) {
      SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
      I.getAllMetadata(Attached);
      for (auto &A : Attached)
        push(A.second);
    }
    if (isa<CallBase>(I))
      for (Value *Op : I.operands())
        if (auto *V = dyn_cast<MetadataAsValue>(Op))
          push(V->getMetadata());
#if LLVM_VERSION_MAJOR >= 19
    for (DbgRecord &R : I.getDbgRecordRange()) {
      push(R.getDebugLoc().getAsMDNode());
      if (auto *V = dyn_cast<DbgVariableRecord>(&R)) {
        push(V->getRawLocation());
        push(V->getRawVariable());
        if (V->isDbgAssign())
          push(V->getRawAddress());
      } else if (auto *L = dyn_cast<DbgLabelRecord>(&R))
        push(L->getLabel());
    }
#endif
  }
};

// Constants in the order in which a walk finds them.
using ConstantSet = SmallSetVector<Constant *, 8>;
using FoundConstant = void (*)(void *Data, Constant *);

template <class Start> void constantsInMetadata(Start Begin, void *Data, FoundConstant Found) {
  ConstantSet Constants;
  MetadataWalk Walk([](const MDNode *) {}, [&](Constant *C) { Constants.insert(C); });
  Begin(Walk);
  for (Constant *C : Constants)
    Found(Data, C);
}

// The compile units of a module, and which of them lists each global variable; found once.
struct DebugIndex {
  std::vector<DICompileUnit *> Units;
  DenseMap<const DIGlobalVariableExpression *, DICompileUnit *> UnitOfVariable;
  // Units whose lists a part does without, with the operands to put back.
  std::vector<std::pair<DICompileUnit *, std::vector<Metadata *>>> Trimmed;

  explicit DebugIndex(Module &M) {
    if (NamedMDNode *N = M.getNamedMetadata("llvm.dbg.cu"))
      for (MDNode *Op : N->operands())
        if (auto *CU = dyn_cast<DICompileUnit>(Op))
          Units.push_back(CU);
    for (DICompileUnit *CU : Units)
      for (auto *E : CU->getGlobalVariables())
        UnitOfVariable[E] = CU;
  }
};
} // namespace

extern "C" {
DebugIndex *sp_debug_index_new(Module *M) { return new DebugIndex(*M); }
void sp_debug_index_free(DebugIndex *D) { delete D; }

// Gives To, whose globals were moved out of D's module, the compile units that something in it reaches, in their order
// in the module. They list only To's variables until sp_debug_restore.
void sp_copy_compile_units(DebugIndex *D, Module *To) {
  if (D->Units.empty())
    return;
  SmallPtrSet<const DICompileUnit *, 8> Needed;
  DenseMap<DICompileUnit *, SmallVector<Metadata *, 8>> Variables;
  MetadataWalk Walk(
      [&](const MDNode *N) {
        if (auto *CU = dyn_cast<DICompileUnit>(N))
          Needed.insert(CU);
      },
      [](Constant *) {});
  Walk.named(*To);
  for (GlobalVariable &G : To->globals()) {
    SmallVector<DIGlobalVariableExpression *, 1> Expressions;
    G.getDebugInfo(Expressions);
    for (auto *E : Expressions)
      if (auto *CU = D->UnitOfVariable.lookup(E)) {
        Needed.insert(CU);
        Variables[CU].push_back(E);
      }
    Walk.global(G);
  }
  for (Function &F : *To)
    Walk.global(F);
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

// Calls Found for every constant other than plain data that metadata of the globals refers to (not named metadata), once
// and in a stable order.
void sp_constants_in_metadata(GlobalValue **Globals, size_t Count, void *Data, FoundConstant Found) {
  constantsInMetadata(
      [&](auto &Walk) {
        for (GlobalValue *G : ArrayRef<GlobalValue *>(Globals, Count))
          Walk.global(*G);
      },
      Data, Found);
}

// The same for what a node refers to, directly or through others.
void sp_constants_in_node(MDNode *N, void *Data, FoundConstant Found) {
  constantsInMetadata(
      [&](auto &Walk) {
        Walk.push(N);
        Walk.drain();
      },
      Data, Found);
}

// Calls Found for every constant in metadata that is invalid without it: what G is associated with.
void sp_constants_in_required_metadata(GlobalValue *G, void *Data, FoundConstant Found) {
  auto *O = dyn_cast<GlobalObject>(G);
  if (!O || !O->hasMetadata())
    return;
  SmallVector<MDNode *, 2> Nodes;
  O->getMetadata(LLVMContext::MD_associated, Nodes);
#if LLVM_VERSION_MAJOR >= 22
  O->getMetadata(LLVMContext::MD_implicit_ref, Nodes);
#endif
  for (MDNode *N : Nodes)
    for (const MDOperand &Op : N->operands())
      if (auto *C = dyn_cast_or_null<ConstantAsMetadata>(Op.get()))
        Found(Data, C->getValue());
}

// Whether any metadata refers to a global of M, be it through a constant. Looks at globals and their users only.
bool sp_metadata_names_globals(Module *M) {
  SmallPtrSet<Constant *, 16> Seen;
  SmallVector<Constant *, 16> Work;
  for (GlobalValue &G : M->global_values())
    Work.push_back(&G);
  for (Function &F : *M)
    for (BasicBlock &BB : F)
      for (User *U : BB.users())
        if (auto *Address = dyn_cast<BlockAddress>(U))
          Work.push_back(Address);
  while (!Work.empty()) {
    Constant *C = Work.pop_back_val();
    if (C->isUsedByMetadata())
      return true;
    for (User *U : C->users())
      if (auto *Over = dyn_cast<Constant>(U))
        if (!isa<GlobalValue>(Over) && Seen.insert(Over).second)
          Work.push_back(Over);
  }
  return false;
}

// Makes all metadata that refers to C refer to a stand-in: a new external variable of M, or its address as an integer
// where C is one. C's other uses stay. Nodes keep their identity, so sp_show_constant undoes it.
Constant *sp_hide_constant(Module *M, Constant *C) {
  auto *Pointer = dyn_cast<PointerType>(C->getType());
  auto *Variable = new GlobalVariable(*M, Type::getInt8Ty(M->getContext()), false, GlobalValue::ExternalLinkage, nullptr,
                                      "", nullptr, GlobalValue::NotThreadLocal, Pointer ? Pointer->getAddressSpace() : 0);
  Constant *StandIn = C->getType()->isIntegerTy() ? ConstantExpr::getPtrToInt(Variable, C->getType()) : Variable;
  ValueAsMetadata::handleRAUW(C, StandIn);
  return StandIn;
}

void sp_show_constant(Constant *StandIn, Constant *C) {
  ValueAsMetadata::handleRAUW(StandIn, C);
  auto *Variable = cast<GlobalVariable>(isa<GlobalVariable>(StandIn) ? StandIn : StandIn->getOperand(0));
  Variable->removeDeadConstantUsers();
  Variable->eraseFromParent();
}

// A global of another module that something in M refers to, by an operand or by metadata; null if there is none.
// The writers would crash on it, or write what cannot be read.
GlobalValue *sp_foreign_global(Module *M) {
  GlobalValue *Foreign = nullptr;
  SmallPtrSet<const Constant *, 32> Seen;
  SmallVector<Constant *, 16> Work;
  auto Look = [&](Constant *First) {
    if (isa<ConstantData>(First) || !Seen.insert(First).second)
      return;
    Work.push_back(First);
    while (!Work.empty()) {
      Constant *C = Work.pop_back_val();
      auto *G = dyn_cast<GlobalValue>(C);
      if (auto *Address = dyn_cast<BlockAddress>(C))
        G = Address->getFunction();
      if (G) {
        if (G->getParent() != M)
          Foreign = G;
        continue;
      }
      for (Value *Op : C->operands())
        if (auto *Inner = dyn_cast<Constant>(Op))
          if (!isa<ConstantData>(Inner) && Seen.insert(Inner).second)
            Work.push_back(Inner);
    }
  };
  auto LookAtOperands = [&](User &U) {
    for (Value *Op : U.operands())
      if (auto *C = dyn_cast_or_null<Constant>(Op))
        Look(C);
  };
  MetadataWalk Walk([](const MDNode *) {}, Look);
  Walk.named(*M);
  for (GlobalValue &G : M->global_values()) {
    LookAtOperands(G);
    Walk.global(G);
    if (auto *F = dyn_cast<Function>(&G))
      for (BasicBlock &BB : *F)
        for (Instruction &I : BB)
          LookAtOperands(I);
    if (Foreign)
      break;
  }
  return Foreign;
}

// Calls Found for every operand of named metadata, in order (the C API takes names that end at a NUL).
void sp_named_metadata(Module *M, void *Data, void (*Found)(void *, const char *Name, size_t Length, MDNode *)) {
  for (NamedMDNode &N : M->named_metadata())
    for (MDNode *Op : N.operands())
      Found(Data, N.getName().data(), N.getName().size(), Op);
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

// --- functions with another signature: the C API neither clones a body nor copies what makes up a function ------------

namespace {
// Effects of code that reads through one more pointer argument than before.
MemoryEffects alsoReadingArguments(MemoryEffects ME) { return ME | MemoryEffects::argMemOnly(ModRefInfo::Ref); }
} // namespace

extern "C" {
// Whether a global or a comdat of M has this name (the C API asks for each kind of global apart, and adds the comdat).
bool sp_is_name_taken(Module *M, const char *Name, size_t Length) {
  StringRef Text(Name, Length);
  return M->getNamedValue(Text) || M->getComdatSymbolTable().count(Text);
}

// Whether a call keeps no copy of a pointer argument, by the attributes of the call or of what it calls (LLVM 21 has other
// attributes than LLVM 20, and the C API knows neither).
bool sp_does_not_capture(CallBase *Call, unsigned Argument) { return Call->doesNotCapture(Argument); }

// A function of type Ty right after F, without body: linkage, visibility, section, alignment, calling convention,
// personality and all attributes are F's. A comdat is shared; one that has F's own name is recreated under the new name
// if there is one. Without a name it is meant to replace F (sp_replace_function).
Function *sp_function_like(Function *F, FunctionType *Ty, const char *Name, size_t Length) {
  auto *New = Function::Create(Ty, F->getLinkage(), F->getAddressSpace(), StringRef(Name, Length));
  F->getParent()->getFunctionList().insertAfter(F->getIterator(), New);
  New->copyAttributesFrom(F);
  if (Comdat *C = F->getComdat()) {
    if (Length && C->getName() == F->getName()) {
      Comdat *Own = F->getParent()->getOrInsertComdat(New->getName());
      Own->setSelectionKind(C->getSelectionKind());
      C = Own;
    }
    New->setComdat(C);
  }
  return New;
}

// Gives To, whose first parameters are From's, a copy of From's body, attributes and metadata. Debug info of the copy
// is its own: a subprogram describes one function.
void sp_clone_body(Function *From, Function *To) {
  ValueToValueMapTy Map;
  auto Parameter = To->arg_begin();
  for (Argument &A : From->args()) {
    Parameter->setName(A.getName());
    Map[&A] = &*Parameter++;
  }
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(To, From, Map,
                    From->getSubprogram() ? CloneFunctionChangeType::GlobalChanges
                                          : CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  if (DISubprogram *SP = To->getSubprogram())
    if (SP->getRawLinkageName())
      SP->replaceLinkageName(MDString::get(To->getContext(), To->getName()));
}

// Ends the making of a clone that got a pointer parameter to read through: says so where the attributes claim to know
// what memory it uses, and releases musttail calls of functions that no longer have its signature.
void sp_finish_clone(Function *F) {
  if (F->hasFnAttribute(Attribute::Memory))
    F->setMemoryEffects(alsoReadingArguments(F->getMemoryEffects()));
  for (BasicBlock &BB : *F)
    if (CallInst *C = BB.getTerminatingMustTailCall())
      if (C->getFunctionType()->getNumParams() != F->getFunctionType()->getNumParams())
        C->setTailCallKind(CallInst::TCK_Tail);
}

// Puts a call of Callee in the place of Old: its arguments and Extra, its attributes, calling convention, bundles,
// metadata, flags, name and uses (the C API has no bundles in LLVM 16 and copies nothing). OfThisFrame: Extra points to
// memory of the calling function, which a `tail` call promises not to touch.
void sp_call_with_argument(CallInst *Old, Function *Callee, Value *Extra, bool OfThisFrame) {
  SmallVector<Value *, 8> Arguments(Old->args());
  Arguments.push_back(Extra);
  SmallVector<OperandBundleDef, 1> Bundles;
  Old->getOperandBundlesAsDefs(Bundles);
  auto *New = CallInst::Create(Callee->getFunctionType(), Callee, Arguments, Bundles);
  insertBefore(New, Old);
  AttributeList Attributes = Old->getAttributes();
  if (Attributes.hasFnAttr(Attribute::Memory))
    Attributes = Attributes.addFnAttribute(
        Old->getContext(), Attribute::getWithMemoryEffects(
                               Old->getContext(), alsoReadingArguments(Attributes.getMemoryEffects())));
  New->setAttributes(Attributes);
  New->setCallingConv(Old->getCallingConv());
  bool MayTail = !OfThisFrame || Old->isNoTailCall();
  New->setTailCallKind(MayTail ? Old->getTailCallKind() : CallInst::TCK_None);
  New->copyMetadata(*Old);
  New->copyIRFlags(Old);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  sp_erase_instruction(Old);
}

// Ends the replacement of Old by New, which has its body already: metadata, name, every use (also in metadata).
void sp_replace_function(Function *Old, Function *New) {
  New->copyMetadata(Old, 0);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  sp_erase_global(Old);
}

// Positions a builder before everything in F, its debug records included, without a debug location.
void sp_position_at_entry(IRBuilder<> *B, Function *F) {
  BasicBlock &Entry = F->getEntryBlock();
  B->SetInsertPoint(&Entry, Entry.begin());
  B->SetCurrentDebugLocation(DebugLoc());
}

// Adds functions to llvm.used or llvm.compiler.used.
void sp_append_to_used(Module *M, bool ByCompiler, GlobalValue **Globals, size_t Count) {
  ArrayRef<GlobalValue *> Values(Globals, Count);
  if (ByCompiler)
    appendToCompilerUsed(*M, Values);
  else
    appendToUsed(*M, Values);
}
}
