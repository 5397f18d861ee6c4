// PTX text without execution: the entries of a module, their parameters and variables, mutants.
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

/// Text that is not PTX, or PTX that the executor does not support: where, and why.
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
  /// Its size in bytes; for an array, that of all elements.
  std::uint64_t bytes = 0;
  /// Its offset in parameter memory.
  std::uint64_t offset = 0;
  bool is_pointer = false;  // declared with .ptr
};

struct Entry {
  std::string name;
  std::vector<Parameter> parameters;
  /// The block of .reqntid, and the number of threads of .maxntid, if given.
  std::optional<Dim3> required_block;
  std::optional<std::uint32_t> most_threads;
  /// The cluster of .reqnctapercluster.
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

/// The unsupported instructions of the entry of this name, or of all entries if it is "", and of
/// the functions that they call, by line. Throws PtxError for text that is not PTX.
std::vector<PtxError> refused_in(std::string_view text, std::string_view entry);

/// A variable in the shared memory of an entry.
struct SharedVariable {
  std::string name;
  /// "b8", "f32", …
  std::string type;
  std::uint64_t element_bytes = 1;
  /// Its offset, and its size in bytes; 0 if the launch determines the size.
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

/// The shared memory variables of an entry, as the executor places them; none if there is no such
/// entry. Throws PtxError.
std::vector<SharedVariable> shared_variables(std::string_view text, std::string_view entry);

/// The bytes that these take, padding included: a block's shared memory without what its launch
/// adds. Throws PtxError.
std::uint64_t declared_shared(std::string_view text, std::string_view entry);

/// The source files and lines of the directives .file and .loc.
class SourceLines {
 public:
  struct Place {
    std::string file;
    std::size_t line = 0;
  };

  explicit SourceLines(const std::string& text);

  /// The source line of the instruction in a line of the text, if known.
  [[nodiscard]] std::optional<Place> of(std::size_t line) const;

  /// Where the outermost function is called that this line is inlined from; nothing if it is not
  /// inlined.
  [[nodiscard]] std::optional<Place> caller_of(std::size_t line) const;

 private:
  struct Line {
    std::size_t file = 0;
    std::size_t line = 0;
    std::size_t column = 0;

    friend auto operator<=>(const Line&, const Line&) = default;
  };

  [[nodiscard]] const Line* line_of(std::size_t line) const;
  [[nodiscard]] std::optional<Place> place(const Line& at) const;

  std::map<std::size_t, std::string> files_;
  std::map<std::size_t, Line> lines_;
  /// By line: where its function is inlined.
  std::map<Line, Line> callers_;
};

/// An instruction with a planted bug.
struct Mutant {
  std::uint32_t line = 0;
  /// "barrier dropped", "guard dropped", "offset changed", …
  std::string kind;
  /// The instruction as written, with its guard, and its replacement.
  std::string instruction;
  std::string becomes;
  /// Its offset in the text.
  std::size_t begin = 0;
};

/// The mutants of an entry, by line. Throws PtxError.
std::vector<Mutant> mutants_of(std::string_view text, std::string_view entry);

/// The text with this mutant.
std::string mutated(std::string_view text, const Mutant& mutant);

}  // namespace layoutcheck::gpu::ptx
