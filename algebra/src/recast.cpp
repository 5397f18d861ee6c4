// Layouts whose offsets are counted in other units.
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/recast.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>

namespace layoutcheck::algebra {

namespace {

/// Products of two integers of 64 bits, and sums of a few of them.
__extension__ using Wide = __int128;

}  // namespace

Outcome<Layout> upcast(const Layout& layout, Int n) {
  Tuple extents;
  Tuple strides;
  // What is left of the offset beyond its unit is a sum of what the entries leave, each of which
  // can be at its greatest whatever the others are. It must be less than n.
  Wide most = 0;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    work();
    const Wide d = layout.strides()[i];
    const Wide last = layout.extents()[i] - 1;
    // So many coordinates of the entry are one of the answer's, which advances by so many units and
    // leaves `excess`.
    const Wide group = d == 0 ? 1 : (n - 1) / d + 1;
    const Wide units = group * d / n;
    const Wide excess = group * d % n;
    const Wide groups = last / group;
    const Wide in_last = groups * excess + last % group * d;
    const Wide in_last_whole = groups == 0 ? 0 : (groups - 1) * excess + (group - 1) * d;
    most += std::max(in_last, in_last_whole);
    if (most >= n) {
      return Undefined{"what is left beyond the units, along the entries up to " +
                       std::to_string(i) + ", adds up to a unit"};
    }
    extents.push_back(static_cast<Int>(groups + 1));
    strides.push_back(groups == 0 ? 0 : static_cast<Int>(units));
  }
  return Layout(layout.profile(), std::move(extents), std::move(strides));
}

Outcome<Layout> downcast(const Layout& layout, Int n) {
  const Tuple& given = layout.strides();
  const auto adjacent = std::find(given.begin(), given.end(), Int{1});
  if (adjacent == given.end()) return Undefined{"no entry has stride 1"};
  return named(
      "downcast",
      [&] {
        const auto place = static_cast<std::size_t>(adjacent - given.begin());
        Tuple extents = layout.extents();
        Tuple strides;
        extents[place] = checked_multiply(extents[place], n);
        for (std::size_t i = 0; i < extents.size(); ++i) {
          work();
          const bool moves = i != place && extents[i] > 1;
          strides.push_back(moves ? checked_multiply(given[i], n) : extents[i] > 1 ? 1 : 0);
        }
        return Outcome<Layout>(Layout(layout.profile(), std::move(extents), std::move(strides)));
      },
      layout, n);
}

}  // namespace layoutcheck::algebra
