// Values of the notation as objects of Python.
#pragma once

#include <layoutcheck/notation/value.hpp>

#include <nanobind/nanobind.h>

#include <span>

namespace layoutcheck::python {

/// Adds the classes Layout, Morphism, PointedMap, Profile, ModuleLayout, Element and
/// SwizzledLayout.
void add_values(nanobind::module_& module);

/// A truth as a bool, an integer as an int, a nested tuple as a tuple of tuples and ints or as an
/// int, a tuple of tilers as a list, a tiler that keeps a mode as None, anything else as an object
/// of its class.
nanobind::object object_of(const Value& value);

/// The operands as a tuple.
nanobind::tuple objects_of(std::span<const Value> values);

}  // namespace layoutcheck::python
