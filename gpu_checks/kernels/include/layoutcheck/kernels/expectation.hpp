// Expectations: the element offsets that the threads of a kernel should touch in a buffer, as a
// layout of (block, thread, value).
#pragma once

#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/notation/layout.hpp>

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace layoutcheck::gpu {

/// The selected accesses to a buffer or a shared memory variable: "y[writes]", "x[reads, any
/// order]", "x", "tile: f16[writes]".
struct Target {
  std::string buffer;
  /// The element size in shared memory, if its type is given.
  std::optional<std::uint32_t> element_bytes = {};
  bool reads = true;
  bool writes = true;
  bool atomics = true;
  /// Whether the offsets of a thread are compared as a multiset.
  bool any_order = false;

  [[nodiscard]] bool takes(WarpAccess::Kind kind) const {
    return kind == WarpAccess::Kind::read    ? reads
           : kind == WarpAccess::Kind::write ? writes
                                             : atomics;
  }
};

/// Throws std::invalid_argument.
Target parse_target(std::string_view text);

/// CuTe's swizzle: bits [base + shift, base + shift + bits) of an offset are XORed into bits
/// [base, base + bits).
struct Swizzle {
  unsigned bits = 0;
  unsigned base = 0;
  unsigned shift = 0;

  [[nodiscard]] std::uint64_t operator()(std::uint64_t offset) const {
    const std::uint64_t mask = ((std::uint64_t{1} << bits) - 1) << base;
    return offset ^ (offset >> shift & mask);
  }
};

/// "swizzle(3,4,3)", or "Sw<3,4,3>" as CuTe prints it. Throws std::invalid_argument.
Swizzle parse_swizzle(std::string_view text);

struct Expectation {
  /// The layout is below the limit; without one, the offset itself.
  struct Bound {
    std::optional<Layout> layout;
    Int limit = 0;
  };

  std::string text;
  Target target;
  std::optional<Swizzle> swizzle;
  Layout layout;
  std::vector<Bound> bounds;
};

/// The layout of an expression of docs/cases.md: a layout, or operations whose answer is one;
/// operands may be operations, and numbers may be expressions. The definitions answer
/// (oracle::expect). Throws std::invalid_argument.
Layout parse_layout_expression(std::string_view text);

/// "y[writes] = swizzle(3,4,3) o (8,32,4):(128,4,1) where offset < 1000". Throws
/// std::invalid_argument.
Expectation parse_expectation(std::string_view text);

/// An unexpected or missing access.
struct Mismatch {
  enum class Kind {
    wrong_offset,
    unexpected,  // where none is expected
    missing,     // expected, and not made
    not_an_element,
  };
  Kind kind = Kind::wrong_offset;
  std::uint64_t block = 0;
  std::uint64_t thread = 0;
  /// The number of the thread's value.
  std::uint64_t value = 0;
  /// 0 for a missing access.
  std::uint32_t line = 0;
  /// In elements; for a partial element, the element in which it begins.
  std::optional<Int> expected = {};
  std::optional<Int> found = {};
};

std::string_view name(Mismatch::Kind kind);

/// Compares the accesses of threads with an expectation.
class ExpectationCheck {
 public:
  using Report = std::function<void(const Mismatch&)>;

  /// Throws std::invalid_argument if the layout does not have three modes, if there are fewer
  /// threads than it has, or if an offset does not fit in 64 bits; and LaunchError, like the
  /// members, if there is no room for its records.
  ExpectationCheck(Expectation expectation, std::uint64_t blocks, std::uint64_t threads,
                   std::shared_ptr<Room> room = nullptr);

  /// One access of a thread, in program order, at this element. `whole` says whether it is exactly
  /// one element.
  void access(std::uint64_t block, std::uint64_t thread, Int offset, bool whole, std::uint32_t line,
              const Report& report);

  /// Ends these blocks: all their accesses have been seen.
  void finish(std::span<const std::uint64_t> blocks, const Report& report);

  /// The first expected access of a block that was not launched.
  [[nodiscard]] std::optional<Mismatch> beyond_launch();

  [[nodiscard]] const Expectation& expectation() const { return expectation_; }
  [[nodiscard]] std::uint64_t compared() const { return compared_; }
  [[nodiscard]] std::uint64_t mismatches() const { return mismatches_; }

 private:
  /// A layout of three modes as three tables: its value is the sum of theirs.
  struct Values {
    Layout block;
    std::vector<Int> threads;
    std::vector<Int> values;
    /// The value of the block used last.
    std::uint64_t current = ~std::uint64_t{0};
    Int base = 0;

    Int at(std::uint64_t b, std::uint64_t t, std::uint64_t v);
  };
  struct Seen {
    Int offset = 0;
    std::uint32_t line = 0;
  };
  /// For one block: the progress of each thread through its values, or everything that it touched.
  struct Progress {
    std::vector<std::uint32_t> next;
    std::vector<std::vector<Seen>> seen;
    Share share;
  };

  static Values values_of(const Layout& layout, const std::string& text);
  /// The offset of the value, if within the bounds.
  std::optional<Int> expected_at(std::uint64_t block, std::uint64_t thread, std::uint64_t value);
  Progress& progress_of(std::uint64_t block);
  [[nodiscard]] bool is_inside(std::uint64_t block, std::uint64_t thread) const;
  void finish_thread(std::uint64_t block, std::uint64_t thread, Progress& progress,
                     const Report& report);
  void tell(const Report& report, const Mismatch& mismatch);

  Expectation expectation_;
  std::uint64_t blocks_ = 0;
  std::uint64_t launched_ = 0;
  std::uint64_t threads_ = 0;
  std::uint64_t value_count_ = 0;
  std::shared_ptr<Room> room_;
  Share tables_;
  Values offsets_;
  std::vector<Values> bounds_;
  std::unordered_map<std::uint64_t, Progress> progress_;
  std::uint64_t compared_ = 0;
  std::uint64_t mismatches_ = 0;
};

}  // namespace layoutcheck::gpu
