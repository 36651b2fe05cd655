// Moving globals between modules of one context: the C API can only clone a module whole.

#include "shim.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/ValueSymbolTable.h"
#include <vector>

namespace {
// Metadata, personality, prefix and prologue go where the body goes: they belong to a definition.
void moveDefinitionData(Function *From, Function *To) {
  To->clearMetadata();
  To->copyMetadata(From, 0);
  From->clearMetadata();
  To->setPersonalityFn(From->hasPersonalityFn() ? From->getPersonalityFn() : nullptr);
  From->setPersonalityFn(nullptr);
  To->setPrefixData(From->hasPrefixData() ? From->getPrefixData() : nullptr);
  From->setPrefixData(nullptr);
  To->setPrologueData(From->hasPrologueData() ? From->getPrologueData() : nullptr);
  From->setPrologueData(nullptr);
}
} // namespace

extern "C" {
// Gives the bitcode of a module. The C API's function copies it twice, which shows where a module has many parts, and
// adds a table of symbols, which only linkers read; they make it themselves where it is missing.
void sp_write_bitcode(Module *M, void *Data, void (*Take)(void *Data, const char *Bytes, size_t Length)) {
  SmallVector<char, 0> Buffer;
  Buffer.reserve(64 * 1024);
  {
    BitcodeWriter Writer(Buffer);
    Writer.writeModule(*M);
    Writer.writeStrtab();
  }
  Take(Data, Buffer.data(), Buffer.size());
}

// An empty module like M: context, layout, triple, source file name and inline assembly.
Module *sp_module_like(Module *M, const char *Name, size_t Length) {
  auto *New = new Module(StringRef(Name, Length), M->getContext());
  New->setSourceFileName(M->getSourceFileName());
  New->setDataLayout(M->getDataLayout());
  New->setTargetTriple(M->getTargetTriple());
  New->setModuleInlineAsm(M->getModuleInlineAsm());
#if LLVM_VERSION_MAJOR >= 19 && LLVM_VERSION_MAJOR <= 20
  New->setIsNewDbgInfoFormat(M->IsNewDbgInfoFormat); // functions bring their debug records in the form of M
#endif
  return New;
}

// Takes G out of its module and appends it to To. A comdat becomes the comdat of that name in To.
// Values of other modules may go on using G; until G is back, To can be written but not transformed.
void sp_move_global(GlobalValue *G, Module *To) {
  Comdat *C = nullptr;
  if (auto *GO = dyn_cast<GlobalObject>(G)) {
    C = GO->getComdat();
    if (C)
      GO->setComdat(nullptr);
  }
  if (auto *F = dyn_cast<Function>(G)) {
    F->removeFromParent();
    To->getFunctionList().push_back(F);
  } else if (auto *V = dyn_cast<GlobalVariable>(G)) {
    V->removeFromParent();
#if LLVM_VERSION_MAJOR >= 17
    To->insertGlobalVariable(V);
#else
    To->getGlobalList().push_back(V);
#endif
  } else if (auto *A = dyn_cast<GlobalAlias>(G)) {
    A->removeFromParent();
#if LLVM_VERSION_MAJOR >= 17
    To->insertAlias(A);
#else
    To->getAliasList().push_back(A);
#endif
  } else {
    auto *I = cast<GlobalIFunc>(G);
    I->removeFromParent();
#if LLVM_VERSION_MAJOR >= 17
    To->insertIFunc(I);
#else
    To->getIFuncList().push_back(I);
#endif
  }
  if (C) {
    Comdat *New = To->getOrInsertComdat(C->getName());
    New->setSelectionKind(C->getSelectionKind());
    cast<GlobalObject>(G)->setComdat(New);
  }
}

// Moves G to the end of its list in its own module (no C API for order).
void sp_move_to_end(GlobalValue *G) { sp_move_global(G, G->getParent()); }

// Moves the body of F to the empty function Holder, which makes F a declaration (and back, with the roles swapped).
void sp_move_body(Function *F, Function *Holder) {
  Holder->splice(Holder->end(), F);
  moveDefinitionData(F, Holder);
}

// Whether the address of a block of F was taken: such an address refers to the block, wherever that moves, and blocks
// of a copy of F have other addresses. Since LLVM 22 such a constant does not refer to the function.
bool sp_has_block_addresses(Function *F) {
  return any_of(*F, [](BasicBlock &BB) { return BB.hasAddressTaken(); });
}

// Whether a function outside of M uses the address of a block in M. The bitcode writer notes for each block which
// functions use its address, wherever they are, and cannot number those of other modules.
bool sp_block_addresses_used_elsewhere(Module *M) {
  SmallVector<const User *, 8> Work;
  SmallPtrSet<const User *, 8> Seen;
  for (Function &F : *M)
    for (BasicBlock &BB : F)
      if (BB.hasAddressTaken())
        for (const User *U : BB.users())
          if (auto *Address = dyn_cast<BlockAddress>(U))
            Work.push_back(Address);
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (auto *I = dyn_cast<Instruction>(U)) {
      if (!I->getParent() || I->getModule() != M)
        return true;
    } else if (isa<Constant>(U) && !isa<GlobalValue>(U) && Seen.insert(U).second) {
      append_range(Work, U->users());
    }
  }
  return false;
}

// As sp_move_body, but the blocks stay in F, empty but for an `unreachable`, so that their addresses remain addresses
// of F.
void sp_hollow_body(Function *F, Function *Holder) {
  for (BasicBlock &BB : *F) {
    auto *Held = BasicBlock::Create(F->getContext(), "", Holder);
    Held->splice(Held->end(), &BB);
    new UnreachableInst(F->getContext(), &BB);
  }
  moveDefinitionData(F, Holder);
}

// Undoes sp_hollow_body.
void sp_fill_body(Function *F, Function *Holder) {
  for (auto [BB, Held] : zip_equal(*F, *Holder)) {
    BB.getTerminator()->eraseFromParent();
    BB.splice(BB.end(), &Held);
  }
  moveDefinitionData(Holder, F);
}

// Brings the symbol table of F into a form that no longer changes when its body is moved out and back. The bitcode
// writer walks the table in the order of its buckets, which depends on the order in which names came and went. With
// room for six times its names the table is never rehashed again; after one move, names have the places that every
// later move gives them.
void sp_settle_names(Function *F) {
  size_t Names = F->getValueSymbolTable() ? F->getValueSymbolTable()->size() : 0;
  if (Names == 0)
    return;
  std::vector<BasicBlock *> Extra;
  for (size_t I = 0; I < 7 * Names; ++I)
    Extra.push_back(BasicBlock::Create(F->getContext(), "sycl-passes." + Twine(I), F));
  for (BasicBlock *BB : Extra)
    BB->eraseFromParent();
  auto *Holder = Function::Create(F->getFunctionType(), GlobalValue::InternalLinkage, "", F->getParent());
  if (sp_has_block_addresses(F)) {
    sp_hollow_body(F, Holder);
    sp_fill_body(F, Holder);
  } else {
    sp_move_body(F, Holder);
    sp_move_body(Holder, F);
  }
  Holder->eraseFromParent();
}

// Takes the names of arguments, blocks and instructions away, and lets the context of M have no more of them.
void sp_discard_names(Module *M) {
  M->getContext().setDiscardValueNames(true);
  for (Function &F : *M) {
    ValueSymbolTable *Names = F.getValueSymbolTable();
    if (!Names || Names->empty())
      continue;
    for (Argument &A : F.args())
      A.setName("");
    for (BasicBlock &BB : F) {
      BB.setName("");
      for (Instruction &I : BB)
        I.setName("");
    }
  }
}

// Deletes the body of F. Addresses of its blocks become `inttoptr (i64 1 to ptr)`.
void sp_delete_body(Function *F) { F->deleteBody(); }

// Erases globals that only refer to each other, and that nothing else but metadata refers to (the C API neither drops
// references first nor erases aliases).
void sp_erase_globals(GlobalValue **Globals, size_t Count) {
  ArrayRef<GlobalValue *> All(Globals, Count);
  for (GlobalValue *G : All) {
    if (auto *F = dyn_cast<Function>(G))
      F->deleteBody();
    else if (auto *V = dyn_cast<GlobalVariable>(G))
      V->setInitializer(nullptr);
    else if (auto *A = dyn_cast<GlobalAlias>(G))
      A->setAliasee(nullptr);
    else
      cast<GlobalIFunc>(G)->setResolver(nullptr);
  }
  for (GlobalValue *G : All) {
    G->removeDeadConstantUsers();
    G->eraseFromParent();
  }
}

// Makes To what From is, whose globals were moved out of To: all that is left in To is erased, its named metadata, too,
// and everything of From comes back, in the order that it has there. Nothing in From refers to what is erased.
void sp_replace_contents(Module *To, Module *From) {
  std::vector<GlobalValue *> Rest, Kept;
  for (GlobalValue &G : To->global_values())
    Rest.push_back(&G);
  sp_erase_globals(Rest.data(), Rest.size());
  while (!To->named_metadata_empty())
    To->eraseNamedMetadata(&*To->named_metadata_begin());
  for (NamedMDNode &N : From->named_metadata()) {
    NamedMDNode *New = To->getOrInsertNamedMetadata(N.getName());
    for (MDNode *Operand : N.operands())
      New->addOperand(Operand);
  }
  for (GlobalValue &G : From->global_values())
    Kept.push_back(&G);
  for (GlobalValue *G : Kept)
    sp_move_global(G, To);
}

// Whether G is dso_local; changes of linkage imply it, and the C API has no word for it.
bool sp_is_dso_local(GlobalValue *G) { return G->isDSOLocal(); }
void sp_set_dso_local(GlobalValue *G, bool Local) { G->setDSOLocal(Local); }

// The C API has comdats but not their names.
const char *sp_comdat_name(Comdat *C, size_t *Length) {
  *Length = C->getName().size();
  return C->getName().data();
}

// Gives To the name of From, in the same function: the symbol table keeps its form, and with it the order in which the
// bitcode writer walks it (removing and adding a name does not).
void sp_take_name(Value *To, Value *From) { To->takeName(From); }

// Puts an instruction without parent before Next, and before the debug records of Next (the C API's builder puts it
// behind them and gives it a debug location).
void sp_insert_before(Instruction *I, Instruction *Next) {
#if LLVM_VERSION_MAJOR >= 19
  BasicBlock::iterator Position = Next->getIterator();
  Position.setHeadBit(true);
  I->insertBefore(*Next->getParent(), Position);
#else
  I->insertBefore(Next);
#endif
}

// Length of an array (32 bits of it in the C API of LLVM 16).
uint64_t sp_array_length(Type *Array) { return cast<ArrayType>(Array)->getNumElements(); }

void sp_clear_comdat(GlobalObject *G) { G->setComdat(nullptr); }

// Gives G the comdat of this name in its own module (LLVMGetOrInsertComdat loses the selection kind of a new one).
void sp_set_comdat(GlobalObject *G, const char *Name, size_t Length, int Kind) {
  Comdat *C = G->getParent()->getOrInsertComdat(StringRef(Name, Length));
  C->setSelectionKind(Comdat::SelectionKind(Kind));
  G->setComdat(C);
}
}
