// `layoutcheck kernel`: runs the PTX of a user's own kernel without a GPU, and judges every address
// that it touches.
#include "commands.hpp"
#include "json.hpp"
#include "kernel_documents.hpp"
#include "kernel_launch.hpp"
#include "kernel_launches.hpp"
#include "kernel_mutants.hpp"
#include "kernel_report.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report_files.hpp"
#include "terminal.hpp"
#include "text_grid.hpp"
#include "work.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace layoutcheck::cli {

namespace {

struct KernelOptions {
  KernelWords words;
  std::vector<std::string> descriptions;
  std::string at;
  bool list = false;
  bool mutants = false;
  /// The exit status of what is right in part.
  unsigned part_status = exit_right;
  bool ascii = false;
  std::string color = "auto";
};

/// Throws std::invalid_argument for what a list has no use for, so that nothing is asked and not
/// done.
void refuse_with_list(const KernelWords& words) {
  for (const auto& [is_given, option] : {std::pair(!words.svg.empty(), "--svg"),
                                         {!words.sarif.empty(), "--sarif"},
                                         {!words.expect.empty(), "--expect"},
                                         {!words.same_as.empty(), "--same-as"},
                                         {!words.grow.empty(), "--grow"}}) {
    if (is_given)
      throw std::invalid_argument(std::string("--list runs nothing that ") + option +
                                  " could be about");
  }
}

/// The same of mutants, which are judged one after the other.
void refuse_with_mutants(const KernelWords& words, std::size_t launches) {
  if (launches > 1) {
    throw std::invalid_argument("--mutants are those of one launch, and there are " +
                                std::to_string(launches));
  }
  for (const auto& [is_given, option] : {std::pair(!words.svg.empty(), "--svg"),
                                         {!words.draw.empty(), "--draw"},
                                         {!words.sarif.empty(), "--sarif"},
                                         {!words.junit.empty(), "--junit"},
                                         {!words.html.empty(), "--html"}}) {
    if (is_given) throw std::invalid_argument(std::string("--mutants has no ") + option);
  }
}

/// Lists the entry that is named, or all.
int list_entries(const KernelWords& words, const KernelSource& source) {
  gpu::ptx::Summary summary = source.summary;
  if (!words.entry.empty()) summary.entries = {entry_of(summary, words.entry, words.ptx)};
  const auto refused = gpu::ptx::refused_in(source.ptx, words.entry);
  if (words.json != "-") std::cout << to_text(summary, refused);
  if (!words.json.empty()) write_text(words.json, to_json(summary, refused, words.ptx));
  return exit_right;
}

std::string text_of(const KernelRun& run, const KernelOptions& options, bool is_for_file) {
  const Colours colours = is_for_file ? Colours::none : colours_for(options.color, STDOUT_FILENO);
  std::string text = to_text(run, colours);
  TextStyle style;
  style.utf8 = !options.ascii && locale_is_utf8();
  style.colours = colours;
  style.width = is_for_file ? 0 : terminal_width(STDOUT_FILENO);
  for (const DrawnBuffer& drawn : run.drawings) {
    text +=
        "\n" + bold(drawn.drawing.text, colours) + "\n" + text_rows(drawn.grid, row_length, style);
  }
  return text;
}

/// The PTX of kernels, each read once.
using Sources = std::map<std::string, KernelSource>;

const KernelSource& source_of(const Launch& launch, Sources& sources) {
  const auto known = sources.find(launch.words.ptx);
  if (known != sources.end()) return known->second;
  return sources.emplace(launch.words.ptx, read_kernel(launch.words)).first->second;
}

LaunchFound find_in(const Launch& launch, const KernelSource& source, const std::string& prefix,
                    const KernelOptions& options, bool is_for_file) {
  Watchman watchman(seconds_in(launch.words), prefix);
  KernelRun run = run_launch(launch.words, source, watchman);
  if (!prefix.empty()) run.description = launch.description;
  if (!launch.at.empty()) run.at = launch.at + (run.at.empty() ? "" : ", " + run.at);
  LaunchFound found;
  found.kind = kind_of(run);
  found.is_stopped =
      interrupted() &&
      (run.growth ? !run.growth->finished : run.report.verdict == gpu::KernelVerdict::interrupted);
  found.text = text_of(run, options, is_for_file);
  found.name = (launch.description.empty() ? run.file : launch.description) + ": " +
               run.task.entry.name + (run.at.empty() ? "" : ", " + run.at);
  found.verdict = verdict_line(run, Colours::none);
  found.seconds = run.seconds;
  found.html = html_section(run);
  found.json = json_members(run);
  found.sarif = sarif_of(run);
  if (!launch.words.svg.empty()) found.svg = svg_of(run, run.drawings.front());
  return found;
}

/// That there is no such launch, where others are to be judged all the same.
LaunchFound refused(const Launch& launch, const std::string& why) {
  LaunchFound found;
  const std::string where = (launch.description.empty() ? launch.words.ptx : launch.description) +
                            (launch.at.empty() ? "" : ", " + launch.at);
  found.text = where + ": refused: " + why + "\n";
  found.name = where;
  found.verdict = "refused: " + why;
  found.json = {member("description", json_string(launch.description)),
                member("file", json_string(launch.words.ptx)), member("at", json_string(launch.at)),
                member("verdict", json_string("refused")), member("why", json_string(why))};
  found.sarif.lacks.push_back(where + ": " + why);
  return found;
}

/// Several launches have one report, which the command line names.
void require_shared_reports(const std::vector<Launch>& launches, const KernelWords& words) {
  if (!words.svg.empty()) throw std::invalid_argument("--svg draws one launch, and there are more");
  for (const Launch& launch : launches) {
    const KernelWords& own = launch.words;
    if (own.json != words.json || own.junit != words.junit || own.html != words.html ||
        own.sarif != words.sarif || !own.svg.empty()) {
      throw std::invalid_argument(launch.description +
                                  ": where there are several launches, the command line names the "
                                  "reports");
    }
  }
}

/// What `use` returns; or where a launch is refused that is not the only one, what `otherwise`
/// makes of the error.
template <class Use, class Otherwise>
auto unless_refused(bool is_only, const Use& use, const Otherwise& otherwise) {
  try {
    return use();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    if (is_only) throw;
    return otherwise(error);
  }
}

std::string unit_name(std::size_t number, const Launch& launch, Sources& sources, bool is_only) {
  const std::string ptx = unless_refused(
      is_only, [&] { return source_of(launch, sources).ptx; },
      [](const std::exception&) { return std::string(); });
  return "launch " + std::to_string(number) + " " + digest_of(launch, ptx);
}

void plan_launches(const std::vector<Launch>& launches, Work& work) {
  Sources sources;
  const bool is_only = launches.size() == 1;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const double cost = unless_refused(
        is_only, [&] { return threads_of(launches[i].words, source_of(launches[i], sources)); },
        [](const std::exception&) { return 1.0; });
    work.units.push_back({unit_name(i + 1, launches[i], sources, is_only), cost});
  }
}

int status_of(gpu::AtSize::Kind kind, const KernelOptions& options) {
  switch (kind) {
    case gpu::AtSize::Kind::right:
      return exit_right;
    case gpu::AtSize::Kind::right_in_part:
      return static_cast<int>(options.part_status);
    case gpu::AtSize::Kind::refused:
      return exit_bad_input;
    default:
      return exit_wrong;
  }
}

/// Runs the launches, of work in pieces those of the piece; `say` gets what was found of each.
void run_launches(const std::vector<Launch>& launches, const KernelOptions& options, Work* work,
                  const std::function<void(LaunchFound)>& say) {
  Sources sources;
  const bool is_only = launches.size() == 1;
  std::size_t of_piece = 0;
  for (std::size_t i = 0; i < launches.size() && !interrupted(); ++i) {
    const Launch& launch = launches[i];
    std::string prefix;
    if (!is_only)
      prefix = "launch " + std::to_string(i + 1) + " of " + std::to_string(launches.size()) + ", ";
    std::string unit;
    if (work != nullptr) {
      unit = unit_name(i + 1, launch, sources, is_only);
      of_piece += static_cast<std::size_t>(std::ranges::count(work->chosen, unit));
      if (!work->has(unit)) continue;
    }
    LaunchFound found = unless_refused(
        is_only,
        [&] {
          return find_in(launch, source_of(launch, sources), prefix, options, work != nullptr);
        },
        [&](const std::exception& error) { return refused(launch, error.what()); });
    if (work != nullptr) {
      work->is_wrong = work->is_wrong || status_of(found.kind, options) != exit_right;
      work->done[unit] = to_lines(found);
    }
    say(std::move(found));
  }
  if (work != nullptr && !interrupted() && of_piece < work->chosen.size())
    throw std::runtime_error("the kernels to run are not those that were planned");
}

/// What is wrong counts more than what is right in part.
int exit_code_of(const KernelRuns& runs, const KernelOptions& options) {
  int status = runs.complaints.empty() ? exit_right : exit_wrong;
  for (const LaunchFound& found : runs.launches) {
    const int of_launch = status_of(found.kind, options);
    if (of_launch == exit_right || status == exit_bad_input) continue;
    if (status == exit_right || found.kind != gpu::AtSize::Kind::right_in_part) status = of_launch;
  }
  return status;
}

int run_kernel(const KernelOptions& options, Work* work) {
  catch_interrupt();
  if (work != nullptr) {
    refuse_in_plan(options.list, "--list", "it runs nothing");
    refuse_in_plan(options.mutants, "--mutants", "it changes one kernel");
    refuse_in_plan(!options.words.svg.empty(), "--svg", "it draws one launch");
  }
  std::vector<std::string> complaints;
  std::vector<Launch> launches;
  if (!is(work, Work::Mode::merge))
    launches = launches_of(options.descriptions, options.words, options.at, complaints);
  KernelWords reports = launches.size() == 1 ? launches.front().words : options.words;
  if (launches.size() > 1) require_shared_reports(launches, options.words);
  Claims claims;
  for (const Launch& launch : launches) {
    claims.add_input(launch.description);
    claims.add_input(launch.words.ptx);
    const std::string& reference = launch.words.same_as;
    const std::size_t entry = reference.rfind(".ptx:");
    claims.add_input(entry == std::string::npos ? reference : reference.substr(0, entry + 4));
  }
  const bool reports_to_output = require_reports(
      {reports.json, reports.junit, reports.html, reports.sarif, ""}, claims, reports.svg);
  if (options.list) {
    refuse_with_list(options.words);
    if (launches.size() > 1) {
      throw std::invalid_argument("--list is of one kernel, and there are " +
                                  std::to_string(launches.size()) + " launches");
    }
    return list_entries(reports, read_kernel(reports));
  }
  if (options.mutants) {
    refuse_with_mutants(reports, launches.size());
    return run_mutants(reports, read_kernel(reports));
  }
  if (is(work, Work::Mode::plan)) {
    if (!complaints.empty()) throw std::invalid_argument(complaints.front());
    plan_launches(launches, *work);
    return exit_right;
  }
  const bool is_piece = is(work, Work::Mode::piece);
  const auto start = std::chrono::steady_clock::now();
  KernelRuns runs;
  runs.date = date_now();
  runs.part_fails = options.part_status != exit_right;
  std::vector<LaunchFound>& all = runs.launches;
  const auto say = [&](LaunchFound found) {
    if (!reports_to_output && !is_piece)
      std::cout << (all.empty() ? "" : "\n") << found.text << std::flush;
    all.push_back(std::move(found));
  };
  if (is(work, Work::Mode::merge)) {
    for (const auto& [unit, text] : work->known)
      if (text) say(parse_found(*text));
    complaints = work->lacks;
    runs.date = work->date;
  } else {
    run_launches(launches, options, work, say);
  }
  if (is_piece) return exit_right;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  runs.seconds = work != nullptr ? work->seconds : passed.count();
  runs.complaints = std::move(complaints);
  runs.is_stopped = all.size() < launches.size() || (!all.empty() && all.back().is_stopped);
  if (!reports_to_output) {
    for (const std::string& complaint : runs.complaints)
      std::cout << complaint << '\n';
    if (all.size() > 1 || launches.size() > 1) std::cout << '\n' << summary_of(runs) << '\n';
  }
  if (all.empty()) return runs.is_stopped ? exit_interrupted : exit_wrong;
  write_documents(runs, reports);
  return runs.is_stopped ? exit_interrupted : exit_code_of(runs, options);
}

}  // namespace

void add_kernel(Program& program) {
  auto options = std::make_shared<KernelOptions>();
  KernelWords& words = options->words;
  Command command(program, "kernel",
                  "Run a kernel's PTX without a GPU and judge every address it touches");
  command.argument("FILE", words.ptx, "The PTX of the kernel; '-' is standard input");
  command
      .text("--description", "PLACE", options->descriptions,
            "Read options from this file, one per line, without dashes; a folder stands for its "
            "*.kernel files. May be repeated; each file is a separate launch")
      .one_at_a_time();
  command.text("--at", "NAME=LIST", options->at,
               "Make a launch at each of these sizes, as in 'Q=1024,2^20'; the name stands for the "
               "size, as with --grow");
  command.flag("--list", options->list,
               "Only list the entries, their parameters and their unsupported instructions");
  command.flag("--mutants", options->mutants,
               "Plant bugs in the kernel, one at a time (a barrier, a guard or a branch dropped; a "
               "bound, an offset or a stride changed), and list the mutants that are still called "
               "right; --time bounds all of them together");
  command.text("--entry", "NAME", words.entry, "The kernel, if there is more than one");
  command.text("--grid", "X,Y,Z", words.grid, "Blocks; numbers may be written 2^20+1");
  command.text("--block", "X,Y,Z", words.block, "Threads of a block (default: .reqntid)");
  command.text("--cluster", "X,Y,Z", words.cluster,
               "Blocks of a cluster (default: .reqnctapercluster)");
  command.text("--shared", "BYTES", words.shared, "Bytes of dynamic shared memory");
  command.text("--device", "NAME", words.device,
               "Check the launch against the limits of this card (h100, rtx4090, ...), or of a "
               "compute capability (sm_90); by default, of all cards that run code for the target");
  command
      .text("--args", "LIST", words.args,
            "The arguments in order: buffers of any size, 'x: in f32[2^31+1]' (in, out, inout; "
            "zero, index, uninitialized, file:PATH, or with elements, 'i32[3] = 0,16,17'), values, "
            "'i32=5', an address in another buffer, '&x + 4', a struct, '{in f32[64], i64=8}', a "
            "tensor map, 'tensormap(x, (64,128):(1,64), box=(64,32))', multimem of 4 devices, "
            "'multimem(x, 4)', null, bytes=0a0b")
      .one_at_a_time();
  command
      .text(
          "--expect", "EXPECTATION", words.expect,
          "The element offsets of a buffer as a layout of (block, thread, value): "
          "'y[writes] = (64,256,4):(1024,4,1) where offset < 65000'. The layout may be an "
          "operation of the algebra, after a swizzle, 'Sw<3,4,3> o LAYOUT'. The buffer may be a "
          "shared memory variable, or 'shared', with an optional element type: 'tile: f16[reads]'. "
          "Or the origin of contents: 'y = x o LAYOUT', 'c[m,n] = sum_k a[m,k] * b[k,n] where a = "
          "LAYOUT and b = "
          "LAYOUT and c = LAYOUT', with an optional factor, '-0.5 * sum_k', or 'any * sum_k'")
      .one_at_a_time();
  command.text(
      "--same-as", "REFERENCE", words.same_as,
      "Compare with another kernel for all values: its PTX, launched like this one "
      "(REFERENCE.ptx:entry if there are several entries), or its own launch description, "
      "REFERENCE.kernel. Buffers of the same name are compared exactly, with floating-point "
      "numbers as elements of prime fields, so sums and products may be reordered and contracted");
  command.text("--blocks", "CHOICE", words.blocks,
               "Which blocks run: all, first, last, powers (around each power of two that an "
               "offset crosses), sample:N, 17, 100-199, or a list of these (default: all blocks of "
               "a small grid, else first,last,powers,sample:16)");
  command.text("--grow", "NAME=FIRST..LAST", words.grow,
               "Find the smallest size at which something is wrong; the name stands for it in "
               "--grid, --block, --shared, --blocks, --args and --expect, as in 'x: in f32[Q, "
               "4096]' or 'ceil_div(Q, 256)'. A final 'by STEP' tries only every STEP-th size");
  command
      .text("--draw", "DRAWING", words.draw,
            "Draw which thread touches which element: 'y[writes] as (8,16):(16,1) at 2^31'")
      .one_at_a_time();
  command.text("--svg", "FILE", words.svg, "Write the first drawing to this file, or '-'");
  command.text("--json", "FILE", words.json, "Write the report as JSON to this file, or '-'");
  command.text("--junit", "FILE", words.junit,
               "Write JUnit XML to this file, or '-', with a test case for each launch");
  command.text("--html", "FILE", words.html,
               "Write an HTML page to this file, or '-', with a section for each launch");
  command.text("--sarif", "FILE", words.sarif,
               "Write the findings as SARIF to this file, or '-', for code scanning and editors: "
               "at the lines of the PTX, and at source lines named by .loc");
  command.number("--partial", "STATUS", options->part_status, {0, 125},
                 "Exit status for 'right in part': not all blocks, loop iterations, races or sizes "
                 "were judged (default: 0); otherwise JUnit counts a failure");
  command.text("--time", "SECONDS", words.time, "Time limit, after which a launch is undecided");
  command.text("--steps", "N", words.steps,
               "Limit on the instructions of a warp (default: 2^24), beyond which loop iterations "
               "are skipped or the launch is undecided");
  command.text("--memory", "BYTES", words.memory, "Memory limit of a launch (default: 2^33)");
  command.text("--order", "N", words.order,
               "The order of threads: 0 forward, 1 reversed, else shuffled by this seed");
  command.text("--ignore", "KINDS", words.ignore,
               "Do not report these kinds: wrapped, race, uninitialized, misaligned, rights; also "
               "exempts kinds from --strict all");
  command.text("--strict", "KINDS", words.strict,
               "Also report unwritten elements of an out buffer, or redundant writes of one value "
               "by several lanes of a warp; and leave the launch undecided unless all blocks, "
               "races, iterations, sizes, factors are judged. A list of these words, or all");
  command.text("--max-findings", "N", words.max_findings, "Print at most this many findings");
  command.text("--max-cells", "N", words.max_cells, "Cut drawings with more cells");
  command.flag("--ascii", options->ascii, "Draw frames in ASCII, as in a locale without UTF-8");
  add_color(command, options->color);
  command.footer(
      "layoutcheck kernel --description launches --at 'Q=1024,2^20,2^31+1' --sarif kernels.sarif\n"
      "layoutcheck kernel scale.ptx --grid 2^21 --block 256 --args 'y: out f32[2^31], f32=0.5'\n"
      "layoutcheck kernel copy.ptx --grid 8 --block 32 --args 'in f32[1024], y: out f32[1024]' \\\n"
      "  --expect 'y[writes] = (8,32,4):(128,4,1)' --draw y",
      "0 all that ran is right (see --partial); 1 findings, or a limit was reached; 2 bad usage "
      "or input; 130 stopped by Ctrl-C or SIGTERM.");
  command.run([options, work = program.work] { return run_kernel(*options, work); });
}

}  // namespace layoutcheck::cli
