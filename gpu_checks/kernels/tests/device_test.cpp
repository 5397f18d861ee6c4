// What devices take of a launch.
#include "kernel_task.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Demands demands(const std::string& target, std::uint64_t declared, std::uint64_t dynamic,
                const Dim3& block = {32, 1, 1}) {
  Demands all;
  all.target = target;
  all.block = block;
  all.declared = declared;
  all.dynamic = dynamic;
  return all;
}

std::vector<std::string> refusals(const Demands& asked, const std::string& device = "") {
  if (device.empty()) return refusals_of(asked, nullptr);
  const Device named = device_named(device);
  return refusals_of(asked, &named);
}

TEST(Devices, HaveSoMuchSharedMemoryForABlock) {
  EXPECT_THAT(refusals(demands("sm_90", 0, 232448)), IsEmpty());
  EXPECT_THAT(refusals(demands("sm_90", 0, 300000)),
              ElementsAre("a block needs 300000 bytes of shared memory; devices that run code for "
                          "sm_90 have at most 232448"));
  EXPECT_THAT(refusals(demands("sm_90", 1024, 232000)),
              ElementsAre("a block needs 233024 bytes of shared memory (1024 declared, 232000 more "
                          "of the launch); devices that run code for sm_90 have at most 232448"));
  // Later ones run what is not for one alone or for its family.
  EXPECT_THAT(refusals(demands("sm_80", 0, 200000)), IsEmpty());
  EXPECT_THAT(refusals(demands("sm_120a", 0, 101377)), ElementsAre(HasSubstr("at most 101376")));
  EXPECT_THAT(refusals(demands("sm_120f", 0, 101377)), ElementsAre(HasSubstr("at most 101376")));
  EXPECT_THAT(refusals(demands("sm_100f", 0, 232448)), IsEmpty());
  EXPECT_EQ(restriction_of(demands("sm_80", 0, 166912)), "");
  EXPECT_EQ(
      restriction_of(demands("sm_80", 0, 200000)),
      "a block needs 200000 bytes of shared memory; devices of compute capability 8.0 have at "
      "most 166912, and others that run code for sm_80 up to 232448");
}

TEST(Devices, AreNamed) {
  EXPECT_THAT(refusals(demands("sm_80", 0, 166912), "a100"), IsEmpty());
  EXPECT_THAT(refusals(demands("sm_80", 0, 166913), "a100"),
              ElementsAre("a block needs 166913 bytes of shared memory; 'a100' (compute capability "
                          "8.0) has at most 166912"));
  struct Card {
    const char* name;
    std::uint64_t shared;
  };
  for (const Card& card : {Card{"v100", 98304}, Card{"t4", 65536}, Card{"a30", 166912},
                           Card{"rtx3090", 101376}, Card{"orin", 166912}, Card{"l4", 101376},
                           Card{"l40s", 101376}, Card{"rtx4090", 101376}, Card{"h100", 232448},
                           Card{"b200", 232448}, Card{"rtx5090", 101376}, Card{"sm_89", 101376}}) {
    EXPECT_THAT(refusals(demands("sm_70", 0, card.shared), card.name), IsEmpty()) << card.name;
    EXPECT_EQ(refusals(demands("sm_70", 0, card.shared + 1), card.name).size(), 1U) << card.name;
  }
  EXPECT_THAT(refusals(demands("sm_90a", 0, 0), "a100"),
              ElementsAre("'a100' (compute capability 8.0) does not run code for sm_90a"));
  EXPECT_THAT(refusals(demands("sm_90a", 0, 0), "b200").size(), 1);
  EXPECT_THAT(refusals(demands("sm_90", 0, 0), "b200"), IsEmpty());
  EXPECT_THAT(refusals(demands("sm_100f", 0, 0), "b300"), IsEmpty());
  EXPECT_THAT(refusals(demands("sm_100f", 0, 0), "rtx5090").size(), 1);
  for (const char* name : {"", "a1000", "sm_91", "sm_90a", "H100"}) {
    try {
      device_named(name);
      ADD_FAILURE() << name;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), HasSubstr("no device is called '" + std::string(name) + "'"));
      EXPECT_THAT(error.what(), HasSubstr("h100, h200, "));
      EXPECT_THAT(error.what(), HasSubstr("sm_89, sm_90, "));
    }
  }
}

TEST(Devices, HoldTheBlockAgainstTheEntry) {
  Demands asked = demands("sm_90", 0, 0, {64, 2, 1});
  asked.entry.most_threads = 128;
  EXPECT_THAT(refusals(asked), IsEmpty());
  asked.entry.most_threads = 127;
  EXPECT_THAT(refusals(asked),
              ElementsAre("the entry is for blocks of at most 127 threads (.maxntid), and the "
                          "launch has blocks of 128"));
  asked.entry.most_threads.reset();
  asked.entry.required_block = Dim3{64, 2, 1};
  EXPECT_THAT(refusals(asked), IsEmpty());
  asked.entry.required_block = Dim3{128, 1, 1};
  EXPECT_THAT(refusals(asked),
              ElementsAre("the entry is for blocks of (128,1,1) threads (.reqntid), and the launch "
                          "has blocks of (64,2,1)"));
  asked.entry.required_block.reset();
  asked.grid = {1, 65536, 1};
  EXPECT_THAT(refusals(asked), ElementsAre(HasSubstr("cannot be launched")));
}

TEST(Devices, HoldClustersAgainstTheGridAndTheEntry) {
  Demands asked = demands("sm_90", 0, 0);
  asked.grid = {4, 6, 1};
  asked.entry.cluster = Dim3{2, 3, 1};
  EXPECT_THAT(refusals(asked, "h100"), IsEmpty());
  EXPECT_THAT(refusals(demands("sm_80", 0, 0), "a100"), IsEmpty());
  asked.target = "sm_80";
  EXPECT_THAT(refusals(asked, "a100"),
              ElementsAre("'a100' (compute capability 8.0) has no clusters"));
  asked.cluster = Dim3{2, 2, 1};
  EXPECT_THAT(refusals(asked),
              ElementsAre("the entry is for clusters of (2,3,1) blocks (.reqnctapercluster), and "
                          "the launch has clusters of (2,2,1)"));
  asked.entry.cluster.reset();
  EXPECT_THAT(refusals(asked), IsEmpty());
  asked.cluster = Dim3{1, 4, 1};
  EXPECT_THAT(refusals(asked), ElementsAre("a grid of (4,6,1) blocks does not consist of clusters "
                                           "of (1,4,1) blocks"));
  asked.grid = {1U << 31, 1, 1};
  asked.cluster = Dim3{1U << 31, 1U << 31, 4};
  EXPECT_THAT(refusals(asked), testing::Contains(HasSubstr("a cluster has from 1 to 16 blocks")));
}

std::string with_shared(const std::string& target, std::uint64_t bytes) {
  return ".version 8.0\n.target " + target +
         "\n.address_size 64\n.visible .entry k(.param .u64 p) {\n.shared .align 4 .b8 s[" +
         std::to_string(bytes) +
         "];\n.reg .b32 %r<2>; .reg .b64 %d<2>;\nld.param.u64 %d1, [p]; mov.u32 %r1, s;\n"
         "st.global.u32 [%d1], %r1;\nret;\n}\n";
}

TEST(Devices, TakeNoMoreThanTheAssemblerDoes) {
  const auto of = [](const std::string& target, std::uint64_t bytes) {
    return checked(task_of(with_shared(target, bytes), "y: out u32[1]", {1, 1, 1}, {1, 1, 1}, 0));
  };
  EXPECT_EQ(of("sm_90", 49152).verdict, KernelVerdict::right);
  const KernelReport report = of("sm_90", 49156);
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, "launch");
  EXPECT_EQ(report.findings[0].message,
            "the entry declares 49156 bytes of shared memory; ptxas refuses more than 49152 for "
            "sm_90, and what a block needs beyond them is given with the launch");
  EXPECT_EQ(of("sm_90a", 232448).verdict, KernelVerdict::right);
  EXPECT_EQ(of("sm_90a", 232452).findings.size(), 2U);
}

/// Where ptxas is installed, it refuses the same.
TEST(Devices, AreThoseOfTheAssembler) {
  if (std::system("ptxas --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no ptxas";
  const auto folder =
      std::filesystem::temp_directory_path() / ("layoutcheck-device-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto file = folder / "k.ptx";
  for (const std::string target : {"sm_80", "sm_86", "sm_90", "sm_90a"}) {
    for (const std::uint64_t bytes : {49152U, 49156U, 101376U, 232448U, 232452U}) {
      std::ofstream(file) << with_shared(target, bytes);
      const bool takes = std::system(("ptxas -arch=" + target + " " + file.string() + " -o " +
                                      (folder / "k.cubin").string() + " 2>/dev/null")
                                         .c_str()) == 0;
      EXPECT_EQ(refusals(demands(target, bytes, 0)).empty(), takes) << target << " " << bytes;
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace layoutcheck::gpu
