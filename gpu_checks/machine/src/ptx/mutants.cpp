// Mutants of a kernel: its text with one mistake that people make.
#include "syntax.hpp"
#include <layoutcheck/machine/ptx.hpp>

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// Makes the mutants of an instruction.
class Mutator {
 public:
  Mutator(std::string_view text, const Function& function, std::vector<Mutant>& mutants)
      : text_(text), function_(function), mutants_(mutants) {}

  void mutate(std::size_t index) {
    const Instruction& instruction = function_.instructions[index];
    const std::string_view opcode = instruction.words.front();
    if (opcode == "bar" || opcode == "barrier") {
      if (!has(instruction, "red")) add(instruction, "barrier dropped", whole(instruction), "");
    } else if (opcode == "bra") {
      if (!instruction.guard.empty() && leads_on(instruction, index))
        add(instruction, "branch dropped", whole(instruction), "");
    } else if (!instruction.guard.empty()) {
      add(instruction, "guard dropped", whole(instruction), std::string(instruction.text));
    }
    if (opcode == "setp") change_bound(instruction);
    if (opcode == "ld" || opcode == "st" || opcode == "red" || opcode == "atom")
      change_offset(instruction);
    if (opcode == "mad" && instruction.words[1] == "lo") swap_strides(instruction);
    if (opcode == "mul" || opcode == "shl") change_stride(instruction);
  }

 private:
  static bool has(const Instruction& instruction, std::string_view word) {
    return std::ranges::find(instruction.words, word) != instruction.words.end();
  }

  /// With the guard.
  [[nodiscard]] std::string_view whole(const Instruction& instruction) const {
    const auto end =
        static_cast<std::size_t>(instruction.text.data() - text_.data()) + instruction.text.size();
    const std::size_t begin =
        instruction.guard.empty()
            ? end - instruction.text.size()
            : text_.rfind('@', static_cast<std::size_t>(instruction.guard.data() - text_.data()));
    return text_.substr(begin, end - begin);
  }

  /// Whether the branch leads to a later instruction: others make loops.
  [[nodiscard]] bool leads_on(const Instruction& branch, std::size_t index) const {
    for (std::size_t scope = branch.scope;; scope = function_.scopes[scope].parent) {
      const auto& labels = function_.scopes[scope].labels;
      if (const auto found = labels.find(branch.operands.front().text); found != labels.end())
        return found->second > index;
      if (scope == 0) return false;
    }
  }

  void add(const Instruction& instruction, const char* kind, std::string_view old,
           const std::string& by) {
    const std::string_view all = whole(instruction);
    const auto before = static_cast<std::size_t>(old.data() - all.data());
    mutants_.push_back(
        {instruction.line, kind, std::string(all),
         std::string(all.substr(0, before)) + by + std::string(all.substr(before + old.size())),
         static_cast<std::size_t>(all.data() - text_.data())});
  }

  void change_bound(const Instruction& instruction) {
    constexpr std::pair<std::string_view, const char*> others[] = {
        {"lt", "le"}, {"le", "lt"}, {"gt", "ge"}, {"ge", "gt"}};
    const char type = instruction.words.back().front();
    if (type != 's' && type != 'u') return;
    for (const std::string_view word : instruction.words)
      for (const auto& [is, other] : others)
        if (word == is) add(instruction, "bound changed", word, other);
  }

  void change_offset(const Instruction& instruction) {
    if (has(instruction, "param")) return;
    const auto address =
        std::ranges::find(instruction.operands, Operand::Kind::address, &Operand::kind);
    const std::size_t begin = instruction.text.find('[');
    const std::size_t end = instruction.text.find(']');
    if (address == instruction.operands.end() || begin == std::string_view::npos) return;
    const Operand& base = address->parts.front();
    if (base.kind != Operand::Kind::name) return;
    const auto moved = static_cast<std::int64_t>(
        base.bits + std::max<std::uint64_t>(1, width_of(instruction.words.back())));
    add(instruction, "offset changed", instruction.text.substr(begin, end + 1 - begin),
        "[" + std::string(base.text) + "+" + std::to_string(moved) + "]");
  }

  /// i * stride + j becomes j * stride + i.
  void swap_strides(const Instruction& instruction) {
    const std::vector<Operand>& o = instruction.operands;
    if (o.size() != 4 || o[1].text == o[3].text) return;
    const std::string_view old(
        o[1].text.data(),
        static_cast<std::size_t>(o[3].text.data() - o[1].text.data()) + o[3].text.size());
    add(instruction, "stride swapped", old,
        std::string(o[3].text) + ", " + std::string(o[2].text) + ", " + std::string(o[1].text));
  }

  void change_stride(const Instruction& instruction) {
    const std::vector<Operand>& o = instruction.operands;
    if (o.size() != 3 || o[2].kind != Operand::Kind::integer || has(instruction, "hi")) return;
    const bool shifts = instruction.words.front() == "shl";
    const auto factor = static_cast<std::int64_t>(o[2].bits);
    add(instruction, "stride changed", o[2].text, std::to_string(shifts ? factor + 1 : 2 * factor));
  }

  std::string_view text_;
  const Function& function_;
  std::vector<Mutant>& mutants_;
};

}  // namespace

std::vector<Mutant> mutants_of(std::string_view text, std::string_view entry) {
  const Module module = parse(text);
  std::vector<Mutant> mutants;
  for (const Function& function : module.functions) {
    if (!function.is_entry || !function.is_defined || function.name != entry) continue;
    Mutator mutator(text, function, mutants);
    for (std::size_t i = 0; i < function.instructions.size(); ++i)
      mutator.mutate(i);
  }
  return mutants;
}

std::string mutated(std::string_view text, const Mutant& mutant) {
  return std::string(text.substr(0, mutant.begin)) + mutant.becomes +
         std::string(text.substr(mutant.begin + mutant.instruction.size()));
}

}  // namespace layoutcheck::gpu::ptx
