// Control flow and parallel loops: the C API neither splits blocks nor makes distinct nodes.

#include "shim.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Module.h"

extern "C" {
// Puts what is from I on into a block of its own, to which the old one branches. Phis of successors follow.
BasicBlock *sp_split_before(Instruction *I, const char *Name, size_t Length) {
  return I->getParent()->splitBasicBlock(I->getIterator(), StringRef(Name, Length));
}

// Moves I in front of Next.
void sp_move_before(Instruction *I, Instruction *Next) { I->moveBefore(*Next->getParent(), Next->getIterator()); }

// A node that is like no other.
MDNode *sp_distinct_node(Module *M) { return MDNode::getDistinct(M->getContext(), {}); }

// Adds an access to a group, besides those that it is in.
void sp_add_to_access_group(Instruction *I, MDNode *Group) {
  I->setMetadata(LLVMContext::MD_access_group,
                 uniteAccessGroups(I->getMetadata(LLVMContext::MD_access_group), Group));
}

// Says of the loop that Latch closes that accesses of the group are independent between iterations.
void sp_make_loop_parallel(Instruction *Latch, MDNode *Group, bool StaysRolled) {
  LLVMContext &C = Latch->getContext();
  MDNode *Parallel = MDNode::get(C, {MDString::get(C, "llvm.loop.parallel_accesses"), Group});
  SmallVector<Metadata *, 3> Facts = {nullptr, Parallel};
  if (StaysRolled)
    Facts.push_back(MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable")));
  MDNode *Id = MDNode::getDistinct(C, Facts);
  Id->replaceOperandWith(0, Id);
  Latch->setMetadata(LLVMContext::MD_loop, Id);
}
}
