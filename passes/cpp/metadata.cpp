// Metadata nodes: the C API hands them out as values, which turns `!{null}` into `!{}` and `!{i32 1}` into `i32 1`.

#include "shim.h"

extern "C" {
unsigned sp_node_size(const Metadata *Node) {
  auto *N = dyn_cast<MDNode>(Node);
  return N ? N->getNumOperands() : 0;
}

// Kind of operand Index of a node: 0 null, 1 a string (Out, Length), 2 a value (Out), 3 a node or another kind of
// metadata (Out).
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

// Calls Found for every operand of the named metadata Name, in order.
void sp_named_metadata_of(Module *M, const char *Name, size_t Length, void *Data, void (*Found)(void *, MDNode *)) {
  if (NamedMDNode *N = M->getNamedMetadata(StringRef(Name, Length)))
    for (MDNode *Op : N->operands())
      Found(Data, Op);
}
void sp_add_named_metadata(Module *M, const char *Name, size_t Length, MDNode *Node) {
  M->getOrInsertNamedMetadata(StringRef(Name, Length))->addOperand(Node);
}

// Calls Found for every operand of named metadata, in order (the C API takes names that end at a NUL).
void sp_named_metadata(Module *M, void *Data, void (*Found)(void *, const char *Name, size_t Length, MDNode *)) {
  for (NamedMDNode &N : M->named_metadata())
    for (MDNode *Op : N.operands())
      Found(Data, N.getName().data(), N.getName().size(), Op);
}

// Whether any metadata refers to V (the C API counts only ordinary uses).
bool sp_used_by_metadata(Value *V) { return V->isUsedByMetadata(); }

void sp_erase_named_metadata(Module *M, const char *Name, size_t Length) {
  if (NamedMDNode *N = M->getNamedMetadata(StringRef(Name, Length)))
    M->eraseNamedMetadata(N);
}
}
