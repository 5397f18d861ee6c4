// Entropy: the source of random choices, so that one generator serves RapidCheck, a fuzzer's bytes,
// and Hypothesis, which must see each choice to simplify it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace layoutcheck::engine {

/// An integer next to a power of 2: 2^power + beside, where 0 < power < 64.
struct Edge {
  int power = 0;
  int beside = 0;

  /// Whether it fits in an Int.
  [[nodiscard]] bool is_written() const { return power < 63 || beside < 0; }

  /// The factor that takes this number to the edge, or as near to it as multiples come, on the same
  /// side; at least 1. Pre: the number is at least 2 if the edge cannot be written, else 1.
  [[nodiscard]] std::int64_t factor(std::int64_t number) const {
    const std::uint64_t edge =
        (std::uint64_t{1} << static_cast<unsigned>(power)) + static_cast<std::uint64_t>(beside);
    const auto by = static_cast<std::uint64_t>(number);
    return static_cast<std::int64_t>(
        std::max<std::uint64_t>(1, beside < 0 ? edge / by : (edge - 1) / by + 1));
  }
};

/// Preferences for draws, beyond their size.
struct DrawWish {
  enum class Kind {
    any,
    trivial,    // hardly an extent above 1
    substance,  // more extents above 1; fewer brackets, empty tuples, extents of 1 and strides of 0
  };
  Kind kind = Kind::any;
  /// If set, one extent at this edge, or one that makes their product so. The first draw that has
  /// extents takes it.
  std::optional<Edge> edge = {};
};

class Entropy {
 public:
  Entropy() = default;
  Entropy(const Entropy&) = delete;
  Entropy& operator=(const Entropy&) = delete;
  virtual ~Entropy() = default;

  /// 64 bits.
  virtual std::uint64_t next() = 0;

  /// The current preferences; none unless set.
  virtual DrawWish* wish() { return nullptr; }
  bool wishes(DrawWish::Kind kind) { return wish() != nullptr && wish()->kind == kind; }

  /// A number in 0 … n − 1; 0 if n is 0.
  virtual std::size_t below(std::size_t n) {
    return n == 0 ? 0 : static_cast<std::size_t>(next() % n);
  }

  /// A number in low … high.
  std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }

  /// Whether an event of this percentage happens.
  virtual bool chance(unsigned percent) { return below(100) < percent; }

  /// Whether a seldom event happens, once in n times.
  virtual bool one_in(std::size_t n) { return below(n) == 0; }

  template <class T>
  const T& pick(std::span<const T> items) {
    return items[below(items.size())];
  }
  template <class T>
  T pick(std::initializer_list<T> items) {
    return *(items.begin() + below(items.size()));
  }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }

  /// An order of the indices 0 … n − 1.
  std::vector<std::size_t> permutation(std::size_t n) {
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i)
      order[i] = i;
    for (std::size_t i = n; i > 1; --i)
      std::swap(order[i - 1], order[below(i)]);
    return order;
  }
};

/// The same choices, with a preference.
class WishfulEntropy final : public Entropy {
 public:
  WishfulEntropy(Entropy& source, const DrawWish& wish) : source_(source), wish_(wish) {}

  DrawWish* wish() override { return &wish_; }
  std::uint64_t next() override { return source_.next(); }
  std::size_t below(std::size_t n) override { return source_.below(n); }
  bool chance(unsigned percent) override { return source_.chance(percent); }
  bool one_in(std::size_t n) override { return source_.one_in(n); }

 private:
  Entropy& source_;
  DrawWish wish_;
};

/// SplitMix64: small, fast, and the same numbers on every platform.
class SeededEntropy final : public Entropy {
 public:
  explicit SeededEntropy(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() override {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace layoutcheck::engine
