// Where PTX comes from: the compiler, or a folder of compiled kernels.
#include <layoutcheck/gpu/cuda.hpp>
#include <layoutcheck/gpu/family.hpp>
#include <layoutcheck/gpu/ptx_source.hpp>

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace layoutcheck::gpu {

namespace {

/// Layouts in constants make a source each, and there is no end of them.
constexpr std::size_t most_kept = 512;

constexpr std::string_view mark = "// layoutcheck: ";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The folders with the headers of the toolkit that NVRTC is part of, as far as they are there: in
/// the toolkit itself, or in Python's packages.
std::vector<std::string> toolkit_includes() {
  const std::filesystem::path library = std::filesystem::canonical(nvrtc_path()).parent_path();
  std::vector<std::string> options;
  for (const char* place : {"../include", "../../../include", "../../cuda_runtime/include",
                            "../../cuda_cccl/include"}) {
    const std::filesystem::path folder = (library / place).lexically_normal();
    for (const std::filesystem::path& include : {folder, folder / "cccl"}) {
      if (std::filesystem::exists(include)) options.push_back("-I" + include.string());
    }
  }
  return options;
}

std::string compiled_here(const Job& job, const std::string& architecture,
                          const std::filesystem::path& cutlass) {
  std::vector<std::string> options;
  if (job.needs_cutlass) {
    options = toolkit_includes();
    options.push_back("-I" + (cutlass / "include").string());
    options.push_back("-default-device");
    options.push_back("-std=c++17");
  }
  return compile_to_ptx(job.source, job.name + ".cu", architecture, options);
}

/// The compiled kernel with this source and architecture in the folder, or "".
std::string compiled_already(const std::filesystem::path& folder, const std::string& hash,
                             const std::string& architecture) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() != ".ptx") continue;
    std::ifstream in(entry.path());
    std::string first;
    std::getline(in, first);
    if (!first.starts_with(mark)) continue;
    const Provenance provenance = parse_provenance(first);
    if (provenance.source_hash == hash && provenance.architecture == architecture) {
      return text_of(entry.path());
    }
  }
  return "";
}

}  // namespace

std::string to_string(const Provenance& provenance) {
  return std::string(mark) + "source " + provenance.source_hash + ", " + provenance.architecture +
         ", " + provenance.compiler + ", " + provenance.what;
}

Provenance parse_provenance(std::string_view text) {
  const std::string line(text.substr(0, text.find('\n')));
  // The last part may hold commas.
  std::vector<std::string> parts;
  if (line.starts_with(mark)) {
    std::size_t at = mark.size();
    for (std::size_t comma = line.find(", ", at); parts.size() < 3 && comma != std::string::npos;
         comma = line.find(", ", at)) {
      parts.push_back(line.substr(at, comma - at));
      at = comma + 2;
    }
    parts.push_back(line.substr(at));
  }
  constexpr std::string_view source = "source ";
  if (parts.size() != 4 || !parts[0].starts_with(source)) {
    throw std::invalid_argument("not the provenance of a kernel: " + line);
  }
  return {parts[0].substr(source.size()), parts[1], parts[2], parts[3]};
}

PtxSource::PtxSource(std::string architecture, Places places)
    : architecture_(std::move(architecture)), places_(std::move(places)) {}

std::string PtxSource::of(const Job& job) {
  bool compile = false;
  {
    const std::lock_guard lock(mutex_);
    const auto known = made_.find(job.source);
    if (known != made_.end()) return known->second;
    if (made_.size() >= most_kept) made_.clear();
    compile = places_.compile && has_compiler_ && !(job.needs_cutlass && places_.cutlass.empty());
  }
  std::string ptx;
  if (compile) {
    try {
      ptx = compiled_here(job, architecture_, places_.cutlass);
    } catch (const Unavailable&) {
      const std::lock_guard lock(mutex_);
      has_compiler_ = false;
    }
  }
  if (ptx.empty()) ptx = compiled_already(places_.compiled, source_hash(job.source), architecture_);
  if (ptx.empty()) {
    throw Unavailable((job.needs_cutlass && places_.cutlass.empty()
                           ? "no checkout of CUTLASS is named"
                           : "there is no NVRTC here") +
                      std::string(", and the corpus has no PTX of this source of ") + job.name +
                      ".cu for " + architecture_);
  }
  const std::lock_guard lock(mutex_);
  return made_.emplace(job.source, std::move(ptx)).first->second;
}

std::vector<CompiledKernel> compile_samples(const std::string& architecture) {
  std::vector<CompiledKernel> kernels;
  std::set<std::string> sources;
  for (const Family& family : families()) {
    for (std::size_t i = 0; i < family.samples.size(); ++i) {
      const Outcome<Job> job = family.job(parse_operands(family.samples[i]));
      if (job.value().needs_cutlass) continue;
      if (!sources.insert(job->source).second) continue;
      // Kernels with the layout in their source are named after the family and the sample.
      const bool is_shared = job->source == kernel_source(job->name + ".cu");
      const std::string name = is_shared ? job->name : family.name + "-" + std::to_string(i + 1);
      const Provenance provenance{source_hash(job->source), architecture,
                                  "NVRTC " + nvrtc_version(),
                                  is_shared ? job->name + ".cu" : family.samples[i]};
      kernels.push_back({name + "." + architecture + ".ptx",
                         to_string(provenance) + "\n" + compiled_here(*job, architecture, "")});
    }
  }
  return kernels;
}

}  // namespace layoutcheck::gpu
