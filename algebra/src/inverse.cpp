// Inverses: the modes of coal(L) in the order of their strides.
#include "exact_layout.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/inverse.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace layoutcheck::algebra {

namespace {

using detail::append;
using detail::ExactLayout;
using detail::in_coalesced_form;

struct Mode {
  Exact extent;
  Exact stride;
  /// The index at which its coordinate is 1 and all others are 0.
  Exact place;
  /// The offset that continues it.
  Exact end;
};

/// The modes of coal(L) whose stride is not 0, by stride, then by place.
std::vector<Mode> moving_modes(const ExactLayout& coalesced) {
  std::vector<Mode> modes;
  Exact place = 1;
  for (std::size_t i = 0; i < coalesced.extents.size(); ++i) {
    work(words(place));
    const Exact& extent = coalesced.extents[i];
    const Exact& stride = coalesced.strides[i];
    if (stride > 0) modes.push_back({extent, stride, place, extent * stride});
    place *= extent;
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const Mode& a, const Mode& b) { return a.stride < b.stride; });
  return modes;
}

ExactLayout exact_right_inverse(const Layout& layout) {
  const std::vector<Mode> modes = moving_modes(detail::exactly_coalesced(layout));
  // Modes make up [0, n) if the first has the stride 1, and each of the others continues the one
  // before: what n can be, and from where the greatest of them can be reached.
  std::set<Exact> reached{1};
  for (const Mode& mode : modes)
    if (reached.contains(mode.stride)) reached.insert(mode.end);
  std::set<Exact> leads{*reached.rbegin()};
  for (auto mode = modes.rbegin(); mode != modes.rend(); ++mode)
    if (leads.contains(mode->end)) leads.insert(mode->stride);
  ExactLayout inverse;
  Exact end = 1;
  for (const Mode& mode : modes) {
    // Of modes of the same stride the one with the least place comes first.
    if (mode.stride == end && leads.contains(mode.end)) {
      append(inverse, mode.extent, mode.place);
      end = mode.end;
    }
  }
  return inverse;
}

/// Whether A(R(i)) = i for all i < size(R).
bool is_undone(const ExactLayout& a, const ExactLayout& r, Convention convention, Int limit) {
  try {
    const Outcome<Layout> composite = detail::exact_composition(a, r, convention, limit);
    if (!composite) return false;
    const ExactLayout function = detail::exactly_coalesced(*composite);
    return function.extents.empty() || (function.extents.size() == 1 && function.strides[0] == 1);
  } catch (const Overflow&) {
    // The identity over the shape of R has strides of B, so that only its extents may not fit.
    for (const Exact& extent : r.extents)
      if (extent > std::numeric_limits<Int>::max())
        throw LimitReached("the extent " + digits(extent) + " does not fit in 64 bits");
    return false;
  }
}

/// The search for max_common_layout(A, B), flat: modes of B are put together as for a right
/// inverse, as far as A is undone as well.
class Common {
 public:
  Common(const Layout& a, const Layout& b, Convention convention, Int limit)
      : a_(a),
        modes_(moving_modes(detail::exactly_coalesced(b))),
        convention_(convention),
        limit_(limit) {
    extend({}, 1);
  }

  [[nodiscard]] const ExactLayout& largest() const { return largest_; }

 private:
  void keep(const ExactLayout& layout, const Exact& size) {
    if (size > size_) {
      largest_ = layout;
      size_ = size;
    }
  }

  void extend(const ExactLayout& layout, const Exact& end) {
    keep(layout, end);
    work(modes_.size());
    for (const Mode& mode : modes_) {
      if (mode.stride != end) continue;
      const auto cut = [&](const Exact& extent) {
        ExactLayout longer = layout;
        append(longer, extent, mode.place);
        return longer;
      };
      const auto is_common = [&](const Exact& extent) {
        return is_undone(a_, cut(extent), convention_, limit_);
      };
      if (is_common(mode.extent)) {
        extend(cut(mode.extent), mode.end);
        continue;
      }
      // A is undone up to `low` of this mode, and not up to `high`.
      Exact low = 1;
      Exact high = mode.extent;
      while (high - low > 1) {
        const Exact middle = (low + high) / 2;
        (is_common(middle) ? low : high) = middle;
      }
      keep(cut(low), end * low);
    }
  }

  const ExactLayout a_;
  const std::vector<Mode> modes_;
  const Convention convention_;
  const Int limit_;
  ExactLayout largest_;
  Exact size_ = 0;
};

ExactLayout common(const Layout& a, const Layout& b, Convention convention, Int limit) {
  return Common(a, b, convention, limit).largest();
}

}  // namespace

Layout right_inverse(const Layout& layout) {
  return named(
      "right_inverse", [&] { return in_coalesced_form(exact_right_inverse(layout)); }, layout);
}

Outcome<Layout> left_inverse(const Layout& layout, Convention convention) {
  if (convention == Convention::strict) {
    for (std::size_t i = 0; i < layout.length(); ++i)
      if (layout.extents()[i] > 1 && layout.strides()[i] == 0)
        return Undefined{"entry " + std::to_string(i) + " takes the same offset more than once"};
  }
  const Outcome<ExactLayout> inverse =
      detail::exact_left_inverse(detail::exactly_coalesced(layout));
  if (!inverse) return inverse.undefined();
  return named(
      "left_inverse", [&] { return in_coalesced_form(*inverse); }, layout);
}

Outcome<ExactLayout> detail::exact_left_inverse(const ExactLayout& coalesced) {
  const std::vector<Mode> modes = moving_modes(coalesced);
  ExactLayout inverse;
  const Mode* before = nullptr;
  for (const Mode& mode : modes) {
    if (before == nullptr) {
      append(inverse, mode.stride, 0);
    } else {
      if (mode.stride % before->stride != 0) {
        return Undefined{"the stride " + digits(before->stride) + " does not divide the stride " +
                         digits(mode.stride)};
      }
      if (before->end > mode.stride)
        return Undefined{"the offset " + digits(mode.stride) + " is taken twice"};
      append(inverse, mode.stride / before->stride, before->place);
    }
    before = &mode;
  }
  if (before != nullptr) append(inverse, before->extent, before->place);
  return inverse;
}

Layout max_common_layout(const Layout& a, const Layout& b, Convention convention, Int limit) {
  return named(
      "max_common_layout", [&] { return in_coalesced_form(common(a, b, convention, limit)); }, a,
      b);
}

Int max_common_vector(const Layout& a, const Layout& b, Convention convention, Int limit) {
  return named(
      "max_common_vector",
      [&] {
        Exact size = 1;
        for (const Exact& extent : common(a, b, convention, limit).extents)
          size *= extent;
        return detail::to_int(size, "size");
      },
      a, b);
}

}  // namespace layoutcheck::algebra
