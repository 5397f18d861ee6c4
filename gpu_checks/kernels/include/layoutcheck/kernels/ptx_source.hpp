// Where PTX comes from: NVRTC, or a folder of compiled kernels where there is none.
#pragma once

#include <layoutcheck/kernels/family.hpp>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::gpu {

/// The first line of a file of compiled kernels: what it was made from, by what, for which
/// architecture.
struct Provenance {
  std::string source_hash;
  std::string architecture;
  /// With the version of CUTLASS where the source includes its headers.
  std::string compiler;
  /// What it is the PTX of: a file of the kernels, or a case.
  std::string what;

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// "// layoutcheck: source 0123456789abcdef, sm_90, NVRTC 13.0, copy.cu"
std::string to_string(const Provenance& provenance);

/// The provenance in the first line of a text. Throws std::invalid_argument.
Provenance parse_provenance(std::string_view text);

/// Thrown where a static assertion of CuTe's refuses the layouts of a job; the message has its
/// text.
class Refused : public LaunchError {
 public:
  using LaunchError::LaunchError;
};

/// PTX for sources; may be used by several threads.
class PtxSource {
 public:
  struct Places {
    /// Holds compiled kernels; may be empty.
    std::filesystem::path compiled = {};
    /// A checkout of CUTLASS; if empty, CuTe is that of the package nvidia-cutlass.
    std::filesystem::path cutlass = {};
    /// Without it there is only what is compiled already.
    bool compile = true;
  };

  /// For an architecture such as "sm_90".
  PtxSource(std::string architecture, Places places);

  /// The PTX of the job's source. Throws Unavailable if it can neither be compiled here nor is
  /// compiled already, Refused, and LaunchError with the compiler's log.
  std::string of(const Job& job);

 private:
  /// The folders that sources with CuTe include from; none if it is not there.
  std::vector<std::filesystem::path> headers_of_cute();

  std::string architecture_;
  Places places_;
  std::mutex mutex_;
  std::map<std::string, std::string> made_;
  std::optional<std::vector<std::filesystem::path>> headers_of_cute_;
  bool has_compiler_ = true;
};

/// A file of the corpus of compiled kernels.
struct CompiledKernel {
  std::string file;
  /// Its provenance and the PTX.
  std::string text;
};

/// The kernels of the samples of all families, each source once; those with CuTe without the
/// variables that nothing uses. Throws Unavailable without NVRTC or CuTe, of which there may be a
/// checkout.
std::vector<CompiledKernel> compile_samples(const std::string& architecture,
                                            const std::filesystem::path& cutlass);

}  // namespace layoutcheck::gpu
