// Checks: typed functions of the operands of a statement, and the vocabulary for writing them.
#pragma once

#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace layoutcheck::engine {

/// The result of a check for one choice of operands.
struct Result {
  enum class Kind {
    holds,
    unmet,      // the hypothesis does not hold, so nothing was checked
    fails,      // a counterexample
    undecided,  // the work limit was reached
  };
  Kind kind = Kind::holds;
  /// For a failure: the result found and the one claimed.
  std::string why;
  /// For an operation: the verdict on the answer.
  std::optional<VerdictKind> verdict;

  /// This if it does not hold, else the result of the next part of the check, which is called only
  /// then.
  template <class Next>
  [[nodiscard]] Result then(Next&& next) const {
    return kind == Kind::holds ? std::forward<Next>(next)() : *this;
  }
};

/// A check of one choice of operands: a function that returns a Result, constructed from its type.
class Check {
 public:
  Check() = default;

  /// A function or lambda that takes the operands one by one, each as in operand.hpp, or all as
  /// Operands. One that takes pointed maps throws LimitReached for those into so many elements
  /// that a check, which may look at each, would not end.
  template <class F>
    requires(!std::is_same_v<F, Check>)
  Check(F f) {  // NOLINT(google-explicit-constructor)
    if constexpr (requires { +f; }) {
      // As a pointer, so that functions of one type share compiled code.
      bind(std::function(+f));
    } else {
      bind(std::function(std::move(f)));
    }
  }

  explicit operator bool() const { return run_ != nullptr; }
  Result operator()(const Operands& operands) const { return run_(operands); }

  /// The same check if a hypothesis on the first operands holds, and unmet() otherwise.
  template <class... A>
  [[nodiscard]] Check under(bool (*hypothesis)(A...)) const {
    static_assert(!(std::is_same_v<std::remove_cvref_t<A>, PointedMap> || ...),
                  "a pointed map is charged for by the check, after the hypothesis");
    Check check;
    check.run_ = [run = run_,
                  holds = unpacked(std::function(hypothesis))](const Operands& operands) -> Result {
      if (!holds(operands)) return {Result::Kind::unmet, "", {}};
      return run(operands);
    };
    check.takes_ = [claim = takes_](std::span<const Sort> sorts) {
      return sorts.size() >= sizeof...(A) && hold<A...>(sorts.first(sizeof...(A))) &&
             (!claim || claim(sorts));
    };
    return check;
  }

  /// Whether it accepts operands of these sorts.
  [[nodiscard]] bool takes(std::span<const Sort> sorts) const { return !takes_ || takes_(sorts); }

 private:
  void bind(std::function<Result(const Operands&)> f) { run_ = std::move(f); }

  template <class... A>
  void bind(std::function<Result(A...)> f) {
    run_ = unpacked(std::move(f));
    if constexpr ((std::is_same_v<std::remove_cvref_t<A>, PointedMap> || ...)) {
      run_ = [run = std::move(run_)](const Operands& operands) {
        charge_codomains(operands);
        return run(operands);
      };
    }
    takes_ = hold<A...>;
  }

  /// Whether a function of these parameters accepts values of these sorts.
  template <class... A>
  static bool hold(std::span<const Sort> sorts) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return sorts.size() == sizeof...(A) &&
             (holds_operand<std::remove_cvref_t<A>>(sorts[I]) && ...);
    }(std::index_sequence_for<A...>());
  }

  static void charge_codomains(const Operands& operands);

  std::function<Result(const Operands&)> run_;
  std::function<bool(std::span<const Sort>)> takes_;
};

namespace detail {

template <class... P, class... Last>
Check with(Result (*f)(P...), Last... last) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return Check([f, last...](std::tuple_element_t<I, std::tuple<P...>>... first) {
      return f(first..., last...);
    });
  }(std::make_index_sequence<sizeof...(P) - sizeof...(Last)>());
}

}  // namespace detail

/// The check that a function, or a lambda without captures, makes with these for its last
/// parameters: with(is_pullback, Refinement::amended).
template <class F, class... Last>
Check with(F f, Last... last) {
  return detail::with(+f, last...);
}

/// The check of a statement "if …, then …": unmet() unless the hypothesis, a function or a lambda
/// without captures, holds of the first operands.
///     given(shah::is_positive, check_2_4)
template <class Hypothesis>
Check given(Hypothesis hypothesis, const Check& check) {
  return check.under(+hypothesis);
}

inline Result holds() {
  return {};
}
inline Result unmet() {
  return {Result::Kind::unmet, "", {}};
}
inline Result fails(std::string why) {
  return {Result::Kind::fails, std::move(why), {}};
}

/// holds() or fails(why); `why` is text, or a function that makes it, called only for a failure.
template <class Why>
Result holds_if(bool condition, Why&& why) {
  if (condition) return holds();
  if constexpr (std::is_constructible_v<std::string, Why>)
    return fails(std::string(std::forward<Why>(why)));
  else
    return fails(std::forward<Why>(why)());
}

/// One claim of a statement about its operands.
struct Claim {
  bool holds = false;
  std::string_view says;
};

/// Whether all claims hold; fails with the first that does not.
Result all_hold(std::initializer_list<Claim> claims);

/// The first of the results that does not hold, or holds().
Result all_hold(std::initializer_list<Result> results);

/// The result of the check for the first element for which it does not hold, or holds(): a claim
/// about all points, or all choices.
template <class Range, class F>
Result holds_for_all(const Range& range, F&& check) {
  for (const auto& each : range) {
    Result result = check(each);
    if (result.kind != Result::Kind::holds) return result;
  }
  return holds();
}

inline std::string yes_or_no(bool truth) {
  return truth ? "yes" : "no";
}

/// A value as messages show it.
template <class T>
std::string text(const T& value) {
  if constexpr (std::is_same_v<T, bool>)
    return yes_or_no(value);
  else if constexpr (std::is_same_v<T, Tuple>)
    return to_string(NestedTuple::flat(value));
  else if constexpr (std::is_same_v<T, Exact>)
    return digits(value);
  else if constexpr (std::is_arithmetic_v<T>)
    return std::to_string(value);
  else
    return to_string(value);
}
/// The value, or why there is none.
template <class T>
std::string text(const Outcome<T>& outcome) {
  return outcome ? text(*outcome) : "undefined (" + outcome.reason() + ")";
}

/// holds() if both are equal; else fails, with both printed.
template <class A, class B>
Result holds_if_equal(const A& found, const B& claimed) {
  return holds_if(found == claimed, [&] { return text(found) + " is not " + text(claimed); });
}

/// holds() if the result found exists and equals the claim.
template <class T>
Result holds_if_equal(const Outcome<T>& found, const T& claimed) {
  return holds_if(found && *found == claimed,
                  [&] { return text(found) + " is not " + text(claimed); });
}

/// A named formulation of a value, or an Outcome that may have none. It holds a reference.
template <class T>
struct Formulation {
  Formulation(std::string_view by, const T& found) : name(by), value(&found) {}
  Formulation(std::string_view by, const Outcome<T>& found)
      : name(by), value(found ? &*found : nullptr), outcome(&found) {}

  std::string_view name;
  const T* value;
  const Outcome<T>* outcome = nullptr;
};

/// holds() if all formulations have the same value, or none has one; else fails, with all printed:
///     agree<Layout>({{"coal♭(C)", constructed(a)}, {"the algebra", algebra::complement(a)}})
template <class T>
Result agree(std::initializer_list<Formulation<T>> formulations) {
  const T* first = formulations.begin()->value;
  bool same = true;
  for (const Formulation<T>& other : formulations) {
    same = same && (first == nullptr || other.value == nullptr ? first == other.value
                                                               : *first == *other.value);
  }
  return holds_if(same, [&] {
    std::string all;
    for (const Formulation<T>& each : formulations) {
      all += all.empty() ? "" : "; ";
      all.append(each.name) += ": " + (each.outcome ? text(*each.outcome) : text(*each.value));
    }
    return all;
  });
}

// Instantiated once, because nearly all files of statements use them.
extern template Result agree(std::initializer_list<Formulation<bool>>);
extern template Result agree(std::initializer_list<Formulation<Int>>);
extern template Result agree(std::initializer_list<Formulation<Tuple>>);
extern template Result agree(std::initializer_list<Formulation<NestedTuple>>);
extern template Result agree(std::initializer_list<Formulation<Layout>>);
extern template Result agree(std::initializer_list<Formulation<Morphism>>);

}  // namespace layoutcheck::engine
