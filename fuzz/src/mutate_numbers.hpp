// Numbers that mutations put into values: small ones, neighbours, and those around powers of two.
#pragma once

#include <layoutcheck/engine/entropy.hpp>
#include <layoutcheck/notation/value.hpp>

namespace layoutcheck::fuzz {

using engine::Entropy;

/// A number that is mostly small, at times 2^k or next to it, seldom as large as there are.
Int interesting_number(Entropy& entropy, Int least);

/// Another number in place of one: its neighbours, multiples, divisors, one of the given, or
/// any interesting one.
Int changed_number(Entropy& entropy, Int now, Int least, const Tuple& others);

/// A divisor of n other than 1 and n, or 0 if none is found.
Int proper_divisor(Entropy& entropy, Int n);

/// The product of the entries that are not 0, or the greatest Int.
Int size_of(const Tuple& entries);

/// Whether entries with a product like that may replace the others: tables are made of them, so a
/// large product is kept, but seldom made.
bool is_tame(Entropy& entropy, const Tuple& before, const Tuple& after);

/// Appends the numbers of a value.
void collect_numbers(const Value& value, Tuple& numbers);

/// The value with x replaced by y in extents and entries; `strides`: and in the strides that x
/// divides. Throws what the constructors throw.
Value with_number_replaced(const Value& value, Int x, Int y, bool strides);

}  // namespace layoutcheck::fuzz
