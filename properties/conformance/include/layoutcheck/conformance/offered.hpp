// Offered operations: which operations of the vocabulary a type has as members, and its answers.
#pragma once

#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/bindings.hpp>

#include <optional>
#include <string_view>
#include <type_traits>

namespace layoutcheck::conformance {

/// What an implementation returned as an answer: a value, an integer of any type, a list of
/// integers as a Tuple, an Answer; or a std::optional or an Outcome of these, which is `undefined`
/// if it is empty.
template <class T>
Answer answer_from(const T& result) {
  if constexpr (std::is_same_v<T, Answer> || std::is_same_v<T, NonValue>)
    return result;
  else if constexpr (std::is_same_v<T, bool>)
    return Value(result);
  else if constexpr (std::is_integral_v<T>)
    return Value(static_cast<Int>(result));
  else if constexpr (std::is_same_v<T, Tuple>)
    return Value(NestedTuple::flat(result));
  else if constexpr (std::is_constructible_v<Value, T>)
    return Value(result);
  else
    return result ? answer_from(*result) : NonValue::undefined;
}

/// Calls `visit` with the types of the operands, the name, and a call of the member of that name,
/// for each signature of the vocabulary: a list of indices is a Tuple, another tuple a NestedTuple,
/// an integer an Int, a repeated operand a std::vector.
template <class Visit>
constexpr void visit_operations(Visit& visit) {
#define LAYOUTCHECK_VISIT(name, ...)                                                            \
  visit.template operator()<__VA_ARGS__>(                                                       \
      #name,                                                                                    \
      [](const auto& algebra, const auto&... operands) -> decltype(algebra.name(operands...)) { \
        return algebra.name(operands...);                                                       \
      })
  LAYOUTCHECK_VISIT(rank, NestedTuple);
  LAYOUTCHECK_VISIT(rank, Profile);
  LAYOUTCHECK_VISIT(rank, Layout);
  LAYOUTCHECK_VISIT(length, NestedTuple);
  LAYOUTCHECK_VISIT(length, Profile);
  LAYOUTCHECK_VISIT(length, Layout);
  LAYOUTCHECK_VISIT(depth, NestedTuple);
  LAYOUTCHECK_VISIT(depth, Profile);
  LAYOUTCHECK_VISIT(depth, Layout);
  LAYOUTCHECK_VISIT(size, NestedTuple);
  LAYOUTCHECK_VISIT(size, Layout);
  LAYOUTCHECK_VISIT(flatten, NestedTuple);
  LAYOUTCHECK_VISIT(flatten, Layout);
  LAYOUTCHECK_VISIT(flatten, Morphism);
  LAYOUTCHECK_VISIT(profile, NestedTuple);
  LAYOUTCHECK_VISIT(profile, Layout);
  LAYOUTCHECK_VISIT(mode, NestedTuple, Int);
  LAYOUTCHECK_VISIT(mode, Profile, Int);
  LAYOUTCHECK_VISIT(mode, Layout, Int);
  LAYOUTCHECK_VISIT(mode, Morphism, Int);
  LAYOUTCHECK_VISIT(entry, NestedTuple, Int);
  LAYOUTCHECK_VISIT(entry, Layout, Int);
  LAYOUTCHECK_VISIT(entry, Morphism, Int);
  LAYOUTCHECK_VISIT(concatenate, std::vector<NestedTuple>);
  LAYOUTCHECK_VISIT(concatenate, std::vector<Layout>);
  LAYOUTCHECK_VISIT(concatenate, PointedMap, PointedMap);
  LAYOUTCHECK_VISIT(concatenate, std::vector<Morphism>);
  LAYOUTCHECK_VISIT(flat_concatenate, std::vector<NestedTuple>);
  LAYOUTCHECK_VISIT(flat_concatenate, std::vector<Layout>);
  LAYOUTCHECK_VISIT(flat_concatenate, std::vector<Morphism>);
  LAYOUTCHECK_VISIT(permute, NestedTuple, Tuple);
  LAYOUTCHECK_VISIT(permute, Layout, Tuple);
  LAYOUTCHECK_VISIT(substitute, Profile, std::vector<NestedTuple>);
  LAYOUTCHECK_VISIT(substitute, Profile, std::vector<Profile>);
  LAYOUTCHECK_VISIT(substitute, Profile, std::vector<Layout>);
  LAYOUTCHECK_VISIT(divides, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(congruent, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(refines, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(relative_mode, NestedTuple, NestedTuple, Int);
  LAYOUTCHECK_VISIT(relative_mode, Layout, NestedTuple, Int);
  LAYOUTCHECK_VISIT(relative_mode, Morphism, NestedTuple, Int);
  LAYOUTCHECK_VISIT(relative_flatten, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(mutual_refinement, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(coordinate, NestedTuple, Int);
  LAYOUTCHECK_VISIT(index, NestedTuple, Tuple);
  LAYOUTCHECK_VISIT(cosize, Layout);
  LAYOUTCHECK_VISIT(shape, Layout);
  LAYOUTCHECK_VISIT(stride, Layout);
  LAYOUTCHECK_VISIT(apply, Layout, NestedTuple);
  LAYOUTCHECK_VISIT(table, Layout);
  LAYOUTCHECK_VISIT(same_function, Layout, Layout);
  LAYOUTCHECK_VISIT(column_major, NestedTuple);
  LAYOUTCHECK_VISIT(row_major, NestedTuple);
  LAYOUTCHECK_VISIT(is_column_major, Layout);
  LAYOUTCHECK_VISIT(is_row_major, Layout);
  LAYOUTCHECK_VISIT(is_nondegenerate, Layout);
  LAYOUTCHECK_VISIT(restrict, Layout, Tuple);
  LAYOUTCHECK_VISIT(squeeze, Layout);
  LAYOUTCHECK_VISIT(filter, Layout);
  LAYOUTCHECK_VISIT(sort, Layout);
  LAYOUTCHECK_VISIT(is_sorted, Layout);
  LAYOUTCHECK_VISIT(is_flat_coalesced, Layout);
  LAYOUTCHECK_VISIT(flat_coalesce, Layout);
  LAYOUTCHECK_VISIT(is_coalesced, Layout);
  LAYOUTCHECK_VISIT(is_coalesced, Layout, NestedTuple);
  LAYOUTCHECK_VISIT(coalesce, Layout);
  LAYOUTCHECK_VISIT(coalesce, Layout, NestedTuple);
  LAYOUTCHECK_VISIT(is_compact, Layout);
  LAYOUTCHECK_VISIT(is_complement, Layout, Layout);
  LAYOUTCHECK_VISIT(is_complementable, Layout);
  LAYOUTCHECK_VISIT(is_complementable, Layout, Int);
  LAYOUTCHECK_VISIT(complement, Layout);
  LAYOUTCHECK_VISIT(complement, Layout, Int);
  LAYOUTCHECK_VISIT(flat_complement, Layout);
  LAYOUTCHECK_VISIT(flat_complement, Layout, Int);
  LAYOUTCHECK_VISIT(composition, Layout, Tiler);
  LAYOUTCHECK_VISIT(flat_composition, Layout, Layout);
  LAYOUTCHECK_VISIT(weak_composite, Layout, Layout);
  LAYOUTCHECK_VISIT(logical_divide, Layout, Tiler);
  LAYOUTCHECK_VISIT(zipped_divide, Layout, Tiler);
  LAYOUTCHECK_VISIT(tiled_divide, Layout, Tiler);
  LAYOUTCHECK_VISIT(flat_divide, Layout, Tiler);
  LAYOUTCHECK_VISIT(logical_product, Layout, Tiler);
  LAYOUTCHECK_VISIT(zipped_product, Layout, Tiler);
  LAYOUTCHECK_VISIT(tiled_product, Layout, Tiler);
  LAYOUTCHECK_VISIT(flat_product, Layout, Tiler);
  LAYOUTCHECK_VISIT(blocked_product, Layout, Layout);
  LAYOUTCHECK_VISIT(raked_product, Layout, Layout);
  LAYOUTCHECK_VISIT(colfax_flat_divide, Layout, Layout);
  LAYOUTCHECK_VISIT(colfax_flat_product, Layout, Layout);
  LAYOUTCHECK_VISIT(right_inverse, Layout);
  LAYOUTCHECK_VISIT(max_common_layout, Layout, Layout);
  LAYOUTCHECK_VISIT(max_common_vector, Layout, Layout);
  LAYOUTCHECK_VISIT(left_inverse, Layout);
  LAYOUTCHECK_VISIT(upcast, Layout, Int);
  LAYOUTCHECK_VISIT(downcast, Layout, Int);
  LAYOUTCHECK_VISIT(is_tractable, Layout);
  LAYOUTCHECK_VISIT(morphism, Layout);
  LAYOUTCHECK_VISIT(is_tractable, PointedMap);
  LAYOUTCHECK_VISIT(composition, PointedMap, PointedMap);
  LAYOUTCHECK_VISIT(sum, PointedMap, PointedMap);
  LAYOUTCHECK_VISIT(domain, Morphism);
  LAYOUTCHECK_VISIT(codomain, Morphism);
  LAYOUTCHECK_VISIT(layout, Morphism);
  LAYOUTCHECK_VISIT(table, Morphism);
  LAYOUTCHECK_VISIT(identity, NestedTuple);
  LAYOUTCHECK_VISIT(reparenthesize, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(projection, NestedTuple, Tuple);
  LAYOUTCHECK_VISIT(dilation, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(expansion, NestedTuple, NestedTuple);
  LAYOUTCHECK_VISIT(composition, Morphism, Morphism);
  LAYOUTCHECK_VISIT(inverse, Morphism);
  LAYOUTCHECK_VISIT(restrict, Morphism, Tuple);
  LAYOUTCHECK_VISIT(factorize, Morphism, Tuple);
  LAYOUTCHECK_VISIT(sum, Morphism, Morphism);
  LAYOUTCHECK_VISIT(squeeze, Morphism);
  LAYOUTCHECK_VISIT(sort, Morphism);
  LAYOUTCHECK_VISIT(flat_coalesce, Morphism);
  LAYOUTCHECK_VISIT(coalesce, Morphism);
  LAYOUTCHECK_VISIT(complement, Morphism);
  LAYOUTCHECK_VISIT(logical_divide, Morphism, Morphism);
  LAYOUTCHECK_VISIT(logical_product, Morphism, Morphism);
  LAYOUTCHECK_VISIT(colfax_flat_divide, Morphism, Morphism);
  LAYOUTCHECK_VISIT(colfax_flat_product, Morphism, Morphism);
  LAYOUTCHECK_VISIT(is_isomorphism, Morphism);
  LAYOUTCHECK_VISIT(is_complementable, Morphism);
  LAYOUTCHECK_VISIT(is_nondegenerate, Morphism);
  LAYOUTCHECK_VISIT(is_standard_form, Morphism);
  LAYOUTCHECK_VISIT(is_sorted, Morphism);
  LAYOUTCHECK_VISIT(is_coalesced, Morphism);
  LAYOUTCHECK_VISIT(is_disjoint, Morphism, Morphism);
  LAYOUTCHECK_VISIT(is_complement, Morphism, Morphism);
  LAYOUTCHECK_VISIT(is_product_admissible, Morphism, Morphism);
  LAYOUTCHECK_VISIT(pullback, Morphism, NestedTuple);
  LAYOUTCHECK_VISIT(pushforward, Morphism, NestedTuple);
#undef LAYOUTCHECK_VISIT
}

/// Whether A has a member that takes operands of these types; where a tiler is wanted, one that
/// takes a layout will do.
template <class A, class Call, class... T>
inline constexpr bool takes = std::is_invocable_v<Call, const A&, const T&...>;
template <class A, class Call>
inline constexpr bool takes<A, Call, Layout, Tiler> =
    std::is_invocable_v<Call, const A&, const Layout&, const Tiler&> ||
    std::is_invocable_v<Call, const A&, const Layout&, const Layout&>;

template <class A>
struct CountOffered {
  std::size_t count = 0;

  template <class... T, class Call>
  constexpr void operator()(std::string_view, Call) {
    if (takes<A, Call, T...>) ++count;
  }
};

/// How many signatures of the vocabulary A has members for.
template <class A>
inline constexpr std::size_t offered_by = [] {
  CountOffered<A> offered;
  visit_operations(offered);
  return offered.count;
}();

/// The members of A, bound to the vocabulary.
template <class A>
class Offered {
 public:
  /// The algebra has to outlive this.
  explicit Offered(const A& algebra) : context_{&algebra} { visit_operations(*this); }

  /// The answer to a question; `unsupported` if there is no member for it. Throws what the member
  /// throws, except an Overflow, which is the answer `overflow`.
  [[nodiscard]] Answer answer(const Case& question) const {
    const Operation* operation = operation_of(question);
    const auto* answerer = members_.find(operation);
    if (answerer == nullptr) return NonValue::unsupported;
    try {
      const Outcome<Value> outcome = (*answerer)(context_, question.operands);
      return outcome ? Answer(*outcome) : Answer(NonValue::undefined);
    } catch (const Overflow&) {
      return NonValue::overflow;
    } catch (const NoValue& none) {
      return none.answer;
    }
  }

  /// Binds the member of this name, if there is one.
  template <class... T, class Call>
  void operator()(std::string_view name, Call) {
    if constexpr (std::is_invocable_v<Call, const A&, const T&...>) {
      members_.bind(name, [](const Context& context, const T&... operands) {
        return value_or_throw(answer_from(Call{}(*context.algebra, operands...)));
      });
    } else if constexpr (takes<A, Call, T...>) {
      members_.bind(name, [](const Context& context, const Layout& a, const Tiler& b) {
        if (b.layout() == nullptr) throw NoValue{NonValue::unsupported};
        return value_or_throw(answer_from(Call{}(*context.algebra, a, *b.layout())));
      });
    }
  }

 private:
  struct Context {
    const A* algebra;
  };
  struct NoValue {
    NonValue answer;
  };

  static Value value_or_throw(Answer answer) {
    if (const auto* none = std::get_if<NonValue>(&answer)) throw NoValue{*none};
    return std::get<Value>(std::move(answer));
  }

  Context context_;
  Bindings<Context> members_{standard_vocabulary()};
};

}  // namespace layoutcheck::conformance
