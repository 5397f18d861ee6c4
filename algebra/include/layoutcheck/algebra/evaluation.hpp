// Evaluations: what answering a case yields.
#pragma once

#include <layoutcheck/notation/case.hpp>

#include <string>

namespace layoutcheck::algebra {

/// The answer to a case. When it is not a value, the reason says precisely why.
struct Evaluation {
  Answer answer;
  std::string reason;
};

}  // namespace layoutcheck::algebra
