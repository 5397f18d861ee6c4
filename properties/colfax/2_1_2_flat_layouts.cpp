// The statements on flat layouts, their attributes and functions (colfax 2.1.2).
#include "as_printed/flat.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

#include <ranges>

namespace layoutcheck::properties {

namespace {

using as_printed::dot;
using as_printed::for_all_coordinates;
using as_printed::layout;
using as_printed::shape;
using as_printed::unless_refused;

/// Φ_L(x), as the algebra has it.
Outcome<Int> value_at(const Layout& layout, Int x) {
  return algebra::apply(layout, NestedTuple(x));
}

/// φ_L(x), as the algebra has it.
Outcome<Int> value_at(const Layout& layout, const Tuple& x) {
  return algebra::apply(layout, NestedTuple::flat(x));
}

/// The i-th part of colex⁻¹(x), word by word from colfax 2.1.2.18. Pre: size(S) fits.
Tuple coordinate_of(const Tuple& shape, Int x) {
  Int before = 1;
  return as_printed::tuple_of(shape.size(), [&](std::size_t i) {
    const Int part = (x / before) % shape[i];
    before *= shape[i];
    return part;
  });
}

std::string at(const Tuple& x) {
  return to_string(NestedTuple::flat(x));
}

// ---- Domains

/// S, D: mostly flat, of equal length, with S positive.
Domain shape_stride_pairs() {
  return make_domain(
      "a tuple for a shape and one for a stride", {Sort::tuple, Sort::tuple},
      [](Entropy& entropy, int size) -> Operands {
        const Layout layout = draw_layout(entropy, size, entropy.chance(80));
        Tuple s = layout.extents();
        Tuple d = layout.strides();
        Profile p = layout.profile();
        Profile q = p;
        if (!s.empty() && entropy.chance(12)) s[entropy.below(s.size())] = 0;
        if (entropy.chance(12)) {
          d.push_back(static_cast<Int>(entropy.below(4)));
          q = Profile::flat(d.size());
        }
        if (entropy.chance(8)) q = draw_profile(entropy, d.size());
        return {NestedTuple(std::move(s), std::move(p)), NestedTuple(std::move(d), std::move(q))};
      });
}

/// L, L' with equal shapes; the strides mostly differ at most where the extent is 1.
Domain layouts_that_differ_at_ones() {
  return make_domain("two flat layouts that mostly differ at extents 1 only",
                     {Sort::flat_layout, Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout layout = draw_layout(entropy, size, true);
                       Tuple s = layout.extents();
                       Tuple d = layout.strides();
                       for (std::size_t ones = entropy.below(3); ones > 0; --ones) {
                         const auto i = static_cast<std::ptrdiff_t>(entropy.below(s.size() + 1));
                         s.insert(s.begin() + i, 1);
                         d.insert(d.begin() + i, static_cast<Int>(entropy.below(9)));
                       }
                       Tuple e = d;
                       for (std::size_t i = 0; i < s.size(); ++i)
                         if (s[i] == 1 || entropy.chance(3))
                           e[i] = entropy.chance(50) ? 0 : static_cast<Int>(entropy.below(20));
                       return {Layout::flat(s, std::move(d)), Layout::flat(s, std::move(e))};
                     });
}

Domain flat_shapes() {
  return make_domain(
      "a flat shape", {Sort::flat_shape},
      [](Entropy& entropy, int size) -> Operands { return {draw_shape(entropy, size, true)}; });
}

// ---- Checks

/// What the check finds of the first x in [0, S) of which it does not hold, or holds().
template <class F>
Result holds_at_all(const Tuple& shape, F&& check) {
  Result result;
  for_all_coordinates(shape, [&](const Tuple& x) {
    result = check(x);
    return result.kind == Result::Kind::holds;
  });
  return result;
}

/// The flat layout with this text, if there is one.
Outcome<Layout> read_as_flat(const std::string& text) {
  return unless_refused([&] { return std::get<Layout>(parse_value(text, Sort::flat_layout)); });
}

/// The text S:D must be read as a flat layout, and the constructor take it, exactly if S and D are
/// what the definition admits.
Result check_2_1_2_1(const NestedTuple& s, const NestedTuple& d) {
  const bool flat = s.is_flat() && d.is_flat();
  const bool admitted = flat && s.length() == d.length() && s.is_positive();
  const std::string text = to_string(s) + ":" + to_string(d);
  const Outcome<Layout> found = read_as_flat(text);
  const Outcome<Layout> made = unless_refused([&] { return Layout(s, d); });
  const Outcome<Layout> of_entries =
      unless_refused([&] { return Layout::flat(s.entries(), d.entries()); });
  return agree<bool>({{"admitted", admitted},
                      {"S:D is read as a flat layout", found.has_value()},
                      {"it is constructed as one", made && made->is_flat()},
                      {"it is made of its entries", flat && of_entries}})
      .then([&] {
        if (!admitted) return holds();
        return all_hold({{*found == *made && *of_entries == *made, "all make the same"},
                         {found->shape() == s && found->stride() == d, "S and D are its parts"},
                         {to_string(*found) == text, "its text is S:D"}});
      });
}

Result check_2_1_2_2(const Layout& l) {
  const std::string text = to_string(l);
  const std::size_t colon = text.find(':');
  const std::string s = text.substr(0, colon);
  const std::string d = text.substr(colon + 1);
  return holds_if(std::ranges::count(s, ',') == std::ranges::count(d, ',') &&
                      (s == "()") == (d == "()") &&
                      algebra::length(l.shape()) == algebra::length(l.stride()),
                  [&] { return s + " and " + d + " differ in length"; });
}

/// Of the layouts of 2.3.1.1, those with one pair of brackets are the flat ones (2.3.1.12), and
/// they are the same whether they are read as flat layouts or as layouts.
Result check_2_1_2_3(const Layout& l) {
  const std::string text = to_string(l);
  const bool flat = std::ranges::count(text, '(') == 2 && text.front() == '(';
  const Outcome<Layout> as_flat = read_as_flat(text);
  return all_hold({holds_if_equal(std::get<Layout>(parse_value(text, Sort::layout)), l),
                   agree<bool>({{"one pair of brackets", flat},
                                {"it is read as flat", as_flat.has_value()},
                                {"it is flat", l.is_flat()},
                                {"L♭ = L", algebra::flatten(l) == l},
                                {"depth(L) = 1", algebra::depth(l) == 1}}),
                   holds_if(!as_flat || *as_flat == l, "as flat it is another layout")});
}

Result check_2_1_2_6(const Layout& l) {
  // The layout of its shape that is column-major is L itself, or L is not.
  return all_hold(
      {agree<bool>({{"column-major", as_printed::is_column_major(l)},
                    {"the algebra", algebra::is_column_major(l)},
                    {"the oracle makes L of its shape", oracle::column_major(l.shape()) == l},
                    {"the algebra makes L of its shape", algebra::column_major(l.shape()) == l}}),
       agree<bool>({{"row-major", as_printed::is_row_major(l)},
                    {"the algebra", algebra::is_row_major(l)},
                    {"the oracle makes L of its shape", oracle::row_major(l.shape()) == l},
                    {"the algebra makes L of its shape", algebra::row_major(l.shape()) == l}})});
}

/// Neighbours in a column, or in a row, have neighbouring values.
Result check_2_1_2_7(const Layout& l) {
  const bool column = as_printed::is_column_major(l);
  const bool row = as_printed::is_row_major(l);
  if (l.length() != 2 || (!column && !row)) return unmet();
  const auto contiguous = [&](std::size_t along) {
    return for_all_coordinates(l.extents(), [&](const Tuple& x) {
      if (x[along] == 0) return true;
      Tuple before = x;
      --before[along];
      return *value_at(l, x) == *value_at(l, before) + 1;
    });
  };
  return all_hold({{!column || contiguous(0), "columns are contiguous"},
                   {!row || contiguous(1), "rows are contiguous"}});
}

/// The attributes by their formulas, and by what they count: size(L) values, of which the largest
/// is cosize(L) − 1.
Result check_2_1_2_9(const Layout& l) {
  const std::size_t m = l.length();
  Exact size = 1;
  Exact cosize = 1;
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < m; ++i) {
    const Int s = l.extents()[i];
    const Int d = l.strides()[i];
    size *= s;
    cosize += (Exact{s} - 1) * d;
    const Outcome<Layout> mode = algebra::mode(l, i);
    if (!mode || *mode != Layout::entry(s, d))
      return fails("mode " + std::to_string(i + 1) + " is " + text(mode));
    modes.push_back(*mode);
  }
  return all_hold({{algebra::rank(l) == m && !algebra::mode(l, m), "rank(L) = m"},
                   {algebra::flat_concatenate(modes) == l, "its modes make it up"},
                   {size == algebra::size(l), "size(L) = ∏ s_i"},
                   {cosize == algebra::cosize(l), "cosize(L) = 1 + Σ (s_i − 1) d_i"}})
      .then([&] {
        const Tuple values = as_printed::table(l);
        return all_hold(
            {{size == values.size(), "Φ_L has size(L) values"},
             {cosize == 1 + Exact{std::ranges::max(values)}, "the largest is cosize(L) − 1"}});
      });
}

/// φ_L is the dot product, and factors through [0, N) for each N from cosize(L) on. A tuple
/// outside of [0, shape(L)) has no value.
Result check_2_1_2_13(const Layout& l) {
  const Int cosize = algebra::cosize(l);
  return holds_at_all(l.extents(),
                      [&](const Tuple& x) {
                        const Outcome<Int> value = value_at(l, x);
                        return holds_if(value && *value == dot(x, l.strides()) && *value >= 0 &&
                                            *value < cosize,
                                        [&] { return "φ_L" + at(x) + " is " + text(value); });
                      })
      .then([&] {
        return holds_for_all(std::views::iota(std::size_t{0}, l.length()), [&](std::size_t i) {
          Tuple x(l.length(), 0);
          x[i] = l.extents()[i];
          return holds_if(!value_at(l, x), [&] { return "φ_L" + at(x) + " is defined"; });
        });
      });
}

Result check_2_1_2_18(const NestedTuple& s) {
  std::vector<bool> hit;
  Int count = 0;
  const Result inverse = holds_at_all(s.entries(), [&](const Tuple& x) {
    Exact sum = 0;
    Exact before = 1;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += before * x[i];
      before *= s.entries()[i];
    }
    const Outcome<Int> index = algebra::colex(s, x);
    ++count;
    if (!index || sum != *index) return fails("colex" + at(x) + " is not " + digits(sum));
    hit.resize(std::max(hit.size(), static_cast<std::size_t>(*index) + 1));
    hit[static_cast<std::size_t>(*index)] = true;
    return agree<Tuple>({{"x", x},
                         {"colex⁻¹(colex(x))", algebra::colex_inverse(s, *index)},
                         {"by the formula", coordinate_of(s.entries(), *index)}});
  });
  return inverse.then([&] {
    return holds_if(std::cmp_equal(hit.size(), count) && std::ranges::count(hit, false) == 0 &&
                        as_printed::product(s.entries()) == count &&
                        !algebra::colex_inverse(s, count),
                    "colex is not a bijection onto [0, size(S))");
  });
}

Result check_2_1_2_19(const Layout& l) {
  oracle::charge(as_printed::product(l.extents()), as_printed::limits, "the values");
  const Int size = algebra::size(l);
  const Int cosize = algebra::cosize(l);
  const Tuple values = algebra::table(l);
  if (values.size() != static_cast<std::size_t>(size)) return fails("the table has another size");
  return holds_for_all(std::views::iota(Int{0}, size),
                       [&](Int x) {
                         const Int claimed = dot(coordinate_of(l.extents(), x), l.strides());
                         return agree<Int>({{"Σ x_i d_i", claimed},
                                            {"Φ_L(x)", value_at(l, x)},
                                            {"the table", values[static_cast<std::size_t>(x)]},
                                            {"φ_L(colex⁻¹(x))",
                                             value_at(l, *algebra::colex_inverse(l.shape(), x))}})
                             .then([&] {
                               return holds_if(claimed >= 0 && claimed < cosize,
                                               "a value is not below cosize(L)");
                             });
                       })
      .then([&] { return holds_if(!value_at(l, size), "Φ_L(size(L)) is defined"); });
}

Result check_2_1_2_25(const NestedTuple& s) {
  oracle::charge(as_printed::product(s.entries()), as_printed::limits, "the coordinates");
  const Layout l = algebra::column_major(s);
  return all_hold({{as_printed::is_column_major(l) && l.shape() == s, "L is column-major"},
                   {algebra::cosize(l) == algebra::size(s), "cosize(L) = size(S)"}})
      .then([&] {
        const auto is_colex_at = [&](const Tuple& x) {
          return *value_at(l, x) == *algebra::colex(s, x);
        };
        const Tuple values = as_printed::table(l);
        return all_hold({{for_all_coordinates(s.entries(), is_colex_at), "φ_L = colex"},
                         {values == as_printed::identity_order(values.size()), "Φ_L(x) = x"}});
      });
}

Result check_2_1_2_27(const Layout& l) {
  return agree<bool>({{"non-degenerate", as_printed::is_nondegenerate(l)},
                      {"the algebra", algebra::is_nondegenerate(l)},
                      {"the oracle", oracle::is_nondegenerate(l)}});
}

/// Equal functions, and the special case: with stride 0 wherever the extent is 1 the layout is
/// non-degenerate.
Result check_2_1_2_29(const Layout& l, const Layout& other) {
  if (l.extents() != other.extents()) return unmet();
  Tuple zeros = l.strides();
  for (std::size_t i = 0; i < l.length(); ++i) {
    if (l.extents()[i] == 1) zeros[i] = 0;
    if (l.extents()[i] > 1 && l.strides()[i] != other.strides()[i]) return unmet();
  }
  const Layout nondegenerate = Layout::flat(l.extents(), std::move(zeros));
  if (!algebra::is_nondegenerate(nondegenerate)) return fails("it stays degenerate");
  return holds_for_all(std::vector{other, nondegenerate}, [&](const Layout& second) {
    const auto agree_at = [&](const Tuple& x) { return *value_at(l, x) == *value_at(second, x); };
    return all_hold({{for_all_coordinates(l.extents(), agree_at), "φ_L = φ_L'"},
                     {as_printed::table(l) == as_printed::table(second), "Φ_L = Φ_L'"},
                     {algebra::same_function(l, second), "so in the algebra"}});
  });
}

}  // namespace

std::vector<Binding> colfax_2_1_2() {
  const Domain flat = layouts(Nesting::flat);

  return {
      {"colfax.2.1.2.1", shape_stride_pairs(), check_2_1_2_1},
      {"colfax.2.1.2.2", flat, check_2_1_2_2},
      {"colfax.2.1.2.3", layouts(Nesting::nested), check_2_1_2_3},
      {"colfax.2.1.2.6", as_printed::major_layouts(), check_2_1_2_6},
      {"colfax.2.1.2.7", as_printed::major_layouts(2), check_2_1_2_7},
      {"colfax.2.1.2.9", flat, check_2_1_2_9},
      {"colfax.2.1.2.13", flat, check_2_1_2_13},
      {"colfax.2.1.2.18", flat_shapes(), check_2_1_2_18},
      {"colfax.2.1.2.19", flat, check_2_1_2_19},
      {"colfax.2.1.2.24", flat,
       [](const Layout& l) { return holds_if_equal(value_at(l, 0), Int{0}); }},
      {"colfax.2.1.2.25", flat_shapes(), check_2_1_2_25},
      {"colfax.2.1.2.27", as_printed::layouts_with_ones_and_zeros(), check_2_1_2_27},
      {"colfax.2.1.2.29", layouts_that_differ_at_ones(), check_2_1_2_29},
  };
}

}  // namespace layoutcheck::properties
