// Checking what `layoutcheck check` makes of any input.
#pragma once

#include "target.hpp"

namespace layoutcheck::fuzz {

/// Each line gets one verdict, which does not depend on the other lines; the counts add up; and the
/// reports are well-formed.
Checked check_command(std::string_view input);

}  // namespace layoutcheck::fuzz
