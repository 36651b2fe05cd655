// Modules to one, as `llvm-link` does.

#include "context_report.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>

using namespace llvm;

namespace {
// Data that a fatal error leaks.
struct Linking {
  LLVMContext Context;
  Module Into{"llvm-link", Context};
  Linker All{Into};

  Linking() { Context.enableDebugTypeODRUniquing(); }

  // What nothing needs is not read. A fatal error leaks the module that is read, too.
  bool add(sp_file File) {
    SMDiagnostic Problem;
    auto Buffer = MemoryBuffer::getMemBufferCopy(rtc::ref(File.Content), rtc::ref(File.Name));
    Module *Read = getLazyIRModule(std::move(Buffer), Problem, Context).release();
    if (!Read)
      return false;
    if (Error Failed = Read->materializeMetadata()) {
      consumeError(std::move(Failed));
      delete Read;
      return false;
    }
    UpgradeDebugInfo(*Read);
    return !All.linkInModule(std::unique_ptr<Module>(Read));
  }
};
} // namespace

extern "C" {
// Links modules, each of bitcode or text, to bitcode. Of its words only that there are some is reported.
sp_outcome sp_rtc_link_modules(const sp_file *Files, size_t Count, const sp_report *Report, void *Data,
                               void (*Take)(void *Data, sp_text Bytes)) {
  return rtc::guarded(*Report, [&] {
    auto *Modules = new Linking;
    SmallVector<char, 0> Bytes;
    bool Failed = false;
    {
      rtc::ContextReport Diagnostics(Modules->Context, *Report);
      Failed = !all_of(ArrayRef(Files, Count), [&](sp_file File) { return Modules->add(File); });
      Failed = Failed || verifyModule(Modules->Into) || Diagnostics.failed();
    }
    if (!Failed) {
      raw_svector_ostream Stream(Bytes);
      WriteBitcodeToFile(Modules->Into, Stream, /*ShouldPreserveUseListOrder=*/true);
      Take(Data, {Bytes.data(), Bytes.size()});
    }
    delete Modules;
    return Failed ? SP_FAILED : SP_DONE;
  });
}
}
