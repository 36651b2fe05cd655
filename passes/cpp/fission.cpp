// Work-items of a group in one function: what the C API does not ask of an instruction, nor change about blocks.

#include "shim.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#if LLVM_VERSION_MAJOR >= 20
#include "llvm/IR/DebugProgramInstruction.h"
#endif

extern "C" {
// What an instruction does besides computing its result, as a set of bits (ir/value/effects.rs).
unsigned sp_effects(Instruction *I) {
  unsigned Bits = 0;
  auto Set = [&](unsigned Bit, bool Value) { Bits |= unsigned(Value) << Bit; };
  Set(0, I->mayReadFromMemory());
  Set(1, I->mayWriteToMemory());
  Set(2, isa<CallBase>(I) && cast<CallBase>(I)->isConvergent());
  Set(3, I->isAtomic() || I->isVolatile());
  Set(4, isSafeToSpeculativelyExecute(I));
  Set(5, isGuaranteedToTransferExecutionToSuccessor(I));
  auto *Intrinsic = dyn_cast<IntrinsicInst>(I);
  Set(6, Intrinsic && (Intrinsic->isAssumeLikeIntrinsic() || Intrinsic->isLifetimeStartOrEnd()));
  Set(7, I->hasMetadata(LLVMContext::MD_invariant_load));
  Set(8, Intrinsic && Intrinsic->isLifetimeStartOrEnd());
  auto *Alloca = dyn_cast<AllocaInst>(I);
  Set(9, Alloca && Alloca->isStaticAlloca());
  return Bits;
}

// Erases the blocks that no way leads to. No handle to them is left.
void sp_remove_unreached_blocks(Function *F) { EliminateUnreachableBlocks(*F); }

// Puts a block of its own on every edge from a block with several successors to one with several predecessors.
void sp_split_critical_edges(Function *F) {
  CriticalEdgeSplittingOptions Options;
  Options.setMergeIdenticalEdges();
  SmallVector<BasicBlock *, 16> Blocks;
  for (BasicBlock &B : *F)
    Blocks.push_back(&B);
  for (BasicBlock *B : Blocks)
    for (unsigned Index = 0; Index < B->getTerminator()->getNumSuccessors(); ++Index)
      SplitCriticalEdge(B->getTerminator(), Index, Options); // does nothing to other edges
}

// Moves I behind everything in a block.
void sp_move_into(Instruction *I, BasicBlock *B) { I->moveBefore(*B, B->end()); }

// Lets debug records of a block refer to New where they referred to Old: these are no operands.
void sp_replace_in_debug_records([[maybe_unused]] BasicBlock *B, [[maybe_unused]] Value *Old,
                                 [[maybe_unused]] Value *New) {
#if LLVM_VERSION_MAJOR >= 20
  if (!Old->isUsedByMetadata())
    return;
  for (Instruction &I : *B)
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (is_contained(Record.location_ops(), Old))
        Record.replaceVariableLocationOp(Old, New);
#endif
}
}
