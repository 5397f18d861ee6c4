// Descriptions of a kernel's launch: the options of `layoutcheck kernel` as words, from the command
// line and from a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::cli {

/// Each as it was written; "" if it was not.
struct KernelWords {
  std::string ptx;
  std::string entry;
  std::string grid;
  std::string block;
  std::string cluster;
  std::string shared;
  std::string device;
  std::vector<std::string> args;
  /// The folder of the description that has the arguments.
  std::string args_folder;
  std::vector<std::string> expect;
  std::string same_as;
  std::string blocks;
  std::string grow;
  std::vector<std::string> draw;
  std::string svg;
  std::string json;
  std::string junit;
  std::string html;
  std::string sarif;
  std::string time;
  std::string steps;
  std::string memory;
  std::string order;
  std::string ignore;
  std::string strict;
  std::string max_findings;
  std::string max_cells;
};

/// All the words as a description has them, a line for each that was written.
std::string to_description(const KernelWords& words);

/// The words, and those of the description where there are none. A line is `KEY VALUE`, a blank at
/// its beginning continues the one before, `#` a comment; paths are relative to the description.
/// Throws std::invalid_argument naming the file and the line.
KernelWords with_description(const KernelWords& words, std::string_view text,
                             const std::string& file);

}  // namespace layoutcheck::cli
