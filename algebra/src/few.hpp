// Lists that are short for small operands, and are then kept without an allocation.
#pragma once

#include <boost/container/small_vector.hpp>

namespace layoutcheck::algebra::detail {

template <class T>
using Few = boost::container::small_vector<T, 4>;

}  // namespace layoutcheck::algebra::detail
