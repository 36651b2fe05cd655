// Key that a module of the front end is stored under (tokens.cpp).

#pragma once

#include "invoke.h"
#include <array>
#include <optional>

namespace rtc {
using TokenHash = std::array<uint8_t, 32>;

// The hash of what the front end reads of a source, as exactly as the source asks for. None if something in it is no
// function of that, or if preprocessing alone has something to say.
std::optional<TokenHash> hashOfTokens(const Compilation &Of);
} // namespace rtc
