// Numbers as people write the sizes of kernels: 2^31+1, 1_000_000, 0x40, (2^29+1)*4, 4096/128,
// ceil_div(1000, 128).
#include <layoutcheck/kernels/numbers.hpp>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace layoutcheck::gpu {

namespace {

constexpr unsigned most_bits = 256;
constexpr int most_brackets = 100;

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

class NumberReader {
 public:
  explicit NumberReader(std::string_view text) : text_(text) {}

  Exact whole() {
    const Exact x = sum(0);
    if (peek() != '\0' || at_ < text_.size())
      fail("'" + std::string(1, text_[at_]) + "' is unexpected");
    return x;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::invalid_argument("'" + std::string(text_.substr(0, 80)) + "' is no number: " + why);
  }

  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  Exact bounded(Exact x) const {
    if (x != 0 && msb(abs(x)) >= most_bits) fail("it is too large");
    return x;
  }

  /// Which way a quotient is to be rounded, its writer does not say.
  [[nodiscard]] Exact quotient(const Exact& x, const Exact& divisor) const {
    if (divisor == 0) fail("it is divided by 0");
    if (x % divisor != 0) fail(x.str() + " is no multiple of " + divisor.str());
    return x / divisor;
  }

  Exact sum(int depth) {
    Exact x = product(depth);
    while (true)
      if (take('+'))
        x = bounded(x + product(depth));
      else if (take('-'))
        x = bounded(x - product(depth));
      else
        return x;
  }

  Exact product(int depth) {
    Exact x = negated(depth);
    while (true)
      if (take('*'))
        x = bounded(x * negated(depth));
      else if (take('/'))
        x = quotient(x, negated(depth));
      else
        return x;
  }

  Exact negated(int depth) {
    if (take('-')) return -power(depth);
    return power(depth);
  }

  Exact power(int depth) {
    const Exact base = atom(depth);
    if (!take('^')) return base;
    const Exact exponent = atom(depth);
    if (exponent < 0 || exponent > most_bits)
      fail("an exponent is between 0 and " + std::to_string(most_bits));
    Exact x = 1;
    for (Exact i = 0; i < exponent; ++i)
      x = bounded(x * base);
    return x;
  }

  /// ceil_div(x, y): how many blocks of y hold x.
  Exact rounded_up(int depth) {
    constexpr std::string_view name = "ceil_div";
    if (text_.substr(at_, name.size()) != name)
      fail("a digit is expected before '" + std::string(text_.substr(at_, 1)) + "'");
    at_ += name.size();
    if (!take('(')) fail("ceil_div is written ceil_div(x, y)");
    const Exact x = sum(depth + 1);
    if (!take(',')) fail("ceil_div is written ceil_div(x, y)");
    const Exact y = sum(depth + 1);
    if (!take(')')) fail("a ')' is missing");
    if (x < 0 || y < 1) fail("ceil_div takes no negative numbers, and divides by none below 1");
    return (x + y - 1) / y;
  }

  Exact atom(int depth) {
    if (depth > most_brackets) fail("there are too many brackets");
    if (take('(')) {
      Exact x = sum(depth + 1);
      if (!take(')')) fail("a ')' is missing");
      return x;
    }
    if (is_letter(peek())) return rounded_up(depth);
    if (!is_digit(peek())) {
      fail(at_ < text_.size()
               ? "a digit is expected before '" + std::string(text_.substr(at_, 1)) + "'"
               : "a digit is expected at its end");
    }
    std::string digits;
    while (at_ < text_.size() && (is_digit(text_[at_]) || is_letter(text_[at_]))) {
      if (text_[at_] != '_') digits += text_[at_];
      ++at_;
    }
    const bool hexadecimal = digits.starts_with("0x") && digits.size() > 2;
    const std::string_view digits_only = std::string_view(digits).substr(hexadecimal ? 2 : 0);
    const bool good = std::all_of(digits_only.begin(), digits_only.end(), [&](char c) {
      return is_digit(c) || (hexadecimal && std::isxdigit(static_cast<unsigned char>(c)) != 0);
    });
    if (!good) fail("'" + digits.substr(0, 80) + "' is unexpected");
    if (digits_only.size() > 80) fail("it is too large");
    // A leading 0 would make the number octal.
    const auto first = digits_only.find_first_not_of('0');
    if (first == std::string_view::npos) return 0;
    return bounded(Exact((hexadecimal ? "0x" : "") + std::string(digits_only.substr(first))));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Exact parse_number(std::string_view text) {
  return NumberReader(text).whole();
}

std::int64_t parse_number_in(std::string_view text, const char* what, std::int64_t least,
                             std::int64_t greatest) {
  const Exact x = parse_number(text);
  if (x < least || x > greatest) {
    throw std::invalid_argument(std::string(what) + " " + x.str() + " is not between " +
                                std::to_string(least) + " and " + std::to_string(greatest));
  }
  return x.convert_to<std::int64_t>();
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1);
}

std::vector<std::string_view> split_outside_brackets(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::string closing;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') {
      closing += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (c == ')' || c == ']' || c == '}') {
      if (closing.empty() || closing.back() != c) {
        throw std::invalid_argument("'" + std::string(1, c) + "' closes nothing in '" +
                                    std::string(trimmed(text)) + "'");
      }
      closing.pop_back();
    } else if (c == separator && closing.empty()) {
      parts.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  if (!closing.empty()) {
    throw std::invalid_argument("'" + closing.substr(closing.size() - 1) + "' is missing in '" +
                                std::string(trimmed(text)) + "'");
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

std::vector<std::string_view> split_at_word(std::string_view text, std::string_view word) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    const std::size_t end = i + word.size();
    if (depth == 0 && i > 0 && text.substr(i, word.size()) == word && end < text.size() &&
        is_blank(text[i - 1]) && is_blank(text[end])) {
      parts.push_back(trimmed(text.substr(begin, i - begin)));
      begin = end;
      i = end;
    }
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace layoutcheck::gpu
