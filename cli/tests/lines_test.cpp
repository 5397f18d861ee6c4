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
  EXPECT_EQ(clipped("a\u202eb\u2066c\u009b1m\u2028", 40), "a?b?c?1m?")
      << "nor what turns text around";
  EXPECT_EQ(clipped("a\xe2\x80\xff", 40), "a\ufffd\ufffd\ufffd") << "nor what is no UTF-8";
}

}  // namespace
}  // namespace layoutcheck::cli
