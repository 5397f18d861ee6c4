// Features: numbered properties of a question and of its right answer, by which questions are
// drawn, counted and compared.
#pragma once

#include <layoutcheck/notation/case.hpp>

#include <bitset>
#include <span>
#include <string>

namespace layoutcheck::engine {

/// The properties; their texts are in facts.inc.
enum class Fact : unsigned char {
#define LAYOUTCHECK_FACT(name, words) name,
#include <layoutcheck/engine/facts.inc>
};

inline constexpr std::size_t fact_count = static_cast<std::size_t>(Fact::outside) + 1;

/// What a property is about.
enum class Of : unsigned char { question, first, second, others, answer };

inline constexpr std::size_t feature_count = fact_count * 5;

/// The number of a feature, below feature_count.
constexpr std::size_t feature(Of of, Fact fact) {
  return static_cast<std::size_t>(of) * fact_count + static_cast<std::size_t>(fact);
}

/// "operand 1: two gaps in the chain"; without a prefix if it is about the question itself. Pre:
/// the number is below feature_count.
std::string feature_name(std::size_t feature);

using Features = std::bitset<feature_count>;

/// The features of a question about these operands, and of its right answer. The operation is
/// nullptr if it is about a statement. Takes any operands, in time linear in their lengths but for
/// sorting, and in machine words: sizes beyond 2^100 are taken for that.
Features features_of(const Operation* operation, std::span<const Value> operands,
                     const Answer& answer);

/// The powers of 2 whose edges are counted: each has a side below and a side from it on.
inline constexpr int edge_powers[] = {31, 32, 53, 63};
inline constexpr std::size_t edge_count = 8;

/// The edges that a question or its answer is at: bit 2·i is the side below edge_powers[i], and the
/// next bit the side from it on. An integer is at an edge if it differs from it by at most a
/// sixteenth.
std::bitset<edge_count> edges_of(const Features& features);

/// Whether each number of a question and of its answer is below 2^power: extents, strides, offsets,
/// parts of coordinates, the sizes of operands, and the size and the cosize of a layout. Pre: power
/// is below 100.
bool are_below(int power, std::span<const Value> operands, const Answer& answer);

/// The maximum number of extents above 1 in an operand; 4 stands for more.
std::size_t most_above_one(const Features& features);

}  // namespace layoutcheck::engine
