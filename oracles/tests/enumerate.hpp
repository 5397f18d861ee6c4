// Small operands, all of them.
#pragma once

#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

#include <algorithm>
#include <functional>

namespace layoutcheck::oracle {

inline const Limits limits;

/// 0, 1, …, n.
inline Tuple up_to(Int n) {
  Tuple result;
  for (Int i = 0; i <= n; ++i)
    result.push_back(i);
  return result;
}

/// All flat layouts of at most that length with these extents and strides.
inline std::vector<Layout> all_flat_layouts(std::size_t length, const Tuple& extents,
                                            const Tuple& strides) {
  std::vector<Layout> all{Layout()};
  std::size_t begin = 0;
  for (std::size_t m = 0; m < length; ++m) {
    const std::size_t end = all.size();
    for (std::size_t i = begin; i < end; ++i) {
      for (Int s : extents) {
        for (Int d : strides) {
          Tuple shape = all[i].extents();
          Tuple stride = all[i].strides();
          shape.push_back(s);
          stride.push_back(d);
          all.push_back(Layout::flat(std::move(shape), std::move(stride)));
        }
      }
    }
    begin = end;
  }
  return all;
}

/// All tuples of at most that length with these entries.
inline std::vector<Tuple> all_tuples(std::size_t length, const Tuple& entries) {
  std::vector<Tuple> all;
  for (const Layout& layout : all_flat_layouts(length, entries, {0}))
    all.push_back(layout.extents());
  return all;
}

/// All morphisms between the flat tuples.
inline std::vector<Morphism> all_morphisms(const Tuple& domain, const Tuple& codomain) {
  std::vector<Morphism> all;
  Tuple map;
  const std::function<void()> extend = [&] {
    if (map.size() == domain.size()) {
      all.emplace_back(NestedTuple::flat(domain), map, NestedTuple::flat(codomain));
      return;
    }
    for (Int j = 0; j <= static_cast<Int>(codomain.size()); ++j) {
      const bool taken = std::find(map.begin(), map.end(), j) != map.end();
      if (j > 0 && (taken || codomain[static_cast<std::size_t>(j - 1)] != domain[map.size()]))
        continue;
      map.push_back(j);
      extend();
      map.pop_back();
    }
  };
  extend();
  return all;
}

}  // namespace layoutcheck::oracle
