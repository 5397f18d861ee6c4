// The statements on logical division and logical products (colfax 2.3.8, 2.3.9).
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

/// The values of Φ_L, for numbers that are small.
Tuple small_table(const Layout& layout) {
  Tuple values{0};
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const std::size_t before = values.size();
    for (Int k = 1; k < layout.extents()[i]; ++k) {
      for (std::size_t x = 0; x < before; ++x)
        values.push_back(values[x] + k * layout.strides()[i]);
    }
  }
  return values;
}

/// Whether Φ_A(x + y) = Φ_A(x) + Φ_A(y) for the values x of one layout and y of another.
bool is_additive(const Tuple& a, const Tuple& xs, const Tuple& ys) {
  return std::all_of(xs.begin(), xs.end(), [&](Int x) {
    return std::all_of(ys.begin(), ys.end(), [&](Int y) {
      const auto at = [&](Int place) { return a[static_cast<std::size_t>(place)]; };
      return at(x + y) == at(x) + at(y);
    });
  });
}

/// Whether A is additive along the entries of B, as it must be if A∘B exists.
bool is_additive_along(const Tuple& a, const Layout& b) {
  Tuple values{0};
  for (const Layout& entry : algebra::flatten(b).modes()) {
    const Tuple next = small_table(entry);
    if (!is_additive(a, values, next)) return false;
    Tuple sums;
    for (const Int y : next) {
      for (const Int x : values)
        sums.push_back(x + y);
    }
    values = std::move(sums);
  }
  return true;
}

/// Whether the expressions of 2.3.8.1 may differ: A is additive along B and along B^c, as it must
/// be if A∘B and A∘B^c exist, but not along both together. If it is, then A∘(B, B^c) exists where
/// they do.
bool may_carry(const Tuple& a, const Layout& b) {
  const Outcome<Layout> rest = constructed_complement(b, static_cast<Int>(a.size()));
  return rest && !is_additive(a, small_table(b), small_table(*rest)) && is_additive_along(a, b) &&
         is_additive_along(a, *rest);
}

/// A and B, where the expressions of 2.3.8.1 differ now and then.
///
/// Brackets and extents of 1 make no difference to whether the composites exist and agree, so the
/// lightest A and B for which they do not have none of these. Only such are enumerated, and only
/// where the expressions may differ at all.
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
  domain.enumerate = [](std::size_t weight, const Visitor& visit) {
    for (std::size_t w = 0; w <= weight; ++w) {
      std::vector<std::pair<Layout, Int>> divisors;
      enumerate_without_ones(w, [&](const Layout& b) {
        if (is_complementable_amended(b)) divisors.emplace_back(b, oracle::to_int(last_end(b)));
        return true;
      });
      if (divisors.empty()) continue;
      const bool go_on = enumerate_without_ones(weight - w, [&](const Layout& a) {
        const Tuple values = small_table(a);
        return std::all_of(divisors.begin(), divisors.end(), [&](const auto& divisor) {
          const auto& [b, end] = divisor;
          return static_cast<Int>(values.size()) % end != 0 || !may_carry(values, b) ||
                 visit({a, b});
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
  Domain domain = divisible_layouts(nested);
  domain.name = "a layout A, a divisor B of it, and B with its entries in another order";
  domain.sorts.push_back(Sort::layout);
  domain.enumerate = make_domain("", domain.sorts, {}).enumerate;
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& b = layout(operands, 1);
    operands.emplace_back(mostly(entropy, reordered(entropy, b)));
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
      if (entropy.chance(20)) rest = reordered(entropy, rest);
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

std::vector<Statement> logical_division() {
  const Domain divisible = divisible_layouts(nested);
  const Domain with_carries = divisible_with_carries();
  // Drawn alike, but everything is enumerated.
  Domain amended_domain = with_carries;
  amended_domain.enumerate = divisible.enumerate;
  return {
      {
          .id = "colfax.2.3.8.1",
          .kind = "Definition",
          .says = "A ⊘ B = A∘(B, B^c) = (A∘B, A∘B^c), where B^c = comp(B, size(A)). (Where one of "
                  "the two exists, both do, and they are equal.)",
          .domain = with_carries,
          .check = on_quotients(are_equal),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.3.8.1((4,2,3):(0,1,1), 4:3) = false",
          .remark =
              "The second expression can exist without the first, because values of B and B^c may "
              "carry in A when they are added. For A = (4,2,3):(0,1,1) and B = 4:3, B^c is "
              "(3,2):(1,12), and Φ_A(3) = Φ_A(1) = 0, but Φ_A(4) = 1.",
          .change = "Define A ⊘ B as A∘(B, B^c); where it exists, it is (A∘B, A∘B^c).",
      },
      {
          .id = "colfax.2.3.8.1.amended",
          .kind = "Amendment",
          .says = "A ⊘ B = A∘(B, B^c), where B^c = comp(B, size(A)); if that exists, it is (A∘B, "
                  "A∘B^c).",
          .domain = amended_domain,
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

}  // namespace

std::vector<Statement> colfax_2_3_8() {
  std::vector<Statement> list = logical_division();
  for (Statement& statement : logical_product())
    list.push_back(std::move(statement));
  return list;
}

}  // namespace layoutcheck::properties
