// A command as a subject: a child process that completes lines.
#pragma once

#include <layoutcheck/conformance/deadline.hpp>
#include <layoutcheck/conformance/subject.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace layoutcheck::conformance {

struct CommandOptions {
  /// How long the command may take for one question, its start included; and how long it may be
  /// silent while it works at several.
  std::chrono::milliseconds patience{10000};
  /// After the child has died of, or hung on, so many questions of one operation, further ones are
  /// not put to it, and their replies are `stopped`.
  std::size_t most_deaths = SIZE_MAX;
  /// Whether it does not matter how the command ends, once it has answered.
  bool ignore_status = false;
  /// What its lines are read with.
  const Vocabulary* vocabulary = &standard_vocabulary();
  /// When set, it is called with what a user who waits should know; by the thread that asks.
  std::function<void(const std::string&)> tell = {};
  /// When set and true, asking ends soon, and so does the child.
  const std::atomic<bool>* stop = nullptr;
  /// When asking ends. Until the command has written its first line, it starts (the first child,
  /// and the first that is kept).
  Deadline deadline = {};
};

/// A subject that runs the command (a program and its arguments), writes questions to its standard
/// input, one a line, and reads the completed lines from its standard output. A line answers the
/// question that it repeats, in whatever order lines come. The child is kept as long as it answers
/// without waiting for the end of its input, else started anew for each batch. When it dies or
/// falls silent, the questions without a reply are asked again in smaller batches, down to the one
/// that is to blame; the others lose nothing. That a child which has answered all ends with another
/// status than 0, by a signal, or not at all, is a complaint. No child outlives the subject.
/// Questions that stay without an answer before the command has ever said anything are asked again
/// once it has: they may only have waited for a start that takes long.
///
/// The first child is asked for the subject's name, and what it offers, before its first question
/// (judge/origin.hpp), and need not know what that is: whatever it says or does then counts for
/// nothing else.
std::unique_ptr<Subject> make_command(std::vector<std::string> command,
                                      const CommandOptions& options);

}  // namespace layoutcheck::conformance
