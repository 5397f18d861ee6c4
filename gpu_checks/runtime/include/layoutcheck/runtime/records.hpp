// What a program under `layoutcheck run` tells of: a line for each record, written at once, so that
// what was found is there whatever becomes of the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu::runtime {

/// The variables of the environment by which the program is told what to do: the folder to which it
/// writes its records, the device that it claims to have, bounds for a launch, and the folder into
/// which it records launches.
inline constexpr const char* report_variable = "LAYOUTCHECK_RUN_REPORT";
inline constexpr const char* device_variable = "LAYOUTCHECK_RUN_DEVICE";
inline constexpr const char* blocks_variable = "LAYOUTCHECK_RUN_BLOCKS";
inline constexpr const char* seconds_variable = "LAYOUTCHECK_RUN_SECONDS";
inline constexpr const char* memory_variable = "LAYOUTCHECK_RUN_MEMORY";
inline constexpr const char* record_variable = "LAYOUTCHECK_RUN_RECORD";

struct Record {
  enum class Kind {
    began,         // a launch; if nothing follows, the program ended in it
    launched,      // what came of it
    found,         // a finding of the launch before
    unsupported,   // a call, and what of it
    failed,        // a call that the program made wrongly: what it was answered, and why
    recorded,      // a launch, with the file that describes it
    not_recorded,  // a launch, and why there is no description of it
  };
  Kind kind = Kind::began;
  /// Of launches: the entry, and grid, block and shared memory. Else the call.
  std::string name;
  std::string shape = {};
  /// "right", …; or of findings their kind; or of calls the name of the error.
  std::string verdict = {};
  /// A sentence.
  std::string text = {};
  /// Of findings: the instruction, its line in the PTX and in the source, "saxpy.cu:4".
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
