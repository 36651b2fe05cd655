// Linking of libraries: the C API links whole modules, reads lazily only to a module that is then read as a whole, and
// makes nothing internal.

#include "shim.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace {
using TakeTextFn = void (*)(void *Data, const char *Text, size_t Length);

// Attributes that tie a function to a processor.
constexpr StringLiteral OfProcessor[] = {"target-cpu", "target-features", "tune-cpu"};

// Makes the functions of Lib code for the processor of Like, or for any, so that they can be inlined there. Few lists
// of attributes are shared by thousands of functions.
void takeProcessor(Module &Lib, const Function *Like) {
  LLVMContext &C = Lib.getContext();
  DenseMap<void *, AttributeList> Known;
  for (Function &F : Lib) {
    AttributeList Old = F.getAttributes();
    auto [Place, IsNew] = Known.try_emplace(Old.getRawPointer());
    if (IsNew) {
      AttributeList New = Old;
      for (StringRef Kind : OfProcessor) {
        New = New.removeFnAttribute(C, Kind);
        if (Like && Like->hasFnAttribute(Kind) && !F.isIntrinsic())
          New = New.addFnAttribute(C, Kind, Like->getFnAttribute(Kind).getValueAsString());
      }
      Place->second = New;
    }
    if (Place->second != Old)
      F.setAttributes(Place->second);
  }
}

// Drops what says something about Lib as a whole. Of the flags those stay that debug info needs.
void dropModuleFacts(Module &Lib) {
  SmallVector<Module::ModuleFlagEntry, 8> Flags;
  Lib.getModuleFlagsMetadata(Flags);
  SmallVector<MDNode *, 2> Kept;
  if (NamedMDNode *All = Lib.getModuleFlagsMetadata())
    for (auto [Flag, Node] : zip(Flags, All->operands()))
      if (Flag.Key->getString() == "Debug Info Version" || Flag.Key->getString() == "Dwarf Version")
        Kept.push_back(Node);
  for (NamedMDNode &N : make_early_inc_range(Lib.named_metadata()))
    if (N.getName() != "llvm.dbg.cu")
      Lib.eraseNamedMetadata(&N);
  if (Lib.getNamedMetadata("llvm.dbg.cu"))
    for (MDNode *Node : Kept)
      Lib.getOrInsertModuleFlagsMetadata()->addOperand(Node);
  for (GlobalVariable &V : make_early_inc_range(Lib.globals()))
    if (V.hasAppendingLinkage() && V.use_empty())
      V.eraseFromParent();
}

#if LLVM_VERSION_MAJOR >= 22
// A text of the caller.
struct TextRef {
  const char *Data;
  size_t Length;
};

// A part of a library as bitcode, and the place of a name of it in the library.
struct Piece {
  const char *Data;
  size_t Length;
  uint32_t Place;
};
using FindPieceFn = bool (*)(void *Data, const char *Name, size_t Length, Piece *Found);

// Links what Lib declares and the piece defines.
bool linkPiece(Module &Lib, StringRef Bitcode, std::string &Problem) {
  auto Read = getLazyBitcodeModule(MemoryBufferRef(Bitcode, "piece"), Lib.getContext());
  if (!Read) {
    Problem = toString(Read.takeError());
    return false;
  }
  (*Read)->setTargetTriple(Lib.getTargetTriple());
  (*Read)->setDataLayout(Lib.getDataLayout());
  return !Linker::linkModules(Lib, std::move(*Read), Linker::LinkOnlyNeeded);
}

// Takes globals out and puts them back by their places.
template <typename RangeT, typename PlaceT, typename PutT> void sortBy(RangeT Range, PlaceT PlaceOf, PutT Put) {
  SmallVector<std::pair<uint32_t, decltype(&*Range.begin())>> All;
  for (auto &G : Range)
    All.push_back({PlaceOf(G), &G});
  stable_sort(All, less_first());
  for (auto [Place, G] : All) {
    G->removeFromParent();
    Put(G);
  }
}
#endif

void takeError(const DiagnosticInfo &Info, void *Data) {
  if (Info.getSeverity() != DS_Error)
    return;
  raw_string_ostream Out(*static_cast<std::string *>(Data));
  DiagnosticPrinterRawOStream Printer(Out);
  Info.print(Printer);
}
// A handler gets a pointer since LLVM 17.
#if LLVM_VERSION_MAJOR >= 17
void handleError(const DiagnosticInfo *Info, void *Data) { takeError(*Info, Data); }
#else
void handleError(const DiagnosticInfo &Info, void *Data) { takeError(Info, Data); }
#endif
} // namespace

extern "C" {
// Reads bitcode or text into the context of Into. Bodies of bitcode are read when they are needed, from Data, which has
// to stay. Null if it is neither; then Say gets the reader's words.
Module *sp_open_library(Module *Into, const char *Data, size_t Length, const char *Name, size_t NameLength,
                        void *SayData, TakeTextFn Say) {
  StringRef Input(Data, Length);
  std::string Id(Name, NameLength);
  bool IsBitcode = Input.starts_with("BC\xC0\xDE") || Input.starts_with("\xDE\xC0\x17\x0B");
  auto Buffer = IsBitcode ? MemoryBuffer::getMemBuffer(Input, Id, /*RequiresNullTerminator=*/false)
                          : MemoryBuffer::getMemBufferCopy(Input, Id);
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = getLazyIRModule(std::move(Buffer), Problem, Into->getContext());
  if (!M)
    Say(SayData, Problem.getMessage().data(), Problem.getMessage().size());
  return M.release();
}

void sp_free_library(Module *Lib) { delete Lib; }

#if LLVM_VERSION_MAJOR >= 22
// Makes a library for Into of pieces of a larger one: what is called Names, with all that it needs, in the order of the
// larger one. Find gives the piece that defines a name, and the name's place in that order; false if no piece does.
// Null if a piece cannot be read or linked, with LLVM's words.
Module *sp_gather_library(Module *Into, const TextRef *Names, size_t Count, void *FindData, FindPieceFn Find,
                          void *SayData, TakeTextFn Say) {
  LLVMContext &C = Into->getContext();
  auto Lib = std::make_unique<Module>("pieces", C);
  Lib->setTargetTriple(Into->getTargetTriple());
  Lib->setDataLayout(Into->getDataLayout());
  // Declarations say what is needed; the linker puts definitions of another type in their place.
  auto *Any = FunctionType::get(Type::getVoidTy(C), false);
  for (const TextRef &Name : ArrayRef(Names, Count))
    Function::Create(Any, GlobalValue::ExternalLinkage, StringRef(Name.Data, Name.Length), *Lib);
  std::string Problem;
  auto *OldHandler = C.getDiagnosticHandlerCallBack();
  void *OldData = C.getDiagnosticContext();
  C.setDiagnosticHandlerCallBack(handleError, &Problem);
  StringSet<> Tried;
  bool Failed = false;
  while (!Failed) {
    SetVector<std::pair<const char *, size_t>> Pieces;
    for (GlobalValue &G : Lib->global_values()) {
      Piece Found;
      if (G.isDeclaration() && Find(FindData, G.getName().data(), G.getName().size(), &Found) &&
          Tried.insert(G.getName()).second)
        Pieces.insert({Found.Data, Found.Length});
    }
    if (Pieces.empty())
      break;
    for (auto [Data, Length] : Pieces)
      Failed = Failed || !linkPiece(*Lib, {Data, Length}, Problem);
  }
  C.setDiagnosticHandlerCallBack(OldHandler, OldData);
  if (Failed) {
    Say(SayData, Problem.data(), Problem.size());
    return nullptr;
  }
  auto PlaceOf = [&](const GlobalValue &G) {
    Piece Found;
    return Find(FindData, G.getName().data(), G.getName().size(), &Found) ? Found.Place : UINT32_MAX;
  };
  sortBy(Lib->functions(), PlaceOf, [&](Function *F) { Lib->getFunctionList().push_back(F); });
  sortBy(Lib->globals(), PlaceOf, [&](GlobalVariable *V) { Lib->insertGlobalVariable(V); });
  return Lib.release();
}
#endif

// Links what Into declares and Lib defines, and what that needs, and frees Lib. What was linked is internal, and has
// the triple and layout of Into and the processor of Like. Flags, lists such as llvm.used and other facts about Lib as
// a whole are left out. False if the linker failed, with its words.
bool sp_link_library(Module *Into, Module *Lib, Function *Like, void *SayData, TakeTextFn Say) {
  Lib->setTargetTriple(Into->getTargetTriple());
  Lib->setDataLayout(Into->getDataLayout());
  dropModuleFacts(*Lib);
  takeProcessor(*Lib, Like);
  auto Internalize = [](Module &M, const StringSet<> &Linked) {
    for (auto &Entry : Linked) {
      auto *G = dyn_cast_or_null<GlobalObject>(M.getNamedValue(Entry.getKey()));
      if (!G || G->isDeclaration())
        continue;
      G->setComdat(nullptr);
      G->setDLLStorageClass(GlobalValue::DefaultStorageClass);
      G->setVisibility(GlobalValue::DefaultVisibility);
      G->setLinkage(GlobalValue::InternalLinkage);
      G->setDSOLocal(true);
    }
  };
  LLVMContext &C = Into->getContext();
  std::string Problem;
  auto *OldHandler = C.getDiagnosticHandlerCallBack();
  void *OldData = C.getDiagnosticContext();
  C.setDiagnosticHandlerCallBack(handleError, &Problem);
  bool Failed = Linker::linkModules(*Into, std::unique_ptr<Module>(Lib), Linker::LinkOnlyNeeded, Internalize);
  C.setDiagnosticHandlerCallBack(OldHandler, OldData);
  if (Failed)
    Say(SayData, Problem.data(), Problem.size());
  return !Failed;
}
}
