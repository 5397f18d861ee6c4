// Floating-point numbers as elements of prime fields, in which sums and products may be reordered
// and contracted. Two kernels compute the same function if they agree on random elements.
//
// Each source element is a random element of three prime fields, that is, the kernel is evaluated
// three times. Numbers that do not come from a source (literals, parameters, given contents) stand
// for themselves: a floating-point number is an integer times a power of 2.
//
// Powers of 2 lead from one field to the next: the primes are q, 2q + 1 and 4q + 3, where 2 has the
// order q modulo 2q + 1, and 2q + 1 modulo 4q + 3. So 2^x for x modulo one prime is a number modulo
// the next, and 2^(x + y) = 2^x · 2^y. After k powers of 2, values are known in the last 3 - k
// fields. A single field cannot have such powers: its numbers repeat modulo p, its powers modulo
// p - 1.
#pragma once

#include <layoutcheck/machine/origins.hpp>

namespace layoutcheck::gpu {

class Rings : public Origins {
 public:
  static constexpr std::size_t fields = 3;
  static constexpr std::array<std::uint64_t, fields> primes = {
      576460752303374591, 1152921504606749183, 2305843009213498367};

  /// Special values: unknown, and the infinities.
  static constexpr std::uint64_t open = ~std::uint64_t{0};
  static constexpr std::uint64_t infinite = open - 1;
  static constexpr std::uint64_t minus_infinite = open - 2;

  /// The type of a value's bits. Predicates are 0 or 1.
  enum class Form : std::uint8_t { integer, f8, f16, bf16, f32, f64 };
  static Form form_of(std::string_view type);

  struct Number {
    std::array<std::uint64_t, fields> at{open, open, open};
    Form form = Form::integer;
    /// Whether it depends on a source element.
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

  /// Source elements are derived from names and indices, so two kernels get the same ones.
  Rings(std::vector<Source> sources, std::shared_ptr<Room> room)
      : Origins(std::move(sources), std::move(room)) {}

  Rings* rings() override { return this; }

  /// The origin of these bytes, read as the type.
  Origin read_as(std::span<const Origin> bytes, std::string_view type);
  /// Whether the value depends on a source element.
  [[nodiscard]] bool varies(std::span<const Origin> bytes) const;
  [[nodiscard]] Number number_of(const Operand& operand) const;

  /// The result of an instruction of these words on operands of the type.
  Origin applied(std::span<const std::string_view> words, std::string_view type,
                 std::span<const Operand> operands);
  Origin converted(std::span<const std::string_view> words, std::string_view from,
                   std::string_view to, const Operand& operand);
  /// a · b + c, all as elements, so a sum of many terms makes one value.
  static Number fused(const Number& a, const Number& b, const Number& c);
  Origin kept(Number number, Form form);
  /// 1 if a has one of these relations to b, else 0: bit 0 for less, 1 for equal, 2 for greater.
  Origin compared(const Operand& a, const Operand& b, std::uint32_t relation);
  /// p ? a : b, for each field.
  Origin chosen(Origin p, const Operand& a, const Operand& b, std::string_view type);
  /// Of predicates: "and", "or", "xor", "not".
  Origin joined(std::string_view word, const Operand& a, const Operand& b);
  /// An unknown function of the operands.
  Origin opaque(std::string_view what, std::span<const Operand> operands);

  /// Records a decision that depends on values, such as a branch or an address; the first is kept.
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

  /// The contents of an element of memory, if it was written; `bits` are those in memory.
  struct Result {
    Writer writer;
    Number number;
    /// Whether it has a field value besides its bits.
    bool has_origin = false;
  };
  std::optional<Result> result(std::uint64_t address, std::uint32_t bytes, std::string_view type,
                               std::uint64_t bits);

  /// Functions that were treated as unknown.
  [[nodiscard]] const std::vector<std::string>& opaque_words() const { return opaque_words_; }

 private:
  [[nodiscard]] Number number_at(Origin value) const;
  void used(std::string_view word);

  std::deque<Number> numbers_;
  std::optional<Decision> decision_;
  std::vector<std::string> opaque_words_;
};

/// Whether two values agree in each field in which both are known; nothing if there is none.
std::optional<bool> are_same(const Rings::Number& a, const Rings::Number& b);

/// The exact image of a floating-point number in each field.
Rings::Number number_from(double value);

}  // namespace layoutcheck::gpu
