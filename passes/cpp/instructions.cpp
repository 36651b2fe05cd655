// Attributes and instructions: the C API asks for one kind at one place at a time, and a call for every operand costs
// more than the look itself.

#include "shim.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

extern "C" {
// Calls Found with the type of every attribute that carries one (byval, sret, byref, inalloca, preallocated,
// elementtype), of a function or of a call.
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

// Value of the string attribute of a variable (the C API has none for variables); null if it has no such attribute.
const char *sp_variable_attribute(GlobalVariable *V, const char *Name, size_t Length, size_t *ValueLength) {
  Attribute A = V->getAttributes().getAttribute(StringRef(Name, Length));
  if (!A.isValid())
    return nullptr;
  *ValueLength = A.getValueAsString().size();
  return A.getValueAsString().data();
}

// Adds a string attribute to a variable (the C API adds none to variables).
void sp_add_variable_attribute(GlobalVariable *V, const char *Name, size_t Length, const char *Text,
                               size_t TextLength) {
  V->addAttribute(StringRef(Name, Length), StringRef(Text, TextLength));
}
}

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

// The first instruction of F, after After if that is not null, which does more than compute with plain types: a call,
// one or atomic one, one with metadata, one that refers to a global or to a constant with operands, one of another
// type. Null if there is none.
Instruction *sp_next_special_instruction(PlainTypes *Plain, Function *F, Instruction *After) {
  auto B = After ? After->getParent()->getIterator() : F->begin();
  auto I = After ? std::next(After->getIterator()) : BasicBlock::iterator();
  for (bool Inside = After != nullptr; B != F->end(); ++B, Inside = false)
    for (auto E = (I = Inside ? I : B->begin(), B->end()); I != E; ++I)
      if (!isPlain(*Plain, *I))
        return &*I;
  return nullptr;
}

// Bits of an integer constant as little-endian words (the C API stops at 64 bits).
// Returns the width in bits; 0 if it is not an integer or has more than Capacity words.
unsigned sp_integer_bits(Value *V, uint64_t *Words, size_t Capacity) {
  auto *I = dyn_cast<ConstantInt>(V);
  if (!I || I->getValue().getNumWords() > Capacity)
    return 0;
  const APInt &Bits = I->getValue();
  std::copy_n(Bits.getRawData(), Bits.getNumWords(), Words);
  return Bits.getBitWidth();
}
}
