// Classes of questions on an operation: by extents above 1, by edges of 32 and 64 bits, and by case
// of a theorem or kind of answer. Random questions must cover each class.
#pragma once

#include <layoutcheck/engine/features.hpp>
#include <layoutcheck/engine/statement.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace layoutcheck::engine {

/// The criterion of a class.
enum class ClassKind { extents, edge, branch };

/// "extents above 1", "edges", "branches".
std::string_view name(ClassKind kind);

struct QuestionClass {
  ClassKind kind = ClassKind::branch;
  /// "two extents above 1", "from 2^31 on", "undefined".
  std::string_view name;
  /// Whether a question with these features belongs to it.
  bool (*has)(const Features& features) = nullptr;
};

/// The classes of questions on an operation, without those that are impossible for a known reason
/// (see unmet_reason()).
std::vector<const QuestionClass*> classes_of(const Operation& operation);

/// Why no question on the operation is in the class, or hardly any that can be decided; "" if some
/// are.
std::string_view unmet_reason(const Operation& operation, const QuestionClass& of);

/// All classes, in the order of the report.
std::span<const QuestionClass> question_classes();

/// The number of random questions of a row, with this seed, in each of its classes. An edge counts
/// if there is an answer and it fits.
std::vector<std::size_t> count_classes(const Statement& row, std::uint64_t seed,
                                       std::size_t questions);

}  // namespace layoutcheck::engine
