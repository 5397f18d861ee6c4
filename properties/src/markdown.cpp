// Writing the parts that the generated documents share.
#include "markdown.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <sstream>

namespace layoutcheck::properties::markdown {

bool is_of_source(std::string_view id, std::string_view source) {
  return id.size() > source.size() && id.starts_with(source) && id[source.size()] == '.';
}

void add_sources(std::ostream& out) {
  out << "| name | source |\n|---|---|\n";
  for (const Source& source : sources)
    out << "| " << source.name << " | " << source.title << " |\n";
  out << '\n';
}

std::string spoken(std::string_view id) {
  std::string text(id);
  const std::size_t dot = text.find('.');
  if (dot != std::string::npos) text[dot] = ' ';
  return text;
}

std::string spoken(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids)
    text += (text.empty() ? "" : ", ") + spoken(id);
  return text;
}

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, " ");
  }
  return digits;
}

std::string code(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string escaped(std::string_view text) {
  std::string result;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (c == '|' || (!code && (c == '*' || c == '<'))) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  std::string result = "“";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // No backquotes, between which the tests of the documents look for cases.
    if (c == '`') {
      result += "&#96;";
      continue;
    }
    // Before a letter a backslash stands for itself.
    const bool is_plain_backslash = c == '\\' && i + 1 < text.size() &&
                                    std::isalpha(static_cast<unsigned char>(text[i + 1])) != 0;
    if (!is_plain_backslash && std::string_view("\\*_<|$[&~").find(c) != std::string_view::npos)
      result += '\\';
    result += c;
  }
  return result + "”";
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  words.exceptions(std::ios::badbit);
  std::string result;
  std::size_t column = 0;
  std::string word;
  while (words >> word) {
    // What is between backquotes stays on one line.
    for (std::string next; std::count(word.begin(), word.end(), '`') % 2 != 0 && words >> next;)
      word += " " + next;
    if (column > 0 && column + 1 + word.size() > 120) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result;
}

void add_item(std::ostream& out, const std::string& label, const std::string& text) {
  if (!text.empty()) out << wrapped("- *" + label + "* " + text, 2) << '\n';
}

std::pair<std::string_view, std::string_view> question_and_answer(std::string_view line) {
  const std::size_t equals = line.rfind(" = ");
  return {line.substr(0, equals), line.substr(equals + 3)};
}

std::string_view case_of(std::string_view line) {
  const std::string_view without = line.substr(0, line.find('#'));
  return without.substr(0, without.find_last_not_of(' ') + 1);
}

}  // namespace layoutcheck::properties::markdown
