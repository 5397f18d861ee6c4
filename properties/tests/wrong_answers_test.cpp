// Who checks the judge: an answer that is wrong in a known way is never right.
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/offset_layout.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/swizzled.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <set>

namespace layoutcheck::properties {
namespace {

/// Values that differ from the right one, of the sorts that an answer can have. What differs in a
/// layout shows in its function: a stride of an extent of 1 does not, and is left alone.
class Wrong {
 public:
  std::vector<Value> operator()(bool right) const { return {Value(!right)}; }

  std::vector<Value> operator()(Int right) const {
    std::vector<Value> wrong;
    if (right < INT64_MAX) wrong.emplace_back(right + 1);
    if (right > 0) wrong.emplace_back(right - 1);
    return wrong;
  }

  std::vector<Value> operator()(const NestedTuple& right) const {
    std::vector<Value> wrong = {NestedTuple::tuple_of(std::vector{right, NestedTuple(7)})};
    for (std::size_t i = 0; i < right.length(); ++i) {
      Tuple entries = right.entries();
      if (entries[i] == INT64_MAX) continue;
      ++entries[i];
      wrong.emplace_back(NestedTuple(std::move(entries), right.profile()));
    }
    return wrong;
  }

  std::vector<Value> operator()(const Profile& right) const {
    return {Profile::tuple_of(std::vector{right, Profile()})};
  }

  std::vector<Value> operator()(const Layout& right) const {
    std::vector<Value> wrong = {Layout::tuple_of(std::vector{right, Layout::entry(2, 1)})};
    for (std::size_t i = 0; i < right.length(); ++i) {
      Tuple extents = right.extents();
      Tuple strides = right.strides();
      if (extents[i] > 1 && strides[i] < INT64_MAX) {
        ++strides[i];
        wrong.emplace_back(Layout(right.profile(), right.extents(), strides));
        strides[i] = strides[i] > 1 ? 0 : 2;
        if (strides[i] != right.strides()[i])
          wrong.emplace_back(Layout(right.profile(), right.extents(), strides));
      }
      if (extents[i] == INT64_MAX) continue;
      ++extents[i];
      wrong.emplace_back(Layout(right.profile(), std::move(extents), right.strides()));
    }
    return wrong;
  }

  std::vector<Value> operator()(const PointedMap& right) const {
    std::vector<Value> wrong = {PointedMap(right.values(), right.codomain() + 1)};
    for (std::size_t i = 0; i < right.values().size(); ++i) {
      Tuple values = right.values();
      values[i] = values[i] == 0 ? right.codomain() : 0;
      if (values[i] != right.values()[i])
        wrong.emplace_back(PointedMap(std::move(values), right.codomain()));
    }
    return wrong;
  }

  std::vector<Value> operator()(const Morphism& right) const {
    std::vector<Value> wrong;
    for (std::size_t i = 0; i < right.map().size(); ++i) {
      // Where an entry is 1, it encodes the same layout.
      if (right.map()[i] == 0 || right.domain().entries()[i] == 1) continue;
      Tuple map = right.map();
      map[i] = 0;
      wrong.emplace_back(Morphism(right.domain(), std::move(map), right.codomain()));
    }
    return wrong;
  }

  /// Of a layout with an offset.
  std::vector<Value> operator()(const Tiler& right) const {
    const Layout& layout = unmoved(right);
    const Int offset = offset_of(right);
    std::vector<Value> wrong = {with_offset(layout, offset == 0 ? 1 : offset - 1)};
    for (const Value& other : (*this)(layout))
      wrong.emplace_back(with_offset(std::get<Layout>(other), offset));
    return wrong;
  }

  std::vector<Value> operator()(const ModuleLayout& right) const {
    std::vector<Value> wrong = {
        ModuleLayout::tuple_of(std::vector{right, ModuleLayout::entry(2, {})})};
    for (std::size_t i = 0; i < right.length(); ++i) {
      std::vector<Element> strides = right.strides();
      if (right.extents()[i] == 1) continue;
      const auto other = std::ranges::find_if_not(strides, &Element::is_zero);
      const Element nonzero = other == strides.end() ? Element::bits(1) : *other;
      strides[i] = strides[i].is_zero() ? nonzero : Element();
      wrong.emplace_back(ModuleLayout(right.profile(), right.extents(), strides));
    }
    return wrong;
  }

  std::vector<Value> operator()(const Element& right) const {
    const bool has_next = right.module() == Module::bits && right.value() < INT64_MAX;
    return {right.is_zero() ? Element::bits(1) : Element(),
            Element::bits(has_next ? right.value() + 1 : 2)};
  }

  std::vector<Value> operator()(const SwizzledLayout& right) const {
    std::vector<Value> wrong;
    for (const Value& layout : (*this)(right.layout()))
      wrong.emplace_back(SwizzledLayout(right.swizzle(), right.offset(), std::get<Layout>(layout)));
    wrong.emplace_back(SwizzledLayout(right.swizzle(), right.offset() == 0 ? 1 : right.offset() - 1,
                                      right.layout()));
    return wrong;
  }
};

std::vector<Answer> wrong_answers(const Answer& right) {
  if (!is_value(right)) {
    return {Value(true), Value(Int{1}), Value(NestedTuple(1)), Value(Layout::entry(1, 0)),
            Value(Profile())};
  }
  std::vector<Answer> wrong = {NonValue::undefined, NonValue::overflow, NonValue::error};
  for (Value& value : std::visit(Wrong(), std::get<Value>(right)))
    wrong.emplace_back(std::move(value));
  return wrong;
}

/// Whether A(B(x)) = x for all x that B has.
bool undoes(const Layout& a, const Layout& b, Convention convention = Convention::strict) {
  for (Exact x = 0; x < oracle::size(b); ++x) {
    const Exact y = oracle::value_at(b, x);
    if (convention == Convention::strict && y >= oracle::size(a)) return false;
    if (oracle::value_at(a, y, convention) != x) return false;
  }
  return true;
}

using Values = std::vector<oracle::ExactElement>;

Values values_of(const Value& operand) {
  if (const auto* over = std::get_if<ModuleLayout>(&operand)) return oracle::table(*over, {});
  return oracle::target(std::get<SwizzledLayout>(operand), {}).values;
}

std::optional<std::size_t> index_in(const oracle::ExactElement& element) {
  if (element.empty()) return 0;
  if (element.size() > 1 || !element.begin()->first.empty()) return std::nullopt;
  const Exact& x = element.begin()->second;
  return x < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(x));
}

/// The same of layouts over a module, of inverses and complements.
bool is_right_over_module(const Case& question, const ModuleLayout& claimed, const Answer& right) {
  const Operation& operation = *operation_of(question);
  const Values f = values_of(question.operands[0]);
  const Values r = oracle::table(claimed, {});
  const auto* canonical = is_value(right) ? std::get_if<ModuleLayout>(value_in(right)) : nullptr;
  if (module_of(claimed.strides()) == Module::coordinates) return false;
  if (operation.family == Family::complement) {
    std::set<Exact> all;
    for (const oracle::ExactElement& a : f)
      for (const oracle::ExactElement& b : r)
        all.insert(oracle::number_in(a) ^ oracle::number_in(b));
    return canonical == nullptr || oracle::table(*canonical, {}).size() == r.size()
               ? all.size() == f.size() * r.size() && *all.rbegin() < all.size()
               : false;
  }
  const bool is_left = question.operation == "left_inverse";
  // What a left inverse is where there is no value is free; over a box that is not told here.
  const auto* over = std::get_if<ModuleLayout>(&question.operands[0]);
  if (is_left && over != nullptr && module_of(over->strides()) == Module::coordinates) return true;
  if (!is_left && canonical != nullptr && r.size() < oracle::table(*canonical, {}).size())
    return false;
  for (std::size_t i = 0; i < (is_left ? f.size() : r.size()); ++i) {
    // i goes to `first`, and that to i, or to what f takes to the same.
    const auto first = index_in(is_left ? f[i] : r[i]);
    if (!first || *first >= (is_left ? r.size() : f.size())) return false;
    const auto back = index_in(is_left ? r[*first] : f[*first]);
    const bool is_strict = question.convention.value_or(Convention::strict) == Convention::strict;
    if (!back || (is_left && !is_strict ? *back >= f.size() || f[*back] != f[i] : *back != i))
      return false;
  }
  return true;
}

/// A layout can have several inverses: whether the claimed one is right, though it is not the one
/// that is expected.
bool is_right_as_well(const Case& question, const Answer& right) {
  const Operation& operation = *operation_of(question);
  if (operation.answer == Sort::module_layout && is_value(*question.answer) &&
      (operation.family == Family::inverse || operation.family == Family::complement)) {
    const auto* over = std::get_if<ModuleLayout>(value_in(*question.answer));
    return over != nullptr && is_right_over_module(question, *over, right);
  }
  const Layout* claimed = layout_in(*question.answer);
  const Layout* expected = layout_in(right);
  if (claimed == nullptr || expected == nullptr || !specifies_property(*operation_of(question)))
    return false;
  const auto& l = std::get<Layout>(question.operands[0]);
  const Convention convention = question.convention.value_or(Convention::strict);
  if (question.operation == "nullspace") {
    std::set<Exact> zeros;
    for (Exact x = 0; x < oracle::size(l); ++x)
      if (oracle::value_at(l, x) == 0) zeros.insert(x);
    const std::vector<Exact> claimed_zeros = oracle::table(*claimed, {});
    return claimed_zeros.size() == zeros.size() &&
           std::set(claimed_zeros.begin(), claimed_zeros.end()) == zeros;
  }
  if (question.operation != "left_inverse") {
    return oracle::size(*claimed) >= oracle::size(*expected) && undoes(l, *claimed, convention) &&
           undoes(std::get<Layout>(question.operands.back()), *claimed);
  }
  if (convention == Convention::strict) return undoes(*claimed, l);
  for (const Exact& y : oracle::table(l, {})) {
    const Exact x = oracle::value_at(*claimed, y, convention);
    if (oracle::value_at(l, x, convention) != y) return false;
  }
  return true;
}

/// Judges wrong answers to drawn questions of a row. Returns how many.
std::size_t judge_wrong_answers(const Statement& row, std::size_t questions,
                                const JudgeOptions& options) {
  SeededEntropy entropy(7);
  std::size_t judged = 0;
  for (std::size_t i = 0; i < questions; ++i) {
    Case question = question_of(row, draw(row.domain, entropy, 20));
    Answer right = NonValue::unsupported;
    try {
      right = oracle::expect(question, row.convention, {}).answer;
    } catch (const LimitReached&) {
      continue;
    }
    for (Answer& wrong : wrong_answers(right)) {
      question.answer = std::move(wrong);
      if (is_right_as_well(question, right)) continue;
      const Verdict verdict = judge(question, options);
      EXPECT_FALSE(is_right(verdict.kind)) << to_string(question) << ": " << to_string(verdict)
                                           << "; the answer is " << to_string(right);
      ++judged;
      if (testing::Test::HasFailure()) return judged;
    }
  }
  return judged;
}

TEST(WrongAnswers, AreNeverRight) {
  std::size_t judged = 0;
  for (const Statement& row : operations()) {
    const std::size_t of_row = judge_wrong_answers(row, 60, {});
    EXPECT_GT(of_row, 30U) << row.id;
    judged += of_row;
  }
  RecordProperty("judged", static_cast<int>(judged));
}

/// With hardly any points to tabulate, the judge has to object at samples.
TEST(WrongAnswers, AreNotRightBySamplesEither) {
  JudgeOptions options;
  options.limits.points = 8;
  for (const Statement& row : operations()) {
    judge_wrong_answers(row, 60, options);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace layoutcheck::properties
