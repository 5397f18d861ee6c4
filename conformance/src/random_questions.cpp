// Random questions that cover the features of questions and of their right answers as evenly as
// they can.
#include <layoutcheck/conformance/questions.hpp>
#include <layoutcheck/engine/features.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace layoutcheck::conformance {

namespace {

using engine::SeededEntropy;
using engine::Statement;

/// Counts to the greatest number of its type.
template <class N>
void count(N& n) {
  if (n < std::numeric_limits<N>::max()) ++n;
}

/// What was seen of a row.
class Known {
 public:
  explicit Known(const Statement& row) : row_(&row) {}

  [[nodiscard]] const Statement& row() const { return *row_; }
  /// How many questions were chosen.
  [[nodiscard]] std::size_t chosen() const { return chosen_; }
  /// Its place in the queue: that of the least comes next.
  [[nodiscard]] double place() const { return place_; }

  /// The numbers of the features of a question and of its right answer.
  [[nodiscard]] std::vector<std::size_t> features_of(const Case& question) const {
    Answer answer = NonValue::unsupported;
    if (row_->operation != nullptr) {
      Reply own = engine::reply_of_algebra(question, row_->convention);
      if (own.kind == Reply::Kind::answered) answer = std::move(own.answer);
    }
    const engine::Features all = engine::features_of(row_->operation, question.operands, answer);
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i]) numbers.push_back(i);
    return numbers;
  }

  /// How rare they are; a feature counts as much as some pairs.
  [[nodiscard]] double rarity(const std::vector<std::size_t>& features) const {
    constexpr double of_a_feature = 4;
    if (pairs_.empty()) return static_cast<double>(features.size());
    double sum = 0;
    for (std::size_t i = 0; i < features.size(); ++i) {
      sum += of_a_feature / (1.0 + pairs_[pair(features[i], features[i])]);
      for (std::size_t j = 0; j < i; ++j)
        sum += 1 / (1.0 + pairs_[pair(features[i], features[j])]);
    }
    return sum;
  }

  void choose(const std::vector<std::size_t>& features) {
    constexpr double memory = 0.97;
    constexpr double least = 0.15;  // of the share of a row that shows something new each time
    pairs_.resize(engine::feature_count * (engine::feature_count + 1) / 2, 0);
    bool is_new = false;
    for (std::size_t i = 0; i < features.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        std::uint8_t& seen = pairs_[pair(features[i], features[j])];
        is_new = is_new || seen == 0;
        count(seen);
      }
    }
    learning_ = memory * learning_ + (is_new ? 1 - memory : 0);
    place_ += 1 / (least + learning_);
    ++chosen_;
  }

 private:
  /// Pre: i >= j.
  static std::size_t pair(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

  const Statement* row_;
  /// How often each pair of features was chosen; a feature is a pair with itself.
  std::vector<std::uint8_t> pairs_;
  std::size_t chosen_ = 0;
  /// How many of the last questions showed something new, about.
  double learning_ = 1;
  double place_ = 0;
};

class RandomQuestions {
 public:
  RandomQuestions(std::span<const Statement* const> rows, Draws draws, std::shared_ptr<Seen> seen)
      : draws_(std::move(draws)), seen_(std::move(seen)), seeds_(draws_.seed) {
    for (const Statement* row : rows)
      rows_.emplace_back(*row);
  }

  std::optional<Case> next() {
    if (draws_.count && given_ >= *draws_.count) return std::nullopt;
    while (!rows_.empty()) {
      const auto row = std::ranges::min_element(rows_, {}, &Known::place);
      if (std::optional<Case> chosen = choose(*row)) {
        ++given_;
        return chosen;
      }
      if (engine::Interruption::is_due()) return std::nullopt;
      if (rows_.size() == 1 && given_ == 0) {
        throw std::runtime_error("in " + std::to_string(tries) + " draws no case of " +
                                 row->row().id + " was as wanted");
      }
      rows_.erase(row);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t tries = 200;
  static constexpr std::size_t candidates = 3;

  std::optional<Case> choose(Known& row) {
    constexpr int sizes = 101;
    std::optional<Case> best;
    std::optional<Case> known;
    std::vector<std::size_t> features;
    double rarity = -1;
    std::size_t found = 0;
    for (std::size_t attempt = 0; attempt < tries && found < candidates; ++attempt) {
      // There are few small cases: where they are used up, larger ones follow.
      const int size =
          draws_.size.value_or(static_cast<int>((row.chosen() + 37 * attempt) % sizes));
      SeededEntropy entropy(seeds_.next());
      Case candidate =
          engine::question_of(row.row(), engine::draw(row.row().domain, entropy, size));
      if (!engine::passes(candidate.operands, row.row().domain.sorts, draws_.filter)) continue;
      if (draws_.wanted && !draws_.wanted(candidate)) continue;
      if (seen_->has(candidate)) {
        if (!known) known = std::move(candidate);
        continue;
      }
      ++found;
      std::vector<std::size_t> of = row.features_of(candidate);
      if (const double r = row.rarity(of); r > rarity) {
        rarity = r;
        features = std::move(of);
        best = std::move(candidate);
      }
    }
    if (!best && draws_.count) {
      best = std::move(known);
      if (best) features = row.features_of(*best);
    }
    if (best) {
      seen_->add(*best);
      row.choose(features);
    }
    return best;
  }

  Draws draws_;
  std::shared_ptr<Seen> seen_;
  SeededEntropy seeds_;
  std::vector<Known> rows_;
  std::size_t given_ = 0;
};

}  // namespace

Questions random_questions(std::span<const Statement* const> rows, Draws draws,
                           std::shared_ptr<Seen> seen) {
  auto questions = std::make_shared<RandomQuestions>(rows, std::move(draws), std::move(seen));
  return [questions] { return questions->next(); };
}

}  // namespace layoutcheck::conformance
