// Reading and replaying files of cases.
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/properties/corpus.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <fstream>
#include <istream>

namespace layoutcheck::properties {

namespace {

/// What is wrong with an answered case, or "".
std::string fault_of(const Case& c, const JudgeOptions& options, std::size_t& undecided) {
  if (!c.answer) {
    return "the case has no answer";
  }
  const Verdict recorded = judge_case(c, options);
  if (recorded.kind == VerdictKind::undecided) {
    ++undecided;
  } else if (recorded.kind != VerdictKind::agrees) {
    return "the recorded answer: " + to_string(recorded);
  }
  try {
    const Answer own = answer_of(c, options.convention);
    if (own != *c.answer) {
      return "the algebra answers " + to_string(own);
    }
  } catch (const LimitReached&) {
    ++undecided;
  }
  return "";
}

}  // namespace

void read_cases(std::istream& in, const std::function<bool(const CaseLine&)>& use) {
  CaseLine line;
  while (std::getline(in, line.text)) {
    ++line.number;
    if (!line.text.empty() && line.text.back() == '\r') {
      line.text.pop_back();
    }
    if (is_blank(line.text)) {
      continue;
    }
    line.content.reset();
    line.error.clear();
    try {
      line.content = parse_case(line.text, line.number, full_vocabulary());
    } catch (const ParseError& error) {
      line.error = "column " + std::to_string(error.column()) + ": " + error.message();
    }
    if (!use(line)) {
      return;
    }
  }
}

Replay replay(const std::filesystem::path& file, const JudgeOptions& options) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) {
    throw std::runtime_error("cannot read " + file.string());
  }
  Replay result;
  read_cases(in, [&](const CaseLine& line) {
    ++result.cases;
    const std::string why =
        line.content ? fault_of(*line.content, options, result.undecided) : line.error;
    if (!why.empty()) {
      result.faults.push_back({file.string() + ":" + std::to_string(line.number), line.text, why});
    }
    return true;
  });
  return result;
}

std::vector<std::filesystem::path> case_files(const std::filesystem::path& place) {
  if (!std::filesystem::exists(place)) {
    throw std::runtime_error("there is no file or folder " + place.string());
  }
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(place)) {
    return {place};
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
    if (entry.is_regular_file() && entry.path().extension() == ".txt") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    throw std::runtime_error("there is no *.txt under " + place.string());
  }
  return files;
}

}  // namespace layoutcheck::properties
