// The primer: layouts, coalescing and complements.
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "as_printed/morphisms.hpp"
#include "lists.hpp"
#include "shah/lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>

#include <limits>
#include <set>

namespace layoutcheck::properties {

namespace {

using as_printed::equation;
using as_printed::layout;
using as_printed::limits;
using as_printed::shape;

// 1 and 2

/// Reads a nested tuple or an integer by its grammar: T is a positive integer, or (T, …, T). A
/// comma may follow the last component.
class GrammarReader {
 public:
  explicit GrammarReader(std::string_view text) : text_(text) {}

  bool accepts() { return component() && at_ == text_.size(); }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool component() {
    if (next() == '(') {
      ++at_;
      while (next() != ')') {
        if (!component()) return false;
        if (next() == ',')
          ++at_;
        else if (next() != ')')
          return false;
      }
      ++at_;
      return true;
    }
    Exact number = 0;
    for (; '0' <= next() && next() <= '9'; ++at_)
      number = 10 * number + (next() - '0');
    // The numbers of values have 64 bits.
    return number > 0 && number <= std::numeric_limits<Int>::max();
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Tuple flattened(const NestedTuple& t) {
  if (t.is_entry()) return {t.entries()[0]};
  Tuple flat;
  for (const NestedTuple& component : t.modes()) {
    const Tuple part = flattened(component);
    flat.insert(flat.end(), part.begin(), part.end());
  }
  return flat;
}

/// A shape, and where a character is taken out of its text.
Domain shape_and_place() {
  return make_domain("a shape, and a place in its text", {Sort::shape, Sort::integer},
                     [](Entropy& entropy, int size) -> Operands {
                       NestedTuple t = draw_shape(entropy, size);
                       const auto place = static_cast<Int>(entropy.below(to_string(t).size() + 1));
                       return {std::move(t), place};
                     });
}

Result check_1(const NestedTuple& t, std::size_t place) {
  if (t.is_entry()) return unmet();
  const auto is_component = [](const NestedTuple& c) {
    return !c.is_entry() || c.entries()[0] > 0;
  };
  const std::vector<NestedTuple> components = t.modes();
  if (!std::ranges::all_of(components, is_component) || NestedTuple::tuple_of(components) != t)
    return fails("it is not the tuple of its components");
  if (algebra::flatten(t) != NestedTuple::flat(flattened(t)))
    return fails("flat(T) is not " + text(flattened(t)));
  std::string changed = to_string(t);
  if (parse_shape(changed) != t) return fails("its text is read as another tuple");
  if (place >= changed.size()) return holds();
  changed.erase(place, 1);
  bool read = true;
  try {
    parse_shape(changed);
  } catch (const ParseError&) {
    read = false;
  }
  return holds_if(read == GrammarReader(changed).accepts(),
                  [&] { return changed + " is " + (read ? "read" : "refused"); });
}

/// How many coordinates are tried.
constexpr Int most_coordinates = 300;

Result check_2(const NestedTuple& s, const NestedTuple& d) {
  if (s.is_entry() || d.is_entry()) return unmet();
  std::optional<Layout> l;
  try {
    l = Layout(s, d);
  } catch (const std::invalid_argument&) {
  }
  if (l.has_value() != shah::match(s, d)) return fails("not those of one structure are accepted");
  if (!l) return holds();
  // Every coordinate in turn, the first part fastest, and each part once at the bound.
  Tuple c(s.length(), 0);
  for (Int count = 0; count < most_coordinates; ++count) {
    Int value = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
      value = checked_add(value, checked_multiply(c[i], d.entries()[i]));
    const NestedTuple coordinate(c, s.profile());
    const Outcome<Int> found = algebra::apply(*l, coordinate);
    if (!found || *found != value)
      return fails("L" + to_string(coordinate) + " is not " + std::to_string(value));
    std::size_t i = 0;
    for (; i < c.size() && ++c[i] == s.entries()[i]; ++i) {
      if (algebra::apply(*l, NestedTuple(c, s.profile())))
        return fails("L is defined at " + to_string(NestedTuple(c, s.profile())));
      c[i] = 0;
    }
    if (i == c.size()) break;
  }
  return holds();
}

// 3 to 5

Exact size_of(const Tuple& extents) {
  return oracle::product(oracle::to_exact(extents));
}

/// With closed intervals, as printed: x ↦ ι(x) is a bijection of [0, D] onto [0, D_0] × … × [0,
/// D_{N−1}].
Result check_3(const NestedTuple& s) {
  if (!s.is_flat() || s.length() == 0) return unmet();
  Exact box = 1;
  for (const Int extent : s.entries())
    box *= Exact{extent} + 1;
  const Exact size = size_of(s.entries());
  return holds_if(box == size + 1, "[0, D] and the box differ in their number of elements");
}

/// The coordinate one further: the left counts up, and is reset when it is through, which counts up
/// what is on its right; the last part goes on for ever.
void step(Tuple& coordinate, const Tuple& extents) {
  for (std::size_t i = 0; i < coordinate.size(); ++i) {
    if (++coordinate[i] < extents[i] || i + 1 == coordinate.size()) return;
    coordinate[i] = 0;
  }
}

Result check_3_amended(const NestedTuple& s) {
  const Tuple& extents = s.entries();
  if (extents.empty()) return unmet();
  const Exact size = size_of(extents);
  Tuple counted(extents.size(), 0);
  for (Int x = 0; x < std::min<Exact>(size + 20, 2000); ++x) {
    if (shah::extended_coordinate(extents, x) != counted)
      return fails("the formula at " + std::to_string(x) + " gives not " + text(counted));
    const Outcome<Tuple> found = algebra::colex_inverse(s, x);
    const Outcome<Int> index = algebra::colex(s, counted);
    if (x < size ? !found || *found != counted || !index || *index != x : found || index)
      return fails("at " + std::to_string(x) + " the algebra has another coordinate");
    step(counted, extents);
  }
  return holds();
}

/// A layout, mostly of rank 2.
Domain layouts_of_rank_2() {
  return make_domain(
      "a layout, mostly of rank 2", {Sort::layout}, [](Entropy& entropy, int size) -> Operands {
        if (entropy.chance(15)) return {draw_layout(entropy, size)};
        const std::vector modes{draw_layout(entropy, size / 2), draw_layout(entropy, size / 2)};
        return {Layout::tuple_of(modes)};
      });
}

Result check_4(const Layout& l) {
  const std::vector<Layout> modes = l.modes();
  if (l.is_entry() || modes.size() != 2)
    return holds_if(!algebra::apply(l, NestedTuple::flat({0, 0})), "two coordinates are accepted");
  const Int rows = algebra::size(modes[0]);
  const Int columns = algebra::size(modes[1]);
  if (algebra::apply(l, NestedTuple::flat({rows, 0})) ||
      algebra::apply(l, NestedTuple::flat({0, columns}))) {
    return fails("a coordinate beyond its component is accepted");
  }
  for (Int j = 0; j < std::min<Int>(columns, 20); ++j) {
    for (Int i = 0; i < std::min<Int>(rows, 20); ++i) {
      const Outcome<Int> found = algebra::apply(l, NestedTuple::flat({i, j}));
      const Int value =
          checked_add(shah::extended_value(modes[0], i), shah::extended_value(modes[1], j));
      if (!found || *found != value)
        return fails("it is not the sum of its modes at " + text(Tuple{i, j}));
    }
  }
  return holds();
}

/// A layout of the form ((*,*),(*,*)).
Domain tiled_matrices() {
  return make_domain("a layout of tiles", {Sort::layout}, [](Entropy& entropy, int) -> Operands {
    Tuple shape;
    Tuple stride;
    for (int i = 0; i < 4; ++i) {
      shape.push_back(static_cast<Int>(entropy.between(1, 5)));
      stride.push_back(static_cast<Int>(entropy.between(1, 60)));
    }
    return {Layout(Profile::from_word("((**)(**))"), std::move(shape), std::move(stride))};
  });
}

Result check_5(const Layout& l) {
  if (l.profile().word() != "((**)(**))") return unmet();
  const Int m_i = l.extents()[0];
  const Int n_i = l.extents()[2];
  const Int rows = checked_multiply(m_i, l.extents()[1]);
  const Int columns = checked_multiply(n_i, l.extents()[3]);
  for (Int n = 0; n < std::min<Int>(columns, 30); ++n) {
    for (Int m = 0; m < std::min<Int>(rows, 30); ++m) {
      const NestedTuple in_tile({m % m_i, m / m_i, n % n_i, n / n_i}, l.profile());
      const Result result =
          equation(algebra::apply(l, NestedTuple::flat({m, n})), algebra::apply(l, in_tile));
      if (result.kind != Result::Kind::holds) return result;
    }
  }
  return holds();
}

// 6 and 7

/// A layout with positive strides and brackets of any kind.
Domain positive_nested_layouts() {
  return make_domain(
      "a positive layout", {Sort::layout},
      [draw_flat = positive_layouts(Ones::some).draw](Entropy& entropy, int size) -> Operands {
        const Operands drawn = draw_flat(entropy, size);
        const Layout& flat = layout(drawn, 0);
        Profile profile = draw_profile(entropy, flat.length());
        return {Layout(std::move(profile), flat.extents(), flat.strides())};
      });
}

struct Mode {
  Int extent;
  Int stride;
};

/// What the cases make of (s_0, s_1):(d_0, d_1): one mode for each case that applies.
std::vector<Mode> coalesced_pairs(const Mode& first, const Mode& second) {
  std::vector<Mode> results;
  if (Exact{first.extent} * first.stride == second.stride)
    results.push_back({checked_multiply(first.extent, second.extent), first.stride});
  if (first.extent == 1) results.push_back(second);
  if (second.extent == 1) results.push_back(first);
  return results;
}

/// Every layout that one step makes of L.
std::vector<Layout> steps(const Layout& l) {
  std::vector<Layout> results;
  for (std::size_t i = 0; i + 1 < l.length(); ++i) {
    for (const Mode& mode : coalesced_pairs({l.extents()[i], l.strides()[i]},
                                            {l.extents()[i + 1], l.strides()[i + 1]})) {
      Tuple extents = l.extents();
      Tuple strides = l.strides();
      const auto at = static_cast<std::ptrdiff_t>(i);
      extents.erase(extents.begin() + at);
      strides.erase(strides.begin() + at);
      extents[i] = mode.extent;
      strides[i] = mode.stride;
      results.push_back(Layout::flat(std::move(extents), std::move(strides)));
    }
  }
  return results;
}

/// Every layout in which the steps can end. Throws LimitReached.
std::vector<Layout> ends(const Layout& l) {
  std::vector<Layout> found;
  Exact count = 0;
  // A step takes one mode away.
  for (std::set<std::pair<Tuple, Tuple>> level{{l.extents(), l.strides()}}; !level.empty();) {
    std::set<std::pair<Tuple, Tuple>> next;
    for (const auto& [extents, strides] : level) {
      oracle::charge(++count, limits, "the orders of coalescing");
      const Layout one = Layout::flat(extents, strides);
      const std::vector<Layout> further = steps(one);
      if (further.empty()) found.push_back(one);
      for (const Layout& shorter : further)
        next.emplace(shorter.extents(), shorter.strides());
    }
    level = std::move(next);
  }
  return found;
}

/// Whether both have the same values on [0, end).
bool agree_below(const Layout& a, const Layout& b, Int end) {
  for (Int x = 0; x < end; ++x)
    if (shah::extended_value(a, x) != shah::extended_value(b, x)) return false;
  return true;
}

/// Each case keeps the function: on the domain of L, or on ℕ, where the primer views layouts; there
/// it is compared for some way. `on_naturals` is the literal reading.
Result check_6(const Layout& l, bool on_naturals) {
  const Layout flat = algebra::flatten(l);
  const Int size = algebra::size(flat);
  if (size > static_cast<Int>(limits.points)) throw LimitReached("the size exceeds the limit");
  const Result kept = holds_for_all(steps(flat), [&](const Layout& next) {
    return holds_if(agree_below(flat, next, on_naturals ? size + 20 : size),
                    [&] { return to_string(next) + " has another function"; });
  });
  if (on_naturals) return kept;
  // In whatever order they are taken, the cases end in the coalesced layout, or in one mode of
  // extent 1, of which they make nothing.
  return kept.then([&] {
    const Layout coalesced = algebra::flat_coalesce(l);
    return holds_for_all(ends(flat), [&](const Layout& last) {
      return size == 1 ? holds_if(last.length() == 1 && coalesced.length() == 0,
                                  "a layout of size 1 does not end in one mode")
                       : holds_if_equal(coalesced, last);
    });
  });
}

/// A layout, and the set of the modes to coalesce as the sum of the powers of 2 with their indices.
Domain layout_and_modes() {
  return make_domain(
      "a layout, and a set of its modes", {Sort::layout, Sort::integer},
      [](Entropy& entropy, int size) -> Operands {
        Layout l = draw_layout(entropy, size);
        if (entropy.chance(40)) {
          const std::vector modes{draw_layout(entropy, size / 2), draw_layout(entropy, size / 2)};
          l = Layout::tuple_of(modes);
        }
        const std::size_t rank = std::min<std::size_t>(l.modes().size(), 20);
        const std::size_t sets = std::size_t{1} << rank;
        return {std::move(l),
                static_cast<Int>(entropy.chance(40) ? sets - 1 : entropy.below(sets))};
      });
}

/// Each component that is named against the cases of 6, taken until none applies, and each other
/// against itself. Where the cases leave one mode of extent 1 its function alone is compared; so it
/// is with the strides of extents 1 in components that are not named.
Result check_7(const Layout& l, Int set) {
  const std::vector<Layout> components = l.modes();
  if (l.is_entry() || components.size() > 20 || (set >> components.size()) != 0) return unmet();
  const auto is_named = [&](std::size_t i) { return (set >> i & 1) != 0; };
  std::vector<NestedTuple> over;
  for (std::size_t i = 0; i < components.size(); ++i)
    over.push_back(is_named(i) ? NestedTuple(algebra::size(components[i])) : components[i].shape());
  const Outcome<Layout> found = algebra::coalesce(l, NestedTuple::tuple_of(over));
  if (!found || found->is_entry() || found->modes().size() != components.size())
    return fails("by mode it is " + text(found));
  for (std::size_t i = 0; i < components.size(); ++i) {
    const Layout mode = found->modes()[i];
    if (!as_printed::same_function(mode, components[i]))
      return fails("component " + std::to_string(i) + " gets another function");
    if (is_named(i)) {
      Layout last = algebra::flatten(components[i]);
      for (std::vector<Layout> next = steps(last); !next.empty(); next = steps(last))
        last = next.front();
      if (oracle::size(last) > 1 && algebra::flatten(mode) != last)
        return fails("component " + std::to_string(i) + " does not become " + to_string(last));
      continue;
    }
    bool same = mode.shape() == components[i].shape();
    for (std::size_t j = 0; same && j < mode.length(); ++j)
      same = mode.extents()[j] == 1 || mode.strides()[j] == components[i].strides()[j];
    if (!same) return fails("component " + std::to_string(i) + " becomes " + to_string(mode));
  }
  return holds_if(as_printed::same_function(*found, l),
                  [&] { return to_string(*found) + " is another function"; });
}

// 8 to 11

Result check_10(const Layout& a, Int m) {
  const Outcome<Layout> complement = formulas::complement_formula(a, m);
  if (!complement) return fails("(L, M)* is " + text(complement));
  return all_hold({holds_if_equal(oracle::size(*complement) * oracle::size(a), Exact{m}),
                   shah::increases(*complement)});
}

}  // namespace

std::vector<Binding> primer() {
  const std::vector<Binding> of_shah = shah_2();
  const auto check_of = [&](std::string_view id) {
    return std::ranges::find(of_shah, id, &Binding::id)->check;
  };
  // The definitions are the same word by word, and so are the checks.
  const auto admissible = [pair = check_of("shah.2.5"),
                           complement = check_of("shah.2.6")](const Operands& operands) {
    return pair(operands).then([&] { return complement(operands); });
  };
  const Domain with_number = complementable_with_number(Nesting::flat);
  const Domain shaped = shapes();
  const Domain positive = positive_nested_layouts();
  return {
      {"primer.1", shape_and_place(), check_1},
      {"primer.2", matching_shapes(), check_2},
      {"primer.3", shaped, check_3},
      {"primer.3.amended", check_3_amended},
      {"primer.4", layouts_of_rank_2(), check_4},
      {"primer.5", tiled_matrices(), check_5},
      {"primer.6", positive, given(shah::is_positive, with(check_6, true))},
      {"primer.6.amended", given(shah::is_positive, with(check_6, false))},
      {"primer.7", layout_and_modes(), check_7},
      {"primer.8", often_sorted_layouts(), check_of("shah.2.4")},
      {"primer.9", with_number, admissible},
      {"primer.10", with_number, given(shah::admits_complement, check_10)},
      {"primer.11", with_number, check_of("shah.2.7")},
  };
}

}  // namespace layoutcheck::properties
