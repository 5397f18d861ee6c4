// Logical division (shah 2.3).
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/engine/domains.hpp>

namespace layoutcheck::properties {

namespace {

using formulas::Admissibility;
using shah::is_admissible;

/// Whether condition (2) of 2.12 asks for left divisibility, as CUTLASS does (2.21), or weakly.
enum class Condition { weak, full };

/// {S, B} is admissible for composition (2.17).
bool is_composable(const Tuple& s, const Layout& b, Condition condition) {
  for (std::size_t k = 0; condition == Condition::full && k < b.length(); ++k)
    if (!is_admissible(s, b.extents()[k], b.strides()[k], true)) return false;
  return is_admissible(s, b, Admissibility::shah);
}

/// size(A), if A and B are as 2.22 has them. Throws Overflow.
std::optional<Int> size_if_divisible(const Layout& a, const Layout& b, Condition condition) {
  if (!shah::is_positive_without_ones(a) || !shah::is_positive_without_ones(b)) return std::nullopt;
  const Int size = oracle::to_int(oracle::size(a));
  if (!shah::admits_complement(b, size) || !is_composable(a.extents(), b, condition))
    return std::nullopt;
  return size;
}

Result check_2_23(const Layout& a, const Layout& b, Condition condition) {
  const std::optional<Int> size = size_if_divisible(a, b, condition);
  if (!size) return unmet();
  const Layout both = as_printed::join(b, shah::complement(b, *size));
  return holds_if(is_composable(a.extents(), both, condition),
                  [&] { return "{S, " + to_string(both) + "} is not admissible for composition"; });
}

Result check_2_22(const Layout& a, const Layout& b, Condition condition) {
  const std::optional<Int> size = size_if_divisible(a, b, condition);
  if (!size) return unmet();
  const Layout both = as_printed::join(b, shah::complement(b, *size));
  const Outcome<Layout> quotient = formulas::division_formula(a, b, Admissibility::shah);
  if (!quotient || !is_composable(a.extents(), both, Condition::weak))
    return fails("A∘B is not defined for B = " + to_string(both));
  const Outcome<Layout> divided = algebra::logical_divide(a, Tiler(b), Convention::extended);
  return all_hold({shah::is_composite(quotient, a, both),
                   holds_if(divided && as_printed::same_function(*divided, *quotient), [&] {
                     return "A/B is " + text(quotient) + ", the logical division " + text(divided);
                   })});
}

}  // namespace

std::vector<Binding> shah_2_division() {
  const Domain weak = layout_and_divisor(Ones::none, Admissibility::shah);
  const Domain full = layout_and_divisor(Ones::none, Admissibility::primer);
  return {
      {"shah.2.22", weak, with(check_2_22, Condition::weak)},
      {"shah.2.22.amended", full, with(check_2_22, Condition::full)},
      {"shah.2.23", weak, with(check_2_23, Condition::weak)},
      {"shah.2.23.amended", full, with(check_2_23, Condition::full)},
  };
}

}  // namespace layoutcheck::properties
