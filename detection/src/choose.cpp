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

using engine::feature_count;

/// One number for what kind of answer there is in each convention: 0 for a value.
std::size_t kinds_of_answers(const Case& question, const Answer& strict) {
  std::size_t number = 0;
  for (const Convention convention : conventions) {
    const Answer answer = convention == Convention::strict
                              ? strict
                              : engine::reply_of_algebra(question, convention).answer;
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

/// So many of the candidates, each with the most pairs of features, for its length, that those
/// before it do not have; once all pairs are there, they count anew.
std::vector<const Candidate*> covering(const std::vector<const Candidate*>& candidates,
                                       std::size_t most) {
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
  std::vector<const Candidate*> taken;
  std::vector<const Candidate*> left = candidates;
  while (!left.empty() && taken.size() < most) {
    Pairs pairs;
    const auto bid = [&](const Candidate& candidate) {
      return Bid{static_cast<double>(pairs.fresh(candidate.features)) /
                     static_cast<double>(candidate.length),
                 &candidate};
    };
    std::priority_queue<Bid> bids;
    for (const Candidate* candidate : left)
      bids.push(bid(*candidate));
    left.clear();
    while (!bids.empty() && taken.size() < most) {
      // What a question adds only becomes less, so that the best of the old bids is looked at anew.
      const Bid now = bid(*bids.top().candidate);
      bids.pop();
      if (now.gain == 0) {
        left.push_back(now.candidate);
        continue;
      }
      if (!bids.empty() && now < bids.top()) {
        bids.push(now);
        continue;
      }
      pairs.see(now.candidate->features);
      taken.push_back(now.candidate);
    }
  }
  return taken;
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

std::vector<Case> chosen(const std::vector<Case>& questions, std::size_t most, std::size_t plain) {
  // Of those that have the same features the shortest.
  std::map<std::string, std::map<std::vector<std::size_t>, Candidate>> by_operation;
  for (const Case& question : questions) {
    const Operation* operation = operation_of(question);
    const Reply right = engine::reply_of_algebra(question, Convention::strict);
    if (operation == nullptr || right.kind != Reply::Kind::answered) continue;
    const engine::Features found = engine::features_of(operation, question.operands, right.answer);
    Candidate candidate{&question, layoutcheck::question(question).size(), {}};
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i]) candidate.features.push_back(i);
    candidate.features.push_back(feature_count + kinds_of_answers(question, right.answer));
    Candidate& shortest = by_operation[signature(*operation)][candidate.features];
    if (shortest.question == nullptr || candidate.length < shortest.length) shortest = candidate;
  }
  // Signatures with few questions leave room for others: up to three times an even part. Beyond
  // that turns hardly come, and each question that is taken makes the next one dearer.
  const std::size_t count = by_operation.size();
  const std::size_t share = count <= 3 ? most : (most / count + 1) * 3;
  std::vector<std::vector<const Candidate*>> lists;
  for (const auto& [name, by_features] : by_operation) {
    std::vector<const Candidate*> candidates;
    for (const auto& [features, candidate] : by_features)
      candidates.push_back(&candidate);
    lists.push_back(shortest(candidates, plain));
    for (const Candidate* candidate : covering(candidates, share))
      lists.back().push_back(candidate);
  }
  // The signatures take turns.
  std::vector<Case> result;
  std::set<const Candidate*> taken;
  for (std::size_t turn = 0, left = lists.size(); left > 0 && result.size() < most; ++turn) {
    left = 0;
    for (const auto& list : lists) {
      if (turn >= list.size()) continue;
      ++left;
      if (taken.insert(list[turn]).second) result.push_back(*list[turn]->question);
    }
  }
  result.resize(std::min(most, result.size()));
  return result;
}

}  // namespace layoutcheck::detection
