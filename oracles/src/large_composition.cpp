// Compositions that are too large to tabulate: what their values at some points prove.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/large_composition.hpp>
#include <layoutcheck/oracles/nesting.hpp>
#include <layoutcheck/oracles/recognition.hpp>

#include <map>
#include <set>

namespace layoutcheck::oracle {
namespace {

Exact quotient_up(const Exact& n, const Exact& d) {
  return (n + d - 1) / d;
}

Exact common_divisor(const Exact& a, const Exact& b) {
  return boost::multiprecision::gcd(a, b);
}

/// x ↦ A(d·x) on [0, s).
class Along {
 public:
  Along(const ExactLayout& a, Exact extent, Exact stride, Convention convention)
      : a_(&a),
        extent_(std::move(extent)),
        stride_(std::move(stride)),
        convention_(convention),
        places_(places_of_change(a.extents, extent_, stride_)) {}

  [[nodiscard]] const Exact& extent() const { return extent_; }
  [[nodiscard]] const Exact& stride() const { return stride_; }
  /// The points of [1, s) to look at.
  [[nodiscard]] const std::set<Exact>& places() const { return places_; }

  [[nodiscard]] Exact value(const Exact& x) const {
    work(a_->length() + 1);
    return value_at(*a_, x * stride_, convention_);
  }
  const Exact& step(const Exact& x) {
    const auto [at, is_new] = steps_.try_emplace(x);
    if (is_new) at->second = value(x) - value(x - 1);
    return at->second;
  }

 private:
  const ExactLayout* a_;
  Exact extent_;
  Exact stride_;
  Convention convention_;
  std::set<Exact> places_;
  std::map<Exact, Exact> steps_;
};

Undefined different_steps(Along& f, const Exact& u, const Exact& v) {
  const Exact divisor = common_divisor(u, v);
  std::string text = "f(x) = A(" + digits(f.stride()) + "*x), 0 <= x < " + digits(f.extent()) +
                     ", is no layout function: its step is " + digits(f.step(divisor)) + " at " +
                     digits(divisor) + " = gcd(" + digits(u) + ", " + digits(v) + "), and " +
                     digits(f.step(u)) + " at " + digits(u);
  if (v != f.extent()) text += " and " + digits(f.step(v)) + " at " + digits(v);
  return Undefined{std::move(text)};
}

/// Where the modes of the layout with the function f end, as far as its places tell, by the proof
/// of the theorem.
Outcome<std::vector<Exact>> ends_of(Along& f) {
  std::vector<Exact> ends{1};
  while (true) {
    std::optional<Exact> next;
    for (const Exact& x : f.places()) {
      work(words(x));
      if (x % ends.back() != 0 || f.step(x) == f.step(ends.back())) continue;
      if (!next) next = x;
      const Exact divisor = common_divisor(*next, x);
      if (f.step(divisor) != f.step(*next) && f.step(divisor) != f.step(x))
        return different_steps(f, *next, x);
      next = divisor;
    }
    if (!next) return ends;
    const Exact divisor = common_divisor(*next, f.extent());
    if (f.step(divisor) != f.step(*next)) return different_steps(f, *next, f.extent());
    ends.push_back(divisor);
  }
}

/// The only layout, in the form of colfax 2.3.3.7, that can have the function f.
Outcome<ExactLayout> layout_along(Along& f) {
  if (f.extent() == 1) return ExactLayout::entry(1, 0);
  Outcome<std::vector<Exact>> ends = ends_of(f);
  if (!ends) return ends.undefined();
  ExactLayout layout;
  for (std::size_t m = 0; m < ends->size(); ++m) {
    const Exact end = m + 1 < ends->size() ? (*ends)[m + 1] : f.extent();
    layout.extents.push_back(end / (*ends)[m]);
    layout.strides.push_back(f.value((*ends)[m]));
  }
  layout.profile = Profile::flat(layout.length());
  return in_coalesced_form(std::move(layout));
}

/// s:A(d), if f has its values at the places.
Outcome<ExactLayout> single_entry_of(Along& f) {
  if (f.extent() == 1) return ExactLayout::entry(1, 0);
  const Exact stride = f.value(1);
  for (const Exact& x : f.places()) {
    if (f.value(x) != x * stride) {
      return Undefined{"A(" + digits(f.stride()) + "*" + digits(x) + ") = " + digits(f.value(x)) +
                       " is not " + digits(x) + " times A(" + digits(f.stride()) +
                       ") = " + digits(stride)};
    }
  }
  return ExactLayout::entry(f.extent(), stride);
}

/// Why the sum of the values along the entries is not the value at the sum, for the coordinates
/// that choose(f) gives.
template <class Choose>
std::optional<Undefined> carry(const ExactLayout& a, const std::vector<Along>& entries,
                               Convention convention, Choose&& choose) {
  Exact point = 0;
  Exact sum = 0;
  std::string terms;
  for (const Along& f : entries) {
    const Exact x = choose(f);
    if (x == 0) continue;
    point += x * f.stride();
    sum += f.value(x);
    terms += (terms.empty() ? "A(" : " + A(") + digits(f.stride()) + "*" + digits(x) + ")";
  }
  const Exact value = value_at(a, point, convention);
  if (value == sum) return std::nullopt;
  return Undefined{terms + " = " + digits(sum) + ", but A(" + digits(point) +
                   ") = " + digits(value)};
}

std::optional<Undefined> any_carry(const ExactLayout& a, const std::vector<Along>& entries,
                                   Convention convention) {
  const auto last = [](const Along& f) { return f.extent() - 1; };
  if (std::optional<Undefined> why = carry(a, entries, convention, last)) return why;
  Exact period = 1;
  for (const Exact& s : a.extents) {
    period *= s;
    // The place with the greatest rest: sums of these pass the period, if any sum does.
    const auto fullest = [&](const Along& f) {
      Exact best = 0;
      for (const Exact& x : f.places()) {
        work(words(x));
        if (x * f.stride() % period > best * f.stride() % period) best = x;
      }
      return best;
    };
    if (std::optional<Undefined> why = carry(a, entries, convention, fullest)) return why;
  }
  return std::nullopt;
}

}  // namespace

std::set<Exact> places_of_change(const std::vector<Exact>& extents, const Exact& extent,
                                 const Exact& stride) {
  std::set<Exact> places;
  const auto add = [&](const Exact& x) {
    for (const Exact& place : {Exact(x - 1), x, Exact(x + 1)})
      if (place >= 1 && place < extent) places.insert(place);
  };
  constexpr int few = 8;
  for (Exact x = 1; x <= few; ++x)
    add(x);
  add(extent - 1);
  Exact period = 1;
  for (const Exact& s : extents) {
    work(words(period) + words(stride));
    period *= s;
    const Exact part = stride % period;
    // The n-th multiple of the period is passed at ⌈n·period / part⌉.
    const Exact times = part * (extent - 1) / period;
    if (times == 0) continue;
    const auto passed = [&](const Exact& n) {
      if (n >= 1 && n <= times) add(quotient_up(n * period, part));
    };
    for (Exact n = 0; n < few; ++n) {
      passed(n);
      passed(times - n);
    }
    // At first that is at the multiples of `first`; `early` is what is gained each time, and when
    // that makes up a part, one comes too early.
    const Exact first = quotient_up(period, part);
    const Exact early = first * part - period;
    if (early > 0) {
      passed(quotient_up(part, early));
      add(quotient_up(part, early) * first);
    }
  }
  return places;
}

Outcome<ExactLayout> composition_at_points(const ExactLayout& a, const ExactLayout& b,
                                           CompositeForm form, Convention convention,
                                           std::size_t samples) {
  std::vector<Along> entries;
  std::vector<ExactLayout> parts;
  for (std::size_t i = 0; i < b.length(); ++i) {
    entries.emplace_back(a, b.extents[i], b.strides[i], convention);
    Outcome<ExactLayout> part = form == CompositeForm::nested ? layout_along(entries.back())
                                                              : single_entry_of(entries.back());
    if (!part) return Undefined{"along entry " + std::to_string(i) + " of B: " + part.reason()};
    parts.push_back(*std::move(part));
  }
  if (std::optional<Undefined> why = any_carry(a, entries, convention)) return *std::move(why);
  ExactLayout c = *substitute(b.profile, parts);
  const auto compare = [&](const Exact& x) {
    work(a.length() + b.length() + c.length());
    if (value_at(c, x) != value_at(a, value_at(b, x), convention))
      throw LimitReached("the values at some points do not tell whether the composite exists");
  };
  Exact place = 1;
  for (const Along& f : entries) {
    for (const Exact& x : f.places())
      compare(x * place);
    place *= f.extent();
  }
  for (const Exact& x : sample_points(c, samples, 1))
    compare(x);
  return c;
}

}  // namespace layoutcheck::oracle
