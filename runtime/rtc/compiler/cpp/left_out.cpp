// Libraries that LLVM was built with and this one does not have. Without these functions, which do nothing, the static
// link would take it: back ends, all of which lld prepares, are 100 MB; Polly, whose passes clang registers, is turned
// on by no option of a request; and clang's tables of built-in functions of processors that no source is compiled for
// hold addresses, which are relocated whenever the library is loaded.
//
// Functions of clang are weak: if another version of clang needs more of such a file, the static link takes all of it.

#include "clang/Sema/RISCVIntrinsicManager.h"
#include "clang/Sema/SemaRISCV.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

// Of what is here, NVPTX and the like expand to two arguments, and all other names to one.
#define OURS_SPIRV ~, 1
#define OURS_NVPTX ~, 1
#define OURS_AMDGPU ~, 1
// The host: it is compiled for, and nothing is disassembled.
#if defined(__x86_64__)
#define OURS_X86 ~, 2
#elif defined(__aarch64__)
#define OURS_AArch64 ~, 2
#endif
#define SECOND(A, B, ...) B
#define IS_OURS_OF(...) SECOND(__VA_ARGS__, 0, ~)
#define IS_OURS(T) IS_OURS_OF(OURS_##T)
#define PASTE_OF(A, B) A##B
#define PASTE(A, B) PASTE_OF(A, B)

#define PREPARE_1(T)
#define PREPARE_2(T)                                                                                                   \
  void LLVMInitialize##T##Disassembler() {}                                                                            \
  void LLVMInitialize##T##TargetMCA() {}
#define PREPARE_0(T)                                                                                                   \
  void LLVMInitialize##T##TargetInfo() {}                                                                              \
  void LLVMInitialize##T##Target() {}                                                                                  \
  void LLVMInitialize##T##TargetMC() {}                                                                                \
  void LLVMInitialize##T##AsmPrinter() {}                                                                              \
  void LLVMInitialize##T##AsmParser() {}                                                                               \
  void LLVMInitialize##T##Disassembler() {}                                                                            \
  void LLVMInitialize##T##TargetMCA() {}

extern "C" {
#define LLVM_TARGET(T) PASTE(PREPARE_, IS_OURS(T))(T)
#include "llvm/Config/Targets.def"
}

llvm::PassPluginLibraryInfo getPollyPluginInfo();
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "left out", [](llvm::PassBuilder &) {}};
}

#define LEFT_OUT __attribute__((weak))

// Members of a class that clang's installed headers do not have: by their mangled names, and without the parameters, at
// which none of them looks. For a built-in function, none is "not supported".
#define OF_FUNCTION(NAME, MANGLED)                                                                                     \
  extern "C" LEFT_OUT void *NAME() __asm__("_ZN5clang7CodeGen15CodeGenFunction" MANGLED);                              \
  void *NAME() { return nullptr; }

#if !defined(__aarch64__)
OF_FUNCTION(emitARM, "18EmitARMBuiltinExprEjPKNS_8CallExprENS0_15ReturnValueSlotEN4llvm6Triple8ArchTypeE")
OF_FUNCTION(emitAArch64, "22EmitAArch64BuiltinExprEjPKNS_8CallExprEN4llvm6Triple8ArchTypeE")
OF_FUNCTION(emitAArch64CpuInit, "18EmitAArch64CpuInitEv")
OF_FUNCTION(emitAArch64CpuSupports, "22EmitAArch64CpuSupportsEN4llvm8ArrayRefINS2_9StringRefEEE")
// In the file of ARM's.
OF_FUNCTION(emitBPF, "18EmitBPFBuiltinExprEjPKNS_8CallExprE")
#endif
OF_FUNCTION(emitRISCV, "20EmitRISCVBuiltinExprEjPKNS_8CallExprENS0_15ReturnValueSlotE")
OF_FUNCTION(emitRISCVCpuInit, "16EmitRISCVCpuInitEv")
OF_FUNCTION(emitRISCVCpuSupports, "20EmitRISCVCpuSupportsEN4llvm8ArrayRefINS2_9StringRefEEE")

// Check of a source for RISC-V.
namespace clang {
LEFT_OUT SemaRISCV::SemaRISCV(Sema &S) : SemaBase(S) {}
LEFT_OUT bool SemaRISCV::CheckBuiltinFunctionCall(const TargetInfo &, unsigned, CallExpr *) { return true; }
LEFT_OUT void SemaRISCV::checkRVVTypeSupport(QualType, SourceLocation, Decl *, const llvm::StringMap<bool> &) {}
LEFT_OUT bool SemaRISCV::isValidRVVBitcast(QualType, QualType) { return false; }
LEFT_OUT void SemaRISCV::handleInterruptAttr(Decl *, const ParsedAttr &) {}
LEFT_OUT bool SemaRISCV::isAliasValid(unsigned, llvm::StringRef) { return false; }
LEFT_OUT bool SemaRISCV::checkTargetVersionAttr(const StringRef, const SourceLocation, SmallString<64> &) {
  return true;
}
LEFT_OUT bool SemaRISCV::checkTargetClonesAttr(const SmallVectorImpl<StringRef> &,
                                               const SmallVectorImpl<SourceLocation> &,
                                               SmallVectorImpl<SmallString<64>> &, SourceLocation) {
  return true;
}
LEFT_OUT std::unique_ptr<sema::RISCVIntrinsicManager> CreateRISCVIntrinsicManager(Sema &) { return nullptr; }
} // namespace clang
