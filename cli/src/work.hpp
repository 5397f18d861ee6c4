// The work of a command that is cut into pieces: a command names its units; they are planned, or
// some of them done, or what pieces have found of them takes the place of doing them.
#pragma once

#include <layoutcheck/engine/bounds.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

/// A unit of work, by a name that means the same on every machine. Its cost is about that of so
/// many small cases.
struct Unit {
  std::string name;
  double cost = 1;
};

/// Files that a command reads, by their names, each with the digest of what it holds.
using Inputs = std::map<std::string, std::string>;

struct Work {
  enum class Mode { plan, piece, merge };
  Mode mode = Mode::plan;

  // To plan: into how many pieces; the command sets the rest: its units in their order, and the
  // arguments that settle what it would else choose each time, such as a seed.
  std::size_t pieces = 1;
  std::vector<Unit> units = {};
  std::vector<std::string> settled = {};

  // What the units depend on that their names do not say. To plan, the command sets it; else it is
  // that of the plan.
  Inputs inputs = {};

  // To do a piece: the names of its units, which part of them, and with how many threads. The
  // command sets what each unit found, and whether anything is wrong.
  std::vector<std::string> chosen = {};
  engine::Shard part = {};
  unsigned jobs = 1;
  std::map<std::string, std::string> done = {};
  bool is_wrong = false;

  // To merge: what was found of each unit, in the order of the plan, nothing where it is missing;
  // sentences about what is missing; and of the pieces how long they took together, and when the
  // first began.
  std::vector<std::pair<std::string, std::optional<std::string>>> known = {};
  std::vector<std::string> lacks = {};
  double seconds = 0;
  std::string date = {};

  /// Whether a unit that is done as a whole is to be done by this part of the piece.
  [[nodiscard]] bool has(std::string_view name) const {
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i] == name) return i % part.count == part.index;
    return false;
  }
};

inline bool is(const Work* work, Work::Mode mode) {
  return work != nullptr && work->mode == mode;
}

/// Throws std::runtime_error that names a file which is another one now, or is there only now or
/// only then.
void require_unchanged(const Inputs& planned, const Inputs& now);

/// Throws std::invalid_argument for an option that a plan cannot have.
void refuse_in_plan(bool is_given, const std::string& option, const std::string& why);

}  // namespace layoutcheck::cli
