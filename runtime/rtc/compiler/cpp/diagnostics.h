// Clang's diagnostics as structures (diagnostics.cpp).

#pragma once

#include "shim.h"
#include "clang/Basic/Diagnostic.h"
#include <memory>

namespace rtc {
std::unique_ptr<clang::DiagnosticConsumer> consumerOf(const sp_report &Report, clang::DiagnosticOptions &Options);
} // namespace rtc
