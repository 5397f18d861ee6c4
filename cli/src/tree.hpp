// Trees: the nesting of a shape, a profile or a tiler, one line an entry.
#pragma once

#include "text_grid.hpp"
#include <layoutcheck/notation/value.hpp>

#include <string>

namespace layoutcheck::cli {

/// The tree of the modes; after `max_lines` lines it is cut, and a last line says so. A value
/// without modes is itself.
std::string text_tree(const Value& value, const TextStyle& style, std::size_t max_lines);

}  // namespace layoutcheck::cli
