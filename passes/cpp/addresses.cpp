// Addresses that change their base: the C API neither splits constants nor copies an instruction with another type.

#include "shim.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/Local.h"

namespace {
Instruction *isAddress(User *U) {
  return isa<GetElementPtrInst, AddrSpaceCastInst>(U) ? cast<Instruction>(U) : nullptr;
}

// An expression without the address spaces that front ends of devices add: "constu N, swap, xderef".
DIExpression *withoutAddressSpaces(DIExpression *E) {
  SmallVector<uint64_t> Kept;
  ArrayRef<uint64_t> All = E->getElements();
  for (auto Op = E->expr_op_begin(), End = E->expr_op_end(); Op != End; ++Op) {
    auto Swap = std::next(Op);
    auto Dereference = Swap != End ? std::next(Swap) : End;
    if (Op->getOp() == dwarf::DW_OP_constu && Dereference != End && Swap->getOp() == dwarf::DW_OP_swap &&
        Dereference->getOp() == dwarf::DW_OP_xderef)
      Op = Dereference;
    else
      Op->appendToVector(Kept);
  }
  return Kept.size() == All.size() ? E : DIExpression::get(E->getContext(), Kept);
}
} // namespace

extern "C" {
// Lets debug info of M find variables on a target that has one address space: address spaces go out of expressions.
void sp_forget_debug_address_spaces(Module *M) {
  for (Function &F : *M)
    for (Instruction &I : instructions(F))
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
        if (DIExpression *E = R.getExpression(), *New = withoutAddressSpaces(E); New != E)
          R.setExpression(New);
      }
}

// Makes instructions of the constants over G that instructions use, so that its users are instructions.
void sp_expand_constants(GlobalVariable *G) {
  Constant *C = G;
  convertUsersOfConstantsToInstructions(C);
  G->removeDeadConstantUsers();
}

// Calls Found for every instruction that uses an address in G, other than those that compute such addresses.
void sp_address_users(GlobalVariable *G, void *Data, void (*Found)(void *Data, Value *)) {
  SmallVector<Value *, 8> Work{G};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users())
      if (Instruction *Address = isAddress(U))
        Work.push_back(Address);
      else if (isa<Instruction>(U))
        Found(Data, U);
}

// Erases the computations of addresses in G that nothing uses. No handle to them is left.
void sp_erase_addresses(GlobalVariable *G) {
  for (User *U : make_early_inc_range(G->users()))
    if (Instruction *Address = isAddress(U)) {
      SmallVector<Instruction *, 8> Order{Address};
      for (size_t Index = 0; Index < Order.size(); ++Index)
        for (User *Over : Order[Index]->users())
          if (Instruction *Next = isAddress(Over))
            Order.push_back(Next);
      for (Instruction *I : reverse(Order))
        if (I->use_empty())
          I->eraseFromParent();
    }
}

// Distance of Pointer behind Base; -1 if that is not known, or it is before it.
int64_t sp_constant_offset(Module *M, Value *Pointer, Value *Base) {
  const DataLayout &Layout = M->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  Value *Found = Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  return Found == Base && Offset.isNonNegative() && Offset.isSignedIntN(62) ? Offset.getSExtValue() : -1;
}

// Objects that a pointer is computed from by casts, offsets and choices.
void sp_underlying_objects(Value *Pointer, void *Data, void (*Found)(void *Data, Value *)) {
  SmallVector<const Value *, 8> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, /*MaxLookup=*/0);
  for (const Value *Object : Objects)
    Found(Data, const_cast<Value *>(Object));
}

// The same address in To as Pointer, which is a computation from G, is there. In the address space of To.
Value *sp_rebased(Value *Pointer, GlobalVariable *G, Value *To) {
  SmallVector<Instruction *, 8> Chain;
  for (Value *V = Pointer; V != G; V = cast<Instruction>(V)->getOperand(0))
    Chain.push_back(cast<Instruction>(V));
  Value *Base = To;
  for (Instruction *I : reverse(Chain))
    if (auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
      auto *Copy = cast<GetElementPtrInst>(Gep->clone());
      Copy->setOperand(0, Base);
      Copy->mutateType(Base->getType());
      Copy->takeName(Gep);
      insertBefore(Copy, Gep);
      Base = Copy;
    }
  return Base;
}

// Lets a load or `inttoptr` make a pointer into Space, and those who use it a cast of that.
void sp_point_into(Instruction *From, unsigned Space) {
  Type *Ty = From->getType();
  From->mutateType(PointerType::get(From->getContext(), Space));
  auto *Cast = new AddrSpaceCastInst(From, Ty, From->getName() + ".generic", std::next(From->getIterator()));
  Cast->setDebugLoc(From->getDebugLoc());
  From->replaceUsesWithIf(Cast, [&](Use &U) { return U.getUser() != Cast; });
}

// Whether what an argument of a call points to is neither written nor kept by it.
bool sp_only_reads_argument(CallBase *Call, unsigned Argument) {
  return Call->onlyReadsMemory(Argument) && Call->doesNotCapture(Argument);
}
}
#endif
