// Functions that the build and compilations call when they precompile headers.
#pragma once

#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"

namespace rtc {
// Forgets which functions of a header are to be looked at again at the end of every source that uses it, for
// diagnostics that wait until clang knows what is device code. The list is stored with the header, those diagnostics
// are not, so all that would come of it is that functions are read which are not called.
class ForgetDeferredChecks : public clang::SemaConsumer {
  clang::Sema *Semantics = nullptr;

  void InitializeSema(clang::Sema &New) override { Semantics = &New; }
  void ForgetSema() override { Semantics = nullptr; }
  void HandleTranslationUnit(clang::ASTContext &) override {
    if (Semantics)
      Semantics->DeclsToCheckForDeferredDiags.clear();
  }
};
} // namespace rtc
