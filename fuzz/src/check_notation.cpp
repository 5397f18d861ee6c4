// Checking the notation on any bytes.
#include "target.hpp"
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <array>
#include <optional>
#include <sstream>

namespace layoutcheck::fuzz {

namespace {

constexpr std::array tried_sorts{
    Sort::truth,         Sort::integer,       Sort::positive,        Sort::shape,
    Sort::flat_shape,    Sort::tuple,         Sort::profile,         Sort::layout,
    Sort::map,           Sort::morphism,      Sort::flat_tuple,      Sort::tiler,
    Sort::flat_layout,   Sort::flat_morphism, Sort::coordinate,      Sort::offset_layout,
    Sort::module_layout, Sort::element,       Sort::swizzled_layout, Sort::offset_module_layout};

/// What is wrong with an error about the text, or "".
std::string fault_of(const ParseError& error, std::string_view text) {
  if (error.line() != 1) return "the error is in line " + std::to_string(error.line());
  if (error.column() < 1 || error.column() > text.size() + 1) {
    return "the error is in column " + std::to_string(error.column()) + " of " +
           std::to_string(text.size());
  }
  return error.message().empty() ? "the error has no message" : "";
}

/// What is wrong with `read`, which reads a text into something that can be printed and compared.
template <class Read>
std::string fault_of_reading(std::string_view text, Read&& read) {
  try {
    const auto first = read(text);
    const std::string printed = to_string(first);
    try {
      const auto second = read(printed);
      if (!(second == first)) return "'" + printed + "' is parsed to another value";
      if (to_string(second) != printed) return "'" + printed + "' is printed in another way";
    } catch (const ParseError& error) {
      return "'" + printed + "' is printed and cannot be parsed: " + error.what();
    }
  } catch (const ParseError& error) {
    return fault_of(error, text);
  }
  return "";
}

/// The value in the text if it is one of the sort.
std::optional<Value> value_of(std::string_view text, Sort sort) {
  try {
    return parse_value(text, sort);
  } catch (const ParseError&) {
    return std::nullopt;
  }
}

/// The text as a value of whatever sort it has, and of one sort that its bytes choose: most texts
/// are of few sorts, and saying so for all would be most of the work.
std::string fault_of_values(std::string_view text) {
  std::size_t sum = 0;
  for (char c : text)
    sum += static_cast<unsigned char>(c);
  const Sort sort = tried_sorts[sum % tried_sorts.size()];
  // What is printed of an element over coordinates may be read as a tuple as well.
  std::string why = fault_of_reading(text, [is_element = false](std::string_view t) mutable {
    Value value = is_element ? parse_value(t, Sort::element) : parse_any(t);
    is_element = std::holds_alternative<Element>(value);
    return value;
  });
  if (why.empty())
    why = fault_of_reading(text, [&](std::string_view t) { return parse_value(t, sort); });
  if (!why.empty()) return why;
  const std::optional<Value> value = value_of(text, sort);
  if (value && !is_of(*value, sort)) return "it is read as " + std::string(describe(sort));
  try {
    // A text is a value of every sort that the value is of.
    const Value any = parse_any(text);
    const bool is_layout = std::holds_alternative<Layout>(any);
    if (is_layout || std::holds_alternative<ModuleLayout>(any)) {
      const Value over_module = parse_value(text, Sort::module_layout);
      if (reads_as_layout(std::get<ModuleLayout>(over_module)) != is_layout)
        return "it is read as a layout, or is not, against what is said of it";
    }
    if (is_of(any, sort) != (value == any))
      return "it is read in two ways as " + std::string(describe(sort));
  } catch (const ParseError&) {
  }
  return "";
}

/// The signature is found again from the values and the operations; these are equal exactly if
/// their texts are, and else one of them comes first.
std::string fault_of_case(const Case& c) {
  if (operation_of(c, properties::full_vocabulary()) == nullptr)
    return "no signature takes the operands";
  for (const Value& a : c.operands) {
    for (const Value& b : c.operands) {
      if (a.index() != b.index()) continue;
      const bool equal = to_string(a) == to_string(b);
      if ((a == b) != equal ||
          static_cast<int>(a < b) + static_cast<int>(b < a) + (equal ? 1 : 0) != 1)
        return to_string(a) + " and " + to_string(b) + " are compared wrongly";
    }
  }
  return "";
}

/// Of a question about operations: its values are of the sorts that are asked for, and a convention
/// that is named where there is none is the only thing that changes.
std::string fault_of_question(const Case& c) {
  if (operation_of(c) == nullptr) return "";
  if ((operations_in(c) == c.operation) == is_chain(c)) return "a chain is named wrongly";
  const std::vector<Sort> sorts = sorts_of(c);
  if (sorts.size() != c.operands.size()) return "not every operand has a sort";
  for (std::size_t i = 0; i < sorts.size(); ++i)
    if (!is_of(c.operands[i], sorts[i])) return to_string(c.operands[i]) + " is of another sort";
  Case unnamed = c;
  for (const Convention convention : {Convention::extended, Convention::squeezed})
    drop_convention(unnamed, convention);
  Case named = unnamed;
  name_convention(named, Convention::squeezed);
  const Case before = named;
  for (const Convention convention : {Convention::strict, Convention::extended})
    name_convention(named, convention);
  if (named != before) return "a convention is named over another one";
  drop_convention(named, Convention::squeezed);
  return named == unnamed ? "" : "a convention that is named and dropped leaves something";
}

/// Each line that is not blank is read once, as a case or with an error.
std::string fault_of_reading_lines(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::size_t last = 0;
  std::string why;
  read_cases(
      in,
      [&](const CaseLine& line) {
        if (line.number <= last) why = "lines are numbered out of order";
        if (line.content.has_value() != line.error.empty())
          why = "a line is neither case nor error";
        last = line.number;
        return why.empty();
      },
      properties::full_vocabulary());
  return why;
}

Checked check_notation(std::string_view input) {
  std::string why;
  std::optional<Case> content;
  try {
    why = fault_of_reading(input, [&](std::string_view text) {
      content = parse_case(text, 1, properties::full_vocabulary());
      return *content;
    });
    if (why.empty()) why = content ? fault_of_case(*content) : fault_of_values(input);
    if (why.empty() && content) why = fault_of_question(*content);
    if (why.empty() && input.find_first_of("\n\r") != std::string_view::npos)
      why = fault_of_reading_lines(input);
  } catch (const std::exception& error) {
    why = std::string("an exception: ") + error.what();
  }
  return why.empty() ? passed() : found(std::string(input), why);
}

}  // namespace

const Target notation_target{
    .name = "notation",
    .says = "any bytes: a clear error, or a value whose text is parsed to itself",
    .family = whole_family,
    .with_answers = true,
    .plain_percent = 70,
    .check = check_notation};

}  // namespace layoutcheck::fuzz
