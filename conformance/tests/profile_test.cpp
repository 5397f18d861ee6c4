// Profiles: how they are read, what they excuse, and that a list of expected failures does not rot.
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/verify.hpp>

#include <gmock/gmock.h>

#include <filesystem>

namespace layoutcheck::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string head = "[profile]\nabout: one\nconvention: squeezed\n";
const std::string trusted =
    "[precondition]\noperations: apply, coordinate\nneeds: defined\nstanding: trusted\nsource: a "
    "manual\n";

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  return text.replace(text.find(old), old.size(), replacement);
}

std::string failure_block(const std::string& line, const std::string& cause = "") {
  return "[expected failure]\ncase: " + line + "\n" +
         (cause.empty() ? "" : "cause: " + cause + "\n") + "reason: known\n";
}

Judged judged(const std::string& line, const SubjectProfile& profile) {
  JudgeOptions options;
  options.convention = profile.convention;
  std::string asked;
  Reply reply = read_reply(line, asked);
  return judged(parse_case(asked, 1, standard_vocabulary()), std::move(reply), options);
}

/// The verdict on an answered case, after the profile.
VerdictKind verdict(const std::string& line, const SubjectProfile& profile) {
  Judged one = judged(line, profile);
  excuse(one, profile);
  return one.verdict.kind;
}

TEST(Profiles, AreBlocks) {
  const SubjectProfile profile = parse_profile(
      head + "operations: apply, coordinate, coalesce(layout, shape)\nwhere: rank>=1\n" +
          "unsupported: 7.5\ncrashes: 1000\n\n" + trusted +
          failure_block("apply(4:1, 3)", "wrong, another value; depth 0"),
      "a.profile");
  EXPECT_EQ(profile.about, "one");
  EXPECT_EQ(profile.convention, Convention::squeezed);
  EXPECT_THAT(profile.operations, ElementsAre("apply", "coordinate", "coalesce(layout, shape)"));
  EXPECT_EQ(profile.where, "rank>=1");
  EXPECT_EQ(profile.unsupported, 7.5);
  EXPECT_EQ(parse_profile(head, "a.profile").unsupported, 50);
  EXPECT_EQ(parse_profile(head + "unsupported: 0\n", "a.profile").unsupported, 0);
  EXPECT_EQ(parse_profile(head + "unsupported: 100\n", "a.profile").unsupported, 100);
  EXPECT_EQ(profile.crashes, 1000U);
  EXPECT_EQ(parse_profile(head, "a.profile").crashes, 20U);
  ASSERT_EQ(profile.preconditions.size(), 1U);
  EXPECT_EQ(profile.preconditions[0].rows.size(), 2U);
  EXPECT_EQ(profile.preconditions[0].standing, Standing::trusted);
  EXPECT_EQ(profile.preconditions[0].source, "a manual");
  ASSERT_EQ(profile.expected.size(), 1U);
  EXPECT_EQ(question(profile.expected[0].question), "apply(4:1, 3)");
  EXPECT_EQ(title_of(*profile.expected[0].cause), "wrong, another value; depth 0");
  EXPECT_EQ(profile.expected[0].place, "a.profile:15");
}

TEST(Profiles, SayWhatIsPromised) {
  const SubjectProfile profile =
      parse_profile(head + "[documented]\noperations: composition(layout, tiler), size\n" +
                        "says: R(c) = A(B(c))\nsource: algebra.md\n" +
                        "[documented]\noperations: size\nsays: 1 for ()\nsource: a manual\n",
                    "a.profile");
  const auto promised = [&](const std::string& asked) {
    return documented(judged(asked + " = error", profile).question, profile);
  };
  EXPECT_EQ(promised("composition(4:1, <2>)"), "R(c) = A(B(c)) (algebra.md)");
  EXPECT_EQ(promised("size(4:1)"), "R(c) = A(B(c)) (algebra.md); 1 for () (a manual)");
  EXPECT_EQ(promised("cosize(4:1)"), "");
}

/// What is said of a text that is no profile.
std::string complaint(const std::string& text) {
  try {
    parse_profile(text, "a.profile");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Profiles, NameThePlaceOfAnError) {
  const std::string all = head + "operations: apply, coordinate\n";
  const auto says = [](const std::string& text, const std::string& message) {
    EXPECT_THAT(complaint(text), HasSubstr("a.profile:" + message)) << text;
  };
  EXPECT_EQ(complaint(all + trusted), "");
  says("", "1: expected [profile]");
  says(trusted, "1: expected [profile]");
  says(head + head, "4: expected one [profile]");
  says(head + "[preconditions]\n",
       "4: expected one [profile], then [precondition], [open form], [documented] and");
  says("[profile]\nabout: one\n", "1: [profile] has no field 'convention'");
  says(with(head, "squeezed", "loose"), "3: 'loose' is no convention");
  says(head + "conventions: strict\n", "4: there is no field 'conventions'");
  says(head + "where: rank>3\n", "4: ");
  says(head + "unsupported: all\n", "4: expected a number from 0 to 100, found 'all'");
  for (const std::string share : {"101", "100.001", "-0.001", "nan"}) {
    says(head + "unsupported: " + share + "\n",
         "4: expected a number from 0 to 100, found '" + share + "'");
  }
  says(head + "crashes: 0\n", "4: expected a number from 1 on, found '0'");
  says(head + "crashes: many\n", "4: expected a number from 1 on, found 'many'");
  says(head + "operations: aply\n", "4: unknown operation 'aply'; did you mean 'apply'?");
  says(all + with(trusted, "coordinate", "cordinate"), "6: unknown operation 'cordinate'");
  says(all + with(trusted, "coordinate", "index"),
       "6: index(shape, tuple) is not one of the profile's operations");
  says(all + with(trusted, "defined", "sorted"),
       "7: 'sorted' is no bound, and none of the conditions defined, ");
  says(all + with(trusted, "defined", "injective"), "6: 'injective' says nothing of apply");
  says(all + with(trusted, "defined", "extent<=many"), "7: ");
  says(all + with(trusted, "trusted", "ignored"),
       "8: 'ignored' is not one of checked, trusted, own meaning, not offered, weak");
  const std::string open = "[open form]\noperations: coalesce\nopen: coalesced\nsource: a manual\n";
  EXPECT_EQ(complaint(head + open), "");
  says(all + open, "6: coalesce(layout) is not one of the profile's operations");
  says(head + with(open, "open: coalesced", "open: depth"),
       "6: 'depth' is not one of modes, coalesced");
  says(head + with(open, "source: a manual\n", ""), "4: [open form] has no field 'source'");
  const std::string words = "[documented]\noperations: apply\nsays: in order\nsource: a manual\n";
  EXPECT_EQ(complaint(all + words), "");
  says(all + with(words, "apply", "coalesce"),
       "6: coalesce(layout) is not one of the profile's operations");
  says(all + with(words, "says: in order\n", ""), "5: [documented] has no field 'says'");
  says(all + with(trusted, "trusted", "weak"),
       "7: what is weak needs 'complementable' or 'longest'");
  says(head + with(with(trusted, "apply, coordinate", "right_inverse"), "defined", "longest"),
       "6: 'longest' is always weak");
  says(with(head, "squeezed", "strict") +
           with(with(with(trusted, "apply, coordinate", "complement"), "defined", "complementable"),
                "trusted", "weak"),
       "6: under the convention strict nothing is weak");
  const std::string weak =
      with(with(with(trusted, "apply, coordinate", "complement"), "defined", "complementable"),
           "trusted", "weak");
  says(head + weak, "4: what is weak and needs 'complementable' needs 'clauses'");
  EXPECT_EQ(complaint(head + weak + "clauses: ordered, largest\n"), "");
  says(head + weak + "clauses: ordered, compact\n",
       "9: 'compact' is not one of ordered, disjoint, reaching, bounded, largest");
  says(all + trusted + "clauses: ordered\n",
       "10: clauses are of what is weak and needs 'complementable'");
  says(all + with(trusted, "source: a manual\n", ""), "5: [precondition] has no field 'source'");
  says(all + trusted + with(trusted, "trusted", "checked"),
       "11: there is a precondition 'defined' of apply@squeezed(layout, nested tuple) already");
  says(all + failure_block("apply(4:1, )"), "6: ");
  says(all + failure_block("apply(4:1, 3) = 3"), "6: a question is expected, without an answer");
  says(all + failure_block("rank(4:1)"), "6: rank is not one of the profile's operations");
  says(all + failure_block("apply(4:1, 3)") + "thread: issue 12\n", "8: 'issue 12' is no address");
  for (const char* id : {"LC-001", "LC-00001", "LC-000a", "LX-0001"})
    says(all + failure_block("apply(4:1, 3)") + "finding: " + id + "\n",
         "8: '" + std::string(id) + "' is no finding");
  says(all + failure_block("apply(4:1, 3)", "right"), "7: 'right' begins with no verdict");
  says(all + failure_block("apply(4:1, 3)", "wrongly"), "7: 'wrongly' begins with no verdict");
  says(all + failure_block("apply(4:1, 3)") + failure_block("apply(4:1,3)"),
       "9: this case is expected to fail at a.profile:6 already");

  SubjectProfile profile = parse_profile(all, "a.profile");
  try {
    add_expected(profile, failure_block("apply(4:1, 3)") + trusted, "known.txt");
    ADD_FAILURE() << "a precondition is no expected failure";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("known.txt:4: only [expected failure] can stand here"));
  }
}

TEST(Profiles, AreBuiltIn) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(LAYOUTCHECK_SOURCE_DIR "/profiles")) {
    const SubjectProfile profile = find_profile(file.path().stem().string());
    EXPECT_EQ(profile.name, file.path().stem());
    EXPECT_FALSE(profile.preconditions.empty()) << profile.name;
    EXPECT_EQ(find_profile(file.path().string()).about, profile.about);
    ++count;
  }
  EXPECT_GE(count, 8U);
  try {
    find_profile("nosuch");
    ADD_FAILURE() << "there is no such profile";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("'nosuch'; the profiles are "));
    EXPECT_THAT(error.what(), HasSubstr("pycute"));
  }
}

/// Whether the condition holds for a question, under the convention, and for a wrong answer to it.
bool holds(const std::string& condition, const std::string& asked,
           const std::string& convention = "squeezed", const std::string& answer = "error") {
  const std::string operations = "\noperations: " + signature(*operation_of(parse_case(asked)));
  const SubjectProfile profile = parse_profile(
      "[profile]\nabout: one\nconvention: " + convention + operations + "\n[precondition]" +
          operations + "\nneeds: " + condition + "\nstanding: trusted\nsource: a manual\n",
      "a");
  const Judged refused = judged(asked + " = " + answer, profile);
  return profile.preconditions.at(0).holds(refused,
                                           *engine::row_of(refused.question, profile.convention));
}

TEST(Conditions, AreInTheDocument) {
  const std::string document = engine::read_file(LAYOUTCHECK_SOURCE_DIR "/docs/profiles.md");
  for (const auto& [name, meaning] : conditions())
    EXPECT_THAT(document, HasSubstr("| `" + name + "` | " + meaning));
}

TEST(Conditions, AreThoseOfComposition) {
  EXPECT_TRUE(holds("stride-divisible", "composition((6,2):(8,2), (4,3):(3,1))"));
  EXPECT_TRUE(holds("shape-divisible", "composition((6,2):(8,2), (4,3):(3,1))"));
  // The example of CUTLASS #3177: 3 neither divides 4 nor is divided by it, but is less.
  EXPECT_FALSE(holds("stride-divisible", "composition((4,6,8):(2,3,5), 6:3)"));
  EXPECT_TRUE(holds("weakly stride-divisible", "composition((4,6,8):(2,3,5), 6:3)"));
  EXPECT_FALSE(holds("weakly stride-divisible", "composition((4,6,8):(2,3,5), 6:5)"));
  EXPECT_TRUE(holds("stride-divisible", "composition((4,6,8):(2,3,5), 6:8)"));
  EXPECT_FALSE(holds("stride-divisible", "composition((4,6,8):(2,3,5), 6:16)"));
  EXPECT_FALSE(holds("shape-divisible", "composition((4,6,8):(2,3,5), 6:1)"));
  EXPECT_TRUE(holds("shape-divisible", "composition((4,6,8):(2,3,5), 3:1)"));
  EXPECT_TRUE(holds("shape-divisible", "composition((4,6,8):(2,3,5), 6:2)"));
  // What continues is one mode, the last goes on, and a stride of 0 is asked nothing.
  EXPECT_TRUE(holds("stride-divisible", "composition((4,6):(1,4), 6:5)"));
  EXPECT_TRUE(holds("stride-divisible", "composition(4:1, 6:5)"));
  EXPECT_TRUE(holds("stride-divisible", "composition((4,6):(1,5), 6:0)"));
  // A trailing extent of 1 is a mode of its own where it goes on.
  EXPECT_TRUE(holds("stride-divisible", "composition((2,1):(1,5), 4:3)"));
  EXPECT_FALSE(holds("stride-divisible", "composition((2,1):(1,5), 4:3)", "extended"));
  EXPECT_TRUE(holds("stride-divisible", "composition((2,1):(1,2), 4:3)", "extended"));
  // By mode, and in divisions and products.
  EXPECT_FALSE(holds("stride-divisible", "composition(((4,6),8):((2,3),1), <6:3>)"));
  EXPECT_TRUE(holds("stride-divisible", "composition(((4,6),8):((2,3),1), <_,6:3>)"));
  EXPECT_FALSE(holds("shape-divisible", "composition(((4,6),8):((2,3),1), (6,6))"));
  EXPECT_FALSE(holds("stride-divisible", "logical_divide((4,6):(2,3), 2:3)"));
  EXPECT_FALSE(holds("stride-divisible", "zipped_divide((4,6):(2,3), 3:1)"));
  EXPECT_TRUE(holds("stride-divisible", "logical_divide((4,6):(2,3), 2:2)"));
  EXPECT_FALSE(holds("stride-divisible", "logical_product((2,2):(3,12), 2:2)"));
  EXPECT_TRUE(holds("stride-divisible", "logical_product((2,2):(3,12), 2:3)"));
  EXPECT_FALSE(holds("stride-divisible", "logical_product((2,2):(2,0), 2:2305843009213694287)"));
  EXPECT_FALSE(holds("stride-divisible",
                     "tiled_product((2,2):(2,1), "
                     "<(3,2):(3842693736404640382,1537984564064870169),_>)"));
}

TEST(Conditions, AreThoseOfTheLayoutThatIsSwizzled) {
  const std::string swizzled = "(Sw<1,0,2> o 0 o (4,6,8):(2,3,5), ";
  EXPECT_TRUE(holds("weakly stride-divisible", "composition" + swizzled + "6:3)"));
  EXPECT_FALSE(holds("weakly stride-divisible", "composition" + swizzled + "6:5)"));
  EXPECT_TRUE(holds("complementable", "logical_divide" + swizzled + "2:1)"));
  EXPECT_FALSE(holds("complementable", "logical_divide" + swizzled + "(2,2):(1,1))"));
  EXPECT_TRUE(holds("few modes", "coalesce" + swizzled + "(4,6,8))"));
  EXPECT_FALSE(holds("few modes", "coalesce" + swizzled + "(4,6,8,1))"));
  EXPECT_TRUE(holds("unit-divisible", "upcast(Sw<1,1,1> o 0 o (2,2):(1,4), 2)"));
  EXPECT_FALSE(holds("unit-divisible", "upcast(Sw<1,1,1> o 0 o (2,2):(1,3), 2)"));
}

TEST(Profiles, MeanSwizzledLayoutsByANameToo) {
  const auto rows = [](const std::string& precondition) {
    const SubjectProfile profile = parse_profile(
        with(head, "squeezed", "extended") +
            "operations: cosize, cosize(swizzled layout), logical_divide(layout, tiler),\n"
            "  logical_divide(swizzled layout, tiler), logical_divide(layout over a module, "
            "tiler)\n"
            "[precondition]\n" +
            precondition + "\nsource: a manual\n" +
            failure_block("cosize(Sw<1,0,1> o 0 o (2):(2))", "wrong, another value"),
        "a");
    EXPECT_EQ(profile.expected.at(0).rows.size(), 2U);
    return profile.preconditions.at(0).rows.size();
  };
  EXPECT_EQ(rows("operations: logical_divide\nneeds: shape-divisible\nstanding: trusted"), 2U);
  EXPECT_EQ(rows("operations: logical_divide(layout, tiler)\nneeds: shape-divisible\n"
                 "standing: trusted"),
            1U);
  EXPECT_EQ(rows("operations: all\nneeds: 32 bits\nstanding: trusted"), 5U);
  // A weak post-condition is one of layouts.
  EXPECT_EQ(rows("operations: logical_divide\nneeds: complementable\nstanding: weak\n"
                 "clauses: ordered"),
            1U);
}

TEST(Conditions, AreThoseOfOperands) {
  EXPECT_TRUE(holds("injective", "composition(8:1, (2,2):(1,2))"));
  EXPECT_FALSE(holds("injective", "composition(8:1, (2,2):(1,1))"));
  EXPECT_TRUE(holds("injective", "composition((2,2):(1,1), 4:1)"));
  EXPECT_FALSE(holds("injective", "logical_divide(8:1, (2,2):(1,1))"));
  EXPECT_FALSE(holds("injective", "logical_product((2,2):(1,1), 4:1)"));
  EXPECT_TRUE(holds("unit-divisible", "upcast((2,3):(2,0), 4)"));
  EXPECT_TRUE(holds("unit-divisible", "upcast((2,3):(2,8), 4)"));
  EXPECT_FALSE(holds("unit-divisible", "upcast((2,3):(2,6), 4)"));
  EXPECT_TRUE(holds("complementable", "complement((2,2):(1,0))"));
  EXPECT_FALSE(holds("complementable", "logical_divide(8:1, (2,2):(1,3))"));
  EXPECT_TRUE(holds("complementable", "logical_product(8:1, (2,2):(1,3))"));
  EXPECT_TRUE(holds("32 bits", "size((2,2):(1,2147483645))"));
  EXPECT_FALSE(holds("32 bits", "size((2,2):(1,2147483646))"));
  EXPECT_FALSE(holds("32 bits", "rank((65536,32768))"));
  EXPECT_FALSE(holds("32 bits", "tiled_product((2):(3), (2):(1073741824))"));
  EXPECT_FALSE(holds("32 bits", "size(2:2147483648@1)"));
  EXPECT_FALSE(holds("32 bits", "apply(4:1, 2147483648)"));
  EXPECT_TRUE(holds("32 bits", "composition((2,2):(1,6), 3:1)"));
  EXPECT_TRUE(holds("whole scale", "recast(4:1, 3, 1)"));
  EXPECT_TRUE(holds("whole scale", "recast(4:1, 2, 6)"));
  EXPECT_FALSE(holds("whole scale", "recast(4:1, 3, 2)"));
  EXPECT_TRUE(holds("adjacent", "recast((4,2):(2,1), 1, 2)"));
  EXPECT_TRUE(holds("adjacent", "recast(4:2, 2, 1)"));
  EXPECT_TRUE(holds("adjacent", "recast(4:2, 2, 2)"));
  EXPECT_FALSE(holds("adjacent", "recast(4:2, 1, 2)"));
  EXPECT_TRUE(holds("without carries", "apply(3:F3, 2)"));
  EXPECT_FALSE(holds("without carries", "apply(3:F3, 3)"));
  EXPECT_FALSE(holds("without carries", "coalesce(4:F3)"));
  EXPECT_TRUE(holds("without carries", "coalesce(4:3@0)"));
  EXPECT_TRUE(holds("without carries", "apply((2,3):(F1,F3), 5)"));
  EXPECT_FALSE(holds("without carries", "apply((2,3):(F1,F3), 6)"));
  EXPECT_FALSE(holds("without carries", "apply((2,3):(F3,F1), (3,0))"));
  EXPECT_TRUE(holds("without carries", "composition((8,8):(F1,F9), 4:16)"));
  EXPECT_TRUE(holds("without carries", "composition((8,8):(F1,F9), 4:21)"));
  EXPECT_FALSE(holds("without carries", "composition((8,8):(F1,F9), 4:24)"));
  EXPECT_TRUE(holds("without carries", "composition((3):(F3), (3):(1@0))"));
  EXPECT_FALSE(holds("without carries", "composition((3):(F3), (4):(1@0))"));
  EXPECT_TRUE(holds("without carries", "logical_divide((8,8):(F1,F9), 4:16)"));
  EXPECT_FALSE(holds("without carries", "logical_divide((8,8):(F1,F9), 5:16)"));
  // The answer counts: 4:F3 is another layout if it is multiplied otherwise.
  EXPECT_TRUE(holds("without carries", "coalesce((2,2):(F3,F6))"));
  EXPECT_FALSE(holds("without carries", "coalesce((2,2):(F3,F6))", "squeezed", "4:F3"));
  EXPECT_FALSE(holds("stride-divisible", "composition((2,2):(F1,0), 2:5)"));
  EXPECT_TRUE(holds("stride-divisible", "composition((2,2):(F1,0), 2:4)"));
  // As one entry, they ask nothing.
  EXPECT_TRUE(holds("stride-divisible", "composition((2,2):(F1,F2), 2:5)"));
  EXPECT_FALSE(holds("shape-divisible", "composition((4,2):(F1,0), 6:1)"));
  EXPECT_TRUE(holds("congruent", "make_ordered_layout((2,(2,2)), (0,(1,2)))"));
  EXPECT_FALSE(holds("congruent", "make_ordered_layout((2), 0)"));
  EXPECT_TRUE(holds("unit stride", "left_inverse((2,2):(F1,F2))"));
  EXPECT_FALSE(holds("unit stride", "left_inverse((2,2):(F1,F4))"));
  EXPECT_FALSE(holds("unit stride", "left_inverse((2,2):(F1,F1))"));
  EXPECT_TRUE(holds("unit stride", "left_inverse((2,2):(0,F1))"));
  EXPECT_TRUE(holds("unit stride", "left_inverse((2,2):(1@0,4@0))"));
  EXPECT_TRUE(holds("few modes", "composition((4,6):(2,3), <_,2:1>)"));
  EXPECT_FALSE(holds("few modes", "composition((4,6):(2,3), <_,2:1,_>)"));
  EXPECT_FALSE(holds("few modes", "composition((4,6):(2,3), (2,(2,2)))"));
  EXPECT_TRUE(holds("few modes", "composition((4,6):(2,3), (2,2,2):(1,2,4))"));
  EXPECT_TRUE(holds("few modes", "coalesce((4,6):(2,3), (7,7))"));
  EXPECT_FALSE(holds("few modes", "coalesce((4,6):(2,3), (4,6,1))"));
  EXPECT_TRUE(holds("all modes", "composition((4,6):(2,3), <_,2:1>)"));
  EXPECT_FALSE(holds("all modes", "composition((4,6):(2,3), <2:1>)"));
  EXPECT_TRUE(holds("all modes", "composition((4,6):(2,3), <_,2:1,_>)"));
  EXPECT_FALSE(holds("all modes", "composition(((2,2),6):((2,4),8), ((2),3))"));
  EXPECT_TRUE(holds("all modes", "composition((4,6):(2,3), 2)"));
  EXPECT_TRUE(holds("equal ranks", "blocked_product((4,6):(1,4), (2,2):(1,2))"));
  EXPECT_FALSE(holds("equal ranks", "blocked_product((4,6):(1,4), (2):(1))"));
  EXPECT_TRUE(holds("defined", "coalesce((4,6):(2,3), (4,6))"));
  EXPECT_FALSE(holds("defined", "coalesce((4,6):(2,3), (7,7))"));
  EXPECT_TRUE(holds("stride<=3, extent<=6", "composition((4,6):(2,3), 2:1)"));
  EXPECT_FALSE(holds("stride<=3, extent<=6", "composition((4,6):(2,4), 2:1)"));
}

TEST(Excuses, DependOnTheStanding) {
  const auto profile = [](const std::string& standing) {
    return parse_profile(with(head, "squeezed", "extended") +
                             "[precondition]\noperations: composition(layout, tiler)\nneeds: "
                             "stride-divisible\nstanding: " +
                             standing + "\nsource: a manual\n",
                         "a");
  };
  using enum VerdictKind;
  // 3 neither divides 4 nor is divided by it, but all of B fits into the first mode of A.
  for (const std::string standing : {"checked", "trusted", "own meaning"}) {
    const SubjectProfile one = profile(standing);
    const bool is_checked = standing == "checked";
    EXPECT_EQ(verdict("composition((4,6):(2,3), 2:3) = 2:7", one),
              is_checked ? wrong : outside_preconditions);
    EXPECT_EQ(verdict("composition((4,6,8):(2,3,5), 6:3) = (2,3):(6,3)", one),
              is_checked ? answers_the_unanswerable : outside_preconditions);
    EXPECT_EQ(verdict("composition((4,6):(2,3), 2:3) = error", one), outside_preconditions);
    // What is right stays right, and what is inside stays a fault.
    EXPECT_EQ(verdict("composition((4,6):(2,3), 2:3) = 2:6", one), agrees);
    EXPECT_EQ(verdict("composition((4,6):(2,3), 2:2) = 2:5", one), wrong);
    EXPECT_EQ(verdict("coalesce((4,6):(2,3), (7,7)) = 2:1", one), answers_the_unanswerable);

    Judged dead = judged("composition((4,6):(2,3), 2:3) = error", one);
    for (const VerdictKind kind : {crash, timeout, malformed}) {
      dead.verdict.kind = kind;
      Judged copy = dead;
      excuse(copy, one);
      const bool is_excused = kind == crash || (kind == timeout && !is_checked);
      EXPECT_EQ(copy.verdict.kind, is_excused ? outside_preconditions : kind) << standing;
    }
  }
  Judged one = judged("composition((4,6):(2,3), 2:3) = error", profile("checked"));
  excuse(one, profile("checked"));
  EXPECT_EQ(one.excuse, "composition: stride-divisible (checked)");
}

TEST(Excuses, AreForWhatIsNotOffered) {
  using enum VerdictKind;
  const SubjectProfile one = parse_profile(
      head +
          "[precondition]\noperations: zipped_divide\nneeds: no kept mode\nstanding: not offered\n"
          "source: a manual\n[precondition]\noperations: flat_product\nneeds: layout as tiler\n"
          "standing: not offered\nsource: a manual\n",
      "a");
  EXPECT_EQ(verdict("zipped_divide((2,2):(1,2), <2,_>) = error", one), outside_preconditions);
  EXPECT_EQ(verdict("zipped_divide((2,2):(1,2), <2,_>) = unsupported", one), outside_preconditions);
  EXPECT_EQ(verdict("zipped_divide((2,2):(1,2), <2,_>) = 4:1", one), wrong_form);
  EXPECT_EQ(verdict("zipped_divide((2,2):(1,2), <2,2>) = error", one), refuses_the_answerable);
  EXPECT_EQ(verdict("zipped_divide((2,2):(1,2), <2,2>) = unsupported", one), unsupported);
  EXPECT_EQ(verdict("flat_product((2):(1), (2)) = error", one), outside_preconditions);
  EXPECT_EQ(verdict("flat_product((2):(1), 2:1) = error", one), refuses_the_answerable);
  Judged judged_one = judged("zipped_divide(2:1, <_>) = unsupported", one);
  excuse(judged_one, one);
  EXPECT_EQ(judged_one.excuse, "zipped_divide: no kept mode (not offered)");
}

TEST(Excuses, AreForARightInverseThatIsNotTheLongest) {
  using enum VerdictKind;
  const SubjectProfile one = parse_profile(
      with(head, "squeezed", "extended") +
          "[precondition]\noperations: right_inverse\nneeds: longest\nstanding: weak\n"
          "source: a manual\n",
      "a");
  EXPECT_EQ(verdict("right_inverse((2,3):(1,1)) = 3:2", one), agrees);
  EXPECT_EQ(verdict("right_inverse((2,3):(1,1)) = 2:1", one), acceptable);
  Judged bad = judged("right_inverse((2,3):(1,1)) = 3:1", one);
  excuse(bad, one);
  EXPECT_EQ(bad.verdict.kind, wrong);
  EXPECT_EQ(to_string(*bad.verdict.expected), "3:2");
  EXPECT_EQ(verdict("right_inverse((2,3):(1,1)) = error", one), refuses_the_answerable);
}

TEST(Excuses, AreForOpenForms) {
  using enum VerdictKind;
  const auto open = [](const std::string& part) {
    return parse_profile(head + "[open form]\noperations: coalesce, flatten(layout)\nopen: " +
                             part + "\nsource: a manual\n",
                         "a");
  };
  const char* const as_it_is = "coalesce((2,2):(1,2)) = (2,2):(1,2)";
  const char* const nested = "flatten((2,(2,2)):(1,(2,4))) = (2,(2,2)):(1,(2,4))";
  EXPECT_EQ(verdict(as_it_is, open("coalesced")), agrees_as_function);
  EXPECT_EQ(verdict(as_it_is, open("modes")), wrong_form);
  EXPECT_EQ(verdict(nested, open("coalesced")), wrong_form);
  EXPECT_EQ(verdict(nested, open("modes")), agrees_as_function);
  EXPECT_EQ(verdict("coalesce((2,2):(1,2)) = 4:2", open("coalesced")), wrong);
  EXPECT_EQ(verdict("flatten((2,(2,3))) = (2,(2,3))", open("modes")), wrong_form);
}

TEST(Excuses, AreJudgedByTheWeakPostconditionWhereThatIsDocumented) {
  using enum VerdictKind;
  const std::string weak =
      "[precondition]\noperations: complement, logical_divide, blocked_product\nneeds: "
      "complementable\nstanding: weak\nclauses: ordered, disjoint\nsource: a manual\n";
  const SubjectProfile one = parse_profile(with(head, "squeezed", "extended") + weak, "a");
  Judged good =
      judged("blocked_product((8,8):(1,9), (2,2):(1,2)) = ((8,2),(8,2)):((1,72),(9,144))", one);
  EXPECT_EQ(good.verdict.kind, answers_the_unanswerable);
  excuse(good, one);
  EXPECT_EQ(good.verdict.kind, acceptable);
  EXPECT_EQ(good.excuse, "blocked_product: complementable (weak)");

  EXPECT_EQ(verdict("complement((2,2):(2,6), 48) = (2,4):(1,12)", one), acceptable);
  EXPECT_EQ(verdict("complement((2,2):(2,6), 48) = undefined", one), agrees);
  EXPECT_EQ(verdict("complement((2,2):(2,6), 48) = error", one), agrees);
  EXPECT_EQ(verdict("complement((2,2):(2,6), 48) = 0:1", one), wrong);
  Judged bad = judged("complement((2,2):(2,6), 48) = 2:2", one);
  excuse(bad, one);
  EXPECT_EQ(bad.verdict.kind, wrong);
  EXPECT_EQ(bad.excuse, "");
  EXPECT_EQ(difference(bad), "not even the weak post-condition");
  // Where there is a complement, and of other operations, nothing less is documented.
  EXPECT_EQ(verdict("complement(2:2, 8) = 1:0", one), wrong);
  EXPECT_EQ(verdict("logical_divide((4,2):(1,1), (3):(1)) = ((3),3):((1),3)", one),
            answers_the_unanswerable);
  EXPECT_EQ(
      verdict("raked_product((8,8):(1,9), (2,2):(1,2)) = ((2,8),(2,8)):((72,1),(144,9))", one),
      answers_the_unanswerable);

  // What satisfies not even that may be outside of another precondition.
  const SubjectProfile two = parse_profile(
      with(head, "squeezed", "extended") + weak +
          "[precondition]\noperations: complement\nneeds: injective\nstanding: trusted\nsource: a "
          "manual\n",
      "a");
  EXPECT_EQ(verdict("complement((2,2):(1,1)) = 2:1", two), outside_preconditions);
  EXPECT_EQ(verdict("complement((2,2):(1,1)) = 2:3", two), acceptable);
}

TEST(Excuses, AreJudgedByTheClausesThatAreDocumented) {
  using enum VerdictKind;
  const std::string weak =
      "[precondition]\noperations: complement\nneeds: complementable\nstanding: weak\nsource: a "
      "manual\nclauses: ";
  const std::string known = failure_block(
      "complement((2,2):(1,3), 12)", "wrong, a complement that fills the gaps and is not reaching");
  const SubjectProfile few =
      parse_profile(with(head, "squeezed", "extended") + weak + "ordered, disjoint\n", "a");
  const SubjectProfile more = parse_profile(
      with(head, "squeezed", "extended") + weak + "ordered, disjoint, reaching, bounded\n", "a");
  const SubjectProfile expecting = parse_profile(
      with(head, "squeezed", "extended") + weak + "ordered, disjoint, reaching, bounded\n" + known,
      "a");
  const char* const own = "complement((2,2):(2,6), 48) = (2,4):(1,12)";
  EXPECT_EQ(verdict(own, few), acceptable);
  EXPECT_EQ(verdict(own, more), wrong);
  EXPECT_EQ(verdict(own, expecting), expected_failure);
  for (const char* answer : {"1:0", "2:1", "4:100"}) {
    const std::string line = std::string("complement((2,2):(2,6), 48) = ") + answer;
    EXPECT_EQ(verdict(line, few), acceptable) << line;
    EXPECT_EQ(verdict(line, expecting), wrong) << line;
  }
  Judged short_one = judged("complement((2,2):(2,6), 48) = 2:1", more);
  excuse(short_one, more);
  EXPECT_EQ(difference(short_one), "a complement that is not reaching");
}

TEST(Profiles, OfCuTeRefuseWhatIsNoComplementOfIts) {
  using enum VerdictKind;
  for (const char* name : {"cute", "cute-dynamic", "nvlabs-pycute"}) {
    const SubjectProfile profile = find_profile(name);
    for (const char* answer : {"1:0", "2:1", "4:100"}) {
      const std::string line = std::string("complement((2,2):(2,6), 48) = ") + answer;
      EXPECT_EQ(verdict(line, profile), wrong) << name << ": " << line;
    }
  }
}

TEST(Excuses, AreForExpectedFailures) {
  using enum VerdictKind;
  const SubjectProfile profile =
      parse_profile(head + failure_block("size(4:1)") +
                        failure_block("coalesce((1,2):(0,1))", "wrong, another size; extent 1"),
                    "a");
  EXPECT_EQ(verdict("size(4:1) = 5", profile), expected_failure);
  EXPECT_EQ(verdict("size(4:1) = error", profile), expected_failure);
  EXPECT_EQ(verdict("size(4:1) = 4", profile), agrees);
  EXPECT_EQ(verdict("size(4:2) = 5", profile), wrong);
  EXPECT_EQ(verdict("coalesce((1,2):(0,1)) = 1:0", profile), expected_failure);
  EXPECT_EQ(verdict("coalesce((1,2,(2)):(0,1,(7))) = 1:0", profile), expected_failure);
  EXPECT_EQ(verdict("coalesce((2,2):(1,7)) = 1:0", profile), wrong);
  EXPECT_EQ(verdict("coalesce((1,2):(0,1)) = 2:2", profile), wrong);
  EXPECT_EQ(verdict("coalesce((1,2):(0,1)) = error", profile), refuses_the_answerable);
}

/// Wrong where an extent is 1, and right for layouts of depth 0.
struct Young {
  static Layout coalesce(const Layout& a) {
    if (std::count(a.extents().begin(), a.extents().end(), 1) > 0) return Layout::entry(7, 1);
    return a;
  }
};

Plan plan_with(const SubjectProfile& profile) {
  Plan plan;
  plan.only = {"coalesce"};
  plan.draws.count = 300;
  plan.draws.filter = engine::parse_filter("rank>=1, extent<=2");
  plan.range = {engine::parse_bounds("weight<=7, cases<=100")};
  plan.trial.profile = &profile;
  return plan;
}

TEST(ExpectedFailures, AreWrittenFromARunAndMakeTheNextOneRight) {
  SubjectProfile none;
  const Verification first = verify(Young(), plan_with(none));
  ASSERT_FALSE(first.causes.empty());
  EXPECT_FALSE(first.is_right());

  SubjectProfile known;
  const std::string text = expected_failures(known, {}, first.causes);
  EXPECT_THAT(text, HasSubstr("\ncause: wrong, another size; "));
  add_expected(known, text, "known.txt");
  const Verification second = verify(Young(), plan_with(known));
  EXPECT_TRUE(second.is_right()) << second;
  // Beside the case of each cause there are others of that cause.
  EXPECT_GT(second.account.count.of(VerdictKind::expected_failure), 2 * known.expected.size());
  EXPECT_EQ(expected_failures(known, {}, {}), text);
}

TEST(ExpectedFailures, CarryTheThreadThatReportsThem) {
  const std::string block = failure_block("size(4:1)") + "thread: https://tracker.example/size/1\n";
  const SubjectProfile profile = parse_profile(head + block, "a");
  Judged one = judged("size(4:1) = 5", profile);
  excuse(one, profile);
  EXPECT_EQ(one.excuse, "a:5: size(4:1), https://tracker.example/size/1");
  EXPECT_THAT(expected_failures(profile, {}, {}), HasSubstr("\n" + block));
}

TEST(ExpectedFailures, NameTheirFinding) {
  const std::string fields = "finding: LC-0001\nthread: https://tracker.example/size/1\n";
  const std::string block = failure_block("size(4:1)", "wrong, another value") + fields;
  SubjectProfile profile = parse_profile(head + block, "a");
  Judged one = judged("size(4:2) = 5", profile);
  EXPECT_EQ(finding_of(one, profile), "LC-0001");
  EXPECT_EQ(finding_of(judged("cosize(4:2) = 5", profile), profile), "");
  excuse(one, profile);
  EXPECT_EQ(one.excuse, "a:5: size(4:1), LC-0001, https://tracker.example/size/1");
  EXPECT_THAT(expected_failures(profile, {}, {}), HasSubstr("\n" + block));
}

TEST(ExpectedFailures, AreToldByThatWithMostFeatures) {
  const std::string all =
      failure_block("size((4):(1))", "wrong, another value") + "finding: LC-0001\n" +
      failure_block("size(4:1)", "wrong, another value; depth 0") + "finding: LC-0002\n";
  const SubjectProfile profile = parse_profile(head + all, "a");
  EXPECT_EQ(finding_of(judged("size(4:2) = 5", profile), profile), "LC-0002");
  EXPECT_EQ(finding_of(judged("size((4):(2)) = 5", profile), profile), "LC-0001");
}

TEST(ExpectedFailures, ThatAreNotExpectedAfterAllNameTheirFindingStill) {
  const SubjectProfile profile =
      choose_profile({"pycute", Convention::strict, "", /*no_expected=*/true});
  EXPECT_TRUE(profile.expected.empty());
  Judged one = judged("composition((6,3):(1,7), (3,4):(2,3)) = (3,(2,2)):(2,(3,7))", profile);
  EXPECT_EQ(finding_of(one, profile), "LC-0001");
  excuse(one, profile);
  EXPECT_EQ(one.verdict.kind, VerdictKind::answers_the_unanswerable);
}

TEST(ExpectedFailures, MayBeOfSeveralOperations) {
  using enum VerdictKind;
  const std::string cause = failure_block("size(4:1)", "wrong, another value");
  const std::string block = with(cause, "reason", "operations: size, cosize\nreason");
  const SubjectProfile profile = parse_profile(head + block, "a");
  EXPECT_EQ(verdict("size(4:2) = 5", profile), expected_failure);
  EXPECT_EQ(verdict("cosize(4:2) = 5", profile), expected_failure);
  EXPECT_EQ(verdict("rank((4):(2)) = 5", profile), wrong);
  EXPECT_THAT(expected_failures(profile, {}, {}), HasSubstr("\n" + block));
  EXPECT_THAT(complaint(head + with(block, "cause: wrong, another value\n", "")),
              HasSubstr("a.profile:6: operations need a cause"));
  EXPECT_THAT(complaint(head + with(block, "size, ", "")),
              HasSubstr("a.profile:7: the operation of the case is not among them"));
}

TEST(ExpectedFailures, ThatFailNoMoreAreReported) {
  SubjectProfile profile;
  add_expected(profile, failure_block("coalesce((1):(1))") + failure_block("coalesce(3:1)"),
               "known.txt");
  Plan plan = plan_with(profile);
  plan.draws.filter = engine::parse_filter("rank>=1");
  plan.draws.count = 0;
  plan.range.reset();
  plan.scope = false;
  plan.examples = false;
  const Verification found = verify(Young(), plan);
  EXPECT_EQ(found.account.count.of(VerdictKind::expected_failure), 1U);
  EXPECT_EQ(found.account.count.faults(), 0U);
  EXPECT_THAT(found.account.complaints,
              ElementsAre("known.txt:5: coalesce(3:1) no longer fails; take it off the list"));
  EXPECT_FALSE(found.is_right());
  EXPECT_EQ(expected_failures(profile, {"known.txt:5"}, {}),
            "# Faults that are expected: each case is asked, and stands for all faults of its "
            "cause.\n\n" +
                failure_block("coalesce((1):(1))"));
}

TEST(ExpectedFailures, OutsideThePreconditionsAreReported) {
  const SubjectProfile profile = parse_profile(
      with(head, "squeezed", "strict") +
          "[precondition]\noperations: coalesce\nneeds: extent>=2\nstanding: trusted\nsource: a "
          "manual\n" +
          failure_block("coalesce((1):(1))"),
      "a");
  Plan plan = plan_with(profile);
  plan.draws.count = 100;
  const Verification found = verify(Young(), plan);
  EXPECT_GT(found.account.count.of(VerdictKind::outside_preconditions), 1U);
  EXPECT_THAT(
      found.account.complaints,
      ElementsAre("a:10: coalesce((1):(1)) is outside the preconditions, which excuses it"));
  EXPECT_FALSE(found.is_right());
}

}  // namespace
}  // namespace layoutcheck::conformance
