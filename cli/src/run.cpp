// `layoutcheck run`: a whole program whose kernels run without a GPU, each launch judged.
#include "commands.hpp"
#include "json.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "output.hpp"
#include "program_run.hpp"
#include "report_files.hpp"
#include "terminal.hpp"
#include <layoutcheck/judge/origin.hpp>
#include <layoutcheck/kernels/device.hpp>
#include <layoutcheck/processes/child.hpp>

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

namespace runtime = gpu::runtime;

struct RunOptions {
  std::vector<std::string> program;
  std::string device = "sm_90";
  std::uint64_t blocks = 0;
  std::uint64_t seconds = 0;
  std::uint64_t memory = std::uint64_t{1} << 33;
  bool strict = false;
  std::string record;
  std::string json;
  std::string junit;
  std::string sarif;
  std::string color = "auto";
};

/// A folder of its own, which is gone at the end.
class Folder {
 public:
  Folder() {
    std::string path = (std::filesystem::temp_directory_path() / "layoutcheck-run-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr)
      throw std::runtime_error(path + ": " + std::strerror(errno));
    path_ = path;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::filesystem::path library_folder() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return (program.parent_path() / LAYOUTCHECK_RUN_FROM_PROGRAM).lexically_normal();
}

/// Makes a folder for descriptions, if there is none. Throws std::invalid_argument for one that has
/// some.
void make_empty(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::invalid_argument(folder.string() + ": " + error.message());
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".kernel")
      throw std::invalid_argument(folder.string() + " has descriptions of other launches");
}

/// Puts the folder at the head of the path.
void search_first(const char* variable, const std::filesystem::path& folder) {
  const char* others = std::getenv(variable);
  const std::string path =
      folder.string() + (others == nullptr || *others == '\0' ? "" : ":" + std::string(others));
  setenv(variable, path.c_str(), 1);
}

void set_variables(const RunOptions& options, const std::filesystem::path& folder) {
  search_first("LD_LIBRARY_PATH", library_folder());
  search_first("PYTHONPATH", library_folder() / "python");
  setenv(runtime::report_variable, folder.c_str(), 1);
  setenv(runtime::device_variable, options.device.c_str(), 1);
  for (const auto& [variable, number] : {std::pair(runtime::blocks_variable, options.blocks),
                                         {runtime::seconds_variable, options.seconds},
                                         {runtime::memory_variable, options.memory}}) {
    if (number != 0) setenv(variable, std::to_string(number).c_str(), 1);
  }
  if (!options.record.empty()) {
    // The program may go elsewhere.
    setenv(runtime::record_variable, std::filesystem::absolute(options.record).c_str(), 1);
  }
}

/// Runs it to its end; what waitpid() says of it. Throws std::invalid_argument if it cannot be
/// started.
int run_program(const RunOptions& options, const std::filesystem::path& folder) try {
  flush_output();
  // There is one thread here, so that the child may set variables.
  processes::Child child(options.program, [&] { set_variables(options, folder); });
  bool is_told = false;
  return child.wait([&] {
    if (interrupted() && !is_told) child.kill(SIGTERM);
    is_told = interrupted();
  });
} catch (const processes::CannotRun& failure) {
  throw std::invalid_argument(options.program.front() + ": " + std::strerror(failure.error));
}

int run(const RunOptions& options) {
  const bool is_to_output =
      require_reports({options.json, options.junit, "", options.sarif, ""}, {});
  gpu::device_named(options.device);  // Throws for what is none.
  if (!std::filesystem::exists(library_folder() / "libcudart.so.13")) {
    throw std::runtime_error("there is no " + (library_folder() / "libcudart.so.13").string() +
                             ", which `make install` puts there");
  }
  if (!options.record.empty()) make_empty(options.record);
  catch_interrupt();
  const Folder folder;
  ProgramRun found;
  found.folder = options.record;
  found.device = options.device;
  found.program = options.program;
  found.date = date_now();
  const auto start = std::chrono::steady_clock::now();
  found.status = run_program(options, folder.path());
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    files.push_back(entry.path());
  std::ranges::sort(files);
  for (const auto& file : files) {
    std::ifstream in(file);
    std::vector<runtime::Record> records;
    for (std::string line; std::getline(in, line);) {
      try {
        records.push_back(runtime::parse_record(line));
      } catch (const std::invalid_argument& refused) {
        throw std::runtime_error("line " + std::to_string(records.size() + 1) +
                                 " of what process " + file.filename().string() +
                                 " told: " + refused.what());
      }
    }
    add_process(found, records);
  }
  if (options.strict) be_strict(found);
  std::ostream& out = is_to_output ? std::cerr : std::cout;
  out << to_text(found,
                 colours_for(options.color, &out == &std::cout ? STDOUT_FILENO : STDERR_FILENO));
  using Writer = std::string (*)(const ProgramRun&);
  write_each<ProgramRun>(found, {{options.json, static_cast<Writer>(to_json)},
                                 {options.junit, static_cast<Writer>(to_junit)},
                                 {options.sarif, static_cast<Writer>(to_sarif)}});
  if (interrupted()) return exit_interrupted;
  return is_right(found) ? exit_right : exit_wrong;
}

}  // namespace

void add_run(Program& program) {
  auto options = std::make_shared<RunOptions>();
  Command command(program, "run",
                  "Judge every launch of a program in CUDA, Triton, CuTe DSL or Numba");
  command
      .argument("PROGRAM", options->program,
                "The program, which uses the shared CUDA runtime or the driver, or Python with "
                "PyTorch, Triton, CuTe DSL or Numba, and its arguments, after '--'")
      .required();
  command
      .text("--device", "NAME", options->device,
            "The device that the program sees: a card, or a compute capability such as sm_90")
      .shows_default();
  command.number("--blocks", "N", options->blocks, {0, ~std::uint64_t{0}},
                 "Run at most so many blocks of each launch, the first ones");
  command.number("--time", "SECONDS", options->seconds, {0, 86400},
                 "End each launch after so many seconds");
  command.number("--memory", "BYTES", options->memory,
                 {std::uint64_t{1} << 20, std::uint64_t{1} << 40},
                 "The memory for what is touched on the device, and for what is known of it");
  command.flag("--strict", options->strict,
               "Remarks are findings, as of a copy to the host of memory that nobody has written");
  command.text("--record", "FOLDER", options->record,
               "Describe each kernel and shape that the program launches in this folder, for "
               "'kernel --description FOLDER'");
  command.text("--json", "FILE", options->json,
               "Write the report as JSON to this file; '-' is standard output");
  command.text("--junit", "FILE", options->junit,
               "Write it as JUnit XML, with a test case for each kernel and shape");
  command.text("--sarif", "FILE", options->sarif,
               "Write the findings as SARIF, at lines of the source");
  add_color(command, options->color);
  command.footer("nvcc -cudart shared -lineinfo -o saxpy saxpy.cu; layoutcheck run -- ./saxpy",
                 "0 every launch was executed, judged and right, and the program exited with 0; 1 "
                 "not so; 2 bad usage, or the program cannot be started; 130 stopped by Ctrl-C or "
                 "SIGTERM.");
  command.run([options] { return run(*options); });
}

}  // namespace layoutcheck::cli
