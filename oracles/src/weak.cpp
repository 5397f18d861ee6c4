// Judging by weak post-conditions.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/weak.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace layoutcheck::oracle {
namespace {

/// What an answer violates; nothing if it violates nothing. The functions that end in
/// "_objection" compare a claimed answer with what is asked of it.
using Objection = std::optional<WeakObjection>;

WeakObjection because(std::string why) {
  return {std::move(why), {}, false};
}

std::string written(const ExactLayout& layout) {
  return to_string(to_layout(layout));
}

/// What an answer depends on beside the operands.
struct WeakContext {
  Convention convention;
  const Limits& limits;
  const WeakClauses& clauses;

  [[nodiscard]] bool asks_for(WeakClause clause) const { return clauses.count(clause) > 0; }
};

std::set<Exact> values_of(const ExactLayout& layout, const Limits& limits) {
  const std::vector<Exact> values = table(layout, limits);
  return {values.begin(), values.end()};
}

bool has_complement(const ExactLayout& layout, const Limits& limits) {
  return flat_complement(without_zero_strides(layout), limits).has_value();
}

/// An objection to the values of a complement of `a` at some points. It has the value 0 at 0.
Objection values_objection(std::map<Exact, Exact> at, const ExactLayout& a, const WeakContext& c) {
  const std::set<Exact> taken = values_of(a, c.limits);
  at.emplace(0, 0);
  for (auto one = at.begin(), last = at.end(); one != at.end(); last = one++) {
    work();
    const auto& [point, value] = *one;
    const std::string here =
        "the complement has the value " + digits(value) + " at " + digits(point);
    if (c.asks_for(WeakClause::ordered) && last != at.end() && value <= last->second) {
      return WeakObjection{here + ", and " + digits(last->second) + " at " + digits(last->first) +
                               ": it is not ordered",
                           WeakClause::ordered, false};
    }
    if (c.asks_for(WeakClause::disjoint) && point > 0 && taken.count(value) > 0) {
      return WeakObjection{here + ", which is a value of " + written(a) + ": they are not disjoint",
                           WeakClause::disjoint, false};
    }
  }
  return std::nullopt;
}

/// What the strides of a layout leave out, which CuTe's complement fills.
struct Gaps {
  /// As often as the stride after each goes into it, its extent rounded down.
  std::vector<Exact> extents;
  std::vector<Exact> strides;
  /// Where the layout and its gaps, all of which lie below it, are repeated.
  Exact period = 1;
};

/// Nothing where an entry begins before the one before it ends.
std::optional<Gaps> gaps_of(const ExactLayout& a) {
  std::vector<std::pair<Exact, Exact>> entries;
  for (std::size_t i = 0; i < a.length(); ++i)
    if (a.extents[i] > 1 && a.strides[i] > 0) entries.emplace_back(a.strides[i], a.extents[i]);
  std::sort(entries.begin(), entries.end());
  Gaps gaps;
  for (const auto& [stride, extent] : entries) {
    if (stride < gaps.period) return std::nullopt;
    if (stride / gaps.period > 1) {
      gaps.extents.push_back(stride / gaps.period);
      gaps.strides.push_back(gaps.period);
    }
    gaps.period = stride * extent;
  }
  return gaps;
}

/// The gaps, and so many periods of them. They are ordered, and disjoint from the layout: the
/// values of both together are numbers in a mixed base, each written once.
ExactLayout repeated(Gaps gaps, const Exact& times) {
  gaps.extents.push_back(times);
  gaps.strides.push_back(gaps.period);
  return ExactLayout::flat(gaps.extents, gaps.strides);
}

/// Beyond order and disjointness, what is asked of a complement of `a` under `n` that has so many
/// values, of which the last is `last`.
struct Extent {
  Exact count;
  Exact last;
};

Exact bound_on(const ExactLayout& a, const Exact& n) {
  return (n + cosize(a) - 1) / cosize(a) * cosize(a);
}

Objection extent_objection(const Extent& found, const ExactLayout& a, const Exact& n,
                           const WeakContext& c) {
  const std::string here = "the complement ends at " + digits(found.last);
  if (c.asks_for(WeakClause::bounded) && found.last >= bound_on(a, n)) {
    return WeakObjection{here + ", which is not below " + digits(bound_on(a, n)) + ", " +
                             digits(n) + " rounded up to whole cosizes of " + written(a) +
                             ": it is not bounded",
                         WeakClause::bounded, false};
  }
  if (c.asks_for(WeakClause::reaching) && found.last + cosize(a) < n) {
    return WeakObjection{here + ", and with " + written(a) + " at " +
                             digits(found.last + cosize(a) - 1) + ", before " + digits(n - 1) +
                             ": it is not reaching",
                         WeakClause::reaching, false};
  }
  if (const std::optional<Gaps> gaps = gaps_of(a); gaps && c.asks_for(WeakClause::largest)) {
    const Exact once = cosize(repeated(*gaps, 1));
    if (once <= n) {
      const ExactLayout fits = repeated(*gaps, (n - once) / gaps->period + 1);
      if (found.count < size(fits)) {
        return WeakObjection{"the size of the complement is " + digits(found.count) +
                                 ", and that of " + written(fits) +
                                 ", which is ordered, disjoint and below " + digits(n) + ", is " +
                                 digits(size(fits)) + ": it is not the largest",
                             WeakClause::largest, false};
      }
    }
  }
  return std::nullopt;
}

/// CuTe's own answer: the gaps, in as many periods as cover n.
std::optional<ExactLayout> filled_gaps(const ExactLayout& a, const Exact& n) {
  const std::optional<Gaps> gaps = gaps_of(a);
  if (!gaps) return std::nullopt;
  return repeated(*gaps, (n + gaps->period - 1) / gaps->period);
}

Objection complement_objection(const ExactLayout& claimed, const ExactLayout& a, const Exact& n,
                               const WeakContext& c) {
  const std::vector<Exact> all = table(claimed, c.limits);
  std::map<Exact, Exact> values;
  for (const Exact& value : all)
    values.emplace(values.size(), value);
  Objection objection = values_objection(std::move(values), a, c);
  if (!objection) objection = extent_objection({all.size(), all.back()}, a, n, c);
  if (objection) {
    const std::optional<ExactLayout> filled = filled_gaps(a, n);
    objection->fills_gaps = filled && same_function(claimed, *filled, c.limits);
  }
  return objection;
}

/// The answer of a division or product as a function of the coordinate (i, j) in its two parts, of
/// which the first has so many points, and the second so many.
struct Parts {
  Exact first;
  Exact second;
  std::function<Exact(const Exact& i, const Exact& j)> value;
};

/// Where A, which goes on by its last entry beyond its size, cannot have a value any more.
struct Continuation {
  /// Beyond a multiple of `period` the values grow by `growth`.
  Exact growth = 0;
  Exact period = 1;
};

Continuation continuation_of(const ExactLayout& a, Convention convention) {
  std::size_t last = a.length();
  while (convention == Convention::squeezed && last > 0 && a.extents[last - 1] == 1)
    --last;
  if (last == 0) return {};
  return {a.strides[last - 1], product(std::span(a.extents).first(last - 1))};
}

/// A division of A by B is A∘(B, B*) for a complement B* of B under size(A). The answer says what
/// A is at B(i) + B*(j), and so not B*(j) itself, an *offset*. It is acceptable if there are
/// offsets 0 = c(0) < c(1) < … that are no values of B after the first, and for which A has the
/// values of the answer. They are searched for one after the other, each the least beyond the one
/// before it; this finds some if there are any, since in a list of offsets the first that is not
/// the least may be exchanged for the least, which leaves those after it greater. How far B*
/// reaches depends on the last offset alone: each that has the values is tried there.
Objection division_objection(const Parts& parts, const ExactLayout& a, const ExactLayout& b,
                             const WeakContext& c) {
  const std::vector<Exact> inner = table(b, c.limits);
  const std::set<Exact> taken(inner.begin(), inner.end());
  const auto agrees = [&](const Exact& offset, const Exact& j) {
    for (std::size_t i = 0; i < inner.size(); ++i)
      if (value_at(a, inner[i] + offset, c.convention) != parts.value(i, j)) return false;
    return true;
  };
  if (!agrees(0, 0)) return because("its tile is not " + written(a) + " after " + written(b));
  const Exact n = size(a);
  const Continuation beyond = continuation_of(a, c.convention);
  /// The least offset from `least` on at which A has the values of rest j.
  const auto offset_from = [&](Exact least, const Exact& j) -> std::optional<Exact> {
    const Exact end = beyond.growth > 0
                          ? Exact((parts.value(0, j) / beyond.growth + 1) * beyond.period)
                          : Exact(std::max(least, cosize(b)) + beyond.period + 1);
    for (; least < end; ++least)
      if (taken.count(least) == 0 && agrees(least, j)) return least;
    return std::nullopt;
  };
  Exact offset = 0;
  for (Exact j = 1; j < parts.second; ++j) {
    const std::optional<Exact> next = offset_from(offset + 1, j);
    if (!next) {
      return because("its rest " + digits(j) + ", at " + digits(parts.value(0, j)) + ", is " +
                     written(a) + " after " + written(b) +
                     " at no offset beyond those before it that " + written(b) + " does not take");
    }
    offset = *next;
  }
  // The last offset may as well be one that reaches further, if it is still bounded.
  Objection objection = extent_objection({parts.second, offset}, b, n, c);
  if (objection && objection->clause == WeakClause::reaching && parts.second > 1) {
    const auto further = offset_from(std::max(offset, Exact(n - cosize(b))), parts.second - 1);
    if (further) {
      const Objection other = extent_objection({parts.second, *further}, b, n, c);
      if (!other || other->clause == WeakClause::largest) objection = other;
    }
  }
  if (objection) {
    const std::optional<ExactLayout> filled = filled_gaps(b, n);
    objection->fills_gaps = filled && size(*filled) == parts.second;
    for (Exact j = 0; objection->fills_gaps && j < parts.second; ++j)
      objection->fills_gaps = agrees(value_at(*filled, j), j);
  }
  return objection;
}

/// Of the complement of A only the values at those of B are seen, so that how far it reaches and
/// how many values it has is not.
Objection product_objection(const Parts& parts, const ExactLayout& a, const ExactLayout& b,
                            const WeakContext& c) {
  const std::vector<Exact> block = table(a, c.limits);
  const std::vector<Exact> places = table(b, c.limits);
  if (parts.second != places.size()) {
    return because("it has " + digits(parts.second) + " copies of the block, not " +
                   std::to_string(places.size()));
  }
  std::map<Exact, Exact> values;
  for (std::size_t j = 0; j < places.size(); ++j) {
    const Exact begin = parts.value(0, j);
    for (std::size_t i = 0; i < block.size(); ++i)
      if (parts.value(i, j) != begin + block[i])
        return because("copy " + std::to_string(j) + " of the block is not " + written(a));
    const auto [known, is_new] = values.emplace(places[j], begin);
    if (!is_new && known->second != begin) {
      return because("the place " + digits(places[j]) + " is both " + digits(known->second) +
                     " and " + digits(begin));
    }
  }
  return values_objection(std::move(values), a, c);
}

Objection parts_objection(Splitter splitter, const Parts& parts, const ExactLayout& a,
                          const ExactLayout& b, const WeakContext& c) {
  charge(parts.first * parts.second, c.limits, "comparing an answer");
  return splitter == Splitter::divide ? division_objection(parts, a, b, c)
                                      : product_objection(parts, a, b, c);
}

/// The claimed layout as two parts of which the first has so many points.
std::optional<Parts> split_at(const ExactLayout& claimed, const Exact& first) {
  if (size(claimed) % first != 0) return std::nullopt;
  return Parts{first, size(claimed) / first, [claimed, first](const Exact& i, const Exact& j) {
                 return value_at(claimed, i + first * j);
               }};
}

/// The same of a blocked or raked product, mode by mode.
std::optional<Parts> split_by_rank(const ExactLayout& claimed, const ExactLayout& a,
                                   const ExactLayout& b, bool block_first) {
  const auto sizes = [](const ExactLayout& layout) {
    std::vector<Exact> all;
    for (const ExactLayout& mode : layout.modes())
      all.push_back(size(mode));
    return all;
  };
  const std::vector<Exact> blocks = sizes(a);
  const std::vector<Exact> tiles = sizes(b);
  const std::vector<ExactLayout> modes = claimed.modes();
  if (claimed.is_entry() || modes.size() != blocks.size()) return std::nullopt;
  for (std::size_t k = 0; k < modes.size(); ++k)
    if (size(modes[k]) != blocks[k] * tiles[k]) return std::nullopt;
  return Parts{product(blocks), product(tiles), [=](const Exact& i, const Exact& j) {
                 const std::vector<Exact> p = coordinate_of(blocks, i);
                 const std::vector<Exact> q = coordinate_of(tiles, j);
                 Exact sum = 0;
                 for (std::size_t k = 0; k < modes.size(); ++k)
                   sum += value_at(modes[k],
                                   block_first ? p[k] + blocks[k] * q[k] : q[k] + tiles[k] * p[k]);
                 return sum;
               }};
}

/// Where what is complemented has a complement, there is one answer.
Objection answer_objection(const ExactLayout& claimed, const Outcome<ExactLayout>& expected,
                           const Limits& limits) {
  if (!expected) return because("there is no answer: " + expected.reason());
  if (same_function(claimed, *expected, limits)) return std::nullopt;
  return because("it is another function than the answer, of which there is one");
}

WeakObjection no_modes() {
  return because("it does not have the modes of its operation");
}

/// A division or product in the arrangement of the logical one.
Objection logical_objection(Splitter splitter, const ExactLayout& claimed, const ExactLayout& a,
                            const Tiler& t, const WeakContext& c) {
  if (t.keeps()) {
    if (same_function(claimed, a, c.limits)) return std::nullopt;
    return because("it is not " + written(a));
  }
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (tilers) {
    const std::vector<ExactLayout> modes = a.modes();
    const std::vector<ExactLayout> parts = claimed.modes();
    if (claimed.is_entry() || parts.size() != modes.size() || tilers->size() > modes.size())
      return no_modes();
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const Tiler& tiler = i < tilers->size() ? (*tilers)[i] : Tiler();
      if (Objection objection = logical_objection(splitter, parts[i], modes[i], tiler, c)) {
        objection->why.insert(0, "mode " + std::to_string(i) + ": ");
        return objection;
      }
    }
    return std::nullopt;
  }
  const ExactLayout b = layout_of(t);
  const bool divides = splitter == Splitter::divide;
  if (has_complement(divides ? b : a, c.limits))
    return answer_objection(claimed, logical(splitter, a, t, c.convention, c.limits), c.limits);
  const std::optional<Parts> parts = split_at(claimed, size(divides ? b : a));
  if (!parts) return no_modes();
  return parts_objection(splitter, *parts, a, b, c);
}

/// The logical arrangement of gathered parts. The first is the tile or the block, and one point of
/// a mode that is kept.
std::optional<ExactLayout> unzipped(Splitter splitter, const ExactLayout& first,
                                    const ExactLayout& second, const ExactLayout& a,
                                    const Tiler& t) {
  if (t.keeps()) return size(first) == 1 ? std::optional(second) : std::nullopt;
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) {
    if (size(first) != size(splitter == Splitter::divide ? layout_of(t) : a)) return std::nullopt;
    return ExactLayout::tuple_of(std::vector{first, second});
  }
  const std::vector<ExactLayout> modes = a.modes();
  const std::vector<ExactLayout> x = first.modes();
  std::vector<ExactLayout> y = second.modes();
  if (first.is_entry() || second.is_entry() || x.size() != tilers->size() ||
      y.size() != modes.size() || x.size() > y.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::optional<ExactLayout> both = unzipped(splitter, x[i], y[i], modes[i], (*tilers)[i]);
    if (!both) return std::nullopt;
    y[i] = *both;
  }
  return ExactLayout::tuple_of(y);
}

/// The logical arrangement of an answer in that of its operation. With a tiler that does not act by
/// mode all have the same function, with the tile first.
std::optional<ExactLayout> as_logical(Splitter splitter, const ExactLayout& claimed,
                                      Arrangement arrangement, const ExactLayout& a,
                                      const Tiler& t) {
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (arrangement == Arrangement::logical || !tilers) return claimed;
  if (claimed.is_entry()) return std::nullopt;
  const std::vector<ExactLayout> modes = claimed.modes();
  const std::size_t count = arrangement == Arrangement::flat ? tilers->size() : 1;
  if (modes.size() < count || (arrangement == Arrangement::zipped && modes.size() != 2))
    return std::nullopt;
  const auto tuple = [](std::span<const ExactLayout> some) { return ExactLayout::tuple_of(some); };
  const std::span<const ExactLayout> all(modes);
  const ExactLayout first = arrangement == Arrangement::flat ? tuple(all.first(count)) : modes[0];
  const ExactLayout second =
      arrangement == Arrangement::zipped ? modes[1] : tuple(all.subspan(count));
  return unzipped(splitter, first, second, a, t);
}

/// Calls `visit` with what meets: A, or a mode of it, and the layout of the tiler.
void for_each_pair(const ExactLayout& a, const Tiler& t,
                   const std::function<void(const ExactLayout&, const ExactLayout&)>& visit) {
  if (t.keeps()) return;
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) return visit(a, layout_of(t));
  const std::vector<ExactLayout> modes = a.modes();
  for (std::size_t i = 0; i < std::min(modes.size(), tilers->size()); ++i)
    for_each_pair(modes[i], (*tilers)[i], visit);
}

constexpr std::string_view right_inverse_name = "right_inverse";

Objection inverse_objection(bool is_inverse, const std::string& of) {
  if (is_inverse) return std::nullopt;
  return because("it does not lead each i to where " + of + " is i");
}

/// Of a layout over a module, or of a swizzled layout.
template <class Inverted>
Objection right_inverse_objection(const ModuleLayout& claimed, const Inverted& of,
                                  const Limits& limits) {
  return inverse_objection(is_right_inverse(claimed, target(of, limits), 1, limits), to_string(of));
}

Tiler tiler_in(const Value& operand) {
  const auto* layout = std::get_if<Layout>(&operand);
  return layout != nullptr ? Tiler(*layout) : std::get<Tiler>(operand);
}

}  // namespace

std::string_view name(WeakClause clause) {
  switch (clause) {
    case WeakClause::ordered:
      return "ordered";
    case WeakClause::disjoint:
      return "disjoint";
    case WeakClause::reaching:
      return "reaching";
    case WeakClause::bounded:
      return "bounded";
    case WeakClause::largest:
      return "largest";
  }
  return "";
}

bool is_about_complement(const Operation& operation) {
  return operation.conventional && specifies_function(operation) &&
         (operation.family == Family::complement || operation.family == Family::division ||
          operation.family == Family::product);
}

bool has_weak_condition(const Operation& operation) {
  return operation.name == right_inverse_name || is_about_complement(operation);
}

bool is_complementable_where_asked(const Case& question, const Limits& limits) {
  const ExactLayout a(std::get<Layout>(question.operands.at(0)));
  const Family family = operation_of(question)->family;
  if (family == Family::complement) return has_complement(a, limits);
  bool all = true;
  for_each_pair(a, tiler_in(question.operands.at(1)),
                [&](const ExactLayout& mode, const ExactLayout& b) {
                  all = all && has_complement(family == Family::division ? b : mode, limits);
                });
  return all;
}

std::optional<WeakObjection> weak_objection(const Case& question, const Value& answer,
                                            const WeakClauses& clauses, Convention convention,
                                            const Limits& limits) {
  const Value& operand = question.operands.at(0);
  if (const auto* over = std::get_if<ModuleLayout>(&operand))
    return right_inverse_objection(std::get<ModuleLayout>(answer), *over, limits);
  if (const auto* swizzled = std::get_if<SwizzledLayout>(&operand))
    return right_inverse_objection(std::get<ModuleLayout>(answer), *swizzled, limits);
  const auto& claimed = std::get<Layout>(answer);
  const Operation& operation = *operation_of(question);
  const WeakContext c{question.convention.value_or(convention), limits, clauses};
  const ExactLayout a(std::get<Layout>(operand));
  if (operation.name == right_inverse_name)
    return inverse_objection(is_right_inverse(claimed, a, limits, c.convention), written(a));
  if (operation.family == Family::complement) {
    const Exact n =
        question.operands.size() > 1 ? Exact(std::get<Int>(question.operands[1])) : cosize(a);
    return complement_objection(claimed, a, n, c);
  }
  const Tiler t = tiler_in(question.operands.at(1));
  if (operation.arrangement == Arrangement::blocked ||
      operation.arrangement == Arrangement::raked) {
    const ExactLayout b = layout_of(t);
    const bool is_blocked = operation.arrangement == Arrangement::blocked;
    if (has_complement(a, limits)) {
      const Outcome<ExactLayout> product = is_blocked ? blocked_product(a, b, c.convention, limits)
                                                      : raked_product(a, b, c.convention, limits);
      return answer_objection(claimed, product, limits);
    }
    const std::size_t r = std::max(a.modes().size(), b.modes().size());
    const ExactLayout block = padded(a, r);
    const ExactLayout tiles = padded(b, r);
    const std::optional<Parts> parts = split_by_rank(claimed, block, tiles, is_blocked);
    return parts ? parts_objection(Splitter::product, *parts, block, tiles, c)
                 : Objection(no_modes());
  }
  const Splitter splitter =
      operation.family == Family::division ? Splitter::divide : Splitter::product;
  const std::optional<ExactLayout> logical =
      as_logical(splitter, claimed, operation.arrangement, a, t);
  return logical ? logical_objection(splitter, *logical, a, t, c) : Objection(no_modes());
}

}  // namespace layoutcheck::oracle
