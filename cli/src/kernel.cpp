// `layoutcheck kernel`: runs the PTX of a user's own kernel without a GPU, and judges every address
// that it touches.
#include "commands.hpp"
#include "input.hpp"
#include "kernel_description.hpp"
#include "kernel_report.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "output.hpp"
#include "terminal.hpp"
#include "text_grid.hpp"
#include <layoutcheck/kernels/numbers.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct KernelOptions {
  KernelWords words;
  std::string description;
  bool list = false;
  bool ascii = false;
  std::string color = "auto";
};

std::string read_all(const std::string& file) {
  Input input(file);
  std::string text(std::istreambuf_iterator<char>(input.stream()), {});
  input.require_complete();
  return text;
}

/// With the file in its message.
template <class Use>
auto in_file(const std::string& file, const Use& use) {
  try {
    return use();
  } catch (const gpu::ptx::PtxError& error) {
    throw std::invalid_argument(file + ": " + error.what());
  }
}

gpu::Dim3 parse_dim(const std::string& text, const char* what, const gpu::Dim3& most) {
  const auto parts = gpu::split_outside_brackets(text, ',');
  if (parts.size() > 3) {
    throw std::invalid_argument(std::string(what) + " has at most three numbers, not '" + text +
                                "'");
  }
  gpu::Dim3 dim;
  const std::pair<std::uint32_t*, std::uint32_t> axes[] = {
      {&dim.x, most.x}, {&dim.y, most.y}, {&dim.z, most.z}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    *axes[i].first =
        static_cast<std::uint32_t>(gpu::parse_number_in(parts[i], what, 1, axes[i].second));
  }
  return dim;
}

const gpu::ptx::Entry& entry_of(const gpu::ptx::Summary& summary, const std::string& name,
                                const std::string& file) {
  std::string names;
  for (const gpu::ptx::Entry& entry : summary.entries) {
    if (entry.name == name || (name.empty() && summary.entries.size() == 1)) return entry;
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  throw std::invalid_argument(file +
                              (summary.entries.empty() ? ": there is no entry"
                               : name.empty() ? ": there are several entries; --entry names one of "
                                              : ": there is no entry " + name + "; there is ") +
                              names);
}

gpu::Dim3 block_of(const KernelWords& words, const gpu::ptx::Entry& entry) {
  constexpr gpu::Dim3 most = {1024, 1024, 64};
  if (words.block.empty() && !entry.required_block) {
    throw std::invalid_argument("--block is missing, and " + entry.name +
                                " does not say with .reqntid how large its blocks are");
  }
  const gpu::Dim3 block =
      words.block.empty() ? *entry.required_block : parse_dim(words.block, "--block", most);
  if (block.count() > most.x || block.z > most.z) {
    throw std::invalid_argument("a block has at most 1024 threads, and at most 64 in z, not " +
                                to_string(block));
  }
  return block;
}

/// Switches off what --ignore names.
void ignore(const std::string& words, gpu::KernelTask& task, gpu::PtxOptions& options) {
  if (words.empty()) return;
  for (const std::string_view word : gpu::split_outside_brackets(words, ',')) {
    if (word == "wrapped") {
      options.exact = false;
      task.ignored.insert(gpu::Fault::Kind::wrapped);
    } else if (word == "race") {
      options.races = false;
      task.ignored.insert(gpu::Fault::Kind::race);
    } else if (word == "uninitialized") {
      options.uninitialized = false;
      task.ignored.insert(gpu::Fault::Kind::uninitialized);
    } else if (word == "misaligned") {
      task.ignored.insert(gpu::Fault::Kind::misaligned);
    } else if (word == "rights") {
      task.rights = false;
    } else {
      throw std::invalid_argument(
          "--ignore takes wrapped, race, uninitialized, misaligned and "
          "rights, not '" +
          std::string(word) + "'");
    }
  }
}

/// Makes findings of the remarks that --strict names.
void be_strict(const std::string& words, gpu::KernelTask& task) {
  if (words.empty()) return;
  for (const std::string_view word : gpu::split_outside_brackets(words, ',')) {
    if (word != "redundant")
      throw std::invalid_argument("--strict takes redundant, not '" + std::string(word) + "'");
    task.strict.insert(gpu::Fault::Kind::redundant);
  }
}

/// Whether the run has to end; shows how far it is.
class Watchman {
 public:
  explicit Watchman(double seconds) : start_(Clock::now()), seconds_(seconds) {}

  bool has_to_end() {
    // Asking for the time costs more than an access.
    if (++asked_ % 64 != 0) return interrupted() || late_;
    late_ = seconds_ > 0 && seconds() > seconds_;
    status_.update(doing_ + ", " + decimal(seconds(), 0) + " s");
    return interrupted() || late_;
  }

  void tell(std::uint64_t done, std::uint64_t all) {
    doing_ = at_ + std::to_string(done) + " of " + std::to_string(all) + " blocks";
  }
  /// What is done now is at this size.
  void tell_size(const std::string& name, std::int64_t size, std::size_t number) {
    at_ = "size " + std::to_string(number) + ", " + name + "=" + std::to_string(size) + ": ";
    doing_ = at_ + "choosing blocks";
  }

  void clear() { status_.clear(); }

  [[nodiscard]] bool late() const { return late_; }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  Clock::time_point start_;
  double seconds_;
  StatusLine status_;
  bool late_ = false;
  std::uint64_t asked_ = 0;
  std::string at_;
  std::string doing_ = "choosing blocks";
};

gpu::KernelTask task_of(const KernelWords& words, const gpu::ptx::Summary& summary,
                        std::string ptx) {
  // That no device takes so many blocks along an axis is a finding about the launch.
  constexpr gpu::Dim3 most_grid = {0xffffffff, 0xffffffff, 0xffffffff};
  gpu::KernelTask task;
  task.entry = entry_of(summary, words.entry, words.ptx);
  if (words.grid.empty()) throw std::invalid_argument("--grid is missing");
  task.grid = parse_dim(words.grid, "--grid", most_grid);
  if (Exact(task.grid.x) * task.grid.y * task.grid.z >= Exact(1) << 64)
    throw std::invalid_argument("--grid " + to_string(task.grid) + " has 2^64 blocks or more");
  task.block = block_of(words, task.entry);
  if (!words.shared.empty()) {
    task.shared = static_cast<std::uint32_t>(
        gpu::parse_number_in(words.shared, "--shared", 0, std::int64_t{1} << 20));
  }
  task.arguments = gpu::parse_arguments(joined(words.args, ", "));
  for (const std::string& text : words.expect)
    if (gpu::is_origin_expectation(text))
      task.origins.push_back(gpu::parse_origin_expectation(text));
    else
      task.expectations.push_back(gpu::parse_expectation(text));
  task.blocks = gpu::parse_block_choice(words.blocks.empty() ? "auto" : words.blocks);
  if (!words.max_findings.empty()) {
    task.most_findings = static_cast<std::size_t>(
        gpu::parse_number_in(words.max_findings, "--max-findings", 1, 1'000'000));
  }
  task.program.name = words.ptx;
  task.program.ptx = std::move(ptx);
  return task;
}

/// The buffer of that name among the arguments, if it is one.
const gpu::ArgumentSpec* find_buffer(const std::vector<gpu::ArgumentSpec>& specs,
                                     const std::string& name, const std::string& prefix) {
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string alias = prefix + std::to_string(i);
    if (specs[i].kind == gpu::ArgumentSpec::Kind::buffer &&
        (specs[i].name == name || alias == name || name.empty())) {
      return &specs[i];
    }
    if (const auto* found = find_buffer(specs[i].members, name, alias + ".")) return found;
  }
  return nullptr;
}

void prepare_drawings(const KernelWords& words, KernelRun& run) {
  std::vector<std::string> texts = words.draw;
  if (texts.empty() && !words.svg.empty()) {
    const gpu::ArgumentSpec* first = find_buffer(run.task.arguments, "", "arg");
    if (first == nullptr)
      throw std::invalid_argument("--svg draws a buffer, and the kernel has none");
    texts.push_back(first->name);
  }
  const auto max_cells = static_cast<std::size_t>(gpu::parse_number_in(
      words.max_cells.empty() ? "1024" : words.max_cells, "--max-cells", 1, 1 << 24));
  for (const std::string& text : texts) {
    const Drawing drawing = parse_drawing(text);
    const gpu::ArgumentSpec* buffer = find_buffer(run.task.arguments, drawing.target.buffer, "arg");
    if (buffer == nullptr && !drawing.layout) {
      throw std::invalid_argument("'" + drawing.text + "': " + drawing.target.buffer +
                                  " is no buffer, and there is no layout to arrange it");
    }
    Grid grid = grid_of(drawing, buffer == nullptr ? 0 : buffer->elements, max_cells);
    run.task.watches.push_back(watch_of(drawing, grid));
    run.drawings.push_back({drawing, std::move(grid)});
  }
}

std::uint64_t limit_of(const std::string& text, const char* what, std::int64_t least) {
  return static_cast<std::uint64_t>(
      gpu::parse_number_in(text, what, least, std::numeric_limits<std::int64_t>::max()));
}

/// Runs the kernel as the words say.
void judge(const KernelWords& words, const gpu::ptx::Summary& summary, const std::string& ptx,
           Watchman& watchman, KernelRun& run) {
  run.task = task_of(words, summary, ptx);
  run.drawings.clear();
  prepare_drawings(words, run);
  gpu::PtxOptions executor;
  executor.exact = true;
  run.task.room = executor.room;
  ignore(words.ignore, run.task, executor);
  be_strict(words.strict, run.task);
  if (!words.steps.empty()) executor.max_steps = limit_of(words.steps, "--steps", 1);
  if (!words.order.empty()) executor.order = limit_of(words.order, "--order", 0);
  executor.max_faults = run.task.most_findings;
  run.task.stop = [&] { return watchman.has_to_end(); };
  run.task.progress = [&](std::uint64_t done, std::uint64_t all) { watchman.tell(done, all); };
  run.report = in_file(run.file, [&] {
    return gpu::check_kernel([&] { return gpu::make_ptx_executor(executor); }, run.task);
  });
}

/// The words with the size in the place of its name. Throws std::invalid_argument if it has none,
/// or if it is an argument's.
KernelWords at_size(KernelWords words, const std::string& name, std::int64_t size) {
  for (const std::string_view argument : gpu::split_outside_brackets(joined(words.args, ", "), ','))
    if (gpu::trimmed(argument.substr(0, argument.find(':'))) == name)
      throw std::invalid_argument("--grow: " + name + " is the name of an argument");
  std::size_t count = 0;
  const auto replace = [&](std::string& text) {
    gpu::Replaced replaced = gpu::with_size(text, name, size);
    text = std::move(replaced.text);
    count += replaced.count;
  };
  for (std::string* word : {&words.grid, &words.block, &words.shared, &words.blocks})
    replace(*word);
  for (std::vector<std::string>* list : {&words.args, &words.expect})
    for (std::string& text : *list)
      replace(text);
  if (count == 0) {
    throw std::invalid_argument("--grow: " + name +
                                " stands in none of --grid, --block, --shared, --blocks, --args "
                                "and --expect");
  }
  return words;
}

/// Looks for the smallest size at which the kernel is not right. `run` is that of the largest right
/// one if all are.
void judge_growing(const KernelWords& words, const gpu::ptx::Summary& summary,
                   const std::string& ptx, Watchman& watchman, KernelRun& run) {
  const gpu::Growth growth = gpu::parse_growth(words.grow);
  KernelWords grown = words;
  if (grown.blocks.empty() || grown.blocks == "auto") grown.blocks = "first,last,powers,sample:16";
  // What is shown: the smallest that is not right, or else the largest.
  KernelRun shown;
  std::optional<gpu::AtSize::Kind> shown_as;
  std::size_t number = 0;
  const auto try_size = [&](std::int64_t size) -> std::optional<gpu::AtSize> {
    watchman.tell_size(growth.name, size, ++number);
    const KernelWords now = at_size(grown, growth.name, size);
    KernelRun tried;
    tried.file = run.file;
    tried.is_file = run.is_file;
    tried.target = run.target;
    tried.size = size;
    gpu::AtSize at;
    try {
      judge(now, summary, ptx, watchman, tried);
    } catch (const std::invalid_argument& error) {
      // The first size is what the user wrote it for.
      if (size == growth.first) throw;
      return gpu::AtSize{gpu::AtSize::Kind::refused, error.what()};
    } catch (const gpu::LaunchError& error) {
      if (size == growth.first) throw;
      return gpu::AtSize{gpu::AtSize::Kind::undecided, error.what()};
    }
    const gpu::KernelReport& report = tried.report;
    if (report.verdict == gpu::KernelVerdict::interrupted) {
      if (!shown_as) shown = std::move(tried);
      return std::nullopt;
    }
    at.kind = report.verdict == gpu::KernelVerdict::right   ? gpu::AtSize::Kind::right
              : report.verdict == gpu::KernelVerdict::wrong ? gpu::AtSize::Kind::wrong
                                                            : gpu::AtSize::Kind::undecided;
    at.why = report.findings.empty() ? report.why : report.findings.front().message;
    const bool right = at.kind == gpu::AtSize::Kind::right;
    const bool shows_right = shown_as == gpu::AtSize::Kind::right;
    if (!shown_as ||
        (right ? shows_right && size > shown.size : shows_right || size < shown.size)) {
      shown = std::move(tried);
      shown_as = at.kind;
    }
    return at;
  };
  gpu::GrowthReport report = gpu::grow(growth, try_size);
  run = std::move(shown);
  run.growth = std::move(report);
}

int exit_code_of(gpu::KernelVerdict verdict) {
  switch (verdict) {
    case gpu::KernelVerdict::right:
      return exit_right;
    case gpu::KernelVerdict::interrupted:
      return exit_interrupted;
    case gpu::KernelVerdict::wrong:
    case gpu::KernelVerdict::undecided:
      break;
  }
  return exit_wrong;
}

int list_entries(const KernelWords& words, const gpu::ptx::Summary& summary) {
  if (words.json != "-") std::cout << to_text(summary);
  if (!words.json.empty()) write_text(words.json, to_json(summary, words.ptx));
  return exit_right;
}

/// Whether a report goes to standard output, so that no text does. Throws std::invalid_argument if
/// several do.
bool require_reports(const KernelWords& words) {
  const auto to_output =
      std::ranges::count(std::array{words.svg, words.json, words.sarif}, std::string("-"));
  if (to_output > 1) throw std::invalid_argument("only one report can go to standard output");
  return to_output == 1;
}

void print(const KernelRun& run, const KernelOptions& options) {
  const Colours colours = colours_for(options.color, STDOUT_FILENO);
  std::cout << to_text(run, colours);
  TextStyle style;
  style.utf8 = !options.ascii && locale_is_utf8();
  style.colours = colours;
  style.width = terminal_width(STDOUT_FILENO);
  for (const DrawnBuffer& drawn : run.drawings)
    std::cout << "\n"
              << bold(drawn.drawing.text, colours) << "\n"
              << text_rows(drawn.grid, row_length, style);
}

int run_kernel(const KernelOptions& options) {
  KernelWords words = options.words;
  if (!options.description.empty())
    words = with_description(words, read_all(options.description), options.description);
  if (words.ptx.empty()) throw std::invalid_argument("FILE is missing: the PTX of the kernel");
  KernelRun run;
  run.is_file = words.ptx != "-";
  run.file = run.is_file ? words.ptx : "standard input";
  const bool reports_to_output = require_reports(words);
  catch_interrupt();
  Claims claims;
  claims.add_input(options.description);
  claims.add_input(words.ptx);
  claims.add_output(words.json);
  claims.add_output(words.svg);
  claims.add_output(words.sarif);
  std::string ptx = read_all(words.ptx);
  const gpu::ptx::Summary summary = in_file(run.file, [&] { return gpu::ptx::summarize(ptx); });
  if (options.list) return list_entries(words, summary);
  run.target = summary.target;
  Watchman watchman(words.time.empty() ? 0.0
                                       : static_cast<double>(limit_of(words.time, "--time", 1)));
  if (words.grow.empty())
    judge(words, summary, ptx, watchman, run);
  else
    judge_growing(words, summary, ptx, watchman, run);
  watchman.clear();
  run.seconds = watchman.seconds();
  if (run.report.verdict == gpu::KernelVerdict::interrupted && watchman.late() && !interrupted()) {
    run.report.verdict =
        run.report.finding_count > 0 ? gpu::KernelVerdict::wrong : gpu::KernelVerdict::undecided;
    run.report.why += " (--time)";
  }
  for (std::size_t i = 0; i < run.drawings.size() && i < run.report.owners.size(); ++i)
    put_owners(run.drawings[i].grid, run.drawings[i].drawing, run.report.owners[i]);
  if (!reports_to_output) print(run, options);
  if (!words.svg.empty()) write_text(words.svg, svg_of(run, run.drawings.front()));
  if (!words.json.empty()) write_text(words.json, to_json(run));
  if (!words.sarif.empty()) write_text(words.sarif, to_sarif(run));
  if (run.growth && !run.growth->finished) return interrupted() ? exit_interrupted : exit_wrong;
  if (run.growth && run.growth->not_right_from) return exit_wrong;
  return exit_code_of(run.report.verdict);
}

}  // namespace

void add_kernel(Program& program) {
  auto options = std::make_shared<KernelOptions>();
  KernelWords& words = options->words;
  Command command(program, "kernel",
                  "Run a kernel's PTX without a GPU and judge every address that it touches");
  command.argument("FILE", words.ptx, "The PTX of the kernel; '-' is standard input");
  command.text("--description", "FILE", options->description,
               "Take the options from this file, one a line, without dashes");
  command.flag("--list", options->list, "Only list the entries and their parameters");
  command.text("--entry", "NAME", words.entry, "The kernel, if there is more than one");
  command.text("--grid", "X,Y,Z", words.grid, "Blocks; numbers may be written 2^20+1");
  command.text("--block", "X,Y,Z", words.block, "Threads of a block (default: what .reqntid says)");
  command.text("--shared", "BYTES", words.shared, "Bytes of dynamic shared memory");
  command
      .text("--args", "LIST", words.args,
            "The arguments in order: buffers of any size, 'x: in f32[2^31+1]' (in, out, inout; "
            "zero, index, uninitialized, file:PATH), values, 'i32=5', an address in another "
            "buffer, '&x + 4', a struct, '{in f32[64], i64=8}', null, bytes=0a0b")
      .one_at_a_time();
  command
      .text(
          "--expect", "EXPECTATION", words.expect,
          "The element offsets of a buffer as a layout of (block, thread, value): "
          "'y[writes] = (64,256,4):(1024,4,1) where offset < 65000'; an operation of the "
          "algebra may stand for a layout, before which there may be a swizzle, 'Sw<3,4,3> o "
          "LAYOUT'. A variable of shared memory, or 'shared', may stand for the buffer, perhaps "
          "with the type of its elements: 'tile: f16[reads]'. Or where contents come from: 'y = x "
          "o LAYOUT', 'c[m,n] = sum_k a[m,k] * b[k,n] where a = LAYOUT and b = LAYOUT and c = "
          "LAYOUT'")
      .one_at_a_time();
  command.text("--blocks", "CHOICE", words.blocks,
               "Which blocks run: all, first, last, powers (around each power of two that an "
               "offset crosses), sample:N, 17, 100-199, or some of these (default: all of a "
               "small grid, else first,last,powers,sample:16)");
  command.text("--grow", "NAME=FIRST..LAST", words.grow,
               "Find the smallest value of a size at which something is wrong: its name stands for "
               "it in --grid, --block, --shared, --blocks, --args and --expect, as in 'x: in "
               "f32[Q, 4096]' or 'ceil_div(Q, 256)'; 'by STEP' at the end leaves sizes out");
  command
      .text("--draw", "DRAWING", words.draw,
            "Draw who touches what: 'y[writes] as (8,16):(16,1) at 2^31'")
      .one_at_a_time();
  command.text("--svg", "FILE", words.svg, "Write the first drawing to this file, or '-'");
  command.text("--json", "FILE", words.json, "Write the report as JSON to this file, or '-'");
  command.text("--sarif", "FILE", words.sarif,
               "Write the findings as SARIF to this file, or '-', for code scanning and editors: "
               "at the lines of the PTX, with those of the source where .loc names them");
  command.text("--time", "SECONDS", words.time, "Seconds after which it ends, undecided");
  command.text("--steps", "N", words.steps, "Instructions that a thread may execute");
  command.text("--order", "N", words.order,
               "How threads take turns: 0 forward, 1 reversed, else shuffled by this seed");
  command.text("--ignore", "KINDS", words.ignore,
               "What is no finding: wrapped, race, uninitialized, misaligned, rights");
  command.text("--strict", "KINDS", words.strict,
               "What is a finding and not only a remark: redundant (several lanes of a warp write "
               "the same)");
  command.text("--max-findings", "N", words.max_findings, "How many findings are told");
  command.text("--max-cells", "N", words.max_cells, "Cut drawings that have more cells");
  command.flag("--ascii", options->ascii, "Frames in ASCII, as in a locale without UTF-8");
  add_color(command, options->color);
  command.footer(
      "layoutcheck kernel scale.ptx --grid 2^21 --block 256 --args 'y: out f32[2^31], f32=0.5'\n"
      "layoutcheck kernel copy.ptx --grid 8 --block 32 --args 'in f32[1024], y: out f32[1024]' \\\n"
      "  --expect 'y[writes] = (8,32,4):(128,4,1)' --draw y",
      "0 all that was asked for ran and is right; 1 findings, or a limit was reached; 2 bad usage "
      "or input; 130 stopped by Ctrl-C or SIGTERM.");
  command.run([options] { return run_kernel(*options); });
}

}  // namespace layoutcheck::cli
