// What tests of the stand-in do: the kernel that their programs have, and a process for each.
#pragma once

#include <layoutcheck/runtime/records.hpp>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

/// As CUDA declares the extents of grids and blocks (dim3).
struct Sizes {
  unsigned x, y, z;
};

namespace layoutcheck::gpu::runtime {

/// y[i] = 2 x[i] where the comparison of i and n says so.
inline std::string doubling(const std::string& comparison) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry twice(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n"
         ".reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<8>;\n"
         "ld.param.u64 %d1, [x]; ld.param.u64 %d2, [y]; ld.param.u32 %r1, [n];\n"
         "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;\n"
         "mad.lo.u32 %r5, %r2, %r3, %r4;\n"
         "setp." +
         comparison +
         ".u32 %p, %r5, %r1;\n@%p bra END;\n"
         "mul.wide.u32 %d3, %r5, 4; add.s64 %d4, %d1, %d3; add.s64 %d5, %d2, %d3;\n"
         "ld.global.u32 %r6, [%d4];\nadd.u32 %r6, %r6, %r6;\nst.global.u32 [%d5], %r6;\n"
         "END: ret;\n}\n";
}

template <class T>
void append(std::vector<std::byte>& bytes, T value) {
  const auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

/// A fat binary with one entry, PTX (1) or machine code (2).
inline std::vector<std::byte> fat_binary(const std::string& text, std::uint32_t capability = 80,
                                         std::uint16_t kind = 1) {
  const std::uint64_t padded = (text.size() + 8) / 8 * 8;
  std::vector<std::byte> bytes;
  append(bytes, std::uint32_t{0xba55ed50});
  append(bytes, std::uint16_t{1});
  append(bytes, std::uint16_t{16});
  append(bytes, 64 + padded);
  append(bytes, kind);
  append(bytes, std::uint16_t{0x101});
  append(bytes, std::uint32_t{64});
  append(bytes, padded);
  append(bytes, std::uint64_t{0});
  append(bytes, std::uint32_t{0});
  append(bytes, capability);
  bytes.resize(16 + 64 + padded);
  std::memcpy(bytes.data() + 16 + 64, text.data(), text.size());
  return bytes;
}

/// What a process of its own tells that does this, for a process has one device; failed
/// expectations in it fail the test.
inline std::vector<Record> told_by(const std::function<void()>& program) {
  std::string folder =
      (std::filesystem::temp_directory_path() / "layoutcheck-runtime-XXXXXX").string();
  EXPECT_NE(mkdtemp(folder.data()), nullptr);
  const pid_t child = fork();
  if (child == 0) {
    setenv(report_variable, folder.c_str(), 1);
    program();
    _exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "in the process";
  std::vector<Record> records;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      records.push_back(parse_record(line));
  }
  std::filesystem::remove_all(folder);
  return records;
}

inline std::vector<Record> of_kind(const std::vector<Record>& records, Record::Kind kind) {
  std::vector<Record> result;
  std::ranges::copy_if(records, std::back_inserter(result),
                       [&](const Record& record) { return record.kind == kind; });
  return result;
}

}  // namespace layoutcheck::gpu::runtime
