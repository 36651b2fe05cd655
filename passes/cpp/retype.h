// A module in other address spaces: what retype_*.cpp share.

#pragma once

#include "shim.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/TargetParser/Triple.h"

// The type of events of OpenCL.
inline bool isEvent(Type *T) {
  auto *Extension = dyn_cast<TargetExtType>(T);
  return Extension && Extension->getName() == "spirv.Event";
}

constexpr unsigned OldSpaces = 5;
constexpr unsigned Unchanged = ~0u;

// `Conventions` of ir/retype.rs: a calling convention and the one that replaces it.
struct ConventionChange {
  unsigned From, To;
};

// `Policy` of ir/retype.rs, which describes the fields.
struct RetypePolicy {
  unsigned Pointers[OldSpaces];
  unsigned Variables[OldSpaces];
  unsigned Generic;
  unsigned Stack;
  unsigned KernelPointers;
  unsigned KernelByVal;
  unsigned FunctionByVal;
  unsigned Uninitialized;
  unsigned ThreadLocal;
  bool IsByRef;
  unsigned KernelConvention;
  const ConventionChange *Conventions;
  size_t ConventionCount;
  Function *const *Kernels;
  size_t KernelCount;
  const char *Triple;
  const char *Layout;
};

// Changes the types of everything in a module. Instructions, arguments and blocks keep their identity; functions and
// variables of another type are replaced, and handed out as erased.
class Retyper {
public:
  Retyper(Module &M, const RetypePolicy &P);

  // The type of values that had type T.
  Type *type(Type *T);
  // The type of memory that held a T. It has the size and the offsets that it had: a pointer that the new layout makes
  // smaller is an integer there.
  Type *memory(Type *T);

  // The constant in the new module. Its type is type(C->getType()).
  Constant *constant(Constant *C);
  // The global in the new module, in the address space where it is.
  GlobalValue *global(GlobalValue *G) const;

  // A declared intrinsic that has no form for the new types, or an instruction that depends on the size that pointers
  // had; null if there is none. Changes nothing.
  Value *impossible();

  void run(void *Data, void (*Erased)(void *Data, Value *));

private:
  Module &M;
  const RetypePolicy &P;
  const DataLayout OldLayout, NewLayout;
  DenseSet<const Function *> Kernels;
  DenseMap<Type *, Type *> Types;
  SmallVector<std::pair<StructType *, StructType *>> Structs;
  DenseMap<Constant *, Constant *> Constants;
  DenseMap<GlobalValue *, GlobalValue *> Globals;
  // The globals that were replaced, in order.
  SmallVector<GlobalValue *> Old;
  // Declarations of intrinsics that have another type now.
  SmallVector<Function *> Intrinsics;
  // Parameters of kernels that are in another space than the pointers that bodies work with, with the type of those.
  DenseMap<Argument *, Type *> Arguments;
  // The same for the stack memory of the function at hand.
  SmallVector<std::pair<AllocaInst *, Type *>> Allocas;
  SmallVector<Instruction *> Erasable;
  // Constants whose metadata was looked at.
  DenseSet<Constant *> Seen;

  Type *rebuilt(Type *T);
  Constant *rebuilt(Constant *C);
  Constant *rebuiltExpression(ConstantExpr *E, ArrayRef<Constant *> Operands, Type *Ty);
  Constant *inMemory(Constant *C, Type *Ty);
  bool isNarrow(Type *T);
  bool needsOldSize(Instruction &I);

  AttributeList attributes(AttributeList List);
  unsigned convention(unsigned From) const;
  Type *parameter(const Function &F, unsigned Index);
  FunctionType *called(CallBase &Call);

  void variable(GlobalVariable &G);
  void function(Function &F);
  void alias(GlobalAlias &A);
  void ifunc(GlobalIFunc &I);
  void replace(GlobalValue *From, GlobalValue *To);
  void initialize();
  void renameStructs();
  void retypeMetadata(GlobalValue &G);
  void eraseOld(void *Data, void (*Erased)(void *Data, Value *));

  // In retype_body.cpp.
  void body(Function &F);
  void retype(Instruction &I);
  void operands(Instruction &I);
  void debugRecords(Instruction &I);
  void settle(Instruction &I);
  void settleCall(CallBase &Call);
  void settleIntrinsic(CallBase &Call, Function &Callee);
  void settleAlloca(AllocaInst &Alloca, Type *Ty);
  void settleArgument(Argument &A, Type *Ty);
  void settleByVal(CallBase &Call);
  void settleMember(ExtractValueInst &Extract);
  void settleMember(InsertValueInst &Insert);
};
#endif
