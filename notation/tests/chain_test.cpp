// Chains: what is read and printed, the places that errors name, and how inner operations become
// values.
#include <layoutcheck/notation/chain.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace layoutcheck {
namespace {

TEST(Chain, PrintsAsItWasRead) {
  for (const char* line :
       {"coalesce(prepend((4,6):(1,4), 1:0)) = 24:1  # CUTLASS #3253",
        "composition@extended(append(4:2, 1:0), 2:1) = 2:2",
        "coalesce(composition@squeezed((2,1):(1,5), 4:1))",
        "layout_add(coalesce(4:1), coalesce(append(2:1, 2:2))) = 4:2",
        "layout_add(4:1, coalesce(append(2:1, 2:2)))",
        "size(coalesce(coalesce(coalesce(4:1)))) = 4",
        "concatenate(flatten(4:1), 2:1, flatten((2,2):(1,2)))", "complement(2:1, size(4:1))",
        "apply(composition((8,8):(F1,F9), 4:2), 1) = F2", "mode(flatten((2,3)), 1) = 3",
        "coalesce(flatten((2,2)--(1,2)-->(2,2)))", "to_linear(coalesce(4:1))"}) {
    const Case read = parse_case(line);
    EXPECT_EQ(to_string(read), line);
    EXPECT_TRUE(is_chain(read));
    EXPECT_EQ(parse_case(to_string(read)), read);
    EXPECT_NE(operation_of(read), nullptr) << line;
  }
  EXPECT_FALSE(is_chain(parse_case("coalesce(4:1)")));
}

TEST(Chain, HasItsOperationsAndSorts) {
  const Case chain = parse_case("composition(append(4:2, coalesce(2:1)), 2:1)");
  EXPECT_EQ(signature(*operation_of(chain)), "composition(layout, tiler)");
  EXPECT_EQ(operations_in(chain), "composition(append, coalesce)");
  EXPECT_EQ(sorts_of(chain), (std::vector{Sort::layout, Sort::layout, Sort::tiler}));
  EXPECT_EQ(question(inner_question(chain, 0)), "append(4:2, coalesce(2:1))");
  EXPECT_EQ(question(inner_question(chain, 1)), "coalesce(2:1)");
  // The answer says which signature is meant.
  EXPECT_EQ(signature(*operation_of(parse_case("composition((8,8):(1,8), shape((2,4):(1,2)))"))),
            "composition(layout, tiler)");
  EXPECT_EQ(signature(*operation_of(parse_case("rank(profile(4:1))"))), "rank(profile)");
  EXPECT_EQ(signature(*operation_of(parse_case("rank(shape(4:1))"))), "rank(shape)");
}

TEST(Chain, OfAStatementOrWithoutASenseNamesThePlace) {
  const struct {
    const char* line;
    std::size_t column;
    const char* message;
  } bad[] = {
      {"coalesce(size(4:1))", 10, "expected a layout, and size answers an integer; the forms are "},
      {"coalesce(prepand(4:1, 1:0))", 10, "unknown operation 'prepand'; did you mean 'prepend'?"},
      {"coalesce(prepend(4:1, (1:0))", 25, "expected ',' or ')', found ':'"},
      {"coalesce(prepend(4:1, 1:0)", 27, "expected ',' or ')', found the end"},
      {"coalesce(prepend(4:1))", 10, "wrong number of operands; the forms are "},
      {"coalesce(append@extended(4:1, 1:0))", 10, "'append' depends on no convention"},
      {"coalesce(composition@loose(4:1, 2:1))", 22, "expected strict, extended or squeezed after"},
      {"composition(4:1, <flatten(2:1)>)", 19, "expected a tiler"},
      {"coalesce(4:1) = flatten(4:1)", 17, "expected a layout, undefined, overflow"},
      {"coalesce(flatten)", 10, "expected a layout"},
  };
  for (const auto& [line, column, message] : bad) {
    try {
      parse_case(line);
      ADD_FAILURE() << line << " is read";
    } catch (const ParseError& error) {
      EXPECT_EQ(error.column(), column) << line << ": " << error.what();
      EXPECT_NE(error.message().find(message), std::string::npos) << error.message();
    }
  }
}

TEST(Chain, HasSoManyOperationsAtMost) {
  const auto nested = [](std::size_t inner) {
    std::string text = "coalesce(";
    for (std::size_t i = 0; i < inner; ++i)
      text += "coalesce(";
    return text + "4:1" + std::string(inner + 1, ')');
  };
  EXPECT_EQ(parse_case(nested(most_inner)).inner.size(), most_inner);
  EXPECT_THROW(parse_case(nested(most_inner + 1)), ParseError);
  EXPECT_THROW(parse_case(nested(100'000)), ParseError);
}

/// An evaluation, as the rooms have one.
struct Said {
  Answer answer;
  std::string reason;
};

TEST(Chain, IsResolvedFromTheLastToTheFirst) {
  std::vector<std::string> asked;
  const auto resolved = [&](const char* line, const std::function<Said(const Case&)>& answer) {
    asked.clear();
    Case chain = parse_case(line);
    const auto none = resolve(chain, [&](const Case& inner) {
      asked.push_back(question(inner));
      return answer(inner);
    });
    return none ? to_string(none->answer) + ": " + none->reason : question(chain);
  };
  const auto three = [](const Case&) { return Said{Value(parse_layout("3:7")), ""}; };
  EXPECT_EQ(resolved("composition(append(4:2, coalesce((2,2):(1,2))), flatten(2:1))", three),
            "composition(3:7, 3:7)");
  EXPECT_EQ(asked, (std::vector<std::string>{"flatten(2:1)", "coalesce((2,2):(1,2))",
                                             "append(4:2, 3:7)"}));
  EXPECT_EQ(resolved("concatenate(coalesce(coalesce(2:1)), 2:1, coalesce(5:1))", three),
            "concatenate(3:7, 2:1, 3:7)");
  EXPECT_EQ(resolved("append(2:1, coalesce(append(2:1, concatenate(5:1, 3:2))))", three),
            "append(2:1, 3:7)");
  EXPECT_EQ(asked, (std::vector<std::string>{"concatenate(5:1, 3:2)", "append(2:1, 3:7)",
                                             "coalesce(3:7)"}));
  const auto none = [](const Case&) { return Said{NonValue::overflow, "beyond"}; };
  EXPECT_EQ(resolved("size(append(4:1, 2:4))", none), "overflow: beyond");
  // A nested layout is no operand of what takes flat ones.
  const auto nested = [](const Case&) { return Said{Value(parse_layout("((2)):((1))")), ""}; };
  EXPECT_EQ(resolved("sort(append(2:1, 1:0))", nested),
            "undefined: append answers ((2)):((1)), which is no operand there");
}

TEST(Chain, NamesAndDropsAConventionWhereItMatters) {
  Case chain = parse_case("size(composition(append(2:1, 1:0), complement@strict(2:1)))");
  name_convention(chain, Convention::extended);
  EXPECT_EQ(question(chain),
            "size(composition@extended(append(2:1, 1:0), complement@strict(2:1)))");
  drop_convention(chain, Convention::extended);
  EXPECT_EQ(question(chain), "size(composition(append(2:1, 1:0), complement@strict(2:1)))");
}

}  // namespace
}  // namespace layoutcheck
