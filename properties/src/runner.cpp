// The runner: random cases through RapidCheck, enumerated cases in the order of weights, and
// shrinking.
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/runner.hpp>

#include <rapidcheck.h>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using Clock = std::chrono::steady_clock;

/// RapidCheck's random numbers as entropy for our generators.
class RandomEntropy final : public Entropy {
 public:
  explicit RandomEntropy(const rc::Random& random) : random_(random) {}
  std::uint64_t next() override { return random_.next(); }

 private:
  rc::Random random_;
};

/// A repeated last operand may occur less often than the domain says.
bool has_sorts(const Operands& operands, const std::vector<Sort>& sorts) {
  for (std::size_t i = 0; i < operands.size() && i < sorts.size(); ++i) {
    if (!is_of(operands[i], sorts[i])) {
      return false;
    }
  }
  return true;
}

/// The operands of the domain as a RapidCheck generator: shrinking tries what is simpler and of the
/// same sorts.
rc::Gen<Operands> generator(const Domain& domain) {
  return rc::Gen<Operands>([&domain](const rc::Random& random, int size) {
    RandomEntropy entropy(random);
    return rc::shrinkable::shrinkRecur(
        draw(domain, entropy, size), [&domain](const Operands& operands) {
          std::vector<Operands> candidates = simpler(operands);
          std::erase_if(candidates, [&](const Operands& c) { return !has_sorts(c, domain.sorts); });
          return rc::seq::fromContainer(std::move(candidates));
        });
  });
}

bool is_over(const RunOptions& options) {
  return (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) ||
         (options.deadline && Clock::now() >= *options.deadline);
}

/// Checks one choice of operands and counts it.
Result count(const Statement& statement, const Operands& operands, Tally& tally,
             const RunOptions& options) {
  const auto start = Clock::now();
  Result result = checked(statement, operands);
  const auto spent = Clock::now() - start;
  ++tally.cases;
  tally.spent += spent;
  if (spent > tally.slowest) {
    tally.slowest = spent;
    tally.slowest_operands = operands;
  }
  tally.met += result.kind == Result::Kind::holds || result.kind == Result::Kind::fails ? 1U : 0U;
  tally.undecided += result.kind == Result::Kind::undecided ? 1U : 0U;
  tally.failures += result.kind == Result::Kind::fails ? 1U : 0U;
  if (result.verdict) {
    ++tally.verdicts[static_cast<std::size_t>(*result.verdict)];
  }
  if (options.progress != nullptr) {
    options.progress->fetch_add(1, std::memory_order_relaxed);
  }
  return result;
}

/// Follows the first simpler candidate that still fails until there is none, or the budget is
/// spent.
Failure shrink(const Statement& statement, rc::Shrinkable<Operands> failing, std::string why,
               std::size_t& budget) {
  Failure failure{failing.value(), std::move(why), 0};
  for (bool found = true; found && budget > 0;) {
    found = false;
    auto candidates = failing.shrinks();
    while (budget > 0) {
      auto candidate = candidates.next();
      if (!candidate) {
        break;
      }
      --budget;
      Operands operands = candidate->value();
      Result result = checked(statement, operands);
      if (result.kind == Result::Kind::fails) {
        failure.operands = std::move(operands);
        failure.why = std::move(result.why);
        failing = std::move(*candidate);
        found = true;
        break;
      }
    }
  }
  return failure;
}

/// The first failure in the order of weights, if there is one lighter than the given one within the
/// budget.
void replace_by_first(const Statement& statement, Failure& failure, std::size_t& budget) {
  const std::size_t heaviest = weight(failure.operands);
  bool found = false;
  for (std::size_t w = 0; w <= heaviest && !found && budget > 0; ++w) {
    statement.domain.enumerate(w, [&](const Operands& operands) {
      const Result result = checked(statement, operands);
      if (result.kind == Result::Kind::fails) {
        failure.operands = operands;
        failure.why = result.why;
        found = true;
      }
      return !found && --budget > 0;
    });
  }
}

}  // namespace

Result checked(const Statement& statement, const Operands& operands) {
  try {
    return statement.check(operands);
  } catch (const LimitReached& limit) {
    return {Result::Kind::undecided, limit.what(), VerdictKind::undecided};
  } catch (const Overflow& overflow) {
    // What does not fit in 64 bits is outside the values that the statement speaks of.
    return {Result::Kind::unmet, overflow.what(), {}};
  } catch (const std::exception& error) {
    return {Result::Kind::fails, std::string("an exception: ") + error.what(), VerdictKind::crash};
  }
}

std::string as_case(const Statement& statement, const Operands& operands, Result::Kind kind) {
  Case c;
  c.operation = statement.id;
  c.operands = operands;
  if (kind == Result::Kind::holds || kind == Result::Kind::fails) {
    c.answer = Value(kind == Result::Kind::holds);
  } else if (kind == Result::Kind::unmet) {
    c.answer = NonValue::undefined;
  }
  return to_string(c);
}

Tally& Tally::operator+=(const Tally& other) {
  cases += other.cases;
  met += other.met;
  undecided += other.undecided;
  failures += other.failures;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    verdicts[i] += other.verdicts[i];
  }
  spent += other.spent;
  if (other.slowest > slowest) {
    slowest = other.slowest;
    slowest_operands = other.slowest_operands;
  }
  if (other.first && (!first || weight(other.first->operands) < weight(first->operands))) {
    first = other.first;
  }
  if (other.exhausted) {
    exhausted = std::max(exhausted.value_or(0), *other.exhausted);
  }
  return *this;
}

Tally run_random(const Statement& statement, const RunOptions& options) {
  Tally tally;
  const rc::Gen<Operands> generate = generator(statement.domain);
  SeededEntropy seeds(options.seed);
  for (std::size_t i = 0; i < options.cases && !is_over(options); ++i) {
    const std::uint64_t seed = seeds.next();
    const int size = static_cast<int>(i % 101);
    rc::Shrinkable<Operands> drawn = generate(rc::Random(seed), size);
    Result result = count(statement, drawn.value(), tally, options);
    if (result.kind == Result::Kind::fails && !tally.first) {
      std::size_t budget = options.shrink_budget;
      tally.first = shrink(statement, std::move(drawn), std::move(result.why), budget);
      tally.first->seed = seed;
      budget = options.shrink_budget;
      replace_by_first(statement, *tally.first, budget);
    }
  }
  return tally;
}

Tally run_exhaustive(const Statement& statement, std::size_t max_weight,
                     const RunOptions& options) {
  Tally tally;
  for (std::size_t w = 0; w <= max_weight && tally.cases < options.cases && !tally.first; ++w) {
    const bool complete = statement.domain.enumerate(w, [&](const Operands& operands) {
      Result result = count(statement, operands, tally, options);
      if (result.kind == Result::Kind::fails && !tally.first) {
        tally.first = Failure{operands, std::move(result.why), 0};
        return false;
      }
      return tally.cases < options.cases && !is_over(options);
    });
    if (!complete) {
      break;
    }
    tally.exhausted = w;
  }
  return tally;
}

}  // namespace layoutcheck::properties
