// The words that statements are written in: domains, checks and their results are the engine's.
#pragma once

#include <layoutcheck/engine/statement.hpp>

namespace layoutcheck::properties {

using namespace engine;

}  // namespace layoutcheck::properties
