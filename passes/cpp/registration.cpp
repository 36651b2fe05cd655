// Registration: PassBuilder has no C API.

#include "shim.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h" // moved from llvm/Passes in 22
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include <array>
#include <memory>
#include <string>

namespace {
using Drop = void (*)(void *);
using RunPass = bool (*)(void *Data, Module *M);

// `PassName` of ir/ffi.rs: what a pass is called in LLVM's output and in pipelines.
struct PassName {
  const char *Class;
  size_t ClassLength;
  const char *Pass;
  size_t PassLength;
};

constexpr unsigned PassSlots = 32; // PASS_SLOTS in ir/ffi.rs

// Class names by slot. Written by sp_initialize only: later, several threads may register passes and read names.
std::array<StringRef, PassSlots> ClassNames;

// One instantiation per pass, so that -debug-pass-manager, -time-passes and -print-after tell them apart.
template <unsigned Slot> struct ModulePass : PassInfoMixin<ModulePass<Slot>> {
  std::shared_ptr<void> Data;
  RunPass Run;
  std::string Pipeline;

  ModulePass(std::shared_ptr<void> Data, RunPass Run, std::string Pipeline)
      : Data(std::move(Data)), Run(Run), Pipeline(std::move(Pipeline)) {}
  static StringRef name() { return ClassNames[Slot]; }
  static bool isRequired() { return true; } // these are lowerings: optnone and bisecting must not drop them
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Run(Data.get(), &M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) { OS << Pipeline; }
};

template <unsigned... S>
void addPass(std::integer_sequence<unsigned, S...>, unsigned Slot, ModulePassManager &MPM, std::shared_ptr<void> Data,
             RunPass Run, const std::string &Pipeline) {
  ((Slot == S ? MPM.addPass(ModulePass<S>(Data, Run, Pipeline)) : void()), ...);
}

template <typename Manager> void onUnknownPass(PassBuilder *PB, void (*Tell)(const char *Text, size_t Length)) {
  PB->registerPipelineParsingCallback([Tell](StringRef Name, Manager &, ArrayRef<PassBuilder::PipelineElement>) {
    Tell(Name.data(), Name.size());
    return false;
  });
}
} // namespace

extern "C" {
unsigned sp_pass_slots() { return PassSlots; }

uint32_t sp_plugin_api_version() { return LLVM_PLUGIN_API_VERSION; }

// Everything that the process shares is written here. The caller sees to it that this runs once, before anything is
// registered. Names live as long as the process: LLVM keeps references.
void sp_initialize(const PassName *Names, size_t Count) {
  for (size_t Slot = 0; Slot < Count && Slot < PassSlots; ++Slot)
    ClassNames[Slot] = StringRef(Names[Slot].Class, Names[Slot].ClassLength);
  initializeDiagnostics();
}

// Passes on to the instrumentation of this PassBuilder what the passes are called in pipelines.
void sp_register_pass_names(PassBuilder *PB, const PassName *Names, size_t Count) {
  if (auto *PIC = PB->getPassInstrumentationCallbacks())
    for (size_t Slot = 0; Slot < Count; ++Slot)
      PIC->addClassToPassName(StringRef(Names[Slot].Class, Names[Slot].ClassLength),
                              StringRef(Names[Slot].Pass, Names[Slot].PassLength));
}

// Whether this PassBuilder takes a pipeline.
bool sp_takes_pipeline(PassBuilder *PB, const char *Text, size_t Length) {
  ModulePassManager MPM;
  Error E = PB->parsePassPipeline(MPM, StringRef(Text, Length));
  bool Taken = !E;
  consumeError(std::move(E));
  return Taken;
}

// Calls Add for every pipeline that LLVM builds by itself, at one of its extension points: 0 before the first pass,
// 1 after the last optimization, 2 and 3 the same in a full link-time pipeline, which has neither of the others. Level
// is that of -O; 2 for -Os and -Oz.
void sp_on_extension_point(PassBuilder *PB, int Point, void *Data, Drop Delete,
                           void (*Add)(void *Data, int Point, unsigned Level, ModulePassManager *)) {
  std::shared_ptr<void> Shared(Data, Delete);
  auto Callback = [Shared, Add, Point](ModulePassManager &MPM, OptimizationLevel Level) {
    Add(Shared.get(), Point, Level.getSpeedupLevel(), &MPM);
  };
  switch (Point) {
  case 0:
    PB->registerPipelineStartEPCallback(Callback);
    break;
  case 1:
#if LLVM_VERSION_MAJOR >= 20
    PB->registerOptimizerLastEPCallback([Callback](ModulePassManager &MPM, OptimizationLevel Level,
                                                   ThinOrFullLTOPhase) { Callback(MPM, Level); });
#else
    PB->registerOptimizerLastEPCallback(Callback);
#endif
    break;
  case 2:
    PB->registerFullLinkTimeOptimizationEarlyEPCallback(Callback);
    break;
  case 3:
    PB->registerFullLinkTimeOptimizationLastEPCallback(Callback);
    break;
  }
}

void sp_on_module_pipeline_parsing(PassBuilder *PB, void *Data, Drop Delete,
                                   bool (*Parse)(void *Data, const char *Text, size_t Length, ModulePassManager *)) {
  std::shared_ptr<void> Shared(Data, Delete);
  PB->registerPipelineParsingCallback(
      [Shared, Parse](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
        return Parse(Shared.get(), Name.data(), Name.size(), &MPM);
      });
}

// Calls Tell for every name that LLVM looks for among passes of functions, loops and the call graph, and does not know.
void sp_on_inner_unknown_pass(PassBuilder *PB, void (*Tell)(const char *Text, size_t Length)) {
  onUnknownPass<FunctionPassManager>(PB, Tell);
  onUnknownPass<LoopPassManager>(PB, Tell);
  onUnknownPass<CGSCCPassManager>(PB, Tell);
}

void sp_add_module_pass(ModulePassManager *MPM, unsigned Slot, void *Data, Drop Delete, RunPass Run,
                        const char *Pipeline, size_t Length) {
  addPass(std::make_integer_sequence<unsigned, PassSlots>(), Slot, *MPM, std::shared_ptr<void>(Data, Delete), Run,
          std::string(Pipeline, Length));
}
}
