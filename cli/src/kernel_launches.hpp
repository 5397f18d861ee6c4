// Launches of kernels, one after another: which there are, and what was found of each.
#pragma once

#include "kernel_description.hpp"
#include "sarif.hpp"
#include <layoutcheck/kernels/growth.hpp>

#include <string>
#include <vector>

namespace layoutcheck::cli {

struct Launch {
  KernelWords words;
  /// The file that describes it, if there is one, and its size, "Q=1024".
  std::string description;
  std::string at;
};

/// A launch for each description and each size, "Q=2^10,2^20"; of the words alone where there is no
/// description. A folder stands for its files *.kernel; `skipped` takes a sentence about each that
/// is left out. Throws std::invalid_argument or std::runtime_error naming the file.
std::vector<Launch> launches_of(const std::vector<std::string>& descriptions,
                                const KernelWords& words, const std::string& sizes,
                                std::vector<std::string>& skipped);

/// The digest of all that the launch depends on; `ptx` is the text of the kernel.
std::string digest_of(const Launch& launch, const std::string& ptx);

/// What was found of a launch.
struct LaunchFound {
  gpu::AtSize::Kind kind = gpu::AtSize::Kind::refused;
  bool is_stopped = false;
  std::string text;
  /// What reports call it, what came of it in a line, and how long it took.
  std::string name;
  std::string verdict;
  double seconds = 0;
  /// Its section of the page.
  std::string html;
  /// The members of an object of JSON.
  std::vector<std::string> json;
  SarifRun sarif;
  /// The first drawing, if it is asked for; it is not among the lines.
  std::string svg;
};

/// What was found, as lines; and what those say. Throws std::invalid_argument.
std::string to_lines(const LaunchFound& found);
LaunchFound parse_found(const std::string& lines);

}  // namespace layoutcheck::cli
