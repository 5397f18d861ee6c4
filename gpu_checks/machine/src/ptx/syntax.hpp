// The text of PTX as structures: modules, functions, variables, instructions and operands.
#pragma once

#include <layoutcheck/machine/ptx.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu::ptx {

/// A state space; `generic` where an instruction names none.
/// `shared` is that of the block, `cluster` that of all blocks of its cluster.
enum class StateSpace { generic, reg, global, shared, cluster, local, constant, param };

struct Operand {
  enum class Kind {
    name,     // a register, a variable, a label, a function
    integer,  // bits in `bits`
    real32,   // 0f…: bits in `bits`
    real64,   // 0d… or with a decimal point
    vector,   // {a, b, …}: `parts`
    address,  // [a + bits]: `parts[0]` is the base, a name or an integer; more parts may follow
    list,     // (a, b): the arguments of a call
    pair,     // a|b: `parts`
    sink,     // _
  };
  Kind kind = Kind::name;
  std::string_view text;
  /// The value of a literal; the displacement of an address or of a variable's name.
  std::uint64_t bits = 0;
  bool negated = false;  // !p
  std::vector<Operand> parts;
};

struct Instruction {
  std::uint32_t line = 0;
  /// The guard's register; "" if there is none.
  std::string_view guard;
  bool guard_negated = false;
  /// The words of the opcode: ld, global, v4, f32.
  std::vector<std::string_view> words;
  std::vector<Operand> operands;
  /// The scope of the names.
  std::size_t scope = 0;
  /// As it is written, without the guard.
  std::string_view text;
};

struct Variable {
  std::string_view name;
  StateSpace space = StateSpace::generic;
  std::string_view type;  // b8, f32, …
  std::uint64_t element_bytes = 1;
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
  bool external = false;
  bool is_pointer = false;
  bool is_managed = false;
  /// Of a .global or .const variable; missing bytes are 0.
  std::vector<std::byte> initial;
  /// Other variables whose addresses the initializer holds: where, and whose.
  std::vector<std::pair<std::uint64_t, std::string_view>> references;
  std::uint32_t line = 0;
};

/// The names between a brace and its partner.
struct Scope {
  std::size_t parent = 0;
  /// Types of the registers. `%r<7>` declares %r0 to %r6; it is kept as its prefix and number.
  std::map<std::string_view, std::string_view> registers;
  struct Range {
    std::string_view prefix;
    std::uint64_t count;
    std::string_view type;
  };
  std::vector<Range> ranges;
  std::map<std::string_view, std::size_t> labels;  // to an instruction
  /// Lists of labels for brx.idx.
  std::map<std::string_view, std::vector<std::string_view>> branch_targets;
  std::vector<Variable> variables;
};

struct Function {
  std::string_view name;
  bool is_entry = false;
  bool is_defined = false;
  std::vector<Variable> results;
  std::vector<Variable> parameters;
  std::optional<Dim3> required_block;
  std::optional<std::uint32_t> most_threads;
  /// Whether it is for clusters that the launch, or `cluster`, says; and the blocks of one, with
  /// the line that says so.
  bool has_clusters = false;
  std::optional<Dim3> cluster;
  std::uint32_t cluster_line = 0;
  std::vector<Scope> scopes;
  std::vector<Instruction> instructions;
  std::uint32_t line = 0;
};

struct Module {
  std::string version;
  std::string target;
  std::vector<Variable> variables;
  std::vector<Function> functions;
};

/// The bytes of a type such as u32; 0 for pred, and for what is no type.
std::uint64_t width_of(std::string_view type);

/// The same, for a type that must be one.
/// Throws PtxError if it is none that the executor has.
std::uint64_t bytes_of(std::string_view type, std::uint32_t line);

/// The module. Views point into `text`, which must live as long. Throws PtxError.
Module parse(std::string_view text);

}  // namespace layoutcheck::gpu::ptx
