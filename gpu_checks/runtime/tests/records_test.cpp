// Records as lines, and lines that are none.
#include <layoutcheck/runtime/records.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace layoutcheck::gpu::runtime {

namespace {

TEST(Records, ALineHoldsARecord) {
  const Record record{Record::Kind::found,
                      "k<int>(int\t*)",
                      "4 x 32",
                      "race",
                      "two\nlines \\ of it",
                      "st.global.u32",
                      7,
                      "a.cu:4",
                      1,
                      2,
                      3,
                      ~std::uint64_t{0},
                      true};
  const std::string line = to_line(record);
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_EQ(parse_record(line), record);
  EXPECT_EQ(parse_record(to_line({})), Record{});
}

std::string refusal_of(const std::string& line) {
  try {
    parse_record(line);
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return "";
}

TEST(Records, DamagedLinesAreRefused) {
  const std::string line = to_line({});
  for (std::size_t length = 0; length + 2 < line.size(); ++length)
    EXPECT_NE(refusal_of(line.substr(0, length)), "") << length;
  EXPECT_EQ(refusal_of(""), "a record does not have 13 fields");
  EXPECT_EQ(refusal_of("begun" + line.substr(5)), "there are no records of the kind 'begun'");
  EXPECT_EQ(refusal_of(line.substr(0, line.size() - 2) + "x"), "'x' in a record is no number");
  EXPECT_EQ(refusal_of("began\ta\\" + line.substr(6)), "a record ends in a backslash");
}

}  // namespace

}  // namespace layoutcheck::gpu::runtime
