// Operands for CuTe's functions on tuples and layouts, drawn so that they mostly fit together.
#include "operation_domains.hpp"
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/engine/draw.hpp>

#include <algorithm>

namespace layoutcheck::engine {

namespace {

std::size_t rank_of(const Profile& profile) {
  return profile.modes().size();
}

/// Another tuple with this nesting, whose entries are between these bounds.
NestedTuple draw_entries(Entropy& entropy, const Profile& profile, std::size_t least,
                         std::size_t most) {
  Tuple entries;
  for (std::size_t i = 0; i < profile.length(); ++i)
    entries.push_back(static_cast<Int>(entropy.between(least, most)));
  return {std::move(entries), profile};
}

/// A nesting that is weakly congruent to the shape's, seldom any other.
Profile draw_coarser_nesting(Entropy& entropy, const NestedTuple& shape) {
  return entropy.chance(92) ? draw_coarsening(entropy, shape).profile()
                            : draw_profile(entropy, entropy.below(4));
}

Int draw_index(Entropy& entropy, Int size) {
  return entropy.chance(4) ? size : static_cast<Int>(entropy.below(static_cast<std::size_t>(size)));
}

/// What a shape can be divided by: mode by mode, or by an integer that its first entries make up.
NestedTuple draw_divisor_of(Entropy& entropy, const NestedTuple& shape, bool exact) {
  if (!exact && entropy.chance(30)) return NestedTuple(static_cast<Int>(entropy.between(1, 20)));
  if (!shape.is_entry() && entropy.chance(65)) {
    std::vector<NestedTuple> modes;
    for (const NestedTuple& mode : shape.modes())
      if (exact || !entropy.chance(10)) modes.push_back(draw_divisor_of(entropy, mode, exact));
    return NestedTuple::tuple_of(modes);
  }
  Tuple taken;
  const std::size_t whole = entropy.below(shape.length() + 1);
  for (std::size_t i = 0; i < whole; ++i)
    taken.push_back(shape.entries()[i]);
  if (whole < shape.length()) taken.push_back(draw_divisor(entropy, shape.entries()[whole]));
  if (entropy.chance(10)) taken.push_back(static_cast<Int>(entropy.between(1, 3)));
  NestedTuple divisor(saturating_product(taken));
  return shape.is_entry() && entropy.chance(30) ? draw_refinement(entropy, divisor) : divisor;
}

/// A tuple of the other one's nesting with some entries changed, or with a mode less.
NestedTuple draw_comparable(Entropy& entropy, const NestedTuple& x) {
  std::vector<NestedTuple> modes = x.modes();
  if (!x.is_entry() && !modes.empty() && entropy.chance(15)) {
    modes.erase(entropy.chance(50) ? modes.begin() : modes.end() - 1);
    return NestedTuple::tuple_of(modes);
  }
  if (entropy.chance(5)) return draw_shape(entropy, 10);
  Tuple entries = x.entries();
  const unsigned changed = entropy.chance(50) ? 20 : 80;
  for (Int& entry : entries)
    if (entropy.chance(changed)) entry = static_cast<Int>(entropy.below(5));
  return {std::move(entries), x.profile()};
}

/// Of rank `rank`, with something in each mode.
template <class V>
V draw_of_rank(Entropy& entropy, std::size_t rank) {
  std::vector<V> modes;
  for (std::size_t i = 0; i < rank; ++i)
    if constexpr (std::is_same_v<V, Layout>)
      modes.push_back(draw_layout(entropy, 8));
    else
      modes.push_back(draw_shape(entropy, 8));
  return V::tuple_of(modes);
}

/// Pairs in place of the profile's entries, and now and then further modes.
Layout draw_pairs(Entropy& entropy, const Profile& profile) {
  if (profile.is_entry()) return draw_of_rank<Layout>(entropy, 2);
  std::vector<Layout> modes;
  for (const Profile& mode : profile.modes())
    modes.push_back(draw_pairs(entropy, mode));
  if (entropy.chance(30)) modes.push_back(draw_layout(entropy, 8));
  return Layout::tuple_of(modes);
}

Layout with_zeros(Entropy& entropy, const Layout& layout) {
  Tuple strides = layout.strides();
  // Zeros side by side are one mode of the answer, so that every other one is an order of its own.
  const bool alternates = entropy.chance(25);
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (alternates ? i % 2 == 0 : entropy.chance(35))
      strides[i] = 0;
    else if (alternates && strides[i] == 0)
      strides[i] = 1;
  return {layout.profile(), layout.extents(), std::move(strides)};
}

/// A layout of the same size.
Layout draw_of_size(Entropy& entropy, const Layout& layout) {
  if (entropy.chance(35)) return draw_strides(entropy, layout.shape());
  const Layout same = draw_same_function(entropy, layout);
  if (entropy.chance(50)) return same;
  return draw_strides(
      entropy, entropy.chance(50)
                   ? draw_refinement(entropy, NestedTuple(saturating_product(layout.extents())))
                   : same.shape());
}

/// An order for the modes of a shape, or for what they consist of.
NestedTuple draw_order(Entropy& entropy, const NestedTuple& shape) {
  const Profile profile = draw_coarser_nesting(entropy, shape);
  if (entropy.chance(30)) return draw_entries(entropy, profile, 0, 3);
  Tuple order;
  for (const std::size_t i : entropy.permutation(profile.length()))
    order.push_back(static_cast<Int>(i));
  return {std::move(order), profile};
}

/// A block that has a complement, and a shape that it fills.
Operands draw_tiling(Entropy& entropy, int size) {
  Int number = 1;
  const Layout block = entropy.chance(85) ? draw_complementable(entropy, size / 2, number)
                                          : draw_layout(entropy, size / 2);
  std::vector<NestedTuple> modes;
  for (const Layout& mode : block.modes()) {
    const Int part = saturating_product(mode.extents());
    if (part > (Int{1} << 40)) return {block, draw_shape(entropy, size)};
    const NestedTuple whole(part * static_cast<Int>(entropy.between(1, 4)));
    modes.push_back(entropy.chance(75) ? whole : draw_refinement(entropy, whole));
  }
  if (entropy.chance(30)) modes.emplace_back(static_cast<Int>(entropy.between(1, 4)));
  if (entropy.chance(4)) modes.push_back(draw_shape(entropy, size));
  return {block, NestedTuple::tuple_of(modes)};
}

/// A layout, a tiler that divides it, and a coordinate for one of the two modes of the division.
Operands draw_partition(Entropy& entropy, int size, std::size_t mode) {
  const Layout layout = draw_layout(entropy, size);
  Tiler tiler = draw_tiler(entropy, layout, false);
  NestedTuple shape = draw_shape(entropy, 8);
  try {
    const Outcome<Layout> pair = algebra::zipped_divide(layout, tiler, Convention::strict, 4096);
    if (pair) shape = pair->modes()[mode].shape();
  } catch (const LimitReached&) {
  }
  Tiler coordinate = draw_kept_coordinate(entropy, shape);
  return {layout, std::move(tiler), std::move(coordinate)};
}

/// A layout, threads in any order whose numbers divide its modes, and one of them.
Operands draw_threads(Entropy& entropy, int size) {
  const Layout layout = draw_layout(entropy, size);
  Tuple counts;
  for (const Layout& mode : layout.modes()) {
    if (entropy.chance(10)) break;
    counts.push_back(draw_divisor(entropy, saturating_product(mode.extents())));
  }
  const NestedTuple shape = NestedTuple::flat(std::move(counts));
  Layout threads = entropy.chance(92) ? *algebra::make_ordered_layout(
                                            shape, draw_entries(entropy, shape.profile(), 0, 3))
                                      : draw_strides(entropy, shape);
  const Int thread = draw_index(entropy, saturating_product(shape.entries()));
  return {layout, std::move(threads), thread};
}

class CuteDomains {
 public:
  Domains all;

  void add(const std::string& signature, std::vector<Sort> sorts,
           std::function<Operands(Entropy&, int)> draw) {
    all.emplace(signature, make_domain("operands that mostly fit together", std::move(sorts),
                                       std::move(draw)));
  }

  /// For a signature of shapes and one of layouts.
  template <class Draw>
  void add_both(const std::string& before, const std::string& after, std::vector<Sort> others,
                bool last, Draw draw) {
    for (const Sort sort : {Sort::shape, Sort::layout}) {
      const char* word = sort == Sort::shape ? "shape" : "layout";
      std::string signature = before + word + after;
      for (std::size_t at; (at = signature.find("V")) != std::string::npos;)
        signature.replace(at, 1, word);
      std::vector<Sort> sorts = others;
      for (Sort& other : sorts)
        if (other == Sort::truth) other = sort;
      const Sort own = !before.ends_with("flat ") ? sort
                       : sort == Sort::shape      ? Sort::flat_shape
                                                  : Sort::flat_layout;
      sorts.insert(last ? sorts.end() : sorts.begin(), own);
      add(signature, std::move(sorts), [=](Entropy& entropy, int size) {
        const auto drawn = [&] {
          return sort == Sort::shape ? Value(draw_shape(entropy, size))
                                     : Value(draw_layout(entropy, size));
        };
        const Value value = drawn();
        return draw(entropy, value, drawn);
      });
    }
  }
};

const NestedTuple shape_in(const Value& value) {
  const auto* layout = std::get_if<Layout>(&value);
  return layout == nullptr ? std::get<NestedTuple>(value) : layout->shape();
}

void add_tuples(CuteDomains& domains) {
  using enum Sort;
  domains.add("product_like(shape, profile)", {shape, profile},
              [](Entropy& entropy, int size) -> Operands {
                const NestedTuple x = draw_shape(entropy, size);
                return {x, draw_coarser_nesting(entropy, x)};
              });
  domains.add("inner_product(nested tuple, nested tuple)", {tuple, tuple},
              [](Entropy& entropy, int size) -> Operands {
                const NestedTuple x = draw_shape(entropy, size);
                return {x, draw_entries(
                               entropy,
                               entropy.chance(92) ? x.profile() : draw_profile(entropy, x.length()),
                               0, entropy.wishes(DrawWish::Kind::trivial) ? 1 : 9)};
              });
  domains.add("elem_scale(shape, shape)", {shape, shape},
              [](Entropy& entropy, int size) -> Operands {
                const NestedTuple y = draw_shape(entropy, size);
                return {draw_entries(entropy, draw_coarser_nesting(entropy, y), 1, 6), y};
              });
  for (const bool exact : {true, false}) {
    domains.add(exact ? "shape_div(shape, shape)" : "ceil_div(shape, shape)", {shape, shape},
                [exact](Entropy& entropy, int size) -> Operands {
                  const NestedTuple x = draw_shape(entropy, size);
                  // One of another nesting, for which there may be no answer.
                  return {x, entropy.chance(4) ? draw_shape(entropy, size)
                                               : draw_divisor_of(entropy, x, exact)};
                });
  }
  domains.add("evenly_divides(shape, shape)", {shape, shape},
              [](Entropy& entropy, int size) -> Operands {
                const NestedTuple x = draw_shape(entropy, size);
                return {x, draw_divisor_of(entropy, x, entropy.chance(80))};
              });
  domains.add("round_up(shape, shape)", {shape, shape}, [](Entropy& entropy, int size) -> Operands {
    const NestedTuple x = draw_shape(entropy, size);
    std::vector<NestedTuple> by = draw_entries(entropy, x.profile(), 1, 9).modes();
    if (!x.is_entry() && !by.empty() && entropy.chance(20)) by.pop_back();
    return {x, x.is_entry() ? by.front() : NestedTuple::tuple_of(by)};
  });
  const auto coarse_and_fine = [](Entropy& entropy, int size) -> Operands {
    const NestedTuple fine = draw_shape(entropy, size);
    return {entropy.chance(80) ? draw_coarsening(entropy, fine) : draw_shape(entropy, size), fine};
  };
  domains.add("compatible(shape, shape)", {shape, shape}, coarse_and_fine);
  domains.add("weakly_congruent(shape, shape)", {shape, shape}, coarse_and_fine);
  const auto two_coarsenings = [](Entropy& entropy, int size) -> Operands {
    const NestedTuple fine = draw_refinement(entropy, draw_shape(entropy, size));
    const NestedTuple other =
        entropy.chance(88) ? draw_coarsening(entropy, fine)
        : entropy.chance(40)
            ? draw_shape(entropy, size)
            : draw_refinement(entropy, NestedTuple(saturating_product(fine.entries())));
    return {draw_coarsening(entropy, fine), other};
  };
  domains.add("common_refinement(shape, shape)", {shape, shape}, two_coarsenings);
  domains.add("common_coarsening(shape, shape)", {shape, shape}, two_coarsenings);
  for (const char* order : {"lex", "colex", "elem"}) {
    for (const char* relation : {"less", "leq", "gtr", "geq"}) {
      domains.add(std::string(order) + "_" + relation + "(nested tuple, nested tuple)",
                  {tuple, tuple}, [](Entropy& entropy, int) -> Operands {
                    const std::size_t length = entropy.wishes(DrawWish::Kind::substance)
                                                   ? entropy.between(1, 5)
                                                   : entropy.below(5);
                    const NestedTuple x =
                        draw_entries(entropy, draw_profile(entropy, length), 0,
                                     entropy.wishes(DrawWish::Kind::trivial) ? 1 : 4);
                    return {x, draw_comparable(entropy, x)};
                  });
    }
  }
  const auto coordinate_and_shape = [](Entropy& entropy, int size) -> Operands {
    const NestedTuple s = draw_shape(entropy, size);
    return {draw_coordinate(entropy, s), s};
  };
  domains.add("crd2idx(nested tuple, shape)", {tuple, shape}, coordinate_and_shape);
  domains.add("idx2crd(nested tuple, shape)", {tuple, shape}, coordinate_and_shape);
  domains.add(
      "crd2crd(nested tuple, shape, shape)", {tuple, shape, shape},
      [](Entropy& entropy, int size) -> Operands {
        const NestedTuple coarse = draw_coarsening(entropy, draw_shape(entropy, size));
        return {draw_coordinate(entropy, coarse), draw_refinement(entropy, coarse),
                entropy.chance(92) ? draw_refinement(entropy, coarse) : draw_shape(entropy, size)};
      });
  domains.add("increment(nested tuple, shape)", {tuple, shape},
              [](Entropy& entropy, int size) -> Operands {
                const NestedTuple s = draw_shape(entropy, size);
                Tuple entries;
                for (const Int extent : s.entries())
                  entries.push_back(entropy.chance(40) ? extent - 1 : draw_index(entropy, extent));
                // The last coordinate has no next one.
                if (!entries.empty() && entropy.chance(75)) {
                  const std::size_t i = entropy.below(entries.size());
                  entries[i] = draw_below(entropy, std::max(Int{1}, s.entries()[i] - 1));
                }
                return {NestedTuple(std::move(entries), s.profile()), s};
              });
}

void add_mode_lists(CuteDomains& domains) {
  using enum Sort;
  const auto range = [](Entropy& entropy, const Value& value, const auto&) -> Operands {
    const std::size_t rank = rank_of(shape_in(value).profile());
    // A layout has no mode to take between two equal ends.
    const std::size_t least = rank > 0 && entropy.chance(80) ? 1 : 0;
    const std::size_t begin = entropy.below(rank + 1 - least);
    const std::size_t end = entropy.chance(4) ? rank + 1 : entropy.between(begin + least, rank);
    return {value, static_cast<Int>(begin), static_cast<Int>(end)};
  };
  domains.add_both("group(", ", integer, integer)", {integer, integer}, false, range);
  domains.add_both("take(", ", integer, integer)", {integer, integer}, false, range);
  domains.add_both("select(", ", tuple)", {flat_tuple}, false,
                   [](Entropy& entropy, const Value& value, const auto&) -> Operands {
                     const std::size_t rank = rank_of(shape_in(value).profile());
                     Tuple indices;
                     for (std::size_t n = entropy.below(rank + 2); n > 0 && rank > 0; --n)
                       indices.push_back(draw_index(entropy, static_cast<Int>(rank)));
                     return {value, NestedTuple::flat(std::move(indices))};
                   });
  const auto up_to_rank = [](Entropy& entropy, const Value& value,
                             const auto& another) -> Operands {
    const std::size_t rank = rank_of(shape_in(value).profile()) + entropy.below(4);
    return {value, another(), static_cast<Int>(rank - (rank > 0 && entropy.chance(6) ? 1 : 0))};
  };
  // V is the sort of the value.
  domains.add_both("append(", ", V, integer)", {truth, integer}, false, up_to_rank);
  domains.add_both("prepend(", ", V, integer)", {truth, integer}, false, up_to_rank);
  domains.add_both("replace(", ", integer, V)", {integer, truth}, false,
                   [](Entropy& entropy, const Value& value, const auto& another) -> Operands {
                     const auto rank = static_cast<Int>(rank_of(shape_in(value).profile()));
                     return {value, rank == 0 ? 0 : draw_index(entropy, rank), another()};
                   });
  domains.add_both("unflatten(flat ", ", profile)", {profile}, false,
                   [](Entropy& entropy, const Value& value, const auto&) -> Operands {
                     const NestedTuple s = shape_in(value);
                     Profile nesting =
                         draw_profile(entropy, s.length() + (entropy.chance(4) ? 1 : 0));
                     const auto* layout = std::get_if<Layout>(&value);
                     if (layout == nullptr) return {NestedTuple::flat(s.entries()), nesting};
                     return {Layout::flat(layout->extents(), layout->strides()), nesting};
                   });
  const auto of_rank = [](Entropy& entropy, bool is_layout, std::size_t rank) {
    return is_layout ? Value(draw_of_rank<Layout>(entropy, rank))
                     : Value(draw_of_rank<NestedTuple>(entropy, rank));
  };
  domains.add_both("zip(", ")", {}, false,
                   [=](Entropy& entropy, const Value& value, const auto&) -> Operands {
                     if (entropy.chance(10)) return {value};
                     const bool is_layout = std::holds_alternative<Layout>(value);
                     // The first row is what has been drawn, if it has modes.
                     std::vector<Value> rows;
                     if (!shape_in(value).is_entry()) rows.push_back(value);
                     const std::size_t rank =
                         rows.empty() ? entropy.below(4) : rank_of(shape_in(value).profile());
                     for (std::size_t n = entropy.between(rows.empty() ? 1 : 0, 2); n > 0; --n)
                       rows.push_back(of_rank(entropy, is_layout, rank));
                     if (!is_layout) {
                       std::vector<NestedTuple> tuples;
                       for (const Value& row : rows)
                         tuples.push_back(std::get<NestedTuple>(row));
                       return {NestedTuple::tuple_of(tuples)};
                     }
                     std::vector<Layout> layouts;
                     for (const Value& row : rows)
                       layouts.push_back(std::get<Layout>(row));
                     return {Layout::tuple_of(layouts)};
                   });
  domains.add_both("zip(", ", V)", {truth}, false,
                   [=](Entropy& entropy, const Value& value, const auto& another) -> Operands {
                     if (entropy.chance(10)) return {value, another()};
                     const std::size_t rank = rank_of(shape_in(value).profile());
                     if (shape_in(value).is_entry()) return {value, value};
                     return {value, of_rank(entropy, std::holds_alternative<Layout>(value), rank)};
                   });
  domains.add(
      "tile_unzip(layout, profile)", {layout, profile}, [](Entropy& entropy, int size) -> Operands {
        const Profile profile = draw_profile(entropy, entropy.below(4));
        return {entropy.chance(92) ? draw_pairs(entropy, profile) : draw_layout(entropy, size),
                profile};
      });
  for (const char* name : {"slice(coordinate, ", "dice(coordinate, "}) {
    domains.add_both(name, ")", {coordinate}, true,
                     [](Entropy& entropy, const Value& value, const auto&) -> Operands {
                       return {draw_kept_coordinate(entropy, shape_in(value)), value};
                     });
  }
}

void add_makers(CuteDomains& domains) {
  using enum Sort;
  const auto coordinate_and_layout = [](Entropy& entropy, int size) -> Operands {
    const Layout l = draw_layout(entropy, size);
    return {draw_kept_coordinate(entropy, l.shape()), l};
  };
  domains.add("crd2idx(coordinate, layout)", {coordinate, layout}, coordinate_and_layout);
  domains.add("slice_and_offset(coordinate, layout)", {coordinate, layout}, coordinate_and_layout);
  domains.add("domain_offset(nested tuple, layout)", {tuple, layout},
              [](Entropy& entropy, int size) -> Operands {
                const Layout l = draw_layout(entropy, size);
                return {draw_coordinate(entropy, l.shape()), l};
              });
  for (const char* name : {"inner_partition", "local_tile", "outer_partition"}) {
    const std::size_t mode = name[0] == 'o' ? 0 : 1;
    domains.add(std::string(name) + "(layout, tiler, coordinate)", {layout, tiler, coordinate},
                [mode](Entropy& entropy, int size) { return draw_partition(entropy, size, mode); });
  }
  domains.add("local_partition(layout, layout, integer)", {layout, layout, integer}, draw_threads);
  domains.add("filter_zeros(layout, nested tuple)", {layout, tuple},
              [](Entropy& entropy, int size) -> Operands {
                const Layout l = draw_layout(entropy, size);
                return {l, draw_entries(entropy, draw_coarser_nesting(entropy, l.shape()), 0, 2)};
              });
  for (const char* name : {"nullspace", "make_layout_like", "make_fragment_like"}) {
    domains.add(std::string(name) + "(layout)", {layout},
                [](Entropy& entropy, int size) -> Operands {
                  const Layout l = draw_layout(entropy, size);
                  return {entropy.chance(60) ? with_zeros(entropy, l) : l};
                });
  }
  domains.add(
      "layout_add(layout, layout)", {layout, layout}, [](Entropy& entropy, int size) -> Operands {
        const Layout a = draw_layout(entropy, size);
        return {a, entropy.chance(95) ? draw_of_size(entropy, a) : draw_layout(entropy, size)};
      });
  domains.add("make_ordered_layout(shape, nested tuple)", {shape, tuple},
              [](Entropy& entropy, int size) -> Operands {
                const NestedTuple s = draw_shape(entropy, size);
                return {s, draw_order(entropy, s)};
              });
  domains.add("tile_to_shape(layout, shape)", {layout, shape}, draw_tiling);
  domains.add("tile_to_shape(layout, shape, nested tuple)", {layout, shape, tuple},
              [](Entropy& entropy, int size) {
                Operands operands = draw_tiling(entropy, size);
                std::vector<NestedTuple> modes;
                for (const NestedTuple& mode : std::get<NestedTuple>(operands[1]).modes())
                  modes.emplace_back(saturating_product(mode.entries()));
                operands.emplace_back(draw_order(entropy, NestedTuple::tuple_of(modes)));
                return operands;
              });
}

}  // namespace

Domains cute_domains() {
  CuteDomains domains;
  add_tuples(domains);
  add_mode_lists(domains);
  add_makers(domains);
  return std::move(domains.all);
}

}  // namespace layoutcheck::engine
