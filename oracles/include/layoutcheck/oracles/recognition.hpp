// Which functions are layout functions.
#pragma once

#include <layoutcheck/oracles/functions.hpp>

namespace layoutcheck::oracle {

/// The flat coalesced layout (colfax 2.1.4.1) whose function has these values, or the proof that no
/// layout has.
///
/// It is found by reading it off, and there is no choice. Suppose f is the layout function of a
/// layout. Dropping entries of extent 1 and merging neighbours (s, s'):(d, s·d) into s·s':d do not
/// change the function, so f is the function of some coalesced L = (s_1, …, s_m):(d_1, …, d_m), all
/// s_i > 1 and s_i·d_i ≠ d_{i+1}. Let n be the number of values.
///   - If n = 1, then m = 0.
///   - Otherwise d_1 = f(1).
///   - f(k) = k·d_1 for k < s_1; and if m > 1, then f(s_1) = d_2 ≠ s_1·d_1. So s_1 is the first
///     point where f deviates from k·d_1, or n if there is none.
///   - (s_2, …, s_m):(d_2, …, d_m) is coalesced and has the function q ↦ f(q·s_1) on [0, n / s_1),
///     to which the same applies.
/// Hence L is unique, and if what is read off does not have the values of f everywhere, no layout
/// has.
Outcome<ExactLayout> flat_layout_of_table(std::span<const Exact> values);

/// The same in the form of colfax 2.3.3.7: with one entry it has depth 0, with none it is 1:0.
Outcome<ExactLayout> layout_of_table(std::span<const Exact> values);

/// A flat coalesced layout in the form of colfax 2.3.3.7.
ExactLayout in_coalesced_form(ExactLayout flat_coalesced);

/// coal♭(L♭): the flat coalesced layout with the function of L (colfax 2.1.4.9, 2.1.4.19). It is
/// recognized from the table; where the table exceeds the limit, it is rewritten as in
/// colfax 2.1.4.10.
ExactLayout flat_coalesce(const ExactLayout& layout, const Limits& limits);

/// coal(L) (colfax 2.3.3.7).
ExactLayout coalesce(const ExactLayout& layout, const Limits& limits);

/// colfax 2.1.4.10, step by step: an entry of extent 1 is dropped, neighbours (s, s'):(d, s·d)
/// become s·s':d, until neither applies. No step changes the layout function: the coordinate of an
/// entry of extent 1 is 0, and x·d + x'·s·d = (x + s·x')·d where x + s·x' is the coordinate of the
/// merged entry.
ExactLayout flat_coalesce_by_rewriting(const ExactLayout& layout);

/// colfax 2.1.4.1, of the flattening.
bool is_flat_coalesced(const ExactLayout& layout);

/// colfax 2.3.3.1.
bool is_coalesced(const ExactLayout& layout);

}  // namespace layoutcheck::oracle
