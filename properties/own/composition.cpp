// When a composite exists: the theorems of docs/composition.md. Everything is computed as it is
// defined there, by loops; nothing is asked of the algebra. N is the type of the numbers: machine
// words where no value can leave them, for enumerations of a billion pairs, else exact integers.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/recognition.hpp>
#include <layoutcheck/oracles/small_composition.hpp>

#include <algorithm>
#include <concepts>
#include <map>
#include <numeric>

namespace layoutcheck::properties {

namespace {

/// What these checks may cost: the pairs of points of one mode, and the coordinates of several.
constexpr oracle::Limits points{1 << 14};
constexpr Int largest_extent = 128;

/// A(x), where the last entry of A goes on for ever.
template <class N>
N value(const Layout& a, const N& x) {
  if constexpr (std::same_as<N, Exact>) {
    return oracle::value_at(a, x, Convention::extended);
  } else {
    work(a.length());
    N rest = x;
    N sum = 0;
    for (std::size_t i = 0; i < a.length(); ++i) {
      sum += (i + 1 == a.length() ? rest : rest % a.extents()[i]) * a.strides()[i];
      rest /= a.extents()[i];
    }
    return sum;
  }
}

/// A level of A: P_j and Δ_j, where coal(A) keeps the last entry of A, which goes on for ever.
template <class N>
struct Level {
  N period;
  N jump;
};

template <class N>
std::vector<Level<N>> levels_of(const Layout& a) {
  std::vector<N> extents;
  std::vector<N> strides;
  for (std::size_t i = 0; i < a.length(); ++i) {
    const N extent = a.extents()[i];
    const N stride = a.strides()[i];
    if (extent == 1 && i + 1 < a.length()) continue;
    if (!extents.empty() && extents.back() * strides.back() == stride) {
      extents.back() *= extent;
    } else {
      extents.push_back(extent);
      strides.push_back(stride);
    }
  }
  std::vector<Level<N>> levels;
  N period = 1;
  for (std::size_t j = 0; j + 1 < extents.size(); ++j) {
    work(words(period));
    period *= extents[j];
    levels.push_back({period, strides[j + 1] - extents[j] * strides[j]});
  }
  return levels;
}

// Steps

/// By D(x) = g(x) − g(x − 1), for the values g(0) = 0, g(1), …, g(s − 1).
Result check_steps(const Tuple& g) {
  if (g.empty() || g[0] != 0) return unmet();
  const auto s = static_cast<Int>(g.size());
  if (s > largest_extent) throw LimitReached("the number of values exceeds the limit");
  const auto step = [&](Int x) {
    const auto at = static_cast<std::size_t>(x);
    return g[at] - g[at - 1];
  };
  bool claimed = true;
  for (Int u = 1; u < s; ++u) {
    claimed = claimed && step(std::gcd(u, s)) == step(u);
    for (Int v = 1; v < u; ++v) {
      const Int common = step(std::gcd(u, v));
      claimed = claimed && (common == step(u) || common == step(v));
    }
  }
  const std::vector<Exact> values(g.begin(), g.end());
  return agree<bool>(
      {{"the steps are those of a layout", claimed},
       {"g is a layout function", oracle::flat_layout_of_table(values).has_value()}});
}

// One mode

/// The entry s:d of B, if B is one, with s > 1 and d > 0.
struct Entry {
  Int extent;
  Int stride;
};

std::optional<Entry> entry_of(const Layout& b) {
  if (b.length() != 1 || b.extents()[0] == 1 || b.strides()[0] == 0) return std::nullopt;
  if (b.extents()[0] > largest_extent) throw LimitReached("the extent exceeds the limit");
  return Entry{b.extents()[0], b.strides()[0]};
}

/// A∘B, by the definition.
bool exists(const Layout& a, const Layout& b) {
  thread_local oracle::SmallComposition small;
  if (oracle::SmallComposition::takes(a, b)) return small.compose(a, b, Convention::extended);
  return oracle::composition(a, b, Convention::extended, points).has_value();
}

/// Φ: the fractions numerator/denominator in least terms, each with the sum of its Δ_j.
template <class N>
using Fractions = std::map<std::pair<Int, Int>, N>;

template <class N>
Fractions<N> fractions_of(const Layout& a, const Entry& entry) {
  Fractions<N> fractions;
  for (const Level<N>& level : levels_of<N>(a)) {
    const N residue = entry.stride % level.period;
    Int numerator = 0;
    Int denominator = 1;
    for (Int x = 1; x < entry.extent; ++x) {
      const Int n = static_cast<Int>(N(residue * x / level.period));
      if (N(n) * denominator > N(numerator) * x) {
        numerator = n;
        denominator = x;
      }
    }
    if (numerator != 0) fractions[{numerator, denominator}] += level.jump;
  }
  std::erase_if(fractions, [](const auto& fraction) { return fraction.second == 0; });
  return fractions;
}

template <class N>
bool drifts(const Fractions<N>& fractions) {
  return std::ranges::any_of(fractions,
                             [](const auto& fraction) { return fraction.first.first > 1; });
}

template <class N>
Result check_without_drift(const Layout& a, const Layout& b) {
  const std::optional<Entry> entry = entry_of(b);
  if (!entry) return unmet();
  const Fractions<N> fractions = fractions_of<N>(a, *entry);
  if (fractions.empty() || drifts(fractions)) return unmet();
  std::vector<Int> chain;
  for (const auto& [fraction, jump] : fractions)
    chain.push_back(fraction.second);
  chain.push_back(entry->extent);
  std::sort(chain.begin(), chain.end());
  bool divides = true;
  std::vector<Exact> extents{chain[0]};
  for (std::size_t i = 1; i < chain.size(); ++i) {
    divides = divides && chain[i] % chain[i - 1] == 0;
    extents.emplace_back(chain[i] / chain[i - 1]);
  }
  const auto composite = oracle::composition(a, b, Convention::extended, points);
  return holds_if(divides ? composite && composite->extents == extents : !composite,
                  [&] { return "the T and s form a chain: " + yes_or_no(divides); });
}

/// Whether some Σ ε_i c_i is 0 with ε_i in low, …, high, not all 0.
template <class N>
bool has_relation(const std::vector<N>& numbers, Int low, Int high) {
  oracle::charge(
      boost::multiprecision::pow(Exact(high - low + 1), static_cast<unsigned>(numbers.size())),
      points, "the sums");
  std::vector<Int> factors(numbers.size(), low);
  for (;;) {
    N sum = 0;
    bool zero = true;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      sum += factors[i] * numbers[i];
      zero = zero && factors[i] == 0;
    }
    if (!zero && sum == 0) return true;
    std::size_t i = 0;
    while (i < factors.size() && ++factors[i] > high)
      factors[i++] = low;
    if (i == factors.size()) return false;
  }
}

template <class N>
Result check_drift(const Layout& a, const Layout& b) {
  const std::optional<Entry> entry = entry_of(b);
  if (!entry) return unmet();
  const Fractions<N> fractions = fractions_of<N>(a, *entry);
  if (!drifts(fractions)) return unmet();
  std::vector<N> jumps;
  for (const auto& [fraction, jump] : fractions)
    jumps.push_back(jump);
  if (has_relation(jumps, -1, 1)) return unmet();
  return holds_if(!exists(a, b), "there is a composite");
}

// Several modes

/// Calls the function with all coordinates of B, until it returns false. Throws LimitReached.
template <class Visit>
void for_each_coordinate(const Layout& b, const Visit& visit) {
  oracle::charge(oracle::size(b), points, "the coordinates");
  Tuple x(b.length(), 0);
  for (;;) {
    if (!visit(x)) return;
    std::size_t i = 0;
    while (i < x.size() && ++x[i] == b.extents()[i])
      x[i++] = 0;
    if (i == x.size()) return;
  }
}

/// Σ_i (x_i d_i mod P).
template <class N>
N residues(const Layout& b, const Tuple& x, const N& period) {
  work(x.size());
  N sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += N(N(x[i]) * b.strides()[i]) % period;
  return sum;
}

/// A(Σ x_i d_i) = Σ A(x_i d_i).
template <class N>
bool is_additive_at(const Layout& a, const Layout& b, const Tuple& x) {
  work(x.size() * a.length());
  N offset = 0;
  N sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const N part = N(x[i]) * b.strides()[i];
    offset += part;
    sum += value<N>(a, part);
  }
  return value<N>(a, offset) == sum;
}

/// The coordinates with the greatest residues modulo P, each the least.
template <class N>
Tuple greatest_at(const Layout& b, const N& period) {
  Tuple places(b.length(), 0);
  for (std::size_t i = 0; i < b.length(); ++i) {
    oracle::charge(b.extents()[i], points, "the extent");
    N greatest = 0;
    for (Int x = 1; x < b.extents()[i]; ++x) {
      work(words(period));
      const N residue = N(N(x) * b.strides()[i]) % period;
      if (residue > greatest) {
        greatest = residue;
        places[i] = x;
      }
    }
  }
  return places;
}

template <class N>
Result check_carries(const Layout& a, const Layout& b) {
  if (b.length() < 2) return unmet();
  bool none = true;
  for (const Level<N>& level : levels_of<N>(a)) {
    const bool claimed = residues(b, greatest_at(b, level.period), level.period) >= level.period;
    bool carries = false;
    for_each_coordinate(b, [&](const Tuple& x) {
      carries = residues(b, x, level.period) >= level.period;
      return !carries;
    });
    if (claimed != carries) return fails("a sum carries at " + digits(level.period));
    none = none && !carries;
  }
  if (!none) return holds();
  bool additive = true;
  for_each_coordinate(b, [&](const Tuple& x) { return additive = is_additive_at<N>(a, b, x); });
  return holds_if(additive, "A is not additive, though nothing carries");
}

template <class N>
Result check_additivity(const Layout& a, const Layout& b) {
  std::vector<N> jumps;
  std::vector<Tuple> places;
  for (const Level<N>& level : levels_of<N>(a)) {
    Tuple place = greatest_at(b, level.period);
    if (residues(b, place, level.period) < level.period) continue;
    jumps.push_back(level.jump);
    places.push_back(std::move(place));
  }
  if (jumps.empty()) return unmet();
  const bool same_sign = std::ranges::min(jumps) > 0 || std::ranges::max(jumps) < 0;
  if (has_relation(jumps, 0, static_cast<Int>(b.length()) - 1))
    return same_sign ? fails("jumps of the same sign cancel") : unmet();
  return holds_if(
      std::ranges::none_of(places, [&](const Tuple& x) { return is_additive_at<N>(a, b, x); }),
      "the sums agree where the residues are greatest");
}

using OfPair = Result (*)(const Layout&, const Layout&);

Check in_words(OfPair small, OfPair any) {
  return [small, any](const Layout& a, const Layout& b) {
    return (oracle::SmallComposition::takes(a, b) ? small : any)(a, b);
  };
}

// Domains

/// The offset of one step in B: a part of a level, a little less or more, or any.
Int draw_offset(Entropy& entropy, const Layout& a) {
  Int period = 1;
  for (std::size_t i = 0, n = 1 + entropy.below(a.length()); i < n && i < a.length(); ++i)
    period = std::min<Int>(period * a.extents()[i], 1 << 20);
  const Int part = period / static_cast<Int>(1 + entropy.below(5));
  if (entropy.chance(60)) return std::max<Int>(1, part);
  if (entropy.chance(50)) return std::max<Int>(1, part + static_cast<Int>(entropy.below(3)) - 1);
  return 1 + static_cast<Int>(entropy.below(static_cast<std::size_t>(2 * period)));
}

/// A with small extents, and the strides of a layout whose jumps are small, or any.
Layout draw_left(Entropy& entropy) {
  Tuple extents;
  Tuple strides;
  Int continued = static_cast<Int>(entropy.below(3));
  const bool near = entropy.chance(50);
  for (std::size_t i = 0, n = entropy.between(2, 4); i < n; ++i) {
    extents.push_back(static_cast<Int>(entropy.between(entropy.chance(10) ? 1 : 2, 6)));
    const auto any = static_cast<Int>(entropy.below(40));
    strides.push_back(near ? continued : any);
    continued =
        std::max<Int>(0, extents.back() * strides.back() + static_cast<Int>(entropy.below(9)) - 4);
  }
  return Layout::flat(std::move(extents), std::move(strides));
}

/// A, B with A of two entries or more, and B without extents of 1 or strides of 0: pairs that draw
/// and those of a weight, where B has a number of entries between `least` and `most`.
Domain pairs(std::string name, std::size_t least, std::size_t most,
             std::function<Layout(Entropy&, const Layout& a)> draw) {
  return enumerated_where(make_domain(std::move(name), {Sort::flat_layout, Sort::flat_layout},
                                      [draw](Entropy& entropy, int) -> Operands {
                                        Layout a = draw_left(entropy);
                                        Layout b = draw(entropy, a);
                                        return {std::move(a), std::move(b)};
                                      }),
                          [least, most](const Layout& a, const Layout& b) {
                            return a.length() >= 2 && b.length() >= least && b.length() <= most &&
                                   std::ranges::min(b.extents()) > 1 &&
                                   std::ranges::min(b.strides()) > 0;
                          });
}

/// The values of a function on [0, s): that of a layout, or x ↦ A(x d), often with one changed.
Domain functions() {
  return enumerated_where(
      make_domain("the values g(0) = 0, g(1), …, g(s − 1) of a function", {Sort::flat_tuple},
                  [](Entropy& entropy, int) -> Operands {
                    Tuple g;
                    const Layout a = draw_left(entropy);
                    const Int d = entropy.chance(50) ? draw_offset(entropy, a) : 1;
                    const auto any = static_cast<Int>(entropy.between(1, 36));
                    const Int s =
                        d == 1 ? static_cast<Int>(std::min<Exact>(oracle::size(a), 36)) : any;
                    for (Int x = 0; x < s; ++x)
                      g.push_back(oracle::to_int(value<Exact>(a, Exact(x) * d)));
                    if (entropy.chance(40)) {
                      Int& changed = g[entropy.below(g.size())];
                      changed = std::max<Int>(0, changed + static_cast<Int>(entropy.below(7)) - 3);
                    }
                    return {NestedTuple::flat(std::move(g))};
                  }),
      [](const Tuple& g) { return !g.empty() && g[0] == 0; });
}

Domain layout_and_entry() {
  return pairs("a flat layout and a layout of one entry", 1, 1,
               [](Entropy& entropy, const Layout& a) {
                 const auto extent = static_cast<Int>(entropy.chance(70) ? 2 * entropy.between(1, 8)
                                                                         : entropy.between(2, 40));
                 return Layout::flat({extent}, {draw_offset(entropy, a)});
               });
}

Domain layout_and_entries() {
  return pairs(
      "a flat layout and one of several entries", 2, static_cast<std::size_t>(-1),
      [](Entropy& entropy, const Layout& a) {
        Tuple extents;
        Tuple strides;
        for (std::size_t i = 0, n = entropy.between(2, 3); i < n; ++i) {
          extents.push_back(static_cast<Int>(entropy.between(2, entropy.chance(70) ? 3 : 9)));
          strides.push_back(draw_offset(entropy, a));
        }
        return Layout::flat(std::move(extents), std::move(strides));
      });
}

}  // namespace

std::vector<Binding> own_composition() {
  return {
      {"layoutcheck.1", functions(), check_steps},
      {"layoutcheck.2", layout_and_entry(),
       in_words(check_without_drift<Int>, check_without_drift<Exact>)},
      {"layoutcheck.3", layout_and_entry(), in_words(check_drift<Int>, check_drift<Exact>), 5},
      {"layoutcheck.4", layout_and_entries(), in_words(check_carries<Int>, check_carries<Exact>)},
      {"layoutcheck.5", layout_and_entries(),
       in_words(check_additivity<Int>, check_additivity<Exact>)},
  };
}

}  // namespace layoutcheck::properties
