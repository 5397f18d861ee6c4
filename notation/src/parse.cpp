// Parsing: text is read as terms first, and terms become values of the sorts that a signature asks
// for.
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace layoutcheck {

ParseError::ParseError(std::size_t line, std::size_t column, const std::string& message,
                       bool answer_is_no_value)
    : std::runtime_error("line " + std::to_string(line) + ", column " + std::to_string(column) +
                         ": " + message),
      line_(line),
      column_(column),
      message_(message),
      answer_is_no_value_(answer_is_no_value) {}

namespace {

constexpr Int star = -1;
constexpr Int underscore = -2;
/// An integer of an answer that does not fit in 64 bits.
constexpr Int beyond = -3;
/// An element of a module that is no integer ≥ 0.
constexpr Int special = -4;

/// An entry that is an element of a module.
struct Placed {
  std::size_t place;
  std::size_t column;
  Element element;
};

/// A nested tuple whose entries may be `*`, `_` or elements of a module.
struct Nested {
  std::size_t column = 0;
  std::string word;
  Tuple entries;
  std::vector<Placed> elements;

  [[nodiscard]] bool has(Int mark) const {
    return std::find(entries.begin(), entries.end(), mark) != entries.end();
  }
};

struct Term {
  enum class Kind { nested, layout, morphism, map, angle, word, swizzled, operation };
  Kind kind = Kind::nested;
  std::size_t column = 0;
  std::vector<Nested> parts;  // one for nested, shape and stride, or domain, map and codomain
  std::vector<Term> modes;    // of an angle, or the operands of an operation
  Tuple numbers;              // bits, base and shift of a swizzle, and the offset
  bool has_large_offset = false;
  std::string word;
  std::optional<Convention> convention;
};

/// Reads terms of one line; a message names the column, which counts from 1.
class Reader {
 public:
  Reader(std::string_view text, std::size_t line) : text_(text), line_(line) {}

  [[noreturn]] void fail(std::size_t column, const std::string& message) const {
    throw ParseError(line_, column, message);
  }

  [[noreturn]] void expected(const std::string& what) {
    skip_spaces();
    fail(column(), "expected " + what + ", found " + found());
  }

  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
      ++at_;
  }

  /// From now on a negative integer is read as 0, and remembered; one that does not fit in 64 bits
  /// is read as `beyond`.
  void admit_what_answers_hold() { is_answer_ = true; }
  /// The column of the first negative integer that was admitted.
  [[nodiscard]] std::optional<std::size_t> negative() const { return negative_; }

  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] std::size_t column() const { return at_ + 1; }

  bool at_end() {
    skip_spaces();
    return at_ == text_.size();
  }

  bool sees(std::string_view token) {
    skip_spaces();
    return text_.substr(at_, token.size()) == token;
  }

  bool accept(std::string_view token) {
    if (!sees(token)) return false;
    at_ += token.size();
    return true;
  }

  void require(std::string_view token, const std::string& what) {
    if (!accept(token)) expected(what);
  }

  /// A name: letters, digits, `_`, `.` and single `-`, beginning with a letter; "" if there is
  /// none.
  std::string accept_name() {
    skip_spaces();
    const std::size_t start = at_;
    if (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0)
      while (is_in_name(at_) || (is_at('-') && is_in_name(at_ + 1)))
        ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  std::string rest() {
    skip_spaces();
    std::string_view rest = text_.substr(at_);
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.back())) != 0)
      rest.remove_suffix(1);
    at_ = text_.size();
    return std::string(rest);
  }

  /// An operation of the vocabulary with its operands, among which there may be others.
  Term read_operation(const Vocabulary& vocabulary) {
    skip_spaces();
    const std::size_t column_of_name = column();
    const std::string name = accept_name();
    if (name.empty()) expected("the name of an operation");
    const Vocabulary* before = std::exchange(vocabulary_, &vocabulary);
    Term term = read_operation(column_of_name, name);
    vocabulary_ = before;
    return term;
  }

  Term read_term() {
    skip_spaces();
    Term term;
    term.column = column();
    if (sees("<")) return read_angle();
    if (const std::string name = is_at_bits() ? "" : accept_name(); !name.empty()) {
      if (name == "Sw" && sees("<")) return read_swizzled(term.column);
      if (vocabulary_ != nullptr && (sees("(") || sees("@"))) {
        if (++inner_ > most_inner) {
          fail(term.column,
               "more than " + std::to_string(most_inner) + " operations stand for operands");
        }
        return read_operation(term.column, name);
      }
      term.kind = Term::Kind::word;
      term.word = name;
      return term;
    }
    term.parts.push_back(read_nested());
    if (accept("-->")) fail(term.column, "a morphism is written domain--map-->codomain");
    if (accept("--")) {
      term.kind = Term::Kind::morphism;
      read_arrow(term);
      term.parts.push_back(read_nested());
    } else if (accept(":")) {
      term.kind = Term::Kind::layout;
      term.parts.push_back(read_nested());
    }
    return term;
  }

 private:
  Term read_operation(std::size_t column_of_name, const std::string& name) {
    Term term;
    term.kind = Term::Kind::operation;
    term.column = column_of_name;
    term.word = name;
    if (vocabulary_->named(name).empty())
      fail(term.column, "unknown operation '" + name + "'" + vocabulary_->suggestion(name));
    if (accept("@")) {
      const std::size_t start = column();
      term.convention = convention_named(accept_name());
      if (!term.convention) fail(start, "expected strict, extended or squeezed after '@'");
    }
    require("(", "'('");
    if (accept(")")) return term;
    do {
      term.modes.push_back(read_term());
    } while (accept(","));
    require(")", "',' or ')'");
    return term;
  }

  [[nodiscard]] bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  /// Whether an element over XOR comes, such as F5.
  [[nodiscard]] bool is_at_bits() const { return is_at('F') && is_digit(at_ + 1); }

  [[nodiscard]] bool is_in_name(std::size_t place) const {
    return place < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[place])) != 0 ||
                                    text_[place] == '_' || text_[place] == '.');
  }

  [[nodiscard]] std::string found() const {
    // A code point of UTF-8 is shown whole.
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0U) == 0x80U)
      ++end;
    return at_ == text_.size() ? "the end" : "'" + std::string(text_.substr(at_, end - at_)) + "'";
  }

  void read_arrow(Term& term) {
    Nested map = read_nested();
    if (!map.word.starts_with("("))
      fail(map.column, "the map of a morphism is a tuple, such as (1,*,2)");
    if (map.word.size() != map.entries.size() + 2)
      fail(map.column, "the map of a morphism is not nested");
    term.parts.push_back(std::move(map));
    require("-->", "'-->' and the codomain");
  }

  /// A tuple of tilers <a, b, ...>, or, when an arrow follows, a pointed map <m>--map--><n>.
  Term read_angle() {
    Term term;
    term.kind = Term::Kind::angle;
    term.column = column();
    if (++depth_ > max_depth) fail(term.column, "nesting deeper than " + std::to_string(max_depth));
    accept("<");
    while (!accept(">")) {
      term.modes.push_back(read_term());
      if (!accept(",") && !sees(">")) expected("',' or '>'");
    }
    --depth_;
    if (accept("--")) {
      term.kind = Term::Kind::map;
      read_arrow(term);
      Term codomain;
      codomain.column = column();
      require("<", "'<' and the size of the codomain");
      codomain.parts.push_back(read_nested());
      require(">", "'>'");
      term.modes.push_back(std::move(codomain));
    }
    return term;
  }

  /// What follows Sw: <B,M,S> o OFFSET o LAYOUT.
  Term read_swizzled(std::size_t column) {
    Term term;
    term.kind = Term::Kind::swizzled;
    term.column = column;
    for (const char* before : {"<", ",", ","}) {
      require(before, std::string("'") + before + "' of Sw<B,M,S>");
      term.numbers.push_back(read_number());
    }
    require(">", "'>' of Sw<B,M,S>");
    require("o", "'o' and the offset, as in Sw<B,M,S> o 0 o LAYOUT");
    term.numbers.push_back(read_number(is_answer_ ? &term.has_large_offset : nullptr));
    require("o", "'o' and the layout, as in Sw<B,M,S> o 0 o LAYOUT");
    term.parts.push_back(read_nested());
    require(":", "':' and the strides of the layout");
    term.parts.push_back(read_nested());
    return term;
  }

  Nested read_nested() {
    skip_spaces();
    Nested nested;
    nested.column = column();
    std::size_t open = 0;
    // A word such as (*(**)) is built while reading, so that no recursion meets the input.
    do {
      skip_spaces();
      if (!opens_sum() && accept("(")) {
        if (++open + depth_ > max_depth)
          fail(column() - 1, "nesting deeper than " + std::to_string(max_depth));
        nested.word += '(';
        if (!sees(")")) continue;
      } else {
        nested.entries.push_back(read_entry(nested));
        nested.word += '*';
      }
      close_tuples(nested, open);
    } while (open > 0);
    return nested;
  }

  /// After a complete mode: closes the tuples that end here and steps over a comma.
  void close_tuples(Nested& nested, std::size_t& open) {
    while (open > 0) {
      if (accept(")")) {
        nested.word += ')';
        --open;
      } else if (accept(",")) {
        if (!sees(")")) return;
      } else {
        expected("',' or ')'");
      }
    }
  }

  [[nodiscard]] bool is_digit(std::size_t place) const {
    return place < text_.size() && std::isdigit(static_cast<unsigned char>(text_[place])) != 0;
  }

  /// Whether here begins (3@0@1)+, the first part of a sum.
  [[nodiscard]] bool opens_sum() const {
    if (!is_at('(')) return false;
    std::size_t at = at_ + 1;
    const auto pass = [&](auto&& belongs) {
      while (at < text_.size() && belongs(text_[at]))
        ++at;
    };
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    pass(is_space);
    const std::size_t first = at;
    pass([](char c) {
      return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '@' || c == '-';
    });
    if (text_.substr(first, at - first).find('@') == std::string_view::npos) return false;
    pass(is_space);
    if (at == text_.size() || text_[at++] != ')') return false;
    pass(is_space);
    return at < text_.size() && text_[at] == '+';
  }

  /// The digits here; `beyond` if they do not fit in 64 bits.
  Int read_digits() {
    if (!is_digit(at_)) expected("an integer, '*' or '('");
    Int value = 0;
    for (; is_digit(at_); ++at_) {
      if (value == beyond) continue;
      if (__builtin_mul_overflow(value, Int{10}, &value) ||
          __builtin_add_overflow(value, Int{text_[at_] - '0'}, &value))
        value = beyond;
    }
    return value;
  }

  /// An integer that fits in 64 bits, negative or not; one that does not is 0, and told, or fails.
  Int read_number(bool* is_large = nullptr) {
    skip_spaces();
    const std::size_t start = column();
    const bool is_negative = accept("-");
    Int value = read_digits();
    if (value == beyond) {
      if (is_large == nullptr) fail(start, "the integer does not fit in 64 bits");
      *is_large = true;
      value = 0;
    }
    return is_negative ? -value : value;
  }

  /// The places behind an integer, the innermost one first: @0@1.
  Element::Part read_places(Int value) {
    Element::Part part{{}, value};
    while (is_at('@')) {
      ++at_;
      if (part.path.size() == max_depth)
        fail(column(), "more than " + std::to_string(max_depth) + " places");
      part.path.push_back(read_number());
    }
    std::reverse(part.path.begin(), part.path.end());
    return part;
  }

  /// 0 is the same in all modules, so that a line whose strides are 0 is one of a layout.
  Int keep(Nested& nested, std::size_t start, Element element) {
    if (element.is_zero()) return 0;
    nested.elements.push_back({nested.entries.size(), start, std::move(element)});
    return special;
  }

  Int keep(Nested& nested, std::size_t start, std::vector<Element::Part> parts) {
    try {
      return keep(nested, start, Element::coordinate(std::move(parts)));
    } catch (const std::invalid_argument& error) {
      fail(start, error.what());
    }
  }

  Int read_sum(Nested& nested) {
    const std::size_t start = column();
    std::vector<Element::Part> parts;
    do {
      require("(", "'(' and the next part of the sum");
      const Int value = read_number();
      if (!is_at('@')) expected("'@' and a place");
      parts.push_back(read_places(value));
      require(")", "')'");
    } while (accept("+"));
    return keep(nested, start, std::move(parts));
  }

  Int read_entry(Nested& nested) {
    if (accept("*")) return star;
    if (accept("_")) return underscore;
    skip_spaces();
    if (is_at('(')) return read_sum(nested);
    const std::size_t start = column();
    if (is_at_bits()) {
      ++at_;
      const Int value = read_digits();
      if (value == beyond) fail(start, "the integer does not fit in 64 bits");
      return keep(nested, start, Element::bits(value));
    }
    const bool is_negative = is_at('-') && is_digit(at_ + 1);
    if (is_negative) ++at_;
    const Int value = read_digits();
    if (value == beyond && (!is_answer_ || is_at('@')))
      fail(start, "the integer does not fit in 64 bits");
    if (is_at('@'))
      return keep(nested, start, std::vector{read_places(is_negative ? -value : value)});
    if (!is_negative) return value;
    const Int kept = keep(nested, start, Element::integer(value == beyond ? INT64_MIN : -value));
    if (!is_answer_) return kept;
    negative_ = negative_.value_or(start);
    return 0;
  }

  std::string_view text_;
  std::size_t line_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  /// Of the operations that may stand for operands; nullptr where none may.
  const Vocabulary* vocabulary_ = nullptr;
  std::size_t inner_ = 0;
  bool is_answer_ = false;
  std::optional<std::size_t> negative_;
};

/// A term that is not of the wanted sort: where and why.
struct Mismatch {
  std::size_t column;
  std::string message;
};

/// Whether the term is of another kind, rather than of the wanted one and against a rule of it.
bool is_of_another_kind(const Mismatch& mismatch) {
  return mismatch.message.starts_with("expected");
}

/// Throws a mismatch at the first entry that is an element of a module, and no integer ≥ 0; what an
/// answer reads as 0 is none.
void require_plain(const Nested& nested) {
  if (!nested.has(special)) return;
  const auto& [place, column, element] = nested.elements.front();
  const bool is_negative = element.module() == Module::integers;
  throw Mismatch{column, "expected a non-negative integer, found " +
                             (is_negative ? "a negative one" : "'" + to_string(element) + "'")};
}

NestedTuple to_tuple(const Nested& nested, Sort sort) {
  require_plain(nested);
  if (nested.has(star) || nested.has(underscore))
    throw Mismatch{nested.column, "expected " + std::string(describe(sort)) + ", found '*' or '_'"};
  return {nested.entries, Profile::from_word(nested.word)};
}

Tuple to_map(const Nested& nested) {
  require_plain(nested);
  Tuple values = nested.entries;
  if (nested.has(underscore))
    throw Mismatch{nested.column, "expected a map, such as (1,*,2), found '_'"};
  std::replace(values.begin(), values.end(), star, Int{0});
  return values;
}

Layout to_layout(const Term& term) {
  const NestedTuple shape = to_tuple(term.parts[0], Sort::layout);
  const NestedTuple stride = to_tuple(term.parts[1], Sort::layout);
  if (!shape.is_positive())
    throw Mismatch{term.parts[0].column, "an extent of a layout is positive"};
  if (shape.profile() != stride.profile())
    throw Mismatch{term.parts[1].column, "the stride is not congruent to the shape"};
  return {shape, stride};
}

std::vector<Element> to_elements(const Nested& nested, Sort sort) {
  if (nested.has(star) || nested.has(underscore))
    throw Mismatch{nested.column, "expected " + std::string(describe(sort)) + ", found '*' or '_'"};
  std::vector<Element> elements;
  for (const Int entry : nested.entries)
    elements.push_back(entry == special ? Element() : Element::integer(entry));
  for (const Placed& placed : nested.elements)
    elements[placed.place] = placed.element;
  return elements;
}

ModuleLayout to_module_layout(const Term& term) {
  const NestedTuple shape = to_tuple(term.parts[0], Sort::module_layout);
  std::vector<Element> strides = to_elements(term.parts[1], Sort::module_layout);
  if (!shape.is_positive())
    throw Mismatch{term.parts[0].column, "an extent of a layout is positive"};
  if (shape.profile().word() != term.parts[1].word)
    throw Mismatch{term.parts[1].column, "the stride is not congruent to the shape"};
  return {shape.profile(), shape.entries(), std::move(strides)};
}

/// A coordinate: the integers of a nested tuple, and where they are in it.
Element to_coordinate(const Nested& nested) {
  std::vector<Element::Part> parts;
  Tuple path;
  std::size_t next = 0;
  for (const char c : nested.word) {
    if (c == ')') {
      path.pop_back();
    } else if (c == '(') {
      path.push_back(0);
      continue;
    } else {
      parts.push_back({path, nested.entries[next++]});
    }
    if (!path.empty()) ++path.back();
  }
  for (const Placed& placed : nested.elements) {
    if (placed.element.module() != Module::integers)
      throw Mismatch{placed.column, "an entry of a coordinate is an integer"};
    parts[placed.place].value = placed.element.value();
  }
  return Element::coordinate(std::move(parts));
}

Element to_element(const Term& term) {
  if (term.kind != Term::Kind::nested)
    throw Mismatch{term.column, "expected an element of a module"};
  const Nested& nested = term.parts[0];
  const std::vector<Element> elements = to_elements(nested, Sort::element);
  return nested.word == "*" ? elements.front() : to_coordinate(nested);
}

OffsetModuleLayout to_offset_module_layout(const Term& term) {
  if (term.kind != Term::Kind::angle || term.modes.size() != 2 ||
      term.modes[0].kind != Term::Kind::layout)
    throw Mismatch{term.column, "expected " + std::string(describe(Sort::offset_module_layout))};
  return {to_module_layout(term.modes[0]), to_element(term.modes[1])};
}

/// The tuple as it is written where `_` may stand in it: <0,_> for (0,_).
std::string in_angles(const Nested& nested) {
  std::string text;
  std::size_t next = 0;
  for (const char c : nested.word) {
    if (c != ')' && !text.empty() && text.back() != '<') text += ',';
    if (c != '*') {
      text += c == '(' ? '<' : '>';
      continue;
    }
    const Int entry = nested.entries[next++];
    text += entry == underscore ? "_" : std::to_string(entry);
  }
  return text;
}

/// A value of one of the sorts that are tilers. `inside`: it may be `_` alone.
Tiler to_tiler(const Term& term, Sort sort, bool inside) {
  switch (term.kind) {
    case Term::Kind::layout:
      return Tiler(to_layout(term));
    case Term::Kind::angle: {
      Tiler::Tuple modes;
      for (const Term& mode : term.modes)
        modes.push_back(to_tiler(mode, sort, true));
      return Tiler(std::move(modes));
    }
    case Term::Kind::nested: {
      const Nested& nested = term.parts[0];
      if (inside && nested.entries == Tuple{underscore} && nested.word == "*") return {};
      require_plain(nested);
      const bool keeps =
          nested.word != "*" && nested.has(underscore) &&
          std::ranges::all_of(nested.entries, [](Int x) { return x >= 0 || x == underscore; });
      if (keeps && sort != Sort::offset_layout) {
        throw Mismatch{nested.column,
                       std::string(sort == Sort::tiler ? "a tiler" : "a coordinate") +
                           " with '_' is written " + in_angles(nested)};
      }
      NestedTuple shape = to_tuple(nested, sort);
      if (sort == Sort::tiler && !shape.is_positive())
        throw Mismatch{term.column, "an entry of a shape is positive"};
      return Tiler(std::move(shape));
    }
    default:
      throw Mismatch{term.column, "expected " + std::string(describe(sort))};
  }
}

PointedMap to_pointed_map(const Term& term) {
  const auto size = [](const Term& t) -> Int {
    if (t.parts.size() != 1 || t.parts[0].word != "*" || t.parts[0].entries[0] < 0)
      throw Mismatch{t.column, "expected the size of a pointed set, such as <4>"};
    return t.parts[0].entries[0];
  };
  if (term.modes.size() != 2)
    throw Mismatch{term.column, "a pointed map is written <m>--map--><n>"};
  Tuple values = to_map(term.parts[0]);
  if (static_cast<Int>(values.size()) != size(term.modes[0])) {
    throw Mismatch{term.parts[0].column, "the map has " + std::to_string(values.size()) +
                                             " values, but the domain has " +
                                             std::to_string(size(term.modes[0]))};
  }
  return {std::move(values), size(term.modes[1])};
}

Value to_value(const Term& term, Sort sort) {
  const auto mismatch = [&] {
    return Mismatch{term.column, "expected " + std::string(describe(sort))};
  };
  const auto require = [&](Term::Kind kind) {
    if (term.kind != kind) throw mismatch();
  };
  const auto checked = [&](Value value) {
    if (!is_of(value, sort)) throw mismatch();
    return value;
  };
  switch (sort) {
    case Sort::truth:
      require(Term::Kind::word);
      if (term.word != "true" && term.word != "false") throw mismatch();
      return term.word == "true";
    case Sort::integer:
    case Sort::positive:
      require(Term::Kind::nested);
      require_plain(term.parts[0]);
      if (term.parts[0].word != "*" || term.parts[0].entries[0] < 0) throw mismatch();
      return checked(term.parts[0].entries[0]);
    case Sort::shape:
    case Sort::flat_shape:
    case Sort::tuple:
    case Sort::flat_tuple:
      require(Term::Kind::nested);
      return checked(to_tuple(term.parts[0], sort));
    case Sort::profile: {
      require(Term::Kind::nested);
      require_plain(term.parts[0]);
      const Tuple& entries = term.parts[0].entries;
      if (std::any_of(entries.begin(), entries.end(), [](Int x) { return x != star; }))
        throw mismatch();
      return Profile::from_word(term.parts[0].word);
    }
    case Sort::layout:
    case Sort::flat_layout:
      require(Term::Kind::layout);
      return checked(to_layout(term));
    case Sort::map:
      require(Term::Kind::map);
      return to_pointed_map(term);
    case Sort::morphism:
    case Sort::flat_morphism:
      require(Term::Kind::morphism);
      return checked(Morphism(to_tuple(term.parts[0], sort), to_map(term.parts[1]),
                              to_tuple(term.parts[2], sort)));
    case Sort::tiler:
      return to_tiler(term, sort, false);
    case Sort::coordinate:
    case Sort::offset_layout:
      return checked(to_tiler(term, sort, sort == Sort::coordinate));
    case Sort::module_layout:
      require(Term::Kind::layout);
      return to_module_layout(term);
    case Sort::element:
      return to_element(term);
    case Sort::swizzled_layout:
      require(Term::Kind::swizzled);
      return SwizzledLayout({term.numbers[0], term.numbers[1], term.numbers[2]}, term.numbers[3],
                            to_layout(term));
    case Sort::offset_module_layout:
      return to_offset_module_layout(term);
  }
  throw mismatch();
}

/// to_value, with what the constructors refuse turned into a mismatch at the term.
Value convert(const Term& term, Sort sort) {
  try {
    return to_value(term, sort);
  } catch (const std::invalid_argument& error) {
    throw Mismatch{term.column, error.what()};
  }
}

bool has_elements(const Term& term) {
  return std::ranges::any_of(term.parts,
                             [](const Nested& part) { return !part.elements.empty(); }) ||
         std::ranges::any_of(term.modes, has_elements);
}

Sort natural_sort(const Term& term) {
  switch (term.kind) {
    case Term::Kind::layout:
      return term.parts[1].elements.empty() ? Sort::layout : Sort::module_layout;
    case Term::Kind::swizzled:
      return Sort::swizzled_layout;
    case Term::Kind::morphism:
      return Sort::morphism;
    case Term::Kind::map:
      return Sort::map;
    case Term::Kind::angle:
      return has_elements(term) ? Sort::offset_module_layout : Sort::tiler;
    case Term::Kind::word:
    case Term::Kind::operation:
      return Sort::truth;
    case Term::Kind::nested:
      break;
  }
  if (!term.parts[0].elements.empty()) return Sort::element;
  return term.parts[0].has(star) ? Sort::profile : Sort::tuple;
}

/// The question that a term is, and the signature of its operation.
struct Asked {
  const Operation* operation = nullptr;
  Case question;
};

/// The operation with the operands behind those of the question. Throws Mismatch unless its answers
/// are written as the sort.
void add_inner(Case& question, const Asked& inner, Sort sort, std::size_t column) {
  if (!is_written_as(inner.operation->answer, sort)) {
    throw Mismatch{column, "expected " + std::string(describe(sort)) + ", and " +
                               inner.operation->name + " answers " +
                               std::string(describe(inner.operation->answer))};
  }
  const std::size_t first = question.operands.size();
  const Case& of = inner.question;
  question.inner.push_back({of.operation, of.convention, first, of.operands.size()});
  for (Inner further : of.inner) {
    further.first += first;
    question.inner.push_back(std::move(further));
  }
  question.operands.insert(question.operands.end(), of.operands.begin(), of.operands.end());
}

Asked to_question(const Term& term, const Vocabulary& vocabulary, const Reader& reader);

/// The operands under the first signature that fits, and that signature.
Asked match(const std::vector<const Operation*>& signatures, const Term& asked,
            const Vocabulary& vocabulary, const Reader& reader) {
  const std::vector<Term>& terms = asked.modes;
  std::vector<Asked> inner(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i].kind == Term::Kind::operation)
      inner[i] = to_question(terms[i], vocabulary, reader);
  std::optional<Mismatch> farthest;
  std::size_t reached = 0;
  for (const Operation* operation : signatures) {
    if (!takes_so_many(*operation, terms.size())) continue;
    Case question;
    std::size_t i = 0;
    try {
      for (; i < terms.size(); ++i) {
        const Sort sort = sort_at(*operation, i);
        if (inner[i].operation != nullptr)
          add_inner(question, inner[i], sort, terms[i].column);
        else
          question.operands.push_back(convert(terms[i], sort));
      }
      return {operation, std::move(question)};
    } catch (const Mismatch& mismatch) {
      // A well-formed term of another kind says less than one of the right kind that breaks a rule.
      const std::size_t score = 2 * i + (is_of_another_kind(mismatch) ? 0U : 1U);
      if (!farthest || score > reached) {
        farthest = mismatch;
        reached = score;
      }
    }
  }
  std::string forms;
  for (const Operation* operation : signatures)
    forms += (forms.empty() ? "" : ", ") + signature(*operation);
  if (!farthest) reader.fail(asked.column, "wrong number of operands; the forms are " + forms);
  reader.fail(farthest->column,
              farthest->message + (signatures.size() > 1 ? "; the forms are " + forms : ""));
}

Asked to_question(const Term& term, const Vocabulary& vocabulary, const Reader& reader) {
  Asked asked = match(vocabulary.named(term.word), term, vocabulary, reader);
  asked.question.operation = term.word;
  asked.question.convention = term.convention;
  if (term.convention && !asked.operation->conventional)
    reader.fail(term.column, "'" + term.word + "' depends on no convention");
  // A statement, whose id has a dot, is checked on values.
  if (is_chain(asked.question) && term.word.find('.') != std::string::npos)
    reader.fail(term.column, "the operands of a statement are values");
  return asked;
}

/// The text before the comment, and the comment.
std::pair<std::string_view, std::string> split_comment(std::string_view text) {
  const std::size_t hash = text.find('#');
  if (hash == std::string_view::npos) return {text, ""};
  Reader comment(text.substr(hash + 1), 1);
  return {text.substr(0, hash), comment.rest()};
}

/// What an answer says whose integers are not bounded: where one is the stride of an extent of 1,
/// which no value of the layout depends on, it becomes 0. Nothing if none is left that does not fit
/// in 64 bits; else, if it belongs to a layout, `unsupported`, because other layouts that fit may
/// be the same function, or as right, and otherwise `overflow`.
std::optional<NonValue> without_large_integers(Term& answer) {
  const bool is_layout = answer.kind == Term::Kind::layout || answer.kind == Term::Kind::swizzled;
  if (is_layout && answer.parts[0].word == answer.parts[1].word) {
    for (std::size_t i = 0; i < answer.parts[0].entries.size(); ++i)
      if (Int& d = answer.parts[1].entries[i]; d == beyond && answer.parts[0].entries[i] == 1)
        d = 0;
  }
  std::optional<NonValue> found;
  for (Term& mode : answer.modes)
    if (const auto none = without_large_integers(mode); none && found != NonValue::unsupported)
      found = none;
  const auto has_large = [](const Nested& part) { return part.has(beyond); };
  // The value at 0 is beyond them in every form.
  if (answer.has_large_offset) found = NonValue::overflow;
  if (std::any_of(answer.parts.begin(), answer.parts.end(), has_large))
    found = is_layout ? NonValue::unsupported : NonValue::overflow;
  return found;
}

/// Where the strides of an answer, and its offset, are of several modules, those of extents of 1,
/// which no value of the layout depends on, become 0.
void keep_one_module(Term& answer, std::span<const Element> offset = {}) {
  if (answer.kind == Term::Kind::angle && answer.modes.size() == 2) {
    try {
      const std::vector moved{std::get<Element>(convert(answer.modes[1], Sort::element))};
      keep_one_module(answer.modes[0], moved);
    } catch (const Mismatch&) {
      // It is told when the answer is converted.
    }
    return;
  }
  if (answer.kind != Term::Kind::layout || (offset.empty() && answer.parts[1].elements.empty()))
    return;
  const Nested& shape = answer.parts[0];
  Nested& stride = answer.parts[1];
  if (shape.word != stride.word || stride.has(star) || stride.has(underscore)) return;
  try {
    std::vector<Element> all = to_elements(stride, Sort::module_layout);
    all.insert(all.end(), offset.begin(), offset.end());
    require_one_module(all);
  } catch (const std::invalid_argument&) {
    const auto is_idle = [&](std::size_t i) { return shape.entries[i] == 1; };
    for (std::size_t i = 0; i < stride.entries.size(); ++i)
      if (is_idle(i)) stride.entries[i] = 0;
    std::erase_if(stride.elements, [&](const Placed& placed) { return is_idle(placed.place); });
  }
}

/// The answer, up to the comment; the message of an error goes before what the comment says.
void read_answer(Reader& reader, const Operation& operation, Case& c) {
  reader.admit_what_answers_hold();
  Term answer = reader.read_term();
  if (answer.kind == Term::Kind::word) {
    for (const NonValue word :
         {NonValue::undefined, NonValue::overflow, NonValue::unsupported, NonValue::error})
      if (answer.word == name(word)) c.answer = word;
  }
  if (c.answer == Answer(NonValue::error)) {
    std::string message = reader.rest();
    if (!message.empty())
      c.comment = std::move(message) + (c.comment.empty() ? "" : "; ") + c.comment;
  }
  if (c.answer) return;
  if (const auto none = without_large_integers(answer)) {
    c.answer = *none;
    c.comment = "it holds an integer beyond 64 bits" + (c.comment.empty() ? "" : "; " + c.comment);
    return;
  }
  keep_one_module(answer);
  try {
    c.answer = convert(answer, operation.answer);
  } catch (const Mismatch& mismatch) {
    if (is_of_another_kind(mismatch) || !reader.at_end()) {
      reader.fail(mismatch.column,
                  mismatch.message + ", undefined, overflow, unsupported or error");
    }
    throw ParseError(reader.line(), mismatch.column, mismatch.message, true);
  }
  const bool takes_negative = operation.answer == Sort::module_layout ||
                              operation.answer == Sort::element ||
                              operation.answer == Sort::offset_module_layout;
  if (!takes_negative && reader.negative() && reader.at_end())
    throw ParseError(reader.line(), *reader.negative(), "an integer is negative", true);
}

}  // namespace

bool is_blank(std::string_view text) {
  Reader reader(split_comment(text).first, 1);
  return reader.at_end();
}

Value parse_value(std::string_view text, Sort sort) {
  Reader reader(text, 1);
  const Term term = reader.read_term();
  if (!reader.at_end()) reader.expected("the end");
  try {
    return convert(term, sort);
  } catch (const Mismatch& mismatch) {
    reader.fail(mismatch.column, mismatch.message);
  }
}

Value parse_any(std::string_view text) {
  Reader reader(text, 1);
  const Term term = reader.read_term();
  if (!reader.at_end()) reader.expected("the end");
  try {
    return convert(term, natural_sort(term));
  } catch (const Mismatch& mismatch) {
    reader.fail(mismatch.column, mismatch.message);
  }
}

bool reads_as_layout(const ModuleLayout& layout) {
  return std::ranges::all_of(layout.strides(), [](const Element& d) {
    return d.is_zero() || (d.module() == Module::integers && d.value() > 0);
  });
}

Layout parse_layout(std::string_view text) {
  return std::get<Layout>(parse_value(text, Sort::layout));
}

NestedTuple parse_shape(std::string_view text) {
  return std::get<NestedTuple>(parse_value(text, Sort::shape));
}

Morphism parse_morphism(std::string_view text) {
  return std::get<Morphism>(parse_value(text, Sort::morphism));
}

Case parse_case(std::string_view text, std::size_t line, const Vocabulary& vocabulary) {
  Case c;
  std::string_view body;
  std::tie(body, c.comment) = split_comment(text);
  Reader reader(body, line);
  Asked asked = to_question(reader.read_operation(vocabulary), vocabulary, reader);
  asked.question.comment = std::move(c.comment);
  c = std::move(asked.question);
  if (reader.accept("=")) read_answer(reader, *asked.operation, c);
  if (!reader.at_end())
    reader.expected(c.answer ? "the end or a comment" : "'=', the end or a comment");
  return c;
}

}  // namespace layoutcheck
