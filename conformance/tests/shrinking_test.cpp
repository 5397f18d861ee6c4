// Shrinking: mistakes as people report them, each found in an ugly question, end at a plain one.
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace layoutcheck::conformance {
namespace {

using Answering = std::function<Answer(const Case&)>;

Answer right_answer(const Case& question) {
  return engine::reply_of_algebra(question).answer;
}

const Layout& layout_of(const Case& question, std::size_t operand = 0) {
  return std::get<Layout>(question.operands[operand]);
}

/// The one layout that the right answer is, changed.
Answer changed(const Case& question, const std::function<Layout(const Layout&)>& change) {
  Answer right = right_answer(question);
  const Layout* layout = layout_in(right);
  return layout == nullptr ? right : Answer(Value(change(*layout)));
}

/// Modes that lie in order are taken for contiguous.
Answer merges_what_lies_in_order(const Case& question) {
  return changed(question, [](const Layout& right) {
    if (right.length() < 2) return right;
    for (std::size_t i = 1; i < right.length(); ++i)
      if (right.strides()[i] <= right.strides()[i - 1] * right.extents()[i - 1]) return right;
    return Layout::entry(algebra::size(right), right.strides()[0]);
  });
}

/// A layout whose size is its cosize is taken for compact.
Answer compares_size_and_cosize(const Case& question) {
  const Layout& layout = layout_of(question);
  return Value(algebra::size(layout) == algebra::cosize(layout));
}

/// An extent of 1 between modes in another order loses the order.
Answer loses_the_order_at_an_extent_of_1(const Case& question) {
  return changed(question, [&](const Layout& right) {
    const Layout& a = layout_of(question);
    const auto one = std::ranges::find(a.extents(), 1);
    if (one == a.extents().begin() || one == a.extents().end() || one + 1 == a.extents().end())
      return right;
    const auto i = static_cast<std::size_t>(one - a.extents().begin());
    if (a.strides()[i - 1] <= a.strides()[i + 1] || a.extents()[i + 1] == 1) return right;
    Tuple strides = right.strides();
    if (!strides.empty() && right.extents()[0] > 1) strides[0] = a.strides()[i - 1] + 1;
    return Layout(right.profile(), right.extents(), strides);
  });
}

Int low_32_bits(Int n) {
  return n & 0xffffffff;
}

/// Every integer of an answer has 32 bits.
Answer has_32_bits(const Case& question) {
  Answer right = right_answer(question);
  if (const Value* value = value_in(right))
    if (const Int* integer = std::get_if<Int>(value)) return Value(low_32_bits(*integer));
  return changed(question, [](const Layout& layout) {
    Tuple strides = layout.strides();
    std::ranges::transform(strides, strides.begin(), low_32_bits);
    return Layout(layout.profile(), layout.extents(), strides);
  });
}

/// Of more than two gaps the last is left out.
Answer fills_two_gaps(const Case& question) {
  return changed(question, [](const Layout& right) {
    if (right.length() < 3) return right;
    return Layout::flat({right.extents()[0], right.extents()[1]},
                        {right.strides()[0], right.strides()[1]});
  });
}

/// A stride that is no multiple of the extent before it is taken for one.
Answer takes_no_carry(const Case& question) {
  return changed(question, [&](const Layout& right) {
    const Layout& a = layout_of(question);
    const auto* tiler = std::get_if<Tiler>(&question.operands[1]);
    if (tiler != nullptr && tiler->layout() == nullptr) return right;
    const Layout& b = tiler != nullptr ? *tiler->layout() : layout_of(question, 1);
    if (a.length() < 2 || b.length() == 0 || b.strides()[0] % a.extents()[0] == 0 ||
        b.strides()[0] < a.extents()[0]) {
      return right;
    }
    Tuple strides = right.strides();
    if (right.extents()[0] > 1) ++strides[0];
    return Layout(right.profile(), right.extents(), strides);
  });
}

/// Of two layouts with as many entries the opposite is said.
Answer mistakes_equal_lengths(const Case& question) {
  const bool right = std::get<bool>(*value_in(right_answer(question)));
  return Value(layout_of(question, 0).length() == layout_of(question, 1).length() ? !right : right);
}

/// The cause that remains of a fault in this question.
Cause smallest_of(const Answering& answer, const std::string& line) {
  const auto subject = make_subject(answer);
  TrialOptions options;
  Causes causes;
  const std::vector<Case> questions = {parse_case(line)};
  for (Judged& judged : ask(*subject, questions, options)) {
    EXPECT_TRUE(is_fault(judged.verdict.kind)) << line << ": " << to_string(judged.verdict);
    causes.add(std::move(judged));
  }
  std::vector<Cause> found = causes.shrunk(*subject, {}, options);
  EXPECT_EQ(found.size(), 1U) << line;
  return found.empty() ? Cause() : std::move(found.front());
}

struct Plant {
  Answering answer;
  std::vector<std::string> ugly;
  std::string plain;
};

TEST(Shrinking, EndsAtPlainCases) {
  const Plant plants[] = {
      {merges_what_lies_in_order,
       {"coalesce((1,(2,(),3),1,2):(0,(1,(),4),7,100))",
        "coalesce(((),(7,1),(1,5)):((),(2,0),(9,77)))", "coalesce((6,(3,2)):(3,(1000,123456)))"},
       "coalesce((2,2):(1,3))"},
      {compares_size_and_cosize,
       {"is_compact((1,2,2):(5,0,3))", "is_compact(((2,()),(2,1)):((0,()),(3,0)))",
        "is_compact(((2,1),4,2):((0,7),2,9))"},
       "is_compact((3,3):(2,2))"},
      {loses_the_order_at_an_extent_of_1,
       {"composition((2,1,2):(2,0,1), (2):(1))",
        "composition((4,1,8,()):(16,3,2,()), ((2,2)):((1,2)))",
        "composition(((3,1),5):((10,0),2), (3,1):(1,0))"},
       "composition((2,1,2):(2,0,1), (2):(1))"},
      {has_32_bits,
       {"cosize((1,(3,2)):(0,(0,5000000000)))", "cosize((2,(),5):(7000000001,(),12345))"},
       "cosize((2):(4294967295))"},
      {has_32_bits,
       {"composition((7,1,4):(1073741825,0,9223372036), (2,1):(6,0))",
        "composition(((),6):((),4294967297), 3:1)", "composition((5):(2147483648), (2):(3))",
        "composition((70001):(80000), (2):(70000))"},
       "composition((2):(4294967296), (2):(1))"},
      {has_32_bits,
       {"recast((2,3,1):(1,3221225472,0), 8, 16)", "recast(((4,1),3):((1,0),6442450944), 8, 16)"},
       "recast((2):(2147483648), 1, 2)"},
      {fills_two_gaps,
       {"complement((2,(2,1,2)):(3,(12,0,48)), 192)", "complement((2,3,2):(5,40,1200), 12000)"},
       "complement((2,2):(2,8), 32)"},
      {takes_no_carry,
       {"composition((4,1,6):(1,0,5), (2,1):(6,0))",
        "composition(((2,2),3):((1,7),9), ((2)):((3)))"},
       "composition((2,2):(1,1), (2):(3))"},
      // What only both operands together can lose.
      {mistakes_equal_lengths,
       {"same_function((2,3,4):(1,20,300), (3,4,2):(7,50,600))",
        "same_function((5,3,2,2):(1,5,15,30), (5,3,4,1):(1,5,15,30))"},
       "same_function((2):(1), (2):(1))"},
  };
  for (const auto& [answer, ugly, plain] : plants)
    for (const std::string& line : ugly)
      EXPECT_EQ(question(smallest_of(answer, line).smallest.question), plain) << line;
}

TEST(Shrinking, IsBoundedByQuestionsAndTellsWhatTimeEnds) {
  // It fails for whatever has more than a thousand points, so that nothing is ever plain enough.
  std::size_t asked = 0;
  class Fails final : public Subject {
   public:
    Fails(Reply::Kind kind, std::size_t& asked) : kind_(kind), asked_(asked) {}
    std::vector<Reply> ask(std::span<const Case> questions) override {
      std::vector<Reply> replies;
      for (const Case& question : questions) {
        ++asked_;
        const bool fails = algebra::size(layout_of(question)) > 1000;
        const Answer wrong = kind_ == Reply::Kind::answered ? Answer(Value(Layout::entry(1, 0)))
                                                            : Answer(NonValue::unsupported);
        replies.push_back(fails ? Reply{kind_, wrong, "it is gone"}
                                : Reply{Reply::Kind::answered, right_answer(question), ""});
      }
      return replies;
    }

   private:
    Reply::Kind kind_;
    std::size_t& asked_;
  };
  const std::vector<Case> questions = {
      parse_case("coalesce((1009,(1013,1,3),(1019,(7,1)),5):(1,(1024,5,7),(1048576,(2,11)),13))")};
  struct Bounds {
    Reply::Kind kind;
    std::size_t least;
    std::size_t most;
  };
  for (const auto& [kind, least, most] :
       {Bounds{Reply::Kind::answered, 401, 12000}, Bounds{Reply::Kind::crash, 100, 400},
        Bounds{Reply::Kind::timeout, 4, 16}}) {
    Fails subject(kind, asked);
    Causes causes;
    TrialOptions options;
    for (Judged& judged : ask(subject, questions, options))
      causes.add(std::move(judged));
    asked = 0;
    std::vector<Cause> found = causes.shrunk(subject, {}, options);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_FALSE(found[0].is_cut);
    EXPECT_EQ(time_note(found), "");
    EXPECT_LE(asked, most);
    EXPECT_GE(asked, least);
    options.deadline = Deadline(std::chrono::steady_clock::now());
    asked = 0;
    found = causes.shrunk(subject, {}, options);
    EXPECT_EQ(asked, 0U);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].is_cut);
    EXPECT_EQ(
        time_note(found),
        "the time ended before the cases of 1 of 1 cause were as small as can be; another run "
        "may show other causes");
  }
}

}  // namespace
}  // namespace layoutcheck::conformance
