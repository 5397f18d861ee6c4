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
                     " has not the entries of its tile in its rows");
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

/// The statement, which uses these as well.
Statement using_also(Statement statement, std::vector<Text> uses) {
  statement.uses = std::move(uses);
  return statement;
}

std::vector<Statement> logical_division() {
  constexpr auto printed = Wording::as_printed;
  constexpr auto amended = Wording::amended;
  const Domain divisible = divisible_layouts(nested);
  /// An example whose composite does not exist by the letter of 2.2.4.1. (The id 2.3.7.1 as an
  /// operation says whether its operands have a composite, and a single one.)
  const auto without_depth = [](Text id, Text says, const std::string& a, const std::string& both) {
    return example_by(
        {"colfax.2.2.4.1"}, id, says, "colfax.2.3.7.1(" + a + ", " + both + ") = true",
        "By the letter of 2.2.4.1 there is no A∘(B, B^c), the first expression of 2.3.8.1: its "
        "shape would have to be deeper than that of (B, B^c) = " +
            both + ", and the printed one is not.");
  };
  return {
      {.id = "colfax.2.3.8.1",
       .kind = "Definition",
       .says =
           "If B is size(A)-complementable, with B^c = comp(B, size(A)), the logical division of "
           "A by B is the layout A ⊘ B = A∘(B, B^c) = (A∘B, A∘B^c).",
       .domain = often_an_entry(divisible, 1),
       .check = on_quotients(printed, are_equal),
       .counterexample = "colfax.2.3.8.1(2:0, 2:1) = false",
       .remark = "By the letter of 2.2.4.1 the first expression needs a shape that is deeper than "
                 "that of (B, B^c), while the second asks this of its modes only. With refinement "
                 "as amended the second can still exist without the first, because values of B and "
                 "B^c may carry in A when they are added. For A = (4,2,3):(0,1,1) and B = 4:3, B^c "
                 "is (3,2):(1,12), and Φ_A(3) = Φ_A(1) = 0, but Φ_A(4) = 1: A∘B = (2,2):(0,1) and "
                 "A∘B^c = (3,2):(0,2), but there is no A∘(B, B^c). And neither need exist: for A = "
                 "(3,2):(0,1) and B = 2:1, B^c is 3:2, and Φ_A takes 0, 2, 4 to 0, 0, 1, as no "
                 "layout does.",
       .change = "Define A ⊘ B as A∘(B, B^c), where that exists; then it is (A∘B, A∘B^c).",
       .uses = {"colfax.2.1.6.25", "colfax.2.2.4.1"}},
      statement(
          "colfax.2.3.8.1.amended", "Amendment",
          "With 2.1.6.25 and 2.2.4.1 as amended: if B is size(A)-complementable, with B^c = "
          "comp(B, size(A)), A ⊘ B is A∘(B, B^c), where that exists; then it is (A∘B, A∘B^c).",
          divisible_with_carries(), on_quotients(amended, are_equal_where_whole_exists)),
      without_depth("colfax.2.3.8.2",
                    "(4,8):(1,4) ⊘ (2,2):(1,4) = ((2,2),(2,4)):((1,4),(2,8)), with the pictures of "
                    "all three.",
                    "(4,8):(1,4)", "((2,2),(2,4)):((1,4),(2,8))"),
      {.id = "colfax.2.3.8.3",
       .kind = "Remark",
       .says = "Drawn with a row for each point of B, the columns of A ⊘ B are the tiles, each "
               "place of A in just one, and the rows are the places within a tile.",
       .domain = divisible,
       .check = check_2_3_8_3,
       .lost = "The colours and the opacities of the pictures of 2.3.8.2, of which it speaks."},
      without_depth("colfax.2.3.8.4",
                    "(4,8):(1,4) ⊘ (2,2):(4,1) = ((2,2),(2,4)):((4,1),(2,8)), with the pictures of "
                    "all three.",
                    "(4,8):(1,4)", "((2,2),(2,4)):((4,1),(2,8))"),
      {.id = "colfax.2.3.8.5",
       .kind = "Remark",
       .says = "In 2.3.8.2 and 2.3.8.4 A is cut into the same tiles. In the first they have "
               "column-major layouts, in the second row-major ones, and so the quotients differ.",
       .domain = divisors_as_printed(),
       .check = check_2_3_8_5,
       .counterexample = "colfax.2.3.8.5((4,8):(1,4), (2,2):(1,4), (2,2):(4,1)) = false",
       .remark =
           "By 2.1.2.6 the tile (2,2):(1,4) is not column-major, whose strides are 1 and 2, nor is "
           "(2,2):(4,1) row-major. And by the letter of 2.2.4.1 there is neither quotient.",
       .change = "In the first example the entries of a tile are numbered column by column, in the "
                 "second row by row.",
       .uses = {"colfax.2.2.4.1"}},
      amendment("colfax.2.3.8.5.amended",
                "With refinement as amended in 2.2.4.1: in 2.3.8.2 and 2.3.8.4 A is cut into the "
                "same tiles, boxes of A; in the first their entries are numbered column by column, "
                "in the second row by row, and so the quotients differ.",
                check_2_3_8_5_amended),
      statement("colfax.2.3.8.5.amended2", "Amendment",
                "Any two divisors with the same values cut A into the same tiles; if A takes no "
                "value twice, the quotients have the same function exactly if the divisors have.",
                divisible_with_reordered(), check_2_3_8_5_amended2),
      without_depth("colfax.2.3.8.6", "(4,8):(1,4) ⊘ (2,4):(2,4) = ((2,4),(2,2)):((2,4),(1,16)).",
                    "(4,8):(1,4)", "((2,4),(2,2)):((2,4),(1,16))"),
      without_depth("colfax.2.3.8.7", "(4,6):(1,40) ⊘ 6:4 = (6,4):(40,1).", "(4,6):(1,40)",
                    "(6,4):(4,1)"),
      [] {
        Statement statement = example("colfax.2.3.8.8",
                                      "(4,6,2,4,2,5):(36,1,18,0,0,144) ⊘ (4,10):(1,192) = "
                                      "((4,(2,5)),(6,2,4)):((36,(0,144)),(1,18,0)).");
        statement.remark =
            "By the letter of 2.2.4.1, too: the shape ((4,(2,5)),(6,2,4)) is deeper "
            "than that of (B, B^c), ((4,10),48), and so are its modes.";
        statement.slips = {"The answer has one bracket too many at either end."};
        return statement;
      }(),
      using_also(misprinted_example(
                     "colfax.2.3.8.9",
                     "A ⊘ B = ((2,2),(2,(4,4))):((4,8),(2,(8,16))) for A = (8,(4,4)) and B = "
                     "(2,(8,16)), which are printed without strides.",
                     "logical_divide((8,(4,4)):(1,(8,32)), (2,(8,16)):(1,(2,16))) = "
                     "((2,2),(2,(4,4))):((4,8),(2,(8,16)))",
                     "A and B are printed without strides. Read as column-major layouts, as "
                     "here, they have no quotient. What is printed for B is the stride that A "
                     "must have for the answer, so that B itself is lost.",
                     "A = (8,(4,4)):(2,(8,16)) and, for instance, B = (2,2):(2,4)."),
                 {"colfax.2.2.4.1"}),
  };
}

std::vector<Statement> logical_product() {
  constexpr auto printed = Wording::as_printed;
  constexpr auto amended = Wording::amended;
  const Domain with_complement = multipliable_with_complement();
  return {
      {.id = "colfax.2.3.9.1",
       .kind = "Definition",
       .says = "A ⊗ B = (A, A^c∘B), where A^c = comp(A, size(A)·cosize(B)). (It exists if A has a "
               "complement that is large enough and can be composed with B.)",
       .domain = often_an_entry(multipliable_as_printed(), 1),
       .check = check_2_3_9_1<printed>,
       .counterexample = "colfax.2.3.9.1(2:2, 1:0) = false",
       .remark = "A has that complement only if its largest s_i·d_i divides size(A)·cosize(B), "
                 "which nothing makes it do. The definition excludes its own examples 2.3.9.4 and "
                 "2.3.9.5. The cosize of a layout that is not flat is defined nowhere; it is read "
                 "as that of its flattening.",
       .change = "The complement of A for the least N ≥ size(A)·cosize(B) for which there is one, "
                 "as 2.3.9.2 suggests; by 2.3.7.10 the product is the same wherever there was one.",
       .uses = {"colfax.2.1.6.25", "colfax.2.2.4.1"},
       .floor = 8},
      statement("colfax.2.3.9.1.amended", "Amendment",
                "With 2.1.6.25 and 2.2.4.1 as amended: A ⊗ B = (A, A^c∘B), where A^c = comp(A, N) "
                "for the least N ≥ size(A)·cosize(B) for which A is N-complementable. (Where "
                "size(A)·cosize(B) is such a number, this is the A ⊗ B of 2.3.9.1.)",
                multipliable_as_printed(), check_2_3_9_1<amended>),
      {.id = "colfax.2.3.9.2",
       .kind = "Observation",
       .says = "A^c∘B is the same for each N ≥ size(A)·cosize(B) for which A has an N-complement, "
               "and for each sorted complement of A that is large enough. (Operands: A, B and a "
               "complement, whose size gives N.)",
       .domain = often_an_entry(with_complement, 1),
       .check = check_2_3_9_2<printed>,
       .counterexample = "colfax.2.3.9.2(2:2, 1:0, 2:0) = false",
       .remark = "It compares with the A^c of 2.3.9.1, which need not exist where larger "
                 "complements do: here A has one for N = 4, but none for size(A)·cosize(B) = 2.",
       .uses = {"colfax.2.1.6.25", "colfax.2.2.4.1", "colfax.2.3.9.1"},
       .slips = {"2.3.7.11 is cited as a proposition."}},
      statement("colfax.2.3.9.2.amended", "Amendment",
                "With 2.1.6.25, 2.2.4.1 and 2.3.9.1 as amended: A^c∘B is the same for each N ≥ "
                "size(A)·cosize(B) for which A has an N-complement, and for each sorted complement "
                "of A that is large enough.",
                with_complement, check_2_3_9_2<amended>),
      example_by(
          {"colfax.2.2.4.1"}, "colfax.2.3.9.3",
          "(2,2):(5,10) ⊗ (3,5):(5,1) = ((2,2),(3,5)):((5,10),(20,1)), with the pictures of all "
          "three.",
          "colfax.2.3.7.1((5,3):(1,20), (3,5):(5,1)) = true",
          "By the letter of 2.2.4.1 there is no A^c∘B, where A^c = (5,3):(1,20): the shape of the "
          "printed one, (3,5), does not refine (3,5)."),
      example_by(
          {"colfax.2.2.4.1", "colfax.2.3.9.1"}, "colfax.2.3.9.4",
          "(3,3):(6,1) ⊗ (10,12):(24,2) = ((3,3),(10,12)):((6,1),(216,18)).",
          "is_complementable((3,3):(6,1), 2151) = true",
          "2.3.9.1 takes N = size(A)·cosize(B) = 2151, for which A has no complement, as 18 does "
          "not divide it. And by the letter of 2.2.4.1 the shape (10,12) of A^c∘B does not refine "
          "(10,12)."),
      example_by(
          {"colfax.2.3.9.1"}, "colfax.2.3.9.5",
          "(2,10):(1680,4) ⊗ (4,9):(2,56) = ((2,10),((2,2),(3,3))):((1680,4),((2,40),(560,3360))).",
          "is_complementable((2,10):(1680,4), 9100) = true",
          "2.3.9.1 takes N = size(A)·cosize(B) = 9100, for which A has no complement, as 3360 "
          "does not divide it."),
      using_also(
          misprinted_example("colfax.2.3.9.6",
                             "(4,(2,2)):(9,(1,3)) ⊗ ((2,4),8):((1,4),2) is, as printed, "
                             "((4,(2,2)),((2,4),8)):((9,(1,3)),((36,144),72)).",
                             "logical_product((4,(2,2)):(9,(1,3)), ((2,4),8):((1,4),2)) = "
                             "((4,(2,2)),((2,4),8)):((9,(1,3)),((36,144),72))",
                             "A = (4,(2,2)):(9,(1,3)) has no complement, as 2·1 does not divide 3.",
                             "(4,(3,3)) for the shape of A, twice."),
          {"colfax.2.2.4.1"}),
  };
}

}  // namespace

std::vector<Statement> colfax_2_3_8() {
  return joined({logical_division, logical_product});
}

}  // namespace layoutcheck::properties
