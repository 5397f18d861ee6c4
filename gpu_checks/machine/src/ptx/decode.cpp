// Names become rows and places; each instruction is handed to the group of its opcode.
#include "decode.hpp"

#include "forms.hpp"
#include "operations.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>

namespace layoutcheck::gpu::ptx {

namespace {

/// More would only exhaust memory; compilers stay far below.
constexpr std::uint32_t most_rows = 1U << 20;
constexpr std::uint64_t most_local_bytes = std::uint64_t{1} << 19;
constexpr std::uint64_t most_shared_bytes = std::uint64_t{1} << 20;

const Opcodes& opcodes() {
  static const Opcodes all = [] {
    Opcodes table;
    add_integer(table);
    add_logic(table);
    add_comparisons(table);
    add_floating(table);
    add_convert(table);
    add_memory(table);
    add_control(table);
    add_warp(table);
    add_matrix(table);
    add_warpgroup(table);
    add_wmma(table);
    add_async(table);
    add_cluster_launches(table);
    add_tensor_maps(table);
    add_tensor_memory(table);
    return table;
  }();
  return all;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  return "'" + std::string(text.substr(0, longest)) + "'";
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

bool is_float(std::string_view type) {
  return type == "f32" || type == "f64" || type == "f16" || type == "bf16";
}

/// A literal as the bits of a type.
std::uint64_t literal_bits(const Operand& operand, std::string_view type) {
  using Kind = Operand::Kind;
  if (operand.kind == Kind::real64 && (type == "f32" || type == "b32"))
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits)));
  if (operand.kind == Kind::real32 && type == "f64") {
    return std::bit_cast<std::uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits))));
  }
  if (operand.kind != Kind::integer || type == "pred") return operand.bits;
  if (type == "f32") {
    return std::bit_cast<std::uint32_t>(
        static_cast<float>(static_cast<std::int64_t>(operand.bits)));
  }
  if (type == "f64") {
    return std::bit_cast<std::uint64_t>(
        static_cast<double>(static_cast<std::int64_t>(operand.bits)));
  }
  // An integer of fewer bits is held with its sign, which an instruction cuts off.
  switch (width_of(type)) {
    case 1:
      return static_cast<std::uint64_t>(static_cast<std::int8_t>(operand.bits));
    case 2:
      return static_cast<std::uint64_t>(static_cast<std::int16_t>(operand.bits));
    case 4:
      return static_cast<std::uint64_t>(static_cast<std::int32_t>(operand.bits));
    default:
      return operand.bits;
  }
}

}  // namespace

void pass_over(Decoder&) {}

std::vector<std::string> opcode_names() {
  std::vector<std::string> names;
  for (const auto& [name, decode] : opcodes())
    names.emplace_back(name);
  return names;
}

bool Decoder::has(std::string_view word) const {
  return std::find(words().begin() + 1, words().end(), word) != words().end();
}

void Decoder::fail(const std::string& message) const {
  throw PtxError(instruction_->line, shown(instruction_->text) + ": " + message);
}

void Decoder::unknown_opcode() const {
  std::string opcode;
  for (const std::string_view word : words())
    opcode += (opcode.empty() ? "" : ".") + std::string(word);
  throw PtxError(instruction_->line, "the executor does not have the instruction '" + opcode + "'");
}

void Decoder::expect_operands(std::size_t least, std::size_t most) const {
  if (operands().size() < least || operands().size() > most) {
    fail("takes " + std::to_string(least) + (least == most ? "" : " to " + std::to_string(most)) +
         " operands, has " + std::to_string(operands().size()));
  }
}

std::optional<Decoder::Register> Decoder::find_register(std::string_view name) {
  const Function& function = *current_->function;
  for (std::size_t scope = instruction_->scope;; scope = function.scopes[scope].parent) {
    const Scope& names = function.scopes[scope];
    std::string_view type;
    if (const auto found = names.registers.find(name); found != names.registers.end()) {
      type = found->second;
    } else {
      for (const Scope::Range& range : names.ranges) {
        const std::string_view digits =
            name.starts_with(range.prefix) ? name.substr(range.prefix.size()) : std::string_view();
        std::uint64_t number = 0;
        bool in_range =
            !digits.empty() && digits.size() < 18 && (digits[0] != '0' || digits.size() == 1);
        for (const char c : digits) {
          in_range = in_range && c >= '0' && c <= '9';
          number = number * 10 + static_cast<std::uint64_t>(c - '0');
        }
        if (in_range && number < range.count) type = range.type;
      }
    }
    if (!type.empty()) {
      const auto [place, is_new] = current_->registers.try_emplace(
          std::to_string(scope) + " " + std::string(name), code_.rows);
      if (is_new) {
        // A register of 128 bits has a row for each of its halves.
        const std::uint64_t halves = width_of(type) == 16 ? 2 : 1;
        const std::uint64_t width = width_of(type) / halves;
        for (std::uint64_t half = 0; half < halves; ++half) {
          code_.registers.push_back(
              {code_.rows++, name, width == 0 ? 1 : ~std::uint64_t{0} >> (64 - 8 * width)});
        }
        if (code_.rows > most_rows)
          fail("the kernel has more than " + std::to_string(most_rows) + " registers");
      }
      return Register{place->second, type};
    }
    if (scope == 0) return std::nullopt;
  }
}

std::uint32_t Decoder::special_row(Special special) {
  const auto [place, is_new] = specials_.try_emplace(special, code_.rows);
  if (is_new) code_.specials.emplace_back(special, code_.rows++);
  return place->second;
}

std::uint32_t Decoder::carry_row() {
  if (!carry_row_) {
    carry_row_ = code_.rows++;
    code_.registers.push_back({*carry_row_, "the carry", 1});
  }
  return *carry_row_;
}

std::optional<std::uint32_t> Decoder::find_special(std::string_view name) {
  static const std::map<std::string_view, Special> names = {
      {"%tid.x", Special::tid_x},
      {"%tid.y", Special::tid_y},
      {"%tid.z", Special::tid_z},
      {"%ntid.x", Special::ntid_x},
      {"%ntid.y", Special::ntid_y},
      {"%ntid.z", Special::ntid_z},
      {"%ctaid.x", Special::ctaid_x},
      {"%ctaid.y", Special::ctaid_y},
      {"%ctaid.z", Special::ctaid_z},
      {"%nctaid.x", Special::nctaid_x},
      {"%nctaid.y", Special::nctaid_y},
      {"%nctaid.z", Special::nctaid_z},
      {"%laneid", Special::laneid},
      {"%warpid", Special::warpid},
      {"%nwarpid", Special::nwarpid},
      {"%lanemask_eq", Special::lanemask_eq},
      {"%lanemask_le", Special::lanemask_le},
      {"%lanemask_lt", Special::lanemask_lt},
      {"%lanemask_ge", Special::lanemask_ge},
      {"%lanemask_gt", Special::lanemask_gt},
      {"%dynamic_smem_size", Special::dynamic_shared},
      {"%total_smem_size", Special::total_shared},
      // Where the blocks of a cooperative launch meet, as cooperative_groups reads it.
      {"%envreg1", Special::workspace_high},
      {"%envreg2", Special::workspace_low},
      {"%smid", Special::zero},
      {"%nsmid", Special::one},
      {"%gridid", Special::zero},
      {"%clusterid.x", Special::cluster_x},
      {"%clusterid.y", Special::cluster_y},
      {"%clusterid.z", Special::cluster_z},
      {"%nclusterid.x", Special::clusters_x},
      {"%nclusterid.y", Special::clusters_y},
      {"%nclusterid.z", Special::clusters_z},
      {"%cluster_ctaid.x", Special::in_cluster_x},
      {"%cluster_ctaid.y", Special::in_cluster_y},
      {"%cluster_ctaid.z", Special::in_cluster_z},
      {"%cluster_nctaid.x", Special::of_cluster_x},
      {"%cluster_nctaid.y", Special::of_cluster_y},
      {"%cluster_nctaid.z", Special::of_cluster_z},
      {"%cluster_ctarank", Special::cluster_rank},
      {"%cluster_nctarank", Special::cluster_size},
      {"%is_explicit_cluster", Special::has_clusters},
      {"WARP_SZ", Special::count},
  };
  const auto found = names.find(name);
  if (found == names.end()) return std::nullopt;
  return found->second == Special::count ? constant_row(warp_size, true)
                                         : special_row(found->second);
}

std::uint32_t Decoder::constant_row(std::uint64_t bits, bool exact) {
  const auto [place, is_new] = constants_.try_emplace({bits, exact}, code_.rows);
  if (is_new) {
    if (++code_.rows > most_rows)
      fail("the kernel has more than " + std::to_string(most_rows) + " constants");
    code_.constants.push_back({place->second, bits, exact});
  }
  return place->second;
}

std::optional<Placed> Decoder::find_placed(std::string_view name) const {
  const Function& function = *current_->function;
  for (std::size_t scope = instruction_->scope;; scope = function.scopes[scope].parent) {
    if (const auto found = current_->places.find({scope, name}); found != current_->places.end())
      return found->second;
    if (scope == 0) break;
  }
  const auto found = module_shared_.find(name);
  return found == module_shared_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t Decoder::result(const Operand& operand) {
  if (operand.kind == Operand::Kind::sink) return sink_row_;
  if (operand.kind != Operand::Kind::name || operand.negated)
    fail("expected a register, found " + shown(operand.text));
  const std::optional<Register> found = find_register(operand.text);
  if (!found) fail("the register " + shown(operand.text) + " is not declared");
  if (found->type == "b128") fail("the register " + shown(operand.text) + " has 128 bits");
  return found->row;
}

std::array<std::uint32_t, 2> Decoder::halves(const Operand& operand) {
  if (operand.kind == Operand::Kind::sink) return {sink_row_, sink_row_};
  const std::optional<Register> found =
      operand.kind == Operand::Kind::name ? find_register(operand.text) : std::nullopt;
  if (!found || found->type != "b128")
    fail("expected a register of 128 bits, found " + shown(operand.text));
  return {found->row, found->row + 1};
}

std::pair<std::uint32_t, std::uint32_t> Decoder::results_of_pair(const Operand& operand) {
  if (operand.kind != Operand::Kind::pair) return {result(operand), sink_row_};
  return {result(operand.parts[0]), result(operand.parts[1])};
}

std::uint32_t Decoder::predicate(Operand operand) {
  operand.negated = false;
  return source(operand, "pred");
}

std::uint64_t Decoder::kept_groups(const Operand& operand) const {
  if (operand.kind != Operand::Kind::integer) fail("expected a number of groups");
  return operand.bits;
}

std::uint64_t Decoder::bytes_of_register(const Operand& operand) {
  if (operand.kind == Operand::Kind::sink) return 8;
  const std::optional<Register> found = find_register(operand.text);
  return found ? std::min<std::uint64_t>(width_of(found->type), 8) : 8;
}

std::uint32_t Decoder::source(const Operand& operand, std::string_view type) {
  switch (operand.kind) {
    case Operand::Kind::integer:
      return constant_row(literal_bits(operand, type), !is_float(type) && type != "pred");
    case Operand::Kind::real32:
    case Operand::Kind::real64:
      if (!is_float(type) ? type != "b32" && type != "b64" : width_of(type) < 4)
        fail("the literal " + shown(operand.text) + " is no " + std::string(type));
      return constant_row(literal_bits(operand, type), false);
    case Operand::Kind::name:
      break;
    default:
      fail("expected a register or a literal, found " + shown(operand.text));
  }
  if (operand.negated) fail("a predicate cannot be negated here");
  if (operand.bits == 0) {
    if (const std::optional<Register> found = find_register(operand.text)) {
      if (found->type == "b128") fail("the register " + shown(operand.text) + " has 128 bits");
      return found->row;
    }
    if (const std::optional<std::uint32_t> row = find_special(operand.text)) return *row;
  }
  if (const std::optional<Placed> placed = find_placed(operand.text)) {
    const std::uint32_t row = constant_row(placed->offset + operand.bits, true);
    if (!is_of_pairs_ || space_of(*placed) != StateSpace::shared) return row;
    const auto [own, is_new] = own_parts_.try_emplace(row, code_.rows);
    code_.rows += is_new ? 1 : 0;
    map_to_own_part(*this, own->second, row);
    return own->second;
  }
  if (const auto found = addresses_.find(operand.text); found != addresses_.end())
    return constant_row(found->second + operand.bits, true);
  if (const auto found = refused_.find(operand.text); found != refused_.end())
    fail(shown(operand.text) + " " + found->second);
  fail(shown(operand.text) + (operand.text.starts_with('%')
                                  ? " is no register that is declared or that the executor has"
                                  : " is not declared"));
}

Decoder::Address Decoder::address(const Operand& operand, StateSpace space) {
  if (operand.kind != Operand::Kind::address)
    fail("expected an address, found " + shown(operand.text));
  const Operand& base = operand.parts.front();
  if (base.kind == Operand::Kind::integer) return {constant_row(base.bits, true), 0, space};
  if (base.kind != Operand::Kind::name)
    fail("expected a register or a variable in an address, found " + shown(base.text));
  if (const std::optional<Placed> placed = find_placed(base.text))
    return {constant_row(placed->offset, true), base.bits, space_of(*placed), placed->offset};
  Operand plain = base;
  plain.bits = 0;
  return {source(plain, "b64"), base.bits, space};
}

StateSpace Decoder::space_of(const Placed& placed) const {
  if (placed.variable->space == StateSpace::shared) return StateSpace::shared;
  const bool of_entry = placed.variable->space == StateSpace::param &&
                        current_->function->is_entry && is_entry_parameter(placed);
  return of_entry ? StateSpace::param : StateSpace::local;
}

bool Decoder::is_entry_parameter(const Placed& placed) const {
  const std::vector<Variable>& parameters = current_->function->parameters;
  return placed.variable >= parameters.data() &&
         placed.variable < parameters.data() + parameters.size();
}

const Function* Decoder::function(std::string_view name) const {
  const auto found = std::find_if(module_.functions.begin(), module_.functions.end(),
                                  [&](const Function& f) { return f.name == name; });
  return found == module_.functions.end() ? nullptr : &*found;
}

Step Decoder::step(Handler run, std::vector<std::uint32_t> rows, std::size_t results) {
  if (run == nullptr) unknown_opcode();
  Step step;
  step.run = run;
  step.rows = std::move(rows);
  step.results = results;
  step.first_read = results;
  if (results != 0 && !operands().empty()) {
    // The results of a vector have registers of one width.
    const Operand& first = operands().front();
    step.result_bytes = static_cast<std::uint32_t>(
        bytes_of_register(first.parts.empty() ? first : first.parts.front()));
  }
  step.instruction = instruction_;
  return step;
}

Step Decoder::deciding_step(Handler run, std::vector<std::uint32_t> rows, std::size_t results,
                            std::size_t deciding) {
  Step made = step(run, std::move(rows), results);
  made.deciding = std::min(deciding, made.rows.size() - results);
  return made;
}

void Decoder::branch_to(std::string_view label, bool list) {
  branches_.push_back({code_.steps.size(), label, list, current_, instruction_});
}

void Decoder::call_to(const Function& callee) {
  body_of(callee).called = true;
  calls_.emplace_back(code_.steps.size(), &callee);
}

Decoder::Body& Decoder::body_of(const Function& callee) {
  for (const std::unique_ptr<Body>& body : bodies_)
    if (body->function == &callee) return *body;
  bodies_.push_back(std::make_unique<Body>());
  Body& body = *bodies_.back();
  body.function = &callee;
  place_variables(body);
  return body;
}

Decoder::Signature Decoder::signature(const Function& callee) {
  const Body& body = body_of(callee);
  Signature signature;
  for (const Variable& variable : callee.parameters)
    signature.parameters.push_back(body.places.at({0, variable.name}));
  for (const Variable& variable : callee.results)
    signature.results.push_back(body.places.at({0, variable.name}));
  return signature;
}

void Decoder::place_variables(Body& body) {
  const auto place = [&](std::size_t scope, const Variable& variable, std::uint64_t& end,
                         std::uint64_t most, const char* what) {
    end = aligned(end, variable.alignment);
    body.places[{scope, variable.name}] = {end, &variable};
    end += variable.bytes;
    if (end > most) {
      throw PtxError(variable.line, "the kernel has more than " + std::to_string(most) +
                                        " bytes of " + what + " memory");
    }
  };
  const Function& function = *body.function;
  for (const std::vector<Variable>* list : {&function.parameters, &function.results}) {
    for (const Variable& variable : *list) {
      if (variable.space != StateSpace::param)
        throw PtxError(variable.line, "parameters in registers are not taken");
      if (function.is_entry) {
        constexpr std::uint64_t most = 32764;
        place(0, variable, code_.parameter_bytes, most, "parameter");
        code_.parameters.push_back({std::string(variable.name), std::string(variable.type),
                                    variable.bytes, body.places[{0, variable.name}].offset,
                                    variable.is_pointer});
      } else {
        place(0, variable, code_.local_bytes, most_local_bytes, "local");
      }
    }
  }
  for (std::size_t scope = 0; scope < function.scopes.size(); ++scope) {
    for (const Variable& variable : function.scopes[scope].variables)
      if (variable.space == StateSpace::shared)
        place(scope, variable, code_.shared_bytes, most_shared_bytes, "shared");
      else
        place(scope, variable, code_.local_bytes, most_local_bytes, "local");
  }
}

void Decoder::decode_instruction(const Instruction& instruction) {
  instruction_ = &instruction;
  require_form(instruction, module_);
  const auto found = opcodes().find(instruction.words.front());
  if (found == opcodes().end()) unknown_opcode();
  std::int32_t guard = -1;
  if (!instruction.guard.empty()) {
    Operand operand;
    operand.text = instruction.guard;
    guard = static_cast<std::int32_t>(result(operand));
  }
  const std::size_t first = code_.steps.size();
  found->second(*this);
  for (std::size_t i = first; i < code_.steps.size(); ++i) {
    code_.steps[i].guard = guard;
    code_.steps[i].guard_negated = instruction.guard_negated;
  }
}

void Decoder::decode_body(Body& body) {
  current_ = &body;
  body.decoded = true;
  body.first_step = static_cast<std::uint32_t>(code_.steps.size());
  for (const Instruction& instruction : body.function->instructions) {
    body.step_of.push_back(static_cast<std::uint32_t>(code_.steps.size()));
    try {
      decode_instruction(instruction);
    } catch (const PtxError& error) {
      if (collected_ == nullptr) throw;
      collected_->push_back(error);
    }
  }
  body.step_of.push_back(static_cast<std::uint32_t>(code_.steps.size()));
  // Whoever runs past the last instruction returns.
  static const Instruction end{0, {}, false, {"ret"}, {}, 0, "}"};
  instruction_ = &end;
  opcodes().at("ret")(*this);
}

void Decoder::resolve() {
  const auto target = [](const Branch& branch, std::string_view label) {
    const Function& function = *branch.body->function;
    for (std::size_t scope = branch.instruction->scope;; scope = function.scopes[scope].parent) {
      const auto& labels = function.scopes[scope].labels;
      if (const auto found = labels.find(label); found != labels.end())
        return branch.body->step_of[found->second];
      if (scope == 0)
        throw PtxError(branch.instruction->line, "the label " + shown(label) + " is not set");
    }
  };
  for (const Branch& branch : branches_) {
    Step& step = code_.steps[branch.step];
    if (!branch.list) {
      step.target = target(branch, branch.label);
      continue;
    }
    const std::vector<std::string_view>* names = nullptr;
    const Function& function = *branch.body->function;
    for (const Scope& scope : function.scopes) {
      if (const auto found = scope.branch_targets.find(branch.label);
          found != scope.branch_targets.end()) {
        names = &found->second;
      }
    }
    if (names == nullptr) {
      throw PtxError(branch.instruction->line,
                     "the list of labels " + shown(branch.label) + " is not set");
    }
    for (const std::string_view name : *names)
      step.targets.push_back(target(branch, name));
  }
  for (const auto& [step, callee] : calls_)
    code_.steps[step].target = body_of(*callee).first_step;
}

void Decoder::find_floats() {
  code_.floats.assign(code_.rows, false);
  const auto is_of_floats = [](const Step& step) {
    // A conversion names the type of its result last but one.
    const std::vector<std::string_view>& words = step.instruction->words;
    const std::string_view type = words[words.size() - (words.front() == "cvt" ? 2 : 1)];
    return type.starts_with('f') || type.starts_with("bf");
  };
  const auto reads_floats = [&](const Step& step) {
    return std::any_of(step.rows.begin() + static_cast<std::ptrdiff_t>(step.results),
                       step.rows.end(), [&](std::uint32_t row) { return code_.floats[row]; });
  };
  // Moves may stand before what they move, in loops: once more for as long as there are new ones.
  for (bool found = true; found;) {
    found = false;
    for (const Step& step : code_.steps) {
      const std::string_view opcode = step.instruction->words.front();
      const bool loads = opcode == "ld" || opcode == "ldu";
      const bool moves =
          opcode == "mov" || opcode == "selp" || opcode == "prmt" || opcode == "shfl";
      if (step.results == 0 || loads || !(is_of_floats(step) || (moves && reads_floats(step))))
        continue;
      for (std::size_t i = 0; i < step.results; ++i) {
        found = found || !code_.floats[step.rows[i]];
        code_.floats[step.rows[i]] = true;
      }
    }
  }
}

void Decoder::find_exchanged() {
  std::vector<bool> exchanged(code_.rows);
  // What comes of a loop's end stands before it: once more for as long as there are new ones.
  for (bool found = true; found;) {
    found = false;
    for (const Step& step : std::views::reverse(code_.steps)) {
      const auto goes_on = [&](std::size_t i) { return exchanged[step.rows[i]]; };
      const auto results = std::views::iota(std::size_t{0}, step.results);
      if (!exchanges(step) && !(only_computes(step) && std::ranges::any_of(results, goes_on)))
        continue;
      for (std::size_t i = step.first_read; i < step.rows.size(); ++i) {
        found = found || !exchanged[step.rows[i]];
        exchanged[step.rows[i]] = true;
      }
    }
  }
  for (Step& step : code_.steps) {
    const auto results = std::span(step.rows).first(step.results);
    step.is_exchanged = !results.empty() && std::ranges::all_of(results, [&](std::uint32_t row) {
      return exchanged[row];
    });
  }
}

// The atomicAdd() of the CUDA C++ programming guide for `double` reads what its atomicCAS()
// compares. If it has read something else than was there, it tries again.
void Decoder::find_compared() {
  std::set<std::pair<std::uint32_t, std::uint64_t>> compared;
  for (const Step& step : code_.steps)
    if (opcode_of(step) == "atom" && has_word(step, "cas"))
      compared.emplace(address_row(step), step.displacement);
  for (Step& step : code_.steps)
    if (opcode_of(step) == "ld" && compared.contains({address_row(step), step.displacement}))
      step.is_strong = true;
}

void Decoder::place_shared(const Function& entry) {
  std::vector<const Variable*> dynamic;
  for (const Variable& variable : module_.variables) {
    if (variable.space != StateSpace::shared) continue;
    if (variable.external && variable.bytes == 0) {
      dynamic.push_back(&variable);
      continue;
    }
    code_.shared_bytes = aligned(code_.shared_bytes, variable.alignment);
    module_shared_[variable.name] = {code_.shared_bytes, &variable};
    code_.shared_bytes += variable.bytes;
    if (code_.shared_bytes > most_shared_bytes)
      throw PtxError(variable.line, "the module has too much shared memory");
  }
  body_of(entry).called = true;
  // Functions that are called are found while the kernel is decoded, and come behind it. Their own
  // shared variables lie before the dynamic ones, which begin where all others end; so they are
  // placed first.
  for (const Function& callee : module_.functions)
    if (callee.is_defined && !callee.is_entry) body_of(callee);
  for (const Variable* variable : dynamic) {
    code_.shared_bytes =
        aligned(code_.shared_bytes, std::max<std::uint64_t>(variable->alignment, 16));
  }
  for (const Variable* variable : dynamic)
    module_shared_[variable->name] = {code_.shared_bytes, variable};
}

std::vector<Placed> Decoder::shared_variables(const Function& entry) {
  place_shared(entry);
  std::vector<Placed> variables;
  for (const auto& [name, placed] : module_shared_)
    variables.push_back(placed);
  for (const std::unique_ptr<Body>& body : bodies_)
    for (const auto& [name, placed] : body->places)
      if (placed.variable->space == StateSpace::shared) variables.push_back(placed);
  std::ranges::sort(variables, {}, &Placed::offset);
  return variables;
}

Code Decoder::kernel(const Function& entry) {
  code_.cluster = entry.cluster;
  code_.cluster_line = entry.cluster_line;
  code_.has_clusters = entry.has_clusters;
  sink_row_ = code_.rows++;
  place_shared(entry);
  const auto copies_for_pair = [](const Instruction& instruction) {
    return instruction.words.front() == "cp" &&
           std::ranges::find(instruction.words, "cta_group::2") != instruction.words.end();
  };
  is_of_pairs_ = std::ranges::any_of(module_.functions, [&](const Function& function) {
    return std::ranges::any_of(function.instructions, copies_for_pair);
  });
  const auto is_next = [](const std::unique_ptr<Body>& body) {
    return body->called && !body->decoded;
  };
  while (true) {
    const auto next = std::find_if(bodies_.begin(), bodies_.end(), is_next);
    if (next == bodies_.end()) break;
    decode_body(**next);
  }
  if (collected_ != nullptr && !collected_->empty()) return {};
  resolve();
  find_floats();
  find_exchanged();
  find_compared();
  const auto masks = [](const Step& step) {
    return opcode_of(step) == "and" && step.exact != nullptr;
  };
  if (std::ranges::any_of(code_.steps, masks)) code_.facts = facts_of(code_);
  return std::move(code_);
}

std::vector<PtxError> Decoder::refused_of(const Function& entry) {
  std::vector<PtxError> refused;
  collected_ = &refused;
  try {
    kernel(entry);
  } catch (const PtxError& error) {
    refused.push_back(error);
  }
  return refused;
}

std::vector<PtxError> refused_in(std::string_view text, std::string_view entry) {
  const Module module = parse(text);
  // Where variables lie makes no difference.
  std::map<std::string_view, std::uint64_t> addresses;
  for (const Variable& variable : module.variables)
    if (variable.space != StateSpace::shared && !variable.external) addresses[variable.name] = 0;
  const std::map<std::string_view, std::string> nothing_refused;
  std::vector<PtxError> refused;
  for (const Function& function : module.functions) {
    if (!function.is_entry || !function.is_defined) continue;
    if (!entry.empty() && function.name != entry) continue;
    // A function that several entries call is told of once.
    for (const PtxError& error : Decoder(module, addresses, nothing_refused).refused_of(function))
      if (std::ranges::none_of(refused, [&](const PtxError& known) {
            return std::string_view(known.what()) == error.what();
          }))
        refused.push_back(error);
  }
  std::ranges::stable_sort(refused, {}, &PtxError::line);
  return refused;
}

std::vector<SharedVariable> shared_variables(std::string_view text, std::string_view entry) {
  const Module module = parse(text);
  const std::map<std::string_view, std::uint64_t> no_addresses;
  const std::map<std::string_view, std::string> nothing_refused;
  std::vector<SharedVariable> variables;
  for (const Function& function : module.functions) {
    if (!function.is_entry || !function.is_defined || function.name != entry) continue;
    for (const auto& [offset, variable] :
         Decoder(module, no_addresses, nothing_refused).shared_variables(function)) {
      variables.push_back({std::string(variable->name), std::string(variable->type),
                           variable->element_bytes, offset, variable->bytes});
    }
  }
  return variables;
}

std::uint64_t declared_shared(std::string_view text, std::string_view entry) {
  std::uint64_t bytes = 0;
  for (const SharedVariable& variable : shared_variables(text, entry))
    bytes = std::max(bytes, variable.offset + variable.bytes);
  return bytes;
}

std::shared_ptr<const Step> addressed(const Step& step, const Decoder::Address& address,
                                      StateSpace space) {
  Step other = step;
  other.space = space;
  other.displacement = address.displacement;
  other.rows = {address.row};
  other.results = 0;
  return std::make_shared<const Step>(std::move(other));
}

}  // namespace layoutcheck::gpu::ptx
