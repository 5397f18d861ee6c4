// NVRTC, NVIDIA's compiler of CUDA C++ to PTX as a library: where it is found, and how it is asked.
#include "cuda/library.hpp"
#include <layoutcheck/machine/cuda.hpp>
#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/machine/packages.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <optional>
#include <regex>
#include <vector>

namespace layoutcheck::gpu {
namespace {

namespace fs = std::filesystem;

constexpr std::array library_names = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};

/// The functions that are used, as NVRTC's documentation declares them. A result is 0 where all
/// went well.
struct Nvrtc {
  using Program = struct OpaqueProgram*;

  std::string path;
  int (*version)(int* major, int* minor) = nullptr;
  const char* (*error_string)(int result) = nullptr;
  int (*create)(Program* program, const char* source, const char* name, int header_count,
                const char* const* headers, const char* const* header_names) = nullptr;
  int (*destroy)(Program* program) = nullptr;
  int (*compile)(Program program, int option_count, const char* const* options) = nullptr;
  int (*ptx_size)(Program program, std::size_t* size) = nullptr;
  int (*ptx)(Program program, char* text) = nullptr;
  int (*log_size)(Program program, std::size_t* size) = nullptr;
  int (*log)(Program program, char* text) = nullptr;
  /// Null in those before 12.8, which precompile no headers.
  int (*set_pch_heap)(std::size_t bytes) = nullptr;
};

/// Loads the second library of NVRTC from beside it. NVRTC opens that by its name alone, which the
/// loader only knows in Python's packages if it is loaded already.
void load_builtins(const Nvrtc& nvrtc) {
  int major = 0;
  int minor = 0;
  if (nvrtc.version(&major, &minor) != 0) return;
  const std::string name =
      "libnvrtc-builtins.so." + std::to_string(major) + "." + std::to_string(minor);
  const fs::path file = fs::path(nvrtc.path).replace_filename(name);
  std::error_code error;
  if (fs::exists(file, error)) cuda::Library{file.string()};
}

/// Throws std::runtime_error if the file cannot be loaded or is something else.
Nvrtc open(const std::string& file) {
  const cuda::Library library(file);
  Nvrtc nvrtc;
  nvrtc.path = library.path();
  library.find("nvrtcVersion", nvrtc.version);
  load_builtins(nvrtc);
  library.find("nvrtcGetErrorString", nvrtc.error_string);
  library.find("nvrtcCreateProgram", nvrtc.create);
  library.find("nvrtcDestroyProgram", nvrtc.destroy);
  library.find("nvrtcCompileProgram", nvrtc.compile);
  library.find("nvrtcGetPTXSize", nvrtc.ptx_size);
  library.find("nvrtcGetPTX", nvrtc.ptx);
  library.find("nvrtcGetProgramLogSize", nvrtc.log_size);
  library.find("nvrtcGetProgramLog", nvrtc.log);
  try {
    library.find("nvrtcSetPCHHeapSize", nvrtc.set_pch_heap);
  } catch (const std::runtime_error&) {
    nvrtc.set_pch_heap = nullptr;
  }
  return nvrtc;
}

/// Where Python's packages keep NVRTC: nvidia/cuda_nvrtc/lib, nvidia/cu13/lib.
std::vector<fs::path> package_folders(const fs::path& site_packages) {
  std::vector<fs::path> folders = cuda::folders_in(site_packages / "nvidia");
  for (fs::path& folder : folders)
    folder /= "lib";
  return folders;
}

/// Tries one place after the other, and keeps account of them.
class Search {
 public:
  /// A file, or a name that the loader looks for.
  bool file(const std::string& name) {
    try {
      found_ = open(name);
    } catch (const std::runtime_error& error) {
      reason_ = error.what();
    }
    return found_.has_value();
  }

  bool folder(const fs::path& folder) {
    looked_ += (looked_.empty() ? "" : ", ") + folder.string();
    for (const char* name : library_names) {
      std::error_code error;
      if (fs::exists(folder / name, error) && file((folder / name).string())) return true;
    }
    return false;
  }

  bool loader() {
    looked_ = "the loader's path";
    for (const char* name : library_names)
      if (file(name)) return true;
    reason_.clear();  // that the loader does not know the names says nothing
    return false;
  }

  bool toolkits() {
    std::vector<fs::path> folders;
    for (const std::string& root : {cuda::variable("CUDA_HOME"), cuda::variable("CUDA_PATH"),
                                    std::string("/usr/local/cuda")}) {
      const fs::path folder = fs::path(root) / "lib64";
      if (!root.empty() && std::ranges::find(folders, folder) == folders.end())
        folders.push_back(folder);
    }
    return any(folders);
  }

  bool packages() {
    looked_ += ", Python's packages";
    for (const fs::path& folder : cuda::site_packages())
      if (any(package_folders(folder))) return true;
    return false;
  }

  [[nodiscard]] const Nvrtc& found() const { return *found_; }
  [[nodiscard]] const std::string& looked() const { return looked_; }
  /// Why the last file that was there could not be used; "" if none was.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  bool any(const std::vector<fs::path>& folders) {
    for (const fs::path& next : folders)
      if (folder(next)) return true;
    return false;
  }

  std::optional<Nvrtc> found_;
  std::string looked_;
  std::string reason_;
};

/// Throws Unavailable, with all places in which it was looked for.
Nvrtc find_nvrtc(const std::string& named) {
  Search search;
  if (!named.empty()) {
    std::error_code error;
    if (fs::is_directory(named, error) ? search.folder(named) : search.file(named))
      return search.found();
    throw Unavailable("no NVRTC at '" + named + "', which LAYOUTCHECK_NVRTC names" +
                      (search.reason().empty() ? "" : ": " + search.reason()));
  }
  if (search.loader() || search.toolkits() || search.packages()) return search.found();
  throw Unavailable("no NVRTC; looked for libnvrtc.so, .so.13 and .so.12 in " + search.looked() +
                    (search.reason().empty() ? "" : "; " + search.reason()) +
                    "; LAYOUTCHECK_NVRTC can name the file or its folder");
}

/// What the last search came to. It is made again only when LAYOUTCHECK_NVRTC names another place.
Nvrtc the_nvrtc() {
  static std::mutex mutex;
  static std::optional<std::string> asked;
  static std::optional<Nvrtc> nvrtc;
  static std::string missing;

  const std::lock_guard lock(mutex);
  const std::string named = cuda::variable("LAYOUTCHECK_NVRTC");
  if (asked != named) {
    nvrtc.reset();
    try {
      nvrtc = find_nvrtc(named);
    } catch (const Unavailable& error) {
      missing = error.what();
    }
    asked = named;
  }
  if (!nvrtc) throw Unavailable(missing);
  return *nvrtc;
}

/// A program of NVRTC's, destroyed at the end.
class Compilation {
 public:
  Compilation(const Nvrtc& nvrtc, const std::string& source, const std::string& name)
      : nvrtc_(nvrtc), name_(name) {
    check(nvrtc_.create(&program_, source.c_str(), name.c_str(), 0, nullptr, nullptr));
  }
  ~Compilation() { nvrtc_.destroy(&program_); }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  std::string ptx(const std::vector<const char*>& options) {
    if (const int result =
            nvrtc_.compile(program_, static_cast<int>(options.size()), options.data());
        result != 0) {
      throw LaunchError(name_ + ": NVRTC: " + nvrtc_.error_string(result) + "\n" +
                        text(nvrtc_.log_size, nvrtc_.log));
    }
    return text(nvrtc_.ptx_size, nvrtc_.ptx);
  }

 private:
  void check(int result) const {
    if (result != 0) throw LaunchError(name_ + ": NVRTC: " + nvrtc_.error_string(result));
  }

  /// The sizes that NVRTC gives count the zero at the end.
  std::string text(int (*size_of)(Nvrtc::Program, std::size_t*),
                   int (*get)(Nvrtc::Program, char*)) {
    std::size_t size = 0;
    check(size_of(program_, &size));
    std::string found(size, '\0');
    check(get(program_, found.data()));
    found.resize(size == 0 ? 0 : size - 1);
    return found;
  }

  const Nvrtc& nvrtc_;
  std::string name_;
  Nvrtc::Program program_ = nullptr;
};

/// With "compute_…" NVRTC makes PTX, with "sm_…" a cubin as well, which would be made in vain.
std::string virtual_architecture(const std::string& name, const std::string& architecture) {
  static const std::regex form("(?:sm|compute)_([0-9]+[a-z]?)");
  std::smatch match;
  if (!std::regex_match(architecture, match, form)) {
    throw LaunchError(name + ": '" + architecture +
                      "' is no architecture: it has the form sm_90 or compute_90");
  }
  return "compute_" + match[1].str();
}

/// What CuTe's headers need when they are precompiled, 275 MB, and some room.
constexpr std::size_t pch_heap = std::size_t{512} << 20;

}  // namespace

bool nvrtc_precompiles_headers() {
  static const bool does = [] {
    const Nvrtc nvrtc = the_nvrtc();
    return nvrtc.set_pch_heap != nullptr && nvrtc.set_pch_heap(pch_heap) == 0;
  }();
  return does;
}

std::string compile_to_ptx(const std::string& source, const std::string& name,
                           const std::string& architecture, std::span<const std::string> options) {
  const std::string target = "--gpu-architecture=" + virtual_architecture(name, architecture);
  if (source.find('\0') != std::string::npos)
    throw LaunchError(name + ": a zero byte in the source");
  const Nvrtc nvrtc = the_nvrtc();
  std::vector<const char*> all = {target.c_str()};
  for (const std::string& option : options)
    all.push_back(option.c_str());
  return Compilation(nvrtc, source, name).ptx(all);
}

std::string nvrtc_version() {
  int major = 0;
  int minor = 0;
  the_nvrtc().version(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

std::string nvrtc_path() {
  return the_nvrtc().path;
}

}  // namespace layoutcheck::gpu
