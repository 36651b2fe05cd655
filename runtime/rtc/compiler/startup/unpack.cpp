// Data that is embedded compressed.

#include "../cpp/shim.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"
#include <sys/mman.h>

using namespace llvm;

namespace {
// Has the system give the pages of a place in one go, which takes less time than a fault for each. Older ones refuse.
void populate(uint8_t *Place, size_t Size) {
#ifdef MADV_POPULATE_WRITE
  constexpr uintptr_t Page = 4096;
  uintptr_t Start = (reinterpret_cast<uintptr_t>(Place) + Page - 1) / Page * Page;
  uintptr_t End = (reinterpret_cast<uintptr_t>(Place) + Size) / Page * Page;
  if (Start < End)
    madvise(reinterpret_cast<void *>(Start), End - Start, MADV_POPULATE_WRITE);
#endif
}
} // namespace

// Fills Size bytes at Place with what was compressed by zstd. Whether it was that.
extern "C" bool sp_rtc_unpack(sp_text Packed, uint8_t *Place, size_t Size) {
  populate(Place, Size);
  ArrayRef<uint8_t> Bytes(reinterpret_cast<const uint8_t *>(Packed.Data), Packed.Length);
  size_t Found = Size;
  Error Wrong = compression::zstd::decompress(Bytes, Place, Found);
  bool IsRight = !Wrong && Found == Size;
  consumeError(std::move(Wrong));
  return IsRight;
}
