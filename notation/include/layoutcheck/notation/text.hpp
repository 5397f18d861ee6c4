// The text form of values and cases: parsing and printing, inverse to each other.
#pragma once

#include <layoutcheck/notation/case.hpp>

#include <iosfwd>
#include <stdexcept>

namespace layoutcheck {

/// Text that is not what it should be: where, and what was expected there.
class ParseError : public std::runtime_error {
 public:
  ParseError(std::size_t line, std::size_t column, const std::string& message,
             bool answer_is_no_value = false);

  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] std::size_t column() const { return column_; }
  /// The message without the place.
  [[nodiscard]] const std::string& message() const { return message_; }
  /// Whether all of the case can be read, and its answer is none because it breaks a rule of its
  /// sort, such as an extent of 0: that is a wrong answer, not a misspelt one.
  [[nodiscard]] bool answer_is_no_value() const { return answer_is_no_value_; }

 private:
  std::size_t line_;
  std::size_t column_;
  std::string message_;
  bool answer_is_no_value_;
};

/// The value of that sort. Throws ParseError (line 1).
Value parse_value(std::string_view text, Sort sort);

/// Whether the text of the layout is also one of a layout over the integers, which a case prefers:
/// no stride is negative or of another module.
bool reads_as_layout(const ModuleLayout& layout);

/// Shorthands for the commonest sorts. Throw ParseError.
Layout parse_layout(std::string_view text);
NestedTuple parse_shape(std::string_view text);
Morphism parse_morphism(std::string_view text);

/// The value of whatever sort the text has: a layout, a morphism, a pointed map, a profile if it
/// holds `*`, a tuple; a layout over a module or an element if one of its integers is negative or
/// bears `F` or `@`. Throws ParseError.
Value parse_any(std::string_view text);

/// The case on one line; `line` counts it for messages. The first signature that fits is meant.
/// Throws ParseError.
Case parse_case(std::string_view text, std::size_t line = 1,
                const Vocabulary& vocabulary = standard_vocabulary());

/// Whether a line of a file of cases holds no case: it is blank or a comment.
bool is_blank(std::string_view text);

std::string to_string(const Profile& profile);
std::string to_string(const NestedTuple& tuple);
std::string to_string(const Layout& layout);
std::string to_string(const PointedMap& map);
std::string to_string(const Morphism& morphism);
std::string to_string(const Tiler& tiler);
/// A coordinate is a tuple, but for one with a single part.
std::string to_string(const Element& element);
std::string to_string(const ModuleLayout& layout);
std::string to_string(const SwizzledLayout& layout);
std::string to_string(const OffsetModuleLayout& layout);
std::string to_string(const Value& value);
std::string to_string(const Answer& answer);

/// `operation(operand, ...)`, with the convention if the case names one.
std::string question(const Case& c);

/// The whole line, without a line end.
std::string to_string(const Case& c);

std::ostream& operator<<(std::ostream& out, const Profile& profile);
std::ostream& operator<<(std::ostream& out, const NestedTuple& tuple);
std::ostream& operator<<(std::ostream& out, const Layout& layout);
std::ostream& operator<<(std::ostream& out, const PointedMap& map);
std::ostream& operator<<(std::ostream& out, const Morphism& morphism);
std::ostream& operator<<(std::ostream& out, const Tiler& tiler);
std::ostream& operator<<(std::ostream& out, const Element& element);
std::ostream& operator<<(std::ostream& out, const ModuleLayout& layout);
std::ostream& operator<<(std::ostream& out, const SwizzledLayout& layout);
std::ostream& operator<<(std::ostream& out, const OffsetModuleLayout& layout);
std::ostream& operator<<(std::ostream& out, const Case& c);

}  // namespace layoutcheck
