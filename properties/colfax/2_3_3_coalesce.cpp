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

std::vector<Binding> coalesce() {
  const Domain any = layouts(nested);
  return {
      {"colfax.2.3.3.1", mostly_coalesced_layouts(), check_2_3_3_1},
      {"colfax.2.3.3.6", mostly_coalesced_layouts(),
       [](const Layout& l) { return is_nondegenerate_if(is_coalesced(l), l); }},
      {"colfax.2.3.3.7", any, check_2_3_3_7},
      {"colfax.2.3.3.13", any, check_2_3_3_13},
      {"colfax.2.3.3.14", up_to_order(layout_pairs(nested)), check_2_3_3_14},
      {"colfax.2.3.3.15", any, check_2_3_3_15},
      {"colfax.2.3.3.16", layout_pairs(nested), check_2_3_3_16},
      {"colfax.2.3.3.17", layouts_of_size_one(), check_2_3_3_17},
      {"colfax.2.3.3.17.amended", check_2_3_3_17_amended},
  };
}

/// The check of a statement on a layout and a shape that it refines.
template <class F>
Binding over_refined(std::string id, F check, Domain (*drawn)(Domain) = nullptr) {
  Domain domain = by_the_letter(layout_over_shape());
  return {std::move(id), drawn == nullptr ? std::move(domain) : drawn(std::move(domain)),
          over_shape(Wording::as_printed, check)};
}

/// The same with refinement as amended.
template <class F>
Binding over_refined_amended(std::string id, F check, Domain (*drawn)(Domain) = nullptr) {
  Domain domain = layout_over_shape();
  return {std::move(id), drawn == nullptr ? std::move(domain) : drawn(std::move(domain)),
          over_shape(Wording::amended, check)};
}

Result check_2_3_4_5(const Layout& l, const NestedTuple& s) {
  return is_nondegenerate_if(is_coalesced_over(l, s), l);
}

std::vector<Binding> relative_coalesce() {
  constexpr auto printed = Wording::as_printed;
  constexpr auto amended = Wording::amended;
  const Domain printed_pairs =
      enumerated_where(by_the_letter(layout_pair_over_shape()),
                       [](const Layout& a, const Layout& b, const NestedTuple& s) {
                         return refines(a.shape(), s, Wording::as_printed) &&
                                refines(b.shape(), s, Wording::as_printed);
                       });
  return {
      over_refined("colfax.2.3.4.1", check_2_3_4_1),
      over_refined_amended("colfax.2.3.4.1.amended", check_2_3_4_1),
      over_refined("colfax.2.3.4.3", check_2_3_4_3<printed>),
      over_refined_amended("colfax.2.3.4.3.amended", check_2_3_4_3<amended>),
      over_refined("colfax.2.3.4.4", check_2_3_4_4, mostly_coalesced_over_shape),
      over_refined_amended("colfax.2.3.4.4.amended", check_2_3_4_4, mostly_coalesced_over_shape),
      over_refined("colfax.2.3.4.5", check_2_3_4_5, mostly_coalesced_over_shape),
      over_refined_amended("colfax.2.3.4.5.amended", check_2_3_4_5, mostly_coalesced_over_shape),
      {"colfax.2.3.4.6", layouts(nested), check_2_3_4_6<printed>},
      {"colfax.2.3.4.6.amended", check_2_3_4_6<amended>},
      over_refined("colfax.2.3.4.7", check_2_3_4_7<printed>),
      over_refined_amended("colfax.2.3.4.7.amended", check_2_3_4_7<amended>),
      over_refined("colfax.2.3.4.8", check_2_3_4_8<printed>),
      over_refined_amended("colfax.2.3.4.8.amended", check_2_3_4_8<amended>),
      over_refined("colfax.2.3.4.9", check_2_3_4_9<printed>),
      over_refined_amended("colfax.2.3.4.9.amended", check_2_3_4_9<amended>),
      {"colfax.2.3.4.10", up_to_order(printed_pairs), check_2_3_4_10<printed>},
      {"colfax.2.3.4.10.amended", up_to_order(layout_pair_over_shape()), check_2_3_4_10<amended>},
  };
}

}  // namespace

std::vector<Binding> colfax_2_3_3() {
  return joined({coalesce, relative_coalesce});
}

}  // namespace layoutcheck::properties
