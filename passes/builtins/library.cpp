// The library of built-in functions for one target. The table of operations (`passes/src/builtins/table`) says which
// functions there are; `passes/make_library` writes them, each a call of the function template of its name here.
#include "types.hpp"

// The operations that others call, and that stay functions: `sp::call::atomic_iadd` for every type.
#include "calls.inc"

#if !defined(SP_SPIRV)
#include "common.hpp"
#include "conversions.hpp"
#include "halves.hpp"
#include "integers.hpp"
#include "memory.hpp"
#include "non_uniform.hpp"
#include "relational.hpp"
#endif

#include "adaptive_cpp.hpp"
#include "c_library.hpp"
#include "matrices.hpp"
#include "opencl.hpp"

#if defined(SP_HOST)
#include "code_generator.hpp"
#include "races.hpp"
#include "work_groups.hpp"
#endif

#include "instances.inc"
