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

/// Counts a result.
void add(const Result& result, Tally& tally) {
  ++tally.cases;
  tally.met += result.kind == Result::Kind::holds || result.kind == Result::Kind::fails ? 1U : 0U;
  tally.undecided += result.kind == Result::Kind::undecided ? 1U : 0U;
  tally.failures += result.kind == Result::Kind::fails ? 1U : 0U;
  if (result.verdict) {
    ++tally.verdicts[static_cast<std::size_t>(*result.verdict)];
  }
}

/// Checks one choice of operands, counts it and takes its time.
Result count(const Statement& statement, const Operands& operands, Tally& tally,
             const RunOptions& options) {
  const auto start = Clock::now();
  Result result = checked(statement, operands);
  const auto spent = Clock::now() - start;
  tally.spent += spent;
  if (spent > tally.slowest) {
    tally.slowest = spent;
    tally.slowest_operands = operands;
  }
  add(result, tally);
  if (options.progress != nullptr) {
    options.progress->fetch_add(1, std::memory_order_relaxed);
  }
  return result;
}

/// Follows the first simpler candidate that still fails until there is none, or the budget is
/// spent.
Failure shrink(const Statement& statement, rc::Shrinkable<Operands> failing, std::string why,
               std::size_t budget, const RunOptions& options) {
  Failure failure{failing.value(), std::move(why), 0};
  for (bool found = true; found && budget > 0;) {
    found = false;
    auto candidates = failing.shrinks();
    while (budget > 0 && !is_over(options)) {
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
void replace_by_first(const Statement& statement, Failure& failure, std::size_t budget,
                      const RunOptions& options) {
  const Interruption interruption(options.stop, options.deadline);
  const std::size_t heaviest = weight(failure.operands);
  bool found = false;
  for (std::size_t w = 0; w <= heaviest && !found && budget > 0 && !is_over(options); ++w) {
    statement.domain.enumerate(w, {}, [&](const Operands& operands) {
      const Result result = checked(statement, operands);
      if (result.kind == Result::Kind::fails) {
        failure.operands = operands;
        failure.why = result.why;
        found = true;
      }
      return !found && --budget > 0 && !is_over(options);
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
  complete = complete || other.complete;
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
      tally.first = shrink(statement, std::move(drawn), std::move(result.why),
                           options.shrink_budget, options);
      tally.first->seed = seed;
      replace_by_first(statement, *tally.first, options.shrink_budget, options);
    }
  }
  return tally;
}

Tally run_exhaustive(const Statement& statement, const ExhaustiveOptions& exhaustive,
                     const RunOptions& options) {
  // A look at the clock and the progress costs as much as a small case.
  constexpr std::size_t batch = 32;
  constexpr std::size_t batches_a_checkpoint = 512;

  const Bounds& bounds = exhaustive.range.bounds;
  const std::size_t shards = exhaustive.range.shard.count;
  const std::size_t share =
      bounds.cases == unbounded ? unbounded : std::max<std::size_t>(1, bounds.cases / shards);
  const std::size_t heaviest = std::min(greatest_weight(statement.domain.sorts, bounds),
                                        std::min(bounds.weight, statement.domain.heaviest));

  Checkpoint at = exhaustive.from;
  Tally& tally = at.tally;
  if (tally.complete) return tally;
  auto last = Clock::now();
  std::size_t counted = tally.cases;
  std::size_t batches = 0;
  const auto look = [&] {
    const auto now = Clock::now();
    tally.spent += now - last;
    last = now;
    if (options.progress != nullptr) {
      options.progress->fetch_add(tally.cases - counted, std::memory_order_relaxed);
    }
    counted = tally.cases;
    if (exhaustive.save && ++batches % batches_a_checkpoint == 0) exhaustive.save(at);
  };
  const auto is_beyond_another = [&] {
    return exhaustive.lightest_failure != nullptr &&
           at.weight > exhaustive.lightest_failure->load(std::memory_order_relaxed);
  };

  const Interruption interruption(options.stop, options.deadline);
  bool whole = true;
  for (; at.weight <= heaviest; ++at.weight, at.visited = 0) {
    if (tally.cases >= share || is_over(options) || is_beyond_another()) {
      whole = false;
      break;
    }
    std::size_t skip = at.visited;
    at.visited = 0;
    whole = statement.domain.enumerate(at.weight, exhaustive.range, [&](const Operands& operands) {
      ++at.visited;
      if (skip > 0) {
        --skip;
        return true;
      }
      Result result = checked(statement, operands);
      if (result.kind == Result::Kind::fails && exhaustive.save) {
        // A run that goes on from here finds the failure again.
        --at.visited;
        exhaustive.save(at);
        ++at.visited;
      }
      add(result, tally);
      if (result.kind == Result::Kind::fails) {
        tally.first = Failure{operands, std::move(result.why), 0};
        return false;
      }
      if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) return false;
      if (tally.cases % batch != 0) return tally.cases < share;
      look();
      return tally.cases < share && !is_over(options);
    });
    if (!whole) break;
    tally.exhausted = at.weight;
  }
  tally.complete = whole;
  if (tally.first && exhaustive.lightest_failure != nullptr) {
    auto lightest = exhaustive.lightest_failure->load();
    while (at.weight < lightest &&
           !exhaustive.lightest_failure->compare_exchange_weak(lightest, at.weight)) {
    }
  }
  look();
  if (exhaustive.save && !tally.first) exhaustive.save(at);
  return tally;
}

Tally run_exhaustive(const Statement& statement, std::size_t max_weight,
                     const RunOptions& options) {
  ExhaustiveOptions exhaustive;
  exhaustive.range.bounds.weight = max_weight;
  exhaustive.range.bounds.cases = options.cases;
  return run_exhaustive(statement, exhaustive, options);
}

}  // namespace layoutcheck::properties
