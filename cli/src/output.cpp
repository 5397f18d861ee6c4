// Output: whole texts into files.
#include "output.hpp"

#include <layoutcheck/engine/files.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <iostream>
#include <optional>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

namespace fs = std::filesystem;

/// Where it is, or would be, whatever links lead there; nothing for what can be no file of a run.
std::optional<fs::path> place_of(const std::string& path) {
  std::error_code error;
  if (path.empty() || path == "-") return std::nullopt;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    return std::nullopt;
  fs::path place = fs::weakly_canonical(path, error);
  return error ? std::nullopt : std::optional(std::move(place));
}

/// Whether standard output goes to this file.
bool is_standard_output(const fs::path& file) {
  struct stat output {};
  struct stat status {};
  return stat(file.c_str(), &status) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
         status.st_dev == output.st_dev && status.st_ino == output.st_ino;
}

}  // namespace

void Claims::add_input(const std::string& path) {
  std::error_code error;
  if (const auto place = place_of(path); place && fs::exists(*place, error))
    files_.emplace(*place, "is read or run");
}

void Claims::add_output(const std::string& path) {
  const auto place = place_of(path);
  if (!place) return;
  const auto claimed = files_.find(*place);
  const auto folder = files_.find(place->parent_path());
  std::error_code error;
  if (claimed != files_.end())
    throw std::invalid_argument(path + " cannot be written: it " + claimed->second);
  if (folder != files_.end() && fs::exists(*place, error))
    throw std::invalid_argument(path + " cannot be written: it is in a folder that is read");
  if (is_standard_output(*place))
    throw std::invalid_argument(path + " cannot be written: it is standard output");
  files_.emplace(*place, "is already written");
}

void write_text(const std::string& file, const std::string& text) {
  if (file == "-")
    std::cout << text;
  else if (!file.empty())
    engine::write_file(file, text);
}

}  // namespace layoutcheck::cli
