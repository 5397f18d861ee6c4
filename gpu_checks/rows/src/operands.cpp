// Random operands of the families.
#include "operands.hpp"

#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace layoutcheck::gpu_rows {

namespace {

using engine::Entropy;
using engine::Operands;
using Draw = std::function<Operands(Entropy&, int)>;

/// An extent that makes a layout of `points` points large, or small once more.
Int draw_repetition(Entropy& entropy, Int points) {
  const std::size_t kind = entropy.below(100);
  const unsigned digits = kind < 4 ? 34 : kind < 8 ? 19 : kind < 30 ? 14 : 10;
  const Int most = Int{1} << digits;
  const Int room = std::max<Int>(1, most / std::max<Int>(1, points));
  return static_cast<Int>(entropy.between(1, static_cast<std::size_t>(room)));
}

/// The least stride that keeps a repetition of the layout apart from it, if it fits.
Int end_of(const Layout& layout) {
  Int end = 1;
  for (std::size_t i = 0; i < layout.length(); ++i)
    end = checked_add(end, checked_multiply(layout.extents()[i] - 1, layout.strides()[i]));
  return end;
}

/// The layout with one more mode that repeats it, behind it or before it.
Layout repeated(Entropy& entropy, const Layout& layout, Int stride, bool behind) {
  const Layout mode =
      Layout::entry(draw_repetition(entropy, engine::saturating_product(layout.extents())), stride);
  return Layout::tuple_of(behind ? std::array{layout, mode} : std::array{mode, layout});
}

/// A layout as tensors have it: often repeated many times over.
Layout draw_tensor(Entropy& entropy, int size) {
  const Layout layout = engine::draw_layout(entropy, size);
  if (entropy.chance(50)) return layout;
  const Int stride = entropy.chance(70)   ? end_of(layout)
                     : entropy.chance(50) ? 1
                                          : static_cast<Int>(entropy.below(100));
  return repeated(entropy, layout, stride, entropy.chance(50));
}

/// The operands of a domain of two layouts, one of which is often repeated behind itself.
Draw with_repeated(const engine::Domain& domain, std::size_t which) {
  return [draw = domain.draw, which](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    if (entropy.chance(50)) {
      const auto layout = std::get<Layout>(operands[which]);
      operands[which] = repeated(entropy, layout, end_of(layout), true);
    }
    return operands;
  };
}

/// Strides for the extents such that no value occurs twice: a chain in any order, with gaps.
Tuple draw_injective_strides(Entropy& entropy, const Tuple& extents, Int first = 1) {
  Tuple strides(extents.size());
  Int next = first;
  for (const std::size_t i : entropy.permutation(extents.size())) {
    strides[i] = next;
    next = checked_multiply(next, extents[i]);
    if (entropy.chance(20)) next = checked_multiply(next, static_cast<Int>(entropy.between(2, 3)));
  }
  return strides;
}

/// A layout that a copy can write through, of the same shape or with other entries.
Layout draw_destination(Entropy& entropy, const Layout& source) {
  Tuple extents = source.extents();
  Profile profile = source.profile();
  if (entropy.chance(40)) {
    const Int size = engine::saturating_product(extents);
    extents = engine::draw_factors(entropy, size);
    profile = engine::draw_profile(entropy, extents.size());
  }
  Tuple strides = draw_injective_strides(entropy, extents);
  return {std::move(profile), std::move(extents), std::move(strides)};
}

Operands draw_copy(Entropy& entropy, int size) {
  const Layout source = draw_tensor(entropy, size);
  return {source, draw_destination(entropy, source)};
}

/// Layouts whose first entries are vectors of `width`, or just not.
Draw draw_vectors(Int width) {
  return [width](Entropy& entropy, int size) -> Operands {
    const auto in_vectors = [&](const Layout& layout) {
      Tuple extents = layout.extents();
      Tuple strides = layout.strides();
      for (Int& stride : strides)
        stride = checked_multiply(stride, width);
      extents.insert(extents.begin(), width);
      strides.insert(strides.begin(), 1);
      Layout with = Layout::flat(std::move(extents), std::move(strides));
      return entropy.chance(10) ? engine::perturb(entropy, with) : with;
    };
    const Layout source = draw_tensor(entropy, size);
    const Layout destination(source.profile(), source.extents(),
                             draw_injective_strides(entropy, source.extents()));
    return {in_vectors(source), in_vectors(destination)};
  };
}

/// A shape of two modes, of these factors each.
NestedTuple matrix_shape(const Tuple& rows, const Tuple& columns) {
  const auto profile_of = [](const Tuple& mode) {
    return mode.size() == 1 ? Profile() : Profile::flat(mode.size());
  };
  Tuple extents = rows;
  extents.insert(extents.end(), columns.begin(), columns.end());
  return {std::move(extents), Profile::tuple_of(std::array{profile_of(rows), profile_of(columns)})};
}

Layout draw_injective(Entropy& entropy, const NestedTuple& shape) {
  return {shape.profile(), shape.entries(), draw_injective_strides(entropy, shape.entries())};
}

/// Two layouts with as many rows and columns.
Operands draw_matrices(Entropy& entropy, int size) {
  const auto most = static_cast<std::size_t>(entropy.chance(10) ? 1000 : 4 + size);
  const auto draw_mode = [&] {
    const auto extent = static_cast<Int>(entropy.between(1, most));
    return entropy.chance(70) ? Tuple{extent} : engine::draw_factors(entropy, extent);
  };
  const Tuple rows = draw_mode();
  const Tuple columns = draw_mode();
  const NestedTuple shape = matrix_shape(rows, columns);
  const Layout source =
      entropy.chance(40) ? engine::draw_strides(entropy, shape) : draw_injective(entropy, shape);
  return {source, draw_injective(entropy, shape)};
}

Operands draw_swizzle(Entropy& entropy, int size) {
  const std::size_t bits = entropy.below(5);
  return {draw_tensor(entropy, size), static_cast<Int>(bits), static_cast<Int>(entropy.below(6)),
          static_cast<Int>(bits + entropy.below(5))};
}

/// A layout, and one with two modes that can be composed with it.
Operands draw_thread_values(Entropy& entropy, int size) {
  const Layout a = draw_tensor(entropy, size);
  const Layout b = engine::draw_composable(entropy, a);
  const std::size_t threads = entropy.below(b.length() + 1);
  const Profile profile =
      Profile::tuple_of(std::array{Profile::flat(threads), Profile::flat(b.length() - threads)});
  return {a, Layout(profile, b.extents(), b.strides())};
}

/// A row-major and a column-major matrix of tiles of 32 by 32, with gaps.
Operands draw_tiles(Entropy& entropy, int) {
  const std::size_t most = entropy.chance(5) ? 40 : 5;
  const auto rows = static_cast<Int>(32 * entropy.between(1, most));
  const auto columns = static_cast<Int>(32 * entropy.between(1, most));
  const auto gap = [&] {
    return entropy.chance(5) ? Int{1} << 18 : static_cast<Int>(entropy.below(5));
  };
  return {Layout::flat({rows, columns}, {columns + 4 * gap(), 1}),
          Layout::flat({rows, columns}, {1, rows + gap()})};
}

Operands draw_product(Entropy& entropy, int) {
  const auto tiles = [&](Int of) { return of * static_cast<Int>(entropy.between(1, 4)); };
  return {tiles(64), tiles(64), tiles(32)};
}

/// The least multiple of `unit` that is not below n.
Int rounded_up(Int n, Int unit) {
  return (n + unit - 1) / unit * unit;
}

/// A tensor of elements of `width` bytes as tensor maps have it: its first dimension is contiguous,
/// and the strides of the others are multiples of 16 bytes, in any order.
Layout draw_mapped_tensor(Entropy& entropy, Int width) {
  const std::size_t rank = entropy.between(1, 5);
  const Int aligned = 16 / width;
  Tuple extents;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t most = i == 0 ? 200 : rank <= 2 ? 60 : 6;
    extents.push_back(static_cast<Int>(entropy.between(1, entropy.chance(10) ? 1 : most)));
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < rank; ++i)
    order.push_back(i);
  if (entropy.chance(30) && rank > 1) {
    order.clear();
    for (const std::size_t i : entropy.permutation(rank - 1))
      order.push_back(i + 1);
  }
  Tuple strides(rank, 1);
  Int next = extents[0];
  for (const std::size_t i : order) {
    next = rounded_up(next, aligned);
    if (entropy.chance(30)) next += aligned * static_cast<Int>(entropy.below(5));
    // Offsets beyond 2^31 and 2^32 bytes.
    if (entropy.chance(3)) next = checked_add(next, aligned * (Int{1} << 28));
    strides[i] = next;
    next = checked_multiply(next, extents[i]);
  }
  return Layout::flat(extents, strides);
}

Int draw_width(Entropy& entropy) {
  return Int{1} << entropy.below(4);
}

/// The elements of a row of a box whose bytes are a multiple of 16, within its swizzle.
Int draw_box_row(Entropy& entropy, Int swizzle, Int width) {
  const Int most = swizzle == 0 ? 8 : Int{1} << swizzle;
  const Int chunks = entropy.chance(60)
                         ? most
                         : static_cast<Int>(entropy.between(1, static_cast<std::size_t>(most)));
  return chunks * 16 / width;
}

/// A tensor, a box, a swizzle and the bytes of an element.
Operands draw_tiled(Entropy& entropy) {
  const Int width = draw_width(entropy);
  const Int swizzle = static_cast<Int>(entropy.below(4));
  const Layout tensor = draw_mapped_tensor(entropy, width);
  Tuple box{draw_box_row(entropy, swizzle, width)};
  for (std::size_t i = 1; i < tensor.length(); ++i)
    box.push_back(static_cast<Int>(entropy.between(1, i == 1 ? 16 : 3)));
  return {tensor, NestedTuple::flat(box), swizzle, width};
}

Draw draw_tiled_and(std::function<Int(Entropy&)> last) {
  return [last = std::move(last)](Entropy& entropy, int) {
    Operands operands = draw_tiled(entropy);
    operands.emplace_back(last(entropy));
    return operands;
  };
}

Operands draw_gather(Entropy& entropy, int) {
  const Int width = draw_width(entropy);
  const Int swizzle = static_cast<Int>(entropy.below(4));
  const Int columns = static_cast<Int>(entropy.between(1, 200));
  const auto rows = static_cast<std::size_t>(entropy.between(1, 60));
  const Int aligned = 16 / width;
  const Int pitch = rounded_up(columns, aligned) + aligned * static_cast<Int>(entropy.below(4));
  Tuple list(4 * entropy.between(1, 6));
  for (Int& row : list)
    row = static_cast<Int>(entropy.below(rows + 3));
  return {Layout::flat({columns, static_cast<Int>(rows)}, {1, pitch}),
          draw_box_row(entropy, swizzle, width), NestedTuple::flat(list), swizzle, width};
}

/// A matrix in any order of its factors, with gaps, or with contiguous rows or columns.
Layout draw_matrix(Entropy& entropy, Int rows, Int columns, Int aligned = 1) {
  if (aligned > 1 || entropy.chance(50)) {
    const auto pitch = [&](Int extent) {
      return rounded_up(extent, aligned) +
             aligned * static_cast<Int>(entropy.chance(50) ? 0 : entropy.below(4));
    };
    return entropy.chance(50) ? Layout::flat({rows, columns}, {1, pitch(rows)})
                              : Layout::flat({rows, columns}, {pitch(columns), 1});
  }
  const Tuple of_rows = engine::draw_factors(entropy, rows);
  const Tuple of_columns = engine::draw_factors(entropy, columns);
  return draw_injective(entropy, matrix_shape(of_rows, of_columns));
}

Int draw_multiple(Entropy& entropy, Int of, std::size_t most) {
  return of * static_cast<Int>(entropy.between(1, most));
}

Operands draw_wmma(Entropy& entropy, int) {
  const std::size_t shape = entropy.below(3);
  const Int m = draw_multiple(entropy, std::array{16, 32, 8}[shape], 3);
  const Int n = draw_multiple(entropy, std::array{16, 8, 32}[shape], 3);
  const Int k = draw_multiple(entropy, 16, 4);
  return {draw_matrix(entropy, m, k, 8), draw_matrix(entropy, n, k, 8),
          draw_matrix(entropy, m, n, 4), static_cast<Int>(shape)};
}

/// Products of a block with operands in shared memory; n and k are multiples of these.
Draw draw_staged(Int m, Int n, Int k) {
  return [=](Entropy& entropy, int) -> Operands {
    const Int rows = draw_multiple(entropy, m, 3);
    const Int columns =
        draw_multiple(entropy, n, static_cast<std::size_t>((entropy.chance(20) ? 256 : 64) / n));
    const Int depth = draw_multiple(entropy, k, static_cast<std::size_t>(128 / k));
    const auto arrangement = [&] {
      return NestedTuple::flat({static_cast<Int>(entropy.below(4)),
                                static_cast<Int>(entropy.below(2)),
                                static_cast<Int>(entropy.below(4))});
    };
    return {draw_matrix(entropy, rows, depth), draw_matrix(entropy, columns, depth),
            draw_matrix(entropy, rows, columns), arrangement(), arrangement()};
  };
}

Draw draw_of(const gpu::Family& family) {
  using engine::Nesting;
  static const std::map<std::string, Draw, std::less<>> special = {
      {"swizzle", draw_swizzle},
      {"idx2crd",
       [](Entropy& entropy, int size) { return Operands{draw_tensor(entropy, size).shape()}; }},
      {"composed",
       [](Entropy& entropy, int size) {
         const Layout a = draw_tensor(entropy, size);
         return Operands{a, engine::draw_composable(entropy, a)};
       }},
      {"divide", with_repeated(engine::divisible_layouts(Nesting::nested), 0)},
      {"product", with_repeated(engine::multipliable_layouts(Nesting::nested), 1)},
      {"thread_values", draw_thread_values},
      {"copy32", draw_copy},
      {"copy64", draw_copy},
      {"vector2", draw_vectors(2)},
      {"vector4", draw_vectors(4)},
      {"tile", draw_matrices},
      {"swizzled_tile", draw_matrices},
      {"ragged", draw_matrices},
      {"cute_tile", draw_tiles},
      {"cute_gemm", draw_product},
      {"tma_load", draw_tiled_and([](Entropy& entropy) {
         return entropy.chance(50) ? Int{0} : static_cast<Int>(entropy.below(20));
       })},
      {"tma_store", [](Entropy& entropy, int) { return draw_tiled(entropy); }},
      {"tma_multicast",
       draw_tiled_and([](Entropy& entropy) { return entropy.chance(50) ? Int{2} : Int{4}; })},
      {"tma_gather", draw_gather},
      {"wmma", draw_wmma},
      {"wgmma", draw_staged(64, 8, 16)},
      {"tcgen05", draw_staged(64, 16, 16)},
      {"tcgen05_scaled", draw_staged(128, 16, 32)},
  };
  // CuTe's form of a family has its operands.
  for (const std::string_view prefix : {"", "cute_"}) {
    if (!family.name.starts_with(prefix)) continue;
    const auto found = special.find(std::string_view(family.name).substr(prefix.size()));
    if (found != special.end()) return found->second;
  }
  return [](Entropy& entropy, int size) { return Operands{draw_tensor(entropy, size)}; };
}

constexpr Int many_points = Int{1} << 16;
constexpr Int most_points = Int{1} << 20;

Int points_of(const Value& operand) {
  if (const auto* layout = std::get_if<Layout>(&operand))
    return engine::saturating_product(layout->extents());
  const auto* shape = std::get_if<NestedTuple>(&operand);
  return shape == nullptr ? 1 : engine::saturating_product(shape->entries());
}

/// Whether the family's kernel writes many elements for these operands, by all of its blocks.
bool is_large(const gpu::Family& family, const Operands& operands) {
  if (std::none_of(operands.begin(), operands.end(), [](const Value& operand) {
        const Int points = points_of(operand);
        return points >= many_points && points <= most_points;
      })) {
    return false;
  }
  try {
    const Outcome<gpu::Job> job = family.job(operands);
    return job && job->elements >= many_points && job->launch.blocks.empty();
  } catch (const Overflow&) {
  } catch (const LimitReached&) {
  }
  return false;
}

/// Most choices are large, because each costs a run of CuTe's headers through the compiler.
Draw often_large(const gpu::Family& family, const Draw& draw) {
  return [&family, draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    for (int more = entropy.chance(75) ? 1000 : 0; more > 0 && !is_large(family, operands); --more)
      operands = draw(entropy, size);
    return operands;
  };
}

}  // namespace

engine::Domain domain_of(const gpu::Family& family) {
  const Draw draw = draw_of(family);
  return engine::make_domain(
      "operands of " + family.name, family.operands,
      family.name.starts_with("cute_") && family.compiles_each ? often_large(family, draw) : draw);
}

}  // namespace layoutcheck::gpu_rows
