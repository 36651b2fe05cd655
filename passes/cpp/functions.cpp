// Functions with another signature: the C API neither clones a body nor copies what makes up a function.

#include "shim.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace {
// Effects of code that reads through one more pointer argument than before.
MemoryEffects alsoReadingArguments(MemoryEffects ME) { return ME | MemoryEffects::argMemOnly(ModRefInfo::Ref); }
} // namespace

extern "C" {
// Whether a global or a comdat of M has this name (the C API asks for each kind of global apart, and adds the comdat).
bool sp_is_name_taken(Module *M, const char *Name, size_t Length) {
  StringRef Text(Name, Length);
  return M->getNamedValue(Text) || M->getComdatSymbolTable().count(Text);
}

// Whether a call keeps no copy of a pointer argument, by the attributes of the call or of what it calls (LLVM 21 has
// other attributes than LLVM 20, and the C API knows neither).
bool sp_does_not_capture(CallBase *Call, unsigned Argument) { return Call->doesNotCapture(Argument); }

// Puts the body of what it calls in place of a call; false, and nothing happens, if LLVM cannot.
bool sp_inline_call(CallBase *Call) {
  InlineFunctionInfo Info;
  return InlineFunction(*Call, Info).isSuccess();
}

// A hash of a body (the C API has none). LLVM 16 has one only in builds with expensive checks.
uint64_t sp_structural_hash([[maybe_unused]] Function *F) {
#if LLVM_VERSION_MAJOR >= 17
  return StructuralHash(*F, /*DetailedHash=*/true);
#else
  return 0;
#endif
}

// A function of type Ty right after F, without body: linkage, visibility, section, alignment, calling convention,
// personality and all attributes are F's. A comdat is shared; one that has F's own name is recreated under the new name
// if there is one. Without a name it is meant to replace F (sp_replace_function).
Function *sp_function_like(Function *F, FunctionType *Ty, const char *Name, size_t Length) {
  auto *New = Function::Create(Ty, F->getLinkage(), F->getAddressSpace(), StringRef(Name, Length));
  F->getParent()->getFunctionList().insertAfter(F->getIterator(), New);
  New->copyAttributesFrom(F);
  if (Comdat *C = F->getComdat()) {
    if (Length && C->getName() == F->getName()) {
      Comdat *Own = F->getParent()->getOrInsertComdat(New->getName());
      Own->setSelectionKind(C->getSelectionKind());
      C = Own;
    }
    New->setComdat(C);
  }
  return New;
}

// Gives To, whose first parameters are From's, a copy of From's body, attributes and metadata. Debug info of the copy
// is its own: a subprogram describes one function.
void sp_clone_body(Function *From, Function *To) {
  ValueToValueMapTy Map;
  auto Parameter = To->arg_begin();
  for (Argument &A : From->args()) {
    Parameter->setName(A.getName());
    Map[&A] = &*Parameter++;
  }
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(To, From, Map,
                    From->getSubprogram() ? CloneFunctionChangeType::GlobalChanges
                                          : CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  if (DISubprogram *SP = To->getSubprogram())
    if (SP->getRawLinkageName())
      SP->replaceLinkageName(MDString::get(To->getContext(), To->getName()));
}

// Ends the making of a clone that got a pointer parameter to read through: says so where the attributes claim to know
// what memory it uses, and releases musttail calls of functions that no longer have its signature.
void sp_finish_clone(Function *F) {
  if (F->hasFnAttribute(Attribute::Memory))
    F->setMemoryEffects(alsoReadingArguments(F->getMemoryEffects()));
  for (BasicBlock &BB : *F)
    if (CallInst *C = BB.getTerminatingMustTailCall())
      if (C->getFunctionType()->getNumParams() != F->getFunctionType()->getNumParams())
        C->setTailCallKind(CallInst::TCK_Tail);
}

// Puts a call of Callee in the place of Old: its arguments and Extra, its attributes, calling convention, bundles,
// metadata, flags, name and uses (the C API has no bundles in LLVM 16 and copies nothing). OfThisFrame: Extra points to
// memory of the calling function, which a `tail` call promises not to touch.
void sp_call_with_argument(CallInst *Old, Function *Callee, Value *Extra, bool OfThisFrame) {
  SmallVector<Value *, 8> Arguments(Old->args());
  Arguments.push_back(Extra);
  SmallVector<OperandBundleDef, 1> Bundles;
  Old->getOperandBundlesAsDefs(Bundles);
  auto *New = CallInst::Create(Callee->getFunctionType(), Callee, Arguments, Bundles);
  insertBefore(New, Old);
  AttributeList Attributes = Old->getAttributes();
  if (Attributes.hasFnAttr(Attribute::Memory))
    Attributes = Attributes.addFnAttribute(
        Old->getContext(), Attribute::getWithMemoryEffects(
                               Old->getContext(), alsoReadingArguments(Attributes.getMemoryEffects())));
  New->setAttributes(Attributes);
  New->setCallingConv(Old->getCallingConv());
  bool MayTail = !OfThisFrame || Old->isNoTailCall();
  New->setTailCallKind(MayTail ? Old->getTailCallKind() : CallInst::TCK_None);
  New->copyMetadata(*Old);
  New->copyIRFlags(Old);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  sp_erase_instruction(Old);
}

// Ends the replacement of Old by New, which has its body already: metadata, name, every use (also in metadata).
void sp_replace_function(Function *Old, Function *New) {
  New->copyMetadata(Old, 0);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  sp_erase_global(Old);
}

// A function in the place of Old that has its body and lacks the parameters that are not kept, which nothing uses. Old
// is erased.
Function *sp_without_parameters(Function *Old, const bool *Kept) {
  SmallVector<Type *, 8> Types;
  SmallVector<AttributeSet, 8> Sets;
  AttributeList Attributes = Old->getAttributes();
  for (Argument &A : Old->args())
    if (Kept[A.getArgNo()]) {
      Types.push_back(A.getType());
      Sets.push_back(Attributes.getParamAttrs(A.getArgNo()));
    }
  auto *Ty = FunctionType::get(Old->getReturnType(), Types, Old->isVarArg());
  Function *New = sp_function_like(Old, Ty, "", 0);
  New->setAttributes(AttributeList::get(Old->getContext(), Attributes.getFnAttrs(), Attributes.getRetAttrs(), Sets));
  New->splice(New->begin(), Old);
  auto Parameter = New->arg_begin();
  for (Argument &A : Old->args())
    if (Kept[A.getArgNo()]) {
      Parameter->takeName(&A);
      A.replaceAllUsesWith(&*Parameter++);
    }
  sp_replace_function(Old, New);
  return New;
}

// Gives each parameter of F the attributes that the parameter of From has whose index Sources names, or none where the
// index is negative (the C API adds and removes single attributes, and does not see those that F has for parameters
// that it lacks).
void sp_take_parameter_attributes(Function *F, Function *From, const int *Sources) {
  AttributeList Own = F->getAttributes(), Theirs = From->getAttributes();
  SmallVector<AttributeSet, 8> Sets;
  for (Argument &A : F->args()) {
    int Source = Sources[A.getArgNo()];
    Sets.push_back(Source < 0 ? AttributeSet() : Theirs.getParamAttrs(Source));
  }
  F->setAttributes(AttributeList::get(F->getContext(), Own.getFnAttrs(), Own.getRetAttrs(), Sets));
}

// Positions a builder before everything in F, its debug records included, without a debug location.
void sp_position_at_entry(IRBuilder<> *B, Function *F) {
  BasicBlock &Entry = F->getEntryBlock();
  B->SetInsertPoint(&Entry, Entry.begin());
  B->SetCurrentDebugLocation(DebugLoc());
}

// Adds functions to llvm.used or llvm.compiler.used.
void sp_append_to_used(Module *M, bool ByCompiler, GlobalValue **Globals, size_t Count) {
  ArrayRef<GlobalValue *> Values(Globals, Count);
  if (ByCompiler)
    appendToCompilerUsed(*M, Values);
  else
    appendToUsed(*M, Values);
}

// A variable with another initializer in the place of Old, whose name, attributes and uses it takes; the C API puts
// it last and copies none of these. Old is erased.
GlobalVariable *sp_variable_like(GlobalVariable *Old, Constant *Initializer) {
  auto *New = new GlobalVariable(*Old->getParent(), Initializer->getType(), Old->isConstant(), Old->getLinkage(),
                                 Initializer, "", Old, Old->getThreadLocalMode(), Old->getAddressSpace());
  New->copyAttributesFrom(Old);
  New->setComdat(Old->getComdat());
  New->copyMetadata(Old, 0);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  sp_erase_global(Old);
  return New;
}
}
