// The host's compiler: what it makes of kernels, and of the process that runs them.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace layoutcheck::gpu::host {

struct CompiledKernels {
  /// A shared object.
  std::string image;
  std::vector<std::string> entries;
};

class Compiler {
 public:
  /// Throws Unavailable if there is no compiler.
  explicit Compiler(const HostOptions& options);

  /// Throws LaunchError with the compiler's log. What was compiled before is not compiled again,
  /// by another compiler object of the same options neither.
  [[nodiscard]] std::shared_ptr<const CompiledKernels> kernels(const Program& program) const;

  /// An executable. Throws Unavailable if it cannot be made, as where a sanitizer's library is
  /// missing.
  [[nodiscard]] std::shared_ptr<const std::string> runner() const;

 private:
  [[nodiscard]] std::string key() const;

  std::vector<std::string> command_;
  bool sanitizers_;
  bool record_;
};

/// The lines of the source from which the code before these places comes; those of other places
/// are 0, and all of them where there is no addr2line.
std::map<std::uint64_t, std::uint32_t> lines_of(const CompiledKernels& kernels,
                                                std::span<const std::uint64_t> places);

/// The name under which the compiler knows a source; what it reports of it begins so.
constexpr std::string_view source_name = "kernel.cu";

}  // namespace layoutcheck::gpu::host
