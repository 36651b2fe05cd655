// The files that a compilation sees (vfs.cpp).

#pragma once

#include "shim.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace rtc {
// Path of the precompiled header of a source.
constexpr char PrecompiledName[] = "/sycl-rtc/precompiled";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesOf(const sp_source &Source);
} // namespace rtc
