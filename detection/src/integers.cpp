// Plants that hold every integer in 31 bits, operation by operation.
#include "catalogue.hpp"
#include "modes.hpp"

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// Numbers from 2^31 on lose their higher bits.
constexpr Int reduced(Int x) {
  return x & 0x7fffffff;
}

/// The value with its integers reduced, where extents are 1 at least.
Value reduced(const Value& value);

Layout reduced(const Layout& layout) {
  Modes modes = modes_of(layout);
  for (Mode& mode : modes)
    mode = {std::max<Int>(1, reduced(mode.extent)), reduced(mode.stride)};
  return with_modes(layout, modes);
}

NestedTuple reduced(const NestedTuple& tuple) {
  Tuple entries = tuple.entries();
  for (Int& entry : entries)
    entry = reduced(entry);
  return {entries, tuple.profile()};
}

Tiler reduced(const Tiler& tiler) {
  if (tiler.layout() != nullptr) return Tiler(reduced(*tiler.layout()));
  if (tiler.shape() != nullptr) return Tiler(reduced(*tiler.shape()));
  if (tiler.modes() == nullptr) return tiler;
  Tiler::Tuple modes;
  for (const Tiler& mode : *tiler.modes())
    modes.push_back(reduced(mode));
  return Tiler(std::move(modes));
}

Value reduced(const Value& value) {
  if (const auto* x = std::get_if<Int>(&value)) return reduced(*x);
  if (const auto* x = std::get_if<NestedTuple>(&value)) return reduced(*x);
  if (const auto* x = std::get_if<Layout>(&value)) return reduced(*x);
  if (const auto* x = std::get_if<Tiler>(&value)) return reduced(*x);
  return value;
}

/// What the operation answers to operands that are reduced, itself reduced.
std::optional<Answer> in_31_bits(const Case& question, const Answer& right) {
  Case asked = question;
  for (Value& operand : asked.operands)
    operand = reduced(operand);
  // Where a number became 0 that must not be, the question is another one.
  const Operation* operation = operation_of(question);
  for (std::size_t i = 0; operation != nullptr && i < asked.operands.size(); ++i)
    if (!is_of(asked.operands[i], sort_at(*operation, i))) return std::nullopt;
  const Answer answer =
      asked.operands == question.operands ? right : algebra::evaluate(asked).answer;
  const Value* value = value_in(answer);
  return value == nullptr ? answer : Answer(reduced(*value));
}

Plant in_31_bits_plant(const char* operation, const char* shown_by) {
  return {.name = std::string(operation) + ".all-in-31-bits",
          .says = "every integer from 2^31 on is reduced",
          .source = "NVIDIA/cudnn-frontend #839, cutlass #2715, #3208",
          .shown_by = shown_by,
          .mistakes = {{operation, in_31_bits}}};
}

}  // namespace

std::vector<Plant> integer_plants() {
  return {
      in_31_bits_plant("cosize", "cosize(2:2147483647) = 0"),
      in_31_bits_plant("composition", "composition(2:2147483648, 2:1) = 2:0"),
      in_31_bits_plant("coalesce", "coalesce(2:2147483648) = 2:0"),
      in_31_bits_plant("complement", "complement(2:2147483648) = undefined"),
      in_31_bits_plant("row_major", "row_major((2,2147483649)) = (2,1):(1,1)"),
      in_31_bits_plant("recast", "recast(2:2147483648, 1, 1) = 2:0"),
      in_31_bits_plant("upcast", "upcast(2:2147483648, 1) = 2:0"),
      in_31_bits_plant("downcast", "downcast((2,2):(1,2147483648), 1) = (2,2):(1,0)"),
      in_31_bits_plant("local_tile", "local_tile(4:2147483648, 2, 1) = <(2):(0),0>"),
      in_31_bits_plant("tile_to_shape", "tile_to_shape(2:2147483648, 4) = undefined"),
      in_31_bits_plant("logical_product", "logical_product(2:1, 2147483650) = (2,2):(1,2)"),
      in_31_bits_plant("logical_divide", "logical_divide(4:2147483648, 2) = (2,2):(0,0)"),
      in_31_bits_plant("right_inverse", "right_inverse(2147483650:1) = 2:1"),
      in_31_bits_plant("left_inverse", "left_inverse(2:2147483648) = undefined"),
      in_31_bits_plant("apply", "apply(2:2147483648, 1) = 0"),
      in_31_bits_plant("make_ordered_layout",
                       "make_ordered_layout((2,2147483649), (1,0)) = (2,1):(1,0)"),
      in_31_bits_plant("layout_add", "layout_add(2:1073741824, 2:1073741824) = 2:0"),
      {.name = "table.beyond-2^40",
       .says = "a table of more than 2^40 values is cut",
       .source = "kind: a limit that no run can reach",
       .mistakes = {},
       .out_of_reach = "no table of 2^40 values can be asked for, or judged"},
  };
}

}  // namespace layoutcheck::detection
