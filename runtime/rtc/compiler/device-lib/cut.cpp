// Cuts a library of device functions into pieces, for the build, so that at run time a module reads what it calls: a
// piece is the functions of one name, or small ones beside each other that need nothing of other pieces. The output is
// what `passes/src/ir/pieces.rs` describes, compressed in blocks as `startup/packed.rs` describes.
//
// usage: cut OUTPUT BLOCK plain|packed INPUT.bc...
//
// BLOCK is the length of a block in bytes, or 0: then there are no blocks, and nothing is compressed. Tables, in front
// of the pieces, stay as they are (plain), so that no reader has to unpack them to look something up, or are
// compressed, too (packed): they are a tenth of a large library. Later inputs add to the first. The output depends on
// the inputs only.

#include "../startup/pack.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <map>

using namespace llvm;

namespace {
[[noreturn]] void fail(const Twine &Text) {
  errs() << "cut: error: " << Text << '\n';
  std::exit(1);
}

// All inputs, in one module.
std::unique_ptr<Module> readAll(LLVMContext &Context, ArrayRef<const char *> Inputs) {
  std::unique_ptr<Module> All;
  for (const char *Input : Inputs) {
    SMDiagnostic Error;
    std::unique_ptr<Module> Read = parseIRFile(Input, Error, Context);
    if (!Read)
      fail(Twine(Input) + ": " + Error.getMessage());
    if (!All) {
      All = std::move(Read);
      continue;
    }
    Read->setTargetTriple(All->getTargetTriple());
    Read->setDataLayout(All->getDataLayout());
    if (Linker::linkModules(*All, std::move(Read)))
      fail(Twine(Input) + ": cannot be linked to the first input");
  }
  return All;
}

// The name before the types: `sin` of `_Z3sinDv4_f`. Functions of one name often need each other.
StringRef baseName(StringRef Name) {
  StringRef Rest = Name;
  unsigned Length = 0;
  if (Rest.consume_front("_Z") && !Rest.consumeInteger(10, Length) && Length <= Rest.size())
    return Rest.take_front(Length);
  return Name;
}

// Facts about the library as a whole; and pieces may need what was local.
void prepare(Module &Library) {
  for (NamedMDNode &Node : make_early_inc_range(Library.named_metadata()))
    Library.eraseNamedMetadata(&Node);
  for (GlobalObject &Object : Library.global_objects()) {
    if (!Object.hasName())
      fail("a global without a name");
    if (!Object.isDeclaration())
      Object.setLinkage(GlobalValue::ExternalLinkage);
  }
}

// Declares in a piece what its functions and variables refer to.
class Declarer final : public ValueMaterializer {
  Module &Piece;

public:
  explicit Declarer(Module &Piece) : Piece(Piece) {}

  GlobalObject *declare(GlobalObject &Of) {
    GlobalObject *Declared;
    if (auto *F = dyn_cast<Function>(&Of)) {
      Declared = Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage, F->getAddressSpace(),
                                  F->getName(), &Piece);
      cast<Function>(Declared)->copyAttributesFrom(F);
    } else {
      auto *V = cast<GlobalVariable>(&Of);
      auto *Variable =
          new GlobalVariable(Piece, V->getValueType(), V->isConstant(), GlobalValue::ExternalLinkage, nullptr,
                             V->getName(), nullptr, V->getThreadLocalMode(), V->getAddressSpace());
      Variable->copyAttributesFrom(V);
      Declared = Variable;
    }
    return Declared;
  }

  Value *materialize(Value *V) override {
    auto *Object = dyn_cast<GlobalObject>(V);
    return Object ? declare(*Object) : nullptr;
  }
};

// Functions and variables that are a piece, in the order of the library.
class Cut {
  // Instructions of a small function, and of all small ones of a piece: reading a piece takes as long as reading some
  // hundred instructions more.
  static constexpr unsigned Small = 32, Together = 64;

  std::vector<SmallVector<GlobalObject *>> Pieces;
  StringMap<uint32_t> ByName;
  // The piece that takes small functions, and its instructions.
  DenseSet<const GlobalObject *> InOpen;
  uint32_t Open = 0;
  unsigned Instructions = 0;

  // Whether a function needs nothing but what is in the open piece.
  bool goesThere(const Function &F) const {
    auto IsThere = [this](const Use &Operand) {
      const auto *Needed = dyn_cast<GlobalObject>(Operand->stripPointerCasts());
      const auto *Called = dyn_cast_or_null<Function>(Needed);
      bool IsPlain = !isa<Constant>(Operand) || isa<ConstantData>(Operand);
      return Needed ? InOpen.contains(Needed) || (Called && Called->isIntrinsic()) : IsPlain;
    };
    return all_of(instructions(F), [&](const Instruction &I) { return all_of(I.operands(), IsThere); });
  }

public:
  // The number of its piece.
  uint32_t add(GlobalObject &Object) {
    auto *F = dyn_cast<Function>(&Object);
    unsigned Length = F ? F->getInstructionCount() : 0;
    if (F && Length <= Small && Instructions + Length > Together) {
      InOpen.clear();
      Instructions = 0;
    }
    if (F && Length <= Small && goesThere(*F)) {
      if (InOpen.empty()) {
        Open = Pieces.size();
        Pieces.emplace_back();
      }
      InOpen.insert(F);
      Instructions += Length;
      Pieces[Open].push_back(F);
      return Open;
    }
    auto [Found, IsNew] = ByName.try_emplace(baseName(Object.getName()), Pieces.size());
    if (IsNew)
      Pieces.emplace_back();
    Pieces[Found->second].push_back(&Object);
    return Found->second;
  }
  ArrayRef<SmallVector<GlobalObject *>> pieces() const { return Pieces; }
};

std::string pieceOf(const Module &Library, ArrayRef<GlobalObject *> Members) {
  Module Piece("", Library.getContext());
  Piece.setTargetTriple(Library.getTargetTriple());
  Piece.setDataLayout(Library.getDataLayout());
  Declarer Declarer(Piece);
  ValueToValueMapTy Map;
  for (GlobalObject *Member : Members)
    Map[Member] = Declarer.declare(*Member);
  for (GlobalObject *Member : Members) {
    if (auto *V = dyn_cast<GlobalVariable>(Member)) {
      auto *Copy = cast<GlobalVariable>(Map[V]);
      Copy->setInitializer(MapValue(V->getInitializer(), Map, RF_None, nullptr, &Declarer));
      continue;
    }
    auto *F = cast<Function>(Member), *Copy = cast<Function>(Map[F]);
    for (auto [From, To] : zip(F->args(), Copy->args())) {
      To.setName(From.getName());
      Map[&From] = &To;
    }
    SmallVector<ReturnInst *, 8> Returns;
    CloneFunctionInto(Copy, F, Map, CloneFunctionChangeType::DifferentModule, Returns, "", nullptr, nullptr, &Declarer);
  }
  // Cloning adds a list of what was compiled.
  if (NamedMDNode *Units = Piece.getNamedMetadata("llvm.dbg.cu"))
    Piece.eraseNamedMetadata(Units);
  if (verifyModule(Piece, &errs()))
    fail("the piece of " + Members[0]->getName() + " is not valid");
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(Piece, Stream, /*ShouldPreserveUseListOrder=*/true);
  return Bytes;
}

struct Row {
  uint32_t Piece;
  uint32_t Place;
};

// Gives the length of the tables, which are in front of the pieces.
uint64_t write(raw_ostream &Out, const std::map<std::string, Row> &Names, ArrayRef<std::string> Pieces) {
  support::endian::Writer Writer(Out, endianness::little);
  uint64_t Offset = 16 + Names.size() * 16 + Pieces.size() * 8;
  auto WritePart = [&](size_t Size) {
    if (Offset + Size > UINT32_MAX)
      fail("the library is too large");
    Writer.write<uint32_t>(Offset);
    Writer.write<uint32_t>(Size);
    Offset += Size;
  };
  Out << "SPPIECE1";
  Writer.write<uint32_t>(Names.size());
  Writer.write<uint32_t>(Pieces.size());
  for (auto &[Name, At] : Names) {
    WritePart(Name.size());
    Writer.write<uint32_t>(At.Piece);
    Writer.write<uint32_t>(At.Place);
  }
  for (const std::string &Piece : Pieces)
    WritePart(Piece.size());
  for (auto &Name : Names)
    Out << Name.first;
  uint64_t Tables = Out.tell();
  for (const std::string &Piece : Pieces)
    Out << Piece;
  return Tables;
}

} // namespace

int main(int Count, char **Arguments) {
  StringRef How = Count < 5 ? "" : Arguments[3];
  if (How != "plain" && How != "packed")
    fail("expected an output, the length of a block, `plain` or `packed`, and inputs");
  LLVMContext Context;
  std::unique_ptr<Module> Library = readAll(Context, ArrayRef<const char *>(Arguments + 4, Count - 4));
  prepare(*Library);
  // Sorted by name, so that the output is the same each time.
  std::map<std::string, Row> Names;
  Cut Cut;
  uint32_t Place = 0;
  auto Add = [&](GlobalObject &Object) {
    uint32_t Own = Place++;
    if (Object.isDeclaration())
      return;
    Names[Object.getName().str()] = {Cut.add(Object), Own};
  };
  for (GlobalVariable &V : Library->globals())
    Add(V);
  for (Function &F : *Library)
    Add(F);
  std::vector<std::string> Pieces;
  for (ArrayRef<GlobalObject *> Members : Cut.pieces())
    Pieces.push_back(pieceOf(*Library, Members));
  std::string Plain;
  raw_string_ostream Stream(Plain);
  uint64_t Tables = write(Stream, Names, Pieces);
  uint32_t Block = 0;
  if (StringRef(Arguments[2]).getAsInteger(10, Block))
    fail("expected the length of a block, not " + StringRef(Arguments[2]));
  std::error_code Error;
  raw_fd_ostream Out(Arguments[1], Error);
  if (Error)
    fail(Twine(Arguments[1]) + ": " + Error.message());
  if (Block == 0)
    Out << Plain;
  else
    pack(Out, Block, Plain, How == "plain" ? Tables : 0);
}
