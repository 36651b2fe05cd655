// Empty functions in the place of those of clang for processors that no source is compiled for. clang's tables of their
// built-in functions hold addresses, which are relocated whenever the library is loaded.
//
// The functions are weak: if another version of clang needs more of such a file, the static link takes all of it.

#include "clang/Sema/RISCVIntrinsicManager.h"
#include "clang/Sema/SemaRISCV.h"

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
