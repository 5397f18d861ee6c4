// Compilation in a folder that is gone before the call returns.
#include "compiler.hpp"

#include "embedded.hpp"
#include "source.hpp"
#include <layoutcheck/processes/child.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

namespace layoutcheck::gpu::host {

namespace {

namespace fs = std::filesystem;

/// Temporary, and gone before a signal ends the program, as Ctrl-C does: they wait until then.
class Folder {
 public:
  Folder() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      sigaddset(&ending, signal);
    pthread_sigmask(SIG_BLOCK, &ending, &signals_);
    std::string name = (fs::temp_directory_path() / "layoutcheck-host-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
      throw LaunchError("there can be no temporary folder " + name);
    }
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { remove(); }

  /// Signals that waited come now.
  void remove() {
    if (path_.empty()) return;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    path_.clear();
    pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
  }

  [[nodiscard]] const fs::path& path() const { return path_; }

  void write(const fs::path& name, std::string_view text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream file(path_ / name, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.flush()) throw LaunchError("cannot write " + (path_ / name).string());
  }
  /// Empty if there is no such file, or no folder any more.
  [[nodiscard]] std::string read(const fs::path& name) const {
    if (path_.empty()) return "";
    const std::ifstream file(path_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

 private:
  fs::path path_;
  sigset_t signals_;
};

/// Runs a command in the folder, which gets its output in `log`. Returns whether it succeeded.
bool run(Folder& folder, const std::vector<std::string>& words) {
  const std::string log = folder.path() / "log";
  int status = 0;
  try {
    status = processes::Child(words, [&] {
               const int nothing = open("/dev/null", O_RDONLY);
               const int said = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
               if (nothing < 0 || said < 0 || chdir(folder.path().c_str()) != 0) _exit(127);
               dup2(nothing, STDIN_FILENO);
               dup2(said, STDOUT_FILENO);
               dup2(said, STDERR_FILENO);
             }).wait();
  } catch (const std::runtime_error&) {
    return false;
  }
  // Ctrl-C goes to the command as well. It is not to be reported as the command's failure.
  sigset_t pending;
  if (WIFSIGNALED(status) && sigpending(&pending) == 0 &&
      sigismember(&pending, WTERMSIG(status)) == 1) {
    folder.remove();
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

/// Compiled before in this process.
template <class T>
class Memory {
 public:
  std::shared_ptr<const T> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(key);
    return found == known_.end() ? nullptr : found->second;
  }
  std::shared_ptr<const T> keep(const std::string& key, T value) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= 256) known_.clear();
    return known_[key] = std::make_shared<const T>(std::move(value));
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const T>> known_;
};

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

using Words = std::vector<std::string>;

Words joined(Words words, const Words& others) {
  words.insert(words.end(), others.begin(), others.end());
  return words;
}

}  // namespace

Compiler::Compiler(const HostOptions& options)
    : command_(words_of(options.compiler)),
      sanitizers_(options.sanitizers),
      record_(options.record) {
  Folder folder;
  const Words candidates = command_.empty() ? Words{"g++", "clang++"} : Words{command_.front()};
  for (const std::string& candidate : candidates) {
    if (run(folder, {candidate, "--version"})) {
      if (command_.empty()) command_.push_back(candidate);
      return;
    }
  }
  throw Unavailable(
      "there is no compiler for the host executor: " +
      (command_.empty() ? "neither g++ nor clang++ runs" : command_.front() + " does not run"));
}

std::string Compiler::key() const {
  std::string key = sanitizers_ ? "sanitizers " : "";
  key += record_ ? "record " : "";
  for (const std::string& word : command_)
    key += word + '\n';
  return key;
}

std::shared_ptr<const CompiledKernels> Compiler::kernels(const Program& program) const {
  static Memory<CompiledKernels> memory;
  const std::string name = key() + '\n' + program.source;
  if (auto known = memory.find(name)) return known;
  if (program.source.empty())
    throw LaunchError(program.name + ": there is no source, which the host executor compiles");

  Folder folder;
  for (const EmbeddedFile& file : embedded_files())
    folder.write(file.name, file.text);
  // Everything that a kernel can want of them is in device.hpp.
  for (const char* header : {"cuda.h", "cuda_runtime.h", "cuda_runtime_api.h",
                             "device_launch_parameters.h", "vector_types.h"}) {
    folder.write(header, "");
  }
  folder.write("kernels.cpp", "#include \"host/device.hpp\"\n#line 1 \"" +
                                  std::string(source_name) + "\"\n" + program.source + "\n");
  Words base = {command_.front(), "-std=gnu++20", "-I.", "-w"};
  if (record_) base.push_back("-DLAYOUTCHECK_RECORD");
  const Words flags(command_.begin() + 1, command_.end());
  const auto compile = [&](const Words& words) {
    if (run(folder, joined(joined(base, words), flags))) return;
    throw LaunchError(program.name + ": the source does not compile for the host:\n" +
                      replaced(folder.read("log"), source_name, program.name));
  };
  compile({"-E", "kernels.cpp", "-o", "kernels.ii"});
  const PreparedSource prepared = prepare_source(folder.read("kernels.ii"), record_);
  if (prepared.entries.empty())
    throw LaunchError(program.name + ": the source has no __global__ function that is no template");
  folder.write("prepared.cpp", prepared.text);
  // -O1 keeps the accesses as they are written.
  Words words = {"-O1",
                 "-g1",
                 "-gdwarf-4",
                 "-fPIC",
                 "-shared",
                 "-Wl,-Bsymbolic",
                 "-fno-strict-aliasing",
                 "-fno-threadsafe-statics",
                 "-fstack-clash-protection"};
  // The two compilers spell some flags in two ways, and each refuses the other's.
  const bool clang =
      run(folder, {command_.front(), "-E", "-mllvm", "-version", "-x", "c++", "/dev/null"});
  // Variables of templates are not shared with other programs in the process.
  if (!clang) words.push_back("-fno-gnu-unique");
  if (record_) {
    words = joined(words, clang ? Words{"-fsanitize=kernel-address", "-mllvm",
                                        "-asan-instrumentation-with-call-threshold=0", "-mllvm",
                                        "-asan-stack=0",
                                        // It copies structs by calls that it does not watch.
                                        "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset"}
                                : Words{"-fsanitize=kernel-address", "--param",
                                        "asan-instrumentation-with-call-threshold=0", "--param",
                                        "asan-stack=0", "--param", "asan-globals=1"});
  } else if (sanitizers_) {
    words.push_back("-fsanitize=address");
  }
  if (sanitizers_) {
    words.push_back("-fsanitize=undefined");
    words.push_back("-fno-sanitize-recover=undefined");
  } else {
    // As on a device.
    words.push_back("-fwrapv");
  }
  compile(joined(words, {"prepared.cpp", "-o", "kernels.so"}));
  return memory.keep(name, {folder.read("kernels.so"), prepared.entries});
}

std::shared_ptr<const std::string> Compiler::runner() const {
  static Memory<std::string> memory;
  if (auto known = memory.find(key())) return known;
  Folder folder;
  // As one file, because each would read the same headers again.
  std::string all;
  for (const EmbeddedFile& file : embedded_files()) {
    folder.write(file.name, file.text);
    if (file.name.ends_with(".cpp")) all += "#include \"" + std::string(file.name) + "\"\n";
  }
  folder.write("runner.cpp", all);
  Words compile = {command_.front(), "-std=gnu++20", "-O1",     "-I.", "-c",
                   "runner.cpp",     "-o",           "runner.o"};
  if (record_) compile.push_back("-DLAYOUTCHECK_RECORD");
  Words link = {command_.front(), "-rdynamic", "runner.o", "-o", "runner", "-ldl"};
  if (sanitizers_)
    link.push_back(record_ ? "-fsanitize=undefined" : "-fsanitize=address,undefined");
  if (!run(folder, compile) || !run(folder, link)) {
    throw Unavailable("the host executor's process cannot be built with " + command_.front() +
                      ":\n" + folder.read("log"));
  }
  return memory.keep(key(), folder.read("runner"));
}

std::map<std::uint64_t, std::uint32_t> lines_of(const CompiledKernels& kernels,
                                                std::span<const std::uint64_t> places) {
  std::map<std::uint64_t, std::uint32_t> lines;
  Folder folder;
  folder.write("kernels.so", kernels.image);
  Words words = {"addr2line", "-a", "-i", "-e", "kernels.so"};
  for (const std::uint64_t place : places) {
    std::ostringstream address;
    // The call or access lies before the place to which it returns.
    address << "0x" << std::hex << place - 1;
    words.push_back(address.str());
    lines[place] = 0;
  }
  if (!run(folder, words)) return lines;
  // An address, then a line for each function into which the code was inlined.
  std::istringstream log(folder.read("log"));
  std::uint64_t place = 0;
  for (std::string line; std::getline(log, line);) {
    if (line.starts_with("0x")) {
      place = std::stoull(line, nullptr, 16) + 1;
      continue;
    }
    const std::size_t colon = line.rfind(':');
    if (colon == std::string::npos || !line.substr(0, colon).ends_with(source_name)) continue;
    std::uint32_t& found = lines[place];
    if (found == 0) found = static_cast<std::uint32_t>(std::strtoul(&line[colon + 1], nullptr, 10));
  }
  return lines;
}

}  // namespace layoutcheck::gpu::host
