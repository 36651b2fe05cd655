// Data that is embedded compressed.

#include "../cpp/shim.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"

using namespace llvm;

// Fills Size bytes at Place with what was compressed by zstd. Whether it was that.
extern "C" bool sp_rtc_unpack(sp_text Packed, uint8_t *Place, size_t Size) {
  ArrayRef<uint8_t> Bytes(reinterpret_cast<const uint8_t *>(Packed.Data), Packed.Length);
  size_t Found = Size;
  Error Wrong = compression::zstd::decompress(Bytes, Place, Found);
  bool IsRight = !Wrong && Found == Size;
  consumeError(std::move(Wrong));
  return IsRight;
}
