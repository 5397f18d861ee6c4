// Chains: inner operations, and which signatures they and the one around them have.
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <utility>

namespace layoutcheck {

namespace {

/// What stands for an operand: a value, or an inner operation.
struct Slot {
  std::size_t first = 0;
  std::size_t count = 1;
  std::optional<std::size_t> inner = {};
};

/// What stands for the operands of the outer operation.
std::vector<Slot> parts_of(const Case& content) {
  std::vector<Slot> parts;
  std::size_t next = 0;
  for (std::size_t at = 0; at < content.operands.size(); at += parts.back().count) {
    while (next < content.inner.size() && content.inner[next].first < at)
      ++next;  // within the part before
    if (next < content.inner.size() && content.inner[next].first == at)
      parts.push_back({at, std::max<std::size_t>(1, content.inner[next].count), next});
    else
      parts.push_back({at});
  }
  return parts;
}

/// Whether the inner operation lies within the other, which stands before it.
bool is_within(const Inner& inner, const Inner& other) {
  return other.first <= inner.first && inner.first + inner.count <= other.first + other.count;
}

void add_sorts(const Case& content, std::vector<Sort>& sorts) {
  const Operation& operation = *operation_of(content);
  std::size_t i = 0;
  for (const Slot& part : parts_of(content)) {
    if (part.inner)
      add_sorts(inner_question(content, *part.inner), sorts);
    else
      sorts.push_back(sort_at(operation, i));
    ++i;
  }
}

}  // namespace

const Operation* operation_of(const Case& content, const Vocabulary& vocabulary) {
  if (!is_chain(content)) return vocabulary.find(content.operation, content.operands);
  for (const Inner& inner : content.inner)
    if (inner.first + inner.count > content.operands.size()) return nullptr;
  const std::vector<Slot> parts = parts_of(content);
  std::vector<const Operation*> answering(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].inner) continue;
    answering[i] = operation_of(inner_question(content, *parts[i].inner));
    if (answering[i] == nullptr) return nullptr;
  }
  for (const Operation* operation : vocabulary.named(content.operation)) {
    if (!takes_so_many(*operation, parts.size())) continue;
    bool fits = true;
    for (std::size_t i = 0; i < parts.size() && fits; ++i) {
      fits = answering[i] != nullptr
                 ? is_written_as(answering[i]->answer, sort_at(*operation, i))
                 : is_of(content.operands[parts[i].first], sort_at(*operation, i));
    }
    if (fits) return operation;
  }
  return nullptr;
}

Case inner_question(const Case& chain, std::size_t number) {
  const Inner& inner = chain.inner.at(number);
  Case question;
  question.operation = inner.operation;
  question.convention = inner.convention;
  const auto first = chain.operands.begin() + static_cast<std::ptrdiff_t>(inner.first);
  question.operands.assign(first, first + static_cast<std::ptrdiff_t>(inner.count));
  for (std::size_t i = number + 1; i < chain.inner.size() && is_within(chain.inner[i], inner);
       ++i) {
    question.inner.push_back(chain.inner[i]);
    question.inner.back().first -= inner.first;
  }
  return question;
}

bool replace_last_inner(Case& chain, const Value& value) {
  const Inner last = chain.inner.back();
  // The innermost one around it is the last that it lies within.
  std::size_t around = chain.inner.size() - 1;
  while (around > 0 && !is_within(last, chain.inner[around - 1]))
    --around;
  const Case outer = around > 0 ? inner_question(chain, around - 1) : chain;
  const std::size_t offset = around > 0 ? chain.inner[around - 1].first : 0;
  const Operation* operation = operation_of(outer);
  if (operation == nullptr) return false;
  std::size_t place = 0;
  for (const Slot& part : parts_of(outer)) {
    if (part.first + offset == last.first) break;
    ++place;
  }
  try {
    const Value fitted = parse_value(to_string(value), sort_at(*operation, place));
    const auto first = chain.operands.begin() + static_cast<std::ptrdiff_t>(last.first);
    *first = fitted;
    chain.operands.erase(first + 1, first + static_cast<std::ptrdiff_t>(last.count));
  } catch (const ParseError&) {
    return false;
  }
  chain.inner.pop_back();
  for (Inner& inner : chain.inner)
    if (is_within(last, inner)) inner.count -= last.count - 1;
  return true;
}

std::string operations_in(const Case& content) {
  std::string text = content.operation;
  for (std::size_t i = 0; i < content.inner.size(); ++i)
    text += (i == 0 ? "(" : ", ") + content.inner[i].operation;
  return is_chain(content) ? text + ")" : text;
}

std::vector<Sort> sorts_of(const Case& content) {
  std::vector<Sort> sorts;
  add_sorts(content, sorts);
  return sorts;
}

void name_convention(Case& content, Convention convention) {
  if (convention == Convention::strict) return;
  const auto depends = [](const Case& question) {
    const Operation* operation = operation_of(question);
    return !question.convention && operation != nullptr && operation->conventional;
  };
  if (depends(content)) content.convention = convention;
  for (std::size_t i = 0; i < content.inner.size(); ++i)
    if (depends(inner_question(content, i))) content.inner[i].convention = convention;
}

void drop_convention(Case& content, Convention convention) {
  if (content.convention == convention) content.convention.reset();
  for (Inner& inner : content.inner)
    if (inner.convention == convention) inner.convention.reset();
}

}  // namespace layoutcheck
