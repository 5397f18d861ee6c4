// Questions: drawn at random, enumerated, worked examples, or read from files.
#pragma once

#include <layoutcheck/engine/operations.hpp>

#include <filesystem>

namespace layoutcheck::conformance {

/// Takes a question; returns whether to go on.
using TakeQuestion = std::function<bool(Case question)>;

/// The rows that these names mean, each row once. A name is "all", the name of an operation (all
/// its signatures), one signature in full, or the id of a statement that `find` knows. Signatures
/// over modules and swizzled layouts are meant only in full where the name has others: who reads
/// integers alone is not asked them unawares. Of an
/// operation that depends on the convention it is the row of that convention. Throws
/// std::invalid_argument that says what there is.
std::vector<const properties::Statement*> rows_named(const std::vector<std::string>& wishes,
                                                     Convention convention,
                                                     properties::FindStatement find = nullptr);

struct Draws {
  std::size_t count = 100;
  std::uint64_t seed = 1;
  /// 0 ... 100; unless set, all sizes in turn.
  std::optional<int> size = {};
  properties::Filter filter = {};
  /// When set, a question is taken if this returns true; it may complete the case.
  std::function<bool(Case&)> wanted = {};
};

/// Random questions of the rows in turn, which differ where that is possible. A row of which many
/// draws in sequence are not wanted is left out from then on. Throws std::runtime_error if no row
/// is left.
void draw_questions(std::span<const properties::Statement* const> rows, const Draws& draws,
                    const TakeQuestion& take);

/// Every question of the rows in the range that passes the filter, each row in the order of
/// weights; the rows take turns, a weight each, so that all come to their small cases first. Of the
/// bounds, `cases` is for each row, and fifty times as many are looked at.
void enumerate_questions(std::span<const properties::Statement* const> rows,
                         const properties::Range& range, const properties::Filter& filter,
                         const TakeQuestion& take);

/// The worked examples of the literature, which are built into the library, without their answers.
/// Those that the vocabulary does not have are left out.
void example_questions(std::span<const properties::Statement* const> rows,
                       const properties::Filter& filter, const TakeQuestion& take,
                       const Vocabulary& vocabulary = standard_vocabulary());

/// The questions in a file of cases or in a folder of files, without their answers. Those of
/// operations that are not among the rows are left out. Throws std::runtime_error that names the
/// place of a line that cannot be read.
void read_questions(const std::filesystem::path& place,
                    std::span<const properties::Statement* const> rows,
                    const properties::Filter& filter, const TakeQuestion& take,
                    const Vocabulary& vocabulary = standard_vocabulary());

}  // namespace layoutcheck::conformance
