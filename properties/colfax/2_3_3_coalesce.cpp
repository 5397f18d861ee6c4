// The statements on coalesce and on relative coalesce (colfax 2.3.3, 2.3.4).
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/layouts.hpp>

#include <ranges>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

/// len(L) + depth(L) (colfax 2.3.3.15).
Int complexity(const Layout& layout) {
  return static_cast<Int>(layout.length()) + oracle::depth(layout.profile());
}

// ---- Domains

/// coal(L), mostly, or what is one step away from it: other brackets, or an entry changed.
Domain mostly_coalesced_layouts() {
  return make_domain("a layout, mostly coalesced", {Sort::layout},
                     [](Entropy& entropy, int size) -> Operands {
                       if (entropy.chance(4)) return {Layout::entry(1, entropy.below(2) == 0)};
                       const Layout layout = algebra::coalesce(draw_layout(entropy, size));
                       if (entropy.chance(15)) {
                         Profile profile = draw_profile(entropy, layout.length());
                         return {Layout(std::move(profile), layout.extents(), layout.strides())};
                       }
                       return {mostly(entropy, layout)};
                     });
}

/// Layouts of size 1, and others now and then.
Domain layouts_of_size_one() {
  return make_domain("a layout of size 1", {Sort::layout},
                     [](Entropy& entropy, int size) -> Operands {
                       if (entropy.chance(12)) return {draw_layout(entropy, size)};
                       const std::size_t length = entropy.below(5);
                       Tuple strides;
                       for (std::size_t i = 0; i < length; ++i)
                         strides.push_back(static_cast<Int>(entropy.below(7)));
                       Profile profile = draw_profile(entropy, length);
                       return {Layout(std::move(profile), Tuple(length, 1), std::move(strides))};
                     });
}

/// X' with brackets put around its entries, so that it refines X by the letter of 2.2.4.1, if it
/// does as amended; an empty tuple within X stays what it is.
NestedTuple deepened(const NestedTuple& fine, const NestedTuple& coarse) {
  if (coarse.is_entry() || coarse.modes().empty()) return fine;
  std::vector<NestedTuple> modes = fine.modes();
  const std::vector<NestedTuple> coarse_modes = coarse.modes();
  std::transform(modes.begin(), modes.end(), coarse_modes.begin(), modes.begin(), deepened);
  if (oracle::depth(NestedTuple::tuple_of(modes).profile()) <= oracle::depth(coarse.profile()))
    modes.front() = NestedTuple::tuple_of(std::vector{modes.front()});
  return NestedTuple::tuple_of(modes);
}

/// A domain of layouts and a shape that they refine, with operands for which this is so by the
/// letter of 2.2.4.1: the shape is a single entry, or the layouts get brackets.
Domain by_the_letter(Domain domain) {
  domain.name += " by the letter of 2.2.4.1";
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const NestedTuple coarse = shape(operands, operands.size() - 1);
    const bool to_entry = entropy.chance(40);
    for (std::size_t i = 0; i + 1 < operands.size(); ++i) {
      const Layout l = layout(operands, i);
      if (to_entry || !oracle::refines(l.shape(), coarse)) continue;
      operands[i] = Layout(deepened(l.shape(), coarse).profile(), l.extents(), l.strides());
    }
    if (to_entry) operands.back() = NestedTuple(algebra::size(coarse));
    return operands;
  };
  return domain;
}

/// L and S of the domain, with L mostly coalesced over S.
Domain mostly_coalesced_over_shape(Domain domain) {
  domain.name += ", mostly coalesced over it";
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& drawn = layout(operands, 0);
    const NestedTuple& coarse = shape(operands, 1);
    if (entropy.chance(15) || !oracle::refines(drawn.shape(), coarse)) return operands;
    operands[0] = mostly(entropy, *algebra::coalesce(drawn, coarse));
    return operands;
  };
  return domain;
}

/// A check of a layout over a shape that its shape refines.
template <class F>
Check over_shape(Wording wording, F check) {
  return [wording, check](const Layout& layout, const NestedTuple& coarse) {
    if (!refines(layout.shape(), coarse, wording)) return unmet();
    return check(layout, coarse);
  };
}

// ---- 2.3.3

Result check_2_3_3_1(const Layout& l) {
  return agree<bool>({{"coalesced", is_coalesced(l)},
                      {"the algebra", algebra::is_coalesced(l)},
                      {"the oracle", oracle::is_coalesced(l)},
                      {"the coalesced layout of its table is L",
                       narrow(oracle::coalesce(l, limits)).value() == l}});
}

/// A layout that is coalesced, in whatever sense, is non-degenerate.
Result is_nondegenerate_if(bool coalesced, const Layout& l) {
  if (!coalesced) return unmet();
  return holds_if(as_printed::is_nondegenerate(l) && algebra::is_nondegenerate(l),
                  "it is coalesced, but degenerate");
}

Result check_2_3_3_7(const Layout& l) {
  const Layout built = coalesced_by_classes(l);
  return all_hold({holds_if_equal(algebra::coalesce(l), built),
                   all_hold({{is_coalesced(built), "what is constructed is coalesced"},
                             {same_function(built, l), "it has the function of L"}})});
}

Result check_2_3_3_13(const Layout& l) {
  const std::size_t depth = depth_in(shape_text(algebra::coalesce(l)));
  return holds_if(depth <= 1, [&] { return "coal(L) has depth " + std::to_string(depth); });
}

Result check_2_3_3_14(const Layout& a, const Layout& b) {
  return agree<bool>({{"the functions are equal", same_function(a, b)},
                      {"coal(A) = coal(B)", algebra::coalesce(a) == algebra::coalesce(b)}});
}

Result check_2_3_3_15(const Layout& l) {
  const std::string s = shape_text(l);
  // A tuple of layouts has the sum of their lengths, and is one deeper than the deepest.
  Int length = l.is_entry() ? 1 : 0;
  Int depth = -1;
  if (!l.is_entry()) {
    depth = 0;
    for (const Layout& mode : l.modes()) {
      const Int part = oracle::depth(mode.profile());
      length += complexity(mode) - part;
      depth = std::max(depth, part);
    }
  }
  return agree<Int>({{"the complexity", complexity(l)},
                     {"by the algebra", static_cast<Int>(algebra::length(l) + algebra::depth(l))},
                     {"by the text", static_cast<Int>(numbers_in(s).size() + depth_in(s))},
                     {"by the modes", length + depth + 1}});
}

/// Dropping an extent 1 from a layout of size above 1, and then all brackets but those of a flat
/// layout of rank above 1, keeps the function and never raises the complexity, and it lowers it if
/// it changes anything. So the claim holds if and only if coal(L) is the only one of least
/// complexity among the layouts that this leads to; they are all tried, and B besides, if it has
/// the function of L.
Result check_2_3_3_16(const Layout& l, const Layout& b) {
  if (oracle::size(l) <= 1) return unmet();
  const Layout c = algebra::coalesce(l);
  if (!same_function(c, l)) return fails(to_string(c) + " has another function");
  std::vector<Layout> rivals = layouts_with_function(l, c.length());
  for (Layout& rival : rivals)
    if (rival.length() == 1) rival = Layout::entry(rival.extents()[0], rival.strides()[0]);
  if (same_function(b, l)) rivals.push_back(b);
  return holds_for_all(rivals, [&](const Layout& rival) {
    return holds_if(rival == c || complexity(rival) > complexity(c), [&] {
      return to_string(rival) + " has the function of " + to_string(c) + " and is as simple";
    });
  });
}

/// If 1:0 and ():() were the only reason to leave out size(L) = 1, then no other layout of size 1
/// would be as simple.
Result check_2_3_3_17(const Layout& l) {
  if (oracle::size(l) != 1) return unmet();
  const Layout one = Layout::entry(1, 0);
  const Layout empty;
  return all_hold(
      {{one != empty, "1:0 and ():() are two layouts"},
       {same_function(one, l) && same_function(empty, l), "they have its function"},
       {complexity(one) == complexity(empty) && complexity(one) <= complexity(l),
        "they have the least complexity"},
       {l == one || l == empty || complexity(l) > complexity(one), "no other layout has it"}});
}

Result check_2_3_3_17_amended(const Layout& l) {
  if (oracle::size(l) != 1) return unmet();
  const Int least = complexity(Layout::entry(1, 0));
  return all_hold({{least == complexity(Layout()), "():() is as simple as 1:0"},
                   {complexity(l) >= least, "1:0 has the least complexity"},
                   {(complexity(l) == least) == (l.is_entry() || l == Layout()),
                    "just ():() and the 1:d have it"}});
}

// ---- 2.3.4

Result check_2_3_4_1(const Layout& l, const NestedTuple& s) {
  return holds_for_all(std::views::iota(std::size_t{1}, s.length() + 1),
                       [&](std::size_t i) {
                         const NestedTuple shape_mode = relative_mode(l.shape(), s, i);
                         const NestedTuple stride_mode = relative_mode(l.stride(), s, i);
                         return all_hold({{brackets_in(to_string(shape_mode)) ==
                                               brackets_in(to_string(stride_mode)),
                                           "each mode is a layout"},
                                          {algebra::size(shape_mode) == s.entries()[i - 1],
                                           "each mode has the size that it has in S"}})
                             .then([&] {
                               return has_text(
                                   "mode " + std::to_string(i), algebra::relative_mode(l, s, i - 1),
                                   to_string(shape_mode) + ":" + to_string(stride_mode));
                             });
                       })
      .then([&] {
        return holds_if(!algebra::relative_mode(l, s, s.length()),
                        "there is a mode beyond the last");
      });
}

/// Whether coal(L, S̄) exists, by the letter of 2.2.1.8, of which 2.3.4.7 makes use, or as amended.
bool has_relative_coalesce(const Layout& l, const NestedTuple& s, Wording wording) {
  return wording == Wording::amended ||
         can_substitute_as_printed(s.profile(), coalesced_modes(l, s));
}

Result without_relative_coalesce() {
  return fails("by the letter of 2.2.1.8 there is no (coal(L_1), …, coal(L_m))_P");
}

template <Wording wording>
Result check_2_3_4_3(const Layout& l, const NestedTuple& s) {
  if (wording == Wording::as_printed &&
      !can_substitute_as_printed(s.profile(), relative_modes(l, s))) {
    return fails("by the letter of 2.2.1.8 there is no (L_1, …, L_m)_P");
  }
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < s.length(); ++i) {
    const Outcome<Layout> mode = algebra::relative_mode(l, s, i);
    if (!mode) return fails("mode " + std::to_string(i + 1) + " is " + text(mode));
    modes.push_back(*mode);
  }
  return all_hold(
      {holds_if(substituted_text(s.profile(), modes) == to_string(l),
                "by the texts the modes do not make up L"),
       has_text("what the modes make up", algebra::substitute(s.profile(), modes), to_string(l))});
}

Result check_2_3_4_4(const Layout& l, const NestedTuple& s) {
  return agree<bool>({{"coalesced over S", is_coalesced_over(l, s)},
                      {"the algebra", algebra::is_coalesced(l, s)},
                      {"the oracle", oracle::is_coalesced_over(l, s)},
                      {"L = coal(L, S)", coalesced_over_text(l, s) == to_string(l)}});
}

template <Wording wording>
Result check_2_3_4_6(const Layout& l) {
  if (!refines(l.shape(), l.shape(), wording))
    return fails("its shape does not refine itself, so that 2.3.4.4 does not say what it is");
  return agree<bool>({{"non-degenerate", as_printed::is_nondegenerate(l)},
                      {"coalesced over its shape", is_coalesced_over(l, l.shape())},
                      {"the algebra", algebra::is_coalesced(l, l.shape())}});
}

template <Wording wording>
Result check_2_3_4_7(const Layout& l, const NestedTuple& s) {
  if (!has_relative_coalesce(l, s, wording)) return without_relative_coalesce();
  const std::string claimed = coalesced_over_text(l, s);
  return all_hold(
      {has_text("coal(L, S)", algebra::coalesce(l, s), claimed),
       has_text("by the tables coal(L, S)", narrow(oracle::coalesce_over(l, s, limits)), claimed)});
}

template <Wording wording>
Result check_2_3_4_8(const Layout& l, const NestedTuple& s) {
  if (!has_relative_coalesce(l, s, wording)) return without_relative_coalesce();
  const Outcome<Layout> c = algebra::coalesce(l, s);
  return holds_if(
      c && to_string(*c) == coalesced_over_text(l, s) && refines(c->shape(), s, wording),
      [&] { return "coal(L, S) is " + text(c) + ", whose shape does not refine S"; });
}

template <Wording wording>
Result check_2_3_4_9(const Layout& l, const NestedTuple& s) {
  if (!has_relative_coalesce(l, s, wording)) return without_relative_coalesce();
  const Outcome<Layout> c = algebra::coalesce(l, s);
  return holds_if(c && same_function(*c, l),
                  [&] { return "coal(L, S) is " + text(c) + ", which has another function"; });
}

template <Wording wording>
Result check_2_3_4_10(const Layout& a, const Layout& b, const NestedTuple& s) {
  if (!refines(a.shape(), s, wording) || !refines(b.shape(), s, wording)) return unmet();
  if (!has_relative_coalesce(a, s, wording) || !has_relative_coalesce(b, s, wording))
    return without_relative_coalesce();
  const Outcome<Layout> coal_a = algebra::coalesce(a, s);
  const Outcome<Layout> coal_b = algebra::coalesce(b, s);
  if (!coal_a || !coal_b) return fails("coal(A, S) or coal(B, S) is undefined");
  return agree<bool>({{"the functions are equal", same_function(a, b)},
                      {"coal(A, S) = coal(B, S)", *coal_a == *coal_b}});
}

std::vector<Statement> coalesce() {
  const Domain any = layouts(nested);
  return {
      statement("colfax.2.3.3.1", "Definition",
                "L is coalesced if it is 1:0, or s:d with s > 1, or flat of rank above 1 and "
                "coalesced as a flat layout (2.1.4.1). (That is, L = coal(L).)",
                mostly_coalesced_layouts(), check_2_3_3_1),
      example("colfax.2.3.3.2", "(2,(2,2)):(1,(16,512)), which has depth 2, is not coalesced."),
      example("colfax.2.3.3.3", "(64):(2) is not coalesced, 64:2 is."),
      example("colfax.2.3.3.4", "1:8 is not coalesced, 1:0 is."),
      example("colfax.2.3.3.5", "():() is not coalesced."),
      statement("colfax.2.3.3.6", "Observation", "A coalesced layout is non-degenerate.",
                mostly_coalesced_layouts(),
                [](const Layout& l) { return is_nondegenerate_if(is_coalesced(l), l); }),
      statement("colfax.2.3.3.7", "Construction",
                "coal(L) is coal♭(L♭), but s_1:d_1 if that has rank 1, and 1:0 if it has rank 0. "
                "(It is coalesced, and has the function of L.)",
                any, check_2_3_3_7),
      example("colfax.2.3.3.8", "coal(():()) = 1:0."),
      example("colfax.2.3.3.9", "coal((1,1):(2,4)) = 1:0."),
      example("colfax.2.3.3.10", "coal((512):(4)) = 512:4."),
      example("colfax.2.3.3.11", "coal((2,2,2):(1,2,4)) = 8:1."),
      example("colfax.2.3.3.12", "coal(((2,2,2),(5,5)):((1,2,4),(10,50))) = (8,25):(1,10)."),
      statement("colfax.2.3.3.13", "Remark", "coal(L) has depth 0 or 1.", any, check_2_3_3_13),
      statement("colfax.2.3.3.14", "Proposition",
                "Layouts A and B have the same function exactly if coal(A) = coal(B).",
                up_to_order(layout_pairs(nested)), check_2_3_3_14),
      statement("colfax.2.3.3.15", "Definition", "The complexity of L is len(L) + depth(L).", any,
                check_2_3_3_15),
      statement("colfax.2.3.3.16", "Proposition",
                "If size(L) > 1, then of the layouts with the function of L, coal(L) has the least "
                "complexity (length + depth), and no other has it.",
                layout_pairs(nested), check_2_3_3_16),
      {.id = "colfax.2.3.3.17",
       .kind = "Remark",
       .says = "The only reason why 2.3.3.16 leaves out size(L) = 1 is that 1:0 and ():() are then "
               "two layouts with the function of L and the least complexity. (So no other layout "
               "of size 1 has it.)",
       .domain = layouts_of_size_one(),
       .check = check_2_3_3_17,
       .counterexample = "colfax.2.3.3.17(1:1) = false",
       .remark = "Each 1:d has the function and the complexity of 1:0, so that coal(L) would not "
                 "be unique without ():() either.",
       .change = "1:0, ():() and the other 1:d are distinct layouts with minimal complexity."},
      amendment("colfax.2.3.3.17.amended",
                "If size(L) = 1, then the layouts with the function of L and the least complexity "
                "are ():() and the 1:d.",
                check_2_3_3_17_amended),
  };
}

/// The amendment of a statement that needs 2.2.1.8 and 2.2.4.1.
Statement with_both_amended(const Statement& printed, Domain domain, Check check) {
  Statement statement = with_refinement_amended(printed, std::move(check), std::move(domain));
  statement.says = "With 2.2.1.8 and 2.2.4.1 as amended: " + printed.says;
  return statement;
}

/// A statement and its amendment.
template <class Amend>
std::vector<Statement> with_amendment(Statement printed, const Amend& amend) {
  Statement amended = amend(printed);
  return {std::move(printed), std::move(amended)};
}

/// A statement on a layout and a shape that it refines, drawn as told, and its amendment. The check
/// does not depend on refinement beyond that.
template <class Check>
std::vector<Statement> of_refinement(Statement statement, Check check,
                                     Domain (*drawn)(Domain) = nullptr) {
  const auto domain = [&](Domain all) { return drawn == nullptr ? all : drawn(std::move(all)); };
  statement.domain = domain(by_the_letter(layout_over_shape()));
  statement.check = over_shape(Wording::as_printed, check);
  statement.uses = {"colfax.2.2.4.1"};
  return with_amendment(std::move(statement), [&](const Statement& printed) {
    return with_refinement_amended(printed, over_shape(Wording::amended, check),
                                   domain(layout_over_shape()));
  });
}

/// The same of a statement that speaks of a substitution, too, and fails for that.
template <class Check>
std::vector<Statement> of_substitution(Statement statement, Check check, Check check_amended) {
  statement.domain = by_the_letter(layout_over_shape());
  statement.check = over_shape(Wording::as_printed, check);
  statement.standing = Standing::fails_as_stated;
  statement.uses = {"colfax.2.2.1.8", "colfax.2.2.4.1"};
  return with_amendment(std::move(statement), [&](const Statement& printed) {
    return with_both_amended(printed, layout_over_shape(),
                             over_shape(Wording::amended, check_amended));
  });
}

std::vector<Statement> relative_coalesce() {
  constexpr auto as_printed = Wording::as_printed;
  constexpr auto as_amended = Wording::amended;
  const char* const no_substitution =
      "By the letter of 2.2.1.8 mode i of (coal(L_1), …, coal(L_m))_P is made of len(coal(L_i)) "
      "layouts, where P wants the length of its mode i.";
  return joined(
      {of_refinement(
           {.id = "colfax.2.3.4.1",
            .kind = "Definition",
            .says =
                "mode_i(S:D, S̄) = mode_i(S, S̄):mode_i(D, S̄) for i ≤ len(S̄), if S refines S̄. (It is "
                "a layout, of the size of entry i of S̄.)"},
           check_2_3_4_1),
       {example("colfax.2.3.4.2",
                "The modes of ((2,2),((3,3),(5,(1,5)))):((1,2),((6,18),(90,(0,450)))) relative to "
                "(4,(9,25)) are (2,2):(1,2), (3,3):(6,18) and (5,(1,5)):(90,(0,450)).")},
       of_substitution(
           {.id = "colfax.2.3.4.3",
            .kind = "Observation",
            .says = "If shape(L) refines S̄ with profile P, then L = (L_1, …, L_m)_P for its "
                    "modes relative to S̄.",
            .counterexample = "colfax.2.3.4.3((()):(()), (1)) = false",
            .remark = "By the letter of 2.2.1.8 mode i of (L_1, …, L_m)_P is made of len(L_i) "
                      "layouts, where P wants the length of its mode i."},
           check_2_3_4_3<as_printed>, check_2_3_4_3<as_amended>),
       of_refinement(
           {.id = "colfax.2.3.4.4",
            .kind = "Definition",
            .says = "L is coalesced over S̄, which its shape refines, if its modes relative to "
                    "S̄ are coalesced. (That is, L = coal(L, S̄).)"},
           check_2_3_4_4, mostly_coalesced_over_shape),
       of_refinement(
           {.id = "colfax.2.3.4.5",
            .kind = "Observation",
            .says = "A layout that is coalesced over some S̄ is non-degenerate."},
           [](const Layout& l, const NestedTuple& s) {
             return is_nondegenerate_if(is_coalesced_over(l, s), l);
           },
           mostly_coalesced_over_shape),
       with_amendment(
           {.id = "colfax.2.3.4.6",
            .kind = "Example",
            .says = "L is coalesced over shape(L) exactly if it is non-degenerate.",
            .domain = layouts(nested),
            .check = check_2_3_4_6<as_printed>,
            .counterexample = "colfax.2.3.4.6(():()) = false",
            .remark = "By the letter of 2.2.4.1 no shape of depth above 0 refines itself, so "
                      "that 2.3.4.4 does not say whether L is coalesced over it.",
            .uses = {"colfax.2.2.4.1"}},
           [](const Statement& printed) {
             return with_refinement_amended(printed, check_2_3_4_6<as_amended>);
           }),
       of_substitution(
           {.id = "colfax.2.3.4.7",
            .kind = "Definition",
            .says = "coal(L, S̄) = (coal(L_1), …, coal(L_m))_P for the modes of L relative to S̄, "
                    "which its shape refines, and P = prof(S̄).",
            .counterexample = "colfax.2.3.4.7((((),())):(((),())), ((1,1))) = false",
            .remark = no_substitution},
           check_2_3_4_7<as_printed>, check_2_3_4_7<as_amended>),
       of_substitution(
           {.id = "colfax.2.3.4.8",
            .kind = "Remark",
            .says = "The shape of coal(L, S̄) refines S̄.",
            .counterexample = "colfax.2.3.4.8((()):(()), (1)) = false",
            .remark = "2.2.4.1 asks for more depth than S̄ has, and coal(L, S̄) has no more where "
                      "each mode of L relative to S̄ coalesces to one entry. And elsewhere there "
                      "is mostly no coal(L, S̄) by the letter of 2.2.1.8 (2.3.4.7)."},
           check_2_3_4_8<as_printed>, check_2_3_4_8<as_amended>),
       of_substitution(
           {.id = "colfax.2.3.4.9",
            .kind = "Lemma",
            .says = "If shape(L) refines S, then L and coal(L, S) have the same layout function.",
            .counterexample = "colfax.2.3.4.9((((),())):(((),())), ((1,1))) = false",
            .remark = no_substitution,
            .slips = {"The proof has mode_i(L, S) for mode_i(L, S̄), and the subscript S̄ for its "
                      "profile."}},
           check_2_3_4_9<as_printed>, check_2_3_4_9<as_amended>),
       with_amendment(
           {.id = "colfax.2.3.4.10",
            .kind = "Proposition",
            .says =
                "If shape(A) and shape(B) refine S, then A and B have the same function exactly if "
                "coal(A, S) = coal(B, S).",
            .domain = up_to_order(enumerated_where(
                by_the_letter(layout_pair_over_shape()),
                [](const Layout& a, const Layout& b, const NestedTuple& s) {
                  return refines(a.shape(), s, as_printed) && refines(b.shape(), s, as_printed);
                })),
            .check = check_2_3_4_10<as_printed>,
            .counterexample =
                "colfax.2.3.4.10((((),())):(((),())), (((),())):(((),())), ((1,1))) = false",
            .remark = no_substitution,
            .uses = {"colfax.2.2.1.8", "colfax.2.2.4.1"},
            .slips =
                {"The proof has colex([0, size(B_j))) for the B_i, [0, size(B)] for [0, size(B)), "
                 "and `the restriction of B` for that of Φ_B."}},
           [](const Statement& printed) {
             return with_both_amended(printed, up_to_order(layout_pair_over_shape()),
                                      check_2_3_4_10<as_amended>);
           })});
}

}  // namespace

std::vector<Statement> colfax_2_3_3() {
  return joined({coalesce, relative_coalesce});
}

}  // namespace layoutcheck::properties
