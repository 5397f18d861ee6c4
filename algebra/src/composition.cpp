// Composition: each mode of B by itself, then their sums.
//
// Let coal(A) = (a_1, …, a_k):(e_1, …, e_k). Once B is known to stay in the domain of A, or A goes
// on for ever, a_k plays no part, and A reads an offset in the mixed radix a_1, …, a_{k−1}, with an
// unbounded last digit. For B with entries s_j:d_j we ask about F(x) = A(Σ x_j d_j) on Π [0, s_j).
//
// A layout C refining shape(B) has Φ_C(x) = Σ C_j(x_j), where C_j is its mode relative to s_j. So C
// exists exactly if
//  (1) each restriction g_j(x) = A(d_j x) on [0, s_j) is the function of some layout C_j, and
//  (2) F(x) = Σ g_j(x_j);
// and C_j is unique once it is coalesced (colfax 2.3.4.10). steps.hpp decides (1) and sums.hpp (2),
// at a cost that grows with the digits of the numbers and not with the sizes; what these leave open
// is compared point by point. docs/composition.md has the theorem and its proof.
#include "exact_layout.hpp"
#include "few.hpp"
#include "no_composite.hpp"
#include "parts.hpp"
#include "radix.hpp"
#include "steps.hpp"
#include "sums.hpp"
#include "tilers.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/work.hpp>

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace layoutcheck::algebra {

namespace {

using detail::Entries;
using detail::Exactly;
using detail::Few;
using detail::Words;

/// The number in 64 bits. Throws Overflow, where `what` names the number.
Int to_int(std::uint64_t number, const char*) {
  return static_cast<Int>(number);
}
Int to_int(__int128 number, const char* what) {
  return number <= std::numeric_limits<Int>::max() ? static_cast<Int>(number)
                                                   : detail::to_int(Exact(number), what);
}
Int to_int(const Exact& number, const char* what) {
  return detail::to_int(number, what);
}

Entries<Words> entries_of(const Layout& layout) {
  return {layout.extents(), layout.strides()};
}

Entries<Exactly> entries_of(const detail::ExactLayout& layout) {
  return {layout.extents, layout.strides};
}

/// The entries of all C_j, one after the other; those of C_j begin at starts[j] and end at
/// starts[j + 1].
struct RelativeModes {
  Few<Int> extents;
  Few<Int> strides;
  Few<std::size_t> starts;
};

/// Whether every C_j has to be a single entry (colfax 2.1.7.1).
enum class Flatness { nested, flat };

template <class Number>
class Composer {
 public:
  using Entry = typename Number::Entry;
  using Offset = typename Number::Offset;
  using Value = typename Number::Value;
  using Steps = detail::Steps<Number>;
  using Summand = detail::Summand<Number>;

  Composer(const Entries<Number>& a, const Entries<Number>& b, const Offset& greatest,
           Convention convention, Int limit)
      : radix_(a, convention), levels_(radix_.levels(greatest)), b_(b), budget_(limit) {}

  /// Adds the modes of every C_j, in order, or returns why there are none. Whether numbers fit is
  /// looked at last of all, when it is known that there is an answer.
  std::optional<Undefined> compose(Flatness flatness, RelativeModes& modes) {
    Few<Steps> entries;
    std::optional<Undefined> why = decide(flatness, entries);
    if (!why) add_modes(entries, modes);
    return why;
  }

  /// Adds for every entry of B where the modes of C_j end before the last.
  std::optional<Undefined> find_ends(std::vector<Tuple>& ends) {
    Few<Steps> entries;
    std::optional<Undefined> why = decide(Flatness::nested, entries);
    if (why) return why;
    ends.resize(b_.length());
    for (std::size_t i = 0; i < entries.size(); ++i)
      for (const Offset& end : entries[i].ends())
        ends[summands_[i].entry].push_back(to_int(end, "extent"));
    return why;
  }

 private:
  /// Makes the steps of every entry that counts, or returns why there is no C. What proves it is
  /// looked for in all entries and their sums before any of them is tabulated.
  std::optional<Undefined> decide(Flatness flatness, Few<Steps>& entries) {
    entries.reserve(b_.length());
    summands_.reserve(b_.length());
    for (std::size_t j = 0; j < b_.length(); ++j) {
      if (b_.extents[j] == 1 || b_.strides[j] == 0 || radix_.is_constant()) continue;
      const Summand& last = add_summand(j);
      entries.emplace_back(radix_, levels_, last.parts, last.extent, last.stride);
      if (std::optional<Undefined> why = objection(last, entries.back(), flatness)) return why;
    }
    detail::Sums<Number> sums(radix_, levels_, summands_);
    for (std::size_t i = 0; i < entries.size() && !sums.witness(); ++i) {
      if (entries[i].is_open()) {
        entries[i].tabulate(budget_);
        if (std::optional<Undefined> why = objection(summands_[i], entries[i], flatness))
          return why;
      }
    }
    if (sums.is_open()) sums.tabulate(budget_);
    if (sums.witness()) return carry(*sums.witness());
    return {};
  }

  const Summand& add_summand(std::size_t j) {
    Summand& summand = summands_.emplace_back(j, static_cast<Offset>(b_.extents[j]),
                                              static_cast<Offset>(b_.strides[j]));
    summand.parts.reserve(levels_.size());
    const Offset most = summand.extent - 1;
    for (const auto& level : levels_) {
      work(division_words(summand.stride, level.period));
      const Offset residue = summand.stride % level.period;
      summand.parts.push_back(detail::multiples(residue, level.period, most));
    }
    return summand;
  }

  [[nodiscard]] detail::NamedEntry<Number> entry(std::size_t j) const {
    return {j, b_.extents[j], b_.strides[j]};
  }

  /// Why the entry has no C_j, nested or flat, if that is known.
  [[nodiscard]] std::optional<Undefined> objection(const Summand& summand, const Steps& steps,
                                                   Flatness flatness) const {
    if (steps.witness())
      return detail::DifferentSteps<Number>{entry(summand.entry), *steps.witness()};
    if (flatness == Flatness::flat && !steps.is_open() && !steps.ends().empty()) {
      return Undefined{"A∘B needs " + std::to_string(steps.ends().size() + 1) +
                       " entries in place of " + entry(summand.entry).name()};
    }
    return std::nullopt;
  }

  [[nodiscard]] Undefined carry(const typename detail::Sums<Number>::Coordinates& x) const {
    detail::Carry<Number, Few<detail::Term<Number>>> carry{{}, 0, 0};
    Offset offset = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] == 0) continue;
      const Offset part = x[i] * summands_[i].stride;
      carry.terms.push_back({entry(summands_[i].entry), x[i]});
      offset += part;
      carry.sum += radix_.at(part);
    }
    carry.at_sum = radix_.at(offset);
    if (carry.terms.size() != 2) return carry;
    using Terms = std::array<detail::Term<Number>, 2>;
    return detail::Carry<Number, Terms>{{carry.terms[0], carry.terms[1]}, carry.at_sum, carry.sum};
  }

  void add_modes(const Few<Steps>& entries, RelativeModes& modes) const {
    modes.starts.reserve(b_.length() + 1);
    modes.extents.reserve(b_.length());
    modes.strides.reserve(b_.length());
    std::size_t i = 0;
    for (std::size_t j = 0; j < b_.length(); ++j) {
      modes.starts.push_back(modes.extents.size());
      if (i == summands_.size() || summands_[i].entry != j) {
        modes.extents.push_back(to_int(static_cast<Offset>(b_.extents[j]), "extent"));
        modes.strides.push_back(0);
        continue;
      }
      Offset begin = 1;
      for (std::size_t m = 0; m <= entries[i].ends().size(); ++m) {
        const bool last = m == entries[i].ends().size();
        const Offset end = last ? summands_[i].extent : entries[i].ends()[m];
        modes.extents.push_back(to_int(Offset(end / begin), "extent"));
        modes.strides.push_back(to_int(entries[i].value(begin), "stride"));
        begin = end;
      }
      ++i;
    }
    modes.starts.push_back(modes.extents.size());
  }

  detail::Radix<Number> radix_;
  Few<typename detail::Radix<Number>::Level> levels_;
  Entries<Number> b_;
  detail::Budget budget_;
  Few<Summand> summands_;
};

/// Whether cosize(B) − 1 fits in an Int; then it is `greatest`.
bool offsets_fit(const Layout& b, Int& greatest) {
  greatest = 0;
  for (std::size_t j = 0; j < b.length(); ++j) {
    Int part = 0;
    if (__builtin_mul_overflow(b.extents()[j] - 1, b.strides()[j], &part) ||
        __builtin_add_overflow(greatest, part, &greatest)) {
      return false;
    }
  }
  return true;
}

Exact greatest_value(const detail::ExactLayout& b) {
  Exact greatest = 0;
  for (std::size_t j = 0; j < b.extents.size(); ++j) {
    work(words(greatest) + words(b.extents[j]) * words(b.strides[j]));
    greatest += (b.extents[j] - 1) * b.strides[j];
  }
  return greatest;
}

std::optional<Undefined> find_modes_exactly(const detail::ExactLayout& a,
                                            const detail::ExactLayout& b, Convention convention,
                                            Flatness flatness, Int limit, RelativeModes& modes) {
  const Exact greatest = greatest_value(b);
  if (convention == Convention::strict) {
    Exact size = 1;
    for (const Exact& extent : a.extents) {
      work(words(size));
      size *= extent;
    }
    if (greatest >= size) return detail::Outside<Exact>{greatest, size};
  }
  return Composer<Exactly>(entries_of(a), entries_of(b), greatest, convention, limit)
      .compose(flatness, modes);
}

std::optional<Undefined> find_modes(const Layout& a, const Layout& b, Convention convention,
                                    Flatness flatness, Int limit, RelativeModes& modes) {
  Int greatest = 0;
  if (!offsets_fit(b, greatest)) {
    return find_modes_exactly(detail::ExactLayout(a), detail::ExactLayout(b), convention, flatness,
                              limit, modes);
  }
  if (convention == Convention::strict) {
    const std::optional<Int> size = detail::fitting_size(a);
    if (size && greatest >= *size) return detail::Outside<Int>{greatest, *size};
  }
  return Composer<Words>(entries_of(a), entries_of(b), static_cast<std::uint64_t>(greatest),
                         convention, limit)
      .compose(flatness, modes);
}

/// Makes `c` the layout with these modes in place of the profile's entries.
void assign_substituted(const Profile& profile, const RelativeModes& modes, Layout& c) {
  const std::span<const Int> extents(modes.extents.data(), modes.extents.size());
  const std::span<const Int> strides(modes.strides.data(), modes.strides.size());
  if (extents.size() == profile.length()) {
    c.assign(profile, extents, strides);
    return;
  }
  std::string word;
  std::size_t j = 0;
  for (const char character : profile.word()) {
    const std::size_t length = character == '*' ? modes.starts[j + 1] - modes.starts[j] : 1;
    j += character == '*' ? 1 : 0;
    if (length == 1)
      word += character;
    else
      word.append(1, '(').append(length, '*').append(1, ')');
  }
  c.assign(detail::nest(std::move(word)), extents, strides);
}

Layout substituted(const Profile& profile, const RelativeModes& modes) {
  Layout c;
  assign_substituted(profile, modes, c);
  return c;
}

}  // namespace

Outcome<std::vector<Tuple>> detail::composite_ends(std::span<const Int> extents,
                                                   std::span<const Int> strides, const Layout& b,
                                                   Convention convention, Int limit) {
  std::vector<Tuple> ends;
  std::optional<Undefined> why;
  Int greatest = 0;
  if (offsets_fit(b, greatest)) {
    why = Composer<Words>({extents, strides}, entries_of(b), static_cast<std::uint64_t>(greatest),
                          convention, limit)
              .find_ends(ends);
  } else {
    ExactLayout a;
    for (std::size_t i = 0; i < extents.size(); ++i)
      a.push_back(extents[i], strides[i]);
    const ExactLayout exact(b);
    why = Composer<Exactly>(entries_of(a), entries_of(exact), greatest_value(exact), convention,
                            limit)
              .find_ends(ends);
  }
  if (why) return *std::move(why);
  return ends;
}

Outcome<Layout> detail::exact_composition(const ExactLayout& a, const ExactLayout& b,
                                          Convention convention, Int limit) {
  RelativeModes modes;
  if (std::optional<Undefined> why =
          find_modes_exactly(a, b, convention, Flatness::nested, limit, modes))
    return *std::move(why);
  return substituted(b.profile, modes);
}

std::optional<Undefined> compose(const Layout& a, const Layout& b, Convention convention, Layout& c,
                                 Int limit) {
  return named(
      "composition",
      [&] {
        RelativeModes modes;
        std::optional<Undefined> why = find_modes(a, b, convention, Flatness::nested, limit, modes);
        if (!why) assign_substituted(b.profile(), modes, c);
        return why;
      },
      a, b);
}

Outcome<Layout> composition(const Layout& a, const Layout& b, Convention convention, Int limit) {
  Layout c;
  if (std::optional<Undefined> why = compose(a, b, convention, c, limit)) return *std::move(why);
  return c;
}

Outcome<Layout> composition(const Layout& a, const Tiler& tiler, Convention convention, Int limit) {
  return named(
      "composition",
      [&] {
        return detail::by_mode(a, tiler, detail::Beyond::dropped,
                               [&](const Layout& mode, const Layout& leaf) {
                                 return composition(mode, leaf, convention, limit);
                               });
      },
      a, tiler);
}

Outcome<Layout> flat_composition(const Layout& a, const Layout& b, Int limit) {
  return named(
      "flat_composition",
      [&]() -> Outcome<Layout> {
        RelativeModes modes;
        if (std::optional<Undefined> why =
                find_modes(a, b, Convention::strict, Flatness::flat, limit, modes))
          return *std::move(why);
        return substituted(Profile::flat(b.length()), modes);
      },
      a, b);
}

}  // namespace layoutcheck::algebra
