// Questions: drawn at random, enumerated, worked examples, or read from files.
#pragma once

#include <layoutcheck/engine/operations.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace layoutcheck::conformance {

/// Takes a question; returns whether to go on.
using TakeQuestion = std::function<bool(Case question)>;

/// The rows that these names mean, each row once. A name is "all", the name of an operation (all
/// its signatures), one signature in full, or the id of a statement that `find` knows. Signatures
/// over modules and swizzled layouts are meant only in full where the name has others, and by
/// "everything": a subject that reads only integers is not asked them by surprise. Of an operation
/// that depends on the convention it is the row of that convention. Throws std::invalid_argument
/// that says what there is.
std::vector<const engine::Statement*> rows_named(const std::vector<std::string>& wishes,
                                                 Convention convention,
                                                 engine::FindStatement find = nullptr);

struct Draws {
  /// Nothing: without end.
  std::optional<std::size_t> count = 100;
  std::uint64_t seed = 1;
  /// 0 ... 100; unless set, all sizes in turn.
  std::optional<int> size = {};
  engine::Filter filter = {};
  /// When set, a question is taken if this returns true; it may complete the case.
  std::function<bool(Case&)> wanted = {};
};

/// The hash of a question's text but for its convention.
std::size_t identity_of(const Case& question);

/// Questions that were asked, by their text, so that none is asked twice. Those further apart than
/// some millions may be equal, so that memory is bounded.
class Seen {
 public:
  /// Whether the question is new; it is not from now on.
  bool add(const Case& question);
  [[nodiscard]] bool has(const Case& question) const;

 private:
  std::unordered_set<std::size_t> hashes_;
};

/// Questions one after the other; nothing at the end.
using Questions = std::function<std::optional<Case>()>;

/// Random questions of the rows, a function of the seed alone: of some that are drawn, the one with
/// the features, and the pairs of features, of question and right answer (engine/features.hpp) that
/// were seen least of its row. Rows that still show new ones come more often. They differ where
/// that is possible: a row of which no new one is drawn repeats itself if the number of questions
/// is told, and is left out else, as is one of which many draws in sequence are not wanted. The
/// rows have to live as long. Throws std::runtime_error if no row is left of which one was wanted.
Questions random_questions(std::span<const engine::Statement* const> rows, Draws draws,
                           std::shared_ptr<Seen> seen = std::make_shared<Seen>());

/// The same, given to `take` until it returns false.
void draw_questions(std::span<const engine::Statement* const> rows, const Draws& draws,
                    const TakeQuestion& take);

/// The scopes of rows (engine/scope.hpp): the rows take turns, a question each, and the tiers of a
/// row do, each in an order of which every beginning is spread.
class ScopeQuestions {
 public:
  ScopeQuestions(std::span<const engine::Statement* const> rows, engine::Filter filter);

  /// The next question that passes the filter; nothing at the end.
  std::optional<Case> next();
  [[nodiscard]] bool is_done() const { return turns_.empty(); }
  /// How many rounds of all rows are complete.
  [[nodiscard]] std::size_t rounds() const { return round_; }

 private:
  struct Turn {
    const engine::Statement* row;
    std::vector<std::size_t> given;
    std::size_t tier = 0;
  };

  std::vector<Turn> turns_;
  engine::Filter filter_;
  std::size_t at_ = 0;
  std::size_t round_ = 0;
};

/// Every question of the rows in the range that passes the filter, each row in the order of
/// weights; the rows take turns, a weight each, so that all come to their small cases first. Of the
/// bounds, `cases` is for each row, and fifty times as many are looked at.
void enumerate_questions(std::span<const engine::Statement* const> rows, const engine::Range& range,
                         const engine::Filter& filter, const TakeQuestion& take);

/// For each row up to 30 questions whose answer does not fit in 64 bits: those of its scope with
/// one integer at 2^62 or at 2^63 - 1. No other source asks for an overflow of sizes and cosizes,
/// since few implementations say what they do then. Until `take` returns false.
void overflow_questions(std::span<const engine::Statement* const> rows,
                        const engine::Filter& filter, const TakeQuestion& take);

/// The worked examples of the literature, which are built into the library, without their answers.
/// Those that the vocabulary does not have are left out.
void example_questions(std::span<const engine::Statement* const> rows, const engine::Filter& filter,
                       const TakeQuestion& take,
                       const Vocabulary& vocabulary = standard_vocabulary());

/// Why a question is not asked that none of the rows has.
inline constexpr std::string_view not_among_rows = "of an operation that is not asked";

/// What becomes of a question of a file that is not asked: why not, and where it stands.
using LeaveOut =
    std::function<void(const Case& question, std::string_view why, const std::string& place)>;

/// The questions in a file of cases or in a folder of files, without their answers. Those of
/// operations that are not among the rows, and those that do not pass the filter, are left out.
/// Throws std::runtime_error that names the place of a line that cannot be read.
void read_questions(const std::filesystem::path& place,
                    std::span<const engine::Statement* const> rows, const engine::Filter& filter,
                    const TakeQuestion& take, const Vocabulary& vocabulary = standard_vocabulary(),
                    const LeaveOut& leave_out = nullptr);

}  // namespace layoutcheck::conformance
