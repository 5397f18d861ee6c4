// form_fault(): canonical answers lack nothing; what lies over another shape, or is not coalesced
// over it, does.
#include "enumerate.hpp"
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/form.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::oracle {
namespace {

constexpr Convention conventions[] = {Convention::strict, Convention::extended,
                                      Convention::squeezed};

const std::vector<std::string> by_tiler{"composition",    "logical_divide", "zipped_divide",
                                        "tiled_divide",   "flat_divide",    "logical_product",
                                        "zipped_product", "tiled_product",  "flat_product"};

bool is_a_product_by_rank(const Case& question) {
  return question.operation == "blocked_product" || question.operation == "raked_product";
}

/// The canonical answer, if it is a layout.
std::optional<Layout> canonical(const Case& question, Convention convention) {
  const Answer answer = expect(question, convention, limits).answer;
  const Layout* layout = layout_in(answer);
  return layout == nullptr ? std::nullopt : std::optional(*layout);
}

void expect_forms(const Case& question, Convention convention, std::size_t& seen) {
  const std::optional<Layout> right = canonical(question, convention);
  if (!right) return;
  ++seen;
  const auto fault = [&](const Layout& claimed) {
    return form_fault(question, *right, claimed, convention);
  };
  const std::string line = to_string(question) + " = " + to_string(*right);
  const auto found = fault(*right);
  EXPECT_FALSE(found.has_value()) << line << ": " << found->why;
  // One mode more at the end, and all modes in one.
  const Value& last = question.operands.back();
  const auto* tiler = std::get_if<Tiler>(&last);
  const auto* shape = std::get_if<NestedTuple>(&last);
  const bool has_a_size_alone =
      question.operation == "complement" || question.operands.size() == 1 ||
      (shape != nullptr && shape->is_entry()) ||
      (question.operation == "composition" &&
       (tiler->layout() != nullptr ? tiler->layout()->profile().is_entry()
                                   : tiler->shape() != nullptr && tiler->shape()->is_entry()));
  if (!right->profile().is_entry() && !has_a_size_alone) {
    std::vector<Layout> modes = right->modes();
    modes.push_back(Layout::entry(1, 0));
    const auto longer = fault(Layout::tuple_of(modes));
    ASSERT_TRUE(longer.has_value()) << line;
    EXPECT_EQ(longer->part, FormPart::modes) << line;
    // Inside a pair of a product by rank all is left open.
    const bool is_wrapped_alike =
        right->length() <= 1 || (is_a_product_by_rank(question) && right->modes().size() == 1);
    EXPECT_TRUE(is_wrapped_alike || fault(Layout::tuple_of(std::vector{*right}))) << line;
  }
  // An entry in two pieces is coalesced in no form, and left open outside `strict`.
  for (std::size_t i = 0; i < right->length(); ++i) {
    std::vector<Layout> parts;
    for (std::size_t j = 0; j < right->length(); ++j) {
      const Layout entry = Layout::entry(right->extents()[j], right->strides()[j]);
      parts.push_back(i == j ? Layout::tuple_of(std::vector{entry, Layout::entry(1, 0)}) : entry);
    }
    std::vector<ExactLayout> exact(parts.begin(), parts.end());
    const Layout split = to_layout(*substitute(right->profile(), exact));
    const bool is_open = is_a_product_by_rank(question) ||
                         (convention != Convention::strict && question.operation != "coalesce");
    EXPECT_TRUE(is_open || fault(split)) << line << ", not " << to_string(split);
  }
}

Case about(const std::string& operation, std::vector<Value> operands) {
  Case question;
  question.operation = operation;
  question.operands = std::move(operands);
  return question;
}

TEST(Form, OfTheCanonicalAnswerLacksNothing) {
  const std::vector<Layout> small = all_flat_layouts(2, {1, 2, 4}, {0, 1, 2, 4});
  const std::vector<Layout> tiles = all_flat_layouts(2, {1, 2}, {1, 2});
  std::size_t seen = 0;
  for (const Convention convention : conventions) {
    for (const Layout& a : small) {
      for (const Value& shape : {Value(a.shape()), Value(NestedTuple(8))})
        expect_forms(about("coalesce", {a, shape}), convention, seen);
      expect_forms(about("coalesce", {a}), convention, seen);
      expect_forms(about("complement", {a, Int{16}}), convention, seen);
      for (const Layout& b : tiles) {
        for (const std::string& operation : by_tiler)
          expect_forms(about(operation, {a, Tiler(b)}), convention, seen);
        expect_forms(about("blocked_product", {a, b}), convention, seen);
        expect_forms(about("raked_product", {a, b}), convention, seen);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(seen, 20000U);
}

TEST(Form, OfTheCanonicalAnswerByModeLacksNothing) {
  const std::vector<Layout> layouts = {
      parse_layout("(4,4):(1,4)"), parse_layout("((2,2),4):((1,2),4)"),
      parse_layout("(4,(2,2)):(4,(1,2))"), parse_layout("((4,2),(2,2),2):((1,4),(8,16),32)")};
  const char* const tilers[] = {"2",       "4:1",         "(2,2):(1,2)", "<2>",
                                "<_>",     "<2,2>",       "<_,2:2>",     "<2:1,_>",
                                "(2,2)",   "<(2):(1),4>", "<<2>,2>",     "<(2,2):(1,2),_>",
                                "<<2,_>>", "<4,<_,2>>"};
  std::size_t seen = 0;
  for (const Convention convention : conventions)
    for (const Layout& a : layouts)
      for (const char* const tiler : tilers)
        for (const std::string& operation : by_tiler)
          expect_forms(parse_case(operation + "(" + to_string(a) + ", " + tiler + ")"), convention,
                       seen);
  EXPECT_GT(seen, 500U);
}

}  // namespace
}  // namespace layoutcheck::oracle
