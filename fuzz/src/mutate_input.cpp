// Mutations of whole inputs.
#include "mutate_input.hpp"

#include "check_case.hpp"
#include "input_lines.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace layoutcheck::fuzz {

namespace {

std::vector<std::string> lines_of(std::string_view input) {
  const std::vector<std::string_view> lines = split_lines(input);
  return {lines.begin(), lines.end()};
}

std::size_t bytes_in(const std::vector<std::string>& lines) {
  std::size_t size = 0;
  for (const std::string& line : lines)
    size += line.size() + 1;
  return size == 0 ? 0 : size - 1;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    if (&line != &lines.front()) text += '\n';
    text += line;
  }
  return text;
}

MutationOptions options_for(const Target& target, std::size_t longest) {
  MutationOptions options;
  options.with_answers = target.with_answers;
  options.longest = std::min(options.longest, longest);
  return options;
}

/// The case changed, or another one where there is none.
std::string next_line(Entropy& entropy, const std::optional<Case>& content, const Target& target,
                      const MutationOptions& options) {
  return to_string(content ? mutated(entropy, *content, target.family(), options)
                           : fresh(entropy, target.family(), options));
}

/// The first line that is a case of the target, or nothing.
std::optional<Case> first_case(std::string_view input, const Target& target) {
  for (std::string_view line : split_lines(input))
    if (auto content = parsed(line, target.family())) return content;
  return std::nullopt;
}

/// The same. What was read is kept, because an engine changes the inputs of its corpus again and
/// again.
std::optional<Case> case_in(std::string_view input, const Target& target) {
  constexpr std::size_t most = 1U << 14;
  using Read = std::unordered_map<std::string, std::optional<Case>>;
  static std::map<const Family*, Read> of_families;
  Read& read = of_families[&target.family()];
  const std::string text(input);
  if (const auto found = read.find(text); found != read.end()) return found->second;
  if (read.size() == most) read.clear();
  return read[text] = first_case(input, target);
}

std::string mutated_lines(Entropy& entropy, std::string_view input, const Target& target,
                          const MutationOptions& options, std::size_t longest) {
  std::vector<std::string> lines = lines_of(input);
  const auto place = [&] { return static_cast<std::ptrdiff_t>(entropy.below(lines.size())); };
  const std::size_t choice = lines.empty() ? 0 : entropy.below(8);
  if (choice == 0) {
    std::string line = to_string(fresh(entropy, target.family(), options));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(entropy.below(lines.size() + 1)),
                 std::move(line));
  } else if (choice == 1) {
    lines.erase(lines.begin() + place());
  } else if (choice == 2) {
    std::swap(lines[entropy.below(lines.size())], lines[entropy.below(lines.size())]);
  } else if (choice == 3) {
    const std::string copy = lines[entropy.below(lines.size())];
    lines.insert(lines.begin() + place(), copy);
  } else {
    std::string& line = lines[entropy.below(lines.size())];
    line = next_line(entropy, parsed(line, target.family()), target, options);
  }
  while (bytes_in(lines) > longest)
    lines.erase(lines.begin() + place());
  return joined(lines);
}

}  // namespace

std::string mutated_input(Entropy& entropy, std::string_view input, const Target& target,
                          std::size_t longest) {
  const MutationOptions options = options_for(target, longest);
  if (target.several_lines) return mutated_lines(entropy, input, target, options, longest);
  return next_line(entropy, case_in(input, target), target, options);
}

std::string spliced_input(Entropy& entropy, std::string_view one, std::string_view other,
                          const Target& target, std::size_t longest) {
  if (target.several_lines && entropy.chance(50)) {
    std::vector<std::string> lines = lines_of(one);
    std::vector<std::string> more = lines_of(other);
    lines.resize(entropy.below(lines.size() + 1));
    more.erase(more.begin(),
               more.begin() + static_cast<std::ptrdiff_t>(entropy.below(more.size() + 1)));
    lines.insert(lines.end(), more.begin(), more.end());
    while (bytes_in(lines) > longest)
      lines.pop_back();
    return joined(lines);
  }
  const std::optional<Case> first = case_in(one, target);
  const std::optional<Case> second = case_in(other, target);
  if (!first || !second) return "";
  return to_string(
      spliced(entropy, *first, *second, target.family(), options_for(target, longest)));
}

}  // namespace layoutcheck::fuzz
