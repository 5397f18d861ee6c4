// Files that a run leaves behind: written whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace layoutcheck::properties {

/// Throws std::runtime_error that names the file if write_file would not succeed, as far as can be
/// told beforehand. The file stays as it is.
void require_writable(const std::filesystem::path& path);

/// Writes the file anew: beside the old one, which it replaces, so that a crash or a full disk
/// leaves one of the two. What is no regular file, such as a pipe, is written to. Throws
/// std::runtime_error that names the file.
void write_file(const std::filesystem::path& path, std::string_view text);

/// The text of a regular file. Throws std::runtime_error that names the file.
std::string read_file(const std::filesystem::path& path);

/// Whether there is something of that name that is no regular file. Throws std::runtime_error that
/// names it if that cannot be told.
bool is_special(const std::filesystem::path& path);

}  // namespace layoutcheck::properties
