// The category Fact of ordered factorizations.
#include "constructions/fact.hpp"

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>

namespace layoutcheck::properties::fact {

namespace {

std::size_t position(Int value) {
  return static_cast<std::size_t>(value) - 1;
}

bool is_prime(Int n) {
  if (n < 2) return false;
  for (Int d = 2; d <= n / d; ++d) {
    work();
    if (n % d == 0) return false;
  }
  return true;
}

/// Counts towards the limit.
class Budget {
 public:
  Budget(Int limit, const char* task) : limit_(limit), task_(task) {}

  void charge(Int count = 1) {
    if (count > limit_ - used_)
      throw LimitReached(std::string(task_) + " exceed the limit of " + std::to_string(limit_));
    used_ += count;
  }

 private:
  Int limit_;
  Int used_ = 0;
  const char* task_;
};

/// The values 1, …, k in every way that `length` values can take them, where `admits(i, value)`.
void for_each_map(std::size_t length, Int k, const std::function<bool(std::size_t, Int)>& admits,
                  const std::function<void(const Tuple&)>& visit) {
  Tuple map;
  const std::function<void()> extend = [&] {
    if (map.size() == length) {
      visit(map);
      return;
    }
    for (Int value = 1; value <= k; ++value) {
      work();
      if (!admits(map.size(), value)) continue;
      map.push_back(value);
      extend();
      map.pop_back();
    }
  };
  extend();
}

}  // namespace

bool is_object(const Tuple& tuple) {
  return std::all_of(tuple.begin(), tuple.end(), is_prime);
}

Tuple prime_factors(Int n) {
  Tuple factors;
  for (Int d = 2; d <= n / d; ++d) {
    work();
    for (; n % d == 0; n /= d)
      factors.push_back(d);
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

std::vector<Tuple> objects(Int n) {
  std::vector<Tuple> found;
  Tuple object = prime_factors(n);
  do {
    work(object.size());
    found.push_back(object);
  } while (std::next_permutation(object.begin(), object.end()));
  return found;
}

Int number(const Tuple& object) {
  Int product = 1;
  for (Int p : object)
    product = checked_multiply(product, p);
  return product;
}

Tuple finite_set(Int k) {
  Tuple elements(static_cast<std::size_t>(k));
  std::iota(elements.begin(), elements.end(), Int{1});
  return elements;
}

std::vector<Tuple> maps(Int n, Int k, Int limit) {
  Budget budget(limit, "the maps");
  std::vector<Tuple> found;
  for_each_map(
      static_cast<std::size_t>(n), k, [](std::size_t, Int) { return true; },
      [&](const Tuple& map) {
        budget.charge();
        found.push_back(map);
      });
  return found;
}

std::vector<Tuple> symmetric_group(Int k, Int limit) {
  Budget budget(limit, "the permutations");
  std::vector<Tuple> found;
  Tuple permutation = finite_set(k);
  do {
    budget.charge();
    found.push_back(permutation);
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return found;
}

Outcome<Arrow> arrow(Tuple codomain, Tuple map) {
  if (!is_object(codomain)) return Undefined{"the codomain has an entry that is not prime"};
  const auto k = static_cast<Int>(codomain.size());
  for (Int value : map) {
    if (value < 1 || value > k) {
      return Undefined{"the value " + std::to_string(value) + " is not among 1, …, " +
                       std::to_string(k)};
    }
  }
  return Arrow{std::move(codomain), std::move(map)};
}

Tuple domain(const Arrow& f) {
  Tuple object;
  for (Int value : f.map)
    object.push_back(f.codomain[position(value)]);
  return object;
}

Arrow identity(const Tuple& object) {
  return {object, finite_set(static_cast<Int>(object.size()))};
}

Outcome<Arrow> composition(const Arrow& outer, const Arrow& inner) {
  if (domain(outer) != inner.codomain)
    return Undefined{"the inner arrow does not end where the outer one starts"};
  Tuple map;
  for (Int value : inner.map)
    map.push_back(outer.map[position(value)]);
  return Arrow{outer.codomain, std::move(map)};
}

std::vector<Arrow> arrows(const Tuple& domain, const Tuple& codomain, Int limit) {
  Budget budget(limit, "the arrows");
  std::vector<Arrow> found;
  for_each_map(
      domain.size(), static_cast<Int>(codomain.size()),
      [&](std::size_t i, Int value) { return codomain[position(value)] == domain[i]; },
      [&](const Tuple& map) {
        budget.charge();
        found.push_back({codomain, map});
      });
  return found;
}

bool is_injective(const Arrow& f) {
  Tuple values = f.map;
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

bool is_isomorphism(const Arrow& f) {
  return f.map.size() == f.codomain.size() && is_injective(f);
}

Outcome<Arrow> inverse(const Arrow& f) {
  if (!is_isomorphism(f)) return Undefined{"the map is not a bijection"};
  Tuple map(f.map.size());
  for (std::size_t i = 0; i < f.map.size(); ++i)
    map[position(f.map[i])] = static_cast<Int>(i) + 1;
  return Arrow{domain(f), std::move(map)};
}

Layout layout_of(const Arrow& f) {
  if (f.map.empty()) return Layout::flat({1}, {1});
  // The last product, N itself, is the stride of no entry, and need not fit.
  Tuple starts;
  Int start = 1;
  for (std::size_t j = 0; j < f.codomain.size(); ++j) {
    if (j > 0) start = checked_multiply(start, f.codomain[j - 1]);
    starts.push_back(start);
  }
  Tuple strides;
  for (Int value : f.map)
    strides.push_back(starts[position(value)]);
  return Layout::flat(domain(f), std::move(strides));
}

Outcome<Tuple> realization(const Arrow& f, Int limit) {
  const Int below = number(f.codomain);
  Tuple values = algebra::table(layout_of(f), limit);
  for (std::size_t x = 0; x < values.size(); ++x) {
    if (values[x] >= below) {
      return Undefined{"the value at " + std::to_string(x) + " is " + std::to_string(values[x]) +
                       ", which is not below " + std::to_string(below)};
    }
  }
  return values;
}

Outcome<Arrow> arrow_of(const Layout& layout) {
  struct Factor {
    Int stride;
    Int prime;
    std::size_t place;
  };
  std::vector<Factor> factors;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    Int stride = layout.strides()[i];
    Int left = layout.extents()[i];
    for (Int p : prime_factors(left)) {
      factors.push_back({stride, p, factors.size()});
      left /= p;
      if (left > 1) stride = checked_multiply(stride, p);
    }
  }
  std::sort(factors.begin(), factors.end(),
            [](const Factor& a, const Factor& b) { return a.stride < b.stride; });
  Tuple codomain;
  Tuple map(factors.size());
  Int start = 1;
  for (const Factor& factor : factors) {
    if (factor.stride != start) {
      return Undefined{"the function is no permutation: the value " + std::to_string(start) +
                       " is missing, or not the stride of a factor"};
    }
    codomain.push_back(factor.prime);
    map[factor.place] = static_cast<Int>(codomain.size());
    start = checked_multiply(start, factor.prime);
  }
  return Arrow{std::move(codomain), std::move(map)};
}

std::vector<Tuple> layout_permutations(Int n, Int limit) {
  Budget budget(limit, "the values of the permutations");
  std::set<Tuple> found;
  for (const Tuple& object : objects(n)) {
    for (const Tuple& permutation : symmetric_group(static_cast<Int>(object.size()), limit)) {
      budget.charge(n);
      found.insert(algebra::table(layout_of({object, permutation}), n));
    }
  }
  return {found.begin(), found.end()};
}

Outcome<Morphism> tuple_morphism(const Arrow& f) {
  if (!is_injective(f)) return Undefined{"the map takes a value twice"};
  return Morphism(NestedTuple::flat(domain(f)), f.map, NestedTuple::flat(f.codomain));
}

}  // namespace layoutcheck::properties::fact
