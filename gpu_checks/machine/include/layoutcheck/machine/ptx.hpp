// PTX as a reader of the text sees it: the entries of a module and their parameters.
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu::ptx {

/// Text that is not PTX, or PTX that the executor does not take: where, and why.
class PtxError : public std::runtime_error {
 public:
  PtxError(std::uint32_t line, const std::string& message)
      : std::runtime_error("line " + std::to_string(line) + ": " + message), line_(line) {}

  [[nodiscard]] std::uint32_t line() const { return line_; }

 private:
  std::uint32_t line_;
};

/// A parameter of an entry.
struct Parameter {
  std::string name;
  /// "u64", "b8", …
  std::string type;
  /// Bytes in all, of an array too.
  std::uint64_t bytes = 0;
  /// Where it begins in the parameters' memory.
  std::uint64_t offset = 0;
  bool is_pointer = false;  // declared with .ptr
};

struct Entry {
  std::string name;
  std::vector<Parameter> parameters;
  /// The block that .reqntid gives, and the threads that .maxntid allows, if any.
  std::optional<Dim3> required_block;
  std::optional<std::uint32_t> most_threads;
  /// The blocks of a cluster that .reqnctapercluster gives.
  std::optional<Dim3> cluster;
  std::uint32_t line = 0;
};

struct Summary {
  std::string version;
  std::string target;
  std::vector<Entry> entries;
};

/// The entries of a module. Throws PtxError.
Summary summarize(std::string_view text);

/// What of the entry of this name, or of all if it is "", the executor does not take: each
/// instruction of them and of the functions that they call, by lines. Throws PtxError for what is
/// no PTX.
std::vector<PtxError> refused_in(std::string_view text, std::string_view entry);

/// A variable in the shared memory of an entry.
struct SharedVariable {
  std::string name;
  /// "b8", "f32", …
  std::string type;
  std::uint64_t element_bytes = 1;
  /// Where it begins, and its bytes in all; 0 if the launch says how many.
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

/// Those that an entry has, as the executor places them. Throws PtxError; there are none of an
/// entry that there is not.
std::vector<SharedVariable> shared_variables(std::string_view text, std::string_view entry);

/// The source files and lines that the directives .file and .loc name.
class SourceLines {
 public:
  struct Place {
    std::string file;
    std::size_t line = 0;
  };

  explicit SourceLines(const std::string& text);

  /// Where the instruction in a line of the text comes from, if that is known.
  [[nodiscard]] std::optional<Place> of(std::size_t line) const;

 private:
  struct Line {
    std::size_t file = 0;
    std::size_t line = 0;
  };

  std::map<std::size_t, std::string> files_;
  std::map<std::size_t, Line> lines_;
};

/// An instruction with a mistake in it that people make.
struct Mutant {
  std::uint32_t line = 0;
  /// "barrier dropped", "guard dropped", "offset changed", …
  std::string kind;
  /// As it is written, with its guard; and what stands in its place.
  std::string instruction;
  std::string becomes;
  /// Where it begins in the text.
  std::size_t begin = 0;
};

/// Those of the instructions of an entry, by lines. Throws PtxError.
std::vector<Mutant> mutants_of(std::string_view text, std::string_view entry);

/// The text with the mutant in it.
std::string mutated(std::string_view text, const Mutant& mutant);

}  // namespace layoutcheck::gpu::ptx
