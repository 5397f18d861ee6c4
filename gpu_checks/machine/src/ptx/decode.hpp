// Decoding: instructions as text become steps of the machine.
#pragma once

#include "machine.hpp"

#include <unordered_map>

namespace layoutcheck::gpu::ptx {

/// What the instructions of a kernel are decoded with.
class Decoder {
 public:
  /// `addresses` has the addresses of the module's variables in global and constant memory, and
  /// `refused` says of others why they have none.
  Decoder(const Module& module, const std::map<std::string_view, std::uint64_t>& addresses,
          const std::map<std::string_view, std::string>& refused)
      : module_(module), addresses_(addresses), refused_(refused) {}

  /// The code of an entry. Throws PtxError.
  Code kernel(const Function& entry);
  /// What of it is refused: each of its instructions.
  std::vector<PtxError> refused_of(const Function& entry);
  /// The variables of its shared memory, without its code. Throws PtxError.
  std::vector<Placed> shared_variables(const Function& entry);

  // For the groups of opcodes:

  /// The words of the opcode behind the first.
  [[nodiscard]] const std::vector<std::string_view>& words() const { return instruction_->words; }
  [[nodiscard]] bool has(std::string_view word) const;
  /// The last word, which is the type of most instructions.
  [[nodiscard]] std::string_view type() const { return instruction_->words.back(); }

  [[nodiscard]] const std::vector<Operand>& operands() const { return instruction_->operands; }
  /// Throws PtxError unless there are so many operands.
  void expect_operands(std::size_t least, std::size_t most) const;

  /// The row of a register that is written, or of one that nobody reads for `_`.
  std::uint32_t result(const Operand& operand);
  /// The rows of a register of 128 bits, the lower half first; for `_`, that of what nobody reads.
  std::array<std::uint32_t, 2> halves(const Operand& operand);
  /// The rows of p|q; where there is but one, the other is that of `_`.
  std::pair<std::uint32_t, std::uint32_t> results_of_pair(const Operand& operand);
  /// The row of a predicate, which may be negated.
  std::uint32_t predicate(Operand operand);
  /// The row of an operand of that type: a register, a literal, the address of a variable.
  std::uint32_t source(const Operand& operand, std::string_view type);
  /// The number of groups that a wait leaves, which is a literal.
  [[nodiscard]] std::uint64_t kept_groups(const Operand& operand) const;
  /// Bytes of the register, for what a load extends to; of a row of it, if it has several.
  std::uint64_t bytes_of_register(const Operand& operand);
  /// [base + displacement]: the row of the base and the displacement.
  struct Address {
    std::uint32_t row = 0;
    std::uint64_t displacement = 0;
    StateSpace space = StateSpace::generic;
    /// Of a variable, where it lies in its space.
    std::optional<std::uint64_t> place = std::nullopt;
  };
  /// Where the operand's variable has a space of its own, that one.
  Address address(const Operand& operand, StateSpace space);

  /// Whether the module's target begins so.
  [[nodiscard]] bool is_for(std::string_view target) const {
    return module_.target.starts_with(target);
  }
  [[nodiscard]] std::uint64_t parameter_bytes() const { return code_.parameter_bytes; }
  [[noreturn]] void fail(const std::string& message) const;
  [[noreturn]] void unknown_opcode() const;

  /// A step with the results first. Sources are typed. Throws PtxError if there is nothing to run.
  Step step(Handler run, std::vector<std::uint32_t> rows, std::size_t results);
  /// The same, of one whose last `deciding` operands decide more than the results; all by default.
  Step deciding_step(Handler run, std::vector<std::uint32_t> rows, std::size_t results,
                     std::size_t deciding = ~std::size_t{0});

  [[nodiscard]] const Function* function(std::string_view name) const;
  /// The place of a .param variable.
  [[nodiscard]] std::optional<Placed> find_placed(std::string_view name) const;
  /// Where it lies: parameters of calls are in local memory.
  [[nodiscard]] StateSpace space_of(const Placed& placed) const;
  /// The places of a function's parameters and results. It is decoded, if it is not yet.
  struct Signature {
    std::vector<Placed> parameters;
    std::vector<Placed> results;
  };
  Signature signature(const Function& function);
  /// The row of a constant.
  std::uint32_t constant_row(std::uint64_t bits, bool exact);
  std::uint32_t special_row(Special special);
  /// The code has addresses in the shared memory of other blocks.
  void map_addresses() { code_.maps_addresses = true; }
  void copy_beside() { code_.has_bulk_copies = true; }
  void order_by_fences() { code_.is_ordered_by_fences = true; }
  /// The row of the carry that add.cc and its kind leave for addc.
  std::uint32_t carry_row();
  void add(Step step, std::any operation = {}) {
    step.operation = std::move(operation);
    code_.steps.push_back(std::move(step));
  }
  /// The step that is added next branches to this label, or to one of this list of labels.
  void branch_to(std::string_view label, bool list = false);
  /// The step that is added next calls this function.
  void call_to(const Function& function);

 private:
  struct Body {
    const Function* function = nullptr;
    std::uint32_t first_step = 0;
    bool called = false;
    bool decoded = false;
    std::unordered_map<std::string, std::uint32_t> registers;  // "scope name" to row
    std::map<std::pair<std::size_t, std::string_view>, Placed> places;
    std::vector<std::uint32_t> step_of;  // by instruction
  };
  /// A step whose targets are known once everything is decoded.
  struct Branch {
    std::size_t step = 0;
    std::string_view label;
    bool list = false;
    const Body* body = nullptr;
    const Instruction* instruction = nullptr;
  };

  void place_shared(const Function& entry);
  void place_variables(Body& body);
  void decode_body(Body& body);
  void decode_instruction(const Instruction& instruction);
  void resolve();
  void find_floats();
  /// Which loads give lanes what they exchange.
  void find_exchanged();
  /// Which loads read what an atom.cas compares.
  void find_compared();
  Body& body_of(const Function& function);
  [[nodiscard]] bool is_entry_parameter(const Placed& placed) const;
  struct Register {
    std::uint32_t row = 0;
    std::string_view type;
  };
  std::optional<Register> find_register(std::string_view name);
  std::optional<std::uint32_t> find_special(std::string_view name);

  const Module& module_;
  const std::map<std::string_view, std::uint64_t>& addresses_;
  const std::map<std::string_view, std::string>& refused_;
  Code code_;
  Body* current_ = nullptr;
  const Instruction* instruction_ = nullptr;
  std::vector<std::unique_ptr<Body>> bodies_;
  std::map<std::pair<std::uint64_t, bool>, std::uint32_t> constants_;
  std::map<Special, std::uint32_t> specials_;
  std::map<std::string_view, Placed> module_shared_;
  std::vector<Branch> branches_;
  std::uint32_t sink_row_ = 0;
  std::optional<std::uint32_t> carry_row_;
  /// Whether tiles are copied for pairs of blocks. On a device, an address of a shared variable has
  /// the rank of the block in it. Only kernels of this kind see that: CUTLASS clears the rank's
  /// lowest bit, for an mbarrier of the even block.
  bool is_of_pairs_ = false;
  std::map<std::uint32_t, std::uint32_t> own_parts_;  // by row of an address without the rank

  std::vector<std::pair<std::size_t, const Function*>> calls_;
  /// What instructions are refused for, if these are collected.
  std::vector<PtxError>* collected_ = nullptr;
};

/// A further address of a step, as a step of its own for those who look at one address: its row is
/// the only one.
std::shared_ptr<const Step> addressed(const Step& step, const Decoder::Address& address,
                                      StateSpace space);

/// A step by which the address in a row becomes, in another, what mapa makes of it for the block
/// itself.
void map_to_own_part(Decoder& in, std::uint32_t to, std::uint32_t from);

/// The opcodes of each group, by their first word.
using Opcodes = std::map<std::string_view, void (*)(Decoder&)>;
/// Of what has no effect here.
void pass_over(Decoder& in);
/// The first words of all that the executor has.
std::vector<std::string> opcode_names();
void add_integer(Opcodes& opcodes);
void add_logic(Opcodes& opcodes);
void add_comparisons(Opcodes& opcodes);
void add_floating(Opcodes& opcodes);
void add_convert(Opcodes& opcodes);
void add_memory(Opcodes& opcodes);
void add_control(Opcodes& opcodes);
void add_warp(Opcodes& opcodes);
void add_matrix(Opcodes& opcodes);
void add_warpgroup(Opcodes& opcodes);
void add_wmma(Opcodes& opcodes);
void add_async(Opcodes& opcodes);
void add_cluster_launches(Opcodes& opcodes);
void add_tensor_maps(Opcodes& opcodes);
void add_tensor_memory(Opcodes& opcodes);

}  // namespace layoutcheck::gpu::ptx
