// Checking the judge: an arbitrary claimed answer must get the same verdict from independent paths.
#pragma once

#include "target.hpp"

namespace layoutcheck::fuzz {

/// Rejected if the case has no answer.
Checked check_judge(const Case& answered);

}  // namespace layoutcheck::fuzz
