// Profiles as words of brackets and stars.
#include <layoutcheck/notation/profile.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck {

namespace {

std::size_t depth_of(std::string_view word) {
  work(word.size() / 8 + 1);
  std::size_t open = 0;
  std::size_t depth = 0;
  for (char c : word)
    if (c == '(')
      depth = std::max(depth, ++open);
    else if (c == ')')
      --open;
  return depth;
}

/// The end of the profile that starts at `start`.
std::size_t end_of_mode(std::string_view word, std::size_t start) {
  std::size_t open = 0;
  for (std::size_t i = start; i < word.size(); ++i) {
    if (word[i] == '(')
      ++open;
    else if (word[i] == ')')
      --open;
    if (open == 0) return i + 1;
  }
  throw std::invalid_argument("a profile's brackets do not match");
}

std::size_t stars_in(std::string_view word) {
  return static_cast<std::size_t>(std::count(word.begin(), word.end(), '*'));
}

}  // namespace

Profile Profile::flat(std::size_t rank) {
  std::string word(rank + 2, '*');
  word.front() = '(';
  word.back() = ')';
  return {std::move(word), rank};
}

Profile Profile::tuple_of(std::span<const Profile> modes) {
  std::string word = "(";
  std::size_t length = 0;
  for (const Profile& mode : modes) {
    word += mode.word_;
    length += mode.length_;
  }
  word += ')';
  if (depth_of(word) > max_depth)
    throw std::invalid_argument("nesting deeper than " + std::to_string(max_depth));
  return {std::move(word), length};
}

Profile Profile::from_word(std::string word) {
  if (word.find_first_not_of("()*") != std::string::npos)
    throw std::invalid_argument("a profile consists of ( ) and *");
  std::size_t open = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '(')
      ++open;
    else if (word[i] == ')' && open-- == 0)
      throw std::invalid_argument("a profile's brackets do not match");
    if (open == 0 && i + 1 != word.size())
      throw std::invalid_argument("a profile is one entry or one tuple");
  }
  if (open != 0 || word.empty()) throw std::invalid_argument("a profile's brackets do not match");
  if (depth_of(word) > max_depth)
    throw std::invalid_argument("nesting deeper than " + std::to_string(max_depth));
  const std::size_t length = stars_in(word);
  return {std::move(word), length};
}

std::vector<Profile> Profile::modes() const {
  if (is_entry()) return {*this};
  std::vector<Profile> modes;
  for (std::size_t i = 1; i + 1 < word_.size();) {
    const std::size_t end = end_of_mode(word_, i);
    work((end - i) / 8 + 1);
    std::string word = word_.substr(i, end - i);
    const std::size_t length = stars_in(word);
    modes.push_back(Profile(std::move(word), length));
    i = end;
  }
  return modes;
}

}  // namespace layoutcheck
