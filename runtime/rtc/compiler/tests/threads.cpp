// The shim under ThreadSanitizer: threads that compile, emit and meet fatal errors at the same time. LLVM itself is not
// instrumented, so what is found is ours: the lock around the SPIR-V back end, the handler of fatal errors, reports.
//
// usage: threads ROUNDS; scripts/check-rtc builds and runs it. Prints `done N` for N images.

#include "../cpp/shim.h"
#include "llvm-c/Core.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

extern "C" {
// In the place of the state of the SPIR-V back end, which a shared LLVM does not export: the shim writes to it under
// its lock only.
char _ZN4llvm19SPIRVModuleAnalysis3MAIE[SPIRV_STATE_SIZE];

void sp_rtc_initialize();
sp_outcome sp_rtc_front_end(const sp_source *, const sp_report *, LLVMModuleRef *);
sp_outcome sp_rtc_read(sp_text, sp_text, const sp_report *, LLVMModuleRef *);
sp_outcome sp_rtc_verify(LLVMModuleRef, const sp_report *);
sp_outcome sp_rtc_emit_spirv(LLVMModuleRef, const sp_text *, size_t, const sp_report *, void *,
                             void (*)(void *, sp_text));
}

namespace {
// A float atomic whose extension is not allowed is a fatal error.
const char Fatal[] =
    "target triple = \"spirv64-unknown-unknown\"\n"
    "declare spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1), i32, i32, float)\n"
    "define spir_kernel void @atomic(ptr addrspace(1) %p) {\n"
    "  %x = call spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1) %p, i32 1, i32 0, float 1.0)\n"
    "  ret void\n"
    "}\n";

const char *const Arguments[] = {
    "-triple", "spirv64-unknown-unknown", "-disable-llvm-passes", "-fdeclare-opencl-builtins", "-x", "cl", "k.cl"};

sp_text text(const std::string &Text) { return {Text.data(), Text.size()}; }

std::atomic<unsigned> Images{0};

// Data for a thread.
struct Told {
  unsigned Errors = 0;
  size_t Bytes = 0;
};

void onDiagnostic(void *Data, const sp_diagnostic *Diagnostic) {
  if (Diagnostic->Severity >= SP_ERROR)
    ++static_cast<Told *>(Data)->Errors;
}
void onLog(void *, sp_text) {}
void onBytes(void *Data, sp_text Bytes) { static_cast<Told *>(Data)->Bytes += Bytes.Length; }

void require(bool Holds, const char *What) {
  if (Holds)
    return;
  std::fprintf(stderr, "threads: %s\n", What);
  std::exit(1);
}

void emit(LLVMModuleRef Module, bool IsFatal) {
  Told Told;
  sp_report Report = {&Told, onDiagnostic, onLog};
  require(sp_rtc_verify(Module, &Report) == SP_DONE, "the module is valid");
  sp_outcome Outcome = sp_rtc_emit_spirv(Module, nullptr, 0, &Report, &Told, onBytes);
  if (IsFatal) {
    require(Outcome == SP_ABANDONED && Told.Errors == 1, "a fatal error is reported");
    return; // Leaked, as LLVM was changing it.
  }
  require(Outcome == SP_DONE && Told.Errors == 0 && Told.Bytes != 0, "there is an image");
  LLVMContextRef Context = LLVMGetModuleContext(Module);
  LLVMDisposeModule(Module);
  LLVMContextDispose(Context);
  ++Images;
}

void compile(unsigned Number) {
  Told Told;
  sp_report Report = {&Told, onDiagnostic, onLog};
  std::string Content = "__kernel void k(__global int *x) { *x = " + std::to_string(Number) + "; }\n";
  std::vector<std::string> Words(std::begin(Arguments), std::end(Arguments));
  std::vector<sp_text> Texts;
  for (const std::string &Word : Words)
    Texts.push_back(text(Word));
  sp_source Source = {};
  Source.Name = text(Words.back());
  Source.Content = text(Content);
  Source.Arguments = Texts.data();
  Source.ArgumentCount = Texts.size();
  LLVMModuleRef Module = nullptr;
  require(sp_rtc_front_end(&Source, &Report, &Module) == SP_DONE, "the source is right");
  emit(Module, false);
}

void fail() {
  Told Told;
  sp_report Report = {&Told, onDiagnostic, onLog};
  LLVMModuleRef Module = nullptr;
  std::string Content = Fatal;
  require(sp_rtc_read({"f.ll", 4}, text(Content), &Report, &Module) == SP_DONE, "the text is right");
  emit(Module, true);
}
} // namespace

int main(int Count, char **Words) {
  require(Count == 2, "usage: threads ROUNDS");
  unsigned Rounds = std::strtoul(Words[1], nullptr, 10);
  sp_rtc_initialize();
  std::vector<std::thread> Threads;
  for (unsigned Thread = 0; Thread != 4; ++Thread)
    Threads.emplace_back([=] {
      for (unsigned Round = 0; Round != Rounds; ++Round) {
        compile(Thread * Rounds + Round);
        if (Round % 4 == Thread)
          fail();
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  std::printf("done %u\n", Images.load());
}
