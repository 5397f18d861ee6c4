// compile_to_ptx: what NVRTC makes of a source, and what is said where it is missing or refuses.
#include "variable.hpp"
#include <layoutcheck/machine/cuda.hpp>
#include <layoutcheck/machine/executor.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <thread>
#include <vector>

namespace layoutcheck::gpu {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const char* const place = "LAYOUTCHECK_NVRTC";

std::string why_unavailable() {
  try {
    return nvrtc_version() + " is there";
  } catch (const Unavailable& error) {
    return error.what();
  }
}

std::string why_refused(const std::string& source, const std::string& architecture,
                        const std::vector<std::string>& options = {}) {
  try {
    return compile_to_ptx(source, "refused.cu", architecture, options);
  } catch (const LaunchError& error) {
    return error.what();
  }
}

class Nvrtc : public testing::Test {
 protected:
  void SetUp() override {
    try {
      nvrtc_version();
    } catch (const Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

const std::string copy_source = R"(extern "C" __global__ void copy(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
)";

TEST_F(Nvrtc, MakesPtxForTheArchitectureThatIsAskedFor) {
  for (const std::string number : {"80", "90"}) {
    const std::string ptx = compile_to_ptx(copy_source, "copy.cu", "sm_" + number);
    EXPECT_THAT(ptx, HasSubstr(".target sm_" + number));
    EXPECT_THAT(ptx, HasSubstr(".visible .entry copy("));
    EXPECT_EQ(ptx.find('\0'), std::string::npos);
    EXPECT_EQ(ptx, compile_to_ptx(copy_source, "copy.cu", "compute_" + number));
  }
}

TEST_F(Nvrtc, HandsOptionsToTheCompiler) {
  const std::string source = "extern \"C\" __global__ void NAME() {}";
  const std::vector<std::string> options = {"-DNAME=given"};
  EXPECT_THAT(compile_to_ptx(source, "named.cu", "sm_90", options),
              HasSubstr(".visible .entry given("));
}

TEST_F(Nvrtc, KeepsItsOwnPathOutOfThePtx) {
  const std::string folder = std::filesystem::path(nvrtc_path()).parent_path().string();
  EXPECT_THAT(compile_to_ptx(copy_source, "copy.cu", "sm_90"), Not(HasSubstr(folder)));
}

TEST_F(Nvrtc, SaysWhichVersionItIsAndWhereItWasFound) {
  EXPECT_TRUE(std::regex_match(nvrtc_version(), std::regex("[0-9]+\\.[0-9]+"))) << nvrtc_version();
  EXPECT_TRUE(std::filesystem::exists(nvrtc_path())) << nvrtc_path();
}

TEST_F(Nvrtc, IsFoundByAFileAndByItsFolder) {
  const std::filesystem::path path = nvrtc_path();
  const std::string version = nvrtc_version();
  {
    const Variable file(place, path.string());
    EXPECT_EQ(nvrtc_version(), version);
  }
  std::error_code error;
  if (std::filesystem::exists(path.parent_path() / "libnvrtc.so", error) ||
      path.filename() == "libnvrtc.so.13" || path.filename() == "libnvrtc.so.12") {
    const Variable folder(place, path.parent_path().string());
    EXPECT_EQ(nvrtc_version(), version);
  }
}

TEST_F(Nvrtc, GivesTheLogOfASourceThatDoesNotCompile) {
  EXPECT_THAT(why_refused("\n__global__ void broken() { undeclared = 1; }\n", "sm_90"),
              AllOf(HasSubstr("refused.cu: NVRTC: NVRTC_ERROR_COMPILATION"),
                    HasSubstr("refused.cu(2): error: identifier \"undeclared\" is undefined")));
}

TEST_F(Nvrtc, GivesTheLogOfAnArchitectureThatItDoesNotKnow) {
  EXPECT_THAT(why_refused(copy_source, "sm_11"),
              AllOf(HasSubstr("refused.cu: NVRTC: "), HasSubstr("--gpu-architecture")));
}

TEST_F(Nvrtc, GivesTheLogOfAnOptionThatItDoesNotKnow) {
  EXPECT_THAT(why_refused(copy_source, "sm_90", {"--no-such-option"}),
              AllOf(HasSubstr("refused.cu: NVRTC: "), HasSubstr("--no-such-option")));
}

TEST_F(Nvrtc, CompilesOnSeveralThreadsAtOnce) {
  std::vector<std::string> made(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < made.size(); ++i) {
      threads.emplace_back([&made, i] {
        made[i] = compile_to_ptx(
            "extern \"C\" __global__ void kernel" + std::to_string(i) + "(int* out) { *out = 1; }",
            "threads.cu", "sm_80");
      });
    }
  }
  for (std::size_t i = 0; i < made.size(); ++i)
    EXPECT_THAT(made[i], HasSubstr(".visible .entry kernel" + std::to_string(i) + "("));
}

TEST(NvrtcRefusals, AnArchitectureOfAnotherFormIsRefusedWithoutACompiler) {
  for (const std::string architecture : {"", "90", "sm_", "sm_90 --help", "sm_90ab", "gfx90a"}) {
    EXPECT_THAT(why_refused("", architecture),
                HasSubstr("refused.cu: '" + architecture + "' is no architecture"));
  }
}

TEST(NvrtcRefusals, APlaceWithoutNvrtcIsNamed) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("layoutcheck_nvrtc_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "libnvrtc.so").string();
  {
    const Variable named(place, folder.string());
    EXPECT_EQ(why_unavailable(),
              "no NVRTC at '" + folder.string() + "', which LAYOUTCHECK_NVRTC names");
  }
  std::ofstream(file) << std::string(4096, 'x');  // longer than the header of a library
  {
    const Variable named(place, file);
    EXPECT_THAT(why_unavailable(), AllOf(HasSubstr("no NVRTC at '" + file + "'"),
                                         HasSubstr("LAYOUTCHECK_NVRTC"), HasSubstr("invalid ELF")));
  }
  {
    const Variable named(place, (folder / "absent.so").string());
    EXPECT_THAT(why_unavailable(), HasSubstr("cannot open shared object file"));
  }
  {
    const Variable named(place, "libc.so.6");
    EXPECT_THAT(why_unavailable(), HasSubstr("has no function nvrtcVersion"));
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace layoutcheck::gpu
