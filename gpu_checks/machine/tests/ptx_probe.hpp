// A probe: a kernel around the instructions under test, which loads their operands from a buffer
// and stores their results, for many threads at once.
#pragma once

#include "../src/ptx/forms.hpp"
#include <layoutcheck/machine/executor.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>
#include <set>
#include <sstream>

namespace layoutcheck::gpu {

/// The opcodes that the files of tests say they cover.
inline std::set<std::string>& covered() {
  static std::set<std::string> words;
  return words;
}
struct Covers {
  Covers(std::initializer_list<const char*> words) { covered().insert(words.begin(), words.end()); }
};

using Row = std::vector<std::uint64_t>;
using Rows = std::vector<Row>;

/// Instructions over the registers d0, d1, … (results) and s0, s1, … (operands), of these types.
struct Probe {
  std::string text;
  std::vector<std::string> results;
  std::vector<std::string> operands;
  std::string declarations = "";
  std::string target = "sm_100a";
  std::string version = "8.8";
};

inline constexpr std::uint32_t probe_threads = 128;

inline std::string bits_type(const std::string& type) {
  return type == "pred" ? "b32" : "b" + type.substr(1);
}

inline std::string module_of(const Probe& probe) {
  std::ostringstream out;
  out << ".version " << probe.version << "\n.target " << probe.target << "\n.address_size 64\n"
      << ".visible .entry probe(.param .u64 in, .param .u64 out)\n{\n"
      << ".reg .b32 thread, block, index, truth;\n.reg .b64 from, to;\n"
      << probe.declarations << "\n";
  const auto declare = [&](char name, const std::vector<std::string>& types) {
    for (std::size_t i = 0; i < types.size(); ++i)
      out << ".reg ." << types[i] << " " << name << i << ";\n";
  };
  declare('d', probe.results);
  declare('s', probe.operands);
  out << "mov.u32 thread, %tid.x;\nmov.u32 block, %ctaid.x;\n"
      << "mad.lo.u32 index, block, " << probe_threads << ", thread;\n"
      << "ld.param.u64 from, [in];\nld.param.u64 to, [out];\n"
      << "mad.wide.u32 from, index, " << 8 * probe.operands.size() << ", from;\n"
      << "mad.wide.u32 to, index, " << 8 * probe.results.size() << ", to;\n";
  for (std::size_t i = 0; i < probe.operands.size(); ++i) {
    if (probe.operands[i] == "pred") {
      out << "ld.global.b32 truth, [from+" << 8 * i << "];\nsetp.ne.b32 s" << i << ", truth, 0;\n";
    } else {
      out << "ld.global." << bits_type(probe.operands[i]) << " s" << i << ", [from+" << 8 * i
          << "];\n";
    }
  }
  out << probe.text << "\n";
  for (std::size_t i = 0; i < probe.results.size(); ++i) {
    std::string name = "d" + std::to_string(i);
    if (probe.results[i] == "pred") {
      out << "selp.b32 truth, 1, 0, " << name << ";\n";
      name = "truth";
    }
    out << "st.global." << bits_type(probe.results[i]) << " [to+" << 8 * i << "], " << name
        << ";\n";
  }
  out << "ret;\n}\n";
  return out.str();
}

/// The results for each row of operands, of which each thread takes one; rows of zeros fill up the
/// last block.
inline Rows run_probe(const Probe& probe, const Rows& inputs, LaunchReport* report = nullptr) {
  const auto blocks =
      static_cast<std::uint32_t>((inputs.size() + probe_threads - 1) / probe_threads);
  const std::size_t threads = std::size_t{blocks} * probe_threads;
  Fill fill;
  fill.kind = Fill::Kind::bytes;
  fill.bytes.resize(threads * probe.operands.size() * 8);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::memcpy(fill.bytes.data() + i * probe.operands.size() * 8, inputs[i].data(),
                probe.operands.size() * 8);
  }
  const auto executor = make_ptx_executor();
  executor->load({"probe", "", module_of(probe)});
  const Buffer in = executor->allocate(std::max<std::size_t>(fill.bytes.size(), 8), fill);
  Fill zeros;
  zeros.kind = Fill::Kind::zero;
  const std::size_t width = probe.results.size() * 8;
  const Buffer out = executor->allocate(std::max<std::size_t>(threads * width, 8), zeros);
  Launch launch;
  launch.grid.x = blocks;
  launch.block.x = probe_threads;
  launch.arguments = {Argument::pointer(in), Argument::pointer(out)};
  const LaunchReport result = executor->launch(launch, {});
  if (report != nullptr) {
    *report = result;
  } else {
    EXPECT_TRUE(result.finished) << probe.text;
    EXPECT_EQ(result.fault_count, 0U) << probe.text << "\n"
                                      << (result.faults.empty() ? "" : to_string(result.faults[0]));
  }
  Rows rows(inputs.size(), Row(probe.results.size()));
  for (std::size_t i = 0; i < rows.size() && width != 0; ++i)
    executor->read(out, i * width, std::as_writable_bytes(std::span(rows[i])));
  return rows;
}

inline std::string shown(const Row& row) {
  std::ostringstream out;
  out << std::hex;
  for (const std::uint64_t value : row)
    out << " 0x" << value;
  return out.str();
}

/// Whether there is such an instruction as the one with which the probe begins.
inline bool is_had(const Probe& probe) {
  std::vector<std::string_view> words;
  const std::string_view opcode = std::string_view(probe.text).substr(0, probe.text.find(' '));
  for (std::size_t at = 0; at <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', at), opcode.size());
    words.push_back(opcode.substr(at, end - at));
    at = end + 1;
  }
  return ptx::is_form(words);
}

/// Holds the results against `expected(operands)`; tells the first few that differ.
inline void check(const Probe& probe, const Rows& inputs,
                  const std::function<Row(const Row&)>& expected) {
  ASSERT_FALSE(inputs.empty());
  const Rows found = run_probe(probe, inputs);
  int shown_failures = 0;
  for (std::size_t i = 0; i < inputs.size() && shown_failures < 3; ++i) {
    const Row wanted = expected(inputs[i]);
    if (found[i] != wanted) {
      ADD_FAILURE() << probe.text << "\n  of" << shown(inputs[i]) << "\n  gives" << shown(found[i])
                    << "\n  not  " << shown(wanted);
      ++shown_failures;
    }
  }
}

/// What loading or launching the probe fails with; "" if it does not.
inline std::string error_of(const Probe& probe) {
  try {
    LaunchReport report;
    run_probe(probe, {Row(probe.operands.size())}, &report);
  } catch (const LaunchError& error) {
    return error.what();
  }
  return "";
}

inline std::uint64_t low_bits(std::uint64_t x, unsigned width) {
  return width == 64 ? x : x & ((std::uint64_t{1} << width) - 1);
}

/// Bits at the edges of integers of all widths up to this one.
inline std::vector<std::uint64_t> edge_bits(unsigned width) {
  std::set<std::uint64_t> values = {0, 1, 2, 3, 5, 7, 24, 31, 32, 33, 63, 64};
  for (unsigned w = 8; w <= width; w += w == 24 ? 8 : (w == 16 ? 8 : w)) {
    const std::uint64_t half = std::uint64_t{1} << (w - 1);
    values.insert({half - 2, half - 1, half, half + 1, 2 * half - 2, 2 * half - 1, 2 * half});
  }
  std::set<std::uint64_t> cut;
  for (const std::uint64_t x : values) {
    cut.insert(
        {low_bits(x, width), low_bits(0 - x, width), low_bits(0x5555555555555555U * x, width)});
  }
  return {cut.begin(), cut.end()};
}

/// Rows of operands: all combinations of two of the given values where there are two operands,
/// else combinations drawn at random; then random bits.
inline Rows combinations(const std::vector<std::vector<std::uint64_t>>& values,
                         const std::vector<unsigned>& widths, std::size_t drawn = 1500) {
  Rows rows;
  if (values.size() == 1)
    for (const std::uint64_t a : values[0])
      rows.push_back({a});
  if (values.size() == 2) {
    for (const std::uint64_t a : values[0])
      for (const std::uint64_t b : values[1])
        rows.push_back({a, b});
  }
  std::mt19937_64 random(values.size() * 1000 + widths[0]);
  for (std::size_t i = 0; i < drawn; ++i) {
    Row row;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const bool special = random() % 4 != 0;
      row.push_back(special ? values[k][random() % values[k].size()]
                            : low_bits(random() >> random() % 64, widths[k]));
    }
    rows.push_back(row);
  }
  return rows;
}

inline Rows integer_rows(const std::vector<unsigned>& widths, std::size_t drawn = 1500) {
  std::vector<std::vector<std::uint64_t>> values;
  for (const unsigned width : widths)
    values.push_back(edge_bits(width));
  return combinations(values, widths, drawn);
}

}  // namespace layoutcheck::gpu
