// Values of the notation as objects of Python.
#include "values.hpp"

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/text.hpp>

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <stdexcept>

namespace nb = nanobind;

namespace layoutcheck::python {

namespace {

/// Adds what is in a nested tuple to the entries and to the word of its profile.
void read_nested(nb::handle object, std::size_t depth, Tuple& entries, std::string& word) {
  if (nb::isinstance<nb::tuple>(object) || nb::isinstance<nb::list>(object)) {
    if (depth == max_depth) throw std::invalid_argument("the nesting is too deep");
    word += '(';
    for (const nb::handle mode : object)
      read_nested(mode, depth + 1, entries, word);
    word += ')';
  } else {
    Int entry = 0;
    if (!nb::isinstance<nb::int_>(object))
      throw nb::type_error("a nested tuple is made of tuples and integers");
    if (!nb::try_cast(object, entry)) throw Overflow("an entry does not fit in 64 bits");
    word += '*';
    entries.push_back(entry);
  }
}

/// Throws std::invalid_argument if an integer is negative or the nesting too deep, Overflow if it
/// is too large, and nanobind::type_error if something else than tuples and integers is in it.
NestedTuple nested_of(nb::handle object) {
  Tuple entries;
  std::string word;
  read_nested(object, 0, entries, word);
  return {std::move(entries), Profile::from_word(std::move(word))};
}

nb::object object_of(const NestedTuple& tuple) {
  if (tuple.is_entry()) return nb::int_(tuple.entries().front());
  nb::list modes;
  for (const NestedTuple& mode : tuple.modes())
    modes.append(object_of(mode));
  return nb::tuple(modes);
}

nb::object object_of(const Tiler& tiler) {
  if (tiler.layout() != nullptr) return nb::cast(*tiler.layout());
  if (tiler.shape() != nullptr) return object_of(*tiler.shape());
  if (tiler.keeps()) return nb::none();
  nb::list modes;
  for (const Tiler& mode : *tiler.modes())
    modes.append(object_of(mode));
  return modes;
}

/// A class whose objects are made of their text, compared and printed.
template <class T>
nb::class_<T> add_class(nb::module_& module, const char* name, const char* about, Sort sort) {
  return nb::class_<T>(module, name, about)
      .def(
          "__init__",
          [sort](T* self, const std::string& text) {
            new (self) T(std::get<T>(parse_value(text, sort)));
          },
          nb::arg("text"), "Raises ValueError if the text is none.")
      .def("__str__", [](const T& self) { return to_string(self); })
      .def("__repr__",
           [name](const T& self) { return std::string(name) + "('" + to_string(self) + "')"; })
      .def("__hash__", [](const T& self) { return std::hash<std::string>()(to_string(self)); })
      .def(nb::self == nb::self, nb::sig("def __eq__(self, other: object, /) -> bool"));
}

Int offset(const Layout& layout, const nb::args& coordinate) {
  const NestedTuple at = coordinate.size() == 1 ? nested_of(coordinate[0]) : nested_of(coordinate);
  const Outcome<Int> found = algebra::apply(layout, at);
  if (!found) throw nb::index_error(found.reason().c_str());
  return *found;
}

}  // namespace

nb::object object_of(const Value& value) {
  return std::visit(
      [](const auto& v) -> nb::object {
        using T = std::remove_cvref_t<decltype(v)>;
        if constexpr (std::is_same_v<T, NestedTuple> || std::is_same_v<T, Tiler>)
          return object_of(v);
        else if constexpr (std::is_same_v<T, OffsetModuleLayout>)
          return nb::make_tuple(v.layout(), v.offset());
        else
          return nb::cast(v);
      },
      value);
}

nb::tuple objects_of(std::span<const Value> values) {
  nb::list all;
  for (const Value& value : values)
    all.append(object_of(value));
  return nb::tuple(all);
}

void add_values(nb::module_& module) {
  add_class<Layout>(module, "Layout",
                    "A layout: Layout('(2,3):(1,2)'), or Layout(shape, stride) of congruent nested "
                    "tuples.",
                    Sort::layout)
      .def(
          "__init__",
          [](Layout* self, nb::handle shape, nb::handle stride) {
            new (self) Layout(nested_of(shape), nested_of(stride));
          },
          nb::arg("shape"), nb::arg("stride"),
          nb::sig("def __init__(self, shape: int | tuple[typing.Any, ...], stride: int | "
                  "tuple[typing.Any, ...]) -> None"),
          "Raises ValueError unless they are congruent, the extents positive and the strides not "
          "negative.")
      .def_prop_ro(
          "shape", [](const Layout& self) { return object_of(self.shape()); },
          nb::sig("def shape(self) -> int | tuple[typing.Any, ...]"))
      .def_prop_ro(
          "stride", [](const Layout& self) { return object_of(self.stride()); },
          nb::sig("def stride(self) -> int | tuple[typing.Any, ...]"))
      .def_prop_ro("size", [](const Layout& self) { return algebra::size(self); })
      .def_prop_ro("cosize", [](const Layout& self) { return algebra::cosize(self); })
      .def("__call__", &offset,
           nb::sig("def __call__(self, *coordinate: int | tuple[typing.Any, ...]) -> int"),
           "The offset of an index, or of a coordinate. Raises IndexError outside the shape.");
  add_class<Profile>(module, "Profile", "The nesting of a tuple: Profile('(*,(*,*))').",
                     Sort::profile);
  add_class<PointedMap>(module, "PointedMap", "A pointed map between finite sets.", Sort::map)
      .def_prop_ro("values", &PointedMap::values)
      .def_prop_ro("codomain", &PointedMap::codomain);
  add_class<Morphism>(module, "Morphism", "A morphism of nested tuples.", Sort::morphism)
      .def_prop_ro(
          "domain", [](const Morphism& self) { return object_of(self.domain()); },
          nb::sig("def domain(self) -> int | tuple[typing.Any, ...]"))
      .def_prop_ro("map", &Morphism::map)
      .def_prop_ro(
          "codomain", [](const Morphism& self) { return object_of(self.codomain()); },
          nb::sig("def codomain(self) -> int | tuple[typing.Any, ...]"));
  add_class<ModuleLayout>(
      module, "ModuleLayout",
      "A layout over a module: ModuleLayout('(8,8):(F1,F9)'), ModuleLayout('(4,8):(1@0,1@1)').",
      Sort::module_layout);
  add_class<Element>(module, "Element", "An element of a module: Element('F9'), Element('(2,3)').",
                     Sort::element);
  add_class<SwizzledLayout>(module, "SwizzledLayout",
                            "A swizzle after a layout: SwizzledLayout('Sw<3,0,3> o 0 o 64:1').",
                            Sort::swizzled_layout);
}

}  // namespace layoutcheck::python
