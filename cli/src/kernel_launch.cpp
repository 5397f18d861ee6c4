// One launch of a kernel: from the words that describe it to what was found.
#include "kernel_launch.hpp"

#include "input.hpp"
#include "lines.hpp"
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/kernels/same_as.hpp>
#include <layoutcheck/notation/read_text.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace layoutcheck::cli {

namespace {

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

std::optional<gpu::Strict> strict_named(std::string_view word) {
  for (const gpu::Strict kind : gpu::all_strict)
    if (name(kind) == word) return kind;
  return std::nullopt;
}

std::string strict_names() {
  std::vector<std::string> names;
  for (const gpu::Strict kind : gpu::all_strict)
    names.emplace_back(name(kind));
  return joined(names, ", ");
}

/// Asks what --strict names: makes findings of remarks, and leaves undecided what is not judged.
void be_strict(const std::string& words, gpu::KernelTask& task) {
  if (words.empty()) return;
  for (const std::string_view word : gpu::split_outside_brackets(words, ',')) {
    if (word == "all") {
      task.strict.insert(std::begin(gpu::all_strict), std::end(gpu::all_strict));
    } else if (const auto kind = strict_named(word)) {
      task.strict.insert(*kind);
    } else {
      throw std::invalid_argument("--strict takes all, " + strict_names() + ", not '" +
                                  std::string(word) + "'");
    }
  }
}

/// Switches off what --ignore names, of what --strict does, too.
void ignore(const std::string& words, gpu::KernelTask& task, gpu::PtxOptions& options) {
  if (words.empty()) return;
  for (const std::string_view word : gpu::split_outside_brackets(words, ',')) {
    if (word == "wrapped") {
      options.wrapped = false;
      task.ignored.insert(gpu::Fault::Kind::wrapped);
    } else if (word == "race") {
      options.races = false;
      task.ignored.insert(gpu::Fault::Kind::race);
      task.strict.erase(gpu::Strict::races);
    } else if (word == "uninitialized") {
      options.uninitialized = false;
      task.ignored.insert(gpu::Fault::Kind::uninitialized);
    } else if (word == "misaligned") {
      task.ignored.insert(gpu::Fault::Kind::misaligned);
    } else if (word == "rights") {
      task.rights = false;
    } else if (const auto kind = strict_named(word)) {
      task.strict.erase(*kind);
    } else {
      throw std::invalid_argument(
          "--ignore takes wrapped, race, uninitialized, misaligned, rights, and of --strict " +
          strict_names() + ", not '" + std::string(word) + "'");
    }
  }
}

gpu::KernelTask task_of(const KernelWords& words, const KernelSource& source) {
  // That no device takes so many blocks along an axis is a finding about the launch.
  constexpr gpu::Dim3 most_grid = {0xffffffff, 0xffffffff, 0xffffffff};
  gpu::KernelTask task;
  task.entry = entry_of(source.summary, words.entry, words.ptx);
  if (words.grid.empty()) throw std::invalid_argument("--grid is missing");
  task.grid = parse_dim(words.grid, "--grid", most_grid);
  if (Exact(task.grid.x) * task.grid.y * task.grid.z >= Exact(1) << 64)
    throw std::invalid_argument("--grid " + to_string(task.grid) + " has 2^64 blocks or more");
  task.block = block_of(words, task.entry);
  if (!words.cluster.empty()) task.cluster = parse_dim(words.cluster, "--cluster", most_grid);
  if (!words.shared.empty()) {
    task.shared = static_cast<std::uint32_t>(
        gpu::parse_number_in(words.shared, "--shared", 0, std::int64_t{1} << 20));
  }
  task.target = source.summary.target;
  if (!words.device.empty()) task.device = gpu::device_named(words.device);
  task.arguments = gpu::parse_arguments(joined(words.args, ", "), words.args_folder);
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
  task.program.ptx = source.ptx;
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

/// The words of the kernel that this one is held against, which are its own but for the PTX, unless
/// a description says others.
KernelWords words_of_reference(const KernelWords& words) {
  const std::string& file = words.same_as;
  if (file.ends_with(".kernel")) return with_description({}, read_all(file), file);
  KernelWords reference = words;
  reference.ptx = file;
  // "slow.ptx:entry".
  constexpr std::string_view ending = ".ptx:";
  if (const std::size_t at = file.rfind(ending); at != std::string::npos) {
    reference.ptx = file.substr(0, at + ending.size() - 1);
    reference.entry = file.substr(at + ending.size());
  }
  return reference;
}

std::shared_ptr<const gpu::KernelTask> reference_of(const KernelWords& words) {
  if (words.same_as.empty()) return nullptr;
  const KernelWords reference = words_of_reference(words);
  const KernelSource source = read_kernel(reference);
  return in_file(source.file, [&] {
    KernelWords named = reference;
    // The name of the entry is the kernel's own, which the reference need not have.
    const auto& entries = source.summary.entries;
    if (entries.size() == 1) named.entry = entries.front().name;
    gpu::KernelTask task = task_of(named, source);
    if (entries.size() > 1) task.program.name += ":" + task.entry.name;
    return std::make_shared<const gpu::KernelTask>(std::move(task));
  });
}

/// Runs the kernel as the words say; of many sizes, each for less time.
void judge(const KernelWords& words, const KernelSource& source, Watchman& watchman,
           KernelRun& run) {
  run.task = task_of(words, source);
  if (!words.grow.empty()) run.task.loops_take_part = 64;
  run.drawings.clear();
  prepare_drawings(words, run);
  gpu::PtxOptions executor;
  executor.exact = true;
  if (!words.memory.empty())
    executor.room = std::make_shared<gpu::Room>(limit_of(words.memory, "--memory", 1 << 20));
  run.task.room = executor.room;
  be_strict(words.strict, run.task);
  ignore(words.ignore, run.task, executor);
  if (!words.steps.empty()) executor.max_steps = limit_of(words.steps, "--steps", 1);
  if (!words.order.empty()) executor.order = limit_of(words.order, "--order", 0);
  executor.max_faults = run.task.most_findings;
  run.task.stop = [&] { return watchman.has_to_end(); };
  run.task.same_as = reference_of(words);
  run.task.progress = [&](std::uint64_t done, std::uint64_t all) { watchman.tell(done, all); };
  run.report = in_file(run.file, [&] {
    return gpu::check_kernel([&] { return gpu::make_ptx_executor(executor); }, run.task);
  });
  const auto verdict = run.report.verdict;
  if (run.task.same_as && verdict != gpu::KernelVerdict::interrupted && run.report.launches > 0) {
    gpu::hold_against([&] { return gpu::make_ptx_executor(executor); }, run.task, *run.task.same_as,
                      run.report);
  }
}

gpu::AtSize::Kind kind_of(gpu::KernelVerdict verdict) {
  switch (verdict) {
    case gpu::KernelVerdict::right:
      return gpu::AtSize::Kind::right;
    case gpu::KernelVerdict::right_in_part:
      return gpu::AtSize::Kind::right_in_part;
    case gpu::KernelVerdict::wrong:
      return gpu::AtSize::Kind::wrong;
    default:
      return gpu::AtSize::Kind::undecided;
  }
}

/// Looks for the smallest size at which the kernel is not right. `run` is that of the largest right
/// one if all are.
void judge_growing(const KernelWords& words, const KernelSource& source, Watchman& watchman,
                   KernelRun& run) {
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
    tried.at = growth.name + "=" + std::to_string(size);
    gpu::AtSize at;
    try {
      judge(now, source, watchman, tried);
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
    at.kind = kind_of(report.verdict);
    at.why = report.findings.empty() ? report.why : report.findings.front().message;
    const bool right = gpu::is_right(at.kind);
    const bool shows_right = shown_as && gpu::is_right(*shown_as);
    if (!shown_as ||
        (right ? shows_right && size > shown.size : shows_right || size < shown.size)) {
      shown = std::move(tried);
      shown_as = at.kind;
    }
    return at;
  };
  gpu::GrowthReport report = gpu::grow(growth, try_size);
  run = std::move(shown);
  if (report.finished && !report.not_right_from && report.tried.size() < report.sizes()) {
    run.report.not_judged.push_back(
        {gpu::Strict::sizes, "sizes: " + std::to_string(report.tried.size()) + " of " +
                                 std::to_string(report.sizes()) + " were tried"});
    if (run.report.verdict == gpu::KernelVerdict::right)
      run.report.verdict = gpu::KernelVerdict::right_in_part;
    require_judged(run.report, run.task.strict);
  }
  run.growth = std::move(report);
}

}  // namespace

gpu::AtSize::Kind kind_of(const KernelRun& run) {
  using Kind = gpu::AtSize::Kind;
  if (run.growth && !run.growth->finished) return Kind::undecided;
  if (run.growth && run.growth->not_right_from) return Kind::wrong;
  return kind_of(run.report.verdict);
}

std::string read_all(const std::string& file) {
  Input input(file);
  std::string text = rest_of(input.stream(), input.name());
  input.require_complete();
  return text;
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

KernelSource read_kernel(const KernelWords& words) {
  if (words.ptx.empty()) throw std::invalid_argument("FILE is missing: the PTX of the kernel");
  KernelSource source;
  source.is_file = words.ptx != "-";
  source.file = source.is_file ? words.ptx : "standard input";
  source.ptx = read_all(words.ptx);
  source.summary = in_file(source.file, [&] { return gpu::ptx::summarize(source.ptx); });
  return source;
}

KernelSource source_of_text(std::string ptx, const std::string& name) {
  KernelSource source{name, false, std::move(ptx), {}};
  source.summary = in_file(name, [&] { return gpu::ptx::summarize(source.ptx); });
  return source;
}

bool Watchman::has_to_end() {
  // Asking for the time costs more than an access.
  if (++asked_ % 64 != 0) return interrupted() || late_;
  late_ = seconds_ > 0 && seconds() > seconds_;
  status_.update(prefix_ + doing_ + ", " + decimal(seconds(), 0) + " s");
  return interrupted() || late_;
}

void Watchman::tell(std::uint64_t done, std::uint64_t all) {
  doing_ = at_ + std::to_string(done) + " of " + std::to_string(all) + " blocks";
}

void Watchman::tell_size(const std::string& name, std::int64_t size, std::size_t number) {
  at_ = "size " + std::to_string(number) + ", " + name + "=" + std::to_string(size) + ": ";
  doing_ = at_ + "choosing blocks";
}

double Watchman::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

double seconds_in(const KernelWords& words) {
  return words.time.empty() ? 0.0 : static_cast<double>(limit_of(words.time, "--time", 1));
}

KernelRun run_launch(const KernelWords& words, const KernelSource& source, Watchman& watchman) {
  KernelRun run;
  run.file = source.file;
  run.is_file = source.is_file;
  run.target = source.summary.target;
  if (words.grow.empty())
    judge(words, source, watchman, run);
  else
    judge_growing(words, source, watchman, run);
  watchman.clear();
  run.seconds = watchman.seconds();
  if (run.report.verdict == gpu::KernelVerdict::interrupted && watchman.late() && !interrupted()) {
    run.report.verdict =
        run.report.finding_count > 0 ? gpu::KernelVerdict::wrong : gpu::KernelVerdict::undecided;
    run.report.why += " (--time)";
  }
  for (std::size_t i = 0; i < run.drawings.size() && i < run.report.owners.size(); ++i)
    put_owners(run.drawings[i].grid, run.drawings[i].drawing, run.report.owners[i]);
  return run;
}

double threads_of(const KernelWords& words, const KernelSource& source) {
  // A grid with more threads has some of its blocks run, about so many threads.
  constexpr double most = 1 << 18;
  const KernelWords first = words.grow.empty() ? words : [&] {
    const gpu::Growth growth = gpu::parse_growth(words.grow);
    return at_size(words, growth.name, growth.first);
  }();
  const gpu::KernelTask task = task_of(first, source);
  return std::min(most,
                  static_cast<double>(task.grid.count()) * static_cast<double>(task.block.count()));
}

KernelWords at_size(KernelWords words, const std::string& name, std::int64_t size) {
  const std::string arguments = joined(words.args, ", ");
  for (const std::string_view argument : gpu::split_outside_brackets(arguments, ','))
    if (gpu::trimmed(argument.substr(0, argument.find(':'))) == name)
      throw std::invalid_argument(name +
                                  " is the name of an argument, and cannot be that of a size");
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
    throw std::invalid_argument(name +
                                " does not appear in --grid, --block, --shared, --blocks, --args "
                                "or --expect");
  }
  return words;
}

}  // namespace layoutcheck::cli
