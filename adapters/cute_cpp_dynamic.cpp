// CuTe's layouts with run-time extents and strides. The nesting of a layout is part of its type, so
// that there is a function for each operation and each choice from a list of shapes, which the
// first line of the output has. A line of input is an operation, what it takes (`shape`, `layout`,
// `layouts`, or `pair` for two tuples of one nesting), and for each of these the number of the
// shape in the list and its integers. An operation on one layout may have others behind it, as in
// prepend+coalesce, each on what the one before answers, as it is; an integer that one takes
// follows. Where a layout is 1:0, append and prepend take CuTe's static one. The answer is a line,
// which is empty where there is no function.
#include <cute/layout.hpp>

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

using namespace cute;

using I = std::int64_t;

template <class T>
struct Type {
  using type = T;
};

constexpr int shapes = 9;

template <class F>
void with_shape(int number, F f) {
  switch (number) {
    case 0:
      return f(Type<I>{});
    case 1:
      return f(Type<tuple<I>>{});
    case 2:
      return f(Type<tuple<I, I>>{});
    case 3:
      return f(Type<tuple<I, I, I>>{});
    case 4:
      return f(Type<tuple<tuple<I, I>, I>>{});
    case 5:
      return f(Type<tuple<I, tuple<I, I>>>{});
    case 6:
      return f(Type<tuple<tuple<I, I>, tuple<I, I>>>{});
    case 7:
      return f(Type<tuple<I, I, I, I>>{});
    case 8:
      return f(Type<tuple<tuple<I>>>{});
  }
}

template <class T>
struct Reader {
  static T get(std::istream& in) {
    T value;
    in >> value;
    return value;
  }
};
template <class... Ts>
struct Reader<tuple<Ts...>> {
  static tuple<Ts...> get(std::istream& in) {
    // In braces, so that the integers are read in their order.
    return tuple<Ts...>{Reader<Ts>::get(in)...};
  }
};
template <class T>
struct Reader<tuple<T>> {
  static tuple<T> get(std::istream& in) { return cute::make_tuple(Reader<T>::get(in)); }
};

template <class S>
Layout<S, S> read_layout(std::istream& in) {
  const S shape = Reader<S>::get(in);
  return make_layout(shape, Reader<S>::get(in));
}

template <class T>
void print_value(T const& value) {
  if constexpr (is_layout<T>::value) {
    print_value(value.shape());
    std::cout << ':';
    print_value(value.stride());
  } else if constexpr (is_tuple<T>::value) {
    const char* separator = "(";
    cute::for_each(value, [&](auto const& mode) {
      std::cout << separator;
      print_value(mode);
      separator = ",";
    });
    std::cout << (rank(value) == Int<0>{} ? "()" : ")");
  } else {
    std::cout << static_cast<I>(value);
  }
}

/// What becomes of an answer: it is printed.
struct Print {
  template <class T>
  void operator()(T const& value) const {
    print_value(value);
  }
};

/// The operation of this name on a layout, with the integer that it takes; `use` takes the answer.
template <class A, class Use>
void of_one_layout(const std::string& name, A const& a, std::istream& in, Use const& use) {
  if (name == "rank") return use(rank(a));
  if (name == "depth") return use(depth(a));
  if (name == "size") return use(size(a));
  if (name == "cosize") return use(cosize(a));
  if (name == "flatten") return use(flatten(a));
  if (name == "coalesce") return use(coalesce(a));
  if (name == "append") return use(append(a, Layout<_1, _0>{}));
  if (name == "prepend") return use(prepend(a, Layout<_1, _0>{}));
  if (name == "apply") return use(a(Reader<I>::get(in)));
  // What follows needs the complement of A, which CuTe has of run-time strides for a single entry
  // only.
  if constexpr (decltype(rank(flatten(a.shape())))::value == 1) {
    if (name == "complement") return use(complement(a));
    if (name == "complement_within") return use(complement(a, Reader<I>::get(in)));
  }
}

/// The same of names joined by '+', of which there are two at most.
template <class A>
void of_chain(const std::string& names, A const& a, std::istream& in) {
  const std::size_t plus = names.find('+');
  if (plus == std::string::npos) return of_one_layout(names, a, in, Print{});
  const std::string outer = names.substr(plus + 1);
  of_one_layout(names.substr(0, plus), a, in, [&](auto const& value) {
    if constexpr (is_layout<std::decay_t<decltype(value)>>::value)
      of_one_layout(outer, value, in, Print{});
  });
}

template <class A, class B>
void of_two_layouts(const std::string& name, A const& a, B const& b) {
  if (name == "composition") return print_value(composition(a, b));
  if (name == "concatenate") return print_value(make_layout(a, b));
  if constexpr (decltype(rank(flatten(b.shape())))::value == 1) {
    if (name == "logical_divide") return print_value(logical_divide(a, b));
  }
  if constexpr (decltype(rank(flatten(a.shape())))::value == 1) {
    if (name == "logical_product") return print_value(logical_product(a, b));
  }
}

template <class S>
void of_a_shape(const std::string& name, S const& shape, std::istream& in) {
  if (name == "column_major") return print_value(make_layout(shape, LayoutLeft{}));
  if (name == "row_major") return print_value(make_layout(shape, LayoutRight{}));
  if (name == "coordinate")
    return print_value(idx2crd(Reader<I>::get(in), flatten_to_tuple(shape)));
}

template <class S>
void of_a_pair(const std::string& name, S const& x, S const& y) {
  const auto tell = [](auto truth) { std::cout << (truth ? "true" : "false"); };
  if (name == "inner_product") return print_value(inner_product(x, y));
  if (name == "elem_scale") return print_value(elem_scale(x, y));
  if (name == "shape_div") return print_value(shape_div(x, y));
  if (name == "ceil_div") return print_value(ceil_div(x, y));
  if (name == "round_up") return print_value(round_up(x, y));
  if (name == "evenly_divides") return tell(evenly_divides(x, y));
  if (name == "compatible") return tell(compatible(x, y));
  if (name == "crd2idx") return print_value(crd2idx(x, y));
  if (name == "idx2crd") return print_value(idx2crd(x, y));
  if (name == "lex_less") return tell(lex_less(x, y));
  if (name == "lex_leq") return tell(lex_leq(x, y));
  if (name == "lex_gtr") return tell(lex_gtr(x, y));
  if (name == "lex_geq") return tell(lex_geq(x, y));
  if (name == "colex_less") return tell(colex_less(x, y));
  if (name == "colex_leq") return tell(colex_leq(x, y));
  if (name == "colex_gtr") return tell(colex_gtr(x, y));
  if (name == "colex_geq") return tell(colex_geq(x, y));
  if (name == "elem_less") return tell(elem_less(x, y));
  if (name == "elem_leq") return tell(elem_leq(x, y));
  if (name == "elem_gtr") return tell(elem_gtr(x, y));
  if (name == "elem_geq") return tell(elem_geq(x, y));
  if constexpr (is_tuple<S>::value) {
    if (name == "increment") {
      S next = x;
      cute::detail::increment(next, y);
      return print_value(next);
    }
  }
}

int main() {
  for (int number = 0; number < shapes; ++number) {
    with_shape(number, [](auto shape) { print_value(typename decltype(shape)::type{}); });
    std::cout << ' ';
  }
  std::cout << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::string name;
    std::string kind;
    int first = 0;
    in >> name >> kind >> first;
    with_shape(first, [&](auto shape) {
      using S = typename decltype(shape)::type;
      if (kind == "shape") return of_a_shape(name, Reader<S>::get(in), in);
      if (kind == "pair") {
        const S x = Reader<S>::get(in);
        int same = 0;
        if (in >> same && same == first) of_a_pair(name, x, Reader<S>::get(in));
        return;
      }
      const auto a = read_layout<S>(in);
      if (kind == "layout") return of_chain(name, a, in);
      int second = 0;
      in >> second;
      with_shape(second, [&](auto other) {
        of_two_layouts(name, a, read_layout<typename decltype(other)::type>(in));
      });
    });
    std::cout << std::endl;
  }
}
