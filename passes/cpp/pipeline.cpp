// Pipelines that a lowering is made of: the C API leaves out functions with `optnone`, and has no single steps.

#include "analyses.h"
#include "shim.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

namespace {
// Whether an operand may decide what I is, or leave nothing to compute.
bool isDecided(Instruction &I) {
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return isa<Constant>(Select->getCondition());
  return isa<BinaryOperator>(I) && any_of(I.operands(), [](Value *Operand) {
           auto *C = dyn_cast<Constant>(Operand);
           return C && (C->isNullValue() || C->isOneValue() || C->isAllOnesValue());
         });
}
} // namespace

extern "C" {
// Runs LLVM's passes over a module, also over functions with `optnone` and whatever the bisection limit is: the C API's
// LLVMRunPasses always instruments its passes, and that leaves those out. Hands LLVM's words to Failed if it does not
// take the text. Changed is what the passes say of themselves.
bool sp_run_required_passes(Module *M, const char *Text, size_t Length, void *Data,
                            void (*Failed)(void *Data, const char *Words, size_t Length), bool *Changed) {
  PassBuilder PB;
  Analyses All(PB);
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, StringRef(Text, Length))) {
    std::string Words = toString(std::move(E));
    Failed(Data, Words.data(), Words.size());
    return false;
  }
  *Changed = !MPM.run(*M, All.Modules).areAllPreserved();
  return true;
}

// Replaces selects and arithmetic of which a constant operand leaves nothing to do, and erases what nothing needs. That
// is what constants that have become known change. LLVM's `instsimplify` looks at all else, too: it took a third of the
// time of all passes of `sscp-prune`. Returns whether there was any.
bool sp_resolve_constants(Module *M) {
  SimplifyQuery Query(M->getDataLayout());
  SmallVector<WeakTrackingVH, 16> Unneeded;
  bool Changed = false;
  for (Function &F : *M)
    for (Instruction &I : instructions(F)) {
      if (!I.use_empty() && isDecided(I))
        if (Value *Simple = simplifyInstruction(&I, Query)) {
          I.replaceAllUsesWith(Simple);
          Changed = true;
        }
      if (isInstructionTriviallyDead(&I))
        Unneeded.push_back(&I);
    }
  Changed |= !Unneeded.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unneeded);
  return Changed;
}
}
