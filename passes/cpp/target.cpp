// Back ends of the process's LLVM: the C API's initializers are inline functions of its headers, and it does not say
// which processors there are, nor what they have.

#include "shim.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

#include <dlfcn.h>
#include <mutex>

using Initializer = void (*)();

// One of LLVM's initializers by its symbol, of a program that links LLVM statically and has room for a few back ends;
// null for the others. Such a program defines it.
extern "C" [[gnu::weak]] Initializer sp_linked_initializer(const char *Symbol);

namespace {
constexpr StringLiteral BackEnds[] = {
#define LLVM_TARGET(T) #T,
#include "llvm/Config/Targets.def"
};
std::once_flag Prepared[std::size(BackEnds)];

// Options of back ends for devices.
constexpr StringLiteral ForDevices[] = {"SPIRV", "NVPTX", "AMDGPU"};

// Calls an initializer of a back end, if the process has it. It is looked up by name: a reference would be bound when
// the plugin is loaded, so that an opt of another LLVM could not load it as far as to say which LLVM it is for.
void initialize(StringRef BackEnd, StringRef What) {
  std::string Symbol = ("LLVMInitialize" + BackEnd + What).str();
  Initializer Found = sp_linked_initializer ? sp_linked_initializer(Symbol.c_str())
                                            : reinterpret_cast<Initializer>(dlsym(RTLD_DEFAULT, Symbol.c_str()));
  if (Found)
    Found();
}

// The back end of device code for a triple, by the name that LLVM's build has for it; empty for that of a host.
StringRef deviceBackEnd(const Triple &TT) {
  switch (TT.getArch()) {
  case Triple::spirv32:
  case Triple::spirv64:
    return ForDevices[0];
  case Triple::nvptx:
  case Triple::nvptx64:
    return ForDevices[1];
  case Triple::amdgcn:
    return ForDevices[2];
  default:
    return "";
  }
}
} // namespace

extern "C" {
// Registers what there is to know of all back ends. Others may have done so, but not in two threads at a time.
void sp_initialize_targets() {
  for (StringRef BackEnd : BackEnds) {
    initialize(BackEnd, "TargetInfo");
    initialize(BackEnd, "TargetMC");
  }
}

// Prepares the back end of a triple for target machines, in any thread. That registers its passes, so device code is
// spared those of hosts, and hosts those of devices.
void sp_initialize_target(const char *TripleText) {
  StringRef Wanted = deviceBackEnd(Triple(TripleText));
  for (auto [BackEnd, Once] : zip(BackEnds, Prepared)) {
    if (is_contained(ForDevices, BackEnd) ? BackEnd == Wanted : Wanted.empty())
      std::call_once(Once, initialize, BackEnd, "Target");
  }
}

// Hands Take the data layout that modules of a triple have. False, with LLVM's words, if there is no such back end, or
// with LLVM before 22, for which no pass asks.
bool sp_data_layout(const char *TripleText, void *Data, void (*Take)(void *Data, const char *Text, size_t Length)) {
  std::string Text = "it is older than LLVM 22";
  bool IsKnown = false;
#if LLVM_VERSION_MAJOR >= 22
  Triple TT(TripleText);
  IsKnown = TargetRegistry::lookupTarget(TT, Text);
  if (IsKnown)
    Text = TT.computeDataLayout();
#else
  (void)TripleText;
#endif
  Take(Data, Text.data(), Text.size());
  return IsKnown;
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

// Calls Found with each feature that code for a processor of a triple uses and that code for the processor Least does
// not use, in the order of LLVM's table, by name. What LLVM knows of the speed of a processor is not among them.
// Features (`+a,-b`) change what the processor has. False if there is no such back end; with LLVM before 22, for which
// no pass asks.
bool sp_features(const char *TripleText, const char *Least, const char *Processor, const char *Features, void *Data,
                 void (*Found)(void *Data, const char *Name)) {
#if LLVM_VERSION_MAJOR >= 22
  std::string Problem;
  Triple TT(TripleText);
  const Target *T = TargetRegistry::lookupTarget(TT, Problem);
  std::unique_ptr<MCSubtargetInfo> Baseline(T ? T->createMCSubtargetInfo(TT, Least, "") : nullptr);
  std::unique_ptr<MCSubtargetInfo> Info(T ? T->createMCSubtargetInfo(TT, Processor, Features) : nullptr);
  if (!Baseline || !Info)
    return false;
  // Without a processor to tune for, there is nothing about speed.
  Info->setDefaultFeatures(Processor, "", Features);
  for (const SubtargetFeatureKV &Feature : Info->getEnabledProcessorFeatures())
    if (!Baseline->getFeatureBits().test(Feature.Value))
      Found(Data, Feature.Key);
  return true;
#else
  (void)TripleText, (void)Least, (void)Processor, (void)Features, (void)Data, (void)Found;
  return false;
#endif
}
}
