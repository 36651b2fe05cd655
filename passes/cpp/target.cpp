// Back ends of the process's LLVM: the C API's initializers are inline functions of its headers, and it does not say
// which processors there are.

#include "shim.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

extern "C" {
// Registers all back ends; they need not be the first to do so. Not in two threads at a time.
void sp_initialize_targets() {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
}

// Calls Found with each processor of a triple, in the order of LLVM's table. False if there is no such back end; with
// LLVM before 22, for which no pass asks.
bool sp_processors(const char *TripleText, void *Data, void (*Found)(void *Data, const char *Name)) {
#if LLVM_VERSION_MAJOR >= 22
  std::string Problem;
  Triple TT(TripleText);
  const Target *T = TargetRegistry::lookupTarget(TT, Problem);
  std::unique_ptr<MCSubtargetInfo> Info(T ? T->createMCSubtargetInfo(TT, "", "") : nullptr);
  if (!Info)
    return false;
  for (const SubtargetSubTypeKV &Processor : Info->getAllProcessorDescriptions())
    Found(Data, Processor.Key);
  return true;
#else
  (void)TripleText, (void)Data, (void)Found;
  return false;
#endif
}
}
