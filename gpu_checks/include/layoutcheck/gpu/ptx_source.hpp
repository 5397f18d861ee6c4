// Where PTX comes from: NVRTC, or a folder of compiled kernels where there is none.
#pragma once

#include <layoutcheck/gpu/family.hpp>

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace layoutcheck::gpu {

/// The first line of a file of compiled kernels: what it was made from, by what, for which
/// architecture.
struct Provenance {
  std::string source_hash;
  std::string architecture;
  std::string compiler;
  /// What it is the PTX of: a file of the kernels, or a case.
  std::string what;

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// "// layoutcheck: copy.cu, source 0123456789abcdef, sm_90, NVRTC 13.0"
std::string to_string(const Provenance& provenance);

/// The provenance in the first line of a text. Throws std::invalid_argument.
Provenance parse_provenance(std::string_view text);

/// PTX for sources; may be used by several threads.
class PtxSource {
 public:
  struct Places {
    /// Holds compiled kernels; may be empty.
    std::filesystem::path compiled = {};
    /// A checkout of CUTLASS; may be empty.
    std::filesystem::path cutlass = {};
    /// Without it there is only what is compiled already.
    bool compile = true;
  };

  /// For an architecture such as "sm_90".
  PtxSource(std::string architecture, Places places);

  /// The PTX of the job's source. Throws Unavailable if it can neither be compiled here nor is
  /// compiled already, and LaunchError with the compiler's log.
  std::string of(const Job& job);

 private:
  std::string architecture_;
  Places places_;
  std::mutex mutex_;
  std::map<std::string, std::string> made_;
  bool has_compiler_ = true;
};

/// A file of the corpus of compiled kernels.
struct CompiledKernel {
  std::string file;
  /// Its provenance and the PTX.
  std::string text;
};

/// The kernels of the samples of all families, each source once, but for those that include CuTe,
/// whose PTX is large. Throws Unavailable without NVRTC.
std::vector<CompiledKernel> compile_samples(const std::string& architecture);

}  // namespace layoutcheck::gpu
