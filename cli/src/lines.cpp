// Text of reports: numbers, lists, how wide lines are, and how to make them fit.
#include "lines.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace layoutcheck::cli {

std::string decimal(double x, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, x);
  return text.data();
}

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, ",");
  return digits;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : between) + part;
  return text;
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  std::size_t used = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
    const std::string_view word = text.substr(start, end - start);
    if (used > 0 && used + 1 + columns_of(word) > width) {
      lines += '\n';
      used = 0;
    } else if (used > 0 && !word.empty()) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += columns_of(word);
    start = end + 1;
  }
  return lines;
}

std::string hanging(std::string_view text, std::size_t indent) {
  std::string lines;
  for (char c : text) {
    lines += c;
    if (c == '\n') lines.append(indent, ' ');
  }
  return lines;
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - columns_of(row[i]), ' ');
      text += i == 0 ? row[i] + space : "  " + space + row[i];
    }
    text += "\n";
  }
  return text;
}

}  // namespace layoutcheck::cli
