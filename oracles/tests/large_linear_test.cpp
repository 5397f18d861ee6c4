// What is decided at powers of two is what tables say: on all small layouts, with no point allowed
// to be tabulated, and with the default limit.
#include "enumerate.hpp"
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/bijections.hpp>
#include <layoutcheck/oracles/large_linear.hpp>
#include <layoutcheck/oracles/making.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/recast.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace layoutcheck::oracle {
namespace {

const Limits no_tables{.points = 0};

/// All flat layouts over XOR of at most three modes, with extents of 1, 2 and 4.
void each_layout(const std::function<void(const ModuleLayout&)>& visit) {
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 4}, {0, 1, 2, 3, 5, 6, 8})) {
    std::vector<Element> strides;
    for (const Int d : layout.strides())
      strides.push_back(Element::bits(d));
    visit(ModuleLayout(layout.profile(), layout.extents(), strides));
  }
}

void each_swizzled(const std::function<void(const SwizzledLayout&)>& visit) {
  for (const Layout& layout : all_flat_layouts(2, {1, 2, 4, 8}, {0, 1, 2, 4, 6, 8}))
    for (const Swizzle& swizzle :
         {Swizzle{}, Swizzle{1, 0, 1}, Swizzle{1, 1, -1}, Swizzle{2, 0, 2}})
      for (const Int offset : {0, 1, 8})
        visit({swizzle, offset, layout});
}

std::string to_string(bool value) {
  return value ? "true" : "false";
}

std::string to_string(const Exact& value) {
  return digits(value);
}

std::string to_string(const std::vector<Exact>& values) {
  std::string text;
  for (const Exact& value : values)
    text += digits(value) + " ";
  return text;
}

/// What a decision came to: its answer, or why there is none.
template <class Decide>
std::string said(const Decide& decide, const Limits& limits) {
  try {
    const auto outcome = decide(limits);
    return outcome ? to_string(*outcome) : std::string("undefined");
  } catch (const LimitReached&) {
    return "undecided";
  }
}

/// Counts what is decided without tables, and compares it with what these say.
class Comparison {
 public:
  template <class Subject, class Decide>
  void add(const Subject& subject, const Decide& decide) {
    const std::string found = said(decide, no_tables);
    ++all_;
    if (found == "undecided") return;
    ++decided_;
    answered_ += found == "undefined" || found == "false" ? 0 : 1;
    EXPECT_EQ(found, said(decide, {})) << to_string(subject);
  }

  /// At least this part of all was decided, and some of it answered.
  void expect(double part) const {
    EXPECT_GE(static_cast<double>(decided_), part * static_cast<double>(all_));
    EXPECT_GT(answered_, all_ / 50);
  }

 private:
  std::size_t all_ = 0;
  std::size_t decided_ = 0;
  std::size_t answered_ = 0;
};

TEST(LargeLinear, InversesAreThoseOfTables) {
  for (const Convention convention : {Convention::strict, Convention::extended}) {
    Comparison right;
    Comparison left;
    const auto add = [&](const auto& layout) {
      right.add(layout, [&](const Limits& l) { return right_inverse(layout, l); });
      left.add(layout, [&](const Limits& l) { return left_inverse(layout, convention, l); });
    };
    each_layout(add);
    right.expect(0.6);
    left.expect(1);
    right = left = {};
    each_swizzled(add);
    right.expect(0.1);
    left.expect(1);
  }
}

TEST(LargeLinear, ComplementsAreThoseOfTables) {
  for (const Convention convention : {Convention::strict, Convention::extended}) {
    Comparison all;
    each_layout([&](const ModuleLayout& layout) {
      for (const Int number : {0, 8, 16, 20, 24, 48}) {
        const std::optional<Exact> n = number == 0 ? std::nullopt : std::optional<Exact>(number);
        all.add(layout, [&](const Limits& l) { return complement(layout, n, convention, l); });
      }
    });
    all.expect(0.6);
  }
}

TEST(LargeLinear, ValuesAreCountedAsInTables) {
  Comparison injective;
  Comparison surjective;
  Comparison bijective;
  Comparison columns;
  Comparison box;
  each_layout([&](const ModuleLayout& v) {
    injective.add(v, [&](const Limits& l) { return Outcome(is_injective(v, l)); });
    surjective.add(v, [&](const Limits& l) { return Outcome(is_surjective(v, l)); });
    bijective.add(v, [&](const Limits& l) { return Outcome(is_bijective(v, l)); });
    columns.add(v, [&](const Limits& l) { return to_linear(v, l); });
    box.add(v, [&](const Limits& l) { return cosize(v, l); });
  });
  injective.expect(0.6);
  surjective.expect(0.6);
  bijective.expect(0.6);
  columns.expect(1);
  box.expect(1);
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 3}, {0, 1, 2, 5})) {
    std::vector<Element> strides;
    for (std::size_t i = 0; i < layout.length(); ++i) {
      const Int d = layout.strides()[i] - 2;  // −2, −1, 0 or 3
      strides.push_back(i == 0   ? Element::coordinate({{{0}, 2}, {{1}, 1}})
                        : d == 0 ? Element()
                                 : Element::coordinate({{{static_cast<Int>(i % 2)}, d}}));
    }
    const ModuleLayout v(layout.profile(), layout.extents(), strides);
    EXPECT_EQ(said([&](const Limits& l) { return cosize(v, l); }, no_tables),
              said([&](const Limits& l) { return cosize(v, l); }, {}))
        << to_string(v);
  }
}

TEST(LargeLinear, SwizzledLayoutsAreDecidedAsByTables) {
  Comparison offsets;
  Comparison units;
  Comparison common;
  Comparison same;
  std::optional<SwizzledLayout> before;
  each_swizzled([&](const SwizzledLayout& w) {
    offsets.add(w, [&](const Limits& l) { return Outcome(cosize(w, l)); });
    for (const Int n : {1, 2, 4})
      units.add(w, [&](const Limits& l) { return upcast(w, n, l); });
    common.add(w, [&](const Limits& l) { return Outcome(max_common_vector(w, w, l)); });
    const Layout flat = to_layout(coalesce(ExactLayout(w.layout()), {}));
    const SwizzledLayout coalesced(w.swizzle(), w.offset(), flat);
    same.add(w, [&](const Limits& l) { return Outcome(same_function(w, coalesced, l)); });
    if (before) {
      common.add(w, [&](const Limits& l) { return Outcome(max_common_vector(*before, w, l)); });
      same.add(w, [&](const Limits& l) { return Outcome(same_function(w, *before, l)); });
    }
    before = w;
  });
  offsets.expect(0.2);
  units.expect(0.2);
  common.expect(0.2);
  same.expect(0.5);
}

TEST(LargeLinear, UnitsOfLayoutsOverTheIntegersAreThoseOfTables) {
  Comparison units;
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 3, 5}, {0, 1, 2, 3, 4, 7}))
    for (const Int n : {1, 2, 3, 4, 6})
      units.add(layout, [&](const Limits& l) {
        const auto answer = upcast(ExactLayout(layout), n, l);
        return answer ? Outcome(to_layout(*answer)) : answer.undefined();
      });
  units.expect(1);
}

/// A layout of more than four points, and claims of no more.
TEST(LargeLinear, NullspacesAreThoseOfTables) {
  const std::vector<Layout> claims = all_flat_layouts(2, {1, 2}, {0, 1, 2, 4, 5});
  std::size_t right = 0;
  std::size_t wrong = 0;
  each_layout([&](const ModuleLayout& v) {
    if (!linear_beyond(v, {.points = 4})) return;
    for (const Layout& r : claims) {
      const bool found = is_nullspace(r, v, {.points = 4});
      (found ? right : wrong) += 1;
      EXPECT_EQ(found, is_nullspace(r, v, {})) << to_string(v) << " " << to_string(r);
    }
  });
  EXPECT_GT(right, 500U);
  EXPECT_GT(wrong, 500U);
}

/// Of each layout, all claims of the same module are judged alike.
TEST(LargeLinear, ClaimsAreJudgedAsByTables) {
  std::size_t right = 0;
  std::size_t wrong = 0;
  std::size_t undecided = 0;
  std::vector<ModuleLayout> claims;
  for (const Layout& layout : all_flat_layouts(2, {2, 3, 4}, {0, 1, 2, 3, 8})) {
    std::vector<Element> strides;
    for (const Int d : layout.strides())
      strides.push_back(Element::bits(d));
    claims.emplace_back(layout.profile(), layout.extents(), strides);
  }
  for (const char* operation : {"right_inverse", "left_inverse", "complement"}) {
    for (const ModuleLayout& v : claims) {
      if (!linear(v)) continue;
      for (const ModuleLayout& claim : claims) {
        for (const Convention convention : {Convention::strict, Convention::extended}) {
          const Case question{operation, {}, {v}, {}, {}};
          const auto decide = [&](const Limits& l) {
            return Outcome(has_property(question, claim, convention, l));
          };
          const std::string found = said(decide, no_tables);
          (found == "true" ? right : found == "false" ? wrong : undecided) += 1;
          if (found == "undecided") continue;
          EXPECT_EQ(found, said(decide, {}))
              << operation << " " << to_string(v) << " = " << to_string(claim);
        }
      }
    }
  }
  EXPECT_GT(right, 400U);
  EXPECT_GT(wrong, 20 * right);
  EXPECT_GT(wrong, 10 * undecided);
}

}  // namespace
}  // namespace layoutcheck::oracle
