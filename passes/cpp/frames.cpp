// Slots of a function's frame: what sanitizers make of the allocas of code that is not optimized. They put all of them
// into one, where each is an address with a constant offset, in pointers or in integers; the C API walks neither.

#include "shim.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <optional>

namespace {
// An address in a frame.
struct Slot {
  AllocaInst *Frame = nullptr;
  int64_t Offset = 0;
};

// The distance that an operation adds to one of its operands, if it is constant.
std::optional<int64_t> distance(const User *U, const Value *From, const DataLayout &Layout) {
  if (auto *Gep = dyn_cast<GEPOperator>(U)) {
    APInt Offset(Layout.getIndexTypeSizeInBits(Gep->getType()), 0);
    if (From != Gep->getPointerOperand() || Gep->getType()->isVectorTy() ||
        !Gep->accumulateConstantOffset(Layout, Offset))
      return std::nullopt;
    return Offset.trySExtValue();
  }
  switch (cast<Operator>(U)->getOpcode()) {
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Freeze:
    return 0;
  case Instruction::Add:
  case Instruction::Sub: {
    bool IsSub = cast<Operator>(U)->getOpcode() == Instruction::Sub;
    auto *Constant = dyn_cast<ConstantInt>(U->getOperand(U->getOperand(0) == From ? 1 : 0));
    if (!Constant || (IsSub && U->getOperand(0) != From))
      return std::nullopt;
    std::optional<int64_t> Value = Constant->getValue().trySExtValue();
    if (!Value || *Value == INT64_MIN)
      return std::nullopt;
    return IsSub ? -*Value : *Value;
  }
  default:
    return std::nullopt;
  }
}

// Slot that an address is in. Chains are short; one that is not is no slot.
Slot slotOf(Value *Address, const DataLayout &Layout) {
  Slot Found;
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    if (auto *Frame = dyn_cast<AllocaInst>(Address)) {
      Found.Frame = Frame;
      return Found;
    }
    auto *U = dyn_cast<Instruction>(Address);
    if (!U || !isa<Operator>(U) || U->getNumOperands() == 0)
      return {};
    unsigned From = isa<ConstantInt>(U->getOperand(0)) && U->getNumOperands() > 1 ? 1 : 0;
    std::optional<int64_t> Step = distance(U, U->getOperand(From), Layout);
    if (!Step || AddOverflow(Found.Offset, *Step, Found.Offset))
      return {};
    Address = U->getOperand(From);
  }
  return {};
}

// Accesses to one address of a frame.
struct Accesses {
  SmallVector<StoreInst *, 2> Stores;
  bool IsRead = false;
  // By something that is neither a load nor a store of the whole.
  bool IsOther = false;
};

Accesses accessesOf(Slot Wanted, uint64_t Size, const DataLayout &Layout) {
  Accesses Found;
  SmallVector<std::pair<Value *, int64_t>, 16> Work{{Wanted.Frame, 0}};
  auto Overlaps = [&](int64_t At, uint64_t Bytes) {
    return At < Wanted.Offset + int64_t(Size) && Wanted.Offset < At + int64_t(std::min<uint64_t>(Bytes, INT32_MAX));
  };
  while (!Work.empty()) {
    auto [Address, At] = Work.pop_back_val();
    for (Use &Each : Address->uses()) {
      User *U = Each.getUser();
      if (auto *Load = dyn_cast<LoadInst>(U)) {
        bool IsWhole = At == Wanted.Offset && Layout.getTypeStoreSize(Load->getType()) == Size;
        Found.IsRead |= IsWhole;
        Found.IsOther |= !IsWhole && Overlaps(At, Layout.getTypeStoreSize(Load->getType()).getKnownMinValue());
      } else if (auto *Store = dyn_cast<StoreInst>(U)) {
        Type *Stored = Store->getValueOperand()->getType();
        if (Each.getOperandNo() != StoreInst::getPointerOperandIndex())
          Found.IsOther |= At == Wanted.Offset; // the address escapes
        else if (At == Wanted.Offset && Layout.getTypeStoreSize(Stored) == Size)
          Found.Stores.push_back(Store);
        else
          Found.IsOther |= Overlaps(At, Layout.getTypeStoreSize(Stored).getKnownMinValue());
      } else if (auto *Call = dyn_cast<CallBase>(U)) {
        if (Call->isLifetimeStartOrEnd())
          continue;
        auto *Memory = dyn_cast<MemIntrinsic>(Call);
        auto *Length = Memory ? dyn_cast<ConstantInt>(Memory->getLength()) : nullptr;
        Found.IsOther |= Length ? Overlaps(At, Length->getZExtValue()) : At == Wanted.Offset;
      } else if (isa<Operator>(U)) {
        // Other computations are of shadow memory, or of elements of arrays, which are elsewhere in the frame.
        std::optional<int64_t> Step = distance(U, Address, Layout);
        int64_t Next;
        if (Step && !AddOverflow(At, *Step, Next))
          Work.push_back({U, Next});
      }
    }
  }
  return Found;
}

std::optional<Accesses> accessesAt(Value *Address, Type *Held) {
  auto *Place = dyn_cast<Instruction>(Address);
  if (!Place)
    return std::nullopt;
  const DataLayout &Layout = Place->getModule()->getDataLayout();
  Slot Wanted = slotOf(Address, Layout);
  TypeSize Size = Layout.getTypeStoreSize(Held);
  if (!Wanted.Frame || Size.isScalable())
    return std::nullopt;
  return accessesOf(Wanted, Size.getFixedValue(), Layout);
}
} // namespace

extern "C" {
// The only store into the slot of a frame that a load reads, if nothing else than loads has to do with the slot.
Value *sp_frame_store(LoadInst *Load) {
  std::optional<Accesses> Found = accessesAt(Load->getPointerOperand(), Load->getType());
  return Found && !Found->IsOther && Found->Stores.size() == 1 ? Found->Stores.front() : nullptr;
}

// Whether something reads what a store puts into a slot of a frame; yes if that is not known.
bool sp_frame_is_read(StoreInst *Store) {
  std::optional<Accesses> Found = accessesAt(Store->getPointerOperand(), Store->getValueOperand()->getType());
  return !Found || Found->IsRead || Found->IsOther;
}
}
