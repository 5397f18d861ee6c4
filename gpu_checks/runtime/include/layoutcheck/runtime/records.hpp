// The records of a program under `layoutcheck run`: a line each, written at once, so that they
// survive whatever becomes of the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu::runtime {

/// The environment variables that configure the program: the folder for its records, the device
/// that it claims to have, bounds for a launch, and the folder for descriptions of its launches.
inline constexpr const char* report_variable = "LAYOUTCHECK_RUN_REPORT";
inline constexpr const char* device_variable = "LAYOUTCHECK_RUN_DEVICE";
inline constexpr const char* blocks_variable = "LAYOUTCHECK_RUN_BLOCKS";
inline constexpr const char* seconds_variable = "LAYOUTCHECK_RUN_SECONDS";
inline constexpr const char* memory_variable = "LAYOUTCHECK_RUN_MEMORY";
inline constexpr const char* record_variable = "LAYOUTCHECK_RUN_RECORD";

struct Record {
  enum class Kind {
    began,         // a launch; if no record follows, the program ended in it
    launched,      // its result
    found,         // a finding of the launch just recorded
    remarked,      // what may be wrong in it, or in a call
    unsupported,   // a call, and what is not supported in it
    failed,        // a wrong call of the program: the error it got, and why
    recorded,      // a launch, with the file that describes it
    not_recorded,  // a launch, and why there is no description of it
  };
  Kind kind = Kind::began;
  /// Of launches: the entry; grid, block and shared memory. Otherwise the call.
  std::string name;
  std::string shape = {};
  /// "right", …; the kind of a finding or a remark; the name of the error of a call.
  std::string verdict = {};
  /// A sentence.
  std::string text = {};
  /// Of findings and remarks: the instruction, its line in the PTX and in the source, "saxpy.cu:4".
  std::string instruction = {};
  std::uint64_t line = 0;
  std::string source = {};
  /// Of launches.
  std::uint64_t blocks = 0;
  std::uint64_t blocks_run = 0;
  std::uint64_t accesses = 0;
  std::uint64_t count = 0;
  /// Whether an earlier launch was equal, so that this is what was found of that.
  bool is_equal = false;

  friend bool operator==(const Record&, const Record&) = default;
};

std::string to_line(const Record& record);
/// Throws std::invalid_argument.
Record parse_record(std::string_view line);

}  // namespace layoutcheck::gpu::runtime
