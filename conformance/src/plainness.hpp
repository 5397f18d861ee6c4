// Plainness: what is special about operands, and which of two cases a reader understands sooner.
#pragma once

#include <layoutcheck/notation/text.hpp>

#include <set>
#include <string>

namespace layoutcheck::conformance {

/// Whether one of the features is that an extent, a stride or a level stands for nothing: empty
/// tuples, extents of 1, strides of 0, and maps that are or point to nothing.
bool has_trivial(const std::set<std::string>& features);

/// Whether a case is plainer than another one: it has fewer trivial features, each place counted,
/// or as many and fewer others, or there is less to read, where a large number counts by its
/// length, or it is lighter, or its text is shorter. Texts decide at last, so that of two cases one
/// is plainer.
bool is_plainer(const Case& a, const Case& b);

}  // namespace layoutcheck::conformance
