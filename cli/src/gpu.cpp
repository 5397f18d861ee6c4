// `layoutcheck gpu`: runs the families of kernels on the executors that are here, and holds every
// address against the oracle.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "terminal.hpp"
#include "work.hpp"
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/engine/shares.hpp>
#include <layoutcheck/engine/threads.hpp>
#include <layoutcheck/gpu_rows/rows.hpp>
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;
using engine::Result;

struct GpuOptions {
  std::vector<std::string> only;
  std::string executor = "all";
  double addresses = 1e6;
  std::optional<std::uint64_t> seed;
  double seconds = 0;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string architecture = "sm_90";
  std::string cutlass;
  std::string line;
  std::string write_ptx;
};

/// A family on an executor.
struct GpuRow {
  const gpu::Family* family = nullptr;
  std::string executor;
  gpu_rows::Counts counts;
  engine::Tally tally;
  double seconds = 0;
  /// What went wrong with the row as a whole.
  std::string error;
  /// Why its executor is not here; "" if it is.
  std::string unavailable;
  /// Set last; all but `counts` belongs to the thread that runs the row until then.
  std::atomic<bool> ended = false;
};

std::unique_ptr<gpu::Executor> make_executor(const std::string& name) {
  if (name == "ptx") return gpu::make_ptx_executor();
  if (name == "host") return gpu::make_host_executor();
  if (name == "cuda") return gpu::make_cuda_executor();
  gpu::HostOptions recording;
  recording.record = true;
  return gpu::make_paired_executor(
      gpu::make_ptx_executor(),
      name == "ptx+host" ? gpu::make_host_executor(recording) : gpu::make_cuda_executor());
}

std::vector<std::string> executors_for(const std::string& wish) {
  if (wish != "all") return {wish};
  return {"ptx", "host", "cuda", "ptx+host", "ptx+cuda"};
}

std::string ptx_folder() {
  return (std::filesystem::path(corpus_folder()) / "ptx").string();
}

std::shared_ptr<gpu::PtxSource> ptx_source(const GpuOptions& options) {
  return std::make_shared<gpu::PtxSource>(options.architecture,
                                          gpu::PtxSource::Places{ptx_folder(), options.cutlass});
}

std::vector<const gpu::Family*> selected(const GpuOptions& options) {
  std::vector<const gpu::Family*> list;
  Selection selection(options.only, "family");
  for (const gpu::Family& family : gpu::families())
    if (selection.has(family.name)) list.push_back(&family);
  selection.require_all();
  return list;
}

std::string unit_name(const GpuRow& row) {
  return "row " + row.executor + " " + row.family->name;
}

void say_skipped(const std::string& executor, const std::string& why) {
  std::cout << "skipped: executor " << executor << ": " << why << '\n';
}

/// The rows that can run here; says which executors cannot, and why. Of work in pieces all rows
/// that are asked for, as other machines have other executors; of a piece its own.
std::deque<GpuRow> rows_for(const GpuOptions& options, const Work* work) {
  std::deque<GpuRow> rows;
  for (const std::string& executor : executors_for(options.executor)) {
    try {
      if (work == nullptr) make_executor(executor);
    } catch (const gpu::Unavailable& missing) {
      say_skipped(executor, missing.what());
      continue;
    }
    for (const gpu::Family* family : selected(options)) {
      GpuRow& row = rows.emplace_back();
      row.family = family;
      row.executor = executor;
      if (is(work, Work::Mode::piece) && !work->has(unit_name(row))) rows.pop_back();
    }
  }
  return rows;
}

/// What a row has found, as lines.
std::string found_text(const GpuRow& row) {
  using tab_separated::escaped_cell;
  return tab_separated::line_of(
             {std::to_string(row.counts.layouts), std::to_string(row.counts.addresses),
              std::to_string(row.counts.refused), escaped_cell(row.counts.unavailable),
              escaped_cell(row.error), escaped_cell(row.unavailable), decimal(row.seconds, 3)}) +
         to_line(row.tally) + "\n";
}

void take_found(const std::string& text, GpuRow& row) {
  using tab_separated::number_in;
  using tab_separated::unescaped_cell;
  const std::vector<std::string> lines = tab_separated::cells_of(text, '\n');
  const std::vector<std::string> cells = tab_separated::cells_of(lines.front());
  if (cells.size() != 7 || lines.size() != 3)
    throw std::runtime_error("a result lacks the row '" + unit_name(row) + "'");
  row.counts.layouts = number_in(cells[0]);
  row.counts.addresses = number_in(cells[1]);
  row.counts.refused = number_in(cells[2]);
  row.counts.unavailable = unescaped_cell(cells[3]);
  row.error = unescaped_cell(cells[4]);
  row.unavailable = unescaped_cell(cells[5]);
  row.seconds = number_from<double>(cells[6]).value_or(0);
  engine::Statement statement;
  statement.domain.sorts =
      gpu::family_vocabulary().named("gpu." + row.family->name).front()->operands;
  row.tally = engine::parse_tally(lines[1], statement);
}

/// Takes what pieces have found of the rows; leaves those of which nothing is known or that could
/// not run, and says why.
std::deque<GpuRow> merged_rows(const GpuOptions& options, const Work& work) {
  std::deque<GpuRow> rows;
  std::map<std::string, std::string> unavailable;
  for (const auto& [name, text] : work.known) {
    for (const std::string& executor : executors_for(options.executor)) {
      for (const gpu::Family* family : selected(options)) {
        GpuRow& row = rows.emplace_back();
        row.family = family;
        row.executor = executor;
        const bool is_known = text && unit_name(row) == name;
        if (is_known) take_found(*text, row);
        if (is_known && !row.unavailable.empty()) unavailable.emplace(executor, row.unavailable);
        if (!is_known || !row.unavailable.empty()) rows.pop_back();
      }
    }
  }
  for (const auto& [executor, why] : unavailable)
    say_skipped(executor, why);
  return rows;
}

void run_row(GpuRow& row, const gpu_rows::Options& options,
             const std::shared_ptr<gpu::PtxSource>& ptx) {
  const auto start = Clock::now();
  try {
    gpu::Bench bench(make_executor(row.executor), ptx);
    row.tally = gpu_rows::run(*row.family, bench, options, row.counts);
  } catch (const gpu::Unavailable& missing) {
    row.unavailable = missing.what();
  } catch (const std::exception& error) {
    row.error = error.what();
  }
  row.seconds = std::chrono::duration<double>(Clock::now() - start).count();
}

void print_line(const std::string& family, const std::string& executor, const std::string& layouts,
                const std::string& addresses, const std::string& mismatches,
                const std::string& rate, const std::string& note) {
  std::cout << std::left << std::setw(19) << family << std::setw(9) << executor << std::right
            << std::setw(9) << layouts << std::setw(13) << addresses << std::setw(12) << mismatches
            << std::setw(14) << rate << (note.empty() ? "" : "  " + note) << '\n';
}

std::string rate_of(const GpuRow& row) {
  std::ostringstream out;
  out << std::scientific << std::setprecision(1)
      << static_cast<double>(row.counts.addresses) / std::max(1e-9, row.seconds);
  return out.str();
}

/// What a row did not run, and why.
std::string skipped(const gpu_rows::Counts& counts) {
  std::string note;
  if (counts.refused != 0)
    note = counted(counts.refused, "layout") + " refused by a static assertion";
  if (!counts.unavailable.empty()) {
    note += (note.empty() ? "" : "; ") + std::string(counts.layouts == 0 ? "" : "others ") +
            "skipped: " + counts.unavailable;
  }
  return note;
}

/// Prints a row that has ended, and what is wrong with it.
void print_row(const GpuRow& row) {
  print_line(row.family->name, row.executor, std::to_string(row.counts.layouts),
             std::to_string(row.counts.addresses), std::to_string(row.tally.failures), rate_of(row),
             skipped(row.counts));
  if (row.tally.first) {
    Case failing;
    failing.operation = "gpu." + row.family->name;
    failing.operands = row.tally.first->operands;
    failing.answer = Value(false);
    std::cout << "FAULT " << to_string(failing) << "\n    executor " << row.executor << ": "
              << row.tally.first->why << '\n';
  }
  if (!row.error.empty()) {
    std::cout << "FAULT " << row.family->name << " on " << row.executor << ": " << row.error
              << '\n';
  }
  std::cout.flush();
}

/// Runs the rows on several threads, and prints each when it has ended; returns whether Ctrl-C
/// ended them.
bool run_rows(std::deque<GpuRow>& rows, const GpuOptions& options, std::uint64_t seed) {
  gpu_rows::Options run;
  run.seed = seed;
  run.addresses = static_cast<std::uint64_t>(options.addresses);
  run.stop = &interrupt_flag();
  if (options.seconds > 0) run.deadline = Clock::now() + in_time(options.seconds);
  const auto ptx = ptx_source(options);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::condition_variable row_ended;
  std::vector<std::thread> threads =
      engine::start_threads(std::min<std::size_t>(options.jobs, rows.size()), [&] {
        for (std::size_t row = next++; row < rows.size(); row = next++) {
          if (!interrupted()) run_row(rows[row], run, ptx);
          const std::lock_guard lock(mutex);
          rows[row].ended = true;
          row_ended.notify_one();
        }
      });
  StatusLine status;
  std::vector<const GpuRow*> running;
  for (const GpuRow& row : rows)
    running.push_back(&row);
  while (!running.empty()) {
    {
      const auto has_ended = [](const GpuRow* row) { return row->ended.load(); };
      std::unique_lock lock(mutex);
      row_ended.wait_for(lock, std::chrono::milliseconds(100),
                         [&] { return std::any_of(running.begin(), running.end(), has_ended); });
    }
    std::erase_if(running, [&](const GpuRow* row) {
      if (!row->ended) return false;
      status.clear();
      if (row->unavailable.empty())
        print_row(*row);
      else
        say_skipped(row->executor, row->unavailable);
      return true;
    });
    std::uint64_t addresses = 0;
    for (const GpuRow& row : rows)
      addresses += row.counts.addresses;
    std::ostringstream line;
    line << rows.size() - running.size() << " of " << rows.size() << " rows, "
         << std::setprecision(3) << static_cast<double>(addresses) << " addresses";
    status.update(line.str());
  }
  status.clear();
  for (std::thread& thread : threads)
    thread.join();
  return interrupted();
}

void plan_families(const GpuOptions& options, std::uint64_t seed, Work& work) {
  refuse_in_plan(options.seconds > 0, "--time", "its effect depends on the machine");
  if (!options.seed) work.settled = {"--seed", std::to_string(seed)};
  for (const GpuRow& row : rows_for(options, &work))
    work.units.push_back({unit_name(row), options.addresses});
}

int run_families(const GpuOptions& options, Work* work) {
  const auto start = Clock::now();
  const std::uint64_t seed = options.seed.value_or(std::random_device{}());
  if (is(work, Work::Mode::plan)) {
    plan_families(options, seed, *work);
    return exit_right;
  }
  std::cout << "layoutcheck gpu --seed " << seed << " --addresses " << options.addresses
            << " --arch " << options.architecture;
  for (const std::string& word : options.only)
    std::cout << " --only " << word;
  std::cout << '\n';
  catch_interrupt();
  std::deque<GpuRow> rows =
      is(work, Work::Mode::merge) ? merged_rows(options, *work) : rows_for(options, work);
  std::cout << '\n';
  print_line("family", "executor", "layouts", "addresses", "mismatches", "addresses/s", "");
  std::cout.flush();
  bool stopped = false;
  if (is(work, Work::Mode::merge)) {
    for (const GpuRow& row : rows)
      print_row(row);
  } else {
    GpuOptions threads = options;
    if (work != nullptr) threads.jobs = work->jobs;
    stopped = run_rows(rows, threads, seed);
  }
  std::uint64_t addresses = 0;
  std::size_t faults = 0;
  for (const GpuRow& row : rows) {
    addresses += row.counts.addresses;
    faults += (row.tally.first ? 1U : 0U) + (row.error.empty() ? 0U : 1U);
  }
  if (is(work, Work::Mode::piece)) {
    for (const GpuRow& row : rows)
      work->done[unit_name(row)] = found_text(row);
    work->is_wrong = faults > 0;
    return exit_right;
  }
  const double seconds =
      work != nullptr ? work->seconds : std::chrono::duration<double>(Clock::now() - start).count();
  std::cout << '\n'
            << addresses << (addresses == 1 ? " address" : " addresses") << " compared, "
            << counted(faults, "fault") << "; " << std::fixed << std::setprecision(1) << seconds
            << " s\n";
  if (stopped) {
    std::cout << "stopped before the end\n";
    return exit_interrupted;
  }
  if (addresses == 0) std::cout << "nothing could be run here\n";
  bool is_whole = true;
  if (work != nullptr) {
    for (const std::string& lack : work->lacks)
      std::cout << lack << '\n';
    is_whole = work->lacks.empty();
  }
  return faults == 0 && addresses > 0 && is_whole ? exit_right : exit_wrong;
}

/// Replays a case on the executors that are here.
int run_case(const GpuOptions& options) {
  Case asked = parse_case(options.line, 1, gpu::family_vocabulary());
  const gpu::Family& family = *gpu::find_family(asked.operation.substr(4));
  bool judged = false;
  bool right = true;
  const auto ptx = ptx_source(options);
  for (const std::string& executor : executors_for(options.executor)) {
    try {
      gpu::Bench bench(make_executor(executor), ptx);
      const Outcome<gpu::Job> job = family.job(asked.operands);
      asked.answer = NonValue::undefined;
      std::string why;
      std::optional<gpu::Comparison> compared;
      if (!job) {
        why = job.reason();
      } else if (!gpu::suffices(*job)) {
        why = "32 bits do not suffice";
      } else if (!(compared = bench.run(*job))) {
        why = "this executor cannot run it";
      } else {
        judged = true;
        asked.answer = Value(compared->mismatch.empty());
        right = right && compared->mismatch.empty();
        why = compared->mismatch.empty() ? std::to_string(compared->addresses) + " addresses"
                                         : compared->mismatch;
      }
      std::cout << to_string(asked) << "\n    executor " << executor << ": " << why << '\n';
    } catch (const gpu::Refused& refusal) {
      asked.answer = NonValue::undefined;
      std::cout << to_string(asked) << "\n    executor " << executor << ": " << refusal.what()
                << '\n';
    } catch (const gpu::Unavailable& missing) {
      std::cout << "skipped: executor " << executor << ": " << missing.what() << '\n';
    }
  }
  return judged && right ? exit_right : exit_wrong;
}

/// Writes the PTX of all samples, for the corpus.
int write_ptx(const GpuOptions& options) {
  std::filesystem::create_directories(options.write_ptx);
  std::size_t written = 0;
  // Later architectures take it, too.
  for (const gpu::CompiledKernel& kernel : gpu::compile_samples("sm_80", options.cutlass)) {
    const auto path = std::filesystem::path(options.write_ptx) / kernel.file;
    engine::write_file(path, kernel.text);
    ++written;
  }
  std::cout << counted(written, "file") << '\n';
  return exit_right;
}

int run_gpu(const GpuOptions& options, Work* work) {
  if (work != nullptr) {
    refuse_in_plan(!options.write_ptx.empty(), "--write-ptx", "it checks nothing");
    refuse_in_plan(!options.line.empty(), "--case", "it is a single case");
  }
  if (!options.write_ptx.empty()) return write_ptx(options);
  if (!options.line.empty()) return run_case(options);
  return run_families(options, work);
}

}  // namespace

void add_gpu(Program& program) {
  auto options = std::make_shared<GpuOptions>();
  Command command(program, "gpu",
                  "Compare the addresses of kernels on random layouts with the oracle");
  command.text("--only", "WORD", options->only, "Only families whose name contains this word");
  command.choice("--executor", {"all", "ptx", "host", "cuda", "ptx+host", "ptx+cuda"},
                 options->executor,
                 "How to run the kernels: PTX on the CPU, compiled for the host, on a GPU, or two "
                 "of these, which must agree");
  command.number("--addresses", "N", options->addresses, {1, 1e15},
                 "Addresses to compare for each family and executor");
  command.number("--seed", "UINT", options->seed, any_number,
                 "Seed of the random layouts (default: a new one, printed)");
  command.number("--time", "SECONDS", options->seconds, {0, 1e9}, "End after this many seconds");
  command.number("--jobs", "UINT", options->jobs, {1, 1024}, "Threads");
  command.text("--arch", "TEXT", options->architecture, "Target architecture of NVRTC")
      .shows_default();
  command
      .text("--cutlass", "DIR", options->cutlass,
            "A checkout of CUTLASS, for the families that use CuTe (default: the Python package "
            "nvidia-cutlass)")
      .folder()
      .environment("LAYOUTCHECK_CUTLASS");
  command.text("--case", "LINE", options->line, "Run only this case");
  command
      .text("--write-ptx", "DIR", options->write_ptx,
            "Compile the families' samples into this folder, for corpus/ptx")
      .hidden();
  command.footer(
      "layoutcheck gpu --only copy --addresses 1e8\n"
      "layoutcheck gpu --executor ptx --case 'gpu.copy64((2,3):(1,4), (2,3):(3,1))'",
      "0 every address is right, and at least one was compared; 1 an address is wrong, or nothing "
      "could be run; 2 bad usage or input; 130 stopped by Ctrl-C or SIGTERM.");
  command.run([options, work = program.work] { return run_gpu(*options, work); });
}

}  // namespace layoutcheck::cli
