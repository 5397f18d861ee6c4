// Entropy: where random choices come from, so that one generator serves RapidCheck, a fuzzer's
// bytes and Hypothesis, which has to know the choices one by one to make them simpler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace layoutcheck::properties {

class Entropy {
 public:
  Entropy() = default;
  Entropy(const Entropy&) = delete;
  Entropy& operator=(const Entropy&) = delete;
  virtual ~Entropy() = default;

  /// 64 bits.
  virtual std::uint64_t next() = 0;

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

}  // namespace layoutcheck::properties
