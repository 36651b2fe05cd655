// Depth of a source's nesting (nesting.cpp).

#pragma once

#include "clang/AST/ASTConsumer.h"
#include "clang/Lex/Preprocessor.h"
#include <memory>

namespace rtc {
// Has the source end, with an error, where it nests deeper than clang's recursion has stack for.
void limitNesting(clang::Preprocessor &PP);

// The same, with a consumer that also limits of how many classes, each in the next one, a class is made.
std::unique_ptr<clang::ASTConsumer> limitClasses(clang::Preprocessor &PP);
} // namespace rtc
