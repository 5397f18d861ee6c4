// Composition: in closed form where the digits allow it, else from tabulated functions.
//
// Let coal(A) = (a_1, …, a_k):(e_1, …, e_k). Once B is known to stay in the domain of A, or A goes
// on for ever, a_k plays no part, and A reads an offset v in the mixed radix a_1, …, a_{k−1}, with
// an unbounded last digit: A(v) = Σ digit_p(v) e_p. For B with entries s_j:d_j we ask about F(x) =
// A(Σ x_j d_j) on Π [0, s_j).
//
// A layout C refining shape(B) has Φ_C(x) = Σ C_j(x_j), where C_j is its mode relative to s_j. So C
// exists exactly if
//  (1) each restriction g_j(x) = A(d_j x) on [0, s_j) is the function of some layout C_j, and
//  (2) F(x) = Σ g_j(x_j);
// and C_j is unique once it is coalesced (colfax 2.3.4.10).
//
// (1) If d = a_1⋯a_{p−1} c with c | a_p, or p = k, the values follow the modes a_p/c:c e_p,
// a_{p+1}:e_{p+1}, … (shah 2.13). No two of these continue one another, as A is coalesced, so they
// are the only candidates: C_j exists exactly if s_j = (a_p/c) a_{p+1} ⋯ c' for some c' ≤ the next
// extent. If no digit of d x carries, C_j is s_j:A(d). Otherwise g_j is tabulated; the first extent
// of C_j is the first x at which g_j(x) ≠ x g_j(1), and it has to divide s_j; then the same again
// for x ↦ g_j(x · extent); and the candidate is compared with g_j.
//
// (2) holds for all x if at every digit below the last the greatest digits of the summands together
// stay below a_p: no sum carries. Otherwise the entries are put into groups that do not carry into
// one another, and F is tabulated on each group.
#include "exact_layout.hpp"
#include "parts.hpp"
#include "tilers.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

namespace layoutcheck::algebra {

namespace {

using detail::Wide;

std::string text(Int number) {
  return std::to_string(number);
}
std::string text(std::uint64_t number) {
  return std::to_string(number);
}
std::string text(Wide number) {
  return detail::to_text(number);
}
std::string text(const Exact& number) {
  return number.str();
}

/// The number in 64 bits. Throws Overflow, where `what` names the number.
template <class Any>
Int to_int(const Any& number, const char* what) {
  if constexpr (std::is_same_v<Any, Int>) {
    return number;
  } else if constexpr (std::is_same_v<Any, Wide>) {
    return number <= static_cast<Wide>(std::numeric_limits<Int>::max())
               ? static_cast<Int>(number)
               : detail::to_int(Exact(number), what);
  } else {
    return detail::to_int(number, what);
  }
}

/// Counts points against the limit.
class Budget {
 public:
  explicit Budget(Int limit) : limit_(limit) {}

  void spend() {
    if (++spent_ > limit_) {
      throw LimitReached("composition: whether A∘B is a layout is not decided by its first " +
                         std::to_string(limit_) + " points, the limit");
    }
  }

 private:
  Int limit_;
  Int spent_ = 0;
};

/// Arithmetic on entries of A and B (Entry), offsets of B (Offset) and values of A (Value): in
/// machine words when all entries and offsets fit, exactly otherwise. A value is at most the offset
/// times the greatest stride, as each digit is at most its share of it.
struct Words {
  using Entry = Int;
  using Offset = std::uint64_t;
  using Value = Wide;
};
struct Exactly {
  using Entry = Exact;
  using Offset = Exact;
  using Value = Exact;
};

/// The entries of a layout.
template <class Number>
struct Entries {
  std::span<const typename Number::Entry> extents;
  std::span<const typename Number::Entry> strides;

  [[nodiscard]] std::size_t length() const { return extents.size(); }
};

Entries<Words> entries_of(const Layout& layout) {
  return {layout.extents(), layout.strides()};
}

Entries<Exactly> entries_of(const detail::ExactLayout& layout) {
  return {layout.extents, layout.strides};
}

/// The entries of all C_j, one after the other; those of C_j begin at starts[j] and end at
/// starts[j + 1].
struct RelativeModes {
  Tuple extents;
  Tuple strides;
  std::vector<std::size_t> starts;
};

/// Whether every C_j has to be a single entry (colfax 2.1.7.1).
enum class Form { nested, flat };

/// A mode of C_j.
template <class Number>
struct Mode {
  typename Number::Entry extent;
  typename Number::Value stride;
};

/// coal(A), read as digits.
template <class Number>
struct Radix {
  using Entry = typename Number::Entry;
  using Offset = typename Number::Offset;
  using Value = typename Number::Value;

  std::vector<Offset> extents;
  std::vector<Entry> strides;

  /// Under the extended convention the last entry goes on for ever, whatever its extent.
  Radix(const Entries<Number>& layout, Convention convention) {
    const std::size_t kept = convention == Convention::extended ? layout.length() : 0;
    extents.reserve(layout.length());
    strides.reserve(layout.length());
    for (std::size_t i = 0; i < layout.length(); ++i) {
      const Entry& extent = layout.extents[i];
      const Entry& stride = layout.strides[i];
      if (extent == 1 && i + 1 != kept) {
        continue;
      }
      if (!extents.empty() && continues(stride)) {
        enlarge(extent);
      } else {
        extents.push_back(static_cast<Offset>(extent));
        strides.push_back(stride);
      }
    }
  }

  [[nodiscard]] bool is_constant() const { return extents.empty(); }

  [[nodiscard]] std::size_t last() const { return extents.size() - 1; }

  [[nodiscard]] Value at(Offset offset) const {
    Value value = 0;
    for (std::size_t p = 0; p < last() && offset != 0; ++p) {
      value += static_cast<Value>(static_cast<Offset>(offset % extents[p])) *
               static_cast<Value>(strides[p]);
      offset /= extents[p];
    }
    return value + static_cast<Value>(offset) * static_cast<Value>(strides[last()]);
  }

 private:
  [[nodiscard]] bool continues(const Entry& stride) const {
    if constexpr (std::is_same_v<Offset, Exact>) {
      return extents.back() * strides.back() == stride;
    } else {
      return static_cast<Wide>(extents.back()) * static_cast<Wide>(strides.back()) ==
             static_cast<Wide>(stride);
    }
  }

  void enlarge(const Entry& extent) {
    if constexpr (std::is_same_v<Offset, Exact>) {
      extents.back() *= extent;
    } else if (__builtin_mul_overflow(extents.back(), static_cast<Offset>(extent),
                                      &extents.back())) {
      // No offset reaches it, and the digit is what it would be with the true extent.
      extents.back() = std::numeric_limits<Offset>::max();
    }
  }
};

template <class Number>
class Composer {
 public:
  using Entry = typename Number::Entry;
  using Offset = typename Number::Offset;
  using Value = typename Number::Value;

  Composer(const Entries<Number>& a, const Entries<Number>& b, Convention convention, Int limit)
      : radix_(a, convention), b_(b), budget_(limit) {}

  /// The modes of every C_j, in order. They are looked at for whether they fit last of all, when it
  /// is known that there is an answer.
  Outcome<RelativeModes> compose(Form form) {
    starts_.reserve(b_.length() + 1);
    for (std::size_t j = 0; j < b_.length(); ++j) {
      starts_.push_back(modes_.size());
      if (std::string why = compose_entry(j); !why.empty()) {
        return Undefined{std::move(why)};
      }
      const std::size_t length = modes_.size() - starts_.back();
      if (form == Form::flat && length > 1) {
        return Undefined{"A∘B needs " + std::to_string(length) + " entries in the place of " +
                         name(j)};
      }
    }
    starts_.push_back(modes_.size());
    if (std::string why = check_sums(); !why.empty()) {
      return Undefined{std::move(why)};
    }
    RelativeModes result;
    result.starts = std::move(starts_);
    result.extents.reserve(modes_.size());
    result.strides.reserve(modes_.size());
    for (const Mode<Number>& mode : modes_) {
      result.extents.push_back(to_int(mode.extent, "extent"));
      result.strides.push_back(to_int(mode.stride, "stride"));
    }
    return result;
  }

 private:
  [[nodiscard]] std::string name(std::size_t j) const {
    return "entry " + std::to_string(j) + " of B (" + text(b_.extents[j]) + ":" +
           text(b_.strides[j]) + ")";
  }

  /// Appends the modes of C_j. Returns why there are none, or "".
  std::string compose_entry(std::size_t j) {
    const Entry& extent = b_.extents[j];
    const Entry& stride = b_.strides[j];
    if (extent == 1 || stride == 0 || radix_.is_constant()) {
      modes_.push_back({extent, Value(0)});
      return "";
    }
    std::size_t p = 0;
    Offset rest = static_cast<Offset>(stride);
    while (p < radix_.last() && rest % radix_.extents[p] == 0) {
      rest /= radix_.extents[p++];
    }
    if (p == radix_.last() || (rest < radix_.extents[p] && radix_.extents[p] % rest == 0)) {
      return follow(j, p, rest);
    }
    if (!carries(static_cast<Offset>(extent - 1), p, rest)) {
      modes_.push_back({extent, radix_.at(static_cast<Offset>(stride))});
      return "";
    }
    return recover(j);
  }

  /// The modes a_p/c:c e_p, a_{p+1}:e_{p+1}, … that an entry follows which steps by c at digit p.
  std::string follow(std::size_t j, std::size_t p, const Offset& c) {
    Offset left = static_cast<Offset>(b_.extents[j]);
    Offset step = c;
    for (; p < radix_.last(); ++p, step = 1) {
      const Offset room = radix_.extents[p] / step;
      if (left <= room) {
        break;
      }
      if (left % room != 0) {
        return name(j) + ": its extent is not a multiple of the " +
               text(Offset(product_before(j) * room)) + " steps after which A changes its stride";
      }
      push(room, step, p);
      left /= room;
    }
    push(left, step, p);
    return "";
  }

  /// The product of the extents that follow() has appended for entry j.
  [[nodiscard]] Offset product_before(std::size_t j) const {
    Offset product = 1;
    for (std::size_t m = starts_[j]; m < modes_.size(); ++m) {
      product *= static_cast<Offset>(modes_[m].extent);
    }
    return product;
  }

  void push(const Offset& extent, const Offset& step, std::size_t p) {
    modes_.push_back({static_cast<Entry>(extent),
                      static_cast<Value>(step) * static_cast<Value>(radix_.strides[p])});
  }

  /// Whether some digit of x · rest carries for an x ≤ most, the digits counted from p.
  [[nodiscard]] bool carries(const Offset& most, std::size_t p, Offset rest) const {
    for (; p < radix_.last() && rest != 0; ++p) {
      if (most * static_cast<Offset>(rest % radix_.extents[p]) >= radix_.extents[p]) {
        return true;
      }
      rest /= radix_.extents[p];
    }
    return false;
  }

  /// The modes of the only coalesced layout that can have the function x ↦ A(d x), compared with
  /// it.
  std::string recover(std::size_t j) {
    const Entry& extent = b_.extents[j];
    const Offset d = static_cast<Offset>(b_.strides[j]);
    const std::size_t start = modes_.size();
    Entry left = extent;
    Entry step = 1;
    while (left > 1) {
      const Value first = radix_.at(d * static_cast<Offset>(step));
      Entry x = 2;
      for (Value expected = first + first; x < left; ++x, expected += first) {
        budget_.spend();
        if (radix_.at(d * static_cast<Offset>(step) * static_cast<Offset>(x)) != expected) {
          break;
        }
      }
      x = std::min(x, left);
      if (left % x != 0) {
        return name(j) + ": from x = " + text(Entry(step * x)) + " on, A(x * " +
               text(b_.strides[j]) + ") does not grow by " + text(first) + " every " + text(step) +
               " steps any more, and " + text(x) + " does not divide " + text(left);
      }
      modes_.push_back({x, first});
      left /= x;
      step *= x;
    }
    if (modes_.size() == start + 1) {
      return "";  // Every point has been compared.
    }
    // The points where a mode ends first: they show most of what is wrong at little cost.
    Entry reach = 1;
    for (std::size_t m = start; m < modes_.size(); ++m) {
      const Entry x = reach * modes_[m].extent - 1;
      reach *= modes_[m].extent;
      if (std::string why = compare(j, x); !why.empty()) {
        return why;
      }
    }
    for (Entry x = 1; x < extent; ++x) {
      if (std::string why = compare(j, x); !why.empty()) {
        return why;
      }
    }
    return "";
  }

  std::string compare(std::size_t j, const Entry& x) {
    budget_.spend();
    const Value value = radix_.at(static_cast<Offset>(b_.strides[j]) * static_cast<Offset>(x));
    const Value expected = relative_value(j, x);
    if (value == expected) {
      return "";
    }
    return name(j) + ": A(" + text(x) + " * " + text(b_.strides[j]) + ") = " + text(value) +
           ", but a layout with the values before has " + text(expected) + " there";
  }

  /// C_j(x).
  [[nodiscard]] Value relative_value(std::size_t j, Entry x) const {
    Value value = 0;
    const std::size_t end = j + 1 < starts_.size() ? starts_[j + 1] : modes_.size();
    for (std::size_t m = starts_[j]; m < end && x != 0; ++m) {
      value += static_cast<Value>(static_cast<Entry>(x % modes_[m].extent)) * modes_[m].stride;
      x /= modes_[m].extent;
    }
    return value;
  }

  /// Entries whose sums are looked at together, and bounds of the digits of these sums.
  struct Group {
    std::vector<std::size_t> entries;
    std::vector<Offset> digits;
  };

  /// Why F is not the sum of the C_j, or "" if it is.
  std::string check_sums() {
    std::vector<Group> groups;
    if (!radix_.is_constant()) {
      for (std::size_t j = 0; j < b_.length(); ++j) {
        if (b_.extents[j] > 1 && b_.strides[j] > 0) {
          groups.push_back({{j}, digit_bounds(j)});
        }
      }
    }
    if (groups.size() < 2) {
      return "";
    }
    while (join_groups_that_carry(groups)) {
    }
    for (const Group& group : groups) {
      if (group.entries.size() > 1) {
        if (std::string why = check_group(group.entries); !why.empty()) {
          return why;
        }
      }
    }
    return "";
  }

  /// Bounds of the digits of x d_j. A digit that may carry takes any value, except that the lowest
  /// one is a multiple of its common divisor with the extent.
  [[nodiscard]] std::vector<Offset> digit_bounds(std::size_t j) const {
    std::vector<Offset> bounds(radix_.last(), Offset(0));
    const Offset most = static_cast<Offset>(b_.extents[j] - 1);
    Offset rest = static_cast<Offset>(b_.strides[j]);
    Offset carry = 0;
    bool lowest = true;
    for (std::size_t p = 0; p < radix_.last() && (rest != 0 || carry != 0); ++p) {
      const Offset& extent = radix_.extents[p];
      const Offset digit = rest % extent;
      const Offset sum = most * digit + carry;
      if (sum < extent) {
        bounds[p] = sum;
        carry = 0;
      } else {
        bounds[p] = extent - (lowest ? common_divisor(digit, extent) : Offset(1));
        carry = sum / extent;
      }
      lowest = lowest && digit == 0;
      rest /= extent;
    }
    return bounds;
  }

  static Offset common_divisor(Offset x, Offset y) {
    while (y != 0) {
      x %= y;
      std::swap(x, y);
    }
    return x;
  }

  /// Joins the groups that have a part in the first digit where the groups together may carry.
  /// Returns whether there is one.
  bool join_groups_that_carry(std::vector<Group>& groups) const {
    for (std::size_t p = 0; p < radix_.last(); ++p) {
      Offset sum = 0;
      std::size_t parts = 0;
      for (const Group& group : groups) {
        sum += group.digits[p];
        parts += group.digits[p] != 0 ? 1 : 0;
      }
      if (sum < radix_.extents[p] || parts < 2) {
        continue;
      }
      Group joined;
      std::vector<Group> others;
      for (Group& group : groups) {
        if (group.digits[p] != 0) {
          joined.entries.insert(joined.entries.end(), group.entries.begin(), group.entries.end());
        } else {
          others.push_back(std::move(group));
        }
      }
      std::sort(joined.entries.begin(), joined.entries.end());
      joined.digits.assign(radix_.last(), Offset(0));
      for (const std::size_t j : joined.entries) {
        const std::vector<Offset> bounds = digit_bounds(j);
        for (std::size_t q = 0; q < bounds.size(); ++q) {
          joined.digits[q] += bounds[q];
        }
      }
      Offset carry = 0;
      for (std::size_t q = 0; q < radix_.last(); ++q) {
        const Offset total = joined.digits[q] + carry;
        const bool full = total >= radix_.extents[q];
        carry = full ? Offset(total / radix_.extents[q]) : Offset(0);
        joined.digits[q] = full ? Offset(radix_.extents[q] - 1) : total;
      }
      others.push_back(std::move(joined));
      groups = std::move(others);
      return true;
    }
    return false;
  }

  /// Compares F with the sum of the C_j at all coordinates of these entries.
  std::string check_group(const std::vector<std::size_t>& entries) {
    // Corners of two entries at a time first: a carry shows there almost always.
    std::vector<Entry> x(entries.size(), Entry(0));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      for (std::size_t k = i + 1; k < entries.size(); ++k) {
        for (const Entry& u : corners(entries[i])) {
          for (const Entry& v : corners(entries[k])) {
            x[i] = u;
            x[k] = v;
            if (std::string why = compare(entries, x); !why.empty()) {
              return why;
            }
          }
        }
        x[k] = 0;
      }
      x[i] = 0;
    }
    while (next(entries, x)) {
      if (std::string why = compare(entries, x); !why.empty()) {
        return why;
      }
    }
    return "";
  }

  /// The first step, the steps at which a mode of C_j begins, its last step, and the last of all.
  [[nodiscard]] std::vector<Entry> corners(std::size_t j) const {
    std::vector<Entry> corners;
    Entry reach = 1;
    for (std::size_t m = starts_[j]; m < starts_[j + 1]; ++m) {
      corners.push_back(reach);
      corners.emplace_back(reach * (modes_[m].extent - 1));
      reach *= modes_[m].extent;
    }
    corners.emplace_back(reach - 1);
    return corners;
  }

  /// Moves on to the next coordinate, colexicographically. Returns false at the end.
  bool next(const std::vector<std::size_t>& entries, std::vector<Entry>& x) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (++x[i] < b_.extents[entries[i]]) {
        return true;
      }
      x[i] = 0;
    }
    return false;
  }

  std::string compare(const std::vector<std::size_t>& entries, const std::vector<Entry>& x) {
    budget_.spend();
    Offset offset = 0;
    Value expected = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      offset += static_cast<Offset>(x[i]) * static_cast<Offset>(b_.strides[entries[i]]);
      expected += relative_value(entries[i], x[i]);
    }
    const Value value = radix_.at(offset);
    if (value == expected) {
      return "";
    }
    std::string names;
    std::string sum;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] != 0) {
        const std::size_t j = entries[i];
        names += (names.empty() ? "" : " and ") + name(j);
        sum += (sum.empty() ? "" : " + ") + ("A(" + text(x[i]) + " * " + text(b_.strides[j])) + ")";
      }
    }
    return names + " carry into one another: A(" + text(offset) + ") = " + text(value) + ", but " +
           sum + " = " + text(expected);
  }

  Radix<Number> radix_;
  Entries<Number> b_;
  Budget budget_;
  std::vector<Mode<Number>> modes_;
  std::vector<std::size_t> starts_;
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

template <class Any>
Undefined outside(const Any& greatest, const Exact& size) {
  return {"B takes the value " + text(greatest) + ", outside the domain of A, which has size " +
          size.str()};
}

Outcome<RelativeModes> composed_exactly(const detail::ExactLayout& a, const detail::ExactLayout& b,
                                        Convention convention, Form form, Int limit) {
  if (convention == Convention::strict) {
    Exact size = 1;
    for (const Exact& extent : a.extents) {
      size *= extent;
    }
    Exact greatest = 0;
    for (std::size_t j = 0; j < b.extents.size(); ++j) {
      greatest += (b.extents[j] - 1) * b.strides[j];
    }
    if (greatest >= size) {
      return outside(greatest, size);
    }
  }
  return Composer<Exactly>(entries_of(a), entries_of(b), convention, limit).compose(form);
}

Outcome<RelativeModes> composed(const Layout& a, const Layout& b, Convention convention, Form form,
                                Int limit) {
  Int greatest = 0;
  if (!offsets_fit(b, greatest)) {
    return composed_exactly(detail::ExactLayout(a), detail::ExactLayout(b), convention, form,
                            limit);
  }
  if (convention == Convention::strict) {
    const std::optional<Int> size = detail::fitting_size(a);
    if (size && greatest >= *size) {
      return outside(greatest, *size);
    }
  }
  return Composer<Words>(entries_of(a), entries_of(b), convention, limit).compose(form);
}

/// The layout with these modes in the places of the profile's entries.
Outcome<Layout> substituted(const Profile& profile, Outcome<RelativeModes> composed) {
  if (!composed) {
    return composed.undefined();
  }
  RelativeModes modes = std::move(composed).value();
  if (modes.extents.size() == profile.length()) {
    return Layout(profile, std::move(modes.extents), std::move(modes.strides));
  }
  std::string word;
  std::size_t j = 0;
  for (const char c : profile.word()) {
    const std::size_t length = c == '*' ? modes.starts[j + 1] - modes.starts[j] : 1;
    j += c == '*' ? 1 : 0;
    if (length == 1) {
      word += c;
    } else {
      word.append(1, '(').append(length, '*').append(1, ')');
    }
  }
  return Layout(detail::nest(std::move(word)), std::move(modes.extents), std::move(modes.strides));
}

}  // namespace

Outcome<Layout> detail::exact_composition(const ExactLayout& a, const ExactLayout& b,
                                          Convention convention, Int limit) {
  return substituted(b.profile, composed_exactly(a, b, convention, Form::nested, limit));
}

Outcome<Layout> composition(const Layout& a, const Layout& b, Convention convention, Int limit) {
  return named(
      "composition",
      [&] { return substituted(b.profile(), composed(a, b, convention, Form::nested, limit)); }, a,
      b);
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
      [&] {
        return substituted(Profile::flat(b.length()),
                           composed(a, b, Convention::strict, Form::flat, limit));
      },
      a, b);
}

}  // namespace layoutcheck::algebra
