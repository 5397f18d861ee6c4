// Theorems 4, 5 and 7 of docs/modules.md on random operands: what the oracle finds by its search is
// what they say.
#include <layoutcheck/engine/check.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/modules.hpp>
#include <layoutcheck/oracles/recognition.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::properties {
namespace {

using oracle::ExactLayout;

constexpr oracle::Limits limits{4096};

bool is_over(Module module, const ModuleLayout& l) {
  return module_of(l.strides()) == module;
}

/// All bits of the multiples x·d, x < s.
Exact multiples(Int s, const Exact& d) {
  Exact bits = 0;
  for (Int x = 0; x < s; ++x)
    bits |= x * d;
  return bits;
}

bool have_disjoint_multiples(const Layout& l) {
  Exact taken = 0;
  for (std::size_t i = 0; i < l.length(); ++i) {
    const Exact bits = multiples(l.extents()[i], l.strides()[i]);
    if ((bits & taken) != 0) return false;
    taken |= bits;
  }
  return true;
}

/// The layout of the coordinates of a shape: entry i has stride 1@i.
ModuleLayout coordinates_of(const ModuleLayout& a) {
  std::vector<Element> strides;
  for (std::size_t i = 0; i < a.length(); ++i)
    strides.push_back(Element::coordinate({{{static_cast<Int>(i)}, 1}}));
  return {a.profile(), a.extents(), std::move(strides)};
}

Result check_by_coordinates(const ModuleLayout& a, const Layout& b) {
  if (!is_over(Module::bits, a) || a.length() > 200) return unmet();
  const Outcome<ModuleLayout> x =
      oracle::composition(coordinates_of(a), b, Convention::strict, limits);
  if (!x) return unmet();
  std::vector<Exact> taken(a.length(), 0);
  std::vector<Element> strides;
  for (std::size_t j = 0; j < x->length(); ++j) {
    const Element& stride = x->strides()[j];
    if (stride.is_zero()) {
      strides.emplace_back();
      continue;
    }
    if (stride.parts().size() > 1) return unmet();
    const auto i = static_cast<std::size_t>(stride.parts().front().path.front());
    const Int d = checked_multiply(stride.parts().front().value, a.strides()[i].value());
    const Exact bits = multiples(x->extents()[j], d);
    if ((bits & taken[i]) != 0) return unmet();
    taken[i] |= bits;
    strides.push_back(Element::bits(d));
  }
  const ModuleLayout claimed(x->profile(), x->extents(), std::move(strides));
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::strict, limits);
  return holds_if(r && oracle::same_function(*r, claimed, limits), [&] {
    return to_string(claimed) + " is claimed, and " + (r ? to_string(*r) : r.reason());
  });
}

Result check_swizzled(const SwizzledLayout& l) {
  const Layout& plain = l.layout();
  bool claimed = l.offset() == 0 && have_disjoint_multiples(plain);
  for (std::size_t i = 0; i < plain.length() && claimed; ++i) {
    // One entry by itself, of which the theorem says more only for powers of two.
    const Int s = plain.extents()[i];
    const Int d = plain.strides()[i];
    const bool exists =
        oracle::xor_layout(SwizzledLayout(l.swizzle(), 0, Layout::entry(s, d)), limits).has_value();
    bool is_sparse = (s & (s - 1)) == 0;
    for (unsigned j = 1; (Int{2} << j) <= s && is_sparse; ++j)
      is_sparse = (Exact(d) & (Exact(d) << j)) == 0;
    if (is_sparse && !exists) return fails("entry " + std::to_string(i) + " has no layout");
    claimed = exists;
  }
  const Outcome<ModuleLayout> r = oracle::xor_layout(l, limits);
  return holds_if(r.has_value() == claimed,
                  [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

/// The layout over the integers that an embedding of the coordinates makes of L, with a base
/// greater than all that is summed up in them; nothing if an integer is negative.
std::optional<ExactLayout> embedded(const ModuleLayout& l, const Exact& base,
                                    const std::vector<Tuple>& places) {
  ExactLayout result;
  result.profile = l.profile();
  for (std::size_t i = 0; i < l.length(); ++i) {
    Exact stride = 0;
    for (const Element::Part& part : l.strides()[i].parts()) {
      if (part.value < 0) return std::nullopt;
      const auto place = std::ranges::find(places, part.path) - places.begin();
      stride += part.value * pow(base, static_cast<unsigned>(place));
    }
    result.extents.emplace_back(l.extents()[i]);
    result.strides.push_back(stride);
  }
  return result;
}

struct Embedding {
  Exact base = 1;
  std::vector<Tuple> places;
};

/// What check_embedded_* embed by: a base above the sum of all integers times extents.
Embedding embedding_of(const ModuleLayout& l) {
  Embedding found;
  for (std::size_t i = 0; i < l.length(); ++i) {
    for (const Element::Part& part : l.strides()[i].parts()) {
      found.base += Exact(l.extents()[i]) * part.value;
      if (std::ranges::find(found.places, part.path) == found.places.end())
        found.places.push_back(part.path);
    }
  }
  return found;
}

std::string strides_of(const Outcome<ExactLayout>& l) {
  if (!l) return "undefined";
  std::string digits_of;
  for (const Exact& d : l->strides)
    digits_of += " " + digits(d);
  return "strides" + digits_of;
}

Result check_embedded_coalesce(const ModuleLayout& l) {
  const Embedding by = embedding_of(l);
  const auto integers = embedded(l, by.base, by.places);
  if (!is_over(Module::coordinates, l) || !integers) return unmet();
  const auto ours = embedded(oracle::coalesce(l, limits), by.base, by.places);
  const ExactLayout theirs = oracle::coalesce(*integers, limits);
  return holds_if(ours && *ours == theirs, [&] { return strides_of(theirs); });
}

Result check_embedded_composition(const ModuleLayout& a, const Layout& b) {
  const Embedding by = embedding_of(a);
  const auto integers = embedded(a, by.base, by.places);
  if (!is_over(Module::coordinates, a) || !integers) return unmet();
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::strict, limits);
  const Outcome<ExactLayout> theirs =
      oracle::composition(*integers, ExactLayout(b), Convention::strict, limits);
  const auto ours = r ? embedded(*r, by.base, by.places) : std::nullopt;
  return holds_if(ours.has_value() == theirs.has_value() && (!ours || *ours == *theirs),
                  [&] { return strides_of(theirs); });
}

/// Checks so many operands; returns of how many the hypothesis was met.
template <class Draw>
int checked(int cases, Draw draw) {
  SeededEntropy entropy(1);
  int met = 0;
  for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
    std::string operands;
    Result result;
    try {
      result = draw(entropy, operands);
    } catch (const LimitReached&) {
      continue;
    } catch (const Overflow&) {
      continue;
    }
    EXPECT_NE(result.kind, Result::Kind::fails) << operands << ": " << result.why;
    met += result.kind == Result::Kind::holds ? 1 : 0;
  }
  return met;
}

Layout draw_into(Entropy& entropy, const ModuleLayout& a) {
  Tuple strides;
  Int next = 1;
  for (const Int s : a.extents()) {
    strides.push_back(next);
    next *= s;
  }
  return draw_composable(entropy, Layout(a.profile(), a.extents(), std::move(strides)));
}

TEST(ModuleTheorems, CompositionOverXorFollowsCoordinates) {
  EXPECT_GT(checked(4000,
                    [](Entropy& entropy, std::string& operands) {
                      const ModuleLayout a = draw_module_layout(entropy, 30);
                      const Layout b = draw_into(entropy, a);
                      operands = to_string(a) + " " + to_string(b);
                      return check_by_coordinates(a, b);
                    }),
            1000);
}

TEST(ModuleTheorems, SwizzledLayoutsAreLayoutsOverXorUnderTheCondition) {
  int layouts = 0;
  EXPECT_GT(checked(4000,
                    [&](Entropy& entropy, std::string& operands) {
                      const SwizzledLayout l = draw_swizzled_layout(entropy, 30);
                      operands = to_string(l);
                      layouts += oracle::xor_layout(l, limits) && l.layout().length() > 1 ? 1 : 0;
                      return check_swizzled(l);
                    }),
            3000);
  EXPECT_GT(layouts, 300);
}

TEST(ModuleTheorems, CoordinatesEmbedIntoTheIntegers) {
  EXPECT_GT(checked(8000,
                    [](Entropy& entropy, std::string& operands) {
                      const ModuleLayout a = draw_module_layout(entropy, 30);
                      operands = to_string(a);
                      return check_embedded_coalesce(a);
                    }),
            500);
  EXPECT_GT(checked(8000,
                    [](Entropy& entropy, std::string& operands) {
                      const ModuleLayout a = draw_module_layout(entropy, 30);
                      const Layout b = draw_into(entropy, a);
                      operands = to_string(a) + " " + to_string(b);
                      return check_embedded_composition(a, b);
                    }),
            500);
}

}  // namespace
}  // namespace layoutcheck::properties
