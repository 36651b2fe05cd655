// Back ends of the process's LLVM: the C API's initializers are inline functions of its headers, and it does not say
// which processors there are, nor what they have.

#include "shim.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

extern "C" {
// Registers all back ends; they need not be the first to do so. Not in two threads at a time. A program that links LLVM
// statically has room for those of device code and of the host only.
void sp_initialize_targets() {
#ifdef SP_DEVICE_BACK_ENDS
  LLVMInitializeSPIRVTargetInfo();
  LLVMInitializeSPIRVTarget();
  LLVMInitializeSPIRVTargetMC();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  InitializeNativeTarget();
#else
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
#endif
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
