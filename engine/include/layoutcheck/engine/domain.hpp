// Domains: the operands of a statement or an operation, with a random generator and an enumerator.
#pragma once

#include <layoutcheck/engine/bounds.hpp>
#include <layoutcheck/engine/entropy.hpp>
#include <layoutcheck/notation/operand.hpp>
#include <layoutcheck/notation/operations.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::engine {

using Operands = std::vector<Value>;

}  // namespace layoutcheck::engine

// Every file of statements copies and destroys these, and would compile that again.
extern template class std::vector<layoutcheck::Value>;
extern template class std::vector<layoutcheck::Tiler>;
extern template class std::vector<layoutcheck::engine::Operands>;

namespace layoutcheck::engine {

/// The function of all operands that gives them to f one by one, each as in operand.hpp.
template <class R, class... A>
std::function<R(const Operands&)> unpacked(std::function<R(A...)> f) {
  return [f = std::move(f)](const Operands& operands) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> R {
      return f(operand<std::remove_cvref_t<A>>(operands, I)...);
    }(std::index_sequence_for<A...>());
  };
}

/// Called with each enumerated choice of operands; returns whether to go on.
using Visitor = std::function<bool(const Operands&)>;

/// Visits every choice of operands of a weight (see weight()) in a range, each once; returns false
/// if the visitor stopped. The operands are valid only during the visit.
class Enumerator {
 public:
  using Within = std::function<bool(std::size_t weight, const Range&, const Visitor&)>;
  using Whole = std::function<bool(std::size_t weight, const Visitor&)>;

  Enumerator() = default;

  /// An enumerator that respects the range itself, so that nothing outside costs time.
  template <class F>
    requires std::is_invocable_r_v<bool, const F&, std::size_t, const Range&, const Visitor&>
  Enumerator(F within) : within_(std::move(within)) {}  // NOLINT(google-explicit-constructor)

  /// An enumerator of all operands of a weight, from which those outside the range are filtered.
  template <class F>
    requires std::is_invocable_r_v<bool, const F&, std::size_t, const Visitor&>
  Enumerator(F whole)  // NOLINT(google-explicit-constructor)
      : within_(filtered(std::move(whole))) {}

  /// An enumerator of every choice of operands of these sorts.
  explicit Enumerator(std::vector<Sort> sorts);

  bool operator()(std::size_t weight, const Range& range, const Visitor& visit) const {
    return range.bounds.nontrivial ? visit_nontrivial(weight, range, visit)
                                   : within_(weight, range, visit);
  }
  bool operator()(std::size_t weight, const Visitor& visit) const {
    return within_(weight, {}, visit);
  }

  /// The number of choices of each weight from 0 to `weight`, computed without visiting any; empty
  /// if unknown.
  [[nodiscard]] std::vector<double> counts(const Range& range, std::size_t weight) const;

 private:
  static Within filtered(Whole whole);
  bool visit_nontrivial(std::size_t weight, const Range& range, const Visitor& visit) const;

  Within within_;
  /// The sorts, if it visits all choices of them.
  std::optional<std::vector<Sort>> all_of_;
};

struct Domain {
  // Compiled once, and not in each file that has domains.
  Domain();
  Domain(const Domain&);
  Domain(Domain&&) noexcept;
  Domain& operator=(const Domain&);
  Domain& operator=(Domain&&) noexcept;
  ~Domain();

  /// The description: "two flat layouts".
  std::string name;
  std::vector<Sort> sorts;
  /// Draws operands that mostly satisfy the hypothesis, with near misses among them. `size` is 0 …
  /// 100.
  std::function<Operands(Entropy&, int size)> draw;
  /// Operands that cannot satisfy the hypothesis may be left out.
  Enumerator enumerate = {};
  /// An upper bound of the number of choices of each weight from 0 on, as for count_by_weight();
  /// not set if unknown beforehand.
  std::function<std::vector<double>(const Bounds&, std::size_t weight)> count = {};
  /// No choice weighs more.
  std::size_t heaviest = unbounded;
  /// If set, these are all choices, and no others satisfy the hypothesis.
  std::optional<std::vector<Operands>> instances = {};
};

/// Random operands of the domain. Draws again if an intermediate number does not fit in 64 bits.
Operands draw(const Domain& domain, Entropy& entropy, int size);

/// The weight of a value: extents, strides and integers count as themselves, brackets and arrows as
/// 1. The first failure in the order of weights is the smallest in the intuitive sense.
std::size_t weight(const Value& value);
std::size_t weight(const Operands& operands);

/// Every value of the sort with this weight within the bounds; returns false if the visitor
/// stopped.
bool enumerate(Sort sort, std::size_t weight, const Bounds& bounds,
               const std::function<bool(const Value&)>& visit);

/// The same without bounds.
inline bool enumerate(Sort sort, std::size_t weight,
                      const std::function<bool(const Value&)>& visit) {
  return enumerate(sort, weight, {}, visit);
}

/// Visits every choice of operands of these sorts in the range with this total weight; returns
/// false if the visitor stopped. It allocates only for choices longer than all before.
bool enumerate(std::span<const Sort> sorts, std::size_t weight, const Range& range,
               const Visitor& visit);

/// The same in the range of everything.
inline bool enumerate(std::span<const Sort> sorts, std::size_t weight, const Visitor& visit) {
  return enumerate(sorts, weight, {}, visit);
}

/// A visitor for the choices in the range's shard, counted in order.
Visitor in_shard(const Range& range, const Visitor& visit);

/// During its lifetime, every enumeration on this thread ends, as if its visitor had stopped it,
/// soon after the flag is set or the time is reached, even if it finds nothing to visit.
class Interruption {
 public:
  Interruption(const std::atomic<bool>* stop,
               std::optional<std::chrono::steady_clock::time_point> deadline);
  Interruption(const std::atomic<bool>* stop, std::function<bool()> is_late);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Whether an enumeration on this thread has to end now.
  static bool is_due();

 private:
  const Interruption* outer_;
  const std::atomic<bool>* stop_;
  std::function<bool()> is_late_;
  mutable unsigned looks_ = 0;
};

/// A domain of independent operands: drawn by `draw`, enumerated by their sorts.
Domain make_domain(std::string name, std::vector<Sort> sorts,
                   std::function<Operands(Entropy&, int)> draw);

/// A domain of operands that depend on each other (see in_turn.hpp).
Domain make_domain(std::string name, std::vector<Sort> sorts,
                   std::function<Operands(Entropy&, int)> draw, Enumerator enumerate);

/// The domain without the enumerated operands that fail the test, because they cannot satisfy the
/// hypothesis, or add nothing to others.
Domain enumerated_where(Domain domain, std::function<bool(const Operands&)> test);

/// The same for a test that takes the operands one by one.
template <class F>
  requires(!std::is_invocable_v<F, const Operands&>)
Domain enumerated_where(Domain domain, F test) {
  return enumerated_where(std::move(domain), unpacked(std::function(std::move(test))));
}

/// The domain of a statement that is symmetric in its first two operands: one of two such choices
/// is enumerated.
Domain up_to_order(Domain domain);

/// A domain of exactly these choices of operands, for examples.
Domain make_instances(std::string name, std::vector<Sort> sorts, std::vector<Operands> instances);

/// Simpler operands to try instead of failing ones, simplest first. They have the same sorts, but
/// need not satisfy the hypothesis.
std::vector<Operands> simpler(const Operands& operands);

}  // namespace layoutcheck::engine
