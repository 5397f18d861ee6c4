// Bindings: which signature a function is for, what it is given, and what becomes of its answer.
#include <layoutcheck/notation/bindings.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

namespace layoutcheck {
namespace {

using enum Sort;

struct Context {
  Int unit = 1;

  static Value value(const std::string& text) { return static_cast<Int>(text.size()); }
};

const Vocabulary& vocabulary() {
  static const Vocabulary all({{"count", {layout}, integer, false, false, ""},
                               {"count", {morphism}, integer, false, false, ""},
                               {"sum", {shape}, integer, true, false, ""},
                               {"at", {flat_tuple, integer}, integer, false, false, ""},
                               {"scaled", {positive}, integer, false, false, ""}});
  return all;
}

Bindings<Context> complete() {
  Bindings<Context> all(vocabulary());
  all.bind("count", [](const Layout& a) { return a.length(); });
  all.bind("count", [](const Morphism& f) { return to_string(f); });
  all.bind("sum", [](const std::vector<NestedTuple>& xs) { return Tuple{Int(xs.size())}; });
  all.bind("at", [](const Tuple& list, std::size_t i) -> Outcome<Int> {
    if (i >= list.size()) return Undefined{"too far"};
    return list[i];
  });
  all.bind("scaled", [](const Context& context, Int n) { return n * context.unit; });
  return all;
}

/// "= answer", or the reason.
std::string answered(const char* question) {
  static const Bindings<Context> all = complete();
  const Case c = parse_case(question, 1, vocabulary());
  const auto* answerer = all.find(vocabulary().find(c.operation, c.operands));
  if (answerer == nullptr) return "nothing";
  const Outcome<Value> answer = (*answerer)({10}, c.operands);
  return answer ? "= " + to_string(*answer) : answer.reason();
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(Bindings, GiveAFunctionWhatItTakes) {
  EXPECT_NO_THROW(complete().require_complete());
  EXPECT_EQ(answered("count((2,2):(1,2))"), "= 2");
  EXPECT_EQ(answered("count((2)--(1)-->(2))"), "= 14");
  EXPECT_EQ(answered("sum((2), (3), 4)"), "= (3)");
  EXPECT_EQ(answered("at((5,7), 1)"), "= 7");
  EXPECT_EQ(answered("at((5,7), 2)"), "too far");
  EXPECT_EQ(answered("scaled(4)"), "= 40");
}

TEST(Bindings, RefuseWhatNoSignatureTakes) {
  Bindings<Context> all(vocabulary());
  EXPECT_NE(error_of([&] { all.bind("count", [](const Tiler&) { return true; }); }), "");
  EXPECT_NE(error_of([&] { all.bind("count", [](const Layout&, Int) { return true; }); }), "");
  EXPECT_NE(error_of([&] { all.bind("sum", [](const NestedTuple&) { return true; }); }), "");
  EXPECT_NE(error_of([&] { all.bind("counts", [](const Layout&) { return true; }); }), "");
  all.bind("count", [](const Layout&) { return true; });
  EXPECT_EQ(error_of([&] { all.bind("count", [](const Layout&) { return false; }); }),
            "count(layout) is bound twice");
}

TEST(Bindings, NameASignatureWithoutAFunction) {
  Bindings<Context> all(vocabulary());
  all.bind("count", [](const Layout&) { return true; });
  EXPECT_EQ(error_of([&] { all.require_complete(); }), "no function is bound to count(morphism)");
  EXPECT_EQ(all.find(nullptr), nullptr);
}

}  // namespace
}  // namespace layoutcheck
