// Integer tuples: as far as possible by going through words and entries once.
#include "exact_layout.hpp"
#include "parts.hpp"
#include <layoutcheck/algebra/int_tuples.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <limits>

namespace layoutcheck::algebra {

namespace {

using detail::Part;
using detail::product_of;
using detail::Wide;
using Entries = std::span<const Int>;

Entries entries_of(const NestedTuple& tuple, const Part& part) {
  return Entries(tuple.entries()).subspan(part.first, part.last - part.first);
}

Int checked_size(Entries entries) {
  work(entries.size() + 1);
  Int product = 1;
  for (const Int entry : entries)
    product = checked_multiply(product, entry);
  return product;
}

/// Whether n is below the product. Pre: no entry is 0.
bool is_below_size(Int n, Entries entries) {
  work(entries.size() + 1);
  Wide product = 1;
  for (const Int entry : entries) {
    product *= static_cast<Wide>(entry);
    if (product > static_cast<Wide>(n)) return true;
  }
  return static_cast<Wide>(n) < product;
}

Undefined other_ranks(std::size_t x, std::size_t y) {
  return {std::to_string(x) + " modes meet " + std::to_string(y)};
}

enum class Division { exact, rounded };

/// ⌈a / b⌉ for the product b of the entries; undefined if it is to be exact, and neither divides
/// the other.
Outcome<Int> quotient(Int a, Entries by, Division division) {
  work(by.size() + 1);
  const auto wide = static_cast<Wide>(a);
  Wide product = 1;
  Wide remainder = 1 % wide;
  bool is_large = false;
  for (const Int entry : by) {
    remainder = remainder * static_cast<Wide>(entry) % wide;
    if (!is_large) product *= static_cast<Wide>(entry);
    is_large = is_large || product > static_cast<Wide>(std::numeric_limits<Int>::max());
  }
  const bool divides = remainder == 0 || (!is_large && wide % product == 0);
  if (division == Division::exact && !divides)
    return Undefined{std::to_string(a) + " is neither a divisor nor a multiple of what it meets"};
  return is_large ? 1 : static_cast<Int>((wide + product - 1) / product);
}

Outcome<NestedTuple> divide(const NestedTuple& x, const NestedTuple& y, Division division) {
  if (x.is_entry() || y.is_entry()) {
    // The product of some entries is divided as they are, one after the other: so what a tuple
    // leaves is what its entries leave.
    Tuple entries;
    Int left = y.is_entry() ? y.entries()[0] : 0;
    for (const Int entry : x.entries()) {
      const Outcome<Int> part =
          quotient(entry, x.is_entry() ? Entries(y.entries()) : Entries(&left, 1), division);
      if (!part) return part.undefined();
      entries.push_back(*part);
      if (!x.is_entry()) left = *quotient(left, Entries(&entry, 1), Division::rounded);
    }
    return NestedTuple(std::move(entries), x.profile());
  }
  std::vector<NestedTuple> modes = x.modes();
  const std::vector<NestedTuple> by = y.modes();
  work(x.profile().word().size() + y.profile().word().size());
  if (by.size() > modes.size() || (division == Division::exact && by.size() < modes.size()))
    return other_ranks(modes.size(), by.size());
  for (std::size_t i = 0; i < by.size(); ++i) {
    Outcome<NestedTuple> mode = divide(modes[i], by[i], division);
    if (!mode) return mode;
    modes[i] = std::move(mode).value();
  }
  return NestedTuple::tuple_of(modes);
}

/// Whether y has tuples where x has, of no greater rank, and integers where x has; what it lacks is
/// one.
bool can_round(const NestedTuple& x, const NestedTuple& y) {
  if (x.is_entry() || y.is_entry()) return x.is_entry() && y.is_entry();
  const std::vector<NestedTuple> modes = x.modes();
  std::vector<NestedTuple> by = y.modes();
  if (by.size() > modes.size()) return false;
  by.resize(modes.size(), NestedTuple(1));
  return std::equal(modes.begin(), modes.end(), by.begin(), can_round);
}

NestedTuple rounded(const NestedTuple& x, const NestedTuple& y) {
  work(x.profile().word().size() + y.profile().word().size());
  if (x.is_entry()) {
    const Int excess = x.entries()[0] % y.entries()[0];
    return NestedTuple(excess == 0 ? x.entries()[0]
                                   : checked_add(x.entries()[0], y.entries()[0] - excess));
  }
  std::vector<NestedTuple> modes = x.modes();
  const std::vector<NestedTuple> by = y.modes();
  for (std::size_t i = 0; i < by.size(); ++i)
    modes[i] = rounded(modes[i], by[i]);
  return NestedTuple::tuple_of(modes);
}

/// A shape whose integers may be too large.
struct Sizes {
  std::string word;
  std::vector<Exact> entries;

  explicit Sizes(const NestedTuple& shape) : word(shape.profile().word()) {
    for (const Int entry : shape.entries())
      entries.emplace_back(entry);
  }
};

std::optional<Sizes> coarsening(const NestedTuple& x, const NestedTuple& y) {
  work(x.profile().word().size() + y.profile().word().size());
  if (refines(x, y)) return Sizes(y);
  if (refines(y, x)) return Sizes(x);
  const std::vector<NestedTuple> xs = x.modes();
  const std::vector<NestedTuple> ys = y.modes();
  Sizes all{NestedTuple()};
  all.word = "(";
  bool by_mode = !x.is_entry() && !y.is_entry() && xs.size() == ys.size();
  for (std::size_t i = 0; i < xs.size() && by_mode; ++i) {
    const std::optional<Sizes> mode = coarsening(xs[i], ys[i]);
    by_mode = mode.has_value();
    if (!mode) continue;
    all.word += mode->word;
    all.entries.insert(all.entries.end(), mode->entries.begin(), mode->entries.end());
  }
  all.word += ")";
  if (by_mode) return all;
  const Exact size = product_of(x.entries());
  if (size != product_of(y.entries())) return std::nullopt;
  all.word = "*";
  all.entries = {size};
  return all;
}

Int checked(const Exact& number) {
  if (number > std::numeric_limits<Int>::max())
    throw Overflow(digits(number) + " does not fit in 64 bits");
  return static_cast<Int>(number);
}

Undefined integer_beside_tuple() {
  return {"an integer stands where the other has a tuple"};
}

/// The tuple read from its end.
NestedTuple reversed(const NestedTuple& tuple) {
  std::string word(tuple.profile().word().rbegin(), tuple.profile().word().rend());
  for (char& c : word)
    c = c == '(' ? ')' : c == ')' ? '(' : c;
  return {Tuple(tuple.entries().rbegin(), tuple.entries().rend()),
          Profile::from_word(std::move(word))};
}

/// Whether integers meet integers, and tuples tuples, in the modes that both have.
bool are_comparable(const NestedTuple& x, const NestedTuple& y) {
  work(x.profile().word().size() + y.profile().word().size());
  if (x.is_entry() || y.is_entry()) return x.is_entry() && y.is_entry();
  const std::vector<NestedTuple> xs = x.modes();
  const std::vector<NestedTuple> ys = y.modes();
  for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i)
    if (!are_comparable(xs[i], ys[i])) return false;
  return true;
}

bool is_each_below(const NestedTuple& x, const NestedTuple& y, bool or_equal) {
  if (x.is_entry())
    return or_equal ? x.entries()[0] <= y.entries()[0] : x.entries()[0] < y.entries()[0];
  const std::vector<NestedTuple> xs = x.modes();
  const std::vector<NestedTuple> ys = y.modes();
  return xs.size() <= ys.size() && std::equal(xs.begin(), xs.end(), ys.begin(),
                                              [&](const NestedTuple& a, const NestedTuple& b) {
                                                return is_each_below(a, b, or_equal);
                                              });
}

/// The parts of the shape that the parts of a coordinate are indices of.
Outcome<std::vector<Part>> met_by(const NestedTuple& coordinate, const NestedTuple& shape) {
  Outcome<std::vector<Part>> parts = detail::places(coordinate.profile(), shape.profile());
  if (!parts) return parts;
  for (std::size_t i = 0; i < parts->size(); ++i)
    if (!is_below_size(coordinate.entries()[i], entries_of(shape, (*parts)[i])))
      return Undefined{"part " + std::to_string(i) + " of the coordinate is out of range"};
  return parts;
}

}  // namespace

NestedTuple product_each(const NestedTuple& tuple) {
  Tuple sizes;
  for (const Part& part : detail::modes_of(tuple.profile()))
    sizes.push_back(checked_size(entries_of(tuple, part)));
  return NestedTuple::flat(std::move(sizes));
}

Outcome<NestedTuple> product_like(const NestedTuple& tuple, const Profile& profile) {
  const Outcome<std::vector<Part>> parts = detail::places(profile, tuple.profile());
  if (!parts) return parts.undefined();
  Tuple sizes;
  for (const Part& part : *parts)
    sizes.push_back(checked_size(entries_of(tuple, part)));
  return NestedTuple(std::move(sizes), profile);
}

Outcome<Int> inner_product(const NestedTuple& x, const NestedTuple& y) {
  if (!congruent(x, y))
    return Undefined{to_string(x) + " and " + to_string(y) + " are not congruent"};
  Int sum = 0;
  for (std::size_t i = 0; i < x.length(); ++i)
    sum = checked_add(sum, checked_multiply(x.entries()[i], y.entries()[i]));
  return sum;
}

Outcome<NestedTuple> elem_scale(const NestedTuple& x, const NestedTuple& y) {
  const Outcome<std::vector<Part>> parts = detail::places(x.profile(), y.profile());
  if (!parts) return parts.undefined();
  Tuple entries = x.entries();
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = checked_multiply(entries[i], checked_size(entries_of(y, (*parts)[i])));
  return NestedTuple(std::move(entries), x.profile());
}

Outcome<NestedTuple> shape_div(const NestedTuple& x, const NestedTuple& y) {
  return divide(x, y, Division::exact);
}

Outcome<NestedTuple> ceil_div(const NestedTuple& x, const NestedTuple& y) {
  return divide(x, y, Division::rounded);
}

Outcome<NestedTuple> round_up(const NestedTuple& x, const NestedTuple& y) {
  if (!can_round(x, y))
    return Undefined{to_string(y) + " does not have the nesting of " + to_string(x)};
  return rounded(x, y);
}

bool compatible(const NestedTuple& x, const NestedTuple& y) {
  return refines(y, x);
}

bool weakly_congruent(const NestedTuple& x, const NestedTuple& y) {
  return detail::places(x.profile(), y.profile()).has_value();
}

bool evenly_divides(const NestedTuple& x, const NestedTuple& y) {
  if (y.is_entry()) {
    const Exact tiles = product_of(ceil_div(x, y)->entries());
    return product_of(x.entries()) == tiles * y.entries()[0];
  }
  const std::vector<NestedTuple> tilers = y.modes();
  const std::vector<NestedTuple> modes = x.modes();
  work(x.profile().word().size() + y.profile().word().size());
  if (tilers.size() > modes.size()) return false;
  for (std::size_t i = 0; i < tilers.size(); ++i)
    if (!evenly_divides(modes[i], tilers[i])) return false;
  return true;
}

Outcome<NestedTuple> common_refinement(const NestedTuple& x, const NestedTuple& y) {
  work(x.profile().word().size() + y.profile().word().size());
  if (refines(x, y)) return x;
  if (refines(y, x)) return y;
  std::vector<NestedTuple> xs = x.modes();
  const std::vector<NestedTuple> ys = y.modes();
  if (x.is_entry() || y.is_entry() || xs.size() != ys.size())
    return Undefined{to_string(x) + " and " + to_string(y) + " have no common refinement"};
  for (std::size_t i = 0; i < xs.size(); ++i) {
    Outcome<NestedTuple> mode = common_refinement(xs[i], ys[i]);
    if (!mode) return mode;
    xs[i] = std::move(mode).value();
  }
  return NestedTuple::tuple_of(xs);
}

Outcome<NestedTuple> common_coarsening(const NestedTuple& x, const NestedTuple& y) {
  const std::optional<Sizes> sizes = coarsening(x, y);
  if (!sizes) return Undefined{"the sizes differ"};
  Tuple entries;
  std::transform(sizes->entries.begin(), sizes->entries.end(), std::back_inserter(entries),
                 checked);
  return NestedTuple(std::move(entries), Profile::from_word(sizes->word));
}

Outcome<bool> is_before(const NestedTuple& x, const NestedTuple& y, Direction direction) {
  if (direction == Direction::backwards)
    return is_before(reversed(x), reversed(y), Direction::forwards);
  if (!are_comparable(x, y)) return integer_beside_tuple();
  const std::string& a = x.profile().word();
  const std::string& b = y.profile().word();
  std::size_t entry = 0;
  // The first bracket that differs ends a tuple that begins the other one.
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] != b[i]) return a[i] == ')';
    if (a[i] != '*') continue;
    if (x.entries()[entry] != y.entries()[entry]) return x.entries()[entry] < y.entries()[entry];
    ++entry;
  }
  return false;
}

Outcome<bool> is_below(const NestedTuple& x, const NestedTuple& y, bool or_equal) {
  if (!are_comparable(x, y)) return integer_beside_tuple();
  return is_each_below(x, y, or_equal);
}

Outcome<Int> crd2idx(const NestedTuple& coordinate, const NestedTuple& shape) {
  const Outcome<std::vector<Part>> parts = met_by(coordinate, shape);
  if (!parts) return parts.undefined();
  Exact index = 0;
  for (std::size_t i = parts->size(); i-- > 0;) {
    work(words(index));
    index = index * product_of(entries_of(shape, (*parts)[i])) + coordinate.entries()[i];
  }
  return checked(index);
}

Outcome<NestedTuple> idx2crd(const NestedTuple& coordinate, const NestedTuple& shape) {
  const Outcome<std::vector<Part>> parts = met_by(coordinate, shape);
  if (!parts) return parts.undefined();
  Tuple entries;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    Int left = coordinate.entries()[i];
    for (const Int extent : entries_of(shape, (*parts)[i])) {
      entries.push_back(left % extent);
      left /= extent;
    }
  }
  return NestedTuple(std::move(entries), shape.profile());
}

Outcome<NestedTuple> crd2crd(const NestedTuple& coordinate, const NestedTuple& from,
                             const NestedTuple& to) {
  work(from.profile().word().size() + to.profile().word().size());
  if (coordinate.is_entry() || from.is_entry() || to.is_entry()) {
    if (product_of(from.entries()) != product_of(to.entries()))
      return Undefined{to_string(from) + " and " + to_string(to) + " have other sizes"};
    // If the coordinate is a tuple, the other shape is an integer, and the answer is the index.
    const Outcome<std::vector<Part>> parts = met_by(coordinate, from);
    if (!parts) return parts.undefined();
    if (coordinate.is_entry()) return idx2crd(coordinate, to);
    const Outcome<Int> index = crd2idx(coordinate, from);
    return idx2crd(NestedTuple(*index), to);
  }
  std::vector<NestedTuple> modes = coordinate.modes();
  const std::vector<NestedTuple> sources = from.modes();
  const std::vector<NestedTuple> targets = to.modes();
  if (modes.size() != sources.size()) return other_ranks(modes.size(), sources.size());
  if (modes.size() != targets.size()) return other_ranks(modes.size(), targets.size());
  // What is undefined anywhere is so although the index of another mode is too large.
  std::exception_ptr too_large;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    try {
      Outcome<NestedTuple> mode = crd2crd(modes[i], sources[i], targets[i]);
      if (!mode) return mode;
      modes[i] = std::move(mode).value();
    } catch (const Overflow&) {
      too_large = std::current_exception();
    }
  }
  if (too_large) std::rethrow_exception(too_large);
  return NestedTuple::tuple_of(modes);
}

Outcome<NestedTuple> increment(const NestedTuple& coordinate, const NestedTuple& shape) {
  if (!congruent(coordinate, shape))
    return Undefined{"the coordinate is not congruent to the shape"};
  Tuple entries = coordinate.entries();
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i] >= shape.entries()[i]) return Undefined{"the coordinate is out of range"};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (++entries[i] < shape.entries()[i]) return NestedTuple(std::move(entries), shape.profile());
    entries[i] = 0;
  }
  return Undefined{"it is the last coordinate"};
}

}  // namespace layoutcheck::algebra
