// Back ends of the process's LLVM: the C API's initializers are inline functions of its headers, and it does not say
// which processors there are, nor what they have.

#include "shim.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

extern "C" {
// Registers what there is to know of all back ends. Others may have done so, but not in two threads at a time. A
// program that links LLVM statically has room for those of device code and of the host only; these make target machines
// once sp_initialize_target has prepared them.
void sp_initialize_targets() {
#ifdef SP_DEVICE_BACK_ENDS
  LLVMInitializeSPIRVTargetInfo();
  LLVMInitializeSPIRVTargetMC();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
#ifdef LLVM_NATIVE_TARGET
  LLVM_NATIVE_TARGETINFO();
  LLVM_NATIVE_TARGETMC();
#endif
#else
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
#endif
}

// Prepares the back end of a triple for target machines, in any thread. That registers its passes, so back ends that
// are not used are spared it.
void sp_initialize_target(const char *TripleText) {
#ifdef SP_DEVICE_BACK_ENDS
  Triple TT(TripleText);
  if (TT.isSPIRV()) {
    [[maybe_unused]] static const bool Once = (LLVMInitializeSPIRVTarget(), true);
  } else if (TT.isNVPTX()) {
    [[maybe_unused]] static const bool Once = (LLVMInitializeNVPTXTarget(), true);
  } else if (TT.isAMDGPU()) {
    [[maybe_unused]] static const bool Once = (LLVMInitializeAMDGPUTarget(), true);
  } else {
#ifdef LLVM_NATIVE_TARGET
    [[maybe_unused]] static const bool Once = (LLVM_NATIVE_TARGET(), true);
#endif
  }
#else
  (void)TripleText;
#endif
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
