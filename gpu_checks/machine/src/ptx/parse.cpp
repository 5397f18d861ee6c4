// The parser of PTX.
#include "syntax.hpp"
#include <layoutcheck/notation/number.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace layoutcheck::gpu::ptx {

namespace {

/// Nothing that a compiler writes nests deeper; recursion must not exhaust the stack.
constexpr std::size_t deepest_scope = 64;

struct Token {
  enum class Kind { word, number, string, sign, end };
  Kind kind = Kind::end;
  std::string_view text;
  std::uint32_t line = 1;
};

bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return is_word_start(c) || is_digit(c);
}

/// Splits text into tokens. A word takes its dots along: `ld.global.v4.f32`, `%tid.x`, `.reg`; and
/// `::`, as in `.L1::evict_last`.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { advance(); }

  [[nodiscard]] const Token& peek() const { return token_; }

  Token next() {
    Token token = token_;
    last_end_ = position_;
    advance();
    return token;
  }

  /// The text from the start of a token to the end of the last one that was taken.
  [[nodiscard]] std::string_view since(const Token& first) const {
    const auto begin = static_cast<std::size_t>(first.text.data() - text_.data());
    return text_.substr(begin, last_end_ - begin);
  }

  [[noreturn]] void fail(const std::string& message) const { throw PtxError(token_.line, message); }

  [[nodiscard]] bool at(std::string_view text) const {
    return token_.kind != Token::Kind::end && token_.kind != Token::Kind::string &&
           token_.text == text;
  }

  bool take(std::string_view text) {
    if (!at(text)) return false;
    next();
    return true;
  }

  void expect(std::string_view text) {
    if (!take(text)) fail("expected '" + std::string(text) + "', found " + found());
  }

  std::string_view word(const char* what) {
    if (token_.kind != Token::Kind::word)
      fail("expected " + std::string(what) + ", found " + found());
    return next().text;
  }

  [[nodiscard]] std::string found() const {
    if (token_.kind == Token::Kind::end) return "the end of the text";
    constexpr std::size_t longest = 40;
    return "'" + std::string(token_.text.substr(0, longest)) + "'";
  }

 private:
  void skip_blank() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '\n') {
        ++line_;
        ++position_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') {
        ++position_;
      } else if (text_.substr(position_, 2) == "//" || c == '#') {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (text_.substr(position_, 2) == "/*") {
        const std::size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) throw PtxError(line_, "a comment does not end");
        line_ += static_cast<std::uint32_t>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(position_),
                       text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        position_ = end + 2;
      } else {
        return;
      }
    }
  }

  void advance() {
    skip_blank();
    token_.line = line_;
    const std::size_t begin = position_;
    if (begin == text_.size()) {
      token_.kind = Token::Kind::end;
      token_.text = text_.substr(begin);
      return;
    }
    const char c = text_[begin];
    if (is_digit(c)) {
      token_.kind = Token::Kind::number;
      while (position_ < text_.size() && (is_word(text_[position_]) && text_[position_] != '%'))
        ++position_;
      // 1.5e-3
      if (position_ < text_.size() && (text_[position_] == '-' || text_[position_] == '+') &&
          (text_[position_ - 1] == 'e' || text_[position_ - 1] == 'E') &&
          text_.substr(begin, position_ - begin).find('.') != std::string_view::npos) {
        ++position_;
        while (position_ < text_.size() && is_digit(text_[position_]))
          ++position_;
      }
    } else if (is_word_start(c)) {
      token_.kind = Token::Kind::word;
      while (position_ < text_.size())
        if (is_word(text_[position_]))
          ++position_;
        else if (text_.substr(position_, 2) == "::")
          position_ += 2;
        else
          break;
    } else if (c == '"') {
      token_.kind = Token::Kind::string;
      const std::size_t end = text_.find_first_of("\"\n", begin + 1);
      if (end == std::string_view::npos || text_[end] != '"')
        throw PtxError(line_, "a string does not end on its line");
      position_ = end + 1;
    } else {
      token_.kind = Token::Kind::sign;
      ++position_;
    }
    token_.text = text_.substr(begin, position_ - begin);
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t last_end_ = 0;
  std::uint32_t line_ = 1;
  Token token_;
};

std::uint64_t integer_of(std::string_view text, std::uint32_t line) {
  std::string_view digits = text;
  if (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u')) digits.remove_suffix(1);
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B')) {
    base = 2;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  const auto value = number_from<std::uint64_t>(digits, base);
  if (!value)
    throw PtxError(line, "'" + std::string(text.substr(0, 40)) + "' is no integer of 64 bits");
  return *value;
}

Operand number(std::string_view text, std::uint32_t line, bool negative) {
  Operand operand;
  operand.text = text;
  if (text.size() == 10 && text[0] == '0' && (text[1] == 'f' || text[1] == 'F')) {
    operand.kind = Operand::Kind::real32;
    operand.bits = integer_of("0x" + std::string(text.substr(2)), line);
    operand.bits ^= negative ? 0x80000000U : 0U;
  } else if (text.size() == 18 && text[0] == '0' && (text[1] == 'd' || text[1] == 'D')) {
    operand.kind = Operand::Kind::real64;
    operand.bits = integer_of("0x" + std::string(text.substr(2)), line);
    operand.bits ^= negative ? std::uint64_t{1} << 63 : 0U;
  } else if (text.find('.') != std::string_view::npos) {
    const auto value = number_from<double>(text);
    if (!value) throw PtxError(line, "'" + std::string(text.substr(0, 40)) + "' is no number");
    operand.kind = Operand::Kind::real64;
    operand.bits = std::bit_cast<std::uint64_t>(negative ? -*value : *value);
  } else {
    operand.kind = Operand::Kind::integer;
    operand.bits = integer_of(text, line);
    operand.bits = negative ? 0 - operand.bits : operand.bits;
  }
  return operand;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t dot = text.find('.');
    words.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) return words;
    text.remove_prefix(dot + 1);
  }
}

std::uint64_t checked_power_of_two(std::uint64_t value, std::uint32_t line) {
  constexpr std::uint64_t largest = 4096;
  if (!std::has_single_bit(value) || value > largest)
    throw PtxError(line, "an alignment of " + std::to_string(value) + " is none");
  return value;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : in_(text) {}

  Module module() {
    while (in_.peek().kind != Token::Kind::end)
      directive();
    if (module_.version.empty()) throw PtxError(1, "no .version: this is not PTX");
    return std::move(module_);
  }

 private:
  void directive() {
    const Token first = in_.peek();
    if (in_.take(";")) return;
    const std::string_view word = in_.word("a directive");
    if (word == ".version") {
      module_.version = std::string(in_.next().text);
    } else if (word == ".target") {
      module_.target = std::string(in_.word("an architecture"));
      while (in_.take(","))
        in_.word("an option of the target");
    } else if (word == ".address_size") {
      if (in_.next().text != "64")
        throw PtxError(first.line, "only addresses of 64 bits are taken");
    } else if (word == ".file") {
      in_.next();
      in_.next();
      while (in_.take(","))
        in_.next();
    } else if (word == ".section") {
      section();
    } else if (word == ".pragma" || word == ".alias" || word == ".loc") {
      skip_to_semicolon_or_line(first.line, word == ".loc");
    } else if (word == ".visible" || word == ".weak" || word == ".common") {
    } else if (word == ".extern") {
      external_ = true;
      return;
    } else if (word == ".entry" || word == ".func") {
      function(word == ".entry", first.line);
    } else if (word == ".global" || word == ".const" || word == ".shared") {
      Variable variable = declaration(space_of(word), first.line);
      variable.external = external_;
      initializer(variable);
      in_.expect(";");
      module_.variables.push_back(std::move(variable));
    } else {
      throw PtxError(first.line, "unknown directive '" + std::string(word.substr(0, 40)) + "'");
    }
    external_ = external_ && (word == ".visible" || word == ".weak");
  }

  static StateSpace space_of(std::string_view word) {
    if (word == ".global") return StateSpace::global;
    if (word == ".const") return StateSpace::constant;
    if (word == ".shared") return StateSpace::shared;
    if (word == ".local") return StateSpace::local;
    return StateSpace::param;
  }

  void section() {
    in_.word("the name of a section");
    in_.expect("{");
    std::size_t depth = 1;
    while (depth > 0) {
      if (in_.peek().kind == Token::Kind::end) in_.fail("a section does not end");
      const Token token = in_.next();
      depth += token.text == "{" ? 1U : 0U;
      depth -= token.text == "}" ? 1U : 0U;
    }
  }

  void skip_to_semicolon_or_line(std::uint32_t line, bool line_ends) {
    while (in_.peek().kind != Token::Kind::end) {
      if (line_ends && in_.peek().line != line) return;
      if (in_.next().text == ";") return;
    }
  }

  std::uint64_t integer() {
    if (in_.peek().kind != Token::Kind::number)
      in_.fail("expected an integer, found " + in_.found());
    const Token token = in_.next();
    return integer_of(token.text, token.line);
  }

  /// What follows a state space: alignment, type, name and dimensions.
  Variable declaration(StateSpace space, std::uint32_t line) {
    Variable variable;
    variable.space = space;
    variable.line = line;
    std::uint64_t width = 1;
    bool aligned = false;
    while (in_.peek().kind == Token::Kind::word && in_.peek().text.front() == '.') {
      const std::string_view word = in_.next().text;
      if (word == ".align") {
        const std::uint64_t alignment = checked_power_of_two(integer(), line);
        if (variable.is_pointer) continue;  // of what it points to
        variable.alignment = alignment;
        aligned = true;
      } else if (word == ".ptr") {
        variable.is_pointer = true;
      } else if (word == ".v2" || word == ".v4") {
        width = word == ".v2" ? 2 : 4;
      } else if (variable.is_pointer &&
                 (word == ".global" || word == ".shared" || word == ".const" || word == ".local")) {
      } else if (word.starts_with(".attribute")) {
        while (!in_.take(")")) {
          if (in_.peek().kind == Token::Kind::end) in_.fail("an attribute does not end");
          variable.is_managed = in_.next().text == ".managed" || variable.is_managed;
        }
      } else {
        variable.type = word.substr(1);
        variable.element_bytes = bytes_of(variable.type, line) * width;
      }
    }
    if (variable.type.empty()) throw PtxError(line, "a variable has no type");
    variable.name = in_.word("a name");
    variable.bytes = variable.element_bytes;
    if (!aligned) variable.alignment = std::max<std::uint64_t>(variable.element_bytes, 1);
    while (in_.take("[")) {
      std::uint64_t count = 0;
      if (!in_.at("]")) count = integer();
      in_.expect("]");
      constexpr std::uint64_t largest = std::uint64_t{1} << 40;
      if (__builtin_mul_overflow(variable.bytes, count, &variable.bytes) ||
          variable.bytes > largest) {
        throw PtxError(line, "the variable '" + std::string(variable.name) + "' is too large");
      }
    }
    return variable;
  }

  void initial_value(Variable& variable) {
    if (in_.take("{")) {
      if (in_.take("}")) return;
      if (++depth_ > deepest_scope) in_.fail("an initializer nests too deeply");
      do {
        initial_value(variable);
      } while (in_.take(","));
      --depth_;
      in_.expect("}");
      return;
    }
    const Token token = in_.peek();
    const std::size_t at = variable.initial.size();
    std::uint64_t bits = 0;
    if (token.kind == Token::Kind::word) {
      std::string_view name = in_.next().text;
      if (name == "generic") {
        in_.expect("(");
        name = in_.word("a variable");
        in_.expect(")");
      }
      variable.references.emplace_back(at, name);
      if (in_.take("+")) bits = integer();
    } else {
      const Operand value = literal();
      bits = value.bits;
      if (value.kind == Operand::Kind::real64 && variable.type == "f32")
        bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
    }
    if (at + variable.element_bytes > variable.bytes || at > (std::size_t{1} << 28))
      throw PtxError(token.line, "too many values for '" + std::string(variable.name) + "'");
    variable.initial.resize(at + variable.element_bytes);
    std::memcpy(variable.initial.data() + at, &bits,
                std::min<std::size_t>(variable.element_bytes, sizeof bits));
  }

  void initializer(Variable& variable) {
    if (in_.take("=")) initial_value(variable);
  }

  Operand literal() {
    bool negative = false;
    while (in_.at("-") || in_.at("+"))
      negative ^= in_.next().text == "-";
    if (in_.peek().kind != Token::Kind::number) in_.fail("expected a number, found " + in_.found());
    const Token token = in_.next();
    return number(token.text, token.line, negative);
  }

  std::vector<Variable> parameters() {
    std::vector<Variable> result;
    in_.expect("(");
    if (in_.take(")")) return result;
    do {
      const std::uint32_t line = in_.peek().line;
      const std::string_view word = in_.word("a parameter");
      if (word != ".param" && word != ".reg")
        throw PtxError(line, "expected .param, found '" + std::string(word.substr(0, 40)) + "'");
      result.push_back(declaration(word == ".param" ? StateSpace::param : StateSpace::reg, line));
    } while (in_.take(","));
    in_.expect(")");
    return result;
  }

  static Dim3 block_of(const std::vector<std::uint64_t>& numbers, std::string_view directive,
                       std::uint32_t line) {
    // Three of them have a product of 64 bits; no device has as many threads.
    constexpr std::uint64_t most = 1U << 20;
    const auto fits = [](std::uint64_t n) { return n >= 1 && n <= most; };
    if (numbers.empty() || numbers.size() > 3 || !std::ranges::all_of(numbers, fits)) {
      throw PtxError(line, std::string(directive) + " has one to three numbers from 1 up to " +
                               std::to_string(most));
    }
    const auto at = [&](std::size_t i) {
      return i < numbers.size() ? static_cast<std::uint32_t>(numbers[i]) : 1;
    };
    return {at(0), at(1), at(2)};
  }

  void function(bool is_entry, std::uint32_t line) {
    Function function;
    function.is_entry = is_entry;
    function.line = line;
    if (!is_entry && in_.at("(")) function.results = parameters();
    function.name = in_.word("the name of a function");
    if (in_.at("(")) function.parameters = parameters();
    while (!in_.at("{") && !in_.at(";")) {
      const Token token = in_.peek();
      const std::string_view word = in_.word("a body");
      std::vector<std::uint64_t> numbers;
      while (in_.peek().kind == Token::Kind::number) {
        numbers.push_back(integer());
        in_.take(",");
      }
      if (in_.peek().kind == Token::Kind::string) in_.next();
      if (word == ".reqntid")
        function.required_block = block_of(numbers, word, token.line);
      else if (word == ".maxntid")
        function.most_threads = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(block_of(numbers, word, token.line).count(), 1U << 30));
      else if (word == ".reqnctapercluster") {
        function.cluster = block_of(numbers, word, token.line);
        function.cluster_line = token.line;
        function.has_clusters = true;
      } else if (word == ".explicitcluster")
        function.has_clusters = true;
      else if (word == ".blocksareclusters")
        throw PtxError(token.line, "grids that are counted in clusters are not supported");
      else if (word == ".pragma")
        in_.take(";");
      else if (!word.starts_with("."))
        throw PtxError(token.line, "expected '{', found '" + std::string(word.substr(0, 40)) + "'");
    }
    if (!in_.take(";")) {
      function.is_defined = true;
      body(function);
    }
    // A definition takes the place of its declaration.
    const auto known = std::find_if(module_.functions.begin(), module_.functions.end(),
                                    [&](const Function& f) { return f.name == function.name; });
    if (known == module_.functions.end())
      module_.functions.push_back(std::move(function));
    else if (!known->is_defined)
      *known = std::move(function);
    else if (function.is_defined)
      throw PtxError(line, "the function '" + std::string(function.name) + "' is defined twice");
  }

  void body(Function& function) {
    function.scopes.emplace_back();
    std::vector<std::size_t> open{0};
    in_.expect("{");
    while (!open.empty()) {
      if (in_.peek().kind == Token::Kind::end)
        in_.fail("the function '" + std::string(function.name) + "' does not end");
      if (in_.take("{")) {
        if (open.size() > deepest_scope) in_.fail("blocks nest too deeply");
        function.scopes.emplace_back();
        function.scopes.back().parent = open.back();
        open.push_back(function.scopes.size() - 1);
      } else if (in_.take("}")) {
        open.pop_back();
      } else if (!in_.take(";")) {
        statement(function, open.back());
      }
    }
  }

  void statement(Function& function, std::size_t scope) {
    const Token first = in_.peek();
    Instruction instruction;
    instruction.line = first.line;
    instruction.scope = scope;
    if (in_.take("@")) {
      instruction.guard_negated = in_.take("!");
      instruction.guard = in_.word("a predicate");
    }
    const Token opcode = in_.peek();
    const std::string_view word = in_.word("an instruction");
    if (instruction.guard.empty()) {
      if (in_.take(":")) {
        label(function, scope, word, first.line);
        return;
      }
      if (word.front() == '.') {
        declare(function, scope, word, first.line);
        return;
      }
    }
    instruction.words = split_words(word);
    while (!in_.at(";")) {
      if (in_.peek().kind == Token::Kind::end) in_.fail("an instruction does not end");
      instruction.operands.push_back(operand());
      if (!in_.take(",") && !in_.at(";")) in_.fail("expected ',' or ';', found " + in_.found());
    }
    in_.next();
    instruction.text = in_.since(opcode);
    function.instructions.push_back(std::move(instruction));
  }

  void label(Function& function, std::size_t scope, std::string_view name, std::uint32_t line) {
    Scope& names = function.scopes[scope];
    if (in_.take(".branchtargets")) {
      std::vector<std::string_view>& targets = names.branch_targets[name];
      do {
        targets.push_back(in_.word("a label"));
      } while (in_.take(","));
      in_.expect(";");
    } else if (in_.at(".callprototype") || in_.at(".calltargets")) {
      skip_to_semicolon_or_line(line, false);
    } else if (!names.labels.emplace(name, function.instructions.size()).second) {
      throw PtxError(line, "the label '" + std::string(name) + "' is set twice");
    }
  }

  void declare(Function& function, std::size_t scope, std::string_view word, std::uint32_t line) {
    Scope& names = function.scopes[scope];
    if (word == ".reg") {
      std::string_view type = in_.word("a type");
      if (type == ".v2" || type == ".v4")
        throw PtxError(line, "registers that are vectors are not taken");
      type.remove_prefix(type.front() == '.' ? 1 : 0);
      bytes_of(type, line);
      do {
        const std::string_view name = in_.word("a register");
        if (in_.take("<")) {
          names.ranges.push_back({name, integer(), type});
          in_.expect(">");
        } else {
          names.registers[name] = type;
        }
      } while (in_.take(","));
      in_.expect(";");
    } else if (word == ".local" || word == ".shared" || word == ".param") {
      names.variables.push_back(declaration(space_of(word), line));
      in_.expect(";");
    } else if (word == ".loc" || word == ".pragma") {
      skip_to_semicolon_or_line(line, word == ".loc");
    } else if (word == ".file") {
      skip_to_semicolon_or_line(line, true);
    } else {
      throw PtxError(line, "unknown directive '" + std::string(word.substr(0, 40)) + "'");
    }
  }

  Operand operand() {
    if (++depth_ > deepest_scope) in_.fail("an operand nests too deeply");
    Operand result = simple_operand();
    if (in_.take("|")) {
      Operand pair;
      pair.kind = Operand::Kind::pair;
      pair.text = result.text;
      pair.parts.push_back(std::move(result));
      pair.parts.push_back(simple_operand());
      result = std::move(pair);
    }
    --depth_;
    return result;
  }

  Operand simple_operand() {
    const Token first = in_.peek();
    Operand result;
    result.text = first.text;
    if (in_.take("{")) {
      result.kind = Operand::Kind::vector;
      sequence(result, "}");
    } else if (in_.take("(")) {
      result.kind = Operand::Kind::list;
      sequence(result, ")");
    } else if (in_.take("[")) {
      result.kind = Operand::Kind::address;
      sequence(result, "]");
      if (result.parts.empty()) throw PtxError(first.line, "an address is empty");
      result.bits = result.parts.front().bits;
    } else if (in_.take("!")) {
      result.negated = true;
      result.text = in_.word("a predicate");
    } else if (first.kind == Token::Kind::number || in_.at("-") || in_.at("+")) {
      result = literal();
    } else {
      result.text = in_.word("an operand");
      if (result.text == "_") result.kind = Operand::Kind::sink;
      if (in_.at("+") || in_.at("-")) {
        // name + 8, name + -8, name - 8
        const bool negative = in_.next().text == "-";
        const Operand displacement = literal();
        result.bits = negative ? 0 - displacement.bits : displacement.bits;
      }
    }
    return result;
  }

  void sequence(Operand& result, std::string_view close) {
    if (in_.take(close)) return;
    do {
      result.parts.push_back(operand());
    } while (in_.take(","));
    in_.expect(close);
  }

  Scanner in_;
  Module module_;
  bool external_ = false;
  std::size_t depth_ = 0;
};

}  // namespace

std::uint64_t width_of(std::string_view type) {
  static const std::map<std::string_view, std::uint64_t> widths = {
      {"b8", 1},    {"u8", 1},     {"s8", 1},     {"b16", 2},    {"u16", 2},    {"s16", 2},
      {"f16", 2},   {"bf16", 2},   {"b32", 4},    {"u32", 4},    {"s32", 4},    {"f32", 4},
      {"f16x2", 4}, {"bf16x2", 4}, {"tf32", 4},   {"u16x2", 4},  {"s16x2", 4},  {"b64", 8},
      {"u64", 8},   {"s64", 8},    {"f64", 8},    {"b128", 16},  {"f32x2", 8},  {"e4m3", 1},
      {"e5m2", 1},  {"e4m3x2", 2}, {"e5m2x2", 2}, {"e4m3x4", 4}, {"e5m2x4", 4},
  };
  const auto found = widths.find(type);
  return found == widths.end() ? 0 : found->second;
}

std::uint64_t bytes_of(std::string_view type, std::uint32_t line) {
  const std::uint64_t bytes = width_of(type);
  if (bytes == 0 && type != "pred")
    throw PtxError(line, "unknown type '" + std::string(type.substr(0, 40)) + "'");
  return bytes;
}

Module parse(std::string_view text) {
  return Parser(text).module();
}

Summary summarize(std::string_view text) {
  const Module module = parse(text);
  Summary summary{module.version, module.target, {}};
  for (const Function& function : module.functions) {
    if (!function.is_entry || !function.is_defined) continue;
    Entry entry{std::string(function.name), {},
                function.required_block,    function.most_threads,
                function.cluster,           function.line};
    std::uint64_t offset = 0;
    for (const Variable& variable : function.parameters) {
      offset = (offset + variable.alignment - 1) / variable.alignment * variable.alignment;
      entry.parameters.push_back({std::string(variable.name), std::string(variable.type),
                                  variable.bytes, offset, variable.is_pointer});
      offset += variable.bytes;
    }
    summary.entries.push_back(std::move(entry));
  }
  return summary;
}

}  // namespace layoutcheck::gpu::ptx
