// Output files, written completely or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace layoutcheck::engine {

/// Throws std::runtime_error that names the file if write_file would fail, as far as that can be
/// predicted. Does not change the file.
void require_writable(const std::filesystem::path& path);

/// Replaces the file: writes a temporary file beside it, under a unique name, with its mode and
/// owner, and renames it, so that a crash or a full disk leaves one of the two. Follows symbolic
/// links. Overwrites in place a file that cannot be replaced: because it has hard links, an owner
/// whom we cannot set, or a folder that accepts no new files. Writes to anything that is not a
/// regular file, such as a pipe. Throws std::runtime_error that names the file.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Replaces the file by `change` of its text, which is "" if it does not exist. Concurrent
/// processes each change what the previous one has written. Throws as write_file() and read_file().
void update_file(const std::filesystem::path& path,
                 const std::function<std::string(const std::string&)>& change);

/// The text of a regular file, of at most longest_text bytes (read_text.hpp). Throws
/// std::runtime_error that names the file.
std::string read_file(const std::filesystem::path& path);

/// Whether the name exists and is not a regular file. Throws std::runtime_error that names it if
/// that cannot be determined.
bool is_special(const std::filesystem::path& path);

}  // namespace layoutcheck::engine
