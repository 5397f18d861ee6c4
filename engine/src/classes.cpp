// Classes of questions on an operation.
#include "edges.hpp"
#include "operation_domains.hpp"
#include <layoutcheck/engine/classes.hpp>
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/answer.hpp>

#include <algorithm>

namespace layoutcheck::engine {

namespace {

template <Of of, Fact fact>
bool says(const Features& features) {
  return features[feature(of, fact)];
}

template <std::size_t count>
bool has_above_one(const Features& features) {
  return most_above_one(features) == count;
}

template <std::size_t edge>
bool is_at(const Features& features) {
  return edges_of(features)[edge];
}

/// How many extents above 1 the answer has, 3 for more.
template <std::size_t count>
bool answers_with(const Features& features) {
  constexpr auto first = static_cast<std::size_t>(Fact::above_one_0);
  if constexpr (count < 3)
    return features[feature(Of::answer, static_cast<Fact>(first + count))];
  else
    return says<Of::answer, Fact::above_one_3>(features) ||
           says<Of::answer, Fact::above_one_4>(features);
}

bool crosses_none(const Features& features) {
  return !says<Of::question, Fact::crosses_1>(features) &&
         !says<Of::question, Fact::crosses_2>(features);
}

using enum ClassKind;

constexpr QuestionClass every_class[] = {
    {extents, "0", has_above_one<0>},
    {extents, "1", has_above_one<1>},
    {extents, "2", has_above_one<2>},
    {extents, "3", has_above_one<3>},
    {extents, "4+", has_above_one<4>},
    {edge, "<2^31", is_at<0>},
    {edge, ">=2^31", is_at<1>},
    {edge, "<2^32", is_at<2>},
    {edge, ">=2^32", is_at<3>},
    {edge, "<2^53", is_at<4>},
    {edge, ">=2^53", is_at<5>},
    {edge, "<2^63", is_at<6>},
    {edge, ">=2^63", is_at<7>},
    {branch, "undefined", says<Of::answer, Fact::undefined>},
    {branch, "true", says<Of::answer, Fact::truth>},
    {branch, "false", says<Of::answer, Fact::falsehood>},
    {branch, "0", says<Of::answer, Fact::number_0>},
    {branch, "1", says<Of::answer, Fact::number_1>},
    {branch, "above 1", says<Of::answer, Fact::number_2>},
    {branch, "no mode", answers_with<0>},
    {branch, "one mode", answers_with<1>},
    {branch, "two or more modes",
     [](const Features& f) { return answers_with<2>(f) || answers_with<3>(f); }},
    {branch, "two modes", answers_with<2>},
    {branch, "more modes", answers_with<3>},
    {branch, "none continues", says<Of::first, Fact::continues_0>},
    {branch, "one continues", says<Of::first, Fact::continues_1>},
    {branch, "more continue",
     [](const Features& f) {
       return says<Of::first, Fact::continues_2>(f) || says<Of::first, Fact::continues_3>(f);
     }},
    {branch, "no gap", says<Of::first, Fact::gaps_0>},
    {branch, "one gap", says<Of::first, Fact::gaps_1>},
    {branch, "two gaps", says<Of::first, Fact::gaps_2>},
    {branch, "more gaps", says<Of::first, Fact::gaps_3>},
    {branch, "B crosses no end", crosses_none},
    {branch, "B crosses an end", says<Of::question, Fact::crosses_1>},
    {branch, "B crosses more", says<Of::question, Fact::crosses_2>},
    {branch, "N divides a stride", says<Of::question, Fact::number_divides>},
    {branch, "N is a multiple", says<Of::question, Fact::number_is_multiple>},
    {branch, "N does not fit a stride", says<Of::question, Fact::number_apart>},
};

bool has_extents(Sort sort) {
  return sort != Sort::truth && sort != Sort::integer && sort != Sort::positive &&
         sort != Sort::profile && sort != Sort::map && sort != Sort::element;
}

bool is_layout(Sort sort) {
  return sort == Sort::layout || sort == Sort::flat_layout || sort == Sort::tiler;
}

/// Whether the class can be told of questions on the operation, whether or not one is in it.
bool concerns(const Operation& operation, const QuestionClass& of) {
  const std::string_view name = of.name;
  const Sort answer = operation.answer;
  const bool on_layouts = is_layout(operation.operands.front());
  if (of.kind != branch) return true;
  if (name == "undefined") return true;
  if (name == "true" || name == "false") return answer == Sort::truth;
  if (name == "0" || name == "1" || name == "above 1")
    return answer == Sort::integer || answer == Sort::element;
  if (name == "no mode" || name == "one mode") return has_extents(answer);
  // What only moves modes has as many as it is given.
  const bool moves = operation.family == Family::other || operation.name == "nullspace";
  if (name == "two or more modes") return has_extents(answer) && moves;
  if (name == "two modes" || name == "more modes") return has_extents(answer) && !moves;
  if (name.find("continue") != std::string_view::npos)
    return (operation.family == Family::coalescing || operation.name == "is_coalesced" ||
            operation.name == "is_flat_coalesced") &&
           operation.operands.front() != Sort::flat_tuple;
  if (name.ends_with("gap") || name.ends_with("gaps"))
    return on_layouts &&
           (operation.family == Family::complement || operation.name == "left_inverse");
  if (name.starts_with("B "))
    return on_layouts && operation.operands.size() == 2 && is_layout(operation.operands[1]) &&
           (operation.family == Family::composition || operation.family == Family::division ||
            operation.family == Family::weak_composition);
  return operation.name.ends_with("cast") && on_layouts;
}

/// Whether all operands have an answer.
bool is_total(const Operation& operation) {
  static constexpr std::string_view names[] = {
      "rank",
      "length",
      "depth",
      "size",
      "flatten",
      "profile",
      "divides",
      "congruent",
      "refines",
      "cosize(layout)",
      "cosize(swizzled layout)",
      "shape",
      "stride",
      "table",
      "same_function",
      "column_major",
      "row_major",
      "is_column_major",
      "is_row_major",
      "is_nondegenerate",
      "squeeze",
      "filter",
      "sort",
      "is_sorted",
      "is_flat_coalesced",
      "flat_coalesce",
      "is_compact",
      "is_complementable",
      "is_injective",
      "is_surjective",
      "is_bijective",
      "max_common_layout",
      "max_common_vector",
      "is_tractable",
      "sum",
      "domain",
      "codomain",
      "layout",
      "identity",
      "is_isomorphism",
      "is_standard_form",
      "is_product_admissible",
      "product_each",
      "compatible",
      "weakly_congruent",
      "evenly_divides",
      "coshape",
      "nullspace",
      "make_layout_like",
      "make_fragment_like",
      "from_linear",
      // Of those with several signatures, some.
      "concatenate(shape, ...)",
      "concatenate(layout, ...)",
      "flat_concatenate(flat shape, ...)",
      "flat_concatenate(flat layout, ...)",
      "is_coalesced(layout)",
      "is_coalesced(morphism)",
      "coalesce(layout)",
      "coalesce(morphism)",
      "coalesce(layout over a module)",
      "coalesce(swizzled layout)",
      "is_complement(layout, layout)",
      "right_inverse(layout)",
      "append(shape, shape)",
      "append(layout, layout)",
      "prepend(shape, shape)",
      "prepend(layout, layout)",
      "filter_zeros(layout)",
  };
  const std::string in_full = signature(operation);
  return std::ranges::any_of(
      names, [&](std::string_view name) { return name == operation.name || name == in_full; });
}

}  // namespace

std::string_view name(ClassKind kind) {
  switch (kind) {
    case extents:
      return "extents above 1";
    case edge:
      return "edges";
    case branch:
      return "branches";
  }
  return "?";
}

std::span<const QuestionClass> question_classes() {
  return every_class;
}

std::string_view unmet_reason(const Operation& operation, const QuestionClass& of) {
  const std::string_view name = of.name;
  const auto is_named = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, operation.name) != names.end();
  };
  if (of.kind != branch) {
    if (std::ranges::none_of(operation.operands, has_extents))
      return "no operand has extents or strides";
    if (name != ">=2^63") return "";
    if (std::ranges::all_of(operation.operands, is_tuple))
      return "the entries are written, and so is their sum of products";
    if (is_named({"size", "cosize", "coshape"}) && operation.operands.front() == Sort::shape)
      return "the answer would not fit";
    if (operation.family == Family::modes && std::ranges::all_of(operation.operands, has_extents) &&
        operation.operands.front() == Sort::layout && operation.operands.size() != 3 &&
        !operation.conventional)
      return "layouts of threads are compact, and tabulated";
    if (operation.family == Family::complement && operation.operands.back() == Sort::positive)
      return "the number, which is not below the cosize, would not fit";
    if (tabulates_all_values(operation) ||
        (operation.operands.front() == Sort::module_layout && is_named({"left_inverse"})))
      return "all values are tabulated";
    if (operation.operands.front() == Sort::swizzled_layout && operation.operands.size() == 1)
      return "offsets under a swizzle have 62 bits";
    if (operation.operands.front() == Sort::swizzled_layout && operation.name.ends_with("cast"))
      return "offsets under a swizzle have 62 bits";
    if (operation.answer == Sort::swizzled_layout &&
        operation.operands.back() == Sort::swizzled_layout && is_named({"composition"}))
      return "offsets under a swizzle have 62 bits";
    return "";
  }
  if (name == "undefined") return is_total(operation) ? "every operand has an answer" : "";
  if (name == "0" && is_named({"size", "cosize", "coshape", "max_common_vector"}))
    return "the answer is at least 1";
  if (name == "0" && is_named({"rank"}) && operation.operands.front() == Sort::module_layout)
    return "without modes it reads as a layout over the integers";
  if (name == "0" && is_named({"entry"})) return "the entry of a shape is at least 1";
  if (is_named({"entry"}) && name == "two or more modes") return "an entry has one extent";
  return "";
}

std::vector<const QuestionClass*> classes_of(const Operation& operation) {
  std::vector<const QuestionClass*> classes;
  for (const QuestionClass& one : every_class)
    if (concerns(operation, one) && unmet_reason(operation, one).empty()) classes.push_back(&one);
  return classes;
}

std::vector<std::size_t> count_classes(const Statement& row, std::uint64_t seed,
                                       std::size_t questions) {
  const std::vector<const QuestionClass*> classes = classes_of(*row.operation);
  std::vector<std::size_t> counts(classes.size());
  SeededEntropy seeds(seed);
  for (std::size_t i = 0; i < questions; ++i) {
    SeededEntropy entropy(seeds.next());
    const Case question = question_of(row, draw(row.domain, entropy, static_cast<int>(i % 101)));
    const Reply reply = reply_of_algebra(question, row.convention);
    const Features features = features_of(row.operation, question.operands, reply.answer);
    const bool is_defined = reply.kind == Reply::Kind::answered && is_value(reply.answer);
    for (std::size_t k = 0; k < classes.size(); ++k)
      counts[k] += (classes[k]->kind != edge || is_defined) && classes[k]->has(features) ? 1 : 0;
  }
  return counts;
}

}  // namespace layoutcheck::engine
