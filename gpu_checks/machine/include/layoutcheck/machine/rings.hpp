// Floating-point numbers as elements of rings, in which sums and products may be reordered and
// contracted: two kernels make the same of all values if they make the same of random elements.
//
// Each element of a source is a random element of three prime fields, which are three evaluations
// of what a kernel computes. Numbers that a kernel has of its own (literals, parameters, contents
// that somebody gave) are themselves: a floating-point number is a whole one times a power of 2.
//
// Powers of 2 lead from one field to the next: the primes q, 2q + 1, 4q + 3 are such that 2 has the
// order q modulo 2q + 1, and 2q + 1 modulo 4q + 3, so that 2^x for x modulo one prime is a number
// modulo the next, and 2^(x + y) = 2^x · 2^y. What has gone through powers of 2 k times has values
// in the last 3 - k fields. No single field has such powers: its numbers repeat after p, and its
// powers after p - 1.
#pragma once

#include <layoutcheck/machine/origins.hpp>

namespace layoutcheck::gpu {

class Rings : public Origins {
 public:
  static constexpr std::size_t fields = 3;
  static constexpr std::array<std::uint64_t, fields> primes = {
      576460752303374591, 1152921504606749183, 2305843009213498367};

  /// What is no element: nothing is known, and the infinite numbers.
  static constexpr std::uint64_t open = ~std::uint64_t{0};
  static constexpr std::uint64_t infinite = open - 1;
  static constexpr std::uint64_t minus_infinite = open - 2;

  /// What the bits of a value are. Predicates are 0 or 1.
  enum class Form : std::uint8_t { integer, f8, f16, bf16, f32, f64 };
  static Form form_of(std::string_view type);

  struct Number {
    std::array<std::uint64_t, fields> at{open, open, open};
    Form form = Form::integer;
    /// Whether it depends on an element of a source.
    bool varies = false;
    /// Whether it is an integer, so that further conversions do nothing to it.
    bool is_whole = false;
  };

  /// An operand: its origin, or its bits as a number, and the bits.
  struct Operand {
    Origin origin = none;
    double number = unknown;
    std::uint64_t bits = 0;
  };

  /// The elements of the sources go by their names and numbers, so that two kernels have the same.
  Rings(std::vector<Source> sources, std::shared_ptr<Room> room)
      : Origins(std::move(sources), std::move(room)) {}

  Rings* rings() override { return this; }

  /// The origin of what these bytes hold, read as the type.
  Origin read_as(std::span<const Origin> bytes, std::string_view type);
  /// Whether the value depends on an element of a source.
  [[nodiscard]] bool varies(std::span<const Origin> bytes) const;
  [[nodiscard]] Number number_of(const Operand& operand) const;

  /// What an instruction of these words makes of operands of the type.
  Origin applied(std::span<const std::string_view> words, std::string_view type,
                 std::span<const Operand> operands);
  Origin converted(std::span<const std::string_view> words, std::string_view from,
                   std::string_view to, const Operand& operand);
  /// a · b + c, all as elements, so that a sum of many makes one value.
  static Number fused(const Number& a, const Number& b, const Number& c);
  Origin kept(Number number, Form form);
  /// 1 if a has one of these relations to b, else 0: bit 0 for less, 1 for equal, 2 for greater.
  Origin compared(const Operand& a, const Operand& b, std::uint32_t relation);
  /// p ? a : b, for each field.
  Origin chosen(Origin p, const Operand& a, const Operand& b, std::string_view type);
  /// Of predicates: "and", "or", "xor", "not".
  Origin joined(std::string_view word, const Operand& a, const Operand& b);
  /// Something that is a function of the operands, and of which nothing else is known.
  Origin opaque(std::string_view what, std::span<const Operand> operands);

  /// A decision that depends on values, the first of which is kept: which way a thread goes, where
  /// it accesses memory.
  struct Decision {
    std::uint32_t line = 0;
    std::string instruction;
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
  };
  void note(const Decision& decision) {
    if (!decision_) decision_ = decision;
  }
  [[nodiscard]] const std::optional<Decision>& decision() const { return decision_; }

  /// What memory holds at the element, if somebody wrote it; `bits` are those in memory.
  struct Result {
    Writer writer;
    Number number;
    /// Whether it has a value of its own beside its bits.
    bool has_origin = false;
  };
  std::optional<Result> result(std::uint64_t address, std::uint32_t bytes, std::string_view type,
                               std::uint64_t bits);

  /// Functions of which nothing but that they are functions was used.
  [[nodiscard]] const std::vector<std::string>& opaque_words() const { return opaque_words_; }

 private:
  [[nodiscard]] Number number_at(Origin value) const;
  void used(std::string_view word);

  std::deque<Number> numbers_;
  std::optional<Decision> decision_;
  std::vector<std::string> opaque_words_;
};

/// Whether two values are the same in each field in which both are known; nothing if there is none.
std::optional<bool> are_same(const Rings::Number& a, const Rings::Number& b);

/// The exact value of a floating-point number in each field.
Rings::Number number_from(double value);

}  // namespace layoutcheck::gpu
