// Digests, and texts that end in their own.
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/notation/tab_separated.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace layoutcheck::engine {
namespace {

TEST(Sealed, TheDigestIsThatOfCrc64Xz) {
  EXPECT_EQ(digest_of(""), "0000000000000000");
  // The value that descriptions of CRC-64/XZ give.
  EXPECT_EQ(digest_of("123456789"), "995dc9bbdf1939fa");
}

TEST(Sealed, AWholeTextEndsInItsDigest) {
  EXPECT_EQ(sealed("123456789"), "123456789end\t995dc9bbdf1939fa\n");
  const std::string whole = sealed("one\ntwo\n");
  EXPECT_TRUE(is_sealed(whole));
  EXPECT_TRUE(is_sealed(whole.substr(0, whole.size() - 1)));
}

TEST(Sealed, WhatIsCutOffHasNone) {
  const std::string whole = sealed("one\ntwo\n");
  for (std::size_t size = 0; size + 1 < whole.size(); ++size)
    EXPECT_FALSE(is_sealed(whole.substr(0, size))) << size;
}

TEST(Sealed, WhatIsEditedIsNotBelieved) {
  const std::string whole = sealed("one\ntwo\n");
  for (std::size_t i = 0; i < 7; ++i) {
    std::string edited = whole;
    edited[i] ^= 1;
    EXPECT_THROW(is_sealed(edited), std::invalid_argument) << edited;
  }
  EXPECT_THROW(is_sealed(whole + "three\n"), std::invalid_argument);
  EXPECT_THROW(is_sealed(whole + whole), std::invalid_argument);
  EXPECT_THROW(is_sealed("zero\n" + whole), std::invalid_argument);
}

TEST(Sealed, OtherLinesAreNoSeals) {
  const std::string digest = digest_of("");
  const auto is_one = [](std::vector<std::string> cells) { return is_seal(cells, ""); };
  EXPECT_TRUE(is_one({"end", digest}));
  EXPECT_FALSE(is_one({"end"}));
  EXPECT_FALSE(is_one({"end", digest, digest}));
  EXPECT_FALSE(is_one({"unit", digest}));
  EXPECT_FALSE(is_one({"end", digest.substr(1)}));
  EXPECT_THROW(is_one({"end", digest_of("x")}), std::invalid_argument);
}

}  // namespace
}  // namespace layoutcheck::engine
