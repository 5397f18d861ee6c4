// Thread-value layouts: tiled copies and tiled MMAs (copy_atom.hpp and mma_atom.hpp of CUTLASS).
// docs/cases.md describes the operands.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// The place in the tile, column-major, of each value of each thread: right_inverse() of the raked
/// product of the two, over (size, size) (CuTe's make_layout_tv). Undefined unless both are
/// compact. Throws Overflow and LimitReached.
Outcome<Layout> layout_tv(const Layout& threads, const Layout& values, Int limit = default_limit);

/// tv with each atom composed with the inverse of the atom's reference after the atom's source or
/// destination: ((threads of an atom, atoms), (values of an atom, atoms)). Undefined if one of the
/// compositions is; unless the reference is compact; and unless all have two modes, threads and
/// values, and those of tv consist of whole atoms. Throws Overflow and LimitReached.
Outcome<Layout> get_layoutS_TV(const Layout& tv, const Layout& reference, const Layout& target,
                               Int limit = default_limit);

/// The zipped division of L with its tiles composed with tv, sliced at a thread: (values, rests,
/// …). Undefined if one of these is, or if there is no such thread. Throws Overflow and
/// LimitReached.
Outcome<Tiler> partition_S(const Layout& l, const Tiler& tiler, const Layout& tv, Int thread,
                           Convention convention, Int limit = default_limit);
Outcome<OffsetModuleLayout> partition_S(const ModuleLayout& l, const Tiler& tiler, const Layout& tv,
                                        Int thread, Convention convention,
                                        Int limit = default_limit);

/// The matrices of an MMA, A (M,K), B (N,K) and C (M,N).
enum class Matrix { a, b, c };

/// A tiled MMA, for one matrix: the atom's layout of the matrix, the threads (V,M,N,K), the atom's
/// shape (M,N,K) and the permutations by mode.
struct TiledMma {
  const Layout& tv;
  const Layout& threads;
  const Tuple& atom;
  const Tiler& permutations;
};

/// The place in the tile of each thread and value: the division of the tile by permutations, atoms
/// and threads, composed with the atom's layout and with the inverse of the threads. Undefined if
/// one of these is; unless the permutations are compact and their sizes are multiples of that of
/// all atoms side by side; and unless the atom's layout has the threads V and stays inside the
/// atom. Throws Overflow and LimitReached.
Outcome<Layout> mma_layout_tv(Matrix matrix, const TiledMma& mma, Int limit = default_limit);

/// The same division of a tensor of at least two modes, sliced at a thread: (values, rests, …).
/// Throws Overflow and LimitReached.
Outcome<Tiler> mma_partition(Matrix matrix, const Layout& l, const TiledMma& mma, Int thread,
                             Convention convention, Int limit = default_limit);
Outcome<OffsetModuleLayout> mma_partition(Matrix matrix, const ModuleLayout& l, const TiledMma& mma,
                                          Int thread, Convention convention,
                                          Int limit = default_limit);

}  // namespace layoutcheck::algebra
