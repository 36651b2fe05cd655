// A module in other address spaces: types of pointers change everywhere, and the C API can change the type of nothing.
// Which space becomes which, conventions and kernels are Rust's (ir/retype.rs).

#include "retype.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Metadata.h"
#include "llvm/TargetParser/Triple.h"

Retyper::Retyper(Module &M, const RetypePolicy &P) : M(M), P(P), OldLayout(M.getDataLayout()), NewLayout(P.Layout) {
  for (size_t Index = 0; Index < P.KernelCount; ++Index)
    Kernels.insert(P.Kernels[Index]);
}

unsigned Retyper::convention(unsigned From) const {
  for (size_t Index = 0; Index < P.ConventionCount; ++Index)
    if (P.Conventions[Index].From == From)
      return P.Conventions[Index].To;
  return From;
}

// `byval(T)`, `sret(T)`, `elementtype(T)` and so on describe memory.
AttributeList Retyper::attributes(AttributeList List) {
  for (unsigned Index : List.indexes())
    for (unsigned Kind = Attribute::FirstTypeAttr; Kind <= Attribute::LastTypeAttr; ++Kind)
      if (Attribute A = List.getAttributeAtIndex(Index, Attribute::AttrKind(Kind)); Type *T = A.getValueAsType())
        if (Type *New = memory(T); New != T)
          List = List.replaceAttributeTypeAtIndex(M.getContext(), Index, Attribute::AttrKind(Kind), New);
  return List;
}

// The type of a function's parameter: the host places the arguments of kernels.
Type *Retyper::parameter(const Function &F, unsigned Index) {
  Type *Ty = F.getFunctionType()->getParamType(Index);
  unsigned Space = Unchanged;
  if (F.hasParamAttribute(Index, Attribute::ByVal))
    Space = Kernels.count(&F) ? P.KernelByVal : P.FunctionByVal;
  else if (Kernels.count(&F) && Ty->isPointerTy() && Ty->getPointerAddressSpace() == P.Generic)
    Space = P.KernelPointers;
  return Space == Unchanged ? type(Ty) : PointerType::get(M.getContext(), Space);
}

void Retyper::replace(GlobalValue *From, GlobalValue *To) {
  To->takeName(From);
  Globals[From] = To;
  Old.push_back(From);
}

void Retyper::variable(GlobalVariable &G) {
  Type *Ty = memory(G.getValueType());
  unsigned Space = G.getAddressSpace();
  unsigned NewSpace = Space < OldSpaces ? P.Variables[Space] : Space;
  if (Space == P.ThreadLocal)
    G.setThreadLocal(true);
  if (Space == P.Uninitialized && G.hasInitializer())
    G.setInitializer(PoisonValue::get(G.getValueType()));
  if (Ty == G.getValueType() && NewSpace == Space)
    return;
  auto *New = new GlobalVariable(M, Ty, G.isConstant(), G.getLinkage(), nullptr, "", &G, G.getThreadLocalMode(),
                                 NewSpace, G.isExternallyInitialized());
  New->copyAttributesFrom(&G);
  New->setComdat(G.getComdat());
  New->copyMetadata(&G, 0);
  if (G.hasInitializer())
    New->setInitializer(PoisonValue::get(Ty)); // until initialize()
  replace(&G, New);
}

void Retyper::function(Function &F) {
  SmallVector<Type *> Parameters, Inside;
  for (unsigned Index = 0; Index < F.arg_size(); ++Index) {
    Parameters.push_back(parameter(F, Index));
    Inside.push_back(type(F.getFunctionType()->getParamType(Index)));
  }
  auto *Ty = FunctionType::get(type(F.getReturnType()), Parameters, F.isVarArg());
  if (F.isIntrinsic()) {
    if (Ty != F.getFunctionType())
      Intrinsics.push_back(&F);
    return; // settleIntrinsic
  }
  Function *New = &F;
  if (Ty != F.getFunctionType() || F.getAddressSpace() != NewLayout.getProgramAddressSpace()) {
    New = Function::Create(Ty, F.getLinkage(), NewLayout.getProgramAddressSpace());
    M.getFunctionList().insert(F.getIterator(), New);
    New->copyAttributesFrom(&F);
    New->setComdat(F.getComdat());
    New->copyMetadata(&F, 0);
    if (!F.isDeclaration()) {
      New->stealArgumentListFrom(F);
      New->splice(New->begin(), &F);
    }
    replace(&F, New);
  }
  AttributeList List = attributes(F.getAttributes());
  bool IsKernel = Kernels.count(&F);
  for (unsigned Index = 0; Index < Parameters.size(); ++Index) {
    if (!New->isDeclaration())
      New->getArg(Index)->mutateType(Parameters[Index]);
    if (IsKernel && P.IsByRef && List.hasParamAttr(Index, Attribute::ByVal)) {
      Type *Object = List.getParamByValType(Index);
      List = List.removeParamAttribute(M.getContext(), Index, Attribute::ByVal);
      List = List.addParamAttribute(M.getContext(), Index,
                                    Attribute::getWithByRefType(M.getContext(), Object));
    }
  }
  New->setAttributes(List);
  New->setCallingConv(IsKernel ? P.KernelConvention : convention(F.getCallingConv()));
  if (New->isDeclaration())
    return;
  for (unsigned Index = 0; Index < Parameters.size(); ++Index)
    if (Parameters[Index] != Inside[Index])
      Arguments[New->getArg(Index)] = Inside[Index];
}

void Retyper::alias(GlobalAlias &A) {
  const GlobalObject *Object = A.getAliaseeObject();
  unsigned Space = A.getAddressSpace() < OldSpaces ? P.Pointers[A.getAddressSpace()] : A.getAddressSpace();
  if (isa_and_nonnull<Function>(Object))
    Space = NewLayout.getProgramAddressSpace();
  else if (Object && Object->getAddressSpace() < OldSpaces && A.getAddressSpace() == Object->getAddressSpace())
    Space = P.Variables[Object->getAddressSpace()];
  auto *New = GlobalAlias::create(memory(A.getValueType()), Space, A.getLinkage(), "", &M);
  New->copyAttributesFrom(&A);
  replace(&A, New);
}

void Retyper::ifunc(GlobalIFunc &I) {
  auto *New = GlobalIFunc::create(type(I.getValueType()), NewLayout.getProgramAddressSpace(), I.getLinkage(), "",
                                  nullptr, &M);
  New->copyAttributesFrom(&I);
  New->copyMetadata(&I, 0);
  replace(&I, New);
}

// Initializers and the like, once every global is there.
void Retyper::initialize() {
  for (GlobalVariable &G : M.globals()) {
    auto *New = cast<GlobalVariable>(global(&G));
    if (G.hasInitializer())
      New->setInitializer(inMemory(constant(G.getInitializer()), New->getValueType()));
  }
  for (Function &F : M) {
    if (Globals.count(&F))
      continue;
    for (Use &U : F.operands())
      if (auto *C = dyn_cast<Constant>(U.get()))
        U.set(isa<GlobalValue>(C) ? global(cast<GlobalValue>(C)) : constant(C));
  }
  for (GlobalValue *G : Old) {
    auto InPlace = [&](Constant *C) {
      return ConstantExpr::getPointerBitCastOrAddrSpaceCast(constant(C), global(G)->getType());
    };
    if (auto *A = dyn_cast<GlobalAlias>(G))
      cast<GlobalAlias>(global(A))->setAliasee(InPlace(A->getAliasee()));
    else if (auto *I = dyn_cast<GlobalIFunc>(G))
      cast<GlobalIFunc>(global(I))->setResolver(InPlace(I->getResolver()));
  }
}

// The new structs get the names; the old ones are no longer used here.
void Retyper::renameStructs() {
  for (auto &[From, To] : Structs) {
    std::string Name = From->hasName() ? From->getName().str() : std::string();
    From->setName("");
    To->setName(Name);
  }
}

// Lets metadata refer to what the constants over an old global have become.
void Retyper::retypeMetadata(GlobalValue &G) {
  SmallVector<Constant *, 8> Work{&G};
  while (!Work.empty()) {
    Constant *C = Work.pop_back_val();
    Constant *New = C == &G ? global(&G) : constant(C);
    if (New != C && C->isUsedByMetadata())
      ValueAsMetadata::handleRAUW(C, New);
    for (User *U : C->users())
      if (auto *Over = dyn_cast<Constant>(U); Over && !isa<GlobalValue>(Over) && Seen.insert(Over).second)
        Work.push_back(Over);
  }
}

void Retyper::eraseOld(void *Data, void (*Erased)(void *Data, Value *)) {
  for (Instruction *I : Erasable) {
    sp_erase_instruction(I);
    Erased(Data, I);
  }
  for (GlobalValue *G : Old)
    retypeMetadata(*G);
  for (Function *F : Intrinsics)
    if (F->use_empty())
      Old.push_back(F);
  for (GlobalValue *G : Old) {
    sp_erase_global(G);
    Erased(Data, G);
  }
  for (GlobalValue *G : Old)
    G->removeDeadConstantUsers();
}

void Retyper::run(void *Data, void (*Erased)(void *Data, Value *)) {
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    variable(G);
  for (Function &F : make_early_inc_range(M))
    function(F);
  SmallVector<GlobalValue *> Indirect;
  for (GlobalAlias &A : M.aliases())
    Indirect.push_back(&A);
  for (GlobalIFunc &I : M.ifuncs())
    Indirect.push_back(&I);
  for (GlobalValue *G : Indirect) // all of them, so that they stay in order
    if (auto *A = dyn_cast<GlobalAlias>(G))
      alias(*A);
    else
      ifunc(*cast<GlobalIFunc>(G));
  initialize();
  for (Function &F : make_early_inc_range(M)) // declarations of intrinsics are added on the way
    if (!F.isDeclaration())
      body(F);
  eraseOld(Data, Erased);
  renameStructs();
  M.setTargetTriple(Triple(P.Triple));
  M.setDataLayout(NewLayout);
}

// Pointers in memory are smaller now, and what lies behind one is not where it was: in a vector, or behind what
// `cmpxchg` returns.
bool Retyper::needsOldSize(Instruction &I) {
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isNarrow(Exchange->getNewValOperand()->getType());
  Type *T = nullptr;
  if (isa<LoadInst>(I))
    T = I.getType();
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    T = Store->getValueOperand()->getType();
  return T && T->isVectorTy() && isNarrow(T);
}

Value *Retyper::impossible() {
  for (Function &F : M) {
    Intrinsic::ID ID = F.getIntrinsicID();
    if (ID == Intrinsic::not_intrinsic || ID == Intrinsic::stacksave || ID == Intrinsic::stackrestore)
      continue;
    auto *Ty = cast<FunctionType>(type(F.getFunctionType()));
    SmallVector<Type *> Overloads;
    if (Ty != F.getFunctionType() && !Intrinsic::getIntrinsicSignature(ID, Ty, Overloads))
      return &F;
  }
  for (Function &F : M)
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (needsOldSize(I))
          return &I;
  return nullptr;
}

extern "C" {
Value *sp_impossible(Module *M, const RetypePolicy *P) { return Retyper(*M, *P).impossible(); }

// Kernels has P's kernels, and gets what they became.
void sp_retype_module(Module *M, const RetypePolicy *P, Function **Kernels, void *Data,
                      void (*Erased)(void *Data, Value *)) {
  Retyper Work(*M, *P);
  Work.run(Data, Erased);
  for (size_t Index = 0; Index < P->KernelCount; ++Index)
    Kernels[Index] = cast<Function>(Work.global(Kernels[Index]));
}
}
#endif
