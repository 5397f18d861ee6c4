// The executor of PTX on any text.
#pragma once

#include "target.hpp"

namespace layoutcheck::fuzz {

/// Parses the text, and launches each of its entries with small buffers, few threads and few steps.
/// A find is an exception that is none of the executor's own, or a parser that disagrees with it;
/// crashes are the sanitizers' business.
Checked check_ptx(std::string_view input);

}  // namespace layoutcheck::fuzz
