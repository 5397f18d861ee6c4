// What the text says of registers, held against what they come to hold.
#include "../src/ptx/decode.hpp"
#include "ptx_probe.hpp"

#include <array>

namespace layoutcheck::gpu {
namespace {

using ptx::RowFacts;

/// What is known of the registers of a probe, by name.
std::map<std::string, RowFacts> facts_of(const std::string& text) {
  const ptx::Module module = ptx::parse(text);
  const ptx::Code code = ptx::Decoder(module, {}, {}).kernel(module.functions.at(0));
  std::map<std::string, RowFacts> facts;
  for (const ptx::RegisterRow& r : code.registers)
    facts[std::string(r.name)] = code.facts.at(r.row);
  return facts;
}

/// Four registers of 32 bits and four of 64, each of which holds an operand at first.
Probe probe_of(const std::string& body) {
  std::string begin =
      "and.b32 d0, s0, 4095;\nmov.b32 d1, s1;\ncvt.u32.u16 d2, half;\nshr.u32 d3, s3, 3;\n"
      "cvt.u64.u32 d4, s4;\nmul.wide.u32 d5, d0, 12;\nmov.b64 d6, s6;\n"
      "mov.b64 d7, {d0, d3};\n";
  return {begin + body,
          {"b32", "b32", "b32", "b32", "b64", "b64", "b64", "b64"},
          {"b32", "b32", "b32", "b32", "b32", "b32", "b64"},
          ".reg .b16 half;\n.reg .pred p;\n"};
}

std::string any_of(std::mt19937_64& random, const std::vector<std::string>& texts) {
  return texts[random() % texts.size()];
}

/// An instruction on them, with a literal here and there.
std::string any_instruction(std::mt19937_64& random) {
  const bool wide = random() % 2 == 0;
  const std::string width = wide ? "64" : "32";
  const auto narrow_register = [&] { return "d" + std::to_string(random() % 4); };
  const auto wide_register = [&] { return "d" + std::to_string(4 + random() % 4); };
  const auto any = [&] { return wide ? wide_register() : narrow_register(); };
  const auto number = [&] {
    const std::uint64_t bits = low_bits(random() >> random() % 64, wide ? 64 : 32);
    return std::to_string(random() % 3 == 0 ? bits : bits % 4096);
  };
  const auto source = [&] { return random() % 3 == 0 ? number() : any(); };
  const auto by = [&] {
    return random() % 4 == 0 ? narrow_register() : std::to_string(random() % 70);
  };
  const std::string sign = any_of(random, {"u", "s"});
  const std::string type = sign + width;
  switch (random() % 17) {
    case 0:
      return "and.b" + width + " " + any() + ", " + any() + ", " + source();
    case 1:
      return any_of(random, {"or.b", "xor.b"}) + width + " " + any() + ", " + any() + ", " +
             source();
    case 2:
      return "not.b" + width + " " + any() + ", " + any();
    case 3:
      return "shl.b" + width + " " + any() + ", " + any() + ", " + by();
    case 4:
      return "shr." + type + " " + any() + ", " + any() + ", " + by();
    case 5:
      return any_of(random, {"add.", "sub.", "mul.lo.", "mul.hi.", "min.", "max."}) + type + " " +
             any() + ", " + any() + ", " + source();
    case 6:
      return "mad.lo." + type + " " + any() + ", " + any() + ", " + source() + ", " + any();
    case 7:
      return "mul.wide." + sign + "32 " + wide_register() + ", " + narrow_register() + ", " +
             narrow_register();
    case 8:
      return "mad.wide." + sign + "32 " + wide_register() + ", " + narrow_register() + ", " +
             std::to_string(random() % 100) + ", " + wide_register();
    case 9:
      return any_of(random, {"div.", "rem."}) + type + " " + any() + ", " + any() + ", " +
             std::to_string(1 + random() % 5000);
    case 10:
      return "cvt." + sign + "64." + any_of(random, {"u", "s"}) + "32 " + wide_register() + ", " +
             narrow_register();
    case 11:
      return "cvt." + sign + "32." + any_of(random, {"u64 ", "s64 "}) + narrow_register() + ", " +
             wide_register();
    case 12:
      return "cvt." + sign + any_of(random, {"8", "16"}) + ".u32 " + narrow_register() + ", " +
             narrow_register();
    case 13:
      return "bfe." + type + " " + any() + ", " + any() + ", " + std::to_string(random() % 64) +
             ", " + std::to_string(random() % 70);
    case 14:
      return "setp.lt." + type + " p, " + any() + ", " + source() + ";\nselp.b" + width + " " +
             any() + ", " + any() + ", " + source() + ", p";
    case 15:
      return any_of(random, {"neg.s", "abs.s"}) + width + " " + any() + ", " + any();
    default:
      return any_of(random, {"mov.b64 {" + narrow_register() + ", " + narrow_register() + "}, " +
                                 wide_register(),
                             "mov.b64 " + wide_register() + ", {" + narrow_register() + ", " +
                                 narrow_register() + "}",
                             "popc.b" + width + " " + narrow_register() + ", " + any()});
  }
}

TEST(PtxRowFacts, BoundTheBitsOfAnyRegister) {
  std::mt19937_64 random(7);
  std::size_t bounded = 0;
  for (unsigned program = 0; program < 400; ++program) {
    std::string body = "cvt.u16.u32 half, s2;\n";
    for (unsigned i = 0; i < 6; ++i)
      body += any_instruction(random) + ";\n";
    Probe probe = probe_of(body);
    probe.text = "cvt.u16.u32 half, s5;\n" + probe.text;
    Rows inputs;
    for (unsigned i = 0; i < 128; ++i) {
      Row row;
      for (unsigned k = 0; k < 7; ++k)
        row.push_back(random() % 4 == 0 ? ~std::uint64_t{0} >> random() % 64
                                        : random() >> random() % 64);
      inputs.push_back(row);
    }
    const auto facts = facts_of(module_of(probe));
    for (const Row& found : run_probe(probe, inputs)) {
      for (unsigned k = 0; k < 8; ++k) {
        const std::uint64_t possible = facts.at("d" + std::to_string(k)).possible;
        ASSERT_EQ(found[k] & ~possible, 0U) << "d" << k << " of\n"
                                            << probe.text << shown({found[k], possible});
      }
    }
    for (unsigned k = 0; k < 8; ++k)
      bounded +=
          facts.at("d" + std::to_string(k)).possible != low_bits(~std::uint64_t{0}, k < 4 ? 32 : 64)
              ? 1
              : 0;
  }
  // They say something.
  EXPECT_GT(bounded, 400U);
}

TEST(PtxRowFacts, AreThoseOfSpecialRegistersAndLoops) {
  const auto facts = facts_of(
      ".version 8.0 .target sm_80 .address_size 64\n.visible .entry k(.param .u32 n) {\n"
      ".reg .b32 a, b, c, d, e, f, g, h, i; .reg .pred p;\n"
      "mov.u32 a, %tid.x; mov.u32 b, %ctaid.x; ld.param.u32 c, [n]; and.b32 d, c, 60;\n"
      "mov.u32 e, 0; $L: add.u32 e, e, 4; setp.lt.u32 p, e, c; @p bra $L;\n"
      "mul.lo.u32 f, d, 5; shl.b32 g, a, d; @p mov.u32 h, 3; @!p mov.u32 h, 5; mul.lo.s32 i, c, "
      "8;\n"
      "ret; }\n");
  EXPECT_EQ(facts.at("a").possible, 1023U);
  EXPECT_EQ(facts.at("b").possible, 0xffffffffU);
  EXPECT_EQ(facts.at("d").possible, 60U);
  EXPECT_EQ(facts.at("e").possible, 0xfffffffcU);
  EXPECT_EQ(facts.at("f").possible, 508U);
  EXPECT_EQ(facts.at("g").possible, 0xffffffffU);
  EXPECT_EQ(facts.at("h").possible, 7U);
  EXPECT_EQ(facts.at("i").possible, 0xfffffff8U);
  for (const char* name : {"c", "d", "f", "i"})
    EXPECT_EQ(facts.at(name).sort, RowFacts::Sort::uniform) << name;
  for (const char* name : {"a", "b", "e", "g", "h"})
    EXPECT_EQ(facts.at(name).sort, RowFacts::Sort::varying) << name;
}

}  // namespace
}  // namespace layoutcheck::gpu
