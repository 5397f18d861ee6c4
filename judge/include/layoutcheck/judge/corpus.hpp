// Files of cases: finding them, and reading them line by line.
#pragma once

#include <layoutcheck/judge/account.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace layoutcheck {

/// The version of the language of cases that is read here; docs/cases.md says when it changes.
inline constexpr std::size_t language_version = 2;

/// What a line may have before it is refused, in bytes; a limit of the language.
inline constexpr std::size_t longest_line = std::size_t{1} << 24U;

/// Whether the line is "# language N" with N above language_version.
bool is_of_newer_language(const std::string& line);

/// A line that holds a case, or one that cannot be read: then `error` is set instead.
struct CaseLine {
  std::size_t number = 0;
  /// Of a line that is too long only the beginning.
  std::string text;
  std::optional<Case> content;
  /// What is wrong with the line, with its column.
  std::string error;
  /// Whether only the answer is wrong with it, which breaks a rule of its sort.
  bool answer_is_no_value = false;
  /// Whether the fault is ours: there was no memory to read the line.
  bool is_our_fault = false;
  /// Whether it says that what follows is of a newer version of the language, so that nothing more
  /// is read.
  bool is_last = false;
};

/// Reads the next line that is not blank; returns whether there is one. The number of the line
/// before is taken from `line`. A byte order mark before the first line is skipped. A line
/// for which is_of_newer_language() holds cannot be read, and is the last. Throws
/// std::runtime_error if the stream is in state bad, which is not its end, and for a line of more
/// than longest_text bytes (read_text.hpp).
bool next_case(std::istream& in, CaseLine& line,
               const Vocabulary& vocabulary = standard_vocabulary());

/// The same of a file, of which an error tells the name.
bool next_case(std::istream& in, CaseLine& line, const std::filesystem::path& file,
               const Vocabulary& vocabulary);

/// Calls `use` with each line of next_case, until it returns false.
void read_cases(std::istream& in, const std::function<bool(const CaseLine&)>& use,
                const Vocabulary& vocabulary = standard_vocabulary());

/// The verdict on what the line says: malformed, or wrong, where it cannot be read, perhaps without
/// a question, and unsupported where there is no answer.
Judged judged(const CaseLine& line, const JudgeOptions& options);

/// The files under a folder with one of the endings, sorted, or the file itself. Throws
/// std::runtime_error if there is none. What has such an ending in capitals, or is no file, and
/// links to folders are left out; `skipped` takes a sentence about each.
std::vector<std::filesystem::path> case_files(const std::filesystem::path& place,
                                              const std::vector<std::string>& endings = {".txt"},
                                              std::vector<std::string>* skipped = nullptr);

}  // namespace layoutcheck
