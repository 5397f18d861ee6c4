// Choosing questions that differ.
#include "choose.hpp"

#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/engine/features.hpp>
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace layoutcheck::detection {

namespace {

using properties::feature_count;

/// One number for what kind of answer there is in each convention: 0 for a value.
std::size_t kinds_of_answers(const Case& question, const Answer& strict) {
  std::size_t number = 0;
  for (const Convention convention : conventions) {
    const Answer answer = convention == Convention::strict
                              ? strict
                              : properties::reply_of_algebra(question, convention).answer;
    const auto* none = std::get_if<NonValue>(&answer);
    number = number * 5 + (none == nullptr ? 0 : static_cast<std::size_t>(*none) + 1);
  }
  return number;
}

struct Candidate {
  const Case* question = nullptr;
  std::size_t length = 0;
  /// Increasing.
  std::vector<std::size_t> features;
};

/// A question that was chosen, and what it added for its length.
struct Step {
  double gain = 0;
  const Candidate* candidate = nullptr;
};

/// The pairs of features that have been seen.
class Pairs {
 public:
  /// How many of the pairs were not seen.
  [[nodiscard]] std::size_t fresh(const std::vector<std::size_t>& features) const {
    std::size_t count = 0;
    visit(features, [&](std::size_t pair) { count += seen_[pair] ? 0U : 1U; });
    return count;
  }
  void see(const std::vector<std::size_t>& features) {
    visit(features, [&](std::size_t pair) { seen_[pair] = true; });
  }

 private:
  static constexpr std::size_t most = feature_count + 125;

  template <class Use>
  static void visit(const std::vector<std::size_t>& features, const Use& use) {
    for (std::size_t i = 0; i < features.size(); ++i)
      for (std::size_t j = i; j < features.size(); ++j)
        use(features[i] * most + features[j]);
  }

  std::vector<bool> seen_ = std::vector<bool>(most * most);
};

std::vector<Step> covering(const std::vector<const Candidate*>& candidates) {
  struct Bid {
    double gain;
    const Candidate* candidate;
    bool operator<(const Bid& other) const {
      if (gain != other.gain) return gain < other.gain;
      return candidate->length != other.candidate->length
                 ? candidate->length > other.candidate->length
                 : candidate->features > other.candidate->features;
    }
  };
  Pairs pairs;
  const auto bid = [&](const Candidate& candidate) {
    return Bid{static_cast<double>(pairs.fresh(candidate.features)) /
                   static_cast<double>(candidate.length),
               &candidate};
  };
  std::priority_queue<Bid> bids;
  for (const Candidate* candidate : candidates)
    bids.push(bid(*candidate));
  std::vector<Step> steps;
  while (!bids.empty()) {
    // What a question adds only becomes less, so that the best of the old bids is looked at anew.
    const Bid now = bid(*bids.top().candidate);
    bids.pop();
    if (now.gain == 0) continue;
    if (!bids.empty() && now < bids.top()) {
      bids.push(now);
      continue;
    }
    pairs.see(now.candidate->features);
    steps.push_back({now.gain, now.candidate});
  }
  return steps;
}

/// So many of the shortest that have no empty tuple and no extent of 1.
std::vector<const Candidate*> shortest(std::vector<const Candidate*> candidates,
                                       std::size_t count) {
  std::erase_if(candidates, [](const Candidate* candidate) {
    const std::set<std::string> features = conformance::features(candidate->question->operands);
    return features.contains("empty tuple") || features.contains("extent 1");
  });
  std::ranges::stable_sort(candidates, {}, &Candidate::length);
  candidates.resize(std::min(count, candidates.size()));
  return candidates;
}

}  // namespace

std::vector<Case> chosen(const std::vector<Case>& questions, std::size_t most, std::size_t few,
                         std::size_t plain) {
  // Of those that have the same features the shortest.
  std::map<std::string, std::map<std::vector<std::size_t>, Candidate>> by_operation;
  for (const Case& question : questions) {
    const Operation* operation = operation_of(question);
    const properties::Reply right = properties::reply_of_algebra(question, Convention::strict);
    if (operation == nullptr || right.kind != properties::Reply::Kind::answered) continue;
    const properties::Features found =
        properties::features_of(operation, question.operands, right.answer);
    Candidate candidate{&question, layoutcheck::question(question).size(), {}};
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i]) candidate.features.push_back(i);
    candidate.features.push_back(feature_count + kinds_of_answers(question, right.answer));
    Candidate& shortest = by_operation[signature(*operation)][candidate.features];
    if (shortest.question == nullptr || candidate.length < shortest.length) shortest = candidate;
  }
  std::vector<Case> result;
  std::vector<Step> rest;
  for (const auto& [name, by_features] : by_operation) {
    std::vector<const Candidate*> candidates;
    for (const auto& [features, candidate] : by_features)
      candidates.push_back(&candidate);
    for (const Candidate* candidate : shortest(candidates, plain))
      result.push_back(*candidate->question);
    const std::vector<Step> steps = covering(candidates);
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (i < few)
        result.push_back(*steps[i].candidate->question);
      else
        rest.push_back(steps[i]);
  }
  std::ranges::stable_sort(rest, std::greater(), &Step::gain);
  for (const Step& step : rest)
    result.push_back(*step.candidate->question);
  std::set<std::string> seen;
  std::erase_if(result, [&](const Case& one) { return !seen.insert(question(one)).second; });
  result.resize(std::min(most, result.size()));
  return result;
}

}  // namespace layoutcheck::detection
