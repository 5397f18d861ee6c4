// What the page asks, as functions of WebAssembly: text in, JSON out.
#include "evaluation.hpp"
#include "explain.hpp"
#include "json.hpp"
#include "picture.hpp"
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/version.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <emscripten/emscripten.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

namespace layoutcheck::site {

namespace {

using cli::json_string;
using cli::list;
using cli::member;
using cli::object;

JudgeOptions judge_options(std::size_t points) {
  JudgeOptions options;
  options.limits.points = points;
  options.language = &properties::full_language();
  return options;
}

std::string error_json(std::size_t column, const std::string& message) {
  return object({member(
      "error", object({member("column", column), member("message", json_string(message))}))});
}

std::string_view class_of(std::optional<cli::Ink> ink) {
  if (ink == cli::Ink::green) return "right";
  if (ink == cli::Ink::red) return "wrong";
  return ink == cli::Ink::yellow ? "open" : "";
}

std::string item_json(const cli::Evaluation::Item& item) {
  return object({member("label", json_string(item.label)), member("text", json_string(item.text)),
                 member("class", json_string(class_of(item.ink)))});
}

/// Whether another convention may give another answer.
bool depends_on_convention(const Case& content) {
  const auto depends = [](std::string_view operation) {
    const auto signatures = standard_vocabulary().named(operation);
    return std::ranges::any_of(signatures, &Operation::conventional);
  };
  return depends(content.operation) ||
         std::ranges::any_of(content.inner, depends, &Inner::operation);
}

/// What the oracle answers in each convention, whichever the case names.
std::string answers_by_convention(Case content, const JudgeOptions& options) {
  if (!depends_on_convention(content)) return list({});
  content.answer.reset();
  content.convention.reset();
  for (Inner& inner : content.inner)
    inner.convention.reset();
  std::vector<std::string> answers;
  for (const Convention convention : conventions) {
    JudgeOptions in_convention = options;
    in_convention.convention = convention;
    const Reply oracle = cli::explain(content, in_convention).oracle;
    const bool is_answered = oracle.kind == Reply::Kind::answered;
    answers.push_back(
        object({member("convention", json_string(name(convention))),
                member("answer", json_string(is_answered ? to_string(oracle.answer) : "")),
                member("note", json_string(oracle.note))}));
  }
  return list(answers);
}

/// Members with the picture, or why there is none.
std::vector<std::string> picture_members(const std::string& expression,
                                         const JudgeOptions& options) {
  try {
    const cli::Shown shown = cli::read_shown(expression, options);
    return {member("title", json_string(shown.title)),
            member("picture", json_string(cli::picture_of(shown, {})))};
  } catch (const std::exception& reason) {
    return {member("no_picture", json_string(reason.what()))};
  }
}

/// An expression without an operation is only drawn.
std::string value_json(const std::string& text, const JudgeOptions& options) {
  try {
    parse_any(text);
  } catch (const ParseError& error) {
    return error_json(error.column(), error.message());
  }
  return object(picture_members(text, options));
}

std::string case_json(const std::string& text, const JudgeOptions& options) {
  Case content;
  try {
    content = parse_case(text, 1, properties::full_vocabulary());
  } catch (const ParseError& error) {
    return error_json(error.column(), error.message());
  }
  const cli::Evaluation evaluation = cli::evaluate(content, options);
  std::vector<std::string> items;
  for (const cli::Evaluation::Item& item : evaluation.items)
    items.push_back(item_json(item));
  std::vector<std::string> members = picture_members(text, options);
  members.push_back(member("case", json_string(to_string(content))));
  members.push_back(member("text", json_string(to_text(evaluation, cli::Colours::none))));
  members.push_back(member("items", list(items)));
  members.push_back(member("right", evaluation.is_right ? "true" : "false"));
  members.push_back(member("conventions", answers_by_convention(content, options)));
  return object(members);
}

/// The operations, each signature by itself.
std::string vocabulary_json() {
  std::vector<std::string> entries;
  for (const Operation& operation : standard_vocabulary().operations())
    entries.push_back(object({member("name", json_string(operation.name)),
                              member("signature", json_string(signature(operation))),
                              member("summary", json_string(operation.summary))}));
  return object({member("version", json_string(version)), member("operations", list(entries))});
}

/// Valid until the next answer.
const char* kept(std::string answer) {
  static std::string last;
  last = std::move(answer);
  return last.c_str();
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* layoutcheck_vocabulary() {
  return kept(vocabulary_json());
}

/// The verdict on a case, with so many points to compare; or the picture of a value.
EMSCRIPTEN_KEEPALIVE const char* layoutcheck_judge(const char* text, double points) {
  const JudgeOptions options = judge_options(static_cast<std::size_t>(points));
  try {
    return kept(cli::is_case(text) ? case_json(text, options) : value_json(text, options));
  } catch (const std::bad_alloc&) {
    return kept(error_json(0, "the memory of the page does not suffice; compare fewer points"));
  } catch (const std::exception& error) {
    return kept(error_json(0, error.what()));
  }
}

}  // extern "C"

}  // namespace layoutcheck::site
