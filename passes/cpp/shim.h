// The C++ of the project: what LLVM's C API cannot do, as plain C functions. Each file has one topic, and says at its
// head why the C API does not do.
//
// Nothing here decides anything: names, order and policy are Rust's. Built against LLVM 16 to 22; the version tests
// mark what moved in between.

#pragma once

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

// Makes what diagnostics share between threads (diagnostics.cpp).
void initializeDiagnostics();

// LLVM 20 prefers iterators, which older ones do not take.
inline void insertBefore(Instruction *New, Instruction *Place) {
#if LLVM_VERSION_MAJOR >= 20
  New->insertBefore(Place->getIterator());
#else
  New->insertBefore(Place);
#endif
}

extern "C" {
// In erasing.cpp.
void sp_erase_instruction(Instruction *I);
void sp_erase_global(GlobalValue *G);
}
