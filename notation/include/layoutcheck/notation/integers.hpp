// Integers: the 64-bit entries of every value, exact integers for references, and arithmetic that
// never wraps.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace layoutcheck {

/// An entry of a tuple: an extent, a stride, an offset, an index.
using Int = std::int64_t;

/// An exact integer; references compute with it so that no result is too large to compare with.
/// Its expressions are values: nothing that a function returns refers to what is gone.
using Exact = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                            boost::multiprecision::et_off>;

/// How many machine words a number takes, and so what an operation on it costs.
inline std::size_t words(const Exact& number) {
  return number.backend().size();
}
constexpr std::size_t words(std::uint64_t /*number*/) {
  return 1;
}

/// What a division costs: Boost goes through the whole number for each word of the quotient, unless
/// the divisor has only one.
inline std::size_t division_words(const Exact& number, const Exact& by) {
  if (words(number) < words(by)) return 1;
  return words(by) == 1 ? words(number) : (words(number) - words(by) + 1) * words(number);
}
constexpr std::size_t division_words(std::uint64_t /*number*/, std::uint64_t /*by*/) {
  return 1;
}

/// The number in decimal; of a number longer than 256 bits only the magnitude, as `about 2^1234`:
/// to write it out takes longer than most decisions, and nobody reads it.
std::string digits(const Exact& number);

/// A finite list of integers (colfax 2.1.1.1).
using Tuple = std::vector<Int>;

/// Thrown when an exact result does not fit in an Int. The message names the operation and its
/// operands.
class Overflow : public std::overflow_error {
 public:
  using std::overflow_error::overflow_error;
};

/// a + b. Throws Overflow.
inline Int checked_add(Int a, Int b) {
  Int sum = 0;
  if (__builtin_add_overflow(a, b, &sum))
    throw Overflow(std::to_string(a) + " + " + std::to_string(b) + " does not fit in 64 bits");
  return sum;
}

/// a · b. Throws Overflow.
inline Int checked_multiply(Int a, Int b) {
  Int product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    throw Overflow(std::to_string(a) + " * " + std::to_string(b) + " does not fit in 64 bits");
  return product;
}

}  // namespace layoutcheck
