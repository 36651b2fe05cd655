// Room for LLVM's options, which register themselves when the library is loaded: otherwise their table grows six times,
// and all of them are hashed again each time.

#include "llvm/Support/CommandLine.h"

// Two thousand in LLVM 22; if there are more, the table grows.
static constexpr unsigned Options = 2048;

// Before constructors without a priority, which LLVM's are.
__attribute__((constructor(101))) static void makeRoom() {
  llvm::cl::SubCommand::getTopLevel().OptionsMap.reserve(Options);
}
