// Layouts: functions, predicates and basic operations.
#include "entries.hpp"
#include "exact_layout.hpp"
#include "parts.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace layoutcheck::algebra {

using detail::Wide;

std::size_t rank(const Layout& layout) {
  return rank(layout.profile());
}

std::size_t length(const Layout& layout) {
  return layout.length();
}

std::size_t depth(const Layout& layout) {
  return depth(layout.profile());
}

Int size(const Layout& layout) {
  return named(
      "size",
      [&] {
        work(layout.length());
        Int product = 1;
        for (const Int extent : layout.extents())
          product = checked_multiply(product, extent);
        return product;
      },
      layout);
}

Int cosize(const Layout& layout) {
  return named(
      "cosize",
      [&] {
        work(layout.length());
        Int greatest = 0;
        for (std::size_t i = 0; i < layout.length(); ++i) {
          greatest =
              checked_add(greatest, checked_multiply(layout.extents()[i] - 1, layout.strides()[i]));
        }
        return checked_add(greatest, 1);
      },
      layout);
}

Layout flatten(const Layout& layout) {
  return Layout::flat(layout.extents(), layout.strides());
}

Outcome<Layout> mode(const Layout& layout, std::size_t index) {
  const std::vector<detail::Part> modes = detail::modes_of(layout.profile());
  if (index >= modes.size()) return detail::out_of_range(index, modes.size(), "mode");
  return detail::cut(layout, modes[index]);
}

Outcome<Layout> entry(const Layout& layout, std::size_t index) {
  if (index >= layout.length()) return detail::out_of_range(index, layout.length(), "entry");
  return Layout::entry(layout.extents()[index], layout.strides()[index]);
}

Outcome<Layout> relative_mode(const Layout& layout, const NestedTuple& shape, std::size_t index) {
  const Outcome<std::vector<detail::Part>> parts =
      detail::relative_parts(layout.extents(), layout.profile(), shape);
  if (!parts) return parts.undefined();
  if (index >= parts->size()) return detail::out_of_range(index, parts->size(), "relative mode");
  return detail::cut(layout, (*parts)[index]);
}

namespace {

/// A sum of products that need not fit until it is asked for: whether there is one may be known
/// only after the last summand.
class Offset {
 public:
  void add(Int x, Int stride) {
    try {
      sum_ = checked_add(sum_, checked_multiply(x, stride));
    } catch (const Overflow& overflow) {
      too_large_ = overflow;
    }
  }

  /// Throws Overflow.
  [[nodiscard]] Int value() const {
    if (too_large_) throw Overflow(*too_large_);
    return sum_;
  }

 private:
  Int sum_ = 0;
  std::optional<Overflow> too_large_;
};

Outcome<Int> apply_parts(const Layout& layout, const NestedTuple& coordinate,
                         Convention convention) {
  const bool is_endless = convention != Convention::strict;
  work(layout.length() + coordinate.profile().word().size() / 8);
  const std::string_view word = layout.profile().word();
  std::size_t at = 0;
  std::size_t first = 0;
  std::size_t integer = 0;
  Offset offset;
  for (const char c : coordinate.profile().word()) {
    if (c != '*') {
      if (word[at] != c) {
        return Undefined{"the coordinate " + to_string(coordinate) + " is nested where the shape " +
                         to_string(layout.shape()) + " is not, or has another rank there"};
      }
      ++at;
      continue;
    }
    if (word[at] == ')') {
      return Undefined{"the coordinate " + to_string(coordinate) +
                       " has more parts than the shape " + to_string(layout.shape()) +
                       " has modes"};
    }
    const detail::Part part = detail::part_at(word, at, first);
    const Int index = coordinate.entries()[integer];
    Int rest = index;
    for (std::size_t i = part.first; i < part.last && rest != 0; ++i) {
      const Int extent = layout.extents()[i];
      const bool takes_all = is_endless && i + 1 == part.last;
      offset.add(takes_all ? rest : rest % extent, layout.strides()[i]);
      rest = takes_all ? 0 : rest / extent;
    }
    if (rest != 0 && !is_endless) {
      return Undefined{"part " + std::to_string(integer) + " of the coordinate, " +
                       std::to_string(index) + ", is out of range of " +
                       to_string(detail::cut(layout, part).shape())};
    }
    ++integer;
    at = part.word_end;
    first = part.last;
  }
  return offset.value();
}

}  // namespace

Outcome<Int> apply(const Layout& layout, const NestedTuple& coordinate, Convention convention) {
  return named(
      "apply", [&] { return apply_parts(layout, coordinate, convention); }, layout, coordinate);
}

Tuple table(const Layout& layout, Int limit) {
  Int points = 1;
  for (const Int extent : layout.extents()) {
    if (__builtin_mul_overflow(points, extent, &points) || points > limit) {
      throw LimitReached("the table of " + to_string(layout) + " has more than the limit of " +
                         std::to_string(limit) + " values");
    }
  }
  return named(
      "table",
      [&] {
        Tuple values;
        values.reserve(static_cast<std::size_t>(points));
        values.push_back(0);
        // Each entry repeats what the entries before it have made, moved by multiples of its
        // stride.
        for (std::size_t i = 0; i < layout.length(); ++i) {
          const std::size_t block = values.size();
          for (Int x = 1; x < layout.extents()[i]; ++x) {
            work(block);
            const Int move = checked_multiply(x, layout.strides()[i]);
            for (std::size_t j = 0; j < block; ++j)
              values.push_back(checked_add(values[j], move));
          }
        }
        return values;
      },
      layout);
}

bool same_function(const Layout& a, const Layout& b) {
  try {
    return flat_coalesce(a) == flat_coalesce(b);
  } catch (const Overflow&) {
    const detail::ExactLayout exact_a = detail::exactly_coalesced(a);
    const detail::ExactLayout exact_b = detail::exactly_coalesced(b);
    return exact_a.extents == exact_b.extents && exact_a.strides == exact_b.strides;
  }
}

Layout column_major(const NestedTuple& shape) {
  return named(
      "column_major",
      [&] {
        Tuple strides(shape.length());
        for (std::size_t i = 0; i < strides.size(); ++i)
          strides[i] = i == 0 ? 1 : checked_multiply(strides[i - 1], shape.entries()[i - 1]);
        return Layout(shape.profile(), shape.entries(), std::move(strides));
      },
      shape);
}

Layout row_major(const NestedTuple& shape) {
  return named(
      "row_major",
      [&] {
        const std::size_t length = shape.length();
        Tuple strides(length);
        for (std::size_t i = length; i-- > 0;)
          strides[i] =
              i + 1 == length ? 1 : checked_multiply(strides[i + 1], shape.entries()[i + 1]);
        return Layout(shape.profile(), shape.entries(), std::move(strides));
      },
      shape);
}

namespace {

/// Whether each stride is the product of the extents before it, in the order of the iterators.
template <class Extents, class Strides>
bool strides_are_products(Extents extent, Strides stride, Strides end) {
  Wide product = 1;
  for (; stride != end; ++stride, ++extent) {
    // Equal to a stride, the product fits in an Int, and its next multiple in a Wide.
    if (product != static_cast<Wide>(*stride)) return false;
    product *= static_cast<Wide>(*extent);
  }
  return true;
}

/// Whether s · d divides `next`, which is positive.
bool product_divides(Int extent, Int stride, Int next) {
  const Wide product = static_cast<Wide>(extent) * static_cast<Wide>(stride);
  return product != 0 && static_cast<Wide>(next) % product == 0;
}

Layout pick(const Layout& layout, const auto& wanted) {
  Tuple shape;
  Tuple stride;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (wanted(layout.extents()[i], layout.strides()[i])) {
      shape.push_back(layout.extents()[i]);
      stride.push_back(layout.strides()[i]);
    }
  }
  return Layout::flat(std::move(shape), std::move(stride));
}

Layout reorder(const Layout& layout, std::span<const Int> order) {
  Tuple shape;
  Tuple stride;
  shape.reserve(order.size());
  stride.reserve(order.size());
  for (const Int i : order) {
    shape.push_back(layout.extents()[static_cast<std::size_t>(i)]);
    stride.push_back(layout.strides()[static_cast<std::size_t>(i)]);
  }
  return Layout::flat(std::move(shape), std::move(stride));
}

bool is_range_coalesced(const Layout& layout, const detail::Part& part) {
  const Tuple& extents = layout.extents();
  const Tuple& strides = layout.strides();
  for (std::size_t i = part.first; i < part.last; ++i) {
    if (extents[i] == 1) return false;
    if (i > part.first && static_cast<Wide>(extents[i - 1]) * static_cast<Wide>(strides[i - 1]) ==
                              static_cast<Wide>(strides[i])) {
      return false;
    }
  }
  return true;
}

bool is_part_coalesced(const Layout& layout, const detail::Part& part) {
  if (part.word_end - part.word_begin == 1)
    return layout.extents()[part.first] > 1 || layout.strides()[part.first] == 0;
  const std::size_t length = part.last - part.first;
  const bool flat = part.word_end - part.word_begin == length + 2;
  return flat && length > 1 && is_range_coalesced(layout, part);
}

detail::Part whole(const Layout& layout) {
  return {0, layout.profile().word().size(), 0, layout.length()};
}

}  // namespace

bool is_column_major(const Layout& layout) {
  return strides_are_products(layout.extents().begin(), layout.strides().begin(),
                              layout.strides().end());
}

bool is_row_major(const Layout& layout) {
  return strides_are_products(layout.extents().rbegin(), layout.strides().rbegin(),
                              layout.strides().rend());
}

bool is_nondegenerate(const Layout& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] == 1 && layout.strides()[i] != 0) return false;
  return true;
}

bool is_sorted(const Layout& layout) {
  const Tuple& s = layout.extents();
  const Tuple& d = layout.strides();
  for (std::size_t i = 1; i < s.size(); ++i)
    if (d[i - 1] > d[i] || (d[i - 1] == d[i] && s[i - 1] > s[i])) return false;
  return true;
}

bool is_flat_coalesced(const Layout& layout) {
  return is_range_coalesced(layout, whole(layout));
}

bool is_coalesced(const Layout& layout) {
  return is_part_coalesced(layout, whole(layout));
}

Outcome<bool> is_coalesced(const Layout& layout, const NestedTuple& shape) {
  const Outcome<std::vector<detail::Part>> parts =
      detail::relative_parts(layout.extents(), layout.profile(), shape);
  if (!parts) return parts.undefined();
  return std::all_of(parts->begin(), parts->end(),
                     [&](const detail::Part& part) { return is_part_coalesced(layout, part); });
}

bool is_compact(const Layout& layout) {
  const std::vector<detail::Entry> sorted = detail::sorted_entries(layout, detail::Keep::above_one);
  Wide product = 1;
  for (const detail::Entry& e : sorted) {
    if (product != static_cast<Wide>(e.stride)) return false;
    product *= static_cast<Wide>(e.extent);
  }
  return true;
}

bool is_tractable(const Layout& layout) {
  const std::vector<detail::Entry> sorted = detail::sorted_entries(layout, detail::Keep::all);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1].stride != 0 &&
        !product_divides(sorted[i - 1].extent, sorted[i - 1].stride, sorted[i].stride)) {
      return false;
    }
  }
  return true;
}

Outcome<Layout> restrict(const Layout& layout, std::span<const Int> indices) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || static_cast<std::size_t>(indices[i]) >= layout.length())
      return detail::out_of_range(static_cast<std::size_t>(indices[i]), layout.length(), "entry");
    if (i > 0 && indices[i - 1] >= indices[i]) {
      return Undefined{"the indices do not increase: " + std::to_string(indices[i - 1]) +
                       " comes before " + std::to_string(indices[i])};
    }
  }
  return reorder(layout, indices);
}

Layout squeeze(const Layout& layout) {
  return pick(layout, [](Int extent, Int) { return extent != 1; });
}

Layout filter(const Layout& layout) {
  return pick(layout, [](Int, Int stride) { return stride != 0; });
}

Outcome<Layout> permute(const Layout& layout, std::span<const Int> order) {
  if (std::string why = detail::not_a_permutation(order, layout.length()); !why.empty())
    return Undefined{std::move(why)};
  return reorder(layout, order);
}

Layout sort(const Layout& layout) {
  Tuple shape;
  Tuple stride;
  for (const detail::Entry& e : detail::sorted_entries(layout, detail::Keep::all)) {
    shape.push_back(e.extent);
    stride.push_back(e.stride);
  }
  return Layout::flat(std::move(shape), std::move(stride));
}

Layout concatenate(std::span<const Layout> layouts) {
  return *substitute(Profile::flat(layouts.size()), layouts);
}

Layout flat_concatenate(std::span<const Layout> layouts) {
  Tuple shape;
  Tuple stride;
  for (const Layout& layout : layouts) {
    shape.insert(shape.end(), layout.extents().begin(), layout.extents().end());
    stride.insert(stride.end(), layout.strides().begin(), layout.strides().end());
  }
  return Layout::flat(std::move(shape), std::move(stride));
}

Outcome<Layout> substitute(const Profile& profile, std::span<const Layout> parts) {
  if (parts.size() != profile.length()) {
    return Undefined{to_string(profile) + " has " + std::to_string(profile.length()) +
                     " entries, to be replaced by " + std::to_string(parts.size()) + " layouts"};
  }
  std::vector<std::string_view> words;
  words.reserve(parts.size());
  Tuple shape;
  Tuple stride;
  for (const Layout& part : parts) {
    words.push_back(part.profile().word());
    shape.insert(shape.end(), part.extents().begin(), part.extents().end());
    stride.insert(stride.end(), part.strides().begin(), part.strides().end());
  }
  return Layout(detail::fill(profile, words), std::move(shape), std::move(stride));
}

}  // namespace layoutcheck::algebra
