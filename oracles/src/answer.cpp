#include <layoutcheck/notation/operations.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

#include <algorithm>
#include <functional>
#include <type_traits>
#include <unordered_map>

namespace layoutcheck::oracle {
namespace {

/// What a handler may look at beside its operands.
struct Context {
  Convention convention;
  const Limits& limits;
};
using C = const Context&;

using Reply = Outcome<Value>;
using Operands = std::span<const Value>;

/// Nothing if the operands are not of the types that it handles.
using Handler = std::function<std::optional<Reply>(C, Operands)>;

// Values of the kinds that operations return.

Value to_value(bool x) {
  return x;
}
Value to_value(Int x) {
  return x;
}
Value to_value(const Exact& x) {
  return to_int(x);
}
Value to_value(const std::vector<Exact>& xs) {
  return NestedTuple::flat(to_tuple(xs));
}
Value to_value(const ExactLayout& x) {
  return to_layout(x);
}
Value to_value(const std::pair<NestedTuple, NestedTuple>& x) {
  const Profile profile = tuple_of(std::vector{x.first.profile(), x.second.profile()});
  Tuple entries = x.first.entries();
  entries.insert(entries.end(), x.second.entries().begin(), x.second.entries().end());
  return NestedTuple(std::move(entries), profile);
}
Value to_value(Layout x) {
  return x;
}
Value to_value(NestedTuple x) {
  return x;
}
Value to_value(Profile x) {
  return x;
}
Value to_value(PointedMap x) {
  return x;
}
Value to_value(Morphism x) {
  return x;
}

template <class T>
Reply reply(const T& x) {
  return to_value(x);
}

template <class T>
Reply reply(const Outcome<T>& x) {
  if (!x) return x.undefined();
  return to_value(*x);
}

// Handlers, by the types of the operands.

template <class... T>
Handler on(std::type_identity_t<Reply (*)(C, const T&...)> f) {
  return [f](C c, Operands operands) -> std::optional<Reply> {
    if (operands.size() != sizeof...(T)) return std::nullopt;
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> std::optional<Reply> {
      if (!(std::holds_alternative<T>(operands[I]) && ...)) return std::nullopt;
      return f(c, std::get<T>(operands[I])...);
    }(std::index_sequence_for<T...>());
  };
}

/// One operand or more, all of one type.
template <class T>
Handler on_all(std::type_identity_t<Reply (*)(C, const std::vector<T>&)> f) {
  return [f](C c, Operands operands) -> std::optional<Reply> {
    std::vector<T> all;
    for (const Value& operand : operands) {
      if (!std::holds_alternative<T>(operand)) return std::nullopt;
      all.push_back(std::get<T>(operand));
    }
    if (all.empty()) return std::nullopt;
    return f(c, all);
  };
}

/// A profile and what to put in its places.
template <class T>
Handler on_substitution() {
  return [](C, Operands operands) -> std::optional<Reply> {
    if (operands.size() < 2 || !std::holds_alternative<Profile>(operands[0])) return std::nullopt;
    std::vector<T> parts;
    for (const Value& operand : operands.subspan(1)) {
      if (!std::holds_alternative<T>(operand)) return std::nullopt;
      parts.push_back(std::get<T>(operand));
    }
    if constexpr (std::is_same_v<T, Layout>) {
      return reply(substitute(std::get<Profile>(operands[0]),
                              std::vector<ExactLayout>(parts.begin(), parts.end())));
    } else {
      return reply(substitute(std::get<Profile>(operands[0]), parts));
    }
  };
}

/// parts[i], if there is one.
template <class T>
Outcome<T> at(const std::vector<T>& parts, Int i) {
  if (i < 0 || static_cast<std::size_t>(i) >= parts.size()) {
    return Undefined{"there is no index " + std::to_string(i) + " below " +
                     std::to_string(parts.size())};
  }
  return parts[static_cast<std::size_t>(i)];
}

Undefined no_permutation(const NestedTuple& indices, std::size_t n) {
  return Undefined{to_string(indices) + " is no permutation of the indices below " +
                   std::to_string(n)};
}

Undefined not_increasing(const NestedTuple& indices, std::size_t n) {
  return Undefined{to_string(indices) + " does not increase below " + std::to_string(n)};
}

template <class T>
std::vector<Profile> profiles(const std::vector<T>& parts) {
  std::vector<Profile> result;
  result.reserve(parts.size());
  for (const T& part : parts)
    result.push_back(part.profile());
  return result;
}

Tuple all_entries(const std::vector<NestedTuple>& parts) {
  Tuple result;
  for (const NestedTuple& part : parts) {
    result.insert(result.end(), part.entries().begin(), part.entries().end());
  }
  return result;
}

std::vector<ExactLayout> exact(const std::vector<Layout>& layouts) {
  return {layouts.begin(), layouts.end()};
}

using Arrangement = ExactLayout (*)(const Pair&);

template <Splitter splitter, Arrangement arrange>
Handler on_zipped() {
  return on<Layout, Tiler>([](C c, const Layout& a, const Tiler& t) -> Reply {
    const Outcome<Pair> pair = zipped(splitter, a, t, c.convention, c.limits);
    if (!pair) return pair.undefined();
    return reply(arrange(*pair));
  });
}

template <Splitter splitter>
Handler on_logical() {
  return on<Layout, Tiler>([](C c, const Layout& a, const Tiler& t) -> Reply {
    return reply(logical(splitter, a, t, c.convention, c.limits));
  });
}

using Table = std::unordered_map<std::string_view, std::vector<Handler>>;

void add_nested_tuples(Table& table) {
  table["rank"] = {
      on<NestedTuple>([](C, const NestedTuple& x) { return reply(rank(x.profile())); }),
      on<Profile>([](C, const Profile& x) { return reply(rank(x)); }),
      on<Layout>([](C, const Layout& x) { return reply(rank(x.profile())); })};
  table["length"] = {
      on<NestedTuple>([](C, const NestedTuple& x) { return reply(static_cast<Int>(x.length())); }),
      on<Profile>([](C, const Profile& x) { return reply(static_cast<Int>(x.length())); }),
      on<Layout>([](C, const Layout& x) { return reply(static_cast<Int>(x.length())); })};
  table["depth"] = {
      on<NestedTuple>([](C, const NestedTuple& x) { return reply(depth(x.profile())); }),
      on<Profile>([](C, const Profile& x) { return reply(depth(x)); }),
      on<Layout>([](C, const Layout& x) { return reply(depth(x.profile())); })};
  table["size"] = {on<NestedTuple>([](C, const NestedTuple& x) {
                     return reply(product(to_exact(x.entries())));
                   }),
                   on<Layout>([](C, const Layout& x) { return reply(size(x)); })};
  table["flatten"] = {
      on<NestedTuple>(
          [](C, const NestedTuple& x) { return reply(NestedTuple::flat(x.entries())); }),
      on<Layout>([](C, const Layout& x) { return reply(Layout::flat(x.extents(), x.strides())); }),
      on<Morphism>([](C, const Morphism& f) { return reply(flattened(f)); })};
  table["profile"] = {on<NestedTuple>([](C, const NestedTuple& x) { return reply(x.profile()); }),
                      on<Layout>([](C, const Layout& x) { return reply(x.profile()); })};
  table["mode"] = {
      on<NestedTuple, Int>(
          [](C, const NestedTuple& x, const Int& i) { return reply(at(x.modes(), i)); }),
      on<Profile, Int>([](C, const Profile& x, const Int& i) { return reply(at(x.modes(), i)); }),
      on<Layout, Int>([](C, const Layout& x, const Int& i) { return reply(at(x.modes(), i)); }),
      on<Morphism, Int>([](C, const Morphism& f, const Int& i) { return reply(mode(f, i)); })};
  table["entry"] = {
      on<NestedTuple, Int>(
          [](C, const NestedTuple& x, const Int& i) { return reply(at(x.entries(), i)); }),
      on<Layout, Int>([](C, const Layout& x, const Int& i) -> Reply {
        const Outcome<Int> extent = at(x.extents(), i);
        if (!extent) return extent.undefined();
        return reply(Layout::entry(*extent, *at(x.strides(), i)));
      }),
      on<Morphism, Int>([](C, const Morphism& f, const Int& i) { return reply(entry(f, i)); })};
  table["concatenate"] = {
      on_all<NestedTuple>([](C, const std::vector<NestedTuple>& xs) {
        return reply(NestedTuple(all_entries(xs), tuple_of(profiles(xs))));
      }),
      on_all<Layout>(
          [](C, const std::vector<Layout>& xs) { return reply(ExactLayout::tuple_of(exact(xs))); }),
      on<PointedMap, PointedMap>(
          [](C, const PointedMap& a, const PointedMap& b) { return reply(concatenation(a, b)); }),
      on_all<Morphism>(
          [](C, const std::vector<Morphism>& fs) { return reply(concatenation(fs)); })};
  table["flat_concatenate"] = {on_all<NestedTuple>([](C, const std::vector<NestedTuple>& xs) {
                                 return reply(NestedTuple::flat(all_entries(xs)));
                               }),
                               on_all<Layout>([](C, const std::vector<Layout>& xs) {
                                 return reply(flat_concatenation(exact(xs)));
                               }),
                               on_all<Morphism>([](C, const std::vector<Morphism>& fs) {
                                 return reply(flat_concatenation(fs));
                               })};
  table["permute"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& x, const NestedTuple& order) -> Reply {
        if (!is_permutation_of(order.entries(), x.length())) {
          return no_permutation(order, x.length());
        }
        return reply(NestedTuple::flat(*select(x.entries(), order.entries())));
      }),
      on<Layout, NestedTuple>([](C, const Layout& x, const NestedTuple& order) -> Reply {
        if (!is_permutation_of(order.entries(), x.length())) {
          return no_permutation(order, x.length());
        }
        return reply(select(x, order.entries()));
      })};
  table["substitute"] = {on_substitution<NestedTuple>(), on_substitution<Profile>(),
                         on_substitution<Layout>()};
  table["divides"] = {on<NestedTuple, NestedTuple>(
      [](C, const NestedTuple& x, const NestedTuple& y) { return reply(divides(x, y)); })};
  table["congruent"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& x, const NestedTuple& y) {
        return reply(x.profile() == y.profile());
      })};
  table["refines"] = {on<NestedTuple, NestedTuple>(
      [](C, const NestedTuple& x, const NestedTuple& y) { return reply(refines(x, y)); })};
  table["relative_mode"] = {
      on<NestedTuple, NestedTuple, Int>(
          [](C, const NestedTuple& x, const NestedTuple& y, const Int& i) -> Reply {
            const Outcome<std::vector<NestedTuple>> modes = relative_modes(x, y);
            if (!modes) return modes.undefined();
            return reply(at(*modes, i));
          }),
      on<Layout, NestedTuple, Int>(
          [](C, const Layout& x, const NestedTuple& y, const Int& i) -> Reply {
            const Outcome<std::vector<ExactLayout>> modes = relative_modes(ExactLayout(x), y);
            if (!modes) return modes.undefined();
            return reply(at(*modes, i));
          }),
      on<Morphism, NestedTuple, Int>([](C, const Morphism& f, const NestedTuple& y, const Int& i) {
        return reply(relative_mode(f, y, i));
      })};
  table["relative_flatten"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& x, const NestedTuple& y) -> Reply {
        const Outcome<std::vector<NestedTuple>> modes = relative_modes(x, y);
        if (!modes) return modes.undefined();
        return reply(NestedTuple(all_entries(*modes), tuple_of(profiles(*modes))));
      })};
  table["mutual_refinement"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& x, const NestedTuple& y) {
        return reply(mutual_refinement(x, y));
      })};
  table["coordinate"] = {on<NestedTuple, Int>([](C, const NestedTuple& s, const Int& x) -> Reply {
    const std::vector<Exact> extents = to_exact(s.entries());
    if (x >= product(extents)) {
      return Undefined{std::to_string(x) + " is no index: the size is " + product(extents).str()};
    }
    return reply(coordinate_of(extents, x));
  })};
  table["index"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& s, const NestedTuple& c) -> Reply {
        if (c.length() != s.length()) return Undefined{"the coordinate has another length"};
        for (std::size_t i = 0; i < c.length(); ++i) {
          if (c.entries()[i] >= s.entries()[i]) {
            return Undefined{"coordinate " + std::to_string(i) + " is " +
                             std::to_string(c.entries()[i]) + ", the extent " +
                             std::to_string(s.entries()[i])};
          }
        }
        return reply(index_of(to_exact(s.entries()), to_exact(c.entries())));
      })};
}

void add_layouts(Table& table) {
  table["cosize"] = {on<Layout>([](C, const Layout& x) { return reply(cosize(x)); })};
  table["shape"] = {on<Layout>([](C, const Layout& x) { return reply(x.shape()); })};
  table["stride"] = {on<Layout>([](C, const Layout& x) { return reply(x.stride()); })};
  table["apply"] = {on<Layout, NestedTuple>(
      [](C, const Layout& x, const NestedTuple& c) { return reply(apply(x, c)); })};
  table["table"] = {
      on<Layout>([](C c, const Layout& x) { return reply(oracle::table(x, c.limits)); }),
      on<Morphism>([](C c, const Morphism& f) { return reply(realization(f, c.limits)); })};
  table["same_function"] = {on<Layout, Layout>(
      [](C c, const Layout& a, const Layout& b) { return reply(same_function(a, b, c.limits)); })};
  table["column_major"] = {
      on<NestedTuple>([](C, const NestedTuple& s) { return reply(column_major(s)); })};
  table["row_major"] = {
      on<NestedTuple>([](C, const NestedTuple& s) { return reply(row_major(s)); })};
  table["is_column_major"] = {on<Layout>(
      [](C, const Layout& x) { return reply(column_major(x.shape()) == ExactLayout(x)); })};
  table["is_row_major"] = {
      on<Layout>([](C, const Layout& x) { return reply(row_major(x.shape()) == ExactLayout(x)); })};
  table["is_nondegenerate"] = {
      on<Layout>([](C, const Layout& x) { return reply(is_nondegenerate(x)); }),
      on<Morphism>([](C, const Morphism& f) { return reply(is_nondegenerate(f)); })};
  table["restrict"] = {
      on<Layout, NestedTuple>([](C, const Layout& x, const NestedTuple& indices) -> Reply {
        if (!is_increasing_below(indices.entries(), x.length())) {
          return not_increasing(indices, x.length());
        }
        return reply(select(x, indices.entries()));
      }),
      on<Morphism, NestedTuple>([](C, const Morphism& f, const NestedTuple& indices) {
        return reply(restriction(f, indices.entries()));
      })};
  table["squeeze"] = {on<Layout>([](C, const Layout& x) { return reply(squeeze(x)); }),
                      on<Morphism>([](C, const Morphism& f) { return reply(squeeze(f)); })};
  table["filter"] = {on<Layout>([](C, const Layout& x) { return reply(filter(x)); })};
  table["sort"] = {on<Layout>([](C, const Layout& x) { return reply(sort(x)); }),
                   on<Morphism>([](C, const Morphism& f) { return reply(sort(f)); })};
  table["is_sorted"] = {on<Layout>([](C, const Layout& x) { return reply(is_sorted(x)); }),
                        on<Morphism>([](C, const Morphism& f) { return reply(is_sorted(f)); })};
  table["is_flat_coalesced"] = {
      on<Layout>([](C, const Layout& x) { return reply(is_flat_coalesced(x)); })};
  table["flat_coalesce"] = {
      on<Layout>([](C c, const Layout& x) { return reply(flat_coalesce(x, c.limits)); }),
      on<Morphism>([](C, const Morphism& f) { return reply(flat_coalesce(f)); })};
  table["is_coalesced"] = {
      on<Layout>([](C, const Layout& x) { return reply(is_coalesced(x)); }),
      on<Layout, NestedTuple>(
          [](C, const Layout& x, const NestedTuple& s) { return reply(is_coalesced_over(x, s)); }),
      on<Morphism>([](C, const Morphism& f) { return reply(is_coalesced(f)); })};
  table["coalesce"] = {
      on<Layout>([](C c, const Layout& x) { return reply(coalesce(x, c.limits)); }),
      on<Layout, NestedTuple>([](C c, const Layout& x, const NestedTuple& s) {
        return reply(coalesce_over(x, s, c.limits));
      }),
      on<Morphism>([](C, const Morphism& f) { return reply(coalesce(f)); })};
  table["is_compact"] = {
      on<Layout>([](C c, const Layout& x) { return reply(is_compact(x, c.limits)); })};
  table["is_complement"] = {on<Layout, Layout>([](C c, const Layout& a, const Layout& b) {
                              return reply(is_complement(a, b, c.limits));
                            }),
                            on<Morphism, Morphism>([](C, const Morphism& f, const Morphism& g) {
                              return reply(is_complement(f, g));
                            })};
  table["is_complementable"] = {
      on<Layout>(
          [](C c, const Layout& a) { return reply(flat_complement(a, c.limits).has_value()); }),
      on<Layout, Int>([](C c, const Layout& a, const Int& n) {
        return reply(flat_complement(a, n, Convention::strict, c.limits).has_value());
      }),
      on<Morphism>([](C, const Morphism& f) { return reply(is_complementable(f)); })};
  table["complement"] = {on<Layout>([](C c, const Layout& a) -> Reply {
                           const Outcome<ExactLayout> flat = flat_complement(a, c.limits);
                           if (!flat) return flat.undefined();
                           return reply(in_coalesced_form(*flat));
                         }),
                         on<Layout, Int>([](C c, const Layout& a, const Int& n) -> Reply {
                           const Outcome<ExactLayout> flat =
                               flat_complement(a, n, c.convention, c.limits);
                           if (!flat) return flat.undefined();
                           return reply(in_coalesced_form(*flat));
                         }),
                         on<Morphism>([](C, const Morphism& f) { return reply(complement(f)); })};
  table["flat_complement"] = {
      on<Layout>([](C c, const Layout& a) { return reply(flat_complement(a, c.limits)); }),
      on<Layout, Int>([](C c, const Layout& a, const Int& n) {
        return reply(flat_complement(a, n, Convention::strict, c.limits));
      })};
  table["composition"] = {
      on<Layout, Tiler>([](C c, const Layout& a, const Tiler& t) {
        return reply(composition(a, t, c.convention, c.limits));
      }),
      on<PointedMap, PointedMap>(
          [](C, const PointedMap& a, const PointedMap& b) { return reply(composition(a, b)); }),
      on<Morphism, Morphism>(
          [](C, const Morphism& g, const Morphism& f) { return reply(composition(g, f)); })};
  table["flat_composition"] = {on<Layout, Layout>([](C c, const Layout& a, const Layout& b) {
    return reply(flat_composition(a, b, c.limits));
  })};
  table["weak_composite"] = {on<Layout, Layout>(
      [](C c, const Layout& a, const Layout& b) { return reply(weak_composite(a, b, c.limits)); })};
  table["logical_divide"] = {on_logical<Splitter::divide>(),
                             on<Morphism, Morphism>([](C, const Morphism& f, const Morphism& g) {
                               return reply(logical_divide(f, g));
                             })};
  table["logical_product"] = {on_logical<Splitter::product>(),
                              on<Morphism, Morphism>([](C, const Morphism& f, const Morphism& g) {
                                return reply(logical_product(f, g));
                              })};
  table["zipped_divide"] = {on_zipped<Splitter::divide, as_zipped>()};
  table["tiled_divide"] = {on_zipped<Splitter::divide, as_tiled>()};
  table["flat_divide"] = {on_zipped<Splitter::divide, as_flat>()};
  table["zipped_product"] = {on_zipped<Splitter::product, as_zipped>()};
  table["tiled_product"] = {on_zipped<Splitter::product, as_tiled>()};
  table["flat_product"] = {on_zipped<Splitter::product, as_flat>()};
  table["blocked_product"] = {on<Layout, Layout>([](C c, const Layout& a, const Layout& b) {
    return reply(blocked_product(a, b, c.convention, c.limits));
  })};
  table["raked_product"] = {on<Layout, Layout>([](C c, const Layout& a, const Layout& b) {
    return reply(raked_product(a, b, c.convention, c.limits));
  })};
  table["colfax_flat_divide"] = {
      on<Layout, Layout>([](C c, const Layout& a, const Layout& b) {
        return reply(colfax_flat_divide(a, b, c.limits));
      }),
      on<Morphism, Morphism>(
          [](C, const Morphism& f, const Morphism& g) { return reply(colfax_flat_divide(f, g)); })};
  table["colfax_flat_product"] = {
      on<Layout, Layout>([](C c, const Layout& a, const Layout& b) {
        return reply(colfax_flat_product(a, b, c.limits));
      }),
      on<Morphism, Morphism>([](C, const Morphism& f, const Morphism& g) {
        return reply(colfax_flat_product(f, g));
      })};
  table["is_tractable"] = {
      on<Layout>([](C, const Layout& x) { return reply(is_tractable(x)); }),
      on<PointedMap>([](C, const PointedMap& a) { return reply(is_tractable(a)); })};
  table["morphism"] = {
      on<Layout>([](C, const Layout& x) { return reply(standard_representation(x)); })};
}

void add_morphisms(Table& table) {
  table["sum"] = {on<PointedMap, PointedMap>(
                      [](C, const PointedMap& a, const PointedMap& b) { return reply(sum(a, b)); }),
                  on<Morphism, Morphism>(
                      [](C, const Morphism& f, const Morphism& g) { return reply(sum(f, g)); })};
  table["domain"] = {on<Morphism>([](C, const Morphism& f) { return reply(f.domain()); })};
  table["codomain"] = {on<Morphism>([](C, const Morphism& f) { return reply(f.codomain()); })};
  table["layout"] = {on<Morphism>([](C, const Morphism& f) { return reply(encoded_layout(f)); })};
  table["identity"] = {on<NestedTuple>([](C, const NestedTuple& s) { return reply(identity(s)); })};
  table["reparenthesize"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& x, const NestedTuple& y) {
        return reply(reparenthesization(x, y));
      })};
  table["projection"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& s, const NestedTuple& indices) {
        return reply(projection(s, indices.entries()));
      })};
  table["dilation"] = {
      on<NestedTuple, NestedTuple>([](C, const NestedTuple& s, const NestedTuple& factors) {
        return reply(dilation(s, factors));
      })};
  table["expansion"] = {on<NestedTuple, NestedTuple>(
      [](C, const NestedTuple& x, const NestedTuple& s) { return reply(expansion(x, s)); })};
  table["inverse"] = {on<Morphism>([](C, const Morphism& f) { return reply(inverse(f)); })};
  table["factorize"] = {
      on<Morphism, NestedTuple>([](C, const Morphism& f, const NestedTuple& indices) {
        return reply(factorization(f, indices.entries()));
      })};
  table["is_isomorphism"] = {
      on<Morphism>([](C, const Morphism& f) { return reply(is_isomorphism(f)); })};
  table["is_standard_form"] = {
      on<Morphism>([](C, const Morphism& f) { return reply(is_standard_form(f)); })};
  table["is_disjoint"] = {on<Morphism, Morphism>(
      [](C, const Morphism& f, const Morphism& g) { return reply(is_disjoint(f, g)); })};
  table["is_product_admissible"] = {on<Morphism, Morphism>(
      [](C, const Morphism& f, const Morphism& g) { return reply(is_product_admissible(f, g)); })};
  table["pullback"] = {on<Morphism, NestedTuple>(
      [](C, const Morphism& f, const NestedTuple& x) { return reply(pullback(f, x)); })};
  table["pushforward"] = {on<Morphism, NestedTuple>(
      [](C, const Morphism& f, const NestedTuple& x) { return reply(pushforward(f, x)); })};
}

const Table& handlers() {
  static const Table table = [] {
    Table all;
    add_nested_tuples(all);
    add_layouts(all);
    add_morphisms(all);
    return all;
  }();
  return table;
}

/// The sort without its conditions beyond what an operation needs to make sense of a value.
Sort relaxed(Sort sort) {
  switch (sort) {
    case Sort::positive:
      return Sort::integer;
    case Sort::flat_shape:
      return Sort::shape;
    case Sort::flat_tuple:
      return Sort::tuple;
    case Sort::flat_layout:
      return Sort::layout;
    case Sort::flat_morphism:
      return Sort::morphism;
    default:
      return sort;
  }
}

/// Nothing if the operands are of the sorts of some signature; otherwise why they are not:
/// undefined if only a condition such as flatness fails, unsupported if no signature is near.
std::optional<Expectation> mismatch(const std::string& name, Operands operands) {
  using Signatures = std::unordered_map<std::string_view, std::vector<const Operation*>>;
  static const Signatures signatures = [] {
    Signatures all;
    for (const Operation& operation : standard_vocabulary().operations()) {
      all[operation.name].push_back(&operation);
    }
    return all;
  }();
  Expectation result{NonValue::unsupported, "no operation " + name + " takes these operands"};
  const auto found = signatures.find(name);
  if (found == signatures.end()) return result;
  for (const Operation* operation : found->second) {
    const std::size_t n = operation->operands.size();
    if (operation->variadic ? operands.size() < n : operands.size() != n) continue;
    const auto sort_of = [&](std::size_t i) { return operation->operands[std::min(i, n - 1)]; };
    std::optional<std::size_t> off;
    bool near = true;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (!is_of(operands[i], sort_of(i))) off = off.value_or(i);
      near = near && is_of(operands[i], relaxed(sort_of(i)));
    }
    if (!off) return std::nullopt;
    if (near) {
      result = {NonValue::undefined,
                to_string(operands[*off]) + " is not " + std::string(describe(sort_of(*off)))};
    }
  }
  return result;
}

}  // namespace

Expectation expect(const Case& question, Convention convention, const Limits& limits) {
  if (std::optional<Expectation> why = mismatch(question.operation, question.operands)) return *why;
  const Context context{question.convention.value_or(convention), limits};
  try {
    for (const Handler& handler : handlers().at(question.operation)) {
      const std::optional<Reply> reply = handler(context, question.operands);
      if (!reply) continue;
      if (!*reply) return {NonValue::undefined, reply->reason()};
      return {**reply, ""};
    }
  } catch (const Overflow& overflow) {
    return {NonValue::overflow, overflow.what()};
  } catch (const TooDeep& too_deep) {
    return {NonValue::unsupported, too_deep.what()};
  }
  return {NonValue::unsupported, "no operation " + question.operation + " takes these operands"};
}

}  // namespace layoutcheck::oracle
