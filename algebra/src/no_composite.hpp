// Why there is no composite, as values that are put into words when somebody asks.
#pragma once

#include "fractions.hpp"
#include "parts.hpp"
#include "steps.hpp"
#include <layoutcheck/notation/integers.hpp>

#include <string>

namespace layoutcheck::algebra::detail {

inline std::string text(Int number) {
  return std::to_string(number);
}
inline std::string text(std::uint64_t number) {
  return std::to_string(number);
}
inline std::string text(__int128 number) {
  return number < 0 ? "-" + to_text(static_cast<Wide>(-number))
                    : to_text(static_cast<Wide>(number));
}
inline std::string text(const Exact& number) {
  return digits(number);
}

/// An entry of B, as messages name it.
template <class Number>
struct NamedEntry {
  std::size_t place;
  typename Number::Entry extent;
  typename Number::Entry stride;

  [[nodiscard]] std::string name() const {
    return "entry " + std::to_string(place) + " of B (" + text(extent) + ":" + text(stride) + ")";
  }
};

/// B leaves the domain of A.
template <class Any>
struct Outside {
  Any greatest;  // value of B
  Any size;      // of A

  [[nodiscard]] std::string words() const {
    return "B takes the value " + text(greatest) + ", outside the domain of A, which has size " +
           text(size);
  }
};

/// The steps at u, v and their common divisor, or at u and its common divisor with the extent v, in
/// an entry that has no C_j.
template <class Number>
struct DifferentSteps {
  NamedEntry<Number> entry;
  typename Steps<Number>::Witness at;

  [[nodiscard]] std::string words() const {
    using Offset = typename Number::Offset;
    using Value = typename Number::Value;
    const auto step = [](const Offset& x, const Value& is) {
      return "f(" + text(x) + ") - f(" + text(Offset(x - 1)) + ") = " + text(is);
    };
    const std::string divisor = step(common_divisor(at.u, at.v), at.at_divisor);
    const std::string pair = "gcd(" + text(at.u) + ", " + text(at.v) + ")";
    return entry.name() + ": f(x) = A(" + text(entry.stride) + " x) has " + step(at.u, at.at_u) +
           (at.v == static_cast<Offset>(entry.extent)
                ? " and " + divisor + ", but in a layout the steps at " + text(at.u) + " and " +
                      pair + " are the same"
                : ", " + step(at.v, at.at_v) + " and " + divisor +
                      ", but in a layout the step at " + pair + " is one of the other two");
  }
};

/// An entry of B at a coordinate that is not 0.
template <class Number>
struct Term {
  NamedEntry<Number> entry;
  typename Number::Offset x;
};

/// Terms of which A takes the sum to something else than the sum of what it takes each to.
template <class Number, class Terms>
struct Carry {
  Terms terms;
  typename Number::Value at_sum;
  typename Number::Value sum;

  [[nodiscard]] std::string words() const {
    typename Number::Offset offset = 0;
    std::string names;
    std::string parts;
    for (const Term<Number>& term : terms) {
      offset += term.x * static_cast<typename Number::Offset>(term.entry.stride);
      names += (names.empty() ? "" : " and ") + term.entry.name();
      parts += (parts.empty() ? "" : " + ") +
               ("A(" + text(term.x) + " * " + text(term.entry.stride) + ")");
    }
    return names + " carry into one another: A(" + text(offset) + ") = " + text(at_sum) + ", but " +
           parts + " = " + text(sum);
  }
};

}  // namespace layoutcheck::algebra::detail
