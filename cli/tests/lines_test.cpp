// Lines of text: widths, wrapping, clipping.
#include "lines.hpp"

#include <gtest/gtest.h>

namespace layoutcheck::cli {
namespace {

TEST(Lines, CountCodePoints) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("A∘B ⊥"), 5U);
}

TEST(Lines, WrapAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(wrapped("one two", 3), "one\ntwo");
  EXPECT_EQ(wrapped("extraordinary it is", 5), "extraordinary\nit is");
  EXPECT_EQ(wrapped("already\nbroken", 40), "already broken");
  EXPECT_EQ(wrapped("", 40), "");
  EXPECT_EQ(hanging("one\ntwo", 2), "one\n  two");
}

TEST(Lines, ClipWithAnEllipsis) {
  EXPECT_EQ(clipped("⟨4⟩ and more", 3), "⟨4⟩...");
  EXPECT_EQ(clipped("short", 5), "short");
  EXPECT_EQ(clipped("a\033[31m\tb", 40), "a?[31m?b") << "nothing that a terminal obeys";
}

}  // namespace
}  // namespace layoutcheck::cli
