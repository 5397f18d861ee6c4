// JSON, written from texts of its parts.
#include "json.hpp"

#include "lines.hpp"

namespace layoutcheck::cli {

std::string member(std::string_view key, const std::string& value) {
  return json_string(key) + ": " + value;
}

std::string member(std::string_view key, std::size_t value) {
  return member(key, std::to_string(value));
}

std::string object(const std::vector<std::string>& members) {
  return "{" + joined(members, ", ") + "}";
}

std::string list(const std::vector<std::string>& parts) {
  return "[" + joined(parts, ", ") + "]";
}

std::string in_lines(char open, const std::vector<std::string>& parts, char close,
                     std::size_t indent) {
  if (parts.empty()) return {open, close};
  const std::string line = "\n" + std::string(indent, ' ');
  return open + line + joined(parts, "," + line) + line.substr(0, line.size() - 2) + close;
}

}  // namespace layoutcheck::cli
