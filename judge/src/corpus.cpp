// Finding and reading files of cases.
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/read_text.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <istream>
#include <new>
#include <regex>
#include <stdexcept>
#include <utility>

namespace layoutcheck {

namespace {

/// As std::getline, but of a line that is too long only the beginning is kept, so that no input
/// takes all memory, and one that never ends is given up; returns nothing at the end.
enum class LineKind { whole, too_long };
std::optional<LineKind> read_line(std::istream& in, std::string& text) {
  std::uint64_t bytes = 0;
  constexpr std::size_t kept_of_too_long = 1000;
  std::array<char, 4096> part;
  LineKind kind = LineKind::whole;
  text.clear();
  if (!in && !in.bad()) return std::nullopt;
  for (bool begun = false;; begun = true) {
    in.getline(part.data(), part.size());
    const auto count = static_cast<std::size_t>(in.gcount());
    if (in.bad()) throw std::runtime_error("reading failed");
    bytes += count;
    if (bytes > longest_text) {
      throw std::runtime_error("a line has more than " + std::to_string(longest_text) +
                               " bytes, the limit");
    }
    const bool is_whole = in.good();
    // The end of the line is counted, but not stored.
    if (kind == LineKind::whole) text.append(part.data(), is_whole ? count - 1 : count);
    if (text.size() > longest_line) {
      text.resize(kept_of_too_long);
      text.shrink_to_fit();
      kind = LineKind::too_long;
    }
    if (is_whole) return kind;
    if (in.eof()) return count > 0 || begun ? std::optional(kind) : std::nullopt;
    // Failed, because the part is full.
    in.clear();
  }
}

void read_content(CaseLine& line, const Vocabulary& vocabulary) {
  try {
    line.content = parse_case(line.text, line.number, vocabulary);
  } catch (const ParseError& error) {
    line.error = "column " + std::to_string(error.column()) + ": " + error.message();
    line.answer_is_no_value = error.answer_is_no_value();
  } catch (const std::bad_alloc&) {
    line.error = "there is no memory to read it";
    line.is_our_fault = true;
  }
}

bool has_ending(const std::filesystem::path& path, const std::vector<std::string>& endings) {
  return std::ranges::count(endings, path.extension().string()) > 0;
}

/// Why an entry of a folder is not read that somebody may have meant to be; "" for others.
std::string why_skipped(const std::filesystem::directory_entry& entry,
                        const std::vector<std::string>& endings) {
  std::error_code error;
  if (entry.is_directory(error)) return entry.is_symlink() ? "is a link to a folder" : "";
  if (has_ending(entry.path(), endings)) {
    if (entry.is_regular_file(error)) return "";
    return entry.is_symlink() && !entry.exists(error) ? "is a link to nothing" : "is no file";
  }
  std::string extension = entry.path().extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  const auto ending = std::ranges::find(endings, extension);
  return ending == endings.end() ? "" : "does not end in " + *ending;
}

}  // namespace

bool is_of_newer_language(const std::string& line) {
  static const std::regex pattern(R"([ \t]*#[ \t]*language[ \t]+0*([0-9]+)[ \t\r]*)");
  constexpr std::size_t longest = 1000;
  std::smatch match;
  if (line.size() > longest || !std::regex_match(line, match, pattern)) return false;
  const std::string known = std::to_string(language_version);
  const std::string wanted = match[1];
  return wanted.size() != known.size() ? wanted.size() > known.size() : wanted > known;
}

bool next_case(std::istream& in, CaseLine& line, const Vocabulary& vocabulary) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (line.is_last) return false;
  while (const std::optional<LineKind> kind = read_line(in, line.text)) {
    line = CaseLine{line.number + 1, std::move(line.text), {}, {}};
    if (line.number == 1 && line.text.starts_with(byte_order_mark))
      line.text.erase(0, byte_order_mark.size());
    if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    if (*kind == LineKind::too_long) {
      line.error = "the line is longer than " + std::to_string(longest_line) + " bytes";
      return true;
    }
    if (!is_blank(line.text)) {
      read_content(line, vocabulary);
      return true;
    }
    if (is_of_newer_language(line.text)) {
      line.is_last = true;
      line.error = "column " + std::to_string(line.text.find("language") + 1) +
                   ": what follows is of a newer version of the language of cases than " +
                   std::to_string(language_version) + ", which is read here";
      return true;
    }
  }
  return false;
}

bool next_case(std::istream& in, CaseLine& line, const std::filesystem::path& file,
               const Vocabulary& vocabulary) {
  try {
    return next_case(in, line, vocabulary);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("cannot read " + file.string() + ": " + error.what());
  }
}

void read_cases(std::istream& in, const std::function<bool(const CaseLine&)>& use,
                const Vocabulary& vocabulary) {
  CaseLine line;
  while (next_case(in, line, vocabulary) && use(line)) {
  }
}

Judged judged(const CaseLine& line, const JudgeOptions& options) {
  if (line.content && line.content->answer) {
    Case question = *line.content;
    Reply reply{Reply::Kind::answered, *std::exchange(question.answer, {}), question.comment};
    return judged(std::move(question), std::move(reply), options);
  }
  Judged found;
  if (line.is_our_fault) {
    blame_us(found, line.error);
  } else if (line.content) {
    found.question = *line.content;
    found.verdict = verdict_of(VerdictKind::unsupported, "there is no answer");
  } else {
    Reply reply{line.answer_is_no_value ? Reply::Kind::no_value : Reply::Kind::malformed,
                NonValue::unsupported, line.error};
    if (auto question = question_in(line.text, vocabulary_of(options.language)))
      return judged(*std::move(question), std::move(reply), options);
    found.verdict = verdict_of(VerdictKind::malformed, line.error);
    found.reply = std::move(reply);
  }
  return found;
}

std::vector<std::filesystem::path> case_files(const std::filesystem::path& place,
                                              const std::vector<std::string>& endings,
                                              std::vector<std::string>* skipped) {
  if (!std::filesystem::exists(place))
    throw std::runtime_error("there is no file or folder " + place.string());
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::string> left_out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
    const std::string why = why_skipped(entry, endings);
    if (!why.empty())
      left_out.push_back("skipped: " + entry.path().string() + " " + why);
    else if (entry.is_regular_file() && has_ending(entry.path(), endings))
      files.push_back(entry.path());
  }
  std::sort(left_out.begin(), left_out.end());
  if (skipped != nullptr) skipped->insert(skipped->end(), left_out.begin(), left_out.end());
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    std::string names;
    for (const std::string& ending : endings)
      names += (names.empty() ? "*" : " and no *") + ending;
    throw std::runtime_error("there is no " + names + " under " + place.string() +
                             (left_out.empty() ? "" : "; " + left_out.front()));
  }
  return files;
}

}  // namespace layoutcheck
