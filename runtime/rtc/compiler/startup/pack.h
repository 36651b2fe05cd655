// Compresses data in blocks, for the build (packed.rs describes the format).

#ifndef SYCL_RTC_STARTUP_PACK_H
#define SYCL_RTC_STARTUP_PACK_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

// Writes blocks of Length bytes. Those that begin before Unpacked are not compressed.
inline void pack(llvm::raw_ostream &Out, uint32_t Length, llvm::StringRef Plain, uint64_t Unpacked) {
  constexpr int SmallestSize = 19;
  std::vector<llvm::SmallVector<uint8_t, 0>> Blocks;
  for (uint64_t Start = 0; Start < Plain.size(); Start += Length) {
    llvm::ArrayRef<uint8_t> Of = llvm::arrayRefFromStringRef(Plain.substr(Start, Length));
    llvm::SmallVector<uint8_t, 0> &Packed = Blocks.emplace_back();
    if (Start >= Unpacked)
      llvm::compression::zstd::compress(Of, Packed, SmallestSize);
    if (Packed.empty() || Packed.size() >= Of.size())
      Packed.assign(Of.begin(), Of.end());
  }
  llvm::support::endian::Writer Numbers(Out, llvm::endianness::little);
  Numbers.write<uint64_t>(Plain.size());
  Numbers.write<uint32_t>(Length);
  for (const auto &Packed : Blocks)
    Numbers.write<uint32_t>(Packed.size());
  for (const auto &Packed : Blocks)
    Out << llvm::toStringRef(Packed);
}

#endif
