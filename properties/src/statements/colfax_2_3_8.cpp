// The statements on logical division, logical products and tractable layouts (colfax 2.3.8 to
// 2.3.10).
#include "lists.hpp"
#include "literal_layouts.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/product.hpp>

#include <set>

namespace layoutcheck::properties {

namespace {

using namespace literal;

constexpr Nesting nested = Nesting::nested;

Int size_of(const Layout& layout) {
  return oracle::to_int(oracle::size(layout));
}

// ---- 2.3.8

Outcome<Layout> quotient(const Layout& a, const Layout& b) {
  return algebra::logical_divide(a, Tiler(b), Convention::strict);
}

/// The two expressions of 2.3.8.1 for A ⊘ B, given B^c.
struct Quotients {
  Outcome<Layout> whole;    // A∘(B, B^c)
  Outcome<Layout> by_mode;  // (A∘B, A∘B^c)
};

Quotients quotients(const Layout& a, const Layout& b, const Layout& rest) {
  const Outcome<Layout> tile = composite(a, b);
  const Outcome<Layout> tiles = composite(a, rest);
  return {composite(a, concatenation(b, rest)),
          !tile    ? tile
          : !tiles ? tiles
                   : Outcome<Layout>(concatenation(*tile, *tiles))};
}

/// `claim` judges the two expressions, if B has a size(A)-complement and one of them exists.
template <class Claim>
std::function<Result(const Operands&)> on_quotients(Claim claim) {
  return on<Layout, Layout>([claim](const Layout& a, const Layout& b) {
    const Int size = size_of(a);
    if (!is_complementable(b, size)) return unmet();
    const Outcome<Layout> rest = constructed_complement(b, size);
    if (!rest) return fails("comp(B, size(A)) is " + text(rest));
    const Quotients q = quotients(a, b, *rest);
    if (!q.whole && !q.by_mode) return unmet();
    const Outcome<Layout> found = quotient(a, b);
    const std::string both =
        "A∘(B, B^c) is " + text(q.whole) + ", and (A∘B, A∘B^c) is " + text(q.by_mode);
    if (found.has_value() != q.whole.has_value() || (found && *found != *q.whole)) {
      return fails(both + "; found " + text(found));
    }
    return holds_if(claim(q), [&] { return both; });
  });
}

bool are_equal(const Quotients& q) {
  return q.whole && q.by_mode && *q.whole == *q.by_mode;
}

bool are_equal_where_whole_exists(const Quotients& q) {
  return !q.whole || are_equal(q);
}

/// Every entry, and every flat layout of rank above 1, of this weight without extents of 1.
bool enumerate_without_ones(std::size_t weight, const std::function<bool(const Layout&)>& visit) {
  Tuple extents;
  Tuple strides;
  const std::function<bool(std::size_t)> extend = [&](std::size_t left) {
    if (left == 0) return extents.size() < 2 || visit(Layout::flat(extents, strides));
    for (std::size_t w = 2; w <= left; ++w) {
      for (std::size_t extent = 2; extent <= w; ++extent) {
        extents.push_back(static_cast<Int>(extent));
        strides.push_back(static_cast<Int>(w - extent));
        const bool go_on = extend(left - w);
        extents.pop_back();
        strides.pop_back();
        if (!go_on) return false;
      }
    }
    return true;
  };
  for (std::size_t extent = 2; extent <= weight; ++extent) {
    const auto s = static_cast<Int>(extent);
    if (!visit(Layout::entry(s, static_cast<Int>(weight - extent)))) return false;
  }
  return weight == 0 || extend(weight - 1);
}

/// A and B, where the expressions of 2.3.8.1 differ now and then.
///
/// Brackets and extents of 1 make no difference to whether the composites exist and agree, and a
/// divisor of size 1 or size(A) never tells the expressions apart; so the lightest A and B that do
/// have none of these, and only such are enumerated.
Domain divisible_with_carries() {
  Domain domain = divisible_layouts(nested);
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    if (!entropy.chance(6)) return draw(entropy, size);
    // B = 4:3 meets A as 2:3a and 2:3a, and B^c as 3:a and q:6a, although 3a + a = 4a is none of
    // its values; k copies of each are put before and behind.
    const auto k = static_cast<Int>(entropy.between(1, 3));
    const auto a = static_cast<Int>(entropy.between(1, 4));
    const auto q = static_cast<Int>(entropy.between(1, 3));
    std::vector<Layout> modes{Layout::flat({4, 2, 3 * q}, {a, a, 5 * a})};
    if (k > 1) modes.insert(modes.begin(), Layout::entry(k, 40 * a));
    const Layout under(draw_profile(entropy, k > 1 ? 4 : 3), Layout::tuple_of(modes).extents(),
                       Layout::tuple_of(modes).strides());
    return Operands{mostly(entropy, under), mostly(entropy, Layout::entry(4, 3 * k))};
  };
  domain.enumerate = [](std::size_t weight, const Visitor& visit) {
    for (std::size_t w = 0; w <= weight; ++w) {
      std::vector<Layout> divisors;
      enumerate_without_ones(w, [&](const Layout& b) {
        if (is_complementable_amended(b)) divisors.push_back(b);
        return true;
      });
      if (divisors.empty()) continue;
      const bool go_on = enumerate_without_ones(weight - w, [&](const Layout& a) {
        const Int size = size_of(a);
        return std::all_of(divisors.begin(), divisors.end(), [&](const Layout& b) {
          return size_of(b) == size || !divides(last_end(b), size) || visit({a, b});
        });
      });
      if (!go_on) return false;
    }
    return true;
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
  for (auto at = values.begin(); at != values.end(); at += rows) {
    all.emplace_back(at, at + rows);
  }
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
      if (place >= taken.size() || taken[place]) {
        return fails("place " + std::to_string(place) + " of A belongs to no tile or to two");
      }
      taken[place] = true;
      if ((*found)[k][i] != values[place]) {
        return fails("row " + std::to_string(i) + " of column " + std::to_string(k) +
                     " is not that entry of that tile");
      }
    }
  }
  return holds();
}

/// A, B and B with its entries in another order.
Domain divisible_with_reordered() {
  Domain domain = divisible_layouts(nested);
  domain.name = "a layout A, a divisor B of it, and B with its entries in another order";
  domain.sorts.push_back(Sort::layout);
  domain.enumerate = make_domain("", domain.sorts, {}).enumerate;
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& b = layout(operands, 1);
    Tuple extents;
    Tuple strides;
    for (const std::size_t i : entropy.permutation(b.length())) {
      extents.push_back(b.extents()[i]);
      strides.push_back(b.strides()[i]);
    }
    Profile profile = draw_profile(entropy, extents.size());
    operands.emplace_back(
        mostly(entropy, Layout(std::move(profile), std::move(extents), std::move(strides))));
    return operands;
  };
  return domain;
}

Result check_2_3_8_5(const Layout& a, const Layout& b, const Layout& other) {
  const Tuple tile = table(b);
  const Tuple other_tile = table(other);
  // The tiles agree, but for the order within them.
  if (tile.size() != other_tile.size() ||
      std::set(tile.begin(), tile.end()) != std::set(other_tile.begin(), other_tile.end())) {
    return unmet();
  }
  const auto left = columns(a, b);
  const auto right = columns(a, other);
  if (!left || !right) return unmet();
  const auto as_set = [](const Tuple& column) {
    return std::multiset<Int>(column.begin(), column.end());
  };
  for (std::size_t k = 0; k < left->size(); ++k) {
    if (as_set((*left)[k]) != as_set((*right)[k])) {
      return fails("tile " + std::to_string(k) + " has other entries");
    }
  }
  // Where A takes no value twice, the layouts of the tiles tell the quotients apart.
  const Tuple values = table(a);
  const bool injective = std::set(values.begin(), values.end()).size() == values.size();
  return holds_if(!injective || (tile == other_tile) == (*left == *right), [] {
    return "the quotients agree though the tiles differ, or the other way round";
  });
}

// ---- 2.3.9

/// A^c∘B for A^c = comp(A, N).
Outcome<Layout> repetition(const Layout& a, const Layout& b, Int number) {
  const Outcome<Layout> rest = constructed_complement(a, number);
  if (!rest) return rest;
  return composite(*rest, b);
}

/// The least N ≥ size(A)·cosize(B) for which A is N-complementable. Pre: A is complementable, as
/// amended. Throws Overflow.
Int least_number(const Layout& a, const Layout& b) {
  const Exact least = oracle::size(a) * oracle::cosize(b);
  const Exact end = last_end(a);
  return oracle::to_int((least + end - 1) / end * end);
}

enum class Number { as_printed, least_from_it };

/// A ⊗ B = (A, A^c∘B), where A has a complement and the repetition can be composed at all.
template <Number which>
Result check_2_3_9_1(const Layout& a, const Layout& b) {
  if (!is_complementable_amended(a)) return unmet();
  const Int number = least_number(a, b);
  const Outcome<Layout> amended = repetition(a, b, number);
  if (!amended) return unmet();
  const Int printed = product_number(a, b);
  const bool has_printed = is_complementable(a, printed);
  if (which == Number::as_printed && !has_printed) {
    return fails("A has no complement for N = size(A)·cosize(B) = " + std::to_string(printed));
  }
  const std::string claimed = to_string(concatenation(a, *amended));
  if (const auto wrong = unless_equal(
          "A ⊗ B", algebra::logical_product(a, Tiler(b), Convention::strict), claimed)) {
    return *wrong;
  }
  if (!has_printed) return holds();
  // Where both numbers serve they are equal, and so are the products.
  const Outcome<Layout> as_printed = repetition(a, b, printed);
  return holds_if(printed == number && as_printed && *as_printed == *amended, [&] {
    return "as printed A^c∘B is " + text(as_printed) + ", and with the least number " +
           text(amended);
  });
}

/// A, B, and mostly a complement of A that is large enough for A ⊗ B.
Domain multipliable_with_complement() {
  Domain domain = multipliable_layouts(nested);
  domain.name = "layouts A, B and a large complement of A";
  domain.sorts.push_back(Sort::layout);
  domain.enumerate = make_domain("", domain.sorts, {}).enumerate;
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& a = layout(operands, 0);
    const Layout& b = layout(operands, 1);
    Layout rest;
    if (is_complementable_amended(a)) {
      const Int number =
          checked_multiply(least_number(a, b), static_cast<Int>(entropy.between(1, 4)));
      rest = *constructed_complement(a, number);
      if (entropy.chance(50)) rest = draw_same_function(entropy, rest);
    }
    operands.emplace_back(mostly(entropy, std::move(rest)));
    return operands;
  };
  return domain;
}

/// A^c is the complement for the least number that serves, which is the printed one where that
/// does.
Result check_2_3_9_2(const Layout& a, const Layout& b, const Layout& c) {
  if (!is_complementable_amended(a)) return unmet();
  const Exact number = oracle::size(a) * oracle::size(c);
  if (number < oracle::size(a) * oracle::cosize(b)) return unmet();
  const Int n = oracle::to_int(number);
  if (!is_complementable(a, n)) return unmet();
  const Outcome<Layout> first = repetition(a, b, least_number(a, b));
  const Outcome<Layout> second = repetition(a, b, n);
  if (first.has_value() != second.has_value() || (first && *first != *second)) {
    return fails("A^c∘B is " + text(first) + ", and for N = " + std::to_string(n) + " it is " +
                 text(second));
  }
  // Any sorted complement of A that is large enough does as well.
  if (!oracle::is_sorted(c) || !is_complement(a, c)) return holds();
  const Outcome<Layout> third = composite(c, b);
  return holds_if(first.has_value() == third.has_value() && (!first || *first == *third), [&] {
    return "A^c∘B is " + text(first) + ", but with the given complement it is " + text(third);
  });
}

/// A complementable layout A, and B; often so that A is size(A)·cosize(B)-complementable.
Domain multipliable_as_printed() {
  Domain domain = multipliable_layouts(nested);
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& a = layout(operands, 0);
    if (entropy.chance(50) && is_complementable_amended(a)) {
      // An entry that takes the cosize of B to a multiple of what A needs.
      const Layout& b = layout(operands, 1);
      const Int more = oracle::to_int(oracle::cosize(
          Layout::entry(2, (Exact{least_number(a, b)} / oracle::size(a)).convert_to<Int>())));
      const Int stride = more - oracle::to_int(oracle::cosize(b)) - 1;
      if (stride > 0 && entropy.chance(80)) {
        operands[1] = concatenation(b, Layout::entry(2, stride));
      }
    }
    return operands;
  };
  return domain;
}

// ---- 2.3.10

/// Tractable (colfax 2.3.10.1): sort(L♭) has d_i = 0 or s_i·d_i | d_{i+1} for each i < m.
bool is_tractable(const Layout& l) {
  const Layout sorted = oracle::sort(l);
  for (std::size_t i = 0; i + 1 < sorted.length(); ++i) {
    const Int d = sorted.strides()[i];
    if (d != 0 && !divides(Exact{sorted.extents()[i]} * d, sorted.strides()[i + 1])) return false;
  }
  return true;
}

Result check_2_3_10_1(const Layout& l) {
  const bool tractable = is_tractable(l);
  // Without sorting: of any two entries with strides above 0 one divides the other. In the order of
  // strides that is the later one, and the condition passes on from each entry to all later ones.
  bool by_pairs = true;
  for (std::size_t i = 0; i < l.length(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Int d = l.strides()[i];
      const Int e = l.strides()[j];
      by_pairs = by_pairs && (d == 0 || e == 0 || divides(Exact{l.extents()[i]} * d, e) ||
                              divides(Exact{l.extents()[j]} * e, d));
    }
  }
  const Layout flat = algebra::flatten(l);
  return holds_if(
      by_pairs == tractable && is_tractable(flat) == tractable &&
          algebra::is_tractable(l) == tractable && algebra::is_tractable(flat) == tractable &&
          oracle::is_tractable(l) == tractable,
      [&] {
        return std::string("by the definition it is ") + (tractable ? "" : "not ") + "tractable";
      });
}

/// "Any layout with this property is tractable."
template <class Property>
std::function<Result(const Operands&)> implies_tractable(Property has_property) {
  return on<Layout>([has_property](const Layout& l) {
    if (!has_property(l)) return unmet();
    return holds_if(is_tractable(l) && algebra::is_tractable(l),
                    [&] { return "sorted it is " + to_string(oracle::sort(l)); });
  });
}

bool has_length_one(const Layout& l) {
  return numbers_in(shape_text(l)).size() == 1;
}

/// d_i = s_1 ⋯ s_{i−1} for the flattening (colfax 2.1.2.6).
bool is_column_major(const Layout& l) {
  Exact product = 1;
  for (std::size_t i = 0; i < l.length(); ++i) {
    if (product != l.strides()[i]) return false;
    product *= l.extents()[i];
  }
  return true;
}

/// d_i = s_{i+1} ⋯ s_m for the flattening (colfax 2.1.2.6).
bool is_row_major(const Layout& l) {
  Exact product = 1;
  for (std::size_t i = l.length(); i-- > 0;) {
    if (product != l.strides()[i]) return false;
    product *= l.extents()[i];
  }
  return true;
}

bool has_one_positive_stride(const Layout& l) {
  return std::count_if(l.strides().begin(), l.strides().end(), [](Int d) { return d != 0; }) == 1;
}

bool is_compact_layout(const Layout& l) {
  return is_compact(l);
}
bool is_nondegenerate_and_compact(const Layout& l) {
  return oracle::is_nondegenerate(l) && is_compact(l);
}
bool is_complementable_layout(const Layout& l) {
  return is_complementable(l);
}
bool is_nondegenerate_and_complementable(const Layout& l) {
  return oracle::is_nondegenerate(l) && is_complementable(l);
}

Domain layouts_of_length_one() {
  return mostly_layouts("a layout of length 1", [](Entropy& entropy, int size) {
    if (entropy.chance(10)) return draw_layout(entropy, size);
    Profile profile = draw_profile(entropy, 1);
    for (std::size_t depth = entropy.below(3); depth > 0; --depth) {
      std::vector<Profile> modes{profile};
      if (entropy.chance(20)) modes.insert(modes.begin(), Profile::flat(0));
      profile = Profile::tuple_of(modes);
    }
    return Layout(std::move(profile), {draw_extent(entropy, size)},
                  {static_cast<Int>(entropy.below(20))});
  });
}

/// Column-major or row-major layouts, from the definition.
Domain ordered_layouts(std::string name, bool column_major) {
  return mostly_layouts(std::move(name), [column_major](Entropy& entropy, int size) {
    const NestedTuple shape = draw_shape(entropy, size);
    Tuple strides(shape.length());
    Int product = 1;
    for (std::size_t k = 0; k < strides.size(); ++k) {
      const std::size_t i = column_major ? k : strides.size() - 1 - k;
      strides[i] = product;
      if (k + 1 < strides.size()) product = checked_multiply(product, shape.entries()[i]);
    }
    return Layout(shape.profile(), shape.entries(), std::move(strides));
  });
}

Domain layouts_with_one_positive_stride() {
  return mostly_layouts("a layout with one positive stride", [](Entropy& entropy, int size) {
    const NestedTuple shape = draw_shape(entropy, size);
    Tuple strides(shape.length(), 0);
    if (!strides.empty()) {
      strides[entropy.below(strides.size())] = static_cast<Int>(entropy.between(1, 30));
    }
    return Layout(shape.profile(), shape.entries(), std::move(strides));
  });
}

/// The domain with its layouts mostly made non-degenerate.
Domain mostly_nondegenerate(Domain domain) {
  domain.name += ", mostly non-degenerate";
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& l = layout(operands, 0);
    Tuple strides = l.strides();
    for (std::size_t i = 0; i < strides.size(); ++i) {
      if (l.extents()[i] == 1 && entropy.chance(85)) strides[i] = 0;
    }
    operands[0] = Layout(l.profile(), l.extents(), std::move(strides));
    return operands;
  };
  return domain;
}

std::vector<Statement> logical_division() {
  const Domain divisible = divisible_layouts(nested);
  const Domain with_carries = divisible_with_carries();
  return {
      {
          .id = "colfax.2.3.8.1",
          .kind = "Definition",
          .says = "A ⊘ B = A∘(B, B^c) = (A∘B, A∘B^c), where B^c = comp(B, size(A)). (Where one of "
                  "the two exists, both do, and they are equal.)",
          .domain = with_carries,
          .check = on_quotients(are_equal),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.3.8.1((4,2,3):(1,1,5), 4:3) = false",
          .remark = "The second expression can exist without the first: A∘(B, B^c) has to add up "
                    "from its modes, although the values of B and of B^c may carry in A when they "
                    "are added.",
          .change = "Define A ⊘ B as A∘(B, B^c); where it exists, it is (A∘B, A∘B^c).",
      },
      {
          .id = "colfax.2.3.8.1.amended",
          .kind = "Amendment",
          .says = "A ⊘ B = A∘(B, B^c), where B^c = comp(B, size(A)); if that exists, it is (A∘B, "
                  "A∘B^c).",
          .domain = with_carries,
          .check = on_quotients(are_equal_where_whole_exists),
      },
      example("colfax.2.3.8.2", "A column-major A divided by (2,2):(1,4), with its pictures."),
      {
          .id = "colfax.2.3.8.3",
          .kind = "Remark",
          .says = "Drawn with a row for each point of B, the columns of A ⊘ B are the tiles, each "
                  "place of A in just one, and the rows are the places within a tile.",
          .domain = divisible,
          .check = on<Layout, Layout>(check_2_3_8_3),
          .remark = "The source says it of the colours of a picture.",
      },
      example("colfax.2.3.8.4", "The same A divided by (2,2):(4,1), with its pictures."),
      {
          .id = "colfax.2.3.8.5",
          .kind = "Remark",
          .says = "In 2.3.8.2 and 2.3.8.4 A is cut into the same tiles, but the layouts of the "
                  "tiles differ, and so do the quotients. (Checked for any two divisors with the "
                  "same values; the quotients differ if A takes no value twice.)",
          .domain = divisible_with_reordered(),
          .check = on<Layout, Layout, Layout>(check_2_3_8_5),
      },
      example("colfax.2.3.8.6", "The same A divided by (2,4):(2,4)."),
      example("colfax.2.3.8.7", "A divisor of depth 0."),
      [] {
        Statement statement =
            example("colfax.2.3.8.8", "A quotient with strides of 0 and modes that split.");
        statement.slips = {"The answer has one bracket too many at either end."};
        return statement;
      }(),
      misprinted_example("colfax.2.3.8.9", "A quotient of nested layouts.",
                         "logical_divide((8,(4,4)):(1,(8,32)), (2,(8,16)):(1,(2,16))) = "
                         "((2,2),(2,(4,4))):((4,8),(2,(8,16)))",
                         "A and B are printed without strides. Read as column-major layouts, as "
                         "here, they have no quotient. What is printed for B is the stride that A "
                         "must have for the answer, so that B itself is lost.",
                         "A = (8,(4,4)):(2,(8,16)) and, for instance, B = (2,2):(2,4)."),
  };
}

std::vector<Statement> logical_product() {
  /// Examples that are right with N as amended in 2.3.9.1.
  const auto excluded = [](std::string id, std::string says, std::string printed,
                           std::string remark) {
    Statement statement =
        misprinted_example(std::move(id), std::move(says), std::move(printed), std::move(remark),
                           "N as amended in 2.3.9.1; the product is then the printed one.");
    statement.misprint = false;
    return statement;
  };
  return {
      {
          .id = "colfax.2.3.9.1",
          .kind = "Definition",
          .says = "A ⊗ B = (A, A^c∘B), where A^c = comp(A, size(A)·cosize(B)). (It exists if A has "
                  "a complement that is large enough and can be composed with B.)",
          .domain = multipliable_as_printed(),
          .check = on<Layout, Layout>(check_2_3_9_1<Number::as_printed>),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.3.9.1(2:2, 1:0) = false",
          .remark = "A has that complement only if its largest s_i·d_i divides size(A)·cosize(B), "
                    "which nothing makes it do. The definition excludes its own examples 2.3.9.4 "
                    "and 2.3.9.5.",
          .change = "The complement of A for the least N ≥ size(A)·cosize(B) for which there is "
                    "one, as 2.3.9.2 suggests; by 2.3.7.10 the product is the same wherever there "
                    "was one.",
      },
      {
          .id = "colfax.2.3.9.1.amended",
          .kind = "Amendment",
          .says = "A ⊗ B = (A, A^c∘B), where A^c = comp(A, N) for the least N ≥ "
                  "size(A)·cosize(B) for which A is N-complementable. (Where size(A)·cosize(B) is "
                  "such a number, this is the A ⊗ B of 2.3.9.1.)",
          .domain = multipliable_as_printed(),
          .check = on<Layout, Layout>(check_2_3_9_1<Number::least_from_it>),
      },
      {
          .id = "colfax.2.3.9.2",
          .kind = "Observation",
          .says = "A^c∘B is the same for each N ≥ size(A)·cosize(B) for which A has an "
                  "N-complement, and for each sorted complement of A that is large enough. "
                  "(Operands: A, B and a complement, whose size gives N.)",
          .domain = multipliable_with_complement(),
          .check = on<Layout, Layout, Layout>(check_2_3_9_2),
          .remark = "Where A has no complement for size(A)·cosize(B) itself, A^c is that of "
                    "2.3.9.1 as amended.",
          .slips = {"2.3.7.11 is cited as a proposition."},
      },
      example("colfax.2.3.9.3", "The product of (2,2):(5,10) and (3,5):(5,1), with its pictures."),
      excluded("colfax.2.3.9.4", "The product of (3,3):(6,1) and (10,12):(24,2).",
               "is_complementable((3,3):(6,1), 2151) = true",
               "2.3.9.1 takes N = size(A)·cosize(B) = 2151, for which A has no complement, as 18 "
               "does not divide it."),
      excluded("colfax.2.3.9.5", "The product of (2,10):(1680,4) and (4,9):(2,56).",
               "is_complementable((2,10):(1680,4), 9100) = true",
               "2.3.9.1 takes N = size(A)·cosize(B) = 9100, for which A has no complement, as 3360 "
               "does not divide it."),
      misprinted_example("colfax.2.3.9.6", "A product of nested layouts.",
                         "logical_product((4,(2,2)):(9,(1,3)), ((2,4),8):((1,4),2)) = "
                         "((4,(2,2)),((2,4),8)):((9,(1,3)),((36,144),72))",
                         "A = (4,(2,2)):(9,(1,3)) has no complement, as 2·1 does not divide 3.",
                         "(4,(3,3)) for the shape of A, twice."),
  };
}

std::vector<Statement> tractable() {
  const Domain compact = mostly_nondegenerate(mostly_compact_layouts());
  const Domain complementable = mostly_nondegenerate(complementable_layouts(nested));
  const auto example_of = [](std::string id, std::string says, Domain domain,
                             std::function<Result(const Operands&)> check) {
    Statement statement = example(std::move(id), std::move(says));
    statement.domain = std::move(domain);
    statement.check = std::move(check);
    return statement;
  };
  return {
      {
          .id = "colfax.2.3.10.1",
          .kind = "Definition",
          .says = "L is tractable if L♭ is: sort(L♭) has d_i = 0 or s_i·d_i | d_{i+1} for each i < "
                  "m. (Checked by pairs of entries, without sorting, too.)",
          .domain = tractable_layouts(nested),
          .check = on<Layout>(check_2_3_10_1),
      },
      example_of("colfax.2.3.10.2", "(((12))):(((17))) is tractable, as any layout of length 1 is.",
                 layouts_of_length_one(), implies_tractable(has_length_one)),
      example_of(
          "colfax.2.3.10.3", "((2,4),32):((1,2),8) is tractable, as any column-major layout is.",
          ordered_layouts("a column-major layout", true), implies_tractable(is_column_major)),
      example_of("colfax.2.3.10.4",
                 "(2,(4,32)):(128,(32,1)) is tractable, as any row-major layout is.",
                 ordered_layouts("a row-major layout", false), implies_tractable(is_row_major)),
      {
          .id = "colfax.2.3.10.5",
          .kind = "Example",
          .says = "((3,3),(1,3),(3,1,3)):((81,1),(0,9),(3,0,27)) is tractable, as any compact "
                  "layout is.",
          .domain = compact,
          .check = implies_tractable(is_compact_layout),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.3.10.5((1,1):(2,3)) = false",
          .remark = "An extent 1 does not matter to a compact layout, but its stride does to a "
                    "tractable one: sort keeps it.",
          .change = "Any non-degenerate compact layout.",
          .slips = {"The example prints the stride 8 for 9; with 8 it is neither compact nor "
                    "tractable."},
      },
      {
          .id = "colfax.2.3.10.5.amended",
          .kind = "Amendment",
          .says = "Any non-degenerate compact layout is tractable.",
          .domain = compact,
          .check = implies_tractable(is_nondegenerate_and_compact),
      },
      example_of("colfax.2.3.10.6",
                 "((3,7,7)):((0,15,0)) is tractable, as any layout with exactly one stride above 0 "
                 "is.",
                 layouts_with_one_positive_stride(), implies_tractable(has_one_positive_stride)),
      {
          .id = "colfax.2.3.10.7",
          .kind = "Example",
          .says = "(2,(2,(2,2))):(1,(2048,(16,64))) is tractable, as any complementable layout is.",
          .domain = complementable,
          .check = implies_tractable(is_complementable_layout),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.3.10.7((1,1):(2,3)) = false",
          .remark = "2.1.6.11 looks at squeeze(L), which drops extents of 1; 2.3.10.1 does not.",
          .change = "Any non-degenerate complementable layout.",
      },
      {
          .id = "colfax.2.3.10.7.amended",
          .kind = "Amendment",
          .says = "Any non-degenerate complementable layout is tractable.",
          .domain = complementable,
          .check = implies_tractable(is_nondegenerate_and_complementable),
      },
      example("colfax.2.3.10.8",
              "The concatenation of two tractable layouts that is not tractable."),
  };
}

}  // namespace

std::vector<Statement> colfax_2_3_8() {
  std::vector<Statement> list = logical_division();
  for (auto* part : {logical_product, tractable}) {
    for (Statement& statement : part())
      list.push_back(std::move(statement));
  }
  return list;
}

}  // namespace layoutcheck::properties
