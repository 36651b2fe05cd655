// Pipelines that a lowering is made of.

#include "analyses.h"
#include "shim.h"

extern "C" {
// Runs LLVM's passes over a module, also over functions with `optnone` and whatever the bisection limit is: the C API's
// LLVMRunPasses always instruments its passes, and that leaves those out. Hands LLVM's words to Failed if it does not
// take the text. Changed is what the passes say of themselves.
bool sp_run_required_passes(Module *M, const char *Text, size_t Length, void *Data,
                            void (*Failed)(void *Data, const char *Words, size_t Length), bool *Changed) {
  PassBuilder PB;
  Analyses All(PB);
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, StringRef(Text, Length))) {
    std::string Words = toString(std::move(E));
    Failed(Data, Words.data(), Words.size());
    return false;
  }
  *Changed = !MPM.run(*M, All.Modules).areAllPreserved();
  return true;
}
}
