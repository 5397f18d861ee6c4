// Tests of what is allocated: compositions of small layouts by the millions must not depend on it.
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <new>
#include <vector>

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

// Those of arrays, and those that return null, call this one. Not inlined: GCC would take what
// free() gets for memory of operator new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace layoutcheck::algebra {
namespace {

/// The layouts of depth 0 and 1 with up to two entries, and some that are nested.
std::vector<Layout> small_layouts() {
  std::vector<Layout> entries;
  for (const Int extent : {1, 2, 3, 4})
    for (const Int stride : {0, 1, 2, 3, 5})
      entries.push_back(Layout::entry(extent, stride));
  std::vector<Layout> layouts = entries;
  layouts.emplace_back();
  for (const Layout& first : entries) {
    layouts.push_back(Layout::tuple_of(std::vector{first}));
    for (const Layout& second : entries)
      layouts.push_back(Layout::tuple_of(std::vector{first, second}));
  }
  for (const char* nested : {"((2,3)):((1,4))", "((2),(4)):((2),(9))"})
    layouts.push_back(parse_layout(nested));
  return layouts;
}

/// What a reason says, whichever numbers it speaks of.
std::string kind_of(const std::string& reason) {
  for (const char* kind : {"outside the domain of A", "in a layout", "carry into one another"})
    if (reason.find(kind) != std::string::npos) return kind;
  return reason;
}

TEST(Allocations, OfCompositionsOfSmallLayoutsAreThoseOfTheAnswer) {
  const std::vector<Layout> layouts = small_layouts();
  std::map<std::string, std::size_t> seen;
  Layout c = Layout::flat(Tuple(8, 1), Tuple(8, 0));
  for (const Convention convention : {Convention::strict, Convention::extended}) {
    for (const Layout& a : layouts) {
      for (const Layout& b : layouts) {
        allocations = 0;
        const std::optional<Undefined> why = algebra::compose(a, b, convention, c);
        ASSERT_EQ(allocations, 0U) << a << " " << b;

        const Outcome<Layout> value = composition(a, b, convention);
        // One for the shape and one for the stride.
        ASSERT_EQ(allocations, why || b.length() == 0 ? 0U : 2U) << a << " " << b;

        ASSERT_EQ(value.has_value(), !why) << a << " " << b;
        if (value) ASSERT_EQ(*value, c) << a << " " << b;
        ++seen[why ? kind_of(why->reason()) : "answers"];
      }
    }
  }
  for (const char* kind :
       {"answers", "outside the domain of A", "in a layout", "carry into one another"})
    EXPECT_GT(seen[kind], 5000U) << kind;
  EXPECT_EQ(seen.size(), 4U);
}

}  // namespace
}  // namespace layoutcheck::algebra
