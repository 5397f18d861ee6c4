// Which instructions occur in PTX that compilers have written, and that all of it is decoded.
#include "../src/ptx/decode.hpp"
#include "../src/ptx/forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace layoutcheck::gpu::ptx {
namespace {

const std::string source_folder = LAYOUTCHECK_SOURCE_DIR;

std::vector<std::filesystem::path> compiled_kernels() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"/corpus/ptx", "/gpu_checks/kernels/tests/data"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder + folder))
      if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  return files;
}

TEST(PtxWitnesses, AreThereForWhatCompilersEmit) {
  std::set<std::string> without;
  for (const std::string& name : opcode_names())
    without.insert(name);
  for (const std::filesystem::path& file : compiled_kernels()) {
    std::ifstream in(file);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const Module module = parse(text);
    for (const Function& function : module.functions) {
      for (const Instruction& instruction : function.instructions) {
        EXPECT_NO_THROW(require_form(instruction, module)) << file;
        without.erase(std::string(instruction.words.front()));
      }
    }
  }
  // Of assembly that people write, and of compilers that were not tried.
  EXPECT_THAT(without, testing::ElementsAre("applypriority", "bmsk", "brx", "clusterlaunchcontrol",
                                            "cnot", "copysign", "createpolicy", "discard", "exit",
                                            "isspacep", "ldu", "lop3", "mad24", "madc", "movmatrix",
                                            "mul24", "multimem", "prefetch", "prefetchu", "red",
                                            "set", "setmaxnreg", "slct", "szext", "testp"));
}

}  // namespace
}  // namespace layoutcheck::gpu::ptx
