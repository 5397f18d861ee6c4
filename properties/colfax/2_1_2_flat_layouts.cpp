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

std::vector<Statement> colfax_2_1_2() {
  const Domain flat = layouts(Nesting::flat);

  return {
      statement("colfax.2.1.2.1", "Definition",
                "A flat layout is a pair S:D of tuples of equal length, the shape S of positive "
                "and the stride D of non-negative integers.",
                shape_stride_pairs(), check_2_1_2_1),
      statement("colfax.2.1.2.2", "Remark",
                "shape(L) and stride(L) of a flat layout have equal length.", flat, check_2_1_2_2),
      {.id = "colfax.2.1.2.3",
       .kind = "Remark",
       .says = "A flat layout is a layout in the sense of 2.3.1.1.",
       .domain = layouts(Nesting::nested),
       .check = check_2_1_2_3,
       .remark = "Checked both ways: the flat layouts are the layouts of depth 1 (2.3.1.12)."},
      example("colfax.2.1.2.4",
              "Flat layouts, each with its shape and stride: (2,2,2):(1,2,4), (128):(5), "
              "(16,12,512,512):(0,0,1,512), (6,1,12,2,2):(2,0,12,144,1), ():()."),
      example("colfax.2.1.2.5",
              "(8):(5) has the offsets 0, 5, …, 35; (3,5):(2,10) has 0, 2, 4 in its first column, "
              "and 10 more in each further one."),
      statement("colfax.2.1.2.6", "Definition",
                "L is column-major if d_i = s_1 ⋯ s_{i−1} for all i, and row-major if d_i = "
                "s_{i+1} ⋯ s_m for all i.",
                as_printed::major_layouts(), check_2_1_2_6),
      statement("colfax.2.1.2.7", "Example",
                "(3,4):(1,3) is column-major and (3,4):(4,1) row-major; in rank 2 the columns, or "
                "the rows, are contiguous.",
                as_printed::major_layouts(2), check_2_1_2_7),
      example("colfax.2.1.2.8",
              "(2,2,2,2,2):(1,2,4,8,16), (3,128,128):(1,3,384) and (64):(1) are column-major; "
              "(2,2,2,2,2):(16,8,4,2,1), (3,128,128):(16384,128,1) and (64):(1) are row-major."),
      statement(
          "colfax.2.1.2.9", "Definition",
          "rank(L) = m, size(L) = ∏ s_i, cosize(L) = 1 + Σ (s_i − 1) d_i, mode_i(L) = s_i:d_i.",
          flat, check_2_1_2_9),
      example("colfax.2.1.2.10",
              "(64,32):(1,128) has rank 2, size 2048, cosize 4032 and the modes 64:1 and 32:128."),
      example("colfax.2.1.2.11",
              "(3,8,8,8):(1,3,24,192) has rank 4, size 1536, cosize 1536 and the third mode 8:24."),
      example(
          "colfax.2.1.2.12",
          "(2,2,2,2,2):(160,80,40,20,10) has rank 5, size 32, cosize 311 and the fifth mode 2:10."),
      statement("colfax.2.1.2.13", "Construction",
                "φ_L(x_1, …, x_m) = Σ x_i d_i on [0, shape(L)), with values in [0, cosize(L)), and "
                "so in [0, N) for each N ≥ cosize(L).",
                flat, check_2_1_2_13),
      example("colfax.2.1.2.14",
              "φ_L of L = (2,3):(1,5) takes (0,0), (1,0), (0,1), (1,1), (0,2), (1,2) to 0, 1, 5, "
              "6, 10, 11."),
      example("colfax.2.1.2.15",
              "φ_L of L = (2,2):(64,2) takes (0,0), (1,0), (0,1), (1,1) to 0, 64, 2, 66."),
      example("colfax.2.1.2.16", "φ_E() = 0 for the empty layout E."),
      checked_by_lines("colfax.2.1.2.17", "Remark",
                       "Cell (i, j) of the picture of (3,5):(2,10) shows φ_L(i, j) = 2i + 10j."),
      statement("colfax.2.1.2.18", "Definition",
                "colex_S(x) = Σ s_1 ⋯ s_{i−1} x_i is a bijection [0, S) → [0, size(S)); its "
                "inverse has x_i = ⌊x / (s_1 ⋯ s_{i−1})⌋ mod s_i.",
                flat_shapes(), check_2_1_2_18),
      {.id = "colfax.2.1.2.19",
       .kind = "Construction",
       .says = "Φ_L = φ_L ∘ colex⁻¹ on [0, size(L)), that is, Φ_L(x) = Σ x_i d_i with the parts "
               "x_i of colex⁻¹(x); its values are in [0, cosize(L)).",
       .domain = flat,
       .check = check_2_1_2_19,
       .slips = {"At the end φ_L^N is called the layout function; Φ_L^N is meant."}},
      example("colfax.2.1.2.20", "Φ_L of L = (2,3):(1,5) has the values 0, 1, 5, 6, 10, 11."),
      example("colfax.2.1.2.21", "Φ_L of L = (2,2):(64,2) has the values 0, 64, 2, 66."),
      example("colfax.2.1.2.22", "Φ_L(7) = 12 and Φ_L(9) = 103 for L = (4,2,2):(3,3,100)."),
      example("colfax.2.1.2.23", "Φ_E(0) = 0 for the empty layout E."),
      statement("colfax.2.1.2.24", "Example", "Φ_L(0) = 0 for every flat layout L.", flat,
                [](const Layout& l) { return holds_if_equal(value_at(l, 0), Int{0}); }),
      statement("colfax.2.1.2.25", "Remark",
                "colex_S is the coordinate function of the column-major layout L of shape S, onto "
                "[0, cosize(L)); so Φ_L is the identity of [0, size(L)).",
                flat_shapes(), check_2_1_2_25),
      checked_by_lines("colfax.2.1.2.26", "Remark",
                       "Different layouts can have the same function, as (7,7):(1,7) and "
                       "(49):(1) have."),
      statement("colfax.2.1.2.27", "Definition",
                "L is non-degenerate if s_i = 1 implies d_i = 0, for all i.",
                as_printed::layouts_with_ones_and_zeros(), check_2_1_2_27),
      example("colfax.2.1.2.28",
              "(4,1):(1,0) and (8,1,8,1):(2,0,16,0) are non-degenerate, (4,1):(1,4) and "
              "(8,1,8,1):(2,16,16,256) are degenerate."),
      statement("colfax.2.1.2.29", "Observation",
                "If L and L' have the same shape, and the same strides where s_i > 1, then φ_L = "
                "φ_L' and Φ_L = Φ_L'; so a stride where s_i = 1 may be set to 0.",
                layouts_that_differ_at_ones(), check_2_1_2_29),
  };
}

}  // namespace layoutcheck::properties
