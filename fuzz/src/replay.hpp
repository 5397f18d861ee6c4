// Replay: the lines of files as inputs, without an engine.
#pragma once

#include "target.hpp"

#include <array>
#include <filesystem>
#include <functional>
#include <vector>

namespace layoutcheck::fuzz {

/// How many inputs passed, were rejected, and found something: by kind.
using Counts = std::array<std::size_t, 3>;

/// The files of inputs under a folder, *.txt and *.lines, sorted, or the file itself. Throws
/// std::runtime_error if there is none.
std::vector<std::filesystem::path> input_files(const std::filesystem::path& place);

/// Checks each line of the file as an input of its own; hands what is found to `use`, with its
/// line's number. Throws std::runtime_error naming the file if it cannot be read.
Counts replay(const Target& target, const std::filesystem::path& file,
              const std::function<void(std::size_t number, const Checked&)>& use);

}  // namespace layoutcheck::fuzz
