// References of metadata: the C API does not follow metadata to values.

#include "shim.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/LLVMContext.h"
#include <vector>

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

// The compile units of a module, and which of them lists each global variable; found once. And what code of its
// functions refers to, found when it is first asked for.
struct DebugIndex {
  std::vector<DICompileUnit *> Units;
  DenseMap<const DIGlobalVariableExpression *, DICompileUnit *> UnitOfVariable;
  // Units whose lists a part does without, with the operands to put back.
  std::vector<std::pair<DICompileUnit *, std::vector<Metadata *>>> Trimmed;
  // Functions are written in many parts.
  DenseMap<const Function *, SmallVector<GlobalValue *, 8>> References;

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

// Keeps what sp_copy_compile_units changed.
void sp_debug_settle(DebugIndex *D) { D->Trimmed.clear(); }

// Calls Found for every constant other than plain data that metadata of the globals refers to (not named metadata),
// once and in a stable order.
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
  auto *Variable =
      new GlobalVariable(*M, Type::getInt8Ty(M->getContext()), false, GlobalValue::ExternalLinkage, nullptr, "",
                         nullptr, GlobalValue::NotThreadLocal, Pointer ? Pointer->getAddressSpace() : 0);
  Constant *StandIn = C->getType()->isIntegerTy() ? ConstantExpr::getPtrToInt(Variable, C->getType()) : Variable;
  ValueAsMetadata::handleRAUW(C, StandIn);
  return StandIn;
}

// The variable of a stand-in.
GlobalVariable *sp_stand_in_variable(Constant *StandIn) {
  return cast<GlobalVariable>(isa<GlobalVariable>(StandIn) ? StandIn : StandIn->getOperand(0));
}

void sp_show_constant(Constant *StandIn, Constant *C) {
  ValueAsMetadata::handleRAUW(StandIn, C);
  GlobalVariable *Variable = sp_stand_in_variable(StandIn);
  Variable->removeDeadConstantUsers();
  Variable->eraseFromParent();
}

// A global of another module that something in M refers to, by an operand or by metadata; null if there is none.
// The writers would crash on it, or write what cannot be read. With an index, code of functions is as it was when the
// index first saw it, and no metadata refers to globals.
GlobalValue *sp_foreign_global(DebugIndex *D, Module *M) {
  using Globals = SmallVector<GlobalValue *, 8>;
  Globals Here;
  Globals *Found = &Here;
  SmallPtrSet<const Constant *, 32> Seen;
  SmallVector<Constant *, 16> Work;
  auto Look = [&](Constant *First) {
    if (isa<ConstantData>(First))
      return;
    // Most operands, which need not be remembered.
    if (auto *G = dyn_cast<GlobalValue>(First)) {
      if (Found->empty() || Found->back() != G)
        Found->push_back(G);
      return;
    }
    if (!Seen.insert(First).second)
      return;
    Work.push_back(First);
    while (!Work.empty()) {
      Constant *C = Work.pop_back_val();
      auto *G = dyn_cast<GlobalValue>(C);
      if (auto *Address = dyn_cast<BlockAddress>(C))
        G = Address->getFunction();
      if (G) {
        Found->push_back(G);
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
  auto LookAtCode = [&](Function &F) {
    for (BasicBlock &BB : F)
      for (Instruction &I : BB)
        LookAtOperands(I);
  };
  auto Foreign = [M](const Globals &All) -> GlobalValue * {
    auto Other = llvm::find_if(All, [M](GlobalValue *G) { return G->getParent() != M; });
    return Other == All.end() ? nullptr : *Other;
  };
  MetadataWalk Walk([](const MDNode *) {}, Look);
  if (!D)
    Walk.named(*M);
  for (GlobalValue &G : M->global_values()) {
    LookAtOperands(G);
    if (!D)
      Walk.global(G);
    auto *F = dyn_cast<Function>(&G);
    if (F && D) {
      auto [Known, IsNew] = D->References.try_emplace(F);
      if (IsNew) {
        Seen.clear();
        Found = &Known->second;
        LookAtCode(*F);
        Found = &Here;
        SmallPtrSet<GlobalValue *, 16> Once;
        llvm::erase_if(Known->second, [&](GlobalValue *Used) { return !Once.insert(Used).second; });
      }
      if (GlobalValue *Other = Foreign(Known->second))
        return Other;
    } else if (F)
      LookAtCode(*F);
    if (GlobalValue *Other = Foreign(Here))
      return Other;
    Here.clear();
  }
  return Foreign(Here);
}
}
