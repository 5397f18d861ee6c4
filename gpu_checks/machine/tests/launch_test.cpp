// Texts of faults.
#include <layoutcheck/machine/launch.hpp>

#include <gmock/gmock.h>

namespace layoutcheck::gpu {

namespace {

std::string text_with(const std::string& instruction) {
  Fault fault;
  fault.line = 3;
  fault.instruction = instruction;
  fault.message = "beyond";
  return to_string(fault);
}

std::string list_of(unsigned count) {
  std::string list = "{";
  for (unsigned i = 0; i < count; ++i)
    list += (i == 0 ? "%r" : ", %r") + std::to_string(i);
  return list + "}";
}

TEST(Launch, LongListsOfRegistersAreShort) {
  const std::string head = "line 3, block (1,1,1), thread (1,1,1): `";
  const std::string tail = "`: out of bounds: beyond";
  EXPECT_EQ(text_with("ld.x " + list_of(16) + ", [%r1];"),
            head + "ld.x " + list_of(16) + ", [%r1];" + tail);
  EXPECT_EQ(text_with("mma " + list_of(17) + ", {%r1, %r2}, " + list_of(40) + ";"),
            head + "mma {%r0, …, %r16}, {%r1, %r2}, {%r0, …, %r39};" + tail);
  for (const char* plain : {"bar.sync 0;", "odd {%r1", "odd }{%r1"})
    EXPECT_EQ(text_with(plain), head + plain + tail);
}

}  // namespace

}  // namespace layoutcheck::gpu
