// How deep a source nests (nesting.cpp).

#pragma once

#include "clang/Lex/Preprocessor.h"

namespace rtc {
// Has the source end, with an error, where it nests deeper than clang's recursion has stack for.
void limitNesting(clang::Preprocessor &PP);
} // namespace rtc
