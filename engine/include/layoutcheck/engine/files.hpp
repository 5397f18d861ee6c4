// Files that a run leaves behind: written whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace layoutcheck::engine {

/// Throws std::runtime_error that names the file if write_file would not succeed, as far as can be
/// told beforehand. The file stays as it is.
void require_writable(const std::filesystem::path& path);

/// Writes the file anew: beside the old one, under a name that no other process has, with its mode
/// and owner, and then replaces it, so that a crash or a full disk leaves one of the two. Links to
/// it are followed. One that nothing can replace is overwritten: because it has further names (hard
/// links), or an owner whom we cannot give it, or its folder takes no new files. What is no regular
/// file, such as a pipe, is written to. Throws std::runtime_error that names the file.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Writes the file anew with what `change` makes of its text, which is "" if there is none yet.
/// Where several processes do so at a time, each changes what the one before it has written. Throws
/// as write_file() and read_file().
void update_file(const std::filesystem::path& path,
                 const std::function<std::string(const std::string&)>& change);

/// The text of a regular file, of at most longest_text bytes (read_text.hpp). Throws
/// std::runtime_error that names the file.
std::string read_file(const std::filesystem::path& path);

/// Whether there is something of that name that is no regular file. Throws std::runtime_error that
/// names it if that cannot be told.
bool is_special(const std::filesystem::path& path);

}  // namespace layoutcheck::engine
