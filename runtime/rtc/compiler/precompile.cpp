// For the clang of the build, which precompiles the header of SYCL (precompile.rs).

#include "cpp/precompile.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace {
class ForgetDeferredChecksAction : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<rtc::ForgetDeferredChecks>();
  }
  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<ForgetDeferredChecksAction> Registration("forget-deferred-checks", "");
} // namespace
