// Chains: which are determined, and random ones.
#include <layoutcheck/conformance/chains.hpp>
#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/oracles/answer.hpp>

#include <algorithm>
#include <string_view>

namespace layoutcheck::conformance {

namespace {

using engine::Statement;

/// An operation whose answer depends on the function of a layout alone, and how many of its first
/// operands may be such layouts.
struct OfTheFunction {
  std::string_view signature;
  std::size_t layouts = 1;
};

constexpr OfTheFunction all_of_the_function[] = {
    {"size(layout)"},
    {"cosize(layout)"},
    {"coshape(layout)"},
    {"table(layout)"},
    {"apply(layout, nested tuple)"},
    {"coalesce(layout)"},
    {"complement(layout)"},
    {"complement(layout, positive integer)"},
    {"composition(layout, tiler)"},
    {"logical_divide(layout, tiler)"},
    {"right_inverse(layout)"},
    {"left_inverse(layout)"},
    {"nullspace(layout)"},
    {"is_compact(layout)"},
    {"is_injective(layout)"},
    {"is_surjective(layout)"},
    {"is_bijective(layout)"},
    {"is_complementable(layout)"},
    {"is_complementable(layout, positive integer)"},
    {"same_function(layout, layout)", 2},
    {"is_complement(layout, layout)", 2},
    {"layout_add(layout, layout)", 2},
};

/// How many of the first operands may be answers of other operations.
std::size_t places_for_answers(const Operation& operation) {
  const std::string wanted = signature(operation);
  const auto* found = std::ranges::find(all_of_the_function, wanted, &OfTheFunction::signature);
  return found == std::end(all_of_the_function) ? 0 : found->layouts;
}

/// Whether there is one right answer but for its form, and it is a layout.
bool has_one_answer(const Operation& operation) {
  return (operation.answer == Sort::layout || operation.answer == Sort::flat_layout) &&
         operation.family != Family::inverse;
}

/// Whether the operand speaks of modes, which another form of the layout does not have.
bool speaks_of_modes(const Value& operand) {
  if (const auto* coordinate = std::get_if<NestedTuple>(&operand)) return !coordinate->is_entry();
  const auto* tiler = std::get_if<Tiler>(&operand);
  return tiler != nullptr && tiler->layout() == nullptr &&
         (tiler->shape() == nullptr || !tiler->shape()->is_entry());
}

/// The same for one operation of a chain, whose inner ones are looked at by themselves.
bool is_determined_here(const Case& question) {
  const Operation* operation = operation_of(question);
  if (operation == nullptr) return false;
  const std::size_t places = places_for_answers(*operation);
  const bool divides =
      operation->family == Family::composition || operation->family == Family::division;
  std::size_t end = 0;
  std::size_t further = 0;  // values before `end` beyond one for each operand
  for (std::size_t i = 0; i < question.inner.size(); ++i) {
    const Inner& inner = question.inner[i];
    if (inner.first < end) continue;  // within the one before
    if (inner.first - further >= places) return false;
    end = inner.first + inner.count;
    further += inner.count - 1;
    const Operation* answering = operation_of(inner_question(question, i));
    if (answering == nullptr || !has_one_answer(*answering)) return false;
    // What implementations ask of the modes of A is asked of the form that is inside.
    if (divides && specifies_function(*answering)) return false;
  }
  return std::none_of(question.operands.begin() + static_cast<std::ptrdiff_t>(end),
                      question.operands.end(), speaks_of_modes);
}

}  // namespace

bool is_determined(const Case& chain, Convention convention) {
  if (!is_determined_here(chain)) return false;
  for (std::size_t i = 0; i < chain.inner.size(); ++i) {
    const Case inner = inner_question(chain, i);
    if (is_chain(inner) && !is_determined_here(inner)) return false;
  }
  // Beyond its domain a layout goes on as its last mode says, which is part of its form.
  Case outer = chain;
  const auto none =
      resolve(outer, [&](const Case& inner) { return oracle::expect(inner, convention); });
  outer.convention.reset();
  return !none && is_value(oracle::expect(outer, Convention::strict).answer);
}

namespace {

class RandomChains {
 public:
  RandomChains(std::span<const Statement* const> rows, Draws draws, Convention convention)
      : draws_(std::move(draws)), convention_(convention), entropy_(draws_.seed) {
    for (const Statement* row : rows) {
      if (row->operation == nullptr) continue;
      if (places_for_answers(*row->operation) > 0) outer_.push_back(row);
      if (has_one_answer(*row->operation)) inner_.push_back(row);
    }
    if (inner_.empty()) outer_.clear();
  }

  std::optional<Case> next() {
    while (!outer_.empty() && (!draws_.count || given_ < *draws_.count)) {
      const std::size_t turn = given_ % outer_.size();
      if (std::optional<Case> chosen = choose(*outer_[turn])) {
        ++given_;
        return chosen;
      }
      outer_.erase(outer_.begin() + static_cast<std::ptrdiff_t>(turn));
    }
    return std::nullopt;
  }

 private:
  std::optional<Case> choose(const Statement& around) {
    constexpr std::size_t tries = 400;
    constexpr int sizes = 60;
    const int size = draws_.size.value_or(static_cast<int>(entropy_.below(sizes)));
    for (std::size_t attempt = 0; attempt < tries; ++attempt) {
      const Statement& within = *entropy_.pick(inner_);
      Case chain = engine::question_of(around, engine::draw(around.domain, entropy_, size));
      Case of = engine::question_of(within, engine::draw(within.domain, entropy_, size));
      const std::size_t place = entropy_.below(places_for_answers(*around.operation));
      const auto at =
          chain.operands.erase(chain.operands.begin() + static_cast<std::ptrdiff_t>(place));
      // Chains on which nearly everything is right are those that are determined most often.
      const bool is_trivial =
          engine::has_trivial(chain.operands) || engine::has_trivial({of.operands.data(), 1});
      if (is_trivial && attempt < tries / 2) continue;
      chain.operands.insert(at, of.operands.begin(), of.operands.end());
      chain.inner.push_back({of.operation, of.convention, place, of.operands.size()});
      try {
        if (is_determined(chain, convention_) &&
            engine::passes(chain.operands, sorts_of(chain), draws_.filter) &&
            (!draws_.wanted || draws_.wanted(chain))) {
          return chain;
        }
      } catch (const LimitReached&) {
        continue;
      }
    }
    return std::nullopt;
  }

  Draws draws_;
  Convention convention_;
  std::vector<const Statement*> outer_;
  std::vector<const Statement*> inner_;
  engine::SeededEntropy entropy_;
  std::size_t given_ = 0;
};

}  // namespace

Questions random_chains(std::span<const Statement* const> rows, Draws draws,
                        Convention convention) {
  auto chains = std::make_shared<RandomChains>(rows, std::move(draws), convention);
  return [chains] { return chains->next(); };
}

void draw_chains(std::span<const Statement* const> rows, const Draws& draws, Convention convention,
                 const TakeQuestion& take) {
  const Questions chains = random_chains(rows, draws, convention);
  while (std::optional<Case> chain = chains())
    if (!take(*std::move(chain))) return;
}

}  // namespace layoutcheck::conformance
