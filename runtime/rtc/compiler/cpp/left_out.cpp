// Parts of LLVM that this library does not have. The static link would take back ends that no target needs, since lld
// prepares all of them: they are 40 MB. Polly, whose passes clang registers, is not among LLVM's archives, and no
// option of a request turns it on. So these functions do nothing.

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
