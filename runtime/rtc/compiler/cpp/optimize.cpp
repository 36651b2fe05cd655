// LLVM's optimizer for modules that passes prepared after the front end.

#include "context_report.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"

using namespace llvm;

namespace {
OptimizationLevel pipelineLevel(char Level) {
  switch (Level) {
  case '0':
    return OptimizationLevel::O0;
  case '1':
    return OptimizationLevel::O1;
  case '3':
    return OptimizationLevel::O3;
  case 's':
    return OptimizationLevel::Os;
  default:
    return OptimizationLevel::O2;
  }
}

// Data of a run of the optimizer, in one place so that a fatal error leaks it.
struct ModuleOptimizer {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
  ModulePassManager Passes;

  explicit ModuleOptimizer(OptimizationLevel Level) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
    if (Level != OptimizationLevel::O0) {
      Passes = Builder.buildPerModuleDefaultPipeline(Level);
      return;
    }
    Passes = Builder.buildO0DefaultPipeline(Level);
    // Addresses of first members go: LLVM 22 writes their index as OpConstantNull, which SPIR-V does not allow there.
    Passes.addPass(createModuleToFunctionPassAdaptor(InstSimplifyPass()));
  }
};
} // namespace

// Optimizes the module. Level: `0` to `3`, or `s`.
extern "C" sp_outcome sp_rtc_optimize(LLVMModuleRef Of, char Level, const sp_report *Report) {
  return rtc::guarded(*Report, [&] {
    Module &M = *unwrap(Of);
    rtc::ContextReport Errors(M.getContext(), *Report);
    auto *All = new ModuleOptimizer(pipelineLevel(Level));
    All->Passes.run(M, All->Modules);
    delete All;
    return Errors.failed() ? SP_FAILED : SP_DONE;
  });
}
