// A kernel, decoded: steps on rows of registers.
#pragma once

#include "row_facts.hpp"
#include "syntax.hpp"

#include <any>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace layoutcheck::gpu::ptx {

inline constexpr unsigned warp_size = 32;
inline constexpr std::uint32_t all_lanes = ~std::uint32_t{0};
inline constexpr std::uint32_t most_threads = 1024;

struct Warp;
struct Step;
struct IntegerType;

/// Executes an instruction for these lanes, at least one.
using Handler = void (*)(Warp&, const Step&, std::uint32_t lanes);

/// An instruction, decoded.
struct Step {
  Handler run = nullptr;
  /// What the instruction does to the exact integers beside the registers; it is called before
  /// `run`, unless it needs its results. These take the registers' values if there is none.
  Handler exact = nullptr;
  bool exact_after = false;
  /// For `exact`: the integers that the result can hold, and those as which the registers of the
  /// operands are read, if these may be others.
  const IntegerType* result_type = nullptr;
  const IntegerType* operand_type = nullptr;
  /// Rows of registers: the results, then the operands.
  std::vector<std::uint32_t> rows;
  std::size_t results = 0;
  /// The bytes of the first result's register.
  std::uint32_t result_bytes = 8;
  /// How many operands, the last ones, decide more than the results: an address, what is written
  /// at once, the lanes that meet, what a block waits for.
  std::size_t deciding = 0;
  /// The first row that is read: that of the first operand, unless results are operands, too.
  std::size_t first_read = 0;
  /// The row of the guard, or -1.
  std::int32_t guard = -1;
  bool guard_negated = false;
  /// Of an address.
  std::uint64_t displacement = 0;
  /// The step that a branch goes to.
  std::uint32_t target = 0;
  std::vector<std::uint32_t> targets;
  /// If it is an aligned barrier, or where lanes pass by such ones: one more than its place in
  /// `Code::aligned` and in `Code::joins`.
  std::uint32_t aligned = 0;
  std::uint32_t joins = 0;
  StateSpace space = StateSpace::generic;
  /// Of a load or store: whether it is one of relaxed, acquire and release whose scope has all
  /// threads of the grid.
  bool is_strong = false;
  /// The same of a scope that has all threads of the cluster.
  bool is_strong_in_cluster = false;
  /// Of a load: whether lanes exchange what depends on its results, by shuffles and the like.
  bool is_exchanged = false;
  /// What else the instruction says: a struct of the file that decodes it.
  std::any operation;
  const Instruction* instruction = nullptr;

  template <class T>
  [[nodiscard]] const T& as() const {
    return std::any_cast<const T&>(operation);
  }
};

enum class Special : std::uint32_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  dynamic_shared,
  cluster_x,
  cluster_y,
  cluster_z,
  clusters_x,
  clusters_y,
  clusters_z,
  in_cluster_x,
  in_cluster_y,
  in_cluster_z,
  of_cluster_x,
  of_cluster_y,
  of_cluster_z,
  cluster_rank,
  cluster_size,
  has_clusters,
  workspace_low,
  workspace_high,
  total_shared,
  zero,
  one,
  count
};

/// A row whose contents are known before the first step.
struct ConstantRow {
  std::uint32_t row = 0;
  std::uint64_t bits = 0;
  /// Whether an exact integer goes with it.
  bool exact = false;
};

/// A register: its row, its name and its bits.
struct RegisterRow {
  std::uint32_t row = 0;
  std::string_view name;
  std::uint64_t bits = 0;
};

/// A variable of a kernel at a place in shared, local or parameter memory.
struct Placed {
  std::uint64_t offset = 0;
  const Variable* variable = nullptr;
};

/// An aligned barrier of the entry (aligned.cpp).
struct AlignedBarrier {
  std::uint32_t step = 0;
  bool is_in_loop = false;
  /// Whether the rounds of all loops around it are counted.
  bool has_rounds = true;
};

/// Loops in each other whose rounds are counted.
inline constexpr std::size_t most_loops = 4;

/// Where lanes have a barrier behind them, in a round of so many of its loops.
struct Join {
  std::size_t barrier = 0;
  std::size_t level = 0;
};

/// A kernel, decoded: its own steps, then those of the functions that it calls.
struct Code {
  std::vector<Step> steps;
  std::uint32_t rows = 0;
  std::vector<ConstantRow> constants;
  std::vector<RegisterRow> registers;
  /// Rows of special registers, as far as they are used.
  std::vector<std::pair<Special, std::uint32_t>> specials;
  std::uint64_t shared_bytes = 0;  // without the dynamic part
  std::uint64_t local_bytes = 0;
  std::uint64_t parameter_bytes = 0;
  std::vector<Parameter> parameters;
  /// The blocks of a cluster that the entry is for, the line that says so, and whether the launch
  /// may say it.
  std::optional<Dim3> cluster;
  std::uint32_t cluster_line = 0;
  bool has_clusters = false;
  /// Whether it has addresses in the shared memory of other blocks.
  bool maps_addresses = false;
  /// Whether copies go on beside its threads, by the asynchronous proxy, until others say that they
  /// are done.
  bool has_bulk_copies = false;
  /// Whether threads arrive or wait .relaxed, so that what they know depends on their fences.
  bool is_ordered_by_fences = false;
  /// The rows of registers that are the results of arithmetic on floating-point numbers, as they
  /// are or moved.
  std::vector<bool> floats;
  /// By row; empty if there is no `and` of integers, which alone asks for them.
  std::vector<RowFacts> facts;
  std::vector<AlignedBarrier> aligned;
  /// By step that has some.
  std::vector<std::vector<Join>> joins;
};

}  // namespace layoutcheck::gpu::ptx
