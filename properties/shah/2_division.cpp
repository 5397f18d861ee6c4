// Logical division (shah 2.3).
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/engine/domains.hpp>

namespace layoutcheck::properties {

namespace {

using algebra::Admissibility;
using shah::is_admissible;

/// Whether condition (2) of 2.12 asks for left divisibility, as CUTLASS does (2.21), or weakly.
enum class Reading { weak, full };

/// {S, B} is admissible for composition (2.17).
bool is_composable(const Tuple& s, const Layout& b, Reading reading) {
  for (std::size_t k = 0; reading == Reading::full && k < b.length(); ++k)
    if (!is_admissible(s, b.extents()[k], b.strides()[k], true)) return false;
  return is_admissible(s, b, Admissibility::shah);
}

/// size(A), if A and B are as 2.22 has them. Throws Overflow.
std::optional<Int> size_if_divisible(const Layout& a, const Layout& b, Reading reading) {
  if (!shah::is_positive_without_ones(a) || !shah::is_positive_without_ones(b)) return std::nullopt;
  const Int size = oracle::to_int(oracle::size(a));
  if (!shah::admits_complement(b, size) || !is_composable(a.extents(), b, reading))
    return std::nullopt;
  return size;
}

Result check_2_23(const Layout& a, const Layout& b, Reading reading) {
  const std::optional<Int> size = size_if_divisible(a, b, reading);
  if (!size) return unmet();
  const Layout both = as_printed::join(b, shah::complement(b, *size));
  return holds_if(is_composable(a.extents(), both, reading),
                  [&] { return "{S, " + to_string(both) + "} is not admissible for composition"; });
}

Result check_2_22(const Layout& a, const Layout& b, Reading reading) {
  const std::optional<Int> size = size_if_divisible(a, b, reading);
  if (!size) return unmet();
  const Layout both = as_printed::join(b, shah::complement(b, *size));
  const Outcome<Layout> quotient = algebra::division_formula(a, b, Admissibility::shah);
  if (!quotient || !is_composable(a.extents(), both, Reading::weak))
    return fails("A∘B is not defined for B = " + to_string(both));
  const Outcome<Layout> divided = algebra::logical_divide(a, Tiler(b), Convention::extended);
  return all_hold({shah::is_composite(quotient, a, both),
                   holds_if(divided && as_printed::same_function(*divided, *quotient), [&] {
                     return "A/B is " + text(quotient) + ", the logical division " + text(divided);
                   })});
}

}  // namespace

std::vector<Statement> shah_2_division() {
  const Domain weak = layout_and_divisor(Ones::none, Admissibility::shah);
  const Domain full = layout_and_divisor(Ones::none, Admissibility::primer);
  return {
      {.id = "shah.2.22",
       .kind = "Definition",
       .says = "A/B = A∘(B, complement(B, M)) for M = size(A), if {B, M} is admissible for "
               "complementation and {S, B} for composition.",
       .domain = weak,
       .check = with(check_2_22, Reading::weak),
       .counterexample = "shah.2.22((3,2):(1,1), (2):(1)) = false",
       .remark = "It rests on 2.23: here (2):(1) has the complement (1,3):(1,2), and (3,2) is not "
                 "left divisible by 2, so that the composition is not defined by 2.17.",
       .change = "Ask in (2) of 2.12 for left divisibility, not weak, as CUTLASS does (2.21)."},
      statement("shah.2.22.amended", "Amendment",
                "If {B, M} is admissible, and {S, B} with left divisibility in (2) of 2.12, then "
                "A/B is defined, and its function is f^_A after that of (B, complement(B, M)).",
                full, with(check_2_22, Reading::full)),
      {.id = "shah.2.23",
       .kind = "Lemma",
       .says = "For A and B as in 2.22, {S, (B, complement(B, M))} is admissible for composition.",
       .domain = weak,
       .check = with(check_2_23, Reading::weak),
       .counterexample = "shah.2.23((3,2):(1,1), (2):(1)) = false",
       .remark = "Both pairs are admissible, as 2 divides 6 and is below 3; but the complement has "
                 "the mode 3:2, and (3,2) is not left divisible by 2. The proof takes it for "
                 "granted that N divides the extent in which it ends; that r_k N_k divides "
                 "r_{k+1}, or M, does not give it.",
       .change = "Ask in (2) of 2.12 for left divisibility, not weak, as CUTLASS does (2.21)."},
      statement("shah.2.23.amended", "Amendment",
                "With left divisibility in (2) of 2.12: if {B, M} and {S, B} are admissible, so is "
                "{S, (B, complement(B, M))}, in the same sense.",
                full, with(check_2_23, Reading::full)),
  };
}

}  // namespace layoutcheck::properties
