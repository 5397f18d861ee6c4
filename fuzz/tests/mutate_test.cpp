// Mutations of cases: every result is a case of the family, and every kind of change happens.
#include "mutate.hpp"

#include "mutate_values.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>

namespace layoutcheck::fuzz {
namespace {

using engine::SeededEntropy;

const std::vector<std::pair<std::string, const Family*>>& families() {
  static const std::vector<std::pair<std::string, const Family*>> all{
      {"layouts", &family_of(Concern::layouts)},
      {"morphisms", &family_of(Concern::morphisms)},
      {"refinements", &family_of(Concern::refinements)},
      {"divisions", &family_of(Concern::divisions)},
      {"views", &family_of(Concern::views)},
      {"whole", &whole_family()},
      {"operations", &operations_family()},
  };
  return all;
}

/// What keeps a case from being a result; "" if nothing does.
std::string fault_of(const Case& c, const Family& family, const MutationOptions& options) {
  const std::string text = to_string(c);
  if (text.size() > options.longest) return "too long: " + text;
  if (!c.comment.empty() || (c.answer && !options.with_answers))
    return "a comment or an answer: " + text;
  try {
    if (parse_case(text, 1, family.vocabulary()) != c) return "parses to another case: " + text;
  } catch (const ParseError& error) {
    return text + ": " + error.what();
  }
  return "";
}

/// The lines of the corpus that are questions of the family.
std::vector<Case> corpus_of(const Family& family) {
  std::vector<Case> cases;
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(LAYOUTCHECK_SOURCE_DIR "/corpus/papers")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      if (is_blank(line)) continue;
      try {
        cases.push_back(parse_case(line, 1, family.vocabulary()));
      } catch (const ParseError&) {
        continue;  // a case of another family
      }
    }
  }
  return cases;
}

/// Mutates on and on from many beginnings, as an engine does; `see` gets each step.
void wander(const Family& family, const MutationOptions& options, std::uint64_t seed, int steps,
            const std::function<void(const Case& before, const Case& after)>& see) {
  SeededEntropy entropy(seed);
  std::vector<Case> pool = corpus_of(family);
  for (int i = 0; i < 50; ++i)
    pool.push_back(fresh(entropy, family, options));
  for (int i = 0; i < steps; ++i) {
    const Case& before = entropy.pick(pool);
    Case after = entropy.chance(80) ? mutated(entropy, before, family, options)
                                    : spliced(entropy, before, entropy.pick(pool), family, options);
    see(before, after);
    if (entropy.chance(40)) pool[entropy.below(pool.size())] = std::move(after);
  }
}

class EveryFamily : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const Family& family() const { return *families()[GetParam()].second; }
};

TEST_P(EveryFamily, FreshCasesAreCasesOfTheFamily) {
  for (bool with_answers : {false, true}) {
    for (std::size_t longest : {64U, 100U, 256U}) {
      const MutationOptions options{with_answers, longest};
      SeededEntropy entropy(longest + (with_answers ? 1 : 0));
      for (int i = 0; i < 1500; ++i) {
        const Case c = fresh(entropy, family(), options);
        ASSERT_EQ(fault_of(c, family(), options), "");
        ASSERT_EQ(c.answer.has_value(), with_answers) << c;
      }
    }
  }
}

TEST_P(EveryFamily, MutatedAndSplicedCasesAreCasesOfTheFamily) {
  for (bool with_answers : {false, true}) {
    for (std::size_t longest : {64U, 256U}) {
      const MutationOptions options{with_answers, longest};
      wander(family(), options, longest, 6000, [&](const Case& before, const Case& after) {
        ASSERT_EQ(fault_of(after, family(), options), "") << "from " << before;
      });
      ASSERT_FALSE(HasFatalFailure());
    }
  }
}

TEST_P(EveryFamily, EveryRowComesUp) {
  SeededEntropy entropy(3);
  std::set<std::string> names;
  for (int i = 0; i < 24000; ++i)
    names.insert(fresh(entropy, family()).operation);
  for (const Operation& operation : family().vocabulary().operations())
    EXPECT_TRUE(names.contains(operation.name)) << operation.name;
}

TEST_P(EveryFamily, IsDeterministic) {
  const MutationOptions options{true, 256};
  std::vector<Case> runs[2];
  for (std::vector<Case>& run : runs) {
    wander(family(), options, 11, 1000,
           [&](const Case&, const Case& after) { run.push_back(after); });
  }
  EXPECT_EQ(runs[0], runs[1]);
}

TEST_P(EveryFamily, MostMutationsChangeTheQuestion) {
  int changed = 0;
  int small = 0;
  wander(family(), {}, 5, 5000, [&](const Case& before, const Case& after) {
    changed += question(before) != question(after) ? 1 : 0;
    small += question(after).size() < 160 ? 1 : 0;
  });
  EXPECT_GT(changed, 4800);
  EXPECT_GT(small, 4500);
}

INSTANTIATE_TEST_SUITE_P(Mutate, EveryFamily, testing::Range<std::size_t>(0, 7),
                         [](const auto& family) { return families()[family.param].first; });

std::size_t brackets(const Profile& profile) {
  return (profile.word().size() - profile.length()) / 2;
}

Int size_of(const Layout& layout) {
  return engine::saturating_product(layout.extents());
}

/// Whether its table is short, of numbers that fit.
bool is_moderate(const Layout& layout) {
  return size_of(layout) <= 256 && std::all_of(layout.strides().begin(), layout.strides().end(),
                                               [](Int d) { return d < Int{1} << 40; });
}

/// Counts what happened to a single layout.
void count_layout_changes(const Layout& a, const Layout& b, std::map<std::string, int>& seen) {
  const bool same_function = is_moderate(a) && is_moderate(b) && size_of(a) == size_of(b) &&
                             algebra::table(a) == algebra::table(b);
  const auto count = [](const Tuple& tuple, Int x) {
    return std::count(tuple.begin(), tuple.end(), x);
  };
  const auto sorted = [](Tuple tuple) {
    std::sort(tuple.begin(), tuple.end());
    return tuple;
  };
  const auto note = [&](const char* what, bool happened) { seen[what] += happened ? 1 : 0; };
  note("split", same_function && b.length() == a.length() + 1);
  note("merged", same_function && b.length() + 1 == a.length());
  note("merged to another function",
       !same_function && b.length() + 1 == a.length() && size_of(a) == size_of(b));
  note("same function", same_function && a != b);
  note("nested", a.extents() == b.extents() && a.strides() == b.strides() &&
                     brackets(b.profile()) > brackets(a.profile()));
  note("unnested", a.extents() == b.extents() && a.strides() == b.strides() &&
                       brackets(b.profile()) < brackets(a.profile()));
  note("flattened", a.extents() == b.extents() && !a.is_flat() && b.is_flat());
  note("permuted", a.extents() != b.extents() && sorted(a.extents()) == sorted(b.extents()) &&
                       sorted(a.strides()) == sorted(b.strides()));
  note("extent 1", count(b.extents(), 1) > count(a.extents(), 1));
  note("stride 0", count(b.strides(), 0) > count(a.strides(), 0));
  note("empty mode", b.profile().word().find("()", 1) != std::string::npos &&
                         a.profile().word().find("()", 1) == std::string::npos);
  note("one extent", a.profile() == b.profile() && a.strides() == b.strides() && a != b);
  note("strides", a.profile() == b.profile() && a.extents() == b.extents() && a != b);
  bool scaled = a.extents() == b.extents() && a != b && !a.strides().empty();
  for (std::size_t i = 0; scaled && i < a.length(); ++i) {
    scaled = a.strides()[i] > 0 && b.strides()[i] % a.strides()[i] == 0 &&
             b.strides()[i] / a.strides()[i] == b.strides()[0] / a.strides()[0] &&
             b.strides()[i] > a.strides()[i];
  }
  note("scaled", scaled);
  note("dropped", b.length() < a.length());
  note("more", b.length() > a.length());
  note("huge",
       std::any_of(b.strides().begin(), b.strides().end(), [](Int d) { return d > Int{1} << 31; }));
  note("small", size_of(b) <= 100);
  note("all", true);
}

TEST(Mutate, LayoutsChangeInEveryWay) {
  const Family family({properties::find_statement("coalesce(layout)")});
  std::map<std::string, int> seen;
  wander(family, {}, 1, 40000, [&](const Case& before, const Case& after) {
    count_layout_changes(std::get<Layout>(before.operands[0]), std::get<Layout>(after.operands[0]),
                         seen);
  });
  for (const auto& [what, times] : seen) {
    EXPECT_GE(times, 100) << what;
    RecordProperty(what, times);
  }
  EXPECT_GT(seen["small"], seen["all"] / 2);
}

TEST(Mutate, MorphismsChangeInEveryWay) {
  const Family family({properties::find_statement("flatten(morphism)")});
  std::map<std::string, int> seen;
  const auto hits = [](const Morphism& f) {
    return static_cast<std::size_t>(f.map().end() - f.map().begin()) -
           static_cast<std::size_t>(std::count(f.map().begin(), f.map().end(), 0));
  };
  wander(family, {}, 2, 20000, [&](const Case& before, const Case& after) {
    const auto& f = std::get<Morphism>(before.operands[0]);
    const auto& g = std::get<Morphism>(after.operands[0]);
    const auto note = [&](const char* what, bool happened) { seen[what] += happened ? 1 : 0; };
    note("retargeted",
         f.map() != g.map() && f.domain() == g.domain() && f.codomain() == g.codomain());
    note("to the base point", hits(g) < hits(f) && f.domain() == g.domain());
    note("entries", f.map() == g.map() && f.domain().profile() == g.domain().profile() && f != g);
    note("domain nested", f.map() == g.map() && f.codomain() == g.codomain() &&
                              brackets(g.domain().profile()) > brackets(f.domain().profile()));
    note("codomain nested",
         f.map() == g.map() && f.domain() == g.domain() &&
             brackets(g.codomain().profile()) > brackets(f.codomain().profile()));
    note("arrow more", hits(g) > hits(f) && g.domain().length() > f.domain().length() &&
                           g.codomain().length() > f.codomain().length());
    note("arrow less", hits(g) < hits(f) && g.domain().length() < f.domain().length());
    note("flattened", !f.is_flat() && g.is_flat());
  });
  for (const auto& [what, times] : seen)
    EXPECT_GE(times, 50) << what;
}

TEST(Mutate, MapsTilersAndIndicesChange) {
  std::map<std::string, int> seen;
  const auto note = [&](const char* what, bool happened) { seen[what] += happened ? 1 : 0; };
  const Family maps({properties::find_statement("sum(pointed map, pointed map)")});
  wander(maps, {}, 3, 5000, [&](const Case& before, const Case& after) {
    const auto& a = std::get<PointedMap>(before.operands[0]);
    const auto& b = std::get<PointedMap>(after.operands[0]);
    note("codomain", a.values() == b.values() && a.codomain() != b.codomain());
    note("values", a.domain() == b.domain() && a.values() != b.values());
    note("domain", a.domain() != b.domain());
  });
  const Family tilers({properties::find_statement("logical_divide(layout, tiler)"),
                       properties::find_statement("logical_divide@extended(layout, tiler)")});
  wander(tilers, {}, 4, 5000, [&](const Case& before, const Case& after) {
    const auto& t = std::get<Tiler>(after.operands[1]);
    const auto& s = std::get<Tiler>(before.operands[1]);
    note("tiler of modes", t.modes() != nullptr && s.modes() == nullptr);
    note("tiler of a layout", t.layout() != nullptr && s.layout() == nullptr);
    note("tiler of a shape", t.shape() != nullptr && s.shape() == nullptr);
    note("a mode is kept", to_string(t).find('_') != std::string::npos);
    note("tilers in tilers", to_string(t).find('<', 1) != std::string::npos);
    note("another convention", before.convention != after.convention);
  });
  for (const auto& [what, times] : seen)
    EXPECT_GE(times, 20) << what;
}

TEST(Mutate, OperandsStayInStep) {
  SeededEntropy entropy(6);
  int composable = 0;
  int all = 0;
  const Family family({properties::find_statement("composition(morphism, morphism)")});
  wander(family, {}, 7, 5000, [&](const Case& before, const Case& after) {
    const auto fits = [](const Case& c) {
      return std::get<Morphism>(c.operands[0]).domain() ==
             std::get<Morphism>(c.operands[1]).codomain();
    };
    if (fits(before) && before != after) {
      ++all;
      composable += fits(after) ? 1 : 0;
    }
  });
  EXPECT_GT(all, 500);
  EXPECT_GT(composable, all / 6);

  std::map<std::string, int> seen;
  wander(operations_family(), {}, 8, 20000, [&](const Case& before, const Case& after) {
    const auto note = [&](const char* what, bool happened) { seen[what] += happened ? 1 : 0; };
    note("another operation",
         before.operation != after.operation && before.operands == after.operands);
    note("swapped", before.operands.size() == 2 && after.operands.size() == 2 &&
                        before.operands[0] == after.operands[1] &&
                        before.operands[1] == after.operands[0] &&
                        before.operands != after.operands);
    note("copied", after.operands.size() == 2 && after.operands[0] == after.operands[1]);
    note("another count",
         before.operation == after.operation && before.operands.size() != after.operands.size());
    note("another convention",
         before.convention != after.convention && before.operands == after.operands);
  });
  for (const auto& [what, times] : seen)
    EXPECT_GE(times, 20) << what;
}

TEST(Mutate, AnswersAreRightAndWrongAndMissing) {
  std::map<std::string, int> seen;
  wander(operations_family(), {true, 256}, 9, 6000, [&](const Case&, const Case& after) {
    ASSERT_TRUE(after.answer.has_value());
    ++seen["all"];
    if (const auto* value = std::get_if<NonValue>(&*after.answer)) {
      ++seen[std::string(name(*value))];
      return;
    }
    const Reply own = properties::own_reply(after);
    if (own.kind != Reply::Kind::answered)
      ++seen["beyond the limit"];
    else
      ++seen[own.answer == *after.answer ? "right" : "wrong"];
  });
  EXPECT_GT(seen["right"], seen["all"] / 5);
  EXPECT_GT(seen["wrong"], seen["all"] / 5);
  for (const char* what : {"undefined", "overflow", "unsupported"})
    EXPECT_GT(seen[what], 50) << what;
}

TEST(Mutate, LengthsAreThoseOfTheText) {
  wander(whole_family(), {true, 256}, 13, 5000, [](const Case&, const Case& after) {
    for (const Value& operand : after.operands)
      EXPECT_EQ(text_length(operand), to_string(operand).size()) << to_string(operand);
  });
}

TEST(Mutate, ValuesReadAsTheirTextDoes) {
  const auto read = [](Value value, Sort sort) -> std::string {
    if (!reads_as(value, sort)) return "no";
    represent(value, sort);
    EXPECT_TRUE(is_of(value, sort));
    EXPECT_EQ(parse_value(to_string(value), sort), value);
    return to_string(value);
  };
  EXPECT_EQ(read(Profile::flat(0), Sort::shape), "()");
  EXPECT_EQ(read(Profile::flat(1), Sort::shape), "no");
  EXPECT_EQ(read(NestedTuple(), Sort::profile), "()");
  EXPECT_EQ(read(NestedTuple(0), Sort::integer), "0");
  EXPECT_EQ(read(NestedTuple(0), Sort::positive), "no");
  EXPECT_EQ(read(Int{0}, Sort::tuple), "0");
  EXPECT_EQ(read(Int{0}, Sort::shape), "no");
  EXPECT_EQ(read(Int{4}, Sort::flat_shape), "no");
  EXPECT_EQ(read(Int{4}, Sort::tiler), "4");
  EXPECT_EQ(read(Layout::entry(4, 1), Sort::tiler), "4:1");
  EXPECT_EQ(read(Tiler(Layout::entry(4, 1)), Sort::layout), "4:1");
  EXPECT_EQ(read(Tiler(Layout::entry(4, 1)), Sort::flat_layout), "no");
  EXPECT_EQ(read(parse_value("2:0", Sort::module_layout), Sort::layout), "2:0");
  EXPECT_EQ(read(parse_value("(2,2):(1,2)", Sort::module_layout), Sort::tiler), "(2,2):(1,2)");
  EXPECT_EQ(read(parse_value("2:F1", Sort::module_layout), Sort::tiler), "no");
  EXPECT_EQ(read(Tiler(), Sort::tiler), "no");
  EXPECT_EQ(read(Tiler(Tiler::Tuple{Tiler()}), Sort::tiler), "<_>");
}

TEST(Mutate, ACaseThatIsTooLongOrOfAnotherFamilyStillHasAMutation) {
  const Family& family = family_of(Concern::layouts);
  const MutationOptions options{false, 64};
  SeededEntropy entropy(12);
  std::string shape = "(2";
  std::string stride = "(1";
  for (int i = 0; i < 200; ++i) {
    shape += ",3";
    stride += ",5";
  }
  const Case large = parse_case("coalesce(" + shape + "):" + stride + "))");
  const Case foreign = parse_case("codomain(()--()-->())");
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(fault_of(mutated(entropy, large, family, options), family, options), "");
    EXPECT_EQ(fault_of(mutated(entropy, foreign, family, options), family, options), "");
    EXPECT_EQ(fault_of(spliced(entropy, large, foreign, family, options), family, options), "");
    EXPECT_EQ(fault_of(spliced(entropy, foreign, large, family, options), family, options), "");
  }
}

TEST(Mutate, AnAnswerThatNoLineHoldsIsNotChanged) {
  const MutationOptions options{true, 256};
  SeededEntropy entropy(1);
  const Case table = parse_case("table((1024,1024):(1,1024))");
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(fault_of(mutated(entropy, table, operations_family(), options), operations_family(),
                       options),
              "");
  }
}

}  // namespace
}  // namespace layoutcheck::fuzz
