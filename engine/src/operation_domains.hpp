// Domains of operations.
#pragma once

#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/notation/operations.hpp>

#include <functional>
#include <map>
#include <string>

namespace layoutcheck::engine {

/// The operands that an operation is checked on: mostly such that there is an answer. The operation
/// outlives it.
Domain domain_of(const Operation& operation);

/// The domain as questions on the operation are drawn from it: most have operands with something in
/// them; trivial ones have a share, and so have the edges of 32 and 64 bits. The operation outlives
/// it.
Domain asked(Domain domain, const Operation& operation);

/// The domains of some operations, by signature.
using Domains = std::map<std::string, Domain>;

/// Those of CuTe's functions on tuples and layouts.
Domains cute_domains();

/// Those over modules, and of swizzled layouts.
Domains module_domains();

/// Those of layouts of threads and values, tiled copies and tiled MMAs.
Domains thread_value_domains();

/// Whether an operand of the sort is a tuple of any integers, such as a coordinate.
bool is_tuple(Sort sort);

/// The layouts in a value: itself, those of a tiler, that behind a swizzle.
void visit_layouts(const Value& value, const std::function<void(const Layout&)>& visit);

/// A number in 0 … bound − 1.
Int draw_below(Entropy& entropy, Int bound);

/// A coordinate, inside the shape most of the time; a mode is indexed by an integer now and then.
NestedTuple draw_coordinate(Entropy& entropy, const NestedTuple& shape);

/// A tiler for a layout: a layout inside its domain, or such layouts by mode.
Tiler draw_tiler(Entropy& entropy, const Layout& a, bool product);

}  // namespace layoutcheck::engine
