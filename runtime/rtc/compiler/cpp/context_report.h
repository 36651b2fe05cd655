// Destination of diagnostics of a context.

#pragma once

#include "shim.h"
#include "llvm/IR/LLVMContext.h"

namespace rtc {
// Sends the diagnostics of a context to a report as long as this lives, and counts errors.
class ContextReport {
  llvm::LLVMContext &Context;
  const sp_report &Report;
  bool Failed = false;

  static void handle(const llvm::DiagnosticInfo *Info, void *Self);

public:
  ContextReport(llvm::LLVMContext &Context, const sp_report &Report);
  ~ContextReport();
  ContextReport(const ContextReport &) = delete;
  bool failed() const { return Failed; }
};
} // namespace rtc
