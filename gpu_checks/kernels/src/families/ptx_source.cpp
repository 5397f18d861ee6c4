// Where PTX comes from: the compiler, or a folder of compiled kernels.
#include <layoutcheck/kernels/family.hpp>
#include <layoutcheck/kernels/ptx_source.hpp>
#include <layoutcheck/machine/cuda.hpp>
#include <layoutcheck/machine/packages.hpp>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace layoutcheck::gpu {

namespace {

namespace fs = std::filesystem;

/// Layouts in constants make a source each, and there is no end of them.
constexpr std::size_t most_kept = 512;

constexpr std::string_view provenance_mark = "// layoutcheck: ";

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The folders with the headers of CUDA, as far as they are there: of the toolkit that NVRTC is
/// part of, or in Python's packages.
std::vector<fs::path> cuda_headers() {
  std::vector<fs::path> folders;
  const auto add = [&](const fs::path& folder) {
    for (const fs::path& include : {folder, folder / "cccl"})
      if (fs::exists(include)) folders.push_back(include);
  };
  const fs::path library = fs::canonical(nvrtc_path()).parent_path();
  for (const char* place :
       {"../include", "../../../include", "../../cuda_runtime/include", "../../cuda_cccl/include"})
    add((library / place).lexically_normal());
  const auto has_cccl = [](const fs::path& folder) { return fs::exists(folder / "cuda/std"); };
  if (std::none_of(folders.begin(), folders.end(), has_cccl)) {
    for (const fs::path& site : cuda::site_packages())
      for (const fs::path& part : cuda::folders_in(site / "nvidia"))
        add(part / "include");
  }
  return folders;
}

/// Those and CuTe's: of the checkout, or of the package nvidia-cutlass if none is named. None at
/// all if CuTe is not there.
std::vector<fs::path> cute_headers(const fs::path& checkout) {
  fs::path cute;
  if (!checkout.empty()) cute = checkout / "include";
  for (const fs::path& site : checkout.empty() ? cuda::site_packages() : std::vector<fs::path>()) {
    const fs::path folder = site / "cutlass_library/source/include";
    if (cute.empty() && fs::exists(folder / "cute")) cute = folder;
  }
  if (cute.empty()) return {};
  std::vector<fs::path> folders = cuda_headers();
  folders.push_back(cute);
  return folders;
}

/// "NVRTC 13.0 with CUTLASS 4.2.0": what compiles the job; the last folder has CUTLASS's headers.
std::string compiler_of(const Job& job, const std::vector<fs::path>& headers) {
  std::string compiler = "NVRTC " + nvrtc_version();
  if (!job.needs_cutlass) return compiler;
  const std::string text = text_of(headers.back() / "cutlass/version.h");
  static const std::regex part(R"(#define CUTLASS_(?:MAJOR|MINOR|PATCH)\s+(\d+))");
  std::string version;
  for (std::sregex_iterator at(text.begin(), text.end(), part), end; at != end; ++at)
    version += (version.empty() ? "" : ".") + at->str(1);
  return compiler + " with CUTLASS " + version;
}

std::string compiled_here(const Job& job, const std::string& architecture,
                          const std::vector<fs::path>& headers) {
  std::vector<std::string> options;
  if (job.needs_cutlass) {
    for (const fs::path& folder : headers)
      options.push_back("-I" + folder.string());
    options.push_back("-default-device");
    options.push_back("-std=c++17");
    if (nvrtc_precompiles_headers()) options.push_back("--pch");
  }
  try {
    return compile_to_ptx(job.source, job.name + ".cu", architecture, options);
  } catch (const LaunchError& error) {
    if (!job.needs_cutlass) throw;
    const std::string log = error.what();
    const std::size_t at = log.find("static assertion failed");
    if (at == std::string::npos) throw;
    throw Refused(job.name + ".cu: " + log.substr(at, log.find('\n', at) - at));
  }
}

/// The PTX without the variables that headers define and nothing uses, hundreds in CuTe's.
std::string without_unused_variables(const std::string& ptx) {
  static const std::regex variable(R"(\.global .*?([\w$]+)(\[\d+\])?( = .*)?;)");
  std::istringstream in(ptx);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_match(line, match, variable) &&
        ptx.find(match[1], ptx.find(line) + line.size()) == std::string::npos) {
      continue;
    }
    text += line + '\n';
  }
  return text;
}

/// Whether PTX for the one architecture is compiled for the other, too: a later one takes it.
bool is_taken_by(const std::string& of, const std::string& architecture) {
  const auto number = [](const std::string& name) {
    const std::size_t digits = name.find_first_of("0123456789");
    return digits == std::string::npos ? 0UL : std::stoul(name.substr(digits));
  };
  return number(of) <= number(architecture);
}

/// The compiled kernel with this source in the folder that the architecture takes, or "".
std::string compiled_already(const fs::path& folder, const std::string& hash,
                             const std::string& architecture) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() != ".ptx") continue;
    std::ifstream in(entry.path());
    std::string first;
    std::getline(in, first);
    if (!first.starts_with(provenance_mark)) continue;
    const Provenance provenance = parse_provenance(first);
    if (provenance.source_hash == hash && is_taken_by(provenance.architecture, architecture))
      return text_of(entry.path());
  }
  return "";
}

}  // namespace

std::string to_string(const Provenance& provenance) {
  return std::string(provenance_mark) + "source " + provenance.source_hash + ", " +
         provenance.architecture + ", " + provenance.compiler + ", " + provenance.what;
}

Provenance parse_provenance(std::string_view text) {
  const std::string line(text.substr(0, text.find('\n')));
  // The last part may hold commas.
  std::vector<std::string> parts;
  if (line.starts_with(provenance_mark)) {
    std::size_t at = provenance_mark.size();
    for (std::size_t comma = line.find(", ", at); parts.size() < 3 && comma != std::string::npos;
         comma = line.find(", ", at)) {
      parts.push_back(line.substr(at, comma - at));
      at = comma + 2;
    }
    parts.push_back(line.substr(at));
  }
  constexpr std::string_view source = "source ";
  if (parts.size() != 4 || !parts[0].starts_with(source))
    throw std::invalid_argument("not the provenance of a kernel: " + line);
  return {parts[0].substr(source.size()), parts[1], parts[2], parts[3]};
}

PtxSource::PtxSource(std::string architecture, Places places)
    : architecture_(std::move(architecture)), places_(std::move(places)) {}

std::string PtxSource::of(const Job& job) {
  const std::string& architecture = job.architecture.empty() ? architecture_ : job.architecture;
  bool compile = false;
  {
    const std::lock_guard lock(mutex_);
    const auto known = made_.find(job.source);
    if (known != made_.end()) return known->second;
    if (made_.size() >= most_kept) made_.clear();
    compile = places_.compile && has_compiler_;
  }
  std::string missing = "there is no NVRTC here";
  std::string ptx;
  if (compile) {
    try {
      const std::vector<fs::path> headers =
          job.needs_cutlass ? headers_of_cute() : std::vector<fs::path>();
      if (!job.needs_cutlass || !headers.empty())
        ptx = compiled_here(job, architecture, headers);
      else
        missing = "no checkout of CUTLASS is named, the package nvidia-cutlass is not installed";
    } catch (const Unavailable&) {
      const std::lock_guard lock(mutex_);
      has_compiler_ = false;
    }
  }
  if (ptx.empty()) ptx = compiled_already(places_.compiled, source_hash(job.source), architecture);
  if (ptx.empty()) {
    throw Unavailable(missing + ", and the corpus has no PTX of this source of " + job.name +
                      ".cu for " + architecture);
  }
  const std::lock_guard lock(mutex_);
  return made_.emplace(job.source, std::move(ptx)).first->second;
}

std::vector<fs::path> PtxSource::headers_of_cute() {
  const std::lock_guard lock(mutex_);
  if (!headers_of_cute_) headers_of_cute_ = cute_headers(places_.cutlass);
  return *headers_of_cute_;
}

std::vector<CompiledKernel> compile_samples(const std::string& oldest, const fs::path& cutlass) {
  const std::vector<fs::path> headers = cute_headers(cutlass);
  if (headers.empty()) throw Unavailable("there are no headers of CuTe here");
  std::vector<CompiledKernel> kernels;
  std::set<std::string> sources;
  for (const Family& family : families()) {
    for (std::size_t i = 0; i < family.samples.size(); ++i) {
      const Outcome<Job> job = family.job(parse_operands(family.samples[i]));
      if (!sources.insert(job.value().source).second) continue;
      // Kernels with the layout in their source are named after the family and the sample.
      const std::string name =
          family.compiles_each ? family.name + "-" + std::to_string(i + 1) : job->name;
      const std::string& architecture = job->architecture.empty() ? oldest : job->architecture;
      const Provenance provenance{source_hash(job->source), architecture,
                                  compiler_of(*job, headers),
                                  family.compiles_each ? family.samples[i] : job->name + ".cu"};
      const std::string ptx = compiled_here(*job, architecture, headers);
      kernels.push_back({name + "." + architecture + ".ptx",
                         to_string(provenance) + "\n" +
                             (job->needs_cutlass ? without_unused_variables(ptx) : ptx)});
    }
  }
  return kernels;
}

}  // namespace layoutcheck::gpu
