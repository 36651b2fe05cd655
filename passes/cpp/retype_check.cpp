// Values that cannot change their address spaces: the C API shows neither all types of an instruction nor its constants
// cheaply.

#include "retype.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/Operator.h"

namespace {
// `Obstacle` of ir/retype.rs.
enum Obstacle : int { None, AddressSpace, TargetType, InlineAssembly };

// `Finding` of ir/retype.rs.
struct Finding {
  int What;
  // An instruction or a global.
  Value *Where;
  unsigned Space;
};

// `GenericUses` of ir/retype.rs: for each convention, the first place that only it has.
struct GenericUses {
  Value *Four;
  Value *Zero;
};

// Visits constants over constants, each once. No recursion: they nest as deep as the input says.
struct ConstantWalk {
  DenseSet<const Constant *> Seen;
  SmallVector<Constant *, 16> Work;

  template <class Visit> void from(Constant *First, Visit Each) {
    push(First);
    while (!Work.empty()) {
      Constant *C = Work.pop_back_val();
      Each(C);
      if (!isa<GlobalValue, BlockAddress>(C))
        for (Value *Operand : C->operands())
          if (auto *Inner = dyn_cast<Constant>(Operand))
            push(Inner);
    }
  }
  void push(Constant *C) {
    if (Seen.insert(C).second)
      Work.push_back(C);
  }
};

// Calls Each(Where, Constant) for every constant of a module, with the first place that it is at.
template <class Visit> void forConstants(Module &M, Visit Each) {
  ConstantWalk Walk;
  auto Operands = [&](User &U, Value &Where) {
    for (Value *Operand : U.operands())
      if (auto *C = dyn_cast_or_null<Constant>(Operand))
        Walk.from(C, [&](Constant *Found) { Each(Where, *Found); });
  };
  for (GlobalValue &G : M.global_values())
    Operands(G, G);
  for (Function &F : M)
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        Operands(I, I);
}

class Check {
  unsigned Spaces;
  DenseMap<Type *, Finding> Types;
  Finding First{None, nullptr, 0};

  Finding ofOne(Type *T) {
    if (auto *Pointer = dyn_cast<PointerType>(T); Pointer && Pointer->getAddressSpace() >= Spaces)
      return {AddressSpace, nullptr, Pointer->getAddressSpace()};
    if (isa<TargetExtType>(T) && !isEvent(T))
      return {TargetType, nullptr, 0};
    return {None, nullptr, 0};
  }

  // No recursion: types nest as deep as the input says.
  Finding find(Type *T) {
    auto Known = Types.find(T);
    if (Known != Types.end())
      return Known->second;
    Finding Found{None, nullptr, 0};
    DenseSet<Type *> Seen;
    SmallVector<Type *, 16> Work{T};
    while (!Work.empty() && Found.What == None) {
      Type *Top = Work.pop_back_val();
      if (!Seen.insert(Top).second)
        continue;
      Found = ofOne(Top);
      for (Type *Inner : Top->subtypes())
        if (!Types.count(Inner) || Types.lookup(Inner).What != None)
          Work.push_back(Inner);
    }
    for (Type *Good : Seen)
      if (Found.What == None)
        Types[Good] = Found;
    Types[T] = Found;
    return Found;
  }

  void report(Finding Found, Value &Where) {
    if (First.What == None && Found.What != None)
      First = {Found.What, &Where, Found.Space};
  }

public:
  explicit Check(unsigned Spaces) : Spaces(Spaces) {}

  void type(Type *T, Value &Where) { report(find(T), Where); }

  void attributes(AttributeList List, Value &Where) {
    for (AttributeSet Set : List)
      for (Attribute A : Set)
        if (A.isTypeAttribute() && A.getValueAsType())
          type(A.getValueAsType(), Where);
  }

  void instruction(Instruction &I) {
    type(I.getType(), I);
    for (Value *Operand : I.operands())
      if (isa<Constant>(Operand))
        type(Operand->getType(), I);
    if (auto *Alloca = dyn_cast<AllocaInst>(&I))
      type(Alloca->getAllocatedType(), I);
    else if (auto *Gep = dyn_cast<GetElementPtrInst>(&I))
      type(Gep->getSourceElementType(), I);
    else if (auto *Call = dyn_cast<CallBase>(&I)) {
      type(Call->getFunctionType(), I);
      attributes(Call->getAttributes(), I);
      if (Call->isInlineAsm())
        report({InlineAssembly, nullptr, 0}, I);
    }
  }

  Finding run(Module &M) {
    for (GlobalValue &G : M.global_values()) {
      type(G.getType(), G);
      type(G.getValueType(), G);
      if (auto *F = dyn_cast<Function>(&G)) {
        attributes(F->getAttributes(), G);
        for (BasicBlock &Block : *F)
          for (Instruction &I : Block)
            instruction(I);
      }
    }
    if (First.What == None)
      forConstants(M, [&](Value &Where, Constant &C) {
        type(C.getType(), Where);
        if (auto *Gep = dyn_cast<GEPOperator>(&C))
          type(Gep->getSourceElementType(), Where);
      });
    return First;
  }
};
} // namespace

extern "C" {
// The first place where a module uses something other than the address spaces below Spaces and LLVM's own types and
// instructions.
void sp_find_obstacle(Module *M, unsigned Spaces, Finding *Found) { *Found = Check(Spaces).run(*M); }

// Places where a module shows that its generic space is 4, or 0: by casts of pointers, and by what kernels take.
void sp_generic_uses(Module *M, Function *const *Kernels, size_t Count, GenericUses *Uses) {
  *Uses = {nullptr, nullptr};
  auto Note = [](Value *&Place, Value &Where) {
    if (!Place)
      Place = &Where;
  };
  for (Function *F : ArrayRef<Function *>(Kernels, Count))
    for (Argument &A : F->args())
      if (auto *Pointer = dyn_cast<PointerType>(A.getType()); Pointer && !A.hasByValAttr())
        if (Pointer->getAddressSpace() == 0)
          Note(Uses->Zero, *F);
  auto Cast = [&](Type *From, Type *To, Value &Where) {
    unsigned Spaces[] = {From->getPointerAddressSpace(), To->getPointerAddressSpace()};
    if (Spaces[0] == 4 || Spaces[1] == 4)
      Note(Uses->Four, Where);
    else if (Spaces[0] == 0 || Spaces[1] == 0)
      Note(Uses->Zero, Where);
  };
  for (Function &F : *M)
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (auto *C = dyn_cast<AddrSpaceCastInst>(&I))
          Cast(C->getSrcTy(), C->getDestTy(), I);
  forConstants(*M, [&](Value &Where, Constant &C) {
    if (auto *E = dyn_cast<ConstantExpr>(&C); E && E->getOpcode() == Instruction::AddrSpaceCast)
      Cast(E->getOperand(0)->getType(), E->getType(), Where);
  });
}
}
#endif
