// Checking the notation on any bytes: a clear error, or a value whose text is parsed to itself.
#pragma once

#include "target.hpp"

namespace layoutcheck::fuzz {

Checked check_notation(std::string_view input);

}  // namespace layoutcheck::fuzz
