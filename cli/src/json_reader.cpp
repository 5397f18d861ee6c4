// JSON as programs send it to this one.
#include "json_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  std::vector<std::pair<std::string, JsonValue>> object() {
    std::vector<std::pair<std::string, JsonValue>> members;
    expect('{');
    while (!next_is('}')) {
      if (!members.empty()) expect(',');
      blanks();
      std::string key = string();
      if (std::ranges::any_of(members, [&](const auto& member) { return member.first == key; }))
        fail("\"" + key + "\" is there twice");
      expect(':');
      blanks();
      const std::size_t begin = at_;
      JsonValue value = this->value();
      value.json = std::string(text_.substr(begin, at_ - begin));
      members.emplace_back(std::move(key), std::move(value));
    }
    expect('}');
    blanks();
    if (at_ != text_.size()) fail("something follows the object");
    return members;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::invalid_argument("not the JSON that is expected, at byte " + std::to_string(at_) +
                                ": " + why);
  }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
      ++at_;
  }
  bool next_is(char c) {
    blanks();
    return peek() == c;
  }
  void expect(char c) {
    if (!next_is(c)) fail(std::string("'") + c + "' is missing");
    ++at_;
  }

  JsonValue value() {
    JsonValue value;
    if (peek() == '"') {
      value.kind = JsonValue::Kind::text;
      value.text = string();
    } else if (peek() == '[') {
      value.kind = JsonValue::Kind::list;
      expect('[');
      while (!next_is(']')) {
        if (!value.list.empty()) expect(',');
        blanks();
        value.list.push_back(peek() == '"' ? string() : word());
      }
      expect(']');
    } else {
      value.text = word();
      const bool is_number = value.text.find_first_not_of("+-.0123456789eE") == std::string::npos;
      value.kind = is_number ? JsonValue::Kind::number : JsonValue::Kind::other;
    }
    return value;
  }

  /// A number, true, false or null.
  std::string word() {
    const std::size_t begin = at_;
    while (peek() == '-' || peek() == '+' || peek() == '.' || (peek() >= '0' && peek() <= '9') ||
           (peek() >= 'a' && peek() <= 'z') || peek() == 'E')
      ++at_;
    if (begin == at_) fail("a text, a number or a list of them is expected");
    std::string word(text_.substr(begin, at_ - begin));
    const bool is_number = word[0] == '-' || (word[0] >= '0' && word[0] <= '9');
    if (!is_number && word != "true" && word != "false" && word != "null")
      fail("'" + word + "' is no value");
    return word;
  }

  std::string string() {
    if (peek() != '"') fail("a text is expected");
    ++at_;
    std::string text;
    while (peek() != '"') {
      if (at_ == text_.size()) fail("a text has no end");
      const char c = text_[at_++];
      if (static_cast<unsigned char>(c) < ' ') fail("a text has a control character");
      if (c == '\\')
        escaped(text);
      else
        text += c;
    }
    ++at_;
    return text;
  }

  void escaped(std::string& text) {
    const char c = peek();
    ++at_;
    constexpr std::string_view from = "\"\\/bfnrt";
    constexpr std::string_view to = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = from.find(c); c != '\0' && known != std::string_view::npos) {
      text += to[known];
      return;
    }
    if (c != 'u') fail("an escape that there is not");
    std::uint32_t code = unit();
    constexpr std::uint32_t surrogates = 0xd800;
    if (code >= surrogates && code < 0xdc00) {
      if (text_.substr(at_, 2) != "\\u") fail("half of a character");
      at_ += 2;
      const std::uint32_t low = unit();
      if (low < 0xdc00 || low > 0xdfff) fail("half of a character");
      code = 0x10000 + ((code - surrogates) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code <= 0xdfff) {
      fail("half of a character");
    }
    // UTF-8.
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
      add(code);
    } else if (code < 0x800) {
      add(0xc0 | code >> 6);
      add(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      add(0xe0 | code >> 12);
      add(0x80 | (code >> 6 & 0x3f));
      add(0x80 | (code & 0x3f));
    } else {
      add(0xf0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3f));
      add(0x80 | (code >> 6 & 0x3f));
      add(0x80 | (code & 0x3f));
    }
  }

  /// Four hexadecimal digits.
  std::uint32_t unit() {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = peek();
      const std::size_t digit =
          std::string_view("0123456789abcdef")
              .find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
      if (c == '\0' || digit == std::string_view::npos)
        fail("four hexadecimal digits are expected");
      code = code << 4 | static_cast<std::uint32_t>(digit);
      ++at_;
    }
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::pair<std::string, JsonValue>> parse_json_object(std::string_view text) {
  return JsonReader(text).object();
}

}  // namespace layoutcheck::cli
