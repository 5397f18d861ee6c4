// Subjects: what answers questions, and what came of asking.
#pragma once

#include <layoutcheck/judge/judged.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace layoutcheck::conformance {

class Subject {
 public:
  virtual ~Subject() = default;

  /// A reply to each question, in their order. Throws std::runtime_error if the subject cannot be
  /// asked at all.
  virtual std::vector<Reply> ask(std::span<const Case> questions) = 0;

  /// No more questions come; what it still says is seen.
  virtual void finish() {}

  /// The name and the version that it gave itself; "" if it gave none.
  [[nodiscard]] virtual std::string name() const { return ""; }

  /// The operations and signatures that it says it offers, as rows_named() reads them; nothing if
  /// it has not said.
  [[nodiscard]] virtual std::optional<std::vector<std::string>> offers() const {
    return std::nullopt;
  }

  /// How long it took to start, as far as is known.
  [[nodiscard]] virtual std::chrono::milliseconds start() const { return {}; }

  /// What it said beyond replies, such as "3 lines that answer nothing, first 'hello'"; "" if
  /// nothing.
  [[nodiscard]] virtual std::string complaint() const { return ""; }
};

/// Each thread asks a subject of its own.
using MakeSubject = std::function<std::unique_ptr<Subject>()>;

/// A subject in this process. An exception is the answer `error`, with what it says as the note.
std::unique_ptr<Subject> make_subject(
    std::function<Answer(const Case& question)> answer,
    std::optional<std::vector<std::string>> offers = std::nullopt);

}  // namespace layoutcheck::conformance
