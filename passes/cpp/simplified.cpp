// A function as LLVM's optimizer sees through it, to look at: the C API cannot copy one, nor inline a call.

#include "analyses.h"
#include "shim.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <deque>

namespace {
// Inlines what F calls, and what that calls, as long as there is room for as many instructions more.
void inlineCalls(Function &F, size_t Room) {
  std::deque<WeakTrackingVH> Calls;
  for (Instruction &I : instructions(F))
    if (isa<CallBase>(I))
      Calls.push_back(&I);
  for (; !Calls.empty(); Calls.pop_front()) {
    auto *Call = dyn_cast_or_null<CallBase>(static_cast<Value *>(Calls.front()));
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || Callee->isDeclaration() || Callee->getInstructionCount() > Room)
      continue;
    Room -= Callee->getInstructionCount();
    InlineFunctionInfo Info;
    if (InlineFunction(*Call, Info).isSuccess())
      Calls.insert(Calls.end(), Info.InlinedCallSites.begin(), Info.InlinedCallSites.end());
  }
}

void promoteMemory(Function &F) {
  PassBuilder PB;
  Analyses All(PB);
  FunctionPassManager Passes;
  // What is stored in memory may be the address of other memory, which is only seen in the next round.
  cantFail(PB.parsePassPipeline(
      Passes, "sroa<preserve-cfg>,early-cse,sroa<preserve-cfg>,early-cse,sroa<preserve-cfg>,early-cse,instsimplify"));
  Passes.run(F, All.Functions);
}
} // namespace

extern "C" {
// A copy of F in which calls are inlined, as far as there is room for instructions, and memory of the function becomes
// values. Ends gets what the terminator of each block of F became, and null for those that are gone. No pass changes
// control flow, so these are there afterwards.
Function *sp_simplified_copy(Function *F, size_t Room, Instruction **Ends) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(F, Map);
  SmallVector<WeakVH, 16> Kept;
  for (BasicBlock &B : *F)
    Kept.push_back(WeakVH(Map.lookup(B.getTerminator())));
  inlineCalls(*Copy, Room);
  promoteMemory(*Copy);
  for (const WeakVH &End : Kept)
    *Ends++ = cast_or_null<Instruction>(static_cast<Value *>(End));
  return Copy;
}
}
