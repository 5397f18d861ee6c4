// Tiled copies and tiled MMAs by composition, as CuTe has them.
#include "exact_layout.hpp"
#include "tilers.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/inverse.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/module_products.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/product.hpp>
#include <layoutcheck/algebra/thread_values.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/offset_layout.hpp>

#include <array>
#include <vector>

namespace layoutcheck::algebra {

namespace {

using detail::exact_size;

using detail::tuple_of;

bool has_modes(const Layout& layout, std::size_t rank) {
  return !layout.is_entry() && layout.modes().size() == rank;
}

/// That an operand has no such part, and why.
Undefined without(const std::string& what, const std::string& reason) {
  return {what + ": " + reason};
}

template <class L>
auto value_at(const L& layout, Int index) {
  return apply(layout, NestedTuple(index), Convention::strict);
}

}  // namespace

Outcome<Layout> layout_tv(const Layout& threads, const Layout& values, Int limit) {
  return named(
      "layout_tv",
      [&]() -> Outcome<Layout> {
        if (!is_compact(threads)) return Undefined{"the layout of threads is not compact"};
        if (!is_compact(values)) return Undefined{"the layout of values is not compact"};
        const Outcome<Layout> tile = raked_product(threads, values, Convention::strict, limit);
        if (!tile) return tile;
        const Layout numbers = column_major(NestedTuple::flat({size(threads), size(values)}));
        return composition(right_inverse(*tile), Tiler(numbers), Convention::strict, limit);
      },
      threads, values);
}

Outcome<Layout> get_layoutS_TV(const Layout& tv, const Layout& reference, const Layout& target,
                               Int limit) {
  for (const Layout* layout : {&tv, &reference, &target})
    if (!has_modes(*layout, 2)) return Undefined{to_string(*layout) + " does not have two modes"};
  const std::vector<Layout> of_tile = tv.modes();
  const std::vector<Layout> of_atom = reference.modes();
  if (exact_size(target.modes()[0]) != exact_size(of_atom[0]))
    return Undefined{"the atom's layouts differ in the number of threads"};
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    if (exact_size(of_tile[i]) % exact_size(of_atom[i]) != 0)
      return Undefined{"mode " + std::to_string(i) + " of the tile is not made up of atoms"};
  if (!is_compact(reference)) return Undefined{"the atom's reference is not compact"};
  return named(
      "get_layoutS_TV",
      [&]() -> Outcome<Layout> {
        const Outcome<Layout> in_reference =
            composition(right_inverse(reference), target, Convention::strict, limit);
        if (!in_reference) return without("what the reference holds", in_reference.reason());
        const Tiler atom(NestedTuple::flat({size(of_atom[0]), size(of_atom[1])}));
        const Outcome<Layout> atoms =
            detail::in_64_bits([&] { return zipped_divide(tv, atom, Convention::strict, limit); });
        if (!atoms) return without("the atoms", atoms.reason());
        const std::vector<Layout> rests = atoms->modes()[1].modes();
        const Outcome<Layout> places =
            composition(atoms->modes()[0], *in_reference, Convention::strict, limit);
        if (!places) return without("the places", places.reason());
        const std::vector<Layout> parts = places->modes();
        return tuple_of(std::vector{tuple_of(std::vector{parts[0], rests[0]}),
                                    tuple_of(std::vector{parts[1], rests[1]})});
      },
      tv, reference, target);
}

namespace {

template <class L>
Outcome<WithOffset<L>> copied_by(const L& l, const Tiler& tiler, const Layout& tv, Int thread,
                                 Convention convention, Int limit) {
  if (!has_modes(tv, 2)) return Undefined{to_string(tv) + " does not have two modes"};
  if (thread >= exact_size(tv.modes()[0]))
    return Undefined{"there is no thread " + std::to_string(thread)};
  const Outcome<L> pair =
      detail::in_64_bits([&] { return zipped_divide(l, tiler, convention, limit); });
  if (!pair) return pair.undefined();
  // Only those of one thread are in the answer.
  const Outcome<L> places =
      detail::in_64_bits([&] { return composition(pair->modes()[0], tv, convention, limit); });
  if (!places) return places.undefined();
  std::vector<L> modes{places->modes()[1]};
  for (L& rest : pair->modes()[1].modes())
    modes.push_back(std::move(rest));
  const auto offset = value_at(places->modes()[0], thread);
  if (!offset) return offset.undefined();
  return with_offset(tuple_of(modes), *offset);
}

}  // namespace

Outcome<Tiler> partition_S(const Layout& l, const Tiler& tiler, const Layout& tv, Int thread,
                           Convention convention, Int limit) {
  return copied_by(l, tiler, tv, thread, convention, limit);
}

Outcome<OffsetModuleLayout> partition_S(const ModuleLayout& l, const Tiler& tiler, const Layout& tv,
                                        Int thread, Convention convention, Int limit) {
  return copied_by(l, tiler, tv, thread, convention, limit);
}

namespace {

constexpr std::array<std::size_t, 2> modes_of(Matrix matrix) {
  switch (matrix) {
    case Matrix::a:
      return {0, 2};
    case Matrix::b:
      return {1, 2};
    case Matrix::c:
      break;
  }
  return {0, 1};
}

/// What a mode of a matrix is divided by in turn: the order of the elements, an atom, and the atoms
/// side by side. `place` is that of the mode in (M,N,K).
struct Side {
  std::size_t place;
  Layout order;
  Int atom;
  Int count;
};

Outcome<std::vector<Side>> sides_of(Matrix matrix, const TiledMma& mma) {
  if (!has_modes(mma.tv, 2)) return Undefined{to_string(mma.tv) + " does not have two modes"};
  if (!has_modes(mma.threads, 4))
    return Undefined{to_string(mma.threads) + " does not have four modes, (V,M,N,K)"};
  if (mma.atom.size() != 3) return Undefined{"the atom does not have three modes, (M,N,K)"};
  const std::vector<Layout> threads = mma.threads.modes();
  if (exact_size(mma.tv.modes()[0]) != exact_size(threads[0]))
    return Undefined{"V does not have the threads of the atom"};
  std::vector<Tiler> orders(3);
  if (!mma.permutations.keeps()) {
    const std::optional<std::vector<Tiler>> given = detail::parts_of(mma.permutations);
    if (!given || given->size() > 3)
      return Undefined{"there is no permutation for each of M, N, K"};
    std::copy(given->begin(), given->end(), orders.begin());
  }
  std::vector<Side> sides;
  Exact elements = 1;
  for (const std::size_t i : modes_of(matrix)) {
    const Exact atom = mma.atom[i];
    const Exact count = exact_size(threads[1 + i]);
    elements *= atom;
    const Tiler& given = orders[i];
    const auto mode = [&] { return "permutation " + std::to_string(i); };
    if (given.keeps()) {
      sides.push_back({i, Layout::entry(detail::to_int(atom * count, "the tile"), 1), mma.atom[i],
                       detail::to_int(count, "the threads")});
      continue;
    }
    if (detail::parts_of(given)) return Undefined{mode() + " acts by mode"};
    const Layout order = detail::layout_of_leaf(given);
    if (!is_compact(order)) return Undefined{mode() + " is not compact"};
    sides.push_back({i, order, mma.atom[i], detail::to_int(count, "the threads")});
  }
  Exact last = 0;
  for (std::size_t i = 0; i < mma.tv.length(); ++i)
    last += Exact(mma.tv.extents()[i] - 1) * mma.tv.strides()[i];
  if (last >= elements) return Undefined{"the atom has no element " + last.str()};
  return sides;
}

/// The threads and the values of an atom, the atoms side by side in either mode, and the rests.
template <class L>
struct Fragments {
  L atom_threads;
  L atom_values;
  std::vector<L> atoms;
  std::vector<L> rests;
};

template <class L>
Outcome<Fragments<L>> fragments_of(const L& l, const std::vector<Side>& sides, const Layout& tv,
                                   Convention convention, Int limit) {
  std::vector<L> modes = l.modes();
  if (l.is_entry() || modes.size() < 2) return Undefined{"the tensor has less than two modes"};
  std::vector<L> parts;
  Fragments<L> result;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto divide = [&](const Outcome<L>& mode, const Layout& by) -> Outcome<L> {
      if (!mode) return mode;
      return logical_divide(*mode, Tiler(by), convention, limit);
    };
    const Outcome<L> atoms =
        divide(divide(modes[i], sides[i].order), Layout::entry(sides[i].atom, 1));
    if (!atoms) return without("mode " + std::to_string(i), atoms.reason());
    const Outcome<L> threads = divide(atoms->modes()[1], Layout::entry(sides[i].count, 1));
    if (!threads) return without("mode " + std::to_string(i), threads.reason());
    parts.push_back(atoms->modes()[0]);
    result.atoms.push_back(threads->modes()[0]);
    modes[i] = threads->modes()[1];
  }
  const Outcome<L> atom = composition(tuple_of(parts), tv, convention, limit);
  if (!atom) return without("the atom", atom.reason());
  result.atom_threads = atom->modes()[0];
  result.atom_values = atom->modes()[1];
  result.rests = std::move(modes);
  return result;
}

/// From a thread to its number in (V, M, N, K, others), where the others, in the complement of the
/// threads, do what those do.
struct Threads {
  Layout numbers;
  Int others;
};

Outcome<Threads> threads_of(const Layout& layout) {
  const Outcome<Layout> others = complement(layout);
  if (!others) return without("the threads", others.reason());
  return Threads{right_inverse(tuple_of(std::vector{layout, *others})), size(*others)};
}

/// What each of (V, M, N, K, others) has first.
template <class L>
L first_of(const Fragments<L>& fragments, const std::vector<Side>& sides, const Layout& threads,
           Int others) {
  std::vector<L> modes;
  for (const Layout& mode : threads.modes())
    modes.push_back(L::entry(size(mode), {}));
  modes[0] = fragments.atom_threads;
  for (std::size_t i = 0; i < sides.size(); ++i)
    modes[1 + sides[i].place] = fragments.atoms[i];
  modes.push_back(L::entry(others, {}));
  return tuple_of(modes);
}

template <class L>
Outcome<WithOffset<L>> multiplied_by(Matrix matrix, const L& l, const TiledMma& mma, Int thread,
                                     Convention convention, Int limit) {
  const Outcome<std::vector<Side>> sides =
      detail::in_64_bits([&] { return sides_of(matrix, mma); });
  if (!sides) return sides.undefined();
  const Outcome<Threads> threads = threads_of(mma.threads);
  if (!threads) return threads.undefined();
  if (thread >= exact_size(threads->numbers))
    return Undefined{"there is no thread " + std::to_string(thread)};
  const Outcome<Fragments<L>> fragments =
      detail::in_64_bits([&] { return fragments_of(l, *sides, mma.tv, convention, limit); });
  if (!fragments) return fragments.undefined();
  const auto offset = value_at(first_of(*fragments, *sides, mma.threads, threads->others),
                               *value_at(threads->numbers, thread));
  if (!offset) return offset.undefined();
  std::vector<L> modes{fragments->atom_values};
  modes.insert(modes.end(), fragments->rests.begin(), fragments->rests.end());
  return with_offset(tuple_of(modes), *offset);
}

}  // namespace

Outcome<Layout> mma_layout_tv(Matrix matrix, const TiledMma& mma, Int limit) {
  const Outcome<std::vector<Side>> sides =
      detail::in_64_bits([&] { return sides_of(matrix, mma); });
  if (!sides) return sides.undefined();
  const Outcome<Threads> threads = threads_of(mma.threads);
  if (!threads) return threads.undefined();
  const Layout tile =
      column_major(NestedTuple::flat({size((*sides)[0].order), size((*sides)[1].order)}));
  const Outcome<Fragments<Layout>> fragments = detail::in_64_bits(
      [&] { return fragments_of(tile, *sides, mma.tv, Convention::strict, limit); });
  if (!fragments) return fragments.undefined();
  const Outcome<Layout> firsts =
      composition(first_of(*fragments, *sides, mma.threads, threads->others), threads->numbers,
                  Convention::strict, limit);
  if (!firsts) return without("the threads", firsts.reason());
  return tuple_of(std::vector{
      *firsts, tuple_of(std::vector{fragments->atom_values, tuple_of(fragments->rests)})});
}

Outcome<Tiler> mma_partition(Matrix matrix, const Layout& l, const TiledMma& mma, Int thread,
                             Convention convention, Int limit) {
  return multiplied_by(matrix, l, mma, thread, convention, limit);
}

Outcome<OffsetModuleLayout> mma_partition(Matrix matrix, const ModuleLayout& l, const TiledMma& mma,
                                          Int thread, Convention convention, Int limit) {
  return multiplied_by(matrix, l, mma, thread, convention, limit);
}

}  // namespace layoutcheck::algebra
