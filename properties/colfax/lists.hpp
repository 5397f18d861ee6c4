// The bindings of the statements of colfax, by section; the registry strings them together.
#pragma once

#include "src/bindings.hpp"

#include <vector>

namespace layoutcheck::properties {

/// The theorems of the introduction (colfax 1.1).
std::vector<Binding> colfax_1();

/// Tuples (colfax 2.1.1).
std::vector<Binding> colfax_2_1_1();

/// Flat layouts, their attributes and functions (colfax 2.1.2).
std::vector<Binding> colfax_2_1_2();

/// Restriction, squeeze, filter, permutation and concatenation of flat layouts (colfax 2.1.3).
std::vector<Binding> colfax_2_1_3();

/// Sorted flat layouts (colfax 2.1.3).
std::vector<Binding> colfax_2_1_3_sort();

/// Flat coalesce (colfax 2.1.4).
std::vector<Binding> colfax_2_1_4();

/// Compact flat layouts (colfax 2.1.5).
std::vector<Binding> colfax_2_1_5();

/// Complements of flat layouts (colfax 2.1.6.1 to 2.1.6.23), and N-complements (to 2.1.6.34).
std::vector<Binding> colfax_2_1_6();
std::vector<Binding> colfax_2_1_6_24();

/// Further operations on flat layouts (colfax 2.1.7), and tractable ones (2.1.8).
std::vector<Binding> colfax_2_1_7();
std::vector<Binding> colfax_2_1_8();

/// Profiles (colfax 2.2.1).
std::vector<Binding> colfax_2_2_1();

/// Nested tuples (colfax 2.2.2).
std::vector<Binding> colfax_2_2_2();

/// Substitution in nested tuples, and their refinements (colfax 2.2.3, 2.2.4).
std::vector<Binding> colfax_2_2_3();
std::vector<Binding> colfax_2_2_4();

/// Layouts (colfax 2.3.1).
std::vector<Binding> colfax_2_3_1();

/// Basic operations on layouts (colfax 2.3.2).
std::vector<Binding> colfax_2_3_2();

/// Coalesce and relative coalesce (colfax 2.3.3, 2.3.4).
std::vector<Binding> colfax_2_3_3();

/// Compact layouts and complements (colfax 2.3.5, 2.3.6).
std::vector<Binding> colfax_2_3_5();

/// Composition (colfax 2.3.7).
std::vector<Binding> colfax_2_3_7();

/// Logical division and logical products (colfax 2.3.8, 2.3.9).
std::vector<Binding> colfax_2_3_8();

/// Tractable layouts (colfax 2.3.10).
std::vector<Binding> colfax_2_3_10();

/// Pointed maps and the category Tuple (colfax 3.1.1).
std::vector<Binding> colfax_3_1_1();

/// Tuple morphisms and flat layouts (colfax 3.1.2).
std::vector<Binding> colfax_3_1_2();

/// Families of tuple morphisms (colfax 3.1.3).
std::vector<Binding> colfax_3_1_3();

/// The realization of tuple morphisms (colfax 3.1.4).
std::vector<Binding> colfax_3_1_4();

/// Operations on tuple morphisms (colfax 3.1.5).
std::vector<Binding> colfax_3_1_5();
std::vector<Binding> colfax_3_1_5_complement();
std::vector<Binding> colfax_3_1_5_division();
std::vector<Binding> colfax_3_1_5_forms();

/// Nested tuple morphisms (colfax 3.2): the lists below.
std::vector<Binding> colfax_3_2();
std::vector<Binding> colfax_3_2_1();
std::vector<Binding> colfax_3_2_3();
std::vector<Binding> colfax_3_2_5();
std::vector<Binding> colfax_3_2_5_functors();
std::vector<Binding> colfax_3_2_6();

/// The composition algorithm (colfax 4.1).
std::vector<Binding> colfax_4();

/// Categories and functors (colfax A).
std::vector<Binding> colfax_a();

/// Examples of categories: sets, vector spaces (colfax A).
std::vector<Binding> colfax_a_sets();

}  // namespace layoutcheck::properties
