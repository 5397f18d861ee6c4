// Tabulating what each thread and value holds.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/module_division.hpp>
#include <layoutcheck/oracles/thread_values.hpp>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

using Coordinate = std::vector<Exact>;

/// The coordinates, by mode, at which the layout has 0, 1, 2, …; undefined unless it has each
/// number below its size.
Outcome<std::vector<Coordinate>> places_of_numbers(const ExactLayout& layout,
                                                   const Limits& limits) {
  Coordinate sizes;
  for (const ExactLayout& mode : layout.modes())
    sizes.push_back(size(mode));
  const std::vector<Exact> values = table(layout, limits);
  std::vector<std::optional<Coordinate>> found(values.size());
  for (std::size_t x = 0; x < values.size(); ++x)
    if (values[x] < values.size())
      found[static_cast<std::size_t>(values[x])] = coordinate_of(sizes, x);
  std::vector<Coordinate> places;
  for (std::size_t number = 0; number < found.size(); ++number) {
    if (!found[number]) return Undefined{"there is no number " + std::to_string(number)};
    places.push_back(*std::move(found[number]));
  }
  return places;
}

bool has_modes(const ExactLayout& layout, std::size_t rank) {
  return !layout.is_entry() && layout.modes().size() == rank;
}

Undefined not_two_modes(const char* what) {
  return {std::string(what) + " does not have two modes, one for threads and one for values"};
}

}  // namespace

Outcome<ExactLayout> layout_tv(const ExactLayout& threads, const ExactLayout& values,
                               const Limits& limits) {
  const std::size_t rank = std::max(threads.modes().size(), values.modes().size());
  const ExactLayout t = padded(threads, rank);
  const ExactLayout v = padded(values, rank);
  charge(size(t) * size(v), limits, "the places of a tile");
  const auto of_threads = places_of_numbers(t, limits);
  if (!of_threads) return Undefined{"of the threads, " + of_threads.reason()};
  const auto of_values = places_of_numbers(v, limits);
  if (!of_values) return Undefined{"of the values, " + of_values.reason()};
  Coordinate tile;
  for (std::size_t i = 0; i < rank; ++i)
    tile.push_back(size(t.modes()[i]) * size(v.modes()[i]));
  const auto place = [&](std::size_t thread, std::size_t value) {
    Coordinate c;
    for (std::size_t i = 0; i < rank; ++i)
      c.push_back((*of_values)[value][i] + size(v.modes()[i]) * (*of_threads)[thread][i]);
    return index_of(tile, c);
  };
  // The place is the sum of what thread and value contribute.
  std::vector<Exact> by_thread;
  std::vector<Exact> by_value;
  for (std::size_t thread = 0; thread < of_threads->size(); ++thread)
    by_thread.push_back(place(thread, 0));
  for (std::size_t value = 0; value < of_values->size(); ++value)
    by_value.push_back(place(0, value));
  const Outcome<ExactLayout> first = layout_of_table(by_thread);
  if (!first) return first;
  const Outcome<ExactLayout> second = layout_of_table(by_value);
  if (!second) return second;
  return ExactLayout::tuple_of(std::vector{*first, *second});
}

Outcome<ExactLayout> get_layoutS_TV(const ExactLayout& tv, const ExactLayout& reference,
                                    const ExactLayout& target, const Limits& limits) {
  if (!has_modes(tv, 2)) return not_two_modes("the layout of the tile");
  if (!has_modes(reference, 2)) return not_two_modes("the atom's reference");
  if (!has_modes(target, 2)) return not_two_modes("the atom's layout");
  const Exact threads = size(reference.modes()[0]);
  const Exact values = size(reference.modes()[1]);
  if (size(target.modes()[0]) != threads) {
    return Undefined{"the atom's layouts have " + digits(threads) + " and " +
                     digits(size(target.modes()[0])) + " threads"};
  }
  if (size(tv.modes()[0]) % threads != 0 || size(tv.modes()[1]) % values != 0) {
    return Undefined{"the tile is not made up of atoms of " + digits(threads) + " threads and " +
                     digits(values) + " values"};
  }
  const auto holders = places_of_numbers(reference, limits);
  if (!holders) return Undefined{"of the atom's reference, " + holders.reason()};
  std::vector<Exact> held;  // r + n·w for each t + n·v' of the target
  for (const Exact& element : table(target, limits)) {
    if (element >= holders->size()) return Undefined{"the atom has no element " + digits(element)};
    const Coordinate& holder = (*holders)[static_cast<std::size_t>(element)];
    held.push_back(holder[0] + threads * holder[1]);
  }
  const Outcome<ExactLayout> in_reference = layout_over(target, held);
  if (!in_reference) return Undefined{"what the reference holds: " + in_reference.reason()};
  const Tiler atom(NestedTuple::flat({to_int(threads), to_int(values)}));
  const Outcome<Pair> atoms = zipped(Splitter::divide, tv, atom, Convention::strict, limits);
  if (!atoms) return Undefined{"the atoms: " + atoms.reason()};
  std::vector<Exact> places;
  for (const Exact& holder : held)
    places.push_back(value_at(atoms->first, holder));
  const Outcome<ExactLayout> of_atom = layout_over(*in_reference, places);
  if (!of_atom) return Undefined{"the places: " + of_atom.reason()};
  std::vector<ExactLayout> modes;
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    modes.push_back(
        ExactLayout::tuple_of(std::vector{of_atom->modes()[i], atoms->second.modes()[i]}));
  return ExactLayout::tuple_of(modes);
}

namespace {

/// L after a layout: where that exceeds L, its last mode goes on as the convention has it.
Outcome<ExactLayout> after(const ExactLayout& l, const ExactLayout& inner, Convention convention,
                           const Limits& limits) {
  return composition(l, inner, convention, limits);
}
Outcome<ModuleLayout> after(const ModuleLayout& l, const ExactLayout& inner, Convention convention,
                            const Limits& limits) {
  return composition(l, to_layout(inner), convention, limits);
}

/// What a layout has at an index.
Exact value_of(const ExactLayout& l, const Exact& index) {
  return value_at(l, index);
}
Element value_of(const ModuleLayout& l, const Exact& index) {
  return apply(l, NestedTuple(to_int(index)), Convention::strict).value();
}

template <class L>
Outcome<WithOffset<L>> of_thread(const L& l, const Tiler& tiler, const ExactLayout& tv, Int thread,
                                 Convention convention, const Limits& limits) {
  if (!has_modes(tv, 2)) return not_two_modes("the layout of the tile");
  if (thread >= size(tv.modes()[0]))
    return Undefined{"there is no thread " + std::to_string(thread)};
  const Outcome<BasicPair<L>> pair =
      part_of_way<L>([&] { return zipped(Splitter::divide, l, tiler, convention, limits); });
  if (!pair) return pair.undefined();
  const Outcome<L> places =
      part_of_way<L>([&] { return after(pair->first, tv, convention, limits); });
  if (!places) return places.undefined();
  std::vector<L> modes{places->modes()[1]};
  for (L& rest : pair->second.modes())
    modes.push_back(std::move(rest));
  return WithOffset<L>{tuple_of(modes), value_of(places->modes()[0], thread)};
}

}  // namespace

Outcome<OffsetLayout> partition_S(const ExactLayout& l, const Tiler& tiler, const ExactLayout& tv,
                                  Int thread, Convention convention, const Limits& limits) {
  return of_thread(l, tiler, tv, thread, convention, limits);
}

Outcome<OffsetModuleLayout> partition_S(const ModuleLayout& l, const Tiler& tiler,
                                        const ExactLayout& tv, Int thread, Convention convention,
                                        const Limits& limits) {
  return of_thread(l, tiler, tv, thread, convention, limits);
}

std::array<std::size_t, 2> modes_of(Matrix matrix) {
  if (matrix == Matrix::a) return {0, 2};
  if (matrix == Matrix::b) return {1, 2};
  return {0, 1};
}

namespace {

/// Of a mode of a matrix: the extent of the atom, how many atoms there are side by side, and the
/// order of the elements.
struct Side {
  std::size_t place;  // of the mode in (M,N,K)
  Exact atom;
  Exact count;
  ExactLayout order;
};

Outcome<std::vector<Side>> sides_of(Matrix matrix, const TiledMma& mma, const Limits& limits) {
  if (!has_modes(mma.tv, 2)) return not_two_modes("the atom's layout");
  if (!has_modes(mma.threads, 4))
    return Undefined{"the layout of the threads does not have four modes, (V,M,N,K)"};
  if (mma.atom.entries().size() != 3) return Undefined{"the atom's shape is not (M,N,K)"};
  if (size(mma.tv.modes()[0]) != size(mma.threads.modes()[0])) {
    return Undefined{"the atom has " + digits(size(mma.tv.modes()[0])) + " threads, and V has " +
                     digits(size(mma.threads.modes()[0]))};
  }
  std::vector<Tiler> orders;
  if (!mma.permutations.keeps()) {
    const auto given = by_mode(mma.permutations);
    if (!given || given->size() > 3) return Undefined{"the permutations are not those of M, N, K"};
    orders = *given;
  }
  orders.resize(3);
  std::vector<Side> sides;
  for (const std::size_t i : modes_of(matrix)) {
    const Exact atom = mma.atom.entries()[i];
    const Exact count = size(mma.threads.modes()[1 + i]);
    const Tiler& given = orders[i];
    if (!given.keeps() && by_mode(given))
      return Undefined{"permutation " + std::to_string(i) + " is no layout"};
    const ExactLayout order =
        given.keeps() ? ExactLayout::entry(atom * count, 1) : layout_of(given);
    if (!is_compact(order, limits))
      return Undefined{"permutation " + std::to_string(i) + " is not compact"};
    sides.push_back({i, atom, count, order});
  }
  if (cosize(mma.tv) > sides[0].atom * sides[1].atom)
    return Undefined{"the atom has no element " + digits(cosize(mma.tv) - 1)};
  return sides;
}

/// ((V, (T_0, T_1)), (U, R_0, R_1, …)): the threads of an atom, the atoms side by side, the values
/// of an atom, the times that all atoms fit, and further modes.
template <class L>
struct Fragments {
  L atom_threads;
  std::vector<L> atoms;
  L atom_values;
  std::vector<L> rests;
};

/// The division of one mode by a layout.
Outcome<ExactLayout> split_by(const ExactLayout& l, const ExactLayout& by, Convention convention,
                              const Limits& limits) {
  return logical_divide(l, by, convention, limits);
}
Outcome<ModuleLayout> split_by(const ModuleLayout& l, const ExactLayout& by, Convention convention,
                               const Limits& limits) {
  return logical(Splitter::divide, l, Tiler(to_layout(by)), convention, limits);
}

/// What the threads and values of an atom have of its parts in either mode.
Outcome<ExactLayout> atom_over(const std::vector<ExactLayout>& parts, const Exact& extent,
                               const ExactLayout& tv, const Limits& limits) {
  std::vector<Exact> values;
  for (const Exact& place : table(tv, limits))
    values.push_back(value_at(parts[0], place % extent) + value_at(parts[1], place / extent));
  return layout_over(tv, values);
}
Outcome<ModuleLayout> atom_over(const std::vector<ModuleLayout>& parts, const Exact& /*extent*/,
                                const ExactLayout& tv, const Limits& limits) {
  return composition(tuple_of(parts), to_layout(tv), Convention::strict, limits);
}

template <class L>
Outcome<Fragments<L>> fragments_of(const L& l, const std::vector<Side>& sides,
                                   const ExactLayout& tv, Convention convention,
                                   const Limits& limits) {
  const std::vector<L> modes = l.modes();
  if (l.is_entry() || modes.size() < 2) return Undefined{"the tensor has less than two modes"};
  std::vector<L> parts;
  Fragments<L> result;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (i >= sides.size()) {
      result.rests.push_back(modes[i]);
      continue;
    }
    const auto by = [&](const L& mode, const ExactLayout& tile) {
      return split_by(mode, tile, convention, limits);
    };
    const Outcome<L> ordered = by(modes[i], sides[i].order);
    if (!ordered) return Undefined{"mode " + std::to_string(i) + ": " + ordered.reason()};
    const Outcome<L> atoms = by(*ordered, ExactLayout::entry(sides[i].atom, 1));
    if (!atoms) return Undefined{"mode " + std::to_string(i) + ": " + atoms.reason()};
    const Outcome<L> threads = by(atoms->modes()[1], ExactLayout::entry(sides[i].count, 1));
    if (!threads) return Undefined{"mode " + std::to_string(i) + ": " + threads.reason()};
    parts.push_back(atoms->modes()[0]);
    result.atoms.push_back(threads->modes()[0]);
    result.rests.push_back(threads->modes()[1]);
  }
  const Outcome<L> atom = atom_over(parts, sides[0].atom, tv, limits);
  if (!atom) return Undefined{"the atom: " + atom.reason()};
  result.atom_threads = atom->modes()[0];
  result.atom_values = atom->modes()[1];
  return result;
}

/// Where the threads of the MMA are: (v, m, n, k, c) for each.
Outcome<std::vector<Coordinate>> places_of_threads(const ExactLayout& threads,
                                                   const Limits& limits) {
  const Outcome<ExactLayout> others = flat_complement(threads, limits);
  if (!others) return Undefined{"the layout of the threads has no complement"};
  std::vector<ExactLayout> modes = threads.modes();
  modes.push_back(*others);
  return places_of_numbers(ExactLayout::tuple_of(modes), limits);
}

/// What the thread at (v, m, n, k, c) has first.
Exact first_of(const Fragments<ExactLayout>& fragments, const std::vector<Side>& sides,
               const Coordinate& c) {
  Exact value = value_at(fragments.atom_threads, c[0]);
  for (std::size_t i = 0; i < sides.size(); ++i)
    value += value_at(fragments.atoms[i], c[1 + sides[i].place]);
  return value;
}

Element first_of(const Fragments<ModuleLayout>& fragments, const std::vector<Side>& sides,
                 const Coordinate& c) {
  std::vector<ModuleLayout> modes{fragments.atom_threads};
  Coordinate places{c[0]};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    modes.push_back(fragments.atoms[i]);
    places.push_back(c[1 + sides[i].place]);
  }
  return apply(tuple_of(modes), NestedTuple::flat(to_tuple(places)), Convention::strict).value();
}

template <class L>
Outcome<WithOffset<L>> of_mma_thread(Matrix matrix, const L& l, const TiledMma& mma, Int thread,
                                     Convention convention, const Limits& limits) {
  const Outcome<std::vector<Side>> sides = sides_of(matrix, mma, limits);
  if (!sides) return sides.undefined();
  const auto places = places_of_threads(mma.threads, limits);
  if (!places) return places.undefined();
  const auto place = static_cast<std::size_t>(thread);
  if (place >= places->size()) return Undefined{"there is no thread " + std::to_string(thread)};
  const Outcome<Fragments<L>> fragments =
      part_of_way<L>([&] { return fragments_of(l, *sides, mma.tv, convention, limits); });
  if (!fragments) return fragments.undefined();
  std::vector<L> modes{fragments->atom_values};
  modes.insert(modes.end(), fragments->rests.begin(), fragments->rests.end());
  return WithOffset<L>{tuple_of(modes), first_of(*fragments, *sides, (*places)[place])};
}

}  // namespace

Outcome<ExactLayout> mma_layout_tv(Matrix matrix, const TiledMma& mma, const Limits& limits) {
  const Outcome<std::vector<Side>> sides = sides_of(matrix, mma, limits);
  if (!sides) return sides.undefined();
  const Exact extent = size((*sides)[0].order);
  const ExactLayout tile = ExactLayout::flat({extent, size((*sides)[1].order)}, {1, extent});
  const Outcome<Fragments<ExactLayout>> fragments =
      fragments_of(tile, *sides, mma.tv, Convention::strict, limits);
  if (!fragments) return fragments.undefined();
  const auto places = places_of_threads(mma.threads, limits);
  if (!places) return places.undefined();
  Coordinate sizes;
  for (const ExactLayout& mode : mma.threads.modes())
    sizes.push_back(size(mode));
  sizes.push_back(Exact(places->size()) / size(mma.threads));
  // The number of a thread among all, and what it has first.
  std::vector<Exact> numbers;
  std::vector<Exact> firsts;
  for (const Coordinate& place : *places) {
    numbers.push_back(index_of(sizes, place));
    firsts.push_back(first_of(*fragments, *sides, place));
  }
  const Outcome<ExactLayout> over = layout_of_table(numbers);
  if (!over) return over;
  const Outcome<ExactLayout> threads = layout_over(*over, firsts);
  if (!threads) return Undefined{"the threads: " + threads.reason()};
  return ExactLayout::tuple_of(
      std::vector{*threads, ExactLayout::tuple_of(std::vector{
                                fragments->atom_values, ExactLayout::tuple_of(fragments->rests)})});
}

Outcome<OffsetLayout> mma_partition(Matrix matrix, const ExactLayout& l, const TiledMma& mma,
                                    Int thread, Convention convention, const Limits& limits) {
  return of_mma_thread(matrix, l, mma, thread, convention, limits);
}

Outcome<OffsetModuleLayout> mma_partition(Matrix matrix, const ModuleLayout& l, const TiledMma& mma,
                                          Int thread, Convention convention, const Limits& limits) {
  return of_mma_thread(matrix, l, mma, thread, convention, limits);
}

}  // namespace layoutcheck::oracle
