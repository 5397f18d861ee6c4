// Offered operations: which operations of the vocabulary a type has as members, and its answers.
#pragma once

#include <layoutcheck/notation/bindings.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/operand.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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

/// The first of these types that holds the values of the sort.
template <Sort sort, class T, class... Others>
consteval auto holder() {
  if constexpr (holds_operand<T>(sort))
    return std::type_identity<T>();
  else
    return holder<sort, Others...>();
}

/// What a member takes for an operand of the sort: a list of indices as a Tuple, another tuple as a
/// NestedTuple, an integer as an Int, and a repeated operand as a std::vector.
template <Sort sort, bool repeated>
consteval auto operand_type() {
  if constexpr (repeated)
    return std::type_identity<std::vector<typename decltype(operand_type<sort, false>())::type>>();
  else if constexpr (sort == Sort::flat_tuple)
    return std::type_identity<Tuple>();
  else
    return holder<sort, Int, NestedTuple, Profile, Layout, PointedMap, Morphism, Tiler,
                  ModuleLayout, Element, SwizzledLayout, OffsetModuleLayout>();
}
template <Sort sort, bool repeated>
using OperandType = typename decltype(operand_type<sort, repeated>())::type;

/// Calls `visit` with the types of the operands, the name, and the call.
template <bool repeated, Sort... sorts, class Visit, class Call>
constexpr void visit_signature(Visit& visit, std::string_view name, Call call) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    visit.template operator()<OperandType<sorts, repeated && I + 1 == sizeof...(sorts)>...>(name,
                                                                                            call);
  }(std::make_index_sequence<sizeof...(sorts)>());
}

/// Calls `visit` with the types of the operands, the name, and a call of the member of that name,
/// for each signature of the vocabulary.
template <class Visit>
constexpr void visit_operations(Visit& visit) {
  using enum Sort;
  constexpr bool plain = false;
  constexpr bool conventional = false;
  constexpr bool repeated = true;
#define LAYOUTCHECK_LISTED(...) __VA_ARGS__
#define LAYOUTCHECK_OPERATION(kind, name, sorts, ...)                                           \
  visit_signature<kind, LAYOUTCHECK_LISTED sorts>(                                              \
      visit, #name,                                                                             \
      [](const auto& algebra, const auto&... operands) -> decltype(algebra.name(operands...)) { \
        return algebra.name(operands...);                                                       \
      });
#include <layoutcheck/notation/vocabulary.inc>
#undef LAYOUTCHECK_LISTED
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

  /// The signatures that there are members for.
  [[nodiscard]] std::vector<std::string> offers() const {
    std::vector<std::string> signatures;
    for (const Operation& operation : standard_vocabulary().operations())
      if (members_.find(&operation) != nullptr) signatures.push_back(signature(operation));
    return signatures;
  }

  /// The answer to a question; `unsupported` if there is no member for it. Throws what the member
  /// throws, except an Overflow, which is the answer `overflow`.
  [[nodiscard]] Answer answer(const Case& question) const {
    if (is_chain(question)) {
      struct Answered {
        Answer answer;
        std::string reason;
      };
      Case outer = question;
      const auto none = resolve(outer, [&](const Case& inner) {
        return Answered{answer(inner), ""};
      });
      return none ? none->answer : answer(outer);
    }
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
