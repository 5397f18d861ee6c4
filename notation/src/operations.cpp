// The standard vocabulary: every operation of docs/cases.md, and look-up by name.
#include <layoutcheck/notation/operations.hpp>

#include <algorithm>
#include <numeric>

namespace layoutcheck {

namespace {

using enum Sort;
using enum Family;
using enum Arrangement;

Operation plain(std::string name, std::vector<Sort> operands, Sort answer, std::string summary,
                Family family = other, Arrangement arrangement = logical) {
  return {std::move(name), std::move(operands), answer, false,
          false,           std::move(summary),  family, arrangement};
}

Operation repeated(std::string name, std::vector<Sort> operands, Sort answer, std::string summary) {
  Operation operation = plain(std::move(name), std::move(operands), answer, std::move(summary));
  operation.variadic = true;
  return operation;
}

Operation conventional(std::string name, std::vector<Sort> operands, Sort answer,
                       std::string summary, Family family = other,
                       Arrangement arrangement = logical) {
  Operation operation =
      plain(std::move(name), std::move(operands), answer, std::move(summary), family, arrangement);
  operation.conventional = true;
  return operation;
}

/// The edit distance, or the bound if it is not less. The row is room to count in.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t bound,
                          std::vector<std::size_t>& row) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= bound) return bound;
  row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
      least = std::min(least, row[j]);
    }
    // No later row has less than the least of this one.
    if (least >= bound) return bound;
  }
  return std::min(row[b.size()], bound);
}

bool is_layout(Sort sort) {
  return sort == layout || sort == flat_layout || sort == offset_layout;
}

/// Whether it makes a layout out of layouts.
bool maps_layouts(const Operation& operation) {
  return is_layout(operation.answer) && is_layout(operation.operands.front());
}

}  // namespace

bool specifies_function(const Operation& operation) {
  switch (operation.family) {
    case coalescing:
    case complement:
    case composition:
    case weak_composition:
    case division:
    case product:
    case addition:
    case modes:
      return maps_layouts(operation);
    case other:
    case inverse:
    case order:
    case refinement:
      return false;
  }
  return false;
}

bool specifies_property(const Operation& operation) {
  return operation.family == inverse && maps_layouts(operation);
}

std::string signature(const Operation& operation) {
  const auto word = [](Sort sort) -> std::string {
    switch (sort) {
      case truth:
        return "truth";
      case integer:
        return "integer";
      case positive:
        return "positive integer";
      case shape:
        return "shape";
      case flat_shape:
        return "flat shape";
      case tuple:
        return "nested tuple";
      case flat_tuple:
        return "tuple";
      case profile:
        return "profile";
      case layout:
        return "layout";
      case flat_layout:
        return "flat layout";
      case map:
        return "pointed map";
      case morphism:
        return "morphism";
      case flat_morphism:
        return "flat morphism";
      case tiler:
        return "tiler";
      case coordinate:
        return "coordinate";
      case offset_layout:
        return "layout with an offset";
      case module_layout:
        return "layout over a module";
      case element:
        return "element";
      case swizzled_layout:
        return "swizzled layout";
      case offset_module_layout:
        return "layout over a module with an offset";
    }
    return "value";
  };
  std::string text = operation.name + "(";
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    text += (i == 0 ? "" : ", ") + word(operation.operands[i]);
  return text + (operation.variadic ? ", ...)" : ")");
}

Vocabulary::Vocabulary(std::vector<Operation> operations) : operations_(std::move(operations)) {
  by_name_.resize(operations_.size());
  std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
  std::stable_sort(by_name_.begin(), by_name_.end(), [&](std::size_t a, std::size_t b) {
    return operations_[a].name < operations_[b].name;
  });
}

std::span<const std::size_t> Vocabulary::places(std::string_view name) const {
  const auto first =
      std::lower_bound(by_name_.begin(), by_name_.end(), name,
                       [&](std::size_t i, std::string_view n) { return operations_[i].name < n; });
  const auto last = std::find_if_not(first, by_name_.end(),
                                     [&](std::size_t i) { return operations_[i].name == name; });
  return {first, last};
}

std::vector<const Operation*> Vocabulary::named(std::string_view name) const {
  std::vector<const Operation*> found;
  for (std::size_t i : places(name))
    found.push_back(&operations_[i]);
  return found;
}

const Operation* Vocabulary::find(std::string_view name, std::span<const Value> operands) const {
  for (std::size_t place : places(name)) {
    const Operation& operation = operations_[place];
    if (!takes_so_many(operation, operands.size())) continue;
    bool fits = true;
    for (std::size_t i = 0; i < operands.size() && fits; ++i)
      fits = is_of(operands[i], sort_at(operation, i));
    if (fits) return &operation;
  }
  return nullptr;
}

std::string Vocabulary::suggestion(std::string_view name) const {
  // Nobody misspells a name of this length; it is something else.
  constexpr std::size_t longest = 100;
  std::string best;
  if (name.size() > longest) return "";
  // An id, such as colfax.2.1.6.9, is taken for a misspelt id of the same source.
  const std::string_view source = name.substr(0, name.find('.') + 1);
  std::size_t distance = name.size() / 3 + 2;
  std::vector<std::size_t> row;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const Operation& operation = operations_[by_name_[i]];
    const bool is_overload = i > 0 && operation.name == operations_[by_name_[i - 1]].name;
    const bool is_candidate = source.empty() ? operation.name.find('.') == std::string::npos
                                             : operation.name.starts_with(source);
    if (is_overload || !is_candidate) continue;
    const std::size_t d = edit_distance(name, operation.name, distance, row);
    if (d < distance) {
      distance = d;
      best = operation.name;
    }
  }
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

const Vocabulary& standard_vocabulary() {
#define LAYOUTCHECK_BRACED(...) \
  { __VA_ARGS__ }
#define LAYOUTCHECK_OPERATION(kind, name, operands, ...) \
  kind(#name, LAYOUTCHECK_BRACED operands, __VA_ARGS__),
  static const Vocabulary vocabulary(std::vector<Operation>{
#include <layoutcheck/notation/vocabulary.inc>
  });
#undef LAYOUTCHECK_BRACED
  return vocabulary;
}

}  // namespace layoutcheck
