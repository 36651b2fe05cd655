// Erasing: the C API frees at once, while handles may be left.

#include "shim.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/Local.h"

extern "C" {
// Takes an instruction that nothing uses out of its block, and everything that it refers to away from it, as
// eraseFromParent does. It is freed by sp_free_erased: handles may still be asked.
void sp_erase_instruction(Instruction *I) {
  I->removeFromParent();
  if (I->isUsedByMetadata())
    ValueAsMetadata::handleRAUW(I, PoisonValue::get(I->getType()));
  I->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
  I->dropAllReferences();
}

// The same for a global that nothing uses: a variable, an alias, an ifunc, or a function without body.
void sp_erase_global(GlobalValue *G) {
  G->removeFromParent();
  if (auto *O = dyn_cast<GlobalObject>(G)) {
    O->setComdat(nullptr);
    O->clearMetadata();
  }
  if (G->isUsedByMetadata())
    ValueAsMetadata::handleDeletion(G);
  // Functions and variables have more of them than their operands.
  if (auto *F = dyn_cast<Function>(G))
    F->dropAllReferences();
  else if (auto *Variable = dyn_cast<GlobalVariable>(G))
    Variable->dropAllReferences();
  else
    G->dropAllReferences();
}

// The same for a function with a body that nothing uses. The body is freed with it, and handles to its
// instructions are good until then.
void sp_erase_function(Function *F) {
  F->removeFromParent();
  F->setComdat(nullptr);
  F->clearMetadata();
  if (F->isUsedByMetadata())
    ValueAsMetadata::handleDeletion(F);
}

// Frees erased values. Uses that they got afterwards become poison.
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
    else if (auto *A = dyn_cast<GlobalAlias>(V))
      delete A;
    else if (auto *I = dyn_cast<GlobalIFunc>(V))
      delete I;
    else
      V->deleteValue();
  }
}

// Makes an invoke a call and a branch to where it goes on (the C API cannot take the unwind edge out of phis). Returns
// the call. The invoke is erased, and phis at the unwind destination may be: changeToCall, less the freeing.
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

// Removes constants that use G and are used by nothing, so that G's remaining uses are real.
void sp_remove_dead_constant_users(GlobalValue *G) { G->removeDeadConstantUsers(); }
}
