// Orders and scopes of atomic instructions and fences: the C API has them for some of the instructions only, and
// does not name a scope.

#include "shim.h"
#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/IRBuilder.h"

namespace {
SyncScope::ID scopeOf(const Instruction &I) { return getAtomicSyncScopeID(&I).value_or(SyncScope::System); }
} // namespace

extern "C" {
// The first atomic instruction or fence of F, after After if that is not null; null if there is none.
Instruction *sp_next_atomic(Function *F, Instruction *After) {
  auto B = After ? After->getParent()->getIterator() : F->begin();
  auto I = After ? std::next(After->getIterator()) : BasicBlock::iterator();
  for (bool Inside = After != nullptr; B != F->end(); ++B, Inside = false)
    for (auto E = (I = Inside ? I : B->begin(), B->end()); I != E; ++I)
      if (I->isAtomic())
        return &*I;
  return nullptr;
}

// The order of an atomic instruction or a fence by LLVM's number, for a `cmpxchg` the one that has what both of its
// orders have; 0 for any other instruction.
unsigned sp_atomic_order(const Instruction *I) {
  AtomicOrdering Order = AtomicOrdering::NotAtomic;
  if (auto *L = dyn_cast<LoadInst>(I))
    Order = L->getOrdering();
  else if (auto *S = dyn_cast<StoreInst>(I))
    Order = S->getOrdering();
  else if (auto *R = dyn_cast<AtomicRMWInst>(I))
    Order = R->getOrdering();
  else if (auto *C = dyn_cast<AtomicCmpXchgInst>(I))
    Order = C->getMergedOrdering();
  else if (auto *F = dyn_cast<FenceInst>(I))
    Order = F->getOrdering();
  return unsigned(Order);
}

// The name of its scope; of the widest, that has no name, the empty text.
void sp_atomic_scope(const Instruction *I, void *Data, void (*Take)(void *Data, const char *Name, size_t Length)) {
  SmallVector<StringRef, 8> Names;
  I->getContext().getSyncScopeNames(Names);
  StringRef Name = Names[scopeOf(*I)];
  Take(Data, Name.data(), Name.size());
}

void sp_set_atomic_scope(Instruction *I, const char *Name, size_t Length) {
  SyncScope::ID Scope = I->getContext().getOrInsertSyncScopeID(StringRef(Name, Length));
  if (auto *L = dyn_cast<LoadInst>(I))
    L->setSyncScopeID(Scope);
  else if (auto *S = dyn_cast<StoreInst>(I))
    S->setSyncScopeID(Scope);
  else if (auto *R = dyn_cast<AtomicRMWInst>(I))
    R->setSyncScopeID(Scope);
  else if (auto *C = dyn_cast<AtomicCmpXchgInst>(I))
    C->setSyncScopeID(Scope);
  else
    cast<FenceInst>(I)->setSyncScopeID(Scope);
}

// Makes an access to memory an atomic one without an order.
void sp_relax_atomic(Instruction *I) {
  if (auto *L = dyn_cast<LoadInst>(I))
    L->setOrdering(AtomicOrdering::Monotonic);
  else if (auto *S = dyn_cast<StoreInst>(I))
    S->setOrdering(AtomicOrdering::Monotonic);
  else if (auto *R = dyn_cast<AtomicRMWInst>(I))
    R->setOrdering(AtomicOrdering::Monotonic);
  else {
    cast<AtomicCmpXchgInst>(I)->setSuccessOrdering(AtomicOrdering::Monotonic);
    cast<AtomicCmpXchgInst>(I)->setFailureOrdering(AtomicOrdering::Monotonic);
  }
}

// Puts a fence of an order, by LLVM's number, before or behind an instruction, with its scope and its place in debug
// info.
void sp_insert_fence(Instruction *I, bool Behind, unsigned Order) {
  IRBuilder<> Builder(Behind ? I->getNextNode() : I);
  Builder.SetCurrentDebugLocation(I->getDebugLoc());
  Builder.CreateFence(AtomicOrdering(Order), scopeOf(*I));
}

// The operation of an `atomicrmw` as LLVM writes it (`umax`).
void sp_atomic_operation(const Instruction *I, void *Data, void (*Take)(void *Data, const char *Name, size_t Length)) {
  StringRef Name = AtomicRMWInst::getOperationName(cast<AtomicRMWInst>(I)->getOperation());
  Take(Data, Name.data(), Name.size());
}

// Makes a loop around a `cmpxchg` of an `atomicrmw`, with its order and scope.
void sp_expand_to_compare_exchange(Instruction *I) {
  auto CompareExchange = [](IRBuilderBase &Builder, Value *Address, Value *Loaded, Value *New, Align Alignment,
                            AtomicOrdering Order, SyncScope::ID Scope, Value *&Success, Value *&NewLoaded
#if LLVM_VERSION_MAJOR >= 22
                            ,
                            Instruction *
#endif
                         ) {
    // Bits of floating-point numbers.
    Type *Of = New->getType();
    if (Of->isFloatingPointTy()) {
      Type *Bits = Builder.getIntNTy(Of->getPrimitiveSizeInBits());
      New = Builder.CreateBitCast(New, Bits);
      Loaded = Builder.CreateBitCast(Loaded, Bits);
    }
    AtomicOrdering Failure = AtomicCmpXchgInst::getStrongestFailureOrdering(Order);
    Value *Pair = Builder.CreateAtomicCmpXchg(Address, Loaded, New, Alignment, Order, Failure, Scope);
    Success = Builder.CreateExtractValue(Pair, 1, "success");
    NewLoaded = Builder.CreateBitCast(Builder.CreateExtractValue(Pair, 0), Of);
  };
  expandAtomicRMWToCmpXchg(cast<AtomicRMWInst>(I), CompareExchange);
}
}
