// Sources of PTX: NVRTC, or a folder of compiled kernels if NVRTC is not installed.
#pragma once

#include <layoutcheck/kernels/family.hpp>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::gpu {

/// The first line of a file of compiled kernels: its source, compiler and architecture.
struct Provenance {
  std::string source_hash;
  std::string architecture;
  /// Includes the CUTLASS version if the source includes its headers.
  std::string compiler;
  /// What was compiled: a kernel file, or a case.
  std::string what;

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// "// layoutcheck: source 0123456789abcdef, sm_90, NVRTC 13.0, copy.cu"
std::string to_string(const Provenance& provenance);

/// The provenance in the first line of a text. Throws std::invalid_argument.
Provenance parse_provenance(std::string_view text);

/// Thrown if a static assertion of CuTe rejects the layouts of a job; the message has its text.
class Refused : public LaunchError {
 public:
  using LaunchError::LaunchError;
};

/// Provides PTX for sources; thread-safe.
class PtxSource {
 public:
  struct Places {
    /// Holds compiled kernels; may be empty.
    std::filesystem::path compiled = {};
    /// A checkout of CUTLASS; if empty, the package nvidia-cutlass provides CuTe.
    std::filesystem::path cutlass = {};
    /// Without it, only compiled kernels are available.
    bool compile = true;
  };

  /// For an architecture such as "sm_90"; of jobs that need a certain one, for that.
  PtxSource(std::string architecture, Places places);

  /// The PTX of the job's source. Throws Unavailable if it cannot be compiled here and is not
  /// precompiled, Refused, and LaunchError with the compiler's log.
  std::string of(const Job& job);

 private:
  /// The include folders of sources with CuTe; none if CuTe is not installed.
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

/// The kernels of the samples of all families, each source once, for the oldest architecture or the
/// one that they need; CuTe kernels without unused variables. Throws Unavailable without NVRTC or
/// CuTe, which may come from a checkout.
std::vector<CompiledKernel> compile_samples(const std::string& oldest,
                                            const std::filesystem::path& cutlass);

}  // namespace layoutcheck::gpu
