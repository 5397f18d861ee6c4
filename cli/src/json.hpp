// JSON, written from texts of its parts.
#pragma once

#include "escape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::cli {

/// A member of an object; the value is JSON.
std::string member(std::string_view key, const std::string& value);
std::string member(std::string_view key, std::size_t value);

/// An object, and a list, in one line.
std::string object(const std::vector<std::string>& members);
std::string list(const std::vector<std::string>& parts);

/// An object or list with a line for each part, which begins with so many spaces, two at least; the
/// closing bracket has two fewer.
std::string in_lines(char open, const std::vector<std::string>& parts, char close,
                     std::size_t indent);

}  // namespace layoutcheck::cli
