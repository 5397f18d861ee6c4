// Judging by weak post-conditions.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/weak.hpp>

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace layoutcheck::oracle {
namespace {

using Complaint = std::optional<std::string>;

std::string written(const ExactLayout& layout) {
  return to_string(to_layout(layout));
}

/// What an answer depends on beside the operands.
struct Reading {
  Convention convention;
  const Limits& limits;
};

std::set<Exact> values_of(const ExactLayout& layout, const Limits& limits) {
  const std::vector<Exact> values = table(layout, limits);
  return {values.begin(), values.end()};
}

bool has_complement(const ExactLayout& layout, const Limits& limits) {
  return flat_complement(without_zero_strides(layout), limits).has_value();
}

/// Whether these values at these points can be those of a layout that is ordered and disjoint from
/// `other`: it has the value 0 at 0.
Complaint to_values(std::map<Exact, Exact> at, const ExactLayout& other, const Reading& c) {
  const std::set<Exact> taken = values_of(other, c.limits);
  at.emplace(0, 0);
  for (auto one = at.begin(), last = at.end(); one != at.end(); last = one++) {
    work();
    const auto& [point, value] = *one;
    const std::string here =
        "the complement has the value " + digits(value) + " at " + digits(point);
    if (last != at.end() && value <= last->second) {
      return here + ", and " + digits(last->second) + " at " + digits(last->first) +
             ": it is not ordered";
    }
    if (point > 0 && taken.count(value) > 0)
      return here + ", which is a value of " + written(other) + ": they are not disjoint";
  }
  return std::nullopt;
}

Complaint to_complement(const ExactLayout& claimed, const ExactLayout& a, const Reading& c) {
  std::map<Exact, Exact> values;
  for (const Exact& value : table(claimed, c.limits))
    values.emplace(values.size(), value);
  return to_values(std::move(values), a, c);
}

/// The answer of a division or product as a function of the coordinate (i, j) in its two parts, of
/// which the first has so many points, and the second so many.
struct Parts {
  Exact first;
  Exact second;
  std::function<Exact(const Exact& i, const Exact& j)> value;
};

/// The offsets c(j) are searched for in turn, the least first: if there are any such, then these,
/// as exchanging the first that differs for the least leaves the others where they are.
Complaint to_division(const Parts& parts, const ExactLayout& a, const ExactLayout& b,
                      const Reading& c) {
  const std::vector<Exact> inner = table(b, c.limits);
  const std::set<Exact> taken(inner.begin(), inner.end());
  const auto agrees = [&](const Exact& offset, const Exact& j) {
    for (std::size_t i = 0; i < inner.size(); ++i)
      if (value_at(a, inner[i] + offset, c.convention) != parts.value(i, j)) return false;
    return true;
  };
  if (!agrees(0, 0)) return "its tile is not " + written(a) + " after " + written(b);
  // The entry that goes on: beyond a multiple of `period` the values grow by its stride.
  std::size_t last = a.length();
  while (c.convention == Convention::squeezed && last > 0 && a.extents[last - 1] == 1)
    --last;
  const Exact growth = last == 0 ? Exact(0) : a.strides[last - 1];
  const Exact period = last == 0 ? Exact(1) : product(std::span(a.extents).first(last - 1));
  Exact offset = 0;
  for (Exact j = 1; j < parts.second; ++j) {
    const Exact wanted = parts.value(0, j);
    const Exact end = growth > 0 ? Exact((wanted / growth + 1) * period)
                                 : Exact(std::max(offset, cosize(b)) + period + 1);
    do {
      if (++offset >= end) {
        return "its rest " + digits(j) + ", at " + digits(wanted) + ", is " + written(a) +
               " after " + written(b) + " at no offset beyond those before it that " + written(b) +
               " does not take";
      }
    } while (taken.count(offset) > 0 || !agrees(offset, j));
  }
  return std::nullopt;
}

Complaint to_product(const Parts& parts, const ExactLayout& a, const ExactLayout& b,
                     const Reading& c) {
  const std::vector<Exact> block = table(a, c.limits);
  const std::vector<Exact> places = table(b, c.limits);
  if (parts.second != places.size()) {
    return "it has " + digits(parts.second) + " copies of the block, not " +
           std::to_string(places.size());
  }
  std::map<Exact, Exact> values;
  for (std::size_t j = 0; j < places.size(); ++j) {
    const Exact begin = parts.value(0, j);
    for (std::size_t i = 0; i < block.size(); ++i)
      if (parts.value(i, j) != begin + block[i])
        return "copy " + std::to_string(j) + " of the block is not " + written(a);
    const auto [known, is_new] = values.emplace(places[j], begin);
    if (!is_new && known->second != begin) {
      return "the place " + digits(places[j]) + " is both " + digits(known->second) + " and " +
             digits(begin);
    }
  }
  return to_values(std::move(values), a, c);
}

Complaint to_parts(Splitter splitter, const Parts& parts, const ExactLayout& a,
                   const ExactLayout& b, const Reading& c) {
  charge(parts.first * parts.second, c.limits, "comparing an answer");
  return splitter == Splitter::divide ? to_division(parts, a, b, c) : to_product(parts, a, b, c);
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
Complaint to_the_answer(const ExactLayout& claimed, const Outcome<ExactLayout>& expected,
                        const Limits& limits) {
  if (!expected) return "there is no answer: " + expected.reason();
  if (same_function(claimed, *expected, limits)) return std::nullopt;
  return "it is another function than the answer, of which there is one";
}

const std::string no_modes = "it does not have the modes of its operation";

/// A division or product in the arrangement of the logical one.
Complaint to_logical(Splitter splitter, const ExactLayout& claimed, const ExactLayout& a,
                     const Tiler& t, const Reading& c) {
  if (t.keeps()) {
    if (same_function(claimed, a, c.limits)) return std::nullopt;
    return "it is not " + written(a);
  }
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (tilers) {
    const std::vector<ExactLayout> modes = a.modes();
    const std::vector<ExactLayout> parts = claimed.modes();
    if (claimed.is_entry() || parts.size() != modes.size() || tilers->size() > modes.size())
      return no_modes;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const Tiler& tiler = i < tilers->size() ? (*tilers)[i] : Tiler();
      if (const Complaint complaint = to_logical(splitter, parts[i], modes[i], tiler, c))
        return "mode " + std::to_string(i) + ": " + *complaint;
    }
    return std::nullopt;
  }
  const ExactLayout b = layout_of(t);
  const bool divides = splitter == Splitter::divide;
  if (has_complement(divides ? b : a, c.limits))
    return to_the_answer(claimed, logical(splitter, a, t, c.convention, c.limits), c.limits);
  const std::optional<Parts> parts = split_at(claimed, size(divides ? b : a));
  if (!parts) return no_modes;
  return to_parts(splitter, *parts, a, b, c);
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

Complaint inverse_complaint(bool is_inverse, const std::string& of) {
  return is_inverse ? Complaint() : Complaint("it does not lead each i to where " + of + " is i");
}

/// Of a layout over a module, or of a swizzled layout.
template <class Inverted>
Complaint to_right_inverse(const ModuleLayout& claimed, const Inverted& of, const Limits& limits) {
  return inverse_complaint(is_right_inverse(claimed, target(of, limits), 1, limits), to_string(of));
}

Tiler tiler_in(const Value& operand) {
  const auto* layout = std::get_if<Layout>(&operand);
  return layout != nullptr ? Tiler(*layout) : std::get<Tiler>(operand);
}

}  // namespace

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

std::optional<std::string> weak_objection(const Case& question, const Value& answer,
                                          Convention convention, const Limits& limits) {
  const Value& operand = question.operands.at(0);
  if (const auto* over = std::get_if<ModuleLayout>(&operand))
    return to_right_inverse(std::get<ModuleLayout>(answer), *over, limits);
  if (const auto* swizzled = std::get_if<SwizzledLayout>(&operand))
    return to_right_inverse(std::get<ModuleLayout>(answer), *swizzled, limits);
  const auto& claimed = std::get<Layout>(answer);
  const Operation& operation = *operation_of(question);
  const Reading c{question.convention.value_or(convention), limits};
  const ExactLayout a(std::get<Layout>(operand));
  if (operation.name == right_inverse_name)
    return inverse_complaint(is_right_inverse(claimed, a, limits, c.convention), written(a));
  if (operation.family == Family::complement) return to_complement(claimed, a, c);
  const Tiler t = tiler_in(question.operands.at(1));
  if (operation.arrangement == Arrangement::blocked ||
      operation.arrangement == Arrangement::raked) {
    const ExactLayout b = layout_of(t);
    const bool is_blocked = operation.arrangement == Arrangement::blocked;
    if (has_complement(a, limits)) {
      const auto product_of = is_blocked ? blocked_product : raked_product;
      return to_the_answer(claimed, product_of(a, b, c.convention, limits), limits);
    }
    const std::size_t r = std::max(a.modes().size(), b.modes().size());
    const ExactLayout block = padded(a, r);
    const ExactLayout tiles = padded(b, r);
    const std::optional<Parts> parts = split_by_rank(claimed, block, tiles, is_blocked);
    return parts ? to_parts(Splitter::product, *parts, block, tiles, c) : Complaint(no_modes);
  }
  const Splitter splitter =
      operation.family == Family::division ? Splitter::divide : Splitter::product;
  const std::optional<ExactLayout> logical =
      as_logical(splitter, claimed, operation.arrangement, a, t);
  return logical ? to_logical(splitter, *logical, a, t, c) : Complaint(no_modes);
}

}  // namespace layoutcheck::oracle
