// The statements on logical division and logical products (colfax 2.3.8, 2.3.9).
#include "as_printed/flat.hpp"
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/product.hpp>

#include <set>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

Int size_of(const Layout& layout) {
  return oracle::to_int(oracle::size(layout));
}

// ---- 2.3.8

Outcome<Layout> quotient(const Layout& a, const Layout& b) {
  return algebra::logical_divide(a, Tiler(b), Convention::strict);
}

/// Whether A is N-complementable, by the letter of 2.1.6.25 or as amended with refinement.
bool is_complementable_for(const Layout& a, Int number, Wording wording) {
  return wording == Wording::as_printed ? is_complementable_by_letter(a, number)
                                        : is_complementable(a, number);
}

/// The two expressions of 2.3.8.1 for A ⊘ B, given B^c.
struct Quotients {
  Outcome<Layout> whole;    // A∘(B, B^c)
  Outcome<Layout> by_mode;  // (A∘B, A∘B^c)
};

Quotients quotients(const Layout& a, const Layout& b, const Layout& rest, Wording wording) {
  const Outcome<Layout> tile = composite(a, b, wording);
  const Outcome<Layout> tiles = composite(a, rest, wording);
  return {composite(a, concatenation(b, rest), wording),
          tile && tiles ? Outcome<Layout>(concatenation(*tile, *tiles))
          : tile        ? tiles
                        : tile};
}

/// `claim` judges the two expressions, if B has a size(A)-complement; neither need exist.
template <class Claim>
Check on_quotients(Wording wording, Claim claim) {
  return [wording, claim](const Layout& a, const Layout& b) {
    const Int size = size_of(a);
    if (!is_complementable_for(b, size, wording)) return unmet();
    const Outcome<Layout> rest = constructed_complement(b, size);
    if (!rest) return fails("comp(B, size(A)) is " + text(rest));
    const Quotients q = quotients(a, b, *rest, wording);
    const Outcome<Layout> found = if_refining(quotient(a, b), concatenation(b, *rest), wording);
    return agree<Layout>({{"A∘(B, B^c)", q.whole}, {"found", found}}).then([&] {
      return holds_if(claim(q), [&] {
        return "A∘(B, B^c) is " + text(q.whole) + ", and (A∘B, A∘B^c) is " + text(q.by_mode);
      });
    });
  };
}

bool are_equal(const Quotients& q) {
  return q.whole && q.by_mode && *q.whole == *q.by_mode;
}

bool are_equal_where_whole_exists(const Quotients& q) {
  return !q.whole || are_equal(q);
}

/// A and B, where now and then A∘B and A∘B^c exist, but not A∘(B, B^c).
Domain divisible_with_carries() {
  Domain domain = divisible_layouts(nested);
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    if (!entropy.chance(6)) return draw(entropy, size);
    // Over k values that stand before the others, B = 4:3 meets A as (2,2):(3a,3a) and B^c as
    // (3,2q):(a,6a), but 3a + a = 4a is no value of A's first entries.
    const auto k = static_cast<Int>(entropy.between(1, 3));
    const auto a = static_cast<Int>(entropy.between(1, 4));
    const auto q = static_cast<Int>(entropy.between(1, 3));
    Tuple extents{4, 2, 3 * q};
    Tuple strides{a, a, 5 * a};
    if (k > 1) {
      extents.insert(extents.begin(), k);
      strides.insert(strides.begin(), 40 * a);
    }
    Profile profile = draw_profile(entropy, extents.size());
    const Layout under(std::move(profile), std::move(extents), std::move(strides));
    return Operands{mostly(entropy, under), mostly(entropy, Layout::entry(4, 3 * k))};
  };
  return domain;
}

/// A ⊘ B as a table with size(B) rows, one column for each tile; nothing if it is undefined. Throws
/// LimitReached.
std::optional<std::vector<Tuple>> columns(const Layout& a, const Layout& b) {
  const Outcome<Layout> found = quotient(a, b);
  if (!found) return std::nullopt;
  const Tuple values = table(*found);
  const auto rows = static_cast<std::ptrdiff_t>(size_of(b));
  std::vector<Tuple> all;
  for (auto at = values.begin(); at != values.end(); at += rows)
    all.emplace_back(at, at + rows);
  return all;
}

Result check_2_3_8_3(const Layout& a, const Layout& b) {
  const auto found = columns(a, b);
  if (!found) return unmet();
  const Tuple values = table(a);
  const Tuple tile = table(b);
  const Outcome<Layout> rest = constructed_complement(b, size_of(a));
  if (!rest) return fails("comp(B, size(A)) is " + text(rest));
  const Tuple starts = table(*rest);
  if (found->size() != starts.size()) return fails("there are not as many columns as tiles");
  std::vector<bool> taken(values.size(), false);
  for (std::size_t k = 0; k < starts.size(); ++k) {
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const auto place = static_cast<std::size_t>(starts[k] + tile[i]);
      if (place >= taken.size() || taken[place])
        return fails("place " + std::to_string(place) + " of A belongs to no tile or to two");
      taken[place] = true;
      if ((*found)[k][i] != values[place])
        return fails("column " + std::to_string(k) +
                     " does not have the entries of its tile in its rows");
    }
  }
  return holds();
}

/// The layout with its entries in another order, and other brackets.
Layout reordered(Entropy& entropy, const Layout& layout) {
  Tuple extents;
  Tuple strides;
  for (const std::size_t i : entropy.permutation(layout.length())) {
    extents.push_back(layout.extents()[i]);
    strides.push_back(layout.strides()[i]);
  }
  Profile profile = draw_profile(entropy, extents.size());
  return {std::move(profile), std::move(extents), std::move(strides)};
}

/// A, B and B with its entries in another order.
Domain divisible_with_reordered() {
  return extended(
      divisible_layouts(nested),
      "a layout A, a divisor B of it, and B with its entries in another order", Sort::layout,
      [](Entropy& entropy, int, const Operands& before) -> Value {
        return mostly(entropy, reordered(entropy, layout(before, 1)));
      },
      any(Sort::layout));
}

/// Whether the tiles of A ⊘ B and A ⊘ B' agree, but for the order within them; nothing if one of
/// the quotients is undefined.
std::optional<bool> have_the_same_tiles(const Layout& a, const Layout& b, const Layout& other) {
  auto left = columns(a, b);
  auto right = columns(a, other);
  if (!left || !right) return std::nullopt;
  for (auto* tiles : {&*left, &*right})
    for (Tuple& tile : *tiles)
      std::ranges::sort(tile);
  return left == right;
}

/// In which order the entries of a tile are numbered.
enum class Order { by_columns, by_rows };

/// Whether each tile of A ⊘ B, for a column-major A of rank 2 and a B of rank 2, is a box of places
/// of A that is numbered in this order.
bool is_numbered(const Layout& a, const Layout& b, Order order) {
  const Tuple tile = table(b);
  const Tuple starts = table(*constructed_complement(b, size_of(a)));
  const Int height = a.extents()[0];
  const Int rows = b.extents()[order == Order::by_columns ? 0 : 1];
  const Int columns = size_of(b) / rows;
  return std::ranges::all_of(starts, [&](Int start) {
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const auto k = static_cast<Int>(i);
      const Int row = order == Order::by_columns ? k % rows : k / columns;
      const Int column = order == Order::by_columns ? k / rows : k % columns;
      const Int place = start + tile[i];
      if (place % height != start % height + row || place / height != start / height + column)
        return false;
    }
    return true;
  });
}

/// The operands of 2.3.8.2 and 2.3.8.4: A, and the two divisors.
Domain divisors_as_printed() {
  const auto l = [](const char* text) { return Value(parse_layout(text)); };
  return make_instances("A and the two divisors of 2.3.8.2 and 2.3.8.4", {3, Sort::layout},
                        {{l("(4,8):(1,4)"), l("(2,2):(1,4)"), l("(2,2):(4,1)")}});
}

Result check_2_3_8_5(const Layout& a, const Layout& b, const Layout& other) {
  const auto has_quotient = [&](const Layout& divisor) {
    const Layout all = concatenation(divisor, *constructed_complement(divisor, size_of(a)));
    return composite(a, all, Wording::as_printed).has_value();
  };
  return all_hold({{have_the_same_tiles(a, b, other) == true, "A is cut into the same tiles"},
                   {b != other && *quotient(a, b) != *quotient(a, other), "the quotients differ"},
                   {as_printed::is_column_major(b), "the first tile is column-major"},
                   {as_printed::is_row_major(other), "the second tile is row-major"},
                   {has_quotient(b), "the first quotient exists by the letter of 2.2.4.1"},
                   {has_quotient(other), "and so does the second"}});
}

Result check_2_3_8_5_amended(const Layout& a, const Layout& b, const Layout& other) {
  return holds_if(
      have_the_same_tiles(a, b, other) == true && *quotient(a, b) != *quotient(a, other) &&
          is_numbered(a, b, Order::by_columns) && !is_numbered(a, b, Order::by_rows) &&
          is_numbered(a, other, Order::by_rows) && !is_numbered(a, other, Order::by_columns),
      "the tiles or their orders are not what is said of them");
}

Result check_2_3_8_5_amended2(const Layout& a, const Layout& b, const Layout& other) {
  const Tuple tile = table(b);
  const Tuple other_tile = table(other);
  if (!std::ranges::is_permutation(tile, other_tile)) return unmet();
  const std::optional<bool> same_tiles = have_the_same_tiles(a, b, other);
  if (!same_tiles) return unmet();
  if (!*same_tiles) return fails("a tile has other entries");
  // Where A takes no value twice, the layouts of the tiles tell the quotients apart.
  const Tuple values = table(a);
  const bool injective = std::set(values.begin(), values.end()).size() == values.size();
  return holds_if(!injective || (tile == other_tile) == (columns(a, b) == columns(a, other)),
                  "the quotients agree though the tiles differ, or the other way round");
}

// ---- 2.3.9

/// A^c∘B for A^c = comp(A, N).
Outcome<Layout> repetition(const Layout& a, const Layout& b, Int number, Wording wording) {
  const Outcome<Layout> rest = constructed_complement(a, number);
  if (!rest) return rest;
  return composite(*rest, b, wording);
}

/// The least N ≥ size(A)·cosize(B) for which A is N-complementable. Pre: A is complementable, as
/// amended. Throws Overflow.
Int least_number(const Layout& a, const Layout& b) {
  const Exact least = oracle::size(a) * oracle::cosize(b);
  const Exact end = last_end(a);
  return oracle::to_int((least + end - 1) / end * end);
}

/// A ⊗ B = (A, A^c∘B), where A has a complement and the repetition can be composed at all. As
/// printed, A^c is comp(A, size(A)·cosize(B)); as amended, that for the least N from there on.
template <Wording wording>
Result check_2_3_9_1(const Layout& a, const Layout& b) {
  if (!is_complementable_amended(a)) return unmet();
  const Int number = least_number(a, b);
  if (!is_complementable_for(a, number, wording)) return unmet();
  const Outcome<Layout> amended = repetition(a, b, number, wording);
  if (!amended) return unmet();
  const Int printed = product_number(a, b);
  const bool has_printed = is_complementable(a, printed);
  if (wording == Wording::as_printed && !has_printed)
    return fails("A has no complement for N = size(A)·cosize(B) = " + std::to_string(printed));
  const Result is_product = holds_if_equal(
      algebra::logical_product(a, Tiler(b), Convention::strict), concatenation(a, *amended));
  if (!has_printed) return is_product;
  // Where both numbers serve they are equal, and so are the products.
  return is_product.then([&] {
    return all_hold({agree<Int>({{"size(A)·cosize(B)", printed}, {"the least number", number}}),
                     equation(repetition(a, b, printed, wording), amended)});
  });
}

/// A, B, and mostly a complement of A that is large enough for A ⊗ B.
Domain multipliable_with_complement() {
  const auto draw = [](Entropy& entropy, int, const Operands& before) -> Value {
    const Layout& a = layout(before, 0);
    const Layout& b = layout(before, 1);
    Layout rest;
    if (is_complementable_amended(a)) {
      const Int number =
          checked_multiply(least_number(a, b), static_cast<Int>(entropy.between(1, 4)));
      rest = *constructed_complement(a, number);
      if (entropy.chance(50)) rest = draw_same_function(entropy, rest);
      if (entropy.chance(20)) rest = reordered(entropy, rest);
    }
    return mostly(entropy, std::move(rest));
  };
  return extended(multipliable_layouts(nested), "layouts A, B and a large complement of A",
                  Sort::layout, draw, any(Sort::layout));
}

/// As printed, A^c is that of 2.3.9.1; as amended, the complement for the least number that serves.
template <Wording wording>
Result check_2_3_9_2(const Layout& a, const Layout& b, const Layout& c) {
  if (!is_complementable_amended(a)) return unmet();
  const Exact number = oracle::size(a) * oracle::size(c);
  if (number < oracle::size(a) * oracle::cosize(b)) return unmet();
  const Int n = oracle::to_int(number);
  if (!is_complementable_for(a, n, wording)) return unmet();
  const Outcome<Layout> first = repetition(a, b, least_number(a, b), wording);
  const Outcome<Layout> second = repetition(a, b, n, wording);
  if (wording == Wording::as_printed && !is_complementable(a, product_number(a, b)))
    return second ? fails("A has no complement for size(A)·cosize(B)") : unmet();
  // Any sorted complement of A that is large enough does as well.
  const bool serves = oracle::is_sorted(c) && is_complement(a, c);
  return agree<Layout>({{"A^c∘B", first},
                        {"for N = size(A)·size(C)", second},
                        {"with the given complement", serves ? composite(c, b, wording) : first}});
}

/// A, mostly complementable, and B; often with a last entry that makes A
/// size(A)·cosize(B)-complementable.
Domain multipliable_as_printed() {
  Domain domain = multipliable_layouts(nested);
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& a = layout(operands, 0);
    const Layout& b = layout(operands, 1);
    if (entropy.chance(50) && is_complementable_amended(a)) {
      const Int stride = least_number(a, b) / size_of(a) - oracle::to_int(oracle::cosize(b));
      if (stride > 0) operands[1] = concatenation(b, Layout::entry(2, stride));
    }
    return operands;
  };
  return domain;
}

std::vector<Binding> logical_division() {
  constexpr auto printed = Wording::as_printed;
  constexpr auto amended = Wording::amended;
  const Domain divisible = divisible_layouts(nested);
  return {
      {"colfax.2.3.8.1", often_an_entry(divisible, 1), on_quotients(printed, are_equal)},
      {"colfax.2.3.8.1.amended", divisible_with_carries(),
       on_quotients(amended, are_equal_where_whole_exists)},
      {"colfax.2.3.8.3", divisible, check_2_3_8_3},
      {"colfax.2.3.8.5", divisors_as_printed(), check_2_3_8_5},
      {"colfax.2.3.8.5.amended", check_2_3_8_5_amended},
      {"colfax.2.3.8.5.amended2", divisible_with_reordered(), check_2_3_8_5_amended2},
  };
}

std::vector<Binding> logical_product() {
  constexpr auto printed = Wording::as_printed;
  constexpr auto amended = Wording::amended;
  const Domain with_complement = multipliable_with_complement();
  return {
      {"colfax.2.3.9.1", often_an_entry(multipliable_as_printed(), 1), check_2_3_9_1<printed>, 8},
      {"colfax.2.3.9.1.amended", multipliable_as_printed(), check_2_3_9_1<amended>},
      {"colfax.2.3.9.2", often_an_entry(with_complement, 1), check_2_3_9_2<printed>},
      {"colfax.2.3.9.2.amended", with_complement, check_2_3_9_2<amended>},
  };
}

}  // namespace

std::vector<Binding> colfax_2_3_8() {
  return joined({logical_division, logical_product});
}

}  // namespace layoutcheck::properties
