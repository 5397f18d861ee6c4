// The statements on flat layouts, their attributes and functions (colfax 2.1.2).
#include "as_printed/flat.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

namespace layoutcheck::properties {

namespace {

using as_printed::dot;
using as_printed::for_all_coordinates;
using as_printed::layout;
using as_printed::shape;

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

/// The layout, unless it is refused.
template <class Make>
Outcome<Layout> constructed(Make&& make) {
  try {
    return make();
  } catch (const std::invalid_argument& refusal) {
    return Undefined{refusal.what()};
  }
}

/// The text S:D must be read as a flat layout, and the constructor take it, exactly if S and D are
/// what the definition admits.
Result check_2_1_2_1(const NestedTuple& s, const NestedTuple& d) {
  const bool admitted = s.is_flat() && d.is_flat() && s.length() == d.length() &&
                        std::ranges::none_of(s.entries(), [](Int extent) { return extent < 1; });
  const std::string text = to_string(s) + ":" + to_string(d);
  std::optional<Layout> found;
  try {
    found = std::get<Layout>(parse_value(text, Sort::flat_layout));
  } catch (const ParseError&) {
  }
  if (found.has_value() != admitted)
    return fails(text + (admitted ? " is not read as a flat layout" : " is read as one"));
  const Outcome<Layout> made = constructed([&] { return Layout(s, d); });
  if ((made && made->is_flat()) != admitted)
    return fails(text + (admitted ? " cannot be constructed" : " can be constructed"));
  const Outcome<Layout> of_entries =
      constructed([&] { return Layout::flat(s.entries(), d.entries()); });
  if (s.is_flat() && d.is_flat() && of_entries.has_value() != admitted)
    return fails(text + (admitted ? " cannot be made of its entries" : " can be made of entries"));
  if (!admitted) return holds();
  return holds_if(*found == *made && *of_entries == *made && found->shape() == s &&
                      found->stride() == d && to_string(*found) == text,
                  [&] { return "shape:stride is " + to_string(*found); });
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
  if (std::get<Layout>(parse_value(text, Sort::layout)) != l)
    return fails("it is not the layout that its text shows");
  std::optional<Layout> as_flat;
  try {
    as_flat = std::get<Layout>(parse_value(text, Sort::flat_layout));
  } catch (const ParseError&) {
  }
  if (as_flat.has_value() != flat || l.is_flat() != flat)
    return fails(flat ? "it is flat, but not read as such" : "it is nested, but read as flat");
  if ((algebra::flatten(l) == l) != flat || (algebra::depth(l) == 1) != flat)
    return fails("its flattening is " + to_string(algebra::flatten(l)));
  return holds_if(!flat || *as_flat == l, [&] { return "as flat it is " + to_string(*as_flat); });
}

Result check_2_1_2_6(const Layout& l) {
  const bool column = as_printed::is_column_major(l);
  const bool row = as_printed::is_row_major(l);
  if (algebra::is_column_major(l) != column || algebra::is_row_major(l) != row)
    return fails("the predicates differ from the definition");
  // The layout of its shape that is column-major is L itself, or L is not.
  if ((oracle::column_major(l.shape()) == oracle::ExactLayout(l)) != column ||
      (oracle::row_major(l.shape()) == oracle::ExactLayout(l)) != row) {
    return fails("the layouts that the oracle makes of the shape differ from the definition");
  }
  return holds_if((!column || algebra::column_major(l.shape()) == l) &&
                      (!row || algebra::row_major(l.shape()) == l) &&
                      (column || algebra::column_major(l.shape()) != l) &&
                      (row || algebra::row_major(l.shape()) != l),
                  "the layouts made of its shape differ from the definition");
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
  if (column && !contiguous(0)) return fails("a column is not contiguous");
  return holds_if(!row || contiguous(1), "a row is not contiguous");
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
  if (algebra::rank(l) != m || algebra::mode(l, m)) return fails("its rank is not its length");
  if (algebra::flat_concatenate(modes) != l) return fails("its modes make another layout");
  if (size != algebra::size(l)) return fails("its size is " + size.str());
  if (cosize != algebra::cosize(l)) return fails("its cosize is " + cosize.str());
  const Tuple values = as_printed::table(l);
  return holds_if(size == values.size() && cosize == 1 + Exact{*std::ranges::max_element(values)},
                  "the attributes are not those of its function");
}

/// φ_L is the dot product, and factors through [0, N) for each N from cosize(L) on. A tuple
/// outside of [0, shape(L)) has no value.
Result check_2_1_2_13(const Layout& l) {
  const Int cosize = algebra::cosize(l);
  std::string why;
  if (!for_all_coordinates(l.extents(), [&](const Tuple& x) {
        const Outcome<Int> value = value_at(l, x);
        if (value && *value == dot(x, l.strides()) && *value >= 0 && *value < cosize) return true;
        why = "φ_L" + at(x) + " is " + (value ? std::to_string(*value) : value.reason());
        return false;
      })) {
    return fails(why);
  }
  for (std::size_t i = 0; i < l.length(); ++i) {
    Tuple x(l.length(), 0);
    x[i] = l.extents()[i];
    if (value_at(l, x)) return fails("φ_L" + at(x) + " is defined");
  }
  return holds();
}

Result check_2_1_2_18(const NestedTuple& s) {
  std::vector<bool> hit;
  Int count = 0;
  std::string why;
  const bool inverse = for_all_coordinates(s.entries(), [&](const Tuple& x) {
    Exact sum = 0;
    Exact before = 1;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += before * x[i];
      before *= s.entries()[i];
    }
    const Outcome<Int> index = algebra::colex(s, x);
    ++count;
    if (!index || sum != *index) {
      why = "colex" + at(x) + " is not " + sum.str();
      return false;
    }
    hit.resize(std::max(hit.size(), static_cast<std::size_t>(*index) + 1));
    hit[static_cast<std::size_t>(*index)] = true;
    const Outcome<Tuple> back = algebra::colex_inverse(s, *index);
    if (back && *back == x && coordinate_of(s.entries(), *index) == x) return true;
    why = "colex⁻¹(" + sum.str() + ") is not " + at(x);
    return false;
  });
  if (!inverse) return fails(why);
  const auto size = static_cast<std::size_t>(count);
  return holds_if(hit.size() == size && std::ranges::count(hit, false) == 0 &&
                      as_printed::product(s.entries()) == count &&
                      !algebra::colex_inverse(s, count),
                  "colex is not a bijection onto [0, size(S))");
}

Result check_2_1_2_19(const Layout& l) {
  oracle::charge(as_printed::product(l.extents()), as_printed::limits, "the values");
  const Int size = algebra::size(l);
  const Int cosize = algebra::cosize(l);
  const Tuple values = algebra::table(l);
  if (values.size() != static_cast<std::size_t>(size)) return fails("the table has another size");
  for (Int x = 0; x < size; ++x) {
    const Tuple parts = coordinate_of(l.extents(), x);
    const Outcome<Int> value = value_at(l, x);
    const Int claimed = dot(parts, l.strides());
    if (!value || *value != claimed || values[static_cast<std::size_t>(x)] != claimed)
      return fails("Φ_L(" + std::to_string(x) + ") is not " + std::to_string(claimed));
    if (*value_at(l, *algebra::colex_inverse(l.shape(), x)) != claimed) {
      return fails("φ_L after colex⁻¹ is not " + std::to_string(claimed) + " at " +
                   std::to_string(x));
    }
    if (claimed < 0 || claimed >= cosize) return fails("a value is not below cosize(L)");
  }
  return holds_if(!value_at(l, size), "Φ_L(size(L)) is defined");
}

Result check_2_1_2_24(const Layout& l) {
  return holds_if_equal(value_at(l, 0), Int{0});
}

Result check_2_1_2_25(const NestedTuple& s) {
  oracle::charge(as_printed::product(s.entries()), as_printed::limits, "the coordinates");
  const Layout l = algebra::column_major(s);
  if (!as_printed::is_column_major(l) || l.shape() != s)
    return fails("the column-major layout is not " + to_string(l));
  if (algebra::cosize(l) != algebra::size(s))
    return fails("the codomain of the coordinate function is not [0, size(S))");
  if (!for_all_coordinates(
          s.entries(), [&](const Tuple& x) { return *value_at(l, x) == *algebra::colex(s, x); })) {
    return fails("its coordinate function is not colex");
  }
  Int x = 0;
  const Tuple values = as_printed::table(l);
  return holds_if(std::ranges::all_of(values, [&](Int value) { return value == x++; }),
                  "its layout function is not the identity");
}

Result check_2_1_2_27(const Layout& l) {
  bool nondegenerate = true;
  for (std::size_t i = 0; i < l.length(); ++i)
    if (l.extents()[i] == 1 && l.strides()[i] != 0) nondegenerate = false;
  return agree<bool>({{"non-degenerate", nondegenerate},
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
  for (const Layout& second : {other, nondegenerate}) {
    const bool same = for_all_coordinates(
        l.extents(), [&](const Tuple& x) { return *value_at(l, x) == *value_at(second, x); });
    if (!same) return fails("the coordinate functions differ");
    if (as_printed::table(l) != as_printed::table(second) || !algebra::same_function(l, second))
      return fails("the layout functions differ");
  }
  return holds();
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
      example("colfax.2.1.2.4", "Five flat layouts with their shapes and strides."),
      example("colfax.2.1.2.5", "The tables of (8):(5) and (3,5):(2,10)."),
      statement("colfax.2.1.2.6", "Definition",
                "L is column-major if d_i = s_1 ⋯ s_{i−1} for all i, and row-major if d_i = "
                "s_{i+1} ⋯ s_m for all i.",
                as_printed::major_layouts(), check_2_1_2_6),
      statement("colfax.2.1.2.7", "Example",
                "(3,4):(1,3) is column-major and (3,4):(4,1) row-major; in rank 2 the columns, or "
                "the rows, are contiguous.",
                as_printed::major_layouts(2), check_2_1_2_7),
      example("colfax.2.1.2.8", "Three layouts that are column-major, and three row-major."),
      statement(
          "colfax.2.1.2.9", "Definition",
          "rank(L) = m, size(L) = ∏ s_i, cosize(L) = 1 + Σ (s_i − 1) d_i, mode_i(L) = s_i:d_i.",
          flat, check_2_1_2_9),
      example("colfax.2.1.2.10", "The attributes of (64,32):(1,128)."),
      example("colfax.2.1.2.11", "The attributes of (3,8,8,8):(1,3,24,192)."),
      example("colfax.2.1.2.12", "The attributes of (2,2,2,2,2):(160,80,40,20,10)."),
      statement("colfax.2.1.2.13", "Construction",
                "φ_L(x_1, …, x_m) = Σ x_i d_i on [0, shape(L)), with values in [0, cosize(L)), and "
                "so in [0, N) for each N ≥ cosize(L).",
                flat, check_2_1_2_13),
      example("colfax.2.1.2.14", "The six values of φ_L for L = (2,3):(1,5)."),
      example("colfax.2.1.2.15", "The four values of φ_L for L = (2,2):(64,2)."),
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
      example("colfax.2.1.2.20", "The six values of Φ_L for L = (2,3):(1,5)."),
      example("colfax.2.1.2.21", "The four values of Φ_L for L = (2,2):(64,2)."),
      example("colfax.2.1.2.22", "Φ_L(7) = 12 and Φ_L(9) = 103 for L = (4,2,2):(3,3,100)."),
      example("colfax.2.1.2.23", "Φ_E(0) = 0 for the empty layout E."),
      statement("colfax.2.1.2.24", "Example", "Φ_L(0) = 0 for every flat layout L.", flat,
                check_2_1_2_24),
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
      example("colfax.2.1.2.28", "Two non-degenerate layouts and two degenerate ones."),
      statement("colfax.2.1.2.29", "Observation",
                "If L and L' have the same shape, and the same strides where s_i > 1, then φ_L = "
                "φ_L' and Φ_L = Φ_L'; so a stride where s_i = 1 may be set to 0.",
                layouts_that_differ_at_ones(), check_2_1_2_29),
  };
}

}  // namespace layoutcheck::properties
