// Work-items of a group in one function: what the C API does not ask of an instruction, nor change about blocks.

#include "shim.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#if LLVM_VERSION_MAJOR >= 20
#include "llvm/IR/DebugProgramInstruction.h"
#endif

namespace {
// Removes what comes into the phis of a block from predecessors that it does not have any more.
template <typename IsGone> void removeIncoming(BasicBlock &B, IsGone Gone) {
  for (PHINode &Phi : B.phis())
    for (unsigned Index = Phi.getNumIncomingValues(); Index-- > 0;)
      if (Gone(Phi.getIncomingBlock(Index)))
        Phi.removeIncomingValue(Index, /*DeletePHIIfEmpty=*/false);
}

// Lets uses of what a block defines find the value of the copy where the way to them comes through that, and uses of
// the copy the value itself where it does not.
void joinValues(BasicBlock &B, const ValueToValueMapTy &Copies, const DominatorTree &Dominators,
                function_ref<bool(BasicBlock *)> IsInside) {
  for (Instruction &I : B) {
    Value *Found = Copies.lookup(&I);
    // Phis that were made here for values of other blocks are right as they are.
    if (!Found)
      continue;
    SmallVector<Use *, 8> Outside;
    for (Use &U : I.uses()) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      if (!IsInside(Phi ? Phi->getIncomingBlock(U) : User->getParent()))
        Outside.push_back(&U);
    }
    auto *Copy = cast<Instruction>(Found);
    for (Use &U : Copy->uses())
      if (!Dominators.dominates(Copy, U))
        Outside.push_back(&U);
    if (Outside.empty())
      continue;
    SSAUpdater Values;
    Values.Initialize(I.getType(), I.getName());
    Values.AddAvailableValue(I.getParent(), &I);
    Values.AddAvailableValue(Copy->getParent(), Copy);
    for (Use *U : Outside)
      Values.RewriteUse(*U);
  }
}
} // namespace

extern "C" {
// Effects of an instruction besides computing its result, as a set of bits (ir/value/effects.rs).
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
  Set(10, isa<CallBase>(I) && cast<CallBase>(I)->cannotDuplicate());
  return Bits;
}

// Erases the blocks that no way leads to. No handle to them is left.
void sp_remove_unreached_blocks(Function *F) { EliminateUnreachableBlocks(*F); }

// Lets the phis of a block forget what comes from another one, which is about to lead elsewhere.
void sp_forget_predecessor(BasicBlock *B, BasicBlock *From) { B->removePredecessor(From, /*KeepOneInputPHIs=*/true); }

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

// Copies blocks, other than the entry. Edges that lead to them from the blocks From lead to the copies afterwards. What
// both lead to gets phis for the values that it uses.
void sp_copy_blocks(BasicBlock **Blocks, size_t Count, BasicBlock **From, size_t FromCount) {
  ValueToValueMapTy Copies;
  SmallVector<BasicBlock *, 16> Made;
  SmallPtrSet<BasicBlock *, 16> Originals(Blocks, Blocks + Count), Moved(From, From + FromCount);
  for (BasicBlock *B : ArrayRef(Blocks, Count)) {
    Made.push_back(CloneBasicBlock(B, Copies, ".copy", B->getParent()));
    Copies[B] = Made.back();
  }
  remapInstructionsInBlocks(Made, Copies);
  SmallPtrSet<BasicBlock *, 16> IsMade(Made.begin(), Made.end());
  for (BasicBlock *B : Made)
    removeIncoming(*B, [&](BasicBlock *P) { return !Moved.count(P) && !IsMade.count(P); });
  for (BasicBlock *B : ArrayRef(Blocks, Count))
    removeIncoming(*B, [&](BasicBlock *P) { return Moved.count(P); });
  for (BasicBlock *B : ArrayRef(From, FromCount)) {
    Instruction *End = B->getTerminator();
    for (unsigned Index = 0; Index < End->getNumSuccessors(); ++Index)
      if (Originals.count(End->getSuccessor(Index)))
        End->setSuccessor(Index, cast<BasicBlock>(Copies.lookup(End->getSuccessor(Index))));
  }
  // A phi has an entry for each edge.
  for (BasicBlock *B : ArrayRef(Blocks, Count))
    for (BasicBlock *To : successors(B))
      if (!Originals.count(To))
        for (PHINode &Phi : To->phis()) {
          Value *V = Phi.getIncomingValueForBlock(B);
          Value *Copy = Copies.lookup(V);
          Phi.addIncoming(Copy ? Copy : V, cast<BasicBlock>(Copies.lookup(B)));
        }
  auto IsInside = [&](BasicBlock *B) { return Originals.count(B) || IsMade.count(B); };
  DominatorTree Dominators(*(*Blocks)->getParent());
  for (BasicBlock *B : ArrayRef(Blocks, Count))
    joinValues(*B, Copies, Dominators, IsInside);
}

// Lets what came into a phi from one block be another value from another block.
void sp_move_incoming(PHINode *Phi, BasicBlock *From, Value *V, BasicBlock *To) {
  int Index = Phi->getBasicBlockIndex(From);
  Phi->setIncomingValue(Index, V);
  Phi->setIncomingBlock(Index, To);
}

// Lets nothing come into a phi from a block.
void sp_remove_incoming(PHINode *Phi, BasicBlock *From) {
  Phi->removeIncomingValue(From, /*DeletePHIIfEmpty=*/false);
}

// Whether two instructions compute the same of the same operands, if they do nothing else.
bool sp_is_identical(Instruction *I, Instruction *Other) { return I->isIdenticalTo(Other); }

// Moves I before Next, where it runs although it would not have.
void sp_speculate(Instruction *I, Instruction *Next) {
#if LLVM_VERSION_MAJOR >= 20
  I->moveBefore(Next->getIterator());
#else
  I->moveBefore(Next);
#endif
#if LLVM_VERSION_MAJOR >= 17
  I->dropUBImplyingAttrsAndMetadata();
#else
  I->dropUndefImplyingAttrsAndUnknownMetadata();
#endif
  I->dropLocation();
}

// Makes functions of pieces of a function: each is what is reached from a block of Starts without passing the block of
// Exits in its place, which nothing else leads to. Pieces that allocate memory stay where they are. The C API has
// nothing that finds what a function of its own needs of the rest.
void sp_outline(Function *F, BasicBlock **Starts, BasicBlock **Exits, size_t Count) {
  CodeExtractorAnalysisCache Cache(*F);
  for (size_t Index = 0; Index < Count; ++Index) {
    BasicBlock *Start = Starts[Index];
    SetVector<BasicBlock *> Blocks;
    Blocks.insert(Start);
    for (size_t Next = 0; Next < Blocks.size(); ++Next)
      for (BasicBlock *To : successors(Blocks[Next]))
        if (To != Exits[Index])
          Blocks.insert(To);
    std::string Suffix = Start->getName().str();
    CodeExtractor Extractor(Blocks.getArrayRef(), /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr,
                            /*BPI=*/nullptr, /*AC=*/nullptr, /*AllowVarArgs=*/false, /*AllowAlloca=*/false,
                            /*AllocationBlock=*/nullptr, Suffix);
    if (!Extractor.isEligible())
      continue;
    Function *Made = Extractor.extractCodeRegion(Cache);
    if (!Made)
      continue;
    // Inlined again it would be what it was.
    Made->addFnAttr(Attribute::NoInline);
    for (StringRef Name : {"sycl-entry-point", "sycl-module-id", "sycl-kernel"})
      Made->removeFnAttr(Name);
  }
}

// Moves I behind everything in a block.
void sp_move_into(Instruction *I, BasicBlock *B) { I->moveBefore(*B, B->end()); }

// Lets debug info that declares a variable in memory find its address in a slot instead. Returns whether there is any.
bool sp_declare_behind_slot([[maybe_unused]] AllocaInst *Memory, [[maybe_unused]] AllocaInst *Slot) {
  bool HasAny = false;
#if LLVM_VERSION_MAJOR >= 20
  for (DbgVariableRecord *Record : findDVRDeclares(Memory)) {
    Record->replaceVariableLocationOp(Memory, Slot);
    Record->setExpression(DIExpression::prepend(Record->getExpression(), DIExpression::DerefBefore));
    HasAny = true;
  }
#endif
  return HasAny;
}

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
