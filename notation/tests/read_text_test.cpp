// Reading a text as a whole, up to a limit.
#include <layoutcheck/notation/read_text.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <vector>

namespace layoutcheck {
namespace {

std::string error_of(std::istream& in, std::uint64_t most) {
  try {
    rest_of(in, "it", most);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(ReadText, TakesAllUpToTheLimit) {
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 200000U}) {
    const std::string text(size, 'x');
    std::istringstream in(text);
    EXPECT_EQ(rest_of(in, "it", size), text);
    std::istringstream again(text);
    std::vector<std::byte> bytes{std::byte{7}};
    read_rest(again, bytes, "it", size + 1);
    EXPECT_EQ(bytes.size(), size + 1);
    EXPECT_EQ(bytes[0], std::byte{7});
    if (size == 0) continue;
    std::istringstream more(text);
    EXPECT_EQ(error_of(more, size - 1),
              "cannot read it: it has more than " + std::to_string(size - 1) + " bytes, the limit");
  }
}

TEST(ReadText, EndsWhereNothingEnds) {
  std::ifstream zeros("/dev/zero", std::ios::binary);
  EXPECT_EQ(error_of(zeros, 1000000), "cannot read it: it has more than 1000000 bytes, the limit");
  std::ifstream folder("/", std::ios::binary);
  EXPECT_EQ(error_of(folder, 10), "cannot read it");
}

}  // namespace
}  // namespace layoutcheck
