// Building inverses from tables.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/inverse.hpp>

#include <algorithm>
#include <functional>
#include <map>

namespace layoutcheck::oracle {
namespace {

/// Whether f(i) for all i from `first` below n. Those within the limit are looked at first: one can
/// refute what is too much to prove.
template <class F>
bool for_all_below(const Exact& n, const Limits& limits, F&& f, const Exact& first = 0) {
  for (Exact i = first; i < n && i < limits.points; ++i)
    if (!f(i)) return false;
  charge(n, limits, "the points of an inverse");
  return true;
}

/// Whether L, of size n, takes x to y; x need not be in its domain.
bool takes(const ExactLayout& l, const Exact& n, const Exact& x, const Exact& y,
           Convention convention = Convention::strict) {
  return (x < n || convention != Convention::strict) && value_at(l, x, convention) == y;
}

std::vector<Exact> places_of(const ExactLayout& coalesced) {
  std::vector<Exact> places;
  Exact place = 1;
  for (const Exact& extent : coalesced.extents) {
    work(words(place));
    places.push_back(place);
    place *= extent;
  }
  return places;
}

/// Visits all lists of modes whose layout is a right inverse, in the order of their tables.
class Search {
 public:
  using Visit = std::function<void(const ExactLayout&)>;

  Search(const ExactLayout& coalesced, const Limits& limits, Visit visit)
      : visit_(std::move(visit)),
        l_(coalesced),
        limits_(limits),
        places_(places_of(coalesced)),
        domain_(size(coalesced)) {
    extend({}, 1);
  }

 private:
  void extend(const ExactLayout& r, const Exact& n) {
    visit_(r);
    work(l_.length());
    for (std::size_t k = 0; k < l_.length(); ++k) {
      // A layout that begins with r and goes on with mode k takes n to the place of k.
      if (l_.strides[k] != n) continue;
      ExactLayout longer = r;
      longer.extents.push_back(l_.extents[k]);
      longer.strides.push_back(places_[k]);
      longer.profile = Profile::flat(longer.length());
      const Exact end = n * l_.extents[k];
      // L takes a coordinate (x, y) of this layout, with x in r, to x + y·d_k = x + y·n. Where
      // there are too many of them to look, that is enough.
      if (end > limits_.points ||
          for_all_below(
              end, limits_,
              [&](const Exact& i) { return takes(l_, domain_, value_at(longer, i), i); }, n)) {
        extend(longer, end);
      }
    }
  }

  const Visit visit_;
  const ExactLayout& l_;
  const Limits& limits_;
  const std::vector<Exact> places_;
  const Exact domain_;
};

}  // namespace

bool is_right_inverse(const ExactLayout& r, const ExactLayout& l, const Limits& limits,
                      Convention convention) {
  const Exact domain = size(l);
  return for_all_below(size(r), limits, [&](const Exact& i) {
    return takes(l, domain, value_at(r, i), i, convention);
  });
}

bool is_left_inverse(const ExactLayout& r, const ExactLayout& l, Convention convention,
                     const Limits& limits) {
  const Exact offsets = size(r);
  return for_all_below(size(l), limits, [&](const Exact& i) {
    const Exact offset = value_at(l, i);
    return convention == Convention::strict
               ? takes(r, offsets, offset, i)
               : value_at(l, value_at(r, offset, convention), convention) == offset;
  });
}

ExactLayout right_inverse(const ExactLayout& l, const Limits& limits) {
  const ExactLayout coalesced = flat_coalesce(l, limits);
  ExactLayout largest;
  Search(coalesced, limits, [&](const ExactLayout& r) {
    if (size(r) > size(largest)) largest = r;
  });
  return in_coalesced_form(flat_coalesce_by_rewriting(largest));
}

Outcome<ExactLayout> left_inverse(const ExactLayout& l, Convention convention,
                                  const Limits& limits) {
  const ExactLayout coalesced = flat_coalesce(l, limits);
  const std::vector<Exact> places = places_of(coalesced);
  ExactLayout counted;  // the modes that count
  ExactLayout indices;  // the index at a coordinate in them
  std::map<Exact, std::size_t> by_stride;
  for (std::size_t k = 0; k < coalesced.length(); ++k) {
    if (coalesced.strides[k] > 0)
      by_stride.emplace(coalesced.strides[k], k);
    else if (convention != Convention::strict)
      continue;
    for (ExactLayout* layout : {&counted, &indices})
      layout->extents.push_back(coalesced.extents[k]);
    counted.strides.push_back(coalesced.strides[k]);
    indices.strides.push_back(places[k]);
  }
  ExactLayout r;
  Exact before = 1;
  Exact stride = 0;
  Exact extent = 1;
  bool fits = by_stride.size() == counted.length();  // a digit for each mode, as many as it needs
  for (const auto& [d, k] : by_stride) {
    if (d % before != 0)
      return Undefined{"the stride " + digits(before) + " does not divide the stride " + digits(d)};
    r.extents.emplace_back(d / before);
    r.strides.push_back(stride);
    fits = fits && (stride == 0 || extent <= r.extents.back());
    before = d;
    stride = places[k];
    extent = coalesced.extents[k];
  }
  r.extents.push_back(extent);
  r.strides.push_back(stride);
  const Exact end = size(r);
  const Exact n = size(counted);
  const bool undoes = n > limits.points ? fits : for_all_below(n, limits, [&](const Exact& j) {
    return takes(r, end, value_at(counted, j), value_at(indices, j));
  });
  if (!undoes) return Undefined{"some value is taken twice"};
  return in_coalesced_form(flat_coalesce_by_rewriting(r));
}

namespace {

/// The largest restriction of R to some [0, n) that is a layout function and a right inverse of A.
ExactLayout restricted(const ExactLayout& r, const ExactLayout& a, Convention convention,
                       const Limits& limits) {
  const Exact end = size(r);
  const Exact domain = size(a);
  std::vector<Exact> values;
  for (Exact i = 0; i < end; ++i) {
    charge(i, limits, "the points of a common inverse");
    values.push_back(value_at(r, i));
    if (!takes(a, domain, values.back(), i, convention)) {
      values.pop_back();
      break;
    }
  }
  for (;; values.pop_back()) {
    const Outcome<ExactLayout> common = layout_of_table(values);
    if (common) return *common;
  }
}

}  // namespace

ExactLayout max_common_layout(const ExactLayout& a, const ExactLayout& b, Convention convention,
                              const Limits& limits) {
  const ExactLayout coalesced = flat_coalesce(b, limits);
  ExactLayout largest = ExactLayout::entry(1, 0);
  Search(coalesced, limits, [&](const ExactLayout& r) {
    const ExactLayout common = restricted(r, a, convention, limits);
    if (size(common) > size(largest)) largest = common;
  });
  return largest;
}

}  // namespace layoutcheck::oracle
