// Types and constants in other address spaces: the C API has no way to make a constant like another one.

#include "retype.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/IR/Operator.h"

// Whether the new layout has smaller pointers of this type, or of the elements of this vector.
bool Retyper::isNarrow(Type *T) {
  auto *Pointer = dyn_cast<PointerType>(T->getScalarType());
  if (!Pointer || Pointer->getAddressSpace() >= OldSpaces)
    return false;
  unsigned Space = Pointer->getAddressSpace();
  return NewLayout.getPointerSize(P.Pointers[Space]) < OldLayout.getPointerSize(Space);
}

Type *Retyper::rebuilt(Type *T) {
  LLVMContext &Context = T->getContext();
  if (auto *Pointer = dyn_cast<PointerType>(T)) {
    unsigned Space = Pointer->getAddressSpace();
    return Space < OldSpaces ? PointerType::get(Context, P.Pointers[Space]) : T;
  }
  if (auto *Array = dyn_cast<ArrayType>(T))
    return ArrayType::get(memory(Array->getElementType()), Array->getNumElements());
  if (auto *Vector = dyn_cast<VectorType>(T))
    return VectorType::get(type(Vector->getElementType()), Vector->getElementCount());
  if (auto *Function = dyn_cast<FunctionType>(T)) {
    SmallVector<Type *> Parameters;
    for (Type *Parameter : Function->params())
      Parameters.push_back(type(Parameter));
    return FunctionType::get(type(Function->getReturnType()), Parameters, Function->isVarArg());
  }
  // Functions that copy give the event that they were given; only SPIR-V has it as a type.
  if (isEvent(T) && !Triple(P.Triple).isSPIRV())
    return PointerType::get(Context, P.Pointers[0]);
  auto *Struct = dyn_cast<StructType>(T);
  if (!Struct || Struct->isOpaque())
    return T;
  SmallVector<Type *> Members;
  for (Type *Member : Struct->elements())
    Members.push_back(memory(Member));
  if (Struct->isLiteral())
    return StructType::get(Context, Members, Struct->isPacked());
  if (ArrayRef<Type *>(Members) == Struct->elements())
    return Struct;
  auto *New = StructType::create(Context);
  New->setBody(Members, Struct->isPacked());
  Structs.emplace_back(Struct, New);
  return New;
}

// No recursion: types nest as deep as the input says.
Type *Retyper::type(Type *T) {
  if (Type *Known = Types.lookup(T))
    return Known;
  SmallVector<Type *, 16> Work{T};
  while (!Work.empty()) {
    Type *Top = Work.back();
    size_t Size = Work.size();
    if (!Types.count(Top) && !Top->isPointerTy())
      for (Type *Inner : Top->subtypes())
        if (!Types.count(Inner))
          Work.push_back(Inner);
    if (Work.size() != Size)
      continue;
    Work.pop_back();
    if (!Types.count(Top)) {
      Type *New = rebuilt(Top);
      Types[Top] = New;
    }
  }
  return Types.lookup(T);
}

Type *Retyper::memory(Type *T) {
  if (!isNarrow(T))
    return type(T);
  unsigned Space = T->getPointerAddressSpace();
  Type *Integer = Type::getIntNTy(T->getContext(), OldLayout.getPointerSizeInBits(Space));
  if (auto *Vector = dyn_cast<VectorType>(T))
    return VectorType::get(Integer, Vector->getElementCount());
  return Integer;
}

GlobalValue *Retyper::global(GlobalValue *G) const {
  GlobalValue *New = Globals.lookup(G);
  return New ? New : G;
}

// A member of an aggregate: a pointer becomes the integer that stands for it in memory.
Constant *Retyper::inMemory(Constant *C, Type *Ty) {
  return C->getType() == Ty ? C : ConstantExpr::getPtrToInt(C, Ty);
}

Constant *Retyper::rebuiltExpression(ConstantExpr *E, ArrayRef<Constant *> Operands, Type *Ty) {
  Constant *First = Operands[0];
  if (E->getOpcode() == Instruction::AddrSpaceCast) {
    if (First->isNullValue())
      return Constant::getNullValue(Ty);
    return First->getType() == Ty ? First : ConstantExpr::getAddrSpaceCast(First, Ty);
  }
  // The new layout may have smaller addresses in this space than the result.
  if (E->getOpcode() == Instruction::PtrToAddr && isNarrow(E->getOperand(0)->getType()))
    return ConstantExpr::getPtrToInt(First, Ty);
  auto *Gep = dyn_cast<GEPOperator>(E);
  if (!Gep)
    return E->getWithOperands(Operands, Ty);
  Type *Source = memory(Gep->getSourceElementType());
  // Casts of variables that live in another space stay outermost, as if they were written so.
  auto *Cast = dyn_cast<ConstantExpr>(First);
  if (Cast && Cast->getOpcode() == Instruction::AddrSpaceCast && First->getType() == Ty &&
      !isa<ConstantExpr>(E->getOperand(0))) {
    SmallVector<Constant *> Inner(Operands);
    Inner[0] = Cast->getOperand(0);
    return ConstantExpr::getAddrSpaceCast(E->getWithOperands(Inner, Inner[0]->getType(), false, Source), Ty);
  }
  return E->getWithOperands(Operands, Ty, false, Source);
}

// A constant whose operands are known.
Constant *Retyper::rebuilt(Constant *C) {
  Type *Ty = type(C->getType());
  if (isa<ConstantData>(C)) {
    if (Ty == C->getType())
      return C;
    if (isa<PoisonValue>(C))
      return PoisonValue::get(Ty);
    return isa<UndefValue>(C) ? UndefValue::get(Ty) : Constant::getNullValue(Ty);
  }
  auto InSpace = [&](Constant *New) {
    return New->getType() == Ty ? New : ConstantExpr::getAddrSpaceCast(New, Ty);
  };
  if (auto *G = dyn_cast<GlobalValue>(C))
    return InSpace(global(G));
  if (isa<BlockAddress>(C))
    return InSpace(C); // it names the block, which is the same
  if (auto *Equivalent = dyn_cast<DSOLocalEquivalent>(C))
    return InSpace(DSOLocalEquivalent::get(global(Equivalent->getGlobalValue())));
  if (auto *NoCFI = dyn_cast<NoCFIValue>(C))
    return InSpace(NoCFIValue::get(global(NoCFI->getGlobalValue())));
  SmallVector<Constant *> Operands;
  bool IsSame = Ty == C->getType();
  for (Value *Operand : C->operands()) {
    Operands.push_back(Constants.lookup(cast<Constant>(Operand)));
    IsSame &= Operands.back() == Operand;
  }
  if (auto *E = dyn_cast<ConstantExpr>(C)) {
    auto *Gep = dyn_cast<GEPOperator>(E);
    IsSame &= !Gep || memory(Gep->getSourceElementType()) == Gep->getSourceElementType();
    return IsSame ? C : rebuiltExpression(E, Operands, Ty);
  }
  if (IsSame)
    return C;
  if (isa<ConstantVector>(C))
    return ConstantVector::get(Operands);
  if (isa<ConstantPtrAuth>(C))
    return ConstantPtrAuth::get(Operands[0], cast<ConstantInt>(Operands[1]), cast<ConstantInt>(Operands[2]),
                                Operands[3], Operands[4]);
  for (unsigned Index = 0; Index < Operands.size(); ++Index)
    Operands[Index] = inMemory(Operands[Index], Ty->getContainedType(isa<ArrayType>(Ty) ? 0 : Index));
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return ConstantArray::get(Array, Operands);
  return ConstantStruct::get(cast<StructType>(Ty), Operands);
}

// No recursion: constants nest as deep as the input says.
Constant *Retyper::constant(Constant *C) {
  if (Constant *Known = Constants.lookup(C))
    return Known;
  SmallVector<Constant *, 16> Work{C};
  while (!Work.empty()) {
    Constant *Top = Work.back();
    size_t Size = Work.size();
    if (!Constants.count(Top) && isa<ConstantExpr, ConstantAggregate, ConstantPtrAuth>(Top))
      for (Value *Operand : Top->operands())
        if (auto *Inner = cast<Constant>(Operand); !Constants.count(Inner))
          Work.push_back(Inner);
    if (Work.size() != Size)
      continue;
    Work.pop_back();
    if (!Constants.count(Top)) {
      Constant *New = rebuilt(Top);
      Constants[Top] = New;
    }
  }
  return Constants.lookup(C);
}
#endif
