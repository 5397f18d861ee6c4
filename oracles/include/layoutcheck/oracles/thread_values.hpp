// Thread-value layouts: which element of a tile, or of a tensor, each thread and value of a tiled
// copy or a tiled MMA holds (copy_atom.hpp and mma_atom.hpp of CUTLASS).
//
// Each function tabulates, for every thread and every value, the element that it holds. Where
// CuTe's comments say that such a correspondence is a layout, "(src-thr, src-val) -> (ref-thr,
// ref-val)", the answer is undefined unless it is one, over the shape with which it is composed.
#pragma once

#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/oracles/making.hpp>

#include <array>

namespace layoutcheck::oracle {

/// The place in the tile of value v of thread t, column-major. In mode i the tile has the values of
/// each thread, one thread after the other: the coordinate there is v_i + V_i·t_i, where (t_0, …)
/// is the coordinate at which the layout of threads has t, (v_0, …) the one at which the layout of
/// values has v, and V_i is the size of mode i of the latter. Undefined unless each of these
/// layouts has each number below its size once. Over (threads, values), coalesced. Throws
/// LimitReached.
Outcome<ExactLayout> layout_tv(const ExactLayout& threads, const ExactLayout& values,
                               const Limits& limits);

/// The place of thread T and value V of a copy atom's source, or destination, in a tile whose
/// places `tv` gives in terms of the atom's reference. The atom has n threads and, in the
/// reference, v values of each; `reference` and `target` say which of the atom's elements each
/// thread and value has. T = t + n·i and V = v' + v''·j, where the target has v'' values, are in
/// the atom (i, j): what t and v' have in the target, a thread r and a value w have in the
/// reference, and the place is tv(r + n·i, w + v·j).
///
/// Undefined unless all have two modes, the reference is compact, the target has the same threads
/// and only elements of the reference, and the threads and values of the tile consist of whole
/// atoms; and unless the atoms, (t, v') ↦ (r, w) and (t, v') ↦ place are layouts. Over ((t, i),
/// (v', j)). Throws LimitReached.
Outcome<ExactLayout> get_layoutS_TV(const ExactLayout& tv, const ExactLayout& reference,
                                    const ExactLayout& target, const Limits& limits);

/// The values of a thread in each tile of L: (R, o) with R(v, r, …) + o = Z(tv(thread, v), (r, …))
/// for the zipped division Z of L by the tiler. Undefined unless Z, its composition with tv in the
/// first mode, and the thread exist. Throws LimitReached.
Outcome<OffsetLayout> partition_S(const ExactLayout& l, const Tiler& tiler, const ExactLayout& tv,
                                  Int thread, Convention convention, const Limits& limits);
Outcome<OffsetModuleLayout> partition_S(const ModuleLayout& l, const Tiler& tiler,
                                        const ExactLayout& tv, Int thread, Convention convention,
                                        const Limits& limits);

/// The matrices of an MMA, A (M,K), B (N,K) and C (M,N), and which of (M,N,K) their modes are.
enum class Matrix { a, b, c };
std::array<std::size_t, 2> modes_of(Matrix matrix);

/// A tiled MMA, for one matrix: `tv` is the place, column-major in the atom's part of the matrix,
/// of each of the atom's threads and values; `threads` maps (v, m, n, k) to the thread that acts as
/// thread v of the atom at this place in M, N and K; `atom` is the shape (M,N,K) of the atom; and
/// `permutations` is, by mode, the order in which the elements of the tile are taken, where `_` or
/// a missing mode means the order of all atoms side by side.
struct TiledMma {
  ExactLayout tv;
  ExactLayout threads;
  NestedTuple atom;
  Tiler permutations;
};

/// The place in the tile, column-major, of each thread and value. Thread x is (v, m, n, k), with a
/// number c in the complement of `threads` that does not matter; value w is (u, r_0, r_1), where u
/// is one of the atom's values and r_i counts, in mode i of the matrix, how often all atoms have
/// been repeated. With the atom's extent a_i, the number t_i of atoms in that mode, the thread's
/// place p_i among them and its order P_i, it is P_0(e_0) + size(P_0)·P_1(e_1), where tv(v, u) is
/// (c_0, c_1) and e_i = c_i + a_i·(p_i + t_i·r_i).
///
/// Undefined unless tv has two modes, the first with as many threads as mode 0 of the four of
/// `threads`, which has a complement; tv stays inside the atom; P_i is compact, and a_i·t_i divides
/// its size; and the parts of the order, (v, u) ↦ place and x ↦ place are layouts. Throws
/// LimitReached.
Outcome<ExactLayout> mma_layout_tv(Matrix matrix, const TiledMma& mma, const Limits& limits);

/// The values of a thread in a tensor L of at least two modes: (R, o) with R(u, r_0, r_1, …) + o =
/// L(Q_0(e_0), Q_1(e_1), …), where Q_i is (P_i, P_i*) for the complement in mode i of L. Undefined
/// as before, and unless these divisions and the thread exist. Throws LimitReached.
Outcome<OffsetLayout> mma_partition(Matrix matrix, const ExactLayout& l, const TiledMma& mma,
                                    Int thread, Convention convention, const Limits& limits);
Outcome<OffsetModuleLayout> mma_partition(Matrix matrix, const ModuleLayout& l, const TiledMma& mma,
                                          Int thread, Convention convention, const Limits& limits);

}  // namespace layoutcheck::oracle
