// Lists of the operations that a case can name, with their signatures.
#pragma once

#include <layoutcheck/properties/registry.hpp>

#include <string>
#include <vector>

namespace layoutcheck::cli {

/// The names of the operations, each once, in the order of the vocabulary.
std::vector<std::string> operation_names();

/// Prints the signatures whose text contains one of the words (all, if there is no word), with what
/// they mean. Returns how many.
std::size_t list_operations(const std::vector<std::string>& words);

}  // namespace layoutcheck::cli
