// What the text of a kernel says of its registers: bits are bounded step by step, whichever way the
// threads go, until nothing changes.
#include "row_facts.hpp"

#include "operations.hpp"

#include <bit>
#include <optional>
#include <set>
#include <span>

namespace layoutcheck::gpu::ptx {

namespace {

using Sort = RowFacts::Sort;
using Bits = std::uint64_t;
__extension__ using Product = unsigned __int128;

constexpr Bits all_bits = ~Bits{0};

/// Those of a number of so many bytes; none of a predicate's 0.
Bits bits_of_bytes(std::uint64_t bytes) {
  return bytes >= 8 ? all_bits : (Bits{1} << 8 * bytes) - 1;
}

/// Those of the numbers up to this one.
Bits up_to(Bits greatest) {
  return greatest == 0 ? 0 : all_bits >> std::countl_zero(greatest);
}

/// Those of multiples of 2^zeros.
Bits from_bit(int zeros) {
  return zeros >= 64 ? 0 : all_bits << zeros;
}

bool is_integer(std::string_view type) {
  return type.size() > 1 && std::string_view("bsu").find(type[0]) != std::string_view::npos &&
         type[1] >= '0' && type[1] <= '9';
}

class Analysis {
 public:
  explicit Analysis(const Code& code)
      : code_(code), facts_(code.rows), widths_(code.rows, all_bits), written_(code.rows) {
    for (const RegisterRow& r : code.registers)
      widths_[r.row] = r.bits;
    for (const ConstantRow& constant : code.constants)
      facts_[constant.row] = {constant.bits, Sort::literal};
    for (const auto& [special, row] : code.specials)
      facts_[row] = {bits_of(special), is_of_launch(special) ? Sort::uniform : Sort::varying};
    for (const Step& step : code.steps)
      for (std::size_t i = 0; i < step.results; ++i)
        ++written_[step.rows[i]];
  }

  std::vector<RowFacts> run() {
    // What grows round after round of a loop has no bound.
    constexpr unsigned most_rounds = 8;
    bool changed = true;
    for (unsigned round = 0; changed; ++round) {
      changed = false;
      for (const Step& step : code_.steps) {
        for (std::size_t i = 0; i < step.results; ++i) {
          RowFacts& facts = facts_[step.rows[i]];
          const Bits width = widths_[step.rows[i]];
          Bits possible = facts.possible | (result(step, i) & width);
          if (possible != facts.possible && round > most_rounds)
            possible = width & from_bit(std::countr_zero(possible));
          const Sort sort = facts.sort == Sort::uniform || is_uniform(step, step.rows[i])
                                ? Sort::uniform
                                : Sort::varying;
          changed = changed || possible != facts.possible || sort != facts.sort;
          facts = {possible, sort};
        }
      }
    }
    return std::move(facts_);
  }

 private:
  static Bits bits_of(Special special) {
    switch (special) {
      case Special::tid_x:
      case Special::tid_y:
        return up_to(most_threads - 1);
      case Special::tid_z:
        return up_to(63);
      case Special::in_cluster_x:
      case Special::in_cluster_y:
      case Special::in_cluster_z:
      case Special::cluster_rank:
        return up_to(most_blocks_of_cluster - 1);
      case Special::has_clusters:
        return up_to(1);
      case Special::laneid:
      case Special::warpid:
        return up_to(warp_size - 1);
      case Special::zero:
        return 0;
      case Special::one:
        return 1;
      default:
        return bits_of_bytes(4);
    }
  }

  static bool is_of_launch(Special special) {
    switch (special) {
      case Special::ntid_x:
      case Special::ntid_y:
      case Special::ntid_z:
      case Special::nctaid_x:
      case Special::nctaid_y:
      case Special::nctaid_z:
      case Special::nwarpid:
      case Special::of_cluster_x:
      case Special::of_cluster_y:
      case Special::of_cluster_z:
      case Special::cluster_size:
      case Special::has_clusters:
      case Special::dynamic_shared:
      case Special::total_shared:
      case Special::zero:
      case Special::one:
        return true;
      default:
        return false;
    }
  }

  /// A row that is written in two places is another one in each thread that goes another way.
  [[nodiscard]] bool is_uniform(const Step& step, std::uint32_t row) const {
    if (written_[row] != 1) return false;
    if (opcode_of(step) == "ld") return step.space == StateSpace::param;
    if (!only_computes(step) || is_of_warp(step) || step.first_read == step.rows.size())
      return false;
    return std::ranges::all_of(std::span(step.rows).subspan(step.first_read),
                               [&](std::uint32_t r) { return facts_[r].sort != Sort::varying; });
  }

  /// A row that is a literal.
  [[nodiscard]] std::optional<Bits> literal(const Step& step, std::size_t operand) const {
    const RowFacts& facts = facts_[step.rows[step.results + operand]];
    return facts.sort == Sort::literal ? std::optional(facts.possible) : std::nullopt;
  }

  static Bits sum(Bits a, Bits b, Bits width) {
    const int zeros = std::min(std::countr_zero(a), std::countr_zero(b));
    const bool wraps = a + b < a || a + b > width;
    return (wraps ? width : up_to(a + b)) & from_bit(zeros);
  }

  static Bits product(Bits a, Bits b, Bits width) {
    const Product greatest = static_cast<Product>(a) * b;
    return (greatest > width ? width : up_to(static_cast<Bits>(greatest))) &
           from_bit(std::min(std::countr_zero(a) + std::countr_zero(b), 64));
  }

  /// The bits of result i, at most those of its register.
  [[nodiscard]] Bits result(const Step& step, std::size_t i) const {
    const std::string_view op = opcode_of(step);
    const std::vector<std::string_view>& words = step.instruction->words;
    const std::string_view type = words.back();
    const Bits width = bits_of_bytes(width_of(type));
    const Bits sign = width ^ width >> 1;
    const auto operand = [&](std::size_t k, Bits bits) {
      return facts_[step.rows[step.results + k]].possible & bits;
    };
    const std::size_t count = step.rows.size() - step.results;
    if (op == "ld" || op == "ldu") return type.front() == 's' ? all_bits : width;
    if (op == "mov") return moved(step, i, width);
    if (op == "popc" || op == "clz") return up_to(64);
    if (op == "selp" || op == "slct") return operand(0, width) | operand(1, width);
    // What follows has one result, of integers, and no carry.
    static const std::set<std::string_view> with_carry = {"addc", "subc", "madc"};
    if (!is_integer(type) || has_word(step, "sat") || has_word(step, "cc") ||
        with_carry.contains(op)) {
      return all_bits;
    }
    if (op == "and") return operand(0, width) & operand(1, width);
    if (op == "or" || op == "xor") return operand(0, width) | operand(1, width);
    if (op == "min" || op == "max") return operand(0, width) | operand(1, width);
    if (op == "shl") return shifted_left(operand(0, width), literal(step, 1)) & width;
    if (op == "shr") {
      const Bits a = operand(0, width);
      const bool fills = type.front() == 's' && (a & sign) != 0;
      const std::optional<Bits> by = literal(step, 1);
      if (fills) return width;
      return !by ? up_to(a) : *by >= 64 ? 0 : a >> *by;
    }
    if (op == "cvt") return converted(step, operand(0, all_bits));
    if (op == "add") return sum(operand(0, width), operand(1, width), width);
    if (op == "sub") {
      return width & from_bit(std::min(std::countr_zero(operand(0, width)),
                                       std::countr_zero(operand(1, width))));
    }
    if (op == "neg") return width & from_bit(std::countr_zero(operand(0, width)));
    const bool is_negative =
        type.front() == 's' && count >= 2 && ((operand(0, width) | operand(1, width)) & sign) != 0;
    if (op == "mul" || op == "mad") {
      const bool high = has_word(step, "hi");
      const bool wide = has_word(step, "wide");
      if (high && (op == "mad" || is_negative)) return width;
      if (high) {
        const unsigned by = static_cast<unsigned>(std::popcount(width));
        return up_to(
            static_cast<Bits>(static_cast<Product>(operand(0, width)) * operand(1, width) >> by));
      }
      const Bits result_width = wide ? bits_of_bytes(2 * width_of(type)) : width;
      Bits value = product(operand(0, width), operand(1, width),
                           wide && is_negative ? Bits{0} : result_width);
      if (wide && is_negative) {
        // Its sign is extended.
        value = result_width &
                from_bit(std::min(
                    std::countr_zero(operand(0, width)) + std::countr_zero(operand(1, width)), 64));
      }
      return op == "mul" ? value : sum(value, operand(2, result_width), result_width);
    }
    if (op == "div" && !is_negative) return up_to(operand(0, width));
    if (op == "rem" && !is_negative)
      return up_to(std::min(operand(0, width), std::max<Bits>(operand(1, width), 1) - 1));
    if (op == "bfe" && type.front() != 's')
      if (const std::optional<Bits> length = literal(step, 2))
        return (*length & 0xffU) >= 64 ? width : (Bits{1} << (*length & 0xffU)) - 1;
    return all_bits;
  }

  static Bits shifted_left(Bits a, std::optional<Bits> by) {
    if (by) return *by >= 64 ? 0 : a << *by;
    return from_bit(std::countr_zero(a));
  }

  /// mov, of which a vector is a whole or parts.
  [[nodiscard]] Bits moved(const Step& step, std::size_t i, Bits width) const {
    const std::vector<Operand>& operands = step.instruction->operands;
    const std::size_t first = step.results;
    if (first == step.rows.size()) return all_bits;  // a clock
    const std::size_t parts = std::max(step.rows.size() - first, step.results);
    if (parts == 1) return facts_[step.rows[first]].possible & (width == 0 ? 1 : width);
    const auto shift = static_cast<unsigned>(8 * width_of(step.instruction->words.back()) / parts);
    if (shift * parts > 64) return all_bits;
    const Bits part = (Bits{1} << shift) - 1;
    if (operands[0].kind == Operand::Kind::vector)
      return facts_[step.rows[first]].possible >> shift * i & part;
    Bits whole = 0;
    for (std::size_t k = 0; k < parts; ++k)
      whole |= (facts_[step.rows[first + k]].possible & part) << shift * k;
    return whole;
  }

  /// cvt, between integers.
  static Bits converted(const Step& step, Bits possible) {
    const std::vector<std::string_view>& words = step.instruction->words;
    const std::string_view from = words.back();
    const std::string_view to = words[words.size() - 2];
    const auto extended = [](Bits bits, std::string_view type) {
      const Bits width = bits_of_bytes(width_of(type));
      bits &= width;
      return type.front() == 's' && (bits & (width ^ width >> 1)) != 0 ? bits | ~width : bits;
    };
    if (!is_integer(to)) return all_bits;
    return extended(extended(possible, from), to);
  }

  const Code& code_;
  std::vector<RowFacts> facts_;
  /// By row: the bits of its register, and in how many places it is written.
  std::vector<Bits> widths_;
  std::vector<unsigned> written_;
};

}  // namespace

std::vector<RowFacts> facts_of(const Code& code) {
  return Analysis(code).run();
}

}  // namespace layoutcheck::gpu::ptx
