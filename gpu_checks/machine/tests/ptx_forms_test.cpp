// The table of forms: that each is decoded, that ptxas takes it, and that what is nearly one is
// taken or refused as ptxas does.
#include "../src/ptx/decode.hpp"
#include "../src/ptx/forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

namespace layoutcheck::gpu::ptx {
namespace {

using Words = std::vector<std::string>;

/// Of each register type those that a kernel of the test has.
constexpr const char* register_types[] = {"b16", "u16", "s16", "b32", "u32",  "s32", "f32",
                                          "b64", "u64", "s64", "f64", "b128", "b8"};

/// The newest version of PTX of which there is a form, and what tests of older forms ask ptxas in.
constexpr const char* newest = "9.1";
constexpr unsigned usual = 90;

std::string head(const std::string& version, const std::string& target) {
  std::string text = ".version " + version + "\n.target " + target +
                     "\n.address_size 64\n.global .align 32 .b8 g[64]; .const .align 32 .b8 "
                     "c[64]; .visible .entry k(.param .align 32 .b8 p[64]) { .shared .align 32 "
                     ".b8 s[64]; .local .align 32 .b8 l[64]; .param .align 32 .b8 q[64]; .reg "
                     ".pred %p<9>; ";
  text += ".reg .b32 %v<128>; ";
  for (const std::string type : register_types)
    text += ".reg ." + type + " %" + type + "_<9>; ";
  return text + "mov.u64 %b64_8, g; labels: .branchtargets label;\n";
}
constexpr std::size_t first_line = 5;

/// A register for a value of that type; "" if it is none.
std::string register_of(const std::string& type, std::size_t number) {
  static const std::map<std::string, std::string> others = {
      {"b8", "b16"},     {"u8", "u16"},     {"s8", "s16"},      {"f16", "b16"},
      {"bf16", "b16"},   {"e4m3x2", "b16"}, {"e5m2x2", "b16"},  {"f16x2", "b32"},
      {"u16x2", "b32"},  {"s16x2", "b32"},  {"e2m3x2", "b16"},  {"e3m2x2", "b16"},
      {"e4m3x4", "b32"}, {"e5m2x4", "b32"}, {"ue8m0x2", "b16"}, {"s2f6x2", "b16"},
      {"bf16x2", "b32"}, {"tf32", "b32"},   {"f32x2", "b64"}};
  const std::size_t n = number % 7 + 1;
  if (type == "pred") return "%p" + std::to_string(n);
  if (type == "byte" || type == "e2m1x2" || type == "e4m3" || type == "e5m2")
    return "%b8_" + std::to_string(n);
  const auto other = others.find(type);
  const std::string& own = other == others.end() ? type : other->second;
  if (std::ranges::count(register_types, own) == 0) return "";
  return "%" + own + "_" + std::to_string(n);
}

std::string memory_of(const Words& words) {
  for (const std::string& word : words) {
    const std::string space = word.substr(0, word.find("::"));
    if (space == "shared" || space == "local" || space == "global")
      return "[" + word.substr(0, 1) + "]";
    if (space == "const") return words[0] == "prefetch" ? "[%b64_8]" : "[c]";
    if (space == "param") return words[0] == "st" || word == "param::func" ? "[q]" : "[p]";
  }
  return "[%b64_8]";
}

/// The operand of a pattern, or "" if the words do not go with it.
std::string operand_of(std::string_view pattern, const Words& words, std::size_t number) {
  if (pattern.starts_with('!')) pattern.remove_prefix(1);
  if (pattern.ends_with('?') || pattern.ends_with('/')) pattern.remove_suffix(1);
  const std::string& type = words.back();
  const auto list_of = [](const std::vector<std::string>& types) {
    std::string text;
    for (std::size_t i = 0; i < types.size(); ++i)
      text += (i == 0 ? "{" : ", ") + register_of(types[i], i);
    return text + "}";
  };
  if (pattern == "{halves}")
    return list_of({2, type == "b128"  ? "b64"
                       : type == "b64" ? "b32"
                       : type == "b32" ? "b16"
                                       : "byte"});
  if (pattern == "{quarters}") return list_of({4, type == "b64" ? "b16" : "byte"});
  if (pattern == "{offsets}") {
    const auto dimensions = std::ranges::find_if(
        words, [](const std::string& word) { return word.size() == 2 && word.ends_with('d'); });
    if (dimensions == words.end()) return "";
    return list_of(std::vector<std::string>(
        static_cast<std::size_t>(std::max(dimensions->front() - '2', 1)), "b16"));
  }
  if (pattern.starts_with('{')) {
    std::vector<std::string> types;
    std::istringstream in{std::string(pattern.substr(1, pattern.size() - 2))};
    for (std::string part; std::getline(in >> std::ws, part, ',');)
      types.push_back(part);
    return list_of(types);
  }
  if (pattern == "T") return register_of(type, number);
  if (pattern == "U") return words.size() < 3 ? "" : register_of(words[words.size() - 2], number);
  if (pattern == "W") {
    const std::string wide = type.substr(1) == "16" ? "32" : "64";
    return register_of(type.substr(0, 1) + wide, number);
  }
  if (pattern == "E") {
    const auto has = [&](const char* word) { return std::ranges::count(words, word) > 0; };
    return has("v2")   ? list_of({2, type})
           : has("v4") ? list_of({4, type})
           : has("v8") ? list_of({8, type})
                       : register_of(type, number);
  }
  if (pattern == "V") {
    const auto times =
        std::ranges::find_if(words, [](const std::string& word) { return word.starts_with("x"); });
    if (times == words.end()) return "";
    const std::size_t each = words.size() < 5        ? 1
                             : words[4] == "16x128b" ? 2
                             : words[4] == "16x256b" ? 4
                                                     : 1;
    std::string registers;
    for (std::size_t i = 0; i < each * std::stoul(times->substr(1)); ++i)
      registers += (i == 0 ? "{%v" : ", %v") + std::to_string(i);
    return registers + "}";
  }
  if (pattern == "[M]") return memory_of(words);
  if (pattern == "[sp]") return "[%b32_7]";
  if (pattern == "[map]") {
    const bool is_of_rows = std::ranges::any_of(
        words, [](const std::string& word) { return word.starts_with("tile::"); });
    const auto dimensions = std::ranges::find_if(
        words, [](const std::string& word) { return word.size() == 2 && word.ends_with('d'); });
    std::string coordinates = "0";
    for (char d = is_of_rows                  ? '5'
                  : dimensions == words.end() ? '1'
                                              : dimensions->front();
         d > '1'; --d)
      coordinates += ", 0";
    return "[g, {" + coordinates + "}]";
  }
  if (const std::size_t bar = pattern.find('|'); bar != std::string_view::npos) {
    return register_of(std::string(pattern.substr(0, bar)), number) + "|" +
           register_of(std::string(pattern.substr(bar + 1)), number + 1);
  }
  const std::string made = register_of(std::string(pattern), number);
  return made.empty() ? std::string(pattern) : made;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ".") + word;
  return text;
}

/// An instruction with these words, and the operands that the form has for those of `like` where
/// there are none for its own; without the operands that may be left out, or with them.
std::string instruction_of(const Form& form, const Words& words, const Words& like, bool all) {
  std::string text;
  std::size_t number = 0;
  for (const std::string_view pattern : patterns_of(form)) {
    if (pattern.ends_with('?') && !all) continue;
    if (pattern == "[sp]" && std::ranges::count(words, "sp") == 0) continue;
    std::string operand = operand_of(pattern, words, number);
    if (operand.empty()) operand = operand_of(pattern, like, number);
    text += (text.empty() ? " " : ", ") + operand;
    ++number;
  }
  return joined(words) + text + ";";
}

/// Words of the form: each alternative of each at least once, and `more` at random.
std::vector<Words> samples_of(const Form& form, std::size_t more, std::mt19937_64& random) {
  const std::vector<FormWord> words = words_of(form);
  std::set<Words> samples;
  const auto draw = [&](std::size_t fixed, std::size_t which) {
    Words sample;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t count = words[i].alternatives.size() + (words[i].optional ? 1 : 0);
      const std::size_t chosen = i == fixed ? which : random() % count;
      if (chosen < words[i].alternatives.size()) sample.emplace_back(words[i].alternatives[chosen]);
    }
    samples.insert(sample);
  };
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t k = 0; k < words[i].alternatives.size() + (words[i].optional ? 1 : 0); ++k)
      draw(i, k);
  for (std::size_t k = 0; k < more; ++k)
    draw(words.size(), 0);
  return {samples.begin(), samples.end()};
}

/// What is nearly these words: one doubled, dropped, before its neighbour, or another type.
std::vector<Words> near_misses(const Words& words, std::mt19937_64& random) {
  constexpr const char* types[] = {"u16", "s32", "u64",  "b16", "b32",   "b64",  "f16",
                                   "f32", "f64", "bf16", "u8",  "f16x2", "pred", "s64"};
  std::vector<Words> all;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    Words doubled = words;
    doubled.insert(doubled.begin() + at, words[i]);
    all.push_back(doubled);
    Words dropped = words;
    dropped.erase(dropped.begin() + at);
    all.push_back(dropped);
    if (i + 1 == words.size()) continue;
    Words swapped = words;
    std::swap(swapped[i], swapped[i + 1]);
    all.push_back(swapped);
  }
  if (words.size() > 1) {
    Words other = words;
    other.back() = types[random() % std::size(types)];
    all.push_back(other);
  }
  return all;
}

/// Why the executor refuses a kernel of this one instruction; "" if it does not.
std::string refusal(const std::string& instruction, const std::string& version = newest,
                    const std::string& target = "sm_90a") {
  const std::string text = head(version, target) + instruction + "\nlabel: ret;\n}\n";
  try {
    const Module module = parse(text);
    const std::map<std::string_view, std::uint64_t> addresses = {{"g", 1U << 20}, {"c", 1U << 21}};
    Decoder(module, addresses, {}).kernel(module.functions.front());
  } catch (const PtxError& error) {
    return error.what();
  }
  return "";
}

/// The first target that has the form with these words.
unsigned first_target(const Form& form, const Words& words) {
  return with_needs(form, std::vector<std::string_view>(words.begin(), words.end())).target;
}

/// The same, of those that ptxas knows.
std::string target_of(const Form& form, const Words& words) {
  // Since CUDA 13.2, ptxas takes fence.acquire and .release for sm_90 only; before, for any target.
  const bool is_one_way = words[0] == "fence" && (words[1] == "acquire" || words[1] == "release");
  const unsigned target = is_one_way ? 90 : first_target(form, words);
  return "sm_" + std::to_string(std::max(target, 75U)) + (target == 90 || form.specific ? "a" : "");
}

TEST(PtxForms, AreThoseOfAllOpcodes) {
  std::set<std::string> opcodes;
  for (const Form& form : all_forms()) {
    const FormWord opcode = words_of(form).front();
    opcodes.insert(opcode.alternatives.begin(), opcode.alternatives.end());
  }
  const std::vector<std::string> names = opcode_names();
  EXPECT_EQ(opcodes, std::set<std::string>(names.begin(), names.end()));
}

/// The opcodes of a form with the words that all of its instructions have behind them, up to
/// shapes, types and state spaces.
std::vector<std::string> names_of(const Form& form) {
  const std::vector<FormWord> words = words_of(form);
  std::string rest;
  for (const FormWord& word : std::span(words).subspan(1)) {
    const std::string text(word.alternatives.front());
    if (word.alternatives.size() > 1 || word.optional || word.in_any_order || text == "row" ||
        text.find_first_of("0123456789:") != std::string::npos || text == "...")
      break;
    if (text != "sync" && text != "aligned") rest += "." + text;
  }
  std::vector<std::string> names;
  for (const std::string_view opcode : words.front().alternatives)
    names.push_back(std::string(opcode) + rest);
  return names;
}

/// "- PTX 8.6, `sm_100a`: `tcgen05.alloc`, `tcgen05.cp`." for all versions and targets.
std::string list_by_version() {
  std::map<std::tuple<unsigned, unsigned, bool>, std::set<std::string>> names;
  for (const Form& form : all_forms())
    for (std::string& name : names_of(form))
      names[{form.version, form.target, form.specific}].insert(std::move(name));
  std::string text;
  for (const auto& [needs, list] : names) {
    const auto& [version, target, is_specific] = needs;
    text +=
        std::string(text.empty() ? "" : " ") + "- " +
        (version == 0
             ? "any PTX"
             : "PTX " + std::to_string(version / 10) + "." + std::to_string(version % 10)) +
        (target == 0 ? "" : ", `sm_" + std::to_string(target) + (is_specific ? "a" : "") + "`") +
        ":";
    for (const std::string& name : list)
      text += std::string(name == *list.begin() ? "" : ",") + " `" + name + "`";
    text += ".";
  }
  return text;
}

TEST(PtxForms, AreListedInTheDocuments) {
  std::ifstream in(std::string(LAYOUTCHECK_SOURCE_DIR) + "/docs/gpu-checks.md");
  std::string text;
  for (std::string word; in >> word;)
    text += (text.empty() ? "" : " ") + word;
  const std::string list = list_by_version();
  EXPECT_NE(text.find(" " + list + " "), std::string::npos) << list;
}

TEST(PtxForms, AreDecoded) {
  std::mt19937_64 random(1);
  for (const Form& form : all_forms()) {
    if (form.operands == "...") continue;
    for (const Words& words : samples_of(form, 2, random)) {
      for (const bool all : {false, true}) {
        const std::string text = instruction_of(form, words, words, all);
        EXPECT_EQ(refusal(text, newest, target_of(form, words)), "") << text;
      }
    }
  }
}

TEST(PtxForms, MayHaveWordsInAnotherOrder) {
  EXPECT_EQ(refusal("atom.add.release.gpu.global.s32 %s32_1, [g], 1;"), "");
  EXPECT_EQ(refusal("ld.relaxed.global.gpu.b32 %b32_1, [g];"), "");
  EXPECT_EQ(refusal("setp.or.lt.u16 %p1, %u16_2, %u16_3, %p4;"), "");
  EXPECT_NE(refusal("shf.wrap.r.b32 %b32_1, %b32_2, %b32_3, %b32_4;"), "");
}

TEST(PtxForms, NeedTheirVersionAndTarget) {
  const std::string sum = "add.rn.bf16 %b16_1, %b16_2, %b16_3;";
  EXPECT_EQ(refusal(sum, "7.8", "sm_90"), "");
  EXPECT_THAT(refusal(sum, "7.7", "sm_90"), testing::HasSubstr("'add.rn.bf16' needs PTX 7.8"));
  EXPECT_THAT(refusal(sum, "7.8", "sm_89"), testing::HasSubstr("needs the target sm_90"));
  const std::string count = "setmaxnreg.inc.sync.aligned.u32 40;";
  EXPECT_EQ(refusal(count, "8.0", "sm_90a"), "");
  EXPECT_THAT(refusal(count, "8.0", "sm_90"), testing::HasSubstr("needs the target sm_90a"));
}

TEST(PtxForms, RefuseWhatPtxasRefuses) {
  for (const char* text : {"add.cc.sat.s32 %s32_1, %s32_2, %s32_3;",
                           "fma.f32 %f32_1, %f32_2, %f32_3, %f32_4;",
                           "mul.lo.hi.s32 %s32_1, %s32_2, %s32_3;",
                           "cvt.rn.rz.f32.s32 %f32_1, %s32_2;",
                           "setp.lt.and.or.s32 %p1, %s32_2, %s32_3, %p4;",
                           "ld.global.nc.nc.u32 %u32_1, [g];",
                           "mad.f32 %f32_1, %f32_2, %f32_3, %f32_4;",
                           "div.f32 %f32_1, %f32_2, %f32_3;",
                           "cvt.f32.s32 %f32_1, %s32_2;",
                           "cvt.s32.f32 %s32_1, %f32_2;",
                           "rcp.f32 %f32_1, %f32_2;",
                           "sin.f32 %f32_1, %f32_2;",
                           "ld.global.shared.u32 %u32_1, [g];",
                           "ld.v2.v4.u32 %u32_1, [g];",
                           "ld.const.nc.u32 %u32_1, [c];",
                           "selp.f16 %b16_1, %b16_2, %b16_3, %p1;",
                           "add.u8 %u16_1, %u16_2, %u16_3;",
                           "and.u32 %u32_1, %u32_2, %u32_3;",
                           "setp.lt.bf16 %p1|%p2, %b16_2, %b16_3;",
                           "match.any.sync.b32 %b32_1|%p1, %b32_2, %b32_3;",
                           "st.global.nc.u32 [g], %u32_1;",
                           "atom.global.add.sub.u32 %u32_1, [g], %u32_2;"})
    EXPECT_THAT(refusal(text), testing::HasSubstr("does not have the instruction")) << text;
}

// ptxas itself.

std::string ptxas() {
  for (const std::string place : {"ptxas", "/usr/local/cuda/bin/ptxas"})
    if (std::system(("command -v " + place + " >/dev/null 2>&1").c_str()) == 0) return place;
  return "";
}

/// What ptxas says of each instruction that it refuses, by its index. A line that it cannot parse
/// is the last of which it tells, so it is asked again without those that it has refused.
std::map<std::size_t, std::string> refused_by_ptxas(const std::vector<std::string>& instructions,
                                                    const std::string& target,
                                                    unsigned version = usual) {
  const auto file = std::filesystem::path(testing::TempDir()) /
                    ("layoutcheck_forms_" + std::to_string(getpid()) + ".ptx");
  std::map<std::size_t, std::string> refused;
  while (true) {
    std::vector<std::size_t> asked;
    std::ofstream out(file);
    out << head(std::to_string(version / 10) + "." + std::to_string(version % 10), target);
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      if (refused.contains(i)) continue;
      asked.push_back(i);
      out << instructions[i] << '\n';
    }
    out << "label: ret;\n}\n";
    out.close();
    const std::string command =
        ptxas() + " -O0 -arch " + target + " " + file.string() + " -o /dev/null 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 4096> line{};
    const std::size_t before = refused.size();
    while (fgets(line.data(), line.size(), pipe) != nullptr) {
      const std::string text = line.data();
      const std::size_t at = text.find(", line ");
      if (at == std::string::npos ||
          (text.find("; error") == std::string::npos && text.find("; fatal") == std::string::npos))
        continue;
      const std::size_t number = std::stoul(text.substr(at + 7));
      if (number >= first_line && number - first_line < asked.size())
        refused.emplace(asked[number - first_line], text);
    }
    if (pclose(pipe) == 0 || refused.size() == before) break;
  }
  std::filesystem::remove(file);
  return refused;
}

TEST(PtxForms, AreTakenByPtxas) {
  if (ptxas().empty()) GTEST_SKIP() << "there is no ptxas";
  std::mt19937_64 random(2);
  std::map<std::pair<std::string, unsigned>, std::vector<std::string>> instructions;
  for (const Form& form : all_forms()) {
    if (form.operands == "...") continue;
    for (const Words& words : samples_of(form, 0, random))
      for (const bool all : {false, true})
        instructions[{target_of(form, words), std::max(form.version, usual)}].push_back(
            instruction_of(form, words, words, all));
  }
  for (const auto& [of, texts] : instructions) {
    const auto& [target, version] = of;
    // One that is older than the version refuses that, and no instruction.
    for (const auto& [i, message] : refused_by_ptxas(texts, target, version))
      ADD_FAILURE() << texts[i] << " -> " << message;
  }
}

TEST(PtxForms, AreRefusedByPtxasForTheTargetBefore) {
  if (ptxas().empty()) GTEST_SKIP() << "there is no ptxas";
  constexpr std::array targets{75U, 80U, 86U, 89U, 90U, 100U};
  std::mt19937_64 random(2);
  std::map<unsigned, std::vector<std::string>> instructions;
  for (const Form& form : all_forms()) {
    if (form.operands == "...") continue;
    const Words words = samples_of(form, 0, random).front();
    const unsigned target = first_target(form, words);
    if (target <= targets.front()) continue;
    const auto before = std::ranges::lower_bound(targets, target) - 1;
    instructions[*before].push_back(instruction_of(form, words, words, true));
  }
  for (const auto& [target, texts] : instructions) {
    const auto refused = refused_by_ptxas(texts, "sm_" + std::to_string(target));
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_TRUE(refused.contains(i)) << texts[i] << " is taken for sm_" << target;
  }
}

/// What ptxas takes though the PTX ISA does not have it: a word twice, another order, a property or
/// the rounding left out, or a rounding where nothing is rounded. The executor takes any order only
/// where compilers or libraries make use of it.
bool is_beyond_the_isa(Words words, Words like) {
  if (std::set<std::string>(words.begin(), words.end()).size() < words.size()) return true;
  if (like[0] == "testp" || joined(words) == "cvt.bf16.f16") return true;
  if (joined(like) == "cvt.f64.bf16") return true;
  std::ranges::sort(words);
  std::ranges::sort(like);
  return words == like;
}

TEST(PtxForms, NearMissesAreJudgedAsByPtxas) {
  if (ptxas().empty()) GTEST_SKIP() << "there is no ptxas";
  std::mt19937_64 random(3);
  std::vector<std::string> texts;
  std::vector<std::pair<Words, Words>> all_words;
  for (const Form& form : all_forms()) {
    if (form.operands == "..." || form.target > 90) continue;
    const std::vector<Words> samples = samples_of(form, 0, random);
    const Words& words = samples[random() % samples.size()];
    std::vector<Words> misses = near_misses(words, random);
    std::shuffle(misses.begin(), misses.end(), random);
    misses.resize(std::min<std::size_t>(misses.size(), 4));
    for (const Words& miss : misses) {
      all_words.emplace_back(miss, words);
      texts.push_back(instruction_of(form, miss, words, false));
    }
  }
  std::size_t taken = 0;
  constexpr std::size_t batch = 300;
  for (std::size_t begin = 0; begin < texts.size(); begin += batch) {
    const auto end = std::min(begin + batch, texts.size());
    const auto refused = refused_by_ptxas({texts.begin() + static_cast<std::ptrdiff_t>(begin),
                                           texts.begin() + static_cast<std::ptrdiff_t>(end)},
                                          "sm_90a");
    for (std::size_t i = begin; i < end; ++i) {
      const auto by_ptxas = refused.find(i - begin);
      const std::string ours = refusal(texts[i]);
      // That registers have the sizes of the types is not checked here.
      if (by_ptxas != refused.end() && ours.empty() &&
          by_ptxas->second.find("Arguments mismatch") != std::string::npos)
        continue;
      if (by_ptxas != refused.end()) {
        EXPECT_NE(ours, "") << texts[i] << " -> " << by_ptxas->second;
        continue;
      }
      ++taken;
      if (!is_beyond_the_isa(all_words[i].first, all_words[i].second))
        EXPECT_EQ(ours, "") << texts[i] << " is taken by ptxas";
    }
  }
  // Both answers occur.
  EXPECT_GT(taken, texts.size() / 20);
  EXPECT_LT(taken, texts.size() / 2);
}

}  // namespace
}  // namespace layoutcheck::gpu::ptx
