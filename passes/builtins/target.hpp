// The target that the library is compiled for.
#pragma once

#if defined(SP_NVPTX)
#include "nvptx.hpp"
#elif defined(SP_AMDGCN)
#include "amdgcn.hpp"
#elif defined(SP_HOST)
#include "host.hpp"
#endif

#if defined(SP_AMDGCN) || defined(SP_HOST)
namespace sp {
namespace flushed = target;
}
#endif
