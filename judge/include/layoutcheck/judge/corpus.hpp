// Files of cases: finding them, and reading them line by line.
#pragma once

#include <layoutcheck/judge/account.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace layoutcheck {

/// The version of the case language that this program reads; docs/cases.md says when it changes.
inline constexpr std::size_t language_version = 2;

/// The maximum length of a line in bytes, a limit of the language.
inline constexpr std::size_t longest_line = std::size_t{1} << 24U;

/// Whether the line is "# language N" with N above language_version.
bool is_of_newer_language(const std::string& line);

/// A line that holds a case, or one that cannot be read: then `error` is set instead.
struct CaseLine {
  std::size_t number = 0;
  /// For a line that is too long, only its beginning.
  std::string text;
  std::optional<Case> content;
  /// The error in the line, with its column.
  std::string error;
  /// Whether the only error is that the answer breaks a rule of its sort.
  bool answer_is_no_value = false;
  /// Whether the failure is internal: there was no memory to read the line.
  bool is_our_fault = false;
  /// Whether it announces a newer version of the language, so that nothing more is read.
  bool is_last = false;
};

/// Reads the next line that is not blank; returns whether there is one. `line` holds the number of
/// the previous line. A byte order mark before the first line is skipped. A line for which
/// is_of_newer_language() holds cannot be read, and is the last. Throws std::runtime_error if the
/// stream is bad, which is not its end, and for a line of more than longest_text bytes
/// (read_text.hpp).
bool next_case(std::istream& in, CaseLine& line,
               const Vocabulary& vocabulary = standard_vocabulary());

/// The same for a file; errors name it.
bool next_case(std::istream& in, CaseLine& line, const std::filesystem::path& file,
               const Vocabulary& vocabulary);

/// Calls `use` with each line of next_case, until it returns false.
void read_cases(std::istream& in, const std::function<bool(const CaseLine&)>& use,
                const Vocabulary& vocabulary = standard_vocabulary());

/// The verdict on a line: malformed, or wrong, if it cannot be read, possibly without a question;
/// unsupported if there is no answer.
Judged judged(const CaseLine& line, const JudgeOptions& options);

/// The files under a folder with one of the extensions, sorted, or the file itself. Throws
/// std::runtime_error if there is none. Names with an uppercase extension, links to folders, and
/// everything that is not a file are skipped; `skipped` receives a sentence about each.
std::vector<std::filesystem::path> case_files(const std::filesystem::path& place,
                                              const std::vector<std::string>& endings = {".txt"},
                                              std::vector<std::string>* skipped = nullptr);

}  // namespace layoutcheck
