// Bodies in other address spaces: the C API cannot give an instruction another type.

#include "retype.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

namespace {
bool isLifetime(Intrinsic::ID ID) { return ID == Intrinsic::lifetime_start || ID == Intrinsic::lifetime_end; }

// The intrinsic that is called, though by another type than it has.
Function *calledIntrinsic(CallBase &Call) {
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand());
  return Callee && Callee->isIntrinsic() ? Callee : nullptr;
}

// The first instruction after I that allocates nothing, so that stack memory stays together.
Instruction *afterAllocas(Instruction *I) {
  while (isa<AllocaInst>(I))
    I = I->getNextNode();
  return I;
}

// Lets everything that used Value, but metadata, Cast itself and lifetimes of stack memory, use Cast.
void useCast(Value *From, Instruction *Cast) {
  From->replaceUsesWithIf(Cast, [&](Use &U) {
    auto *Call = dyn_cast<IntrinsicInst>(U.getUser());
    return U.getUser() != Cast && !(Call && isLifetime(Call->getIntrinsicID()));
  });
}
} // namespace

// The type by which a function is called.
FunctionType *Retyper::called(CallBase &Call) {
  auto *Ty = cast<FunctionType>(type(Call.getFunctionType()));
  if (P.FunctionByVal == Unchanged)
    return Ty;
  SmallVector<Type *> Parameters(Ty->params());
  for (unsigned Index = 0; Index < Parameters.size(); ++Index)
    if (Call.isByValArgument(Index))
      Parameters[Index] = PointerType::get(M.getContext(), P.FunctionByVal);
  return FunctionType::get(Ty->getReturnType(), Parameters, Ty->isVarArg());
}

// Step 1: the types of an instruction itself. No other instruction is asked for its type.
void Retyper::retype(Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    Call->mutateFunctionType(called(*Call));
    Call->setAttributes(attributes(Call->getAttributes()));
    if (!calledIntrinsic(*Call))
      Call->setCallingConv(convention(Call->getCallingConv()));
    return;
  }
  if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
    Alloca->setAllocatedType(memory(Alloca->getAllocatedType()));
    Allocas.emplace_back(Alloca, type(Alloca->getType()));
    Alloca->mutateType(PointerType::get(I.getContext(), P.Stack));
    return;
  }
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    Gep->setSourceElementType(memory(Gep->getSourceElementType()));
    Gep->setResultElementType(memory(Gep->getResultElementType()));
  }
  I.mutateType(type(I.getType()));
}

// Step 2: constants as operands.
void Retyper::operands(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  for (Use &U : I.operands()) {
    auto *C = dyn_cast<Constant>(U.get());
    if (!C)
      continue;
    // A function that is called is named itself, not by a pointer to it.
    auto *Callee = Call && Call->isCallee(&U) ? dyn_cast<GlobalValue>(C) : nullptr;
    if (Constant *New = Callee ? global(Callee) : constant(C); New != C)
      U.set(New);
  }
  if (I.hasDbgRecords())
    debugRecords(I);
}

// Values of variables that are constants; those that name globals are metadata's (eraseOld).
void Retyper::debugRecords(Instruction &I) {
  for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange())) {
    for (unsigned Index = 0; Index < Record.getNumVariableLocationOps(); ++Index)
      if (auto *C = dyn_cast_or_null<Constant>(Record.getVariableLocationOp(Index)))
        if (Constant *New = constant(C); New != C)
          Record.replaceVariableLocationOp(Index, New);
    if (Record.isDbgAssign())
      if (auto *C = dyn_cast_or_null<Constant>(Record.getAddress()))
        if (Constant *New = constant(C); New != C)
          Record.setAddress(New);
  }
}

// Step 3: what does not fit with the new types of its operands.
void Retyper::settle(Instruction &I) {
  if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I)) {
    Value *From = Cast->getOperand(0);
    if (From->getType() != Cast->getType())
      return;
    // In unreachable code casts may go in circles.
    Cast->replaceAllUsesWith(From == Cast ? PoisonValue::get(Cast->getType()) : From);
    Erasable.push_back(Cast);
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    settleCall(*Call);
  } else if (auto *Extract = dyn_cast<ExtractValueInst>(&I)) {
    settleMember(*Extract);
  } else if (auto *Insert = dyn_cast<InsertValueInst>(&I)) {
    settleMember(*Insert);
  } else if (auto *Address = dyn_cast<PtrToAddrInst>(&I)) {
    // The new layout may have smaller addresses in this space than the result.
    if (NewLayout.getAddressType(Address->getPointerOperand()->getType()) == Address->getType())
      return;
    auto *Integer = new PtrToIntInst(Address->getPointerOperand(), Address->getType(), "", Address->getIterator());
    Integer->takeName(Address);
    Integer->setDebugLoc(Address->getDebugLoc());
    Address->replaceAllUsesWith(Integer);
    Erasable.push_back(Address);
  }
}

void Retyper::settleCall(CallBase &Call) {
  if (Function *Callee = calledIntrinsic(Call)) {
    settleIntrinsic(Call, *Callee);
    return;
  }
  settleByVal(Call);
  // Code is in one space wherever pointers to it are.
  Value *Called = Call.getCalledOperand();
  auto *Code = PointerType::get(Call.getContext(), NewLayout.getProgramAddressSpace());
  if (!isa<GlobalValue>(Called) && !isa<InlineAsm>(Called) && Called->getType() != Code) {
    auto *Cast = new AddrSpaceCastInst(Called, Code, "", Call.getIterator());
    Cast->setDebugLoc(Call.getDebugLoc());
    Call.setCalledOperand(Cast);
  }
}

// An argument that is passed as a copy: the callee finds it in the space of stack memory, from where it is copied.
void Retyper::settleByVal(CallBase &Call) {
  if (P.FunctionByVal == Unchanged)
    return;
  for (unsigned Index = 0; Index < Call.arg_size(); ++Index) {
    if (!Call.isByValArgument(Index))
      continue;
    Value *From = Call.getArgOperand(Index);
    auto *Cast = dyn_cast<AddrSpaceCastInst>(From);
    if (Cast && Cast->getSrcTy()->getPointerAddressSpace() == P.FunctionByVal) {
      Call.setArgOperand(Index, Cast->getOperand(0));
      continue;
    }
    Type *Object = Call.getParamByValType(Index);
    Align Alignment = Call.getParamAlign(Index).value_or(NewLayout.getABITypeAlign(Object));
    IRBuilder<> Builder(&Call.getFunction()->getEntryBlock().front());
    Builder.SetCurrentDebugLocation(DebugLoc());
    auto *Copy = new AllocaInst(Object, P.FunctionByVal, nullptr, Alignment, "byval", Builder.GetInsertPoint());
    Builder.SetInsertPoint(&Call);
    Builder.CreateMemCpy(Copy, Alignment, From, MaybeAlign(1), NewLayout.getTypeAllocSize(Object));
    Call.setArgOperand(Index, Copy);
  }
}

void Retyper::settleIntrinsic(CallBase &Call, Function &Callee) {
  Intrinsic::ID ID = Callee.getIntrinsicID();
  auto *Stack = PointerType::get(Call.getContext(), P.Stack);
  FunctionType *Ty = Call.getFunctionType();
  if (isLifetime(ID)) {
    Ty = FunctionType::get(Ty->getReturnType(), Call.getArgOperand(Call.arg_size() - 1)->getType(), false);
  } else if (ID == Intrinsic::stacksave && Call.getType() != Stack) {
    auto *Cast = new AddrSpaceCastInst(&Call, Call.getType(), "", std::next(Call.getIterator()));
    Call.mutateType(Stack);
    useCast(&Call, Cast);
    Ty = FunctionType::get(Stack, false);
  } else if (ID == Intrinsic::stackrestore && Call.getArgOperand(0)->getType() != Stack) {
    Value *Saved = Call.getArgOperand(0);
    auto *Cast = dyn_cast<AddrSpaceCastInst>(Saved);
    bool IsThere = Cast && Cast->getSrcTy() == Stack;
    Call.setArgOperand(0, IsThere ? Cast->getOperand(0) : new AddrSpaceCastInst(Saved, Stack, "", Call.getIterator()));
    Ty = FunctionType::get(Ty->getReturnType(), Stack, false);
  }
  if (Ty == Callee.getFunctionType()) {
    Call.setCalledFunction(&Callee); // by its own type again
    return;
  }
  SmallVector<Type *> Overloads;
  Intrinsic::getIntrinsicSignature(ID, Ty, Overloads);
  auto Last = std::prev(M.end());
  Function *New = Intrinsic::getOrInsertDeclaration(&M, ID, Overloads);
  if (std::prev(M.end()) != Last) {
    // It stands where the one stood that it replaces.
    New->removeFromParent();
    M.getFunctionList().insert(Callee.getIterator(), New);
  }
  Call.setCalledFunction(New);
}

void Retyper::settleAlloca(AllocaInst &Alloca, Type *Ty) {
  if (Alloca.getType() == Ty)
    return;
  auto *Cast = new AddrSpaceCastInst(&Alloca, Ty, Alloca.getName() + ".ascast", afterAllocas(&Alloca)->getIterator());
  Cast->setDebugLoc(Alloca.getDebugLoc());
  useCast(&Alloca, Cast);
}

// A kernel's parameter that is in another space than the pointers that its body works with.
void Retyper::settleArgument(Argument &A, Type *Ty) {
  if (A.use_empty())
    return;
  Instruction *Place = afterAllocas(&A.getParent()->getEntryBlock().front());
  useCast(&A, new AddrSpaceCastInst(&A, Ty, A.getName() + ".ascast", Place->getIterator()));
}

// A pointer that is an integer in memory, and so as a member of an aggregate.
void Retyper::settleMember(ExtractValueInst &Extract) {
  Type *Member = ExtractValueInst::getIndexedType(Extract.getAggregateOperand()->getType(), Extract.getIndices());
  Type *Ty = Extract.getType();
  if (Member == Ty)
    return;
  Extract.mutateType(Member);
  auto *Cast = new IntToPtrInst(&Extract, Ty, "", std::next(Extract.getIterator()));
  Cast->setDebugLoc(Extract.getDebugLoc());
  useCast(&Extract, Cast);
}

void Retyper::settleMember(InsertValueInst &Insert) {
  Type *Member = ExtractValueInst::getIndexedType(Insert.getAggregateOperand()->getType(), Insert.getIndices());
  Value *Inserted = Insert.getInsertedValueOperand();
  if (Inserted->getType() == Member)
    return;
  auto *Cast = new PtrToIntInst(Inserted, Member, "", Insert.getIterator());
  Cast->setDebugLoc(Insert.getDebugLoc());
  Insert.setOperand(InsertValueInst::getInsertedValueOperandIndex(), Cast);
}

// Each step goes through the whole body: blocks are in any order, so an operand may come later than its use.
void Retyper::body(Function &F) {
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      retype(I);
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      operands(I);
  for (auto &[Alloca, Ty] : reverse(Allocas)) // each cast comes before those that are there
    settleAlloca(*Alloca, Ty);
  Allocas.clear();
  for (Argument &A : F.args())
    if (Type *Ty = Arguments.lookup(&A))
      settleArgument(A, Ty);
  SmallVector<Instruction *> All;
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      if (isa<AddrSpaceCastInst, CallBase, ExtractValueInst, InsertValueInst, PtrToAddrInst>(I))
        All.push_back(&I);
  for (Instruction *I : All)
    settle(*I);
}
#endif
