// Layouts of threads and values: the theorems of docs/modules.md on them, checked element by
// element.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/thread_values.hpp>

#include <map>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using oracle::ExactLayout;
using oracle::Matrix;
using oracle::OffsetLayout;

Result check_threads_and_values(const Layout& threads, const Layout& values) {
  const bool claimed = oracle::is_compact(threads, limits) && oracle::is_compact(values, limits);
  const Outcome<ExactLayout> tv = oracle::layout_tv(threads, values, limits);
  if (!tv || !claimed) {
    return holds_if(tv.has_value() == claimed,
                    [&] { return claimed ? tv.reason() : "there is a layout"; });
  }
  const Outcome<ExactLayout> tile =
      oracle::raked_product(threads, values, Convention::strict, limits);
  return holds_if(
      oracle::is_compact(*tv, limits) && tile && oracle::is_right_inverse(*tv, *tile, limits),
      [&] { return "it is " + to_string(oracle::to_layout(*tv)); });
}

/// The value of a layout of two modes at (i, j).
Exact value_at(const ExactLayout& layout, const Exact& i, const Exact& j) {
  return oracle::value_at(layout, i + j * oracle::size(layout.modes()[0]));
}

Result check_source(const Layout& tv, const Layout& reference, const Layout& target) {
  const Outcome<ExactLayout> found = oracle::get_layoutS_TV(tv, reference, target, limits);
  if (!found) return unmet();
  const ExactLayout r(reference);
  const ExactLayout s(target);
  const Exact n = oracle::size(r.modes()[0]);
  const Exact v = oracle::size(r.modes()[1]);
  const Exact values = oracle::size(s.modes()[1]);
  const Exact threads = oracle::size(found->modes()[0]);
  oracle::charge(oracle::size(*found) * oracle::size(r), limits, "threads, values and elements");
  for (Exact t = 0; t < threads; ++t)
    for (Exact x = 0; x < oracle::size(found->modes()[1]); ++x) {
      // Which thread and value of the reference have what these have in the source?
      const Exact element = value_at(s, t % n, x % values);
      for (Exact holder = 0; holder < n * v; ++holder) {
        if (oracle::value_at(r, holder) != element) continue;
        const Exact place = value_at(tv, holder % n + t / n * n, holder / n + x / values * v);
        if (place != value_at(*found, t, x))
          return fails("thread " + digits(t) + " has value " + digits(x) + " at " + digits(place));
      }
    }
  return holds_if(threads == oracle::size(ExactLayout(tv).modes()[0]),
                  [&] { return "it has " + digits(threads) + " threads"; });
}

/// The coordinate (x_0, x_1, …) of a point of the shape whose modes have these sizes.
std::vector<Exact> coordinate_in(const ExactLayout& layout, const Exact& x) {
  std::vector<Exact> sizes;
  for (const ExactLayout& mode : layout.modes())
    sizes.push_back(oracle::size(mode));
  return oracle::coordinate_of(sizes, x);
}

Result check_tiles(const Layout& l, const Tiler& tiler, const Layout& tv, Int thread) {
  const Outcome<OffsetLayout> found =
      oracle::partition_S(l, tiler, tv, thread, Convention::strict, limits);
  const NestedTuple* tile = tiler.shape();
  if (!found || tile == nullptr || tile->profile() != Profile::flat(tile->length())) return unmet();
  const std::vector<ExactLayout> modes = ExactLayout(l).modes();
  const std::vector<Exact> extents = oracle::to_exact(tile->entries());
  oracle::charge(oracle::size(found->layout), limits, "the values of a thread");
  for (Exact x = 0; x < oracle::size(found->layout); ++x) {
    const std::vector<Exact> at = coordinate_in(found->layout, x);
    const std::vector<Exact> in_tile =
        oracle::coordinate_of(extents, value_at(ExactLayout(tv), thread, at[0]));
    Exact element = 0;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const Exact place = i < extents.size() ? in_tile[i] + extents[i] * at[1 + i] : at[1 + i];
      element += oracle::value_at(modes[i], place);
    }
    if (element != oracle::value_at(found->layout, x) + found->offset)
      return fails("value " + digits(x) + " is " + digits(element));
  }
  return holds();
}

/// A mode of a matrix of a tiled MMA, by the words of CuTe's comments.
struct MatrixMode {
  std::size_t place;  // in (M,N,K)
  Exact atom;
  Exact atoms;
  ExactLayout order;

  /// Which element of the tile, or of further ones, is that of the atom's here.
  [[nodiscard]] Exact element(const Exact& in_atom, const Exact& which, const Exact& rest) const {
    const Exact number = in_atom + atom * (which + atoms * rest);
    const Exact size = oracle::size(order);
    return oracle::value_at(order, number % size) + number / size * size;
  }
};

/// The modes of the matrix, where the permutations are `_`, integers and layouts.
std::vector<MatrixMode> modes_of(Matrix matrix, const oracle::TiledMma& mma) {
  std::vector<MatrixMode> modes;
  std::vector<Tiler> orders;
  if (!mma.permutations.keeps()) orders = *oracle::by_mode(mma.permutations);
  orders.resize(3);
  for (const std::size_t i : oracle::modes_of(matrix)) {
    MatrixMode mode{i, mma.atom.entries()[i], oracle::size(mma.threads.modes()[1 + i]), {}};
    mode.order = orders[i].keeps() ? ExactLayout::entry(mode.atom * mode.atoms, 1)
                                   : oracle::layout_of(orders[i]);
    modes.push_back(std::move(mode));
  }
  return modes;
}

/// Where each thread is in (V, M, N, K), whatever its number in the complement of the threads.
std::map<Exact, std::vector<Exact>> places_of(const ExactLayout& threads) {
  std::map<Exact, std::vector<Exact>> places;
  const std::vector<Exact> others =
      oracle::table(*oracle::flat_complement(threads, limits), limits);
  for (Exact x = 0; x < oracle::size(threads); ++x)
    for (const Exact& other : others)
      places.emplace(oracle::value_at(threads, x) + other, coordinate_in(threads, x));
  return places;
}

/// The element at which, in mode k of the matrix, the thread in this place has its value u, with
/// these rests.
Exact element_of(const oracle::TiledMma& mma, const std::vector<MatrixMode>& modes, std::size_t k,
                 const std::vector<Exact>& place, const Exact& u, const Exact& rest) {
  const Exact in_atom = value_at(mma.tv, place[0], u);
  return modes[k].element(k == 0 ? in_atom % modes[0].atom : in_atom / modes[0].atom,
                          place[1 + modes[k].place], rest);
}

Result check_matrix_layout(Matrix matrix, const oracle::TiledMma& mma) {
  const Outcome<ExactLayout> found = oracle::mma_layout_tv(matrix, mma, limits);
  if (!found) return unmet();
  const std::vector<MatrixMode> modes = modes_of(matrix, mma);
  const std::map<Exact, std::vector<Exact>> places = places_of(mma.threads);
  // Values are (u, (r_0, r_1)), of which as many come from a mode as it has rounds.
  std::vector<Exact> counts{oracle::size(mma.tv.modes()[1])};
  for (const MatrixMode& mode : modes)
    counts.push_back(oracle::size(mode.order) / (mode.atom * mode.atoms));
  const Exact threads = oracle::size(found->modes()[0]);
  oracle::charge(oracle::size(*found), limits, "threads and values");
  for (Exact t = 0; t < threads; ++t)
    for (Exact x = 0; x < oracle::size(found->modes()[1]); ++x) {
      const std::vector<Exact> at = oracle::coordinate_of(counts, x);
      Exact element = 0;
      for (std::size_t k = 2; k-- > 0;)
        element = element * oracle::size(modes[k].order) +
                  element_of(mma, modes, k, places.at(t), at[0], at[1 + k]);
      if (element != value_at(*found, t, x))
        return fails("thread " + digits(t) + " has value " + digits(x) + " at " + digits(element));
    }
  return holds_if(threads == Exact(places.size()),
                  [&] { return "it has " + digits(threads) + " threads"; });
}

Result check_matrix_partition(Matrix matrix, const Layout& l, const oracle::TiledMma& mma,
                              Int thread) {
  const Outcome<OffsetLayout> found =
      oracle::mma_partition(matrix, l, mma, thread, Convention::strict, limits);
  if (!found) return unmet();
  const std::vector<MatrixMode> modes = modes_of(matrix, mma);
  const std::vector<ExactLayout> of_tensor = ExactLayout(l).modes();
  const std::vector<Exact> place = places_of(mma.threads).at(thread);
  oracle::charge(oracle::size(found->layout), limits, "the values of a thread");
  for (Exact x = 0; x < oracle::size(found->layout); ++x) {
    const std::vector<Exact> at = coordinate_in(found->layout, x);
    Exact element = 0;
    for (std::size_t k = 0; k < of_tensor.size(); ++k) {
      element += oracle::value_at(
          of_tensor[k], k < 2 ? element_of(mma, modes, k, place, at[0], at[1 + k]) : at[1 + k]);
    }
    if (element != oracle::value_at(found->layout, x) + found->offset)
      return fails("value " + digits(x) + " is " + digits(element));
  }
  return holds();
}

/// A check for each matrix that the operands fit.
template <class Check>
Result check_matrices(const Check& check) {
  bool is_met = false;
  for (const Matrix matrix : {Matrix::a, Matrix::b, Matrix::c}) {
    Result result = check(matrix);
    if (result.kind == Result::Kind::fails) return result;
    is_met = is_met || result.kind == Result::Kind::holds;
  }
  return is_met ? holds() : unmet();
}

Result check_mma_layout(const Layout& tv, const Layout& threads, const NestedTuple& atom,
                        const Tiler& permutations) {
  const oracle::TiledMma mma{tv, threads, atom, permutations};
  return check_matrices([&](Matrix matrix) { return check_matrix_layout(matrix, mma); });
}

Result check_mma_partition(const Layout& l, const Layout& tv, const Layout& threads,
                           const NestedTuple& atom, const Tiler& permutations, Int thread) {
  const oracle::TiledMma mma{tv, threads, atom, permutations};
  return check_matrices(
      [&](Matrix matrix) { return check_matrix_partition(matrix, l, mma, thread); });
}

}  // namespace

std::vector<Binding> own_thread_values() {
  return {
      {"layoutcheck.43",
       make_domain("a layout of threads and one of values", {Sort::layout, Sort::layout},
                   [](Entropy& entropy, int size) -> Operands {
                     const auto compact = [&]() -> Layout {
                       if (entropy.chance(15)) return draw_layout(entropy, size / 4);
                       const Layout l =
                           oracle::to_layout(oracle::column_major(draw_shape(entropy, 12)));
                       return entropy.chance(50) ? draw_same_function(entropy, l)
                                                 : oracle::to_layout(oracle::row_major(l.shape()));
                     };
                     Layout threads = compact();
                     Layout values = compact();
                     return {std::move(threads), std::move(values)};
                   }),
       check_threads_and_values},
      {"layoutcheck.44", tiled_copies(), check_source},
      {"layoutcheck.45", copy_partitions(), check_tiles},
      {"layoutcheck.46", mma_partitions(), check_mma_partition},
      {"layoutcheck.47", tiled_mmas(), check_mma_layout},
  };
}

}  // namespace layoutcheck::properties
